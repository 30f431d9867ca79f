//! Which spots of a slide have an edge: those that its shape depends on.

use serde::{Deserialize, Serialize};

use super::codec::record;
use super::reach::{Local, Spots, Stray, order};

/// Which spots of a slide have an edge, for tiles that do not look for edges again.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Body {
    /// The strays that have an edge.
    pub(super) strays: Vec<[f64; 2]>,
    /// The positions of all strays and of all spots without an edge, by x and then y; none if there are too many.
    apart: Option<Vec<[f64; 2]>>,
}
record!(Body { strays, apart });

/// What tiles tell about spots without an edge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Joined {
    /// The number of edges at every stray.
    stray_degrees: Vec<u64>,
    /// The spots without an edge that are no strays; none if there are too many.
    edgeless: Option<Vec<[f64; 2]>>,
}
record!(Joined { stray_degrees, edgeless });

/// The spots that a tile counts at, strays left out, by whether they have an edge, and the edges at strays.
#[derive(Debug)]
pub(super) struct Ends {
    pub(super) joined: Vec<[f64; 2]>,
    edgeless: Vec<[f64; 2]>,
    stray_degrees: Vec<u64>,
}

impl Body {
    /// The spots of a tile that have an edge, strays left out, if that can be told without looking for edges.
    pub(super) fn joined(&self, spots: Spots<'_>) -> Option<Vec<[f64; 2]>> {
        let apart = self.apart.as_ref()?;
        // Coincident spots are neighbours, or strays together, so that a position tells one spot from another.
        let is_joined = |position: &&[f64; 2]| apart.binary_search_by(|other| order(other, position)).is_err();
        Some(spots.own().filter(is_joined).copied().collect())
    }
}

impl Joined {
    /// What all tiles tell about a slide with these strays, of which at most so many spots are listed.
    pub(super) fn body(&self, strays: &[Stray], most: usize) -> Body {
        let is_joined = |(stray, &degree): (&Stray, &u64)| (degree > 0).then_some(stray.position);
        let list = |edgeless: &Vec<[f64; 2]>| {
            let mut apart = edgeless.clone();
            apart.extend(strays.iter().map(|stray| stray.position));
            apart.sort_by(order);
            apart
        };
        Body {
            strays: strays.iter().zip(&self.stray_degrees).filter_map(is_joined).collect(),
            apart: self.edgeless.as_ref().filter(|edgeless| edgeless.len() <= most).map(list),
        }
    }

    /// What two tiles tell.
    pub(super) fn plus(self, other: Self) -> Self {
        let edgeless = self.edgeless.zip(other.edgeless).map(|(a, b)| {
            let mut all = [a, b].concat();
            all.sort_by(order);
            all
        });
        let degrees = self.stray_degrees.iter().zip(&other.stray_degrees);
        Self { stray_degrees: degrees.map(|(a, b)| a + b).collect(), edgeless }
    }
}

impl Ends {
    /// The spots of a tile that its edges join and do not join.
    pub(super) fn of(local: &Local, n_strays: usize) -> Self {
        let n_spots = local.positions.len().saturating_sub(n_strays);
        let mut degrees = vec![0u64; n_spots + n_strays];
        for &(u, v) in &local.edges {
            degrees[u as usize] += 1;
            degrees[v as usize] += 1;
        }
        let stray_degrees = degrees.split_off(n_spots);
        let own = || (0..n_spots).filter(|&spot| local.is_counted[spot]);
        let positions = |has_edge: bool| {
            own().filter(|&spot| (degrees[spot] > 0) == has_edge).map(|spot| local.positions[spot]).collect()
        };
        Self { joined: positions(true), edgeless: positions(false), stray_degrees }
    }

    /// What the tile tells all others, of which at most so many spots are listed.
    pub(super) fn tell(self, most: usize) -> Joined {
        let edgeless = (self.edgeless.len() <= most).then_some(self.edgeless);
        Joined { stray_degrees: self.stray_degrees, edgeless }
    }
}
