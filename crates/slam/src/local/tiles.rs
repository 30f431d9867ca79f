//! Edges in tiles: a run of memory for every part of the plane.

use rayon::prelude::*;

use super::cells::Space;
use super::pieces::Pieces;
use crate::buckets;

/// About so many edges to a tile, and at most as many to a piece.
const PIECE: usize = 1 << 12;
/// More tiles than this are too many places to write to in turns.
const MOST_TILES: usize = 1 << 10;
/// How many threads may put edges into tiles.
const N_GROUPS: usize = 16;

/// All edges, tile by tile.
pub(super) struct Tiles<R> {
    records: Vec<R>,
    sizes: Vec<usize>,
}

impl<R: Copy + Default + Send + Sync> Tiles<R> {
    /// Puts edges into tiles of one size.
    pub(super) fn new<S: Space<Record = R>>(space: &S, records: &[R]) -> Self {
        let chunks: Vec<&[R]> = records.chunks(PIECE).collect();
        let boxes: Vec<S::Extents> = chunks.par_iter().map(|chunk| space.extents(chunk)).collect();
        let extents = boxes.iter().fold(space.extents(&[]), |all, chunk| S::join(&all, chunk));
        let n_tiles = (records.len() / PIECE).clamp(1, MOST_TILES) as f64;
        let per_axis = if S::AXES == 2 { n_tiles.sqrt() } else { libm::cbrt(n_tiles) }.ceil() as u32;
        let scales: [(f64, f64); 3] = std::array::from_fn(|axis| {
            let (low, high) = if axis < S::AXES { S::interval(&extents, axis) } else { (0.0, 0.0) };
            (low, f64::from(per_axis) / (high - low))
        });
        let tile = |record: &R| {
            let along = |axis: usize| ((space.coordinate(record, axis) - scales[axis].0) * scales[axis].1) as u32;
            (0..S::AXES).fold(0, |tile, axis| tile * per_axis + along(axis).min(per_axis - 1)) as usize
        };
        let groups: Vec<Vec<&[R]>> = chunks.chunks(chunks.len().div_ceil(N_GROUPS).max(1)).map(<[_]>::to_vec).collect();
        let mut room = vec![R::default(); records.len()];
        let sizes = buckets::fill(&groups, &mut room, per_axis.pow(S::AXES as u32) as usize, tile);
        Self { records: room, sizes }
    }

    /// All as one cell, crowded tiles in several pieces.
    pub(super) fn pieces<S: Space<Record = R>>(&mut self, space: &S) -> Pieces<'_, S> {
        let tiles = buckets::split(&mut self.records, self.sizes.iter().copied());
        Pieces::new(space, tiles.into_iter().flat_map(|tile| tile.chunks_mut(PIECE)).collect())
    }
}
