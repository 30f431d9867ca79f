//! Numbers written as differences, packed in small blocks.

use super::Broken;
use super::bits::{cut, packed};
use super::thrift::{unfolded, unsigned};

/// Numbers written as differences, unpacked one by one.
#[derive(Debug)]
pub(super) struct Deltas {
    /// The bytes that are not unpacked yet: the next block, or what follows them all.
    at: usize,
    /// Values in a part of a block, and parts in a block.
    n_part: usize,
    n_parts: usize,
    /// How many numbers there are.
    pub(super) n: usize,
    /// How many were given.
    given: usize,
    last: i64,
    /// The smallest difference of the block, where its widths are, and which part comes next.
    least: i64,
    widths: usize,
    part: usize,
    /// Where in the part the next difference is, how wide, and how many are left.
    bit: usize,
    width: usize,
    left: usize,
}

impl Deltas {
    /// The numbers that begin at a byte.
    pub(super) fn new(bytes: &[u8], at: usize) -> Result<Self, Broken> {
        let mut deltas = Self {
            at,
            n_part: 1,
            n_parts: 1,
            n: 0,
            given: 0,
            last: 0,
            least: 0,
            widths: 0,
            part: 1,
            bit: 0,
            width: 0,
            left: 0,
        };
        let n_block = deltas.size(bytes)?;
        deltas.n_parts = deltas.size(bytes)?;
        deltas.n = deltas.size(bytes)?;
        deltas.last = unfolded(deltas.number(bytes)?);
        let is_even = deltas.n_parts > 0 && n_block % deltas.n_parts == 0 && (n_block / deltas.n_parts) % 8 == 0;
        if !is_even || n_block == 0 || n_block > 1 << 20 {
            return Err(Broken::new(format!("blocks of {n_block} differences in {} parts", deltas.n_parts)));
        }
        (deltas.n_part, deltas.part) = (n_block / deltas.n_parts, deltas.n_parts);
        Ok(deltas)
    }

    /// The next number.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Result<i64, Broken> {
        if self.given >= self.n {
            return Err(cut());
        }
        self.given += 1;
        if self.given == 1 {
            return Ok(self.last);
        }
        if self.left == 0 {
            self.begin(bytes)?;
        }
        let difference = packed(bytes, self.bit, self.width).ok_or_else(cut)?;
        self.bit += self.width;
        self.left -= 1;
        self.last = self.last.wrapping_add(self.least).wrapping_add_unsigned(difference);
        Ok(self.last)
    }

    /// Where the bytes of all numbers end.
    pub(super) fn end(mut self, bytes: &[u8]) -> Result<usize, Broken> {
        // Parts are skipped as a whole.
        let mut left = self.n.saturating_sub(1);
        while left > 0 {
            self.begin(bytes)?;
            left = left.saturating_sub(self.n_part);
        }
        // The widths of parts that hold nothing are written, and the parts are not.
        Ok(self.at)
    }

    fn begin(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        if self.part == self.n_parts {
            self.least = unfolded(self.number(bytes)?);
            (self.widths, self.part) = (self.at, 0);
            self.at = self.at.checked_add(self.n_parts).ok_or_else(cut)?;
        }
        self.width = usize::from(*bytes.get(self.widths + self.part).ok_or_else(cut)?);
        if self.width > 64 {
            return Err(Broken::new(format!("differences of {} bits", self.width)));
        }
        (self.bit, self.left) = (8 * self.at, self.n_part);
        self.part += 1;
        self.at = self.at.checked_add(self.n_part / 8 * self.width).filter(|at| *at <= bytes.len()).ok_or_else(cut)?;
        Ok(())
    }

    fn number(&mut self, bytes: &[u8]) -> Result<u64, Broken> {
        let (number, n) = bytes.get(self.at..).and_then(unsigned).ok_or_else(cut)?;
        self.at += n;
        Ok(number)
    }

    fn size(&mut self, bytes: &[u8]) -> Result<usize, Broken> {
        self.number(bytes).and_then(|size| usize::try_from(size).map_err(|_| cut()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_format() {
        // 1, 2, 3, 4, 5: all differences are 1, of no bits; and 7, 5, 3, 1, 2, 3, 4, 5 in two bits.
        let read = |bytes: &[u8]| {
            let mut deltas = Deltas::new(bytes, 0).ok()?;
            (0..deltas.n).map(|_| deltas.next(bytes).ok()).collect::<Option<Vec<i64>>>()
        };
        let first = [8, 1, 5, 2, 2, 0];
        assert_eq!(read(&first), Some(vec![1, 2, 3, 4, 5]));
        assert_eq!(Deltas::new(&first, 0).unwrap().end(&first), Ok(6));
        let second = [8, 1, 8, 14, 3, 2, 0b1100_0000, 0b0011_1111];
        assert_eq!(read(&second), Some(vec![7, 5, 3, 1, 2, 3, 4, 5]));
        (0..second.len()).for_each(|n| assert_eq!(read(&second[..n]), None));
        for broken in [[8, 0, 5, 2], [0, 1, 5, 2], [9, 1, 5, 2], [0xff, 0xff, 0xff, 0xff]] {
            assert!(Deltas::new(&broken, 0).is_err());
        }
    }
}
