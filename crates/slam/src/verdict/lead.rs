//! Whether the lead of the best method is real, and in words why not.

use super::Lead;
use super::words::listed;
use crate::comparison::Comparison;
use crate::inference::{Difference, Undefined};

/// Whether the first method differs from every other, all pairs considered.
///
/// Methods that score alike everywhere cannot be told apart. Those that cannot be tested for another reason do not count,
/// and where there is no other the lead is untested.
pub(super) fn of(comparison: &Comparison) -> Lead {
    if comparison.results.len() < 2 {
        return Lead::None;
    }
    let pairs = of_first(comparison);
    match pairs.iter().filter(|pair| is_tested(pair)).count() {
        0 => Lead::Untested,
        n if n == pairs.iter().filter(|pair| pair.holds()).count() => Lead::Real,
        _ => Lead::NotReal,
    }
}

/// The same in words.
pub(super) fn words(comparison: &Comparison, lead: Lead, n_best: usize) -> Option<String> {
    let first = &comparison.results.first()?.pred;
    let pairs = of_first(comparison);
    let place = match pairs.iter().find_map(|pair| pair.finding.donors) {
        Some(n) => format!("over {n} donors"),
        None => "on this slide".to_owned(),
    };
    match lead {
        Lead::None => None,
        Lead::Untested => Some(match pairs.iter().find_map(|pair| pair.finding.undefined.as_ref()) {
            Some(reason) => format!("Whether the lead is real could not be tested {place}: {reason}."),
            None if n_best > 1 => "Whether the methods differ beyond this slide was not tested.".to_owned(),
            None => "Whether the lead is real was not tested.".to_owned(),
        }),
        Lead::Real => {
            let n = pairs.iter().filter(|pair| is_tested(pair)).count();
            let others = if n == 1 { "the other method".to_owned() } else { format!("the {n} other methods") };
            Some(format!("The lead is real {place}: {first} differs from {others} at 5 %, all pairs considered."))
        }
        Lead::NotReal => {
            let alike: Vec<&str> =
                pairs.iter().filter(|pair| is_tested(pair) && !pair.holds()).map(|pair| pair.b.as_str()).collect();
            let n_tested = pairs.iter().filter(|pair| is_tested(pair)).count();
            let whom = match n_tested {
                1 => format!("{} cannot be told from {first}", alike[0]),
                _ => format!("{} of {n_tested} others cannot be told from {first}: {}", alike.len(), listed(alike)),
            };
            Some(format!("The lead is not real: {place}, {whom}."))
        }
    }
}

/// The pairs of the first method with every other.
fn of_first(comparison: &Comparison) -> Vec<&Difference> {
    let first = comparison.results.first().map(|entry| &entry.pred);
    comparison.pairs.iter().flatten().filter(|pair| Some(&pair.a) == first).collect()
}

/// Whether it is known if the two differ.
fn is_tested(pair: &Difference) -> bool {
    pair.finding.p.is_some() || pair.finding.undefined == Some(Undefined::Alike)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::inference::Infer;
    use crate::options::Options;
    use crate::pair::labeling::Labeling;
    use crate::pair::spots::Spots;
    use crate::testing::hexagonal;
    use crate::verdict::Verdict;

    /// The label of a spot of a lattice by its position.
    fn map(spots: &Spots, label: impl Fn(f64, f64) -> bool) -> Arc<Labeling> {
        let at = |spot: usize| (spots.position(spot)[0], spots.position(spot)[1]);
        let names = (0..spots.n_spots()).map(|spot| if label(at(spot).0, at(spot).1) { "left" } else { "right" });
        Arc::new(Labeling::from_texts(names).unwrap())
    }

    /// Who is left, by position.
    type Map<'a> = &'a dyn Fn(f64, f64) -> bool;

    fn verdict(side: usize, preds: &[(&str, Map<'_>)]) -> Verdict {
        let spots = Arc::new(hexagonal(side, side));
        let truth = ("truth".to_owned(), map(&spots, |x, _| x < 0.5 * side as f64));
        let preds: Vec<_> = preds.iter().map(|(name, label)| ((*name).to_owned(), map(&spots, label))).collect();
        let options =
            Options { infer: Infer::Asked { test: false, interval: false, pairs: true }, ..Options::default() };
        options.compare(&spots, &truth, &preds, &()).unwrap().comparison.verdict
    }

    /// The truth with one spot in so many taken for the other side, wherever it is.
    fn peppered(one_in: i64, from: i64) -> impl Fn(f64, f64) -> bool {
        move |x, y| (x < 15.0) != ((7 * (2.0 * x) as i64 + 31 * y as i64 + from) % one_in == 0)
    }

    #[test]
    fn a_lead_is_real_where_every_other_differs() {
        let (few, many) = (peppered(23, 0), peppered(5, 0));
        let found = verdict(30, &[("many", &many), ("few", &few)]);
        let said = "The lead is real on this slide: few differs from the other method at 5 %, all pairs considered.";
        assert_eq!((found.lead, found.sentences.last().map(ToString::to_string).as_deref()), (Lead::Real, Some(said)));
    }

    #[test]
    fn a_lead_is_not_real_where_one_cannot_be_told_apart() {
        let (one, two, many) = (peppered(23, 0), peppered(23, 5), peppered(5, 0));
        let found = verdict(30, &[("many", &many), ("one", &one), ("two", &two)]);
        assert_eq!(found.lead, Lead::NotReal);
        let said = found.sentences.last().map(ToString::to_string).unwrap_or_default();
        assert!(said.starts_with("The lead is not real: on this slide, 1 of 2 others cannot be told from "), "{said}");
        assert!(!said.contains("many"), "{said}");
    }

    #[test]
    fn too_small_a_slide_is_the_reason() {
        let found = verdict(12, &[("far", &|x, _| x < 9.0), ("near", &|x, _| x < 7.0)]);
        assert_eq!(found.lead, Lead::Untested);
        let said = "Whether the lead is real could not be tested on this slide: 144 spots are fewer than the 300 that it takes.";
        assert_eq!(found.sentences.last().map(ToString::to_string).as_deref(), Some(said));
    }

    #[test]
    fn equal_methods_have_no_lead() {
        let found = verdict(30, &[("one", &|x, _| x < 17.0), ("two", &|x, _| x < 17.0)]);
        let said = "The lead is not real: on this slide, two cannot be told from one.";
        assert_eq!(
            (found.lead, found.sentences.last().map(ToString::to_string).as_deref()),
            (Lead::NotReal, Some(said))
        );
    }
}
