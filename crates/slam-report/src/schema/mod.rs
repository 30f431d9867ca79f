//! JSON Schemas of every JSON that is written, and the version that each carries.

use serde_json::{Map, Value, json};

/// What is written as JSON; each has a schema with a version of its own.
///
/// A version rises when a key goes, or means something else; keys may come without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schema {
    /// One labeling against the truth.
    Score,
    /// Many labelings against the truth: what `slam compare` writes, a `slam::Comparison`.
    Compare,
    /// What became of the labels of a pred.
    Match,
    /// Many slides and many methods.
    Study,
    /// What is in a file.
    Inspect,
    /// Which slides and methods are in a folder.
    Layout,
    /// The paper's experiments.
    Reproduce,
}

/// What several schemas share.
const DEFINITIONS: &str = include_str!("defs.json");

impl Schema {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Score, Self::Compare, Self::Study, Self::Match, Self::Inspect, Self::Layout, Self::Reproduce];

    /// Its name, in most cases that of the command that writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Compare => "compare",
            Self::Study => "study",
            Self::Match => "match",
            Self::Inspect => "inspect",
            Self::Layout => "layout",
            Self::Reproduce => "reproduce",
        }
    }

    /// What stands under `schema` in the JSON.
    pub fn version(self) -> &'static str {
        match self {
            Self::Score => "slam-score/1",
            Self::Compare => "slam-compare/1",
            Self::Study => "slam-study/1",
            Self::Match => "slam-match/1",
            Self::Inspect => "slam-inspect/1",
            Self::Layout => "slam-layout/1",
            Self::Reproduce => "slam-reproduce/1",
        }
    }

    /// The schema itself, in the words of JSON Schema 2020-12, with all that it refers to.
    pub fn json(self) -> serde_json::Result<Value> {
        let mut definitions: Map<String, Value> = serde_json::from_str(DEFINITIONS)?;
        let mut root: Map<String, Value> = serde_json::from_str(self.root())?;
        if let Some(Value::Object(own)) = root.shift_remove("$defs") {
            definitions.extend(own);
        }
        let score = definitions["score"].clone();
        definitions.values_mut().for_each(|definition| extend(definition, &score));
        let mut root = Value::Object(root);
        extend(&mut root, &score);
        let id = format!("urn:slam:{}", self.version().replace('/', ":"));
        let mut whole = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": id });
        merge(&mut whole, &root);
        let mut used = Vec::new();
        collect(&root, &definitions, &mut used);
        if !used.is_empty() {
            let kept = definitions.into_iter().filter(|(name, _)| used.contains(name));
            whole["$defs"] = Value::Object(kept.collect());
        }
        Ok(whole)
    }

    fn root(self) -> &'static str {
        match self {
            Self::Score => include_str!("score.json"),
            Self::Compare => include_str!("compare.json"),
            Self::Study => include_str!("study.json"),
            Self::Match => include_str!("match.json"),
            Self::Inspect => include_str!("inspect.json"),
            Self::Layout => include_str!("layout.json"),
            Self::Reproduce => include_str!("reproduce.json"),
        }
    }
}

/// Writes all that a score has into a definition that says that it has it, behind what it has itself.
fn extend(definition: &mut Value, score: &Value) {
    let Some(fields) = definition.as_object_mut() else { return };
    if fields.shift_remove("extends").is_none() {
        return;
    }
    for part in ["properties", "required"] {
        merge(&mut fields[part], &score[part]);
    }
}

/// Adds the entries of an object or a list to another.
fn merge(to: &mut Value, from: &Value) {
    match (to, from) {
        (Value::Object(to), Value::Object(from)) => to.extend(from.clone()),
        (Value::Array(to), Value::Array(from)) => to.extend_from_slice(from),
        _ => {}
    }
}

/// The definitions that a schema refers to, and those that these refer to.
fn collect(schema: &Value, definitions: &Map<String, Value>, used: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
            if let Some((name, found)) = name.and_then(|name| definitions.get_key_value(name)) {
                if !used.contains(name) {
                    used.push(name.clone());
                    collect(found, definitions, used);
                }
            }
            fields.values().for_each(|value| collect(value, definitions, used));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, definitions, used)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_is_whole() {
        for schema in Schema::ALL {
            let json = schema.json().unwrap();
            let text = json.to_string();
            assert!(text.contains(&format!("{{\"const\":\"{}\"}}", schema.version())), "{text}");
            assert!(!text.contains("extends"), "{text}");
            for name in text.split("#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(json["$defs"].get(name).is_some(), "{}: no {name}", schema.name());
            }
        }
    }

    #[test]
    fn a_method_has_all_that_a_score_has() {
        let json = Schema::Compare.json().unwrap();
        let entry = json["$defs"]["entry"]["properties"].as_object().unwrap();
        assert!(["pred", "rank", "slam", "metrics"].into_iter().all(|name| entry.contains_key(name)));
        assert!(json["$defs"].get("score").is_none(), "what nobody refers to is left out");
    }
}
