//! Tables that the library holds: the metrics, colours, and the demo's slide.

use extendr_api::prelude::*;
use slam::Scale;
use slam::metrics::{Better, METRICS, Selection};
use slam_report::css;

use crate::words::{Outcome, failure, refused};

/// Name, title, family and whether larger is better, for each metric.
#[extendr]
fn metric_table() -> List {
    list!(
        metric = METRICS.iter().map(|metric| metric.name).collect::<Vec<_>>(),
        title = METRICS.iter().map(|metric| metric.title).collect::<Vec<_>>(),
        family = METRICS.iter().map(|metric| metric.family.name()).collect::<Vec<_>>(),
        higher_is_better = METRICS.iter().map(|metric| metric.better == Better::Higher).collect::<Vec<_>>()
    )
}

/// The *Q* coefficient of two scores, missing where it is undefined.
#[extendr]
fn q_coefficient(name: &str, worse: Option<f64>, better: Option<f64>) -> Outcome<Option<f64>> {
    match Scale::named(name) {
        Some(scale) => Ok(scale.q(worse, better)),
        None => Err(name.parse::<Selection>().map_or_else(failure, |_| refused("one metric is expected"))),
    }
}

/// A colour for each of `n` labels.
#[extendr]
fn palette(n: i32) -> Vec<String> {
    slam_report::palette(usize::try_from(n).unwrap_or(0)).into_iter().map(css).collect()
}

/// The demo's slide: the coordinates, the truth, and what seven methods found.
#[extendr]
fn demo_parts() -> Outcome<List> {
    let slide = slam_paper::demo().map_err(failure)?;
    let flat = slide.spots.coordinates();
    let axis = |axis: usize| flat.iter().skip(axis).step_by(2).copied().collect::<Vec<f64>>();
    let labelings: Vec<&(String, slam::Labeling)> = [&slide.truth].into_iter().chain(&slide.preds).collect();
    let column = |(name, labeling): &&(String, slam::Labeling)| {
        let codes: Vec<i32> = labeling.codes().iter().map(|&code| i32::from(code) + 1).collect();
        (name.clone(), Robj::from(list!(names = labeling.names().to_vec(), codes = codes)))
    };
    Ok(list!(x = axis(0), y = axis(1), labels = List::from_pairs(labelings.iter().map(column))))
}

extendr_module! {
    mod tables;
    fn metric_table;
    fn q_coefficient;
    fn palette;
    fn demo_parts;
}
