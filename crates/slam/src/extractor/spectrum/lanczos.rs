//! The distribution of eigenvalues by stochastic Lanczos quadrature.

use std::sync::atomic::{AtomicUsize, Ordering};

use rand::Rng;
use rayon::prelude::*;

use super::laplacian::Laplacian;
use super::{Spectrum, tridiagonal};
use crate::error::Result;
use crate::observer::{Observer, report};
use crate::random::stream;

/// Up to this many numbers the vectors of a probe are kept and stay orthogonal. Beyond, rounding repeats eigenvalues that were
/// found and shares their mass among the copies, which leaves the distribution as it is.
const MOST_KEPT: usize = 1 << 22;
/// A vector shorter than this is nothing but rounding: all that the probe can see has been seen.
const NOTHING: f64 = 1e-10;

/// Eigenvalues and masses that add up to `total`, from random vectors of ±1.
pub(super) fn quadrature(
    laplacian: &Laplacian,
    how: &Spectrum,
    total: f64,
    observer: &dyn Observer,
) -> Result<(Vec<f64>, Vec<f64>)> {
    if laplacian.n_spots() == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    let done = AtomicUsize::new(0);
    let one = |index: usize| {
        let found = probe(laplacian, how, index as u64);
        report(observer, "spectrum", 1 + done.fetch_add(1, Ordering::Relaxed), how.probes)?;
        Ok(found)
    };
    let probes: Vec<(Vec<f64>, Vec<f64>)> = (0..how.probes).into_par_iter().map(one).collect::<Result<_>>()?;
    let share = total / how.probes as f64;
    let (mut values, mut masses) = (Vec::new(), Vec::new());
    for (nodes, first) in probes {
        let sum: f64 = first.iter().map(|part| part * part).sum();
        masses.extend(first.iter().map(|part| share * part * part / sum));
        values.extend(nodes);
    }
    Ok((values, masses))
}

/// The eigenvalues of the tridiagonal matrix that Lanczos' steps build, and the first components of its eigenvectors.
fn probe(laplacian: &Laplacian, how: &Spectrum, index: u64) -> (Vec<f64>, Vec<f64>) {
    let n = laplacian.n_spots();
    let mut random = stream(how.seed, index);
    let unit = 1.0 / (n as f64).sqrt();
    let mut vector = vec![0.0; n];
    for part in vector.chunks_mut(64) {
        let signs = random.next_u64();
        part.iter_mut().enumerate().for_each(|(bit, value)| *value = if signs >> bit & 1 == 0 { unit } else { -unit });
    }
    let steps = how.steps.min(n);
    let is_kept = n.saturating_mul(steps) <= MOST_KEPT;
    let mut kept: Vec<Vec<f64>> = Vec::new();
    let (mut before, mut scaled, mut next) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let (mut diagonal, mut beside) = (Vec::new(), Vec::new());
    let mut length = 0.0;
    for _ in 0..steps {
        laplacian.times(&vector, &mut scaled, &mut next);
        let along = dot(&vector, &next);
        for ((next, here), past) in next.iter_mut().zip(&vector).zip(&before) {
            *next -= along * here + length * past;
        }
        if is_kept {
            kept.push(vector.clone());
            // Twice is enough.
            for other in kept.iter().chain(&kept) {
                let part = dot(other, &next);
                next.iter_mut().zip(other).for_each(|(next, other)| *next -= part * other);
            }
        }
        length = dot(&next, &next).sqrt();
        diagonal.push(along);
        beside.push(length);
        if length < NOTHING {
            break;
        }
        (before, vector) = (vector, before);
        vector.iter_mut().zip(&next).for_each(|(value, next)| *value = next / length);
    }
    let mut first = vec![0.0; diagonal.len()];
    first[0] = 1.0;
    tridiagonal::diagonalize(&mut diagonal, &mut beside, &mut first);
    (diagonal, first)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Eight sums at once, in an order that does not depend on the machine.
    let mut sums = [0.0; 8];
    let (chunks, others) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = chunks.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in chunks.zip(others) {
        (0..8).for_each(|lane| sums[lane] += a[lane] * b[lane]);
    }
    sums.iter().sum::<f64>() + rest
}
