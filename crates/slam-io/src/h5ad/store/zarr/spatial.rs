//! SpatialData: tables that are AnnData, and the shapes that they say something about.

use std::path::{Path, PathBuf};

use super::keys::Keys;
use super::{MARKS, Store, damaged, is_store, join};
use crate::geojson::Position;
use crate::h5ad::error::{Location, Result};
use crate::parquet;

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

impl Store {
    /// Whether this is a table of SpatialData, beside which there may be shapes.
    pub(crate) fn is_table(&self) -> bool {
        self.outside().is_some()
    }

    /// The shapes of that name beside a table: their ids, and a point that stands for each; none where there are none.
    pub(crate) fn shapes(&self, name: &str) -> Result<Option<Vec<(String, Position)>>> {
        let is_plain = !name.is_empty() && !name.contains(['/', '\\', '\0']) && ![".", ".."].contains(&name);
        let Some(base) = self.outside().filter(|_| is_plain) else { return Ok(None) };
        let path = format!("shapes/{name}/shapes.parquet");
        let place = Location::root(&self.file).child(&path);
        let file = self.keys.open(&join(base, &path)).map_err(|error| damaged(&place, error.to_string()))?;
        let shapes = file.map(parquet::shapes).transpose();
        shapes.map_err(|broken| damaged(&place, broken.to_string()))
    }

    /// Where the SpatialData is whose table this is.
    fn outside(&self) -> Option<&str> {
        let (folders, _) = self.base.rsplit_once('/')?;
        let (base, folder) = folders.rsplit_once('/').unwrap_or(("", folders));
        TABLES.contains(&folder).then_some(base)
    }
}
