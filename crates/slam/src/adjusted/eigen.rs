//! The eigenvalues and eigenvectors of small symmetric matrices.

/// Jacobi's method doubles the correct digits with every sweep; ten are more than any matrix of three rows needs.
const SWEEPS: usize = 10;

/// The eigenvalues of a symmetric matrix, largest first, and their eigenvectors, by Jacobi's rotations.
pub(super) fn eigen<const D: usize>(mut matrix: [[f64; D]; D]) -> [(f64, [f64; D]); D] {
    let mut vectors: [[f64; D]; D] = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    for _ in 0..SWEEPS {
        for p in 0..D {
            for q in p + 1..D {
                rotate(&mut matrix, &mut vectors, p, q);
            }
        }
    }
    let mut pairs: [(f64, [f64; D]); D] = std::array::from_fn(|i| (matrix[i][i], vectors[i]));
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    pairs
}

/// Turns rows and columns `p` and `q` so that their common entry vanishes.
fn rotate<const D: usize>(matrix: &mut [[f64; D]; D], vectors: &mut [[f64; D]; D], p: usize, q: usize) {
    if matrix[p][q] == 0.0 {
        return;
    }
    let angle = 0.5 * libm::atan2(2.0 * matrix[p][q], matrix[p][p] - matrix[q][q]);
    let (sin, cos) = libm::sincos(angle);
    let turn = |a: f64, b: f64| (cos * a + sin * b, cos * b - sin * a);
    for i in 0..D {
        (matrix[p][i], matrix[q][i]) = turn(matrix[p][i], matrix[q][i]);
        (vectors[p][i], vectors[q][i]) = turn(vectors[p][i], vectors[q][i]);
    }
    for row in matrix.iter_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    (matrix[p][q], matrix[q][p]) = (0.0, 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn eigenvectors_by_hand() {
        let [(large, along), (small, _)] = eigen([[2.0, 1.0], [1.0, 2.0]]);
        assert_close(large, 3.0);
        assert_close(small, 1.0);
        assert_close(along[0], along[1]);
        let [(first, axis), (second, _), (third, _)] = eigen([[2.0, 0.0, 0.0], [0.0, 3.0, 4.0], [0.0, 4.0, 9.0]]);
        assert_close(first, 11.0);
        assert_close(second, 2.0);
        assert_close(third, 1.0);
        assert_close(axis[2], 2.0 * axis[1]);
    }
}
