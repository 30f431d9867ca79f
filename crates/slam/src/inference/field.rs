//! The spots of one slice as ground on which a labeling is moved: which spot is nearest to any place.

use std::cmp::Ordering;

use super::undefined::Undefined;
use crate::graph::progress::Progress;
use crate::graph::search::{Index, Search};

/// Distances are told from the sixth neighbour, the last of the first ring on a hexagonal lattice.
const NEIGHBOR: usize = 6;
/// How far from a spot a place still belongs to it, in distances of sixth neighbours.
const REACH: f64 = 0.75;

/// The spots of one slice, ready for questions about any place.
#[derive(Debug)]
pub(super) struct Field<const D: usize> {
    pub(super) index: Index<D>,
    /// The lowest corner of the box around the spots.
    pub(super) low: [f64; D],
    /// The sides of that box.
    pub(super) extent: [f64; D],
    /// A place belongs to its nearest spot if that is no farther than this: 0.75 times the median distance of sixth
    /// neighbours.
    pub(super) radius: f64,
}

impl<const D: usize> Field<D> {
    /// The ground of some points, or the reason why nothing can be moved on it.
    pub(super) fn new(points: &[[f64; D]], slice: Option<&str>) -> Result<Self, Undefined> {
        let slice = slice.map(str::to_owned);
        if points.len() <= NEIGHBOR {
            return Err(Undefined::FewSpots { slice, n_spots: points.len(), least: NEIGHBOR + 1 });
        }
        let index = Index::new(points, NEIGHBOR);
        let radius = REACH * spacing(&index);
        let low = std::array::from_fn(|axis| points.iter().map(|point| point[axis]).fold(f64::INFINITY, f64::min));
        let high: [f64; D] =
            std::array::from_fn(|axis| points.iter().map(|point| point[axis]).fold(f64::NEG_INFINITY, f64::max));
        let extent = std::array::from_fn(|axis| high[axis] - low[axis]);
        // Distances that vanish, or whose squares overflow, tell no places apart.
        if !radius.is_normal() || extent.iter().any(|side| !(side / radius).is_finite()) {
            return Err(Undefined::SamePlace { slice });
        }
        Ok(Self { index, low, extent, radius })
    }

    /// The number of spots.
    pub(super) fn n_spots(&self) -> usize {
        self.index.points().len()
    }

    /// The position in the index of the spot nearest to a place, if it is near enough.
    ///
    /// Of equally near ones the first in space (x, then y, then z); of those in the same place the first by `rank`.
    pub(super) fn nearest(&self, place: &[f64; D], rank: impl Fn(usize) -> u32) -> Option<usize> {
        let squared = match &self.index {
            Index::Grid(_) => self.radius * self.radius,
            // In a crowd there may be very many within the radius, so the distance is found first.
            Index::Tree(tree) => tree.nearest_squared(place).min(self.radius * self.radius),
        };
        let mut best: Option<(f64, usize)> = None;
        self.index.visit_within(place, squared, 0, |position, found| {
            let is_nearer = best.is_none_or(|(least, other)| {
                let points = self.index.points();
                let is_first =
                    || in_space(&points[position], &points[other]).then_with(|| rank(position).cmp(&rank(other)));
                found < least || (found == least && is_first().is_lt())
            });
            if is_nearer {
                best = Some((found, position));
            }
        });
        best.map(|(_, position)| position)
    }
}

/// Which of two points comes first: by x, then y, then z.
pub(super) fn in_space<const D: usize>(a: &[f64; D], b: &[f64; D]) -> Ordering {
    let axes = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
    axes.fold(Ordering::Equal, Ordering::then)
}

/// The median distance of sixth neighbours; of an even number the mean of the middle two.
fn spacing<const D: usize>(index: &Index<D>) -> f64 {
    let n = index.points().len();
    let mut squared = index
        .kth_squared_distances(NEIGHBOR, &Progress::new(&(), "spacing", n))
        .expect("nobody listens who could stop it");
    let (left, upper, _) = squared.select_nth_unstable_by(n / 2, f64::total_cmp);
    let upper = upper.sqrt();
    if n % 2 == 1 {
        return upper;
    }
    let lower = left.iter().copied().max_by(f64::total_cmp).unwrap_or(upper * upper).sqrt();
    0.5 * (lower + upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(n: usize) -> Vec<[f64; 2]> {
        (0..n).map(|i| [i as f64, 0.0]).collect()
    }

    #[test]
    fn spacing_by_hand() {
        // Eight on a line: the sixth neighbour is 6, 5, 4, 4, 4, 4, 5, 6 away; the median is 4.5.
        let field = Field::new(&row(8), None).unwrap();
        assert_eq!((field.radius, field.extent), (0.75 * 4.5, [7.0, 0.0]));
    }

    #[test]
    fn ties_go_to_the_first_in_space() {
        let field = Field::new(&row(9), None).unwrap();
        let found = field.nearest(&[3.5, 1.0], |_| 0).unwrap();
        assert_eq!(field.index.points()[found], [3.0, 0.0]);
        assert_eq!(field.nearest(&[3.5, 100.0], |_| 0), None);
    }

    #[test]
    fn of_spots_in_one_place_the_rank_decides() {
        let points = [row(9), vec![[4.0, 0.0]]].concat();
        let field = Field::new(&points, None).unwrap();
        for first in [4, 9] {
            let rank = |position: usize| u32::from(field.index.order()[position] != first);
            let found = field.nearest(&[4.1, 0.0], rank).unwrap();
            assert_eq!(field.index.order()[found], first);
        }
    }

    #[test]
    fn no_ground_has_its_reason() {
        assert_eq!(Field::new(&row(6), None).unwrap_err(), Undefined::FewSpots { slice: None, n_spots: 6, least: 7 });
        assert_eq!(
            Field::new(&[[1.0, 1.0]; 9], Some("a")).unwrap_err().to_string(),
            "slice \"a\": most spots share their place with others"
        );
    }
}
