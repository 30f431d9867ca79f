//! A uniform grid with its points in cell order, for even densities.

use std::ops::Range;

use crate::parallel::each;
use crate::parallel::prelude::*;

use super::{CHUNK, Nearest, Progress, Search, bounds, sort_pairs, squared_distance};
use crate::error::Result;

/// How many points a cell holds for each neighbour asked for: a neighbourhood then mostly fits into the cells around.
const POINTS_PER_NEIGHBOR: f64 = 0.45;
/// From this many times the points per cell aimed at, as seen by a point, cells are made smaller: the box is not full.
const REFINE: f64 = 1.5;
/// Up to this many times as many cells.
const MOST_REFINED: f64 = 8.0;
/// From this many times the points per cell aimed at, a tree is faster.
const CROWDED: f64 = 2.5;
/// So many that they can be numbered in 32 bits.
const MOST_CELLS: f64 = u32::MAX as f64;
/// Cell boundaries are trusted up to this part of a cell, far more than rounding moves them.
const SLACK: f64 = 1e-6;

/// Points in row-major cell order, so that neighbouring cells of a row are one run of points.
#[derive(Debug)]
pub(crate) struct Grid<const D: usize> {
    cells: Cells<D>,
    /// The first position of each cell, and the number of points at the end.
    starts: Vec<u32>,
    points: Vec<[f64; D]>,
    order: Vec<u32>,
}

/// Where the cells lie.
#[derive(Debug, Clone)]
struct Cells<const D: usize> {
    low: [f64; D],
    /// Cells per unit of length.
    per_unit: f64,
    n: [usize; D],
}

impl<const D: usize> Grid<D> {
    /// A grid for questions about `k` neighbours, or none if the points crowd in few cells.
    pub(crate) fn new(points: &[[f64; D]], k: usize) -> Option<Self> {
        let occupancy = (POINTS_PER_NEIGHBOR * k as f64).clamp(1.5, 64.0);
        let n_cells = (points.len() as f64 / occupancy).max(1.0);
        let mut cells = Cells::new(points, n_cells)?;
        let (mut sorted, mut starts) = cells.sort(points);
        let excess = crowding(&starts) / (1.0 + occupancy);
        if excess > REFINE {
            cells = Cells::new(points, n_cells * excess.min(MOST_REFINED))?;
            (sorted, starts) = cells.sort(points);
        }
        if crowding(&starts) > CROWDED * (1.0 + occupancy) {
            return None;
        }
        // In the room of what was sorted, half of which is given back.
        let mut order: Vec<u32> = sorted.into_iter().map(|(_, spot)| spot).collect();
        order.shrink_to_fit();
        let points = order.par_iter().map(|&spot| points[spot as usize]).collect();
        Some(Self { cells, starts, points, order })
    }

    /// The positions of a run of cells along the first axis.
    #[inline]
    fn run(&self, first: usize, last: usize) -> Range<usize> {
        self.starts[first] as usize..self.starts[last + 1] as usize
    }

    /// Visits the runs of the cells between two corners, in order.
    #[inline]
    fn visit_rows(&self, low: &[usize; D], high: &[usize; D], mut visit: impl FnMut(Range<usize>)) {
        let plane = if D == 3 { low[D - 1]..=high[D - 1] } else { 0..=0 };
        for z in plane {
            for y in low[1]..=high[1] {
                let row = (z * self.cells.n[1] + y) * self.cells.n[0];
                visit(self.run(row + low[0], row + high[0]));
            }
        }
    }

    /// Gathers the points within `bound` in the block of cells up to `reach` away from `home`.
    #[inline]
    fn gather(&self, position: usize, home: &[usize; D], reach: usize, bound: f64, nearest: &mut Nearest) {
        let (low, high) = self.cells.block(home, reach);
        nearest.clear();
        self.visit_rows(&low, &high, |run| {
            let itself = position.wrapping_sub(run.start);
            nearest.gather(&self.points[position], &self.points[run], itself, bound);
        });
    }

    /// Fills `nearest` for the point at a position, given the block of the point before, which may become its own.
    #[inline]
    fn nearest_in(&self, block: &mut Block<D>, position: usize, nearest: &mut Nearest) {
        let center = &self.points[position];
        let home = self.cells.of(center);
        if block.home != Some(home) {
            block.settle(self, home);
        }
        let bound = self.cells.squared_gap(center, &block.ends);
        nearest.clear();
        for run in &block.runs {
            nearest.gather(center, &self.points[run.clone()], position.wrapping_sub(run.start), bound);
        }
        if nearest.is_full() || bound == f64::INFINITY { nearest.settle() } else { self.nearest(position, nearest) }
    }

    pub(super) fn into_order(self) -> Vec<u32> {
        self.order
    }
}

/// A cell with those around it, as its points look at them one after the other.
#[derive(Debug)]
struct Block<const D: usize> {
    /// None before the first.
    home: Option<[usize; D]>,
    /// Where the points around lie: three rows in the plane, nine in space.
    runs: Vec<Range<usize>>,
    /// Its ends, see [`Cells::ends`].
    ends: [[f64; D]; 2],
}

impl<const D: usize> Default for Block<D> {
    fn default() -> Self {
        Self { home: None, runs: Vec::with_capacity(9), ends: [[0.0; D]; 2] }
    }
}

impl<const D: usize> Block<D> {
    /// Makes this the block around a cell.
    fn settle(&mut self, grid: &Grid<D>, home: [usize; D]) {
        let (cells, runs) = (&grid.cells, &mut self.runs);
        let (low, high) = cells.block(&home, 1);
        runs.clear();
        grid.visit_rows(&low, &high, |run| runs.push(run));
        self.ends = cells.ends(&home, 1);
        self.home = Some(home);
    }
}

impl<const D: usize> Search<D> for Grid<D> {
    fn points(&self) -> &[[f64; D]] {
        &self.points
    }

    fn order(&self) -> &[u32] {
        &self.order
    }

    fn nearest(&self, position: usize, nearest: &mut Nearest) {
        let home = self.cells.of(&self.points[position]);
        let mut reach = 1;
        loop {
            // What lies farther than the block's own rim might be beaten by a point outside.
            let bound = self.cells.squared_gap(&self.points[position], &self.cells.ends(&home, reach));
            self.gather(position, &home, reach, bound, nearest);
            if nearest.is_full() || bound == f64::INFINITY {
                return nearest.settle();
            }
            reach += reach.div_ceil(2);
        }
    }

    fn kth_squared_distances(&self, k: usize, progress: &Progress) -> Result<Vec<f64>> {
        let mut kth = vec![0.0; self.points.len()];
        kth.par_chunks_mut(CHUNK).enumerate().with_max_len(1).try_for_each(|(chunk, values)| {
            let (mut nearest, mut block) = (Nearest::new(k), Block::default());
            for (position, value) in (chunk * CHUNK..).zip(values.iter_mut()) {
                self.nearest_in(&mut block, position, &mut nearest);
                *value = nearest.kth();
            }
            progress.advance(values.len())
        })?;
        Ok(kth)
    }

    fn visit_within(&self, center: &[f64; D], squared: f64, from: usize, mut visit: impl FnMut(usize, f64)) {
        let (mut low, high) = self.cells.around(center, squared.sqrt());
        if from > 0 {
            // Everything from there on lies in the rows of its cell and after.
            let first = self.cells.of(&self.points[from.min(self.points.len() - 1)]);
            low[D - 1] = low[D - 1].max(first[D - 1]).min(high[D - 1]);
        }
        self.visit_rows(&low, &high, |run| {
            for position in run.start.max(from)..run.end {
                let found = squared_distance(center, &self.points[position]);
                if found <= squared {
                    visit(position, found);
                }
            }
        });
    }
}

impl<const D: usize> Cells<D> {
    /// About `target` cells; none if their number cannot be held.
    fn new(points: &[[f64; D]], target: f64) -> Option<Self> {
        let (low, high) = par_bounds(points);
        let extent: [f64; D] = std::array::from_fn(|axis| high[axis] - low[axis]);
        let per_unit = 1.0 / width(extent, target)?;
        let n = extent.map(|extent| (extent * per_unit).floor() + 1.0);
        let total: f64 = n.iter().product();
        (total <= 4.0 * target + 64.0 && total <= MOST_CELLS).then(|| Self { low, per_unit, n: n.map(|n| n as usize) })
    }

    /// The cell and index of each point in order, and the first place of each cell.
    fn sort(&self, points: &[[f64; D]]) -> (Vec<(u32, u32)>, Vec<u32>) {
        let pairs = |source: usize| {
            let first = source << 16;
            let points = points[first..].iter().take(1 << 16);
            points.zip(first as u32..).map(|(point, spot)| (self.index(&self.of(point)) as u32, spot))
        };
        let sorted = sort_pairs(points.len().div_ceil(1 << 16), pairs, self.n_cells());
        let starts = starts(&sorted, self.n_cells());
        (sorted, starts)
    }

    fn n_cells(&self) -> usize {
        self.n.iter().product()
    }

    /// How many cells a coordinate lies from the low end of its axis; grows with the coordinate.
    #[inline]
    fn along(&self, axis: usize, coordinate: f64) -> f64 {
        (coordinate - self.low[axis]) * self.per_unit
    }

    /// The cell at a place along an axis, or the nearest to it.
    #[inline]
    fn nearest_cell(&self, axis: usize, along: f64) -> usize {
        // Of all casts that suffice for so many cells this one takes the fewest instructions.
        (along as u32 as usize).min(self.n[axis] - 1)
    }

    /// The cell of a point.
    #[inline]
    fn of(&self, point: &[f64; D]) -> [usize; D] {
        std::array::from_fn(|axis| self.nearest_cell(axis, self.along(axis, point[axis])))
    }

    #[inline]
    fn index(&self, cell: &[usize; D]) -> usize {
        (0..D).rev().fold(0, |index, axis| index * self.n[axis] + cell[axis])
    }

    /// The corners of the block of cells up to `reach` away.
    #[inline]
    fn block(&self, home: &[usize; D], reach: usize) -> ([usize; D], [usize; D]) {
        let low = home.map(|cell| cell.saturating_sub(reach));
        (low, std::array::from_fn(|axis| (home[axis] + reach).min(self.n[axis] - 1)))
    }

    /// The corners of the block of cells that a ball touches.
    #[inline]
    fn around(&self, center: &[f64; D], radius: f64) -> ([usize; D], [usize; D]) {
        let reach = radius * self.per_unit + SLACK;
        let cell = |axis: usize, reach: f64| self.nearest_cell(axis, self.along(axis, center[axis]) + reach);
        (std::array::from_fn(|axis| cell(axis, -reach)), std::array::from_fn(|axis| cell(axis, reach)))
    }

    /// The ends of the block of cells up to `reach` away, in cells along each axis; infinite where nothing lies beyond.
    #[inline]
    fn ends(&self, home: &[usize; D], reach: usize) -> [[f64; D]; 2] {
        let below = |axis: usize| if home[axis] > reach { (home[axis] - reach) as f64 } else { f64::NEG_INFINITY };
        let above = |axis: usize| {
            let end = home[axis] + reach + 1;
            if end < self.n[axis] { end as f64 } else { f64::INFINITY }
        };
        [std::array::from_fn(below), std::array::from_fn(above)]
    }

    /// No point beyond the ends of a block is nearer to `center` than this.
    #[inline]
    fn squared_gap(&self, center: &[f64; D], [low, high]: &[[f64; D]; 2]) -> f64 {
        let mut gap = f64::INFINITY;
        for axis in 0..D {
            let along = self.along(axis, center[axis]);
            gap = gap.min(along - low[axis]).min(high[axis] - along);
        }
        let gap = (gap - SLACK) / self.per_unit;
        gap * gap
    }
}

fn par_bounds<const D: usize>(points: &[[f64; D]]) -> ([f64; D], [f64; D]) {
    let parts = each(points.chunks(1 << 16), bounds);
    let corners: Vec<[f64; D]> = parts.into_iter().flat_map(|(low, high)| [low, high]).collect();
    bounds(&corners)
}

/// The width of cells that cut a box into about `n_cells`; axes thinner than a cell are not cut.
fn width<const D: usize>(extent: [f64; D], n_cells: f64) -> Option<f64> {
    let mut cut = extent.map(|extent| extent > 0.0);
    let mut width = 1.0;
    for _ in 0..D {
        let axes = || (0..D).filter(|&axis| cut[axis]);
        let volume: f64 = axes().map(|axis| extent[axis]).product();
        width = match axes().count() {
            0 => 1.0,
            1 => volume / n_cells,
            2 => (volume / n_cells).sqrt(),
            _ => libm::cbrt(volume / n_cells),
        };
        (0..D).for_each(|axis| cut[axis] &= extent[axis] >= width);
    }
    (width.is_normal() && (1.0 / width).is_normal()).then_some(width)
}

/// The first place of each cell in pairs sorted by cell.
fn starts(sorted: &[(u32, u32)], n_cells: usize) -> Vec<u32> {
    let mut starts = Vec::with_capacity(n_cells + 1);
    for (place, &(cell, _)) in sorted.iter().enumerate() {
        if starts.len() <= cell as usize {
            starts.resize(cell as usize + 1, place as u32);
        }
    }
    starts.resize(n_cells + 1, sorted.len() as u32);
    starts
}

/// How many points share a cell with a point, itself included, on average.
fn crowding(starts: &[u32]) -> f64 {
    let squares: u64 = starts.windows(2).map(|pair| u64::from(pair[1] - pair[0]).pow(2)).sum();
    squares as f64 / f64::from(starts[starts.len() - 1]).max(1.0)
}
