//! Real files, where they are at hand: each opens, and all its parts are read.
#![cfg(test)]

use std::path::{Path, PathBuf};

use slam_io::h5ad::{ColumnKind, H5ad};

/// The folder of real data: named by `SLAM_SHARED_DATA`, or beside the workspace.
fn shared_data() -> PathBuf {
    let named = std::env::var_os("SLAM_SHARED_DATA").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"))
}

fn h5ad_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "h5ad")).collect()
}

#[test]
#[ignore = "needs the shared data (SLAM_SHARED_DATA, ../shared/data)"]
fn every_real_file_opens() {
    let folder = shared_data();
    let files = ["h5ad", "her2st_A1", "paper_cases"].map(|name| h5ad_files(&folder.join(name))).concat();
    assert!(!files.is_empty(), "{} holds no .h5ad files", folder.display());
    for path in &files {
        read_all(path);
    }
}

fn read_all(path: &Path) {
    let file = H5ad::open(path).unwrap();
    let inspection = file.inspect().unwrap();
    println!("{}: {} spots", path.display(), file.n_obs());
    assert_eq!(inspection.problems, Vec::<String>::new());
    assert_eq!(inspection.columns.len(), file.columns().len());
    for column in &inspection.columns {
        assert_ne!(column.kind, ColumnKind::Other);
        assert_eq!(file.labeling(&column.name).unwrap().n_spots(), file.n_obs());
    }
    assert_eq!(file.ids().unwrap().len(), file.n_obs());
    let (dimensions, coordinates) = file.positions("spatial").unwrap();
    assert_eq!(coordinates.len(), dimensions * file.n_obs());
    if inspection.x.is_some() {
        assert_eq!(file.measurements("X").unwrap().n_columns(), file.n_vars());
    }
    inspection.layers.iter().for_each(|layer| {
        file.measurements(&format!("layer:{}", layer.name)).unwrap();
    });
    inspection.connectivities.iter().for_each(|graph| {
        file.connectivities(&graph.name).unwrap();
    });
}
