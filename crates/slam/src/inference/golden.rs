//! The procedures agree with their definition in numpy and scipy on ten slides (`tests/golden/inference.py` wrote them).

use serde_json::Value as Json;

use super::constants::DEGREES;
use super::donors::{differences, paired_donors, sign_flips};
use super::finding::Finding;
use super::interval::{Scale, tile_interval};
use super::jackknife::Jackknife;
use super::paired::{holm, paired_test};
use super::replicates::Replicates;
use super::shift::{Shifts, p_value};
use super::student::{two_sided, two_sided_quantile};
use super::tables::{mean_delta, rand_index};
use super::tiles::Tiling;
use crate::editor::kinds;
use crate::graph::SpatialGraph;
use crate::pair::Pair;
use crate::pair::spots::Spots;
use crate::testing::labeling;

fn golden() -> Json {
    serde_json::from_str(include_str!("../../tests/golden/inference.json")).unwrap()
}

fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap()
}

fn numbers(json: &Json) -> Vec<f64> {
    list(json).iter().map(|number| number.as_f64().unwrap()).collect()
}

fn spots(slide: &Json) -> Spots {
    let positions = list(&slide["positions"]).iter().flat_map(numbers).collect();
    let spots = Spots::new(2, positions).unwrap();
    match slide["slices"].as_str() {
        Some(slices) => spots.with_slices(labeling(slices)).unwrap(),
        None => spots,
    }
}

/// The truth with each of the two preds.
fn pairs(slide: &Json) -> [Pair; 2] {
    let labels = |place: usize| labeling(slide["labels"][place].as_str().unwrap());
    [1, 2].map(|pred| Pair::new(spots(slide), labels(0), labels(pred)).unwrap())
}

#[track_caller]
fn assert_near(found: f64, expected: &Json, what: &str) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1e-3), "{what}: found {found}, expected {expected}");
}

#[test]
fn tiles_intervals_and_pairs_agree_to_the_last_digits() {
    let golden = golden();
    let plain = list(&golden["slides"]).iter().filter(|slide| slide["slices"].is_null());
    for slide in plain {
        let pairs = pairs(slide);
        let edges: Vec<(u32, u32)> = list(&slide["edges"])
            .iter()
            .map(|edge| (edge[0].as_u64().unwrap() as u32, edge[1].as_u64().unwrap() as u32))
            .collect();
        let graph = SpatialGraph::new(pairs[0].n_spots(), &edges).unwrap();
        let tiling = Tiling::cut(pairs[0].spots(), &graph).unwrap();
        let name = slide["name"].as_str().unwrap();
        let as_json = |tiles: &[u8]| tiles.iter().map(|&tile| Json::from(tile)).collect::<Vec<_>>();
        assert_eq!(as_json(&tiling.spots), list(&slide["tiles"]), "{name}");
        assert_eq!(as_json(&tiling.edges), list(&slide["edge_tiles"]), "{name}");
        let pinned = |pair: &Pair| {
            let of = |codes: &[u16]| kinds(&graph, codes, 12);
            mean_delta(&of(pair.truth().codes()), &of(pair.pred().codes()), None, &tiling.edges)
        };
        let indices = [0, 1].map(|pred| rand_index(&pairs[pred], &tiling.spots));
        check(&slide["ari"], &indices, Scale::Atanh, name);
        check(&slide["slam_pinned"], &[0, 1].map(|pred| pinned(&pairs[pred])), Scale::Logit, name);
    }
}

fn check(expected: &Json, found: &[Jackknife; 2], scale: Scale, name: &str) {
    for (jackknife, expected) in found.iter().zip(list(&expected["intervals"])) {
        let inflation = lugsail(jackknife, |value| scale.there(value));
        let found = tile_interval("", jackknife, &Ok(inflation), scale, |value| value);
        let interval = found.interval.unwrap();
        let found = [found.value.unwrap(), interval.low, interval.high];
        found.into_iter().zip(list(expected)).for_each(|(found, expected)| assert_near(found, expected, name));
    }
    let inflation = lugsail(&found[0].minus(&found[1]), |value| value);
    let (pair, found) = (&expected["paired"], paired_test("", &found[0], &found[1], &Ok(inflation)));
    let interval = found.interval.unwrap();
    assert_near(found.value.unwrap(), &pair["diff"], name);
    assert_near(interval.low, &pair["lo"], name);
    assert_near(interval.high, &pair["hi"], name);
    let t = two_sided_quantile(0.05, 7.0) * found.value.unwrap() / (interval.high - found.value.unwrap());
    assert_near(two_sided(t, 7.0), &pair["p"], name);
}

/// The definition has V = max(2·V₈ − V₃₂, V₈) and 7 degrees of freedom; this is what makes intervals as wide here.
fn lugsail(jackknife: &Jackknife, scale: impl Fn(f64) -> f64 + Copy) -> f64 {
    let (coarse, fine) = jackknife.spreads(scale);
    let ratio = two_sided_quantile(0.05, 7.0) / two_sided_quantile(0.05, DEGREES);
    ratio * ratio * (2.0 * coarse - fine).max(coarse) / jackknife.variance(scale)
}

#[test]
fn the_fit_of_given_replicates_agrees() {
    for slide in list(&golden()["slides"]) {
        let point = |pair: &Json| (pair[0].as_f64().unwrap(), pair[1].as_u64().unwrap());
        let mut points: Vec<(f64, u64)> = list(&slide["fit"]["replicates"]).iter().map(point).collect();
        let itself = points.pop().unwrap();
        assert_near(p_value(&points, itself), &slide["fit"]["p"], slide["name"].as_str().unwrap());
    }
}

#[test]
fn other_shifts_find_the_same_chance() {
    for slide in list(&golden()["slides"]) {
        let shifts = Shifts::new(&spots(slide)).unwrap();
        for (pair, expected) in pairs(slide).iter().zip(list(&slide["shift"])) {
            let found: Finding = shifts.test(pair, Replicates { n: 999, seed: 3 }, &());
            let value = |name: &str| expected[name].as_f64().unwrap();
            let name = &slide["name"];
            assert_near(found.value.unwrap(), &expected["ari"], name.as_str().unwrap());
            // Both have 999 replicates: their difference has twice the variance of either.
            let error = |variance: f64| 4.0 * (2.0 * variance / 999.0).sqrt();
            let (p, chance) = (found.p.unwrap(), found.chance.unwrap());
            let middle = 0.5 * (p + value("p"));
            assert!((p - value("p")).abs() <= error(middle * (1.0 - middle)) + 0.001, "{name}: {p}, {}", value("p"));
            let deviation = value("null_deviation");
            assert!((chance.mean - value("null_mean")).abs() <= error(deviation * deviation), "{name}: {chance:?}");
            // A quantile of a tail is less sure than a mean.
            assert!((chance.q95 - value("null_q95")).abs() <= 4.0 * error(deviation * deviation), "{name}: {chance:?}");
        }
    }
}

#[test]
fn donors_agree_to_the_last_digits() {
    for study in list(&golden()["donors"]) {
        let donors: Vec<usize> = list(&study["donors"]).iter().map(|donor| donor.as_u64().unwrap() as usize).collect();
        let scores: Vec<Vec<Option<f64>>> =
            list(&study["scores"]).iter().map(|row| numbers(row).into_iter().map(Some).collect()).collect();
        let every: Vec<(usize, usize)> = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))).collect();
        let found: Vec<Finding> =
            every.iter().map(|&(a, b)| paired_donors("", &scores[a], &scores[b], &donors)).collect();
        let expected = &study["expected"];
        let adjusted = holm(&found.iter().map(|finding| finding.p).collect::<Vec<_>>());
        let flips =
            sign_flips(&every.iter().map(|&(a, b)| differences(&scores[a], &scores[b], &donors)).collect::<Vec<_>>());
        for (pair, finding) in found.iter().enumerate() {
            assert_near(finding.value.unwrap(), &expected["diff"][pair], "difference");
            if expected["p"].is_null() {
                assert_eq!(finding.p, None);
                continue;
            }
            assert_near(finding.p.unwrap(), &expected["p"][pair], "p");
            assert_near(adjusted[pair].unwrap(), &expected["p_holm"][pair], "Holm");
            let interval = finding.interval.unwrap();
            assert_near(0.5 * (interval.high - interval.low), &expected["half"][pair], "interval");
            match expected.get("p_maxt") {
                Some(p) => assert_near(flips[pair].unwrap(), &p[pair], "sign flips"),
                None => assert_eq!(flips[pair], None),
            }
        }
    }
}
