//! The k smallest of many squared distances.

use super::squared_distance;

/// The k smallest values seen so far, in order.
///
/// Values come one by one, each pushing out the largest, or they are gathered first and settled at once. The second
/// way has no branch that depends on a value, and is several times faster.
#[derive(Debug)]
pub(crate) struct Nearest {
    /// Invariant: sorted, k of them, infinite where fewer were seen.
    squared: Vec<f64>,
    /// The first `n_gathered` are values to be settled.
    gathered: Vec<f64>,
    n_gathered: usize,
}

impl Nearest {
    /// Room for `k` values, at least one.
    pub(crate) fn new(k: usize) -> Self {
        Self { squared: vec![f64::INFINITY; k.max(1)], gathered: vec![0.0; 64], n_gathered: 0 }
    }

    /// The k-th smallest value, infinite if fewer were seen.
    #[inline]
    pub(crate) fn kth(&self) -> f64 {
        self.squared[self.squared.len() - 1]
    }

    /// The values, smallest first.
    pub(crate) fn squared(&self) -> &[f64] {
        &self.squared
    }

    /// Forgets everything.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.squared.fill(f64::INFINITY);
        self.n_gathered = 0;
    }

    /// Sees one value.
    #[inline]
    pub(crate) fn see(&mut self, squared: f64) {
        let mut place = self.squared.len() - 1;
        if squared >= self.squared[place] {
            return;
        }
        while place > 0 && self.squared[place - 1] > squared {
            self.squared[place] = self.squared[place - 1];
            place -= 1;
        }
        self.squared[place] = squared;
    }

    /// Gathers the squared distances up to `bound` of the points to `center`, but for the point at place `but`.
    #[inline]
    pub(crate) fn gather<const D: usize>(&mut self, center: &[f64; D], points: &[[f64; D]], but: usize, bound: f64) {
        if self.gathered.len() <= self.n_gathered + points.len() {
            self.gathered.resize(2 * (self.n_gathered + points.len()), 0.0);
        }
        if but < points.len() {
            self.gather_all(center, &points[..but], bound);
            self.gather_all(center, &points[but + 1..], bound);
        } else {
            self.gather_all(center, points, bound);
        }
    }

    #[inline]
    fn gather_all<const D: usize>(&mut self, center: &[f64; D], points: &[[f64; D]], bound: f64) {
        let free = &mut self.gathered[self.n_gathered..];
        let mut n = 0;
        let fours = points.chunks_exact(4);
        for point in fours.remainder() {
            let squared = squared_distance(center, point);
            free[n] = squared;
            n += usize::from(squared <= bound);
        }
        for four in fours {
            let found: [f64; 4] = std::array::from_fn(|place| squared_distance(center, &four[place]));
            for squared in found {
                free[n] = squared;
                n += usize::from(squared <= bound);
            }
        }
        self.n_gathered += n;
    }

    /// Whether k values are gathered.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.n_gathered >= self.squared.len()
    }

    /// Keeps the smallest of the gathered values.
    #[inline]
    pub(crate) fn settle(&mut self) {
        match self.squared.len() {
            1 => self.squared.copy_from_slice(&smallest::<1>(&self.gathered[..self.n_gathered])),
            4 => self.squared.copy_from_slice(&smallest::<4>(&self.gathered[..self.n_gathered])),
            6 => self.squared.copy_from_slice(&smallest::<6>(&self.gathered[..self.n_gathered])),
            8 => self.squared.copy_from_slice(&smallest::<8>(&self.gathered[..self.n_gathered])),
            10 => self.squared.copy_from_slice(&smallest::<10>(&self.gathered[..self.n_gathered])),
            k => self.select(k),
        }
    }

    /// For any k, in the time that it takes to gather and to sort k values.
    fn select(&mut self, k: usize) {
        let values = &mut self.gathered[..self.n_gathered];
        if k < values.len() {
            values.select_nth_unstable_by(k, f64::total_cmp);
        }
        let kept = k.min(values.len());
        self.squared[..kept].copy_from_slice(&values[..kept]);
        self.squared[kept..].fill(f64::INFINITY);
        self.squared[..kept].sort_unstable_by(f64::total_cmp);
    }
}

/// The K smallest values in order, by sinking each value through the row.
#[inline]
fn smallest<const K: usize>(values: &[f64]) -> [f64; K] {
    let mut row = [f64::INFINITY; K];
    for &value in values {
        let mut sinking = value;
        for place in &mut row {
            let (low, high) = if sinking < *place { (sinking, *place) } else { (*place, sinking) };
            *place = low;
            sinking = high;
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::Nearest;

    #[test]
    fn the_smallest_stay_in_order() {
        let mut nearest = Nearest::new(3);
        for value in [5.0, 1.0, 4.0, 1.0, 9.0] {
            nearest.see(value);
        }
        assert_eq!((nearest.squared(), nearest.kth()), (&[1.0, 1.0, 4.0][..], 4.0));
        nearest.clear();
        assert_eq!(nearest.kth(), f64::INFINITY);
    }

    #[test]
    fn gathering_is_seeing() {
        let points: Vec<[f64; 1]> = (0..100).map(|i| [f64::from(i * i % 37)]).collect();
        for k in 1..12 {
            let (mut one, mut all) = (Nearest::new(k), Nearest::new(k));
            points.iter().enumerate().filter(|pair| pair.0 != 3).for_each(|(_, [x])| one.see(x * x));
            all.gather(&[0.0], &points[..50], 3, 900.0);
            all.gather(&[0.0], &points[50..], usize::MAX, 900.0);
            assert!(all.is_full());
            all.settle();
            let expected: Vec<f64> = one.squared().to_vec();
            assert_eq!(all.squared(), expected, "k = {k}");
        }
    }
}
