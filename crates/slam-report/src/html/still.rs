//! Maps as small pictures: for a first look, for paper, and for browsers that run no script.

use super::layout::Shapes;
use super::palette::Color;
use super::png::{Ink, Picture};

/// What a pixel is called that no spot covers.
const NOBODY: u32 = u32::MAX;
const CLEAR: Ink = [0; 4];
const NEUTRAL: Ink = [140, 146, 154, 255];
const FAINT: Ink = [140, 146, 154, 90];
/// The steps between nothing wrong and all edges wrong.
const STEPS: u8 = 32;

/// Which spot each pixel of a small picture shows.
#[derive(Debug)]
pub(crate) struct Raster {
    width: usize,
    /// By pixel, row by row, the spot nearest to its middle among those that cover it.
    owners: Vec<u32>,
    /// By spot, the pixel it lies in, where a pixel holds many spots.
    cells: Option<Vec<u32>>,
}

impl Raster {
    /// Lays spots on a picture whose longer side has `side` pixels; O(n + pixels).
    pub(crate) fn new([xs, ys]: [&[u16]; 2], extent: [f64; 2], spacing: f64, side: usize) -> Self {
        let longer = extent[0].max(extent[1]) + spacing;
        let scale = if longer > 0.0 { side as f64 / longer } else { 1.0 };
        let [width, height] = extent.map(|extent| (((extent + spacing) * scale).ceil() as usize).clamp(1, side));
        let reach = (0.58 * spacing * scale).max(0.71);
        let place = |value: u16| (f64::from(value) + 0.5 * spacing) * scale;
        let (mut owners, mut nearest) = (vec![NOBODY; width * height], vec![reach * reach; width * height]);
        let range = |middle: f64, most: usize| {
            let first = (middle - reach).floor().clamp(0.0, most as f64 - 1.0) as usize;
            first..=((middle + reach).floor().clamp(0.0, most as f64 - 1.0) as usize)
        };
        for (spot, (&x, &y)) in xs.iter().zip(ys).enumerate() {
            let (x, y) = (place(x), place(y));
            for (row, column) in range(y, height).flat_map(|row| range(x, width).map(move |column| (row, column))) {
                let away = (column as f64 + 0.5 - x).powi(2) + (row as f64 + 0.5 - y).powi(2);
                let pixel = row * width + column;
                if away < nearest[pixel] {
                    (nearest[pixel], owners[pixel]) = (away, spot as u32);
                }
            }
        }
        let cell = |(&x, &y): (&u16, &u16)| {
            let [row, column] = [(y, height), (x, width)].map(|(value, most)| (place(value) as usize).min(most - 1));
            (row * width + column) as u32
        };
        let cells = (spacing * scale < 1.0).then(|| xs.iter().zip(ys).map(cell).collect());
        Self { width, owners, cells }
    }

    /// Lays polygons on a picture of a frame whose longer side has `side` pixels: a pixel shows the polygon around its middle.
    pub(crate) fn of_shapes(shapes: &Shapes, [left, top, right, bottom]: [f64; 4], side: usize) -> Self {
        let scale = side as f64 / (right - left).max(bottom - top).max(1.0);
        let sides = [right - left, bottom - top];
        let [width, height] = sides.map(|extent| ((extent * scale).ceil() as usize).clamp(1, side));
        let mut owners = vec![NOBODY; width * height];
        let place =
            |corner: usize| [(f64::from(shapes.x[corner]) - left) * scale, (f64::from(shapes.y[corner]) - top) * scale];
        let (mut corners, mut first) = (shapes.corners.iter(), 0);
        for (spot, &n_rings) in shapes.rings.iter().enumerate() {
            let mut sides = Vec::new();
            for &n in corners.by_ref().take(n_rings as usize) {
                let n = n as usize;
                sides.extend((0..n).map(|corner| [place(first + corner), place(first + (corner + 1) % n)]));
                first += n;
            }
            fill(&sides, [width, height], |pixel| owners[pixel] = spot as u32);
        }
        Self { width, owners, cells: None }
    }

    /// Labels in their colours; codes beyond the colours are unmatched, and hatched.
    pub(crate) fn labels(&self, code_of: impl Fn(usize) -> usize, colors: &[Color]) -> Picture {
        const OWN: usize = 3;
        const MOST: usize = 256 - OWN;
        let hatch = |pixel: usize| if (pixel % self.width + pixel / self.width) % 6 < 3 { 1 } else { 2 };
        let ink = |(pixel, &spot): (usize, &u32)| match spot {
            NOBODY => 0,
            spot => match code_of(spot as usize) {
                code if code < colors.len() => (OWN + code % MOST) as u8,
                _ => hatch(pixel),
            },
        };
        let pixels: Vec<u8> = self.owners.iter().enumerate().map(ink).collect();
        let own = colors.iter().take(MOST).map(|&[red, green, blue]| [red, green, blue, 255]);
        Picture::new(self.width, &pixels, &[CLEAR, NEUTRAL, FAINT].into_iter().chain(own).collect::<Vec<_>>())
    }

    /// How wrong spots are, from 0 to 254, or 255 without edges; a pixel that holds many shows their mean.
    pub(crate) fn heat(&self, wrong: &[u8]) -> Picture {
        let means = self.cells.as_ref().map(|cells| means(cells, wrong, self.owners.len()));
        let ink = |(pixel, &spot): (usize, &u32)| match spot {
            NOBODY => 0,
            spot => match means.as_ref().and_then(|means| means[pixel]).unwrap_or(wrong[spot as usize]) {
                255 => STEPS + 2,
                byte => 1 + (f64::from(byte) / 254.0 * f64::from(STEPS)).round() as u8,
            },
        };
        let pixels: Vec<u8> = self.owners.iter().enumerate().map(ink).collect();
        let inks: Vec<Ink> = [CLEAR].into_iter().chain((0..=STEPS).map(warm)).chain([FAINT]).collect();
        Picture::new(self.width, &pixels, &inks)
    }
}

/// Visits the pixels whose middles lie inside these sides, where a line from the left has crossed an odd number of them.
fn fill(sides: &[[[f64; 2]; 2]], [width, height]: [usize; 2], mut visit: impl FnMut(usize)) {
    let ends = |low: f64, high: f64, most: usize| {
        let first = (low - 0.5).ceil().clamp(0.0, most as f64) as usize;
        first..((high - 0.5).ceil().clamp(0.0, most as f64) as usize)
    };
    let low = sides.iter().flatten().map(|corner| corner[1]).fold(f64::INFINITY, f64::min);
    let high = sides.iter().flatten().map(|corner| corner[1]).fold(f64::NEG_INFINITY, f64::max);
    for row in ends(low, high, height) {
        let y = row as f64 + 0.5;
        let crossed = sides.iter().filter(|[a, b]| (a[1] > y) != (b[1] > y));
        let mut crossings: Vec<f64> = crossed.map(|[a, b]| a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])).collect();
        crossings.sort_by(f64::total_cmp);
        for pair in crossings.chunks_exact(2) {
            ends(pair[0], pair[1], width).for_each(|column| visit(row * width + column));
        }
    }
}

/// The mean of the spots in each pixel, none where it holds none that has edges.
fn means(cells: &[u32], wrong: &[u8], n_pixels: usize) -> Vec<Option<u8>> {
    let mut sums = vec![(0u64, 0u64); n_pixels];
    for (&cell, &byte) in cells.iter().zip(wrong).filter(|(_, byte)| **byte != 255) {
        let (sum, n) = &mut sums[cell as usize];
        (*sum, *n) = (*sum + u64::from(byte), *n + 1);
    }
    sums.into_iter().map(|(sum, n)| (n > 0).then(|| (sum as f64 / n as f64).round() as u8)).collect()
}

/// From nothing wrong, which recedes on light and on dark paper alike, to everything wrong.
fn warm(step: u8) -> Ink {
    let share = f64::from(step) / f64::from(STEPS);
    let stops = [[150.0, 154.0, 160.0, 70.0], [224.0, 130.0, 84.0, 210.0], [201.0, 66.0, 44.0, 255.0]];
    let (from, part) = if share < 0.5 { (0, 2.0 * share) } else { (1, 2.0 * share - 1.0) };
    [0, 1, 2, 3].map(|axis| (stops[from][axis] + part * (stops[from + 1][axis] - stops[from][axis])).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pixel_shows_the_spot_nearest_to_it_if_it_is_near() {
        // Spots 90 apart, each as wide as a third of that, on a picture of eight by two pixels.
        let raster = Raster::new([&[0, 90], &[0, 0]], [90.0, 0.0], 30.0, 8);
        let row = [0, 0, NOBODY, NOBODY, NOBODY, NOBODY, 1, 1];
        assert_eq!((raster.width, raster.owners), (8, row.repeat(2)));
        assert_eq!(raster.cells, None);
    }

    #[test]
    fn a_polygon_covers_the_pixels_inside_it() {
        // A square of four by four pixels with a hole of two by two, beside one that fills the other half.
        let ring = |left: u16, top: u16, side: u16| {
            ([left, left + side, left + side, left], [top, top, top + side, top + side])
        };
        let rings = [ring(0, 0, 40), ring(10, 10, 20), ring(40, 0, 40)];
        let x = rings.iter().flat_map(|ring| ring.0).collect();
        let y = rings.iter().flat_map(|ring| ring.1).collect();
        let shapes = Shapes { x, y, corners: vec![4; 3], rings: vec![2, 1] };
        let raster = Raster::of_shapes(&shapes, [0.0, 0.0, 80.0, 40.0], 8);
        let (edge, hole) = ([0, 0, 0, 0, 1, 1, 1, 1], [0, NOBODY, NOBODY, 0, 1, 1, 1, 1]);
        assert_eq!(raster.owners, [edge, hole, hole, edge].concat());
    }

    #[test]
    fn a_pixel_with_many_spots_shows_their_mean() {
        let raster = Raster::new([&(0..100).collect::<Vec<_>>(), &[0; 100]], [99.0, 0.0], 1.0, 10);
        let means = means(raster.cells.as_ref().unwrap(), &[0, 254].repeat(50), raster.owners.len());
        assert_eq!(means, vec![Some(127); 10]);
    }
}
