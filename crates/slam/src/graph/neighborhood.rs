//! How spots become neighbours.

use std::fmt;
use std::sync::Arc;

use super::crowd::EDGES_PER_SPOT;
use super::pairs::{Rule, connect_slices};
use super::{SpatialGraph, cells, delaunay, given};
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::pair::spots::Spots;
use crate::score::warning::Warning;

/// How spots become neighbours.
///
/// The neighbours N(v) of a spot are *all* other spots no farther than (1 + tie) times the distance of its k-th nearest
/// one, coincident spots included. Lattices are made of ties, and pixels blur them; with this rule the graph depends
/// neither on row order nor on rotation or rounding.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Neighborhood {
    /// u and v are neighbours when each is in the other's N.
    Mutual {
        /// The number of neighbours, at least 1.
        k: usize,
        /// The relative difference up to which distances are ties, at least 0.
        tie: f64,
    },
    /// u and v are neighbours when either is in the other's N.
    Union {
        /// The number of neighbours, at least 1.
        k: usize,
        /// The relative difference up to which distances are ties, at least 0.
        tie: f64,
    },
    /// Spots are neighbours when no farther apart than this.
    Radius(f64),
    /// Spots are the cells of a square lattice along x and y, some of which may be absent; cells that touch are neighbours.
    ///
    /// The spacing is that of the raster that the spots are of ([`Spots::cell_size`]), or else found from the positions of
    /// each slice. Mutual nearest neighbours would lead across holes.
    Grid {
        /// Whether cells that share no more than a corner touch, too: 8 neighbours instead of 4.
        corners: bool,
    },
    /// Spots are neighbours when they are so in every Delaunay triangulation of their slice.
    ///
    /// Where four spots lie on one circle, to a millionth, either diagonal would do and neither is taken: a square lattice
    /// has the sides of its squares. Spots in the same place are neighbours, and have the same ones.
    Delaunay {
        /// Edges longer than this quantile of the lengths of a slice are cut, above 0; 1 cuts none.
        quantile: f64,
    },
    /// The edges are known, as pairs of rows of the input; loops, repeats, and edges of dropped spots or across slices
    /// are removed.
    Given(Arc<[(u32, u32)]>),
}

impl Default for Neighborhood {
    fn default() -> Self {
        Self::Mutual { k: 6, tie: 0.01 }
    }
}

impl fmt::Debug for Neighborhood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mutual { k, tie } => f.debug_struct("Mutual").field("k", k).field("tie", tie).finish(),
            Self::Union { k, tie } => f.debug_struct("Union").field("k", k).field("tie", tie).finish(),
            Self::Radius(radius) => f.debug_tuple("Radius").field(radius).finish(),
            Self::Grid { corners } => f.debug_struct("Grid").field("corners", corners).finish(),
            Self::Delaunay { quantile } => f.debug_struct("Delaunay").field("quantile", quantile).finish(),
            Self::Given(edges) => write!(f, "Given({} edges)", edges.len()),
        }
    }
}

impl Neighborhood {
    /// The rule and its settings, as the provenance of a result shows them; given edges are counted, not listed.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Given(edges) => format!("Given({} edges)", edges.len()),
            rule => format!("{rule:?}"),
        }
    }

    /// Connects the spots, each slice by itself.
    ///
    /// The same graph on any number of threads. O(n) time for even densities, O(n log n) at worst, and O(n + E) memory;
    /// more than 64·n edges are an error that names the most crowded position, and so is k above 64.
    pub fn connect(&self, spots: &Spots, observer: &dyn Observer) -> Result<(SpatialGraph, Vec<Warning>)> {
        self.check()?;
        match *self {
            Self::Mutual { k, tie } => connect_slices(spots, Rule::Mutual { k, tie }, observer),
            Self::Union { k, tie } => connect_slices(spots, Rule::Union { k, tie }, observer),
            Self::Radius(radius) => connect_slices(spots, Rule::Radius(radius), observer),
            Self::Grid { corners } => Ok((cells::connect(spots, corners, observer)?, Vec::new())),
            Self::Delaunay { quantile } => Ok((delaunay::connect(spots, quantile, observer)?, Vec::new())),
            Self::Given(ref edges) => Ok((given::connect(spots, edges)?, Vec::new())),
        }
    }

    /// Refuses parameters outside their domain.
    pub(crate) fn check(&self) -> Result<()> {
        let fail = |name, domain, value| Err(Error::Parameter { name, domain, value });
        match *self {
            Self::Mutual { k: 0, .. } | Self::Union { k: 0, .. } => fail("k", "at least 1", 0.0),
            Self::Mutual { tie, .. } | Self::Union { tie, .. } if !tie.is_finite() || tie < 0.0 => {
                fail("tie", "a finite number that is not negative", tie)
            }
            Self::Mutual { k, .. } | Self::Union { k, .. } if k > EDGES_PER_SPOT => {
                fail("k", "at most 64, the most edges per spot that a graph may have", k as f64)
            }
            Self::Radius(radius) if !radius.is_finite() || radius <= 0.0 => {
                fail("radius", "a finite number above 0", radius)
            }
            Self::Radius(radius) if !(1e-150..=1e150).contains(&radius) => {
                fail("radius", "between 1e-150 and 1e150", radius)
            }
            Self::Delaunay { quantile } if !(quantile > 0.0 && quantile <= 1.0) => {
                fail("delaunay", "a quantile above 0 and at most 1", quantile)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
