//! The pairs of spots that a rule connects, slice by slice.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::SpatialGraph;
use super::crowd::{self, EDGES_PER_SPOT};
use super::lattice;
use super::progress::Progress;
use super::search::{CHUNK, Index, Search, Vicinity, sort_pairs};
use super::steps::Steps;
use crate::chunks::chunks;
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::pair::spots::Spots;
use crate::parallel::prelude::*;
use crate::score::warning::Warning;

/// A rule that looks at positions.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// Each is among the other's nearest.
    Mutual { k: usize, tie: f64 },
    /// Either is among the other's nearest.
    Union { k: usize, tie: f64 },
    /// No farther apart than this.
    Radius(f64),
}

/// The square of a distance too small to be squared.
const VANISHING: f64 = 1e-300;

/// Connects spots by a rule, each slice by itself.
pub(super) fn connect_slices(
    spots: &Spots,
    rule: Rule,
    observer: &dyn Observer,
) -> Result<(SpatialGraph, Vec<Warning>)> {
    if spots.dimensions() == 2 {
        Builder::<2>::new(spots, rule, observer).connect()
    } else {
        Builder::<3>::new(spots, rule, observer).connect()
    }
}

/// What all slices share.
struct Builder<'a, const D: usize> {
    spots: &'a Spots,
    rule: Rule,
    progress: Progress<'a>,
    /// How many edges have been found.
    n_edges: AtomicUsize,
    found: Vec<Partners>,
    /// The smallest number of neighbours that a slice has to offer, if fewer than asked for.
    available: Option<usize>,
    is_square: bool,
}

/// The pairs of one slice, by positions in its index: a third of a list of their ends, and in place when that is made.
struct Partners {
    /// The spot at each position.
    names: Vec<u32>,
    /// The steps from positions to their partners, so many positions' in a chunk.
    chunks: Vec<Steps>,
}

impl Partners {
    fn chunks(&self) -> impl Iterator<Item = (&Self, usize)> {
        (0..self.chunks.len()).map(move |chunk| (self, chunk))
    }

    /// The pairs of a chunk, the smaller spot first.
    fn pairs(&self, chunk: usize) -> impl Iterator<Item = (u32, u32)> {
        self.chunks[chunk].pairs((chunk * CHUNK) as u32).map(|(from, to)| {
            let [u, v] = [from, to].map(|position| self.names[position as usize]);
            (u.min(v), u.max(v))
        })
    }
}

impl<'a, const D: usize> Builder<'a, D> {
    fn new(spots: &'a Spots, rule: Rule, observer: &'a dyn Observer) -> Self {
        let progress = Progress::new(observer, "graph", 2 * spots.n_spots());
        Self {
            spots,
            rule,
            progress,
            n_edges: AtomicUsize::new(0),
            found: Vec::new(),
            available: None,
            is_square: false,
        }
    }

    fn connect(mut self) -> Result<(SpatialGraph, Vec<Warning>)> {
        let points = chunks::<D>(self.spots.coordinates()).0;
        if self.spots.slices().is_none() {
            self.connect_slice(points, None)?;
        } else {
            for slice in self.spots.by_slice() {
                let points: Vec<_> = slice.iter().map(|&spot| points[spot as usize]).collect();
                self.connect_slice(&points, Some(&slice))?;
            }
        }
        let n_spots = self.spots.n_spots();
        if n_spots > 1 && points.iter().all(|point| *point == points[0]) {
            return Err(Error::OnePlace(n_spots));
        }
        let warnings = self.warnings();
        let sources: Vec<(&Partners, usize)> = self.found.iter().flat_map(Partners::chunks).collect();
        let edges = sort_pairs(sources.len(), |source| sources[source].0.pairs(sources[source].1), n_spots);
        Ok((SpatialGraph::from_sorted(n_spots, edges), warnings))
    }

    /// Connects the spots of one slice, which are `names`, or all spots.
    fn connect_slice(&mut self, points: &[[f64; D]], names: Option<&[u32]>) -> Result<()> {
        let k = match self.rule {
            Rule::Mutual { k, .. } | Rule::Union { k, .. } => self.offer(k, points.len()),
            Rule::Radius(_) => 6,
        };
        if points.len() < 2 {
            return self.progress.advance(2 * points.len());
        }
        let index = Index::new(points, k);
        let limits = self.limits(&index, k)?;
        self.check_heaps(&index, &limits, k)?;
        let chunks = self.enumerate(&index, &limits)?;
        let order = index.into_order();
        let names = names.map(|names| order.iter().map(|&local| names[local as usize]).collect());
        self.found.push(Partners { names: names.unwrap_or(order), chunks });
        Ok(())
    }

    /// As many neighbours as asked for, or as there are.
    fn offer(&mut self, k: usize, n: usize) -> usize {
        let others = n.saturating_sub(1);
        if n > 0 && others < k {
            self.available = Some(self.available.map_or(others, |available| available.min(others)));
        }
        k.min(others)
    }

    /// The squared distance up to which each spot looks for neighbours, by position.
    fn limits(&mut self, index: &Index<D>, k: usize) -> Result<Vec<f64>> {
        let (Rule::Mutual { tie, .. } | Rule::Union { tie, .. }) = self.rule else {
            return Ok(Vec::new());
        };
        let mut limits = index.kth_squared_distances(k, &self.progress)?;
        // Squared before it is multiplied, so that without a tolerance the k-th neighbour itself stays within.
        let stretch = (1.0 + tie) * (1.0 + tie);
        limits.par_iter_mut().for_each(|limit| *limit *= stretch);
        self.is_square |= (5..8).contains(&k) && lattice::is_square(index);
        Ok(limits)
    }

    /// Notices heaps of spots in one place before their pairs are stored, and spots whose distances vanish when squared.
    fn check_heaps(&self, index: &Index<D>, limits: &[f64], k: usize) -> Result<()> {
        let may_be_heaps = match (self.rule, index) {
            (Rule::Radius(_), Index::Tree(_)) => true,
            // Where points share cells as rarely as in a grid, those in one place are few.
            (Rule::Radius(_), Index::Grid(_)) => false,
            (Rule::Mutual { .. } | Rule::Union { .. }, _) => limits.par_iter().any(|limit| *limit < VANISHING),
        };
        if !may_be_heaps {
            return Ok(());
        }
        let (n_pairs, sizes) = crowd::coincident(index.points());
        if limits.iter().zip(&sizes).any(|(&limit, &size)| limit < VANISHING && size as usize <= k) {
            return Err(Error::TooClose);
        }
        self.n_edges.fetch_add(n_pairs, Ordering::Relaxed);
        let is_crowded = self.is_crowded();
        self.n_edges.fetch_sub(n_pairs, Ordering::Relaxed);
        if is_crowded { Err(self.crowd()) } else { Ok(()) }
    }

    /// The steps from the spots of the slice to their partners, by position and in chunks: every pair at one of its ends.
    fn enumerate(&self, index: &Index<D>, limits: &[f64]) -> Result<Vec<Steps>> {
        let n = index.points().len();
        // Made here and not by the threads, whose allocators would keep the room to themselves when it is free again.
        let room = |_| Steps::with_capacity(5 * CHUNK.min(n));
        let mut chunks: Vec<Steps> = (0..n.div_ceil(CHUNK)).map(room).collect();
        chunks.par_iter_mut().enumerate().with_max_len(1).try_for_each(|(chunk, steps)| {
            let positions = chunk * CHUNK..n.min((chunk + 1) * CHUNK);
            let (mut uncounted, mut vicinity) = (0, Vicinity::default());
            for u in positions.clone() {
                if self.is_crowded() {
                    break;
                }
                self.visit_partners(index, limits, u, &mut vicinity, |v| {
                    steps.push(u, v);
                    uncounted += 1;
                });
                steps.go_on();
                if uncounted > CHUNK {
                    self.n_edges.fetch_add(std::mem::take(&mut uncounted), Ordering::Relaxed);
                }
            }
            self.n_edges.fetch_add(uncounted, Ordering::Relaxed);
            self.progress.advance(positions.len())
        })?;
        if self.is_crowded() { Err(self.crowd()) } else { Ok(chunks) }
    }

    /// Visits the partners of `u` so that every pair is met at one of its ends.
    #[inline]
    fn visit_partners(
        &self,
        index: &Index<D>,
        limits: &[f64],
        u: usize,
        vicinity: &mut Vicinity<D>,
        mut visit: impl FnMut(usize),
    ) {
        let limit = |u: usize| limits[u];
        match self.rule {
            Rule::Mutual { .. } => index.visit_around(u, limit, u + 1, vicinity, |v, squared| {
                if squared <= limits[v] {
                    visit(v);
                }
            }),
            Rule::Union { .. } => index.visit_around(u, limit, 0, vicinity, |v, squared| {
                if u < v || (v < u && limits[v] < squared) {
                    visit(v);
                }
            }),
            Rule::Radius(radius) => index.visit_around(u, |_| radius * radius, u + 1, vicinity, |v, _| visit(v)),
        }
    }

    /// Whether there are more edges than a neighbour graph has; from then on none are looked for.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.n_edges.load(Ordering::Relaxed) > EDGES_PER_SPOT * self.spots.n_spots()
    }

    fn crowd(&self) -> Error {
        match self.rule {
            Rule::Radius(radius) => crowd::most_crowded(self.spots, Some(radius)),
            Rule::Mutual { .. } | Rule::Union { .. } => crowd::most_crowded(self.spots, None),
        }
    }

    fn warnings(&self) -> Vec<Warning> {
        let (Rule::Mutual { k, .. } | Rule::Union { k, .. }) = self.rule else {
            return Vec::new();
        };
        let few = self.available.map(|available| Warning::FewerSpotsThanNeighbors { k, available });
        few.into_iter().chain(self.is_square.then_some(Warning::SquareLattice { k })).collect()
    }
}
