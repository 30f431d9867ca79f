//! Pairs of a truth label and a pred label, of which sums are kept.

/// Up to this many pairs of labels, sums are kept for each of them.
pub(crate) const MOST_PAIRS: usize = 1 << 16;

/// For which pairs of a truth label and a pred label sums are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pairs {
    /// For every pair.
    All {
        /// The number of truth labels.
        n_truth: usize,
        /// The number of pred labels.
        n_pred: usize,
    },
    /// For those of a one-to-one matching: for each truth label the pred label that stands for it.
    Matched(Vec<Option<u32>>),
}

impl Pairs {
    /// The pairs for pred labels that are written as truth labels already: all while they are few, else equal ones.
    pub(crate) fn for_codes(n_truth: usize, n_pred: usize) -> Self {
        if n_truth * n_pred <= MOST_PAIRS { Self::All { n_truth, n_pred } } else { Self::equal(n_truth, n_pred) }
    }

    /// The pairs of equal codes.
    pub(crate) fn equal(n_truth: usize, n_pred: usize) -> Self {
        Self::Matched((0..n_truth).map(|label| (label < n_pred).then_some(label as u32)).collect())
    }

    /// The number of truth labels.
    pub(super) fn n_truth(&self) -> usize {
        match self {
            Self::All { n_truth, .. } => *n_truth,
            Self::Matched(partners) => partners.len(),
        }
    }

    /// The number of pairs, those of unmatched truth labels included.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All { n_truth, n_pred } => n_truth * n_pred,
            Self::Matched(partners) => partners.len(),
        }
    }

    /// The place of a pair, none if no sums are kept for it.
    #[inline]
    pub(super) fn place(&self, truth: usize, pred: usize) -> Option<usize> {
        match self {
            Self::All { n_pred, .. } => Some(truth * n_pred + pred),
            Self::Matched(partners) => (partners[truth] == Some(pred as u32)).then_some(truth),
        }
    }

    /// The pred labels that are paired with a truth label, and the place of the first pair.
    #[inline]
    pub(super) fn of_truth(&self, truth: usize) -> (std::ops::Range<usize>, usize) {
        match self {
            Self::All { n_pred, .. } => (0..*n_pred, truth * n_pred),
            Self::Matched(partners) => (partners[truth].map_or(0..0, |pred| pred as usize..pred as usize + 1), truth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_pairs() {
        let all = Pairs::for_codes(2, 3);
        assert_eq!((all.len(), all.place(1, 2), all.of_truth(1)), (6, Some(5), (0..3, 3)));
        let equal = Pairs::equal(3, 2);
        assert_eq!((equal.len(), equal.place(1, 1), equal.place(1, 0), equal.place(2, 2)), (3, Some(1), None, None));
        assert_eq!((equal.of_truth(1), equal.of_truth(2)), ((1..2, 1), (0..0, 2)));
        assert_eq!(Pairs::for_codes(300, 300), Pairs::equal(300, 300));
    }
}
