//! Files as users have them: what is read, what is refused, and that nothing panics.
#![cfg(test)]

mod desk;
mod drawings;
#[path = "../effort/mod.rs"]
mod effort;
mod tables;
mod joins;
mod refusals;
mod measurements;
mod anndata;
mod by_hand;
mod maps;
mod rasters;
mod damaged_rasters;
mod inspections;
mod mutations;
mod shared_data;
