//! Several preds moved by the same shifts: where each spot lands is found once, and every pred is counted there.

use super::counts::Counts;
use super::grid::Grid;
use super::ground::Ground;
use super::raster::Raster;
use super::undefined::Undefined;

/// A place that belongs to no spot.
const NOWHERE: u32 = u32::MAX;

/// One slice with a truth that stays and several preds that are moved together.
///
/// The table of every pred is that of [`Laid::draw`](super::ground::Laid::draw) of this pred alone, with the same shifts; a search for
/// the nearest spot serves all preds, so that many of them cost little more than one.
#[derive(Debug)]
pub(super) struct Landing<'a, const D: usize> {
    ground: &'a Ground<D>,
    /// The labels that stay, in the order of the grid.
    truth: Vec<u16>,
    /// For each position of the index its label in every pred.
    preds: Vec<u16>,
    n_preds: usize,
    /// Which cells belong to some spot.
    tissue: Raster,
}

/// Room to count in, for one thread.
#[derive(Debug, Clone)]
pub(super) struct LandingRoom {
    /// For every pred what lies on what, slices together.
    pub(super) counts: Vec<Counts>,
    /// For each spot of the grid the position that its moved place belongs to.
    targets: Vec<u32>,
}

impl LandingRoom {
    /// Room for so many truth labels, and so many labels of each pred.
    pub(super) fn new(n_truth: usize, n_preds: impl Iterator<Item = usize>) -> Self {
        Self { counts: n_preds.map(|n_pred| Counts::new(n_truth, n_pred)).collect(), targets: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.counts.iter_mut().for_each(Counts::clear);
    }
}

impl<'a, const D: usize> Landing<'a, D> {
    /// Lays a truth and several preds of all spots of the input on the ground; `ranks` are those of each pred's labels.
    pub(super) fn new(ground: &'a Ground<D>, truth: &[u16], preds: &[&[u16]], ranks: &[Vec<u32>]) -> Self {
        let n_preds = preds.len();
        let mut by_position = vec![0; ground.n_spots() * n_preds];
        for (which, (labels, ranks)) in preds.iter().zip(ranks).enumerate() {
            let settled = ground.settled(labels, ranks);
            let positions = ground.grid().spots.iter().map(|spot| spot.position as usize);
            positions.zip(settled).for_each(|(position, label)| by_position[position * n_preds + which] = label);
        }
        let tissue = Raster::new(ground.grid(), &vec![0; ground.n_spots()], 1, true);
        ground.find_blocks(&tissue);
        Self { ground, truth: ground.in_order(truth), preds: by_position, n_preds, tissue }
    }

    /// Moves the preds by a shift from stream `index` of the seed that keeps at least half of the spots, and adds for each what
    /// lies on what.
    pub(super) fn draw(&self, seed: u64, index: u64, room: &mut LandingRoom) -> Result<(), Undefined> {
        for shift in self.ground.shifts(seed, index) {
            let n_kept = self.land(&shift, &mut room.targets);
            if 2 * n_kept >= self.truth.len() {
                self.count(room);
                return Ok(());
            }
        }
        Err(self.ground.fragmented())
    }

    /// Finds where every spot lands; how many land on the tissue.
    fn land(&self, shift: &[f64; D], targets: &mut Vec<u32>) -> usize {
        let grid: &Grid<D> = self.ground.grid();
        let step = grid.step(shift);
        targets.clear();
        targets.resize(self.truth.len(), NOWHERE);
        let mut n_kept = 0;
        grid.visit(&step, |spot, cell| {
            if self.tissue.codes[cell] != self.tissue.none {
                if let Some(position) = self.ground.nearest(spot, shift, |_| 0) {
                    targets[spot] = position as u32;
                    n_kept += 1;
                }
            }
        });
        n_kept
    }

    fn count(&self, room: &mut LandingRoom) {
        let LandingRoom { counts, targets } = room;
        for (&truth, &target) in self.truth.iter().zip(targets.iter()).filter(|(_, target)| **target != NOWHERE) {
            let labels = &self.preds[target as usize * self.n_preds..][..self.n_preds];
            for (counts, &label) in counts.iter_mut().zip(labels) {
                counts.count(truth, Some(label));
            }
        }
    }
}
