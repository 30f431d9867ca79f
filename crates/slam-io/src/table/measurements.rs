//! A table of measurements: numbers in every column but the ids.

use slam::Measurements;

use super::{Fault, Part, Row, Table};
use crate::error::{Error, Result};
use crate::source::Measured;

/// Reads all columns but the ids as numbers, which are held without their zeros.
pub(super) fn measure(table: &mut Table, with_ids: bool) -> Result<Measured> {
    let columns: Vec<usize> = (0..table.columns.len()).filter(|&column| table.id != Some(column)).collect();
    if columns.is_empty() {
        let (flag, file) = ("--expression", table.file.clone());
        return Err(Error::WrongKind { flag, file, found: "a table of ids alone", expected: "columns of numbers" });
    }
    let id = table.id.filter(|_| with_ids);
    let new =
        || Rows { columns: &columns, id, starts: vec![0], places: Vec::new(), values: Vec::new(), ids: Vec::new() };
    let mut whole = new();
    table.read_parts(new, |part| {
        whole.append(part);
        Ok(())
    })?;
    if whole.starts.len() == 1 {
        return Err(Error::NoRows { file: table.file.clone() });
    }
    let Rows { starts, places, values, ids, .. } = whole;
    let measurements = Measurements::sparse(columns.len(), starts, places, values);
    let measurements = measurements.map_err(|source| Error::Spots { file: table.file.clone(), source })?;
    Ok(Measured { measurements, ids: id.map(|_| ids) })
}

/// The measurements of a block, or of all blocks so far, in compressed sparse rows.
struct Rows<'a> {
    columns: &'a [usize],
    id: Option<usize>,
    starts: Vec<usize>,
    places: Vec<u32>,
    values: Vec<f64>,
    ids: Vec<Box<str>>,
}

impl Rows<'_> {
    fn append(&mut self, part: Self) {
        let start = self.values.len();
        self.starts.extend(part.starts[1..].iter().map(|end| start + end));
        self.places.extend(part.places);
        self.values.extend(part.values);
        self.ids.extend(part.ids);
    }
}

impl Part for Rows<'_> {
    fn push(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        for (place, &column) in self.columns.iter().enumerate() {
            let value = row.number(column)?;
            if value != 0.0 {
                self.places.push(place as u32);
                self.values.push(value);
            }
        }
        self.starts.push(self.values.len());
        if let Some(column) = self.id {
            self.ids.push(row.name(column)?.into());
        }
        Ok(())
    }
}
