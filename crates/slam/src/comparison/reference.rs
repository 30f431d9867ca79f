//! Baselines: labelings without information about the truth (one label, shuffled, random domains).

use rand::seq::SliceRandom;

use super::blind::Blind;
use super::domains::{Domains, Draws};
use crate::error::Result;
use crate::matcher::Method;
use crate::observer::Observer;
use crate::options::Options;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pipeline::{Connected, Pipeline};
use crate::random;
use crate::score::Score;
use crate::score::input::Input;

/// The name of the reference in which every spot carries the commonest truth label.
pub const ONE_LABEL: &str = "(one label)";
/// The name of the reference in which the truth's labels are permuted within each slice.
pub const SHUFFLED: &str = "(shuffled)";
/// The name of the reference in which every spot carries the label of the nearest of K random places.
pub const RANDOM_DOMAINS: &str = "(random domains)";

/// Methods with more labels than one for so many spots are not held against blind domains.
const SPOTS_PER_LABEL: usize = 10;

/// A labeling that shows what the numbers mean.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Reference {
    /// [`ONE_LABEL`], [`SHUFFLED`] or [`RANDOM_DOMAINS`].
    pub pred: String,
    /// Its score: under `identity`, or for random domains under the matching of the methods.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub score: Score,
}

/// The baselines of a slide, and what blind domains with other numbers of labels score.
pub(crate) struct Baselines {
    pub(crate) references: Vec<Reference>,
    draws: Vec<Draws>,
    n_spots: usize,
}

impl Baselines {
    /// What blind domains with as many labels as a method score, beside its value.
    pub(crate) fn blind(&self, n_labels: usize, value: f64) -> Option<Blind> {
        let draws = self.draws.iter().find(|draws| draws.n_labels == n_labels)?;
        Some(Blind {
            n_labels,
            median: draws.median(),
            share_as_good: draws.share_as_good(value),
            draws: draws.values.len(),
            n_spots: self.n_spots,
        })
    }
}

impl Options {
    /// What labelings without information score on the spots that the truth labels and their graph, if it is there; with the
    /// scores of slices or without. `methods` are the numbers of labels of the methods. They tell nothing of what was read.
    pub(crate) fn baselines(
        &self,
        kept: &Pair,
        known: Option<Connected>,
        with_slices: bool,
        methods: &[usize],
        observer: &dyn Observer,
    ) -> Result<Baselines> {
        let own = Self { input: Input::default(), ..self.clone() };
        let named = own.with_matching(Method::Identity);
        let [plain, matched] = [&named, self].map(|options| options.pipeline(kept.spots()));
        let connected = known.map_or_else(|| plain.connect(kept, observer), Ok)?;
        let score = |options: &Self, pipeline: &Pipeline, name: &str, pred: Labeling| {
            let pair = kept.with_pred(pred)?;
            let score = pipeline.analyze_slices(pair, &connected, with_slices, observer)?.score;
            Ok(Reference { pred: name.to_owned(), score: options.told(score) })
        };
        let domains = Domains::new(self, kept, &connected, observer)?;
        let n_truth = kept.truth().n_labels();
        let is_drawn = |n: &usize| n * SPOTS_PER_LABEL <= domains.n_spots() && *n != n_truth;
        let mut all: Vec<usize> = methods.iter().copied().filter(is_drawn).collect();
        all.sort_unstable();
        all.dedup();
        all.insert(0, n_truth);
        let draws = domains.draws(&all, observer)?;
        let middle = draws.first().map_or(0, Draws::middle);
        let references = vec![
            score(&named, &plain, ONE_LABEL, one_label(kept))?,
            score(&named, &plain, SHUFFLED, shuffled(kept, self.seed))?,
            score(&own, &matched, RANDOM_DOMAINS, domains.labels(kept, n_truth, middle))?,
        ];
        Ok(Baselines { references, draws, n_spots: domains.n_spots() })
    }
}

/// Every spot with the commonest truth label; ties in label order.
fn one_label(pair: &Pair) -> Labeling {
    let counts = pair.truth().counts();
    let most = counts.iter().max();
    let commonest = counts.iter().position(|count| Some(count) == most);
    let example = (0..pair.n_spots()).find(|&spot| pair.truth().code(spot) == commonest).unwrap_or(0);
    pair.truth().subset(&vec![example as u32; pair.n_spots()])
}

/// The truth's labels, permuted within each slice.
fn shuffled(pair: &Pair, seed: u64) -> Labeling {
    let mut taken = vec![0; pair.n_spots()];
    for (slice, spots) in pair.spots().by_slice().iter().enumerate() {
        let mut others = spots.clone();
        others.shuffle(&mut random::stream(seed, slice as u64));
        spots.iter().zip(others).for_each(|(&spot, other)| taken[spot as usize] = other);
    }
    pair.truth().subset(&taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{labeling, line};

    #[test]
    fn references_keep_the_truths_names() {
        let truth = Labeling::from_texts(["1.0", "b", "1.0", "1.0"]).unwrap();
        let pair = Pair::new(line(4), truth.clone(), truth).unwrap();
        assert_eq!(one_label(&pair).names(), ["1.0"]);
        assert_eq!(shuffled(&pair, 3).counts(), [3, 1]);
    }

    #[test]
    fn slices_are_shuffled_each_in_its_own_way() {
        let truth = labeling(&"aaaaaabbbbbb".repeat(2));
        let spots = line(24).with_slices(labeling(&("l".repeat(12) + &"r".repeat(12)))).unwrap();
        let codes = shuffled(&Pair::new(spots, truth.clone(), truth).unwrap(), 0).codes().to_vec();
        assert_eq!(codes[..12].iter().sum::<u16>(), 6);
        assert_ne!(codes[..12], codes[12..]);
    }
}
