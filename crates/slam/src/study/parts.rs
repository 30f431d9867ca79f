//! Slices gathered in any order, and what they say together.

use crate::comparison::ranking::RankBy;
use crate::error::{Error, Result};
use crate::inference::{ALPHA, Donors};
use crate::metrics::Metric;
use crate::observer::{Observer, report};
use crate::pair::missing::MissingPred;
use crate::pair::natural::natural_order;
use crate::verdict::Lead;

use super::duels::duels;
use super::means::{Cells, FEWEST, common, mean_on, means, rank_cells, ranked};
use super::notices::notices;
use super::partial::{MethodPartial, SlicePartial};
use super::pooled::Pooled;
use super::result::{Failure, StudyMethod, StudyProvenance, StudyResult, StudySlice, StudyVerdict};
use super::words::{MEAN, POOLED, verdict};

/// The slices of a study, gathered in any order: what they say together has the same bits.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parts {
    /// Invariant: of one version, one truth and the same settings; no slice is there twice.
    slices: Vec<SlicePartial>,
    failures: Vec<Failure>,
}

impl Parts {
    /// Adds a slice; one of another version, truth or setting is refused by its name, and so is one that is there already.
    pub fn add(&mut self, part: SlicePartial) -> Result<()> {
        part.check()?;
        if self.slices.iter().any(|other| other.slice == part.slice) {
            return Err(Error::SliceTwice { slice: part.slice });
        }
        if let Some(first) = self.slices.first() {
            check_alike(first, &part)?;
        }
        self.slices.push(part);
        Ok(())
    }

    /// Adds all that another has gathered.
    pub fn merge(&mut self, other: Self) -> Result<()> {
        self.failures.extend(other.failures);
        other.slices.into_iter().try_for_each(|part| self.add(part))
    }

    /// Marks a slice that could not be compared.
    pub fn fail(&mut self, slice: &str, reason: String) {
        self.failures.push(Failure { slice: slice.to_owned(), method: None, reason });
    }

    /// Marks a method that could not be compared on a slice, where the others could.
    pub fn fail_method(&mut self, slice: &str, method: &str, reason: String) {
        self.failures.push(Failure { slice: slice.to_owned(), method: Some(method.to_owned()), reason });
    }

    /// What all slices say together, methods ranked by a number: by its mean over slices if there are three or more, over
    /// those that all methods have if these are three or more, so that lacking a hard slice is no gain; of fewer slices by
    /// the pooled number.
    pub fn finish(&self, by: RankBy, observer: &dyn Observer) -> Result<StudyResult> {
        let mut parts: Vec<&SlicePartial> = self.slices.iter().collect();
        parts.sort_by(|a, b| natural_order(&a.slice, &b.slice));
        let Some(first) = parts.first() else { return Err(Error::NoSlices) };
        check_ranked(&parts, by)?;
        let labels = label_space(&parts)?;
        first.settings.options().map_or(Ok(()), |options| options.check_severity(&labels))?;
        let table = Table::new(&parts, &labels, observer)?;
        let methods = table.methods(by);
        let mut failures = self.failures.clone();
        let method = |failure: &Failure| failure.method.clone().unwrap_or_default();
        failures.sort_by(|a, b| natural_order(&a.slice, &b.slice).then_with(|| natural_order(&method(a), &method(b))));
        let slices: Vec<StudySlice> = parts.iter().map(|part| slice(part, &table.names)).collect();
        let cells: Vec<&Cells> = methods.ranked.iter().map(|method| &method.slices).collect();
        let names: Vec<String> = methods.ranked.iter().map(|method| method.method.clone()).collect();
        let (pairs, differences, groups) = duels(&names, &cells, &table.donors, by);
        let unspoken = StudyVerdict {
            sentences: Vec::new(),
            best: Vec::new(),
            by,
            ranked: if parts.len() >= FEWEST { MEAN } else { POOLED }.to_owned(),
            common: methods.common.iter().map(|&slice| parts[slice].slice.clone()).collect(),
            better_than_chance: None,
            lead: Lead::None,
        };
        let mut study = StudyResult {
            warnings: notices(&parts, &slices, &failures, names.len()),
            verdict: unspoken.clone(),
            truth: first.truth.clone(),
            labels,
            slices,
            failures,
            references: methods.references,
            methods: methods.ranked,
            pairs,
            groups,
            provenance: StudyProvenance {
                version: first.version.clone(),
                settings: first.settings.clone(),
                input: parts.iter().map(|part| (part.slice.clone(), part.input.clone())).collect(),
            },
        };
        study.verdict = verdict(&study, unspoken, &differences);
        Ok(study)
    }
}

/// Refuses a part that does not go with another, and names what differs.
fn check_alike(first: &SlicePartial, part: &SlicePartial) -> Result<()> {
    let whose = |part: &SlicePartial| if part.donor.is_some() { "given" } else { "none" }.to_owned();
    let [versions, truths, donors] = [
        ("version", first.version.clone(), part.version.clone()),
        ("truth", first.truth.clone(), part.truth.clone()),
        ("donor", whose(first), whose(part)),
    ]
    .map(|(name, one, other)| (one != other).then_some((name.to_owned(), one, other)));
    let found = versions.or(truths).or_else(|| first.settings.difference(&part.settings)).or(donors);
    match found {
        None => Ok(()),
        Some((setting, one, other)) => Err(Error::OtherSettings {
            setting,
            slices: Box::new([first.slice.clone(), part.slice.clone()]),
            values: Box::new([one, other]),
        }),
    }
}

/// Refuses a number that was not computed, or that may rise where spots have no prediction and was computed on these.
fn check_ranked(parts: &[&SlicePartial], by: RankBy) -> Result<()> {
    let wrong = parts.iter().find(|part| part.scores_missing());
    if wrong.is_some() && by.may_rise_by_missing() {
        return Err(Error::RankedByMissing { by });
    }
    if let (Some(wrong), Some(common)) = (wrong, parts.iter().find(|part| part.is_common)) {
        let (wrong, common) = ((wrong, MissingPred::Wrong), (common, MissingPred::Common));
        return Err(Error::OtherSettings {
            setting: "missing_pred".to_owned(),
            slices: Box::new([wrong, common].map(|(part, _)| part.slice.clone())),
            values: Box::new([wrong, common].map(|(_, missing)| missing.to_string())),
        });
    }
    let Some(&Metric { name, .. }) = by.metric() else { return Ok(()) };
    let has = |part: &MethodPartial| part.numbers.metrics.get(name).is_some();
    let is_there = parts.iter().flat_map(|part| &part.methods).all(has);
    if is_there { Ok(()) } else { Err(Error::Unranked { by }) }
}

/// The truth labels of all slices; slices whose labels have nothing to do with those of the others are refused.
fn label_space(parts: &[&SlicePartial]) -> Result<Vec<String>> {
    let mut reached = vec![false; parts.len()];
    let mut known: Vec<&str> = parts.first().map(|part| part.labels()).unwrap_or_default();
    while let Some(next) = (0..parts.len())
        .find(|&place| !reached[place] && parts[place].labels().iter().any(|label| known.contains(label)))
    {
        reached[next] = true;
        known.extend(parts[next].labels());
        known.sort_by(|a, b| natural_order(a, b));
        known.dedup();
    }
    match reached.iter().position(|&is_reached| !is_reached) {
        None => Ok(known.into_iter().map(str::to_owned).collect()),
        Some(place) => {
            let brief = |labels: Vec<&str>| labels.into_iter().take(4).collect::<Vec<_>>().join(", ");
            Err(Error::OtherLabels {
                slices: Box::new([parts[0].slice.clone(), parts[place].slice.clone()]),
                labels: Box::new([brief(parts[0].labels()), brief(parts[place].labels())]),
            })
        }
    }
}

fn slice(part: &SlicePartial, methods: &[String]) -> StudySlice {
    let has = |name: &&String| part.methods.iter().any(|method| method.method == **name);
    StudySlice {
        slice: part.slice.clone(),
        donor: part.donor.clone(),
        n_spots: part.n_spots,
        labels: part.labels().into_iter().map(str::to_owned).collect(),
        missing: methods.iter().filter(|name| !has(name)).cloned().collect(),
    }
}

/// Methods × slices.
struct Table {
    /// The methods, in natural order.
    names: Vec<String>,
    /// Whose slice each is.
    donors: Donors,
    cells: Vec<Cells>,
    pooled: Vec<Pooled>,
    references: Vec<(String, Cells, Pooled)>,
}

struct Methods {
    ranked: Vec<StudyMethod>,
    references: Vec<StudyMethod>,
    common: Vec<usize>,
}

impl Table {
    fn new(parts: &[&SlicePartial], labels: &[String], observer: &dyn Observer) -> Result<Self> {
        let named = |of: fn(&SlicePartial) -> &[MethodPartial]| {
            let mut names: Vec<String> =
                parts.iter().flat_map(|part| of(part).iter().map(|method| method.method.clone())).collect();
            names.sort_by(|a, b| natural_order(a, b));
            names.dedup();
            names
        };
        let settings = &parts[0].settings;
        let row = |name: &String, of: fn(&SlicePartial) -> &[MethodPartial]| {
            let found: Vec<Option<&MethodPartial>> =
                parts.iter().map(|part| of(part).iter().find(|method| method.method == *name)).collect();
            let own: Vec<&MethodPartial> = found.iter().flatten().copied().collect();
            let pooled = Pooled::of(&own, labels, settings, observer)?;
            Ok((found.into_iter().map(|part| part.map(|part| part.numbers.clone())).collect::<Cells>(), pooled))
        };
        let names = named(|part| &part.methods);
        let (mut cells, mut pooled) = (Vec::new(), Vec::new());
        for (done, name) in names.iter().enumerate() {
            report(observer, "pooling", done, names.len())?;
            let (own, sum) = row(name, |part| &part.methods)?;
            cells.push(own);
            pooled.push(sum);
        }
        let order = |one: &String| parts[0].references.iter().position(|other| other.method == *one);
        let mut others = named(|part| &part.references);
        others.sort_by_key(order);
        let reference = |name: String| row(&name, |part| &part.references).map(|(own, sum)| (name, own, sum));
        let references = others.into_iter().map(reference).collect::<Result<Vec<_>>>()?;
        Ok(Self { names, donors: donors(parts), cells, pooled, references })
    }

    /// The methods in the order of rank, and the references.
    fn methods(&self, by: RankBy) -> Methods {
        let mut cells = self.cells.clone();
        rank_cells(&mut cells, by);
        let n_slices = self.donors.n_slices();
        let common = common(&cells);
        let value = |method: usize| {
            if n_slices < FEWEST {
                return self.pooled[method].value(by);
            }
            let own: Vec<usize> = (0..n_slices).filter(|&slice| cells[method][slice].is_some()).collect();
            mean_on(&cells[method], common.as_ref().unwrap_or(&own), by, &self.donors)
        };
        let values: Vec<Option<f64>> = (0..cells.len()).map(value).collect();
        let is_partial: Vec<bool> = cells.iter().map(is_partial).collect();
        let (order, ranks) = ranked(by, &values, &is_partial);
        let method = |&place: &usize| StudyMethod {
            rank: ranks[place],
            is_partial: is_partial[place],
            better_than_chance: together(&cells[place]).map(|p| p <= ALPHA),
            test_p: together(&cells[place]),
            value: values[place],
            ..self.method(&self.names[place], &cells[place], &self.pooled[place])
        };
        let ranked = order.iter().map(method).collect();
        let references = self.references.iter().map(|(name, own, sum)| self.method(name, own, sum)).collect();
        Methods { ranked, references, common: common.unwrap_or_default() }
    }

    /// A method without its place.
    fn method(&self, name: &str, cells: &Cells, pooled: &Pooled) -> StudyMethod {
        StudyMethod {
            method: name.to_owned(),
            rank: None,
            n_slices: cells.iter().flatten().count(),
            n_first: cells.iter().flatten().filter(|numbers| numbers.rank == Some(1)).count(),
            is_partial: false,
            better_than_chance: None,
            test_p: None,
            value: None,
            means: means(cells, &self.donors),
            pooled: pooled.clone(),
            slices: cells.clone(),
        }
    }
}

/// p of the shift tests of several slices together, which holds whatever the slices share: (m/k) times the k-th smallest of m,
/// k = ⌈m/2⌉, at most 1; none where no slice was tested.
///
/// Rüger, *Das maximale Signifikanzniveau des Tests "Lehne H₀ ab, wenn k unter n gegebenen Tests zur Ablehnung führen"*, Metrika
/// 25 (1978).
fn together(cells: &Cells) -> Option<f64> {
    let mut ps: Vec<f64> = cells.iter().flatten().filter_map(|numbers| numbers.test_p).collect();
    ps.sort_by(f64::total_cmp);
    let half = ps.len().div_ceil(2);
    let p = ps.get(half.checked_sub(1)?)?;
    Some((p * ps.len() as f64 / half as f64).min(1.0))
}

/// Whether a method labels fewer than half of the spots on most of its slices.
fn is_partial(cells: &Cells) -> bool {
    let n_partial = cells.iter().flatten().filter(|numbers| numbers.is_partial).count();
    2 * n_partial > cells.iter().flatten().count()
}

/// Whose slice each is, donors in order of appearance; without donors every slice has a number of its own.
fn donors(parts: &[&SlicePartial]) -> Donors {
    let mut names: Vec<&str> = Vec::new();
    let mut of = Vec::with_capacity(parts.len());
    for part in parts {
        let name = part.donor.as_deref().unwrap_or(&part.slice);
        let known = names.iter().position(|other| *other == name);
        of.push(known.unwrap_or(names.len()));
        if known.is_none() {
            names.push(name);
        }
    }
    Donors::new(of, parts.iter().any(|part| part.donor.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::numbers::Numbers;
    use crate::study::tests::numbers;

    #[test]
    fn half_of_the_slices_decide_together() {
        let of = |ps: &[Option<f64>]| {
            let one = |&test_p: &Option<f64>| Some(Numbers { test_p, ..numbers() });
            together(&ps.iter().map(one).chain([None]).collect())
        };
        // One: itself. Three: 3/2 of the second smallest. Four: twice the second smallest.
        assert_eq!(of(&[Some(0.04)]), Some(0.04));
        assert_eq!(of(&[Some(0.9), Some(0.02), Some(0.01)]), Some(0.03));
        assert_eq!(of(&[Some(0.9), Some(0.7), None, Some(0.25), Some(0.01)]), Some(0.5));
        assert_eq!(of(&[Some(0.9), Some(0.8)]), Some(1.0));
        assert_eq!(of(&[None]), None);
    }

    #[test]
    fn most_slices_must_be_partial_to_make_a_method_so() {
        let of = |slices: &[Option<bool>]| {
            let one = |is_partial: bool| Numbers { is_partial, ..numbers() };
            is_partial(&slices.iter().map(|slice| slice.map(one)).collect())
        };
        assert!(!of(&[Some(true), Some(false), None]));
        assert!(of(&[Some(true), Some(true), Some(false)]));
        assert!(of(&[Some(true), None, None]));
    }
}
