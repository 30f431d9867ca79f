//! The numbers of all slices of a method together, in the label space of all of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::adjusted::AdjustedProfile;
use crate::comparison::ranking::RankBy;
use crate::error::Result;
use crate::extractor::{Atom, Distribution};
use crate::flow::Flow;
use crate::metrics::{Family, Metric, of_table};
use crate::observer::Observer;
use crate::score::named::Named;
use crate::score::{Domain, FlowTable, Pinned, cancelled};

use super::numbers::{AdjustedNumbers, SlamNumbers, metric_names};
use super::overlap::{Overlap, place};
use super::partial::MethodPartial;
use super::settings::Settings;

/// The numbers of all slices of a method together: flows and tables added up, in the label space of all slices.
///
/// `slam`, `slam_pinned` and counts are those of one file in which every slice is matched by itself. `slam_adjusted` is
/// ΣD/ΣN over half-edges, each slide in units of its own edges. Metrics that compare labels after matching come from the
/// pooled table; the others, whose labels do not mean the same on all slices, are means over slices by their spots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Pooled {
    /// The number of spots.
    pub n_spots: usize,
    /// The number of spots that the truth labels.
    pub n_truth_spots: usize,
    /// The number of those that the method does not label, whatever happened to them.
    pub n_unlabelled: usize,
    /// The number of edges.
    pub n_edges: usize,
    /// The number of truth labels.
    pub n_labels: usize,
    /// SLAM, none where it cannot be had from tables.
    pub slam: Option<SlamNumbers>,
    /// The same at every scale, in units of chance.
    pub slam_adjusted: AdjustedNumbers,
    /// The same edge by edge.
    pub slam_pinned: Pinned,
    /// The share of wrong edges that SLAM cannot see.
    pub cancelled: Option<f64>,
    /// The benchmark metrics.
    pub metrics: Named<Option<f64>>,
    /// Why a number has no value.
    pub undefined: Named<String>,
    /// What became of the edges of each kind.
    pub flow: FlowTable,
    /// What became of each domain, and of the boundary.
    pub domains: Vec<Domain>,
}

impl Pooled {
    /// Adds up the parts of a method; there is at least one.
    pub(super) fn of(
        parts: &[&MethodPartial],
        labels: &[String],
        settings: &Settings,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let flow = pool_flows(parts, labels);
        let tables: Option<Vec<&Overlap>> = parts.iter().map(|part| part.overlap.as_ref()).collect();
        let table = tables.map(|tables| Overlap::pool(&tables, labels));
        let mut undefined = Vec::new();
        let slam = match pooled_slam(parts, &flow, settings, observer)? {
            Ok(slam) => Some(slam),
            Err(reason) => {
                undefined.push(("slam".to_owned(), reason.to_owned()));
                None
            }
        };
        let mut metrics = Vec::new();
        for name in metric_names(parts.iter().map(|part| &part.numbers)) {
            let values: Vec<_> =
                parts.iter().filter_map(|part| Some((part, part.numbers.metrics.get(name)?))).collect();
            let pooled = table.as_ref().and_then(|table| of_table(name, table));
            let is_internal = Metric::named(name).is_some_and(|metric| metric.family == Family::Internal);
            let value = pooled
                .map_or_else(|| weighted(&values, is_internal), |value| value.map_err(|reason| reason.to_string()));
            undefined.extend(value.as_ref().err().map(|reason| (name.to_owned(), reason.clone())));
            metrics.push((name.to_owned(), value.ok()));
        }
        let sizes: Vec<usize> = table
            .as_ref()
            .map_or_else(|| vec![0; labels.len()], |table| table.truth_sizes.iter().map(|&n| n as usize).collect());
        Ok(Self {
            n_spots: parts.iter().map(|part| part.numbers.n_spots).sum(),
            n_truth_spots: parts.iter().map(|part| part.numbers.n_truth_spots).sum(),
            n_unlabelled: parts.iter().map(|part| part.numbers.n_unlabelled).sum(),
            n_edges: parts.iter().map(|part| part.numbers.n_edges).sum(),
            n_labels: labels.len(),
            slam,
            slam_adjusted: pooled_adjusted(parts, labels.len()),
            slam_pinned: Pinned::from(&flow),
            cancelled: cancelled(&flow),
            metrics: Named(metrics),
            undefined: Named(undefined),
            flow: FlowTable::new(&flow, labels),
            domains: Domain::table(&flow, labels, &sizes),
        })
    }

    /// The value of a number, none where it is undefined.
    pub fn value(&self, by: RankBy) -> Option<f64> {
        match by {
            RankBy::SlamAdjusted => Some(self.slam_adjusted.value),
            RankBy::Slam => self.slam.map(|slam| slam.d),
            RankBy::SlamPinned => Some(self.slam_pinned.d),
            RankBy::Metric(name) | RankBy::Own(&Metric { name, .. }) => self.metrics.get(name).copied().flatten(),
        }
    }
}

/// The sum of flow matrices by the names of labels.
fn pool_flows(parts: &[&MethodPartial], labels: &[String]) -> Flow {
    let mut cells: BTreeMap<(u16, u16), f64> = BTreeMap::new();
    for part in parts {
        let kind = |name: &Option<String>| name.as_ref().map_or(0, |name| place(labels, name) as u16 + 1);
        let kinds: Vec<u16> = part.flow.kinds.iter().map(kind).collect();
        for &(truth, pred, mass) in &part.flow.counts {
            *cells.entry((kinds[usize::from(truth)], kinds[usize::from(pred)])).or_insert(0.0) += mass;
        }
    }
    let n_edges = parts.iter().map(|part| part.numbers.n_edges as u64).sum();
    Flow { n_kinds: labels.len() + 1, n_edges, cells }
}

/// ΣD/ΣN: `place` over spots, `contacts` over the mass of half-edges; `lenient` is a mean by spots.
fn pooled_adjusted(parts: &[&MethodPartial], n_labels: usize) -> AdjustedNumbers {
    let spots: Vec<f64> = parts.iter().map(|part| part.numbers.n_spots as f64).collect();
    let edges: Vec<f64> =
        parts.iter().map(|part| part.flow.counts.iter().map(|&(_, _, mass)| mass).sum::<f64>()).collect();
    let mean = |masses: &[f64], value: &dyn Fn(&AdjustedNumbers) -> f64| {
        let total: f64 = masses.iter().sum();
        let sum: f64 = parts.iter().zip(masses).map(|(part, mass)| mass * value(&part.numbers.slam_adjusted)).sum();
        if total > 0.0 { sum / total } else { 0.0 }
    };
    let profile = |masses: &[f64], of: fn(&AdjustedNumbers) -> AdjustedProfile| {
        AdjustedProfile::new(mean(masses, &|one| of(one).mean), mean(masses, &|one| of(one).chance), n_labels)
    };
    let (place, contacts) = (profile(&spots, |one| one.place), profile(&edges, |one| one.contacts));
    let both =
        AdjustedProfile::new(0.5 * (place.mean + contacts.mean), 0.5 * (place.chance + contacts.chance), n_labels);
    let lenient = mean(&spots, &|one| one.lenient);
    AdjustedNumbers { value: both.value, mean: both.mean, chance: both.chance, lenient, place, contacts }
}

/// SLAM of the pooled flow matrix, or the reason why that does not tell it.
fn pooled_slam(
    parts: &[&MethodPartial],
    flow: &Flow,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<std::result::Result<SlamNumbers, &'static str>> {
    if parts.iter().any(|part| part.is_weighted) {
        return Ok(Err("weighted edges of several slides are not pooled: their weights have scales of their own"));
    }
    let options = settings.options().filter(|options| {
        let is_own = settings.step("discrepancy").is_some_and(|step| step != options.discrepancy().describe());
        let is_plain = settings.step("extractor").is_some_and(|step| step.starts_with("OneHot"));
        is_plain && !is_own && !options.discrepancy().keeps_unmatched()
    });
    let Some(options) = options else {
        return Ok(Err("of all slices together it is known with the paper's steps alone: one_hot, not authors"));
    };
    let axes = flow.axes();
    let [truth, pred] = [flow.truth_margin(), flow.pred_margin()].map(|margin| on_axes(&margin, &axes, flow.n_edges));
    let found = options.discrepancy().measure(&truth?, &pred?, observer)?;
    Ok(Ok(SlamNumbers { d: found.d, d_se: found.d_se }))
}

/// The distribution of edge kinds with the given counts, as the extractor `one_hot` has it.
fn on_axes(margin: &[f64], axes: &[u16], n_edges: u64) -> Result<Distribution> {
    let mass = |kind: usize| margin[kind] / n_edges as f64;
    let mut atoms: Vec<Atom> =
        axes.iter().enumerate().map(|(label, &axis)| Atom { axis, value: 1.0, mass: mass(label + 1) }).collect();
    atoms.push(Atom { axis: 0, value: 0.0, mass: mass(0) });
    Distribution::on_axes(axes.len(), n_edges as usize, atoms)
}

/// The mean of the values that are defined, weighted by spots, for internal metrics by those that have a prediction; without one, the
/// first reason.
fn weighted(values: &[(&&MethodPartial, &Option<f64>)], is_internal: bool) -> std::result::Result<f64, String> {
    if let [(_, Some(only))] = values {
        return Ok(*only);
    }
    let n_left_out = |part: &MethodPartial| part.overlap.as_ref().filter(|_| is_internal).map_or(0, Overlap::n_missing);
    let weight = |part: &MethodPartial| (part.numbers.n_spots as u64 - n_left_out(part)) as f64;
    let defined = || values.iter().filter_map(|(part, value)| Some((weight(part), (**value)?)));
    let n_spots: f64 = defined().map(|(n_spots, _)| n_spots).sum();
    if n_spots == 0.0 {
        return Err("it is undefined on every slice".to_owned());
    }
    Ok(defined().map(|(n_spots, value)| n_spots * value).sum::<f64>() / n_spots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::tests::method;

    #[test]
    fn slices_count_by_their_spots_and_half_edges() {
        let part = |mean: f64, chance: f64, n_spots: usize, masses: &[f64]| {
            let mut part = method();
            let profile = AdjustedProfile::new(mean, chance, 2);
            let lenient = mean;
            part.numbers.n_spots = n_spots;
            part.numbers.slam_adjusted =
                AdjustedNumbers { lenient, place: profile, contacts: profile, ..AdjustedNumbers::default() };
            part.flow.counts = masses.iter().map(|&mass| (1, 1, mass)).collect();
            part
        };
        // Half-edges 3 and 1: D = (3·0.2 + 0.4)/4 = ¼, N = (3·0.5 + 0.9)/4 = 0.6; spots 1 and 1: D = 0.3, N = 0.7.
        let parts = [part(0.2, 0.5, 5, &[2.0, 1.0]), part(0.4, 0.9, 5, &[1.0])];
        let found = pooled_adjusted(&parts.iter().collect::<Vec<_>>(), 2);
        crate::testing::assert_close(found.contacts.value, 0.25 / 0.6);
        crate::testing::assert_close(found.place.value, 0.3 / 0.7);
        crate::testing::assert_close(found.value, 0.55 / 1.3);
        crate::testing::assert_close(found.lenient, 0.3);
    }
}
