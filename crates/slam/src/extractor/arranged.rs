//! OnAxes and blocks in an order that the names of labels do not touch.

use std::cmp::Ordering;

use super::dense::{Dense, Point};
use super::distribution::{Atom, Distribution, OnAxes};
use crate::error::Result;

/// Two distributions with their axes, or blocks, in the order of what lies on them in both; those that carry the same may
/// change places without any effect.
pub(crate) fn arranged(truth: Distribution, pred: Distribution) -> Result<[Distribution; 2]> {
    match (&truth, &pred) {
        (Distribution::Axes(one), Distribution::Axes(other)) if one.n_axes() == other.n_axes() => {
            let places = places(&[contents(one), contents(other)]);
            let moved = |axes: &OnAxes| {
                let atom = |atom: &Atom| Atom { axis: places[usize::from(atom.axis)] as u16, ..*atom };
                Distribution::on_axes(axes.n_axes(), axes.n_items(), axes.atoms().iter().map(atom).collect())
            };
            Ok([moved(one)?, moved(other)?])
        }
        (Distribution::Dense(one), Distribution::Dense(other)) if one.n_blocks() == other.n_blocks() => {
            let places = places(&[blocks(one), blocks(other)]);
            let moved = |dense: &Dense| {
                let point = |point: &Point| Point { block: places[point.block], ..point.clone() };
                let points = dense.points().iter().map(point).collect();
                Distribution::in_blocks(dense.n_blocks(), dense.width(), dense.n_items(), points)
            };
            Ok([moved(one)?, moved(other)?])
        }
        // Step IV refuses distributions on different spaces.
        _ => Ok([truth, pred]),
    }
}

/// What lies on every axis, number by number.
fn contents(axes: &OnAxes) -> Vec<Vec<f64>> {
    let mut contents = vec![Vec::new(); axes.n_axes()];
    // The origin is on no axis.
    for atom in axes.atoms().iter().filter(|atom| atom.value > 0.0) {
        contents[usize::from(atom.axis)].extend([atom.value, atom.mass]);
    }
    contents
}

fn blocks(dense: &Dense) -> Vec<Vec<f64>> {
    let mut contents = vec![Vec::new(); dense.n_blocks()];
    for point in dense.points() {
        contents[point.block].extend(&point.values);
        contents[point.block].push(point.mass);
    }
    contents
}

/// The new place of every axis.
fn places(contents: &[Vec<Vec<f64>>; 2]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..contents[0].len()).collect();
    order.sort_by(|&a, &b| {
        contents.iter().map(|one| by_numbers(&one[a], &one[b])).fold(Ordering::Equal, Ordering::then)
    });
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &axis)| places[axis] = place);
    places
}

fn by_numbers(a: &[f64], b: &[f64]) -> Ordering {
    let differing = a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
    differing.unwrap_or_else(|| a.len().cmp(&b.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_leave_no_trace() {
        let on = |axes: [u16; 3]| {
            let atoms = axes.iter().zip([0.2, 0.3, 0.5]).map(|(&axis, mass)| Atom { axis, value: 1.0, mass });
            Distribution::on_axes(3, 10, atoms.collect()).unwrap()
        };
        let one = arranged(on([0, 1, 2]), on([1, 0, 2])).unwrap();
        let renamed = arranged(on([2, 0, 1]), on([0, 2, 1])).unwrap();
        assert_eq!(one, renamed);
        let Distribution::Axes(truth) = &one[0] else { panic!("on axes") };
        assert_eq!(truth.atoms().iter().map(|atom| atom.mass).collect::<Vec<_>>(), [0.2, 0.3, 0.5]);
    }
}
