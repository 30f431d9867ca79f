//! What a study keeps of one slice.

use serde::{Deserialize, Serialize};

use crate::comparison::reference::Reference;
use crate::comparison::{Compared, Entry};
use crate::error::Result;
use crate::message::{Message, as_command};
use crate::score::FlowTable;
use crate::score::analysis::Analysis;
use crate::score::warning::Warning;

use super::numbers::{Numbers, OneToOne};
use super::overlap::Overlap;
use super::settings::Settings;

/// What a study keeps of one slice: every method's numbers, and what adds up over slices.
///
/// Partials of the same settings, version and truth add up in any order; see [`Parts`](super::Parts).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SlicePartial {
    /// The version of the library that made it.
    pub version: String,
    /// The settings it was made with.
    pub settings: Settings,
    /// The name of the truth.
    pub truth: String,
    /// The name of the slice.
    pub slice: String,
    /// Whose slice it is, if that is known.
    pub donor: Option<String>,
    /// The number of spots that the truth labels.
    pub n_spots: usize,
    /// Whether methods that label different spots are scored on those that all of them label.
    pub is_common: bool,
    /// The methods, in natural order.
    pub methods: Vec<MethodPartial>,
    /// Labelings that nobody made with care.
    pub references: Vec<MethodPartial>,
    /// What was read, by the words of the front end.
    pub input: Vec<(String, String)>,
}

/// What a study keeps of one method on one slice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MethodPartial {
    /// The name of the method.
    pub method: String,
    /// Its numbers on this slice.
    pub numbers: Numbers,
    /// What became of the edges of each kind, under the names of labels.
    pub flow: FlowTable,
    /// Whether edges have weights, which no flow matrix tells apart.
    pub is_weighted: bool,
    /// The overlap of truth and matched pred; none for references.
    pub overlap: Option<Overlap>,
    /// What the warnings of its numbers say, with the options that they speak of by name.
    #[serde(default, with = "crate::written::in_parts")]
    pub messages: Vec<Message>,
}

impl MethodPartial {
    /// The warnings of its numbers, and what they say.
    pub(super) fn notices(&self) -> impl Iterator<Item = (&Notice, Message)> {
        let said =
            |place: usize, notice: &Notice| self.messages.get(place).cloned().unwrap_or_else(|| (&notice.text).into());
        self.numbers.warnings.iter().enumerate().map(move |(place, notice)| (notice, said(place, notice)))
    }
}

/// A warning: what kind it is of, so that those of many slices can be gathered, and its words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Notice {
    /// The kind.
    pub kind: String,
    /// The words, as the command says them.
    pub text: String,
}

impl From<&Warning> for Notice {
    fn from(warning: &Warning) -> Self {
        let written = format!("{warning:?}");
        let end = written.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(written.len());
        Self { kind: written[..end].to_owned(), text: warning.message().spelled(as_command) }
    }
}

impl SlicePartial {
    /// What a study keeps of a slice whose methods are compared, by the slice's name and, if that is known, its donor's.
    pub fn of(slice: &str, donor: Option<&str>, compared: &Compared) -> Result<Self> {
        let comparison = &compared.comparison;
        let provenance = &comparison.provenance;
        let is_weighted = compared.analyses.iter().any(|analysis| analysis.weights.values.is_some());
        let mut methods: Vec<MethodPartial> =
            comparison.results.iter().zip(&compared.analyses).map(|(entry, own)| of_method(entry, own)).collect();
        methods.sort_by(|a, b| crate::natural_order(&a.method, &b.method));
        let partial = Self {
            version: provenance.version.to_owned(),
            settings: Settings::of(provenance.options.as_ref(), &provenance.steps),
            truth: comparison.truth.clone(),
            slice: slice.to_owned(),
            donor: donor.map(str::to_owned),
            n_spots: comparison.references.first().map_or(0, |reference| reference.score.n_spots),
            is_common: comparison.results.iter().flat_map(|entry| &entry.score.warnings).any(is_common),
            methods,
            references: comparison.references.iter().map(|reference| of_reference(reference, is_weighted)).collect(),
            input: provenance.input.0.clone(),
        };
        partial.check()?;
        Ok(partial)
    }

    /// Whether spots without a prediction are scored.
    pub(super) fn scores_missing(&self) -> bool {
        let lacks = |method: &MethodPartial| method.numbers.n_unlabelled > 0;
        !self.is_common && self.settings.keeps_missing() && self.methods.iter().any(lacks)
    }

    /// The truth labels of the slice, in label order.
    pub fn labels(&self) -> Vec<&str> {
        let kinds = |part: &MethodPartial| part.flow.kinds.len();
        // A method that drops spots may have lost a label.
        let all = self.references.iter().chain(&self.methods).max_by_key(|part| kinds(part));
        all.into_iter().flat_map(|part| &part.flow.kinds).flatten().map(String::as_str).collect()
    }
}

fn is_common(warning: &Warning) -> bool {
    matches!(warning, Warning::CommonSpots { .. })
}

fn of_method(entry: &Entry, analysis: &Analysis) -> MethodPartial {
    let hungarian = entry.hungarian.map(|place| OneToOne { r: place.r, d: place.d });
    MethodPartial {
        method: entry.pred.clone(),
        numbers: Numbers::of(&entry.score, entry.is_partial, entry.blind, hungarian),
        flow: entry.score.flow.clone(),
        is_weighted: analysis.weights.values.is_some(),
        overlap: Some(Overlap::of(analysis)),
        messages: entry.score.warnings.iter().map(Warning::message).collect(),
    }
}

fn of_reference(reference: &Reference, is_weighted: bool) -> MethodPartial {
    MethodPartial {
        method: reference.pred.clone(),
        numbers: Numbers::of(&reference.score, false, None, None),
        flow: reference.score.flow.clone(),
        is_weighted,
        overlap: None,
        messages: Vec::new(),
    }
}
