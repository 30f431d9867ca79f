//! The same spots in any file give the same score; maps and AnnData work from end to end.

use std::path::{Path, PathBuf};

use crate::folder::{Folder, shared};
use serde_json::Value;
use slam_io::h5ad::H5ad;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../slam-io/tests/corpus")
}

/// The JSON of a score with three neighbours, without what tells of the file.
fn score(folder: &Folder, file: &str, arguments: &[&str]) -> Value {
    score_plainly(folder, file, &[&["--k", "3"], arguments].concat())
}

fn score_plainly(folder: &Folder, file: &str, arguments: &[&str]) -> Value {
    let all = [&["score", file, "--truth", "region", "--format", "json"], arguments].concat();
    let mut json: Value = serde_json::from_str(&folder.done(&all)).unwrap();
    json["provenance"]["input"] = Value::Null;
    json
}

/// Positions as `h5ad` has them, labels as anndata itself reads them.
fn table(path: &Path, expected: &Value) -> String {
    let (_, coordinates) = H5ad::open(path).unwrap().positions("spatial").unwrap();
    let columns = expected["columns"].as_array().unwrap();
    let labels =
        |name: &str| columns.iter().find(|column| column["name"] == name).unwrap()["labels"].as_array().unwrap();
    let (region, count, flag) = (labels("region"), labels("count"), labels("flag"));
    let row = |(spot, id): (usize, &Value)| {
        let label = |labels: &[Value]| labels[spot].as_str().unwrap_or_default().to_owned();
        let [x, y] = [coordinates[2 * spot], coordinates[2 * spot + 1]];
        format!("{},{x:?},{y:?},{},{},{}\n", id.as_str().unwrap(), label(region), label(count), label(flag))
    };
    let rows: String = expected["ids"].as_array().unwrap().iter().enumerate().map(row).collect();
    format!("id,x,y,region,count,flag\n{rows}")
}

#[test]
fn every_kind_of_file_gives_the_same_json_to_the_last_bit() {
    let text = std::fs::read_to_string(corpus().join("expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    for (name, expected) in expected.as_object().unwrap() {
        let path = corpus().join(name);
        let folder = Folder::with(&[("spots.csv", table(&path, expected).as_bytes())]);
        let path = path.display().to_string();
        for arguments in [&["--pred", "flag"][..], &["--pred", "count", "--slice", "flag", "--matching", "hungarian"]] {
            assert_eq!(score(&folder, "spots.csv", arguments), score(&folder, &path, arguments), "{name}");
        }
    }
}

#[test]
fn narrow_positions_give_the_same_edges() {
    let folder = Folder::with(&[]);
    let path = corpus().join("0.13.4_dense.h5ad").display().to_string();
    let [wide, narrow] =
        ["spatial", "big"].map(|key| score(&folder, &path, &["--pred", "cluster", "--spatial-key", key]));
    assert_eq!((&wide["n_edges"], &wide["flow"]), (&narrow["n_edges"], &narrow["flow"]));
    for (part, value) in [("slam", "d"), ("slam_pinned", "d"), ("slam_adjusted", "value")] {
        let [wide, narrow] = [&wide, &narrow].map(|json| json[part][value].as_f64().unwrap());
        assert!((wide - narrow).abs() <= 1e-6, "{part}: {wide}, {narrow}");
    }
}

#[test]
fn measurements_weigh_the_edges_wherever_they_are() {
    let path = corpus().join("0.13.4_dense.h5ad");
    let matrix = H5ad::open(&path).unwrap().measurements("layer:counts").unwrap();
    let row = |spot: usize| {
        let mut cells = vec!["0".to_owned(); matrix.n_columns()];
        let row = matrix.row(spot);
        row.columns.iter().zip(row.values).for_each(|(&column, value)| cells[column as usize] = format!("{value:?}"));
        format!("spot_{spot},{}\n", cells.join(","))
    };
    let rows: String = (0..matrix.n_rows()).rev().map(row).collect();
    let header: Vec<String> = (0..matrix.n_columns()).map(|gene| format!("g{gene}")).collect();
    let folder = Folder::with(&[("counts.csv", format!("id,{}\n{rows}", header.join(",")).as_bytes())]);
    let path = path.display().to_string();
    for how in [&["--similarity", "cosine"][..], &["--similarity", "pearson", "--log-normalize"]] {
        let with = |which: &str| score(&folder, &path, &[&["--pred", "cluster", "--expression", which], how].concat());
        let inside = with("layer:counts");
        assert_eq!(inside, with("counts.csv"));
        assert_ne!(inside["slam"]["sw2"], score(&folder, &path, &["--pred", "cluster"])["slam"]["sw2"]);
    }
}

#[test]
fn a_part_of_the_input_is_no_file_that_an_output_would_overwrite() {
    let path = corpus().join("0.13.4_dense.h5ad").display().to_string();
    let words = ["score", &path, "--truth", "region", "--pred", "cluster", "--expression", "X", "--output", "X"];
    let folder = Folder::with(&[]);
    assert_eq!(folder.done(&words), "");
    assert_eq!(folder.names(), ["X"]);
}

#[test]
fn a_graph_of_obsp_is_taken_as_it_is() {
    let path = corpus().join("0.13.4_dense.h5ad").display().to_string();
    let words = ["--pred", "cluster", "--graph", "obsp:connectivities", "--missing-truth", "keep"];
    let json = score_plainly(&Folder::with(&[]), &path, &words);
    let edges = H5ad::open(Path::new(&path)).unwrap().connectivities("connectivities").unwrap();
    assert_eq!(json["n_edges"], edges.len());
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn the_map_of_2024_is_nearer_to_2016_than_to_2020() {
    let map = shared("us_states/states.geojson");
    let pinned = |truth: &str| {
        let line = ["score", &map, "--truth", truth, "--pred", "winner_2024", "--graph", "contiguity"];
        let json = Folder::with(&[]).done(&[&line[..], &["--severity-column", "ev_2024", "--format", "json"]].concat());
        serde_json::from_str::<Value>(&json).unwrap()["slam_pinned"]["d"].as_f64().unwrap()
    };
    assert!(pinned("winner_2016") < pinned("winner_2020"));
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn every_real_file_opens() {
    let folders =
        std::fs::read_dir(shared("")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    for file in files {
        let said = Folder::with(&[]).done(&["inspect", file.to_str().unwrap()]);
        assert!(said.contains(" spots\n") && said.contains("next: slam score"), "{said}");
    }
}
