//! Distributions: what a labeling looks like once its graph is forgotten.

use super::dense::{Dense, Point};
use crate::error::{Error, Result};

/// How far from 1 the masses of a distribution may add up.
pub(super) const TOLERANCE: f64 = 1e-9;

/// Masses on points of ℝᵐ that add up to 1.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Distribution {
    /// On the axes: every point has one coordinate at most that is not 0, between 0 and 1.
    Axes(OnAxes),
    /// Anywhere.
    Dense(Dense),
}

impl Distribution {
    /// A distribution on axes, counted from `n_items` edges or spots; see [`OnAxes::new`].
    pub fn on_axes(n_axes: usize, n_items: usize, atoms: Vec<Atom>) -> Result<Self> {
        OnAxes::new(n_axes, n_items, atoms).map(Self::Axes)
    }

    /// A distribution on points of `n_dimensions` coordinates each, one after the other, with masses that add up to 1.
    ///
    /// `n_items` is the number of edges or spots that the masses were counted from, not the number of points.
    ///
    /// ```
    /// let corners = slam::Distribution::dense(2, 3, &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0], &[0.25, 0.5, 0.25])?;
    /// assert_eq!(corners.n_points(), 2);
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn dense(n_dimensions: usize, n_items: usize, coordinates: &[f64], masses: &[f64]) -> Result<Self> {
        let points = coordinates.chunks(n_dimensions.max(1)).zip(masses);
        if coordinates.len() != n_dimensions * masses.len() {
            return Err(Error::Step {
                step: "the distribution".to_owned(),
                problem: format!(
                    "{} coordinates for {} masses, expected {n_dimensions} for each",
                    coordinates.len(),
                    masses.len()
                ),
            });
        }
        let points = points.map(|(values, &mass)| Point { block: 0, values: values.to_vec(), mass }).collect();
        Dense::new(1, n_dimensions, n_items, points).map(Self::Dense)
    }

    /// A distribution whose points have coordinates in one of many blocks of dimensions; see [`Dense::new`].
    pub fn in_blocks(n_blocks: usize, width: usize, n_items: usize, points: Vec<Point>) -> Result<Self> {
        Dense::new(n_blocks, width, n_items, points).map(Self::Dense)
    }

    /// The number of dimensions, m.
    pub fn n_dimensions(&self) -> usize {
        match self {
            Self::Axes(axes) => axes.n_axes(),
            Self::Dense(dense) => dense.n_dimensions(),
        }
    }

    /// The number of points that carry mass.
    pub fn n_points(&self) -> usize {
        match self {
            Self::Axes(axes) => axes.atoms().len(),
            Self::Dense(dense) => dense.points().len(),
        }
    }

    /// The points with all of their coordinates, and their masses.
    pub fn points(&self) -> (Vec<Vec<f64>>, Vec<f64>) {
        match self {
            Self::Axes(axes) => {
                let point = |atom: &Atom| {
                    let mut point = vec![0.0; axes.n_axes()];
                    point[usize::from(atom.axis)] = atom.value;
                    point
                };
                (axes.atoms().iter().map(point).collect(), axes.atoms().iter().map(|atom| atom.mass).collect())
            }
            Self::Dense(dense) => {
                let point = |point: &Point| {
                    let mut all = vec![0.0; dense.n_dimensions()];
                    all[point.block * dense.width()..][..dense.width()].copy_from_slice(&point.values);
                    all
                };
                (dense.points().iter().map(point).collect(), dense.points().iter().map(|point| point.mass).collect())
            }
        }
    }
}

impl From<OnAxes> for Distribution {
    fn from(axes: OnAxes) -> Self {
        Self::Axes(axes)
    }
}

/// A distribution on the axes of ℝᴷ: atoms with masses.
///
/// The atoms are those of an edge's attribute: weight times the unit vector of its kind, the origin for kind 0.
#[derive(Debug, Clone, PartialEq)]
pub struct OnAxes {
    /// Invariant: at least 1.
    n_axes: usize,
    /// Invariant: at least 1.
    n_items: usize,
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

impl OnAxes {
    /// A distribution of `n_items` edges or spots over atoms in any order.
    ///
    /// Atoms in the same place become one, atoms without mass are left out. Masses are kept as given, not renormalised.
    pub fn new(n_axes: usize, n_items: usize, mut atoms: Vec<Atom>) -> Result<Self> {
        if n_items == 0 {
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
        Ok(Self { n_axes, n_items, atoms })
    }

    /// The number of axes, K: one per truth label.
    pub fn n_axes(&self) -> usize {
        self.n_axes
    }

    /// The number of edges or spots that the masses were counted from.
    pub fn n_items(&self) -> usize {
        self.n_items
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
        let distribution = OnAxes::new(2, 4, atoms).unwrap();
        assert_eq!(distribution.atoms(), [atom(0, 0.0, 0.5), atom(1, 1.0, 0.5)]);
    }

    #[test]
    fn the_order_of_atoms_does_not_matter() {
        let mut atoms = vec![atom(0, 1.0, 0.1), atom(0, 1.0, 0.2), atom(0, 1.0, 0.3), atom(2, 0.5, 0.4)];
        let forward = OnAxes::new(3, 4, atoms.clone()).unwrap();
        atoms.reverse();
        assert_eq!(forward, OnAxes::new(3, 4, atoms).unwrap());
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(OnAxes::new(1, 0, vec![atom(0, 1.0, 1.0)]), Err(Error::NoEdges));
        assert!(OnAxes::new(0, 1, vec![]).is_err());
        for atoms in [
            vec![],
            vec![atom(2, 1.0, 1.0)],
            vec![atom(0, 1.5, 1.0)],
            vec![atom(0, f64::NAN, 1.0)],
            vec![atom(0, 1.0, f64::NAN)],
            vec![atom(0, 1.0, 0.9)],
            vec![atom(0, 1.0, 1.5), atom(1, 1.0, -0.5)],
        ] {
            assert!(OnAxes::new(2, 1, atoms.clone()).is_err(), "{atoms:?}");
        }
    }
}
