//! Work on many threads, or, without the feature `rayon`, the same work on one: the same bits either way.

#[cfg(not(feature = "rayon"))]
mod sequential;
mod tasks;

#[cfg(feature = "rayon")]
pub(crate) use rayon::{current_num_threads, join};
#[cfg(not(feature = "rayon"))]
pub(crate) use sequential::{current_num_threads, join};

pub(crate) use tasks::{each, each_with};

/// What a file needs that works in parallel.
pub(crate) mod prelude {
    #[cfg(not(feature = "rayon"))]
    pub(crate) use super::sequential::{IntoParallelIterator, ParallelExtend, ParallelSlice, ParallelSliceMut};
    #[cfg(feature = "rayon")]
    pub(crate) use rayon::prelude::*;
}
