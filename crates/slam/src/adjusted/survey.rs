//! The shape of a slide that comes in tiles: what is asked of every tile, and what follows from the answers of all.

use super::distances::DistanceBins;
use super::eigen::eigen;
use super::shape::{self, N_MEANS};
use super::symmetry;

#[cfg(feature = "serde")]
pub(crate) use super::distances::Bin;
pub(crate) use super::distances::{Coordinates, Histogram, Moments};

/// The box around the spots of a slide.
pub(crate) type Bounds = shape::Bounds<2>;
/// Where a slide lies, how far it reaches, and how it is turned.
pub(crate) type Shape = shape::Shape<2>;

/// What is known of the shape of a slide. It starts from nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Survey {
    /// The mean of all spots with an edge, and then of the nearest of them.
    pub(crate) centre: Option<[f64; 2]>,
    /// How often the centre was moved to the mean of the nearest spots.
    pub(crate) n_means: usize,
    pub(crate) nearest: Option<Nearest>,
    /// Invariant: none where the moments tell the axes.
    pub(crate) far: Option<Far>,
}

/// The nearest 90 % of the spots around the last centre.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Nearest {
    /// The bin of the farthest of them.
    pub(crate) last: i32,
    pub(crate) moments: [[f64; 2]; 2],
}

/// What is learned from some of the spots with an edge. Answers of different spots add up, in any order.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Answer {
    /// The number of spots, and the sums of their positions around the middle of the slide.
    Sums(Total),
    /// The spots around the centre, to move it.
    Coordinates(Histogram<Coordinates<2>>),
    /// The spots around the last centre.
    Moments(Histogram<Moments<2>>),
    /// The farthest of the nearest 90 %.
    Far(Far),
}

/// A number of spots, and the sums of their positions.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Total {
    pub(crate) n_spots: u64,
    pub(crate) sums: [i128; 2],
}

/// The spots that are farthest from the centre among the nearest 90 %, where the moments leave the axes open.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Far {
    /// The square of the largest distance, as seen along the axes.
    pub(crate) largest: f64,
    /// The places that are as far but for rounding.
    pub(crate) places: Vec<[f64; 2]>,
}

/// What every tile knows beside the survey.
#[derive(Debug, Clone)]
pub(crate) struct Slide {
    pub(crate) bounds: Bounds,
    /// The bins for the median edge length; none before that is known, or where all edges have length 0.
    bins: Option<DistanceBins>,
    /// Whether the median edge length is known.
    is_measured: bool,
}

impl Slide {
    /// A slide of which the median edge length may not be known yet.
    pub(crate) fn new(bounds: Bounds, edge_length: Option<f64>) -> Self {
        let bins = edge_length.filter(|&length| length > 0.0).map(DistanceBins::new);
        Self { bounds, bins, is_measured: edge_length.is_some() }
    }
}

impl Survey {
    /// Whether tiles are asked for something: for nothing while the edge length is unknown, and once the shape is known.
    pub(crate) fn is_asking(&self, slide: &Slide) -> bool {
        self.centre.is_none() || (slide.bins.is_some() && self.shape(slide).is_none())
    }

    /// What some of the spots with an edge answer; none if nothing is asked. O(n).
    pub(crate) fn answer<'a>(&self, slide: &Slide, spots: impl Iterator<Item = &'a [f64; 2]>) -> Option<Answer> {
        let Some(centre) = &self.centre else {
            let (middle, unit) = slide.bounds.middle();
            let mut n_spots = 0;
            let sums = shape::sum(middle, unit, spots.inspect(|_| n_spots += 1));
            return Some(Answer::Sums(Total { n_spots, sums }));
        };
        let bins = slide.bins.as_ref().filter(|_| self.is_asking(slide))?;
        Some(match &self.nearest {
            None if self.n_means < N_MEANS => Answer::Coordinates(Histogram::of(bins, centre, spots)),
            None => Answer::Moments(Histogram::of(bins, centre, spots)),
            Some(nearest) => {
                let places = spots.map(|position| bins.relative(position, centre));
                Answer::Far(Far::of(nearest, places.filter(|place| bins.index(place) <= nearest.last)))
            }
        })
    }

    /// What follows from the answer of all spots with an edge.
    pub(crate) fn after(&self, slide: &Slide, answer: &Answer) -> Self {
        let mut next = self.clone();
        match answer {
            Answer::Sums(Total { n_spots, sums }) => {
                let (middle, unit) = slide.bounds.middle();
                next.centre = Some(shape::mean(middle, unit, *sums, *n_spots));
            }
            Answer::Coordinates(around) => {
                next.centre = self
                    .centre
                    .zip(slide.bins.as_ref())
                    .map(|(centre, bins)| around.mean(bins, &centre))
                    .or(self.centre);
                next.n_means += 1;
            }
            Answer::Moments(around) => {
                next.nearest = Some(Nearest { last: around.last(), moments: around.moments() });
            }
            Answer::Far(far) => next.far = Some(far.clone()),
        }
        next
    }

    /// The shape of the slide, once it is known.
    pub(crate) fn shape(&self, slide: &Slide) -> Option<Shape> {
        let (centre, unit) = (self.centre?, slide.bounds.middle().1);
        let farthest = slide.bounds.farthest(&centre);
        let Some(bins) = &slide.bins else {
            let axes = vec![[[1.0, 0.0], [0.0, 1.0]]];
            return slide.is_measured.then_some(Shape { centre, unit, radius: 0.0, farthest, axes });
        };
        let nearest = self.nearest?;
        let eigen = eigen(nearest.moments);
        let basis = eigen.map(|pair| pair.1);
        let axes =
            if symmetry::is_open(&eigen) { symmetry::towards(&basis, self.far.clone()?.places) } else { vec![basis] };
        Some(Shape { centre, unit, radius: bins.radius(nearest.last), farthest, axes })
    }
}

impl Answer {
    /// The answer of the spots of both; none if they do not answer the same.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Sums(a), Self::Sums(b)) => {
                Self::Sums(Total { n_spots: a.n_spots + b.n_spots, sums: shape::plus(a.sums, b.sums) })
            }
            (Self::Coordinates(a), Self::Coordinates(b)) => Self::Coordinates(a.plus(b)),
            (Self::Moments(a), Self::Moments(b)) => Self::Moments(a.plus(b)),
            (Self::Far(a), Self::Far(b)) => Self::Far(a.plus(b)),
            _ => return None,
        })
    }
}

impl Far {
    /// The farthest of the given places.
    fn of(nearest: &Nearest, places: impl Iterator<Item = [f64; 2]>) -> Self {
        let basis = eigen(nearest.moments).map(|pair| pair.1);
        let places: Vec<[f64; 2]> = places.map(|place| symmetry::project(&basis, &place)).collect();
        let largest = places.iter().map(symmetry::square).fold(0.0, f64::max);
        Self { largest, places }.kept()
    }

    fn plus(mut self, other: Self) -> Self {
        self.places.extend(other.places);
        Self { largest: self.largest.max(other.largest), places: self.places }.kept()
    }

    fn kept(mut self) -> Self {
        self.places.retain(|place| symmetry::is_far(symmetry::square(place), self.largest));
        self.places.sort_unstable_by(symmetry::by_axes);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::hexagonal;

    /// The shape of positions that come in tiles of so many.
    fn tiled(positions: &[[f64; 2]], edge_length: f64, size: usize) -> Shape {
        let slide = Slide::new(Bounds::of(positions.iter().copied()), Some(edge_length));
        let mut survey = Survey::default();
        while survey.is_asking(&slide) {
            let answers = positions.chunks(size).rev().map(|tile| survey.answer(&slide, tile.iter()));
            let sum = answers.reduce(|a, b| a?.plus(b?)).unwrap().unwrap();
            survey = survey.after(&slide, &sum);
        }
        survey.shape(&slide).unwrap()
    }

    #[test]
    fn tiles_find_the_shape_of_the_whole() {
        let square: Vec<[f64; 2]> = (0..400).map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect();
        let scattered: Vec<[f64; 2]> = (0..997).map(|i| [i * 7919 % 997, i * 104_729 % 991].map(f64::from)).collect();
        let stray = [scattered.as_slice(), &[[3e8, -1e9]]].concat();
        let (hexagonal, one) = (hexagonal(30, 35), [[3.0, 4.0]; 3]);
        for (positions, edge_length) in
            [(hexagonal.positions(), 1.0), (&square, 1.0), (&scattered, 20.0), (&stray, 20.0), (&one, 1.0), (&one, 0.0)]
        {
            let whole = shape::tests::of(positions, edge_length);
            for size in [1, 7, 100, 2000] {
                let found = tiled(positions, edge_length, size);
                assert_eq!((found.centre, found.radius, &found.axes), (whole.centre, whole.radius, &whole.axes));
                assert_eq!((found.unit, found.farthest), (whole.unit, whole.farthest));
            }
        }
    }
}
