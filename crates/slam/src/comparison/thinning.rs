//! Even thinning: some of the spots, as evenly as positions allow, whatever the order of rows.

use super::frame::{Frame, Point};
use crate::pair::Pair;

/// Positions along each axis are told apart in so many bits.
const BITS: u32 = 20;
/// Off the places where the cells of lattices would meet those of the curve.
const OFFSET: f64 = 0.37;

/// The position of a spot, in the plane with z = 0.
pub(super) fn point(pair: &Pair, spot: u32) -> Point {
    let at = pair.spots().position(spot as usize);
    [at[0], at[1], at.get(2).copied().unwrap_or(0.0)]
}

/// About `most` spots of a pair that has more, in the order of rows; at least one of every slice.
///
/// Spots are put in order along a Z-order curve in the principal frame of their slice, and every so many-th is taken; spots in
/// one place go by their truth label. O(n log n).
pub(super) fn evenly(pair: &Pair, most: usize) -> Vec<u32> {
    let mut order: Vec<(u64, u32)> = Vec::with_capacity(pair.n_spots());
    // No slice vanishes.
    let mut firsts: Vec<u32> = Vec::new();
    for spots in pair.spots().by_slice() {
        let points: Vec<Point> = spots.iter().map(|&spot| point(pair, spot)).collect();
        let frame = Frame::of(&points);
        let mut slice: Vec<(u64, u32)> =
            points.iter().zip(&spots).map(|(point, &spot)| (key(&frame.share(point)), spot)).collect();
        slice.sort_unstable_by(|a, b| {
            let axes = point(pair, a.1).into_iter().zip(point(pair, b.1)).map(|(a, b)| a.total_cmp(&b));
            let labels = || pair.truth().code(a.1 as usize).cmp(&pair.truth().code(b.1 as usize));
            let places = || axes.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then);
            a.0.cmp(&b.0).then_with(places).then_with(labels).then(a.1.cmp(&b.1))
        });
        firsts.extend(slice.first().map(|&(_, spot)| spot));
        order.extend(slice);
    }
    let n = order.len();
    let taken = |which: usize| order[(2 * which + 1) * n / (2 * most)].1;
    let mut chosen: Vec<u32> = (0..most.min(n)).map(taken).collect();
    chosen.extend(firsts);
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// The place along the curve.
fn key(shares: &Point) -> u64 {
    let cells = f64::from(1_u32 << BITS) - 1.0;
    let along = shares.map(|share| (share * (cells - 1.0) + OFFSET).clamp(0.0, cells) as u64);
    (0..BITS)
        .fold(0, |key, bit| (0..3).fold(key, |key, axis| key | (along[axis] >> bit & 1) << (3 * bit + axis as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{hexagonal, labeling};

    #[test]
    fn thinned_spots_are_even_and_do_not_depend_on_rows() {
        let spots = hexagonal(40, 40);
        let truth = labeling(&"ab".repeat(800));
        let pair = Pair::new(spots.clone(), truth.clone(), truth.clone()).unwrap();
        let chosen = evenly(&pair, 400);
        assert!((400..=401).contains(&chosen.len()));
        // Sixteen squares of ten by ten spots have about 25 each.
        let mut counts = [0; 16];
        for &spot in &chosen {
            let at = point(&pair, spot);
            counts[(at[0] / 10.2) as usize + 4 * (at[1] / 8.7) as usize] += 1;
        }
        assert!(counts.iter().all(|n| (19..=31).contains(n)), "{counts:?}");
        let order: Vec<u32> = (0..1600).map(|i| i * 77 % 1600).collect();
        let shuffled = Pair::new(spots.subset(&order), truth.subset(&order), truth.subset(&order)).unwrap();
        let mut places: Vec<u32> = evenly(&shuffled, 400).iter().map(|&spot| order[spot as usize]).collect();
        places.sort_unstable();
        assert_eq!(places, chosen);
    }
}
