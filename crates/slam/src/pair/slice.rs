//! The spots of a slice, or all there are: listed only where they have to be.

/// The spots of a slice, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Slice {
    /// All spots, of which there are so many.
    All(usize),
    /// These spots.
    Some(Vec<u32>),
}

impl Slice {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::All(n) => *n,
            Self::Some(spots) => spots.len(),
        }
    }

    /// The spot at an index.
    #[inline]
    pub(crate) fn spot(&self, index: usize) -> usize {
        match self {
            Self::All(_) => index,
            Self::Some(spots) => spots[index] as usize,
        }
    }

    /// The list, if there is one.
    pub(crate) fn list(&self) -> Option<&[u32]> {
        match self {
            Self::All(_) => None,
            Self::Some(spots) => Some(spots),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.len()).map(|index| self.spot(index))
    }

    /// The spots in pieces of the given size, for threads to share.
    pub(crate) fn pieces(&self, size: usize) -> Vec<impl Iterator<Item = usize> + Clone + Send> {
        let piece = |piece: usize| piece * size..self.len().min((piece + 1) * size);
        let spots = |which: usize| piece(which).map(|index| self.spot(index));
        (0..self.len().div_ceil(size)).map(spots).collect()
    }

    /// The spots as a list.
    pub(crate) fn into_list(self) -> Vec<u32> {
        match self {
            Self::All(n) => (0..n as u32).collect(),
            Self::Some(spots) => spots,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spots_are_a_slice_without_a_list() {
        let (all, some) = (Slice::All(5), Slice::Some(vec![0, 1, 2, 3, 4]));
        let pieces = |slice: &Slice| slice.pieces(2).into_iter().map(Iterator::collect).collect::<Vec<Vec<usize>>>();
        assert_eq!(pieces(&all), [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(pieces(&all), pieces(&some));
        assert_eq!((all.iter().collect::<Vec<_>>(), all.len()), (some.iter().collect(), some.len()));
        assert_eq!(all.into_list(), some.into_list());
    }
}
