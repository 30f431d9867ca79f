//! The library from outside: laws, golden numbers, and what the documentation says.
#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod adjusted_golden;
mod adjusted_laws;
mod authors;
mod blind_spots;
mod by_hand;
mod compared;
mod discrepancy;
mod framework;
mod framework_golden;
mod gaming;
mod laws;
mod metric_golden;
mod metric_laws;
mod missing;
mod printed_digits;
mod weights;
