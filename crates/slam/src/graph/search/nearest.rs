//! The k smallest of many squared distances.

/// The k smallest values seen so far, in order.
#[derive(Debug)]
pub(crate) struct Nearest {
    /// Invariant: sorted, k of them, infinite where fewer were seen.
    squared: Vec<f64>,
}

impl Nearest {
    /// Room for `k` values, at least one.
    pub(crate) fn new(k: usize) -> Self {
        Self { squared: vec![f64::INFINITY; k.max(1)] }
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
}

#[cfg(test)]
mod tests {
    use super::Nearest;

    #[test]
    fn the_smallest_stay_in_order() {
        let mut nearest = Nearest::new(3);
        [5.0, 1.0, 4.0, 1.0, 9.0].into_iter().for_each(|value| nearest.see(value));
        assert_eq!((nearest.squared(), nearest.kth()), (&[1.0, 1.0, 4.0][..], 4.0));
        nearest.clear();
        assert_eq!(nearest.kth(), f64::INFINITY);
    }
}
