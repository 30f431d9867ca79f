//! The integral along the curve of optimal transport, where both distribution functions are equal.
//!
//! The curve {(x, y): F(x) = G(y)} is monotone, so the sum s = x + y parametrises it, jumps and all. Along it mass moves
//! at the rate du = f(x)·g(y) / (f(x) + g(y)) ds, and ∫ (y − x)² du is the squared distance. The integrand is smooth and
//! dies out at both ends, so that plain equal steps converge exponentially fast.
//!
//! Two walkers start at the ends and meet in the middle. Everything about them is kept in pairs, which a processor
//! works on at once.

#![expect(clippy::inline_always, reason = "pairs stay in registers only where all of a step is one function")]

use super::grid::{Cell, Grid};

/// The step of s, in nodes.
const STEP: f64 = 1.6;
/// The steps of the two walkers.
const STEPS: Two = [STEP, -STEP];
/// The walkers set out this many nodes from the ends: no more than 3e-10 of a component lies before.
const OUTSKIRTS: f64 = 4.0;
/// How far apart, in mass, two distribution functions may be and still count as equal.
const TOLERANCE: f64 = 3e-12;
/// A correction of x so small, in nodes, that Taylor's formula finishes it.
const SMALL: f64 = 1e-2;
/// Densities below this carry no mass, but would divide by zero.
const EMPTY: f64 = 1e-14;
/// Where densities are empty, any x is as good as another, and there is no need to search for long.
const MOST_STEPS: usize = 30;
/// Above 2⁵² the last bit of a double counts ones: adding so much rounds, and leaves the whole number in the low bits.
const ROUNDING: f64 = 4_503_599_627_370_496.0;

/// A number for either walker.
type Two = [f64; 2];

/// The squared distance, in nodes, of the two mixtures on a grid.
pub(super) fn integrate(grid: &Grid) -> f64 {
    let n_steps = ((2.0 * grid.length() - 4.0 * OUTSKIRTS) / STEP) as usize;
    let (first, last) = (2.0 * OUTSKIRTS, 2.0 * OUTSKIRTS + n_steps as f64 * STEP);
    let mut walkers = TwoEnded { x: [0.5 * first, 0.5 * last], now: Derivatives::LEVEL, before: Derivatives::LEVEL };
    let (mut sums, mut found) = ([0.0; 2], [0.0; 2]);
    for step in 1..=n_steps / 2 {
        let walked = step as f64 * STEP;
        found = walkers.advance(grid, [first + walked, last - walked]);
        sums = two(|i| sums[i] + found[i]);
    }
    // With an even number of steps both have arrived at the same point.
    if n_steps % 2 == 0 {
        sums[1] -= found[1];
    }
    STEP * (sums[0] + sums[1])
}

#[inline(always)]
fn two(value: impl FnMut(usize) -> f64) -> Two {
    std::array::from_fn(value)
}

/// Two points of the curve: x as a function of s, here and a step before.
struct TwoEnded {
    x: Two,
    now: Derivatives,
    before: Derivatives,
}

/// The first two derivatives of x, by s.
#[derive(Clone, Copy)]
struct Derivatives {
    slope: Two,
    bend: Two,
}

impl TwoEnded {
    /// Moves both on to the next s, and returns the integrand there.
    #[inline(always)]
    fn advance(&mut self, grid: &Grid, s: Two) -> Two {
        let guess = self.predict();
        let mut here = Point::at(grid, s, guess);
        let step = Step::at(&here);
        here.shift(&step);
        if !(step.is_small(0) && step.is_small(1)) {
            here = self.search(grid, s, guess, here, &step);
        }
        let Point { x, f, g } = here;
        *self = Self { x, before: self.now, now: Derivatives::at(&f, &g) };
        let left_out = |at: &Local, i: usize| grid.left_out[at.cell[i] as usize];
        let apart = two(|i| (s[i] - x[i] + left_out(&g, i)) - (x[i] + left_out(&f, i)));
        two(|i| f.slope[i] * self.now.slope[i] * apart[i] * apart[i])
    }

    /// Where a first guess was not good enough for one of the walkers.
    #[cold]
    #[inline(never)]
    fn search(&self, grid: &Grid, s: Two, guess: Two, mut here: Point, step: &Step) -> Point {
        for i in (0..2).filter(|&i| !step.is_small(i)) {
            here.take(&solve(grid, s[i], guess[i], self.bracket(grid, s[i], i)), i);
        }
        here
    }

    /// Extrapolates the slopes by the cubics that fit them and their derivatives at both points.
    #[inline(always)]
    #[expect(clippy::manual_clamp, reason = "`clamp` keeps what is not a number, and costs more")]
    fn predict(&self) -> Two {
        two(|i| {
            let (a0, b0) = (self.now.slope[i], STEPS[i] * self.now.bend[i]);
            let (a1, b1) = (self.before.slope[i], STEPS[i] * self.before.bend[i]);
            let d = b1 + b0 + 2.0 * (a1 - a0);
            let c = d + a1 - a0 + b0;
            let mean = a0 + 0.5 * b0 + c / 3.0 + 0.25 * d;
            self.x[i] + STEPS[i] * mean.max(0.0).min(1.0)
        })
    }

    /// Where the next x of a walker lies, with a step to spare on either side.
    fn bracket(&self, grid: &Grid, s: f64, i: usize) -> (f64, f64) {
        let (back, ahead) = (self.x[i] - STEPS[i], self.x[i] + 2.0 * STEPS[i]);
        (back.min(ahead).max(s - grid.length()).max(0.0), back.max(ahead).min(grid.length()).min(s))
    }
}

impl Derivatives {
    const LEVEL: Self = Self { slope: [0.5; 2], bend: [0.0; 2] };

    #[inline(always)]
    fn at(f: &Local, g: &Local) -> Self {
        let total = two(|i| f.slope[i] + g.slope[i]);
        let inverse = two(|i| 1.0 / total[i]);
        let (slope, other) = (two(|i| g.slope[i] * inverse[i]), two(|i| f.slope[i] * inverse[i]));
        let bend = two(|i| (other[i] * other[i] * g.bend[i] - slope[i] * slope[i] * f.bend[i]) * inverse[i]);
        let or_level = |turn: Two, level: f64| two(|i| if total[i] <= EMPTY { level } else { turn[i] });
        Self { slope: or_level(slope, 0.5), bend: or_level(bend, 0.0) }
    }
}

/// What is to be added to x so that F(x) = G(s − x): by Newton's formula, and by one that follows the curve up to its
/// third derivative.
struct Step {
    newton: Two,
    bend: Two,
    by: Two,
}

impl Step {
    #[inline(always)]
    fn at(Point { f, g, .. }: &Point) -> Self {
        let gap = two(|i| f.value[i] - g.value[i]);
        let inverse = two(|i| 1.0 / (f.slope[i] + g.slope[i]));
        let newton = two(|i| if gap[i].abs() <= TOLERANCE { 0.0 } else { -gap[i] * inverse[i] });
        let bend = two(|i| (f.bend[i] - g.bend[i]) * inverse[i]);
        let third = two(|i| (f.third[i] + g.third[i]) * inverse[i]);
        let by = two(|i| {
            let n = newton[i];
            let by = n * (1.0 - n * (0.5 * bend[i] - n * (0.5 * bend[i] * bend[i] - third[i] / 6.0)));
            // Where both functions are flat nothing else is a number.
            if n == 0.0 { 0.0 } else { by }
        });
        Self { newton, bend, by }
    }

    /// Whether the formula can be trusted.
    #[inline(always)]
    fn is_small(&self, i: usize) -> bool {
        self.newton[i].abs() <= SMALL
    }
}

/// Finds x with F(x) = G(s − x) from a guess; both walkers are sent there.
///
/// F(x) − G(s − x) rises with x, so its sign tells on which side of a guess the solution lies; steps that leave what is
/// left of the bracket are replaced by halving it.
fn solve(grid: &Grid, s: f64, guess: f64, (mut low, mut high): (f64, f64)) -> Point {
    let mut here = Point::at(grid, [s; 2], [guess.clamp(low, high); 2]);
    for _ in 0..MOST_STEPS {
        let step = Step::at(&here);
        if step.is_small(0) {
            here.shift(&step);
            return here;
        }
        let x = here.x[0];
        if here.f.value[0] > here.g.value[0] {
            high = x;
        } else {
            low = x;
        }
        let next = x + step.newton[0] / (1.0 + 0.5 * step.newton[0] * step.bend[0]);
        here = Point::at(grid, [s; 2], [if low < next && next < high { next } else { 0.5 * (low + high) }; 2]);
    }
    here
}

/// Where the walkers are: both distribution functions, the truth's at x and the pred's at s − x.
struct Point {
    x: Two,
    f: Local,
    g: Local,
}

impl Point {
    #[inline(always)]
    fn at(grid: &Grid, s: Two, x: Two) -> Self {
        Self { x, f: Local::at(&grid.truth_cells, x), g: Local::at(&grid.pred_cells, two(|i| s[i] - x[i])) }
    }

    #[inline(always)]
    fn shift(&mut self, step: &Step) {
        self.x = two(|i| self.x[i] + step.by[i]);
        self.f.shift(step.by);
        self.g.shift(step.by.map(|by| -by));
    }

    /// Takes over the place of one walker.
    fn take(&mut self, other: &Self, i: usize) {
        self.x[i] = other.x[i];
        self.f.take(&other.f, i);
        self.g.take(&other.g, i);
    }
}

/// A distribution function with its derivatives at two places.
struct Local {
    cell: [u32; 2],
    value: Two,
    slope: Two,
    bend: Two,
    third: Two,
}

impl Local {
    #[inline(always)]
    fn at(cells: &[Cell], places: Two) -> Self {
        let rounded = |place: f64| ((place - 0.5).max(0.0) + ROUNDING).to_bits() as u32;
        let cell = places.map(|place| rounded(place).min(cells.len() as u32 - 1));
        let t = two(|i| places[i] - f64::from(cell[i]));
        let c = |k: usize| two(|i| cells[cell[i] as usize][k]);
        // Dividing by the place again and again leaves the value and, up to factorials, the derivatives.
        let add = |constant: Two, rest: Two| two(|i| constant[i] + t[i] * rest[i]);
        let value4 = add(c(4), c(5));
        let value3 = add(c(3), value4);
        let value2 = add(c(2), value3);
        let value1 = add(c(1), value2);
        let slope4 = add(value4, c(5));
        let slope3 = add(value3, slope4);
        let slope2 = add(value2, slope3);
        let bend4 = add(slope4, c(5));
        let bend3 = add(slope3, bend4);
        Self {
            cell,
            value: add(c(0), value1),
            slope: add(value1, slope2),
            bend: add(slope2, bend3).map(|half| 2.0 * half),
            third: add(bend3, add(bend4, c(5))).map(|sixth| 6.0 * sixth),
        }
    }

    #[inline(always)]
    fn shift(&mut self, by: Two) {
        self.slope = two(|i| self.slope[i] + by[i] * (self.bend[i] + 0.5 * by[i] * self.third[i]));
        self.bend = two(|i| self.bend[i] + by[i] * self.third[i]);
    }

    fn take(&mut self, other: &Self, i: usize) {
        self.cell[i] = other.cell[i];
        self.slope[i] = other.slope[i];
        self.bend[i] = other.bend[i];
    }
}
