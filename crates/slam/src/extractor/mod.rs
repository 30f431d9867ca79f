//! Step III, attributes: the distribution of the kinds of edges.

mod distribution;

pub use distribution::{Atom, Distribution};
