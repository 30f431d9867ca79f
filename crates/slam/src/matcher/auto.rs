//! The default matching: equal names where they are shared, overlap where they are not.

use super::sides::find;
use super::{Best, Identity, Matcher, Matching, Method};
use crate::error::Result;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::labeling::is_bare_integer;
use crate::pipeline::Connected;

/// [`Identity`] if at least half of the names of the smaller label set occur in the other set and one of those is not a
/// bare integer; else [`Best`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Auto;

impl Matcher for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn match_labels(&self, pair: &Pair, observer: &dyn Observer) -> Result<Matching> {
        let (by_name, reason) = by_name(pair.truth().names(), pair.pred().label_names());
        let found = if by_name { Identity.match_labels(pair, observer) } else { Best.match_labels(pair, observer) };
        Ok(decided(found?, reason))
    }

    fn match_on(&self, pair: &Pair, graph: &Connected, observer: &dyn Observer) -> Result<Matching> {
        let (by_name, reason) = by_name(pair.truth().names(), pair.pred().label_names());
        let found = if by_name { Identity.match_labels(pair, observer) } else { Best.match_on(pair, graph, observer) };
        Ok(decided(found?, reason))
    }
}

/// A matching that was chosen for this reason.
pub(super) fn decided(matching: Matching, reason: String) -> Matching {
    Matching { requested: Method::Auto.to_string(), reason, ..matching }
}

/// Whether equal names match, and why.
pub(super) fn by_name(truth: &[String], pred: &[String]) -> (bool, String) {
    let (smaller, larger) = if pred.len() < truth.len() { (pred, truth) } else { (truth, pred) };
    let shared: Vec<&String> = smaller.iter().filter(|name| find(larger, name).is_some()).collect();
    let numbered = shared.iter().all(|name| is_bare_integer(name));
    let by_name = 2 * shared.len() >= smaller.len() && !numbered;
    let found = format!("{} of {} names are shared", shared.len(), smaller.len());
    let reason = match (by_name, numbered && !shared.is_empty()) {
        (true, _) => format!("{found}, so equal names match"),
        (false, true) => {
            format!("{found}, but only numbers, so labels match one to one with the smallest slam_adjusted")
        }
        (false, false) => format!("{found}, so labels match one to one with the smallest slam_adjusted"),
    };
    (by_name, reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;

    fn method(truth: &str, pred: &str) -> String {
        Auto.match_labels(&pair(truth, pred), &()).unwrap().method
    }

    #[test]
    fn shared_names_decide() {
        assert_eq!(method("aabb", "aabb"), Method::Identity);
        assert_eq!(method("aabb", "aazz"), Method::Identity);
        assert_eq!(method("aabbcc", "aayyzz"), Method::Best);
        assert_eq!(method("aabb", "xxyy"), Method::Best);
    }

    #[test]
    fn numbers_are_no_names() {
        assert_eq!(method("1122", "2211"), Method::Best);
        assert_eq!(method("11aa", "11aa"), Method::Identity);
    }

    #[test]
    fn the_truth_is_never_written_into_the_prediction() {
        let matching = Auto.match_labels(&pair("aabbcc", "xxxxxx"), &()).unwrap();
        assert!(matching.splits.is_empty() && matching.warnings.is_empty());
        assert_eq!(matching.requested, Method::Auto);
    }
}
