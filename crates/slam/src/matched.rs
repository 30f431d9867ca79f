//! Who became whom: the labels of a pred in the truth's words, without any score.

use std::sync::Arc;

use serde::Serialize;

use crate::error::Result;
use crate::labeling::Labeling;
use crate::matcher::{Link, Matching, Method, Split};
use crate::options::Options;
use crate::pair::Pair;
use crate::spots::Spots;
use crate::warning::Warning;

/// What became of the labels of one pred.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Matched {
    /// The name of the pred.
    pub pred: String,
    /// The number of spots that both labelings label.
    pub n_spots: usize,
    /// The number of spots left out because a label was missing.
    pub n_dropped: usize,
    /// How labels were matched.
    pub method: Method,
    /// What was asked for.
    pub requested: Method,
    /// Why.
    pub reason: String,
    /// What became of each pred label, in label order.
    pub links: Vec<Link>,
    /// The spots that step 3 of the paper's matching relabelled from the truth.
    pub split: Vec<Split>,
    /// What a user should know.
    pub warnings: Vec<Warning>,
    /// The matched label of every row of the input, none where it was dropped.
    #[serde(skip)]
    pub labels: Vec<Option<String>>,
}

impl Options {
    /// Writes the labels of a pred in the truth's words.
    pub fn match_labels(
        &self,
        name: &str,
        spots: &Arc<Spots>,
        truth: &Arc<Labeling>,
        pred: &Arc<Labeling>,
    ) -> Result<Matched> {
        let pair = self.pair(spots, truth, pred)?;
        let matching = self.matching.matcher().match_labels(&pair)?;
        Ok(Matched {
            pred: name.to_owned(),
            n_spots: pair.n_spots(),
            n_dropped: pair.n_dropped(),
            method: matching.method,
            requested: matching.requested,
            labels: labels(&pair, &matching),
            reason: matching.reason,
            links: matching.links,
            split: matching.splits,
            warnings: matching.warnings,
        })
    }
}

fn labels(pair: &Pair, matching: &Matching) -> Vec<Option<String>> {
    let mut labels = vec![None; pair.spots().n_rows()];
    for (spot, &code) in matching.codes.iter().enumerate() {
        let own = || pair.pred().name(spot);
        let label = pair.truth().names().get(usize::from(code)).map(String::as_str).or_else(own);
        labels[pair.spots().row(spot)] = label.map(str::to_owned);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{labeling, line};

    #[test]
    fn dropped_rows_have_no_label() {
        let (spots, truth, pred) = (line(4).into(), labeling("ab b").into(), labeling("xyzz").into());
        let matched = Options::default().match_labels("m", &spots, &truth, &pred).unwrap();
        let labels: Vec<Option<&str>> = matched.labels.iter().map(Option::as_deref).collect();
        assert_eq!(labels, [Some("a"), Some("b"), None, Some("b")]);
        assert_eq!((matched.n_spots, matched.n_dropped, matched.method), (3, 1, Method::Jaccard));
    }
}
