//! Real tables, where they are at hand.

use std::path::PathBuf;

use slam_io::{Edges, Request, inspect, read};

/// The folder of shared data.
fn folder() -> PathBuf {
    let named = std::env::var_os("SLAM_SHARED_DATA").map(PathBuf::from);
    named.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"))
}

fn request(path: PathBuf, truth: &str, pred: &str) -> Request {
    Request { path, truth: truth.into(), preds: vec![pred.into()], ..Request::default() }
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn pathologists_and_methods() {
    let folder = folder().join("her2st_A1");
    let labels = vec![folder.join("predictions.csv")];
    let base = Request { labels, ..request(folder.join("labels.csv"), "label", "BANKSY") };
    let pred_globs = vec!["*".to_owned()];
    let study = read(&Request { pred_globs, ..base }).unwrap();
    let truth = study.truth.excluding(&["undetermined".to_owned()]);
    assert_eq!((study.spots.n_spots(), truth.n_labels(), truth.n_missing()), (346, 5, 5));
    let seurat = study.preds.iter().find(|(name, _)| name == "authors_seurat").unwrap();
    assert!(seurat.1.n_missing() > 0);
    assert_eq!(study.preds[0].0, "BANKSY");
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn cortex() {
    let folder = folder().join("dlpfc_151673");
    let labels = vec![folder.join("predictions.csv")];
    let study = read(&Request { labels, ..request(folder.join("labels.csv"), "label", "HVG_PCA") }).unwrap();
    assert_eq!((study.spots.n_spots(), study.truth.n_labels(), study.truth.n_missing()), (3639, 7, 28));
    let base = request(folder.join("labels.csv"), "label", "label");
    let array = Request { x: Some("array_col".into()), y: Some("array_row".into()), ..base };
    assert_eq!(read(&array).unwrap().spots.position(0), [102.0, 50.0]);
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn compressed_tables() {
    let folder = folder();
    let land = read(&request(folder.join("landcover_pie/labels.csv.gz"), "label_1985", "label_1999")).unwrap();
    assert_eq!((land.spots.n_spots(), land.truth.n_labels(), land.preds[0].1.n_missing()), (113_563, 3, 0));
    let labels = vec![folder.join("codex_PKHL/predictions.csv.gz")];
    let base = request(folder.join("codex_PKHL/labels.csv.gz"), "label", "CN_w10_k8");
    let cells = read(&Request { labels, ..base }).unwrap();
    assert_eq!((cells.spots.n_spots(), cells.truth.n_labels(), cells.preds[0].1.n_labels()), (154_446, 12, 8));
    let found = inspect(&folder.join("landcover_pie/labels.csv.gz")).unwrap();
    assert!(found.next.ends_with("--truth label_1985 --pred label_1991"), "{}", found.next);
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn borders_of_states() {
    let folder = folder().join("us_states");
    let base = request(folder.join("states.csv"), "winner_2008", "winner_2012");
    let study = read(&Request { edges: Some(Edges::File(folder.join("states_adjacency.csv"))), ..base }).unwrap();
    assert_eq!((study.spots.n_spots(), study.edges.map(|edges| edges.len())), (51, Some(107)));
}
