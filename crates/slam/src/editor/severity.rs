//! Severity weights: mistakes in some labels, or at some spots, count more than in others.

use super::{Editor, Weights};
use crate::error::{Error, Result};
use crate::graph::SpatialGraph;
use crate::pair::Pair;
use crate::score::warning::Warning;

/// A severity for truth labels, 1 where none is given; an edge weighs the mean of its two ends over the largest severity.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LabelSeverity {
    /// Truth labels and how much a mistake there matters. Each is named
    /// once; one that the truth does not have only sets the scale, and is warned of.
    pub severities: Vec<(String, f64)>,
}

/// The severity of a truth label for which none is given.
const NOT_GIVEN: f64 = 1.0;

/// A severity for every spot, [`Spots::severities`](crate::Spots::severities); an edge weighs the mean of its two ends
/// over the largest severity of the spots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SpotSeverity;

impl Editor for LabelSeverity {
    fn name(&self) -> &'static str {
        "severity"
    }

    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights> {
        if let Some((label, value)) = self.severities.iter().find(|(_, value)| !value.is_finite() || *value < 0.0) {
            return Err(Error::Severity { place: format!("{label:?}"), value: *value });
        }
        let names = self.names()?;
        let severity = |name: &String| {
            let given = names.iter().position(|label| label == name);
            given.map_or(NOT_GIVEN, |place| self.severities[place].1)
        };
        let by_label: Vec<f64> = pair.truth().names().iter().map(severity).collect();
        let largest = self.severities.iter().map(|(_, value)| value).chain(&by_label).copied().fold(0.0, f64::max);
        let of_spot = |spot: u32| by_label[usize::from(pair.truth().codes()[spot as usize])];
        let strange = names.iter().filter(|&&label| pair.truth().find(label).is_none());
        let known = || pair.truth().names().to_vec();
        let warning = |&label: &&str| Warning::StrangeSeverity { label: label.to_owned(), known: known() };
        let warnings = strange.map(warning).collect();
        Ok(Weights { warnings, ..mean_of_ends(graph, largest, of_spot)? })
    }
}

impl LabelSeverity {
    /// The labels, each of which must be named once.
    fn names(&self) -> Result<Vec<&str>> {
        let names: Vec<&str> = self.severities.iter().map(|(label, _)| label.trim()).collect();
        let repeated = (1..names.len()).find(|&place| names[..place].contains(&names[place]));
        repeated.map_or(Ok(()), |place| Err(Error::SeverityRepeated(names[place].to_owned())))?;
        Ok(names)
    }
}

impl Editor for SpotSeverity {
    fn name(&self) -> &'static str {
        "severity per spot"
    }

    fn weigh(&self, pair: &Pair, graph: &SpatialGraph) -> Result<Weights> {
        let missing = Error::Needs { step: "severity per spot", what: "a severity for every spot" };
        let severities = pair.spots().severities().ok_or(missing)?;
        let largest = severities.iter().copied().fold(0.0, f64::max);
        mean_of_ends(graph, largest, |spot| severities[spot as usize])
    }
}

fn mean_of_ends(graph: &SpatialGraph, largest: f64, of_spot: impl Fn(u32) -> f64) -> Result<Weights> {
    if largest == 0.0 {
        return Err(Error::NoSeverity);
    }
    let weight = |&(u, v): &(u32, u32)| 0.5 * (of_spot(u) / largest + of_spot(v) / largest);
    Ok(Weights { values: Some(graph.edges().iter().map(weight).collect()), warnings: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{labeling, line, pair};

    fn path() -> SpatialGraph {
        SpatialGraph::new(3, &[(0, 1), (1, 2)]).unwrap()
    }

    fn map(severities: &[(&str, f64)]) -> LabelSeverity {
        LabelSeverity { severities: severities.iter().map(|&(label, value)| (label.to_owned(), value)).collect() }
    }

    #[test]
    fn an_edge_weighs_the_mean_of_its_ends() {
        let weights = map(&[("a", 1.0), ("b", 2.0)]).weigh(&pair("aab", "aab"), &path()).unwrap();
        assert_eq!(weights.values, Some(vec![0.5, 0.75]));
    }

    #[test]
    fn a_label_without_a_number_has_one() {
        let weigh = |severities: &[(&str, f64)]| map(severities).weigh(&pair("aab", "aab"), &path()).unwrap().values;
        assert_eq!(weigh(&[("b", 3.0)]), weigh(&[("a", 1.0), ("b", 3.0)]));
        assert_eq!(weigh(&[("a", 0.5)]), Some(vec![0.5, 0.75]), "the scale is set by the one that is not given");
    }

    #[test]
    fn a_map_must_be_sane() {
        let weigh = |severities: &[(&str, f64)]| map(severities).weigh(&pair("aab", "aab"), &path()).unwrap_err();
        assert_eq!(weigh(&[("a", 0.0), ("b", 0.0)]), Error::NoSeverity);
        assert!(matches!(weigh(&[("a", -1.0), ("b", 1.0)]), Error::Severity { .. }));
        assert!(matches!(weigh(&[("a", f64::NAN), ("b", 1.0)]), Error::Severity { .. }));
    }

    #[test]
    fn a_label_is_named_once() {
        let twice = map(&[("a", 5.0), ("a ", 1.0), ("b", 1.0)]).weigh(&pair("aab", "aab"), &path()).unwrap_err();
        assert_eq!(twice.to_string(), "the severity of the label \"a\" is given twice");
    }

    #[test]
    fn a_label_that_the_truth_lacks_is_warned_of() {
        let weights = map(&[("a", 1.0), ("b", 1.0), ("c", 4.0)]).weigh(&pair("aab", "aac"), &path()).unwrap();
        assert_eq!(
            weights.warnings,
            [Warning::StrangeSeverity { label: "c".to_owned(), known: vec!["a".to_owned(), "b".to_owned()] }]
        );
        assert_eq!(weights.values, Some(vec![0.25, 0.25]));
    }

    #[test]
    fn spots_have_severities_of_their_own() {
        let spots = line(3).with_severities(vec![4.0, 0.0, 2.0]).unwrap();
        let pair = Pair::new(spots, labeling("aab"), labeling("aab")).unwrap();
        assert_eq!(SpotSeverity.weigh(&pair, &path()).unwrap().values, Some(vec![0.5, 0.25]));
    }
}
