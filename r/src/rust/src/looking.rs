//! Columns and keys by name, found as the command finds them.

use extendr_api::prelude::*;
use slam_io::{Columns, Error};

use crate::words::{Outcome, failure};

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
    fn nearest;
}
