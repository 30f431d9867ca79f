//! The paper, reproduced: its cases, its experiments, and slides made to show what a score sees.
//!
//! [`CASES`] makes the slides, one file per case under `cases`; [`EXPERIMENTS`] asks what they show, one file per experiment
//! under `experiments`, and answers with exhibits that the terminal, JSON and the page share; [`Programme`] runs them.
//! Everything descends from seeds and drawings that stand in the code, so the same slide comes out on any machine.
//!
//! ```
//! let slide = slam_paper::demo()?;
//! assert_eq!((slide.spots.n_spots(), slide.preds.len()), (4011, 7));
//! # Ok::<(), slam::Error>(())
//! ```

mod slide;
mod cortex;
mod faults;
mod demo;
mod case;
mod cases;
mod duel;
pub mod calibration;
mod programme;
mod experiments;

pub use case::Case;
pub use cases::{CASES, Made};
pub use demo::demo;
pub use duel::Duel;
pub use experiments::{EXPERIMENTS, Experiment};
pub use programme::{Material, Programme};
pub use slide::Slide;
