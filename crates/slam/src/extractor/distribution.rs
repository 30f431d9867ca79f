//! Distributions on the axes of ℝᴷ: what a labeling looks like once its edges are forgotten.

use crate::error::{Error, Result};

/// How far from 1 the masses of a distribution may add up.
const TOLERANCE: f64 = 1e-9;

/// A distribution on the axes of ℝᴷ: atoms with masses.
///
/// The atoms are those of an edge's attribute: weight times the unit vector of its kind, the origin for kind 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// Invariant: at least 1.
    n_axes: usize,
    /// Invariant: at least 1.
    n_edges: usize,
    /// Invariant: strictly increasing by axis, then value; the origin is on axis 0. Values lie in [0, 1], masses are
    /// positive and add up to 1 within 1e-9.
    atoms: Vec<Atom>,
}

/// A mass at the point `value · e_axis`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Atom {
    /// The axis, from 0.
    pub axis: u16,
    /// The distance from the origin, 0 to 1.
    pub value: f64,
    /// The mass.
    pub mass: f64,
}

impl Distribution {
    /// A distribution of `n_edges` edges over atoms in any order.
    ///
    /// Atoms in the same place become one, atoms without mass are left out. Masses are kept as given, not renormalised.
    pub fn new(n_axes: usize, n_edges: usize, mut atoms: Vec<Atom>) -> Result<Self> {
        if n_edges == 0 {
            return Err(Error::NoEdges);
        }
        check(n_axes, &atoms)?;
        for atom in atoms.iter_mut().filter(|atom| atom.value == 0.0) {
            (atom.axis, atom.value) = (0, 0.0);
        }
        atoms.retain(|atom| atom.mass > 0.0);
        atoms.sort_by(|a, b| a.axis.cmp(&b.axis).then(a.value.total_cmp(&b.value)).then(a.mass.total_cmp(&b.mass)));
        atoms.dedup_by(|next, kept| {
            let same = next.axis == kept.axis && next.value == kept.value;
            kept.mass += if same { next.mass } else { 0.0 };
            same
        });
        Ok(Self { n_axes, n_edges, atoms })
    }

    /// The number of axes, K: one per truth label.
    pub fn n_axes(&self) -> usize {
        self.n_axes
    }

    /// The number of edges that the masses were counted from.
    pub fn n_edges(&self) -> usize {
        self.n_edges
    }

    /// The atoms, by axis, then value; the origin first.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }
}

fn check(n_axes: usize, atoms: &[Atom]) -> Result<()> {
    let parameter = |name, domain, value| Err(Error::Parameter { name, domain, value });
    if n_axes == 0 {
        return parameter("the number of axes", "at least 1", 0.0);
    }
    for atom in atoms {
        if usize::from(atom.axis) >= n_axes {
            return parameter("the axis of an atom", "less than the number of axes", f64::from(atom.axis));
        }
        if !(0.0..=1.0).contains(&atom.value) {
            return parameter("the value of an atom", "between 0 and 1", atom.value);
        }
        if !atom.mass.is_finite() || atom.mass < 0.0 {
            return parameter("the mass of an atom", "a finite number that is not negative", atom.mass);
        }
    }
    let total: f64 = atoms.iter().map(|atom| atom.mass).sum();
    if (total - 1.0).abs() > TOLERANCE {
        return parameter("the sum of the masses", "1", total);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(axis: u16, value: f64, mass: f64) -> Atom {
        Atom { axis, value, mass }
    }

    #[test]
    fn atoms_in_the_same_place_become_one() {
        let atoms =
            vec![atom(1, 1.0, 0.25), atom(1, 0.0, 0.25), atom(0, 0.0, 0.25), atom(0, 0.5, 0.0), atom(1, 1.0, 0.25)];
        let distribution = Distribution::new(2, 4, atoms).unwrap();
        assert_eq!(distribution.atoms(), [atom(0, 0.0, 0.5), atom(1, 1.0, 0.5)]);
    }

    #[test]
    fn the_order_of_atoms_does_not_matter() {
        let mut atoms = vec![atom(0, 1.0, 0.1), atom(0, 1.0, 0.2), atom(0, 1.0, 0.3), atom(2, 0.5, 0.4)];
        let forward = Distribution::new(3, 4, atoms.clone()).unwrap();
        atoms.reverse();
        assert_eq!(forward, Distribution::new(3, 4, atoms).unwrap());
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(Distribution::new(1, 0, vec![atom(0, 1.0, 1.0)]), Err(Error::NoEdges));
        assert!(Distribution::new(0, 1, vec![]).is_err());
        for atoms in [
            vec![],
            vec![atom(2, 1.0, 1.0)],
            vec![atom(0, 1.5, 1.0)],
            vec![atom(0, f64::NAN, 1.0)],
            vec![atom(0, 1.0, f64::NAN)],
            vec![atom(0, 1.0, 0.9)],
            vec![atom(0, 1.0, 1.5), atom(1, 1.0, -0.5)],
        ] {
            assert!(Distribution::new(2, 1, atoms.clone()).is_err(), "{atoms:?}");
        }
    }
}
