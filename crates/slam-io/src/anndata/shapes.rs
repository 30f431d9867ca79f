//! Positions of a table of SpatialData that has none itself: those of the shapes that it says something about.

use std::collections::HashMap;

use super::AnnData;
use crate::chosen::Chosen;
use crate::error::{Error, Result};
use crate::geojson::Position;
use crate::join::first_few;

/// The positions of all spots and where they come from in words; none where there are no such shapes.
pub(super) fn read(file: &AnnData) -> Result<Option<(Vec<f64>, Chosen)>> {
    let Some([region_key, instance_key]) = file.h5ad.annotated()? else { return Ok(None) };
    let (regions, ids) = (file.h5ad.texts(&region_key)?, file.h5ad.texts(&instance_key)?);
    let mut known: HashMap<&str, HashMap<String, Position>> = HashMap::new();
    let mut names = Vec::new();
    for region in &regions {
        if known.contains_key(&**region) {
            continue;
        }
        let Some(shapes) = file.h5ad.shapes(region)? else { return Ok(None) };
        names.push(format!("{region:?}"));
        known.insert(region, shapes.into_iter().collect());
    }
    let spots = || regions.iter().map(|region| &**region).zip(ids.iter().map(|id| &**id));
    let place = |(region, id): (&str, &str)| known.get(region).and_then(|shapes| shapes.get(id));
    let absent: Vec<&str> = spots().filter(|&spot| place(spot).is_none()).map(|(_, id)| id).collect();
    if !absent.is_empty() {
        let (regions, first) = (names.join(", "), first_few(&absent));
        return Err(Error::NoShape { file: file.file.clone(), regions, first, n: absent.len() });
    }
    names.sort();
    let coordinates = spots().filter_map(place).flatten().copied().collect();
    Ok(Some((coordinates, Chosen::positions(format!("shapes {}", names.join(", "))))))
}
