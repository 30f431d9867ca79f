//! The Wasserstein distance W₁: how far mass must be moved, on average, to make one distribution the other.

mod simplex;

use super::blocks::{SharedPoint, Union};
use super::{Discrepancy, Measured};
use crate::error::{Error, Result};
use crate::extractor::Distribution;
use crate::observer::Observer;

/// The largest number of points on either side that are moved one by one.
const MOST_POINTS: usize = 2000;

/// W₁ of two distributions, exactly: on a line by quantiles, elsewhere by the network simplex method for up to 2,000 points a
/// side. The bandwidth, equal on both sides, drops out.
///
/// What both have in the same place stays there, which costs nothing and loses nothing. O(n log n) on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wasserstein;

impl Discrepancy for Wasserstein {
    fn name(&self) -> &'static str {
        "wasserstein"
    }

    fn measure(&self, truth: &Distribution, pred: &Distribution, observer: &dyn Observer) -> Result<Measured> {
        let union = Union::new(self.name(), truth, pred)?;
        let d = if union.is_level() {
            0.0
        } else if union.n_dimensions() == 1 {
            on_a_line(&union.places)
        } else {
            anywhere(&union, observer)?
        };
        Ok(Measured::other(self.name(), d, []))
    }
}

/// The area between the two distribution functions.
fn on_a_line(places: &[SharedPoint]) -> f64 {
    let mut difference = 0.0;
    let area = |pair: &[SharedPoint]| {
        difference += pair[0].truth - pair[0].pred;
        f64::abs(difference) * (pair[1].values[0] - pair[0].values[0])
    };
    places.windows(2).map(area).sum()
}

fn anywhere(union: &Union, observer: &dyn Observer) -> Result<f64> {
    let surplus = |place: &SharedPoint| place.truth - place.pred;
    let sources: Vec<&SharedPoint> = union.places.iter().filter(|place| surplus(place) > 0.0).collect();
    let sinks: Vec<&SharedPoint> = union.places.iter().filter(|place| surplus(place) < 0.0).collect();
    if sources.is_empty() || sinks.is_empty() {
        return Ok(0.0);
    }
    let n_points = sources.len().max(sinks.len());
    if n_points > MOST_POINTS {
        return Err(Error::Step {
            step: "wasserstein".to_owned(),
            problem: format!(
                "{n_points} points on one side are more than {MOST_POINTS}; the discrepancy sliced takes any number"
            ),
        });
    }
    let costs = sources.iter().flat_map(|one| sinks.iter().map(|other| one.squared_distance(other).sqrt())).collect();
    let supplies: Vec<f64> = sources.iter().map(|place| surplus(place)).collect();
    let demands: Vec<f64> = sinks.iter().map(|place| -surplus(place)).collect();
    simplex::Network::new(&supplies, &demands, costs).solve(observer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extractor::Atom;
    use crate::testing::assert_close;

    fn d(truth: &Distribution, pred: &Distribution) -> f64 {
        Wasserstein.measure(truth, pred, &()).unwrap().d
    }

    #[test]
    fn on_a_line_it_is_the_area() {
        let at = |places: &[f64], masses: &[f64]| Distribution::dense(1, 4, places, masses).unwrap();
        assert_close(d(&at(&[0.0, 1.0], &[0.5, 0.5]), &at(&[0.25, 1.25], &[0.5, 0.5])), 0.25);
        assert_close(d(&at(&[0.0, 3.0], &[0.75, 0.25]), &at(&[0.0, 3.0], &[0.25, 0.75])), 1.5);
        // To the left as dear as to the right, and both ways at once as dear as one after the other.
        assert_close(d(&at(&[0.25, 1.25], &[0.5, 0.5]), &at(&[0.0, 1.0], &[0.5, 0.5])), 0.25);
        assert_close(d(&at(&[0.0, 2.0], &[0.5, 0.5]), &at(&[1.0], &[1.0])), 1.0);
    }

    #[test]
    fn between_axes_it_is_the_root_of_two() {
        let on = |masses: [f64; 3]| {
            let atom = |(axis, mass): (usize, f64)| Atom { axis: axis as u16, value: 1.0, mass };
            Distribution::on_axes(3, 10, masses.into_iter().enumerate().map(atom).collect()).unwrap()
        };
        let (truth, pred) = (on([0.5, 0.3, 0.2]), on([0.2, 0.4, 0.4]));
        assert_close(d(&truth, &pred), 0.3 * 2.0f64.sqrt());
        assert_eq!(d(&truth, &truth), 0.0);
    }

    #[test]
    fn too_many_points_name_another_way() {
        let cloud = |shift: f64| {
            let places: Vec<f64> = (0..2001).flat_map(|i| [f64::from(i), shift]).collect();
            Distribution::dense(2, 2001, &places, &vec![1.0 / 2001.0; 2001]).unwrap()
        };
        let said = Wasserstein.measure(&cloud(0.0), &cloud(1.0), &()).unwrap_err().to_string();
        let expected =
            "wasserstein: 2001 points on one side are more than 2000; the discrepancy sliced takes any number";
        assert_eq!(said, expected);
    }
}
