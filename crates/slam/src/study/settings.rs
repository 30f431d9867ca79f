//! The settings that a partial was made with: those that its numbers hang on.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::options::Options;
use crate::pair::missing::MissingPred;
use crate::score::named::Named;

/// Options that decide what is asked or shown, not what a slice's numbers are.
const WITHOUT_EFFECT: [&str; 5] = ["rank_by", "infer", "test", "replicates", "allow_many_labels"];

/// The options by name as JSON has them, then the steps as they describe themselves.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(pub Map<String, Value>);

impl Settings {
    /// The settings of a result.
    pub(super) fn of(options: Option<&Options>, steps: &Named<String>) -> Self {
        let written = options.and_then(|options| serde_json::to_value(options).ok());
        let mut all = if let Some(Value::Object(all)) = written { all } else { Map::new() };
        WITHOUT_EFFECT.iter().for_each(|name| drop(all.shift_remove(*name)));
        // Every slice has as many edges as it has.
        let is_given = |graph: &Value| graph.as_str().is_some_and(|graph| graph.starts_with("given"));
        if let Some(graph) = all.get_mut("graph").filter(|graph| is_given(graph)) {
            *graph = Value::from("given");
        }
        for (name, step) in steps.0.iter().filter(|(name, _)| name != "graph") {
            all.insert(format!("step {name}"), Value::from(step.clone()));
        }
        Self(all)
    }

    /// The options that can be had back: all but the graph, and without steps of one's own.
    pub(super) fn options(&self) -> Option<Options> {
        let is_option = |name: &String| !name.starts_with("step ") && !["graph", "k", "tie"].contains(&name.as_str());
        let all = self.0.iter().filter(|(name, _)| is_option(name)).map(|(name, value)| (name.clone(), value.clone()));
        serde_json::from_value(Value::Object(all.collect())).ok()
    }

    /// Whether spots without a prediction stay.
    pub(super) fn keeps_missing(&self) -> bool {
        self.0.get("missing_pred").and_then(Value::as_str) == Some(MissingPred::Wrong.name())
    }

    /// A step, as it describes itself.
    pub(super) fn step(&self, name: &str) -> Option<&str> {
        self.0.get(&format!("step {name}"))?.as_str()
    }

    /// The first setting that differs from another's: its name, what it is here and there.
    pub(super) fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let names = self.0.keys().chain(other.0.keys().filter(|name| !self.0.contains_key(*name)));
        let said = |settings: &Self, name: &str| settings.0.get(name).map_or_else(|| "none".to_owned(), in_words);
        let differs = |name: &&String| self.0.get(*name) != other.0.get(*name);
        names.into_iter().find(differs).map(|name| (name.clone(), said(self, name), said(other, name)))
    }
}

fn in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
