//! The integral along the curve of optimal transport, where both distribution functions are equal.
//!
//! The curve {(x, y): F(x) = G(y)} is monotone, so the sum s = x + y parametrises it, jumps and all. Along it mass moves
//! at the rate du = f(x)·g(y) / (f(x) + g(y)) ds, and ∫ (y − x)² du is the squared distance. The integrand is smooth and
//! dies out at both ends, so that plain equal steps converge exponentially fast.

use super::grid::{Cell, Grid};

/// The step of s, in nodes.
const STEP: f64 = 1.6;
/// How far apart, in mass, two distribution functions may be and still count as equal.
const TOLERANCE: f64 = 3e-12;
/// A correction of x so small, in nodes, that Taylor's formula finishes it.
const SMALL: f64 = 1e-2;
/// Densities below this carry no mass, but would divide by zero.
const EMPTY: f64 = 1e-14;
/// Where densities are empty, any x is as good as another, and there is no need to search for long.
const MOST_STEPS: usize = 30;

/// The squared distance, in nodes, of the two mixtures on a grid.
///
/// Two walkers start at the ends and meet in the middle: a processor follows both at once.
pub(super) fn integrate(grid: &Grid) -> f64 {
    let length = grid.truth_cells.len() as f64;
    let n_steps = (2.0 * length / STEP) as usize;
    let last = n_steps as f64 * STEP;
    let mut up = Walker { x: 0.0, step: STEP, now: Turn::LEVEL, before: Turn::LEVEL };
    let mut down = Walker { x: 0.5 * last, step: -STEP, now: Turn::LEVEL, before: Turn::LEVEL };
    let mut sums = [0.0; 2];
    let mut last_down = 0.0;
    for step in 1..=n_steps / 2 {
        let walked = step as f64 * STEP;
        sums[0] += up.advance(grid, walked, length);
        last_down = down.advance(grid, last - walked, length);
        sums[1] += last_down;
    }
    // With an even number of steps both have arrived at the same point.
    if n_steps.is_multiple_of(2) {
        sums[1] -= last_down;
    }
    STEP * (sums[0] + sums[1])
}

/// A point of the curve: x as a function of s, here and a step before.
struct Walker {
    x: f64,
    step: f64,
    now: Turn,
    before: Turn,
}

/// The first two derivatives of x, by steps of s.
#[derive(Clone, Copy)]
struct Turn {
    slope: f64,
    bend: f64,
}

impl Walker {
    /// Moves on to the next s, and returns the integrand there.
    #[inline]
    fn advance(&mut self, grid: &Grid, s: f64, length: f64) -> f64 {
        let bracket = || {
            let (back, ahead) = (self.x - self.step, self.x + 2.0 * self.step);
            (back.min(ahead).max(s - length).max(0.0), back.max(ahead).min(length).min(s))
        };
        let (x, f, g) = solve(grid, s, self.predict(), bracket);
        self.x = x;
        self.before = self.now;
        self.now = Turn::at(&f, &g);
        let apart = (s - x + grid.left_out[g.cell]) - (x + grid.left_out[f.cell]);
        f.slope * self.now.slope * apart * apart
    }

    /// Extrapolates the slopes by the cubic that fits them and their derivatives at both points.
    fn predict(&self) -> f64 {
        let (a0, b0) = (self.now.slope, self.step * self.now.bend);
        let (a1, b1) = (self.before.slope, self.step * self.before.bend);
        let d = b1 + b0 + 2.0 * (a1 - a0);
        let c = d + a1 - a0 + b0;
        let mean = a0 + 0.5 * b0 + c / 3.0 + 0.25 * d;
        self.x + self.step * mean.clamp(0.0, 1.0)
    }
}

impl Turn {
    const LEVEL: Self = Self { slope: 0.5, bend: 0.0 };

    fn at(f: &Local, g: &Local) -> Self {
        let total = f.slope + g.slope;
        if total <= EMPTY {
            return Self::LEVEL;
        }
        let inverse = 1.0 / total;
        let (slope, other) = (g.slope * inverse, f.slope * inverse);
        Self { slope, bend: (other * other * g.bend - slope * slope * f.bend) * inverse }
    }
}

/// Finds x with F(x) = G(s − x) from a guess, by steps that follow the curve up to its third derivative.
///
/// F(x) − G(s − x) rises with x, so its sign tells on which side of a guess the solution lies; steps that leave what is
/// left of the bracket are replaced by halving it. A first guess is nearly always good enough for one step.
#[inline]
fn solve(grid: &Grid, s: f64, x: f64, bracket: impl Fn() -> (f64, f64)) -> (f64, Local, Local) {
    let (mut f, mut g) = both(grid, s, x);
    if let Some(by) = f.small_step(&g) {
        f.shift(by);
        g.shift(-by);
        return (x + by, f, g);
    }
    search(grid, s, x, bracket())
}

#[inline]
fn both(grid: &Grid, s: f64, x: f64) -> (Local, Local) {
    (locate(&grid.truth_cells, x), locate(&grid.pred_cells, s - x))
}

/// The same where a first guess is not good enough.
#[cold]
#[inline(never)]
fn search(grid: &Grid, s: f64, guess: f64, (mut low, mut high): (f64, f64)) -> (f64, Local, Local) {
    let mut x = guess.clamp(low, high);
    let (mut f, mut g) = both(grid, s, x);
    for _ in 0..MOST_STEPS {
        if let Some(by) = f.small_step(&g) {
            f.shift(by);
            g.shift(-by);
            return (x + by, f, g);
        }
        let gap = f.value - g.value;
        let inverse = 1.0 / (f.slope + g.slope);
        let (newton, bend) = (-gap * inverse, (f.bend - g.bend) * inverse);
        if gap > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let next = x + newton / (1.0 + 0.5 * newton * bend);
        x = if low < next && next < high { next } else { 0.5 * (low + high) };
        (f, g) = both(grid, s, x);
    }
    (x, f, g)
}

/// A distribution function with its derivatives at a place.
struct Local {
    cell: usize,
    value: f64,
    slope: f64,
    bend: f64,
    third: f64,
}

impl Local {
    /// What is to be added to x so that both functions are equal, where it is small.
    #[inline]
    fn small_step(&self, other: &Self) -> Option<f64> {
        let gap = self.value - other.value;
        if gap.abs() <= TOLERANCE {
            return Some(0.0);
        }
        let inverse = 1.0 / (self.slope + other.slope);
        let (newton, bend) = (-gap * inverse, (self.bend - other.bend) * inverse);
        let third = (self.third + other.third) * inverse;
        let by = newton * (1.0 - newton * (0.5 * bend - newton * (0.5 * bend * bend - third / 6.0)));
        (newton.abs() <= SMALL).then_some(by)
    }

    fn shift(&mut self, by: f64) {
        self.slope += by * (self.bend + 0.5 * by * self.third);
        self.bend += by * self.third;
    }
}

#[inline]
fn locate(cells: &[Cell], place: f64) -> Local {
    let cell = (place as usize).min(cells.len() - 1);
    let t = place - cell as f64;
    // Dividing by the place again and again leaves the value and, up to factorials, the derivatives.
    let [c0, c1, c2, c3, c4, c5] = cells[cell];
    let value4 = c4 + t * c5;
    let value3 = c3 + t * value4;
    let value2 = c2 + t * value3;
    let value1 = c1 + t * value2;
    let slope4 = value4 + t * c5;
    let slope3 = value3 + t * slope4;
    let slope2 = value2 + t * slope3;
    let bend4 = slope4 + t * c5;
    let bend3 = slope3 + t * bend4;
    Local {
        cell,
        value: c0 + t * value1,
        slope: value1 + t * slope2,
        bend: 2.0 * (slope2 + t * bend3),
        third: 6.0 * (bend3 + t * (bend4 + t * c5)),
    }
}
