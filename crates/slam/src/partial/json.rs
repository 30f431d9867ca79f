//! Tallies and partials as JSON, for engines that carry text.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::codec::{self, Pack};
use super::{Partial, Tally};
use crate::error::{Error, Result};

/// What is written: a part of a slide with the checksum of its bytes, so that no number can change unnoticed.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    kind: String,
    version: String,
    checksum: String,
    part: T,
}

fn sum(name: &'static str, part: &impl Pack) -> String {
    format!("{:016x}", codec::checksum(&codec::seal(name, part)))
}

fn write<T: Pack + Serialize + Clone>(name: &'static str, part: &T) -> Result<String> {
    let (kind, version) = (name.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    let sealed = Sealed { kind, version, checksum: sum(name, part), part: part.clone() };
    serde_json::to_string(&sealed).map_err(|error| Error::Damaged { what: name, problem: error.to_string() })
}

fn read<T: Pack + DeserializeOwned>(name: &'static str, text: &str) -> Result<T> {
    let damaged = |problem: String| Error::Damaged { what: name, problem };
    let sealed: Sealed<T> = serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
    if sealed.kind != name {
        return Err(damaged(format!("it is a {}", sealed.kind)));
    }
    if sealed.version != env!("CARGO_PKG_VERSION") {
        let values = Box::new([env!("CARGO_PKG_VERSION").to_owned(), sealed.version]);
        return Err(Error::Parts { setting: "version".to_owned(), values });
    }
    if sealed.checksum == sum(name, &sealed.part) {
        Ok(sealed.part)
    } else {
        Err(damaged("its checksum does not fit".to_owned()))
    }
}

impl Tally {
    /// The tally as JSON.
    pub fn to_json(&self) -> Result<String> {
        write("tally", self)
    }

    /// The tally that JSON holds.
    pub fn from_json(text: &str) -> Result<Self> {
        read("tally", text)
    }
}

impl Partial {
    /// The partial as JSON.
    pub fn to_json(&self) -> Result<String> {
        write("partial", self)
    }

    /// The partial that JSON holds.
    pub fn from_json(text: &str) -> Result<Self> {
        read("partial", text)
    }
}
