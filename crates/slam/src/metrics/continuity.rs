//! Metrics that ask whether near spots carry the same label.

use super::evidence::SliceView;
use super::value::{Undefined, Value, finite};
use crate::chunks::chunks;
use crate::graph::progress::Progress;
use crate::graph::search::{CHUNK, Index, Search};
use crate::observer::Observer;
use crate::parallel::each;

/// Each spot is compared with this many nearest spots, and those that tie with the last.
const N_NEAREST: usize = 10;

/// Distances up to this factor are ties, as in the neighbour graph.
const TIE: f64 = 1.01;

/// Labels of fewer spots than this are left out of CHAOS.
const LEAST_SPOTS: usize = 3;

/// The mean distance of a spot to the nearest spot of its label, in units of the spread of all spots.
///
/// Positions are standardised by axis (mean 0, deviation 1 with divisor n; a constant axis becomes 0). Labels with at
/// most 2 spots add nothing to the sum, and all spots count in its divisor. Range (0, ∞), defined for every labeling.
/// O(n log n).
///
/// Shang and Zhou, *Spatially aware dimension reduction for spatial transcriptomics*, Nature Communications 13 (2022).
pub(super) fn chaos(view: &SliceView<'_>, observer: &dyn Observer) -> Value {
    match view.dimensions {
        2 => chaos_in::<2>(view, observer),
        _ => chaos_in::<3>(view, observer),
    }
}

/// The share of spots whose label differs from that of more than half of their nearest spots.
///
/// The nearest are all other spots no farther than 1.01 times the distance of the tenth (all others where there are at
/// most ten), so that lattices need no arbitrary order. Range [0, 1], defined for every labeling. O(n log n).
///
/// Shang and Zhou, *Spatially aware dimension reduction for spatial transcriptomics*, Nature Communications 13 (2022).
pub(super) fn abnormal_share(view: &SliceView<'_>, observer: &dyn Observer) -> Value {
    match view.dimensions {
        2 => abnormal_share_in::<2>(view, observer),
        _ => abnormal_share_in::<3>(view, observer),
    }
}

fn chaos_in<const D: usize>(view: &SliceView<'_>, observer: &dyn Observer) -> Value {
    let mut domains: Vec<Vec<[f64; D]>> = view.sizes.iter().map(|&size| Vec::with_capacity(size)).collect();
    for (point, label) in standardised::<D>(view).into_iter().zip(view.labels.iter()) {
        domains[usize::from(*label)].push(point);
    }
    domains.retain(|points| points.len() >= LEAST_SPOTS);
    let progress = Progress::new(observer, "chaos", domains.iter().map(Vec::len).sum());
    let sum_of_domain = |points: &Vec<[f64; D]>| {
        let nearest = Index::new(points, 1).kth_squared_distances(1, &progress).map_err(|_| Undefined::Stopped)?;
        Ok(nearest.iter().map(|squared| squared.sqrt()).sum::<f64>())
    };
    let sums: Vec<f64> = each(&domains, sum_of_domain).into_iter().collect::<Result<_, Undefined>>()?;
    finite(sums.iter().sum::<f64>() / view.n_spots() as f64)
}

fn abnormal_share_in<const D: usize>(view: &SliceView<'_>, observer: &dyn Observer) -> Value {
    let n_spots = view.n_spots();
    if n_spots < 2 {
        return Ok(0.0);
    }
    let k = N_NEAREST.min(n_spots - 1);
    let progress = Progress::new(observer, "pas", 2 * n_spots);
    let index = Index::new(chunks::<D>(&view.coordinates).0, k);
    let reach = index.kth_squared_distances(k, &progress).map_err(|_| Undefined::Stopped)?;
    let labels: Vec<u16> = index.order().iter().map(|&spot| view.labels[spot as usize]).collect();
    let is_abnormal = |position: usize| {
        let (mut n_near, mut n_different) = (0u32, 0u32);
        index.visit_within(&index.points()[position], reach[position] * TIE * TIE, 0, |other, _| {
            n_near += u32::from(other != position);
            n_different += u32::from(labels[other] != labels[position]);
        });
        2 * n_different > n_near
    };
    let chunk = |start: usize| {
        let end = (start + CHUNK).min(n_spots);
        progress.advance(end - start).map_err(|_| Undefined::Stopped)?;
        Ok((start..end).filter(|&position| is_abnormal(position)).count())
    };
    let starts = (0..n_spots).step_by(CHUNK);
    let n_abnormal: usize = each(starts, chunk).into_iter().sum::<Result<_, Undefined>>()?;
    Ok(n_abnormal as f64 / n_spots as f64)
}

/// The positions with mean 0 and deviation 1 along each axis.
fn standardised<const D: usize>(view: &SliceView<'_>) -> Vec<[f64; D]> {
    let mut points = chunks::<D>(&view.coordinates).0.to_vec();
    for axis in 0..D {
        let mean_of = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / view.n_spots() as f64;
        // Differences from one spot keep their digits far from the origin, and are exactly 0 on a constant axis.
        let origin = points[0][axis];
        points.iter_mut().for_each(|point| point[axis] -= origin);
        let mean = mean_of(&mut points.iter().map(|point| point[axis]));
        points.iter_mut().for_each(|point| point[axis] -= mean);
        let deviation = mean_of(&mut points.iter().map(|point| point[axis] * point[axis])).sqrt();
        let scale = if deviation > 0.0 { 1.0 / deviation } else { 0.0 };
        points.iter_mut().for_each(|point| point[axis] *= scale);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;
    use crate::testing::{assert_close, hexagonal};
    use rand::RngExt;

    #[test]
    fn a_line_by_hand() {
        // Places 0, 1, 2, 3 and 6 have mean 12/5 and variance (50 − 144/5) / 5.
        let places = [0.0, 1.0, 2.0, 3.0, 6.0];
        let view = SliceView::new(2, places.iter().flat_map(|&x| [x, 7.0]).collect(), vec![0, 0, 1, 0, 1].into());
        // Label 0 has steps 1, 1, 2; label 1 has too few spots, but they are divided by.
        let deviation = ((50.0 - 144.0 / 5.0) / 5.0f64).sqrt();
        assert_close(chaos(&view, &()).unwrap(), 4.0 / deviation / 5.0);
    }

    #[test]
    fn a_lonely_intruder_is_abnormal() {
        let spots = hexagonal(9, 9);
        let mut labels = vec![0; 81];
        labels[40] = 1;
        let view = SliceView::new(2, spots.coordinates().into(), labels.into());
        assert_eq!(abnormal_share(&view, &()), Ok(1.0 / 81.0));
    }

    #[test]
    fn half_is_not_more_than_half() {
        // Three spots: each has two others, of which one or two differ.
        let view = SliceView::new(2, vec![0.0, 0.0, 1.0, 0.0, 2.0, 0.0].into(), vec![0, 0, 1].into());
        assert_eq!(abnormal_share(&view, &()), Ok(1.0 / 3.0));
    }

    /// Both metrics, restated with every distance.
    fn plainly<const D: usize>(view: &SliceView<'_>) -> (f64, f64) {
        let n_spots = view.n_spots();
        let squared = |points: &[[f64; D]], i: usize, j: usize| {
            (0..D).map(|axis| points[i][axis] - points[j][axis]).map(|side| side * side).sum::<f64>()
        };
        let points = standardised::<D>(view);
        let is_alike = |i: usize, j: usize| i != j && view.labels[i] == view.labels[j];
        let counts = |i: usize| view.sizes[usize::from(view.labels[i])] > 2;
        let step = |i: usize| {
            let alike = (0..n_spots).filter(|&j| is_alike(i, j));
            alike.map(|j| squared(&points, i, j).sqrt()).fold(f64::INFINITY, f64::min)
        };
        let chaos = (0..n_spots).filter(|&i| counts(i)).map(step).sum::<f64>() / n_spots as f64;

        let points = chunks::<D>(&view.coordinates).0;
        let is_abnormal = |i: &usize| {
            let mut others: Vec<(f64, u16)> =
                (0..n_spots).filter(|j| j != i).map(|j| (squared(points, *i, j), view.labels[j])).collect();
            others.sort_by(|a, b| a.0.total_cmp(&b.0));
            let reach = others[9.min(others.len() - 1)].0 * TIE * TIE;
            others.retain(|other| other.0 <= reach);
            2 * others.iter().filter(|other| other.1 != view.labels[*i]).count() > others.len()
        };
        (chaos, (0..n_spots).filter(is_abnormal).count() as f64 / n_spots as f64)
    }

    fn scattered<const D: usize>(n_spots: usize, n_labels: u16, n_places: f64) -> SliceView<'static> {
        let mut rng = stream(3, u64::from(n_labels));
        // Few places make many ties and coincident spots.
        let coordinates: Vec<f64> = (0..n_spots * D).map(|_| (rng.random::<f64>() * n_places).floor()).collect();
        SliceView::new(D, coordinates.into(), (0..n_spots).map(|_| rng.random_range(0..n_labels)).collect())
    }

    #[test]
    fn the_obvious_loops_agree() {
        for (n_spots, n_labels, n_places) in
            [(5, 2, 3.0), (11, 3, 1e6), (300, 2, 12.0), (700, 40, 1e9), (1000, 7, 30.0)]
        {
            let (flat, solid) =
                (scattered::<2>(n_spots, n_labels, n_places), scattered::<3>(n_spots, n_labels, n_places));
            for (view, (step, share)) in [(&flat, plainly::<2>(&flat)), (&solid, plainly::<3>(&solid))] {
                assert_close(chaos(view, &()).unwrap(), step);
                assert_eq!(abnormal_share(view, &()), Ok(share));
            }
        }
    }
}
