//! The reproduction of the paper: its numbers, its claims, its report.
#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod claims;
mod demo_report;
mod golden;
mod shared_data;
