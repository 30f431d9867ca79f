//! `slam_adjusted` tile by tile: what a tile knows of every cell, which adds up to the sums of the whole slide.

use serde::{Deserialize, Serialize};

use super::agreements::{Agreements, InCells, visitor};
use super::cells::Cells;
use super::counts::{Entry, PackedCounts, SpotCounts};
use super::expected::Expected;
use super::frames::{Frame, Widths};
use super::pairs::Pairs;
use super::pairwise::{CONTACTS, PLACE, PairSums, Pairwise};
use super::shape::Shape;
use super::totals::Totals;
use super::tree::{CellVisitor, Item, Tree, Workspace};
use crate::parallel::each;
use crate::partial::codec::record;

/// Positions are trusted up to this share of their size when cells are said to lie inside a tile.
const SLACK: f64 = 1e-11;

/// Where the cells of a plane slide lie, the same for all of its tiles.
#[derive(Debug)]
pub(crate) struct Geometry {
    pub(crate) shape: Shape<2>,
    /// The median edge length.
    pub(crate) edge_length: f64,
    pub(crate) n_edges: u64,
}

/// The labels that tiles are compared by.
#[derive(Debug, Clone)]
pub(crate) struct TileLabels {
    /// The number of spots of each truth label.
    pub(crate) truth_sizes: Vec<u64>,
    /// The number of spots of each pred label.
    pub(crate) pred_sizes: Vec<u64>,
    /// The pred label of spots without a prediction.
    pub(crate) missing: Option<u16>,
    /// The pairs of labels of which sums are kept.
    pub(crate) pairs: Pairs,
}

/// The spots that a tile counts at, and the edges between them.
#[derive(Debug)]
pub(crate) struct Nodes<'a> {
    pub(crate) positions: &'a [[f64; 2]],
    pub(crate) truth: &'a [u16],
    pub(crate) pred: &'a [u16],
    /// Whether a spot and the half-edges at it are counted here.
    pub(crate) is_counted: &'a [bool],
    pub(crate) edges: &'a [(u32, u32)],
    /// All spots of the slide whose half-edges several tiles count.
    pub(crate) shared: &'a [[f64; 2]],
    /// The spots among these that are in the core of this tile, by place in `positions`; every other tile leaves them to it.
    pub(crate) is_own: &'a [bool],
    /// The corners of the part of the slide whose other spots all belong to this tile.
    pub(crate) core: [[f64; 2]; 2],
}

/// What a tile knows of the cells of every frame; tiles add up in any order.
///
/// Cells that lie inside the tile are added up at once, and only what they hold is kept for the cells around them. Those on its
/// border keep their counts until all tiles are there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Tiled {
    /// The sums over the cells that are complete.
    sums: PairSums,
    /// By frame and level, what is to be added to cells that are not.
    open: Vec<Vec<Cells<u64>>>,
    /// Spots and half-edges by label, as in [`Entry`].
    whole: Vec<[u64; 3]>,
    /// By pair: the spots that carry both labels, and their half-edges of one kind in both labelings.
    single: Vec<[f64; 2]>,
}

record!(Entry<u64> { label, amounts });
record!(Cells<u64> { keys, ends, entries });
record!(PairSums { n_pairs, n_truth, shared, random, uniform });
record!(Tiled { sums, open, whole, single });

impl Geometry {
    fn widths(&self) -> Widths {
        Widths::new::<2>(self.edge_length, self.shape.radius)
    }

    fn frames(&self, widths: &Widths) -> Vec<Frame<2>> {
        if widths.len() == 0 { Vec::new() } else { Frame::all(&self.shape, widths) }
    }

    /// The masses of all spots and half-edges in all frames together.
    fn masses(&self, labels: &TileLabels) -> [f64; 2] {
        let n_frames = (8 * self.shape.axes.len()) as f64;
        let n_spots: u64 = labels.pred_sizes.iter().sum();
        [n_frames * n_spots as f64, n_frames * 2.0 * self.n_edges as f64]
    }
}

impl TileLabels {
    fn expected(&self) -> Expected {
        Expected::of(&self.pred_sizes, self.missing)
    }

    fn n_labels(&self) -> [usize; 2] {
        [self.truth_sizes.len(), self.pred_sizes.len()]
    }

    fn visitor<'a, C: SpotCounts>(
        &'a self,
        counts: &'a C,
        expected: &'a Expected,
        geometry: &Geometry,
        n_levels: usize,
    ) -> Pairwise<'a, C> {
        visitor(counts, &self.pairs, expected, geometry.masses(self), n_levels, self.n_labels())
    }
}

impl Tiled {
    /// The counts of a tile, unless a spot has more than 255 half-edges. O(frames · n log n).
    pub(crate) fn of(geometry: &Geometry, labels: &TileLabels, nodes: &Nodes<'_>) -> Option<Self> {
        let (expected, widths) = (labels.expected(), geometry.widths());
        let n_truth = labels.truth_sizes.len();
        let counts = PackedCounts::count(nodes.truth, nodes.pred, n_truth, nodes.edges)?;
        let counted: Vec<u32> =
            (0..nodes.positions.len() as u32).filter(|&spot| nodes.is_counted[spot as usize]).collect();
        let mut whole = vec![[0; 3]; n_truth + labels.pred_sizes.len()];
        let mut single = vec![[0.0; 2]; labels.pairs.len()];
        let entries = |spot: usize| own_entries(&counts, nodes, spot);
        for spot in counted.iter().map(|&spot| spot as usize) {
            entries(spot).iter().for_each(|entry| plus(&mut whole[entry.label as usize], &entry.amounts));
            if let Some(place) = labels.pairs.place(nodes.truth[spot].into(), nodes.pred[spot].into()) {
                single[place][PLACE] += f64::from(u8::from(nodes.is_own[spot]));
                single[place][CONTACTS] += counts.agreeing(spot);
            }
        }
        let visitor = labels.visitor(&counts, &expected, geometry, widths.len());
        let in_frame = |frame: &Frame<2>| Border { frame, geometry, nodes, visitor: &visitor }.found(&counted);
        let mut sums = visitor.new_sums();
        let mut open = Vec::new();
        for (of_frame, cells) in each(&geometry.frames(&widths), in_frame) {
            visitor.merge(&mut sums, &of_frame);
            open.push(cells);
        }
        Some(Self { sums, open, whole, single })
    }

    /// What two tiles know.
    pub(crate) fn plus(mut self, other: Self) -> Self {
        if self.whole.is_empty() {
            return other;
        }
        self.whole.iter_mut().zip(&other.whole).for_each(|(sum, part)| plus(sum, part));
        self.single.iter_mut().flatten().zip(other.single.iter().flatten()).for_each(|(sum, part)| *sum += part);
        self.sums.add(&other.sums);
        let add = |(a, b): (Vec<Cells<u64>>, Vec<Cells<u64>>)| a.into_iter().zip(b).map(|(a, b)| a + b).collect();
        Self { open: self.open.into_iter().zip(other.open).map(add).collect(), ..self }
    }

    /// The sums of the whole slide, once all tiles are there.
    pub(crate) fn finish(self, geometry: &Geometry, labels: &TileLabels) -> Agreements {
        let (expected, widths) = (labels.expected(), geometry.widths());
        let entry = |(label, amounts): (usize, &[u64; 3])| Entry { label: label as u32, amounts: *amounts };
        let whole: Vec<Entry<u64>> = self.whole.iter().enumerate().map(entry).collect();
        let totals = Totals { pred_sizes: labels.pred_sizes.clone(), whole, single: self.single };
        let none = InCells(std::marker::PhantomData::<fn() -> u64>);
        let visitor = labels.visitor(&none, &expected, geometry, widths.len());
        let (mut sums, n_frames) = (self.sums, self.open.len() as f64);
        for of_frame in each(self.open, |open| closed(&visitor, open)) {
            visitor.merge(&mut sums, &of_frame);
        }
        if n_frames > 0.0 {
            visitor.divide(&mut sums, n_frames);
        }
        Agreements::of_tiles(&totals, &expected, labels, &widths, sums)
    }
}

/// The entries of a spot in a tile that counts half-edges there; the spot itself is counted where it lies.
fn own_entries(counts: &PackedCounts<'_>, nodes: &Nodes<'_>, spot: usize) -> [Entry<u64>; 2] {
    let is_own = u64::from(nodes.is_own[spot]);
    counts.entries(counts.payload(spot)).map(|mut entry| {
        entry.amounts[0] = is_own;
        entry
    })
}

/// The sums of the cells on the borders of tiles, once no tile can add to them.
fn closed<C: SpotCounts<Amount = u64>>(visitor: &Pairwise<'_, C>, open: Vec<Cells<u64>>) -> PairSums {
    let Workspace { mut sums, mut scratch } = Workspace::new(visitor);
    let mut cells = Cells::default();
    for (level, open) in open.into_iter().enumerate() {
        cells = cells.coarser(2, &mut scratch) + open;
        for (_, cell) in cells.iter() {
            visitor.visit(cell, level..level + 1, &mut sums, &mut scratch);
        }
    }
    sums
}

/// Tells the cells inside a tile from those on its border, in one frame.
struct Border<'a> {
    frame: &'a Frame<2>,
    geometry: &'a Geometry,
    nodes: &'a Nodes<'a>,
    visitor: &'a Pairwise<'a, PackedCounts<'a>>,
}

/// What is found on the way down from the coarsest cells.
struct Found {
    open: Vec<Vec<(u64, Entry<u64>)>>,
    workspace: Workspace<PairSums>,
    /// The cells of the spots that several tiles count at, sorted.
    shared: Vec<u64>,
}

/// A spot of a tile by its place among them.
type Spot = Item<u32>;

impl Border<'_> {
    fn found(&self, counted: &[u32]) -> (PairSums, Vec<Cells<u64>>) {
        let item = |&spot: &u32| Item { key: self.frame.cell(&self.nodes.positions[spot as usize]), payload: spot };
        let mut items: Vec<Spot> = counted.iter().map(item).collect();
        items.sort_unstable_by_key(|item| item.key);
        let mut shared: Vec<u64> = self.nodes.shared.iter().map(|place| self.frame.cell(place)).collect();
        shared.sort_unstable();
        let n_levels = self.visitor.n_levels;
        let mut found = Found { open: vec![Vec::new(); n_levels], workspace: Workspace::new(self.visitor), shared };
        let coarsest = n_levels - 1;
        items
            .chunk_by_mut(|a, b| a.key >> (2 * coarsest) == b.key >> (2 * coarsest))
            .for_each(|items| self.descend(items, coarsest, &mut found));
        let Found { open, workspace: Workspace { sums, mut scratch }, .. } = found;
        let filled = |mut entries: Vec<(u64, Entry<u64>)>| {
            entries.sort_by_key(|(key, _)| *key);
            Cells::fill(entries.into_iter(), &mut scratch)
        };
        (sums, open.into_iter().map(filled).collect())
    }

    /// Adds up the cell of these spots if it lies inside the tile, else those in it.
    fn descend(&self, items: &mut [Spot], level: usize, found: &mut Found) {
        let key = items[0].key >> (2 * level);
        if self.is_inside(key, level, &found.shared) {
            let tree = Tree::<_, 2>::new(self.visitor, self.visitor.n_levels);
            let payload = |item: &Spot| self.visitor.counts.payload(item.payload as usize);
            let mut spots: Vec<_> = items.iter().map(|item| Item { key: item.key, payload: payload(item) }).collect();
            let cell = tree.branch(&mut spots, level, &mut found.workspace);
            tree.collect(&mut found.workspace.sums);
            let Workspace { sums, scratch } = &mut found.workspace;
            self.visitor.visit(&cell, level..level + 1, sums, scratch);
            if let Some(open) = found.open.get_mut(level + 1) {
                open.extend(cell.into_iter().map(|entry| (key >> 2, entry)));
            }
        } else if level == 0 {
            let entries =
                items.iter().flat_map(|item| own_entries(self.visitor.counts, self.nodes, item.payload as usize));
            found.open[0].extend(entries.map(|entry| (key, entry)));
        } else {
            let finer = 2 * (level - 1);
            items
                .chunk_by_mut(|a, b| a.key >> finer == b.key >> finer)
                .for_each(|items| self.descend(items, level - 1, found));
        }
    }

    /// Whether no other tile counts anything in a cell.
    fn is_inside(&self, key: u64, level: usize, shared: &[u64]) -> bool {
        let first = shared.partition_point(|&other| other >> (2 * level) < key);
        if shared.get(first).is_some_and(|&other| other >> (2 * level) == key) {
            return false;
        }
        let [low, high] = self.nodes.core;
        let Shape { centre, unit, .. } = &self.geometry.shape;
        let within = |corner: [f64; 2]| {
            (0..2).all(|axis| {
                let slack = SLACK * (centre[axis].abs() + 4.0 * unit);
                low[axis] + slack < corner[axis] && corner[axis] < high[axis] - slack
            })
        };
        self.frame.corners(key, level).into_iter().all(within)
    }
}

fn plus(sum: &mut [u64; 3], part: &[u64; 3]) {
    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_tiles_add_up() {
        let tile = |n: f64, whole| Tiled { whole: vec![whole], single: vec![[n, 1.0]], ..Tiled::default() };
        let sum = tile(2.0, [1, 2, 3]).plus(tile(3.0, [5, 0, 1]));
        assert_eq!(sum, Tiled { single: vec![[5.0, 2.0]], ..tile(0.0, [6, 2, 4]) });
        assert_eq!(Tiled::default().plus(sum.clone()), sum);
    }
}
