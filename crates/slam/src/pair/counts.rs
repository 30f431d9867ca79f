//! How many spots two labelings label, and what a user should know about that.

use crate::pair::doubt::Doubt;
use crate::score::warning::Warning;

/// How many spots two labelings label.
pub(crate) struct Counts {
    /// The number of spots that are compared.
    pub(crate) n_spots: usize,
    /// The number of spots with a truth label.
    pub(crate) n_truth: usize,
    /// The number of spots of the input.
    pub(crate) n_rows: usize,
    /// The number of spots that are compared and have no prediction.
    pub(crate) n_wrong: usize,
    /// Whether most spots were left out because the pred does not label them.
    pub(crate) is_partial: bool,
}

impl Counts {
    /// What a user should know about two labelings, from these counts and from the names of their labels.
    pub(crate) fn warnings(&self, [truth, pred]: [&[String]; 2]) -> Vec<Warning> {
        let Self { n_spots, n_truth, n_rows, n_wrong, is_partial } = *self;
        let partial = is_partial.then_some(Warning::PartlyLabelled { n_spots, n_truth });
        let wrong = (n_wrong > 0).then_some(Warning::Unlabelled { n_unlabelled: n_wrong, n_truth: n_spots });
        // Where the pred is at fault, one sentence is enough.
        let is_most = 2 * n_truth < n_rows || (partial.is_none() && 2 * n_spots < n_rows);
        let dropped = is_most.then_some(Warning::MostDropped { n_dropped: n_rows - n_spots, n_rows });
        let doubt = |(role, names, n_spots): (&'static str, &[String], usize)| {
            Doubt::of(names, n_spots).map(|doubt| Warning::NoLabeling { role, doubt })
        };
        let doubts = [("truth", truth, n_spots), ("pred", pred, n_spots - n_wrong)].into_iter().filter_map(doubt);
        dropped.into_iter().chain(partial).chain(wrong).chain(doubts).collect()
    }
}
