//! Fine cells over the ground of a slice, and the spots in their order.

use std::ops::Range;

use super::field::{Field, in_space};
use super::raster::LANES;
use crate::graph::search::{Search, sort_pairs};
use crate::parallel::each;
use crate::parallel::prelude::*;

/// Cells to the distance of sixth neighbours, in the plane and in space.
const CELLS_PER_SPACING: [f64; 2] = [4.0, 3.0];
/// No more cells than this for each spot.
const MOST_CELLS_PER_SPOT: usize = 64;
/// No more cells than this along an axis, so that places fit into 32 bits.
const MOST_CELLS_PER_AXIS: f64 = (1 << 21) as f64;
/// Places are known to 1/256 of a cell.
pub(super) const FRACTION: u32 = 8;

/// Where the cells lie, and the spots row by row, in order of x.
#[derive(Debug)]
pub(super) struct Grid<const D: usize> {
    low: [f64; D],
    per_unit: f64,
    /// The number of cells along each axis. Invariant: none of the outermost ones is within reach of a spot.
    pub(super) n: [usize; D],
    /// The radius of the ground, in cells.
    pub(super) radius: f64,
    pub(super) spots: Vec<Spot<D>>,
    /// The rows of cells that hold spots.
    rows: Vec<Row>,
    /// The place of each spot along x, in parts of cells.
    along: Vec<i32>,
    /// What its places along y and z exceed those of its row by.
    fractions: Vec<[u8; 2]>,
}

/// A spot in units of cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<const D: usize> {
    pub(super) at: [f64; D],
    row: u32,
    /// The position in the index of the ground.
    pub(super) position: u32,
}

/// The spots of one row of cells.
#[derive(Debug)]
struct Row {
    row: u32,
    spots: Range<usize>,
}

impl<const D: usize> Grid<D> {
    /// Cells about a quarter of the spacing wide, as long as they do not outnumber the spots by far.
    pub(super) fn new(field: &Field<D>) -> Self {
        // A radius is ¾ of the spacing.
        let mut width = field.radius / 0.75 / CELLS_PER_SPACING[D - 2];
        let most = (MOST_CELLS_PER_SPOT * field.n_spots() + 4096).min(1 << 31) as f64;
        // Beyond the spots there is room for whatever lies within reach of one, in rows of whole lanes.
        let margin = |width: f64| (field.radius / width).ceil() + 2.0;
        let n = loop {
            let n = field.extent.map(|side| (side / width).floor() + 1.0 + 2.0 * margin(width) + LANES as f64);
            if n.iter().product::<f64>() <= most && n.iter().all(|&n| n <= MOST_CELLS_PER_AXIS) {
                break n.map(|n| n as usize);
            }
            width *= 1.25;
        };
        let low = std::array::from_fn(|axis| field.low[axis] - margin(width) * width);
        let (spots, rows, along, fractions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut grid =
            Self { low, per_unit: 1.0 / width, n, radius: field.radius / width, spots, rows, along, fractions };
        grid.fill(field.index.points());
        grid
    }

    fn fill(&mut self, points: &[[f64; D]]) {
        let spot = |position: usize| {
            let at: [f64; D] = std::array::from_fn(|axis| (points[position][axis] - self.low[axis]) * self.per_unit);
            let along = |axis: usize| (parts(at[axis]) >> FRACTION) as usize;
            let row = (1..D).rev().fold(0, |row, axis| row * self.n[axis] + along(axis));
            Spot { at, row: row as u32, position: position as u32 }
        };
        let pairs = |_| (0..points.len()).map(|position| (spot(position).row, position as u32));
        let sorted = sort_pairs(1, pairs, self.n[1..].iter().product());
        let mut spots: Vec<Spot<D>> = sorted.into_par_iter().map(|(_, position)| spot(position as usize)).collect();
        let in_rows: Vec<&mut [Spot<D>]> = spots.chunk_by_mut(|a, b| a.row == b.row).collect();
        each(in_rows, |row| row.sort_unstable_by(|a, b| in_space(&a.at, &b.at)));
        let mut start = 0;
        for row in spots.chunk_by(|a, b| a.row == b.row) {
            self.rows.push(Row { row: row[0].row, spots: start..start + row.len() });
            start += row.len();
        }
        self.along = spots.iter().map(|spot| parts(spot.at[0])).collect();
        let fraction = |at: f64| (parts(at) & ((1 << FRACTION) - 1)) as u8;
        self.fractions = spots.iter().map(|spot| [fraction(spot.at[1]), fraction(spot.at[D - 1])]).collect();
        self.spots = spots;
    }

    pub(super) fn n_cells(&self) -> usize {
        self.n.iter().product()
    }

    /// The number of cells in a layer: all that share the coordinate along the last axis.
    pub(super) fn layer(&self) -> usize {
        self.n[..D - 1].iter().product()
    }

    /// The spots whose cells lie in some layers, cut to those there are.
    pub(super) fn in_layers(&self, first: i64, last: i64) -> Range<usize> {
        let rows_per_layer = self.layer() / self.n[0];
        let place = |layer: i64| {
            let bound = layer.max(0) as usize * rows_per_layer;
            self.spots.partition_point(|spot| (spot.row as usize) < bound)
        };
        place(first)..place(last + 1)
    }

    /// A shift in parts of cells.
    pub(super) fn step(&self, shift: &[f64; D]) -> [i32; D] {
        shift.map(|shift| parts(shift * self.per_unit))
    }

    /// The place of a spot in parts of cells.
    pub(super) fn place(&self, spot: usize) -> [i32; D] {
        self.spots[spot].at.map(parts)
    }

    /// Visits the spots that a step leaves inside, with their cells; some that end up in the outermost cells are left out.
    ///
    /// A row moves as one, but for the spots that their fraction of a cell carries over to the next row.
    #[inline]
    pub(super) fn visit(&self, step: &[i32; D], mut visit: impl FnMut(usize, usize)) {
        let width = i32::try_from(self.n[0] << FRACTION).unwrap_or(i32::MAX);
        let (first_x, end_x) = (-step[0], width - step[0]);
        let carry: [i32; D] = step.map(|step| step & ((1 << FRACTION) - 1));
        for row in &self.rows {
            let Some(landing) = self.landing(row.row as usize, step) else { continue };
            let along = &self.along[row.spots.clone()];
            let range = along.partition_point(|&x| x < first_x)..along.partition_point(|&x| x < end_x);
            let first = row.spots.start + range.start;
            let spots = along[range.clone()].iter().zip(&self.fractions[row.spots.clone()][range]);
            for (spot, (&x, fractions)) in (first..).zip(spots) {
                let mut cell = landing + ((x + step[0]) >> FRACTION) as usize;
                let mut stride = self.n[0];
                for axis in 1..D {
                    let carried = (i32::from(fractions[axis - 1]) + carry[axis]) >> FRACTION;
                    cell += if carried == 0 { 0 } else { stride };
                    stride *= self.n[axis];
                }
                visit(spot, cell);
            }
        }
    }

    /// The first cell of the row that a row ends up in, unless it is one of the outermost or beyond.
    fn landing(&self, row: usize, step: &[i32; D]) -> Option<usize> {
        let (mut rest, mut landing, mut stride) = (row, 0, self.n[0]);
        for axis in 1..D {
            let along = i64::from((rest % self.n[axis]) as u32) + i64::from(step[axis] >> FRACTION);
            // Negative ones become large, and are beyond as well.
            if along as usize >= self.n[axis] - 1 {
                return None;
            }
            rest /= self.n[axis];
            landing += along as usize * stride;
            stride *= self.n[axis];
        }
        Some(landing)
    }

    /// The cell of a spot after a step, or none outside.
    pub(super) fn cell(&self, spot: usize, step: &[i32; D]) -> Option<usize> {
        let place = self.place(spot);
        let mut cell = 0;
        for axis in (0..D).rev() {
            // Negative ones become large, and are outside as well.
            let along = ((place[axis] + step[axis]) >> FRACTION) as u32 as usize;
            if along >= self.n[axis] {
                return None;
            }
            cell = cell * self.n[axis] + along;
        }
        Some(cell)
    }
}

/// A length in parts of cells.
fn parts(cells: f64) -> i32 {
    (cells * f64::from(1_u32 << FRACTION)).round() as i32
}
