//! Results as people and programs read them: tables for the terminal and for documents, JSON, CSV, TSV
//! and one HTML file.
//!
//! Shows results and computes none.

mod number;
mod visible;
mod text;
mod delimited;
mod schema;
mod json;
mod error;
mod html;
mod scene;
mod look;
mod inference;
mod leaderboard;
mod study;
mod document;
pub mod exhibit;
mod figure;

pub use delimited::{comparison_rows, score_rows, write_rows, write_spots};
pub use document::Document;
pub use error::{Error, Result};
pub use figure::{Figure, figures};
pub use html::{Color, ReportFile, ReportOptions, css, mean_ranks, palette, report_html, study_html};
pub use json::{to_json, to_json_list};
pub use leaderboard::leaderboard_text;
pub use look::Look;
pub use number::{count, counted};
pub use scene::{Image, Lengths, Polygon, Scene, Words, YAxis};
pub use schema::Schema;
pub use study::{comparison_multiqc, study_multiqc, study_rows, study_text};
pub use text::{lay_out, score_text};
pub use visible::{one_line, visible, visible_with_styles};
