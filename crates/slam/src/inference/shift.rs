//! The shift test, which asks whether the agreement is better than chance: the pred is moved over the tissue as a whole.

use super::finding::{Chance, Finding, Procedure};
pub(super) use super::ground::LOST;
use super::ground::{Ground, Laid, Room};
use super::landing::{Landing, LandingRoom};
use super::raster::EXACT;
use super::replicates::{COLOUR_STEP, Replicates, SHIFT_STEP, stream_index};
use super::undefined::Undefined;
use crate::metrics::external::adjusted_rand_index;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::spots::Spots;

/// Replicates whose scores differ by less than this are ties, and count against the pred.
const TIE: f64 = 1e-12;
/// From so many preds on, places are searched for once for all of them; fewer have a raster of labels each.
const FEWEST_SHARED: usize = 4;

/// The grounds of all slices, on which any labeling of the same spots can be tested.
///
/// Labelings of tissue are smooth: two that have nothing to do with each other agree on large parts by chance, and tests
/// that permute spots take that for skill. Moving the pred as a whole keeps its smoothness and breaks its tie to the
/// places. In every replicate and slice a shift is drawn within ±(width, height) until half of the spots find a pred label
/// at their moved place: that of the nearest spot within 0.75 times the median distance of sixth neighbours.
#[derive(Debug)]
pub(crate) enum Shifts {
    /// Spots in the plane.
    Plane(Vec<Ground<2>>),
    /// Spots in space.
    Space(Vec<Ground<3>>),
}

/// Is the agreement of two labelings better than chance? One is moved over the tissue as a whole, slice by slice.
///
/// ```
/// use slam::inference::{Replicates, shift_test};
/// use slam::{Labeling, Pair, Spots};
///
/// let spots = Spots::new(2, (0..900).flat_map(|i| [f64::from(i % 30), f64::from(i / 30)]).collect())?;
/// let labels = |width: i32| Labeling::from_texts((0..900).map(|i| format!("{}", (i % 30 + i / 90) / width)));
/// let found = shift_test(&Pair::new(spots, labels(7)?, labels(7)?)?, Replicates { n: 99, seed: 0 }, &());
/// assert_eq!(found.p, Some(0.01));
/// # Ok::<(), slam::Error>(())
/// ```
pub fn shift_test(pair: &Pair, replicates: Replicates, observer: &dyn Observer) -> Finding {
    match Shifts::new(pair.spots()) {
        Ok(shifts) => shifts.test(pair, replicates, observer),
        Err(reason) => Finding::new(Procedure::Shift, "ari").undefined(reason),
    }
}

impl Shifts {
    /// The grounds of some spots, or the reason why nothing can be moved on one of them.
    pub(crate) fn new(spots: &Spots) -> Result<Self, Undefined> {
        match spots.dimensions() {
            2 => Ok(Self::Plane(grounds(spots)?)),
            _ => Ok(Self::Space(grounds(spots)?)),
        }
    }

    /// The test of a pair of labelings of these spots.
    ///
    /// The statistic is the adjusted Rand index of the tables of all slices together, which needs no matching. Chance
    /// agreement grows as the overlap shrinks; so A = c + b/n with b ≥ 0 is fitted to index and number of spots of all
    /// replicates and of the pair itself, and √n·(A − c − b/n) is compared: p = (1 + #{S_r ≥ S_0})/(B + 1).
    /// Replicate r depends on seed and slice alone. O(B·n) after O(n) for the rasters.
    pub(crate) fn test(&self, pair: &Pair, replicates: Replicates, observer: &dyn Observer) -> Finding {
        let finding = Finding::new(Procedure::Shift, "ari");
        if let Some(reason) = one_label(pair) {
            return finding.undefined(reason);
        }
        let ranks = ranks(&pair.pred().counts());
        let moved = match self {
            Self::Plane(grounds) => moved(&lay(grounds, pair, &ranks), pair, replicates, observer),
            Self::Space(grounds) => moved(&lay(grounds, pair, &ranks), pair, replicates, observer),
        };
        finding.filled(pair, moved)
    }

    /// The tests of several preds of these spots against one truth, all moved by the same shifts: what [`test`](Self::test) of
    /// each pair gives.
    pub(crate) fn test_all(&self, pairs: &[&Pair], replicates: Replicates, observer: &dyn Observer) -> Vec<Finding> {
        let tested: Vec<&Pair> = pairs.iter().copied().filter(|pair| one_label(pair).is_none()).collect();
        let moved = match self {
            Self::Plane(grounds) if is_shared(grounds, &tested) => {
                moved_together(grounds, &tested, replicates, observer)
            }
            Self::Space(grounds) if is_shared(grounds, &tested) => {
                moved_together(grounds, &tested, replicates, observer)
            }
            _ => return pairs.iter().map(|pair| self.test(pair, replicates, observer)).collect(),
        };
        let mut all = match moved {
            Ok(all) => all.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(reason) => vec![Err(reason); tested.len()],
        }
        .into_iter();
        let finding = |pair: &&Pair| match one_label(pair) {
            Some(reason) => Finding::new(Procedure::Shift, "ari").undefined(reason),
            None => Finding::new(Procedure::Shift, "ari").filled(pair, all.next().unwrap_or(Err(Undefined::Stopped))),
        };
        pairs.iter().map(finding).collect()
    }

    /// What `measure` makes of the pred as each replicate of the test moves it, [`LOST`] where a spot found no label.
    pub(super) fn carry(
        &self,
        pair: &Pair,
        replicates: Replicates,
        observer: &dyn Observer,
        measure: impl Fn(&[u16]) -> f64 + Sync,
    ) -> Result<Vec<f64>, Undefined> {
        let ranks = ranks(&pair.pred().counts());
        match self {
            Self::Plane(grounds) => carried(&lay(grounds, pair, &ranks), pair, replicates, observer, measure),
            Self::Space(grounds) => carried(&lay(grounds, pair, &ranks), pair, replicates, observer, measure),
        }
    }
}

fn lay<'a, const D: usize>(grounds: &'a [Ground<D>], pair: &Pair, ranks: &'a [u32]) -> Vec<Laid<'a, D>> {
    grounds.iter().map(|ground| ground.lay(pair.truth().codes(), pair.pred().codes(), ranks)).collect()
}

/// Why a pair has no test: with one label nothing is said about places.
pub(super) fn one_label(pair: &Pair) -> Option<Undefined> {
    match (pair.truth().n_labels(), pair.n_pred_labels()) {
        (1, _) => Some(Undefined::OneTruthLabel),
        (_, 1) => Some(Undefined::OnePredLabel),
        _ => None,
    }
}

fn grounds<const D: usize>(spots: &Spots) -> Result<Vec<Ground<D>>, Undefined> {
    let at = |&spot: &u32| -> [f64; D] { std::array::from_fn(|axis| spots.position(spot as usize)[axis]) };
    let ground = |(slice, ids): (usize, &Vec<u32>)| {
        let points: Vec<[f64; D]> = ids.iter().map(at).collect();
        Ground::new(&points, ids, spots.slices().map(|slices| slices.names()[slice].as_str()))
    };
    spots.by_slice().iter().enumerate().map(ground).collect()
}

/// The rank of every label, the most common first; of equally common ones the first.
fn ranks(sizes: &[usize]) -> Vec<u32> {
    let mut labels: Vec<usize> = (0..sizes.len()).collect();
    labels.sort_by_key(|&label| std::cmp::Reverse(sizes[label]));
    let mut ranks = vec![0; sizes.len()];
    labels.iter().zip(0..).for_each(|(&label, rank)| ranks[label] = rank);
    ranks
}

/// The index and the number of spots kept, of every replicate that was done.
fn moved<const D: usize>(
    slices: &[Laid<D>],
    pair: &Pair,
    replicates: Replicates,
    observer: &dyn Observer,
) -> Result<Vec<(f64, u64)>, Undefined> {
    let room = || Room::new(pair.truth().n_labels(), pair.pred().n_labels());
    replicates.repeat(SHIFT_STEP, pair.n_spots(), observer, room, |room, replicate| {
        room.counts.clear();
        for (slice, laid) in slices.iter().enumerate() {
            laid.draw(replicates.seed, stream_index(replicate, slice), room)?;
        }
        Ok((adjusted_rand_index(&room.counts.table()), room.counts.n_kept()))
    })
}

/// Whether searching once for all preds is quicker than a raster for each.
fn is_shared<const D: usize>(grounds: &[Ground<D>], pairs: &[&Pair]) -> bool {
    pairs.len() >= FEWEST_SHARED && grounds.iter().all(|ground| ground.n_spots() <= EXACT)
}

/// The same as [`moved`] for each of several preds of the same spots and truth.
fn moved_together<const D: usize>(
    grounds: &[Ground<D>],
    pairs: &[&Pair],
    replicates: Replicates,
    observer: &dyn Observer,
) -> Result<Vec<Vec<(f64, u64)>>, Undefined> {
    let truth = pairs[0].truth();
    let preds: Vec<&[u16]> = pairs.iter().map(|pair| pair.pred().codes()).collect();
    let ranks: Vec<Vec<u32>> = pairs.iter().map(|pair| ranks(&pair.pred().counts())).collect();
    let slices: Vec<Landing<D>> =
        grounds.iter().map(|ground| Landing::new(ground, truth.codes(), &preds, &ranks)).collect();
    let room = || LandingRoom::new(truth.n_labels(), pairs.iter().map(|pair| pair.pred().n_labels()));
    let by_replicate = replicates.repeat(SHIFT_STEP, pairs[0].n_spots(), observer, room, |room, replicate| {
        room.clear();
        for (slice, landing) in slices.iter().enumerate() {
            landing.draw(replicates.seed, stream_index(replicate, slice), room)?;
        }
        Ok(room.counts.iter().map(|counts| (adjusted_rand_index(&counts.table()), counts.n_kept())).collect::<Vec<_>>())
    })?;
    Ok((0..pairs.len()).map(|pred| by_replicate.iter().map(|all| all[pred]).collect()).collect())
}

fn carried<const D: usize>(
    slices: &[Laid<D>],
    pair: &Pair,
    replicates: Replicates,
    observer: &dyn Observer,
    measure: impl Fn(&[u16]) -> f64 + Sync,
) -> Result<Vec<f64>, Undefined> {
    let room = || vec![LOST; pair.n_spots()];
    replicates.repeat(COLOUR_STEP, 16 * pair.n_spots(), observer, room, |labels, replicate| {
        for (slice, laid) in slices.iter().enumerate() {
            laid.carry(replicates.seed, stream_index(replicate, slice), labels)?;
        }
        Ok(measure(labels))
    })
}

impl Finding {
    /// The test of a pair, given what its replicates reached.
    fn filled(mut self, pair: &Pair, moved: Result<Vec<(f64, u64)>, Undefined>) -> Self {
        let table = super::tables::contingency(pair);
        self.value = Some(adjusted_rand_index(&table));
        let moved = match moved {
            Err(reason) => return self.undefined(reason),
            Ok(moved) => moved,
        };
        let itself = (adjusted_rand_index(&table), table.n_spots);
        self.p = Some(p_value(&moved, itself));
        self.chance = Some(Chance::of(moved.iter().map(|&(index, _)| index).collect()));
        self.replicates = Some(moved.len());
        self
    }
}

/// (1 + #{S_r ≥ S_0})/(B + 1), S = √n·(A − c − b/n) for index A of n spots, b ≥ 0 and c by least squares.
pub(super) fn p_value(replicates: &[(f64, u64)], itself: (f64, u64)) -> f64 {
    let all: Vec<(f64, f64)> =
        replicates.iter().chain([&itself]).map(|&(index, n_spots)| (1.0 / n_spots as f64, index)).collect();
    let mean = |pick: fn(&(f64, f64)) -> f64| all.iter().map(pick).sum::<f64>() / all.len() as f64;
    let (x_mean, y_mean) = (mean(|point| point.0), mean(|point| point.1));
    let sum = |term: &dyn Fn(f64, f64) -> f64| all.iter().map(|&(x, y)| term(x - x_mean, y - y_mean)).sum::<f64>();
    let squares = sum(&|x, _| x * x);
    let slope = if squares > 0.0 { (sum(&|x, y| x * y) / squares).max(0.0) } else { 0.0 };
    let score = |&(x, y): &(f64, f64)| (y - y_mean - slope * (x - x_mean)) / x.sqrt();
    let own = score(&all[all.len() - 1]);
    let as_good = all[..replicates.len()].iter().filter(|point| score(point) >= own - TIE).count();
    (1 + as_good) as f64 / (1 + replicates.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::labeling::Labeling;
    use crate::testing::{hexagonal, labeling};
    use std::ops::ControlFlow;

    const FEW: Replicates = Replicates { n: 199, seed: 0 };

    /// Stripes of a lattice: the label of a spot by its position.
    fn stripes(spots: &Spots, label: impl Fn(f64, f64) -> f64) -> Labeling {
        let names = (0..spots.n_spots()).map(|spot| {
            let at = spots.position(spot);
            format!("{}", label(at[0], at[1]).floor())
        });
        Labeling::from_texts(names).unwrap()
    }

    fn test(spots: &Spots, truth: Labeling, pred: Labeling) -> Finding {
        let pair = Pair::new(spots.clone(), truth, pred).unwrap();
        Shifts::new(spots).map(|shifts| shifts.test(&pair, FEW, &())).unwrap()
    }

    #[test]
    fn nothing_beats_identity() {
        let spots = hexagonal(40, 40);
        let wavy = |x: f64, y: f64| x / 6.0 + libm::sin(y / 3.0);
        let found = test(&spots, stripes(&spots, wavy), stripes(&spots, wavy));
        assert_eq!((found.value, found.p, found.replicates), (Some(1.0), Some(1.0 / 200.0), Some(199)));
        assert!(found.chance.unwrap().q95 < 1.0);
    }

    #[test]
    fn waves_across_each_other_are_unrelated() {
        let spots = hexagonal(30, 30);
        let waves = |x: f64, y: f64| x / 8.0 + libm::sin(y / 4.0);
        let found = test(&spots, stripes(&spots, waves), stripes(&spots, |x, y| waves(y, x)));
        assert!(found.p.unwrap() > 0.05, "{found:?}");
    }

    #[test]
    fn names_rows_and_threads_do_not_matter() {
        let spots = hexagonal(15, 18);
        let (truth, pred) = (|x: f64, y: f64| (x + y) / 7.0, |x: f64, y: f64| (x + 0.7 * y) / 6.0);
        let found = test(&spots, stripes(&spots, truth), stripes(&spots, pred));
        let order: Vec<u32> = (0..270).map(|i| i * 77 % 270).collect();
        let other = spots.subset(&order);
        let renamed = |x: f64, y: f64| 9.0 - pred(x, y).floor();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let again = pool.install(|| test(&other, stripes(&other, truth), stripes(&other, renamed)));
        assert_eq!(found, again);
    }

    #[test]
    fn more_replicates_begin_like_fewer() {
        let spots = hexagonal(12, 12);
        let pair =
            Pair::new(spots.clone(), stripes(&spots, |x, _| x / 4.0), stripes(&spots, |x, y| (x + y) / 5.0)).unwrap();
        let Shifts::Plane(grounds) = Shifts::new(&spots).unwrap() else { panic!("a plane") };
        let ranks = ranks(&pair.pred().counts());
        let of = |n| moved(&lay(&grounds, &pair, &ranks), &pair, Replicates { n, seed: 4 }, &()).unwrap();
        assert_eq!(of(7), of(50)[..7]);
    }

    #[test]
    fn slices_move_on_their_own() {
        let one = hexagonal(14, 14);
        let twice: Vec<f64> = [one.coordinates(), one.coordinates()].concat();
        let slices = labeling(&("a".repeat(196) + &"b".repeat(196)));
        let spots = Spots::new(2, twice).unwrap().with_slices(slices).unwrap();
        let wavy = |x: f64, y: f64| (x + y * y / 9.0) / 5.0;
        let found = test(&spots, stripes(&spots, wavy), stripes(&spots, wavy));
        assert_eq!((found.p, found.value), (Some(1.0 / 200.0), Some(1.0)));
    }

    #[test]
    fn what_is_done_is_kept() {
        let spots = hexagonal(12, 12);
        let pair = Pair::new(spots.clone(), stripes(&spots, |x, _| x / 4.0), stripes(&spots, |x, _| x / 5.0)).unwrap();
        let shifts = Shifts::new(&spots).unwrap();
        let soon =
            |_: &str, done: usize, _: usize| if done > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let found = shifts.test(&pair, Replicates { n: 5000, seed: 0 }, &soon);
        assert_eq!((found.replicates, found.undefined), (Some(256), None));
        let at_once = |_: &str, _: usize, _: usize| ControlFlow::Break(());
        let none = shifts.test(&pair, Replicates { n: 5000, seed: 0 }, &at_once);
        assert_eq!((none.p, none.undefined), (None, Some(Undefined::Stopped)));
    }

    #[test]
    fn several_preds_are_tested_as_each_alone() {
        let spots = hexagonal(20, 22);
        let truth = stripes(&spots, |x, y| (x + y) / 7.0);
        let preds = [
            stripes(&spots, |x, y| (x + 0.7 * y) / 6.0),
            labeling(&"a".repeat(440)),
            stripes(&spots, |x, _| x / 4.0),
            stripes(&spots, |_, y| y / 3.0),
            stripes(&spots, |x, y| (x * y) / 40.0),
        ];
        let pairs = preds.map(|pred| Pair::new(spots.clone(), truth.clone(), pred).unwrap());
        let shifts = Shifts::new(&spots).unwrap();
        let together = shifts.test_all(&pairs.iter().collect::<Vec<_>>(), FEW, &());
        let alone: Vec<Finding> = pairs.iter().map(|pair| shifts.test(pair, FEW, &())).collect();
        assert_eq!(together, alone);
        assert_eq!(together[1].undefined, Some(Undefined::OnePredLabel));
    }

    #[test]
    fn one_label_says_nothing_about_places() {
        let spots = hexagonal(5, 5);
        let (plain, other) = (labeling(&"a".repeat(25)), labeling(&"aabab".repeat(5)));
        assert_eq!(test(&spots, plain.clone(), other.clone()).undefined, Some(Undefined::OneTruthLabel));
        assert_eq!(test(&spots, other, plain).undefined, Some(Undefined::OnePredLabel));
    }

    #[test]
    fn p_by_hand() {
        // Equal numbers of spots: no slope, the index decides; one of three replicates is as good.
        assert_eq!(p_value(&[(0.1, 9), (0.5, 9), (0.2, 9)], (0.5, 9)), 0.5);
        // Index 2/n throughout: the fit is perfect, and all are ties.
        assert_eq!(p_value(&[(0.5, 4), (0.25, 8)], (0.125, 16)), 1.0);
        // A falls with 1/n: the slope is held at 0 and √n·(A − mean) compared: 2·(0.1 − 0.4) < 4·(0.7 − 0.4).
        assert_eq!(p_value(&[(0.1, 4)], (0.7, 16)), 0.5);
    }

    #[test]
    fn the_commonest_label_is_first_and_of_equals_the_first() {
        assert_eq!(ranks(&[1, 5, 5, 2]), [3, 0, 1, 2]);
    }
}
