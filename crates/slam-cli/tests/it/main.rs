//! The command as people and programs see it.
#![cfg(test)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod authors;
mod bad_input;
mod bad_options;
mod by_hand;
mod documents;
mod drops;
mod drawing;
mod figures;
mod folder;
mod given;
mod inference;
mod joins;
mod metric_page;
mod page;
mod paper;
mod pipes;
mod rasters;
mod real_files;
mod schemas;
mod slides;
mod shared_data;
mod studies;
mod transcripts;
