//! Labels that R holds, read once.

use std::sync::Arc;

use extendr_api::prelude::*;
use slam::{Labeling, LabelingBuilder};

use crate::words::{Outcome, refused};

/// A label for every spot, or none where it is missing.
pub(crate) struct Labels {
    pub(crate) labeling: Arc<Labeling>,
}

/// Labels from the levels and codes of a factor; `name` is for messages.
#[extendr]
fn labels_new(name: &str, levels: Vec<String>, codes: Robj) -> Outcome<ExternalPtr<Labels>> {
    let codes = codes.as_integer_slice().ok_or_else(|| refused(format!("{name}: codes must be integers")))?;
    // The code of a missing label is the least integer.
    let counted = codes.iter().map(|&code| i64::from(code) - 1);
    let labeling = Labeling::from_codes(&levels, counted).map_err(|error| refused(format!("{name}: {error}")))?;
    Ok(ExternalPtr::new(Labels { labeling: Arc::new(labeling) }))
}

/// Labels from texts, none of which is kept; and the texts that count as missing, each with how many spots have it.
#[extendr]
fn labels_of_texts(name: &str, texts: Strings) -> Outcome<List> {
    let mut builder = LabelingBuilder::default();
    let mut missing: Vec<(&str, i32)> = Vec::new();
    for text in texts.iter() {
        let said: &str = if text.is_na() { "" } else { text.as_ref() };
        if slam::is_missing(said.trim()) && !said.trim().is_empty() {
            match missing.iter_mut().find(|(known, _)| *known == said) {
                Some((_, count)) => *count += 1,
                None => missing.push((said, 1)),
            }
        }
        builder.push(said).map_err(|error| refused(format!("{name}: {error}")))?;
    }
    let labeling = builder.finish().map_err(|error| refused(format!("{name}: {error}")))?;
    let (words, counts): (Vec<&str>, Vec<i32>) = missing.into_iter().unzip();
    let held = ExternalPtr::new(Labels { labeling: Arc::new(labeling) });
    Ok(list!(held = held, missing = words, counts = counts))
}

/// Why a column that fits a pattern is no labeling; empty if it is one.
#[extendr]
fn labels_left_out(labels: ExternalPtr<Labels>) -> String {
    slam_io::left_out(&labels.labeling, labels.labeling.n_spots()).unwrap_or_default()
}

/// Whether texts count as missing.
#[extendr]
fn are_missing(texts: Vec<String>) -> Vec<bool> {
    texts.iter().map(|text| slam::is_missing(text.trim())).collect()
}

extendr_module! {
    mod labels;
    fn labels_new;
    fn labels_of_texts;
    fn labels_left_out;
    fn are_missing;
}
