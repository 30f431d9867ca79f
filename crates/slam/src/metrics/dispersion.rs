//! Metrics that weigh the spread of each label against the distances between labels.

use super::evidence::SliceView;
use super::value::{Undefined, Value, finite};
use crate::observer::Observer;

/// Centroids closer than this, relative to the extent of the slice, are taken for one: symmetric labels round apart.
const SAME_PLACE: f64 = 1e-12;

/// The dispersion between labels over the dispersion within, each over its degrees of freedom.
///
/// `(Σ n_k |c_k − c|² / (K − 1)) / (Σ |x − c_k|² / (n − K))`. Range (0, ∞); undefined with one label, with one spot
/// per label, and when the spots of every label share one position. O(n).
///
/// Caliński and Harabasz, *A dendrite method for cluster analysis*, Communications in Statistics 3 (1974).
pub(super) fn calinski_harabasz_index(view: &SliceView<'_>, _observer: &dyn Observer) -> Value {
    view.check_labels()?;
    let (n_spots, n_labels) = (view.n_spots() as f64, view.n_labels() as f64);
    let centroids = centroids(view);
    let within: f64 = view.spots().map(|(position, label)| squared_distance(position, &centroids[label])).sum();
    if within == 0.0 {
        return Err(Undefined::NoSpread);
    }
    let whole = mean_position(view.dimensions, view.spots().map(|(position, _)| position));
    let weighted = |(centroid, &size): (&[f64; 3], &usize)| size as f64 * squared_distance(centroid, &whole);
    let between: f64 = centroids.iter().zip(&view.sizes).map(weighted).sum();
    finite(between * (n_spots - n_labels) / (within * (n_labels - 1.0)))
}

/// For each label the worst ratio of two spreads to the distance of the centroids, averaged over labels.
///
/// `mean_i max_j (s_i + s_j) / |c_i − c_j|`, s the mean distance to the centroid. Range [0, ∞); undefined with one
/// label, with one spot per label, when two centroids coincide, and when all spreads are 0. O(n + K²).
///
/// Davies and Bouldin, *A cluster separation measure*, IEEE Transactions on Pattern Analysis and Machine Intelligence 1
/// (1979).
pub(super) fn davies_bouldin_index(view: &SliceView<'_>, _observer: &dyn Observer) -> Value {
    view.check_labels()?;
    let centroids = centroids(view);
    let spreads = spreads(view, &centroids);
    if spreads.iter().all(|&spread| spread == 0.0) {
        return Err(Undefined::NoSpread);
    }
    let nearest_allowed = SAME_PLACE * extent(view);
    let mut total = 0.0;
    for (i, centroid) in centroids.iter().enumerate() {
        let mut worst = 0.0f64;
        for (j, other) in centroids.iter().enumerate().filter(|&(j, _)| j != i) {
            let distance = squared_distance(centroid, other).sqrt();
            if distance <= nearest_allowed {
                return Err(Undefined::SameCentroid);
            }
            worst = worst.max((spreads[i] + spreads[j]) / distance);
        }
        total += worst;
    }
    finite(total / centroids.len() as f64)
}

/// The mean position of each label, a third coordinate of 0 where there is none.
fn centroids(view: &SliceView<'_>) -> Vec<[f64; 3]> {
    // Sums of differences from one spot of the label keep their digits far from the origin, and are exactly 0 where all
    // spots share one position.
    let mut first: Vec<Option<&[f64]>> = vec![None; view.n_labels()];
    let mut sums = vec![[0.0; 3]; view.n_labels()];
    for (position, label) in view.spots() {
        let origin = *first[label].get_or_insert(position);
        sums[label].iter_mut().zip(position.iter().zip(origin)).for_each(|(sum, (x, o))| *sum += x - o);
    }
    let centroid = |label: usize| {
        let mut place = [0.0; 3];
        for (axis, origin) in first[label].unwrap_or_default().iter().enumerate() {
            place[axis] = origin + sums[label][axis] / view.sizes[label] as f64;
        }
        place
    };
    (0..view.n_labels()).map(centroid).collect()
}

fn spreads(view: &SliceView<'_>, centroids: &[[f64; 3]]) -> Vec<f64> {
    let mut sums = vec![0.0; centroids.len()];
    view.spots().for_each(|(position, label)| sums[label] += squared_distance(position, &centroids[label]).sqrt());
    sums.iter().zip(&view.sizes).map(|(sum, &size)| sum / size as f64).collect()
}

fn mean_position<'a>(dimensions: usize, mut positions: impl Iterator<Item = &'a [f64]>) -> [f64; 3] {
    let Some(origin) = positions.next() else { return [0.0; 3] };
    let (mut place, mut n_positions) = ([0.0; 3], 1.0);
    for position in positions {
        n_positions += 1.0;
        place.iter_mut().zip(position.iter().zip(origin)).for_each(|(sum, (x, o))| *sum += x - o);
    }
    (0..dimensions).for_each(|axis| place[axis] = origin[axis] + place[axis] / n_positions);
    place
}

/// The diagonal of the box around all spots.
fn extent(view: &SliceView<'_>) -> f64 {
    let side = |axis: usize| {
        let values = || view.coordinates.iter().skip(axis).step_by(view.dimensions).copied();
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    (0..view.dimensions).map(|axis| side(axis) * side(axis)).sum::<f64>().sqrt()
}

/// The squared distance of a position from a place; axes that the position does not have count nothing.
fn squared_distance(position: &[f64], place: &[f64; 3]) -> f64 {
    position.iter().zip(place).map(|(x, y)| (x - y) * (x - y)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    fn on_a_line(places: &[f64], labels: &[u16]) -> SliceView<'static> {
        SliceView::new(2, places.iter().flat_map(|&x| [x, 0.0]).collect(), labels.to_vec().into())
    }

    #[test]
    fn two_pairs_by_hand() {
        let view = on_a_line(&[0.0, 2.0, 10.0, 12.0], &[0, 0, 1, 1]);
        // Between: 2·25 + 2·25 over 1; within: 4·1 over 2.
        assert_close(calinski_harabasz_index(&view, &()).unwrap(), 100.0 / 2.0);
        assert_close(davies_bouldin_index(&view, &()).unwrap(), 2.0 / 10.0);
    }

    #[test]
    fn far_from_the_origin_nothing_changes() {
        let near = on_a_line(&[0.0, 0.25, 1.0, 1.5], &[0, 0, 1, 1]);
        let far = on_a_line(&[1e9, 1e9 + 0.25, 1e9 + 1.0, 1e9 + 1.5], &[0, 0, 1, 1]);
        let both = |view| (calinski_harabasz_index(view, &()), davies_bouldin_index(view, &()));
        assert_eq!(both(&near), both(&far));
    }

    #[test]
    fn undefined_has_a_reason() {
        let reasons = |places: &[f64], labels: &[u16]| {
            let view = on_a_line(places, labels);
            (calinski_harabasz_index(&view, &()).err(), davies_bouldin_index(&view, &()).err())
        };
        let both = |reason| (Some(reason), Some(reason));
        assert_eq!(reasons(&[0.0, 1.0, 2.0], &[0, 0, 0]), both(Undefined::OnePredLabel));
        assert_eq!(reasons(&[0.0, 1.0, 2.0], &[0, 1, 2]), both(Undefined::OneSpotPerLabel));
        assert_eq!(reasons(&[0.1, 0.1, 0.1, 0.7], &[0, 0, 0, 1]), both(Undefined::NoSpread));
        // The inner and the outer pair share their centre, though thirds do not add up exactly.
        assert_eq!(reasons(&[0.1, 0.4, 0.2, 0.3], &[0, 0, 1, 1]), (None, Some(Undefined::SameCentroid)));
    }
}
