//! Where spots are drawn: slices side by side, on a square of 65,536 steps each way.

use slam::{SpatialGraph, Spots};

use super::bulk::{Bulk, bulk};
use super::lattice::square_cell;
use crate::scene::{Lengths, Polygon, Scene, YAxis};

/// The places of spots on the drawing.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// From left to right.
    pub(crate) x: Vec<u16>,
    /// From top to bottom.
    pub(crate) y: Vec<u16>,
    /// The width and height of what is drawn, in steps.
    pub(crate) extent: [f64; 2],
    /// The height of the tile that a slice is turned over in, in steps.
    pub(crate) tile: f64,
    /// A usual distance between neighbours, in steps.
    pub(crate) spacing: f64,
    /// How wide and high a cell is where spots fill a square lattice, in steps.
    pub(crate) cell: Option<[f64; 2]>,
    /// Where most spots are, in steps, if that is much smaller than the whole.
    pub(crate) bulk: Option<Bulk>,
    /// The corners of polygons.
    pub(crate) shapes: Option<Shapes>,
    /// Left, top, right and bottom of the picture of the tissue, in steps; turned over, its top lies below.
    pub(crate) image: Option<[f64; 4]>,
    /// The unit of length, and how many of them a step is.
    pub(crate) unit: Option<(String, f64)>,
    /// The top middle of each slice, in steps; empty where there are no slices.
    pub(crate) captions: Vec<[f64; 2]>,
}

/// The corners of the polygons of all spots, ring after ring.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shapes {
    /// From left to right.
    pub(crate) x: Vec<u16>,
    /// From top to bottom.
    pub(crate) y: Vec<u16>,
    /// How many corners each ring has.
    pub(crate) corners: Vec<u32>,
    /// How many rings each spot has.
    pub(crate) rings: Vec<u32>,
}

const STEPS: f64 = 65_535.0;
/// The mean length of a degree of latitude.
const KILOMETRES: f64 = 111.195;

/// Lays out spots as a scene wants them; a third dimension is seen from above.
pub(crate) fn lay_out(spots: &Spots, graph: &SpatialGraph, scene: &Scene) -> Layout {
    let flat = Flat::new(spots, scene);
    let tiles = Tiles::new(&flat, scene.y_axis);
    let extent = tiles.extent();
    let scale = STEPS / extent[0].max(extent[1]).max(f64::MIN_POSITIVE);
    let places: Vec<[f64; 2]> = (0..spots.n_spots()).map(|spot| tiles.place(&flat, spot, flat.at(spot))).collect();
    let usual = flat.usual_length(graph);
    let steps = |place: [f64; 2]| place.map(|value| value * scale);
    let unit = match &scene.lengths {
        Lengths::Unknown => None,
        Lengths::Degrees => Some(("km".to_owned(), KILOMETRES / scale)),
        Lengths::Unit { name, each } => Some((name.clone(), each / scale)),
    };
    let is_alone = tiles.boxes.len() == 1;
    Layout {
        x: places.iter().map(|&place| step(steps(place)[0])).collect(),
        y: places.iter().map(|&place| step(steps(place)[1])).collect(),
        extent: steps(extent),
        tile: tiles.tile[1] * scale,
        spacing: (usual * scale).max(1.0),
        cell: flat.cell(usual).map(steps),
        bulk: Some(()).filter(|()| is_alone).and_then(|()| flat.bulk(&tiles, &places, scale, extent)),
        shapes: flat.has_shapes().then(|| flat.shapes(&tiles, scale)),
        image: scene.image.as_ref().filter(|_| is_alone && spots.n_spots() > 0).map(|image| {
            let corner = |x: usize, y: usize| [x as f64 / image.scale, y as f64 / image.scale];
            let [left, top] = steps(tiles.place(&flat, 0, corner(0, 0)));
            let [right, bottom] = steps(tiles.place(&flat, 0, corner(image.width, image.height)));
            [left, top, right, bottom]
        }),
        unit,
        captions: tiles.captions().into_iter().map(steps).collect(),
    }
}

fn step(value: f64) -> u16 {
    value.round().clamp(0.0, STEPS) as u16
}

/// The spots in a plane, with their shapes: a degree east is drawn as short as it is where most spots are.
struct Flat<'a> {
    spots: &'a Spots,
    polygons: Option<&'a [Vec<Polygon>]>,
    stretch: f64,
}

impl<'a> Flat<'a> {
    fn new(spots: &'a Spots, scene: &'a Scene) -> Self {
        let stretch = if scene.lengths == Lengths::Degrees { shrinkage(spots) } else { 1.0 };
        Self { spots, polygons: scene.polygons.as_deref(), stretch }
    }

    fn at(&self, spot: usize) -> [f64; 2] {
        let position = self.spots.position(spot);
        self.stretched([position[0], position[1]])
    }

    fn stretched(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x * self.stretch, y]
    }

    fn has_shapes(&self) -> bool {
        (0..self.spots.n_spots()).any(|spot| !self.polygons_of(spot).is_empty())
    }

    fn polygons_of(&self, spot: usize) -> &'a [Polygon] {
        self.polygons.and_then(|all| all.get(self.spots.row(spot))).map_or(&[], Vec::as_slice)
    }

    /// The place of a spot and all corners of its polygons.
    fn all_of(&self, spot: usize) -> impl Iterator<Item = [f64; 2]> + '_ {
        let corners = self.polygons_of(spot).iter().flatten().flatten();
        std::iter::once(self.at(spot)).chain(corners.map(|&corner| self.stretched(corner)))
    }

    fn bounding_box(&self, spots: &[u32]) -> ([f64; 2], [f64; 2]) {
        let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        let all = spots.iter().flat_map(|&spot| self.all_of(spot as usize));
        let [left, top, right, bottom] =
            all.fold(none, |[left, top, right, bottom], [x, y]| [left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        ([left, top], [(right - left).max(0.0), (bottom - top).max(0.0)])
    }

    /// The median length on the drawing of a sample of the edges.
    fn usual_length(&self, graph: &SpatialGraph) -> f64 {
        const SAMPLE: usize = 4096;
        let length = |&(u, v): &(u32, u32)| {
            let (a, b) = (self.at(u as usize), self.at(v as usize));
            ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
        };
        let every = graph.n_edges().div_ceil(SAMPLE).max(1);
        let mut lengths: Vec<f64> = graph.edges().iter().step_by(every).map(length).collect();
        lengths.sort_by(f64::total_cmp);
        lengths.get(lengths.len() / 2).copied().unwrap_or(0.0)
    }

    /// The cell of a lattice that every slice fills.
    fn cell(&self, usual: f64) -> Option<[f64; 2]> {
        if self.spots.dimensions() != 2 || self.has_shapes() {
            return None;
        }
        let of_slice = |slice: &Vec<u32>| {
            let places: Vec<[f64; 2]> = slice.iter().map(|&spot| self.at(spot as usize)).collect();
            square_cell(&places, usual)
        };
        let cells = self.spots.by_slice().iter().map(of_slice).collect::<Option<Vec<[f64; 2]>>>()?;
        let first = *cells.first()?;
        let is_alike = |cell: &[f64; 2]| cell.iter().zip(first).all(|(a, b)| (a - b).abs() < 0.01 * b);
        cells.iter().all(is_alike).then_some(first)
    }

    fn bulk(&self, tiles: &Tiles, places: &[[f64; 2]], scale: f64, extent: [f64; 2]) -> Option<Bulk> {
        let frame = |spot: usize| {
            let none = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
            self.all_of(spot)
                .map(|place| tiles.place(self, spot, place))
                .fold(none, |[left, top, right, bottom], [x, y]| [left.min(x), top.min(y), right.max(x), bottom.max(y)])
        };
        let frames: Vec<[f64; 4]> = (0..places.len()).map(frame).collect();
        let found = bulk(places, &frames, extent)?;
        Some(Bulk { frame: found.frame.map(|value| value * scale), ..found })
    }

    fn shapes(&self, tiles: &Tiles, scale: f64) -> Shapes {
        let mut shapes = Shapes::default();
        for spot in 0..self.spots.n_spots() {
            let mut n_rings = 0;
            for ring in self.polygons_of(spot).iter().flatten() {
                let place = |&corner: &[f64; 2]| tiles.place(self, spot, self.stretched(corner));
                let mut corners: Vec<[u16; 2]> =
                    ring.iter().map(|c| place(c).map(|value| step(value * scale))).collect();
                corners.dedup();
                n_rings += 1;
                shapes.corners.push(corners.len() as u32);
                shapes.x.extend(corners.iter().map(|corner| corner[0]));
                shapes.y.extend(corners.iter().map(|corner| corner[1]));
            }
            shapes.rings.push(n_rings);
        }
        shapes
    }
}

/// How much shorter a degree east is than one north, at the middle latitude of the spots.
fn shrinkage(spots: &Spots) -> f64 {
    let mut latitudes: Vec<f64> = (0..spots.n_spots()).map(|spot| spots.position(spot)[1]).collect();
    latitudes.sort_by(f64::total_cmp);
    let middle = latitudes.get(latitudes.len() / 2).copied().unwrap_or(0.0);
    libm::cos(middle.to_radians()).max(0.1)
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
    fn new(flat: &Flat<'_>, y_axis: YAxis) -> Self {
        let boxes: Vec<_> = flat.spots.by_slice().iter().map(|slice| flat.bounding_box(slice)).collect();
        let largest = |axis: usize| boxes.iter().map(|(_, size)| size[axis]).fold(0.0, f64::max);
        let gap = if boxes.len() > 1 { 0.08 * largest(0).max(largest(1)) } else { 0.0 };
        let tile = [largest(0) + gap, largest(1) + gap];
        let side = |columns: usize| (tile[0] * columns as f64).max(tile[1] * boxes.len().div_ceil(columns) as f64);
        let n_columns = (1..=boxes.len()).rev().min_by(|&a, &b| side(a).total_cmp(&side(b))).unwrap_or(1);
        Self { tile, n_columns, has_slices: flat.spots.slices().is_some(), boxes, y_axis }
    }

    fn extent(&self) -> [f64; 2] {
        let n_rows = self.boxes.len().div_ceil(self.n_columns);
        [self.tile[0] * self.n_columns.min(self.boxes.len()) as f64, self.tile[1] * n_rows as f64]
    }

    fn corner(&self, slice: usize) -> [f64; 2] {
        [(slice % self.n_columns) as f64 * self.tile[0], (slice / self.n_columns) as f64 * self.tile[1]]
    }

    /// Where a position on the slice of a spot is drawn.
    fn place(&self, flat: &Flat<'_>, spot: usize, position: [f64; 2]) -> [f64; 2] {
        let slice = flat.spots.slices().and_then(|slices| slices.code(spot)).unwrap_or(0);
        let (low, size) = self.boxes[slice];
        let corner = self.corner(slice);
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

#[cfg(test)]
mod tests {
    use super::*;
    use slam::Labeling;

    fn image() -> Scene {
        Scene { y_axis: YAxis::Down, ..Scene::default() }
    }

    fn graph(n_spots: usize, edges: &[(u32, u32)]) -> SpatialGraph {
        SpatialGraph::new(n_spots, edges).unwrap()
    }

    #[test]
    fn on_a_map_what_has_a_larger_y_lies_higher() {
        let spots = Spots::new(2, vec![0.0, 0.0, 4.0, 1.0]).unwrap();
        let edges = graph(2, &[(0, 1)]);
        assert_eq!(lay_out(&spots, &edges, &Scene::default()).y, [16_384, 0]);
        assert_eq!(lay_out(&spots, &edges, &image()).y, [0, 16_384]);
    }

    #[test]
    fn a_square_fills_the_drawing() {
        let spots = Spots::new(2, vec![10.0, 10.0, 20.0, 10.0, 10.0, 15.0]).unwrap();
        let layout = lay_out(&spots, &graph(3, &[(0, 1), (0, 2)]), &image());
        assert_eq!((layout.x, layout.y), (vec![0, 65_535, 0], vec![0, 0, 32_768]));
        assert_eq!((layout.extent, layout.captions.len()), ([65_535.0, 32_767.5], 0));
    }

    #[test]
    fn slices_do_not_overlap() {
        let spots = Spots::new(2, [0.0, 0.0, 1.0, 1.0].repeat(2)).unwrap();
        let spots = spots.with_slices(Labeling::from_texts(["a", "a", "b", "b"]).unwrap()).unwrap();
        let layout = lay_out(&spots, &graph(4, &[(0, 1), (2, 3)]), &image());
        assert!(layout.x[1] < layout.x[2], "{:?}", layout.x);
        assert_eq!(layout.captions.len(), 2);
    }

    #[test]
    fn all_in_one_place() {
        let spots = Spots::new(2, vec![5.0; 6]).unwrap();
        let layout = lay_out(&spots, &graph(3, &[(0, 1)]), &image());
        assert_eq!((layout.x, layout.spacing), (vec![0; 3], 1.0));
    }

    #[test]
    fn polygons_have_room_and_a_row_without_is_a_point() {
        let square = vec![vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]]];
        let spots = Spots::new(2, vec![2.0, 2.0, 1.0, 3.0]).unwrap();
        let scene = Scene { polygons: Some(vec![vec![square], Vec::new()]), ..Scene::default() };
        let layout = lay_out(&spots, &graph(2, &[(0, 1)]), &scene);
        let shapes = layout.shapes.unwrap();
        assert_eq!((shapes.corners, shapes.rings), (vec![5], vec![1, 0]));
        assert_eq!((&shapes.x[..3], &shapes.y[..3]), (&[0, 65_535, 65_535][..], &[65_535, 65_535, 0][..]));
        assert_eq!((layout.x, layout.y), (vec![32_768, 16_384], vec![32_768, 16_384]));
    }

    #[test]
    fn a_degree_east_is_as_short_as_it_is_there() {
        let spots = Spots::new(2, vec![0.0, 60.0, 2.0, 60.0, 0.0, 61.0]).unwrap();
        let scene = Scene { lengths: Lengths::Degrees, ..Scene::default() };
        let layout = lay_out(&spots, &graph(3, &[(0, 1)]), &scene);
        assert_eq!((layout.x[1], layout.y[0]), (65_535, 65_535), "two degrees east at 60° are one degree north");
        let (name, each) = layout.unit.unwrap();
        assert!(name == "km" && (65_535.0 * each - KILOMETRES).abs() < 0.01);
    }

    #[test]
    fn the_picture_lies_where_its_pixels_are() {
        let spots = Spots::new(2, vec![10.0, 10.0, 20.0, 20.0]).unwrap();
        let picture = crate::Image { rgb: vec![0; 3 * 8], width: 4, height: 2, scale: 0.1 };
        let layout = lay_out(&spots, &graph(2, &[(0, 1)]), &Scene { image: Some(picture), ..image() });
        let each = 6_553.5;
        assert_eq!(layout.image, Some([-10.0 * each, -10.0 * each, 30.0 * each, 10.0 * each]));
    }
}
