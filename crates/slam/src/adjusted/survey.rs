//! The shape of a slide that is seen tile by tile: what each tile adds to it, and what follows once all have.

use super::distances::{Coordinates, DistanceBins, Histogram, Moments};
use super::eigen::eigen;
use super::shape::{self, N_MEANS, Shape as OfSlice};
use super::symmetry;

pub(crate) use super::shape::Bounds as Box2;
