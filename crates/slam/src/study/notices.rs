//! What a user should know about a study, each kind of thing once.

use crate::message::Message;
use crate::score::warning::Warning;
use crate::verdict::listed;

use super::partial::SlicePartial;
use super::result::{Failure, StudySlice};

/// Gathers the warnings of all slices and methods, and adds those of the study.
pub(super) fn notices(
    parts: &[&SlicePartial],
    slices: &[StudySlice],
    failures: &[Failure],
    n_methods: usize,
) -> Vec<Message> {
    let left_out = |Failure { slice, method, reason }: &Failure| match method {
        Some(method) => format!("method {method:?} on slice {slice:?} is left out: {reason}").into(),
        None => format!("slice {slice:?} is left out: {reason}").into(),
    };
    let mut warnings: Vec<Message> = failures.iter().map(left_out).collect();
    warnings.extend(missing(slices, n_methods).map(Message::from));
    let has_donors = slices.iter().any(|slice| slice.donor.is_some());
    let own_donors = || Warning::OwnDonors { n_slices: slices.len() }.message();
    warnings.extend((slices.len() > 1 && !has_donors).then(own_donors));
    warnings.extend(gathered(parts));
    warnings
}

/// Which combinations are missing.
fn missing(slices: &[StudySlice], n_methods: usize) -> Option<String> {
    let lacking: Vec<String> = slices
        .iter()
        .filter(|slice| !slice.missing.is_empty())
        .map(|slice| format!("{} on {}", listed(slice.missing.iter().map(String::as_str)), slice.slice))
        .collect();
    let n: usize = slices.iter().map(|slice| slice.missing.len()).sum();
    let verb = if n == 1 { "is" } else { "are" };
    (n > 0).then(|| {
        let which = listed(lacking.iter().map(String::as_str));
        format!("{n} of {} combinations of method and slice {verb} missing: {which}", slices.len() * n_methods)
    })
}

/// The warnings of slices, each kind once: where it stands first, and how often.
fn gathered(parts: &[&SlicePartial]) -> Vec<Message> {
    let mut kinds: Vec<(&str, Message, usize)> = Vec::new();
    for part in parts {
        for method in &part.methods {
            for (notice, message) in method.notices() {
                if let Some((.., n)) = kinds.iter_mut().find(|(kind, ..)| *kind == notice.kind) {
                    *n += 1;
                    continue;
                }
                let place = Message::from(format!("{} on {}: ", method.method, part.slice));
                kinds.push((&notice.kind, place.then(message), 1));
            }
        }
    }
    let said = |(_, message, n): (&str, Message, usize)| match n {
        1 => message,
        n => message.words(format!(" (and {} more like it)", n - 1)),
    };
    kinds.into_iter().map(said).collect()
}
