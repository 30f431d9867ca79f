//! The keys of cells: the bits of their places along all axes in turn, so that the key of twice the width is a prefix.

/// The bits of all places in turn, so that the cell of twice the width is a prefix; none is above `last`.
#[inline]
pub(super) fn interleave<const D: usize>(places: [u32; D], last: u32) -> u64 {
    if D == 2 && u16::try_from(last).is_ok() {
        // Two short places are spread at once, one in either half.
        const STEPS: [(u32, u64); 4] = [
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ];
        let both = u64::from(places[0]) | u64::from(places[1]) << 32;
        let bits = STEPS.iter().fold(both, |bits, &(by, kept)| (bits | bits << by) & kept);
        return (bits | bits >> 31) & 0xffff_ffff;
    }
    (0..D).fold(0, |key, axis| key | spread::<D>(places[axis].into()) << axis)
}

/// The bits of a place, D apart.
fn spread<const D: usize>(place: u64) -> u64 {
    const BY_TWO: [(u32, u64); 5] = [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ];
    const BY_THREE: [(u32, u64); 5] = [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ];
    let steps = if D == 2 { BY_TWO } else { BY_THREE };
    steps.iter().fold(place, |bits, &(by, kept)| (bits | bits << by) & kept)
}

/// Every second bit of a key: the way back from [`spread`] in the plane.
pub(super) fn gather(key: u64) -> u64 {
    const STEPS: [(u32, u64); 5] = [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0f0f_0f0f_0f0f_0f0f),
        (4, 0x00ff_00ff_00ff_00ff),
        (8, 0x0000_ffff_0000_ffff),
        (16, 0x0000_0000_ffff_ffff),
    ];
    STEPS.iter().fold(key & 0x5555_5555_5555_5555, |bits, &(by, kept)| (bits | bits >> by) & kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_apart() {
        assert_eq!(spread::<2>(0b1011), 0b100_0101);
        assert_eq!(spread::<3>(0b1011), 0b10_0000_1001);
        assert_eq!((spread::<2>(u64::from(u32::MAX)).count_ones(), spread::<3>((1 << 21) - 1).count_ones()), (32, 21));
        assert_eq!((gather(0b100_0101), gather(spread::<2>(0xdead_beef))), (0b1011, 0xdead_beef));
        for places in [[0xffff, 0], [0, 0xffff], [0xbeef, 0x1234]] {
            assert_eq!(interleave(places, 0xffff), interleave(places, 0x1_0000));
        }
    }
}
