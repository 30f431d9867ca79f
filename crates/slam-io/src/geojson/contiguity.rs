//! Polygons that touch: neighbours as a queen moves.

use super::geometry::{Polygon, Position};
use super::interior::sides;
use super::segments::{Segment, Segments, bounds};

/// Corners this near to a border lie on it, as a share of the larger side of the map.
const TOLERANCE: f64 = 1e-9;
/// No more than so many pairs per feature are collected; the graph would refuse them.
const MOST_PAIRS: usize = 64;
/// Looking for corners on borders takes no more than so many steps per corner, on average, unless borders overlap.
const MOST_STEPS: u64 = 1_000;
const FREE_STEPS: u64 = 10_000_000;

/// Why neighbours were not found.
#[derive(Debug, PartialEq)]
pub(super) enum Problem {
    /// Too many polygons touch here, so many of them.
    Crowded(Position, usize),
    /// Borders lie upon each other everywhere.
    Tangled,
}

/// The pairs of features that share at least one point of their borders, in order and without repeats.
///
/// Two borders share a point where a corner of one is a corner of the other, or lies on a side of it. Borders that
/// cross without a corner at the crossing are those of overlapping polygons, and do not count. O(C log C) for C corners.
pub(super) fn contiguity(features: &[&[Polygon]]) -> Result<Vec<(u32, u32)>, Problem> {
    let corners = corners(features);
    let (low, high) = bounds(corners.iter().map(|&(position, _)| position));
    let tolerance = TOLERANCE * (high[0] - low[0]).max(high[1] - low[1]).max(0.0);
    let segments = Segments::new(segments(features), tolerance);
    let most_steps = FREE_STEPS + MOST_STEPS * corners.len() as u64;
    let mut pairs = Pairs { pairs: Vec::new(), limit: MOST_PAIRS * features.len() };
    let (mut n_steps, mut met) = (0, Vec::new());
    for corner in corners.chunk_by(|a, b| a.0 == b.0) {
        met.clear();
        n_steps += segments.at(corner[0].0, &mut met);
        if n_steps > most_steps {
            return Err(Problem::Tangled);
        }
        met.sort_unstable();
        met.dedup();
        pairs.add(corner, &met)?;
    }
    pairs.compact();
    Ok(pairs.pairs)
}

/// Every corner with its feature, equal positions side by side, without repeats.
fn corners(features: &[&[Polygon]]) -> Vec<(Position, u32)> {
    let rings = features.iter().enumerate().flat_map(|(feature, polygons)| {
        polygons.iter().flatten().flatten().map(move |&position| (position, feature as u32))
    });
    let mut corners: Vec<(Position, u32)> = rings.collect();
    let key = |&(position, feature): &(Position, u32)| (position.map(f64::to_bits), feature);
    corners.sort_unstable_by_key(key);
    corners.dedup_by_key(|corner| key(corner));
    corners
}

fn segments(features: &[&[Polygon]]) -> Vec<Segment> {
    let sides = features.iter().enumerate().flat_map(|(feature, polygons)| {
        let rings = polygons.iter().flatten();
        rings.flat_map(sides).map(move |(a, b)| Segment { ends: [a, b], feature: feature as u32 })
    });
    sides.collect()
}

/// Pairs so far, with repeats.
struct Pairs {
    pairs: Vec<(u32, u32)>,
    limit: usize,
}

impl Pairs {
    /// Adds the pairs of the features that have a corner here with all features whose borders pass here.
    fn add(&mut self, corner: &[(Position, u32)], met: &[u32]) -> Result<(), Problem> {
        let crowded = Problem::Crowded(corner[0].0, met.len());
        if corner.len().saturating_mul(met.len()) / 2 > self.limit.saturating_add(met.len()) {
            return Err(crowded);
        }
        for &(_, u) in corner {
            self.pairs.extend(met.iter().filter(|&&v| u != v).map(|&v| (u.min(v), u.max(v))));
        }
        if self.pairs.len() > 4 * self.limit + 1_000_000 {
            self.compact();
            if self.pairs.len() > self.limit {
                return Err(crowded);
            }
        }
        Ok(())
    }

    fn compact(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rectangle as its own feature.
    fn tile(x: f64, y: f64, width: f64, height: f64) -> Vec<Polygon> {
        vec![vec![vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]]]]
    }

    fn touching(tiles: &[Vec<Polygon>]) -> Vec<(u32, u32)> {
        contiguity(&tiles.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn corners_count() {
        let tiles: Vec<_> =
            [(0, 0), (1, 0), (0, 1), (1, 1), (3, 0)].map(|(x, y)| tile(f64::from(x), f64::from(y), 1.0, 1.0)).to_vec();
        assert_eq!(touching(&tiles), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn a_corner_on_a_side_counts() {
        // A tile of two by two beside two of one by one: their common corner lies on its side.
        let tiles = [tile(0.0, 0.0, 2.0, 2.0), tile(2.0, 0.0, 1.0, 1.0), tile(2.0, 1.0, 1.0, 1.0)];
        assert_eq!(touching(&tiles), [(0, 1), (0, 2), (1, 2)]);
        // A tile that sits in the middle of a long side, without a corner in common.
        assert_eq!(touching(&[tile(0.0, 0.0, 9.0, 1.0), tile(3.0, 1.0, 1.0, 1.0)]), [(0, 1)]);
    }

    #[test]
    fn noise_in_the_last_digits_is_forgiven_and_a_gap_is_not() {
        assert_eq!(touching(&[tile(0.0, 0.0, 0.1 + 0.2, 1.0), tile(0.3, 0.0, 1.0, 1.0)]), [(0, 1)]);
        assert_eq!(touching(&[tile(0.0, 0.0, 1.0, 1.0), tile(1.001, 0.0, 1.0, 1.0)]), []);
    }

    #[test]
    fn a_country_inside_another_touches_it() {
        let mut outside = tile(0.0, 0.0, 4.0, 4.0);
        outside[0].extend(tile(1.0, 1.0, 1.0, 1.0).remove(0));
        assert_eq!(touching(&[outside, tile(1.0, 1.0, 1.0, 1.0)]), [(0, 1)]);
    }

    #[test]
    fn crowds_and_tangles_end() {
        let wedge = |i: u32| vec![vec![vec![[0.0, 0.0], [1.0, f64::from(i)], [1.0, f64::from(i) + 0.5]]]];
        let wedges: Vec<_> = (0..2_000).map(wedge).collect();
        let crowd = contiguity(&wedges.iter().map(Vec::as_slice).collect::<Vec<_>>());
        assert_eq!(crowd, Err(Problem::Crowded([0.0, 0.0], 2_000)));
    }
}
