//! Metrics that compare partitions, whatever the names of the labels.

use libm::log;

use super::evidence::Nmi;
use super::value::{Undefined, Value};
use crate::contingency::Contingency;

/// The Rand index, corrected for chance: `(index − expected) / (max − expected)`.
///
/// Pairs of spots are counted exactly, in 128 bits. Range [−1, 1]. Two partitions that leave nothing to chance (both a
/// single block, or both all singletons) agree perfectly, and score 1.
///
/// Hubert and Arabie, *Comparing partitions*, Journal of Classification 2 (1985).
pub(crate) fn adjusted_rand_index(table: &Contingency) -> f64 {
    let [both, in_truth, in_pred] = pairs(table);
    let (only_truth, only_pred) = (in_truth - both, in_pred - both);
    if only_truth == 0 && only_pred == 0 {
        return 1.0;
    }
    let neither = n_pairs(table.n_spots) - both - only_truth - only_pred;
    let (agree, disagree) = (both * neither, only_truth * only_pred);
    // The products are unsigned, so the sign is put back after the subtraction.
    let (excess, sign) = if agree >= disagree { (agree - disagree, 2.0) } else { (disagree - agree, -2.0) };
    let most = in_truth * (only_truth + neither) + in_pred * (only_pred + neither);
    sign * excess as f64 / most as f64
}

/// The geometric mean of the shares of pairs together in one labeling that are together in both.
///
/// Range [0, 1]; undefined when a labeling has no two spots with the same label.
///
/// Fowlkes and Mallows, *A method for comparing two hierarchical clusterings*, Journal of the American Statistical
/// Association 78 (1983).
pub(super) fn fowlkes_mallows_index(table: &Contingency) -> Value {
    let [both, in_truth, in_pred] = pairs(table).map(|count| count as f64);
    if in_truth == 0.0 || in_pred == 0.0 {
        return Err(Undefined::NoPair);
    }
    Ok((both / in_truth).sqrt() * (both / in_pred).sqrt())
}

/// The information that the labelings share, over a mean of their entropies.
///
/// Over the arithmetic mean it equals the V-measure. Range [0, 1]; undefined when the truth has one label; 0 when the
/// pred has.
pub(super) fn normalized_mutual_information(table: &Contingency, mean: Nmi) -> Value {
    let n_spots = table.n_spots as f64;
    let (in_truth, in_pred) = (entropy(&table.truth_sizes, n_spots), entropy(&table.pred_sizes, n_spots));
    if in_truth == 0.0 {
        return Err(Undefined::OneTruthLabel);
    }
    let shared = mutual_information(table);
    if in_pred == 0.0 || shared <= f64::EPSILON {
        return Ok(0.0);
    }
    let most = match mean {
        Nmi::Arithmetic => 0.5 * (in_truth + in_pred),
        Nmi::Geometric => (in_truth * in_pred).sqrt(),
    };
    Ok((shared / most).min(1.0))
}

/// The pairs of spots that carry the same label in both labelings, in the truth, in the pred.
fn pairs(table: &Contingency) -> [u128; 3] {
    [
        table.cells.iter().map(|cell| n_pairs(cell.n_spots)).sum(),
        table.truth_sizes.iter().map(|&size| n_pairs(size)).sum(),
        table.pred_sizes.iter().map(|&size| n_pairs(size)).sum(),
    ]
}

fn n_pairs(n_spots: u64) -> u128 {
    u128::from(n_spots) * u128::from(n_spots.saturating_sub(1)) / 2
}

fn entropy(sizes: &[u64], n_spots: f64) -> f64 {
    let term = |&size: &u64| size as f64 / n_spots * log(n_spots / size as f64);
    sizes.iter().filter(|&&size| size > 0).map(term).sum()
}

fn mutual_information(table: &Contingency) -> f64 {
    let n_spots = table.n_spots as f64;
    let size = |sizes: &[u64], label: usize| sizes[label] as f64;
    let by_chance = |truth, pred| size(&table.truth_sizes, truth) * size(&table.pred_sizes, pred);
    let term = |both: f64, by_chance: f64| both / n_spots * log(both * n_spots / by_chance);
    table.cells.iter().map(|cell| term(cell.n_spots as f64, by_chance(cell.truth, cell.pred))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contingency::Cell;
    use crate::testing::{assert_close, pair};

    fn table(truth: &str, pred: &str) -> Contingency {
        let pair = pair(truth, pred);
        let (truth, pred) = (pair.truth(), pair.pred());
        Contingency::count(truth.codes(), pred.codes(), truth.n_labels(), pred.n_labels())
    }

    #[test]
    fn half_right() {
        // Pairs together: 1 in both, 2 in the truth, 1 in the pred; 6 in all.
        // (1 − 1/3) / (3/2 − 1/3) = 4/7, and √(1/2 · 1/1).
        assert_close(adjusted_rand_index(&table("aabb", "xxyz")), 4.0 / 7.0);
        assert_close(fowlkes_mallows_index(&table("aabb", "xxyz")).unwrap(), 0.5f64.sqrt());
        // The pred tells the truth (ln 2) and half a bit on half of the spots: entropies ln 2 and 3/2 ln 2.
        let [arithmetic, geometric] = [Nmi::Arithmetic, Nmi::Geometric];
        assert_close(normalized_mutual_information(&table("aabb", "xxyz"), arithmetic).unwrap(), 2.0 / 2.5);
        assert_close(normalized_mutual_information(&table("aabb", "xxyz"), geometric).unwrap(), 1.0 / 1.5f64.sqrt());
    }

    #[test]
    fn nothing_left_to_chance() {
        assert_eq!(adjusted_rand_index(&table("aaaa", "xxxx")), 1.0);
        assert_eq!(adjusted_rand_index(&table("abcd", "wxyz")), 1.0);
        assert_eq!(adjusted_rand_index(&table("aaaa", "wxyz")), 0.0);
    }

    #[test]
    fn worse_than_chance_is_negative() {
        // 0 pairs in both, 2 in each, 6 in all: (0 − 2/3) / (2 − 2/3) = −1/2.
        assert_close(adjusted_rand_index(&table("aabb", "xyxy")), -0.5);
    }

    #[test]
    fn undefined_has_a_reason() {
        let mean = Nmi::Arithmetic;
        assert_eq!(fowlkes_mallows_index(&table("aabb", "wxyz")), Err(Undefined::NoPair));
        assert_eq!(normalized_mutual_information(&table("aaaa", "xxyy"), mean), Err(Undefined::OneTruthLabel));
        assert_eq!(normalized_mutual_information(&table("aabb", "xxxx"), mean), Ok(0.0));
    }

    #[test]
    fn independent_labels_share_nothing() {
        assert_eq!(normalized_mutual_information(&table("aabb", "xyxy"), Nmi::Arithmetic), Ok(0.0));
    }

    #[test]
    fn four_billion_spots_do_not_overflow() {
        // Two even halves, all right but for a sliver: the closed forms hold at every size.
        let half = 1u64 << 31;
        let cell = |truth, pred, n_spots| Cell { truth, pred, n_spots };
        let cells = vec![cell(0, 0, half - 1), cell(0, 1, 1), cell(1, 0, 1), cell(1, 1, half - 1)];
        let table = Contingency {
            cells,
            truth_sizes: vec![half; 2],
            pred_sizes: vec![half; 2],
            n_spots: 2 * half,
            missing: None,
        };
        // A share ε = 2⁻³¹ is wrong in each half: the index is (1 − 2ε)² up to 1/n.
        assert!((adjusted_rand_index(&table) - (1.0 - 4.0 / half as f64)).abs() < 1e-12);
        assert!((fowlkes_mallows_index(&table).unwrap() - (1.0 - 2.0 / half as f64)).abs() < 1e-12);
    }

    #[test]
    fn a_billion_spots_scored_as_a_thousand() {
        // Scaling all counts leaves information unchanged, and the pair counts to within 1/n.
        let cells = |scale: u64| {
            let counts = [(0, 0, 500), (0, 1, 100), (1, 0, 100), (1, 1, 200), (2, 2, 100)];
            counts.map(|(truth, pred, n_spots)| Cell { truth, pred, n_spots: n_spots * scale }).to_vec()
        };
        let table = |scale: u64| Contingency {
            cells: cells(scale),
            truth_sizes: vec![600 * scale, 300 * scale, 100 * scale],
            pred_sizes: vec![600 * scale, 300 * scale, 100 * scale],
            n_spots: 1000 * scale,
            missing: None,
        };
        let (small, large) = (table(1), table(1_000_000));
        let nmi = |table| normalized_mutual_information(table, Nmi::Arithmetic).unwrap();
        assert_close(nmi(&small), nmi(&large));
        // Limits from shares: Σp² = 0.32 in both, 0.46 in each; (0.32 − 0.46²) / (0.46 − 0.46²).
        let expected = (0.32 - 0.46 * 0.46) / (0.46 - 0.46 * 0.46);
        assert!((adjusted_rand_index(&large) - expected).abs() < 1e-8);
        assert!((fowlkes_mallows_index(&large).unwrap() - 0.32 / 0.46).abs() < 1e-8);
    }
}
