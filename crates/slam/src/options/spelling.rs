//! Options as they are spelled: the words and numbers that the command and Python hand over.

use std::str::FromStr;

use crate::discrepancy::Gamma;
use crate::error::Error;
use crate::graph::Neighborhood;

/// `auto`, or a number.
impl FromStr for Gamma {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = || Error::Word { option: "gamma", expected: "auto or a number", found: text.to_owned() };
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Fixed).map_err(|_| unknown()) }
    }
}

/// `mutual`, `union`, `radius:R`, `delaunay`, `delaunay:Q`, `grid:4` or `grid:8`; `k` and `tie` are those of the default.
impl FromStr for Neighborhood {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = |expected| Error::Word { option: "graph", expected, found: text.to_owned() };
        let Self::Mutual { k, tie } = Self::default() else { return Err(unknown("mutual")) };
        match text.split_once(':') {
            None if text == "mutual" => Ok(Self::Mutual { k, tie }),
            None if text == "union" => Ok(Self::Union { k, tie }),
            Some(("radius", radius)) => {
                radius.parse().map(Self::Radius).map_err(|_| unknown("radius:R with a number, such as radius:100"))
            }
            None if text == "delaunay" => Ok(Self::Delaunay { quantile: 1.0 }),
            Some(("delaunay", quantile)) => {
                let quantile =
                    quantile.parse().map_err(|_| unknown("delaunay:Q with a number, such as delaunay:0.99"))?;
                Ok(Self::Delaunay { quantile })
            }
            Some(("grid", "4")) => Ok(Self::Grid { corners: false }),
            Some(("grid", "8")) => Ok(Self::Grid { corners: true }),
            Some(("grid", _)) => Err(unknown("grid:4 or grid:8")),
            _ => Err(unknown("mutual, union, radius:R, delaunay, grid:4 or grid:8")),
        }
    }
}

impl Neighborhood {
    /// k and tie, where the rule counts nearest neighbours.
    pub fn k_and_tie(&self) -> Option<(usize, f64)> {
        match *self {
            Self::Mutual { k, tie } | Self::Union { k, tie } => Some((k, tie)),
            Self::Radius(_) | Self::Grid { .. } | Self::Delaunay { .. } | Self::Given(_) => None,
        }
    }

    /// The same rule with another number of neighbours or another tolerance.
    ///
    /// A rule that has no use for them takes their defaults, as options that nobody chose, and refuses anything else.
    pub fn with(mut self, new_k: Option<usize>, new_tie: Option<f64>) -> Result<Self, Error> {
        let (place, reason) = match &mut self {
            Self::Mutual { k, tie } | Self::Union { k, tie } => {
                (*k, *tie) = (new_k.unwrap_or(*k), new_tie.unwrap_or(*tie));
                return Ok(self);
            }
            Self::Radius(_) => ("the graph radius:R", "all spots within R are neighbours"),
            Self::Grid { .. } => ("the graphs grid:4 and grid:8", "all cells that touch are neighbours"),
            Self::Delaunay { .. } => ("the graph delaunay", "the triangulation says who is near"),
            Self::Given(_) => ("a graph of given edges", "they are taken as they are"),
        };
        let (k, tie) = Self::default().k_and_tie().unzip();
        let is_chosen = [("k", new_k.is_some() && new_k != k), ("tie", new_tie.is_some() && new_tie != tie)];
        match is_chosen.into_iter().find(|(_, is_chosen)| *is_chosen) {
            Some((option, _)) => Err(Error::Useless { option, place, reason }),
            None => Ok(self),
        }
    }
}
