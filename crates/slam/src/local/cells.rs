//! The cells of the local score: halved again and again, and what they differ by.

use std::cmp::Ordering;

use rayon::join;

/// Cells smaller than this are not worth a thread of their own.
const PARALLEL: usize = 1 << 13;

/// What one level adds up to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) cells: usize,
    pub(super) diameters: f64,
    pub(super) difference: f64,
}

/// An edge, where it lies and what it was and became.
#[derive(Clone, Copy)]
pub(super) struct Record<const D: usize> {
    /// The sum of its ends: twice its midpoint.
    pub(super) place: [f64; D],
    pub(super) truth: u16,
    pub(super) pred: u16,
    pub(super) edge: u32,
}

/// Halves cells and adds up what they differ by.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    pub(super) weights: Option<&'a [f64]>,
    pub(super) n_kinds: usize,
    /// How many levels are left below.
    pub(super) depth: usize,
}

impl Cells<'_> {
    /// Room to count in, all zero before and after every cell.
    pub(super) fn no_surplus(self) -> Vec<f64> {
        vec![0.0; self.n_kinds]
    }

    /// The sums of a cell and of its halves, level by level. Left and right are added in order, on any number of threads.
    pub(super) fn sum_up<const D: usize>(self, records: &mut [Record<D>], surplus: &mut [f64]) -> Vec<Sum> {
        let (low, high) = bounds(records);
        let extent: [f64; D] = std::array::from_fn(|axis| high[axis] - low[axis]);
        // Places are sums of two ends, so lengths are halved.
        let diameters = 0.5 * extent.iter().map(|side| side * side).sum::<f64>().sqrt();
        let mut sums = vec![Sum { cells: 1, diameters, difference: self.difference(records, surplus) }];
        if self.depth == 0 {
            return sums;
        }
        let below = Cells { depth: self.depth - 1, ..self };
        if records.len() < 2 {
            sums.extend(below.sum_up(records, surplus));
            return sums;
        }
        let axis = (0..D).fold(0, |best, axis| if extent[axis] > extent[best] { axis } else { best });
        let middle = records.len() / 2;
        records.select_nth_unstable_by(middle, |a, b| self.order(axis, a, b));
        let (left, right) = records.split_at_mut(middle);
        let (left, right) = if left.len() < PARALLEL {
            (below.sum_up(left, surplus), below.sum_up(right, surplus))
        } else {
            join(|| below.sum_up(left, surplus), || below.sum_up(right, &mut self.no_surplus()))
        };
        sums.extend(add(&left, &right));
        sums
    }

    /// Σ_t |p_t − q_t| over the labels, in masses. O(edges), however many kinds there are.
    fn difference<const D: usize>(self, records: &[Record<D>], surplus: &mut [f64]) -> f64 {
        let is_wrong = |record: &&Record<D>| record.truth != record.pred;
        for record in records.iter().filter(is_wrong) {
            let mass = self.mass(record);
            surplus[usize::from(record.truth)] += mass;
            surplus[usize::from(record.pred)] -= mass;
        }
        surplus[0] = 0.0;
        let kinds = records.iter().filter(is_wrong).flat_map(|record| [record.truth, record.pred]);
        kinds.map(|kind| std::mem::take(&mut surplus[usize::from(kind)]).abs()).sum()
    }

    fn mass<const D: usize>(self, record: &Record<D>) -> f64 {
        self.weights.map_or(1.0, |weights| weights[record.edge as usize] * weights[record.edge as usize])
    }

    /// By the coordinate on `axis`, then the others in order, then by kinds, then by mass: edges that still tie are alike.
    fn order<const D: usize>(self, axis: usize, a: &Record<D>, b: &Record<D>) -> Ordering {
        let by = |axis: usize| a.place[axis].total_cmp(&b.place[axis]);
        by(axis).then_with(|| {
            let others = (0..D).map(by).find(|order| order.is_ne());
            let by_kinds = || (a.truth, a.pred).cmp(&(b.truth, b.pred)).then(self.mass(a).total_cmp(&self.mass(b)));
            others.unwrap_or_else(by_kinds)
        })
    }
}

pub(super) fn add(left: &[Sum], right: &[Sum]) -> Vec<Sum> {
    if left.is_empty() {
        return right.to_vec();
    }
    let plus = |(a, b): (&Sum, &Sum)| Sum {
        cells: a.cells + b.cells,
        diameters: a.diameters + b.diameters,
        difference: a.difference + b.difference,
    };
    left.iter().zip(right).map(plus).collect()
}

fn bounds<const D: usize>(records: &[Record<D>]) -> ([f64; D], [f64; D]) {
    let (mut low, mut high) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for record in records {
        for axis in 0..D {
            low[axis] = low[axis].min(record.place[axis]);
            high[axis] = high[axis].max(record.place[axis]);
        }
    }
    (low, high)
}
