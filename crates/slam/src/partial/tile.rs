//! A tile: a part of a slide, and what lies around it.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::pair::labeling::{MAX_LABELS, is_missing};

/// Positions must be this near to have squares.
const FARTHEST: f64 = 1e150;

/// A box with its sides along the axes: what lies on its low sides is in it, what lies on its high sides is not.
///
/// Sides may be infinite, as those at the rim of a slide should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Region {
    /// The smallest x and y.
    pub low: [f64; 2],
    /// The first x and y that are too large.
    pub high: [f64; 2],
}

impl Region {
    /// The whole plane.
    pub const ALL: Self = Self { low: [f64::NEG_INFINITY; 2], high: [f64::INFINITY; 2] };

    /// Whether a position is in it.
    pub fn contains(&self, position: &[f64; 2]) -> bool {
        (0..2).all(|axis| self.low[axis] <= position[axis] && position[axis] < self.high[axis])
    }

    /// The region with a margin around.
    #[must_use]
    pub fn grown(&self, margin: f64) -> Self {
        Self { low: self.low.map(|x| x - margin), high: self.high.map(|x| x + margin) }
    }

    /// The square of the distance to a position, 0 inside.
    pub(super) fn squared_distance(&self, position: &[f64; 2]) -> f64 {
        let beside = |axis: usize| (self.low[axis] - position[axis]).max(position[axis] - self.high[axis]).max(0.0);
        beside(0) * beside(0) + beside(1) * beside(1)
    }
}

/// Labels as they came: the texts that occur, and the place of each spot's among them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Texts {
    pub(super) names: Vec<String>,
    pub(super) codes: Vec<u32>,
}

/// A part of a slide in the plane: the spots of its core, which are its own, and those around, which its neighbours own.
///
/// The cores of all tiles of a slide must cover it without overlap, and a tile must hold every spot of the slide within
/// [`Plan::halo`](super::Plan::halo) of its core. More do no harm.
#[derive(Debug, Clone)]
pub struct Tile {
    pub(super) positions: Vec<[f64; 2]>,
    pub(super) truth: Texts,
    pub(super) pred: Texts,
    pub(super) core: Region,
    /// How far around its core the tile holds every spot.
    pub(super) halo: f64,
}

impl Tile {
    /// A tile of spots with labels as texts; what [`is_missing`] knows is missing.
    pub fn new<T: AsRef<str>, P: AsRef<str>>(
        positions: Vec<[f64; 2]>,
        truth: impl IntoIterator<Item = T>,
        pred: impl IntoIterator<Item = P>,
        core: Region,
        halo: f64,
    ) -> Result<Self> {
        let (truth, pred) = (Texts::of(truth)?, Texts::of(pred)?);
        Self::checked(Self { positions, truth, pred, core, halo })
    }

    /// A tile of spots with labels as categories and a place among them for every spot, negative where it is missing.
    pub fn from_codes(
        positions: Vec<[f64; 2]>,
        truth: (&[String], &[i64]),
        pred: (&[String], &[i64]),
        core: Region,
        halo: f64,
    ) -> Result<Self> {
        let texts = |(names, codes): (&[String], &[i64])| {
            let text =
                |&code: &i64| usize::try_from(code).ok().and_then(|code| names.get(code)).map_or("", String::as_str);
            Texts::of(codes.iter().map(text))
        };
        let (truth, pred) = (texts(truth)?, texts(pred)?);
        Self::checked(Self { positions, truth, pred, core, halo })
    }

    fn checked(self) -> Result<Self> {
        let expected = self.positions.len();
        for (what, texts) in [("truth", &self.truth), ("pred", &self.pred)] {
            if texts.codes.len() != expected {
                return Err(Error::Length { what, found: texts.codes.len(), expected });
            }
        }
        for (row, position) in self.positions.iter().enumerate() {
            for (axis, &value) in position.iter().enumerate() {
                if !value.is_finite() {
                    return Err(Error::NotFinite { row, axis, value });
                }
                if value.abs() > FARTHEST {
                    return Err(Error::FarOut { row, axis, value });
                }
            }
        }
        if self.halo.is_nan() || self.halo < 0.0 {
            return Err(Error::Parameter { name: "halo", domain: "a number that is not negative", value: self.halo });
        }
        Ok(self)
    }

    /// The number of spots, those around the core included.
    pub fn n_spots(&self) -> usize {
        self.positions.len()
    }
}

impl Texts {
    fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Result<Self> {
        let (mut names, mut codes, mut places) = (Vec::new(), Vec::new(), HashMap::<String, u32>::new());
        let mut last = None;
        for text in texts {
            let text = text.as_ref().trim();
            let text = if is_missing(text) { "" } else { text };
            // Labels come in runs, so the last one is worth a look before hashing.
            if let Some(code) = last.filter(|&code: &u32| names[code as usize] == text) {
                codes.push(code);
                continue;
            }
            let code = match places.get(text) {
                Some(&code) => code,
                None if names.len() > MAX_LABELS => return Err(Error::TooManyLabels { limit: MAX_LABELS }),
                None => {
                    names.push(text.to_owned());
                    places.insert(text.to_owned(), names.len() as u32 - 1);
                    names.len() as u32 - 1
                }
            };
            codes.push(code);
            last = Some(code);
        }
        Ok(Self { names, codes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doors_are_guarded() {
        let tile = |positions: Vec<[f64; 2]>, truth: &[&str]| {
            Tile::new(positions, truth, ["x"; 2], Region::ALL, 1.0)
                .map(|tile| tile.truth)
                .map_err(|error| error.to_string())
        };
        assert_eq!(tile(vec![[0.0; 2]; 2], &["a"]).unwrap_err(), "truth has 1 entries for 2 spots");
        assert!(tile(vec![[0.0, f64::NAN]; 2], &["a"; 2]).unwrap_err().starts_with("row 1: coordinate y"));
        let texts = tile(vec![[0.0; 2]; 2], &[" a", "NA"]).unwrap();
        assert_eq!((texts.names, texts.codes), (vec!["a".to_owned(), String::new()], vec![0, 1]));
    }

    #[test]
    fn what_lies_on_a_low_side_is_inside() {
        let region = Region { low: [0.0, 0.0], high: [1.0, f64::INFINITY] };
        assert!(region.contains(&[0.0, 0.0]) && !region.contains(&[1.0, 0.0]) && region.contains(&[0.5, 1e9]));
        assert_eq!((region.squared_distance(&[4.0, -4.0]), region.squared_distance(&[0.5, 2.0])), (25.0, 0.0));
    }
}
