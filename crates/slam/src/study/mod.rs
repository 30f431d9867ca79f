//! Studies: many methods on many slides, each slide compared by itself, and all of them together at the end.
//!
//! What flows: a slide is compared with [`Options::compare`](crate::Options::compare), so that its numbers are those of
//! `slam score` to the last bit; [`SlicePartial::of`] keeps what the study needs of it, and the slide can be dropped.
//! [`Parts`] gathers partials in any order, from any machine; [`Parts::finish`] turns them into a [`StudyResult`].
//!
//! * [`SlicePartial`]: one slice. Its numbers by method ([`Numbers`]), what pools over slices ([`MethodPartial`]: flow matrix
//!   and overlap table under the names of labels), the settings it was made with ([`Settings`]). It serialises both ways, and
//!   to bytes with a checksum ([`SlicePartial::to_bytes`], [`SlicePartial::from_bytes`]).
//! * [`StudyResult`]: the slices in natural order; the methods, best first, each with a cell per slice that is none where
//!   the combination is missing ([`StudyMethod::slices`]), its numbers pooled ([`Pooled`]), its means over slices with their
//!   intervals over donors ([`Mean`]), and its rank; wins and losses of every pair ([`Duel`]); the verdict; warnings.
//! * [`SliceMaps`]: what a page draws of a slice, thinned where there are very many spots; made beside the partial while the
//!   slide is at hand ([`SliceMaps::of`]), and in no result.
//!
//! ```
//! use std::sync::Arc;
//! use slam::study::{Parts, SlicePartial};
//! use slam::{Labeling, Options, RankBy, Spots};
//!
//! let spots = Arc::new(Spots::new(2, (0..36).flat_map(|i| [f64::from(i % 6), f64::from(i / 6)]).collect())?);
//! let halves = |cut: usize| Labeling::from_texts((0..36).map(|i| if i % 6 < cut { "a" } else { "b" })).map(Arc::new);
//! let mut parts = Parts::default();
//! for (slice, cut) in [("s1", 4), ("s2", 2)] {
//!     let preds = [("method".to_owned(), halves(cut)?)];
//!     let compared = Options::default().compare(&spots, &("truth".to_owned(), halves(3)?), &preds, &())?;
//!     parts.add(SlicePartial::of(slice, None, &compared)?)?;
//! }
//! let study = parts.finish(RankBy::default(), &())?;
//! assert_eq!(study.methods[0].slices.iter().flatten().count(), 2);
//! # Ok::<(), slam::Error>(())
//! ```

mod numbers;
mod overlap;
mod settings;
mod partial;
mod bytes;
mod result;
mod pooled;
mod means;
mod duels;
mod notices;
mod words;
mod parts;
mod maps;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unlabelled;

pub use maps::{MOST_DRAWN, MethodMap, SliceMaps};
pub use numbers::{AdjustedNumbers, Numbers, OneToOne, SlamNumbers};
pub use overlap::Overlap;
pub use partial::{MethodPartial, Notice, SlicePartial};
pub use parts::Parts;
pub use pooled::Pooled;
pub use result::{Duel, Failure, Mean, StudyMethod, StudyProvenance, StudyResult, StudySlice, StudyVerdict};
pub use settings::Settings;
