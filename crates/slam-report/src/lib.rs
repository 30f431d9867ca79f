//! Results as people and programs read them: tables for the terminal, JSON, CSV and TSV.
//!
//! Shows results and computes none.

mod number;
mod text;
mod delimited;
mod json;

pub use delimited::{score_rows, spot_rows, write_rows};
pub use json::to_json;
pub use number::count;
pub use text::{lay_out, score_text};
