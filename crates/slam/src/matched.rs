//! Matched labels: the labels of a pred in the truth's words, without any score.

use std::sync::Arc;

use crate::error::Result;
use crate::matcher::{Link, MatchPer, Matching, Split, apart};
use crate::observer::Observer;
use crate::options::Options;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pair::spots::Spots;
use crate::score::warning::Warning;

/// What became of the labels of one pred.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Matched {
    /// The name of the pred.
    pub pred: String,
    /// The number of spots that are compared.
    pub n_spots: usize,
    /// The number of spots left out because a label was missing.
    pub n_dropped: usize,
    /// The number of spots that the truth labels and the pred does not, whatever happened to them.
    pub n_unlabelled: usize,
    /// How labels were matched.
    pub method: String,
    /// What was asked for.
    pub requested: String,
    /// Why.
    pub reason: String,
    /// What was matched at once.
    pub per: MatchPer,
    /// What became of each pred label, in label order; slice after slice where each was matched by itself.
    pub links: Vec<Link>,
    /// The spots that step 3 of the paper's matching relabelled from the truth.
    pub split: Vec<Split>,
    /// What a user should know.
    pub warnings: Vec<Warning>,
    /// The labels after matching: the truth's, then the unmatched ones, which equal none of these.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub names: Vec<String>,
    /// The matched label of every row of the input, as an index of `names`, none where it was dropped or has no prediction.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub codes: Vec<Option<u16>>,
}

impl Options {
    /// Writes the labels of a pred in the truth's words.
    pub fn match_labels(
        &self,
        name: &str,
        spots: &Arc<Spots>,
        truth: &Arc<Labeling>,
        pred: &Arc<Labeling>,
        observer: &dyn Observer,
    ) -> Result<Matched> {
        let pair = self.named_pair(Some(name), spots, truth, pred)?;
        let pipeline = self.pipeline(pair.spots());
        let mut matching = pipeline.match_labels(&pair, &pipeline.connect(&pair, observer)?, observer)?;
        matching.warnings.extend(apart(&pair, &matching, observer)?);
        Ok(Matched {
            pred: name.to_owned(),
            n_spots: pair.n_spots(),
            n_dropped: pair.n_dropped(),
            n_unlabelled: pair.n_unlabelled(),
            names: matching.names(pair.truth()),
            codes: codes(&pair, &matching),
            method: matching.method,
            requested: matching.requested,
            reason: matching.reason,
            per: matching.per,
            links: matching.links,
            split: matching.splits,
            warnings: [self.input.warnings.clone(), pair.warnings(), matching.warnings].concat(),
        })
    }
}

impl Matched {
    /// The matched label of a row of the input, none where it was dropped or has no prediction.
    pub fn label(&self, row: usize) -> Option<&str> {
        self.codes[row].map(|code| self.names[usize::from(code)].as_str())
    }
}

fn codes(pair: &Pair, matching: &Matching) -> Vec<Option<u16>> {
    let mut codes = vec![None; pair.spots().n_rows()];
    for (spot, &code) in matching.codes.iter().enumerate() {
        codes[pair.spots().row(spot)] = Some(code).filter(|_| pair.is_labelled(spot));
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::Method;
    use crate::testing::{labeling, line};

    #[test]
    fn dropped_rows_have_no_label() {
        let (spots, truth, pred) = (line(4).into(), labeling("ab b").into(), labeling("xyzz").into());
        let matched = Options::default().match_labels("m", &spots, &truth, &pred, &()).unwrap();
        // y and z are alike for b, and the first takes it.
        let labels = [Some("a"), Some("b"), None, Some("z (unmatched)")];
        assert_eq!([0, 1, 2, 3].map(|row| matched.label(row)), labels);
        assert_eq!((matched.n_spots, matched.n_dropped, &*matched.method), (3, 1, "best"));
    }

    #[test]
    fn an_unmatched_label_is_not_taken_for_a_truth_label() {
        let (spots, truth, pred) = (line(6).into(), labeling("001111").into(), labeling("551777").into());
        let options = Options { matching: Method::Hungarian, ..Options::default() };
        let matched = options.match_labels("m", &spots, &truth, &pred, &()).unwrap();
        assert_eq!([1, 2, 3].map(|row| matched.label(row)), [Some("0"), Some("1 (unmatched)"), Some("1")]);
    }
}
