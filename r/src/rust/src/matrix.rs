//! Matrices that R holds: measurements, and edges.

use std::sync::{Arc, Mutex};

use extendr_api::prelude::*;

use crate::run::briefly;
use crate::words::{Outcome, failure, refused};

/// What was measured at each spot; taken over by the first study that it is given to.
pub(crate) struct Measurements(Mutex<Option<slam::Measurements>>);

impl Measurements {
    /// The measurements, once.
    pub(crate) fn take(&self) -> Option<slam::Measurements> {
        self.0.lock().ok()?.take()
    }
}

/// Measurements from a dense matrix with a column per spot.
#[extendr]
fn measurements_dense(cells: RMatrix<f64>) -> Outcome<ExternalPtr<Measurements>> {
    let (n_rows, cells) = (cells.nrows(), cells.data());
    wrapped(briefly(|| slam::Measurements::dense(n_rows, cells))?)
}

/// Measurements from a sparse matrix with a column per spot: its rows, and where columns start.
#[extendr]
fn measurements_sparse(
    n_rows: i32,
    starts: Vec<i32>,
    rows: Vec<i32>,
    values: Vec<f64>,
) -> Outcome<ExternalPtr<Measurements>> {
    let starts = starts.into_iter().map(|start| usize::try_from(start).unwrap_or(usize::MAX)).collect();
    // A negative row becomes one beyond the last, which the library refuses.
    let rows = rows.into_iter().map(|row| u32::try_from(row).unwrap_or(u32::MAX)).collect();
    let n_rows = usize::try_from(n_rows).unwrap_or(0);
    wrapped(briefly(|| slam::Measurements::sparse(n_rows, starts, rows, values))?)
}

fn wrapped(read: slam::Result<slam::Measurements>) -> Outcome<ExternalPtr<Measurements>> {
    read.map(|measurements| ExternalPtr::new(Measurements(Mutex::new(Some(measurements))))).map_err(failure)
}

/// Pairs of rows that are neighbours.
pub(crate) struct Edges {
    pub(crate) pairs: Arc<[(u32, u32)]>,
}

/// The edges between rows counted from 1: as they are given, or, from a matrix, whatever their direction, each once, and
/// no loops.
#[extendr]
fn edges_new(from: Vec<i32>, to: Vec<i32>, n_spots: i32, is_matrix: bool) -> Outcome<ExternalPtr<Edges>> {
    let row = |row: i32| {
        let is_known = 1 <= row && row <= n_spots;
        let unknown = || refused(format!("graph: an edge names row {row}, expected rows from 1 to {n_spots}"));
        if is_known { Ok(row as u32 - 1) } else { Err(unknown()) }
    };
    let ends = from.into_iter().zip(to).filter(|(u, v)| !is_matrix || u != v);
    let mut pairs = ends.map(|(u, v)| Ok((row(u)?, row(v)?))).collect::<Outcome<Vec<(u32, u32)>>>()?;
    if is_matrix {
        pairs.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
        pairs.sort_unstable();
        pairs.dedup();
    }
    Ok(ExternalPtr::new(Edges { pairs: Arc::from(pairs) }))
}

extendr_module! {
    mod matrix;
    fn measurements_dense;
    fn measurements_sparse;
    fn edges_new;
}
