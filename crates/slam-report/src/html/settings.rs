//! What was computed with which settings: enough to repeat it.

use serde::Serialize;
use serde_json::Value;
use slam::Comparison;

use crate::error::Result;

/// What was computed with which settings.
#[derive(Debug, Serialize)]
pub(crate) struct Settings {
    version: String,
    command: Option<String>,
    options: Vec<(String, String)>,
    steps: Vec<(String, String)>,
    input: Vec<(String, String)>,
}

impl Settings {
    /// The settings of a comparison.
    pub(crate) fn new(comparison: &Comparison, command: Option<String>) -> Result<Self> {
        let provenance = &comparison.provenance;
        let options = serde_json::to_value(&provenance.options)?;
        let options = options.as_object().into_iter().flatten();
        Ok(Self {
            version: provenance.version.to_owned(),
            command,
            options: options.map(|(name, value)| (name.replace('_', "-"), words(value))).collect(),
            steps: provenance.steps.0.clone(),
            input: provenance.input.0.clone(),
        })
    }
}

fn words(value: &Value) -> String {
    match value {
        Value::Null => "auto".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Object(items) if items.is_empty() => "none".to_owned(),
        other => other.to_string(),
    }
}
