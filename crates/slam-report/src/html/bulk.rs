//! Where most places are: far islands must not shrink the rest to dots.

/// The main part of a drawing.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub(crate) struct Bulk {
    /// Left, top, right and bottom.
    pub(crate) frame: [f64; 4],
    /// How many places lie outside.
    pub(crate) n_beyond: usize,
}

/// The drawing is cut into so many cells each way; places that are more than two of them apart are not together.
const CELLS: usize = 48;
const APART: usize = 2;
/// The main part holds at least this share of the places.
const MOST: f64 = 0.8;
/// It is shown by itself if its longer side is at most this share of the whole.
const SHRUNK: f64 = 0.75;

/// The main part, if it is much smaller than the whole: `boxes` are the frames of all places.
pub(crate) fn bulk(places: &[[f64; 2]], boxes: &[[f64; 4]], extent: [f64; 2]) -> Option<Bulk> {
    let side = extent[0].max(extent[1]).max(f64::MIN_POSITIVE);
    let cell = |value: f64| ((value / side * CELLS as f64) as usize).min(CELLS - 1);
    let mut counts = vec![[0usize; CELLS]; CELLS];
    places.iter().for_each(|place| counts[cell(place[1])][cell(place[0])] += 1);
    let parts = parts(&counts);
    let mut sizes = vec![0; CELLS * CELLS + 1];
    places.iter().for_each(|place| sizes[parts[cell(place[1])][cell(place[0])]] += 1);
    let (largest, &n_inside) = sizes.iter().enumerate().max_by_key(|&(part, n)| (n, std::cmp::Reverse(part)))?;
    let is_inside = |place: &[f64; 2]| parts[cell(place[1])][cell(place[0])] == largest;
    let inside = places.iter().zip(boxes).filter(|(place, _)| is_inside(place)).map(|(_, frame)| *frame);
    let frame = inside.reduce(joined)?;
    let own = (frame[2] - frame[0]).max(frame[3] - frame[1]);
    let is_bulk = n_inside < places.len() && n_inside as f64 >= MOST * places.len() as f64 && own <= SHRUNK * side;
    is_bulk.then(|| Bulk { frame, n_beyond: places.len() - n_inside })
}

fn joined(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// A number from 1 for each part of cells that hang together; 0 where nothing is.
fn parts(counts: &[[usize; CELLS]]) -> Vec<[usize; CELLS]> {
    let mut parts = vec![[0; CELLS]; CELLS];
    let mut n_parts = 0;
    for start in (0..CELLS * CELLS).map(|cell| (cell / CELLS, cell % CELLS)) {
        if counts[start.0][start.1] == 0 || parts[start.0][start.1] > 0 {
            continue;
        }
        n_parts += 1;
        parts[start.0][start.1] = n_parts;
        let mut waiting = vec![start];
        while let Some((row, column)) = waiting.pop() {
            for next_row in row.saturating_sub(APART)..=(row + APART).min(CELLS - 1) {
                for next_column in column.saturating_sub(APART)..=(column + APART).min(CELLS - 1) {
                    if counts[next_row][next_column] > 0 && parts[next_row][next_column] == 0 {
                        parts[next_row][next_column] = n_parts;
                        waiting.push((next_row, next_column));
                    }
                }
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(places: &[[f64; 2]], extent: [f64; 2]) -> Option<Bulk> {
        let boxes: Vec<[f64; 4]> = places.iter().map(|&[x, y]| [x, y, x, y]).collect();
        bulk(places, &boxes, extent)
    }

    #[test]
    fn far_islands_stay_outside() {
        let mut places: Vec<[f64; 2]> = (0..49).map(|i| [60.0 + f64::from(i % 7), 50.0 + f64::from(i / 7)]).collect();
        places.extend([[0.0, 0.0], [5.0, 90.0]]);
        assert_eq!(points(&places, [100.0, 100.0]), Some(Bulk { frame: [60.0, 50.0, 66.0, 56.0], n_beyond: 2 }));
    }

    #[test]
    fn what_hangs_together_or_falls_apart_is_shown_as_a_whole() {
        let full: Vec<[f64; 2]> = (0..100).map(|i| [f64::from(i % 10), f64::from(i / 10)]).collect();
        assert_eq!(points(&full, [9.0, 9.0]), None);
        let halves: Vec<[f64; 2]> = (0..100).map(|i| [f64::from(i % 2) * 90.0, f64::from(i / 10)]).collect();
        assert_eq!(points(&halves, [90.0, 9.0]), None);
        assert_eq!(points(&[[0.0, 0.0]], [0.0, 0.0]), None);
    }
}
