//! How deep the cells of the local score go.

use std::collections::BTreeMap;

use super::FINEST;

/// How often the cells are halved: until they hold less than 8 edges or there are 4 of them, whichever is deeper.
pub(super) fn depth(n_edges: usize, sizes: &[usize]) -> usize {
    let mut sizes: Vec<(usize, usize)> = sizes.iter().map(|&size| (size, 1)).collect();
    let mut n_cells = sizes.len();
    let mut depth = 0;
    loop {
        let mut halves = BTreeMap::new();
        for &(size, count) in &sizes {
            let parts = if size < 2 { [size, 0] } else { [size / 2, size - size / 2] };
            parts.iter().filter(|&&part| part > 0).for_each(|&part| *halves.entry(part).or_insert(0) += count);
        }
        let n_next: usize = halves.values().sum();
        if n_next == n_cells || (n_cells >= 4 && (n_edges as f64) < FINEST * n_next as f64) {
            return depth;
        }
        (sizes, n_cells) = (halves.into_iter().collect(), n_next);
        depth += 1;
    }
}
