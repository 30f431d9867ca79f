//! Where the ids of a map may stand.

use super::GeoJson;
use crate::join::{Likely, Names, likeliest_first};
use crate::positions::is_position;

/// The `id` that every feature has beside its properties, then properties that every feature has.
pub(super) fn likely_keys(map: &GeoJson, taken: &dyn Fn(&str) -> bool) -> Vec<Likely> {
    let has_ids = map.features.iter().all(|feature| feature.id.is_some());
    let own = Likely::own();
    let is_free = |column: usize| !taken(&map.columns[column]) && !is_position(&map.columns[column]);
    let texts = whole_columns(map).into_iter().enumerate().filter(|&(column, _)| is_free(column));
    let likely = texts.filter_map(|(column, texts)| Likely::column(column, &map.columns[column], texts?));
    has_ids.then_some(own).into_iter().chain(likeliest_first(likely.collect())).collect()
}

/// The texts of the properties that every feature has once; none of the others. One pass, however many there are.
fn whole_columns(map: &GeoJson) -> Vec<Option<Names>> {
    let mut columns = vec![Some(Names::default()); map.columns.len()];
    for (row, feature) in map.features.iter().enumerate() {
        for (column, text) in &feature.properties {
            let names = &mut columns[*column as usize];
            match names {
                Some(names) if names.len() == row => names.push(text),
                _ => *names = None,
            }
        }
    }
    let n_features = map.features.len();
    columns.into_iter().map(|names| names.filter(|names| names.len() == n_features)).collect()
}
