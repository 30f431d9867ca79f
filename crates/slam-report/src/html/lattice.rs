//! Whether spots fill a square lattice, as the cells of a raster do: then they are drawn as cells, without gaps.

/// Two levels that are closer than this share of a usual distance are one.
const SAME: f64 = 0.02;
/// A lattice's step is no shorter than this share of a usual distance: else positions are scattered.
const SHORTEST: f64 = 0.3;
/// Gaps may differ from whole steps by this share of a step.
const LOOSE: f64 = 0.05;
/// At most this many spots are asked for their neighbours.
const ASKED: usize = 2_000;

/// How wide and high a cell is where these places fill a square lattice; none where they do not.
///
/// On a hexagonal lattice every other column of a row is empty: nobody has a neighbour beside itself, and discs are right.
pub(crate) fn square_cell(places: &[[f64; 2]], usual: f64) -> Option<[f64; 2]> {
    let axis = |axis: usize| Levels::new(places.iter().map(|place| place[axis]).collect(), usual);
    let (across, down) = (axis(0)?, axis(1)?);
    let number = |[x, y]: [f64; 2]| (across.number(x) << 32) + down.number(y);
    let mut taken: Vec<u64> = places.iter().map(|&place| number(place)).collect();
    taken.sort_unstable();
    let every = places.len().div_ceil(ASKED).max(1);
    let (mut n_asked, mut beside, mut below) = (0, 0, 0);
    for &place in places.iter().step_by(every) {
        let has = |key: u64| usize::from(taken.binary_search(&key).is_ok());
        let own = number(place);
        n_asked += 1;
        beside += has(own + (1 << 32)).max(has(own.wrapping_sub(1 << 32)));
        below += has(own + 1).max(has(own.wrapping_sub(1)));
    }
    let is_full = 2 * beside > n_asked && 2 * below > n_asked;
    let is_squarish = across.step < 3.0 * down.step && down.step < 3.0 * across.step;
    (is_full && is_squarish).then_some([across.step, down.step])
}

/// The values of one coordinate: so many whole steps from the first.
struct Levels {
    first: f64,
    step: f64,
}

impl Levels {
    fn new(mut values: Vec<f64>, usual: f64) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let gaps = values.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > SAME * usual);
        let gaps: Vec<f64> = gaps.collect();
        let shortest = gaps.iter().copied().fold(f64::INFINITY, f64::min);
        // The mean over gaps of one step is nearer to the step than any of them.
        let ones = gaps.iter().filter(|&&gap| gap < 1.5 * shortest);
        let (sum, n) = ones.fold((0.0, 0usize), |(sum, n), gap| (sum + gap, n + 1));
        let step = sum / n.max(1) as f64;
        let is_whole = |gap: &f64| ((gap / step).round() * step - gap).abs() < LOOSE * step;
        let is_even = n > 0 && step > SHORTEST * usual && step <= 2.0 * usual && gaps.iter().all(is_whole);
        is_even.then(|| Self { first: values[0], step })
    }

    fn number(&self, value: f64) -> u64 {
        // One more, so that there is a number below the first.
        ((value - self.first) / self.step).round() as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(place: impl Fn(f64, f64) -> [f64; 2]) -> Vec<[f64; 2]> {
        (0..100).map(|spot| place(f64::from(spot % 10), f64::from(spot / 10))).collect()
    }

    #[test]
    fn a_raster_is_made_of_cells() {
        let cell = square_cell(&grid(|x, y| [1000.0 + 99.92 * x, 5.0 * y]), 100.0);
        assert!(cell.is_none(), "twenty times as wide as high is a set of rows");
        let [width, height] = square_cell(&grid(|x, y| [1000.0 + 99.92 * x, 80.0 * y]), 100.0).unwrap();
        assert!((width - 99.92).abs() < 1e-6 && (height - 80.0).abs() < 1e-6);
    }

    #[test]
    fn holes_and_rounding_do_not_matter() {
        let rounded = grid(|x, y| [(33.333 * x).round(), (33.333 * y).round()]);
        let holes: Vec<[f64; 2]> =
            rounded.into_iter().enumerate().filter(|(i, _)| i % 7 != 3).map(|(_, p)| p).collect();
        assert!(square_cell(&holes, 33.0).is_some());
    }

    #[test]
    fn hexagons_and_scattered_spots_are_none() {
        let hexagonal = grid(|x, y| [x + 0.5 * (y % 2.0), y * 0.75f64.sqrt()]);
        assert_eq!(square_cell(&hexagonal, 1.0), None);
        let scattered = grid(|x, y| [x + 0.37 * (7.0 * x + 3.0 * y).sin(), y + 0.41 * (5.0 * x * y).cos()]);
        assert_eq!(square_cell(&scattered, 1.0), None);
        assert_eq!(square_cell(&[[1.0, 1.0]; 3], 0.0), None);
    }
}
