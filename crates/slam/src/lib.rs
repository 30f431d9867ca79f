//! The Spatial Labeling Analogy Metric (SLAM): how similar are two labelings of the same places?
//!
//! The method has four steps. Match the labels (𝓜), turn both labelings into attributed graphs on the same neighbour
//! graph (𝓖), extract the distribution of edge attributes (𝓣), measure the discrepancy of the two distributions (𝓓).
//!
//! # One labeling
//!
//! [`Spots`] are places, a [`Labeling`] gives each a label, a [`Pair`] holds two labelings of the same places. [`Options`] has
//! every choice with its default; [`Options::analyze`] gives a [`Score`] and the parts it was made of.
//!
//! ```
//! use slam::{Labeling, Options, Pair, Spots};
//!
//! let spots = Spots::new(2, (0..100).flat_map(|i| [f64::from(i % 10), f64::from(i / 10)]).collect())?;
//! let truth = Labeling::from_texts((0..100).map(|i| if i % 10 < 5 { "left" } else { "right" }))?;
//! let pred = Labeling::from_texts((0..100).map(|i| if i % 10 < 6 { "1" } else { "2" }))?;
//! let options = Options { metrics: "ari,nmi".parse()?, seed: 7, ..Options::default() };
//! let score = options.analyze(Pair::new(spots, truth, pred)?, &())?.score;
//! assert!(0.0 < score.slam_adjusted.value && score.slam_adjusted.value < 1.0);
//! assert_eq!(score.matching.map.get("1"), Some(&Some("left".to_owned())));
//! assert!(score.metrics.get("ari").copied().flatten().is_some_and(|ari| ari > 0.5));
//! # Ok::<(), slam::Error>(())
//! ```
//!
//! # Many methods
//!
//! [`Options::compare`] ranks them beside labelings that know nothing, and says in words what it all means.
//!
//! ```
//! use std::sync::Arc;
//! use slam::{Labeling, Options, Spots};
//!
//! let spots = Arc::new(Spots::new(2, (0..100).flat_map(|i| [f64::from(i % 10), f64::from(i / 10)]).collect())?);
//! let halves = |cut: i32| Labeling::from_texts((0..100).map(|i| if i % 10 < cut { "a" } else { "b" })).map(Arc::new);
//! let preds = [("far".to_owned(), halves(8)?), ("near".to_owned(), halves(6)?)];
//! let found = Options::default().compare(&spots, &("truth".to_owned(), halves(5)?), &preds, &())?.comparison;
//! assert_eq!((found.results[0].pred.as_str(), found.results[0].rank), ("near", Some(1)));
//! # Ok::<(), slam::Error>(())
//! ```
//!
//! # Many slides
//!
//! A slide is compared and dropped; what a study needs of it is a [`study::SlicePartial`], which travels as bytes and adds up
//! in any order, on any machine. One slide that is too large for memory comes in tiles: [`partial`].
//!
//! ```
//! # use std::sync::Arc;
//! # use slam::{Labeling, Options, RankBy, Spots};
//! use slam::study::{Parts, SlicePartial};
//!
//! # let spots = Arc::new(Spots::new(2, (0..36).flat_map(|i| [f64::from(i % 6), f64::from(i / 6)]).collect())?);
//! # let halves = |cut: usize| Labeling::from_texts((0..36).map(|i| if i % 6 < cut { "a" } else { "b" })).map(Arc::new);
//! let mut parts = Parts::default();
//! for (slice, cut) in [("s1", 4), ("s2", 2)] {
//!     let preds = [("method".to_owned(), halves(cut)?)];
//!     let compared = Options::default().compare(&spots, &("truth".to_owned(), halves(3)?), &preds, &())?;
//!     let bytes = SlicePartial::of(slice, None, &compared)?.to_bytes()?;
//!     parts.add(SlicePartial::from_bytes(&bytes)?)?;
//! }
//! let study = parts.finish(RankBy::default(), &())?;
//! assert_eq!(study.slices.len(), 2);
//! # Ok::<(), slam::Error>(())
//! ```
//!
//! # Steps and metrics of your own
//!
//! A step is a trait of one method and a name: [`Matcher`](matcher::Matcher), [`Editor`](editor::Editor),
//! [`Extractor`](extractor::Extractor), [`Discrepancy`]. A metric is a [`Metric`](metrics::Metric). [`OwnSteps`] carries them,
//! with the options, to scores, leaderboards and reports. What they return is checked, and an error names them. The folder `examples`
//! has one of each that runs: `own_matcher.rs`, `own_editor.rs`, `own_extractor.rs`, `own_discrepancy.rs`, `own_metric.rs`.
//!
//! ```
//! use std::sync::Arc;
//! use slam::metrics::{Better, Family, Metric};
//! use slam::{Discrepancy, Distribution, Measured, Observer, OwnSteps, Result};
//! # use slam::{Labeling, Options, Pair, Spots};
//!
//! /// How much more mass one distribution has on its heaviest point than the other.
//! #[derive(Debug)]
//! struct Peaks;
//!
//! impl Discrepancy for Peaks {
//!     fn name(&self) -> &'static str {
//!         "peaks"
//!     }
//!
//!     fn measure(&self, truth: &Distribution, pred: &Distribution, _: &dyn Observer) -> Result<Measured> {
//!         let peak = |of: &Distribution| of.points().1.into_iter().fold(0.0, f64::max);
//!         Ok(Measured::other(self.name(), (peak(truth) - peak(pred)).abs(), []))
//!     }
//! }
//!
//! /// The share of spots whose label is right after matching.
//! static RIGHT: Metric =
//!     Metric::new("right", Family::Supervised, Better::Higher, (Some(0.0), Some(1.0)), |evidence| {
//!         let right = evidence.truth().iter().zip(evidence.matched_pred()).filter(|(truth, pred)| truth == pred);
//!         Ok(right.count() as f64 / evidence.truth().len() as f64)
//!     });
//!
//! let own = OwnSteps { discrepancy: Some(Arc::new(Peaks)), metrics: vec![&RIGHT], ..OwnSteps::default() };
//! # let spots = Spots::new(2, (0..100).flat_map(|i| [f64::from(i % 10), f64::from(i / 10)]).collect())?;
//! # let truth = Labeling::from_texts((0..100).map(|i| if i % 10 < 5 { "left" } else { "right" }))?;
//! # let pred = Labeling::from_texts((0..100).map(|i| if i % 10 < 6 { "1" } else { "2" }))?;
//! let score = Options { own, ..Options::default() }.analyze(Pair::new(spots, truth, pred)?, &())?.score;
//! assert_eq!(score.metrics.get("right"), Some(&Some(0.9)));
//! assert_eq!(score.metrics.get("right"), score.metrics.get("accuracy"));
//! # Ok::<(), slam::Error>(())
//! ```
//!
//! # What holds
//!
//! The same input gives the same bits on any machine and any number of threads; chance descends from [`Options::seed`]. No file,
//! clock or environment is read, and nothing is printed. An [`Observer`] is told how far the work has come, and can stop it.
//!
//! # Features
//!
//! Both are on by default.
//!
//! * `rayon`: work on as many threads as there are, or as many as the pool has that it is called in. Without it the same bits come
//!   from one thread.
//! * `serde`: options and results can be written and read, and so can results in parts that travel, `study` and `partial`, which
//!   are not there without it.
//!
//! # What may change
//!
//! Versions follow SemVer; the second number rises where a caller must change something, until there is a 1.0.
//!
//! * Results ([`Score`], [`Comparison`], [`study::StudyResult`] and what they hold), errors, warnings and most enums that name a
//!   choice are `#[non_exhaustive]`: they gain fields and variants in any version. An enum that is not so marked, such as
//!   [`metrics::Better`], can be matched in full; a variant more raises the second number.
//! * [`Options`], [`OwnSteps`], [`Pipeline`] and the steps are plain structs, made with `..Default::default()`. They gain fields in
//!   any version, so fields that are not named should always be left to that default.
//! * The traits of the steps gain methods in any version, each with a default.
//! * A number that a version computes for given options is part of the promise: one that moves is a `BREAKING:` line of the
//!   changelog.

// What only the parts that travel call is called by nobody without them.
#![cfg_attr(not(feature = "serde"), allow(dead_code, unused_imports))]

mod message;
mod error;
mod observer;
mod edit_distance;
mod chunks;
mod parallel;
mod pair;
mod contingency;
mod buckets;
pub mod matcher;
pub mod graph;
pub mod editor;
pub mod extractor;
pub mod discrepancy;
mod flow;
mod adjusted;
pub mod metrics;
mod q;
pub mod inference;
mod score;
mod options;
mod pipeline;
mod comparison;
mod verdict;
#[cfg(feature = "serde")]
pub mod partial;
mod matched;
#[cfg(feature = "serde")]
mod written;
#[cfg(feature = "serde")]
pub mod study;
mod random;
#[cfg(test)]
mod testing;

pub use adjusted::{Adjusted, AdjustedLevel, AdjustedProfile};
pub use comparison::blind::Blind;
pub use comparison::compare::NamedLabeling;
pub use comparison::ranking::{RankBy, Standing, mean_ranks, ranks};
pub use comparison::reference::{ONE_LABEL, RANDOM_DOMAINS, Reference, SHUFFLED};
pub use comparison::{Compared, Comparison, Entry, OneToOneRank, Row as BoardRow};
pub use contingency::{Cell, Contingency};
pub use discrepancy::{Discrepancy, Measured};
#[doc(hidden)]
pub use edit_distance::{edit_distance, nearest};
pub use error::{Error, Result};
pub use extractor::{Atom, Distribution, LabeledGraph};
pub use flow::Flow;
pub use graph::{Neighborhood, SpatialGraph};
pub use matched::Matched;
pub use message::{Message, Spell, as_command};
pub use observer::Observer;
pub use options::Options;
pub use options::own_steps::OwnSteps;
pub use pair::Pair;
pub use pair::doubt::Doubt;
pub use pair::labeling::{Labeling, LabelingBuilder, MAX_LABELS, MISSING_NAME, is_missing};
pub use pair::measurements::{Measurements, Row};
pub use pair::missing::{Missing, MissingPred, MissingTruth};
pub use pair::natural::natural_order;
pub use pair::spots::Spots;
pub use pipeline::{Connected, Pipeline};
pub use q::{ADJUSTED_SCALE, SLAM_SCALE, Scale};
pub use score::analysis::{Analysis, Analyzed};
pub use score::input::Input;
pub use score::named::Named;
pub use score::warning::Warning;
pub use score::{Domain, FlowTable, MatchingSummary, Pinned, Provenance, Score, SliceScore, SpotScore, SpotSums};
pub use verdict::{BLIND, Lead, Verdict, Worst, is_blind};
