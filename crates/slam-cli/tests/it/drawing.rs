//! How places are drawn in the report: what is typed, what is said, what the page holds.

use std::fmt::Write;

use crate::bad_input::error;
use crate::folder::Folder;

const MAP: &str = r#"{"type": "FeatureCollection", "features": [
  {"type": "Feature", "id": "A", "properties": {"then": "D", "now": "D"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}},
  {"type": "Feature", "id": "B", "properties": {"then": "D", "now": "R"}, "geometry": {"type": "Polygon", "coordinates": [[[1, 0], [2, 0], [2, 1], [1, 1], [1, 0]]]}},
  {"type": "Feature", "id": "C", "properties": {"then": "R", "now": "R"}, "geometry": {"type": "Polygon", "coordinates": [[[2, 0], [3, 0], [3, 1], [2, 1], [2, 0]]]}}]}"#;

const ASKED: [&str; 10] =
    ["compare", "m.geojson", "--truth", "then", "--pred", "now", "--graph", "contiguity", "--report", "r.html"];

#[test]
fn a_map_of_two_dates() {
    let folder = Folder::with(&[("m.geojson", MAP.as_bytes())]);
    let words = ["--words", "change", "--unit", "state", "--title", "From then to now", "--color", "D=#2166ac"];
    let output = folder.run(&[&ASKED[..], &words].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "note: positions: points inside the polygons\nnote: ids: id of each feature\nnote: edges: 2 given\n\
                    note: maps: y runs up: north is up\nnote: report: r.html\n";
    assert_eq!((output.status.code(), said.as_str()), (Some(0), expected));
    let page = std::fs::read_to_string(folder.path("r.html")).unwrap();
    for expected in
        ["From then to now", "3 states", "Change: changed edges around each state", "#2166ac", "\"shapes\": {"]
    {
        assert!(page.contains(expected), "{expected}");
    }
    folder.done(&[&ASKED[..], &["--y-axis", "down"]].concat());
    assert!(std::fs::read_to_string(folder.path("r.html")).unwrap().contains("y runs down: as asked"));
}

/// Nine spots in three rows; pixels are counted from the top, and `rows` are those of y = 0, 1 and 2.
fn beside_pixels(rows: [&str; 3]) -> String {
    let mut text = "id,x,y,truth,pred,array_y,pixel_y\n".to_owned();
    for spot in 0..9 {
        let (x, y) = (spot % 3, spot / 3);
        let _ = writeln!(text, "s{spot},{x},{y},{},{},{y},{}", x / 2, y / 2, rows[y]);
    }
    text
}

#[test]
fn y_runs_as_the_pixels_beside_it() {
    let way = |rows| {
        let folder = Folder::with(&[("s.csv", beside_pixels(rows).as_bytes())]);
        let words = ["compare", "s.csv", "--truth", "truth", "--pred", "pred", "--k", "4", "--report", "r.html"];
        let said = String::from_utf8(folder.run(&words).stderr).unwrap();
        said.lines().find(|line| line.contains("maps:")).unwrap().to_owned()
    };
    assert_eq!(way(["10", "20", "30"]), "note: maps: y runs down: column \"pixel_y\" beside \"y\" tells of an image");
    let against = "column \"pixel_y\" counts from the top of an image, and \"y\" runs against it";
    assert_eq!(way(["30", "20", "10"]), format!("note: maps: y runs up: {against}"));
    // What is no number says nothing.
    assert_eq!(way(["a", "", "b"]), "note: maps: y runs down: column \"pixel_y\" beside \"y\" tells of an image");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = Folder::with(&[("m.geojson", MAP.as_bytes())]);
    let refused = |more: &[&str]| error(&folder.refused(&[&ASKED[..], more].concat()));
    let unknown = "--color: no label \"d\" in the truth (labels: D, R); did you mean \"D\"?";
    assert_eq!(refused(&["--color", "d=#2166ac"]), unknown);
    let blue = "invalid value 'D=blue' for '--color <LABEL=#RRGGBB>': \"blue\" is no colour; expected LABEL=#RRGGBB, such as \
                D=#2166ac";
    assert_eq!(refused(&["--color", "D=blue"]), blue);
    let nothing = "invalid value ' ' for '--unit <NOUN>': expected a noun of at most 40 letters";
    assert_eq!(refused(&["--unit", " "]), nothing);
    let without = folder.refused(&[&ASKED[..8], &["--words", "change"]].concat());
    assert_eq!(error(&without), "--words: nothing is drawn; ask for a report with --report, or for --figures");
}
