//! What one method scored on one slice.

use serde::{Deserialize, Serialize};

use crate::adjusted::{Adjusted, AdjustedProfile};
use crate::comparison::blind::Blind;
use crate::comparison::ranking::{RankBy, Standing};
use crate::inference::Test;
use crate::metrics::{METRICS, Metric};
use crate::score::named::Named;
use crate::score::{Pinned, Score};

use super::partial::Notice;

/// The numbers of one method on one slice: those of a score of that slide alone, to the last bit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Numbers {
    /// Its place among the methods of the slice by the number that ranks; none before the study is finished, or without a
    /// value.
    #[serde(default)]
    pub rank: Option<usize>,
    /// The number of spots compared.
    pub n_spots: usize,
    /// The number of spots left out because a label was missing.
    pub n_dropped: usize,
    /// The number of spots that the truth labels.
    pub n_truth_spots: usize,
    /// The number of those that the method does not label, whatever happened to them.
    pub n_unlabelled: usize,
    /// The number of edges of the neighbour graph.
    pub n_edges: usize,
    /// The number of truth labels.
    pub n_labels: usize,
    /// Whether it labels fewer than half of the spots that the truth labels.
    pub is_partial: bool,
    /// Whether it is better than chance by the shift test at 5 %; none where that was not tested or has no answer.
    #[serde(default)]
    pub better_than_chance: Option<bool>,
    /// p of that test.
    #[serde(default)]
    pub test_p: Option<f64>,
    /// What blind contiguous domains with as many labels score on the slice.
    #[serde(default)]
    pub blind: Option<Blind>,
    /// How labels were matched.
    pub matching: String,
    /// The truth label that each pred label stands for, or none.
    pub map: Named<Option<String>>,
    /// SLAM.
    pub slam: SlamNumbers,
    /// The same at every scale, in units of chance.
    pub slam_adjusted: AdjustedNumbers,
    /// The same edge by edge.
    pub slam_pinned: Pinned,
    /// The share of wrong edges that SLAM cannot see, or none when nothing is wrong.
    pub cancelled: Option<f64>,
    /// What it would be under `hungarian` matching, where that was tried.
    pub hungarian: Option<OneToOne>,
    /// The benchmark metrics.
    pub metrics: Named<Option<f64>>,
    /// Why a metric has no value.
    pub undefined: Named<String>,
    /// What a user should know.
    pub warnings: Vec<Notice>,
}

/// SLAM and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SlamNumbers {
    /// The score.
    pub d: f64,
    /// Its standard error, where it is known.
    pub d_se: Option<f64>,
}

/// `slam_adjusted` without its profile of scales.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AdjustedNumbers {
    /// The value, D/N.
    pub value: f64,
    /// D.
    pub mean: f64,
    /// N.
    pub chance: f64,
    /// The value if splitting a domain is forgiven.
    pub lenient: f64,
    /// Where the labels of spots are.
    pub place: AdjustedProfile,
    /// Which labels touch.
    pub contacts: AdjustedProfile,
}

impl From<&Adjusted> for AdjustedNumbers {
    fn from(adjusted: &Adjusted) -> Self {
        let Adjusted { value, mean, chance, lenient, place, contacts, .. } = *adjusted;
        Self { value, mean, chance, lenient, place, contacts }
    }
}

/// Scores under one-to-one matching.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OneToOne {
    /// `slam_adjusted`.
    pub r: f64,
    /// SLAM.
    pub d: f64,
}

impl Numbers {
    /// The numbers of a score.
    pub(super) fn of(score: &Score, is_partial: bool, blind: Option<Blind>, hungarian: Option<OneToOne>) -> Self {
        let (adjusted, test) = (&score.slam_adjusted, score.test.as_ref());
        Self {
            rank: None,
            n_spots: score.n_spots,
            n_dropped: score.n_dropped,
            n_truth_spots: score.n_truth_spots,
            n_unlabelled: score.n_unlabelled,
            n_edges: score.n_edges,
            n_labels: score.n_labels,
            is_partial,
            better_than_chance: test.and_then(Test::is_better_than_chance),
            test_p: test.and_then(|test| test.shift.p),
            blind,
            matching: score.matching.method.clone(),
            map: score.matching.map.clone(),
            slam: SlamNumbers { d: score.slam.d, d_se: score.slam.d_se },
            slam_adjusted: adjusted.into(),
            slam_pinned: score.slam_pinned,
            cancelled: score.cancelled,
            hungarian,
            metrics: score.metrics.clone(),
            undefined: score.undefined.clone(),
            warnings: score.warnings.iter().map(Notice::from).collect(),
        }
    }

    /// Whether its `slam_adjusted` is below 1 and below the median of blind contiguous domains with as many labels.
    pub fn is_better_than_blind(&self) -> Option<bool> {
        Some(self.blind?.is_beaten_by(self.slam_adjusted.value))
    }

    /// A number by its name, none where it is undefined.
    pub fn number(&self, name: &str) -> Option<f64> {
        RankBy::named(name).map_or_else(|| self.metrics.get(name).copied().flatten(), |by| self.value(by))
    }

    /// The value of a number, none where it is undefined.
    pub fn value(&self, by: RankBy) -> Option<f64> {
        match by {
            RankBy::SlamAdjusted => Some(self.slam_adjusted.value),
            RankBy::Slam => Some(self.slam.d),
            RankBy::SlamPinned => Some(self.slam_pinned.d),
            RankBy::Metric(name) | RankBy::Own(&Metric { name, .. }) => self.metrics.get(name).copied().flatten(),
        }
    }

    /// Where it stands on its slice.
    pub(super) fn standing(&self, by: RankBy) -> Standing {
        by.stand(self.value(by), self.slam.d_se)
    }
}

/// The metrics that some numbers have: the benchmark's in the order of every output, then others as they are met.
pub(super) fn metric_names<'a>(all: impl Iterator<Item = &'a Numbers>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in all.flat_map(|numbers| &numbers.metrics.0) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.sort_by_key(|name| METRICS.iter().position(|metric| metric.name == *name).unwrap_or(METRICS.len()));
    names
}
