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
    /// The drawing of positions that stand in columns of these names, beside a column of image rows if there is one.
    ///
    /// Pixels and places of an array are counted from the top. A table that has them beside its y runs down as they do,
    /// unless its y falls where they rise.
    pub(crate) fn of_columns(x: &str, y: &str, rows: Option<&ImageRows<'_>>) -> Self {
        let (x, y) = (x.to_lowercase(), y.to_lowercase());
        if is_latitude(&y) && LONGITUDES.contains(&x.as_str()) {
            return Self::of_degrees();
        }
        if is_image_row(&y) {
            return Self::of_image(format!("column {y:?} counts from the top of an image"));
        }
        match rows {
            None => Self { why: "as on a map".to_owned(), ..Self::default() },
            Some(ImageRows { column, correlation: Some(correlation) }) if *correlation <= -CLEAR => {
                let why = format!("column {column:?} counts from the top of an image, and {y:?} runs against it");
                Self { why, ..Self::default() }
            }
            Some(ImageRows { column, .. }) => {
                Self::of_image(format!("column {column:?} beside {y:?} tells of an image"))
            }
        }
    }

    /// The drawing of pixels, whose rows are counted from the top, and why they are taken for such.
    fn of_image(why: String) -> Self {
        Self { is_y_down: true, why, ..Self::default() }
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

/// Columns that count from the top of an image: pixels, then places of an array.
const IMAGE_ROWS: [&str; 6] = ["pxl_row_in_fullres", "imagerow", "pixel_y", "y_centroid", "array_row", "array_y"];

/// Coordinates whose correlation with image rows is at most minus this run against them.
const CLEAR: f64 = 0.5;

/// Image rows that stand beside a second coordinate.
#[derive(Debug)]
pub(crate) struct ImageRows<'a> {
    /// The name of their column.
    pub(crate) column: &'a str,
    /// Their correlation with the coordinate, where that is known.
    pub(crate) correlation: Option<f64>,
}

/// The column of image rows that stands beside a second coordinate called `y`; none where `y` tells by itself.
pub(crate) fn image_rows(y: &str, columns: &[String]) -> Option<usize> {
    let y = y.to_lowercase();
    let place = |name: &&str| columns.iter().position(|column| column.eq_ignore_ascii_case(name));
    if is_latitude(&y) || is_image_row(&y) { None } else { IMAGE_ROWS.iter().find_map(place) }
}

fn is_latitude(y: &str) -> bool {
    LATITUDES.contains(&y)
}

fn is_image_row(y: &str) -> bool {
    IMAGE_ROWS.contains(&y) || y == "row"
}

/// Pearson's correlation over the pairs of finite numbers; none where one side is constant.
pub(crate) fn correlation(pairs: impl Iterator<Item = [f64; 2]> + Clone) -> Option<f64> {
    let pairs = pairs.filter(|pair| pair.iter().all(|value| value.is_finite()));
    let n = pairs.clone().count() as f64;
    let mean = |side: usize| pairs.clone().map(|pair| pair[side]).sum::<f64>() / n;
    let means = [mean(0), mean(1)];
    let moment = |one: usize, other: usize| {
        pairs.clone().map(|pair| (pair[one] - means[one]) * (pair[other] - means[other])).sum::<f64>()
    };
    let correlation = moment(0, 1) / (moment(0, 0) * moment(1, 1)).sqrt();
    correlation.is_finite().then_some(correlation)
}

/// Whether all of these could be longitudes and latitudes.
pub(crate) fn are_degrees<'a>(mut positions: impl Iterator<Item = &'a [f64; 2]>) -> bool {
    positions.all(|[x, y]| x.abs() <= 180.0 && y.abs() <= 90.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(columns: &str, x: &str, y: &str, correlation: Option<f64>) -> (bool, String) {
        let columns: Vec<String> = columns.split(' ').map(str::to_owned).collect();
        let rows = image_rows(y, &columns).map(|place| ImageRows { column: &columns[place], correlation });
        let Drawing { is_y_down, why, .. } = Drawing::of_columns(x, y, rows.as_ref());
        (is_y_down, why)
    }

    #[test]
    fn maps_run_up_and_images_down() {
        assert_eq!(drawing("id x y", "x", "y", None), (false, "as on a map".into()));
        assert_eq!(drawing("Lon LAT array_row", "Lon", "LAT", None), (false, "north is up".into()));
        let imagerow = "column \"imagerow\" counts from the top of an image".to_owned();
        assert_eq!(drawing("imagerow imagecol", "imagecol", "imagerow", None), (true, imagerow));
        let beside = "column \"array_row\" beside \"y\" tells of an image".to_owned();
        assert_eq!(drawing("x y array_row array_col", "x", "y", None), (true, beside));
        assert_eq!(drawing("x y row col", "x", "y", None), (false, "as on a map".into()));
    }

    #[test]
    fn y_runs_up_where_it_falls_as_pixels_rise() {
        // Pixels come before places of an array.
        let columns = "x y array_y Pixel_Y";
        let down = "column \"Pixel_Y\" beside \"y\" tells of an image";
        let up = "column \"Pixel_Y\" counts from the top of an image, and \"y\" runs against it";
        assert_eq!(drawing(columns, "x", "y", Some(0.99)), (true, down.into()));
        assert_eq!(drawing(columns, "x", "y", Some(-0.99)), (false, up.into()));
        assert_eq!(drawing(columns, "x", "y", Some(-0.1)), (true, down.into()));
    }

    #[test]
    fn correlations_are_those_of_finite_pairs() {
        // Deviations −1, 0, 1 and −1, 1, 0: 1/√(2·2).
        let pairs = [[1.0, 5.0], [2.0, 7.0], [9.0, f64::NAN], [3.0, 6.0]];
        assert_eq!(correlation(pairs.into_iter()), Some(0.5));
        assert_eq!(correlation([[1.0, 5.0], [1.0, 7.0]].into_iter()), None);
        assert_eq!(correlation([].into_iter()), None);
    }

    #[test]
    fn degrees_have_an_end() {
        assert!(are_degrees([[-180.0, 90.0]].iter()) && !are_degrees([[0.0, 0.0], [247_353.0, 0.0]].iter()));
    }
}
