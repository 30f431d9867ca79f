//! How the places of an input are drawn, as far as its file tells.

use crate::geojson::Polygon;

/// What positions are measured in.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Lengths {
    /// The file does not say.
    #[default]
    Unknown,
    /// Longitudes and latitudes.
    Degrees,
    /// One unit of the positions is so many micrometres.
    Micrometres(f64),
}

/// A picture of the tissue under the spots.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// Red, green and blue of each pixel, row after row from the top.
    pub rgb: Vec<u8>,
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from top to bottom.
    pub height: usize,
    /// Pixels for one unit of the positions.
    pub scale: f64,
}

/// How labels look: their colours and their order, as far as a file gives them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// Labels with a colour of their own: red, green and blue.
    pub colors: Vec<(String, [u8; 3])>,
    /// The order of the labels; empty where it is that of the alphabet.
    pub order: Vec<String>,
}

/// How the places of an input are drawn, as far as its file tells.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// Whether y runs down, as the rows of an image do; else up, as on a map.
    pub is_y_down: bool,
    /// Why, in words.
    pub why: String,
    /// What positions are measured in.
    pub lengths: Lengths,
    /// The polygons of each row, if they were asked for and there are any; a row without has none.
    pub polygons: Option<Vec<Vec<Polygon>>>,
    /// A picture of the tissue, if it was asked for and there is one.
    pub picture: Option<Picture>,
    /// How the labels of the truth look.
    pub look: Look,
}

impl Drawing {
    /// The drawing of positions that stand in columns of these names, in a file with these columns.
    ///
    /// Pixels and places of an array are counted from the top, and so is a table that has them beside its x and y.
    pub(crate) fn of_columns(x: &str, y: &str, columns: &[String]) -> Self {
        let (x, y) = (x.to_lowercase(), y.to_lowercase());
        if is_any(&y, &LATITUDES) && is_any(&x, &LONGITUDES) {
            return Self::of_degrees();
        }
        let is_pixel = |name: &str| FROM_THE_TOP.contains(&name.to_lowercase().as_str());
        if is_pixel(&y) || y == "row" {
            let why = format!("column {y:?} counts from the top of an image");
            return Self { is_y_down: true, why, ..Self::default() };
        }
        match columns.iter().find(|name| is_pixel(name)) {
            Some(name) => {
                let why = format!("column {name:?} beside {y:?} tells of an image");
                Self { is_y_down: true, why, ..Self::default() }
            }
            None => Self { why: "as on a map".to_owned(), ..Self::default() },
        }
    }

    /// The drawing of positions by the words that say where they come from, for those who hold the data already:
    /// `obsm "spatial"`, `columns "x", "y"`, `spatialCoords`.
    pub fn of_words(words: &str) -> Self {
        if words.starts_with("obsm") {
            return Self { is_y_down: true, why: IN_OBSM.to_owned(), ..Self::default() };
        }
        if ["spatialCoords", "images"].iter().any(|image| words.starts_with(image)) {
            return Self { is_y_down: true, why: "positions are pixels of an image".to_owned(), ..Self::default() };
        }
        let names: Vec<String> = words.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        let [x, y] = [0, 1].map(|axis| names.get(axis).map_or("", String::as_str));
        Self::of_columns(x, y, &names)
    }

    /// The drawing of longitudes and latitudes.
    pub(crate) fn of_degrees() -> Self {
        Self { why: "north is up".to_owned(), lengths: Lengths::Degrees, ..Self::default() }
    }
}

/// Why y runs down where positions are an array of AnnData.
pub(crate) const IN_OBSM: &str = "positions in obsm are pixels of an image";

const LATITUDES: [&str; 2] = ["lat", "latitude"];
const LONGITUDES: [&str; 4] = ["lon", "lng", "long", "longitude"];

/// Columns that count from the top of an image.
const FROM_THE_TOP: [&str; 6] = ["pxl_row_in_fullres", "imagerow", "array_row", "array_y", "pixel_y", "y_centroid"];

fn is_any(name: &str, names: &[&str]) -> bool {
    names.contains(&name)
}

/// Whether all of these could be longitudes and latitudes.
pub(crate) fn are_degrees<'a>(mut positions: impl Iterator<Item = &'a [f64; 2]>) -> bool {
    positions.all(|[x, y]| x.abs() <= 180.0 && y.abs() <= 90.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(columns: &str, x: &str, y: &str) -> (bool, String) {
        let columns: Vec<String> = columns.split(' ').map(str::to_owned).collect();
        let Drawing { is_y_down, why, .. } = Drawing::of_columns(x, y, &columns);
        (is_y_down, why)
    }

    #[test]
    fn maps_run_up_and_images_down() {
        assert_eq!(drawing("id x y", "x", "y"), (false, "as on a map".into()));
        assert_eq!(drawing("Lon LAT", "Lon", "LAT"), (false, "north is up".into()));
        let imagerow = "column \"imagerow\" counts from the top of an image".to_owned();
        assert_eq!(drawing("imagerow imagecol", "imagecol", "imagerow"), (true, imagerow));
        let beside = "column \"array_row\" beside \"y\" tells of an image".to_owned();
        assert_eq!(drawing("x y array_row array_col", "x", "y"), (true, beside));
        assert_eq!(drawing("x y row col", "x", "y"), (false, "as on a map".into()));
    }

    #[test]
    fn words_tell_where_positions_come_from() {
        let is_down = |words: &str| Drawing::of_words(words).is_y_down;
        assert!(
            is_down("obsm \"spatial\"") && is_down("columns \"imagecol\", \"imagerow\"") && is_down("spatialCoords")
        );
        assert!(!is_down("columns \"x\", \"y\"") && !is_down("array") && !is_down(""));
    }

    #[test]
    fn degrees_have_an_end() {
        assert!(are_degrees([[-180.0, 90.0]].iter()) && !are_degrees([[0.0, 0.0], [247_353.0, 0.0]].iter()));
    }
}
