//! Columns and keys by name, found as the command finds them.

use std::sync::Arc;

use extendr_api::prelude::*;
use slam::Labeling;
use slam_io::slides::{Evidence, KeyColumn, Slides, chosen, detect};
use slam_io::{Columns, Error, SeveralSlides};

use crate::labels::Labels;
use crate::positions::Positions;
use crate::words::{Outcome, failure, in_r, refused};

/// The place of the column of that name among those of `holder`.
#[extendr]
fn find_column(option: &str, name: &str, holder: &str, columns: Vec<String>) -> Outcome<i32> {
    slam_io::find_column(option, name, holder, &columns).map(|place| place as i32 + 1).map_err(failure)
}

/// The error unless there is a key of that name among those of `holder`; `what` and `several` say what it is.
#[extendr]
fn find_key(option: &str, what: &str, name: &str, holder: &str, keys: Vec<String>) -> Outcome<bool> {
    if keys.iter().any(|key| key == name) {
        return Ok(true);
    }
    let (what, several) = kind(what);
    let suggestion = slam_io::nearest(name, &keys).map(str::to_owned);
    let available = Box::new(Columns::called(several, &keys));
    let (option, name, file) = (option.into(), name.to_owned(), holder.to_owned());
    Err(failure(Error::NoKey { option, what, name, file, available, suggestion }))
}

/// The key that is taken for positions; empty if there is none.
#[extendr]
fn usual_key(keys: Vec<String>) -> String {
    slam_io::usual_key(&keys).unwrap_or_default()
}

/// Whether columns are called as columns of positions are.
#[extendr]
fn are_positions(names: Vec<String>) -> Vec<bool> {
    names.iter().map(|name| slam_io::is_position(name)).collect()
}

/// Whether columns of that name are taken for ids.
#[extendr]
fn are_id_names(names: Vec<String>) -> Vec<bool> {
    names.iter().map(|name| slam_io::join::is_id_name(name)).collect()
}

/// Whether columns of that name may tell slides apart.
#[extendr]
fn may_tell_slides_apart(names: Vec<String>) -> Vec<bool> {
    names.iter().map(|name| slam_io::may_tell_slides_apart(name)).collect()
}

/// The place of the column that tells slides apart and what to say of it; nothing if nothing speaks of several slides. Columns
/// are labels by name; ids are empty where there are none.
#[extendr]
fn slide_key(positions: ExternalPtr<Positions>, columns: List, ids: Vec<String>) -> Outcome<Nullable<List>> {
    let one = |(name, held): (&str, Robj)| {
        let labels = ExternalPtr::<Labels>::try_from(&held).map_err(|_| refused("columns must be labels"))?;
        Ok((name.to_owned(), Arc::clone(&labels.labeling)))
    };
    let columns = columns.iter().map(one).collect::<Outcome<Vec<(String, Arc<Labeling>)>>>()?;
    let keys: Vec<KeyColumn<'_>> =
        columns.iter().map(|(name, labels)| KeyColumn { name, labels, is_declared: false }).collect();
    let dimensions = positions.dimensions;
    let found = positions.look(|coordinates| {
        let n_spots = coordinates.len() / dimensions.max(1);
        let is_whole = columns.iter().all(|(_, labels)| labels.n_spots() == n_spots);
        // What is wrong with the positions is said when they are read.
        if !is_whole || !(2..=3).contains(&dimensions) || coordinates.iter().any(|value| !value.is_finite()) {
            return Slides::One;
        }
        let id = |row: usize| ids[row].as_str();
        let evidence = Evidence { dimensions, coordinates, ids: None, columns: &keys };
        if ids.len() == n_spots { detect(&Evidence { ids: Some(&id), ..evidence }) } else { detect(&evidence) }
    });
    match found {
        None | Some(Slides::One) => Ok(Null),
        Some(Slides::By(place)) => {
            let (name, labels) = &columns[place];
            let words = format!("slices: {}", in_r(&chosen(name, labels.n_labels())));
            Ok(NotNull(list!(place = place as i32 + 1, words = words)))
        }
        Some(Slides::Unknown(found)) => Err(failure(Error::from(SeveralSlides { file: "x".to_owned(), found }))),
    }
}

/// The nearest of some names; empty if none is near.
#[extendr]
fn nearest(name: &str, names: Vec<String>) -> String {
    slam_io::nearest(name, &names).unwrap_or_default().to_owned()
}

fn kind(what: &str) -> (&'static str, &'static str) {
    const KINDS: [(&str, &str); 5] = [
        ("assay", "assays"),
        ("layer", "layers"),
        ("reduced dimension", "reduced dimensions"),
        ("graph", "graphs"),
        ("image", "images"),
    ];
    KINDS.iter().find(|(one, _)| *one == what).copied().unwrap_or(("key", "keys"))
}

extendr_module! {
    mod looking;
    fn find_column;
    fn find_key;
    fn usual_key;
    fn are_positions;
    fn are_id_names;
    fn may_tell_slides_apart;
    fn slide_key;
    fn nearest;
}
