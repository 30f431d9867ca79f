//! Shapes in Parquet, as SpatialData and geopandas write them: where each of them is, by its id.

use std::fs::File;
use std::sync::Arc;

use super::column::Column;
use super::file::Bytes;
use super::rows::{room, write};
use super::schema::{self, Footer, Index, Kind};
use super::{Broken, wkb};
use crate::geojson::Position;

/// The column that shapes stand in.
const GEOMETRY: &str = "geometry";
/// So many shapes are believed in any file, and some more for each of its bytes.
const MOST_ROWS: u64 = 1 << 20;

/// The shapes of a file: their ids, and a point that stands for each.
pub(crate) fn shapes(file: File) -> Result<Vec<(String, Position)>, Broken> {
    let bytes = Bytes::new(file)?;
    let footer = Footer::read(&bytes)?;
    let found = footer.columns.iter().find(|column| column.name == GEOMETRY && column.is_bytes);
    let geometry = found.ok_or_else(|| Broken::new(format!("no column {GEOMETRY:?} of shapes")))?;
    let ids = footer.columns.first().filter(|_| footer.index == Index::Column);
    let n_rows = footer.groups.iter().fold(0_u64, |n, group| n.saturating_add(group.n_rows as u64));
    if n_rows > MOST_ROWS.saturating_add(bytes.length.saturating_mul(4)) {
        return Err(Broken::new(format!("{n_rows} shapes in {} bytes", bytes.length)));
    }
    let room = Arc::new(room(&bytes));
    let mut shapes = Vec::new();
    for group in &footer.groups {
        let open = |column: &schema::Column, kind| {
            Column::new(kind, column.may_be_missing, group.chunks[column.leaf], room.clone())
        };
        let mut geometries = open(geometry, Kind::Text);
        let mut names = ids.map(|column| column.kind.clone().map(|kind| (open(column, kind), kind)));
        for _ in 0..group.n_rows {
            let row = shapes.len();
            let failed = |broken: Broken| broken.within(&format!("row {}", row + 1));
            let shape = geometries.next(&bytes).map_err(failed)?;
            let place = wkb::position(shape.unwrap_or_default()).map_err(failed)?;
            let id = match &mut names {
                None => footer.index.number(row).to_string(),
                Some(Ok((column, kind))) => {
                    let mut text = Vec::new();
                    column.next(&bytes).map_err(failed)?.into_iter().for_each(|value| write(*kind, value, &mut text));
                    String::from_utf8_lossy(&text).into_owned()
                }
                Some(Err(what)) => return Err(Broken::new(format!("ids that are {what}"))),
            };
            shapes.push((id, place));
        }
    }
    Ok(shapes)
}
