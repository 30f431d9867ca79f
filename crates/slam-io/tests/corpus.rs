//! Files written by seven versions of anndata: every field is what anndata itself reads.
//!
//! `corpus/make.py` writes the files and `corpus/expected.json`; `corpus/zarr/make.py` does so for Zarr. `SLAM_EXPECTED` may name another such list, made by
//! `make.py expect` of any files.
#![cfg(test)]

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use slam_io::h5ad::H5ad;

fn expectations(book: &Path) -> Map<String, Value> {
    let text = std::fs::read_to_string(book).unwrap();
    serde_json::from_str::<Value>(&text).unwrap().as_object().unwrap().clone()
}

#[test]
fn every_field_is_what_anndata_reads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let expected = expectations(&folder.join("expected.json"));
    assert!(expected.len() >= 18);
    expected.iter().for_each(|(name, expected)| compare(&folder.join(name), expected));
    let zarr = folder.join("zarr");
    let expected = expectations(&zarr.join("expected.json"));
    assert!(expected.len() >= 4);
    expected.iter().for_each(|(name, expected)| compare(&zarr.join(name), expected));
    if let Some(other) = std::env::var_os("SLAM_EXPECTED").map(PathBuf::from) {
        expectations(&other).iter().for_each(|(name, expected)| compare(Path::new(name), expected));
    }
}

fn compare(path: &Path, expected: &Value) {
    let name = path.display().to_string();
    let file = H5ad::open(path).unwrap();
    let inspection = file.inspect().unwrap();
    assert_eq!(inspection.problems, Vec::<String>::new(), "{name}");
    assert_eq!(Value::from(file.n_obs()), expected["n_obs"], "{name}");
    assert_eq!(Value::from(file.n_vars()), expected["n_vars"], "{name}");
    let ids: Vec<String> = file.ids().unwrap().into_iter().map(String::from).collect();
    assert_eq!(Value::from(ids), expected["ids"], "{name}");
    compare_columns(&file, expected, &name);
    compare_embeddings(&file, expected, &name);
    compare_matrix(&file, "X", &expected["x"], &name);
    compare_matrix(&file, "raw", &expected["raw"], &name);
    let layers = expected["layers"].as_object().unwrap();
    assert_eq!(inspection.layers.len(), layers.len(), "{name}");
    layers.iter().for_each(|(key, cells)| compare_matrix(&file, &format!("layer:{key}"), cells, &name));
    let graphs = expected["obsp"].as_object().unwrap();
    assert_eq!(inspection.connectivities.len(), graphs.len(), "{name}");
    for (key, pairs) in graphs {
        let found: Vec<Vec<u32>> = file.connectivities(key).unwrap().into_iter().map(|(u, v)| vec![u, v]).collect();
        assert_eq!(Value::from(found), *pairs, "{name}: {key}");
    }
}

fn compare_columns(file: &H5ad, expected: &Value, name: &str) {
    let expected = expected["columns"].as_array().unwrap();
    let names: Vec<&str> = expected.iter().map(|column| column["name"].as_str().unwrap()).collect();
    assert_eq!(file.columns(), names, "{name}");
    for column in expected {
        let key = column["name"].as_str().unwrap();
        let labeling = file.labeling(key).unwrap();
        let labels: Vec<Option<&str>> = (0..file.n_obs()).map(|spot| labeling.name(spot)).collect();
        assert_eq!(Value::from(labels), column["labels"], "{name}: {key}");
        match column["numbers"].as_array() {
            Some(numbers) => assert_same(&file.numbers(key).unwrap(), numbers, &format!("{name}: {key}")),
            None => assert!(file.numbers(key).is_err(), "{name}: {key} is text"),
        }
    }
}

fn compare_embeddings(file: &H5ad, expected: &Value, name: &str) {
    let expected = expected["obsm"].as_object().unwrap();
    let mut names = file.embeddings().unwrap();
    names.sort();
    let mut keys: Vec<&String> = expected.keys().collect();
    keys.sort();
    assert_eq!(names.iter().collect::<Vec<_>>(), keys, "{name}");
    for (key, cells) in expected {
        compare_matrix(file, &format!("obsm:{key}"), cells, name);
        let cells: Vec<Value> = flat(cells);
        match cells.len() / file.n_obs() {
            2 | 3 => {
                let (dimensions, coordinates) = file.positions(key).unwrap();
                assert_eq!(dimensions * file.n_obs(), cells.len());
                assert_same(&coordinates, &cells, &format!("{name}: {key}"));
            }
            _ => assert!(file.positions(key).is_err(), "{name}: {key}"),
        }
    }
}

fn compare_matrix(file: &H5ad, which: &str, expected: &Value, name: &str) {
    if expected.is_null() {
        let said = file.measurements(which).unwrap_err().to_string();
        // What there is instead differs from file to file.
        assert!(said.starts_with(&format!("{name}: /: no measurements {which:?} (there are: ")), "{said}");
        return;
    }
    let matrix = file.measurements(which).unwrap();
    let mut cells = vec![0.0; matrix.n_rows() * matrix.n_columns()];
    for spot in 0..matrix.n_rows() {
        let row = matrix.row(spot);
        let places = row.columns.iter().map(|&column| spot * matrix.n_columns() + column as usize);
        places.zip(row.values).for_each(|(place, &value)| cells[place] = value);
    }
    assert_same(&cells, &flat(expected), &format!("{name}: {which}"));
}

fn flat(rows: &Value) -> Vec<Value> {
    rows.as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()).cloned().collect()
}

/// The same numbers to the last bit but one, which the text of JSON may cost; null is not a number.
fn assert_same(found: &[f64], expected: &[Value], place: &str) {
    assert_eq!(found.len(), expected.len(), "{place}");
    for (row, (&found, expected)) in found.iter().zip(expected).enumerate() {
        let expected = expected.as_f64().unwrap_or(f64::NAN);
        let is_same = (found - expected).abs() <= 2.3e-16 * expected.abs() || found.is_nan() && expected.is_nan();
        assert!(is_same, "{place}: row {row}: found {found}, expected {expected}");
    }
}
