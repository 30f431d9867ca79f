//! The spacing of a square lattice, found from positions some of which may be absent.

use crate::parallel::each;

/// Coordinates that differ by no more than this share of the larger extent are one.
const BLUR: f64 = 1e-7;
/// How far a gap may be from a whole number of spacings, in spacings.
const LOOSE: f64 = 0.2;
/// How much a spacing may be smaller than the smallest gap that was found.
const FEWEST_PARTS: f64 = 0.1;
/// How much the spacings along x and along y may differ.
const OBLONG: f64 = 0.01;
/// How many points one task sorts.
const CHUNK: usize = 1 << 16;

/// The spacings along x and y; `Err` says in words why there is none.
///
/// Along each axis it is the largest length that all gaps are multiples of. Where those of the axes differ, cells are oblong,
/// or every other column is absent: nobody can tell, so that neither is assumed. O(n) where coordinates repeat, as on a
/// lattice.
pub(super) fn spacing(points: &[[f64; 2]]) -> Result<[f64; 2], String> {
    let axes = [0, 1].map(|axis| distinct(points, axis));
    let extent = axes.iter().map(|values| values[values.len() - 1] - values[0]).fold(0.0, f64::max);
    let mut found = [None; 2];
    for (axis, values) in axes.iter().enumerate() {
        found[axis] = along(values, BLUR * extent).map_err(|gaps| {
            let [one, other] = gaps;
            format!("gaps of {one} and {other} along {} are no multiples of one length", ["x", "y"][axis])
        })?;
    }
    match found {
        [Some(width), Some(height)] => square(width, height),
        [Some(one), None] | [None, Some(one)] => Ok([one; 2]),
        [None, None] => Ok([1.0; 2]),
    }
}

/// The spacings of the axes, if they agree.
fn square(width: f64, height: f64) -> Result<[f64; 2], String> {
    if (width / height - 1.0).abs() > OBLONG {
        return Err(format!("spots are {width} apart along x and {height} along y"));
    }
    Ok([width, height])
}

/// The different values along an axis, sorted.
fn distinct(points: &[[f64; 2]], axis: usize) -> Vec<f64> {
    let sorted = |mut values: Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        values
    };
    let of_chunk = |chunk: &[[f64; 2]]| sorted(chunk.iter().map(|point| point[axis]).collect());
    sorted(each(points.chunks(CHUNK), of_chunk).concat())
}

/// The length that all gaps are multiples of; none where there is no gap, two gaps where there is no such length.
fn along(values: &[f64], blur: f64) -> Result<Option<f64>, [f64; 2]> {
    let mut seen: Vec<f64> = values.to_vec();
    seen.dedup_by(|next, kept| *next - *kept <= blur);
    let gaps: Vec<f64> = seen.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let Some(smallest) = gaps.iter().copied().min_by(f64::total_cmp) else { return Ok(None) };
    let mut measure = smallest;
    // Every round finds a length of at most half of the one before, so that there are few.
    while let Some(&gap) = gaps.iter().find(|&&gap| off(gap / measure) > LOOSE) {
        measure *= off(gap / measure);
        if measure < FEWEST_PARTS * smallest {
            return Err([smallest, gap]);
        }
    }
    // Rounding of single gaps would add up over a wide lattice; the whole of it is divided instead.
    let n_steps: f64 = gaps.iter().map(|gap| (gap / measure).round()).sum();
    Ok(Some((seen[seen.len() - 1] - seen[0]) / n_steps))
}

/// How far a number is from a whole one.
fn off(number: f64) -> f64 {
    (number - number.round()).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice(cells: &[(i32, i32)], place: impl Fn(i32) -> f64) -> Result<[f64; 2], String> {
        spacing(&cells.iter().map(|&(column, row)| [place(column), place(row)]).collect::<Vec<_>>())
    }

    #[test]
    fn absent_columns_do_not_matter() {
        let near = |found: Result<[f64; 2], String>, expected: f64| {
            let found = found.unwrap();
            assert!(found.iter().all(|side| (side / expected - 1.0).abs() < 1e-3), "{found:?}");
        };
        near(lattice(&[(0, 0), (1, 0), (5, 3), (9, 2)], |i| 30.0 * f64::from(i)), 30.0);
        // Gaps of 2 and 3 columns are multiples of 1.
        near(lattice(&[(0, 0), (2, 2), (5, 5)], f64::from), 1.0);
        near(lattice(&[(0, 4), (7, 4)], f64::from), 7.0);
    }

    #[test]
    fn rounding_does_not_add_up() {
        let cells: Vec<(i32, i32)> = (0..90_000).map(|i| (i % 300, i / 300)).collect();
        let found = lattice(&cells, |i| (f64::from(i) / 120.0 * 1e4).round() / 1e4 - 77.0).unwrap();
        assert!(found.iter().all(|side| (side * 120.0 - 1.0).abs() < 1e-4), "{found:?}");
        let noisy = lattice(&cells, |i| 0.1 * f64::from(i) + 1e6 + 1e-9 * f64::from(i % 3)).unwrap();
        assert!(noisy.iter().all(|side| (side / 0.1 - 1.0).abs() < 1e-6), "{noisy:?}");
    }

    #[test]
    fn what_is_no_lattice_is_said() {
        let oblong = spacing(&[[0.0, 0.0], [2.0, 3.0], [4.0, 6.0]]).unwrap_err();
        assert_eq!(oblong, "spots are 2 apart along x and 3 along y");
        // Oblong cells, or every other row is absent.
        let twice = lattice(&[(0, 0), (1, 2), (2, 4)], f64::from).unwrap_err();
        assert_eq!(twice, "spots are 1 apart along x and 2 along y");
        let odd = spacing(&[[0.0, 0.0], [1.0, 0.0], [2.26, 0.0]]).unwrap();
        assert!((odd[0] - 0.25).abs() < 0.01, "{odd:?}");
        let none = spacing(&[[0.0, 0.0], [1.0, 0.0], [2.4, 0.0], [4.1, 0.0], [5.373, 0.0], [7.0, 0.0]]);
        assert!(none.clone().is_err_and(|said| said.starts_with("gaps of 1 and")), "{none:?}");
        assert_eq!(spacing(&[[3.0, 4.0]; 5]), Ok([1.0, 1.0]));
    }
}
