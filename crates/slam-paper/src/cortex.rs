//! A slice of cortex on a Visium slide: where its spots are, how deep each lies, and which layer that is.

use slam::{Result, Spots};

/// The rows and columns of a Visium capture area.
const ROWS: usize = 78;
const COLUMNS: usize = 64;
/// The distance between neighbouring spots, in micrometres.
const PITCH: f64 = 100.0;

/// The layers from the surface inwards, with the share of all spots that lies in each.
///
/// Layer3 and Layer5 hold the same number of spots and are bounded by similar curves, so they have nearly the same number
/// of edges: exchanging their names moves almost no mass between kinds of edges.
pub(crate) const LAYERS: [(&str, f64); 7] = [
    ("Layer1", 0.09),
    ("Layer2", 0.10),
    ("Layer3", 0.20),
    ("Layer4", 0.09),
    ("Layer5", 0.20),
    ("Layer6", 0.14),
    ("WM", 0.18),
];

/// The name of what does not belong in a cortex.
pub(crate) const LESION: &str = "Lesion";

/// The spots of the tissue with what the generator knows about them.
pub(crate) struct Cortex {
    /// The places, with the array's row and column as id.
    pub(crate) spots: Spots,
    /// The share of all spots that lie nearer to the surface, in [0, 1).
    pub(crate) depths: Vec<f64>,
    /// The distance from the lesion's rim, in micrometres; negative inside.
    pub(crate) rims: Vec<f64>,
}

/// The cortex of the demo.
pub(crate) fn cortex() -> Result<Cortex> {
    let on_array = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
    let places: Vec<_> = on_array.filter(|&(row, column)| is_tissue(position(row, column))).collect();
    let positions: Vec<[f64; 2]> = places.iter().map(|&(row, column)| position(row, column)).collect();
    let id = |&(row, column): &(usize, usize)| format!("{row}x{}", 2 * column + row % 2).into_boxed_str();
    Ok(Cortex {
        depths: shares(&positions.iter().map(|&place| depth(place)).collect::<Vec<_>>()),
        rims: positions.iter().map(|&place| rim(place)).collect(),
        spots: Spots::new(2, positions.concat())?.with_ids(places.iter().map(id).collect())?,
    })
}

/// The layer at a depth.
pub(crate) fn layer(depth: f64) -> &'static str {
    let mut floor = 0.0;
    let deepest = LAYERS[LAYERS.len() - 1].0;
    LAYERS
        .iter()
        .find_map(|&(name, share)| {
            floor += share;
            (depth < floor).then_some(name)
        })
        .unwrap_or(deepest)
}

/// The place of a spot of the array, in micrometres.
fn position(row: usize, column: usize) -> [f64; 2] {
    [PITCH * (column as f64 + 0.5 * (row % 2) as f64), PITCH * row as f64 * 0.75f64.sqrt()]
}

/// The position with the array as the unit square.
fn unit([x, y]: [f64; 2]) -> [f64; 2] {
    [x / (PITCH * (COLUMNS as f64 - 0.5)), y / (PITCH * (ROWS as f64 - 1.0) * 0.75f64.sqrt())]
}

/// Whether the tissue covers a place: a rounded outline with a wavy rim and a notch at the surface.
fn is_tissue(place: [f64; 2]) -> bool {
    let [x, y] = unit(place).map(|value| 2.0 * value - 1.0);
    let angle = libm::atan2(y, x);
    let wave = 0.025 * libm::sin(5.0 * angle + 0.6) + 0.015 * libm::sin(11.0 * angle);
    let reach = libm::pow(libm::pow(x.abs(), 3.6) + libm::pow(y.abs(), 3.6), 1.0 / 3.6);
    let in_notch = libm::hypot((x - 0.22) / 0.09, (y + 1.0) / 0.42) < 1.0;
    reach < 0.955 + wave && !in_notch
}

/// How deep a place lies below a surface that bends and folds a little.
fn depth(place: [f64; 2]) -> f64 {
    let [x, y] = unit(place);
    let bend = 0.55 * (x - 0.42) * (x - 0.42);
    let fold = 0.022 * libm::sin(9.0 * x + 0.8) + 0.012 * libm::sin(17.0 * x);
    y - 0.22 * x + bend + fold
}

/// The distance from the rim of the lesion, a blob at the border of Layer6 and white matter.
fn rim(place: [f64; 2]) -> f64 {
    let [x, y] = unit(place);
    let (east, south) = (x - 0.68, y - 0.84);
    let angle = libm::atan2(south, east);
    let radius = 0.105 + 0.014 * libm::sin(3.0 * angle) + 0.008 * libm::sin(5.0 * angle + 1.0);
    6400.0 * (libm::hypot(east, south) - radius)
}

/// The share of values that are smaller than each; equal values keep the order they come in.
fn shares(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut shares = vec![0.0; values.len()];
    order.iter().enumerate().for_each(|(place, &spot)| shares[spot] = place as f64 / values.len() as f64);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_fill_the_tissue() {
        assert!((LAYERS.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!([layer(0.0), layer(0.095), layer(0.999)], ["Layer1", "Layer2", "WM"]);
    }

    #[test]
    fn shares_are_ranks() {
        assert_eq!(shares(&[3.0, 1.0, 2.0, 1.0]), [0.75, 0.0, 0.5, 0.25]);
    }
}
