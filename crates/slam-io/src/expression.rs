//! What was measured at each spot: in the input itself, or in a file of its own.

use std::path::Path;

use slam::Measurements;

use crate::error::{Error, Result};
use crate::ids::{Ids, first_few};
use crate::input::Watch;
use crate::request::Request;
use crate::source::{Measured, Source, open};

/// Where measurements come from.
pub(crate) enum Expression {
    /// None are asked for.
    Nowhere,
    /// Under that name in the input.
    Inside(String),
    /// A file of their own, and whether it has ids.
    File(Box<dyn Source>, bool),
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
            return Err(input.wrong_kind("--expression", "AnnData (.h5ad), or the name of a file of measurements"));
        }
        let mut file = open(Path::new(name), watch)?;
        let named = request.id.as_deref().filter(|id| file.columns().iter().any(|column| column == id));
        let has_ids = file.settle_ids(named, &|_| false)?;
        Ok(Self::File(file, has_ids))
    }

    /// Whether measurements may be joined by id.
    pub(crate) fn has_ids(&self) -> bool {
        matches!(self, Self::File(_, true))
    }

    /// The measurements, a row for every spot of the input, and how they were found.
    pub(crate) fn read(
        &mut self,
        input: &mut dyn Source,
        ids: Option<&Ids<'_>>,
        n_rows: usize,
        choices: &mut Vec<String>,
    ) -> Result<Option<Measurements>> {
        match self {
            Self::Nowhere => Ok(None),
            Self::Inside(name) => {
                choices.push(format!("measurements: {name}"));
                Ok(Some(input.measure(Some(name), false)?.measurements))
            }
            Self::File(file, has_ids) => {
                let by_id = *has_ids && ids.is_some();
                choices.push(format!("measurements: {}, joined by {}", file.file(), if by_id { "id" } else { "row" }));
                let measured = file.measure(None, by_id)?;
                join(input.file(), n_rows, ids, file.file(), measured).map(Some)
            }
        }
    }
}

/// The measurements in the order of the input, which must have one row for every spot.
fn join(input: &str, n_rows: usize, ids: Option<&Ids<'_>>, file: &str, measured: Measured) -> Result<Measurements> {
    let Measured { measurements, ids: rows } = measured;
    let (file_name, input_name) = (file.to_owned(), input.to_owned());
    let Some((index, rows)) = ids.zip(rows) else {
        let found = measurements.n_rows();
        let is_equal = found == n_rows;
        let unequal = Error::RowCount { file: file_name, found, input: input_name, expected: n_rows };
        return if is_equal { Ok(measurements) } else { Err(unequal) };
    };
    let rows = index.join(input, file, &rows)?;
    if rows.iter().all(Option::is_some) {
        let rows: Vec<u32> = rows.into_iter().flatten().collect();
        let is_same = measurements.n_rows() == rows.len() && rows.is_sorted();
        return Ok(if is_same { measurements } else { measurements.subset(&rows) });
    }
    let absent: Vec<&str> =
        rows.iter().zip(index.all()).filter(|(row, _)| row.is_none()).map(|(_, id)| &**id).collect();
    Err(Error::Unmeasured { file: file_name, input: input_name, first: first_few(&absent), n: absent.len() })
}
