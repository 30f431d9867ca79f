//! The edges in order along every axis, so that no cell need be sorted or searched.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::buckets::sort_in_buckets;
use super::record::{Kinds, Record};

/// An edge by its ranks: its place among all edges along each axis.
///
/// Edges are ranked by the coordinate on the axis, then by the others in order, then by kinds, then by mass, so that every
/// rank stands for one edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<const D: usize> {
    pub(super) ranks: [u32; D],
    pub(super) kinds: Kinds,
}

/// All edges along every axis.
pub(super) struct Orders<const D: usize> {
    /// For each axis the edges by rank.
    pub(super) items: [Vec<Item<D>>; D],
    /// For each axis the coordinates by rank.
    pub(super) coordinates: [Vec<f64>; D],
    /// The masses by rank along the first axis, 1 where none.
    pub(super) masses: Option<Vec<f64>>,
}

impl<const D: usize> Orders<D> {
    pub(super) fn new(records: Vec<Record<D>>, weights: Option<&[f64]>) -> Self {
        let records = sort(records, weights);
        let others: Vec<(Vec<(f64, u32)>, Vec<AtomicU32>)> =
            (1..D).into_par_iter().map(|axis| rank(&records, axis)).collect();
        let item = |(index, record): (usize, &Record<D>)| Item {
            ranks: std::array::from_fn(|axis| match axis {
                0 => index as u32,
                _ => others[axis - 1].1[index].load(Ordering::Relaxed),
            }),
            kinds: record.kinds,
        };
        let first: Vec<Item<D>> = records.par_iter().enumerate().map(item).collect();
        let along = |axis: usize| others[axis - 1].0.par_iter().map(|&(_, edge)| first[edge as usize]).collect();
        let coordinates = std::array::from_fn(|axis| match axis {
            0 => records.par_iter().map(|record| record.place[0]).collect(),
            _ => others[axis - 1].0.par_iter().map(|&(coordinate, _)| coordinate).collect(),
        });
        let masses = weights.map(|weights| records.par_iter().map(|record| record.mass(weights)).collect());
        let rest: [Vec<Item<D>>; D] = std::array::from_fn(|axis| if axis == 0 { Vec::new() } else { along(axis) });
        let mut items = rest;
        items[0] = first;
        Self { items, coordinates, masses }
    }
}

/// The edges in order along the first axis.
fn sort<const D: usize>(records: Vec<Record<D>>, weights: Option<&[f64]>) -> Vec<Record<D>> {
    let spare = records.par_iter().copied().collect();
    let by_all = |bucket: &mut [Record<D>]| bucket.sort_unstable_by(|a, b| a.compare(b, weights));
    sort_in_buckets(&records, spare, |record| record.place[0], |_, record| *record, by_all)
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
