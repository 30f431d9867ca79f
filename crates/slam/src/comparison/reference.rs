//! Reference labelings that know nothing (one label, shuffled, random domains): a score is read beside theirs.

use rand::seq::SliceRandom;
use rand::seq::index::sample;

use crate::error::Result;
use crate::graph::search::Tree;
use crate::matcher::Method;
use crate::observer::Observer;
use crate::options::Options;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::parallel::prelude::*;
use crate::pipeline::{Connected, Pipeline, adjusted};
use crate::random;
use crate::score::Score;
use crate::score::input::Input;

/// The name of the reference in which every spot carries the commonest truth label.
pub const ONE_LABEL: &str = "(one label)";
/// The name of the reference in which the truth's labels are permuted within each slice.
pub const SHUFFLED: &str = "(shuffled)";
/// The name of the reference in which every spot carries the label of the nearest of K random spots.
pub const RANDOM_DOMAINS: &str = "(random domains)";

/// So many maps of random domains are drawn; the middle one is shown.
const N_DRAWS: usize = 9;

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

impl Options {
    /// What labelings score that know nothing, on the spots that the truth labels and their graph, if it is there; with the
    /// scores of slices or without. They tell nothing of what was read.
    pub(crate) fn references(
        &self,
        kept: &Pair,
        known: Option<Connected>,
        with_slices: bool,
        observer: &dyn Observer,
    ) -> Result<Vec<Reference>> {
        let own = Self { input: Input::default(), ..self.clone() };
        let named = own.with_matching(Method::Identity);
        let [plain, matched] = [&named, self].map(|options| options.pipeline(kept.spots()));
        let connected = known.map_or_else(|| plain.connect(kept, observer), Ok)?;
        let score = |options: &Self, pipeline: &Pipeline, name: &str, pred: Labeling| {
            let pair = kept.with_pred(pred)?;
            let score = pipeline.analyze_slices(pair, &connected, with_slices, observer)?.score;
            Ok(Reference { pred: name.to_owned(), score: options.told(score) })
        };
        let domains = self.middle_domains(&matched, kept, &connected, observer)?;
        Ok(vec![
            score(&named, &plain, ONE_LABEL, one_label(kept))?,
            score(&named, &plain, SHUFFLED, shuffled(kept, self.seed))?,
            score(&own, &matched, RANDOM_DOMAINS, domains)?,
        ])
    }

    /// Of some maps of random domains the middle one by `slam_adjusted`.
    fn middle_domains(
        &self,
        pipeline: &Pipeline,
        kept: &Pair,
        connected: &Connected,
        observer: &dyn Observer,
    ) -> Result<Labeling> {
        let matching = if self.own.matcher.is_some() { Method::Auto } else { self.matching };
        let drawn = |draw: usize| random_domains(kept, matching, self.seed, draw);
        let one = |draw: usize| {
            let pair = kept.with_pred(drawn(draw))?;
            let matching = pipeline.match_labels(&pair, connected, observer)?;
            Ok(adjusted::of_all(&pair, &matching, connected, observer)?.value)
        };
        let found = (0..N_DRAWS).map(one).collect::<Result<Vec<f64>>>()?;
        Ok(drawn(median(&found)))
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

/// Every spot with the label of the nearest of K spots drawn on its slice, all of them where there are fewer; K is the number
/// of truth labels. Ties: the one drawn first.
///
/// Labels are numbers, as clusters have them, and under `identity` the truth's, in its order: a number would match nothing.
/// The draw of a slice depends on neither threads nor other draws.
fn random_domains(pair: &Pair, matching: Method, seed: u64, draw: usize) -> Labeling {
    let mut numbers = vec![0; pair.n_spots()];
    for (slice, spots) in pair.spots().by_slice().iter().enumerate() {
        let mut rng = random::stream(seed, ((draw as u64 + 1) << 32) | slice as u64);
        let n_seeds = pair.truth().n_labels().min(spots.len());
        let seeds: Vec<u32> = sample(&mut rng, spots.len(), n_seeds).iter().map(|place| spots[place]).collect();
        let nearest = match pair.spots().dimensions() {
            2 => nearest_seeds::<2>(pair, &seeds, spots),
            _ => nearest_seeds::<3>(pair, &seeds, spots),
        };
        spots.iter().zip(nearest).for_each(|(&spot, seed)| numbers[spot as usize] = i64::from(seed));
    }
    let names: Vec<String> = match matching {
        Method::Identity => pair.truth().names().to_vec(),
        _ => (1..=pair.truth().n_labels()).map(|number| number.to_string()).collect(),
    };
    Labeling::from_codes(&names, numbers).expect("as many names as the truth has")
}

fn nearest_seeds<const D: usize>(pair: &Pair, seeds: &[u32], spots: &[u32]) -> Vec<u32> {
    let place = |spot: u32| -> [f64; D] { std::array::from_fn(|axis| pair.spots().position(spot as usize)[axis]) };
    let tree = Tree::new(&seeds.iter().map(|&seed| place(seed)).collect::<Vec<_>>());
    spots.par_iter().map(|&spot| tree.nearest_point(&place(spot)).unwrap_or(0)).collect()
}

/// The place of the middle one of some values; ties: the first.
fn median(values: &[f64]) -> usize {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    order[(values.len() - 1) / 2]
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

    #[test]
    fn random_domains_are_those_of_the_nearest_seed() {
        let truth = labeling(&"aaabbbccc".repeat(4));
        let slices = labeling(&("l".repeat(20) + &"r".repeat(16)));
        let pair = Pair::new(line(36).with_slices(slices).unwrap(), truth.clone(), truth).unwrap();
        for draw in 0..N_DRAWS {
            let domains = random_domains(&pair, Method::Auto, 7, draw);
            assert_eq!(domains, random_domains(&pair, Method::Auto, 7, draw));
            assert_eq!(domains.names(), ["1", "2", "3"]);
            // On a line, the domains of a slice are at most three runs.
            for slice in [0..20, 20..36] {
                let runs = domains.codes()[slice].chunk_by(|a, b| a == b).count();
                assert_eq!(runs, 3);
            }
        }
        assert_ne!(random_domains(&pair, Method::Auto, 7, 0), random_domains(&pair, Method::Auto, 7, 1));
        assert_ne!(random_domains(&pair, Method::Auto, 7, 0), random_domains(&pair, Method::Auto, 8, 0));
    }

    #[test]
    fn few_spots_are_all_seeds() {
        let truth = labeling("abc");
        let pair = Pair::new(line(3).with_slices(labeling("llr")).unwrap(), truth.clone(), truth).unwrap();
        let domains = random_domains(&pair, Method::Identity, 0, 0);
        assert_ne!(domains.code(0), domains.code(1));
        assert_eq!(domains.code(2), Some(0));
    }

    #[test]
    fn the_middle_of_nine_is_the_fifth() {
        assert_eq!(median(&[5.0, 1.0, 9.0, 3.0, 7.0, 2.0, 8.0, 4.0, 6.0]), 0);
        assert_eq!(median(&[1.0, 1.0, 1.0]), 1);
    }
}
