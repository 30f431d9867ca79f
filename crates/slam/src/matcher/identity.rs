//! The matching of equal names.

use super::{Matcher, Matching, Overlap, Sides, Tabled};
use crate::error::Result;
use crate::observer::Observer;
use crate::pair::Pair;

/// A pred label stands for the truth label of the same name, or for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Identity;

impl Matcher for Identity {
    fn name(&self) -> &'static str {
        "identity"
    }

    fn match_labels(&self, pair: &Pair, _observer: &dyn Observer) -> Result<Matching> {
        Ok(self.tabled(&Sides::of(pair)).written(pair))
    }
}

impl Identity {
    pub(super) fn tabled(self, sides: &Sides<'_>) -> Tabled {
        let matches: Vec<Option<usize>> = sides.pred.iter().map(|name| sides.find(name)).collect();
        Tabled::new(sides, &Overlap::of(&sides.table), self.name(), "equal names".to_owned(), &matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::pair;

    #[test]
    fn an_unknown_name_is_a_class_of_its_own() {
        let matching = Identity.match_labels(&pair("aab", "abz"), &()).unwrap();
        assert_eq!((matching.codes.clone(), matching.n_labels()), (vec![0, 1, 2], 3));
        assert_eq!(matching.links[2].truth, None);
    }
}
