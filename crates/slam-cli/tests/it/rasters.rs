//! Land cover of two years: two rasters of one grid, as people compare them.

use std::fmt::Write;

use serde_json::Value;

use crate::folder::Folder;

const COLUMNS: usize = 40;
const ROWS: usize = 30;

/// A GeoTIFF of bytes, one strip, whose first corner is at (x, 900) and whose cells are 30 by 30; 0 is nodata.
fn tiff(columns: usize, rows: usize, x: f64, cell: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    let reals: Vec<f64> = vec![30.0, 30.0, 0.0, 0.0, 0.0, 0.0, x, 900.0, 0.0];
    let behind = 8 + 2 + 9 * 12 + 4;
    let cells = behind + 8 * reals.len();
    let tags: [(u16, u16, usize, usize); 9] = [
        (256, 3, 1, columns),
        (257, 3, 1, rows),
        (258, 3, 1, 8),
        (273, 4, 1, cells),
        (278, 3, 1, rows),
        (279, 4, 1, columns * rows),
        (33_550, 12, 3, behind),
        (33_922, 12, 6, behind + 24),
        (42_113, 2, 2, usize::from(b'0')),
    ];
    let mut bytes = b"II\x2a\0\x08\0\0\0\x09\0".to_vec();
    for (tag, kind, n, value) in tags {
        bytes.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
        bytes.extend([(n as u32).to_le_bytes(), (value as u32).to_le_bytes()].concat());
    }
    bytes.extend([0; 4]);
    bytes.extend(reals.iter().flat_map(|real| real.to_le_bytes()));
    (0..rows).for_each(|row| bytes.extend((0..columns).map(|column| cell(column, row))));
    bytes
}

fn before(column: usize, row: usize) -> u8 {
    if (column + row) % 17 == 0 { 0 } else { 1 + (column / 9 + row / 11) as u8 % 4 }
}

fn after(column: usize, row: usize) -> u8 {
    if column > 20 && row < 8 { 3 } else { before(column, row) }
}

fn folder() -> Folder {
    let mut table = "x,y,before,after\n".to_owned();
    for (column, row) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row))) {
        let label = |number: u8| if number == 0 { String::new() } else { number.to_string() };
        let (x, y) = (15.0 + 30.0 * column as f64, 900.0 - (row as f64 + 0.5) * 30.0);
        writeln!(table, "{x},{y},{},{}", label(before(column, row)), label(after(column, row))).unwrap();
    }
    let [one, two] = [before, after].map(|cell| tiff(COLUMNS, ROWS, 0.0, cell));
    Folder::with(&[("2001.tif", &one), ("2019.tif", &two), ("cells.csv", table.as_bytes())])
}

fn score(folder: &Folder, words: &[&str]) -> Value {
    let output = folder.run(&[words, &["--format", "json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut score: Value = serde_json::from_slice(&output.stdout).unwrap();
    score.as_object_mut().unwrap().remove("provenance");
    score
}

/// What is said of rasters of 40 by 30 cells, whatever else is joined to the first.
fn notes(joined: &[&str]) -> String {
    let positions = ["positions: centres of 40 × 30 cells, each 30 by 30"];
    let chosen = [
        "graph: grid:4, cells that share an edge; --graph names another",
        "matching: values are matched by their overlap, whatever they are; --matching identity where all share one legend",
    ];
    [&positions[..], joined, &chosen].concat().iter().map(|note| format!("note: {note}\n")).collect::<Vec<_>>().concat()
}

#[test]
fn a_raster_scores_as_the_table_of_its_cells_to_the_last_bit() {
    let folder = folder();
    for graph in ["grid:4", "grid:8", "delaunay", "mutual"] {
        let table = ["score", "cells.csv", "--truth", "before", "--pred", "after", "--graph", graph];
        let rasters = ["score", "2001.tif", "--labels", "2019.tif", "--graph", graph];
        assert_eq!(score(&folder, &rasters), score(&folder, &table), "{graph}");
    }
    // Nobody says who is near: cells that share an edge are.
    let rasters = folder.run(&["score", "2001.tif", "--labels", "2019.tif"]);
    let said = notes(&["2019.tif: joined by cell"]);
    assert_eq!(String::from_utf8(rasters.stderr).unwrap(), said);
    let named = folder.run(&["score", "2001.tif", "--labels", "2019.tif", "--matching", "identity"]);
    let (without, _) = said.split_once("note: matching: ").unwrap();
    assert_eq!(String::from_utf8(named.stderr).unwrap(), without);
    let four = ["score", "cells.csv", "--truth", "before", "--pred", "after", "--graph", "grid:4"];
    assert_eq!(score(&folder, &["score", "2001.tif", "--labels", "2019.tif"]), score(&folder, &four));
    let named = ["score", "2001.tif", "--labels", "2019.tif", "--truth", "2001", "--pred", "2019", "--k", "8"];
    let eight = ["score", "cells.csv", "--truth", "before", "--pred", "after", "--k", "8"];
    assert_eq!(score(&folder, &named), score(&folder, &eight));
}

#[test]
fn many_years_are_compared_and_drawn() {
    let folder = folder();
    std::fs::copy(folder.path("2019.tif"), folder.path("2010.tif")).unwrap();
    let words =
        ["compare", "2001.tif", "--labels", "2010.tif", "--labels", "2019.tif", "--report", "r.html", "--figures", "f"];
    let output = folder.run(&words);
    let (said, shown) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    let drawn = "note: maps: y runs up: as on a map\nnote: report: r.html\nnote: figures: 22 files in f\n";
    assert!(output.status.success());
    assert_eq!(said, notes(&["2010.tif: joined by cell", "2019.tif: joined by cell"]) + drawn);
    assert!(shown.contains("2010") && shown.contains("2019"), "{shown}");
    assert!(std::fs::read_to_string(folder.path("r.html")).unwrap().contains("Compared with 2001"));
}

#[test]
fn what_does_not_fit_is_said() {
    let folder = folder();
    std::fs::write(folder.path("wide.tif"), tiff(COLUMNS + 1, ROWS, 0.0, before)).unwrap();
    std::fs::write(folder.path("moved.tif"), tiff(COLUMNS, ROWS, 30.0, before)).unwrap();
    std::fs::write(folder.path("empty.tif"), tiff(COLUMNS, ROWS, 0.0, |_, _| 0)).unwrap();
    let said = |labels: &str| folder.refused(&["score", "2001.tif", "--labels", labels]);
    let one_grid = "expected rasters of one grid (gdalwarp makes one)";
    let wide = format!("error: wide.tif has 41 × 30 cells, but 2001.tif has 40 × 30 cells; {one_grid}\n");
    assert_eq!(said("wide.tif"), wide);
    let moved = "error: moved.tif has its first corner at (30, 900), but 2001.tif has its first corner at (0, 900)";
    assert_eq!(said("moved.tif"), format!("{moved}; {one_grid}\n"));
    let empty = "error: the pred labels none of the 1132 spots that the truth labels, so there is nothing to compare\n";
    assert_eq!(said("empty.tif"), notes(&["empty.tif: joined by cell"]) + empty);
    let none = folder.refused(&["score", "cells.csv", "--pred", "after"]);
    let needed = "error: --truth <COL> is needed: the column with the labels that are taken as right; slam inspect FILE lists \
                  them\n";
    assert_eq!(none, needed);
    let several = folder.refused(&["score", "2001.tif", "--labels", "2019.tif", "--labels", "2001.tif"]);
    let one = "error: --pred: 2 labelings, expected one (2019, 2001); name one with --pred, or compare all with slam compare\n";
    assert_eq!(several, notes(&["2019.tif: joined by cell", "2001.tif: joined by cell"]) + one);
}

#[test]
fn a_raster_is_inspected() {
    let folder = folder();
    let shown = folder.done(&["inspect", "2001.tif"]);
    for expected in [
        "2001.tif: 1,200 spots",
        "40 × 30 cells, each 30 by 30; uint8, nodata 0",
        "value",
        "4 labels",
        "next: slam score 2001.tif --labels FILE.tif",
    ] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
}
