//! A summary of a column for `slam inspect`: its texts, numbers and missing values, counted one by one.

use std::collections::BTreeMap;

use slam::{Labeling, is_missing};

use crate::inspection::Kind;

/// So many columns are looked at.
pub(crate) const MOST_COLUMNS: usize = 1_000;
/// So many different texts may be labels, and none longer than this.
pub(crate) const MOST_TEXTS: usize = 1_000;
const LONGEST_TEXT: usize = 200;
/// So many labels are shown.
const SHOWN_LABELS: usize = 5;
/// Whole numbers of so many different values are taken for labels.
const MOST_NUMBERS: usize = 100;

/// What is in a column so far.
#[derive(Debug, Clone)]
pub(crate) struct Contents {
    pub(crate) n_missing: usize,
    /// Fields that are neither missing nor a number.
    pub(crate) n_texts: usize,
    n_numbers: usize,
    is_whole: bool,
    pub(crate) min: f64,
    pub(crate) max: f64,
    /// How often each text occurs, unless there are too many.
    counts: Option<BTreeMap<Box<str>, usize>>,
}

impl Default for Contents {
    fn default() -> Self {
        let (min, max) = (f64::INFINITY, f64::NEG_INFINITY);
        Self { n_missing: 0, n_texts: 0, n_numbers: 0, is_whole: true, min, max, counts: Some(BTreeMap::new()) }
    }
}

impl Contents {
    /// Takes the next text, trimmed.
    pub(crate) fn push(&mut self, text: &str) {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        match number {
            _ if is_missing(text) => {
                self.n_missing += 1;
                return;
            }
            Some(number) => {
                self.n_numbers += 1;
                self.is_whole &= number % 1.0 == 0.0;
                (self.min, self.max) = (self.min.min(number), self.max.max(number));
            }
            None => self.n_texts += 1,
        }
        self.count(text, 1);
    }

    fn count(&mut self, text: &str, n: usize) {
        let Some(counts) = &mut self.counts else {
            return;
        };
        if let Some(count) = counts.get_mut(text) {
            *count += n;
        } else if counts.len() == MOST_TEXTS || text.len() > LONGEST_TEXT {
            self.counts = None;
        } else {
            counts.insert(text.into(), n);
        }
    }

    /// Adds what is in the next part.
    pub(crate) fn append(&mut self, part: Self) {
        self.n_missing += part.n_missing;
        self.n_texts += part.n_texts;
        self.n_numbers += part.n_numbers;
        self.is_whole &= part.is_whole;
        (self.min, self.max) = (self.min.min(part.min), self.max.max(part.max));
        match part.counts {
            Some(counts) => counts.iter().for_each(|(text, &n)| self.count(text, n)),
            None => self.counts = None,
        }
    }

    /// The number of texts that are not missing.
    pub(crate) fn n_values(&self) -> usize {
        self.n_numbers + self.n_texts
    }

    /// What the column is.
    pub(crate) fn kind(&self, is_id: bool, is_axis: bool) -> Kind {
        if is_id { Kind::Id } else { self.tally().kind(is_axis) }
    }

    fn tally(&self) -> Tally {
        Tally {
            n_values: self.n_values(),
            is_number: self.n_numbers > 0 && self.n_texts == 0,
            is_whole: self.is_whole,
            range: [self.min, self.max],
            labels: self.counts.as_ref().map(labels),
        }
    }
}

/// What was counted in a column, from which it follows what the column is.
#[derive(Debug)]
pub(crate) struct Tally {
    /// The number of spots where the column says something.
    pub(crate) n_values: usize,
    pub(crate) is_number: bool,
    pub(crate) is_whole: bool,
    /// The smallest and the largest number.
    pub(crate) range: [f64; 2],
    /// The different labels, if they are few.
    pub(crate) labels: Option<Labels>,
}

/// Different labels.
#[derive(Debug)]
pub(crate) struct Labels {
    pub(crate) n: usize,
    /// The commonest, with their counts.
    pub(crate) top: Vec<(String, usize)>,
}

impl Tally {
    /// What the column is.
    pub(crate) fn kind(self, is_axis: bool) -> Kind {
        let Self { n_values, is_number, is_whole, range: [min, max], labels } = self;
        let may_label = |labels: &Labels| !is_number || (is_whole && labels.n <= MOST_NUMBERS);
        // Where nearly every spot says something else, nothing is labelled.
        let is_repeated = |labels: &Labels| labels.n <= n_values.div_ceil(2);
        match labels.filter(|labels| may_label(labels) && is_repeated(labels)) {
            _ if n_values == 0 => Kind::Empty,
            Some(Labels { n, top }) if !(is_number && is_axis) => Kind::Label { n_labels: n, top },
            _ if is_number => Kind::Number { min, max },
            _ => Kind::Text,
        }
    }
}

impl Labels {
    /// The labels of a labeling, the commonest first, ties in label order.
    pub(crate) fn of(labeling: &Labeling) -> Self {
        Self::new(labeling.names().iter().cloned().zip(labeling.counts()).collect())
    }

    /// The labels with these counts; ties stay in order.
    pub(crate) fn new(mut top: Vec<(String, usize)>) -> Self {
        let n = top.len();
        top.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        top.truncate(SHOWN_LABELS);
        Self { n, top }
    }
}

/// The labels that these texts are.
fn labels(counts: &BTreeMap<Box<str>, usize>) -> Labels {
    let labeling = Labeling::from_texts(counts.keys()).expect("a thousand texts are few");
    let mut all: Vec<(String, usize)> = labeling.names().iter().map(|name| (name.clone(), 0)).collect();
    for (text, &n) in counts.values().enumerate() {
        all[labeling.code(text).expect("missing texts are not counted")].1 += n;
    }
    Labels::new(all)
}
