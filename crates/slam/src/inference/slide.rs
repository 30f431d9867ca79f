//! The questions about methods on one slide, which share their tiles and their ground.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Test;
use super::finding::{Finding, Procedure};
use super::jackknife::Jackknife;
use super::number::Number;
use super::paired::paired_test;
use super::permutation::permutation_test;
use super::replicates::Replicates;
use super::shift::Shifts;
use super::tile_errors::TileErrors;
use super::tiles::Tiling;
use super::undefined::Undefined;
use super::weisfeiler_lehman::colour_test;
use crate::observer::Observer;
use crate::score::Score;
use crate::score::analysis::Analysis;
use crate::score::named::Named;

/// What all methods on the same spots share; made when it is first needed.
#[derive(Debug, Default)]
pub(super) struct Slide {
    tiling: OnceCell<Result<Arc<Tiling>, Undefined>>,
    shifts: OnceCell<Result<Shifts, Undefined>>,
}

/// Some numbers of one method without each tile.
#[derive(Debug, Clone)]
pub(super) struct Leaves {
    numbers: Vec<Leaf>,
    /// The wrong spots of every tile.
    errors: Result<TileErrors, Undefined>,
    tiling: Result<Arc<Tiling>, Undefined>,
}

/// A number without each tile.
#[derive(Debug, Clone)]
struct Leaf {
    number: Number,
    /// What one unit of it is of the number as it is shown.
    unit: f64,
    without: Result<Jackknife, Undefined>,
}

impl Slide {
    /// Some numbers of a method without each tile.
    pub(super) fn leaves(&self, score: &Score, analysis: &Analysis, numbers: &[Number]) -> Leaves {
        let pair = &analysis.pair;
        let tiling = self.tiling.get_or_init(|| Tiling::new(pair.spots(), &analysis.graph).map(Arc::new)).clone();
        let of = |&number: &Number| {
            let tiling = tiling.as_ref().map_err(Clone::clone);
            let without = tiling.and_then(|tiling| number.without_tiles(score, analysis, tiling));
            Leaf { number, unit: number.unit(score), without }
        };
        let count =
            |tiling: &Arc<Tiling>| TileErrors::count(pair.truth().codes(), &analysis.matching.codes, &tiling.spots);
        let errors = tiling.as_ref().map(count).map_err(Clone::clone);
        Leaves { numbers: numbers.iter().map(of).collect(), errors, tiling }
    }

    /// Whether a method is better than chance, and what tests that do not hold would say.
    pub(super) fn test(&self, analysis: &Analysis, replicates: Replicates, observer: &dyn Observer) -> Test {
        let pair = &analysis.pair;
        let shifts = self.shifts.get_or_init(|| Shifts::new(pair.spots()));
        let undefined =
            |procedure, number, reason: &Undefined| Finding::new(procedure, number).undefined(reason.clone());
        let (shift, colours) = match shifts {
            Ok(shifts) => (
                shifts.test(pair, replicates, observer),
                colour_test(pair, &analysis.graph, shifts, replicates.seed, observer),
            ),
            Err(reason) => {
                (undefined(Procedure::Shift, "ari", reason), undefined(Procedure::WeisfeilerLehman, "colours", reason))
            }
        };
        Test { shift, alternatives: vec![permutation_test(pair, replicates), colours] }
    }
}

impl Slide {
    /// The shift tests of several methods on these spots, with the same shifts for all, and nothing beside them.
    pub(super) fn shift_tests(
        &self,
        analyses: &[&Analysis],
        replicates: Replicates,
        observer: &dyn Observer,
    ) -> Vec<Test> {
        let Some(first) = analyses.first() else { return Vec::new() };
        let findings = match self.shifts.get_or_init(|| Shifts::new(first.pair.spots())) {
            Ok(shifts) => {
                let pairs: Vec<_> = analyses.iter().map(|analysis| &analysis.pair).collect();
                shifts.test_all(&pairs, replicates, observer)
            }
            Err(reason) => {
                vec![Finding::new(Procedure::Shift, "ari").undefined(reason.clone()); analyses.len()]
            }
        };
        findings.into_iter().map(|shift| Test { shift, alternatives: Vec::new() }).collect()
    }
}

impl Leaves {
    /// The interval of every number.
    pub(super) fn intervals(&self) -> Named<Finding> {
        let inflation = self.inflation(&self.errors);
        let named =
            |leaf: &Leaf| (leaf.number.name().to_owned(), leaf.number.interval(&leaf.without, leaf.unit, &inflation));
        self.numbers.iter().map(named).collect()
    }

    /// Whether there is an interval at all.
    pub(super) fn has_interval(&self) -> bool {
        self.inflation(&self.errors).is_ok() && self.numbers.iter().any(|leaf| leaf.without.is_ok())
    }

    /// The difference of two methods on the same tiles.
    pub(super) fn difference(&self, other: &Self, number: Number) -> Finding {
        match (self.get(number), other.get(number)) {
            (Ok(a), Ok(b)) => {
                let errors = match (&self.errors, &other.errors) {
                    (Ok(own), Ok(others)) => Ok(own.minus(others)),
                    (Err(reason), _) | (_, Err(reason)) => Err(reason.clone()),
                };
                paired_test(number.plain_name(), &a, &b, &self.inflation(&errors))
            }
            (Err(reason), _) | (_, Err(reason)) => {
                Finding::new(Procedure::PairedTiles, number.plain_name()).undefined(reason)
            }
        }
    }

    /// What to multiply variances by because errors reach from tile to tile.
    fn inflation(&self, errors: &Result<TileErrors, Undefined>) -> Result<f64, Undefined> {
        match (&self.tiling, errors) {
            (Ok(tiling), Ok(errors)) => errors.inflation(tiling),
            (Err(reason), _) | (_, Err(reason)) => Err(reason.clone()),
        }
    }

    fn get(&self, number: Number) -> Result<Jackknife, Undefined> {
        let found = self.numbers.iter().find(|leaf| leaf.number == number);
        let in_units = |leaf: &Leaf| leaf.without.clone().map(|jackknife| jackknife.times(leaf.unit));
        found.map_or(Err(Undefined::NoNumber), in_units)
    }
}
