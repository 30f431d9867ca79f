//! Every extractor with every discrepancy agrees with plain numpy, networkx and POT, and so does the matching by densities:
//! `golden/framework.json`, which `golden/make_framework.py` wrote.

use std::sync::Arc;

use serde_json::Value as Json;
use slam::discrepancy::Comparer;
use slam::editor::{Editor, Weights};
use slam::extractor::Extraction;
use slam::matcher::{Density, Matcher, Method};
use slam::{Labeling, Measurements, Neighborhood, Options, OwnSteps, Pair, Result, SpatialGraph, Spots};

/// Weights that are there already.
#[derive(Debug)]
struct Given(Vec<f64>);

impl Editor for Given {
    fn name(&self) -> &'static str {
        "given"
    }

    fn weigh(&self, _pair: &Pair, _graph: &SpatialGraph) -> Result<Weights> {
        Ok(Weights::new(self.0.clone()))
    }
}

fn list(json: &Json) -> &[Json] {
    json.as_array().expect("an array")
}

fn whole(json: &Json) -> usize {
    json.as_u64().expect("a whole number") as usize
}

fn numbers(json: &Json) -> Vec<f64> {
    list(json).iter().map(|number| number.as_f64().expect("a number")).collect()
}

fn labeling(codes: &Json) -> Labeling {
    Labeling::from_texts(list(codes).iter().map(|code| format!("l{}", whole(code)))).expect("few labels")
}

/// Two columns on a diagonal: places do not matter where edges are given.
fn spots(n: usize) -> Spots {
    Spots::new(2, (0..n).flat_map(|i| [i as f64, i as f64]).collect()).expect("finite positions")
}

fn cases() -> Vec<Json> {
    serde_json::from_str(include_str!("../golden/framework.json")).expect("the golden file is JSON")
}

fn pair(case: &Json, spots: Spots) -> Pair {
    Pair::new(spots, labeling(&case["truth"]), labeling(&case["pred"])).expect("complete labels")
}

#[test]
fn every_combination_agrees() {
    for (index, case) in cases().iter().enumerate() {
        let edge = |edge: &Json| (whole(&edge[0]) as u32, whole(&edge[1]) as u32);
        let graph = Neighborhood::Given(list(&case["edges"]).iter().map(edge).collect());
        let weights = case["weights"].is_array().then(|| numbers(&case["weights"]));
        let editors = weights.map(|weights| Arc::new(Given(weights)) as Arc<dyn Editor>).into_iter().collect();
        let own = OwnSteps { editors, ..OwnSteps::default() };
        for &extractor in Extraction::ALL {
            for discrepancy in [Comparer::Wasserstein, Comparer::Mmd] {
                let options = Options {
                    extractor,
                    discrepancy,
                    matching: Method::Identity,
                    graph: graph.clone(),
                    own: own.clone(),
                    ..Options::default()
                };
                let found = options.analyze(pair(case, spots(whole(&case["n"]))), &()).expect("it can be compared");
                let expected = &case["expected"][extractor.name()][discrepancy.name()];
                let expected = expected.as_f64().unwrap_or_else(|| {
                    panic!("{extractor} with {discrepancy} is missing: golden/make_framework.py writes it")
                });
                let found = found.score.slam.d;
                assert!((found - expected).abs() < 1e-9, "{index}: {extractor} {discrepancy}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn densities_agree() {
    for (index, case) in cases().iter().enumerate() {
        let values: Vec<f64> = list(&case["measurements"]).iter().flat_map(numbers).collect();
        let measurements = Measurements::dense(3, &values).expect("finite numbers");
        let pair = pair(case, spots(whole(&case["n"])).with_measurements(measurements).expect("a row per spot"));
        let matching = Density::default().match_labels(&pair, &()).expect("there are measurements");
        let found: Vec<Option<String>> = matching.links.into_iter().map(|link| link.truth).collect();
        let expected: Vec<_> = list(&case["density"]).iter().map(|label| Some(format!("l{}", whole(label)))).collect();
        assert_eq!(found, expected, "{index}");
    }
}
