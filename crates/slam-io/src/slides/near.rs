//! The nearest spots around a few of many: a hash grid over the first two coordinates.

use slam::Labeling;

/// About so many spots lie in a cell of the grid.
const PER_CELL: f64 = 3.0;
/// So many rings of cells are searched around a spot; whoever has no neighbours there stands alone.
const MOST_RINGS: i64 = 24;

/// Spots sorted by the cell of a square grid that they lie in.
pub(super) struct Near<'a> {
    dimensions: usize,
    coordinates: &'a [f64],
    origin: [f64; 2],
    side: f64,
    /// Invariant: sorted; the cell and the row of every spot.
    cells: Vec<(u64, u32)>,
}

/// A spot near another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Neighbour {
    pub(super) distance: f64,
    pub(super) row: usize,
}

impl<'a> Near<'a> {
    /// Sorts the spots into cells; O(n log n).
    pub(super) fn new(dimensions: usize, coordinates: &'a [f64]) -> Self {
        let n_spots = coordinates.len() / dimensions;
        let spread = [0, 1].map(|axis| Spread::of(dimensions, coordinates, axis));
        let [width, height] = [spread[0].width, spread[1].width];
        let n_cells = (n_spots as f64 / PER_CELL).max(1.0);
        // Spots on a line have no area.
        let side = (width * height / n_cells).sqrt().max(width.max(height) / n_cells);
        let side = if side > 0.0 { side } else { 1.0 };
        let mut near = Self { dimensions, coordinates, origin: spread.map(|s| s.low), side, cells: Vec::new() };
        near.cells = (0..n_spots).map(|row| (key(near.cell(row)), row as u32)).collect();
        near.cells.sort_unstable();
        near
    }

    /// The number of spots.
    pub(super) fn n_spots(&self) -> usize {
        self.cells.len()
    }

    /// The position of a spot.
    pub(super) fn position(&self, row: usize) -> &'a [f64] {
        &self.coordinates[self.dimensions * row..][..self.dimensions]
    }

    /// The number of coordinates of a spot.
    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn cell(&self, row: usize) -> [i64; 2] {
        let position = self.position(row);
        // What lies too far away for a cell of its own shares the last one.
        [0, 1].map(|axis| ((position[axis] - self.origin[axis]) / self.side).floor().clamp(-1e9, 1e9) as i64)
    }

    /// The `k` nearest others of a spot, nearest first; with `groups` those of its group alone.
    pub(super) fn nearest(&self, row: usize, k: usize, groups: Option<&Labeling>) -> Vec<Neighbour> {
        let [column, line] = self.cell(row);
        let own = groups.map(|groups| groups.code(row));
        let mut found: Vec<Neighbour> = Vec::new();
        for ring in 0..=MOST_RINGS {
            let mut n_same = 0;
            for (column, line) in on_ring(column, line, ring) {
                let others = self.within([column, line]);
                let others = others.filter(|&other| other != row && groups.map(|groups| groups.code(other)) == own);
                for other in others {
                    let distance = self.distance(row, other);
                    found.push(Neighbour { distance, row: other });
                    n_same += usize::from(distance == 0.0);
                    // No other spot is nearer than these, however many share the place.
                    if n_same == k {
                        break;
                    }
                }
            }
            // Whatever lies nearer than the rings that were searched has been found.
            let reach = ring as f64 * self.side;
            if found.len() >= k && found.iter().filter(|other| other.distance <= reach).count() >= k {
                break;
            }
        }
        found.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.row.cmp(&b.row)));
        found.truncate(k);
        found
    }

    fn within(&self, cell: [i64; 2]) -> impl Iterator<Item = usize> {
        let key = key(cell);
        let first = self.cells.partition_point(|&(other, _)| other < key);
        self.cells[first..].iter().take_while(move |&&(other, _)| other == key).map(|&(_, row)| row as usize)
    }

    fn distance(&self, one: usize, other: usize) -> f64 {
        let pairs = self.position(one).iter().zip(self.position(other));
        pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    }
}

/// One number per cell.
fn key([column, line]: [i64; 2]) -> u64 {
    const MIDDLE: i64 = 1 << 31;
    (((column + MIDDLE) as u64) << 32) | (line + MIDDLE) as u64
}

/// The cells of a square ring.
fn on_ring(column: i64, line: i64, ring: i64) -> impl Iterator<Item = (i64, i64)> {
    let lines = -ring..=ring;
    lines.flat_map(move |down| {
        let step = if down.abs() == ring || ring == 0 { 1 } else { 2 * ring };
        (-ring..=ring).step_by(step as usize).map(move |right| (column + right, line + down))
    })
}

/// How far the bulk of the spots spreads along an axis: strays do not count.
struct Spread {
    low: f64,
    width: f64,
}

impl Spread {
    fn of(dimensions: usize, coordinates: &[f64], axis: usize) -> Self {
        let n_spots = coordinates.len() / dimensions;
        let mut values: Vec<f64> = sample(n_spots, 4096).map(|row| coordinates[dimensions * row + axis]).collect();
        values.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| values.get(((values.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(0.0);
        let (low, high) = if at(0.25) < at(0.75) { (at(0.05), at(0.95)) } else { (at(0.0), at(1.0)) };
        Self { low, width: high - low }
    }
}

/// At most `most` of `n` rows, spread evenly over them and in no step that a lattice may share; all of them where they
/// are few.
pub(super) fn sample(n: usize, most: usize) -> impl Iterator<Item = usize> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let n_taken = n.min(most);
    (0..n_taken).map(move |i| if n_taken == n { i } else { ((i as f64 * GOLDEN).fract() * n as f64) as usize })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_those_of_a_full_search() {
        // A dense patch, a sparse one and a stray.
        let place = |i: usize| [(i * 37 % 101) as f64 / if i % 3 == 0 { 50.0 } else { 1.0 }, (i * 53 % 97) as f64];
        let mut coordinates: Vec<f64> = (0..400).flat_map(place).collect();
        coordinates.extend([1e7, -1e7]);
        let near = Near::new(2, &coordinates);
        for row in 0..400 {
            let mut all: Vec<f64> =
                (0..400).filter(|&other| other != row).map(|other| near.distance(row, other)).collect();
            all.sort_unstable_by(f64::total_cmp);
            let found: Vec<f64> = near.nearest(row, 9, None).iter().map(|other| other.distance).collect();
            assert_eq!(found, all[..9]);
        }
        assert_eq!(near.nearest(400, 1, None), []);
    }

    #[test]
    fn rows_are_sampled_evenly_and_once_where_they_are_few() {
        assert_eq!(sample(3, 5).collect::<Vec<usize>>(), [0, 1, 2]);
        let rows: Vec<usize> = sample(1000, 100).collect();
        assert_eq!((0..10).map(|tenth| rows.iter().filter(|&&row| row / 100 == tenth).count()).max(), Some(11));
    }
}
