//! Small stores in the second format of Zarr that are written out here, number by number.

use std::fs;
use std::path::PathBuf;

use slam_io::{Request, read};
use tempfile::TempDir;

/// An AnnData of four spots with the labels `t` and `p`, as a Zarr store.
struct Store {
    folder: TempDir,
}

impl Store {
    fn new() -> Self {
        let store = Self { folder: tempfile::tempdir().unwrap() };
        store.group("", r#"{"encoding-type": "anndata", "encoding-version": "0.1.0"}"#);
        store.frame("obs", &["t", "p"]);
        store.array("obs/t", "|S1", &[4], b"aabb");
        store.array("obs/p", "|S1", &[4], b"xyxy");
        store.group("obsm", "{}");
        store
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.folder.path().join("a.zarr").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn group(&self, name: &str, attributes: &str) {
        self.put(format!("{name}/.zgroup").trim_start_matches('/'), br#"{"zarr_format": 2}"#);
        self.put(format!("{name}/.zattrs").trim_start_matches('/'), attributes.as_bytes());
    }

    /// A data frame of four rows; its columns are yet to come.
    fn frame(&self, name: &str, columns: &[&str]) {
        let head = r#""encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "_index""#;
        self.group(name, &format!(r#"{{{head}, "column-order": {columns:?}}}"#));
        self.array(&format!("{name}/_index"), "|S1", &[4], b"ABCD");
    }

    /// An array in one chunk; where there are no bytes, none was written, and all elements are 51.
    fn array(&self, name: &str, kind: &str, shape: &[usize], bytes: &[u8]) {
        let fill = if bytes.is_empty() { "51" } else { "null" };
        let head = format!(r#"{{"zarr_format": 2, "shape": {shape:?}, "chunks": {shape:?}, "dtype": "{kind}""#);
        let tail = r#""compressor": null, "filters": null, "order": "C"}"#;
        self.put(&format!("{name}/.zarray"), format!(r#"{head}, "fill_value": {fill}, {tail}"#).as_bytes());
        if !bytes.is_empty() {
            self.put(&format!("{name}/{}", vec!["0"; shape.len().max(1)].join(".")), bytes);
        }
    }

    fn numbers(&self, name: &str, shape: &[usize], numbers: &[f64]) {
        self.array(name, "<f8", shape, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>());
    }

    fn request(&self) -> Request {
        let path: PathBuf = self.folder.path().join("a.zarr");
        Request { path, truth: "t".into(), preds: vec!["p".into()], ..Request::default() }
    }
}

#[test]
fn axes_of_a_frame_of_positions_are_its_columns_in_order() {
    let store = Store::new();
    store.frame("obsm/spatial", &["east", "north"]);
    store.numbers("obsm/spatial/east", &[4], &[0.0, 1.0, 0.0, 1.0]);
    store.numbers("obsm/spatial/north", &[4], &[5.0, 5.0, 7.0, 7.0]);
    let spots = read(&store.request()).unwrap().spots;
    assert_eq!(spots.coordinates(), [0.0, 5.0, 1.0, 5.0, 0.0, 7.0, 1.0, 7.0]);
}

#[test]
fn a_picture_that_is_reduced_has_fewer_pixels_for_a_unit() {
    let store = Store::new();
    store.numbers("obsm/spatial", &[4, 2], &[0.0, 0.0, 9.0, 0.0, 0.0, 9.0, 9.0, 9.0]);
    for group in ["uns", "uns/spatial", "uns/spatial/s", "uns/spatial/s/images", "uns/spatial/s/scalefactors"] {
        store.group(group, "{}");
    }
    store.numbers("uns/spatial/s/scalefactors/tissue_hires_scalef", &[], &[0.5]);
    store.array("uns/spatial/s/images/hires", "|u1", &[2400, 6, 3], b"");
    let picture = read(&Request { with_drawing: true, ..store.request() }).unwrap().drawing.picture.unwrap();
    // At most 1000 pixels high: every three by three of them become one, and a unit is a third as many.
    assert_eq!((picture.height, picture.width, picture.scale), (800, 2, 0.5 / 3.0));
    assert!(picture.rgb.iter().all(|&byte| byte == 51));
}
