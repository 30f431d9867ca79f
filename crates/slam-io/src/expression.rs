//! Measurements of each spot, such as gene expression: in the input itself, or in a file of its own.

use std::path::Path;

use slam::Measurements;

use crate::chosen::Chosen;
use crate::error::{Error, Result};
use crate::input::Watch;
use crate::join::{self, Held, Joint, Key, Likely, Ring, Terms, first_few};
use crate::joiner::{Joiner, likely_keys};
use crate::request::Request;
use crate::source::{Measured, Source, open};

/// Where measurements come from.
pub(crate) enum Expression {
    /// None are asked for.
    Nowhere,
    /// Under that name in the input.
    Inside(String),
    /// A file of their own, and where its ids may stand.
    File(Box<dyn Source>, Vec<Likely>),
}

impl Expression {
    /// Finds out where the measurements that a request names come from.
    pub(crate) fn open(request: &Request, input: &dyn Source, watch: &Watch) -> Result<Self> {
        let Some(name) = &request.expression else { return Ok(Self::Nowhere) };
        if input.has_measurements(name) {
            return Ok(Self::Inside(name.clone()));
        }
        let is_name = ["X", "raw"].contains(&name.as_str()) || name.starts_with("layer:") || name.starts_with("obsm:");
        if is_name && !Path::new(name).exists() {
            return Err(
                input.wrong_kind("--expression", "AnnData (.h5ad, .zarr), or the name of a file of measurements")
            );
        }
        let mut file = open(Path::new(name), &request.formats, watch)?;
        let named = request.expression_id.as_deref().map(|id| ("expression_id", id));
        let keys = likely_keys(&mut *file, named, request.id.as_deref(), &|_| false)?;
        Ok(Self::File(file, keys))
    }

    /// Whether measurements have to be joined.
    pub(crate) fn is_joined(&self) -> bool {
        matches!(self, Self::File(..))
    }

    /// The measurements, a row for every spot of the input.
    pub(crate) fn read(self, request: &Request, joiner: &mut Joiner<'_>) -> Result<Option<Measurements>> {
        match self {
            Self::Nowhere => Ok(None),
            Self::Inside(name) => {
                joiner.choices.push(Chosen::new("measurements", &name));
                Ok(Some(joiner.source.measure(Some(&name), &[])?.measurements))
            }
            Self::File(mut file, keys) => {
                let keys = joiner.worth_reading(keys, request);
                let measured = file.measure(None, &keys)?;
                read_file(&mut *file, keys, measured, request, joiner).map(Some)
            }
        }
    }
}

fn read_file(
    file: &mut dyn Source,
    keys: Vec<Likely>,
    measured: Measured,
    request: &Request,
    joiner: &mut Joiner<'_>,
) -> Result<Measurements> {
    let Measured { mut measurements, columns, keys: names } = measured;
    let texts: Vec<Key> = keys.iter().filter(|likely| likely.is_text()).map(|likely| likely.key).collect();
    let mut ring = Ring::new(file, measurements.n_rows(), keys.into_iter().zip(names));
    let joint = joiner.join(file, &mut ring, Terms::of_measurements(request))?;
    let how = format!("{}, {}", ring.file, joiner.in_words(&ring, &joint));
    joiner.choices.push(Chosen::new("measurements", how));
    let id = if let Joint::Ids(matched) = &joint { Some(&ring.keys[matched.keys[1]]) } else { None };
    check_columns(file, &ring, id, &texts, &columns)?;
    if let Some(place) = id.and_then(|held| columns.iter().position(|&column| Key::Column(column) == held.key)) {
        measurements = measurements.without_column(place);
    }
    let Joint::Ids(matched) = joint else { return Ok(measurements) };
    in_order(measurements, &matched.rows, joiner, &ring, matched.keys[0])
}

/// All columns but the ids must be numbers, and there must be one.
fn check_columns(file: &dyn Source, ring: &Ring, id: Option<&Held>, texts: &[Key], columns: &[usize]) -> Result<()> {
    let is_id = |key: Key| id.is_some_and(|held| held.key == key);
    let stray = ring.keys.iter().find(|held| texts.contains(&held.key) && !is_id(held.key) && held.key != Key::Own);
    if let Some(held) = stray {
        return Err(Error::Texts {
            file: ring.file.clone(),
            column: held.words.clone(),
            found: first_few(&[held.names.get(0)]),
        });
    }
    let is_table = file.kind() == "a table";
    if is_table && columns.iter().all(|&column| is_id(Key::Column(column))) {
        let (flag, file) = ("--expression", ring.file.clone());
        return Err(Error::WrongKind { flag, file, found: "a table of ids alone", expected: "columns of numbers" });
    }
    Ok(())
}

/// The measurements in the order of the input, which must have a row for every spot.
fn in_order(
    measurements: Measurements,
    rows: &[Option<u32>],
    joiner: &Joiner<'_>,
    ring: &Ring,
    key: usize,
) -> Result<Measurements> {
    if rows.iter().all(Option::is_some) {
        let rows: Vec<u32> = rows.iter().flatten().copied().collect();
        let is_same = measurements.n_rows() == rows.len() && rows.is_sorted();
        return Ok(if is_same { measurements } else { measurements.subset(&rows) });
    }
    let ids = &joiner.ring.keys[key].names;
    let absent: Vec<&str> = ids.iter().zip(rows).filter(|(_, row)| row.is_none()).map(|(id, _)| id).collect();
    let (file, input) = (ring.file.clone(), joiner.ring.file.clone());
    Err(join::Error::Unmeasured { file, input, first: first_few(&absent), n: absent.len() }.into())
}
