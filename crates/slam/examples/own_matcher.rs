//! Step I of one's own: pred labels stand for truth labels by the first letters of their names.
//!
//! `cargo run -p slam --example own_matcher`
#![expect(clippy::disallowed_macros, reason = "an example prints what it finds")]

use std::sync::Arc;

use slam::matcher::{Matcher, Matching};
use slam::{Labeling, Observer, Options, OwnSteps, Pair, Result, Spots};

/// `Tumour core` and `tumor?` are both `tumor`.
#[derive(Debug)]
struct FirstLetters(usize);

impl Matcher for FirstLetters {
    fn name(&self) -> &'static str {
        "first letters"
    }

    fn match_labels(&self, pair: &Pair, _observer: &dyn Observer) -> Result<Matching> {
        let start = |name: &String| name.to_lowercase().chars().take(self.0).collect::<String>();
        let found = |name: &String| pair.truth().names().iter().position(|truth| start(truth) == start(name));
        let matches: Vec<Option<usize>> = pair.pred().names().iter().map(found).collect();
        Matching::of(pair, self.name(), "names that begin alike", &matches)
    }
}

fn main() -> Result<()> {
    let spots = Arc::new(Spots::new(2, (0..400).flat_map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect())?);
    let truth = Arc::new(Labeling::from_texts((0..400).map(|i| if i % 20 < 10 { "tumor" } else { "stroma" }))?);
    let name = |i: i32| match i % 20 {
        0..5 => "Tumour core",
        5..11 => "tumor?",
        _ => "Stroma",
    };
    let pred = Arc::new(Labeling::from_texts((0..400).map(name))?);
    // Steps of one's own go with the options, to the leaderboard and the report, too.
    let own = OwnSteps { matcher: Some(Arc::new(FirstLetters(4))), ..OwnSteps::default() };
    let options = Options { own, ..Options::default() };
    let compared = options.compare(&spots, &("truth".to_owned(), truth), &[("pred".to_owned(), pred)], &())?;
    let score = &compared.comparison.results[0].score;
    println!("{}: {:?}", score.matching.method, score.matching.map);
    println!("slam {:.4}, slam_adjusted {:.4}", score.slam.d, score.slam_adjusted.value);
    Ok(())
}
