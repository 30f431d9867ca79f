//! Results as JSON.

use serde::Serialize;

/// A result as indented JSON with a final line break; what is undefined is `null`, never `NaN`.
pub fn to_json<T: Serialize>(result: &T) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(result)? + "\n")
}
