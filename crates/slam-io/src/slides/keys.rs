//! Columns that may tell slides apart: which names they go by, and whether their spots lie as those of slides do.

use slam::Labeling;

use super::geometry::{Pattern, pattern, regularity};
use super::near::{Near, sample};

/// Names of columns that tell slides apart.
const SLIDES: [&str; 20] = [
    "library_id",
    "library",
    "library_name",
    "library_key",
    "slide_id",
    "slide",
    "slide_name",
    "slice_id",
    "slice",
    "slice_name",
    "sample_id",
    "sample",
    "sample_name",
    "section_id",
    "section",
    "section_name",
    "brain_section_label",
    "capture_area",
    "puck",
    "puck_id",
];
/// Names of columns that often do.
const BATCHES: [&str; 8] =
    ["batch", "batch_id", "image_id", "image", "orig_ident", "dataset", "dataset_id", "experiment"];
/// Names of columns that sometimes do: there may be several slides of a donor, and regions or fields of view of one slide.
const OTHERS: [&str; 16] = [
    "region_id",
    "region",
    "donor_id",
    "donor",
    "patient_id",
    "patient",
    "subject_id",
    "subject",
    "individual",
    "specimen",
    "block",
    "replicate",
    "mouse_id",
    "animal",
    "fov",
    "fov_id",
];

/// How surely a column of that name tells slides apart, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The file says so.
    Declared,
    Slide,
    Batch,
    Other,
}

impl Rank {
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase().replace(['.', ' ', '-'], "_");
        let lists = [(&SLIDES[..], Self::Slide), (&BATCHES[..], Self::Batch), (&OTHERS[..], Self::Other)];
        lists.into_iter().find(|(names, _)| names.contains(&name.as_str())).map(|(_, rank)| rank)
    }
}

/// So many spots are looked at, and so many neighbours of each.
const MOST_LOOKED_AT: usize = 1_000;
const AROUND: usize = 10;
/// From so large a share of neighbours with another value on, of those that random values would have, spots overlap.
const OVERLAP: f64 = 0.25;
/// Splitting by slides makes spots more regular, splitting a slide less: how far the index may fall by accident, and how
/// far it must rise where nothing else speaks for slides.
const FALL: f64 = 0.1;
const RISE: f64 = 0.1;
/// So many spots of a slide there must be on average.
const FEWEST_PER_SLIDE: usize = 10;

/// How the spots of different values of a column lie.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Layout {
    /// Among each other.
    Overlapping,
    /// Side by side, with gaps between them.
    Separate,
    /// Side by side without gaps, as parts of one slide do.
    Touching,
}

/// How much of the neighbourhood of a spot has another value, in units of what it would be if values were random; with
/// `groups` among the spots of its group alone.
fn mixing(near: &Near<'_>, labels: &Labeling, groups: Option<&Labeling>) -> f64 {
    let n_spots = near.n_spots() as f64;
    let same: f64 = labels.counts().iter().map(|&n| (n as f64 / n_spots).powi(2)).sum();
    let (mut n_all, mut n_different) = (0_usize, 0_usize);
    for row in sample(near.n_spots(), MOST_LOOKED_AT) {
        let others = near.nearest(row, AROUND, groups);
        n_all += others.len();
        n_different += others.iter().filter(|other| labels.code(other.row) != labels.code(row)).count();
    }
    if n_different == 0 { 0.0 } else { n_different as f64 / n_all as f64 / (1.0 - same).max(1e-9) }
}

fn layout(near: &Near<'_>, labels: &Labeling) -> Layout {
    match mixing(near, labels, None) {
        0.0 => Layout::Separate,
        share if share >= OVERLAP => Layout::Overlapping,
        _ => Layout::Touching,
    }
}

/// Whether values overlap in space within the groups of another column.
pub(super) fn overlaps_within(near: &Near<'_>, labels: &Labeling, groups: &Labeling) -> bool {
    mixing(near, labels, Some(groups)) >= OVERLAP
}

/// Whether each value of a column may be a slide, given its name's rank.
pub(super) fn is_of_slides(near: &Near<'_>, labels: &Labeling, rank: Rank) -> bool {
    let n_values = labels.n_labels();
    if labels.n_missing() > 0 || n_values < 2 {
        return false;
    }
    if rank != Rank::Declared && near.n_spots() < FEWEST_PER_SLIDE * n_values {
        return false;
    }
    match (rank, layout(near, labels)) {
        (Rank::Declared, _) | (Rank::Slide, Layout::Separate) => true,
        (_, Layout::Separate | Layout::Touching) => false,
        (Rank::Other, Layout::Overlapping) => rise(near, labels).is_some_and(|rise| rise >= RISE),
        (_, Layout::Overlapping) => rise(near, labels).is_none_or(|rise| rise >= -FALL),
    }
}

/// Whether the spots of different values overlap, and are more regular by themselves.
pub(super) fn is_of_overlapping_slides(near: &Near<'_>, labels: &Labeling) -> bool {
    near.n_spots() >= FEWEST_PER_SLIDE * labels.n_labels() && is_of_slides(near, labels, Rank::Other)
}

/// By how much the spots of one value are more regular than all together.
fn rise(near: &Near<'_>, labels: &Labeling) -> Option<f64> {
    Some(regularity(near, Some(labels))? - regularity(near, None)?)
}

/// Whether the spots of one value look like those of one slide.
pub(super) fn is_whole(near: &Near<'_>, labels: &Labeling) -> bool {
    pattern(near, Some(labels)) == Pattern::Plain
}

/// Whether two columns split the spots alike.
pub(super) fn is_same_split(one: &Labeling, other: &Labeling) -> bool {
    let mut partner = vec![None; one.n_labels()];
    let mut is_alike = |row: usize| match (one.code(row), other.code(row)) {
        (Some(own), Some(theirs)) => *partner[own].get_or_insert(theirs) == theirs,
        (own, theirs) => own.is_none() && theirs.is_none(),
    };
    one.n_labels() == other.n_labels() && (0..one.n_spots()).all(&mut is_alike)
}
