//! One slide in tiles: what each tile knows, and how that adds up to the score of the whole, to the same bits.
//!
//! A [`Plan`] learns in a few rounds what all tiles must know: from each it takes a [`Tally`], and the sum of all tallies
//! makes the next plan. Once it is ready every tile gives a [`Partial`], and their sum is finished to a [`Score`]. Each
//! of these travels as bytes, so that any engine can spread the work.
//!
//! ```
//! use slam::partial::{Partial, Plan, Region, Tally, Tile};
//!
//! // A slide of 400 spots in two tiles; each holds all spots here, which is more than it needs.
//! let positions: Vec<[f64; 2]> = (0..400).map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect();
//! let label = |x: f64| if x < 10.0 { "a" } else { "b" };
//! let tile = |low: f64, high: f64| {
//!     let truth = positions.iter().map(|place| label(place[0]));
//!     let pred = positions.iter().map(|place| label(place[0] - 1.0));
//!     let core = Region { low: [low, f64::NEG_INFINITY], high: [high, f64::INFINITY] };
//!     Tile::new(positions.clone(), truth, pred, core, f64::INFINITY)
//! };
//! let tiles = [tile(f64::NEG_INFINITY, 7.5)?, tile(7.5, f64::INFINITY)?];
//!
//! let mut plan = Plan::new(&slam::Options::default())?;
//! while !plan.is_ready() {
//!     let sum = Tally::of(&tiles[0], &plan, &())?.plus(Tally::of(&tiles[1], &plan, &())?)?;
//!     plan = plan.after(&sum, &())?;
//! }
//! let sum = Partial::of(&tiles[0], &plan, &())?.plus(Partial::of(&tiles[1], &plan, &())?)?;
//! let score = sum.finish(&plan, &())?;
//! assert_eq!(score.n_spots, 400);
//! # Ok::<(), slam::Error>(())
//! ```
//!
//! [`Score`]: crate::Score

pub(crate) mod codec;
mod tile;
mod stamp;
mod labels;
mod lengths;
mod body;
mod survey;
mod reach;
mod plan;
mod json;
mod finish;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::adjusted::tiled::{Geometry, Nodes, TileLabels, Tiled};
use crate::error::{Error, Result};
use crate::graph::lattice;
use crate::graph::search::Index;
use crate::observer::Observer;

use codec::record;
pub use plan::{Plan, Tally};
use reach::{Local, Spots};
use stamp::Stamp;
pub use tile::{Region, Tile};

/// What a tile, or several, know of a slide. Partials of tiles that do not overlap add up, in any order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Partial {
    stamp: Stamp,
    n_spots: u64,
    n_edges: u64,
    /// The edges by kind in the truth and in the matched pred, where unmatched labels have kinds of their own.
    flow: Vec<[u64; 3]>,
    /// Spots looked at, and those that have the neighbours of a square lattice.
    square: [u64; 2],
    /// What the cells hold, labels matched.
    cells: Tiled,
    /// The same if splitting a domain is forgiven, where that differs.
    forgiven: Option<Tiled>,
}
record!(Partial { stamp, n_spots, n_edges, flow, square, cells, forgiven });

impl Partial {
    /// What a tile knows, by a plan that is ready.
    pub fn of(tile: &Tile, plan: &Plan, observer: &dyn Observer) -> Result<Self> {
        let geometry = plan.geometry().filter(|_| plan.is_ready()).ok_or(Error::Unplanned)?;
        let (labels, kept) = plan.read(tile)?;
        let spots = Spots { positions: &kept.positions, labels: &kept.labels, core: tile.core };
        let local = plan.connect(labels, spots, observer)?;
        let matched = |pred: u16| labels.matched_code(pred);
        let cells = tiled(&geometry, &labels.as_matched(), &local, tile, plan, matched)?;
        let forgiven = labels.as_forgiven().map(|(forgiven, codes)| {
            tiled(&geometry, &forgiven, &local, tile, plan, |pred| codes[usize::from(matched(pred))])
        });
        Ok(Self {
            stamp: plan.stamp(),
            n_spots: kept.positions.iter().filter(|place| tile.core.contains(place)).count() as u64,
            n_edges: local.is_owned.iter().filter(|is_owned| **is_owned).count() as u64,
            flow: flow(&local, matched),
            square: square(&kept.positions, plan.k(labels)),
            cells,
            forgiven: forgiven.transpose()?,
        })
    }

    /// What two tiles know, or several on either side; of other settings, labels or plans it is an error that says so.
    pub fn plus(self, other: Self) -> Result<Self> {
        self.stamp.agrees(&other.stamp)?;
        let mut cells: BTreeMap<[u64; 2], u64> = BTreeMap::new();
        for [truth, pred, n_edges] in self.flow.into_iter().chain(other.flow) {
            *cells.entry([truth, pred]).or_default() += n_edges;
        }
        Ok(Self {
            stamp: self.stamp,
            n_spots: self.n_spots + other.n_spots,
            n_edges: self.n_edges + other.n_edges,
            flow: cells.into_iter().map(|([truth, pred], n_edges)| [truth, pred, n_edges]).collect(),
            square: [self.square[0] + other.square[0], self.square[1] + other.square[1]],
            cells: self.cells.plus(other.cells),
            forgiven: self.forgiven.zip(other.forgiven).map(|(a, b)| a.plus(b)),
        })
    }

    /// The partial as bytes, with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::seal("partial", self)
    }

    /// The partial that bytes hold.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        codec::open("partial", bytes)
    }

    /// The number of spots that were counted.
    pub fn n_spots(&self) -> u64 {
        self.n_spots
    }
}

/// What a tile knows of the cells, with pred labels as `code` has them.
fn tiled(
    geometry: &Geometry,
    labels: &TileLabels,
    local: &Local,
    tile: &Tile,
    plan: &Plan,
    code: impl Fn(u16) -> u16,
) -> Result<Tiled> {
    let truth: Vec<u16> = local.labels.iter().map(|labels| labels[0]).collect();
    let pred: Vec<u16> = local.labels.iter().map(|labels| code(labels[1])).collect();
    let shared: Vec<[f64; 2]> = plan.strays().iter().map(|stray| stray.position).collect();
    let is_own: Vec<bool> = local.positions.iter().map(|position| tile.core.contains(position)).collect();
    let nodes = Nodes {
        positions: &local.positions,
        truth: &truth,
        pred: &pred,
        is_counted: &local.is_counted,
        edges: &local.edges,
        shared: &shared,
        is_own: &is_own,
        core: [tile.core.low, tile.core.high],
    };
    Tiled::of(geometry, labels, &nodes).ok_or(Error::TooManyNeighbors)
}

/// A tile's own edges by kind in truth and pred, with pred labels as `code` has them.
fn flow(local: &Local, code: impl Fn(u16) -> u16) -> Vec<[u64; 3]> {
    let mut cells: BTreeMap<[u16; 2], u64> = BTreeMap::new();
    for (&(u, v), _) in local.edges.iter().zip(&local.is_owned).filter(|(_, is_owned)| **is_owned) {
        let [a, b] = [u, v].map(|spot| local.labels[spot as usize]).map(|[truth, pred]| [truth, code(pred)]);
        let kind = |side: usize| if a[side] == b[side] { a[side] + 1 } else { 0 };
        *cells.entry([kind(0), kind(1)]).or_default() += 1;
    }
    cells.into_iter().map(|(kinds, n_edges)| [kinds[0].into(), kinds[1].into(), n_edges]).collect()
}

/// How many spots of a sample there are, and how many look like those of a square lattice.
fn square(positions: &[[f64; 2]], k: usize) -> [u64; 2] {
    if !(5..8).contains(&k) || positions.is_empty() {
        return [0; 2];
    }
    let (n_looked_at, n_square) = lattice::sample(&Index::new(positions, k));
    [n_looked_at as u64, n_square as u64]
}
