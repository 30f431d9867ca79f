//! Statistical inference: tests against chance, confidence intervals, and which differences between methods hold.
//!
//! Everything works on tables that add up (labels, kinds of edges), so that it costs little beside the score itself.

mod undefined;
mod finding;
mod student;
mod field;
mod grid;
mod raster;
mod blocks;
mod counts;
mod ground;
mod landing;
mod replicates;
mod shift;
mod permutation;
mod weisfeiler_lehman;
mod constants;
mod neighbors;
mod tiles;
mod tile_errors;
mod jackknife;
mod tables;
mod slam_tiles;
mod interval;
mod paired;
mod donors;

mod number;
mod infer;
mod answers;
mod slide;
mod study;
mod ask;
#[cfg(test)]
mod golden;

pub(crate) use answers::ALPHA;
pub use answers::{Difference, Test};
pub use ask::{tile_difference, tile_differences, tile_intervals};
pub use donors::paired_donors;
pub use finding::{Chance, Finding, Interval, Procedure};
pub use infer::Infer;
pub use paired::holm;
pub use permutation::permutation_test;
pub use replicates::{ASKED_REPLICATES, Replicates, UNASKED_REPLICATES, is_kept};
pub use shift::shift_test;
pub(crate) use study::{Donors, compare_over_donors};
pub use undefined::Undefined;
