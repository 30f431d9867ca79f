//! Rasters: cells as spots, bands as columns, in every form that GDAL writes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use slam::{Labeling, Neighborhood};
use slam_io::{Kind, Lengths, Request, inspect, read};

use crate::desk::{Desk, gzip};

const COLUMNS: usize = 21;
const ROWS: usize = 18;

/// A raster of the corpus.
pub(crate) fn raster(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/rasters").join(format!("{name}.tif"))
}

/// The number of a cell, as `make.py` has it; none where it is nodata.
fn expected(cell: usize) -> Option<usize> {
    let (column, row) = (cell % COLUMNS, cell / COLUMNS);
    (column != 4).then_some((7 * column + 3 * row * row) % 5 + 1)
}

fn assert_expected(labeling: &Labeling, of: &str) {
    assert_eq!(labeling.n_spots(), COLUMNS * ROWS, "{of}");
    for cell in 0..COLUMNS * ROWS {
        let number = labeling.name(cell).map(|name| name.parse().unwrap());
        assert_eq!(number, expected(cell), "cell {cell} of {of}");
    }
}

/// A request for the first band of a raster as truth and pred.
fn request(path: PathBuf, column: &str) -> Request {
    Request { path, truth: column.into(), preds: vec![column.into()], ..Request::default() }
}

#[test]
fn every_form_holds_the_same() {
    let forms = "u8_plain u8_lzw_tiles u8_packbits u8_zstd i8_deflate u16_lzw_differences i16_big_endian u32_big_file \
                 i32_plain_big_endian f32_whole f64_whole_big_endian";
    for form in forms.split_whitespace() {
        let study = read(&request(raster(form), "value")).unwrap();
        assert_expected(&study.truth, form);
        assert_eq!(
            (study.spots.position(0), study.spots.cell_size()),
            (&[500_015.0, 4_599_990.0][..], Some([30.0, 20.0]))
        );
        assert_eq!(study.spots.position(COLUMNS + 1), [500_045.0, 4_599_970.0]);
        assert_eq!(study.notes(), ["positions: centres of 21 × 18 cells, each 30 by 20 metres"], "{form}");
    }
    for form in ["two_bands_together", "two_bands_apart"] {
        let study = read(&Request { preds: vec!["band_2".into()], ..request(raster(form), "band_1") }).unwrap();
        assert_expected(&study.truth, form);
        // Where the second band is 0 + 1 … 3 by diagonals, nothing is nodata.
        let number = |cell: usize| (cell % COLUMNS + cell / COLUMNS) % 3 + 1;
        let second = &study.preds[0].1;
        assert!((0..COLUMNS * ROWS).all(|cell| second.name(cell) == Some(&*number(cell).to_string())), "{form}");
    }
}

#[test]
fn long_codes_are_read() {
    let study = read(&request(raster("lzw_full"), "value")).unwrap();
    let number = |column: usize, row: usize| (column * 7919 + row * 104_729 + column * row * 31) % 251;
    assert_eq!(study.truth.n_spots(), 110 * 90);
    assert!((0..110 * 90).all(|cell| study.truth.name(cell) == Some(&*number(cell % 110, cell / 110).to_string())));
}

#[test]
fn small_and_odd_rasters() {
    let sparse = read(&request(raster("u8_sparse"), "value")).unwrap();
    assert_eq!((sparse.truth.n_spots(), sparse.truth.n_missing()), (4096, 4096));
    let bits = read(&request(raster("u1"), "value")).unwrap();
    let number = |cell| if expected(cell).unwrap_or(0) > 2 { "1" } else { "0" };
    assert!((0..COLUMNS * ROWS).all(|cell| bits.truth.name(cell) == Some(number(cell))));
    let cells = read(&request(raster("no_place"), "value")).unwrap();
    assert_eq!((cells.spots.position(COLUMNS), cells.spots.cell_size()), (&[0.5, 1.5][..], Some([1.0, 1.0])));
    assert!(cells.drawing.is_y_down);
    let degrees = read(&request(raster("degrees"), "value")).unwrap();
    assert_eq!((degrees.drawing.lengths, degrees.spots.position(0)), (Lengths::Degrees, &[-70.875, 42.875][..]));
    let palette = read(&request(raster("palette"), "value")).unwrap();
    assert_eq!(palette.drawing.look.colors[..2], [("1".to_owned(), [255, 0, 0]), ("2".to_owned(), [0, 128, 0])]);
    // Where the corner is the middle of a cell, all are half a cell up and left of where they were.
    assert_eq!(palette.spots.position(0), [500_015.0, 4_599_990.0]);
    let desk = Desk::with(&[]);
    desk.put("packed.tif.gz", &gzip(&fs::read(raster("u8_plain")).unwrap()));
    desk.put("nameless", &fs::read(raster("u8_plain")).unwrap());
    for name in ["packed.tif.gz", "nameless"] {
        assert_expected(&read(&request(desk.path(name), "value")).unwrap().truth, name);
    }
}

/// What is said of a raster that is not of the grid of `u8_plain`.
fn other_grid(file: &Path, found: &str, expected: &str) -> String {
    let (file, input) = (file.display(), raster("u8_plain"));
    let input = input.display();
    format!("{file} has {found}, but {input} has {expected}; expected rasters of one grid (gdalwarp makes one)")
}

#[test]
fn rasters_of_one_grid_join_by_cell() {
    let both = |input: &str, labels: &str| {
        let request = request(raster(input), input);
        read(&Request { labels: vec![raster(labels)], preds: vec![labels.into()], ..request })
    };
    let study = both("u8_plain", "i16_big_endian").unwrap();
    assert_eq!(study.notes()[1], format!("{}: joined by cell", raster("i16_big_endian").display()));
    assert_eq!((study.truth, study.warnings), (study.preds[0].1.clone(), Vec::new()));
    for (labels, found, expected) in
        [("u8_sparse", "64 × 64 cells", "21 × 18 cells"), ("no_place", "cells of 1 by 1", "cells of 30 by 20")]
    {
        let said = both("u8_plain", labels).unwrap_err().to_string();
        assert_eq!(said, other_grid(&raster(labels), found, expected));
    }
}

#[test]
fn moved_rasters_are_refused() {
    let desk = Desk::with(&[]);
    let bytes = fs::read(raster("u8_plain")).unwrap();
    let corner = 500_000_f64.to_le_bytes();
    let place = bytes.windows(8).position(|window| window == corner).unwrap();
    let mut moved = bytes;
    moved[place..place + 8].copy_from_slice(&500_030_f64.to_le_bytes());
    desk.put("moved.tif", &moved);
    let request = request(raster("u8_plain"), "u8_plain");
    let labels = desk.path("moved.tif");
    let said = read(&Request { labels: vec![labels.clone()], preds: vec!["moved".into()], ..request }).unwrap_err();
    let [found, expected] = ["500030", "500000"].map(|x| format!("its first corner at ({x}, 4600000)"));
    assert_eq!(said.to_string(), other_grid(&labels, &found, &expected));
}

#[test]
fn a_raster_is_the_table_of_its_cells() {
    let study = read(&request(raster("u8_plain"), "value")).unwrap();
    let mut text = "x,y,t\n".to_owned();
    for cell in 0..COLUMNS * ROWS {
        let position = study.spots.position(cell);
        // Square cells, for a table says nothing of oblong ones.
        let label = study.truth.name(cell).unwrap_or("NA");
        writeln!(text, "{},{},{label}", position[0] / 30.0, position[1] / 20.0).unwrap();
    }
    let desk = Desk::with(&[("f.csv", &text)]);
    let table = read(&request(desk.path("f.csv"), "t")).unwrap();
    assert_eq!(table.truth, study.truth);
    let kept: Vec<u32> =
        (0..(COLUMNS * ROWS) as u32).filter(|&cell| study.truth.code(cell as usize).is_some()).collect();
    for corners in [false, true] {
        let edges = |spots: &slam::Spots| Neighborhood::Grid { corners }.connect(&spots.subset(&kept), &()).unwrap().0;
        assert_eq!(edges(&study.spots), edges(&table.spots));
    }
}

#[test]
fn what_is_no_label_is_said() {
    let said = read(&request(raster("fractions"), "value")).unwrap_err().to_string();
    let expected = "column \"value\": the cell in column 1, row 1 is 0.25, expected whole numbers as labels";
    assert_eq!(said, format!("{}, {expected}", raster("fractions").display()));
    let named =
        read(&Request { x: Some("lon".into()), ..request(raster("u8_plain"), "value") }).unwrap_err().to_string();
    let expected = "is a raster, expected a table; the cells of a raster have their places";
    assert_eq!(named, format!("--x: {} {expected}", raster("u8_plain").display()));
    let several = read(&request(raster("two_bands_apart"), "value")).unwrap_err().to_string();
    let file = raster("two_bands_apart");
    let expected = format!("--truth: no column \"value\" in {} (columns: band_1, band_2)", file.display());
    assert_eq!(several, expected);
}

#[test]
fn a_raster_is_described() {
    let found = inspect(&raster("u8_plain")).unwrap();
    let positions = found.positions.unwrap();
    assert_eq!(positions.choice, "positions: centres of 21 × 18 cells, each 30 by 20 metres; uint8, nodata 0");
    assert_eq!(positions.ranges, [[500_015.0, 500_615.0], [4_599_650.0, 4_599_990.0]]);
    assert_eq!((found.n_spots, found.columns.len(), found.columns[0].n_missing), (378, 1, 18));
    let Kind::Label { n_labels: 5, top } = &found.columns[0].kind else { panic!("{:?}", found.columns[0]) };
    let count = |number| (0..COLUMNS * ROWS).filter(|&cell| expected(cell) == Some(number)).count();
    assert!(top.iter().all(|(name, n)| *n == count(name.parse().unwrap())), "{top:?}");
    assert_eq!(found.next, format!("slam score {} --labels FILE.tif", raster("u8_plain").display()));
    let two = inspect(&raster("two_bands_apart")).unwrap();
    let next = format!("slam score {} --truth band_1 --pred band_2", raster("two_bands_apart").display());
    assert_eq!(two.next, next);
    assert!(matches!(inspect(&raster("fractions")).unwrap().columns[0].kind, Kind::Number { .. }));
    assert!(matches!(inspect(&raster("u8_sparse")).unwrap().columns[0].kind, Kind::Empty));
}
