//! How well intervals and paired tests do with errors of every range, on slides of several sizes.

use slam::inference::{Finding, Interval, holm, tile_differences, tile_intervals};
use slam::{Analyzed, RankBy, Result};

use super::errors::Errors;
use super::intervals::analyze;
use super::lattice::Lattice;
use super::random;
use super::tissue::Tissue;

/// The numbers that have intervals.
const NUMBERS: [RankBy; 4] = [RankBy::SlamAdjusted, RankBy::Slam, RankBy::SlamPinned, RankBy::Metric("ari")];
/// Equally good methods on each slide.
const METHODS: usize = 16;
/// The kinds of tissue by turns; errors are drawn on whole lattices.
const KINDS: [Tissue; 3] = [Tissue::Voronoi, Tissue::Layered, Tissue::Potts];

/// Shares in per cent of one model of errors on slides of one size; lists by number: `slam_adjusted`, `slam`, `slam_pinned`, `ari`.
#[derive(Debug, Clone, PartialEq)]
pub struct RangeRow {
    /// The number of spots of a slide.
    pub n_spots: usize,
    /// The model of errors.
    pub errors: Errors,
    /// 95 % intervals that hold the true value.
    pub coverage: [f64; 4],
    /// Pairs of equally good methods that are told apart at 5 %.
    pub size: [f64; 4],
    /// Slides on which any pair is told apart after Holm's adjustment.
    pub family: [f64; 4],
    /// Labelings without an interval.
    pub without: f64,
}

/// How often something happened, of how many.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    yes: usize,
    of: usize,
}

/// What was counted for one number.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    covered: Count,
    rejected: Count,
    families: Count,
    without: Count,
}

/// Draws 16 equally good methods on each of some slides.
///
/// The true value is the mean of the 16, each of which has a part in it; deviations are made larger by √(16/15) therefore.
pub fn ranges(errors: Errors, lattice: Lattice, n_slides: usize) -> Result<RangeRow> {
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let of_thread = |first: usize| -> Result<Vec<[Counts; 4]>> {
        (first..n_slides).step_by(n_threads).map(|slide| one_slide(errors, lattice, slide)).collect()
    };
    let threads = std::thread::scope(|scope| {
        let running: Vec<_> = (0..n_threads).map(|first| scope.spawn(move || of_thread(first))).collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).collect::<Result<Vec<_>>>()
    })?;
    let mut total = [Counts::default(); 4];
    for counts in threads.into_iter().flatten() {
        total.iter_mut().zip(counts).for_each(|(total, counts)| total.add(counts));
    }
    Ok(RangeRow {
        n_spots: lattice.n_spots(),
        errors,
        coverage: total.map(|counts| counts.covered.share()),
        size: total.map(|counts| counts.rejected.share()),
        family: total.map(|counts| counts.families.share()),
        without: total[0].without.share(),
    })
}

/// What is counted on one slide, by number.
fn one_slide(errors: Errors, lattice: Lattice, slide: usize) -> Result<[Counts; 4]> {
    let tissue = KINDS[slide % KINDS.len()];
    let mut random = random(16, lattice.columns, slide);
    let truth = tissue.draw(lattice, &mut random);
    let places = lattice.places();
    let draw = |_| analyze(&places, &truth, &errors.draw(tissue, lattice, &truth, &mut random));
    let methods: Vec<Analyzed> = (0..METHODS).map(draw).collect::<Result<_>>()?;
    let intervals: Vec<_> = methods.iter().map(tile_intervals).collect();
    let mut counts = [Counts::default(); 4];
    for (counts, by) in counts.iter_mut().zip(NUMBERS) {
        counts.add_intervals(&intervals.iter().filter_map(|found| found.get(by.name())).collect::<Vec<_>>());
        counts.add_pairs(&tile_differences(&methods, by));
    }
    Ok(counts)
}

impl Count {
    fn add(&mut self, happened: bool) {
        self.yes += usize::from(happened);
        self.of += 1;
    }

    /// In per cent, to one decimal; 0 of none.
    fn share(self) -> f64 {
        (1000.0 * self.yes as f64 / self.of.max(1) as f64).round() / 10.0
    }
}

impl Counts {
    fn add(&mut self, other: Self) {
        let both = |a: Count, b: Count| Count { yes: a.yes + b.yes, of: a.of + b.of };
        *self = Self {
            covered: both(self.covered, other.covered),
            rejected: both(self.rejected, other.rejected),
            families: both(self.families, other.families),
            without: both(self.without, other.without),
        };
    }

    fn add_intervals(&mut self, found: &[&Finding]) {
        let values: Vec<f64> = found.iter().filter_map(|finding| finding.value).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let enlarged = (METHODS as f64 / (METHODS as f64 - 1.0)).sqrt();
        for finding in found {
            self.without.add(finding.interval.is_none());
            if let (Some(value), Some(Interval { low, high, .. })) = (finding.value, finding.interval) {
                let truth = value + enlarged * (mean - value);
                self.covered.add(low <= truth && truth <= high);
            }
        }
    }

    fn add_pairs(&mut self, found: &[Finding]) {
        let p: Vec<Option<f64>> = found.iter().map(|finding| finding.p).collect();
        self.families.add(holm(&p).into_iter().flatten().any(|p| p <= 0.05));
        // The first with the second, the third with the fourth, and so on: pairs that share no method.
        let place = |a: usize| a * METHODS - a * (a + 1) / 2;
        let apart = (0..METHODS).step_by(2).filter_map(|a| p[place(a)]);
        apart.for_each(|p| self.rejected.add(p <= 0.05));
    }
}
