//! Case XI: three tissues of different texture, each with labelings that are mostly right, by the same six recipes.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use slam::{Labeling, Neighborhood, Result, SpatialGraph, Spots};

use super::lattice::named;
use crate::cortex::cortex;
use crate::faults;
use crate::slide::Slide;

/// A tissue of Case XI by its name.
pub(crate) type Tissue = (&'static str, Slide);

/// Domains, patches and mixtures of cells, each with up to six labelings of merit.
pub(crate) fn tissues() -> Result<Vec<Tissue>> {
    Ok(vec![("domains", domains()?), ("patches", patches()?), ("cells", cells()?)])
}

/// The cortex of the demo: smooth domains on a hexagonal lattice.
fn domains() -> Result<Slide> {
    let cortex = cortex()?;
    let truth = faults::truth(&cortex);
    slide(cortex.spots, &truth.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
}

/// A small section, most of it one tissue, with patches of five others that are a few spots wide.
fn patches() -> Result<Slide> {
    const SIDE: usize = 19;
    let mut random = ChaCha8Rng::seed_from_u64(111);
    let place = |spot: usize| [(spot % SIDE) as f64, (spot / SIDE) as f64];
    let mut truth = vec!["tumour".to_owned(); SIDE * SIDE];
    for patch in 0..40 {
        let [x, y] = [random.random_range(0.0..SIDE as f64), random.random_range(0.0..SIDE as f64)];
        let radius = random.random_range(0.8..2.2);
        let inside = |&spot: &usize| libm::hypot(place(spot)[0] - x, place(spot)[1] - y) <= radius;
        (0..truth.len()).filter(inside).for_each(|spot| truth[spot] = format!("tissue{}", patch % 5));
    }
    slide(Spots::new(2, (0..truth.len()).flat_map(place).collect())?, &truth)
}

/// Cells at random places in four quarters, each a mixture of twelve types with three that are commonest there.
fn cells() -> Result<Slide> {
    const CELLS: usize = 4_000;
    let mut random = ChaCha8Rng::seed_from_u64(112);
    let coordinates: Vec<f64> = (0..2 * CELLS).map(|_| random.random::<f64>()).collect();
    let mut kind = |place: &[f64]| {
        let quarter = 2 * usize::from(place[0] > 0.5) + usize::from(place[1] > 0.5);
        let is_common = random.random_bool(0.7);
        let one = if is_common { 3 * quarter + random.random_range(0..3) } else { random.random_range(0..12) };
        format!("type{one:02}")
    };
    let truth: Vec<String> = coordinates.chunks(2).map(&mut kind).collect();
    slide(Spots::new(2, coordinates)?, &truth)
}

/// The slide of a truth, with what six recipes make of it; what is wrong on half of the spots or more has no merit to find,
/// and is left out: smoothing does that to mixtures.
fn slide(spots: Spots, truth: &[String]) -> Result<Slide> {
    let (graph, _) = Neighborhood::default().connect(&spots, &())?;
    let near = neighbours(&graph);
    let once = smoothed(truth, &near);
    let preds = [
        ("smoothed", once.clone()),
        ("smoothed_twice", smoothed(&once, &near)),
        ("salted_10", salted(truth, 0.1, 1)),
        ("salted_30", salted(truth, 0.3, 2)),
        ("merged", merged(truth)),
        ("blotched", blotched(&spots, truth)),
    ];
    let is_right = |pred: &[String]| 2 * truth.iter().zip(pred).filter(|(a, b)| a == b).count() > truth.len();
    let of_merit = preds.into_iter().filter(|(_, pred)| is_right(pred));
    let preds = of_merit.map(|(name, pred)| named(name, Labeling::from_texts(&pred)));
    Ok(Slide { preds: preds.collect::<Result<_>>()?, truth: named("truth", Labeling::from_texts(truth))?, spots })
}

fn neighbours(graph: &SpatialGraph) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); graph.n_spots()];
    for &(u, v) in graph.edges() {
        near[u as usize].push(v as usize);
        near[v as usize].push(u as usize);
    }
    near
}

/// Every spot takes the commonest label among itself and its neighbours; its own where none is commoner.
fn smoothed(labels: &[String], near: &[Vec<usize>]) -> Vec<String> {
    let commonest = |spot: usize| {
        let votes = |label: &String| near[spot].iter().chain([&spot]).filter(|&&other| labels[other] == *label).count();
        let better = |best: usize, other: usize| match votes(&labels[other]).cmp(&votes(&labels[best])) {
            std::cmp::Ordering::Greater => other,
            _ => best,
        };
        labels[near[spot].iter().fold(spot, |best, &other| better(best, other))].clone()
    };
    (0..labels.len()).map(commonest).collect()
}

/// A share of the spots takes the label of another spot, drawn at random.
fn salted(labels: &[String], share: f64, seed: u64) -> Vec<String> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let one = |label: &String| {
        let other = random.random_range(0..labels.len());
        if random.random_bool(share) { labels[other].clone() } else { label.clone() }
    };
    labels.iter().map(one).collect()
}

/// The two rarest labels are not told apart.
fn merged(labels: &[String]) -> Vec<String> {
    let mut names: Vec<(usize, &String)> = Vec::new();
    for label in labels {
        match names.iter_mut().find(|(_, name)| *name == label) {
            Some((count, _)) => *count += 1,
            None => names.push((1, label)),
        }
    }
    names.sort();
    let (rarest, next) = (names[0].1, names[1].1);
    labels.iter().map(|label| if label == rarest { next.clone() } else { label.clone() }).collect()
}

/// A disc with a fifth of the spots, in the middle of the tissue, carries one label.
fn blotched(spots: &Spots, labels: &[String]) -> Vec<String> {
    let n_spots = spots.n_spots();
    let middle = [0, 1].map(|axis| (0..n_spots).map(|spot| spots.position(spot)[axis]).sum::<f64>() / n_spots as f64);
    let distance = |spot: usize| libm::hypot(spots.position(spot)[0] - middle[0], spots.position(spot)[1] - middle[1]);
    let mut order: Vec<usize> = (0..n_spots).collect();
    order.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)));
    let mut found = labels.to_vec();
    order[..n_spots / 5].iter().for_each(|&spot| found[spot].clone_from(&labels[order[0]]));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_labelings_are_mostly_right() {
        for (tissue, slide) in tissues().unwrap() {
            let n_spots = slide.spots.n_spots();
            for (name, pred) in &slide.preds {
                let right = (0..n_spots).filter(|&spot| pred.name(spot) == slide.truth.1.name(spot)).count();
                assert!(2 * right > n_spots, "{name} on {tissue}: {right} of {n_spots}");
            }
            assert!(slide.preds.len() >= 4, "{tissue} has {} labelings", slide.preds.len());
        }
    }

    #[test]
    fn recipes_by_hand() {
        let labels = ["a", "b", "a", "c"].map(str::to_owned);
        let near = [vec![1], vec![0, 2], vec![1, 3], vec![2]];
        // The second spot has two neighbours of label a; elsewhere nothing is commoner than the spot's own.
        assert_eq!(smoothed(&labels, &near), ["a", "a", "a", "c"]);
        assert_eq!(merged(&labels), ["a", "c", "a", "c"]);
        assert_eq!(salted(&labels, 0.0, 1), labels);
    }
}
