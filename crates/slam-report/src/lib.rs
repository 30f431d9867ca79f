//! Results as people and programs read them: tables for the terminal, JSON, CSV, TSV and one HTML file.
//!
//! Shows results and computes none.

mod number;
mod text;
mod delimited;
mod json;
mod error;
mod html;
mod inference;
mod leaderboard;
pub mod exhibit;

pub use delimited::{score_rows, write_rows, write_spots};
pub use error::{Error, Result};
pub use html::{Color, ReportOptions, css, mean_ranks, palette, report_html};
pub use json::to_json;
pub use leaderboard::{comparison_rows, leaderboard_text};
pub use number::count;
pub use text::{lay_out, score_text};
