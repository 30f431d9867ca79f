//! All that can be read of an AnnData file.

use std::path::Path;

use slam_io::h5ad::H5ad;

/// Reads all that there is, and forgets it.
pub(crate) fn read_all(path: &Path) {
    let Ok(file) = H5ad::open(path) else { return };
    let _ = file.ids();
    for column in file.columns() {
        let _ = (file.labeling(column), file.numbers(column));
    }
    for key in file.embeddings().unwrap_or_default() {
        let _ = (file.positions(&key), file.measurements(&format!("obsm:{key}")));
    }
    for which in ["X", "raw", "layer:counts", "layer:dense"] {
        let _ = file.measurements(which);
    }
    for graph in ["connectivities", "dense"] {
        let _ = file.connectivities(graph);
    }
    let _ = file.inspect();
}
