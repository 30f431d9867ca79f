//! Interior points and contiguity of polygons that are in memory already, as Python and R hold them.

use super::contiguity::{Problem, contiguity};
use super::error::Error;
use super::geometry::{Polygon, Position};
use super::interior::interior_point;
use crate::error::{Error as IoError, Result};

/// The point inside each feature that stands for it, or none where a feature has no polygons, or one without corners.
pub fn interior_points(features: &[Vec<Polygon>]) -> Vec<Option<Position>> {
    let is_drawn = |polygon: &Polygon| polygon.first().is_some_and(|ring| !ring.is_empty());
    let has_place = |feature: &Vec<Polygon>| !feature.is_empty() && feature.iter().all(is_drawn);
    features.iter().map(|feature| has_place(feature).then(|| interior_point(feature))).collect()
}

/// The pairs of features that touch, in order and without repeats; `holder` is for messages.
pub fn contiguous<T: AsRef<[Polygon]>>(holder: &str, features: &[T]) -> Result<Vec<(u32, u32)>> {
    let polygons: Vec<&[Polygon]> = features.iter().map(AsRef::as_ref).collect();
    contiguity(&polygons).map_err(|problem| match problem {
        Problem::Tangled => Error::Tangled { file: holder.to_owned() }.into(),
        Problem::Crowded([x, y], n_spots) => {
            let (limit, position) = (64 * polygons.len(), format!("({x}, {y})"));
            let cause = slam::Error::TooManyEdges { limit, position, n_spots, coincident: false };
            IoError::Spots { file: holder.to_owned(), cause }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_squares_side_by_side_touch() {
        let square = |x: f64| vec![vec![vec![[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0], [x, 0.0]]]];
        let map = [square(0.0), square(1.0), square(5.0)];
        assert_eq!(interior_points(&map), [Some([0.5, 0.5]), Some([1.5, 0.5]), Some([5.5, 0.5])]);
        assert_eq!(contiguous("map", &map).unwrap(), [(0, 1)]);
        assert_eq!(interior_points(&[Vec::new(), vec![vec![Vec::new()]]]), [None, None]);
    }
}
