//! What the script needs to draw the maps: places once per set of spots, labels once per method.

use std::collections::HashMap;

use serde::Serialize;
use slam::{Analysis, Compared, Spots};

use super::bulk::Bulk;
use super::drawable::Drawable;
use super::layout::{Layout, Shapes, lay_out};
use super::pack::Block;
use super::palette::css;
use super::wording::Words;
use crate::scene::{Image, Scene};

/// Ids beyond this many bytes are left out; spots then go by their row.
const MOST_ID_BYTES: usize = 2_000_000;

/// All that is drawn.
#[derive(Debug, Serialize)]
pub(crate) struct Maps {
    /// What the script reads first.
    pub(crate) index: Index,
    /// The arrays that the index points to.
    pub(crate) blocks: Vec<Block>,
    #[serde(skip)]
    places: HashMap<String, usize>,
}

/// Names, colours and the numbers of blocks.
#[derive(Debug, Serialize)]
pub(crate) struct Index {
    /// The truth labels of all sets of spots, in the order in which they are shown.
    pub(crate) labels: Vec<Label>,
    grounds: Vec<Ground>,
    methods: Vec<Drawn>,
    words: Words,
}

/// A truth label.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Label {
    /// Its name.
    pub(crate) name: String,
    /// Its colour.
    pub(crate) color: String,
}

/// A set of spots with its truth; the numbers are those of blocks.
#[derive(Debug, Serialize)]
struct Ground {
    n_spots: usize,
    extent: [f64; 2],
    spacing: f64,
    x: usize,
    y: usize,
    truth: usize,
    ids: Option<usize>,
    rows: Option<usize>,
    slices: Option<usize>,
    captions: Vec<Caption>,
    tile: f64,
    cell: Option<[f64; 2]>,
    bulk: Option<Bulk>,
    shapes: Option<Outlines>,
    image: Option<Picture>,
    unit: Option<(String, f64)>,
}

/// The blocks of polygons.
#[derive(Debug, Serialize)]
struct Outlines {
    x: usize,
    y: usize,
    corners: usize,
    rings: usize,
}

/// The block of a picture, and where it lies.
#[derive(Debug, Serialize)]
struct Picture {
    rgb: usize,
    width: usize,
    height: usize,
    frame: [f64; 4],
}

#[derive(Debug, Serialize)]
struct Caption {
    name: String,
    x: f64,
    y: f64,
}

/// A method on its spots; the numbers are those of blocks.
#[derive(Debug, Serialize)]
struct Drawn {
    name: String,
    ground: usize,
    /// The names of its own labels.
    names: Vec<String>,
    /// What each of its labels became: a truth label, or beyond them an unmatched one; last, where there are some, what spots without
    /// a prediction became; empty where slices differ.
    map: Vec<usize>,
    /// What the unmatched ones are called beside the truth labels.
    beyond: Vec<String>,
    /// Whether the last of its labels and of the unmatched ones is none, but the class of the spots without a prediction.
    has_missing: bool,
    pred: usize,
    /// The labels after matching, where a map of labels does not tell.
    matched: Option<usize>,
    disagreement: usize,
}

impl Maps {
    /// Packs what a comparison needs.
    pub(crate) fn new(compared: &Compared, scene: &Scene) -> Self {
        let (mut maps, names) = Self::without_spots(truth_names(compared, scene), scene);
        let mut firsts: Vec<&Analysis> = Vec::new();
        for (entry, analysis) in compared.comparison.results.iter().zip(&compared.analyses) {
            let known = firsts.iter().position(|first| has_same_spots(first, analysis));
            let ground = known.unwrap_or_else(|| {
                firsts.push(analysis);
                maps.add_ground(&analysis.into(), &names, scene)
            });
            maps.add_method(&entry.pred, ground, &analysis.into(), &names);
        }
        maps
    }

    /// Labels without any spots yet, in the order in which they are shown.
    pub(crate) fn without_spots(names: Names, scene: &Scene) -> (Self, Names) {
        let colors = scene.colors_of(&names.names);
        let labels =
            names.names.iter().zip(colors).map(|(name, color)| Label { name: name.clone(), color: css(color) });
        let (grounds, methods, words) = (Vec::new(), Vec::new(), Words::new(scene));
        let index = Index { labels: labels.collect(), grounds, methods, words };
        (Self { index, blocks: Vec::new(), places: names.places.clone() }, names)
    }

    /// The colour of a truth label.
    pub(crate) fn color(&self, name: &str) -> Option<&str> {
        self.index.labels.iter().find(|label| label.name == name).map(|label| label.color.as_str())
    }

    /// Where a truth label stands among those that are shown; behind all of them if it is none.
    pub(crate) fn place(&self, name: Option<&str>) -> usize {
        name.and_then(|name| self.places.get(name)).copied().unwrap_or(usize::MAX)
    }

    fn push(&mut self, block: Block) -> usize {
        self.blocks.push(block);
        self.blocks.len() - 1
    }

    /// Adds a set of spots with its truth, and says where it stands.
    pub(crate) fn add_ground(&mut self, analysis: &Drawable<'_>, names: &Names, scene: &Scene) -> usize {
        let (spots, truth) = (analysis.pair.spots(), analysis.pair.truth());
        let Layout { x, y, extent, tile, spacing, cell, bulk, shapes, image, unit, captions } =
            lay_out(spots, &analysis.graph, scene);
        let places: Vec<u32> = truth.names().iter().map(|name| names.place(name) as u32).collect();
        let codes: Vec<u32> = (0..spots.n_spots()).filter_map(|spot| truth.code(spot)).map(|t| places[t]).collect();
        let ids = spots.ids().filter(|ids| ids.iter().map(|id| id.len() + 1).sum::<usize>() <= MOST_ID_BYTES);
        let slice_codes = spots.slices().map(|slices| {
            let code = |spot| slices.code(spot).unwrap_or(0) as u32;
            Block::numbers(&(0..spots.n_spots()).map(code).collect::<Vec<_>>())
        });
        let ground = Ground {
            n_spots: spots.n_spots(),
            extent,
            spacing,
            x: self.push(Block::shorts(&x)),
            y: self.push(Block::shorts(&y)),
            truth: self.push(Block::numbers(&codes)),
            ids: ids.map(|ids| self.push(Block::lines(ids))),
            rows: rows(spots).filter(|_| ids.is_none()).map(|rows| self.push(Block::numbers(&rows))),
            slices: slice_codes.map(|block| self.push(block)),
            captions: named_captions(spots, &captions),
            tile,
            cell,
            bulk,
            shapes: shapes.map(|shapes| self.outlines(&shapes)),
            image: scene.image.as_ref().zip(image).map(|(image, frame)| self.picture(image, frame)),
            unit,
        };
        self.index.grounds.push(ground);
        self.index.grounds.len() - 1
    }

    fn outlines(&mut self, shapes: &Shapes) -> Outlines {
        Outlines {
            x: self.push(Block::shorts(&shapes.x)),
            y: self.push(Block::shorts(&shapes.y)),
            corners: self.push(Block::numbers(&shapes.corners)),
            rings: self.push(Block::numbers(&shapes.rings)),
        }
    }

    /// Each colour by itself and as the difference from the pixel before: that packs better than pixels do.
    fn picture(&mut self, image: &Image, frame: [f64; 4]) -> Picture {
        let n_pixels = image.width * image.height;
        let value = |channel: usize, pixel: usize| image.rgb.get(3 * pixel + channel).copied().unwrap_or(0);
        let before = |channel: usize, pixel: usize| if pixel == 0 { 0 } else { value(channel, pixel - 1) };
        let difference = |channel: usize, pixel: usize| value(channel, pixel).wrapping_sub(before(channel, pixel));
        let packed: Vec<u8> =
            (0..3).flat_map(|channel| (0..n_pixels).map(move |pixel| difference(channel, pixel))).collect();
        Picture { rgb: self.push(Block::bytes(&packed)), width: image.width, height: image.height, frame }
    }

    /// Adds a method on a set of spots, and says where it stands.
    pub(crate) fn add_method(&mut self, name: &str, ground: usize, analysis: &Drawable<'_>, names: &Names) -> usize {
        let (pred, truth, matching) = (analysis.pair.pred(), analysis.pair.truth(), analysis.matching);
        let codes: Vec<u32> = (0..pred.n_spots()).filter_map(|spot| pred.code(spot)).map(|code| code as u32).collect();
        let mut unmatched = names.len()..;
        let next = |link: &slam::matcher::Link| match &link.truth {
            Some(truth) => names.place(truth),
            None => unmatched.next().unwrap_or(names.len()),
        };
        let is_apart = matching.per == slam::matcher::MatchPer::Slice;
        let mut map: Vec<usize> = if is_apart { Vec::new() } else { matching.links.iter().map(next).collect() };
        // Spots without a prediction are a class behind all labels.
        map.extend(matching.missing.filter(|_| !is_apart).map(|_| unmatched.next().unwrap_or(names.len())));
        let matched = (is_apart || !matching.splits.is_empty()).then(|| {
            let places: Vec<u32> = truth.names().iter().map(|name| names.place(name) as u32).collect();
            let code = |&code: &u16| {
                let beyond = (names.len() + usize::from(code)).saturating_sub(matching.n_truth) as u32;
                places.get(usize::from(code)).copied().unwrap_or(beyond)
            };
            Block::numbers(&matching.codes.iter().map(code).collect::<Vec<_>>())
        });
        let byte = |spot: &slam::SpotScore| spot.disagreement.map_or(255, |value| (254.0 * value).round() as u8);
        let disagreement: Vec<u8> = analysis.spots().iter().map(byte).collect();
        let drawn = Drawn {
            name: name.to_owned(),
            ground,
            names: pred.names().to_vec(),
            map,
            beyond: analysis.matched_names().split_off(matching.n_truth),
            has_missing: matching.missing.is_some(),
            pred: self.push(Block::numbers(&codes)),
            matched: matched.map(|block| self.push(block)),
            disagreement: self.push(Block::bytes(&disagreement)),
        };
        self.index.methods.push(drawn);
        self.index.methods.len() - 1
    }
}

/// The truth labels that any method was compared with, in the order in which they are shown: each drops its own spots.
pub(crate) fn truth_names(compared: &Compared, scene: &Scene) -> Names {
    Names::new(compared.analyses.iter().flat_map(|analysis| analysis.pair.truth().names()).cloned().collect(), scene)
}

/// Labels in the order in which they are shown, and where each stands.
pub(crate) struct Names {
    pub(crate) names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Names {
    /// Labels in the order in which a scene shows them.
    pub(crate) fn new(mut names: Vec<String>, scene: &Scene) -> Self {
        names.sort();
        names.dedup();
        scene.sort(&mut names);
        let places = names.iter().enumerate().map(|(place, name)| (name.clone(), place)).collect();
        Self { names, places }
    }

    fn len(&self) -> usize {
        self.names.len()
    }

    /// Where a label stands; behind all of them if it is not there.
    fn place(&self, name: &str) -> usize {
        self.places.get(name).copied().unwrap_or(self.names.len())
    }
}

/// Whether two methods were compared on the same spots.
pub(crate) fn has_same_spots(a: &Analysis, b: &Analysis) -> bool {
    let (a, b) = (a.pair.spots(), b.pair.spots());
    std::ptr::eq(a, b) || (a.n_spots() == b.n_spots() && (0..a.n_spots()).all(|spot| a.row(spot) == b.row(spot)))
}

/// The rows of the input, from 1, where they are not simply counted.
fn rows(spots: &Spots) -> Option<Vec<u32>> {
    (spots.n_rows() != spots.n_spots()).then(|| (0..spots.n_spots()).map(|spot| spots.row(spot) as u32 + 1).collect())
}

fn named_captions(spots: &Spots, places: &[[f64; 2]]) -> Vec<Caption> {
    let names = spots.slices().map(slam::Labeling::names).unwrap_or_default();
    let caption = |(name, &[x, y]): (&String, &[f64; 2])| Caption { name: name.clone(), x, y };
    names.iter().zip(places).map(caption).collect()
}
