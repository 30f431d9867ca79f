//! The maps of a comparison as small pictures, method by method.

use serde::Serialize;
use slam::{Analysis, Compared, SpotScore};

use super::layout::{Layout, lay_out};
use super::maps::{Label, has_same_spots};
use super::palette::Color;
use super::png::Picture;
use super::still::Raster;
use crate::scene::Scene;

/// The longer side of a map, in pixels.
const SIDE: usize = 288;
/// The longer side of a map at a glance.
const SMALL: usize = 112;

/// The maps of all methods.
#[derive(Debug, Serialize)]
pub(crate) struct Stills {
    /// One for each set of spots.
    pub(crate) truths: Vec<Picture>,
    pub(crate) methods: Vec<Still>,
    /// Where each method is wrong, at a glance.
    #[serde(skip)]
    pub(crate) small: Vec<Picture>,
}

/// The maps of one method.
#[derive(Debug, Serialize)]
pub(crate) struct Still {
    /// Which set of spots it was compared on.
    ground: usize,
    pred: Picture,
    wrong: Picture,
}

impl Stills {
    /// Draws every method of a comparison, with the labels of its maps.
    pub(crate) fn new(compared: &Compared, labels: &[Label], scene: &Scene) -> Self {
        let colors: Vec<Color> = labels.iter().map(|label| rgb(&label.color)).collect();
        let mut stills = Self { truths: Vec::new(), methods: Vec::new(), small: Vec::new() };
        let mut grounds: Vec<(&Analysis, [Raster; 2])> = Vec::new();
        for analysis in &compared.analyses {
            let places = places(analysis, labels);
            let known = grounds.iter().position(|(first, _)| has_same_spots(first, analysis));
            let ground = known.unwrap_or_else(|| {
                let layout = lay_out(analysis.pair.spots(), &analysis.graph, scene);
                let rasters = [SIDE, SMALL].map(|side| raster(&layout, side));
                let truth = analysis.pair.truth();
                stills
                    .truths
                    .push(rasters[0].labels(|spot| truth.code(spot).map_or(usize::MAX, |t| places[t]), &colors));
                grounds.push((analysis, rasters));
                grounds.len() - 1
            });
            let [large, small] = &grounds[ground].1;
            let wrong: Vec<u8> = analysis.spots().iter().map(byte).collect();
            let code =
                |spot: usize| places.get(usize::from(analysis.matching.codes[spot])).copied().unwrap_or(usize::MAX);
            stills.methods.push(Still { ground, pred: large.labels(code, &colors), wrong: large.heat(&wrong) });
            stills.small.push(small.heat(&wrong));
        }
        stills
    }
}

/// Polygons where every spot has one, and of those the main part; else spots.
fn raster(layout: &Layout, side: usize) -> Raster {
    match &layout.shapes {
        Some(shapes) if !shapes.rings.contains(&0) => {
            let all = [0.0, 0.0, layout.extent[0], layout.extent[1]];
            Raster::of_shapes(shapes, layout.bulk.as_ref().map_or(all, |bulk| bulk.frame), side)
        }
        _ => Raster::new([&layout.x, &layout.y], layout.extent, layout.spacing, side),
    }
}

/// How wrong a spot is, from 0 to 254; 255 without edges.
pub(crate) fn byte(spot: &SpotScore) -> u8 {
    spot.disagreement.map_or(255, |value| (254.0 * value).round() as u8)
}

/// Where the truth labels of an analysis stand among those of the page.
fn places(analysis: &Analysis, labels: &[Label]) -> Vec<usize> {
    let place = |name: &String| labels.iter().position(|label| label.name == *name).unwrap_or(usize::MAX);
    analysis.pair.truth().names().iter().map(place).collect()
}

fn rgb(css: &str) -> Color {
    let value = css.get(1..).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    let [_, red, green, blue] = value.to_be_bytes();
    [red, green, blue]
}
