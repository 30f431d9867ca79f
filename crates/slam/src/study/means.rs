//! Means over slices, and who comes first by them.

use crate::comparison::ranking::{RankBy, Standing};
use crate::comparison::whole_first;
use crate::inference::Donors;
use crate::score::named::Named;

use super::numbers::{Numbers, metric_names};
use super::result::Mean;

/// So many slices are a study whose means rank; fewer are pooled.
pub(super) const FEWEST: usize = 3;

/// The cells of one method, a slice each.
pub(super) type Cells = Vec<Option<Numbers>>;

/// The means of every number that some slice has, with intervals over donors.
pub(super) fn means(cells: &Cells, donors: &Donors) -> Named<Mean> {
    let value = |name: &str, cell: &Option<Numbers>| cell.as_ref()?.number(name);
    let values = |name: &str| cells.iter().map(|cell| value(name, cell)).collect::<Vec<_>>();
    let slam = [RankBy::SlamAdjusted, RankBy::Slam, RankBy::SlamPinned].map(RankBy::name);
    let names = slam.into_iter().chain(metric_names(cells.iter().flatten()));
    names.map(|name| (name.to_owned(), donors.mean(name, &values(name)).into())).collect()
}

/// A number of every slice.
pub(super) fn values(cells: &Cells, by: RankBy) -> Vec<Option<f64>> {
    cells.iter().map(|cell| cell.as_ref()?.value(by)).collect()
}

/// The slices that all methods have, if they are enough to rank by; else none.
pub(super) fn common(methods: &[Cells]) -> Option<Vec<usize>> {
    let n_slices = methods.first().map_or(0, Vec::len);
    let slices: Vec<usize> =
        (0..n_slices).filter(|&slice| methods.iter().all(|cells| cells[slice].is_some())).collect();
    (slices.len() >= FEWEST).then_some(slices)
}

/// The mean over donors of a number on some slices.
pub(super) fn mean_on(cells: &Cells, slices: &[usize], by: RankBy, donors: &Donors) -> Option<f64> {
    let all = values(cells, by);
    let chosen: Vec<Option<f64>> = slices.iter().map(|&slice| all[slice]).collect();
    donors.on(slices).mean(by.name(), &chosen).value
}

/// The order of methods, best first, and the rank of each, by the values that rank them.
pub(super) fn ranked(by: RankBy, values: &[Option<f64>], is_partial: &[bool]) -> (Vec<usize>, Vec<Option<usize>>) {
    let standings: Vec<Standing> = values.iter().map(|value| by.stand(*value, None)).collect();
    whole_first(&standings, is_partial)
}

/// Writes into every cell its rank among the methods of its slice.
pub(super) fn rank_cells(methods: &mut [Cells], by: RankBy) {
    let n_slices = methods.first().map_or(0, Vec::len);
    for slice in 0..n_slices {
        let here: Vec<usize> = (0..methods.len()).filter(|&method| methods[method][slice].is_some()).collect();
        let cell = |method: &usize| methods[*method][slice].as_ref();
        let standings: Vec<Standing> = here.iter().filter_map(cell).map(|numbers| numbers.standing(by)).collect();
        let is_partial: Vec<bool> = here.iter().filter_map(cell).map(|numbers| numbers.is_partial).collect();
        let (_, ranks) = whole_first(&standings, &is_partial);
        for (&method, rank) in here.iter().zip(ranks) {
            if let Some(numbers) = &mut methods[method][slice] {
                numbers.rank = rank;
            }
        }
    }
}
