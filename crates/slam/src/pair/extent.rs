//! How far positions reach, and whether distances between them can be told.

use crate::chunks::chunks;
use crate::error::{Error, Result};
use crate::parallel::each;

/// Squares of numbers beyond this, or of numbers below its inverse, are no numbers that can be told apart.
const FARTHEST: f64 = 1e150;

/// Refuses positions that are no finite numbers, that lie too far out, or so close together that all their distances vanish
/// when squared.
pub(super) fn check_coordinates(dimensions: usize, coordinates: &[f64]) -> Result<()> {
    let extents = match dimensions {
        2 => each(chunks::<2>(coordinates).0.chunks(1 << 14), Extent::of),
        _ => each(chunks::<3>(coordinates).0.chunks(1 << 14), Extent::of),
    };
    let whole = extents.iter().fold(Extent::NONE, Extent::with);
    if !whole.is_near {
        return Err(misplaced(dimensions, coordinates));
    }
    let longest = whole.ends.map(|[low, high]| high - low).into_iter().fold(0.0, f64::max);
    if longest > 0.0 && longest < 1.0 / FARTHEST { Err(Error::TooClose) } else { Ok(()) }
}

/// How far some positions reach.
struct Extent {
    /// The lower and the upper end along each axis.
    ends: [[f64; 2]; 3],
    /// Whether all coordinates are numbers whose squares are numbers.
    is_near: bool,
}

impl Extent {
    const NONE: Self = Self { ends: [[f64::INFINITY, f64::NEG_INFINITY]; 3], is_near: true };

    fn of<const D: usize>(positions: &[[f64; D]]) -> Self {
        let Self { mut ends, mut is_near } = Self::NONE;
        for position in positions {
            for ([low, high], &value) in ends.iter_mut().zip(position) {
                is_near &= value.abs() <= FARTHEST;
                (*low, *high) = (low.min(value), high.max(value));
            }
        }
        Self { ends, is_near }
    }

    fn with(self, other: &Self) -> Self {
        let mut ends = self.ends;
        for ([low, high], [lower, higher]) in ends.iter_mut().zip(other.ends) {
            (*low, *high) = (low.min(lower), high.max(higher));
        }
        Self { ends, is_near: self.is_near && other.is_near }
    }
}

/// The first coordinate that is no finite number, or else the first that lies too far out.
fn misplaced(dimensions: usize, coordinates: &[f64]) -> Error {
    let first = |is_wrong: fn(&f64) -> bool| {
        let place = coordinates.iter().position(is_wrong)?;
        Some((place / dimensions, place % dimensions, coordinates[place]))
    };
    if let Some((row, axis, value)) = first(|value| !value.is_finite()) {
        return Error::NotFinite { row, axis, value };
    }
    let (row, axis, value) = first(|value| value.abs() > FARTHEST).expect("a coordinate is not near");
    Error::FarOut { row, axis, value }
}
