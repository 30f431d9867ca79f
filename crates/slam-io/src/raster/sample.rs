//! The number that a cell holds: its type, the order of its bytes, and the differences that packed better.

/// The type of the numbers of all bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sample {
    /// Whole numbers from 0 on of so many bits.
    Unsigned(u32),
    /// Whole numbers of so many bits.
    Signed(u32),
    /// Real numbers of so many bits.
    Real(u32),
}

/// A number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// Without a fraction, by its type.
    Whole(i64),
    /// By its type with one.
    Real(f64),
}

impl Value {
    /// The number as a real one.
    pub(super) fn real(self) -> f64 {
        match self {
            Self::Whole(number) => number as f64,
            Self::Real(number) => number,
        }
    }
}

impl Sample {
    /// The type by its number in a TIFF and its bits; `None` where there is no such type.
    pub(super) fn new(format: u64, bits: u64) -> Option<Self> {
        match (format, bits) {
            (1 | 4, 1 | 2 | 4 | 8 | 16 | 32) => Some(Self::Unsigned(bits as u32)),
            (2, 8 | 16 | 32 | 64) => Some(Self::Signed(bits as u32)),
            (3, 32 | 64) => Some(Self::Real(bits as u32)),
            _ => None,
        }
    }

    pub(super) fn bits(self) -> u32 {
        let (Self::Unsigned(bits) | Self::Signed(bits) | Self::Real(bits)) = self;
        bits
    }

    /// The type in words.
    pub(super) fn in_words(self) -> String {
        match self {
            Self::Unsigned(bits) => format!("uint{bits}"),
            Self::Signed(bits) => format!("int{bits}"),
            Self::Real(bits) => format!("float{bits}"),
        }
    }

    /// How many bytes a row of so many numbers has.
    pub(super) fn n_bytes(self, n: u64) -> u64 {
        n.saturating_mul(u64::from(self.bits())).div_ceil(8)
    }

    /// The number at a place of a row, whose bytes are those of the smallest digits first.
    #[inline]
    pub(super) fn get(self, row: &[u8], at: usize) -> Value {
        match self {
            Self::Unsigned(8) => Value::Whole(i64::from(row[at])),
            Self::Unsigned(bits @ (1 | 2 | 4)) => {
                let first = at * bits as usize;
                let shift = 8 - bits - (first % 8) as u32;
                Value::Whole(i64::from(row[first / 8] >> shift & ((1 << bits) - 1)))
            }
            Self::Unsigned(bits) => Value::Whole(i64::from(joined(row, at, bits) as u32)),
            Self::Signed(bits) => {
                let highest = (joined(row, at, bits) << (64 - bits)).to_ne_bytes();
                Value::Whole(i64::from_ne_bytes(highest) >> (64 - bits))
            }
            Self::Real(32) => Value::Real(f64::from(f32::from_bits(joined(row, at, 32) as u32))),
            Self::Real(_) => Value::Real(f64::from_bits(joined(row, at, 64))),
        }
    }

    /// Puts the bytes of smaller digits first, where they are last.
    pub(super) fn swap(self, bytes: &mut [u8]) {
        let size = self.bits() as usize / 8;
        if size > 1 {
            bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse);
        }
    }

    /// Undoes that every number of a row is written as the difference from the one before, of the same band of `n_bands`.
    pub(super) fn add_up(self, row: &mut [u8], n_bands: usize) {
        let (bits, size) = (self.bits(), self.bits() as usize / 8);
        for at in n_bands..row.len() / size {
            let sum = joined(row, at, bits).wrapping_add(joined(row, at - n_bands, bits));
            row[at * size..][..size].copy_from_slice(&sum.to_le_bytes()[..size]);
        }
    }

    /// Undoes that a row of real numbers is written byte by byte, each as the difference from the one before.
    pub(super) fn regroup(self, row: &mut [u8], n_bands: usize) {
        for at in n_bands..row.len() {
            row[at] = row[at].wrapping_add(row[at - n_bands]);
        }
        let (size, apart) = (self.bits() as usize / 8, row.to_vec());
        let n = row.len() / size;
        for (at, number) in row.chunks_exact_mut(size).enumerate() {
            for (place, byte) in number.iter_mut().enumerate() {
                *byte = apart[(size - 1 - place) * n + at];
            }
        }
    }
}

/// The bits of the number at a place.
#[inline]
fn joined(row: &[u8], at: usize, bits: u32) -> u64 {
    let size = bits as usize / 8;
    let mut bytes = [0; 8];
    bytes[..size].copy_from_slice(&row[at * size..][..size]);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_signs_and_bits() {
        assert_eq!(Sample::Signed(16).get(&[0, 0, 0xfe, 0xff], 1), Value::Whole(-2));
        assert_eq!(Sample::Unsigned(16).get(&[0xfe, 0xff], 0), Value::Whole(65_534));
        assert_eq!(Sample::Unsigned(2).get(&[0b0001_1011], 2), Value::Whole(2));
        assert_eq!(Sample::Real(32).get(&1.5_f32.to_le_bytes(), 0), Value::Real(1.5));
        assert_eq!((Sample::new(2, 4), Sample::new(5, 64), Sample::new(3, 16)), (None, None, None));
        assert_eq!(Sample::Unsigned(1).n_bytes(9), 2);
    }

    #[test]
    fn differences_add_up() {
        let mut row = [1, 10, 1, 255, 0, 1];
        Sample::Unsigned(8).add_up(&mut row, 2);
        assert_eq!(row, [1, 10, 2, 9, 2, 10]);
        let mut wide = [255, 0, 1, 0];
        Sample::Unsigned(16).add_up(&mut wide, 1);
        assert_eq!(wide, [255, 0, 0, 1]);
    }
}
