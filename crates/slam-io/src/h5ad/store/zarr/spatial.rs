//! SpatialData: tables that are AnnData.

use std::path::{Path, PathBuf};

use super::keys::Keys;
use super::{MARKS, is_store, join};

/// Where tables are: since version 0.1, and before.
const TABLES: [&str; 2] = ["tables", "table"];

/// The tables of SpatialData, by their keys in the store; none if it is something else.
pub(super) fn tables(keys: &dyn Keys, base: &str) -> Option<Vec<String>> {
    let is_node = |path: &str| MARKS.iter().any(|mark| keys.has(&join(path, mark)));
    let folder = TABLES.into_iter().find(|folder| is_node(&join(base, folder)))?;
    let names = keys.names(&join(base, folder)).unwrap_or_default();
    let mut tables: Vec<String> = names.iter().map(|name| join(folder, name)).collect();
    tables.retain(|table| is_node(&join(base, table)));
    tables.sort();
    Some(tables)
}

/// The folder of the store that a path leads to, and the key of what is meant: for `data.zarr/tables/a` that is `tables/a`
/// in `data.zarr`.
pub(super) fn outer(path: &Path) -> (PathBuf, String) {
    let own = || (path.to_path_buf(), String::new());
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return own();
    };
    let (Some(root), Some(tables)) = (folder.parent(), folder.file_name().and_then(|name| name.to_str())) else {
        return own();
    };
    let root = if root.as_os_str().is_empty() { Path::new(".") } else { root };
    if TABLES.contains(&tables) && is_store(root) { (root.to_path_buf(), join(tables, name)) } else { own() }
}
