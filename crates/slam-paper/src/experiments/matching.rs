//! How often blind domains come before a degraded truth, by the way labels are matched.

use std::f64::consts::TAU;
use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Map, Value, json};
use slam::matcher::{Jaccard, Method};
use slam::metrics::Selection;
use slam::{Labeling, Observer, Options, Result, Spots};
use slam_report::exhibit::{Cell, Exhibit, Figure, Table, Verdict};

use crate::programme::Programme;

/// The share of pairs is shown by these: `slam_adjusted` under three ways to match, and ARI, which needs no matching.
const NUMBERS: [&str; 4] = ["jaccard", "hungarian", "best", "ari"];
/// Each labeling has so many labels for every label of the truth.
const LABELS_PER_DOMAIN: [usize; 3] = [1, 2, 4];
/// How far places are displaced, as a share of the slide's width, and the share of spots with the label of another spot.
const GRADES: [(f64, f64); 4] = [(0.05, 0.1), (0.1, 0.2), (0.15, 0.3), (0.2, 0.4)];
/// Blind labelings per slide and number of labels.
const DRAWS: usize = 5;
/// Spots per row, and rows.
const SIDE: usize = 40;
const N_DOMAINS: usize = 7;

/// A place on the slide, which is one wide and about one high.
type Place = [f64; 2];

/// What a labeling scores: one value per entry of `NUMBERS`, each so that smaller is better.
type Losses = [f64; 4];

/// A slide: its name, and the scores of its labelings by the entries of `LABELS_PER_DOMAIN`.
struct Judged {
    name: &'static str,
    degraded: [Vec<Losses>; 3],
    blind: [Vec<Losses>; 3],
}

/// Runs three slides.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let spots = Arc::new(Spots::new(2, places().concat())?);
    let mut judged = Vec::new();
    for (seed, (name, domain)) in domains().into_iter().enumerate() {
        judged.push(judge(name, &*domain, &spots, seed as u64, &programme.options, observer)?);
    }
    Ok(Some(Exhibit {
        key: "matching".to_owned(),
        title: "Matching: blind domains against a degraded truth".to_owned(),
        lead: format!(
            "Three simulated slides of {} spots and {N_DOMAINS} domains. The degraded labelings are the truth displaced smoothly, with labels \
             exchanged at random and every domain cut into 1, 2 or 4 parts. The blind ones are Voronoi domains of random \
             seeds, 1, 2 or 4 for every domain of the truth. Shown is the share of pairs in which the blind labeling has \
             the better score: by slam_adjusted under three ways to match, and by ARI.",
            SIDE * SIDE
        ),
        verdicts: vec![splitting(&judged)],
        figures: vec![Figure::Table(table(&judged))],
        notes: vec![
            "jaccard is the paper's algorithm without its step 3, many to one, and is what the field `lenient` of every result \
             holds; hungarian and best are one to one, and count the parts of a domain that was cut as wrong but for one."
                .to_owned(),
        ],
        data: data(&judged),
    }))
}

/// A hexagonal lattice.
fn places() -> Vec<Place> {
    let place = |spot: usize| {
        let (column, row) = ((spot % SIDE) as f64, spot / SIDE);
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        [(column + shift) / SIDE as f64, row as f64 * libm::sqrt(0.75) / SIDE as f64]
    };
    (0..SIDE * SIDE).map(place).collect()
}

/// The domain at a place.
type Domain = Box<dyn Fn(Place) -> usize>;

/// The truths by name: curved layers with a lesion, compact territories, and territories of which three make up one domain.
fn domains() -> [(&'static str, Domain); 3] {
    let layers = |[x, y]: Place| {
        if libm::hypot(x - 0.6, y - 0.4) < 0.15 {
            return N_DOMAINS - 1;
        }
        let depth = y / libm::sqrt(0.75) + 0.08 * libm::sin(TAU * x);
        ((depth * (N_DOMAINS - 1) as f64).max(0.0) as usize).min(N_DOMAINS - 2)
    };
    let (compact, scattered) = (seeds(N_DOMAINS, 71), seeds(3 * N_DOMAINS, 72));
    [
        ("layers", Box::new(layers)),
        ("territories", Box::new(move |place| nearest(&compact, place))),
        ("scattered", Box::new(move |place| nearest(&scattered, place) % N_DOMAINS)),
    ]
}

/// Random places on the slide.
fn seeds(n_seeds: usize, seed: u64) -> Vec<Place> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..n_seeds).map(|_| [random.random::<f64>(), libm::sqrt(0.75) * random.random::<f64>()]).collect()
}

/// The index of the seed nearest to a place; ties go to the first.
fn nearest(seeds: &[Place], [x, y]: Place) -> usize {
    let distance = |seed: &Place| libm::hypot(seed[0] - x, seed[1] - y);
    (0..seeds.len()).min_by(|&a, &b| distance(&seeds[a]).total_cmp(&distance(&seeds[b]))).unwrap_or(0)
}

/// The truth displaced along a random wave, with a share of the labels exchanged, and every domain cut into parts.
fn degraded(
    domain: &dyn Fn(Place) -> usize,
    (displacement, exchanged): (f64, f64),
    n_parts: usize,
    seed: u64,
) -> Vec<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let waves: [[f64; 3]; 2] =
        [0, 1].map(|_| [random.random_range(-1.0..1.0), random.random_range(-1.0..1.0), random.random()]);
    let displaced = |[x, y]: Place| {
        let along = |[u, v, phase]: [f64; 3]| displacement * libm::sin(TAU * (u * x + v * y + phase));
        [x + along(waves[0]), y + along(waves[1])]
    };
    let places = places();
    let found: Vec<usize> = places.iter().map(|&place| domain(displaced(place))).collect();
    let parts: Vec<Vec<Place>> = (0..N_DOMAINS)
        .map(|domain| {
            let own: Vec<Place> = (0..found.len()).filter(|&spot| found[spot] == domain).map(|s| places[s]).collect();
            let n_seeds = if own.is_empty() { 0 } else { n_parts };
            (0..n_seeds).map(|_| own[random.random_range(0..own.len())]).collect()
        })
        .collect();
    let cut: Vec<usize> =
        found.iter().zip(&places).map(|(&domain, &place)| domain * n_parts + nearest(&parts[domain], place)).collect();
    let exchange = |&label: &usize| {
        let other = random.random_range(0..cut.len());
        if random.random_bool(exchanged) { cut[other] } else { label }
    };
    cut.iter().map(exchange).collect()
}

fn judge(
    name: &'static str,
    domain: &dyn Fn(Place) -> usize,
    spots: &Arc<Spots>,
    seed: u64,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Judged> {
    // Letters keep the names of the truth apart from those of the labelings.
    let texts = |labels: &[usize], sign: &str| {
        Ok::<_, slam::Error>(Arc::new(Labeling::from_texts(labels.iter().map(|label| format!("{sign}{label}")))?))
    };
    let places = places();
    let truth = texts(&places.iter().map(|&place| domain(place)).collect::<Vec<_>>(), "domain")?;
    let score = |labels: &[usize]| losses(spots, &truth, &texts(labels, "")?, options, observer);
    let mut judged = Judged { name, degraded: [const { Vec::new() }; 3], blind: [const { Vec::new() }; 3] };
    for (place, n_parts) in LABELS_PER_DOMAIN.into_iter().enumerate() {
        for (grade, severity) in GRADES.into_iter().enumerate() {
            let seed = 1_000 + 100 * seed + (10 * place + grade) as u64;
            judged.degraded[place].push(score(&degraded(domain, severity, n_parts, seed))?);
        }
        for draw in 0..DRAWS {
            let seeds = seeds(n_parts * N_DOMAINS, 2_000 + 100 * seed + (10 * place + draw) as u64);
            let labels: Vec<usize> = places.iter().map(|&place| nearest(&seeds, place)).collect();
            judged.blind[place].push(score(&labels)?);
        }
    }
    Ok(judged)
}

fn losses(
    spots: &Arc<Spots>,
    truth: &Arc<Labeling>,
    pred: &Arc<Labeling>,
    options: &Options,
    observer: &dyn Observer,
) -> Result<Losses> {
    let score = |matching: Method| {
        let options = Options { matching, metrics: "ari".parse::<Selection>()?, ..options.clone() };
        let mut pipeline = options.pipeline(spots);
        if matching == Method::Jaccard {
            pipeline.matcher = Box::new(Jaccard { split: false });
        }
        Ok::<_, slam::Error>(pipeline.analyze(options.pair(spots, truth, pred)?, observer)?.score)
    };
    let [jaccard, hungarian, best] = [score(Method::Jaccard)?, score(Method::Hungarian)?, score(Method::Best)?];
    let ari = best.number("ari").unwrap_or(0.0);
    Ok([jaccard.slam_adjusted.value, hungarian.slam_adjusted.value, best.slam_adjusted.value, -ari])
}

/// The share of pairs in which the blind labeling is better by a number.
fn share<'a>(pairs: impl Iterator<Item = (&'a Losses, &'a Losses)>, number: usize) -> f64 {
    let (mut ahead, mut all) = (0_usize, 0_usize);
    for (blind, degraded) in pairs {
        ahead += usize::from(blind[number] < degraded[number]);
        all += 1;
    }
    ahead as f64 / all as f64
}

/// An entry of `LABELS_PER_DOMAIN`, or all.
type Asked = Option<usize>;

impl Judged {
    /// The pairs of a blind and a degraded labeling with so many labels.
    fn pairs(&self, blind: Asked, degraded: Asked) -> impl Iterator<Item = (&Losses, &Losses)> {
        let chosen = |asked: Asked| move |(place, _): &(usize, &Vec<Losses>)| asked.is_none_or(|only| only == *place);
        let blind = self.blind.iter().enumerate().filter(chosen(blind)).flat_map(|(_, losses)| losses);
        blind.flat_map(move |one| {
            let others = self.degraded.iter().enumerate().filter(chosen(degraded)).flat_map(|(_, losses)| losses);
            others.map(move |other| (one, other))
        })
    }
}

/// The shares over all slides, one per entry of `NUMBERS`.
fn shares(judged: &[Judged], blind: Asked, degraded: Asked) -> [f64; 4] {
    [0, 1, 2, 3].map(|number| share(judged.iter().flat_map(|one| one.pairs(blind, degraded)), number))
}

/// The rows: every slide; every number of labels, of the blind and of the degraded labelings; and all pairs.
fn rows(judged: &[Judged]) -> Vec<(String, [f64; 4])> {
    let n_labels = |place: usize| LABELS_PER_DOMAIN[place] * N_DOMAINS;
    let of_slide = |one: &Judged| (one.name.to_owned(), shares(std::slice::from_ref(one), None, None));
    let of_labels = |(blind, degraded): (usize, usize)| {
        let name = format!("{} blind labels, {} degraded", n_labels(blind), n_labels(degraded));
        (name, shares(judged, Some(blind), Some(degraded)))
    };
    let of_blind = |blind: usize| (format!("{} blind labels", n_labels(blind)), shares(judged, Some(blind), None));
    let cells = (0..3).flat_map(|degraded| (0..3).map(move |blind| (blind, degraded)));
    let mut rows: Vec<(String, [f64; 4])> = judged.iter().map(of_slide).collect();
    rows.extend(cells.map(of_labels));
    rows.extend((0..3).map(of_blind));
    rows.push(("all".to_owned(), shares(judged, None, None)));
    rows
}

fn splitting(judged: &[Judged]) -> Verdict {
    let by_labels = [0, 1, 2].map(|blind| shares(judged, Some(blind), None));
    let listed = |number: usize| by_labels.map(|shares| format!("{:.0}", 100.0 * shares[number])).join(", ");
    let all = shares(judged, None, None);
    let number =
        |(place, name): (usize, &&str)| format!("{name} {} % (all {:.0} %)", listed(place), 100.0 * all[place]);
    let words = format!(
        "share of pairs with the blind labeling ahead, at {} labels: {}",
        LABELS_PER_DOMAIN.map(|n| (n * N_DOMAINS).to_string()).join(", "),
        NUMBERS.iter().enumerate().map(number).collect::<Vec<_>>().join("; ")
    );
    let rises = |number: usize| by_labels.windows(2).all(|pair| pair[0][number] < pair[1][number]);
    let falls = |number: usize| by_labels.windows(2).all(|pair| pair[0][number] > pair[1][number]);
    let claim = "more labels bring blind domains ahead more often if many labels may match one (jaccard), and less often one to one \
                 (hungarian, best)";
    Verdict::new("", claim, rises(0) && falls(1) && falls(2), words)
}

fn table(judged: &[Judged]) -> Table {
    let header: Vec<&str> = std::iter::once("pairs").chain(NUMBERS).collect();
    let mut table = Table::new("Share of pairs in which the blind labeling is ahead, in per cent", &header);
    for (name, shares) in rows(judged) {
        let cells = shares.map(|share| Cell::number(Some(100.0 * share), 1));
        table.rows.push(std::iter::once(Cell::from(name)).chain(cells).collect());
    }
    table
}

fn data(judged: &[Judged]) -> Value {
    let row = |(name, shares): (String, [f64; 4])| {
        let shares: Map<String, Value> =
            NUMBERS.iter().zip(shares).map(|(number, share)| ((*number).to_owned(), json!(share))).collect();
        (name, Value::Object(shares))
    };
    Value::Object(rows(judged).into_iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truth_that_is_not_degraded_is_found() {
        for (name, domain) in domains() {
            let truth: Vec<usize> = places().into_iter().map(&domain).collect();
            assert_eq!(degraded(&*domain, (0.0, 0.0), 1, 1), truth, "{name}");
            assert!((0..N_DOMAINS).all(|label| truth.contains(&label)), "{name} lacks a domain");
        }
    }

    #[test]
    fn a_share_counts_strictly_better_scores() {
        let (blind, degraded) = ([0.1, 0.5, 0.5, -0.2], [0.2, 0.5, 0.4, -0.1]);
        assert_eq!([0, 1, 2, 3].map(|number| share([(&blind, &degraded)].into_iter(), number)), [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn splitting_pays_many_to_one_alone() {
        let exhibit = run(&Programme::default(), &()).unwrap().unwrap();
        assert!(exhibit.verdicts[0].holds, "{:?}", exhibit.verdicts[0]);
    }
}
