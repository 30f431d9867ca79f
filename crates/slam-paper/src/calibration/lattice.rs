//! Hexagonal lattices of several sizes, on which slides are simulated.

/// The positions of the spots of a slide.
pub(super) type Places = Vec<[f64; 2]>;

/// A hexagonal lattice of spots one unit apart, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lattice {
    /// The number of spots in each row.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
}

/// About the smallest slide with intervals, a usual and a large one: 1,224, 1,558 and 6,400 spots.
pub const LATTICES: [Lattice; 3] =
    [Lattice { columns: 34, rows: 36 }, Lattice { columns: 38, rows: 41 }, Lattice { columns: 80, rows: 80 }];
/// The lattice of the tables by tissue: 2,304 spots.
pub(super) const SQUARE: Lattice = Lattice { columns: 48, rows: 48 };

impl Lattice {
    /// The number of spots.
    pub fn n_spots(self) -> usize {
        self.columns * self.rows
    }

    /// The distance from the first to the last column.
    pub(super) fn width(self) -> f64 {
        self.columns as f64
    }

    /// The positions of all spots.
    pub(super) fn places(self) -> Places {
        let place = |spot: usize| {
            let (x, y) = ((spot % self.columns) as f64, (spot / self.columns) as f64);
            [x + 0.5 * (y % 2.0), y * 0.75_f64.sqrt()]
        };
        (0..self.n_spots()).map(place).collect()
    }

    /// The spot of the row nearest to a place that is nearest to it within that row.
    pub(super) fn spot_at(self, place: [f64; 2]) -> usize {
        let nearest = |value: f64, n: usize| value.round().clamp(0.0, (n - 1) as f64) as usize;
        let row = nearest(place[1] / 0.75_f64.sqrt(), self.rows);
        row * self.columns + nearest(place[0] - 0.5 * (row % 2) as f64, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spot_is_found_at_its_place() {
        let found = SQUARE.places().into_iter().map(|place| SQUARE.spot_at(place));
        assert!(found.eq(0..SQUARE.n_spots()));
        assert_eq!((SQUARE.spot_at([-9.0, -9.0]), SQUARE.spot_at([99.0, 99.0])), (0, 2303));
    }
}
