//! The median edge length: the unit of the cells' widths.

use super::Labelled;

/// The median length of the given edges, or of all: of an even number the mean of the middle two. O(E).
///
/// Where more than half of the edges join spots that coincide, it is that of the others; 0 if there are none.
pub(super) fn edge_length(labelled: Labelled<'_>, edges: Option<&[u32]>) -> f64 {
    let length = |edge: usize| {
        let (u, v) = labelled.graph.edges()[edge];
        let (a, b) = (labelled.spots.position(u as usize), labelled.spots.position(v as usize));
        let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
        differences.fold(0.0, libm::hypot)
    };
    let mut lengths: Vec<f64> = match edges {
        Some(edges) => edges.iter().map(|&edge| length(edge as usize)).collect(),
        None => (0..labelled.graph.n_edges()).map(length).collect(),
    };
    let middle = median(&mut lengths);
    if middle > 0.0 {
        return middle;
    }
    lengths.retain(|&length| length > 0.0);
    median(&mut lengths)
}

/// The middle value, or the mean of the middle two; 0 of none.
fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    let is_even = values.len().is_multiple_of(2);
    let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let upper = *upper;
    let lower = if is_even { below.iter().copied().fold(0.0, f64::max) } else { upper };
    lower + 0.5 * (upper - lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_list() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 9.0]), 3.0);
        assert_eq!(median(&mut []), 0.0);
    }
}
