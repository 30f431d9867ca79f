//! Snappy: literals, and copies of what is unpacked already.

use super::thrift::unsigned;

/// Undoes snappy; none if the bytes are none such, or would become more than `cap`.
pub(super) fn unpack(packed: &[u8], cap: usize) -> Option<Vec<u8>> {
    let (length, n) = unsigned(packed)?;
    let length = usize::try_from(length).ok().filter(|length| *length <= cap)?;
    let mut rest = &packed[n..];
    let mut bytes = Vec::with_capacity(length.min(packed.len().saturating_mul(64)));
    while let Some((&tag, behind)) = rest.split_first() {
        let kind = tag & 3;
        let (n, n_extra) = match kind {
            0 if tag >> 2 >= 60 => (0, usize::from(tag >> 2) - 59),
            0 => (usize::from(tag >> 2) + 1, 0),
            1 => (usize::from(tag >> 2 & 7) + 4, 1),
            2 => (usize::from(tag >> 2) + 1, 2),
            _ => (usize::from(tag >> 2) + 1, 4),
        };
        let (extra, behind) = behind.split_at_checked(n_extra)?;
        let extra = extra.iter().rev().fold(0_usize, |number, &byte| number << 8 | usize::from(byte));
        if kind == 0 {
            let (literal, behind) = behind.split_at_checked(if n_extra > 0 { extra.checked_add(1)? } else { n })?;
            bytes.extend_from_slice(literal);
            rest = behind;
        } else {
            let back = if kind == 1 { usize::from(tag >> 5) << 8 | extra } else { extra };
            let start = bytes.len().checked_sub(back).filter(|_| back > 0)?;
            if back >= n {
                bytes.extend_from_within(start..start + n);
            } else {
                (0..n).for_each(|i| bytes.push(bytes[start + i]));
            }
            rest = behind;
        }
        (bytes.len() <= length).then_some(())?;
    }
    (bytes.len() == length).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_copies() {
        // `a`, then five bytes from one back; then a copy with two bytes of distance.
        assert_eq!(unpack(&[6, 0, b'a', 1 | 1 << 2, 1], 9).unwrap(), b"aaaaaa");
        assert_eq!(unpack(&[5, 4, b'a', b'b', 2 | 2 << 2, 2, 0], 9).unwrap(), b"ababa");
        assert_eq!(unpack(&[3, 60 << 2, 2, 1, 2, 3], 9).unwrap(), [1, 2, 3]);
        for broken in [&[6, 0, b'a'][..], &[2, 0, b'a', 1, 0], &[2, 0, b'a', 1, 9], &[9, 60 << 2], &[200, 1, 0, 0], &[]]
        {
            assert_eq!(unpack(broken, 9), None);
        }
    }
}
