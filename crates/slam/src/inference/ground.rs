//! One slice on which a labeling is moved as a whole, and the counting of what lies on what.

use std::sync::OnceLock;

use rand::Rng;

use super::blocks::Blocks;
use super::counts::Counts;
use super::field::Field;
use super::grid::Grid;
use super::raster::{EXACT, Raster};
use super::undefined::Undefined;
use crate::graph::search::Search;
use crate::random;

/// How often a shift is drawn anew when it keeps too few spots on the tissue.
const MOST_TRIES: usize = 1000;
/// What a spot carries that found no label at its moved place.
pub(super) const LOST: u16 = u16::MAX;

/// One slice, whatever its labels; its spots are in the order of the grid.
#[derive(Debug)]
pub(super) struct Ground<const D: usize> {
    field: Field<D>,
    grid: Grid<D>,
    /// The numbers of the spots in the input.
    spots: Vec<u32>,
    /// Made from the first raster; where the tissue is does not depend on labels.
    blocks: OnceLock<Blocks<D>>,
    slice: Option<String>,
}

impl<const D: usize> Ground<D> {
    /// The ground of the given spots of the input, or the reason why nothing can be moved on it.
    pub(super) fn new(points: &[[f64; D]], spots: &[u32], slice: Option<&str>) -> Result<Self, Undefined> {
        let field = Field::new(points, slice)?;
        let grid = Grid::new(&field);
        let positions = || grid.spots.iter().map(|spot| spot.position as usize);
        let spots = positions().map(|position| spots[field.index.order()[position] as usize]).collect();
        let (blocks, slice) = (OnceLock::new(), slice.map(str::to_owned));
        Ok(Self { field, grid, spots, blocks, slice })
    }

    /// Lays two labelings of all spots of the input on the ground: one to stay and one to be moved.
    ///
    /// Up to 100,000 spots a moved place has the label of the spot nearest to it; beyond, that of the spot nearest to the
    /// middle of its cell, a quarter of the spacing wide. That mistakes a few spots along the borders of domains: where
    /// domains are ten spots wide or more, chance agreement moves by less than 3 % of its deviation.
    pub(super) fn lay<'a>(&'a self, truth: &[u16], pred: &[u16], ranks: &'a [u32]) -> Laid<'a, D> {
        self.lay_as(truth, pred, ranks, self.spots.len() <= EXACT)
    }

    fn lay_as<'a>(&'a self, truth: &[u16], pred: &[u16], ranks: &'a [u32], is_exact: bool) -> Laid<'a, D> {
        let (truth, moved) = (self.in_order(truth), self.in_order(pred));
        let mut pred = vec![0; moved.len()];
        self.grid.spots.iter().zip(&moved).for_each(|(spot, &label)| pred[spot.position as usize] = label);
        let raster = Raster::new(&self.grid, &self.settled_in_order(moved, ranks), ranks.len(), is_exact);
        self.find_blocks(&raster);
        Laid { ground: self, truth, pred, ranks, raster }
    }

    /// The number of spots.
    pub(super) fn n_spots(&self) -> usize {
        self.spots.len()
    }

    /// The fine cells, and the spots in their order.
    pub(super) fn grid(&self) -> &Grid<D> {
        &self.grid
    }

    /// Whether a slice may be moved at all is settled with any raster: blocks are made from the first.
    pub(super) fn find_blocks(&self, raster: &Raster) {
        self.blocks.get_or_init(|| Blocks::new(&self.grid, raster));
    }

    /// The labels of all spots of the input, those of this slice in the order of the grid.
    pub(super) fn in_order(&self, labels: &[u16]) -> Vec<u16> {
        self.spots.iter().map(|&spot| labels[spot as usize]).collect()
    }

    /// The same, spots in one place with the label that decides there.
    pub(super) fn settled(&self, labels: &[u16], ranks: &[u32]) -> Vec<u16> {
        self.settled_in_order(self.in_order(labels), ranks)
    }

    fn settled_in_order(&self, mut labels: Vec<u16>, ranks: &[u32]) -> Vec<u16> {
        self.settle_places(&mut labels, ranks);
        labels
    }

    /// The position in the index of the spot that a spot's moved place belongs to.
    pub(super) fn nearest(&self, spot: usize, shift: &[f64; D], rank: impl Fn(usize) -> u32) -> Option<usize> {
        let point = &self.field.index.points()[self.grid.spots[spot].position as usize];
        let moved = std::array::from_fn(|axis| point[axis] + shift[axis]);
        self.field.nearest(&moved, rank)
    }

    /// That no shift keeps enough spots.
    pub(super) fn fragmented(&self) -> Undefined {
        Undefined::Fragmented { slice: self.slice.clone(), tries: MOST_TRIES }
    }

    /// Gives spots in the same place the label that decides there: the first by rank.
    fn settle_places(&self, labels: &mut [u16], ranks: &[u32]) {
        let mut start = 0;
        for place in self.grid.spots.chunk_by(|a, b| a.at == b.at) {
            let labels = &mut labels[start..start + place.len()];
            if let Some(&first) = labels.iter().min_by_key(|&&label| ranks[usize::from(label)]) {
                labels.fill(first);
            }
            start += place.len();
        }
    }

    /// The shifts of a replicate that may keep half of the spots, in the order they are drawn.
    pub(super) fn shifts(&self, seed: u64, index: u64) -> impl Iterator<Item = [f64; D]> {
        let mut random = random::stream(seed, index);
        let draws =
            (0..MOST_TRIES).map(move |_| self.field.extent.map(|side| side * (2.0 * uniform(&mut random) - 1.0)));
        draws.filter(|shift| {
            let most = self.blocks.get().map_or(usize::MAX / 2, |blocks| blocks.most(&self.grid.step(shift)));
            2 * most >= self.spots.len()
        })
    }
}

/// One slice with a labeling that stays and one that is moved.
#[derive(Debug)]
pub(super) struct Laid<'a, const D: usize> {
    ground: &'a Ground<D>,
    /// The labels that stay.
    truth: Vec<u16>,
    /// The labels that are moved, by position of the index.
    pred: Vec<u16>,
    /// The rank of each moved label, the most common first: it tells spots in one place apart.
    ranks: &'a [u32],
    raster: Raster,
}

/// Room to count in, for one thread.
#[derive(Debug, Clone)]
pub(super) struct Room {
    /// What lies on what, slices together.
    pub(super) counts: Counts,
    /// The same in one slice, and every other spot of it.
    own: Counts,
    others: Vec<u32>,
    /// The spots that a look does not settle.
    asked: Vec<u32>,
}

impl Room {
    /// Room for so many labels of either kind.
    pub(super) fn new(n_truth: usize, n_pred: usize) -> Self {
        let counts = Counts::new(n_truth, n_pred);
        Self { own: counts.clone(), others: vec![0; n_truth * counts.stride()], counts, asked: Vec::new() }
    }
}

impl<const D: usize> Laid<'_, D> {
    /// Moves the labeling by a shift from stream `index` of the seed that keeps at least half of the spots, and adds what
    /// lies on what.
    pub(super) fn draw(&self, seed: u64, index: u64, room: &mut Room) -> Result<(), Undefined> {
        for shift in self.ground.shifts(seed, index) {
            self.tally(&shift, room);
            if 2 * room.own.n_kept() >= self.truth.len() as u64 {
                room.counts.add(&room.own);
                return Ok(());
            }
        }
        Err(self.ground.fragmented())
    }

    /// Moves the labeling by the same shift as [`draw`](Self::draw), and writes what every spot of the input then carries.
    pub(super) fn carry(&self, seed: u64, index: u64, labels: &mut [u16]) -> Result<(), Undefined> {
        for shift in self.ground.shifts(seed, index) {
            let step = self.ground.grid.step(&shift);
            let moved: Vec<Option<u16>> =
                (0..self.truth.len()).map(|spot| self.label_at(spot, &shift, &step)).collect();
            if 2 * moved.iter().flatten().count() >= self.truth.len() {
                let carried = self.ground.spots.iter().zip(moved);
                carried.for_each(|(&spot, label)| labels[spot as usize] = label.unwrap_or(LOST));
                return Ok(());
            }
        }
        Err(self.ground.fragmented())
    }

    /// Counts the labels that lie on each other after a shift, for this slice alone.
    fn tally(&self, shift: &[f64; D], room: &mut Room) {
        room.own.clear();
        room.others.fill(0);
        let (codes, ask, stride) = (&self.raster.codes, self.raster.ask, room.own.stride());
        room.asked.resize(self.truth.len() + 1, 0);
        let (asked, mut n_asked) = (&mut room.asked, 0);
        // Neighbours mostly add to the same number; by turns they do so in two tables, and do not wait for each other.
        let tables = [room.own.cells_mut(), &mut room.others[..]];
        let step = self.ground.grid.step(shift);
        self.ground.grid.visit(&step, |spot, cell| {
            let code = codes[cell];
            tables[spot % 2][usize::from(self.truth[spot]) * stride + usize::from(code)] += 1;
            // Written always and kept if needed: chance decides, and no branch foresees it.
            asked[n_asked] = spot as u32;
            n_asked += usize::from(code == ask);
        });
        let [own, others] = tables;
        own.iter_mut().zip(others).for_each(|(sum, count)| *sum += *count);
        for &spot in &room.asked[..n_asked] {
            room.own.count(self.truth[spot as usize], self.searched(spot as usize, shift));
        }
    }

    /// The label at a spot's moved place.
    fn label_at(&self, spot: usize, shift: &[f64; D], step: &[i32; D]) -> Option<u16> {
        let cell = self.ground.grid.cell(spot, step)?;
        match self.raster.codes[cell] {
            code if code == self.raster.none => None,
            code if code == self.raster.ask => self.searched(spot, shift),
            code => Some(u16::from(code)),
        }
    }

    /// The same by searching the ground.
    fn searched(&self, spot: usize, shift: &[f64; D]) -> Option<u16> {
        let rank = |position: usize| self.ranks[usize::from(self.pred[position])];
        self.ground.nearest(spot, shift, rank).map(|position| self.pred[position])
    }
}

/// A number in [0, 1) with 53 binary digits.
fn uniform(random: &mut impl Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::external::adjusted_rand_index;

    /// A bent strip of a lattice with holes in it, in no particular order.
    fn tissue() -> Vec<[f64; 2]> {
        larger_tissue(1)
    }

    /// The same with so many times the spots to every side.
    fn larger_tissue(times: u32) -> Vec<[f64; 2]> {
        let (side, size) = (f64::from(40 * times), f64::from(times));
        let n = 1600 * times * times;
        let all = (0..n).map(|i| f64::from(i * 617 % n));
        let points = all.map(|i| [(i % side) + 0.5 * ((i / side).floor() % 2.0), (i / side).floor() * 0.75f64.sqrt()]);
        let center = |point: &[f64; 2]| (point[0] - 20.0 * size).hypot(point[1]) / size;
        let is_cut = |point: &[f64; 2]| point[0] > 30.0 * size && point[1] > 20.0 * size;
        points.filter(|point| center(point) > 9.0 && center(point) < 32.0 && !is_cut(point)).collect()
    }

    fn labels(points: &[[f64; 2]], width: f64) -> Vec<u16> {
        points.iter().map(|point| ((point[0] + 2.0 * point[1]) / width) as u16 % 4).collect()
    }

    #[test]
    fn counting_by_raster_is_counting_by_search() {
        let points = tissue();
        let ids: Vec<u32> = (0..points.len() as u32).collect();
        let ground = Ground::new(&points, &ids, None).unwrap();
        let (truth, pred) = (labels(&points, 7.0), labels(&points, 9.0));
        let laid = ground.lay(&truth, &pred, &[0, 1, 2, 3]);
        for replicate in 0..20 {
            let shift = ground.shifts(5, replicate).next().unwrap();
            let (mut room, mut plain) = (Room::new(4, 4), Counts::new(4, 4));
            laid.tally(&shift, &mut room);
            for (point, &label) in points.iter().zip(&truth) {
                let near = |other: &[f64; 2]| (other[0] - point[0] - shift[0]).hypot(other[1] - point[1] - shift[1]);
                let nearest = (0..points.len()).min_by(|&a, &b| near(&points[a]).total_cmp(&near(&points[b]))).unwrap();
                let found = (near(&points[nearest]) <= ground.field.radius).then(|| pred[nearest]);
                plain.count(label, found);
            }
            assert_eq!(room.own.table(), plain.table());
        }
    }

    #[test]
    fn middles_of_cells_are_near_enough() {
        let mut random = random::stream(9, 9);
        let cloud: Vec<[f64; 2]> =
            (0..32_000).map(|_| [200.0 * uniform(&mut random), 160.0 * uniform(&mut random)]).collect();
        for points in [larger_tissue(4), cloud] {
            let ids: Vec<u32> = (0..points.len() as u32).collect();
            let ground = Ground::new(&points, &ids, None).unwrap();
            // Stripes 12 and 16 spots wide.
            let (truth, pred) = (labels(&points, 28.0), labels(&points, 36.0));
            let [exact, near] = [true, false].map(|is_exact| ground.lay_as(&truth, &pred, &[0, 1, 2, 3], is_exact));
            // The same shifts for both: which of those that keep about half are taken is chance, not bias.
            let both = |replicate: u64| {
                let index = |laid: &Laid<2>, shift: &[f64; 2]| {
                    let mut room = Room::new(4, 4);
                    laid.tally(shift, &mut room);
                    (adjusted_rand_index(&room.own.table()), 2 * room.own.n_kept() as usize >= points.len())
                };
                let shift = ground.shifts(5, replicate).find(|shift| index(&exact, shift).1).unwrap();
                [&exact, &near].map(|laid| index(laid, &shift).0)
            };
            let pairs: Vec<[f64; 2]> = (0..30).map(both).collect();
            let mean = |value: &dyn Fn(&[f64; 2]) -> f64| pairs.iter().map(value).sum::<f64>() / 30.0;
            let (center, bias) = (mean(&|pair| pair[0]), mean(&|pair| pair[1] - pair[0]));
            let deviation = mean(&|pair| (pair[0] - center) * (pair[0] - center)).sqrt();
            // With 999 replicates the mean itself is not known better than to 3 % of the deviation.
            assert!(bias.abs() < 0.03 * deviation, "{bias} of {deviation}");
        }
    }

    #[test]
    fn blocks_never_reject_what_keeps_half() {
        let points = tissue();
        let ids: Vec<u32> = (0..points.len() as u32).collect();
        let ground = Ground::new(&points, &ids, None).unwrap();
        let pred = vec![0; points.len()];
        let laid = ground.lay(&pred, &pred, &[0]);
        let mut random = random::stream(3, 3);
        let mut n_kept = 0;
        for _ in 0..500 {
            let shift = ground.field.extent.map(|side| side * (2.0 * uniform(&mut random) - 1.0));
            let mut room = Room::new(1, 1);
            laid.tally(&shift, &mut room);
            let kept = room.own.n_kept() as usize;
            assert!(kept <= ground.blocks.get().unwrap().most(&ground.grid.step(&shift)));
            n_kept += usize::from(2 * kept >= points.len());
        }
        assert!(n_kept > 10);
    }

    #[test]
    fn confetti_cannot_be_moved() {
        // Lonely pairs of clumps so far apart that no shift lays half of them on others.
        let points: Vec<[f64; 2]> = (0..40_u32)
            .map(|i| [f64::from(i % 8) * 1e-3 + f64::from(i / 8).powi(5) * 1e4, f64::from((i / 8) % 3) * 77e3])
            .collect();
        let ids: Vec<u32> = (0..40).collect();
        let ground = Ground::new(&points, &ids, None).unwrap();
        let pred = vec![0; 40];
        let said = ground.lay(&pred, &pred, &[0]).draw(0, 0, &mut Room::new(1, 1)).unwrap_err().to_string();
        assert_eq!(said, "no shift in 1000 keeps half of the spots on the tissue: it is too fragmented");
    }
}
