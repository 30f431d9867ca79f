//! Results as JSON, each with the version of its schema.

use serde::Serialize;

use crate::schema::Schema;

/// A result behind the version of its schema.
#[derive(Serialize)]
struct Versioned<'a, T> {
    schema: &'static str,
    #[serde(flatten)]
    result: &'a T,
}

/// A result as indented JSON with a final line break, its first key `schema`; what is undefined is `null`, never `NaN`.
pub fn to_json<T: Serialize>(schema: Schema, result: &T) -> serde_json::Result<String> {
    indented(&Versioned { schema: schema.version(), result })
}

/// A list of results as JSON, each with its `schema`.
pub fn to_json_list<T: Serialize>(schema: Schema, results: &[T]) -> serde_json::Result<String> {
    let versioned = |result| Versioned { schema: schema.version(), result };
    indented(&results.iter().map(versioned).collect::<Vec<_>>())
}

fn indented<T: Serialize>(result: &T) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(result)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_comes_first() {
        let text = to_json(Schema::Score, &serde_json::json!({ "n_spots": 3 })).unwrap();
        assert_eq!(text, "{\n  \"schema\": \"slam-score/1\",\n  \"n_spots\": 3\n}\n");
        let text = to_json_list(Schema::Match, &[serde_json::json!({})]).unwrap();
        assert_eq!(text, "[\n  {\n    \"schema\": \"slam-match/1\"\n  }\n]\n");
    }
}
