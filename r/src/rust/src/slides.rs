//! Many slides: what a study keeps of each, and what all of them say together.

use extendr_api::prelude::*;
use slam::RankBy;
use slam::study::{Parts, SlicePartial};
use slam_report::{Look, Schema, study_cells, study_text, to_json};

use crate::results::{Comparison, vectors};
use crate::run::briefly;
use crate::words::{Outcome, failure, in_r, refused};

/// What a study keeps of a slide whose methods are compared, packed.
#[extendr]
fn slide_partial(comparison: ExternalPtr<Comparison>, slice: &str, donor: Nullable<String>) -> Outcome<Raw> {
    let donor = donor.into_option();
    let compared = &comparison.0;
    let partial = briefly(|| SlicePartial::of(slice, donor.as_deref(), compared))?.map_err(failure)?;
    partial.to_bytes().map(|bytes| Raw::from_bytes(&bytes)).map_err(failure)
}

/// What slides say together, as the command's JSON, text and table; what failed is a slide, a method on it, missing where the
/// whole slide failed, and the reason.
#[extendr]
fn slides_finish(
    packed: List,
    rank_by: Nullable<String>,
    slices: Vec<String>,
    methods: Strings,
    reasons: Vec<String>,
) -> Outcome<List> {
    let by = rank_by.into_option().map(|name| name.parse::<RankBy>()).transpose().map_err(failure)?;
    let mut parts = Parts::default();
    for packed in packed.values() {
        let bytes = packed.as_raw_slice().ok_or_else(|| refused("packed slides are expected"))?;
        SlicePartial::from_bytes(bytes).and_then(|partial| parts.add(partial)).map_err(failure)?;
    }
    for ((slice, method), reason) in slices.iter().zip(methods.iter()).zip(reasons) {
        if method.is_na() { parts.fail(slice, reason) } else { parts.fail_method(slice, method.as_ref(), reason) }
    }
    let study = briefly(|| parts.finish(by.unwrap_or_default(), &()))?.map_err(failure)?;
    let warnings: Vec<String> = study.warnings.iter().map(in_r).collect();
    let (header, columns) = vectors(&study_cells(&study));
    Ok(list!(
        json = to_json(Schema::Study, &study).map_err(failure)?,
        text = study_text(&study, &Look::default()),
        header = header,
        columns = columns,
        warnings = warnings
    ))
}

extendr_module! {
    mod slides;
    fn slide_partial;
    fn slides_finish;
}
