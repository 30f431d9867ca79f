//! Which of several scores is best, and which cannot be told apart.

use crate::discrepancy::is_at_ceiling;

/// The order of scores, best first, and the rank of each.
///
/// A score shares the rank of the first one of the group above it when it exceeds that by at most 2·√(se² + se_first²),
/// or when both are within 0.001 of the ceiling 2; else its rank is its position. Equal scores keep the order they come
/// in.
pub fn ranks(scores: &[(f64, f64)]) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].0.total_cmp(&scores[b].0));
    let mut ranks = vec![0; scores.len()];
    let mut first = 0;
    for (position, &place) in order.iter().enumerate() {
        let ((d, se), (first_d, first_se)) = (scores[place], scores[order[first]]);
        if d - first_d > 2.0 * (se * se + first_se * first_se).sqrt() && !is_at_ceiling(first_d) {
            first = position;
        }
        ranks[place] = first + 1;
    }
    (order, ranks)
}

/// The order and the ranks of scores, those of a part of the spots behind those of the whole.
pub(crate) fn whole_first(scores: &[(f64, f64)], is_partial: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let (mut order, mut all_ranks) = (Vec::new(), vec![0; scores.len()]);
    for part in [false, true] {
        let places: Vec<usize> = (0..scores.len()).filter(|&place| is_partial[place] == part).collect();
        let chosen: Vec<(f64, f64)> = places.iter().map(|&place| scores[place]).collect();
        let (own_order, own_ranks) = ranks(&chosen);
        let n_before = order.len();
        order.extend(own_order.iter().map(|&own| places[own]));
        own_ranks.iter().zip(&places).for_each(|(rank, &place)| all_ranks[place] = n_before + rank);
    }
    (order, all_ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_cannot_be_told_apart_share_a_rank() {
        let (order, ranks) = ranks(&[(0.5, 0.01), (0.1, 0.01), (0.12, 0.01), (0.51, 0.0), (0.9, 0.0)]);
        assert_eq!(order, [1, 2, 0, 3, 4]);
        assert_eq!(ranks, [3, 1, 1, 3, 5]);
    }

    #[test]
    fn the_first_of_a_group_decides_not_the_last() {
        // Each step is within 2·√2·0.01 ≈ 0.028 of the one before, but the third is too far from the first.
        let (_, ranks) = ranks(&[(0.10, 0.01), (0.12, 0.01), (0.14, 0.01)]);
        assert_eq!(ranks, [1, 1, 3]);
    }

    #[test]
    fn a_part_is_never_ahead_of_the_whole() {
        let scores = [(0.5, 0.0), (0.1, 0.0), (0.4, 0.0), (0.1, 0.0)];
        let (order, ranks) = whole_first(&scores, &[false, true, false, true]);
        assert_eq!((order, ranks), (vec![2, 0, 1, 3], vec![2, 3, 1, 3]));
    }

    #[test]
    fn at_the_ceiling_all_are_alike() {
        let (order, ranks) = ranks(&[(2.0, 0.0), (1.9995, 0.0), (1.998, 0.0), (1.999_99, 0.0)]);
        assert_eq!((order, ranks), (vec![2, 1, 3, 0], vec![2, 2, 1, 2]));
    }
}
