//! What a file holds, column by column and matrix by matrix, without its measurements.

use super::H5ad;
use super::column::Column;
use super::embedding::{self, Embedding};
use super::error::Result;
use super::store::{Group, Kind};
use crate::contents::Labels;

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Inventory {
    /// The number of spots.
    pub n_obs: usize,
    /// The number of genes.
    pub n_vars: usize,
    /// The columns of `obs`, in order.
    pub columns: Vec<ColumnSummary>,
    /// The arrays of `obsm`.
    pub embeddings: Vec<MatrixSummary>,
    /// `X`, if there is one.
    pub x: Option<MatrixSummary>,
    /// The measurements of `raw`, if there are any.
    pub raw: Option<MatrixSummary>,
    /// The matrices of `layers`.
    pub layers: Vec<MatrixSummary>,
    /// The graphs of `obsp`.
    pub connectivities: Vec<MatrixSummary>,
    /// What could not be looked at, and why.
    pub problems: Vec<String>,
}

/// A column of `obs`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// What kind of values it holds.
    pub kind: ColumnKind,
    /// Their type, that of the categories for a categorical: `string`, `int64`.
    pub dtype: String,
    /// The number of different labels; none for fractions, for a column of ids, and where it would take too long.
    pub n_labels: Option<usize>,
    /// The commonest labels, with their counts; ties in label order.
    pub top: Vec<(String, usize)>,
    /// The smallest and the largest number, where there are numbers.
    pub range: Option<[f64; 2]>,
    /// The number of spots without a label or number, where they were counted.
    pub n_missing: Option<usize>,
}

/// What kind of values a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnKind {
    /// Codes and categories.
    Categorical,
    /// Text.
    Text,
    /// Whole numbers.
    Integer,
    /// True or false.
    Boolean,
    /// Floating-point numbers.
    Float,
    /// Something else.
    Other,
}

/// A matrix or array.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatrixSummary {
    /// Its name; `X` and `raw` are named so.
    pub name: String,
    /// The number of rows.
    pub n_rows: usize,
    /// The number of columns.
    pub n_columns: usize,
    /// Its form and the type of its numbers: `dense float32`, `CSR int64`.
    pub kind: String,
}

impl Inventory {
    pub(super) fn new(file: &H5ad) -> Result<Self> {
        let root = file.store.root()?;
        let mut problems = Vec::new();
        let columns = columns(file, &mut problems);
        let names = keep(embedding::keys(&root), &mut problems).unwrap_or_default();
        let embeddings = names.iter().filter_map(|name| keep(embedding(&root, name), &mut problems)).collect();
        let x = keep(matrix(&root, "X", "X"), &mut problems).flatten();
        let raw = super::RAW.iter().find_map(|path| keep(matrix(&root, path, "raw"), &mut problems).flatten());
        let layers = matrices(&root, "layers", &mut problems);
        let mut connectivities = matrices(&root, "obsp", &mut problems);
        if connectivities.is_empty() {
            connectivities = old_graphs(&root);
        }
        let (n_obs, n_vars) = (file.n_obs, file.n_vars);
        Ok(Self { n_obs, n_vars, columns, embeddings, x, raw, layers, connectivities, problems })
    }
}

/// The value, or nothing and one more problem.
fn keep<T>(result: Result<T>, problems: &mut Vec<String>) -> Option<T> {
    result.map_err(|error| problems.push(error.to_string())).ok()
}

fn columns(file: &H5ad, problems: &mut Vec<String>) -> Vec<ColumnSummary> {
    // However many columns a small file claims, looking at them shall not take long.
    let mut values_left = (1_u64 << 26).saturating_add(file.store.n_bytes().saturating_mul(16));
    let mut summaries = Vec::new();
    for name in &file.columns {
        let left = values_left.checked_sub(file.n_obs as u64);
        values_left = left.unwrap_or(0);
        summaries.extend(keep(column(file, name, left.is_some()), problems));
    }
    summaries
}

fn column(file: &H5ad, name: &str, count: bool) -> Result<ColumnSummary> {
    let column = file.obs()?.column(name)?;
    let kind = column_kind(&column);
    let has_numbers = matches!(kind, ColumnKind::Float | ColumnKind::Integer);
    let numbers = if count && has_numbers { column.numbers().ok() } else { None };
    // Writing fractions as text is slow, and they are no labels.
    let is_whole =
        numbers.as_ref().is_none_or(|numbers| numbers.iter().all(|number| number.is_nan() || number % 1.0 == 0.0));
    let labeling = if count && is_whole && kind != ColumnKind::Other { column.labeling().ok() } else { None };
    let n_unknown = || numbers.as_ref().map(|numbers| numbers.iter().filter(|number| number.is_nan()).count());
    let labels = labeling.as_ref().map(Labels::of);
    Ok(ColumnSummary {
        name: name.to_owned(),
        kind,
        dtype: column.kind().name(),
        n_labels: labels.as_ref().map(|labels| labels.n),
        top: labels.map(|labels| labels.top).unwrap_or_default(),
        range: numbers.as_deref().and_then(range),
        n_missing: labeling.as_ref().map(slam::Labeling::n_missing).or_else(n_unknown),
    })
}

/// The smallest and the largest of the finite numbers.
fn range(numbers: &[f64]) -> Option<[f64; 2]> {
    let finite = || numbers.iter().copied().filter(|number| number.is_finite());
    finite().min_by(f64::total_cmp).zip(finite().max_by(f64::total_cmp)).map(|(min, max)| [min, max])
}

fn column_kind(column: &Column) -> ColumnKind {
    match (column, column.kind()) {
        (Column::Categorical { .. }, _) => ColumnKind::Categorical,
        (_, Kind::FixedText { .. } | Kind::HeapText { .. }) => ColumnKind::Text,
        (_, Kind::Integer { .. }) => ColumnKind::Integer,
        (_, Kind::Boolean { .. }) => ColumnKind::Boolean,
        (_, Kind::Float { .. }) => ColumnKind::Float,
        _ => ColumnKind::Other,
    }
}

fn embedding(root: &Group, name: &str) -> Result<MatrixSummary> {
    let embedding = Embedding::open(root, name)?;
    let (n_rows, n_columns) = embedding.shape()?;
    Ok(MatrixSummary { name: name.to_owned(), n_rows, n_columns, kind: embedding.kind() })
}

fn matrices(root: &Group, folder: &str, problems: &mut Vec<String>) -> Vec<MatrixSummary> {
    let Some(Some(group)) = keep(root.group(folder), problems) else { return Vec::new() };
    let names = keep(group.names(), problems).unwrap_or_default();
    names.iter().filter_map(|name| keep(matrix(&group, name, name), problems).flatten()).collect()
}

/// The names of all graphs.
pub(super) fn graphs(root: &Group) -> Vec<String> {
    let named = root.group("obsp").ok().flatten().and_then(|obsp| obsp.names().ok()).unwrap_or_default();
    let old = || old_graphs(root).into_iter().map(|graph| graph.name).collect();
    if named.is_empty() { old() } else { named }
}

/// The graphs that files from before `obsp` keep in `uns`; beside them are settings, which are no matrices.
fn old_graphs(root: &Group) -> Vec<MatrixSummary> {
    let Ok(Some(group)) = root.group(super::OLD_GRAPHS) else { return Vec::new() };
    let names = group.names().unwrap_or_default();
    names.iter().filter_map(|name| matrix(&group, name, name).ok().flatten()).collect()
}

fn matrix(group: &Group, path: &str, name: &str) -> Result<Option<MatrixSummary>> {
    let Some(matrix) = super::matrix_at(group, path)? else { return Ok(None) };
    let (n_rows, n_columns) = matrix.shape();
    Ok(Some(MatrixSummary { name: name.to_owned(), n_rows, n_columns, kind: matrix.kind() }))
}
