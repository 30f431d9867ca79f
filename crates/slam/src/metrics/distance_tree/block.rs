//! A few spots close together, whose distances to others are wanted.

/// How many spots are summed side by side.
pub(crate) const LANES: usize = 32;

/// One number for each spot of a block.
pub(crate) type Lanes = [f64; LANES];

/// Up to [`LANES`] spots of one label.
pub(crate) struct Block<const D: usize> {
    /// The coordinates by axis; lanes beyond `n_spots` repeat the last spot.
    pub(super) coordinates: [Lanes; D],
    pub(crate) n_spots: usize,
    low: [f64; D],
    high: [f64; D],
    pub(super) center: [f64; D],
    /// The largest distance of a spot from the centre.
    pub(super) radius: f64,
}

impl<const D: usize> Block<D> {
    pub(super) fn new(points: &[[f64; D]]) -> Self {
        let last = points.len() - 1;
        let coordinates: [Lanes; D] =
            std::array::from_fn(|axis| std::array::from_fn(|lane| points[lane.min(last)][axis]));
        let low = coordinates.map(|lanes| lanes.into_iter().fold(f64::INFINITY, f64::min));
        let high = coordinates.map(|lanes| lanes.into_iter().fold(f64::NEG_INFINITY, f64::max));
        let center: [f64; D] = std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]));
        let from_center = |point: &[f64; D]| point.iter().zip(center).map(|(x, c)| (x - c) * (x - c)).sum::<f64>();
        let radius = points.iter().map(from_center).fold(0.0, f64::max).sqrt();
        Self { coordinates, n_spots: points.len(), low, high, center, radius }
    }

    /// How far a place lies outside the block's box, by axis.
    pub(super) fn gap(&self, place: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| (self.low[axis] - place[axis]).max(place[axis] - self.high[axis]).max(0.0))
    }

    /// Adds the distances from each spot of the block to each of some spots.
    pub(super) fn add_distances(&self, points: &[[f64; D]], sums: &mut Lanes) {
        for point in points {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let mut square = 0.0;
                for (coordinates, place) in self.coordinates.iter().zip(point) {
                    square += (coordinates[lane] - place) * (coordinates[lane] - place);
                }
                *sum += square.sqrt();
            }
        }
    }
}

/// A sum of distances as a polynomial of third degree about the centre of a block.
pub(super) struct Local<const D: usize> {
    pub(super) value: f64,
    pub(super) gradient: [f64; D],
    pub(super) second: [[f64; D]; D],
    /// v in the part −v·δ |δ|² of third degree.
    pub(super) third_vector: [f64; D],
    /// The tensor of the other part.
    pub(super) third: [[[f64; D]; D]; D],
}

impl<const D: usize> Default for Local<D> {
    fn default() -> Self {
        let zero = [0.0; D];
        Self { value: 0.0, gradient: zero, second: [zero; D], third_vector: zero, third: [[zero; D]; D] }
    }
}

impl<const D: usize> Local<D> {
    /// Adds the polynomial at each spot of the block.
    pub(super) fn add_to_each(&self, block: &Block<D>, sums: &mut Lanes) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let delta: [f64; D] = std::array::from_fn(|axis| block.coordinates[axis][lane] - block.center[axis]);
            let square: f64 = delta.iter().map(|side| side * side).sum();
            let mut value = self.value;
            for a in 0..D {
                let mut slope = self.gradient[a] - self.third_vector[a] * square;
                for b in 0..D {
                    let along: f64 = (0..D).map(|c| self.third[a][b][c] * delta[c]).sum();
                    slope += (self.second[a][b] + along) * delta[b];
                }
                value += slope * delta[a];
            }
            *sum += value;
        }
    }
}
