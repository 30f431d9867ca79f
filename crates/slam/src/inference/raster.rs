//! A fine raster of the labels on the ground: most questions about a place are answered by one look.

use std::ops::Range;

use crate::parallel::prelude::*;

use super::grid::{Grid, Spot};

/// No spot.
const NOBODY: u32 = u32::MAX;
/// Half a cell, and more than rounding can move a place: what holds in all of it holds for the place.
const HALF: f32 = 0.5 + 1.0 / 128.0;
/// More than distances within reach are rounded by.
const ROUNDING: f32 = 1e-4;
/// How many cells one task of a parallel loop takes.
const BAND: usize = 1 << 16;
/// How many cells of a row are done at once.
pub(super) const LANES: usize = 4;
/// Labels beyond these are looked up on the ground.
pub(super) const MOST_CODES: usize = 254;

/// Up to this many spots of a slice every place is settled exactly; beyond, all places of a cell are taken as its middle.
pub(super) const EXACT: usize = 100_000;

/// What a look at a cell says.
#[derive(Debug, Clone)]
pub(super) struct Raster {
    /// For every cell a code: a label; `none`; or `ask`, where the ground must tell.
    pub(super) codes: Vec<u8>,
    /// The code of places that belong to no spot.
    pub(super) none: u8,
    /// The code of places that a look does not settle.
    pub(super) ask: u8,
}

impl Raster {
    /// The raster of labels, those of the spots in the grid's order; at most [`MOST_CODES`] labels get a code.
    ///
    /// Each spot is shown to the cells within its reach, band by band, to find the nearest to every middle. With `is_exact`
    /// a cell has a code only when every place in it belongs to spots of one label: spots are shown once more, to find
    /// those with another label that beat the nearest somewhere in the cell. O(cells + spots).
    pub(super) fn new<const D: usize>(grid: &Grid<D>, labels: &[u16], n_labels: usize, is_exact: bool) -> Self {
        let none = n_labels.min(MOST_CODES) as u8;
        let mut raster = Self { codes: vec![none; grid.n_cells()], none, ask: none + 1 };
        let layers = (BAND / grid.layer()).max(1);
        let bands = raster.codes.par_chunks_mut(layers * grid.layer()).enumerate();
        bands.for_each(|(band, codes)| {
            let band = Band::new(grid, labels, band * layers, codes.len());
            if is_exact { band.fill_sure(codes, none) } else { band.fill_middles(codes, none) }
        });
        raster
    }
}

/// Some layers of cells, and the nearest spot to the middle of each.
struct Band<'a, const D: usize> {
    grid: &'a Grid<D>,
    labels: &'a [u16],
    /// The spots within reach of the band, and the layers of the band.
    spots: Range<usize>,
    layers: Range<usize>,
    /// The squared distance of the nearest spot, in cells.
    least: Vec<f32>,
    /// Which it is.
    nearest: Vec<u32>,
}

/// A row of cells within reach of a spot, a few more at its end: their number divides by [`LANES`].
struct Row<const D: usize> {
    cells: Range<usize>,
    /// Where the spot lies from the middle of the first cell.
    toward: [f32; D],
    /// The squared distance without the first axis.
    aside: f32,
}

impl<'a, const D: usize> Band<'a, D> {
    fn new(grid: &'a Grid<D>, labels: &'a [u16], first: usize, n_cells: usize) -> Self {
        let layers = first..first + n_cells / grid.layer();
        let margin = i64::from(reach(grid) as u32) + 2;
        let bound = |layer: usize| i64::from(layer as u32);
        let spots = grid.in_layers(bound(layers.start) - margin, bound(layers.end) + margin);
        let (least, nearest) = (vec![f32::INFINITY; n_cells], vec![NOBODY; n_cells]);
        let mut band = Self { grid, labels, spots, layers, least, nearest };
        band.find_nearest();
        band
    }

    fn find_nearest(&mut self) {
        let (least, nearest) = (&mut self.least, &mut self.nearest);
        for spot in self.spots.clone() {
            visit_rows(self.grid, &self.grid.spots[spot], &self.layers, |row| {
                show(&mut least[row.cells.clone()], &mut nearest[row.cells], row.toward[0], row.aside, spot as u32);
            });
        }
    }

    /// Writes the labels of the middles.
    fn fill_middles(&self, codes: &mut [u8], none: u8) {
        let radius = (self.grid.radius * self.grid.radius) as f32;
        for (cell, code) in codes.iter_mut().enumerate() {
            if self.least[cell] <= radius {
                let label = self.labels[self.nearest[cell] as usize];
                *code = if label < u16::from(none) { label as u8 } else { none + 1 };
            }
        }
    }

    /// Writes the labels of the cells that have one throughout; the others are left open.
    fn fill_sure(&self, codes: &mut [u8], none: u8) {
        let (ask, radius, diagonal) = (none + 1, self.grid.radius as f32, HALF * (D as f32).sqrt());
        let label = |spot: u32| self.labels[spot as usize];
        for (cell, code) in codes.iter_mut().enumerate() {
            let distance = self.least[cell].sqrt();
            *code = match self.nearest[cell] {
                NOBODY => none,
                _ if distance - diagonal > radius + ROUNDING => none,
                spot if distance + diagonal <= radius - ROUNDING && label(spot) < u16::from(none) => label(spot) as u8,
                _ => ask,
            };
        }
        let toward = self.toward();
        for spot in self.spots.clone() {
            let label = label(spot as u32);
            let is_other = |code: u8| code < none && u16::from(code) != label;
            visit_rows(self.grid, &self.grid.spots[spot], &self.layers, |row| {
                if codes[row.cells.clone()].iter().any(|&code| is_other(code)) {
                    self.rivals(&toward, row, |cell| {
                        codes[cell] = if is_other(codes[cell]) { ask } else { codes[cell] }
                    });
                }
            });
        }
    }

    /// Where the nearest spot of every cell lies from its middle, axis by axis.
    fn toward(&self) -> Vec<[f32; D]> {
        let from_middle = |(cell, &nearest): (usize, &u32)| match self.grid.spots.get(nearest as usize) {
            None => [f32::INFINITY; D],
            Some(spot) => {
                let middle = self.middle(cell);
                std::array::from_fn(|axis| (spot.at[axis] - middle[axis]) as f32)
            }
        };
        self.nearest.iter().enumerate().map(from_middle).collect()
    }

    /// The middle of a cell of the band.
    fn middle(&self, cell: usize) -> [f64; D] {
        let mut rest = cell + self.layers.start * self.grid.layer();
        std::array::from_fn(|axis| {
            let along = rest % self.grid.n[axis];
            rest /= self.grid.n[axis];
            along as f64 + 0.5
        })
    }

    /// Visits the cells of a row in which a spot may be nearer to some place than the nearest to the middle.
    fn rivals(&self, toward: &[[f32; D]], row: Row<D>, mut visit: impl FnMut(usize)) {
        let mut x = row.toward[0];
        for cell in row.cells {
            let mut apart = (x - toward[cell][0]).abs();
            for axis in 1..D {
                apart += (row.toward[axis] - toward[cell][axis]).abs();
            }
            // Along the cell the difference of squared distances falls by at most this.
            if x * x + row.aside - self.least[cell] <= 2.0 * HALF * apart + ROUNDING {
                visit(cell);
            }
            x -= 1.0;
        }
    }
}

/// Shows a spot to a row of cells, the first of whose middles it lies `x` from along the first axis.
#[inline]
fn show(least: &mut [f32], nearest: &mut [u32], mut x: f32, aside: f32, spot: u32) {
    for (least, nearest) in least.chunks_exact_mut(LANES).zip(nearest.chunks_exact_mut(LANES)) {
        // No branch depends on a distance, so that several cells are done at once.
        for lane in 0..LANES {
            let along = x - lane as f32;
            let squared = along * along + aside;
            let is_nearer = squared < least[lane];
            least[lane] = if is_nearer { squared } else { least[lane] };
            nearest[lane] = if is_nearer { spot } else { nearest[lane] };
        }
        x -= LANES as f32;
    }
}

/// How far from a middle a spot may lie that is within the radius of some place in the cell.
fn reach<const D: usize>(grid: &Grid<D>) -> f64 {
    grid.radius + f64::from(HALF) * (D as f64).sqrt()
}

/// Visits the rows of cells of some layers whose middles may lie within reach of a spot.
#[inline]
fn visit_rows<const D: usize>(grid: &Grid<D>, spot: &Spot<D>, layers: &Range<usize>, mut visit: impl FnMut(Row<D>)) {
    let reach = reach(grid);
    let range = |axis: usize| {
        // The raster reaches beyond every spot on both sides, so that no end is outside.
        let low = (spot.at[axis] - reach - 0.5).max(0.0) as usize;
        (low, (spot.at[axis] + reach - 0.5).max(0.0) as usize)
    };
    let toward = |axis: usize, cell: usize| (spot.at[axis] - (cell as f64 + 0.5)) as f32;
    let (low, high) = range(D - 1);
    let (x, last_x) = range(0);
    let length = (last_x + 1 - x).next_multiple_of(LANES);
    let middles = if D == 3 { range(1) } else { (0, 0) };
    for layer in low.max(layers.start)..(high + 1).min(layers.end) {
        for middle in middles.0..=middles.1 {
            let row = if D == 3 { (layer - layers.start) * grid.n[1] + middle } else { layer - layers.start };
            let first = row * grid.n[0] + x;
            let mut offsets = [toward(0, x); D];
            offsets[D - 1] = toward(D - 1, layer);
            if D == 3 {
                offsets[1] = toward(1, middle);
            }
            let aside = offsets[1..].iter().map(|offset| offset * offset).sum();
            visit(Row { cells: first..first + length, toward: offsets, aside });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::*;
    use crate::graph::search::Search;
    use crate::random::stream;
    use rand::Rng;

    fn uniform(random: &mut impl Rng) -> f64 {
        f64::from(random.next_u32()) / 4_294_967_296.0
    }

    /// Every look is right; returns how often the ground must tell.
    fn check<const D: usize>(points: &[[f64; D]], n_labels: u16) -> f64 {
        let field = Field::new(points, None).unwrap();
        let grid = Grid::new(&field);
        let at = |spot: usize| field.index.points()[grid.spots[spot].position as usize];
        let label = |point: [f64; D]| ((point[0] * 0.7 + point[1] * 0.3).abs() as u16) % n_labels;
        let labels: Vec<u16> = (0..points.len()).map(|spot| label(at(spot))).collect();
        let raster = Raster::new(&grid, &labels, usize::from(n_labels), true);
        let mut random = stream(1, 2);
        let mut asked = 0;
        for _ in 0..40 {
            let shift: [f64; D] = std::array::from_fn(|axis| (2.0 * uniform(&mut random) - 1.0) * field.extent[axis]);
            let step = grid.step(&shift);
            let mut cells = vec![None; points.len()];
            grid.visit(&step, |spot, cell| cells[spot] = Some(cell));
            for (spot, cell) in cells.into_iter().enumerate() {
                let moved = std::array::from_fn(|axis| at(spot)[axis] + shift[axis]);
                let nearest = field.nearest(&moved, |_| 0);
                let truth = nearest.map_or(raster.none, |position| label(field.index.points()[position]) as u8);
                assert!(cell == grid.cell(spot, &step) || (cell.is_none() && nearest.is_none()));
                let code = cell.map_or(raster.none, |cell| raster.codes[cell]);
                asked += u32::from(code == raster.ask);
                assert!(code == truth || code == raster.ask, "{moved:?}: {code}, not {truth}");
            }
        }
        f64::from(asked) / 40.0 / points.len() as f64
    }

    #[test]
    fn a_look_is_as_good_as_a_search() {
        let place = |i: u32| [f64::from(i % 30) + 0.5 * f64::from(i / 30 % 2), f64::from(i / 30) * 0.75f64.sqrt()];
        let lattice: Vec<[f64; 2]> = (0..900).map(place).collect();
        assert!(check(&lattice, 3) < 0.3);
        let mut random = stream(0, 1);
        let cloud: Vec<[f64; 2]> =
            (0..900).map(|_| [30.0 * uniform(&mut random), 20.0 * uniform(&mut random)]).collect();
        check(&cloud, 4);
        let solid: Vec<[f64; 3]> = (0..700).map(|_| std::array::from_fn(|_| 9.0 * uniform(&mut random))).collect();
        check(&solid, 3);
    }

    #[test]
    fn crowds_and_islands_are_as_good() {
        let mut random = stream(0, 2);
        let mut points: Vec<[f64; 2]> =
            (0..300).map(|_| [0.01 * uniform(&mut random), 0.01 * uniform(&mut random)]).collect();
        points.extend((0..200).map(|_| [1000.0 + 40.0 * uniform(&mut random), 40.0 * uniform(&mut random)]));
        points.extend(points[..20].to_vec());
        check(&points, 5);
        let line: Vec<[f64; 2]> = (0..100).map(|i| [f64::from(i), 0.0]).collect();
        check(&line, 2);
    }
}
