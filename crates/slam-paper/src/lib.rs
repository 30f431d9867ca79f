//! Slides made to show what a score sees: the demo's tissue and the methods that get it wrong.
//!
//! Everything descends from seeds that stand in the code, so the same slide comes out on any machine.

mod slide;
mod cortex;
mod faults;
mod demo;

pub use demo::demo;
pub use slide::Slide;
