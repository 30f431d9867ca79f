//! The widths of the cells, and what the levels count in a mean.

/// The widths of the cells: 2a·2ʲ while below 2R.
#[derive(Debug)]
pub(super) struct Widths {
    finest: f64,
    n: usize,
    /// R, the radius of the largest slice.
    radius: f64,
}

impl Widths {
    /// The widths for a median edge length and a radius; none if either is 0.
    ///
    /// A cell's place must fit into 64 bits, so that there are at most 31 widths (20 in three dimensions), the largest:
    /// a slide that is a billion edges wide has no cells of two edges.
    pub(super) fn new<const D: usize>(edge_length: f64, radius: f64) -> Self {
        let most = if D == 2 { 31 } else { 20 };
        let mut widths = Self { finest: 2.0 * edge_length, n: 0, radius };
        if widths.finest > 0.0 {
            let mut width = widths.finest;
            while width < 2.0 * radius {
                (widths.n, width) = (widths.n + 1, 2.0 * width);
            }
        }
        while widths.n > most {
            widths = Self { finest: 2.0 * widths.finest, n: widths.n - 1, radius };
        }
        widths
    }

    /// The finest width, 2a.
    pub(super) fn finest(&self) -> f64 {
        self.finest
    }

    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// The widths, coarse first.
    pub(super) fn falling(&self) -> impl Iterator<Item = f64> {
        (0..self.n).rev().map(|level| self.finest * libm::exp2(level as f64))
    }

    /// What the levels count in a mean, 1 together: the whole, the widths, coarse first, and single items.
    ///
    /// All count alike but the coarsest width W, which counts min(1, log₂(2R/W)) of the others, so that a level comes in
    /// gradually as a slide grows.
    pub(super) fn level_weights(&self) -> Vec<f64> {
        let mut weights = vec![1.0; self.n + 2];
        if let Some(coarsest) = self.falling().next() {
            weights[1] = libm::log2(2.0 * self.radius / coarsest).min(1.0);
        }
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn widths_double_up_to_the_slide() {
        let widths = Widths::new::<2>(1.0, 8.0);
        assert_eq!(widths.falling().collect::<Vec<_>>(), [8.0, 4.0, 2.0]);
        assert_eq!((Widths::new::<2>(0.0, 1.0).len(), Widths::new::<3>(1.0, 0.0).len()), (0, 0));
        // The whole, log₂(2·5/8), 1, 1 and single items.
        let weights = Widths::new::<2>(1.0, 5.0).level_weights();
        let coarsest = libm::log2(1.25);
        assert_eq!(weights.len(), 5);
        assert_close(weights[1], coarsest / (4.0 + coarsest));
        assert_close(weights.iter().sum(), 1.0);
        assert_eq!(Widths::new::<2>(1.0, 8.0).level_weights(), [0.2; 5]);
        assert_eq!(Widths::new::<2>(0.0, 1.0).level_weights(), [0.5; 2]);
        let wide = Widths::new::<3>(1e-300, 1e300);
        assert_eq!(wide.len(), 20);
        assert!(wide.falling().next().is_some_and(|width| (1e300..2e300).contains(&width)));
    }
}
