//! Where an AnnData file keeps positions: under a key of `obsm`, in the shapes beside it, or in columns of `obs`.

use super::{AnnData, shapes};
use crate::chosen::Chosen;
use crate::different::Different;
use crate::error::{Error, Result};
use crate::listing::Columns;
use crate::positions::choose;
use crate::request::Request;
use crate::source::Source;

/// The key that squidpy and scanpy write.
const USUAL_KEY: &str = "spatial";

/// The dimensions, the coordinates spot after spot, and where they come from in words.
pub(super) fn read(file: &AnnData, request: &Request) -> Result<(usize, Vec<f64>, Chosen)> {
    if is_named(request) {
        return read_columns(file, request);
    }
    match spatial_key(file, request)? {
        Some(key) => read_key(file, &key),
        None => match shapes::read(file)? {
            Some((coordinates, words)) => Ok((2, coordinates, words)),
            None => read_columns(file, request).map_err(|error| no_positions(file, error)),
        },
    }
}

/// Whether the positions are those of an array of `obsm`, or of shapes.
pub(super) fn is_in_obsm(file: &AnnData, request: &Request) -> bool {
    let is_shaped = || shapes::read(file).is_ok_and(|shapes| shapes.is_some());
    !is_named(request) && (spatial_key(file, request).is_ok_and(|key| key.is_some()) || is_shaped())
}

/// Whether columns are named for the positions.
fn is_named(request: &Request) -> bool {
    request.x.is_some() || request.y.is_some() || request.z.is_some()
}

fn spatial_key(file: &AnnData, request: &Request) -> Result<Option<String>> {
    match &request.spatial_key {
        Some(key) => Ok(Some(key.clone())),
        None => Ok(usual_key(&file.h5ad.embeddings()?)),
    }
}

/// The key that is taken for positions: `spatial`, else `X_spatial`, else the first with that word in it.
pub fn usual_key(keys: &[String]) -> Option<String> {
    let is_usual = |key: &&String| *key == USUAL_KEY;
    let is_older = |key: &&String| *key == "X_spatial";
    let is_alike = |key: &&String| key.to_lowercase().contains(USUAL_KEY);
    let mut found = [keys.iter().find(is_usual), keys.iter().find(is_older), keys.iter().find(is_alike)].into_iter();
    found.find_map(Option::<&String>::cloned)
}

fn read_key(file: &AnnData, key: &str) -> Result<(usize, Vec<f64>, Chosen)> {
    let positions = file.h5ad.positions(key);
    let (dimensions, coordinates) = positions.map_err(|error| file.explain("spatial_key", "obsm", "obsm", error))?;
    Ok((dimensions, coordinates, Chosen::positions(format!("obsm {key:?}"))))
}

/// Positions in columns of `obs`, found as those of a table are.
pub(super) fn read_columns(file: &AnnData, request: &Request) -> Result<(usize, Vec<f64>, Chosen)> {
    let choice = choose(request, &file.file, file.columns())?;
    let axes = choice.columns.iter().map(|&column| file.numbers(column)).collect::<Result<Vec<_>>>()?;
    let mut coordinates: Vec<f64> =
        (0..file.h5ad.n_obs()).flat_map(|row| axes.iter().map(move |axis| axis[row])).collect();
    let words = choice.settle(&mut coordinates, file.columns());
    Ok((axes.len(), coordinates, words))
}

/// A column `z` of `obs` that is left out where spots lie in a plane and on no slices, and how many values it has.
pub(super) fn planes(file: &AnnData, request: &Request, dimensions: usize) -> Option<(String, usize)> {
    if dimensions != 2 || request.slice.is_some() {
        return None;
    }
    let name = file.columns().iter().find(|name| name.eq_ignore_ascii_case("z"))?;
    let mut different = Different::default();
    // What cannot be read is left out with better reason.
    file.h5ad.texts(name).ok()?.iter().for_each(|text| different.push(text));
    Some((name.clone(), different.n()))
}

fn no_positions(file: &AnnData, error: Error) -> Error {
    if let (Error::NoPositions { file, .. }, Ok(Some([region, _]))) = (&error, file.h5ad.annotated()) {
        return Error::NoShapes { file: file.clone(), region };
    }
    match (error, file.h5ad.embeddings()) {
        (Error::NoPositions { file, columns }, Ok(keys)) => {
            Error::NoSpatialKey { file, keys: Columns::called("obsm", &keys), columns }
        }
        (error, _) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_looked_for_in_order() {
        let found = |keys: &str| usual_key(&keys.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(found("X_pca X_spatial spatial").as_deref(), Some("spatial"));
        assert_eq!(found("Spatial_rotated X_spatial").as_deref(), Some("X_spatial"));
        assert_eq!(found("X_pca Spatial_rotated").as_deref(), Some("Spatial_rotated"));
        assert_eq!(found("X_pca X_umap"), None);
    }
}
