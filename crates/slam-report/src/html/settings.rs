//! What was computed, from what and with which settings: enough to repeat it.

use serde::Serialize;
use serde_json::Value;
use slam::study::StudyResult;
use slam::{Comparison, Named, Provenance};

use super::words::in_words;
use super::{ReportFile, ReportOptions};
use crate::error::Result;
use crate::number::count;

/// How a study's settings begin that are steps.
const STEP: &str = "step ";

/// What was computed with which settings.
#[derive(Debug, Serialize)]
pub(crate) struct Settings {
    version: String,
    date: Option<String>,
    command: Option<String>,
    /// What was read, in words.
    input: Vec<(String, String)>,
    files: Vec<FileRow>,
    /// Every choice in words, under what it is about.
    words: Vec<(&'static str, String)>,
    /// Every option by its name, as the command takes it.
    options: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct FileRow {
    name: String,
    size: String,
    sum: String,
}

impl Settings {
    /// The settings of a comparison.
    pub(crate) fn new(comparison: &Comparison, report: &ReportOptions) -> Result<Self> {
        let provenance = &comparison.provenance;
        let options = serde_json::to_value(&provenance.options)?;
        let options = options.as_object().into_iter().flatten();
        Ok(Self {
            version: provenance.version.to_owned(),
            date: report.date.clone(),
            command: report.command.clone(),
            input: provenance.input.0.iter().map(|(what, how)| (what.replace('_', " "), how.clone())).collect(),
            files: report.files.iter().map(file_row).collect(),
            words: in_words(provenance),
            options: options.map(|(name, value)| (name.replace('_', "-"), words(value))).collect(),
        })
    }
}

impl Settings {
    /// The settings of a study.
    pub(crate) fn of_study(study: &StudyResult, report: &ReportOptions) -> Self {
        let provenance = &study.provenance;
        let is_step = |name: &&String| name.starts_with(STEP);
        let steps = provenance.settings.0.iter().filter(|(name, _)| is_step(name));
        let chosen = provenance.settings.0.iter().filter(|(name, _)| !is_step(name));
        let options: serde_json::Map<String, Value> =
            chosen.map(|(name, value)| (name.clone(), value.clone())).collect();
        let said = Provenance {
            version: "",
            seed: None,
            steps: steps.map(|(name, value)| (name[STEP.len()..].to_owned(), words(value))).collect(),
            options: serde_json::from_value(Value::Object(options.clone())).ok(),
            input: Named::default(),
        };
        let mut about = in_words(&said);
        about.retain(|(about, _)| *about != "ranked by");
        about.push(("ranked by", format!("{}, {}", study.verdict.by.name(), study.verdict.ranked)));
        let of_slice = |(slice, read): &(String, Vec<(String, String)>)| {
            let what = read.iter().map(|(what, how)| format!("{what} {how}")).collect::<Vec<_>>().join("; ");
            (format!("slice {slice}"), what)
        };
        Self {
            version: provenance.version.clone(),
            date: report.date.clone(),
            command: report.command.clone(),
            input: provenance.input.0.iter().map(of_slice).collect(),
            files: report.files.iter().map(file_row).collect(),
            words: about,
            options: options.iter().map(|(name, value)| (name.replace('_', "-"), words(value))).collect(),
        }
    }
}

fn file_row(file: &ReportFile) -> FileRow {
    let size = file.n_bytes.map(|n| format!("{} bytes", count(n as usize)));
    let otherwise = if file.n_bytes.is_some() { "too large to be read twice" } else { "no file on a disk" };
    FileRow {
        name: file.name.clone(),
        size: size.unwrap_or_default(),
        sum: file.sha256.clone().unwrap_or_else(|| otherwise.to_owned()),
    }
}

fn words(value: &Value) -> String {
    match value {
        Value::Null => "auto".to_owned(),
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Object(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(items) => {
            items.iter().map(|(name, value)| format!("{name} {}", words(value))).collect::<Vec<_>>().join(", ")
        }
        Value::Number(number) => number.to_string(),
    }
}
