//! How places are drawn, as far as files tell.

use std::path::Path;

use slam_io::{Drawing, Lengths, Request, read};

use crate::desk::Desk;

fn drawing(request: &Request) -> Drawing {
    read(&Request { with_drawing: true, ..request.clone() }).unwrap().drawing
}

#[test]
fn a_slide_tells_its_colours_order_picture_and_scale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/odd/slide.h5ad");
    let request = Request { path, truth: "region".into(), preds: vec!["a".into()], ..Request::default() };
    let found = drawing(&request);
    assert!(found.is_y_down && found.why == "positions in obsm are pixels of an image");
    assert_eq!(found.look.order, ["tumor", "stroma", "fat"]);
    let [red, green, blue] = [[255, 0, 0], [0, 255, 0], [0, 0, 255]];
    assert_eq!(found.look.colors, [("tumor".into(), red), ("stroma".into(), green), ("fat".into(), blue)]);
    // A spot of 65 µm is 130 pixels wide.
    assert_eq!(found.lengths, Lengths::Micrometres(0.5));
    let picture = found.picture.unwrap();
    assert_eq!((picture.width, picture.height, picture.scale), (20, 4, 0.1));
    // 240 shares from 0 to 1, the last of them white.
    assert_eq!((picture.rgb.len(), picture.rgb[0], picture.rgb[239]), (240, 0, 255));
    assert_eq!(read(&request).unwrap().drawing.picture, None, "a picture that nobody asks for is not read");
}

#[test]
fn maps_tell_their_shapes_and_north() {
    let square = r#"{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}"#;
    let point = r#"{"type": "Point", "coordinates": [3, 4]}"#;
    let feature = |geometry: &str| {
        format!(
            r#"{{"type": "Feature", "properties": {{"t": "a", "p": "b", "x": 1, "y": 2}}, "geometry": {geometry}}}"#
        )
    };
    let map = |geometries: [&str; 2]| {
        format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, geometries.map(feature).join(", "))
    };
    let far = square.replace("[1, 1]", "[1, 954500]");
    let desk = Desk::with(&[("globe.geojson", &map([square, point])), ("far.geojson", &map([&far, point]))]);
    let globe = drawing(&desk.request("globe.geojson"));
    assert_eq!((globe.is_y_down, globe.why.as_str(), globe.lengths), (false, "north is up", Lengths::Degrees));
    let polygons = globe.polygons.unwrap();
    assert_eq!((polygons[0][0][0].len(), polygons[1].len()), (5, 0));
    let far = drawing(&desk.request("far.geojson"));
    assert_eq!((far.why.as_str(), far.lengths), ("as on a map", Lengths::Unknown));
    let by_columns = Request { x: Some("x".into()), y: Some("y".into()), ..desk.request("globe.geojson") };
    assert_eq!(drawing(&by_columns).polygons, None, "places that were chosen are points");
}

#[test]
fn tables_run_up_unless_they_tell_of_an_image() {
    let desk = Desk::with(&[
        ("map.csv", "x,y,t,p\n0,0,a,b\n1,1,a,b\n"),
        ("slide.csv", "imagecol,imagerow,t,p\n0,0,a,b\n1,1,a,b\n"),
    ]);
    assert_eq!(
        (drawing(&desk.request("map.csv")).is_y_down, drawing(&desk.request("slide.csv")).is_y_down),
        (false, true)
    );
}
