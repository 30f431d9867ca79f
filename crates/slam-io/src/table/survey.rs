//! What is in each column of a table.

use std::collections::BTreeMap;

use slam::Labeling;

use super::positions::{Choice, choose};
use super::{Fault, Part, Row, Table};
use crate::error::{Error, Result};
use crate::inspection::{Column, Inspection, Kind, Positions, next_line};
use crate::request::Request;
use crate::source::Source;

/// So many columns are looked at.
const MOST_COLUMNS: usize = 1_000;
/// So many different texts may be labels, and none longer than this.
const MOST_TEXTS: usize = 1_000;
const LONGEST_TEXT: usize = 200;
/// So many labels are shown.
const SHOWN_LABELS: usize = 5;
/// Whole numbers of so many different values are taken for labels.
const MOST_NUMBERS: usize = 100;

/// Reads all rows and says what is in the columns.
pub(super) fn survey(mut table: Table) -> Result<Inspection> {
    table.settle_ids(None, &|_| false)?;
    let choice = choose(&Request::default(), &table.file, &table.columns).ok();
    let n_columns = table.columns.len().min(MOST_COLUMNS);
    let new = || Survey { n_rows: 0, columns: vec![Contents::default(); n_columns] };
    let mut whole = new();
    table.read_parts(new, |part| {
        whole.append(part);
        Ok(())
    })?;
    if whole.n_rows == 0 {
        return Err(Error::NoRows { file: table.file });
    }
    let positions = choice.as_ref().and_then(|choice| whole.positions(choice, &table.columns));
    let axes = choice.map(|choice| choice.columns).unwrap_or_default();
    let contents = whole.columns.into_iter().enumerate();
    let columns: Vec<Column> = contents
        .map(|(column, contents)| {
            let kind = contents.kind(table.is_id(column), axes.contains(&column), whole.n_rows);
            Column { name: table.columns[column].clone(), n_missing: contents.n_missing, kind }
        })
        .collect();
    let slices: Vec<String> = columns.iter().filter(|column| column.is_slice()).map(|c| c.name.clone()).collect();
    Ok(Inspection {
        n_spots: whole.n_rows,
        n_more_columns: table.columns.len() - n_columns,
        ids: table.id.map(|column| table.ids_in_words(column)),
        next: next_line(&table.file, &columns, positions.is_some(), &slices),
        file: table.file,
        columns,
        positions,
        slices,
    })
}

/// What is in the columns of a block, or of all blocks so far.
struct Survey {
    n_rows: usize,
    columns: Vec<Contents>,
}

impl Survey {
    fn append(&mut self, part: Self) {
        self.n_rows += part.n_rows;
        self.columns.iter_mut().zip(part.columns).for_each(|(all, new)| all.append(new));
    }

    /// How far the positions reach, or none if they are not all numbers.
    fn positions(&self, choice: &Choice, columns: &[String]) -> Option<Positions> {
        let axes: Vec<&Contents> =
            choice.columns.iter().map(|&column| self.columns.get(column)).collect::<Option<_>>()?;
        let is_number = |axis: &&Contents| axis.n_texts == 0 && axis.n_missing == 0;
        let ranges = axes.iter().map(|axis| [axis.min, axis.max]).collect();
        let choice = choice.settle(&mut [1.0, 0.0], columns);
        axes.iter().all(is_number).then_some(Positions { choice, ranges })
    }
}

impl Part for Survey {
    fn push(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        self.n_rows += 1;
        for (column, contents) in self.columns.iter_mut().enumerate() {
            contents.push(row.text(column).trim());
        }
        Ok(())
    }
}

/// What is in a column so far.
#[derive(Debug, Clone)]
struct Contents {
    n_missing: usize,
    /// Fields that are neither missing nor a number.
    n_texts: usize,
    n_numbers: usize,
    is_whole: bool,
    min: f64,
    max: f64,
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
    fn push(&mut self, text: &str) {
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

    fn append(&mut self, part: Self) {
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

    fn kind(&self, is_id: bool, is_axis: bool, n_rows: usize) -> Kind {
        let is_number = self.n_numbers > 0 && self.n_texts == 0;
        let n_different = self.counts.as_ref().map_or(usize::MAX, BTreeMap::len);
        let is_label = if is_number { self.is_whole && n_different <= MOST_NUMBERS } else { true };
        match &self.counts {
            _ if is_id => Kind::Id,
            _ if self.n_numbers + self.n_texts == 0 => Kind::Empty,
            _ if is_number && (is_axis || !is_label) => Kind::Number { min: self.min, max: self.max },
            // Where nearly every spot says something else, nothing is labelled.
            Some(counts) if counts.len() <= (n_rows - self.n_missing).div_ceil(2) => label(counts),
            _ if is_number => Kind::Number { min: self.min, max: self.max },
            _ => Kind::Text,
        }
    }
}

/// The labels that these texts are, the commonest first.
fn label(counts: &BTreeMap<Box<str>, usize>) -> Kind {
    let labeling = Labeling::from_texts(counts.keys()).expect("a thousand texts are few");
    let mut top: Vec<(String, usize)> = labeling.names().iter().map(|name| (name.clone(), 0)).collect();
    for (text, &n) in counts.values().enumerate() {
        top[labeling.code(text).expect("missing texts are not counted")].1 += n;
    }
    let n_labels = top.len();
    top.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
    top.truncate(SHOWN_LABELS);
    Kind::Label { n_labels, top }
}

/// Whether a text means that there is no label; the words that do are short.
fn is_missing(text: &str) -> bool {
    text.is_empty() || (text.len() <= 4 && Labeling::from_texts([text]).is_ok_and(|labeling| labeling.n_missing() == 1))
}
