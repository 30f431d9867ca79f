//! Weights: what they do to the score, and that merging nearly equal ones does not show.

use slam::extractor::OneHot;
use slam::matcher::Identity;
use slam::{Labeling, Measurements, Options, Pair, Pipeline, Spots};

/// A lattice of 30 × 30 spots in three bands, every seventh wrong, with measurements that vary from spot to spot.
fn measured() -> Pair {
    let n = 900usize;
    let spots = Spots::new(2, (0..n).flat_map(|i| [(i % 30) as f64, (i / 30) as f64]).collect()).unwrap();
    let noise = |i: usize| (i.wrapping_mul(2_654_435_761) >> 7) as f64 % 97.0 / 97.0;
    let cells: Vec<f64> = (0..n).flat_map(|i| [1.0, (i / 300) as f64, noise(i), noise(i + n)]).collect();
    let spots = spots.with_measurements(Measurements::dense(4, &cells).unwrap()).unwrap();
    let truth = Labeling::from_texts((0..n).map(|i| ["a", "b", "c"][i / 300])).unwrap();
    let pred = Labeling::from_texts((0..n).map(|i| ["a", "b", "c"][(i / 300 + usize::from(i % 7 == 0)) % 3])).unwrap();
    Pair::new(spots, truth, pred).unwrap()
}

#[test]
fn merging_weights_moves_the_distance_by_less_than_a_thousandth() {
    let pair = measured();
    let sw2 = |cells: usize, bandwidth: f64| {
        let options = Options { bandwidth, ..Options::default() };
        let extractor = Box::new(OneHot { cells });
        let pipeline = Pipeline { extractor, matcher: Box::new(Identity), ..options.pipeline(pair.spots()) };
        pipeline.score(pair.clone()).unwrap().slam.sliced().unwrap().sw2
    };
    for bandwidth in [0.02, 0.1, 0.5] {
        let (merged, apart) = (sw2(OneHot::default().cells, bandwidth), sw2(1 << 22, bandwidth));
        assert!((merged - apart).abs() < 1e-3 * apart, "h = {bandwidth}: {merged} and {apart}");
    }
}

#[test]
fn severity_of_a_label_raises_the_score_of_its_mistakes() {
    let n = 400;
    let spots = || Spots::new(2, (0..n).flat_map(|i| [f64::from(i % 20), f64::from(i / 20)]).collect()).unwrap();
    let labeling = |label: &dyn Fn(i32) -> &'static str| Labeling::from_texts((0..n).map(label)).unwrap();
    let truth = || labeling(&|i| if i % 20 < 10 { "normal" } else { "tumor" });
    // As many tumor spots are missed as normal ones are called tumor, mirrored.
    let missed = labeling(&|i| if i % 20 < 14 { "normal" } else { "tumor" });
    let invented = labeling(&|i| if i % 20 < 6 { "normal" } else { "tumor" });
    let severity = vec![("normal".to_owned(), 1.0), ("tumor".to_owned(), 2.0)];
    let d = |pred: Labeling, severity: Vec<(String, f64)>| {
        let options = Options { severity, ..Options::default() };
        options.analyze(Pair::new(spots(), truth(), pred).unwrap(), &()).unwrap().score.slam.d
    };
    assert!((d(missed.clone(), Vec::new()) - d(invented.clone(), Vec::new())).abs() < 1e-9);
    assert!(d(missed, severity.clone()) > 1.2 * d(invented, severity));
}
