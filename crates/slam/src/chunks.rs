//! Slices of numbers seen as slices of small arrays: positions, and lanes that a processor can follow at once.

use zerocopy::FromBytes;
use zerocopy::IntoBytes;

/// The values in groups of `N`, and those that are left over; nothing is copied.
///
/// `as_chunks` of the standard library is younger than the compilers that are supported.
pub(crate) fn chunks<const N: usize>(values: &[f64]) -> (&[[f64; N]], &[f64]) {
    let (grouped, rest) = values.split_at(values.len() - values.len() % N);
    let grouped = <[[f64; N]]>::ref_from_bytes(grouped.as_bytes());
    (grouped.expect("whole groups of numbers lie where numbers lie"), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fills_no_group_is_left_over() {
        assert_eq!(chunks::<2>(&[1.0, 2.0, 3.0, 4.0, 5.0]), (&[[1.0, 2.0], [3.0, 4.0]][..], &[5.0][..]));
        assert_eq!(chunks::<3>(&[]), (&[][..], &[][..]));
        assert_eq!(chunks::<8>(&[1.0]), (&[][..], &[1.0][..]));
    }
}
