//! Exhibits as JSON.

use serde_json::{Map, Value, json};

use super::Exhibit;
use crate::error::Result;
use crate::schema::Schema;

/// One object: the version of its schema, the data of every exhibit under its key, all verdicts under `claims`, and how it came about under
/// `provenance`.
pub fn exhibits_json(exhibits: &[Exhibit], provenance: Value) -> Result<String> {
    let mut all = Map::new();
    all.insert("schema".to_owned(), json!(Schema::Reproduce.version()));
    for exhibit in exhibits {
        all.insert(exhibit.key.clone(), exhibit.data.clone());
    }
    let mut claims = Vec::new();
    for exhibit in exhibits {
        for verdict in &exhibit.verdicts {
            let mut claim = serde_json::to_value(verdict)?;
            claim["exhibit"] = json!(exhibit.key);
            claims.push(claim);
        }
    }
    all.insert("claims".to_owned(), Value::Array(claims));
    all.insert("provenance".to_owned(), provenance);
    Ok(serde_json::to_string_pretty(&Value::Object(all))? + "\n")
}
