//! Histograms of squared distances from a centre, with exact sums in every bin: parts of a slide add up in any order.

/// Bins per octave of the squared distance.
const PER_OCTAVE: i32 = 64;
/// Bins begin beside every ratio of two squared distances of a lattice, so that rounding moves no spot to another bin.
const OFFSET: f64 = 0.37;
/// Squared distances are at least this share of the squared edge length.
const SMALLEST: f64 = 1e-30;
/// The bin of the smallest distance, from which bins are counted: ⌊64·log₂(10⁻³⁰) + 0.37⌋.
const FIRST: i32 = -6378;
/// Parts of an octave that are looked up: narrower than any bin, so that at most one bin begins in each.
const SLOTS: usize = 128;
/// Coordinates are counted in 2⁻⁶⁰ of a power of two that no coordinate of the bin exceeds.
const GRAIN_BITS: i32 = 60;

/// The bins ⌊64·log₂(d²/a²) + 0.37⌋ of squared distances d², where a is the edge length.
#[derive(Debug, Clone)]
pub(crate) struct DistanceBins {
    edge_length: f64,
    /// A power of two, above the edge length and at most twice it.
    unit: f64,
    per_unit: f64,
    /// What turns squares in that unit into squares in edge lengths.
    per_square: f64,
    slots: [Slot; SLOTS],
}

/// A part of an octave.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// The bin in which it begins, counted from the one in which the octave begins.
    bin: i32,
    /// The bits of the first number of the next bin.
    next: u64,
}

/// What is summed over the spots of a bin: whole numbers, which add up the same in any order.
pub(crate) trait Sums<const D: usize>: Copy + Default + Send + Sync {
    /// Adds a spot, whose coordinates are at most 2^`exponent`.
    fn add(&mut self, place: &[f64; D], exponent: i32);

    /// Adds the sums of other spots.
    fn plus(&mut self, other: &Self);
}

/// The sums of coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "[i128; D]: serde::Serialize + serde::de::DeserializeOwned"))]
pub(crate) struct Coordinates<const D: usize> {
    pub(crate) coordinates: [i128; D],
}

/// The sums of products of coordinates, on the diagonal and above it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "[[i128; D]; D]: serde::Serialize + serde::de::DeserializeOwned"))]
pub(crate) struct Moments<const D: usize> {
    pub(crate) products: [[i128; D]; D],
}

/// The spots of one bin.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Bin<T> {
    /// Counted from the bin of the smallest distance, never negative.
    pub(crate) index: i32,
    pub(crate) n_spots: u64,
    pub(crate) sums: T,
}

/// The numbers of spots by their distance from a centre, and sums over them.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Histogram<T> {
    /// Invariant: by rising index, without repeats, none without spots.
    pub(crate) bins: Vec<Bin<T>>,
}

impl DistanceBins {
    /// The bins for a positive edge length.
    pub(crate) fn new(edge_length: f64) -> Self {
        let unit = power(libm::frexp(edge_length).1.clamp(-1000, 1000));
        let in_units = edge_length / unit;
        let starts: Vec<u64> = (1..=PER_OCTAVE)
            .map(|bin| libm::exp2((f64::from(bin) - OFFSET) / f64::from(PER_OCTAVE)).to_bits())
            .collect();
        let slot = |slot: usize| {
            let low = (1.0 + slot as f64 / SLOTS as f64).to_bits();
            let bin = starts.iter().filter(|&&start| start <= low).count();
            Slot { bin: i32::try_from(bin).unwrap_or(PER_OCTAVE), next: starts.get(bin).copied().unwrap_or(u64::MAX) }
        };
        let slots = std::array::from_fn(slot);
        Self { edge_length, unit, per_unit: 1.0 / unit, per_square: 1.0 / (in_units * in_units), slots }
    }

    /// A position as seen from a centre, in units of these bins.
    #[inline]
    pub(crate) fn relative<const D: usize>(&self, position: &[f64; D], centre: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| (position[axis] - centre[axis]) * self.per_unit)
    }

    /// The bin of such a place, counted from the one of the smallest distance.
    #[inline]
    pub(crate) fn index<const D: usize>(&self, place: &[f64; D]) -> i32 {
        let square: f64 = place.iter().map(|x| x * x).sum();
        let bits = (square * self.per_square).clamp(SMALLEST, f64::MAX).to_bits();
        let octave = (bits >> 52) as i32 - 1023;
        let Slot { bin, next } = self.slots[(bits >> 45) as usize % SLOTS];
        // The same digits between 1 and 2.
        let digits = bits & ((1 << 52) - 1) | 1023 << 52;
        PER_OCTAVE * octave + bin + i32::from(digits >= next) - FIRST
    }

    /// R, if this is the last bin of the nearest 90 %: the radius of a disc of which they are as large a share.
    pub(crate) fn radius(&self, last: i32) -> f64 {
        let bin = f64::from(last + FIRST);
        self.edge_length * libm::exp2((bin + (1.0 - OFFSET)) / f64::from(2 * PER_OCTAVE)) / 0.9f64.sqrt()
    }
}

impl<T> Histogram<T> {
    /// The histogram of positions around a centre. O(n).
    pub(crate) fn of<'a, const D: usize>(
        bins: &DistanceBins,
        centre: &[f64; D],
        positions: impl Iterator<Item = &'a [f64; D]>,
    ) -> Self
    where
        T: Sums<D>,
    {
        // A page for every octave, made when it is needed.
        let mut pages: Vec<Option<Box<[Bin<T>; PER_OCTAVE as usize]>>> = Vec::new();
        for position in positions {
            let place = bins.relative(position, centre);
            let index = bins.index(&place);
            let (page, within) = (index as usize / PER_OCTAVE as usize, index as usize % PER_OCTAVE as usize);
            if page >= pages.len() {
                pages.resize_with(page + 1, || None);
            }
            let bin = &mut pages[page].get_or_insert_with(|| Box::new([Bin::default(); PER_OCTAVE as usize]))[within];
            bin.index = index;
            bin.n_spots += 1;
            bin.sums.add(&place, exponent(index));
        }
        let bins = pages.into_iter().flatten().flat_map(|page| *page).filter(|bin| bin.n_spots > 0).collect();
        Self { bins }
    }

    /// The histogram of the spots of both.
    pub(crate) fn plus<const D: usize>(self, other: Self) -> Self
    where
        T: Sums<D>,
    {
        let mut bins: Vec<Bin<T>> = Vec::with_capacity(self.bins.len().max(other.bins.len()));
        let (mut left, mut right) = (self.bins.into_iter().peekable(), other.bins.into_iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a.index > b.index => right.next(),
                (None, _) => right.next(),
                _ => left.next(),
            };
            let Some(bin) = next else { return Self { bins } };
            match bins.last_mut().filter(|last| last.index == bin.index) {
                Some(last) => {
                    last.n_spots += bin.n_spots;
                    last.sums.plus(&bin.sums);
                }
                None => bins.push(bin),
            }
        }
    }

    pub(crate) fn n_spots(&self) -> u64 {
        self.bins.iter().map(|bin| bin.n_spots).sum()
    }

    /// The bins of the nearest 90 %: up to the one in which their number reaches ⌈0.9·n⌉.
    fn nearest(&self) -> &[Bin<T>] {
        let enough = (9 * u128::from(self.n_spots())).div_ceil(10);
        let mut n_spots = 0;
        let is_within = |bin: &&Bin<T>| {
            n_spots += u128::from(bin.n_spots);
            n_spots < enough
        };
        let before = self.bins.iter().take_while(is_within).count();
        &self.bins[..self.bins.len().min(before + 1)]
    }

    /// The last bin of the nearest 90 %; the first one if there are no spots.
    pub(crate) fn last(&self) -> i32 {
        self.nearest().last().map_or(0, |bin| bin.index)
    }
}

impl<const D: usize> Histogram<Coordinates<D>> {
    /// The mean of the nearest 90 % of the spots around a centre; that centre if there are none.
    pub(crate) fn mean(&self, bins: &DistanceBins, centre: &[f64; D]) -> [f64; D] {
        let n_spots: u64 = self.nearest().iter().map(|bin| bin.n_spots).sum();
        let sum = |axis: usize| -> f64 {
            self.nearest()
                .iter()
                .map(|bin| bin.sums.coordinates[axis] as f64 * power(exponent(bin.index) - GRAIN_BITS))
                .sum()
        };
        std::array::from_fn(|axis| centre[axis] + sum(axis) / n_spots.max(1) as f64 * bins.unit)
    }
}

impl<const D: usize> Histogram<Moments<D>> {
    /// The moments of the nearest 90 % of the spots around the centre: a symmetric matrix.
    pub(crate) fn moments(&self) -> [[f64; D]; D] {
        let sum = |i: usize, j: usize| -> f64 {
            let part =
                |bin: &Bin<Moments<D>>| bin.sums.products[i][j] as f64 * power(2 * exponent(bin.index) - GRAIN_BITS);
            self.nearest().iter().map(part).sum()
        };
        std::array::from_fn(|i| std::array::from_fn(|j| sum(i.min(j), i.max(j))))
    }
}

impl<const D: usize> Default for Coordinates<D> {
    fn default() -> Self {
        Self { coordinates: [0; D] }
    }
}

impl<const D: usize> Sums<D> for Coordinates<D> {
    #[inline]
    fn add(&mut self, place: &[f64; D], exponent: i32) {
        let grains = power(GRAIN_BITS - exponent);
        self.coordinates.iter_mut().zip(place).for_each(|(sum, x)| *sum += i128::from((x * grains) as i64));
    }

    fn plus(&mut self, other: &Self) {
        self.coordinates.iter_mut().zip(other.coordinates).for_each(|(sum, part)| *sum += part);
    }
}

impl<const D: usize> Default for Moments<D> {
    fn default() -> Self {
        Self { products: [[0; D]; D] }
    }
}

impl<const D: usize> Sums<D> for Moments<D> {
    #[inline]
    fn add(&mut self, place: &[f64; D], exponent: i32) {
        let grains = power(GRAIN_BITS - 2 * exponent);
        for i in 0..D {
            for j in i..D {
                self.products[i][j] += i128::from((place[i] * place[j] * grains) as i64);
            }
        }
    }

    fn plus(&mut self, other: &Self) {
        let all = self.products.iter_mut().flatten().zip(other.products.iter().flatten());
        all.for_each(|(sum, part)| *sum += part);
    }
}

/// The exponent of a power of two that no coordinate in a bin exceeds, in units of the bins.
#[inline]
fn exponent(index: i32) -> i32 {
    (index + FIRST).div_euclid(2 * PER_OCTAVE) + 1
}

/// 2^`exponent`, which must be a normal number.
#[inline]
fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;
    use rand::RngExt;

    #[test]
    fn bins_are_those_of_the_logarithm() {
        let mut rng = crate::random::stream(3, 0);
        for edge_length in [1.0, 0.3, 17.0, 1e-100, 1e100] {
            let bins = DistanceBins::new(edge_length);
            for _ in 0..20_000 {
                let place = [libm::exp2(rng.random_range(-52.0..60.0)), 0.0];
                let ratio = (place[0] * bins.unit / edge_length) * (place[0] * bins.unit / edge_length);
                let expected = (64.0 * libm::log2(ratio.max(1e-30)) + 0.37).floor();
                assert_eq!(bins.index(&place) + FIRST, expected as i32, "{ratio}");
                assert!(place[0] <= power(exponent(bins.index(&place))));
            }
        }
        let bins = DistanceBins::new(1.0);
        assert_eq!((bins.index(&[0.0; 3]), bins.index(&[1e-16; 2])), (0, 0));
        assert_eq!(bins.index(&[1e200; 2]), bins.index(&[f64::INFINITY, 0.0]));
        // 64·log₂(1) + 0.37 and 64·log₂(2) + 0.37, in units of two edge lengths.
        assert_eq!([[0.5, 0.0], [0.5, 0.5]].map(|place| bins.index(&place) + FIRST), [0, 64]);
    }

    #[test]
    fn the_nearest_are_all_up_to_the_bin_that_reaches_nine_tenths() {
        let bins = DistanceBins::new(1.0);
        let around = |positions: &[[f64; 1]]| Histogram::<Coordinates<1>>::of(&bins, &[0.0], positions.iter());
        // 9 of 10; 10 of 11, which 9.9 rounds up to; and all 12, for the last two are as far.
        let of = |n: u32, last: [f64; 2]| {
            let mut positions: Vec<[f64; 1]> = (1..=n).map(|x| [f64::from(x)]).collect();
            positions.extend(last.map(|x| [x]));
            around(&positions)
        };
        assert_close(of(8, [50.0, 9.0]).mean(&bins, &[0.0])[0], 5.0);
        assert_close(of(9, [50.0, 10.0]).mean(&bins, &[0.0])[0], 5.5);
        assert_close(of(10, [50.0, -50.0]).mean(&bins, &[0.0])[0], 55.0 / 12.0);
        // The square of 50 edge lengths is in bin ⌊64·log₂(2500) + 0.37⌋ = 722, which ends at 2^(722.63/64).
        assert_close(bins.radius(of(10, [50.0, -50.0]).last()), libm::exp2(722.63 / 128.0) / 0.9f64.sqrt());
        assert_eq!(around(&[]).mean(&bins, &[3.0]), [3.0]);
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let bins = DistanceBins::new(0.7);
        let positions: Vec<[f64; 3]> =
            (0..500).map(|i| [i * 37 % 101, i * 53 % 61, i].map(|x| 0.1 * f64::from(x))).collect();
        let of = |positions: &[[f64; 3]]| Histogram::<Moments<3>>::of(&bins, &[5.0, 3.0, 20.0], positions.iter());
        let parts = positions.chunks(77).rev().map(of).reduce(Histogram::plus).unwrap();
        assert_eq!(parts, of(&positions));
        assert_eq!(parts.n_spots(), 500);
    }
}
