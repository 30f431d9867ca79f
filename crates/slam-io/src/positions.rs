//! Which columns are positions.

use slam::Message;

use crate::chosen::Chosen;
use crate::columns::find;
use crate::drawing::{Drawing, ImageRows, correlation, image_rows};
use crate::error::{Error, Result};
use crate::listing::Columns;
use crate::request::Request;

/// Pairs of columns that are taken for positions, the first pair that is there, in any case of letters.
const NAMES: [[&str; 2]; 5] = [
    ["x", "y"],
    ["pxl_col_in_fullres", "pxl_row_in_fullres"],
    ["imagecol", "imagerow"],
    ["x_centroid", "y_centroid"],
    ARRAY,
];

/// Rows and columns of the array, the last resort: they are places in a grid, not positions.
const ARRAY: [&str; 2] = ["array_col", "array_row"];

/// Further names of positions, which are not taken as such by themselves and are no labels either.
const MORE_NAMES: [&str; 13] = [
    "z",
    "z_centroid",
    "array_x",
    "array_y",
    "pixel_x",
    "pixel_y",
    "row",
    "col",
    "column",
    "longitude",
    "latitude",
    "lon",
    "lat",
];

/// Whether a column is called as columns of positions are.
pub fn is_position(name: &str) -> bool {
    NAMES.iter().flatten().chain(&MORE_NAMES).any(|other| other.eq_ignore_ascii_case(name))
}

/// The columns that are positions.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// Two or three columns: x, y and z.
    pub columns: Vec<usize>,
    /// Whether these are places of the array, which may be hexagonal.
    pub is_array: bool,
    /// A column named z that was not asked for.
    pub unused: Option<usize>,
}

/// The columns named, or else those that are found.
pub fn choose(request: &Request, file: &str, columns: &[String]) -> Result<Choice> {
    let (mut chosen, is_array, is_guess) = match (&request.x, &request.y) {
        (Some(x), Some(y)) => (vec![find("x", x, file, columns)?, find("y", y, file, columns)?], false, false),
        (Some(_), None) => return Err(Error::HalfPositions { given: "x", absent: "y" }),
        (None, Some(_)) => return Err(Error::HalfPositions { given: "y", absent: "x" }),
        (None, None) => guess(file, columns).map(|(pair, is_array)| (pair.to_vec(), is_array, true))?,
    };
    let unused = chosen.iter().all(|&column| columns[column].len() == 1).then(|| position(columns, "z")).flatten();
    let unused = unused.filter(|_| is_guess && request.z.is_none());
    if let Some(z) = &request.z {
        chosen.push(find("z", z, file, columns)?);
    }
    Ok(Choice { columns: chosen, is_array, unused })
}

/// The pair of columns that look like positions, and whether they are places of the array.
pub(crate) fn guess(file: &str, columns: &[String]) -> Result<([usize; 2], bool)> {
    for names in NAMES {
        if let (Some(x), Some(y)) = (position(columns, names[0]), position(columns, names[1])) {
            find("x", &columns[x], file, columns)?;
            find("y", &columns[y], file, columns)?;
            return Ok(([x, y], names == ARRAY));
        }
    }
    Err(Error::NoPositions { file: file.to_owned(), columns: Columns::new(columns) })
}

fn position(columns: &[String], name: &str) -> Option<usize> {
    let exact = columns.iter().position(|column| column == name);
    exact.or_else(|| columns.iter().position(|column| column.eq_ignore_ascii_case(name)))
}

impl Choice {
    /// Stretches the rows of a hexagonal array, and says what was chosen.
    pub fn settle(&self, coordinates: &mut [f64], columns: &[String]) -> Chosen {
        let dimensions = self.columns.len();
        let is_stretched =
            self.is_array && coordinates.chunks_exact(dimensions).all(|spot| is_hexagonal(spot[0], spot[1]));
        if is_stretched {
            coordinates.chunks_exact_mut(dimensions).for_each(|spot| spot[1] *= 3f64.sqrt());
        }
        self.chosen(columns, is_stretched)
    }

    /// The column of image rows that stands beside the positions, if there is one; it tells which way y runs.
    pub fn image_rows(&self, columns: &[String]) -> Option<usize> {
        image_rows(&columns[self.columns[1]], columns)
    }

    /// How these positions are drawn, given as coordinates spot after spot; `rows` are the values of [`Self::image_rows`], not
    /// a number where a value is missing.
    pub fn drawing(&self, columns: &[String], coordinates: &[f64], rows: Option<&[f64]>) -> Drawing {
        let [x, y] = [0, 1].map(|axis| columns[self.columns[axis]].as_str());
        let pairs =
            |rows| coordinates.chunks_exact(self.columns.len()).map(|spot| spot[1]).zip(rows).map(<[f64; 2]>::from);
        let correlation = rows.and_then(|rows| correlation(pairs(rows.iter().copied())));
        let rows = self.image_rows(columns).map(|place| ImageRows { column: &columns[place], correlation });
        Drawing::of_columns(x, y, rows.as_ref())
    }

    /// What was chosen.
    pub(crate) fn chosen(&self, columns: &[String], is_stretched: bool) -> Chosen {
        let names: Vec<String> = self.columns.iter().map(|&column| format!("{:?}", columns[column])).collect();
        let stretched = if is_stretched { " (hexagonal numbering: rows multiplied by √3)" } else { "" };
        let words = Message::from(format!("columns {}{stretched}", names.join(", ")));
        let Some(z) = self.unused.map(|z| &columns[z]) else { return Chosen::positions(words) };
        let how = words.words(format!(" (column {z:?} is left out; ")).option("z").words(format!(" {z} uses it)"));
        Chosen::positions(how)
    }
}

/// In hexagonal numbering every other column of a row is empty, so that row and column are both even or both odd.
pub(crate) fn is_hexagonal(column: f64, row: f64) -> bool {
    (column + row) % 2.0 == 0.0
}

#[cfg(test)]
mod tests {

    use super::*;

    fn columns(names: &str) -> Vec<String> {
        names.split(' ').map(str::to_owned).collect()
    }

    fn chosen(names: &str, request: &Request) -> (Vec<usize>, String) {
        let columns = columns(names);
        let choice = choose(request, "f.csv", &columns).unwrap();
        let words = choice.settle(&mut [0.0, 1.0, 1.0, 1.0, 0.0, 0.0], &columns);
        (choice.columns, words.in_words())
    }

    #[test]
    fn positions_are_looked_for_in_order() {
        let any = Request::default();
        let all = "array_row array_col y_centroid x_centroid imagerow imagecol pxl_row_in_fullres \
                   pxl_col_in_fullres y x";
        let found: Vec<Vec<usize>> = (0..5)
            .map(|gone| {
                let names: Vec<&str> = all.split_whitespace().collect();
                chosen(&names[..names.len() - 2 * gone].join(" "), &any).0
            })
            .collect();
        assert_eq!(found, [[9, 8], [7, 6], [5, 4], [3, 2], [1, 0]]);
        assert_eq!(chosen("id X Y", &any), (vec![1, 2], "positions: columns \"X\", \"Y\"".into()));
    }

    #[test]
    fn z_is_used_when_named() {
        let words = "positions: columns \"x\", \"y\" (column \"z\" is left out; --z z uses it)";
        assert_eq!(chosen("x y z", &Request::default()).1, words);
        let solid = Request { z: Some("z".into()), ..Request::default() };
        assert_eq!(chosen("x y z", &solid), (vec![0, 1, 2], "positions: columns \"x\", \"y\", \"z\"".into()));
    }

    #[test]
    fn a_hexagonal_array_is_stretched() {
        let columns = columns("array_row array_col");
        let choice = choose(&Request::default(), "f.csv", &columns).unwrap();
        let mut hexagonal = [0.0, 0.0, 1.0, 1.0, 3.0, 1.0];
        let words = choice.settle(&mut hexagonal, &columns).in_words();
        assert_eq!(hexagonal, [0.0, 0.0, 1.0, 3f64.sqrt(), 3.0, 3f64.sqrt()]);
        let expected = "positions: columns \"array_col\", \"array_row\" (hexagonal numbering: rows multiplied by √3)";
        assert_eq!(words, expected);
        let mut square = [0.0, 0.0, 0.0, 1.0];
        assert_eq!(choice.settle(&mut square, &columns).in_words(), "positions: columns \"array_col\", \"array_row\"");
        assert_eq!(square, [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn without_positions_the_columns_are_listed() {
        let said = |request: &Request| choose(request, "f.csv", &columns("a b")).unwrap_err().to_string();
        let none = "f.csv: no columns of positions found (columns: a, b); name them with --x and --y";
        assert_eq!(said(&Request::default()), none);
        assert_eq!(said(&Request { x: Some("a".into()), ..Request::default() }), "--x is given without --y");
        assert_eq!(said(&Request { y: Some("a".into()), ..Request::default() }), "--y is given without --x");
    }
}
