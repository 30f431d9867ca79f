//! Where the places of a map stand on its drawing: polygons as polygons, cells of a lattice as cells, all others as discs.

use std::collections::BTreeMap;

use super::drawing::{Drawing, Picture, Shape, Stroke, WHITE};
use crate::html::Color;
use crate::html::layout::{Layout, Shapes};
use crate::html::number::pixel;

/// Spots beyond this many are painted into a picture.
const MOST_DOTS: usize = 50_000;
/// The longer side of that picture, in pixels.
const PICTURE: f64 = 1600.0;
/// The longer side of a map on the drawing.
const SIDE: f64 = 480.0;
/// How wide the lines between polygons are.
const BORDER: f64 = 0.4;

/// A layout on a drawing: its main part, if far islands would shrink it to dots.
pub(super) struct Ground<'a> {
    layout: &'a Layout,
    /// The top left corner of what is drawn, in steps of the layout.
    origin: [f64; 2],
    scale: f64,
    /// Where that corner stands on the drawing.
    corner: [f64; 2],
    /// The width and the height of the map.
    pub(super) extent: [f64; 2],
    pub(super) radius: f64,
    /// How many places lie outside.
    pub(super) n_beyond: usize,
}

impl<'a> Ground<'a> {
    /// The ground of a layout, whose discs begin at a corner of the drawing.
    pub(super) fn new(layout: &'a Layout, [left, top]: [f64; 2]) -> Self {
        let whole = [0.0, 0.0, layout.extent[0], layout.extent[1]];
        let [x0, y0, x1, y1] = layout.bulk.as_ref().map_or(whole, |bulk| bulk.frame);
        let scale = SIDE / (x1 - x0).max(y1 - y0).max(1.0);
        let radius = if layout.shapes.is_some() { 1.0 } else { (0.5 * layout.spacing * scale).max(0.3) };
        Self {
            layout,
            origin: [x0, y0],
            scale,
            corner: [left + radius, top + radius],
            extent: [scale * (x1 - x0), scale * (y1 - y0)],
            radius,
            n_beyond: layout.bulk.as_ref().map_or(0, |bulk| bulk.n_beyond),
        }
    }

    /// Where a place of the layout stands on the drawing.
    pub(super) fn at(&self, place: [f64; 2]) -> [f64; 2] {
        std::array::from_fn(|axis| self.corner[axis] + self.scale * (place[axis] - self.origin[axis]))
    }

    fn spot(&self, spot: usize) -> [f64; 2] {
        self.at([f64::from(self.layout.x[spot]), f64::from(self.layout.y[spot])])
    }

    /// Whether a spot lies on the map.
    fn is_inside(&self, spot: usize) -> bool {
        let place = self.spot(spot);
        (0..2).all(|axis| (-0.5..=self.extent[axis] + 0.5).contains(&(place[axis] - self.corner[axis])))
    }

    /// Draws every spot in its colour.
    pub(super) fn draw(&self, drawing: &mut Drawing, colors: &[Color]) {
        match &self.layout.shapes {
            Some(shapes) => self.draw_polygons(drawing, shapes, colors),
            None if colors.len() > MOST_DOTS => {
                let [x, y] = self.corner.map(|side| side - self.radius);
                let [width, height] = self.extent.map(|side| side + 2.0 * self.radius);
                drawing.shapes.push(Shape::Picture { frame: [x, y, width, height], picture: self.painted(colors) });
            }
            None if self.layout.cell.is_some() => self.draw_cells(drawing, colors),
            None => self.draw_dots(drawing, self.grouped(colors)),
        }
    }

    /// The spots on the map by colour.
    fn grouped(&self, colors: &[Color]) -> BTreeMap<Color, Vec<usize>> {
        let mut groups: BTreeMap<Color, Vec<usize>> = BTreeMap::new();
        let inside = colors.iter().enumerate().filter(|&(spot, _)| self.is_inside(spot));
        inside.for_each(|(spot, &color)| groups.entry(color).or_default().push(spot));
        groups
    }

    fn draw_dots(&self, drawing: &mut Drawing, groups: BTreeMap<Color, Vec<usize>>) {
        for (color, spots) in groups {
            drawing.dots(spots.into_iter().map(|spot| self.spot(spot)).collect(), self.radius, color);
        }
    }

    fn draw_cells(&self, drawing: &mut Drawing, colors: &[Color]) {
        let [wide, high] = self.layout.cell.unwrap_or_default().map(|side| 0.5 * side * self.scale);
        for (color, spots) in self.grouped(colors) {
            let cell = |spot: usize| {
                let [x, y] = self.spot(spot);
                outline(&[[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high]])
            };
            let data = spots.into_iter().map(cell).collect();
            drawing.shapes.push(Shape::Path { data, fill: Some(color), stroke: None });
        }
    }

    /// The polygons of spots, and discs for spots without.
    fn draw_polygons(&self, drawing: &mut Drawing, shapes: &Shapes, colors: &[Color]) {
        let outlines = self.outlines(shapes);
        let stroke = Some(Stroke { color: WHITE, width: BORDER, is_dashed: false });
        let mut points: BTreeMap<Color, Vec<usize>> = BTreeMap::new();
        for (color, spots) in self.grouped(colors) {
            let (bare, drawn): (Vec<usize>, Vec<usize>) =
                spots.into_iter().partition(|&spot| outlines[spot].is_empty());
            for spot in drawn {
                drawing.shapes.push(Shape::Path { data: outlines[spot].clone(), fill: Some(color), stroke });
            }
            points.insert(color, bare);
        }
        self.draw_dots(drawing, points);
    }

    /// The rings of every spot as a path; empty where it has none.
    fn outlines(&self, shapes: &Shapes) -> Vec<String> {
        let mut corners = shapes.x.iter().zip(&shapes.y).map(|(&x, &y)| self.at([f64::from(x), f64::from(y)]));
        let mut sizes = shapes.corners.iter();
        let mut ring = || {
            let n_corners = sizes.next().map_or(0, |&n| n as usize);
            outline(&corners.by_ref().take(n_corners).collect::<Vec<_>>())
        };
        shapes.rings.iter().map(|&n_rings| (0..n_rings).map(|_| ring()).collect()).collect()
    }

    /// The spots as pixels, each a disc or a cell, or at least one pixel.
    fn painted(&self, colors: &[Color]) -> Picture {
        let sides = self.extent.map(|side| side + 2.0 * self.radius);
        let zoom = PICTURE / sides[0].max(sides[1]);
        let [width, height] = sides.map(|side| (side * zoom).ceil().max(1.0) as usize);
        let mut rgb = vec![WHITE[0]; 3 * width * height];
        let cell = self.layout.cell.map(|sides| sides.map(|side| 0.5 * side * self.scale * zoom));
        let reach = self.radius * zoom;
        let tall = cell.map_or(reach, |[_, high]| high);
        for (spot, color) in colors.iter().enumerate().filter(|&(spot, _)| self.is_inside(spot)) {
            let place = self.spot(spot);
            let [x, y]: [f64; 2] = std::array::from_fn(|axis| (place[axis] - self.corner[axis] + self.radius) * zoom);
            let rows = (y - tall).round().max(0.0) as usize..=((y + tall).round() as usize).min(height - 1);
            for row in rows {
                let rise = (row as f64 + 0.5 - y).abs();
                let half = cell.map_or_else(|| (reach * reach - rise * rise).max(0.0).sqrt(), |[wide, _]| wide);
                let [left, right] = [x - half, x + half].map(|edge| (edge.round().max(0.0) as usize).min(width));
                let right = right.max(left + 1).min(width);
                for pixel in rgb[3 * (row * width + left.min(width - 1))..3 * (row * width + right)].chunks_mut(3) {
                    pixel.copy_from_slice(color);
                }
            }
        }
        Picture { width, height, rgb }
    }
}

/// A closed line through some corners, as SVG writes it.
fn outline(corners: &[[f64; 2]]) -> String {
    let pair = |[x, y]: &[f64; 2]| format!("{} {}", pixel(*x), pixel(*y));
    match corners.split_first() {
        Some((first, rest)) => {
            let rest: Vec<String> = rest.iter().map(|corner| format!("L{}", pair(corner))).collect();
            format!("M{}{}Z", pair(first), rest.concat())
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use slam::{SpatialGraph, Spots};

    use super::*;
    use crate::html::layout::lay_out;
    use crate::scene::Scene;

    fn drawn(spots: &Spots, scene: &Scene, colors: &[Color]) -> Vec<Shape> {
        let edges: Vec<(u32, u32)> = (1..spots.n_spots() as u32).map(|spot| (spot - 1, spot)).collect();
        let layout = lay_out(spots, &SpatialGraph::new(spots.n_spots(), &edges).unwrap(), scene);
        let mut drawing = Drawing::new(500.0, 500.0);
        Ground::new(&layout, [0.0; 2]).draw(&mut drawing, colors);
        drawing.shapes
    }

    #[test]
    fn polygons_are_outlines_and_others_are_discs() {
        let square = vec![vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]];
        let scene = Scene { polygons: Some(vec![vec![square], Vec::new()]), ..Scene::default() };
        let spots = Spots::new(2, vec![1.0, 1.0, 4.0, 4.0]).unwrap();
        let shapes = drawn(&spots, &scene, &[[1; 3], [2; 3]]);
        // y runs up, so that the square lies at the bottom left: half of 480 pixels from the corner of the discs at 1.
        let data = "M1 481L241 481L241 241L1 241Z".to_owned();
        let stroke = Some(Stroke { color: WHITE, width: BORDER, is_dashed: false });
        assert_eq!(shapes[0], Shape::Path { data, fill: Some([1; 3]), stroke });
        assert_eq!(shapes[1], Shape::Dots { places: vec![[481.0, 1.0]], radius: 1.0, color: [2; 3] });
    }

    #[test]
    fn a_lattice_is_cells() {
        let positions = (0..100).flat_map(|i| [f64::from(i % 10), f64::from(i / 10)]).collect();
        let shapes = drawn(&Spots::new(2, positions).unwrap(), &Scene::default(), &[[7; 3]; 100]);
        let Shape::Path { data, fill: Some([7, 7, 7]), stroke: None } = &shapes[0] else { panic!("{shapes:?}") };
        assert_eq!((shapes.len(), data.matches('Z').count(), data.matches('L').count()), (1, 100, 300));
    }
}
