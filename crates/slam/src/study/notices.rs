//! What a user should know about a study, each kind of thing once.

use crate::verdict::listed;
use crate::warning::Warning;

use super::partial::SlicePartial;
use super::result::{Failure, StudySlice};

/// Gathers the warnings of all slices and methods, and adds those of the study.
pub(super) fn notices(
    parts: &[&SlicePartial],
    slices: &[StudySlice],
    failures: &[Failure],
    n_methods: usize,
) -> Vec<String> {
    let mut warnings: Vec<String> =
        failures.iter().map(|failure| format!("slice {:?} is left out: {}", failure.slice, failure.reason)).collect();
    warnings.extend(missing(slices, n_methods));
    let has_donors = slices.iter().any(|slice| slice.donor.is_some());
    let own_donors = || Warning::OwnDonors { n_slices: slices.len() }.to_string();
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
fn gathered(parts: &[&SlicePartial]) -> Vec<String> {
    let mut kinds: Vec<(&str, String, usize)> = Vec::new();
    for part in parts {
        for method in &part.methods {
            for notice in &method.numbers.warnings {
                match kinds.iter_mut().find(|(kind, ..)| *kind == notice.kind) {
                    Some((.., n)) => *n += 1,
                    None => {
                        kinds.push((&notice.kind, format!("{} on {}: {}", method.method, part.slice, notice.text), 1));
                    }
                }
            }
        }
    }
    let said = |(_, text, n): (&str, String, usize)| match n {
        1 => text,
        n => format!("{text} (and {} more like it)", n - 1),
    };
    kinds.into_iter().map(said).collect()
}
