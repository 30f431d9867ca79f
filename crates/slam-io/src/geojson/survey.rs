//! What is in a map.

use super::GeoJson;
use super::geometry::Geometry;
use super::segments::bounds;
use crate::contents::{Contents, MOST_COLUMNS};
use crate::inspection::{Column, Inspection, Positions};
use crate::source::Source;

/// Looks at all properties.
pub(super) fn survey(mut map: GeoJson) -> Inspection {
    let n_columns = map.columns.len().min(MOST_COLUMNS);
    let mut contents = vec![Contents::default(); n_columns];
    let mut seen = vec![usize::MAX; n_columns];
    for (row, feature) in map.features.iter().enumerate() {
        for (column, text) in feature.properties.iter().rev().map(|(column, text)| (*column as usize, text)) {
            // A repeated property counts once.
            if column < n_columns && std::mem::replace(&mut seen[column], row) != row {
                contents[column].push(text.trim());
            }
        }
    }
    // Named columns have settled ids before; without a name there is nothing to refuse.
    let _ = map.settle_ids(None, &|_| false);
    let columns = contents.iter().enumerate().map(|(column, contents)| {
        let n_missing = map.features.len() - contents.n_values();
        Column { name: map.columns[column].clone(), n_missing, kind: contents.kind(map.is_id(column), false) }
    });
    let points = map.interior_points();
    let problems = points.as_ref().err().map(ToString::to_string).into_iter().collect();
    let positions = points.ok().map(|points| positions(&map, &points));
    let is_polygon = map.features.iter().all(|feature| matches!(feature.geometry, Geometry::Polygons(_)));
    let inspection = Inspection {
        file: map.file.clone(),
        n_spots: map.features.len(),
        n_more_columns: map.columns.len() - n_columns,
        columns: columns.collect(),
        ids: map.ids_in_words(),
        positions,
        problems,
        ..Inspection::default()
    };
    inspection.complete(" --x PROPERTY --y PROPERTY", if is_polygon { " --graph contiguity" } else { "" })
}

fn positions(map: &GeoJson, points: &[f64]) -> Positions {
    let (low, high) = bounds(points.chunks_exact(2).map(|point| [point[0], point[1]]));
    let ranges = vec![[low[0], high[0]], [low[1], high[1]]];
    Positions { choice: map.positions_in_words().to_owned(), ranges }
}
