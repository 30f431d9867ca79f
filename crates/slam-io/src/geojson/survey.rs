//! A summary of a map for `slam inspect`.

use super::GeoJson;
use super::geometry::Geometry;
use super::keys::likely_keys;
use super::segments::bounds;
use crate::contents::{Contents, MOST_COLUMNS};
use crate::inspection::{Column, Inspection, Positions};
use crate::join::{Key, Likely};
use crate::source::Source;

/// Looks at all properties.
pub(super) fn survey(map: &GeoJson) -> Inspection {
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
    let id = likely_keys(map, &|_| false).into_iter().find(Likely::is_recognised).map(|likely| likely.key);
    let columns = contents.iter().enumerate().map(|(column, contents)| {
        let n_missing = map.features.len() - contents.n_values();
        Column {
            name: map.columns[column].clone(),
            n_missing,
            kind: contents.kind(id == Some(Key::Column(column)), false),
        }
    });
    let points = map.interior_points();
    let problems = points.as_ref().err().map(ToString::to_string).into_iter().collect();
    let positions = points.ok().map(|points| positions(map, &points));
    let is_polygon = map.features.iter().all(|feature| matches!(feature.geometry, Geometry::Polygons(_)));
    let inspection = Inspection {
        file: map.file.clone(),
        n_spots: map.features.len(),
        n_more_columns: map.columns.len() - n_columns,
        columns: columns.collect(),
        ids: id.map(|key| format!("ids: {}", map.key_in_words(key))),
        positions,
        problems,
        ..Inspection::default()
    };
    inspection.complete(" --x PROPERTY --y PROPERTY", if is_polygon { " --graph contiguity" } else { "" })
}

fn positions(map: &GeoJson, points: &[f64]) -> Positions {
    let (low, high) = bounds(points.chunks_exact(2).map(|point| [point[0], point[1]]));
    let ranges = vec![[low[0], high[0]], [low[1], high[1]]];
    Positions { choice: map.chosen_positions().in_words(), ranges }
}
