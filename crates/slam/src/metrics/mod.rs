//! The fourteen benchmark metrics, one row each: the command, the report, Python, *Q* and the law tests read this table.
//!
//! A [`Metric`] of one's own goes beside them by [`OwnSteps::metrics`](crate::OwnSteps::metrics).

mod value;
mod selection;
mod evidence;
mod evaluate;
mod supervised;
pub(crate) mod external;
mod silhouette;
mod distance_tree;
mod continuity;
mod dispersion;
mod own;

use std::fmt;

pub use evaluate::{Evaluation, MetricValues, evaluate, evaluate_these, evaluate_with_slices};
pub(crate) use evaluate::{evaluate_tables, of_table, overall};
pub use evidence::{Evidence, Nmi, SliceView};
pub use selection::Selection;
pub use value::{Undefined, Value};

/// A metric: what it is called, how to read it, and how to compute it. One of your own is made by [`Metric::new`].
#[non_exhaustive]
pub struct Metric {
    /// The name in every output and on the command line.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it looks at.
    pub family: Family,
    /// Which way is better.
    pub better: Better,
    /// The infimum and the supremum of its values, none where they grow without bound (the paper's Appendix G).
    pub range: (Option<f64>, Option<f64>),
    /// Whether truth and pred may change places.
    pub symmetric: bool,
    /// Where it was proposed.
    pub reference: &'static str,
    /// The value for one pair of labelings.
    pub compute: fn(&Evidence<'_>) -> Value,
}

/// What a metric looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Family {
    /// The labels spot by spot, after matching.
    Supervised,
    /// The two partitions, whatever the names (`jaccard` after matching).
    External,
    /// The positions and the pred labels, without the truth.
    Internal,
}

/// Which way is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Better {
    /// The larger, the better.
    Higher,
    /// The smaller, the better.
    Lower,
}

/// All metrics, in the order of every output.
pub static METRICS: &[Metric] = &[
    Metric {
        name: "accuracy",
        title: "Accuracy",
        family: Family::Supervised,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: false,
        reference: "Makridakis, International Journal of Forecasting 9 (1993)",
        compute: |evidence| Ok(supervised::accuracy(evidence.matched())),
    },
    Metric {
        name: "precision",
        title: "Precision",
        family: Family::Supervised,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: false,
        reference: "Zhu, Recall, precision and average precision, University of Waterloo (2004)",
        compute: |evidence| supervised::precision(evidence.matched()),
    },
    Metric {
        name: "recall",
        title: "Recall",
        family: Family::Supervised,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: false,
        reference: "Zhu, Recall, precision and average precision, University of Waterloo (2004)",
        compute: |evidence| supervised::recall(evidence.matched()),
    },
    Metric {
        name: "f1",
        title: "F1 score",
        family: Family::Supervised,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: false,
        reference: "Goutte and Gaussier, ECIR (2005)",
        compute: |evidence| supervised::f1(evidence.matched()),
    },
    Metric {
        name: "ari",
        title: "Adjusted Rand index",
        family: Family::External,
        better: Better::Higher,
        range: (Some(-1.0), Some(1.0)),
        symmetric: true,
        reference: "Hubert and Arabie, Journal of Classification 2 (1985)",
        compute: |evidence| Ok(external::adjusted_rand_index(evidence.given())),
    },
    Metric {
        name: "nmi",
        title: "Normalized mutual information",
        family: Family::External,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: true,
        reference: "Strehl and Ghosh, Journal of Machine Learning Research 3 (2002)",
        compute: |evidence| external::normalized_mutual_information(evidence.given(), evidence.nmi),
    },
    Metric {
        name: "jaccard",
        title: "Jaccard score",
        family: Family::External,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: false,
        reference: "Jaccard, New Phytologist 11 (1912)",
        compute: |evidence| Ok(supervised::jaccard(evidence.matched())),
    },
    Metric {
        name: "fmi",
        title: "Fowlkes–Mallows index",
        family: Family::External,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: true,
        reference: "Fowlkes and Mallows, Journal of the American Statistical Association 78 (1983)",
        compute: |evidence| external::fowlkes_mallows_index(evidence.given()),
    },
    Metric {
        name: "v_measure",
        title: "V-measure",
        family: Family::External,
        better: Better::Higher,
        range: (Some(0.0), Some(1.0)),
        symmetric: true,
        reference: "Rosenberg and Hirschberg, EMNLP-CoNLL (2007)",
        compute: |evidence| external::normalized_mutual_information(evidence.given(), Nmi::Arithmetic),
    },
    Metric {
        name: "asw",
        title: "Average silhouette width",
        family: Family::Internal,
        better: Better::Higher,
        range: (Some(-1.0), Some(1.0)),
        symmetric: false,
        reference: "Rousseeuw, Journal of Computational and Applied Mathematics 20 (1987)",
        compute: |evidence| evidence.mean_over_slices(silhouette::mean_width),
    },
    Metric {
        name: "chaos",
        title: "CHAOS",
        family: Family::Internal,
        better: Better::Lower,
        range: (Some(0.0), None),
        symmetric: false,
        reference: "Shang and Zhou, Nature Communications 13 (2022)",
        compute: |evidence| evidence.mean_over_slices(continuity::chaos),
    },
    Metric {
        name: "pas",
        title: "Percentage of abnormal spots",
        family: Family::Internal,
        better: Better::Lower,
        range: (Some(0.0), Some(1.0)),
        symmetric: false,
        reference: "Shang and Zhou, Nature Communications 13 (2022)",
        compute: |evidence| evidence.mean_over_slices(continuity::abnormal_share),
    },
    Metric {
        name: "ch",
        title: "Calinski–Harabasz index",
        family: Family::Internal,
        better: Better::Higher,
        range: (Some(0.0), None),
        symmetric: false,
        reference: "Caliński and Harabasz, Communications in Statistics 3 (1974)",
        compute: |evidence| evidence.mean_over_slices(dispersion::calinski_harabasz_index),
    },
    Metric {
        name: "db",
        title: "Davies–Bouldin index",
        family: Family::Internal,
        better: Better::Lower,
        range: (Some(0.0), None),
        symmetric: false,
        reference: "Davies and Bouldin, IEEE Transactions on Pattern Analysis and Machine Intelligence 1 (1979)",
        compute: |evidence| evidence.mean_over_slices(dispersion::davies_bouldin_index),
    },
];

impl Metric {
    /// The metric of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        METRICS.iter().find(|metric| metric.name == name)
    }
}

impl fmt::Debug for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Family {
    /// The name, as results spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supervised => "supervised",
            Self::External => "external",
            Self::Internal => "internal",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Supervised => "Supervised",
            Self::External => "External",
            Self::Internal => "Internal",
        }
    }
}

impl Better {
    /// ↑ where higher is better, ↓ where lower is.
    pub fn arrow(self) -> char {
        match self {
            Self::Higher => '↑',
            Self::Lower => '↓',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_contract() {
        let names: Vec<_> = METRICS.iter().map(|metric| metric.name).collect();
        let contract = "accuracy precision recall f1 ari nmi jaccard fmi v_measure asw chaos pas ch db";
        assert_eq!(names.join(" "), contract);
        assert!(Metric::named("ari").is_some_and(|metric| metric.title == "Adjusted Rand index"));
    }
}
