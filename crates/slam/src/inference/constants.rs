//! The constants of intervals and paired tests on one slide, all chosen by simulation.
//!
//! `docs/inference.md` says what they hold with errors that are local or reach far; `cargo run --release -p slam-paper --example
//! calibration -- --range` measures it.

/// Slides with fewer spots have no intervals: boundaries displaced smoothly over 15 spots are displaced alike everywhere then,
/// and nothing distinguishes them from local errors. On 676 spots 12 % of equal methods are told apart, on 900 spots 8 %, on 1,020
/// spots 7 %, where intervals of 95 % hold the true value in 90 %.
pub(super) const FEWEST_SPOTS: usize = 1200;

/// How many pairs of fine tiles, the nearest ones, count as neighbours. With 40 long-range errors are recognised about as well,
/// with 100 they are missed more often.
pub(super) const NEIGHBORING_PAIRS: usize = 60;

/// How much of the variance from coarse tiles counts: V = max(0.9·V₈, V₃₂).
pub(super) const COARSE_FACTOR: f64 = 0.9;

/// The degrees of freedom of Student's t. With 7, one less than the coarse tiles, p of all pairs of 16 methods adjusted together
/// tells equal ones apart in up to 21 % of cases instead of 12 %.
pub(super) const DEGREES: f64 = 5.0;

/// Errors of neighbouring tiles that correlate by less than this count as local.
pub(super) const LOCAL_CORRELATION: f64 = 0.1;

/// From this correlation on the variance grows no more: it is 21 times that of local errors then.
pub(super) const LARGEST_CORRELATION: f64 = 0.3;

/// How much the variance grows with the correlation of neighbouring tiles between those two.
pub(super) const GROWTH: f64 = 100.0;
