//! The store of an AnnData: `.h5ad` files of every generation, and Zarr, of which only what is asked for is read.

mod error;
mod store;
mod values;
mod column;
mod frame;
mod matrix;
mod embedding;
mod inventory;
mod libraries;
mod slide;

use std::fs::File;
use std::path::Path;

use slam::{Labeling, Measurements};

use crate::chosen::Chosen;
use crate::geojson::Position;

pub use error::{Error, Location, Result};
pub use inventory::{ColumnKind, ColumnSummary, Inventory, MatrixSummary};

pub(crate) use values::written as python_number;

use embedding::Embedding;
use frame::Frame;
use matrix::{Matrix, Rows};
use store::{Group, Node, Store};

/// Where `raw` keeps its measurements: from anndata 0.7 on, and before.
const RAW: [&str; 2] = ["raw/X", "raw.X"];

/// Where graphs are in files from before `obsp`.
const OLD_GRAPHS: &str = "uns/neighbors";

/// Whether a path leads to a Zarr store: a folder that is one, or a file `.zarr.zip`.
pub fn is_zarr(path: &Path) -> bool {
    store::zarr::is_store(path)
}

/// An opened `.h5ad` file or Zarr store, of which only the directory has been read.
pub struct H5ad {
    store: Store,
    n_obs: usize,
    n_vars: usize,
    columns: Vec<String>,
}

impl H5ad {
    /// Opens a file and reads its directory: how many spots and genes, which columns.
    ///
    /// A file whose end is missing is refused at once. Of SpatialData the only table is meant; one of several is named by its
    /// path, `data.zarr/tables/a`.
    pub fn open(path: &Path) -> Result<Self> {
        Self::new(Store::open(path)?)
    }

    /// The same for a file that is open, by the name that messages give it.
    pub fn from_file(name: &str, file: File) -> Result<Self> {
        Self::new(Store::from_file(name, file)?)
    }

    fn new(store: Store) -> Result<Self> {
        let root = store.root()?;
        let obs = open_frame(&root, "obs")?.ok_or_else(|| no_obs(&root))?;
        let n_vars = open_frame(&root, "var")?.map_or(0, |var| var.n_rows);
        Ok(Self { store, n_obs: obs.n_rows, n_vars, columns: obs.columns })
    }

    /// The chunks of a Zarr store that were looked for and are not there, a line for each array.
    pub(crate) fn absent(&self) -> Vec<Chosen> {
        if let Store::Zarr(store) = &self.store { store.absent() } else { Vec::new() }
    }

    /// The table of SpatialData that was taken because it is the only one.
    pub(crate) fn table(&self) -> Option<&str> {
        if let Store::Zarr(store) = &self.store { store.table() } else { None }
    }

    /// The columns of a table of SpatialData that say which shapes its spots are: those of the names of regions, and of ids there.
    pub(crate) fn annotated(&self) -> Result<Option<[String; 2]>> {
        if !matches!(&self.store, Store::Zarr(store) if store.is_table()) {
            return Ok(None);
        }
        let root = self.store.root()?;
        let key = |name: &str| root.attribute(name)?.map(|key| key.text()).transpose();
        Ok(key("region_key")?.zip(key("instance_key")?).map(|(region, instance)| [region, instance]))
    }

    /// The shapes of that name beside a table of SpatialData: their ids, and a point that stands for each.
    pub(crate) fn shapes(&self, name: &str) -> Result<Option<Vec<(String, Position)>>> {
        if let Store::Zarr(store) = &self.store { store.shapes(name) } else { Ok(None) }
    }

    /// The number of spots.
    pub fn n_obs(&self) -> usize {
        self.n_obs
    }

    /// The number of genes.
    pub fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// The columns of `obs`, in order, without the index.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// A column of `obs` as labels; missing where the file says so.
    pub fn labeling(&self, column: &str) -> Result<Labeling> {
        self.obs()?.column(column)?.labeling()
    }

    /// A column of `obs` as numbers; not a number where the value is missing.
    pub fn numbers(&self, column: &str) -> Result<Vec<f64>> {
        self.obs()?.column(column)?.numbers()
    }

    /// A column of `obs` as text, unchanged; empty where the value is missing.
    pub fn texts(&self, column: &str) -> Result<Vec<Box<str>>> {
        self.obs()?.column(column)?.texts()
    }

    /// The names of the spots, unchanged.
    pub fn ids(&self) -> Result<Vec<Box<str>>> {
        self.obs()?.index()?.texts()
    }

    /// The names in `obsm`, `spatial` among them if there are positions.
    pub fn embeddings(&self) -> Result<Vec<String>> {
        embedding::keys(&self.store.root()?)
    }

    /// The positions under a name in `obsm`: their dimensions, 2 or 3, and the coordinates spot after spot.
    pub fn positions(&self, key: &str) -> Result<(usize, Vec<f64>)> {
        let embedding = self.embedding(key)?;
        let (_, dimensions) = embedding.shape()?;
        if !(2..=3).contains(&dimensions) {
            return Err(embedding.place().unexpected(format!("{dimensions} columns"), "positions in 2 or 3"));
        }
        let coordinates = embedding.cells()?;
        embedding.place().check_length(coordinates.len(), self.n_obs * dimensions)?;
        Ok((dimensions, coordinates))
    }

    /// Measurements with a row for every spot: `X`, `raw`, `layer:NAME` or `obsm:NAME`.
    pub fn measurements(&self, which: &str) -> Result<Measurements> {
        if let Some(name) = which.strip_prefix("obsm:") {
            return self.embedded_measurements(name);
        }
        let root = self.store.root()?;
        let found = match which.strip_prefix("layer:") {
            Some(name) => root.group("layers")?.map(|layers| matrix_at(&layers, name)).transpose()?.flatten(),
            None if which == "X" => matrix_at(&root, "X")?,
            None if which == "raw" => raw(&root)?,
            None => return Err(root.place.unexpected(format!("{which:?}"), "X, raw, layer:NAME or obsm:NAME")),
        };
        let matrix = found.ok_or_else(|| absent(&root, which))?;
        matrix.place().check_length(matrix.shape().0, self.n_obs)?;
        matrix.measurements()
    }

    /// The graph under a name in `obsp`: its stored non-zeros in either direction, without loops and repeats.
    ///
    /// Every pair is in order, and so are the pairs. Old files keep their one graph in `uns/neighbors`.
    pub fn connectivities(&self, name: &str) -> Result<Vec<(u32, u32)>> {
        let root = self.store.root()?;
        let obsp = root.group("obsp")?;
        let found = obsp.as_ref().map(|obsp| matrix_at(obsp, name)).transpose()?.flatten();
        let found = if found.is_some() { found } else { matrix_at(&root, &format!("{OLD_GRAPHS}/{name}"))? };
        let matrix = found.ok_or_else(|| Error::Missing {
            place: root.place.child("obsp"),
            what: "graph",
            name: name.to_owned(),
            available: inventory::graphs(&root),
        })?;
        let (n_rows, n_columns) = matrix.shape();
        matrix.place().check_length(n_rows, self.n_obs)?;
        matrix.place().check_length(n_columns, self.n_obs)?;
        Ok(pairs(&matrix.rows()?))
    }

    /// What is in the file, without its measurements.
    pub fn inspect(&self) -> Result<Inventory> {
        Inventory::new(self)
    }

    fn obs(&self) -> Result<Frame> {
        let root = self.store.root()?;
        open_frame(&root, "obs")?.ok_or_else(|| no_obs(&root))
    }

    fn embedding(&self, name: &str) -> Result<Embedding> {
        let embedding = Embedding::open(&self.store.root()?, name)?;
        embedding.place().check_length(embedding.shape()?.0, self.n_obs)?;
        Ok(embedding)
    }

    fn embedded_measurements(&self, name: &str) -> Result<Measurements> {
        let embedding = self.embedding(name)?;
        if let Embedding::Matrix(matrix) = &embedding {
            return matrix.measurements();
        }
        let (_, n_columns) = embedding.shape()?;
        Measurements::dense(n_columns, &embedding.cells()?).map_err(|error| embedding.place().refused(error))
    }
}

fn open_frame(root: &Group, name: &str) -> Result<Option<Frame>> {
    let Some(node) = root.child(name)? else { return Ok(None) };
    // Only data frames of records keep their categories in `uns`.
    let uns = if matches!(node, Node::Array(_)) { root.group("uns")? } else { None };
    Frame::open(node, uns).map(Some)
}

fn matrix_at(group: &Group, path: &str) -> Result<Option<Matrix>> {
    match group.child(path)? {
        // AnnData without X writes an empty dataset in its place.
        Some(Node::Array(array)) if array.shape == [0] => Ok(None),
        node => node.map(Matrix::open).transpose(),
    }
}

fn raw(root: &Group) -> Result<Option<Matrix>> {
    for path in RAW {
        if let Some(matrix) = matrix_at(root, path)? {
            return Ok(Some(matrix));
        }
    }
    Ok(None)
}

fn pairs(rows: &Rows) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (row, range) in rows.starts.windows(2).enumerate() {
        for i in (range[0]..range[1]).filter(|&i| rows.values[i] != 0.0) {
            let (u, v) = (row as u32, rows.columns[i]);
            pairs.extend((u != v).then_some((u.min(v), u.max(v))));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn no_obs(root: &Group) -> Error {
    root.place.unexpected("no group \"obs\"", "an AnnData file")
}

fn absent(root: &Group, which: &str) -> Error {
    let layers = root.group("layers").ok().flatten().and_then(|layers| layers.names().ok()).unwrap_or_default();
    if let Some(name) = which.strip_prefix("layer:") {
        let (place, name) = (root.place.child("layers"), name.to_owned());
        return Error::Missing { place, what: "measurements", name, available: layers };
    }
    let arrays = embedding::keys(root).unwrap_or_default();
    let layers = layers.iter().map(|name| format!("layer:{name}"));
    let available = layers.chain(arrays.iter().map(|name| format!("obsm:{name}"))).collect();
    Error::Missing { place: root.place.clone(), what: "measurements", name: which.to_owned(), available }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_have_no_direction_loops_or_repeats() {
        // 0→1 twice over (1→0), a loop at 2, and a stored zero.
        let rows = Rows { starts: vec![0, 2, 3, 4], columns: vec![1, 2, 0, 2], values: vec![1.0, 0.0, 0.5, 1.0] };
        assert_eq!(pairs(&rows), [(0, 1)]);
    }
}
