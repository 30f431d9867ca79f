//! Studies of methods that do not label every spot.

use std::sync::Arc;

use super::*;
use crate::comparison::ranking::RankBy;
use crate::options::Options;
use crate::study::tests::{SIDE, rows};
use crate::testing::{hexagonal, labeling};

#[test]
fn slices_are_not_ranked_by_what_missing_predictions_may_raise() {
    let made = |slice: &str, options: &Options| {
        let gaps = format!("111222333{}", "11122233 ".repeat(SIDE - 1));
        let truth = ("truth".to_owned(), rows("aaabbbccc"));
        let preds = [("whole".to_owned(), rows("112222233")), ("gaps".to_owned(), Arc::new(labeling(&gaps)))];
        let compared = options.compare(&Arc::new(hexagonal(SIDE, SIDE)), &truth, &preds, &()).unwrap();
        SlicePartial::of(slice, None, &compared).unwrap()
    };
    let finished = |parts: &[SlicePartial], by: RankBy| {
        let mut sum = Parts::default();
        parts.iter().for_each(|part| sum.add(part.clone()).unwrap());
        sum.finish(by, &()).map_err(|error| error.to_string())
    };
    let (ari, adjusted) = (RankBy::Metric("ari"), RankBy::SlamAdjusted);
    let by_ari = Options { rank_by: ari, ..Options::default() };
    let wrong = ["s1", "s2"].map(|slice| made(slice, &Options::default()));
    let common = ["s1", "s2"].map(|slice| made(slice, &by_ari));
    let found = finished(&wrong, adjusted).unwrap();
    let pooled = &found.method("gaps").unwrap().pooled;
    assert_eq!((pooled.n_spots, pooled.n_truth_spots, pooled.n_unlabelled), (162, 162, 16));
    assert_eq!(
        finished(&wrong, ari).unwrap_err(),
        "rank_by ari may rise where spots have no prediction, and some slices have such spots: compare them with missing_pred \
         common first"
    );
    let found = finished(&common, ari).unwrap();
    assert!(found.methods.iter().all(|method| method.pooled.n_spots == 2 * (81 - 8)));
    let said =
        "all methods are scored on the 73 of 81 spots that every one of them labels, because rank_by = ari may rise";
    assert!(found.warnings.iter().any(|warning| warning.to_string().contains(said)), "{:?}", found.warnings);
    let mixed = finished(&[wrong[0].clone(), common[1].clone()], adjusted).unwrap_err();
    assert_eq!(
        mixed,
        "slices \"s1\" and \"s2\" do not add up: missing_pred is \"wrong\" on one and \"common\" on the other"
    );
}
