//! How many spots a shift can keep at most, without looking at every spot.

use super::grid::{FRACTION, Grid};
use super::raster::Raster;

/// About this many spots to a block.
const SPOTS_PER_BLOCK: usize = 8;
/// At most this many blocks.
const MOST_BLOCKS: usize = 4096;

/// Blocks of cells: how many spots each holds, and whether a place in it can belong to a spot.
///
/// Most shifts keep too few spots. The blocks that touch no tissue after the shift prove it in a few thousand steps.
#[derive(Debug)]
pub(super) struct Blocks<const D: usize> {
    /// The side of a block, in parts of cells.
    side: i64,
    n: [usize; D],
    /// The corner of each block that holds spots, and how many.
    sizes: Vec<([i64; D], usize)>,
    is_tissue: Vec<bool>,
}

impl<const D: usize> Blocks<D> {
    /// The blocks of a raster on a grid.
    pub(super) fn new(grid: &Grid<D>, raster: &Raster) -> Self {
        let n = grid.n;
        let target = (grid.spots.len() / SPOTS_PER_BLOCK).clamp(1, MOST_BLOCKS) as f64;
        let ratio = grid.n_cells() as f64 / target;
        let width = if D == 2 { ratio.sqrt() } else { libm::cbrt(ratio) }.ceil().max(1.0) as usize;
        let side = i64::from(width as u32) << FRACTION;
        let counts = n.map(|n| n.div_ceil(width));
        let mut blocks = Self { side, n: counts, sizes: Vec::new(), is_tissue: vec![false; counts.iter().product()] };
        for (row, cells) in raster.codes.chunks(n[0]).enumerate() {
            let mut rest = row;
            let corner: [usize; D] = std::array::from_fn(|axis| {
                let along = if axis == 0 { 0 } else { rest % n[axis] };
                rest = if axis == 0 { rest } else { rest / n[axis] };
                along / width
            });
            let first = blocks.index(&corner);
            for (block, cells) in cells.chunks(width).enumerate() {
                blocks.is_tissue[first + block] |= cells.iter().any(|&code| code != raster.none);
            }
        }
        blocks.sizes = blocks.sizes(grid);
        blocks
    }

    fn sizes(&self, grid: &Grid<D>) -> Vec<([i64; D], usize)> {
        let mut sizes = vec![0; self.is_tissue.len()];
        for spot in 0..grid.spots.len() {
            let corner = grid.place(spot).map(|along| (i64::from(along) / self.side) as usize);
            sizes[self.index(&corner)] += 1;
        }
        let corner = |block: usize| {
            let mut rest = block;
            std::array::from_fn(|axis| {
                let along = rest % self.n[axis];
                rest /= self.n[axis];
                i64::from(along as u32) * self.side
            })
        };
        let all = sizes.into_iter().enumerate();
        all.filter(|(_, size)| *size > 0).map(|(block, size)| (corner(block), size)).collect()
    }

    fn index(&self, corner: &[usize; D]) -> usize {
        (0..D).rev().fold(0, |index, axis| index * self.n[axis] + corner[axis].min(self.n[axis] - 1))
    }

    /// A step keeps no more spots than this.
    pub(super) fn most(&self, step: &[i32; D]) -> usize {
        self.sizes.iter().filter(|(corner, _)| self.touches(corner, step)).map(|(_, size)| size).sum()
    }

    /// Whether a block touches tissue after a step.
    fn touches(&self, corner: &[i64; D], step: &[i32; D]) -> bool {
        let firsts: [i64; D] = std::array::from_fn(|axis| (corner[axis] + i64::from(step[axis])).div_euclid(self.side));
        // A moved block lies on two blocks of every axis.
        (0..1_u32 << D).any(|which| {
            let mut index = 0;
            for axis in (0..D).rev() {
                let along = firsts[axis] + i64::from(which >> axis & 1);
                // Negative ones become large, and are outside as well.
                if along as usize >= self.n[axis] {
                    return false;
                }
                index = index * self.n[axis] + along as usize;
            }
            self.is_tissue[index]
        })
    }
}
