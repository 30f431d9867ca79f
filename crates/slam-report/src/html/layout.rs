//! Where spots are drawn: slices side by side, on a square of 65,536 steps each way.

use slam::{SpatialGraph, Spots};

use crate::scene::{Scene, YAxis};

/// The places of spots on the drawing.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// From left to right.
    pub(crate) x: Vec<u16>,
    /// From top to bottom.
    pub(crate) y: Vec<u16>,
    /// The width and height of what is drawn, in steps.
    pub(crate) extent: [f64; 2],
    /// A usual distance between neighbours, in steps.
    pub(crate) spacing: f64,
    /// The top middle of each slice, in steps; empty where there are no slices.
    pub(crate) captions: Vec<[f64; 2]>,
}

const STEPS: f64 = 65_535.0;

/// Lays out spots as a scene wants them; a third dimension is seen from above.
pub(crate) fn lay_out(spots: &Spots, graph: &SpatialGraph, scene: &Scene) -> Layout {
    let tiles = Tiles::new(spots, scene.y_axis);
    let extent = tiles.extent();
    let scale = STEPS / extent[0].max(extent[1]).max(f64::MIN_POSITIVE);
    let step = |value: f64| (value * scale).round().clamp(0.0, STEPS) as u16;
    let places: Vec<[f64; 2]> = (0..spots.n_spots()).map(|spot| tiles.place(spots, spot)).collect();
    Layout {
        x: places.iter().map(|place| step(place[0])).collect(),
        y: places.iter().map(|place| step(place[1])).collect(),
        extent: extent.map(|side| side * scale),
        spacing: (usual_length(spots, graph) * scale).max(1.0),
        captions: tiles.captions().into_iter().map(|place| place.map(|value| value * scale)).collect(),
    }
}

/// Slices on a grid of equal tiles, as square as it can be, rather wide than tall.
struct Tiles {
    /// The corner nearest the origin, and the size, of each slice.
    boxes: Vec<([f64; 2], [f64; 2])>,
    tile: [f64; 2],
    n_columns: usize,
    has_slices: bool,
    y_axis: YAxis,
}

impl Tiles {
    fn new(spots: &Spots, y_axis: YAxis) -> Self {
        let boxes: Vec<_> = spots.by_slice().iter().map(|slice| bounding_box(spots, slice)).collect();
        let largest = |axis: usize| boxes.iter().map(|(_, size)| size[axis]).fold(0.0, f64::max);
        let gap = if boxes.len() > 1 { 0.08 * largest(0).max(largest(1)) } else { 0.0 };
        let tile = [largest(0) + gap, largest(1) + gap];
        let side = |columns: usize| (tile[0] * columns as f64).max(tile[1] * boxes.len().div_ceil(columns) as f64);
        let n_columns = (1..=boxes.len()).rev().min_by(|&a, &b| side(a).total_cmp(&side(b))).unwrap_or(1);
        Self { tile, n_columns, has_slices: spots.slices().is_some(), boxes, y_axis }
    }

    fn extent(&self) -> [f64; 2] {
        let n_rows = self.boxes.len().div_ceil(self.n_columns);
        [self.tile[0] * self.n_columns.min(self.boxes.len()) as f64, self.tile[1] * n_rows as f64]
    }

    fn corner(&self, slice: usize) -> [f64; 2] {
        [(slice % self.n_columns) as f64 * self.tile[0], (slice / self.n_columns) as f64 * self.tile[1]]
    }

    fn place(&self, spots: &Spots, spot: usize) -> [f64; 2] {
        let slice = spots.slices().and_then(|slices| slices.code(spot)).unwrap_or(0);
        let (low, size) = self.boxes[slice];
        let (corner, position) = (self.corner(slice), spots.position(spot));
        let [right, second] = [0, 1].map(|axis| position[axis] - low[axis]);
        let down = if self.y_axis == YAxis::Up { size[1] - second } else { second };
        let inside = [right, down];
        [0, 1].map(|axis| corner[axis] + 0.5 * (self.tile[axis] - size[axis]) + inside[axis])
    }

    fn captions(&self) -> Vec<[f64; 2]> {
        let n_captions = if self.has_slices { self.boxes.len() } else { 0 };
        (0..n_captions).map(|slice| [self.corner(slice)[0] + 0.5 * self.tile[0], self.corner(slice)[1]]).collect()
    }
}

fn bounding_box(spots: &Spots, slice: &[u32]) -> ([f64; 2], [f64; 2]) {
    let side = |axis: usize| {
        let values = slice.iter().map(|&spot| spots.position(spot as usize)[axis]);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let sides = [side(0), side(1)];
    (sides.map(|(low, _)| low), sides.map(|(low, high)| (high - low).max(0.0)))
}

/// The median length on the drawing of a sample of the edges.
fn usual_length(spots: &Spots, graph: &SpatialGraph) -> f64 {
    const SAMPLE: usize = 4096;
    let length = |&(u, v): &(u32, u32)| {
        let (a, b) = (spots.position(u as usize), spots.position(v as usize));
        (a[0] - b[0]).hypot(a[1] - b[1])
    };
    let every = graph.n_edges().div_ceil(SAMPLE).max(1);
    let mut lengths: Vec<f64> = graph.edges().iter().step_by(every).map(length).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use slam::Labeling;

    fn image() -> Scene {
        Scene { y_axis: YAxis::Down, ..Scene::default() }
    }

    #[test]
    fn on_a_map_what_has_a_larger_y_lies_higher() {
        let spots = Spots::new(2, vec![0.0, 0.0, 4.0, 1.0]).unwrap();
        let graph = SpatialGraph::new(2, &[(0, 1)]).unwrap();
        assert_eq!(lay_out(&spots, &graph, &Scene::default()).y, [16_384, 0]);
        assert_eq!(lay_out(&spots, &graph, &image()).y, [0, 16_384]);
    }

    #[test]
    fn a_square_fills_the_drawing() {
        let spots = Spots::new(2, vec![10.0, 10.0, 20.0, 10.0, 10.0, 15.0]).unwrap();
        let layout = lay_out(&spots, &SpatialGraph::new(3, &[(0, 1), (0, 2)]).unwrap(), &image());
        assert_eq!((layout.x, layout.y), (vec![0, 65_535, 0], vec![0, 0, 32_768]));
        assert_eq!((layout.extent, layout.captions.len()), ([65_535.0, 32_767.5], 0));
    }

    #[test]
    fn slices_do_not_overlap() {
        let spots = Spots::new(2, [0.0, 0.0, 1.0, 1.0].repeat(2)).unwrap();
        let spots = spots.with_slices(Labeling::from_texts(["a", "a", "b", "b"]).unwrap()).unwrap();
        let layout = lay_out(&spots, &SpatialGraph::new(4, &[(0, 1), (2, 3)]).unwrap(), &image());
        assert!(layout.x[1] < layout.x[2], "{:?}", layout.x);
        assert_eq!(layout.captions.len(), 2);
    }

    #[test]
    fn all_in_one_place() {
        let spots = Spots::new(2, vec![5.0; 6]).unwrap();
        let layout = lay_out(&spots, &SpatialGraph::new(3, &[(0, 1)]).unwrap(), &image());
        assert_eq!((layout.x, layout.spacing), (vec![0; 3], 1.0));
    }
}
