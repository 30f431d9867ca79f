//! The eigenvalues of a tridiagonal matrix by the QL algorithm with implicit shifts.

/// So many turns for one eigenvalue are never needed; what is left then is below the rounding.
const MOST_TURNS: usize = 100;

/// Turns the diagonal into the eigenvalues, in no order; `beside` holds what stands beside the diagonal, and a last entry that
/// is not read. `first`, if it has entries, is a row that is turned along: a first row of the unit matrix becomes the first
/// components of the eigenvectors. O(n²).
pub(super) fn diagonalize(diagonal: &mut [f64], beside: &mut [f64], first: &mut [f64]) {
    let n = diagonal.len();
    if let Some(last) = beside.last_mut() {
        *last = 0.0;
    }
    for low in 0..n {
        for _ in 0..MOST_TURNS {
            let is_small = |at: usize| beside[at].abs() <= f64::EPSILON * (diagonal[at].abs() + diagonal[at + 1].abs());
            let high = (low..n - 1).find(|&at| is_small(at)).unwrap_or(n - 1);
            if high == low {
                break;
            }
            turn(diagonal, beside, first, low, high);
        }
    }
}

/// One sweep of rotations over the block from `low` to `high`.
fn turn(diagonal: &mut [f64], beside: &mut [f64], first: &mut [f64], low: usize, high: usize) {
    let mut g = (diagonal[low + 1] - diagonal[low]) / (2.0 * beside[low]);
    let mut r = g.hypot(1.0);
    g = diagonal[high] - diagonal[low] + beside[low] / (g + r.copysign(g));
    let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
    for at in (low..high).rev() {
        let (f, b) = (s * beside[at], c * beside[at]);
        r = f.hypot(g);
        beside[at + 1] = r;
        if r == 0.0 {
            diagonal[at + 1] -= p;
            beside[high] = 0.0;
            return;
        }
        (s, c) = (f / r, g / r);
        g = diagonal[at + 1] - p;
        r = (diagonal[at] - g) * s + 2.0 * c * b;
        p = s * r;
        diagonal[at + 1] = g + p;
        g = c * r - b;
        if !first.is_empty() {
            let (here, there) = (first[at], first[at + 1]);
            (first[at], first[at + 1]) = (c * here - s * there, s * here + c * there);
        }
    }
    diagonal[low] -= p;
    beside[low] = g;
    beside[high] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_by_two_by_hand() {
        // Eigenvalues 1 and 3 of [[2, 1], [1, 2]], whose eigenvectors weigh the first axis alike.
        let (mut diagonal, mut beside, mut first) = ([2.0, 2.0], [1.0, 0.0], [1.0, 0.0]);
        diagonalize(&mut diagonal, &mut beside, &mut first);
        diagonal.sort_by(f64::total_cmp);
        assert!((diagonal[0] - 1.0).abs() < 1e-15 && (diagonal[1] - 3.0).abs() < 1e-15);
        assert!(first.iter().all(|part| (part * part - 0.5).abs() < 1e-15));
    }

    #[test]
    fn nothing_and_one() {
        diagonalize(&mut [], &mut [], &mut []);
        let mut diagonal = [7.0];
        diagonalize(&mut diagonal, &mut [0.0], &mut []);
        assert_eq!(diagonal, [7.0]);
    }
}
