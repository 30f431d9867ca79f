//! The distribution of eigenvalues by stochastic Lanczos quadrature.

use std::sync::atomic::{AtomicUsize, Ordering};

use rand::Rng;

use super::laplacian::{LANES, Lanes, Laplacian};
use super::{Spectrum, tridiagonal};
use crate::error::Result;
use crate::observer::{Observer, report};
use crate::parallel::each;
use crate::random::stream;

/// Up to this many numbers the vectors of a probe are kept and stay orthogonal. Beyond, rounding repeats eigenvalues that were
/// found and shares their mass among the copies, which leaves the distribution as it is.
const MOST_KEPT: usize = 1 << 22;
/// A vector shorter than this is nothing but rounding: all that the probe can see has been seen.
const NOTHING: f64 = 1e-10;

/// Eigenvalues, and the first components of their eigenvectors.
type Nodes = (Vec<f64>, Vec<f64>);

/// Eigenvalues and masses that add up to `total`, from random vectors of ±1, some of which are taken together.
pub(super) fn quadrature(
    laplacian: &Laplacian,
    how: &Spectrum,
    total: f64,
    observer: &dyn Observer,
) -> Result<(Vec<f64>, Vec<f64>)> {
    if laplacian.n_spots() == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    let (n_groups, done) = (how.probes.div_ceil(LANES), AtomicUsize::new(0));
    let one = |group: usize| {
        report(observer, "spectrum", done.load(Ordering::Relaxed), n_groups)?;
        let found = probe(laplacian, how, (group * LANES) as u64);
        report(observer, "spectrum", 1 + done.fetch_add(1, Ordering::Relaxed), n_groups)?;
        Ok(found)
    };
    let groups: Vec<[Nodes; LANES]> = each(0..n_groups, one).into_iter().collect::<Result<_>>()?;
    let share = total / how.probes as f64;
    let (mut values, mut masses) = (Vec::new(), Vec::new());
    for (nodes, first) in groups.into_iter().flatten().take(how.probes) {
        let sum: f64 = first.iter().map(|part| part * part).sum();
        masses.extend(first.iter().map(|part| share * part * part / sum));
        values.extend(nodes);
    }
    Ok((values, masses))
}

/// What Lanczos' steps from some random vectors build: tridiagonal matrices, and their eigenvalues.
fn probe(laplacian: &Laplacian, how: &Spectrum, index: u64) -> [Nodes; LANES] {
    let n = laplacian.n_spots();
    let mut vector = signs(n, how.seed, index);
    let steps = how.steps.min(n);
    let is_kept = n.saturating_mul(steps) <= MOST_KEPT;
    let mut kept: Vec<Vec<Lanes>> = Vec::new();
    let (mut before, mut scaled, mut next) = (vec![[0.0; LANES]; n], vec![[0.0; LANES]; n], vec![[0.0; LANES]; n]);
    let (mut diagonal, mut beside) = (vec![Vec::new(); LANES], vec![Vec::new(); LANES]);
    let (mut length, mut is_ended) = ([0.0; LANES], [false; LANES]);
    for _ in 0..steps {
        laplacian.times(&vector, &mut scaled, &mut next);
        let along = dot(&vector, &next);
        for ((next, here), past) in next.iter_mut().zip(&vector).zip(&before) {
            (0..LANES).for_each(|lane| next[lane] -= along[lane] * here[lane] + length[lane] * past[lane]);
        }
        if is_kept {
            kept.push(vector.clone());
            // Twice is enough.
            for other in kept.iter().chain(&kept) {
                let part = dot(other, &next);
                for (next, other) in next.iter_mut().zip(other) {
                    (0..LANES).for_each(|lane| next[lane] -= part[lane] * other[lane]);
                }
            }
        }
        length = dot(&next, &next).map(f64::sqrt);
        for lane in (0..LANES).filter(|&lane| !is_ended[lane]) {
            diagonal[lane].push(along[lane]);
            beside[lane].push(length[lane]);
        }
        (0..LANES).for_each(|lane| is_ended[lane] |= length[lane] < NOTHING);
        if is_ended.iter().all(|is_ended| *is_ended) {
            break;
        }
        // What has come to its end goes on with nothing.
        let factor: Lanes = std::array::from_fn(|lane| if is_ended[lane] { 0.0 } else { 1.0 / length[lane] });
        (before, vector) = (vector, before);
        for (value, next) in vector.iter_mut().zip(&next) {
            *value = std::array::from_fn(|lane| factor[lane] * next[lane]);
        }
    }
    std::array::from_fn(|lane| {
        let (mut diagonal, mut beside) = (std::mem::take(&mut diagonal[lane]), std::mem::take(&mut beside[lane]));
        let mut first = vec![0.0; diagonal.len()];
        first[0] = 1.0;
        tridiagonal::diagonalize(&mut diagonal, &mut beside, &mut first);
        (diagonal, first)
    })
}

/// Random vectors of ±1, scaled to length 1.
fn signs(n: usize, seed: u64, index: u64) -> Vec<Lanes> {
    let unit = 1.0 / (n as f64).sqrt();
    let mut vectors = vec![[unit; LANES]; n];
    for lane in 0..LANES {
        let mut random = stream(seed, index + lane as u64);
        for part in vectors.chunks_mut(64) {
            let signs = random.next_u64();
            let negative = part.iter_mut().enumerate().filter(|(bit, _)| signs >> bit & 1 == 1);
            negative.for_each(|(_, value)| value[lane] = -unit);
        }
    }
    vectors
}

fn dot(a: &[Lanes], b: &[Lanes]) -> Lanes {
    // Two sums at once, in an order that does not depend on the machine.
    let mut sums = [[0.0; LANES]; 2];
    for (place, (a, b)) in a.iter().zip(b).enumerate() {
        let sum = &mut sums[place & 1];
        (0..LANES).for_each(|lane| sum[lane] += a[lane] * b[lane]);
    }
    std::array::from_fn(|lane| sums[0][lane] + sums[1][lane])
}
