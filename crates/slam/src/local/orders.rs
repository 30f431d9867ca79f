//! The edges in order along every axis, so that no cell need be sorted or searched.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::buckets::sort_in_buckets;
use super::record::{Kinds, Record};

/// An edge by its ranks: its place among all edges along each axis.
///
/// Edges are ranked by the coordinate on the axis, then by the others in order, then by kinds, then by mass, so that every
/// rank stands for one edge.
pub(super) type Ranks<const D: usize> = [u32; D];

/// All edges along every axis.
pub(super) struct Orders<const D: usize> {
    /// For each axis the edges by rank.
    pub(super) ranks: [Vec<Ranks<D>>; D],
    /// For each axis the coordinates by rank.
    pub(super) coordinates: [Vec<f64>; D],
    /// The kinds by rank along the first axis.
    pub(super) kinds: Vec<Kinds>,
    /// The masses by rank along the first axis, 1 where none.
    pub(super) masses: Option<Vec<f64>>,
}

impl<const D: usize> Orders<D> {
    /// The orders of the given edges; `record` tells what is known of an edge.
    pub(super) fn new(edges: &[u32], record: impl Fn(u32) -> Record<D> + Sync, weights: Option<&[f64]>) -> Self {
        let records = sort(edges, record, weights);
        let others: Vec<_> = (1..D).into_par_iter().map(|axis| rank(&records, axis)).collect();
        let rank = |edge: usize, axis: usize| match axis {
            0 => edge as u32,
            _ => others[axis - 1].1[edge].load(Ordering::Relaxed),
        };
        let ranks = |edge: usize| std::array::from_fn(|axis| rank(edge, axis));
        let along = |axis: usize| match axis {
            0 => (0..records.len()).into_par_iter().map(ranks).collect(),
            _ => others[axis - 1].0.par_iter().map(|&(_, edge)| ranks(edge as usize)).collect(),
        };
        let coordinates = |axis: usize| match axis {
            0 => records.par_iter().map(|record| record.place[0]).collect(),
            _ => others[axis - 1].0.par_iter().map(|&(coordinate, _)| coordinate).collect(),
        };
        Self {
            ranks: std::array::from_fn(along),
            coordinates: std::array::from_fn(coordinates),
            kinds: records.par_iter().map(|record| record.kinds).collect(),
            masses: weights.map(|weights| records.par_iter().map(|record| record.mass(weights)).collect()),
        }
    }
}

/// The edges in order along the first axis.
fn sort<const D: usize>(
    edges: &[u32],
    record: impl Fn(u32) -> Record<D> + Sync,
    weights: Option<&[f64]>,
) -> Vec<Record<D>> {
    let nothing = Record { place: [0.0; D], kinds: Kinds { truth: 0, pred: 0 }, edge: 0 };
    let room = (0..edges.len()).into_par_iter().map(|_| nothing).collect();
    let by_all = |bucket: &mut [Record<D>]| bucket.sort_unstable_by(|a, b| a.compare(b, weights));
    sort_in_buckets(edges, room, |&edge| record(edge).place[0], |_, &edge| record(edge), by_all)
}

/// For edges in order along the first axis: coordinate and place there by rank along another, and the ranks by place.
fn rank<const D: usize>(records: &[Record<D>], axis: usize) -> (Vec<(f64, u32)>, Vec<AtomicU32>) {
    // Edges come in order along the first axis, which a stable sort keeps among equal coordinates.
    let by_coordinate = |bucket: &mut [(f64, u32)]| bucket.sort_by(|a, b| a.0.total_cmp(&b.0));
    let entry = |index: usize, record: &Record<D>| (record.place[axis], index as u32);
    let order =
        sort_in_buckets(records, vec![(0.0, 0); records.len()], |record| record.place[axis], entry, by_coordinate);
    let ranks: Vec<AtomicU32> = (0..records.len()).into_par_iter().map(|_| AtomicU32::new(0)).collect();
    order
        .par_iter()
        .enumerate()
        .for_each(|(rank, &(_, edge))| ranks[edge as usize].store(rank as u32, Ordering::Relaxed));
    (order, ranks)
}
