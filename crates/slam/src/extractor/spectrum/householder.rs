//! A symmetric matrix made tridiagonal by Householder's reflections.

/// The diagonal, and what stands beside it (the last entry is 0), of a tridiagonal matrix with the eigenvalues of the n × n
/// symmetric one, whose lower half is read and overwritten. O(n³).
pub(super) fn tridiagonalize(matrix: &mut [f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut diagonal, mut beside) = (vec![0.0; n], vec![0.0; n]);
    // Rows are taken from the last: each is reflected onto its neighbour below the diagonal.
    for row in (1..n).rev() {
        diagonal[row] = matrix[row * n + row];
        let (above, own) = matrix.split_at_mut(row * n);
        let vector = &mut own[..row];
        let norm = vector.iter().map(|value| value * value).sum::<f64>().sqrt();
        let last = vector[row - 1];
        if norm == 0.0 || vector[..row - 1].iter().all(|value| *value == 0.0) {
            beside[row - 1] = last;
            continue;
        }
        let image = if last > 0.0 { -norm } else { norm };
        beside[row - 1] = image;
        vector[row - 1] = last - image;
        // H = I − v·vᵀ/h.
        let h = norm * norm - last * image;
        let mut product = times(above, n, vector);
        product.iter_mut().for_each(|value| *value /= h);
        let half = product.iter().zip(&*vector).map(|(p, v)| p * v).sum::<f64>() / (2.0 * h);
        product.iter_mut().zip(&*vector).for_each(|(p, v)| *p -= half * v);
        for i in 0..row {
            let (v, p) = (vector[i], product[i]);
            let entries = above[i * n..=i * n + i].iter_mut();
            entries.zip(&product).zip(&*vector).for_each(|((entry, q), w)| *entry -= v * q + p * w);
        }
    }
    diagonal[0] = matrix[0];
    (diagonal, beside)
}

/// The product of a symmetric matrix, given by its lower half, with a vector.
fn times(matrix: &[f64], n: usize, vector: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; vector.len()];
    for i in 0..vector.len() {
        let row = &matrix[i * n..i * n + i];
        let v = vector[i];
        let mut sum = matrix[i * n + i] * v;
        for ((entry, w), p) in row.iter().zip(vector).zip(&mut product) {
            sum += entry * w;
            *p += entry * v;
        }
        product[i] += sum;
    }
    product
}
