//! Small numbers packed into bits: runs of one number, or of numbers side by side.

use super::Broken;
use super::thrift::unsigned;

/// Numbers of so many bits, written as runs.
#[derive(Debug)]
pub(super) struct Runs {
    /// Where the next run begins, and where all of them end.
    at: usize,
    end: usize,
    width: usize,
    run: Run,
}

#[derive(Debug)]
enum Run {
    /// One number, so many times.
    Same { number: u32, left: u64 },
    /// Numbers side by side from a bit on, so many of them.
    Packed { bit: usize, left: u64 },
}

impl Runs {
    /// The runs in a range of some bytes.
    pub(super) fn new(at: usize, end: usize, width: usize) -> Self {
        Self { at, end, width, run: Run::Same { number: 0, left: 0 } }
    }

    /// The next number.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Result<u32, Broken> {
        loop {
            match &mut self.run {
                Run::Same { number, left } if *left > 0 => {
                    *left -= 1;
                    return Ok(*number);
                }
                Run::Packed { bit, left } if *left > 0 => {
                    *left -= 1;
                    let number = packed(&bytes[..self.end], *bit, self.width).ok_or_else(cut)?;
                    *bit += self.width;
                    return Ok(number as u32);
                }
                _ => self.begin(bytes)?,
            }
        }
    }

    fn begin(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        let rest = bytes.get(self.at..self.end).ok_or_else(cut)?;
        let (lead, n_lead) = unsigned(rest).ok_or_else(cut)?;
        self.at += n_lead;
        if lead & 1 == 1 {
            let groups = usize::try_from(lead >> 1).ok().filter(|groups| *groups <= 8 * rest.len()).ok_or_else(cut)?;
            self.run = Run::Packed { bit: 8 * self.at, left: 8 * groups as u64 };
            // Numbers of no bits take no room.
            self.at = self.at.saturating_add(groups.saturating_mul(self.width)).min(self.end);
        } else {
            let n = self.width.div_ceil(8);
            let number = rest.get(n_lead..n_lead + n).ok_or_else(cut)?;
            let number = number.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
            self.run = Run::Same { number, left: lead >> 1 };
            self.at += n;
        }
        Ok(())
    }
}

/// The number of so many bits that begins with a bit, the lowest bit first.
pub(super) fn packed(bytes: &[u8], bit: usize, width: usize) -> Option<u64> {
    let (first, shift) = (bit / 8, bit % 8);
    let n = (shift + width).div_ceil(8);
    let bytes = bytes.get(first..first.checked_add(n)?)?;
    let number = bytes.iter().rev().fold(0_u128, |number, &byte| number << 8 | u128::from(byte));
    Some((number >> shift & ((1_u128 << width) - 1)) as u64)
}

pub(super) fn cut() -> Broken {
    Broken::new("values that are cut off")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], width: usize, n: usize) -> Option<Vec<u32>> {
        let mut runs = Runs::new(0, bytes.len(), width);
        (0..n).map(|_| runs.next(bytes).ok()).collect()
    }

    #[test]
    fn runs_of_both_kinds() {
        // The example of the format: 0 to 7 in three bits each.
        assert_eq!(all(&[3, 0b1000_1000, 0b1100_0110, 0b1111_1010], 3, 8), Some((0..8).collect()));
        assert_eq!(all(&[6, 5, 4, 9], 4, 5), Some(vec![5, 5, 5, 9, 9]));
        assert_eq!(all(&[6, 5], 4, 4), None);
        assert_eq!((all(&[4], 0, 2), all(&[3], 0, 8), all(&[], 1, 1)), (Some(vec![0; 2]), Some(vec![0; 8]), None));
        assert_eq!(all(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 32, 9), None);
    }

    #[test]
    fn numbers_of_all_widths() {
        assert_eq!(packed(&[0xff; 9], 3, 64), Some(u64::MAX));
        assert_eq!((packed(&[0b1010_0000], 5, 3), packed(&[1], 4, 5), packed(&[], 0, 0)), (Some(5), None, Some(0)));
    }
}
