//! AnnData files as input, as files of labels and of measurements.

use std::path::{Path, PathBuf};

use slam_io::h5ad::H5ad;
use slam_io::{Edges, Kind, Request, Study, inspect, read};

use crate::desk::{Desk, labels};

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name)
}

fn request(name: &str) -> Request {
    Request { path: corpus(name), truth: "region".into(), preds: vec!["flag".into()], ..Request::default() }
}

fn said(request: &Request) -> String {
    let folder = format!("{}/", corpus("").display()).replace("//", "/");
    read(request).unwrap_err().to_string().replace(&folder, "")
}

const DENSE: &str = "0.13.4_dense.h5ad";

/// The columns of every file of the corpus, as a message lists them.
const COLUMNS: &str =
    "columns: region, cluster, text, count, small, unsigned, score, narrow, whole, flag, holes, year and 4 more";

#[test]
fn columns_positions_and_choices() {
    let study = read(&request(DENSE)).unwrap();
    let file = H5ad::open(&corpus(DENSE)).unwrap();
    assert_eq!(study.spots.coordinates(), file.positions("spatial").unwrap().1);
    assert_eq!((study.truth.n_missing(), study.preds[0].1.names()), (1, &["False".to_owned(), "True".to_owned()][..]));
    assert_eq!(study.notes(), ["positions: obsm \"spatial\""]);
    assert!(study.spots.ids().is_none() && study.spots.measurements().is_none());
    let solid = read(&Request { spatial_key: Some("solid".into()), ..request(DENSE) }).unwrap();
    assert_eq!((solid.spots.dimensions(), &solid.notes()[0][..]), (3, "positions: obsm \"solid\""));
    let columns = Request { x: Some("count".into()), y: Some("score".into()), ..request(DENSE) };
    assert_eq!(read(&columns).unwrap().spots.position(0), [-7.0, -1.1]);
    let sliced = Request { slice: Some("cluster".into()), severity: Some("unsigned".into()), ..request(DENSE) };
    let spots = read(&sliced).unwrap().spots;
    assert_eq!((spots.slices().unwrap().n_labels(), spots.severities().unwrap()[1]), (4, 2000.0));
}

#[test]
fn tables_join_by_the_index_of_obs() {
    let desk = Desk::with(&[("l.csv", "id,q\nspot_3,b\nspot_0,a\n")]);
    let joined = |input: Request| read(&Request { labels: vec![desk.path("l.csv")], preds: vec!["q".into()], ..input });
    let study = joined(request(DENSE)).unwrap();
    assert!(labels(&study.preds[0].1).starts_with("a - - b -"));
    assert_eq!(study.spots.ids().unwrap()[19], "spot_19".into());
    assert!(study.notes().contains(&"ids: index of obs".to_owned()));
    let by_column = joined(Request { id: Some("text".into()), ..request(DENSE) }).unwrap_err().to_string();
    let spots = corpus(DENSE).display().to_string();
    let expected = format!(
        "l.csv cannot be joined to {spots}: its ids (column \"id\": spot_3, spot_0) are not those of {spots} (column \"text\": \
         id 0, id 1, id 2, …); name the right columns with --labels-id and --id, or, if the rows of both are in the same order, \
         join them with --join row"
    );
    assert_eq!(desk.without_folder(&by_column), expected);
}

#[test]
fn anndata_may_hold_the_labels_of_a_table() {
    let desk = Desk::with(&[("s.csv", "cell_id,x,y,t\nspot_1,0,0,a\nspot_0,1,1,b\n")]);
    let base = Request { labels: vec![corpus(DENSE)], preds: vec!["cluster".into()], ..desk.request("s.csv") };
    let expected = format!(
        "{}: 18 ids are not in s.csv: spot_2, spot_3, spot_4, …; to leave them out, add --extra-ids skip",
        corpus(DENSE).display()
    );
    assert_eq!(desk.read(&base).unwrap_err(), expected);
    let rows = (0..20).rev().map(|i| format!("spot_{i},{i},0,a\n")).collect::<Vec<_>>().concat();
    desk.put("s.csv", format!("cell_id,x,y,t\n{rows}").as_bytes());
    assert!(labels(&read(&base).unwrap().preds[0].1).starts_with("3 3 3 3 3 2"));
}

#[test]
fn measurements_are_inside_or_in_a_file() {
    let with = |expression: &str, input: Request| read(&Request { expression: Some(expression.into()), ..input });
    let matrix = |study: Study| study.spots.measurements().unwrap().clone();
    let file = H5ad::open(&corpus(DENSE)).unwrap();
    for which in ["X", "layer:counts", "obsm:X_pca"] {
        let study = with(which, request(DENSE)).unwrap();
        assert!(study.notes().contains(&format!("measurements: {which}")));
        assert_eq!(matrix(study), file.measurements(which).unwrap());
    }
    let rows = (0..20).rev().map(|i| format!("spot_{i},{i},0,a,b\n")).collect::<Vec<_>>().concat();
    let desk = Desk::with(&[("s.csv", &format!("id,x,y,t,p\n{rows}"))]);
    let path = corpus(DENSE).display().to_string();
    let turned = with(&path, desk.request("s.csv")).unwrap();
    let told = format!("measurements: {path}, joined by id (index of obs)");
    assert_eq!(turned.notes().last(), Some(&told));
    assert_eq!(matrix(turned), file.measurements("X").unwrap().subset(&(0..20).rev().collect::<Vec<_>>()));
}

#[test]
fn graphs_of_obsp() {
    let base = request(DENSE);
    let edges = Some(Edges::Connectivities("connectivities".into()));
    let study = read(&Request { edges, ..base }).unwrap();
    let expected = H5ad::open(&corpus(DENSE)).unwrap().connectivities("connectivities").unwrap();
    assert!(!expected.is_empty() && study.edges == Some(expected));
}

#[test]
fn what_is_not_there_is_named_with_what_there_is() {
    let base = || request("0.12.19_no_x.h5ad");
    let column = said(&Request { truth: "regoin".into(), ..base() });
    let there = format!("({COLUMNS}); did you mean \"region\"?");
    assert_eq!(column, format!("--truth: no column \"regoin\" in 0.12.19_no_x.h5ad {there}"));
    let key = said(&Request { spatial_key: Some("spatail".into()), ..base() });
    let there = "(obsm: X_pca, big, frame, half, solid, spatial); did you mean \"spatial\"?";
    assert_eq!(key, format!("--spatial-key: no obsm \"spatail\" in 0.12.19_no_x.h5ad {there}"));
    let expression = |which: &str| said(&Request { expression: Some(which.into()), ..base() });
    let layer =
        "--expression: no layer \"count\" in 0.12.19_no_x.h5ad (layers: counts, dense); did you mean \"counts\"?";
    assert_eq!(expression("layer:count"), layer);
    let there = "(measurements: layer:counts, layer:dense, obsm:X_pca, obsm:big, obsm:frame, obsm:half, obsm:solid, \
                 obsm:spatial)";
    for which in ["X", "raw"] {
        let expected = format!("--expression: no measurements {which:?} in 0.12.19_no_x.h5ad {there}");
        assert_eq!(expression(which), expected);
    }
    let there = "(obsm: X_pca, big, frame, half, solid, spatial)";
    assert_eq!(expression("obsm:umap"), format!("--expression: no obsm \"umap\" in 0.12.19_no_x.h5ad {there}"));
    assert_eq!(expression("counts.csv"), "counts.csv: no such file");
    let graph = said(&Request { edges: Some(Edges::Connectivities("conectivities".into())), ..base() });
    let there = "(obsp: connectivities, dense); did you mean \"connectivities\"?";
    assert_eq!(graph, format!("--graph: no obsp \"conectivities\" in 0.12.19_no_x.h5ad {there}"));
    let contiguity = said(&Request { edges: Some(Edges::Contiguity), ..base() });
    assert_eq!(contiguity, "--graph contiguity: 0.12.19_no_x.h5ad is AnnData, expected polygons (.geojson)");
    let wide = said(&Request { spatial_key: Some("X_pca".into()), ..base() });
    assert_eq!(wide, "0.12.19_no_x.h5ad: /obsm/X_pca: found 5 columns, expected positions in 2 or 3");
    let severity = said(&Request { severity: Some("region".into()), ..base() });
    assert_eq!(severity, "0.12.19_no_x.h5ad: /obs/region/categories: found string, expected numbers");
}

#[test]
fn names_of_obs_that_repeat_are_refused_though_nothing_is_joined() {
    let mut bytes = std::fs::read(corpus(DENSE)).unwrap();
    let first = bytes.windows(7).position(|text| text == b"spot_12").unwrap();
    bytes[first + 6] = b'0';
    let desk = Desk::with(&[]);
    desk.put("f.h5ad", &bytes);
    let base = Request { truth: "region".into(), preds: vec!["flag".into()], ..desk.request("f.h5ad") };
    let remedy = "name another column with --id, the slices on which they repeat with --slice, or go without ids with --join row";
    let expected = format!("f.h5ad: the id \"spot_10\" is in rows 11 and 13; ids must differ: {remedy}");
    assert_eq!(desk.read(&base).unwrap_err(), expected);
    let by_row = Request { join: slam_io::Join::Row, ..base };
    assert!(desk.read(&by_row).is_ok());
}

#[test]
fn damaged_files_are_named() {
    let desk = Desk::with(&[("f.h5ad", "spot,x,y\n")]);
    let said = |name: &str| desk.read(&desk.request(name)).unwrap_err();
    assert_eq!(said("f.h5ad"), "f.h5ad: expected an HDF5 file, found none (invalid HDF5 magic bytes)");
    let whole = std::fs::read(corpus(DENSE)).unwrap();
    desk.put("f.h5ad", &whole[..whole.len() / 2]);
    assert_eq!(said("f.h5ad"), "f.h5ad: the file is truncated: 37592 bytes, expected 75184");
    // By its first bytes, whatever its name.
    desk.put("f.data", &whole);
    assert_eq!(said("f.data"), format!("--truth: no column \"t\" in f.data ({COLUMNS})"));
    desk.put("g.h5ad", &crate::desk::gzip(&whole));
    assert_eq!(said("g.h5ad"), "g.h5ad: compressed .h5ad is not read; convert it first: gunzip g.h5ad");
    assert_eq!(said("none.h5ad"), "none.h5ad: no such file");
}

#[test]
fn an_inspection_says_all() {
    let found = inspect(&corpus(DENSE)).unwrap();
    assert_eq!((found.n_spots, found.ids.as_deref()), (20, Some("ids: index of obs")));
    let kind = |name: &str| found.columns.iter().find(|column| column.name == name).unwrap().clone();
    assert!(matches!(kind("region").kind, Kind::Label { n_labels: 4, .. }));
    assert_eq!(kind("region").n_missing, 1);
    assert_eq!(kind("text").kind, Kind::Text);
    assert_eq!(kind("count").kind, Kind::Number { min: -7.0, max: 50.0 });
    assert_eq!(kind("score").kind, Kind::Number { min: -1.1, max: 1.275 });
    assert!(matches!(kind("narrow").kind, Kind::Number { .. }) && matches!(kind("small").kind, Kind::Label { .. }));
    let names: Vec<&str> = found.matrices.iter().map(|matrix| matrix.name.as_str()).collect();
    assert_eq!(names[..3], ["X", "layer:counts", "layer:dense"]);
    assert!(names.contains(&"obsm:X_pca") && names.contains(&"obsp:connectivities"));
    let solid = found.matrices.iter().find(|matrix| matrix.name == "obsm:solid").unwrap();
    assert_eq!((solid.n_columns, solid.ranges.as_ref().map(Vec::len)), (3, Some(3)));
    let next = format!("slam score {} --truth region --pred cluster", corpus(DENSE).display());
    assert_eq!(found.next, next);
    assert_eq!(found.problems, Vec::<String>::new());
}
