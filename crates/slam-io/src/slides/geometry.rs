//! Whether positions alone show that several slides lie on top of each other: spots at one place, or lattices within
//! one another.

use slam::Labeling;

use super::near::{Near, Neighbour, sample};

/// So many spots are looked at.
const MOST_LOOKED_AT: usize = 600;
/// Fewer spots show no pattern.
const FEWEST: usize = 24;
/// So many neighbours of a spot are looked at; twelve hexagonal lattices have 83 others within one spacing.
const AROUND: usize = 100;
/// The neighbour whose distance measures how dense spots lie.
const DENSITY_RANK: usize = 8;
/// Two spots are at one place if they are nearer than this share of the distance to the eighth neighbour.
const SAME_PLACE: f64 = 0.02;
/// From so large a share of spots at the place of another on, there are several slides.
const MOST_SAME: f64 = 0.3;
/// A spacing is that of a lattice if so large a share of the spots have all neighbours that the lattice asks for.
const LEAST_COMPLETE: f64 = 0.4;
/// How far a neighbour may be from where the lattice has it, in spacings.
const TOLERANCE: f64 = 0.06;
/// Spots of one lattice are no nearer than one spacing: these are too near, in spacings.
pub(super) const TOO_NEAR: f64 = 0.8;
/// From so large a share of spots that are too near on, there are several slides.
const MOST_NEAR: f64 = 0.15;
/// Lattices within one another are less regular than this, and no lattice is that irregular, even with gaps.
const MOST_REGULAR: f64 = 1.45;

/// What the positions show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Pattern {
    /// Nothing that speaks of several slides.
    Plain,
    /// This share of the spots is at the place of another one.
    SamePlace { share: f64 },
    /// A lattice of this spacing, and many spots between its places.
    Interleaved { spacing: f64 },
}

/// What the positions show; with `groups`, what each group shows by itself.
pub(super) fn pattern(near: &Near<'_>, groups: Option<&Labeling>) -> Pattern {
    match Shares::of(near, groups).map_or(Pattern::Plain, Shares::pattern) {
        Pattern::Interleaved { .. } if regularity(near, groups).is_none_or(|index| index >= MOST_REGULAR) => {
            Pattern::Plain
        }
        pattern => pattern,
    }
}

/// Which shares of the spots lie how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shares {
    /// Those at the place of another one.
    pub(super) same_place: f64,
    /// Those with a nearest neighbour whose counterpart is there, too.
    pub(super) opposed: f64,
    /// The spacing of the lattice, if there is one.
    pub(super) spacing: Option<f64>,
    /// Those that are too near to another one for that lattice.
    pub(super) between: f64,
}

impl Shares {
    /// The shares of all spots, or none where there are too few.
    pub(super) fn of(near: &Near<'_>, groups: Option<&Labeling>) -> Option<Self> {
        let around: Vec<Around> = sample(near.n_spots(), MOST_LOOKED_AT)
            .map(|row| Around::new(near, row, groups))
            .filter(|around| around.others.len() >= DENSITY_RANK)
            .collect();
        if around.len() < FEWEST {
            return None;
        }
        let share = |is_such: &dyn Fn(&Around) -> bool| {
            around.iter().filter(|around| is_such(around)).count() as f64 / around.len() as f64
        };
        let (same_place, opposed) = (share(&Around::is_shared), share(&Around::is_opposed));
        // Where the first neighbours are those of a lattice there is nothing to look for, and steps in space are none in a plane.
        let is_plain = same_place >= MOST_SAME || opposed > 1.0 - MOST_NEAR || near.dimensions() != 2;
        let spacing = if is_plain { None } else { spacing(&around) };
        let reach = spacing.map_or(0.0, |spacing| TOO_NEAR * spacing);
        let between = share(&|around| around.others[0].distance < reach && !around.is_opposed());
        Some(Self { same_place, opposed, spacing, between })
    }

    fn pattern(self) -> Pattern {
        match self.spacing {
            _ if self.same_place >= MOST_SAME => Pattern::SamePlace { share: self.same_place },
            Some(spacing) if self.between >= MOST_NEAR => Pattern::Interleaved { spacing },
            _ => Pattern::Plain,
        }
    }
}

/// The mean distance to the nearest spot, in units of what it is on average among as many spots placed at random (the
/// index of Clark and Evans, Ecology 35 (1954)), each spot with the density around itself: 0 where spots coincide, 1 where they are placed at random, about 2
/// on a lattice.
pub(super) fn regularity(near: &Near<'_>, groups: Option<&Labeling>) -> Option<f64> {
    let index = |row: usize| {
        let others = near.nearest(row, DENSITY_RANK, groups);
        let last = others.get(DENSITY_RANK - 1)?.distance;
        let density = (DENSITY_RANK as f64 - 1.0) / (std::f64::consts::PI * last * last);
        Some(if last > 0.0 { 2.0 * others[0].distance * density.sqrt() } else { 0.0 })
    };
    let all: Vec<f64> = sample(near.n_spots(), MOST_LOOKED_AT).filter_map(index).collect();
    (all.len() >= FEWEST).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

/// The share of spots that have another one nearer than `distance`, of those that are looked at.
pub(super) fn share_nearer(near: &Near<'_>, distance: f64) -> f64 {
    let is_near = |&row: &usize| near.nearest(row, 1, None).first().is_some_and(|other| other.distance <= distance);
    let n_near = sample(near.n_spots(), MOST_LOOKED_AT).filter(is_near).count();
    n_near as f64 / near.n_spots().min(MOST_LOOKED_AT) as f64
}

/// A spot and what lies around it.
struct Around {
    others: Vec<Neighbour>,
    /// Where they lie, seen from the spot.
    offsets: Vec<[f64; 2]>,
}

impl Around {
    fn new(near: &Near<'_>, row: usize, groups: Option<&Labeling>) -> Self {
        let others = near.nearest(row, AROUND, groups);
        let own = near.position(row);
        let offset = |other: &Neighbour| [0, 1].map(|axis| near.position(other.row)[axis] - own[axis]);
        Self { offsets: others.iter().map(offset).collect(), others }
    }

    /// Whether other spots are at the same place, but no crowd of them: a hundred slides are no explanation.
    fn is_shared(&self) -> bool {
        let is_crowd = self.others.len() == AROUND && self.others[AROUND - 1].distance == 0.0;
        self.others[0].distance <= SAME_PLACE * self.others[DENSITY_RANK - 1].distance && !is_crowd
    }

    /// Whether one of the nearest neighbours has a counterpart on the other side, as on every lattice.
    fn is_opposed(&self) -> bool {
        let nearest = self.others[0].distance;
        let n_near = self.others.iter().take_while(|other| other.distance <= 1.15 * nearest).count();
        self.offsets[..n_near].iter().any(|&[x, y]| self.has([-x, -y], 0.25 * nearest))
    }

    /// Whether a spot lies there.
    fn has(&self, [x, y]: [f64; 2], tolerance: f64) -> bool {
        let squared = tolerance * tolerance;
        self.offsets.iter().any(|[a, b]| (a - x) * (a - x) + (b - y) * (b - y) <= squared)
    }

    /// The spacings of square and hexagonal lattices all of whose nearest places around this spot are taken.
    fn spacings(&self) -> Vec<f64> {
        let length = |[x, y]: [f64; 2]| x.hypot(y);
        let is_whole = |&v: &[f64; 2]| {
            let side = length(v);
            side > 0.0 && self.has([-v[0], -v[1]], TOLERANCE * side) && self.is_complete(v, side)
        };
        self.offsets.iter().copied().filter(is_whole).map(length).collect()
    }

    /// Whether a spot lies wherever the lattice with this step has its nearest places: at every sixth or every fourth of a turn.
    fn is_complete(&self, [x, y]: [f64; 2], side: f64) -> bool {
        let turned = |cosine: f64, sine: f64| [cosine * x - sine * y, sine * x + cosine * y];
        let has_both = |[a, b]: [f64; 2]| self.has([a, b], TOLERANCE * side) && self.has([-a, -b], TOLERANCE * side);
        let half = 3f64.sqrt() / 2.0;
        let is_hexagonal = || has_both(turned(0.5, half)) && has_both(turned(-0.5, half));
        let is_square = || has_both(turned(0.0, 1.0)) && has_both([x - y, x + y]) && has_both([x + y, y - x]);
        is_hexagonal() || is_square()
    }
}

/// The smallest spacing of a lattice that many spots are on, whatever its direction.
fn spacing(all: &[Around]) -> Option<f64> {
    let own: Vec<Vec<f64>> = all.iter().map(Around::spacings).collect();
    let mut lengths: Vec<f64> = own.iter().flatten().copied().collect();
    lengths.sort_unstable_by(f64::total_cmp);
    let is_near = |length: f64, spacing: f64| (length - spacing).abs() <= TOLERANCE * spacing;
    let mut last = 0.0;
    for &length in &lengths {
        if length < last * (1.0 + TOLERANCE / 4.0) {
            continue;
        }
        last = length;
        let n = own.iter().filter(|own| own.iter().any(|&other| is_near(other, length))).count();
        if n as f64 >= LEAST_COMPLETE * all.len() as f64 {
            return Some(length);
        }
    }
    None
}
