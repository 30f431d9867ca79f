//! What is in an AnnData file, without its measurements.

use super::AnnData;
use super::positions::{self, usual_key};
use crate::contents::{Labels, MOST_COLUMNS, MOST_TEXTS, Tally};
use crate::error::Result;
use crate::h5ad::{ColumnKind, ColumnSummary, MatrixSummary};
use crate::inspection::{Column, Inspection, Matrix, Positions};
use crate::join::Key;
use crate::positions::choose;
use crate::request::Request;
use crate::source::Source;

/// Looks at the columns of `obs` and the keys of `obsm`, and lists all matrices.
pub(super) fn survey(file: &AnnData) -> Result<Inspection> {
    let found = file.h5ad.inspect()?;
    let embeddings = found.embeddings.iter().map(|matrix| embedding(file, matrix)).collect::<Vec<_>>();
    let positions = choose_positions(file, &embeddings);
    let axes = if is_in_columns(&embeddings) { axes(file) } else { Vec::new() };
    let columns = found.columns.iter().take(MOST_COLUMNS).map(|column| {
        let is_axis = axes.contains(&column.name);
        Column {
            name: column.name.clone(),
            n_missing: column.n_missing.unwrap_or(0),
            kind: tally(column, file).kind(is_axis),
        }
    });
    let matrix = |prefix: &str, found: &MatrixSummary| summary(format!("{prefix}{}", found.name), found);
    let mut matrices: Vec<Matrix> = found.x.iter().chain(&found.raw).map(|found| matrix("", found)).collect();
    matrices.extend(found.layers.iter().map(|found| matrix("layer:", found)));
    matrices.extend(embeddings);
    matrices.extend(found.connectivities.iter().map(|found| matrix("obsp:", found)));
    let inspection = Inspection {
        file: file.file.clone(),
        n_spots: found.n_obs,
        n_more_columns: found.columns.len().saturating_sub(MOST_COLUMNS),
        columns: columns.collect(),
        ids: Some(format!("ids: {}", file.key_in_words(Key::Own))),
        positions,
        matrices,
        problems: found.problems,
        ..Inspection::default()
    };
    Ok(inspection.complete(" --spatial-key KEY", ""))
}

fn summary(name: String, found: &MatrixSummary) -> Matrix {
    Matrix { name, n_rows: found.n_rows, n_columns: found.n_columns, form: found.kind.clone(), ranges: None }
}

/// An array of `obsm`, with ranges if it may hold positions.
fn embedding(file: &AnnData, found: &MatrixSummary) -> Matrix {
    let positions = if (2..=3).contains(&found.n_columns) { file.h5ad.positions(&found.name).ok() } else { None };
    let ranges = positions.map(|(dimensions, coordinates)| ranges(dimensions, &coordinates));
    Matrix { ranges, ..summary(format!("obsm:{}", found.name), found) }
}

fn ranges(dimensions: usize, coordinates: &[f64]) -> Vec<[f64; 2]> {
    let mut ranges = vec![[f64::INFINITY, f64::NEG_INFINITY]; dimensions];
    for position in coordinates.chunks_exact(dimensions) {
        for (range, &value) in ranges.iter_mut().zip(position) {
            *range = [range[0].min(value), range[1].max(value)];
        }
    }
    ranges
}

/// The positions that would be read if nothing were said about them.
fn choose_positions(file: &AnnData, embeddings: &[Matrix]) -> Option<Positions> {
    if let Some(key) = key(embeddings) {
        let ranges = embeddings.iter().find(|matrix| matrix.name == format!("obsm:{key}"))?.ranges.clone()?;
        return Some(Positions { choice: format!("positions: obsm {key:?}"), ranges });
    }
    let (dimensions, coordinates, choice) = positions::read(file, &Request::default()).ok()?;
    Some(Positions { choice: choice.in_words(), ranges: ranges(dimensions, &coordinates) })
}

fn key(embeddings: &[Matrix]) -> Option<String> {
    let keys: Vec<String> = embeddings.iter().map(|matrix| matrix.name["obsm:".len()..].to_owned()).collect();
    usual_key(&keys)
}

fn is_in_columns(embeddings: &[Matrix]) -> bool {
    key(embeddings).is_none()
}

/// The columns that are positions where `obsm` has none.
fn axes(file: &AnnData) -> Vec<String> {
    let choice = choose(&Request::default(), &file.file, file.columns());
    choice
        .map(|choice| choice.columns.iter().map(|&column| file.columns()[column].clone()).collect())
        .unwrap_or_default()
}

fn tally(column: &ColumnSummary, file: &AnnData) -> Tally {
    let n_labels = column.n_labels.filter(|&n| n <= MOST_TEXTS);
    Tally {
        n_values: file.h5ad.n_obs() - column.n_missing.unwrap_or(0),
        is_number: matches!(column.kind, ColumnKind::Integer | ColumnKind::Float) && column.range.is_some(),
        is_whole: column.n_labels.is_some(),
        range: column.range.unwrap_or_default(),
        labels: n_labels.map(|n| Labels { n, top: column.top.clone() }),
    }
}
