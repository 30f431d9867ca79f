//! Why a question has no answer.

use thiserror::Error as ThisError;

/// Why a question has no answer on these spots; shown as N/A with these words, never as a number.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Undefined {
    /// With a single truth label any pred is as good as any other.
    #[error("the truth has one label")]
    OneTruthLabel,
    /// A single pred label says nothing about places.
    #[error("the pred has one label")]
    OnePredLabel,
    /// There are too few spots to learn from.
    #[error("{}{n_spots} spots are fewer than the {least} that it takes", on(slice.as_ref()))]
    FewSpots {
        /// The slice, where there are several.
        slice: Option<String>,
        /// The number of spots.
        n_spots: usize,
        /// The smallest number.
        least: usize,
    },
    /// On a small slide errors that reach far look like local ones.
    #[error("{n_spots} spots are fewer than the {least} that it takes to tell errors that reach far from local ones")]
    SmallSlide {
        /// The number of spots.
        n_spots: usize,
        /// The smallest number.
        least: usize,
    },
    /// Without errors nothing is known of how often they occur.
    #[error("no spot is wrong here, so that nothing tells how often errors occur elsewhere")]
    NoErrors,
    /// Errors that are as common in every tile have no range.
    #[error("as many spots are wrong in every tile, so that nothing tells how far errors reach")]
    EvenErrors,
    /// A number that no tile changes has no variance.
    #[error("the number is the same without any tile, so that nothing tells how far it would move")]
    Constant,
    /// All tiles lie in one row, so that halving them halves one side alone.
    #[error("the slide is too thin: all its tiles lie in one row")]
    Thin,
    /// Spots that share their place cannot be told apart by moving.
    #[error("{}most spots share their place with others", on(slice.as_ref()))]
    SamePlace {
        /// The slice, where there are several.
        slice: Option<String>,
    },
    /// No shift keeps half of the spots on the tissue.
    #[error("{}no shift in {tries} keeps half of the spots on the tissue: it is too fragmented", on(slice.as_ref()))]
    Fragmented {
        /// The slice, where there are several.
        slice: Option<String>,
        /// The number of shifts that were tried.
        tries: usize,
    },
    /// Too few donors tell how much donors differ.
    #[error("{n_donors} donors are fewer than the 3 that it takes")]
    FewDonors {
        /// The number of donors.
        n_donors: usize,
    },
    /// Too few slices tell how much slices differ.
    #[error("{n_slices} slices are fewer than the 3 that it takes")]
    FewSlices {
        /// The number of slices.
        n_slices: usize,
    },
    /// Nobody said whose the slices are, so that nothing is known of how donors differ.
    #[error("how donors differ is unknown: nobody said whose the {n_slices} slices are")]
    NoDonors {
        /// The number of slices.
        n_slices: usize,
    },
    /// Two methods that never differ leave nothing to test.
    #[error("the two score alike everywhere")]
    Alike,
    /// Tiles of different spots cannot be compared.
    #[error("the two label different spots")]
    DifferentSpots,
    /// The number itself is undefined.
    #[error("the number itself is undefined")]
    NoNumber,
    /// The number is not made of tables that add up over tiles.
    #[error("{number} cannot be had without a tile; slam_adjusted, slam, slam_pinned and ari can")]
    NoTables {
        /// The number.
        number: &'static str,
    },
    /// The number called SLAM is none of the paper's.
    #[error("slam has an interval with the paper's steps alone: one_hot, sliced, exact or sampled")]
    OtherSteps,
    /// An observer asked to stop before anything was known.
    #[error("stopped before it was done")]
    Stopped,
}

fn on(slice: Option<&String>) -> String {
    slice.map_or_else(String::new, |slice| format!("slice {slice:?}: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_the_slice() {
        let few = |slice| Undefined::FewSpots { slice, n_spots: 4, least: 7 }.to_string();
        assert_eq!(few(None), "4 spots are fewer than the 7 that it takes");
        assert_eq!(few(Some("b".to_owned())), "slice \"b\": 4 spots are fewer than the 7 that it takes");
    }
}
