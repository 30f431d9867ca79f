//! Results as people and programs read them: tables for the terminal, JSON, CSV, TSV and one HTML file.
//!
//! Shows results and computes none.

mod number;
mod text;
mod delimited;
mod json;
mod error;
mod html;

pub use delimited::{score_rows, spot_rows, write_rows};
pub use error::{Error, Result};
pub use html::{ReportOptions, report_html};
pub use json::to_json;
pub use number::count;
pub use text::{lay_out, score_text};
