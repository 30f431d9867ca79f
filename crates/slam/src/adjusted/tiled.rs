//! `slam_adjusted` tile by tile: what a tile knows of every cell, which adds up to the profile of the whole.

use serde::{Deserialize, Serialize};

use super::cells::{Branch, Cells};
use super::census::Census;
use super::chance::{Chance, Sums};
use super::frames::{Frame, Widths};
use super::half_edges::{Book, Entry, Light};
use super::shape::Shape;
use super::tree::{Item, Scratch, Tree};
use super::{Adjusted, Judge, summary};
use crate::parallel::each;
use crate::partial::codec::record;

/// Positions are trusted up to this share of their size when cells are said to lie inside a tile.
const SLACK: f64 = 1e-11;

/// Where the cells of a plane slide lie and what chance makes of them, the same for all of its tiles.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) shape: Shape<2>,
    /// The median edge length.
    pub(crate) edge_length: f64,
    pub(crate) n_edges: u64,
    /// The number of spots of each label in the truth and in the matched pred, both of one length.
    pub(crate) sizes: [Vec<u64>; 2],
}

/// The spots that a tile counts at, and the edges between them.
#[derive(Debug)]
pub(crate) struct Nodes<'a> {
    pub(crate) positions: &'a [[f64; 2]],
    pub(crate) truth: &'a [u16],
    pub(crate) pred: &'a [u16],
    /// Whether the half-edges at a spot are counted here.
    pub(crate) is_counted: &'a [bool],
    pub(crate) edges: &'a [(u32, u32)],
    /// All spots of the slide whose half-edges several tiles count.
    pub(crate) shared: &'a [[f64; 2]],
    /// The corners of the part of the slide whose other spots all belong to this tile.
    pub(crate) core: [[f64; 2]; 2],
}

/// What a tile knows of the cells of every frame; tiles add up in any order.
///
/// Cells that lie inside the tile are judged at once, and only what they hold is kept for the cells around them. Those on its
/// border keep their counts until all tiles are there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Tiled {
    pub(crate) frames: Vec<InFrame>,
    /// All half-edges by label, as in [`Entry`].
    pub(crate) whole: Vec<[u64; 4]>,
    /// How many half-edges differ in their kind.
    pub(crate) differing: u64,
}

/// What a tile knows of the cells of one frame.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct InFrame {
    /// The sums over the cells that are judged, by level, fine first.
    pub(crate) sums: Vec<[f64; 2]>,
    /// By level, what is to be added to cells that are not.
    pub(crate) open: Vec<Cells<u64>>,
}

record!(Entry<u64> { label, amounts });
record!(Cells<u64> { keys, ends, entries });
record!(Tiled { frames, whole, differing });
record!(InFrame { sums, open });

impl Ground {
    fn widths(&self) -> Widths {
        Widths::new::<2>(self.edge_length, self.shape.radius)
    }

    fn frames(&self, widths: &Widths) -> Vec<Frame<2>> {
        if widths.len() == 0 { Vec::new() } else { Frame::all(&self.shape, widths) }
    }

    fn chance(&self) -> Chance {
        Chance::of(&self.sizes[1], 2.0 * self.n_edges as f64)
    }

    fn n_labels(&self) -> usize {
        self.sizes[0].len()
    }
}

impl Tiled {
    /// The half-edges of a tile, unless a spot has more than 255. O(frames · n log n).
    pub(crate) fn of(ground: &Ground, nodes: &Nodes<'_>) -> Option<Self> {
        let (chance, widths) = (ground.chance(), ground.widths());
        let book = Light::count(nodes.truth, nodes.pred, nodes.edges)?;
        let counted: Vec<u32> =
            (0..nodes.positions.len() as u32).filter(|&spot| nodes.is_counted[spot as usize]).collect();
        let mut whole = vec![[0; 4]; ground.n_labels()];
        let mut differing = 0;
        for spot in counted.iter().map(|&spot| spot as usize) {
            differing += book.differing(spot) as u64;
            for entry in book.entries(book.ticket(spot)) {
                plus(&mut whole[entry.label as usize], &entry.amounts);
            }
        }
        let judge = Judge { book: &book, chance: &chance, n_labels: ground.n_labels() };
        let in_frame = |frame: &Frame<2>| {
            let border = Border { frame, ground, nodes, judge: &judge, n_levels: widths.len() };
            let item = |&spot: &u32| Item {
                key: frame.cell(&nodes.positions[spot as usize]),
                ticket: book.ticket(spot as usize),
            };
            border.found(counted.iter().map(item).collect())
        };
        let frames = each(&ground.frames(&widths), in_frame);
        Some(Self { frames, whole, differing })
    }

    /// What two tiles know.
    pub(crate) fn plus(mut self, other: Self) -> Self {
        if self.whole.is_empty() {
            return other;
        }
        self.whole.iter_mut().zip(&other.whole).for_each(|(sum, part)| plus(sum, part));
        self.frames = self.frames.into_iter().zip(other.frames).map(|(a, b)| a.plus(b)).collect();
        Self { differing: self.differing + other.differing, ..self }
    }

    /// The profile, once all tiles are there.
    pub(crate) fn finish(self, ground: &Ground) -> Adjusted {
        let (chance, widths) = (ground.chance(), ground.widths());
        let entry = |(label, amounts): (usize, &[u64; 4])| Entry { label: label as u32, amounts: *amounts };
        let whole = self.whole.iter().enumerate().map(entry).collect();
        let [truth, pred] = ground.sizes.clone();
        let census = Census::counted(truth, pred, whole, self.differing as f64);
        let share = 1.0 / self.frames.len() as f64;
        let settled: Vec<Vec<[f64; 2]>> = each(self.frames, |frame| frame.settled(&chance, ground.n_labels()));
        let mut sums = vec![Sums::default(); widths.len()];
        for frame in &settled {
            let parts = frame.iter().map(|&[mean, chance]| Sums { mean: share * mean, chance: share * chance });
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        summary(&census, &chance, &widths, sums)
    }
}

impl InFrame {
    fn plus(mut self, other: Self) -> Self {
        for (sum, part) in self.sums.iter_mut().zip(&other.sums) {
            *sum = [sum[0] + part[0], sum[1] + part[1]];
        }
        let open = self.open.into_iter().zip(other.open).map(|(a, b)| a + b).collect();
        Self { open, ..self }
    }

    /// The sums of all cells, once no tile can add to them.
    fn settled(self, chance: &Chance, n_labels: usize) -> Vec<[f64; 2]> {
        let mut scratch = Scratch::new(n_labels);
        let mut cells = Cells::default();
        let level = |(sum, open): (&[f64; 2], Cells<u64>)| {
            cells = cells.coarser(2, &mut scratch) + open;
            let of_cells = cells.iter().map(|(_, cell)| chance.compare(cell));
            of_cells.fold(*sum, |sum, cell| [sum[0] + cell.mean, sum[1] + cell.chance])
        };
        self.sums.iter().zip(self.open).map(level).collect()
    }
}

/// Tells the cells inside a tile from those on its border, in one frame.
struct Border<'a> {
    frame: &'a Frame<2>,
    ground: &'a Ground,
    nodes: &'a Nodes<'a>,
    judge: &'a Judge<'a, Light<'a>>,
    n_levels: usize,
}

/// What is found on the way down from the coarsest cells.
struct Found {
    sums: Vec<Sums>,
    open: Vec<Vec<(u64, Entry<u64>)>>,
    scratch: Scratch,
}

type Spot = Item<<Light<'static> as Book>::Ticket>;

impl Border<'_> {
    fn found(&self, mut items: Vec<Spot>) -> InFrame {
        items.sort_unstable_by_key(|item| item.key);
        let mut shared: Vec<u64> = self.nodes.shared.iter().map(|place| self.frame.cell(place)).collect();
        shared.sort_unstable();
        let scratch = Scratch::new(self.ground.n_labels());
        let mut found =
            Found { sums: vec![Sums::default(); self.n_levels], open: vec![Vec::new(); self.n_levels], scratch };
        let coarsest = self.n_levels - 1;
        items
            .chunk_by_mut(|a, b| a.key >> (2 * coarsest) == b.key >> (2 * coarsest))
            .for_each(|items| self.descend(items, coarsest, &shared, &mut found));
        let Found { sums, open, mut scratch } = found;
        let filled = |mut entries: Vec<(u64, Entry<u64>)>| {
            entries.sort_by_key(|(key, _)| *key);
            Cells::fill(entries.into_iter(), &mut scratch)
        };
        InFrame {
            sums: sums.iter().map(|sums| [sums.mean, sums.chance]).collect(),
            open: open.into_iter().map(filled).collect(),
        }
    }

    /// Judges the cell of these spots if it lies inside the tile, else those in it.
    fn descend(&self, items: &mut [Spot], level: usize, shared: &[u64], found: &mut Found) {
        let key = items[0].key >> (2 * level);
        if self.is_inside(key, level, shared) {
            let tree = Tree::<_, 2> { ledger: self.judge, n_levels: self.n_levels };
            let Branch { sums, cell } = tree.branch(items, level, &mut found.scratch);
            found.sums.iter_mut().zip(&sums).for_each(|(sum, part)| *sum += *part);
            found.sums[level] += self.judge.chance.compare(&cell);
            if let Some(open) = found.open.get_mut(level + 1) {
                open.extend(cell.into_iter().map(|entry| (key >> 2, entry)));
            }
        } else if level == 0 {
            let entries = items.iter().flat_map(|item| self.judge.book.entries(item.ticket));
            found.open[0].extend(entries.map(|entry| (key, entry)));
        } else {
            let finer = 2 * (level - 1);
            items
                .chunk_by_mut(|a, b| a.key >> finer == b.key >> finer)
                .for_each(|items| self.descend(items, level - 1, shared, found));
        }
    }

    /// Whether no other tile counts anything in a cell.
    fn is_inside(&self, key: u64, level: usize, shared: &[u64]) -> bool {
        let first = shared.partition_point(|&other| other >> (2 * level) < key);
        if shared.get(first).is_some_and(|&other| other >> (2 * level) == key) {
            return false;
        }
        let [low, high] = self.nodes.core;
        let Shape { centre, unit, .. } = &self.ground.shape;
        let within = |corner: [f64; 2]| {
            (0..2).all(|axis| {
                let slack = SLACK * (centre[axis].abs() + 4.0 * unit);
                low[axis] + slack < corner[axis] && corner[axis] < high[axis] - slack
            })
        };
        self.frame.corners(key, level).into_iter().all(within)
    }
}

fn plus(sum: &mut [u64; 4], part: &[u64; 4]) {
    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_edges_of_tiles_add_up() {
        let tile = |differing, whole| Tiled { frames: Vec::new(), whole: vec![whole], differing };
        let sum = tile(2, [1, 2, 3, 4]).plus(tile(3, [5, 0, 1, 0]));
        assert_eq!(sum, tile(5, [6, 2, 4, 4]));
        assert_eq!(Tiled::default().plus(sum.clone()), sum);
    }
}
