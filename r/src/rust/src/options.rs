//! Named arguments as the options of the library.

use extendr_api::prelude::*;
use serde::Deserialize;
use slam::{Neighborhood, Options};

use crate::plain::{Plain, Unfit};
use crate::words::{Failure, Outcome, failure, refused};

/// The options that a list spells out; what it leaves open is the default.
pub(crate) fn options(given: &Robj) -> Outcome<Options> {
    let Plain::Map(pairs) = Plain::new(given) else { return Ok(Options::default()) };
    let names_graph = pairs.iter().any(|(name, _)| name == "graph");
    let mut options = read(pairs.clone()).map_err(|error| blame(pairs, &error))?;
    if let (false, Neighborhood::Mutual { k, tie }) = (names_graph, &options.graph) {
        options.graph = options.estimator.neighborhood(*k, *tie);
    }
    Ok(options)
}

fn read(pairs: Vec<(String, Plain)>) -> Result<Options, Unfit> {
    Options::deserialize(Plain::Map(pairs))
}

/// The error with the name of the option that causes it: the one that fails alone.
fn blame(pairs: Vec<(String, Plain)>, error: &Unfit) -> Failure {
    let said = error.to_string();
    let culprit = pairs.into_iter().find(|pair| read(vec![pair.clone()]).is_err());
    match culprit {
        Some((name, _)) if !said.starts_with(&name) => refused(format!("{name}: {said}")),
        _ => refused(said),
    }
}

/// The defaults of all options.
#[extendr]
fn defaults() -> Outcome<Robj> {
    serde_json::to_value(Options::default()).map(|value| crate::json::robj(&value)).map_err(failure)
}

extendr_module! {
    mod options;
    fn defaults;
}
