//! How places are drawn and spoken of: which way is up, shapes, colours, words.

use slam::natural_order;

use crate::html::{Color, palette};

/// Which way the second coordinate runs on a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum YAxis {
    /// As on maps and in plots: what has a larger y lies higher.
    #[default]
    Up,
    /// As in images, whose rows are counted from the top.
    Down,
}

/// What positions are measured in.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Lengths {
    /// Nobody knows.
    #[default]
    Unknown,
    /// Longitudes and latitudes in degrees: a degree east is shorter than one north, the more so toward the poles.
    Degrees,
    /// One unit of the positions is so many micrometres, metres or the like.
    Unit {
        /// The unit: `µm`, `m`, `km`.
        name: String,
        /// How many of them one unit of the positions is.
        each: f64,
    },
}

/// What a difference between two labelings is called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Words {
    /// One labeling is right: what differs from it is wrong.
    #[default]
    Wrong,
    /// Two labelings of two dates, of which neither is right: what differs has changed.
    Change,
}

impl Words {
    /// What an edge or a place is that differs: `wrong` or `changed`.
    pub fn adjective(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Change => "changed",
        }
    }

    /// What is seen where labelings differ: `disagreement` or `change`.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Wrong => "disagreement",
            Self::Change => "change",
        }
    }
}

/// An outer ring, then its holes; a ring is a list of positions, the first of which may be repeated at the end.
pub type Polygon = Vec<Vec<[f64; 2]>>;

/// A picture of the tissue that lies under the spots.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Red, green and blue of each pixel, row after row from the top.
    pub rgb: Vec<u8>,
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from top to bottom.
    pub height: usize,
    /// Pixels for one unit of the positions, whose origin is the image's top left corner.
    pub scale: f64,
}

/// How places are drawn and spoken of, as the user or the file says it; it changes no number.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Which way y runs.
    pub y_axis: YAxis,
    /// Why, in words that follow a colon: `positions are pixels of an image`.
    pub why: String,
    /// The polygons of each row of the input, where it has any; a row without stays a point.
    pub polygons: Option<Vec<Vec<Polygon>>>,
    /// Labels whose colours are given; others get one that stands apart.
    pub colors: Vec<(String, Color)>,
    /// The order in which labels are shown, as far as it is given; others follow in label order.
    pub order: Vec<String>,
    /// What positions are measured in.
    pub lengths: Lengths,
    /// What a difference is called.
    pub words: Words,
    /// What one place is called, in the singular: `spot`, `cell`, `state`.
    pub spot: String,
    /// A picture of the tissue, if there is one.
    pub image: Option<Image>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            y_axis: YAxis::default(),
            why: "as in plots".to_owned(),
            polygons: None,
            colors: Vec::new(),
            order: Vec::new(),
            lengths: Lengths::default(),
            words: Words::default(),
            spot: "spot".to_owned(),
            image: None,
        }
    }
}

impl Scene {
    /// Puts labels in the order in which they are shown.
    pub fn sort(&self, names: &mut [String]) {
        let place = |name: &String| self.order.iter().position(|other| other == name).unwrap_or(self.order.len());
        names.sort_by_cached_key(|name| place(name));
        let given = names.partition_point(|name| place(name) < self.order.len());
        names[given..].sort_by(|a, b| natural_order(a, b));
    }

    /// A colour for each label: the one that is given, or the next of the palette that is like none of those.
    pub fn colors_of(&self, names: &[String]) -> Vec<Color> {
        let given = |name: &String| self.colors.iter().rev().find(|(other, _)| other == name).map(|&(_, color)| color);
        let taken: Vec<Color> = names.iter().filter_map(given).collect();
        if taken.is_empty() {
            return palette(names.len());
        }
        let is_free = |color: &Color| taken.iter().all(|other| !are_alike(*color, *other));
        let mut free = palette(names.len() + 2 * taken.len()).into_iter().filter(is_free);
        let mut spare = palette(names.len()).into_iter().cycle();
        let next = |name| given(name).or_else(|| free.next()).or_else(|| spare.next()).unwrap_or_default();
        names.iter().map(next).collect()
    }

    /// Places in the plural: `spots`, `counties`.
    pub fn spots(&self) -> String {
        plural(&self.spot)
    }

    /// A number of places: `1 state`, `49 states`.
    pub fn counted(&self, n: usize) -> String {
        let name = if n == 1 { self.spot.clone() } else { self.spots() };
        format!("{} {name}", crate::number::count(n))
    }

    /// Which way y runs, and why: `y runs up: north is up`.
    pub fn y_in_words(&self) -> String {
        let way = if self.y_axis == YAxis::Up { "up" } else { "down" };
        format!("y runs {way}: {}", self.why)
    }
}

/// Closer than this in all of red, green and blue, and two colours would be taken for one.
const ALIKE: u8 = 48;

fn are_alike(a: Color, b: Color) -> bool {
    a.iter().zip(b).all(|(&a, b)| a.abs_diff(b) < ALIKE)
}

/// The plural of an English noun that follows the rule.
fn plural(noun: &str) -> String {
    let is_vowel = |letter: char| "aeiou".contains(letter);
    match noun.strip_suffix('y') {
        Some(stem) if stem.chars().last().is_some_and(|letter| !is_vowel(letter)) => format!("{stem}ies"),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn labels_come_in_the_given_order_and_the_rest_as_they_are_counted() {
        let scene = Scene { order: names("low mid high"), ..Scene::default() };
        let mut shown = names("x10 high x9 low");
        scene.sort(&mut shown);
        assert_eq!(shown, names("low high x9 x10"));
        let mut plain = names("b10 b9 a");
        Scene::default().sort(&mut plain);
        assert_eq!(plain, names("a b9 b10"));
    }

    #[test]
    fn given_colours_are_kept_and_no_other_is_like_them() {
        let blue = [0x21, 0x66, 0xac];
        let scene = Scene { colors: vec![("D".into(), blue), ("absent".into(), [0; 3])], ..Scene::default() };
        let colors = scene.colors_of(&names("C D R"));
        assert_eq!(colors[1], blue);
        assert!(!are_alike(colors[0], blue) && !are_alike(colors[2], blue) && colors[0] != colors[2]);
        assert_eq!(Scene::default().colors_of(&names("a b")), palette(2));
    }

    #[test]
    fn nouns_have_plurals() {
        let shown = |spot: &str| Scene { spot: spot.to_owned(), ..Scene::default() }.counted(2);
        assert_eq!(["state", "county", "day", "patch"].map(shown), ["2 states", "2 counties", "2 days", "2 patches"]);
        assert_eq!(Scene::default().counted(1), "1 spot");
    }

    #[test]
    fn which_way_is_said_with_its_reason() {
        assert_eq!(Scene::default().y_in_words(), "y runs up: as in plots");
    }
}
