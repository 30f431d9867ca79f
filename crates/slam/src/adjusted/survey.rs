//! The shape of a slide that is seen tile by tile: what each tile adds to it, and what follows once all have.

use super::shape::{self, Shape as Whole};
use super::symmetry;

pub(crate) use super::shape::{Bounds as Box2, Moments as Squares};

/// The corners of the box around the spots of a slide.
pub(crate) type Bounds = Box2<2>;
/// The sums of products of coordinates, and the largest square of a distance.
pub(crate) type Moments = Squares<2>;
/// Where a slide lies, how far it reaches, and how it is turned.
pub(crate) type Shape = Whole<2>;

/// Positions relative to a place, in a unit of about the slide's size: a power of two.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Around {
    pub(crate) place: [f64; 2],
    pub(crate) unit: f64,
}

impl Around {
    /// Around the middle of a slide's bounds.
    pub(crate) fn middle(bounds: &Bounds) -> Self {
        let (place, unit) = bounds.middle();
        Self { place, unit }
    }

    /// Around the centre, from the sums of all positions around the middle.
    pub(crate) fn centre(self, sums: [i128; 2], n_spots: usize) -> Self {
        Self { place: shape::centre(self.place, sums, n_spots), ..self }
    }

    fn of(self, position: &[f64; 2]) -> [f64; 2] {
        let per_unit = 1.0 / self.unit;
        std::array::from_fn(|axis| position[axis] * per_unit - self.place[axis])
    }

    /// The sums of coordinates, which add up over tiles.
    pub(crate) fn sums<'a>(self, positions: impl Iterator<Item = &'a [f64; 2]>) -> [i128; 2] {
        shape::sum(positions.map(|position| self.of(position)))
    }

    /// The moments, which add up over tiles.
    pub(crate) fn moments<'a>(self, positions: impl Iterator<Item = &'a [f64; 2]>) -> Moments {
        Moments::of(positions.map(|position| self.of(position)))
    }

    /// The shape of the slide around its centre; `far` tells which way it lies where the moments do not.
    pub(crate) fn shape(self, moments: &Moments, far: Option<Far>) -> Shape {
        let basis = moments.eigen().map(|pair| pair.1);
        let axes = far.map_or_else(|| vec![basis], |far| symmetry::towards(&basis, far.places));
        let (centre, radius) = (self.place.map(|x| x * self.unit), moments.farthest.sqrt() * self.unit);
        Shape { centre, unit: self.unit, radius, axes }
    }
}

/// The spots of a slide that are farthest from its centre, where its moments leave its axes open.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Far {
    /// The square of the largest distance, as seen along the axes.
    pub(crate) most: f64,
    /// The places that are as far but for rounding.
    pub(crate) places: Vec<[f64; 2]>,
}

impl Far {
    /// Whether the farthest spots have to be asked for.
    pub(crate) fn is_needed(moments: &Moments) -> bool {
        symmetry::is_open(&moments.eigen())
    }

    /// The farthest of the given positions.
    pub(crate) fn of<'a>(
        around: Around,
        moments: &Moments,
        positions: impl Iterator<Item = &'a [f64; 2]> + Clone,
    ) -> Self {
        let basis = moments.eigen().map(|pair| pair.1);
        let places = positions.map(|position| symmetry::project(&basis, &around.of(position)));
        let most = places.clone().map(|place| symmetry::square(&place)).fold(0.0, f64::max);
        Self { most, places: places.collect() }.kept()
    }

    /// The farthest of two tiles.
    pub(crate) fn plus(mut self, other: Self) -> Self {
        self.places.extend(other.places);
        Self { most: self.most.max(other.most), places: self.places }.kept()
    }

    fn kept(mut self) -> Self {
        self.places.retain(|place| symmetry::is_far(symmetry::square(place), self.most));
        self.places.sort_unstable_by(symmetry::by_axes);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::slice::Slice;
    use crate::testing::hexagonal;

    /// The shape of positions that come in tiles of so many.
    fn tiled(positions: &[[f64; 2]], size: usize) -> Shape {
        let tiles = || positions.chunks(size);
        let middle = Around::middle(&Bounds::of(positions.iter().copied()));
        let sums = tiles().map(|tile| middle.sums(tile.iter())).fold([0; 2], shape::plus);
        let centre = middle.centre(sums, positions.len());
        let moments = tiles().map(|tile| centre.moments(tile.iter())).fold(Moments::default(), Moments::plus);
        let far = || tiles().map(|tile| Far::of(centre, &moments, tile.iter())).fold(Far::default(), Far::plus);
        centre.shape(&moments, Far::is_needed(&moments).then(far))
    }

    #[test]
    fn tiles_find_the_shape_of_the_whole() {
        let square: Vec<[f64; 2]> = (0..400).map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect();
        let one = [[3.0, 4.0]; 3];
        for positions in [hexagonal(30, 35).positions(), &square, &one] {
            let whole = Shape::of(positions, &Slice::All(positions.len()));
            for size in [1, 7, 100, 2000] {
                let found = tiled(positions, size);
                assert_eq!((found.centre, found.radius, &found.axes), (whole.centre, whole.radius, &whole.axes));
            }
        }
    }
}
