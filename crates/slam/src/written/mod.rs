//! What JSON has of types that are not written field by field: the feature `serde`.

mod inference;
mod options;
mod results;

pub(crate) use options::{as_map, by_label};
pub(crate) use results::{gathered, in_parts};
