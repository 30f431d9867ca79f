//! What was computed, in words: every choice as a reader would say it.

use slam::discrepancy::{Comparer, Estimator, Gamma};
use slam::matcher::{MatchPer, Method};
use slam::{MissingPred, MissingTruth, Neighborhood, Options, Provenance};

use crate::number::count;

/// The choices of a comparison, each under what it is about.
pub(crate) fn in_words(provenance: &Provenance) -> Vec<(&'static str, String)> {
    let Some(options) = &provenance.options else { return Vec::new() };
    let step = |name: &str| provenance.steps.get(name).map(String::as_str).unwrap_or_default();
    let own = &options.own;
    let or_own = |is_own: bool, name: &str, words: String| {
        if is_own { format!("a step of the caller's own: {}", step(name)) } else { words }
    };
    vec![
        ("labels", or_own(own.matcher.is_some(), "matcher", matching(options))),
        ("neighbours", neighbours(&options.graph)),
        ("edges", weights(options, step("editors"))),
        ("compared", or_own(own.extractor.is_some(), "extractor", lowered(options.extractor.about()))),
        ("how far", or_own(own.discrepancy.is_some(), "discrepancy", discrepancy(options))),
        ("missing", missing(options)),
        ("metrics", options.metrics.to_string()),
        ("chance", format!("all of it comes from the seed {}", options.seed)),
        ("ranked by", options.rank_by.name().to_owned()),
    ]
}

fn matching(options: &Options) -> String {
    let other = lowered(options.matching.about());
    let how = match options.matching {
        Method::Auto => {
            "equal names match where the labelings share them, else every label becomes the truth label that it overlaps most"
        }
        Method::Jaccard => "the paper's algorithm, which may write the truth into a prediction",
        Method::Hungarian => "one to one, with the largest overlap in all",
        Method::Identity => "equal names match",
        Method::Density => "every label becomes the truth label that its measurements are most likely under",
        _ => &other,
    };
    let per = if options.match_per == MatchPer::Slice { "; every slice by itself" } else { "" };
    format!("{how}{per}")
}

fn neighbours(graph: &Neighborhood) -> String {
    let ties = |tie: f64| match tie {
        0.0 => String::new(),
        tie => format!("; distances within {} % of each other count as equal", 100.0 * tie),
    };
    match graph {
        Neighborhood::Mutual { k, tie } => format!("spots that are among the {k} nearest of each other{}", ties(*tie)),
        Neighborhood::Union { k, tie } => {
            format!("spots of which one at least is among the {k} nearest of the other{}", ties(*tie))
        }
        Neighborhood::Radius(radius) => format!("spots no farther apart than {radius}"),
        Neighborhood::Grid { corners: false } => "cells that share an edge".to_owned(),
        Neighborhood::Grid { corners: true } => "cells that share an edge or a corner".to_owned(),
        Neighborhood::Delaunay { quantile } => {
            let cut = match quantile {
                1.0 => String::new(),
                quantile => format!("; edges longer than {} % of all are cut", 100.0 * quantile),
            };
            format!("spots that are joined in every Delaunay triangulation{cut}")
        }
        Neighborhood::Given(edges) => format!("the {} pairs that were given", count(edges.len())),
        other => format!("{other:?}"),
    }
}

/// The editors say what the input had; the options say how it was used.
fn weights(options: &Options, editors: &str) -> String {
    let mut ways = Vec::new();
    if editors.contains("Similarity") {
        let taken = if options.log_normalize { ", taken as logarithms of shares" } else { "" };
        ways.push(format!("by how alike the measurements at their ends are ({}{taken})", options.similarity));
    }
    if editors.contains("Severity") {
        ways.push("by how much mistakes at their ends matter (severity)".to_owned());
    }
    match (ways.is_empty(), editors) {
        (true, "" | "[]") => "all edges count alike".to_owned(),
        (true, own) => format!("a step of the caller's own: {own}"),
        (false, _) => format!("edges count {}", ways.join(" and ")),
    }
}

fn discrepancy(options: &Options) -> String {
    let what = lowered(options.discrepancy.about());
    if options.discrepancy == Comparer::Mmd {
        return format!("{what}; the kernel is {} wide", options.kernel_width);
    }
    if options.discrepancy != Comparer::Sliced {
        return what;
    }
    let how = match options.estimator {
        Estimator::Exact => "from the densities themselves",
        Estimator::Sampled => "from sampled distributions, as in the paper",
        Estimator::Authors => return format!("{what}, as the authors' published program computes it"),
    };
    let gamma = match options.gamma {
        Gamma::Auto => "twice the number of labels".to_owned(),
        Gamma::Fixed(gamma) => gamma.to_string(),
    };
    let directions = match options.projections {
        Some(n) => format!("{} directions", count(n)),
        None => "as many directions as the precision asks for".to_owned(),
    };
    format!("{what}, {how}; bandwidth {}, γ {gamma}, {directions}", options.bandwidth)
}

fn missing(options: &Options) -> String {
    let truth = match options.missing_truth {
        MissingTruth::Drop => "spots without a truth label are left out",
        MissingTruth::Error => "there may be no spot without a truth label",
        MissingTruth::Keep => "spots without a truth label have a label of their own",
        _ => options.missing_truth.about(),
    };
    let pred = match options.missing_pred {
        MissingPred::Wrong => "those without a prediction count as wrong",
        MissingPred::Common => "methods are scored on the spots that all of them label",
        MissingPred::Drop => "each method is scored on the spots that it labels",
        MissingPred::Error => "there may be none without a prediction",
        _ => options.missing_pred.about(),
    };
    let what = format!("{truth}; {pred}");
    match options.exclude.as_slice() {
        [] => what,
        names => format!("{what}; these labels count as none: {}", names.join(", ")),
    }
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use slam::Named;

    fn words(options: Options, editors: &str) -> Vec<(&'static str, String)> {
        let steps = Named(vec![("editors".to_owned(), editors.to_owned())]);
        in_words(&Provenance { version: "", seed: None, options: Some(options), steps, input: Named::default() })
    }

    #[test]
    fn no_choice_is_said_in_the_words_of_a_program() {
        let options = Options { exclude: vec!["hole".to_owned()], match_per: MatchPer::Slice, ..Options::default() };
        for (about, said) in words(options, "[Similarity { measure: Cosine }, SpotSeverity]") {
            assert!(
                !said.is_empty() && !said.contains(['{', '}', '[', '_']) || about == "ranked by",
                "{about}: {said}"
            );
        }
    }

    #[test]
    fn what_was_chosen_is_what_is_said() {
        let said = words(Options { graph: Neighborhood::Radius(1.5), seed: 7, ..Options::default() }, "[]");
        assert_eq!(said[1].1, "spots no farther apart than 1.5");
        assert_eq!(
            (said[2].1.as_str(), said[7].1.as_str()),
            ("all edges count alike", "all of it comes from the seed 7")
        );
    }
}
