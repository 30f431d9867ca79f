//! Options that are more than a word: graphs, severities, γ.

use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use slam::discrepancy::{Comparer, Draws, Estimator, Gamma};
use slam::editor::Measure;
use slam::extractor::Extraction;
use slam::matcher::{MatchPer, Method};
use slam::metrics::{Nmi, Selection};
use slam::{MissingPred, MissingTruth, Neighborhood, RankBy};
use slam_io::{Edges, ExtraIds, Join};

/// Which spots are neighbours, as typed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GraphName {
    Rule(Neighborhood),
    Given(Edges),
}

impl GraphName {
    /// The edges to read, if they are known beforehand.
    pub(crate) fn edges(&self) -> Option<Edges> {
        if let Self::Given(edges) = self { Some(edges.clone()) } else { None }
    }

    /// The rule, with the edges that were read for it.
    pub(crate) fn neighborhood(
        &self,
        k: usize,
        tie: f64,
        edges: Option<Vec<(u32, u32)>>,
    ) -> slam::Result<Neighborhood> {
        let rule = match self {
            Self::Rule(rule) => rule.clone(),
            Self::Given(_) => Neighborhood::Given(Arc::from(edges.unwrap_or_default())),
        };
        rule.with(Some(k), Some(tie))
    }
}

pub(crate) fn parse_graph(text: &str) -> Result<GraphName, String> {
    match text.split_once(':') {
        None if ["mutual", "union", "delaunay"].contains(&text) => rule(text),
        Some(("radius" | "delaunay" | "grid", _)) => rule(text),
        None if text == "contiguity" => Ok(GraphName::Given(Edges::Contiguity)),
        Some(("edges", file)) if !file.is_empty() => Ok(GraphName::Given(Edges::File(file.into()))),
        Some(("obsp", name)) if !name.is_empty() => Ok(GraphName::Given(Edges::Connectivities(name.to_owned()))),
        _ => Err("expected mutual, union, radius:R, delaunay, delaunay:Q, grid:4, grid:8, edges:FILE, obsp:NAME or contiguity".to_owned()),
    }
}

fn rule(text: &str) -> Result<GraphName, String> {
    text.parse().map(GraphName::Rule).map_err(|error: slam::Error| error.to_string())
}

/// A label and how much mistakes there matter.
pub(crate) type Severity = (String, f64);

pub(crate) fn parse_severity(text: &str) -> Result<Severity, String> {
    let (label, number) = text.rsplit_once('=').ok_or("expected LABEL=NUMBER, such as tumor=2")?;
    let number = number.trim().parse().map_err(|_| format!("{number:?} is no number; expected LABEL=NUMBER"))?;
    Ok((label.trim().to_owned(), number))
}

pub(crate) fn parse_gamma(text: &str) -> Result<Gamma, String> {
    text.parse().map_err(|error: slam::Error| error.to_string())
}

pub(crate) fn parse_rank_by(text: &str) -> Result<RankBy, String> {
    text.parse().map_err(|error: slam::Error| error.to_string())
}

pub(crate) fn parse_metrics(text: &str) -> Result<Selection, String> {
    text.parse().map_err(|error: slam::Error| error.to_string())
}

/// Reads one of the names that the library lists, each with what it is about.
fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    about: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = all.iter().map(|&one| PossibleValue::new(name(one)).help(about(one)));
    let parse = move |word: String| all.iter().copied().find(|&one| name(one) == word).ok_or("no such name");
    PossibleValuesParser::new(values).try_map(parse)
}

pub(crate) fn matching() -> impl TypedValueParser<Value = Method> {
    one_of(Method::ALL, Method::name, Method::about)
}

pub(crate) fn extractor() -> impl TypedValueParser<Value = Extraction> {
    one_of(Extraction::ALL, Extraction::name, Extraction::about)
}

pub(crate) fn discrepancy() -> impl TypedValueParser<Value = Comparer> {
    one_of(Comparer::ALL, Comparer::name, Comparer::about)
}

pub(crate) fn match_per() -> impl TypedValueParser<Value = MatchPer> {
    one_of(MatchPer::ALL, MatchPer::name, MatchPer::about)
}

pub(crate) fn join() -> impl TypedValueParser<Value = Join> {
    one_of(Join::ALL, Join::name, Join::about)
}

pub(crate) fn extra_ids() -> impl TypedValueParser<Value = ExtraIds> {
    one_of(ExtraIds::ALL, ExtraIds::name, ExtraIds::about)
}

pub(crate) fn missing_truth() -> impl TypedValueParser<Value = MissingTruth> {
    one_of(MissingTruth::ALL, MissingTruth::name, MissingTruth::about)
}

pub(crate) fn missing_pred() -> impl TypedValueParser<Value = MissingPred> {
    one_of(MissingPred::ALL, MissingPred::name, MissingPred::about)
}

/// Refuses `--missing`, which is two options.
pub(crate) fn no_missing(_value: &str) -> Result<String, String> {
    let [truth, pred] = [names(MissingTruth::ALL, MissingTruth::name), names(MissingPred::ALL, MissingPred::name)];
    Err(format!("it is two options: use --missing-truth {truth} and --missing-pred {pred}"))
}

fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> String {
    all.iter().map(|&one| name(one)).collect::<Vec<_>>().join("|")
}

pub(crate) fn similarity() -> impl TypedValueParser<Value = Measure> {
    one_of(Measure::ALL, Measure::name, Measure::about)
}

pub(crate) fn estimator() -> impl TypedValueParser<Value = Estimator> {
    one_of(Estimator::ALL, Estimator::name, Estimator::about)
}

pub(crate) fn draws() -> impl TypedValueParser<Value = Draws> {
    one_of(Draws::ALL, Draws::name, Draws::about)
}

pub(crate) fn nmi() -> impl TypedValueParser<Value = Nmi> {
    one_of(Nmi::ALL, Nmi::name, Nmi::about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_read() {
        assert_eq!(parse_graph("radius:1.5"), Ok(GraphName::Rule(Neighborhood::Radius(1.5))));
        assert_eq!(parse_graph("edges:a:b.csv"), Ok(GraphName::Given(Edges::File("a:b.csv".into()))));
        assert_eq!(parse_graph("obsp:a:b"), Ok(GraphName::Given(Edges::Connectivities("a:b".into()))));
        assert_eq!(parse_graph("grid:8"), Ok(GraphName::Rule(Neighborhood::Grid { corners: true })));
        assert_eq!(parse_graph("delaunay"), Ok(GraphName::Rule(Neighborhood::Delaunay { quantile: 1.0 })));
        assert_eq!(parse_graph("delaunay:0.9"), Ok(GraphName::Rule(Neighborhood::Delaunay { quantile: 0.9 })));
        assert_eq!(parse_graph("contiguity"), Ok(GraphName::Given(Edges::Contiguity)));
        assert!(parse_graph("radius:far").is_err() && parse_graph("edges:").is_err() && parse_graph("knn").is_err());
    }

    #[test]
    fn a_label_may_hold_an_equals_sign() {
        assert_eq!(parse_severity("a=b=2"), Ok(("a=b".to_owned(), 2.0)));
        assert!(parse_severity("a").is_err() && parse_severity("a=b").is_err());
    }
}
