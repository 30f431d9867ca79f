//! Maps: features as spots, properties as labels, polygons as neighbours.

use slam_io::{Edges, Kind, Request, inspect, read};

use crate::desk::{Desk, gzip, labels};
use crate::effort::within_cpu_seconds;
use crate::mutations::Numbers;

/// Three squares in a row, the last as a point; `t` and `p` are labels, `w` a number.
const MAP: &str = r#"{"type": "FeatureCollection", "name": "map", "features": [
  {"type": "Feature", "id": "A", "properties": {"t": "a", "p": 1, "w": 2.5, "open": true},
   "geometry": {"type": "Polygon", "coordinates": [[[0,0],[2,0],[2,2],[0,2],[0,0]]]}},
  {"type": "Feature", "id": "B", "properties": {"t": "b", "p": 2.0, "w": 3, "open": null},
   "geometry": {"type": "MultiPolygon", "coordinates": [[[[2,1],[4,1],[4,3],[2,3],[2,1]]], [[[9,9],[9.5,9],[9,9.5],[9,9]]]]}},
  {"type": "Feature", "id": "C", "properties": {"t": "b", "p": 2, "w": 1},
   "geometry": {"coordinates": [6, 1, 100], "type": "Point"}}]}"#;

fn said(text: &str, change: impl FnOnce(Request) -> Request) -> String {
    let desk = Desk::with(&[("m.geojson", text)]);
    desk.read(&change(desk.request("m.geojson"))).unwrap_err()
}

#[test]
fn features_are_spots() {
    let desk = Desk::with(&[("m.geojson", MAP), ("l.csv", "id,q\nC,z\nA,y\n")]);
    let base = Request { severity: Some("w".into()), with_ids: true, ..desk.request("m.geojson") };
    let study = read(&base).unwrap();
    assert_eq!(study.spots.coordinates(), [1.0, 1.0, 3.0, 2.0, 6.0, 1.0]);
    assert_eq!((labels(&study.truth), labels(&study.preds[0].1)), ("a b b".into(), "1 2 2".into()));
    assert_eq!(study.spots.severities(), Some(&[2.5, 3.0, 1.0][..]));
    assert_eq!(study.notes(), ["positions: points inside the polygons", "ids: id of each feature"]);
    let joined = read(&Request { labels: vec![desk.path("l.csv")], preds: vec!["q".into()], ..base.clone() }).unwrap();
    assert_eq!(labels(&joined.preds[0].1), "y - z");
    let named = read(&Request { x: Some("w".into()), y: Some("p".into()), ..base.clone() }).unwrap();
    assert_eq!(named.spots.position(1), [3.0, 2.0]);
    desk.put("m.json.gz", &gzip(MAP.as_bytes()));
    assert_eq!(read(&Request { path: desk.path("m.json.gz"), ..base }).unwrap().spots, study.spots);
}

#[test]
fn polygons_that_touch_are_neighbours() {
    let polygons = MAP.replace(
        r#"{"coordinates": [6, 1, 100], "type": "Point"}"#,
        r#"{"type": "Polygon", "coordinates": [[[4,2],[5,2],[5,9]]]}"#,
    );
    let desk = Desk::with(&[("m.geojson", &polygons)]);
    let study = read(&Request { edges: Some(Edges::Contiguity), ..desk.request("m.geojson") }).unwrap();
    assert_eq!(study.edges, Some(vec![(0, 1), (1, 2)]));
    let of_points = said(MAP, |request| Request { edges: Some(Edges::Contiguity), ..request });
    let expected = "expected Polygon or MultiPolygon, whose contiguity is asked for";
    assert_eq!(of_points, format!("m.geojson, feature 3 (\"C\"): found Point, {expected}"));
}

#[test]
fn bad_maps_are_told_what_is_wrong() {
    let plain = |text: &str| said(text, |request| request);
    assert_eq!(plain(""), "m.geojson is empty");
    // What follows the second colon is the parser's.
    assert_eq!(plain(&MAP[..400]), "m.geojson, line 5, column 72: not valid GeoJSON: EOF while parsing a list");
    assert_eq!(
        plain("[1, 2]"),
        "m.geojson, line 1, column 0: not valid GeoJSON: invalid type: sequence, expected a FeatureCollection"
    );
    assert_eq!(plain("t,p\n1,2\n"), "m.geojson, line 1, column 2: not valid GeoJSON: expected ident");
    let empty = r#"{"type": "FeatureCollection", "features": []}"#;
    assert_eq!(plain(empty), "m.geojson has no features");
    assert_eq!(plain(r#"{"type": "Polygon"}"#), "m.geojson: found Polygon, expected a FeatureCollection");
    let topology =
        "m.geojson: found Topology, expected a FeatureCollection; convert TopoJSON first: ogr2ogr map.geojson FILE";
    assert_eq!(plain(r#"{"type": "Topology"}"#), topology);
    let collection = MAP.replace("\"Point\"", "\"GeometryCollection\"");
    let expected = "m.geojson, feature 3 (\"C\"): found GeometryCollection, expected Polygon, MultiPolygon or Point";
    assert_eq!(plain(&collection), expected);
    let nowhere = MAP.replace(r#"{"coordinates": [6, 1, 100], "type": "Point"}"#, "null");
    let expected = "m.geojson, feature 3 (\"C\"): found no geometry, expected Polygon, MultiPolygon or Point";
    assert_eq!(plain(&nowhere), expected);
    let rings = MAP.replace("[[[0,0],[2,0],[2,2],[0,2],[0,0]]]", "[[0,0],[2,0]]");
    let expected = "m.geojson, line 3, column 64: not valid GeoJSON: a polygon is a list of rings";
    assert_eq!(plain(&rings), expected);
    let column = said(MAP, |request| Request { truth: "tt".into(), ..request });
    assert_eq!(column, "--truth: no column \"tt\" in m.geojson (columns: t, p, w, open); did you mean \"t\"?");
    let text = said(MAP, |request| Request { severity: Some("t".into()), ..request });
    assert_eq!(text, "m.geojson, feature 1 (\"A\"), property \"t\": \"a\" is not a finite number");
    let missing = said(MAP, |request| Request { severity: Some("open".into()), ..request });
    assert_eq!(missing, "m.geojson, feature 1 (\"A\"), property \"open\": \"True\" is not a finite number");
    let obsp = said(MAP, |request| Request { edges: Some(Edges::Connectivities("a".into())), ..request });
    assert_eq!(obsp, "--graph obsp: m.geojson is GeoJSON, expected AnnData (.h5ad, .zarr)");
    let x = said(MAP, |request| Request { expression: Some("X".into()), ..request });
    assert_eq!(
        x,
        "--expression: m.geojson is GeoJSON, expected AnnData (.h5ad, .zarr), or the name of a file of measurements"
    );
}

#[test]
fn an_inspection_of_a_map() {
    let desk = Desk::with(&[("m.geojson", MAP)]);
    let found = inspect(&desk.path("m.geojson")).unwrap();
    let line = desk.without_folder(&found.next);
    assert_eq!(line, "slam score m.geojson --truth t --pred p");
    assert_eq!(found.positions.unwrap().ranges, [[1.0, 6.0], [1.0, 2.0]]);
    assert_eq!(found.columns[2].kind, Kind::Number { min: 1.0, max: 3.0 });
    assert_eq!((found.columns[3].n_missing, &found.columns[3].name[..]), (2, "open"));
}

#[test]
fn no_bytes_make_a_map_panic() {
    within_cpu_seconds(60.0, mutate_maps);
}

fn mutate_maps() {
    let desk = Desk::with(&[]);
    let (mut numbers, mut n_read) = (Numbers(11), 0);
    for round in 0..2_400 {
        let polygons = MAP.replace("[6, 1, 100]", "[[[4,2],[5,2],[5,9]]]").replace("Point", "Polygon");
        let mut map = polygons.into_bytes();
        // Half of the maps stay JSON, with other numbers in it.
        if round % 2 == 0 {
            (0..=numbers.below(6)).for_each(|_| change_digit(&mut map, &mut numbers));
        } else {
            map = if round % 8 == 7 { gzip(&map) } else { map };
            numbers.mutate_with(&mut map, b"[]{},:\"0e-.9nulltrue\\\xff\x1f");
        }
        desk.put("m.geojson", &map);
        let edges = (round % 3 > 0).then_some(Edges::Contiguity);
        let study = read(&Request { edges, with_ids: true, ..desk.request("m.geojson") });
        n_read += usize::from(study.is_ok());
        let said = study.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(!said.contains('\n') && said.len() < 3_000, "{said:?}");
        let _ = inspect(&desk.path("m.geojson"));
    }
    assert!(100 < n_read && n_read < 2_300, "{n_read} of 2400 were read");
}

/// Another digit, a sign or a power in place of a digit.
fn change_digit(map: &mut Vec<u8>, numbers: &mut Numbers) {
    let digits: Vec<usize> = (0..map.len()).filter(|&at| map[at].is_ascii_digit()).collect();
    let at = digits[numbers.below(digits.len())];
    let powers = ["-1", "1e9", "1e300", "1e-300", "0.1", "7", "2", "4"];
    map.splice(at..=at, powers[numbers.below(powers.len())].bytes());
}

#[test]
fn hostile_maps_are_refused_soon() {
    within_cpu_seconds(30.0, refuse_maps);
}

fn refuse_maps() {
    let feature = |i: usize| format!(r#"{{"type":"Feature","properties":{{"k{i}":1}},"geometry":null}}"#);
    let many: Vec<String> = (0..110_000).map(feature).collect();
    let wide = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, many.join(","));
    let expected = "m.geojson, line 1, column 6088971: not valid GeoJSON: too many different properties";
    assert_eq!(said(&wide, |request| request), expected);
    let deep = format!(r#"{{"features":[{{"geometry":{{"coordinates":{}"#, "[".repeat(1_000_000));
    let expected = "m.geojson, line 1, column 164: not valid GeoJSON: recursion limit exceeded";
    assert_eq!(said(&deep, |request| request), expected);
    let desk = Desk::with(&[]);
    desk.put("m.geojson.gz", &gzip(&vec![b' '; 140 << 20]));
    let bomb = desk.read(&desk.request("m.geojson.gz")).unwrap_err();
    assert!(bomb.contains("it unpacks to more than 200 times its size"), "{bomb}");
}
