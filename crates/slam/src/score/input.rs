//! What was read, as a front end tells it: results say it, and nothing is computed from it.

use crate::score::named::Named;
use crate::score::warning::Warning;

/// What was read, in words, and what a user should know about it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Input {
    /// What was read: file, truth, preds and all that was decided on the way; names may repeat.
    pub words: Named<String>,
    /// What a user should know about what was read, before all that the computation finds.
    pub warnings: Vec<Warning>,
}
