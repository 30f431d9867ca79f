//! The neighbours of a tile's spots: certain, because all spots that could matter are at hand.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::codec::record;
use super::tile::Region;
use crate::error::{Error, Result};
use crate::graph::Neighborhood;
use crate::graph::progress::Progress;
use crate::graph::search::{Index, Nearest, Search, squared_distance};
use crate::observer::Observer;

/// A tile has at most this many edges per spot, as a slide has.
const EDGES_PER_SPOT: usize = 64;
/// The square of a distance too small to be squared.
const VANISHING: f64 = 1e-300;

/// A spot whose neighbours may lie farther away than the margin around a tile: all tiles know it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Stray {
    pub(super) position: [f64; 2],
    /// Its labels in the truth and in the matched pred.
    pub(super) labels: [u16; 2],
    /// The square of the distance up to which it looks for neighbours; before that is known, one that is not smaller.
    pub(super) limit: f64,
}
record!(Stray { position, labels, limit });

/// How neighbours are found in all tiles of a slide.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule<'a> {
    pub(super) graph: &'a Neighborhood,
    /// The number of neighbours that there are, at most as many as asked for.
    pub(super) k: usize,
    /// Spots that reach farther than this are strays.
    pub(super) margin: f64,
}

/// The spots of a tile that are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spots<'a> {
    pub(super) positions: &'a [[f64; 2]],
    pub(super) labels: &'a [[u16; 2]],
    pub(super) core: Region,
}

impl<'a> Spots<'a> {
    /// The positions of the spots of the core.
    pub(super) fn own(self) -> impl Iterator<Item = &'a [f64; 2]> + Clone {
        self.positions.iter().filter(move |position| self.core.contains(position))
    }
}

/// The spots that a tile counts at, and its edges.
#[derive(Debug, Default)]
pub(super) struct Local {
    pub(super) positions: Vec<[f64; 2]>,
    pub(super) labels: Vec<[u16; 2]>,
    /// Whether the half-edges at a spot are this tile's.
    pub(super) is_counted: Vec<bool>,
    pub(super) edges: Vec<(u32, u32)>,
    /// Whether an edge is this tile's.
    pub(super) is_owned: Vec<bool>,
}

impl Rule<'_> {
    /// The square of the margin.
    fn squared(&self) -> f64 {
        self.margin * self.margin
    }

    /// How much farther than the k-th nearest spot a neighbour may be, squared.
    fn stretch(&self) -> f64 {
        self.graph.k_and_tie().map_or(1.0, |(_, tie)| (1.0 + tie) * (1.0 + tie))
    }

    /// The strays in the core of a tile; none by a radius.
    pub(super) fn strays(&self, spots: Spots<'_>, observer: &dyn Observer) -> Result<Vec<Stray>> {
        let Some((index, limits)) = self.limits(spots, observer)? else { return Ok(Vec::new()) };
        let mut strays = Vec::new();
        for (position, (place, &limit)) in index.points().iter().zip(&limits).enumerate() {
            if spots.core.contains(place) && limit > self.squared() {
                // JSON has no word for infinity.
                let (labels, limit) = (spots.labels[index.order()[position] as usize], limit.min(f64::MAX));
                strays.push(Stray { position: *place, labels, limit });
            }
        }
        Ok(sorted(strays))
    }

    /// The squared distances from each stray to the nearest spots in the core of a tile, itself left out.
    pub(super) fn nearest(&self, spots: Spots<'_>, strays: &[Stray]) -> Vec<Vec<f64>> {
        let own: Vec<[f64; 2]> = spots.own().copied().collect();
        let index = (!own.is_empty()).then(|| Index::new(&own, self.k));
        let mut nearest = Nearest::new(self.k + 1);
        let one = |stray: &Stray| {
            nearest.clear();
            let limit = stray.limit / self.stretch() * (1.0 + 1e-9);
            if let Some(index) = index.as_ref().filter(|_| spots.core.squared_distance(&stray.position) <= limit) {
                if stray.limit < f64::MAX {
                    index.visit_within(&stray.position, limit, 0, |_, squared| nearest.see(squared));
                } else {
                    own.iter().for_each(|place| nearest.see(squared_distance(&stray.position, place)));
                }
            }
            // In its own tile the nearest spot is the stray itself.
            let from = usize::from(spots.core.contains(&stray.position));
            nearest.squared()[from..].iter().copied().filter(|squared| squared.is_finite()).take(self.k).collect()
        };
        strays.iter().map(one).collect()
    }

    /// The strays with their limits, from the distances that all tiles have found.
    pub(super) fn settled(&self, strays: &[Stray], nearest: &[Vec<f64>]) -> Vec<Stray> {
        let one = |(stray, nearest): (&Stray, &Vec<f64>)| {
            let limit = nearest.last().filter(|_| nearest.len() == self.k).map_or(0.0, |kth| kth * self.stretch());
            Stray { limit, ..stray.clone() }
        };
        strays.iter().zip(nearest).map(one).collect()
    }

    /// An index of a tile's spots, and the square of the distance up to which each looks for neighbours; none by a radius.
    fn limits(&self, spots: Spots<'_>, observer: &dyn Observer) -> Result<Option<(Index<2>, Vec<f64>)>> {
        if spots.positions.is_empty() || self.graph.k_and_tie().is_none() {
            return Ok(None);
        }
        let index = Index::new(spots.positions, self.k);
        let mut limits =
            index.kth_squared_distances(self.k, &Progress::new(observer, "graph", spots.positions.len()))?;
        if limits.iter().any(|&limit| 0.0 < limit && limit < VANISHING) {
            return Err(Error::TooClose);
        }
        limits.iter_mut().for_each(|limit| *limit *= self.stretch());
        Ok(Some((index, limits)))
    }

    /// The edges at the spots of a tile's core, and at strays as far as they are this tile's to count.
    ///
    /// An edge belongs to the tile of its first end by x, then y; one with a stray to that of its other end.
    pub(super) fn connect(&self, spots: Spots<'_>, strays: &[Stray], observer: &dyn Observer) -> Result<Local> {
        if spots.positions.is_empty() {
            return Ok(Local::default());
        }
        let (index, limits) = match (self.limits(spots, observer)?, self.graph) {
            (Some(found), _) => found,
            (None, Neighborhood::Radius(radius)) => {
                (Index::new(spots.positions, 6), vec![radius * radius; spots.positions.len()])
            }
            (None, _) => (Index::new(spots.positions, 6), Vec::new()),
        };
        let labels: Vec<[u16; 2]> = index.order().iter().map(|&spot| spots.labels[spot as usize]).collect();
        let squared = self.squared();
        let is_stray = |limit: f64| !matches!(self.graph, Neighborhood::Radius(_)) && limit > squared;
        let is_counted: Vec<bool> = index
            .points()
            .iter()
            .zip(&limits)
            .map(|(place, &limit)| spots.core.contains(place) && !is_stray(limit))
            .collect();
        let mut local = Local { positions: index.points().to_vec(), labels, is_counted, ..Local::default() };
        local.edges = self.edges(&index, &limits, &local.is_counted)?;
        let core = |spot: u32| spots.core.contains(&index.points()[spot as usize]);
        let first = |&(u, v): &(u32, u32)| {
            let (a, b) = (&index.points()[u as usize], &index.points()[v as usize]);
            if order(a, b).is_le() { u } else { v }
        };
        local.is_owned = local.edges.iter().map(|edge| core(first(edge))).collect();
        self.add_strays(&mut local, &index, &limits, strays, spots.core);
        Ok(local)
    }

    /// The edges between spots that are no strays, of which one end at least is counted here.
    fn edges(&self, index: &Index<2>, limits: &[f64], is_counted: &[bool]) -> Result<Vec<(u32, u32)>> {
        let points = index.points();
        let is_union = matches!(self.graph, Neighborhood::Union { .. });
        let squared = self.squared();
        let mut edges = Vec::with_capacity(4 * points.len());
        for u in (0..points.len()).filter(|&u| is_counted[u]) {
            let radius = if is_union { squared } else { limits[u] };
            index.visit_within(&points[u], radius, 0, |v, distance| {
                let is_near = if is_union {
                    (distance <= limits[u] || distance <= limits[v]) && limits[v] <= squared
                } else {
                    distance <= limits[v] && (limits[v] <= squared || self.graph.k_and_tie().is_none())
                };
                if is_near && u != v && (u < v || !is_counted[v]) {
                    edges.push((u as u32, v as u32));
                }
            });
            if edges.len() > EDGES_PER_SPOT * points.len() {
                let [x, y] = points[u];
                let (limit, position) = (EDGES_PER_SPOT * points.len(), format!("({x}, {y})"));
                return Err(Error::TooManyEdges {
                    limit,
                    position,
                    n_spots: edges.len() / points.len(),
                    coincident: false,
                });
            }
        }
        Ok(edges)
    }

    /// Adds the strays, and their edges to spots of the core and to each other.
    fn add_strays(&self, local: &mut Local, index: &Index<2>, limits: &[f64], strays: &[Stray], core: Region) {
        let is_union = matches!(self.graph, Neighborhood::Union { .. });
        let n_own = local.positions.len() as u32;
        for (place, stray) in (n_own..).zip(strays) {
            local.positions.push(stray.position);
            local.labels.push(stray.labels);
            local.is_counted.push(true);
            let reach = if is_union { stray.limit.max(self.squared()) } else { self.squared().min(stray.limit) };
            if core.squared_distance(&stray.position) <= reach {
                index.visit_within(&stray.position, reach, 0, |v, distance| {
                    let near = [distance <= stray.limit, distance <= limits[v]];
                    let is_near = if is_union { near[0] || near[1] } else { near[0] && near[1] };
                    if local.is_counted[v] && is_near {
                        local.edges.push((v as u32, place));
                        local.is_owned.push(true);
                    }
                });
            }
        }
        for (a, first) in strays.iter().enumerate().filter(|(_, stray)| core.contains(&stray.position)) {
            for (b, second) in strays.iter().enumerate().filter(|&(b, _)| a != b) {
                let distance = squared_distance(&first.position, &second.position);
                let near = [distance <= first.limit, distance <= second.limit];
                let is_near = if is_union { near[0] || near[1] } else { near[0] && near[1] };
                let is_first = order(&first.position, &second.position).then(a.cmp(&b)).is_lt();
                if is_near && is_first {
                    local.edges.push((n_own + a as u32, n_own + b as u32));
                    local.is_owned.push(true);
                }
            }
        }
    }
}

impl Local {
    /// The squares of the lengths of this tile's own edges.
    pub(super) fn squares(&self) -> impl Iterator<Item = f64> {
        let square = |&(u, v): &(u32, u32)| squared_distance(&self.positions[u as usize], &self.positions[v as usize]);
        self.edges.iter().zip(&self.is_owned).filter(|(_, is_owned)| **is_owned).map(move |(edge, _)| square(edge))
    }
}

/// Strays in an order that no tile decides.
pub(super) fn sorted(mut strays: Vec<Stray>) -> Vec<Stray> {
    strays.sort_by(|a, b| order(&a.position, &b.position).then(a.labels.cmp(&b.labels)));
    strays
}

/// The k smallest distances of two tiles, for every stray.
pub(super) fn merge(a: Vec<Vec<f64>>, b: Vec<Vec<f64>>, k: usize) -> Vec<Vec<f64>> {
    let both = |(mut a, b): (Vec<f64>, Vec<f64>)| {
        a.extend(b);
        a.sort_unstable_by(f64::total_cmp);
        a.truncate(k);
        a
    };
    a.into_iter().zip(b).map(both).collect()
}

/// By x, then y.
pub(super) fn order(a: &[f64; 2], b: &[f64; 2]) -> Ordering {
    // Adding 0 makes both zeros one.
    (a[0] + 0.0).total_cmp(&(b[0] + 0.0)).then((a[1] + 0.0).total_cmp(&(b[1] + 0.0)))
}
