//! The graph of cells that touch: spots on a square lattice, some of whose cells may be absent.

use super::SpatialGraph;
use super::progress::Progress;
use super::search::{CHUNK, sort_pairs};
use super::spacing::spacing;
use crate::buckets;
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::pair::spots::Spots;
use crate::parallel::each;
use crate::parallel::prelude::*;

/// How far from the middle of its cell a spot may lie, in cells.
const OFF: f64 = 0.1;
/// A map of all cells is kept where no more than this many belong to a spot.
const CELLS_PER_SPOT: u64 = 8;
/// No spot is here.
const ABSENT: u32 = u32::MAX;

/// The cells around a cell: those that share an edge, then those that share a corner.
const AROUND: [(i64, i64); 8] = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The graph as the options spell it.
pub(crate) fn name(corners: bool) -> &'static str {
    if corners { "grid:8" } else { "grid:4" }
}

/// Connects spots whose cells touch, each slice by itself.
///
/// O(n) time and memory where an eighth of the cells of the box around the spots are theirs, O(n log n) time elsewhere.
pub(super) fn connect(spots: &Spots, corners: bool, observer: &dyn Observer) -> Result<SpatialGraph> {
    if spots.dimensions() != 2 {
        return Err(Error::NotFlat { graph: name(corners) });
    }
    let progress = Progress::new(observer, "graph", 2 * spots.n_spots());
    let points = spots.positions::<2>();
    let around = &AROUND[..if corners { 8 } else { 4 }];
    let n_spots = spots.n_spots();
    if spots.slices().is_none() {
        let board = Board::new(spots, points, None).map_err(|problem| refuse(corners, problem))?;
        return Ok(SpatialGraph::from_sorted(n_spots, board.edges(around, &progress)?));
    }
    let mut chunks: Vec<Vec<(u32, u32)>> = Vec::new();
    for slice in spots.by_slice() {
        let places: Vec<[f64; 2]> = slice.iter().map(|&spot| points[spot as usize]).collect();
        let board = Board::new(spots, &places, Some(&slice)).map_err(|problem| refuse(corners, problem))?;
        let named = |(u, v): (u32, u32)| (slice[u as usize], slice[v as usize]);
        chunks.push(board.edges(around, &progress)?.into_iter().map(named).collect());
    }
    let edges = sort_pairs(chunks.len(), |chunk| chunks[chunk].iter().copied(), n_spots);
    Ok(SpatialGraph::from_sorted(n_spots, edges))
}

fn refuse(corners: bool, problem: String) -> Error {
    Error::NoLattice { graph: name(corners), problem }
}

/// Spots, each in a cell of its own.
struct Board<'a> {
    points: &'a [[f64; 2]],
    low: [f64; 2],
    spacing: [f64; 2],
    /// Cells from left to right, and from bottom to top.
    size: [u64; 2],
    cells: Cells,
}

/// Which spot is in a cell.
enum Cells {
    /// The spot of every cell, row after row.
    All(Vec<u32>),
    /// The cells that have a spot, sorted, each with it.
    Some(Vec<(u64, u32)>),
}

impl<'a> Board<'a> {
    /// Puts every spot into its cell; `names` are the spots that the points are of, if not all in order.
    fn new(spots: &Spots, points: &'a [[f64; 2]], names: Option<&[u32]>) -> std::result::Result<Self, String> {
        let row = |local: u32| spots.row(names.map_or(local, |names| names[local as usize]) as usize) + 1;
        let none = Cells::All(Vec::new());
        if points.is_empty() {
            return Ok(Self { points, low: [0.0; 2], spacing: [1.0; 2], size: [0; 2], cells: none });
        }
        let spacing = spots.cell_size().map_or_else(|| spacing(points), Ok)?;
        let end = |axis: usize, pick: fn(f64, f64) -> f64| points.iter().map(|point| point[axis]).reduce(pick);
        let [low, high] = [f64::min, f64::max].map(|pick| [0, 1].map(|axis| end(axis, pick).unwrap_or(0.0)));
        let steps = [0, 1].map(|axis| ((high[axis] - low[axis]) / spacing[axis]).round());
        if steps.iter().any(|&n| n >= f64::from(u32::MAX)) {
            return Err(format!(
                "with a spacing of {} it would have more than 4,294,967,295 columns or rows",
                spacing[0]
            ));
        }
        let mut board = Self { points, low, spacing, size: steps.map(|n| n as u64 + 1), cells: none };
        let off = |point: &[f64; 2]| board.scaled(point).iter().any(|&at| (at - at.round()).abs() > OFF);
        if let Some(spot) = points.par_iter().position_first(off) {
            let [x, y] = points[spot];
            let [width, _] = board.spacing;
            return Err(format!("row {} at ({x}, {y}) is in no cell of the spacing {width}", row(spot as u32)));
        }
        board.cells = board.fill().map_err(|[one, other]| {
            let [x, y] = points[one as usize];
            format!("rows {} and {} are both in the cell at ({x}, {y})", row(one), row(other))
        })?;
        Ok(board)
    }

    /// Where a point is, in cells from the lowest.
    fn scaled(&self, point: &[f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| (point[axis] - self.low[axis]) / self.spacing[axis])
    }

    /// The column and the row of a spot.
    fn place(&self, spot: usize) -> [i64; 2] {
        self.scaled(&self.points[spot]).map(|at| at.round() as i64)
    }

    fn key(&self, [column, row]: [i64; 2]) -> Option<u64> {
        let [column, row] = [u64::try_from(column).ok()?, u64::try_from(row).ok()?];
        (column < self.size[0] && row < self.size[1]).then(|| row * self.size[0] + column)
    }

    /// The spot of every cell; two spots that share one are an error.
    fn fill(&self) -> std::result::Result<Cells, [u32; 2]> {
        let n = self.points.len();
        let n_cells = self.size[0].saturating_mul(self.size[1]);
        let key = |spot: usize| self.key(self.place(spot)).unwrap_or(0);
        if n_cells > CELLS_PER_SPOT * n as u64 + 64 {
            let mut cells: Vec<(u64, u32)> = (0..n).into_par_iter().map(|spot| (key(spot), spot as u32)).collect();
            cells.par_sort_unstable();
            let shared = cells.windows(2).find(|pair| pair[0].0 == pair[1].0);
            return shared.map_or(Ok(()), |pair| Err([pair[0].1, pair[1].1])).map(|()| Cells::Some(cells));
        }
        let mut cells = vec![ABSENT; n_cells as usize];
        for spot in 0..n {
            let cell = &mut cells[key(spot) as usize];
            if *cell != ABSENT {
                return Err([*cell, spot as u32]);
            }
            *cell = spot as u32;
        }
        Ok(Cells::All(cells))
    }

    fn spot(&self, place: [i64; 2]) -> Option<u32> {
        let key = self.key(place)?;
        match &self.cells {
            Cells::All(cells) => Some(cells[key as usize]).filter(|&spot| spot != ABSENT),
            Cells::Some(cells) => cells.binary_search_by_key(&key, |cell| cell.0).ok().map(|at| cells[at].1),
        }
    }

    /// The later spots that touch a spot, sorted, and how many they are.
    fn later(&self, spot: usize, around: &[(i64, i64)]) -> ([u32; 8], usize) {
        let [column, row] = self.place(spot);
        let (mut found, mut n) = ([ABSENT; 8], 0);
        for other in around.iter().filter_map(|(across, up)| self.spot([column + across, row + up])) {
            if other as usize > spot {
                found[n] = other;
                n += 1;
            }
        }
        found[..n].sort_unstable();
        (found, n)
    }

    /// All edges, sorted: counted first, so that they are stored once.
    fn edges(&self, around: &[(i64, i64)], progress: &Progress<'_>) -> Result<Vec<(u32, u32)>> {
        let n = self.points.len();
        let chunk = |chunk: usize| chunk * CHUNK..n.min((chunk + 1) * CHUNK);
        let n_chunks = n.div_ceil(CHUNK);
        let count = |which: usize| {
            let n_edges: usize = chunk(which).map(|spot| self.later(spot, around).1).sum();
            progress.advance(chunk(which).len()).map(|()| n_edges)
        };
        let counts: Vec<usize> = each(0..n_chunks, count).into_iter().collect::<Result<_>>()?;
        let mut edges = vec![(0, 0); counts.iter().sum()];
        let rooms = buckets::split(&mut edges, counts.into_iter());
        let filled = each(rooms.into_iter().enumerate(), |(which, room)| {
            let mut places = room.iter_mut();
            for spot in chunk(which) {
                let (found, n) = self.later(spot, around);
                found[..n].iter().zip(places.by_ref()).for_each(|(&other, place)| *place = (spot as u32, other));
            }
            progress.advance(chunk(which).len())
        });
        filled.into_iter().collect::<Result<()>>()?;
        Ok(edges)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Neighborhood;
    use super::*;
    use crate::random::stream;
    use crate::testing::{labeling, line};
    use proptest::prelude::*;
    use rand::RngExt;

    fn edges(spots: &Spots, corners: bool) -> Vec<(u32, u32)> {
        Neighborhood::Grid { corners }.connect(spots, &()).unwrap().0.edges().to_vec()
    }

    fn refused(spots: &Spots) -> String {
        Neighborhood::Grid { corners: false }.connect(spots, &()).unwrap_err().to_string()
    }

    fn plane(points: impl IntoIterator<Item = [f64; 2]>) -> Spots {
        Spots::new(2, points.into_iter().flatten().collect()).unwrap()
    }

    #[test]
    fn holes_have_no_edges_across() {
        // A ring of eight cells around a hole: 4-neighbours follow it, corners cut it four times.
        let ring = plane((0..9).filter(|i| *i != 4).map(|i| [30.0 * f64::from(i % 3), 30.0 * f64::from(i / 3)]));
        assert_eq!(edges(&ring, false), [(0, 1), (0, 3), (1, 2), (2, 4), (3, 5), (4, 7), (5, 6), (6, 7)]);
        assert_eq!(edges(&ring, true).len(), 12);
        let mutual = Neighborhood::Mutual { k: 4, tie: 0.01 }.connect(&ring, &()).unwrap().0;
        assert!(mutual.n_edges() > 8, "nearest neighbours do lead across");
    }

    #[test]
    fn oblong_cells_of_a_raster_are_known() {
        let cells = plane([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [1.0, 4.0]]);
        assert!(refused(&cells).ends_with("but spots are 1 apart along x and 2 along y"));
        let raster = cells.with_cell_size([1.0, 2.0]).unwrap();
        assert_eq!(
            (edges(&raster, false), edges(&raster, true)),
            (vec![(0, 1), (0, 2)], vec![(0, 1), (0, 2), (1, 2), (2, 3)])
        );
    }

    #[test]
    fn slices_are_apart_and_have_lattices_of_their_own() {
        let spots = plane([[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [3.5, 0.0], [2.0, 0.0]]);
        let sliced = spots.with_slices(labeling("ababa")).unwrap();
        assert_eq!(edges(&sliced, false), [(0, 2), (1, 3), (2, 4)]);
    }

    #[test]
    fn what_is_no_lattice_is_refused() {
        let start = "the graph grid:4 needs one spot in each cell of a square lattice along x and y, but ";
        let hexagonal = crate::testing::hexagonal(4, 4);
        assert!(refused(&hexagonal).starts_with(&format!("{start}spots are 0.5 apart along x and 0.866")));
        let twice = plane([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 0.0]]);
        assert_eq!(refused(&twice), format!("{start}rows 2 and 4 are both in the cell at (1, 0)"));
        let beside = plane([[0.0, 0.0], [1.0, 0.0], [2.3, 0.0]]).with_cell_size([1.0, 1.0]).unwrap();
        assert_eq!(refused(&beside), format!("{start}row 3 at (2.3, 0) is in no cell of the spacing 1"));
        let below = plane([[0.0, 0.0], [1.0, 0.0], [1.7, 0.0]]).with_cell_size([1.0, 1.0]).unwrap();
        assert_eq!(refused(&below), format!("{start}row 3 at (1.7, 0) is in no cell of the spacing 1"));
        let far = plane([[0.0, 0.0], [1e12, 0.0]]).with_cell_size([1.0, 1.0]).unwrap();
        assert!(refused(&far).contains("more than 4,294,967,295 columns"));
        let solid = Spots::new(3, vec![0.0; 6]).unwrap();
        assert_eq!(refused(&solid), "the graph grid:4 is one of the plane, but positions have 3 dimensions");
    }

    #[test]
    fn a_wide_and_empty_lattice_takes_little_room() {
        let spots = plane((0..100).map(|i| [f64::from(i % 2) + 1e6 * f64::from(i / 2), f64::from(i / 2)]));
        assert_eq!(edges(&spots.with_cell_size([1.0; 2]).unwrap(), false).len(), 50);
    }

    #[test]
    fn few_spots_and_none() {
        assert_eq!(edges(&line(1), false), []);
        assert_eq!(edges(&line(2), true), [(0, 1)]);
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let spots = plane((0..60_000).filter(|i| i % 7 != 3).map(|i| [f64::from(i % 250), f64::from(i / 250)]));
        let on = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap().install(|| edges(&spots, true));
        assert_eq!(on(1), on(3));
    }

    proptest! {
        #[test]
        fn equals_the_definition(places in prop::collection::btree_set((0_i32..12, 0_i32..12), 2..60), seed in any::<u64>(), scale in 0.01..100.0) {
            let mut rng = stream(seed, 0);
            let mut places: Vec<(i32, i32)> = places.into_iter().collect();
            places.sort_by_cached_key(|_| rng.random::<u64>());
            let spots = plane(places.iter().map(|&(x, y)| [scale * f64::from(x) + 1e4, scale * f64::from(y)]));
            let spots = spots.with_cell_size([scale; 2]).unwrap();
            for corners in [false, true] {
                let reach = |(x, y): (i32, i32)| if corners { x.max(y) } else { x + y };
                let touch = |u: usize, v: usize| reach(((places[u].0 - places[v].0).abs(), (places[u].1 - places[v].1).abs())) == 1;
                let all = (0..places.len()).flat_map(|u| (u + 1..places.len()).map(move |v| (u, v)));
                let expected: Vec<(u32, u32)> = all.filter(|&(u, v)| touch(u, v)).map(|(u, v)| (u as u32, v as u32)).collect();
                prop_assert_eq!(edges(&spots, corners), expected);
            }
        }
    }
}
