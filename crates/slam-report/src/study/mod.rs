//! A study as people and programs read it: tables for the terminal, rows of CSV, a section for MultiQC.

mod text;
mod rows;
mod multiqc;

pub use multiqc::{comparison_multiqc, study_multiqc};
pub use rows::{study_cells, study_rows};
pub use text::study_text;
