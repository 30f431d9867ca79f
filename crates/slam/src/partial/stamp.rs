//! The settings that parts of a slide must have in common before they may be added.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::codec::{Pack, record};
use crate::error::{Error, Result};
use crate::extractor::Extraction;
use crate::graph::Neighborhood;
use crate::inference::Infer;
use crate::matcher::{MatchPer, Method};
use crate::options::Options;
use crate::options::own_steps::OwnSteps;

/// Options that a slide in tiles can be compared with.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings(pub(super) Options);

/// The settings, label spaces and plan that a part was made with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Stamp {
    pub(super) options: String,
    pub(super) truth: Vec<String>,
    pub(super) pred: Vec<String>,
    pub(super) round: u64,
    /// The checksum of the plan.
    pub(super) plan: u64,
}
record!(Stamp { options, truth, pred, round, plan });

impl Settings {
    /// The options, unless one needs all spots at once.
    pub(super) fn of(options: &Options) -> Result<Self> {
        options.check()?;
        let refused = [
            ("graph", matches!(options.graph, Neighborhood::Given(_)), "its edges are not found from positions"),
            (
                "graph",
                matches!(options.graph, Neighborhood::Grid { .. }),
                "the spacing of its cells is found from every spot at once",
            ),
            (
                "graph",
                matches!(options.graph, Neighborhood::Delaunay { .. }),
                "a triangulation looks at every spot at once",
            ),
            ("extractor", options.extractor != Extraction::OneHot, "only edges by their kind add up"),
            ("severity", !options.severity.is_empty(), "only edges without weights add up to the same bits"),
            ("match_per", options.match_per != MatchPer::All, "slices need no tiles"),
            (
                "matching",
                options.matching == Method::Density,
                "density looks at the measurements of every spot at once",
            ),
            ("infer", options.infer != Infer::default(), "tests and intervals look at every spot at once"),
            ("test", options.test == Some(true), "tests look at every spot at once"),
            ("a step of your own", options.own != OwnSteps::default(), "it may look at every spot at once"),
        ];
        match refused.into_iter().find(|(_, is_refused, _)| *is_refused) {
            Some((option, _, reason)) => Err(Error::Useless { option, place: "a slide in tiles", reason }),
            None => Ok(Self(options.clone())),
        }
    }

    /// The options as JSON.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(&self.0).unwrap_or_default()
    }
}

impl Pack for Settings {
    fn pack(&self, bytes: &mut Vec<u8>) {
        self.text().pack(bytes);
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        serde_json::from_str(&String::unpack(bytes)?).ok().map(Self)
    }
}

impl Stamp {
    /// Refuses a part of another slide or of other settings, and names the difference.
    pub(super) fn agrees(&self, other: &Self) -> Result<()> {
        let differ = |setting: &str, values: [String; 2]| {
            Err(Error::Parts { setting: setting.to_owned(), values: Box::new(values) })
        };
        if self.options != other.options {
            let [own, others] =
                [&self.options, &other.options].map(|text| serde_json::from_str::<Value>(text).unwrap_or_default());
            let keys = own
                .as_object()
                .into_iter()
                .flat_map(|map| map.keys())
                .chain(others.as_object().into_iter().flat_map(|map| map.keys()));
            for key in keys {
                if own[key] != others[key] {
                    return differ(key, [own[key].to_string(), others[key].to_string()]);
                }
            }
        }
        for (side, own, others) in
            [("truth labels", &self.truth, &other.truth), ("pred labels", &self.pred, &other.pred)]
        {
            if own != others {
                return differ(side, [own.join(", "), others.join(", ")]);
            }
        }
        if self.round != other.round {
            return differ("round", [self.round.to_string(), other.round.to_string()]);
        }
        if self.plan != other.plan {
            return differ("plan", [format!("{:016x}", self.plan), format!("{:016x}", other.plan)]);
        }
        Ok(())
    }
}
