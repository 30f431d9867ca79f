//! The polygons of a map: a point inside each, and which of them touch.

use std::sync::Arc;

use extendr_api::prelude::*;
use slam_io::geojson::{Polygon, Position, contiguous, interior_points};

use crate::matrix::Edges;
use crate::words::{Outcome, failure, refused};

/// A point inside each feature, a row each.
#[extendr]
fn points_inside(features: List) -> Outcome<Robj> {
    let points = interior_points(&read(&features)?);
    let placed = |(row, point): (usize, Option<Position>)| {
        point.ok_or_else(|| refused(format!("x, feature {}: it has no corners", row + 1)))
    };
    let points = points.into_iter().enumerate().map(placed).collect::<Outcome<Vec<Position>>>()?;
    Ok(RMatrix::new_matrix(points.len(), 2, |row, axis| points[row][axis]).into())
}

/// The features that touch.
#[extendr]
fn touching(features: List) -> Outcome<ExternalPtr<Edges>> {
    let pairs = contiguous("x", &read(&features)?).map_err(failure)?;
    Ok(ExternalPtr::new(Edges { pairs: Arc::from(pairs) }))
}

/// Features are lists of polygons, which are lists of rings, which are matrices of two columns or more.
fn read(features: &List) -> Outcome<Vec<Vec<Polygon>>> {
    features.values().map(|feature| items(&feature)?.map(|polygon| rings(&polygon)).collect()).collect()
}

fn rings(polygon: &Robj) -> Outcome<Polygon> {
    items(polygon)?.map(|ring| corners(&ring)).collect()
}

fn corners(ring: &Robj) -> Outcome<Vec<Position>> {
    let matrix = RMatrix::<f64>::try_from(ring).map_err(|_| refused("x: a ring must be a matrix of numbers"))?;
    let (n, cells) = (matrix.nrows(), matrix.data());
    if matrix.ncols() < 2 {
        return Err(refused("x: a ring must have two columns"));
    }
    Ok((0..n).map(|corner| [cells[corner], cells[n + corner]]).collect())
}

fn items(list: &Robj) -> Outcome<impl Iterator<Item = Robj>> {
    let list = list.as_list().ok_or_else(|| refused("x: polygons must be lists of rings"))?;
    Ok(list.values())
}

extendr_module! {
    mod polygons;
    fn points_inside;
    fn touching;
}
