//! Results as people and programs read them: tables for the terminal and for documents, JSON, CSV, TSV
//! and one HTML file.
//!
//! Shows results and computes none.
//!
//! ```
//! use slam::{Labeling, Options, Pair, Spots};
//! use slam_report::{Look, Schema, score_text, to_json};
//!
//! let spots = Spots::new(2, (0..36).flat_map(|i| [f64::from(i % 6), f64::from(i / 6)]).collect())?;
//! let halves = |cut: usize| Labeling::from_texts((0..36).map(|i| if i % 6 < cut { "a" } else { "b" }));
//! let score = Options::default().analyze(Pair::new(spots, halves(3)?, halves(4)?)?, &())?.score;
//! assert!(score_text(&score, &Look::default()).contains("36 spots"));
//! assert!(to_json(Schema::Score, &score)?.contains("\"slam_adjusted\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod number;
mod visible;
mod text;
mod cells;
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

pub use cells::{Cell, Cells, Values};
pub use delimited::{comparison_cells, comparison_rows, score_rows, write_rows, write_spots};
pub use document::Document;
pub use error::{Error, Result};
pub use figure::{Figure, figures};
pub use html::{Color, ReportFile, ReportOptions, css, palette, report_html, study_html};
pub use json::{to_json, to_json_list};
pub use leaderboard::leaderboard_text;
pub use look::Look;
pub use number::{count, counted};
pub use scene::{Image, Lengths, Polygon, Scene, Words, YAxis};
pub use schema::Schema;
pub use study::{comparison_multiqc, study_cells, study_multiqc, study_rows, study_text};
pub use text::{lay_out, score_text};
pub use visible::{one_line, visible, visible_with_styles};
