//! A table of measurements: numbers in every column but the ids.

use slam::Measurements;

use super::{Fault, Part, Row, Table};
use crate::error::{Error, Result};
use crate::join::{Key, Likely, Names};
use crate::source::Measured;

/// Reads all columns as numbers, which are held without their zeros, but for the keys.
///
/// A key whose first rows are numbers may be a column of measurements after all, and is read as both.
pub(super) fn measure(table: &mut Table, keys: &[Likely]) -> Result<Measured> {
    let is_apart = |column: usize| keys.iter().any(|likely| likely.key == Key::Column(column) && likely.is_text());
    let columns: Vec<usize> = (0..table.columns.len()).filter(|&column| !is_apart(column)).collect();
    let keys = keys.iter().filter_map(|likely| if let Key::Column(column) = likely.key { Some(column) } else { None });
    let keys: Vec<usize> = keys.collect();
    let new = || Rows {
        columns: &columns,
        key_columns: &keys,
        starts: vec![0],
        places: Vec::new(),
        values: Vec::new(),
        keys: vec![Names::default(); keys.len()],
    };
    let mut whole = new();
    table.read_parts(new, |part| {
        whole.append(part);
        Ok(())
    })?;
    if whole.starts.len() == 1 {
        return Err(Error::NoRows { file: table.file.clone() });
    }
    let Rows { starts, places, values, keys, .. } = whole;
    let measurements = Measurements::sparse(columns.len(), starts, places, values);
    let measurements = measurements.map_err(|cause| Error::Spots { file: table.file.clone(), cause })?;
    Ok(Measured { measurements, columns, keys })
}

/// The measurements of a block, or of all blocks so far, in compressed sparse rows.
struct Rows<'a> {
    columns: &'a [usize],
    key_columns: &'a [usize],
    starts: Vec<usize>,
    places: Vec<u32>,
    values: Vec<f64>,
    keys: Vec<Names>,
}

impl Rows<'_> {
    fn append(&mut self, part: Self) {
        let start = self.values.len();
        self.starts.extend(part.starts[1..].iter().map(|end| start + end));
        self.places.extend(part.places);
        self.values.extend(part.values);
        self.keys.iter_mut().zip(&part.keys).for_each(|(all, new)| all.append(new));
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
        for (key, &column) in self.keys.iter_mut().zip(self.key_columns) {
            key.push(&row.name(column)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::input::Input;

    #[test]
    fn rows_of_later_blocks_follow_those_before() {
        // A row is four bytes long, and so is a block.
        let reader = Box::new(Cursor::new("g1,g2\n1,0\n2,3\n0,4\n"));
        let mut table = Table::open(Input { file: "f.csv".into(), reader, is_gzip: false }).unwrap();
        table.blocks.set_length(4);
        let found = measure(&mut table, &[]).unwrap().measurements;
        let rows: Vec<&[f64]> = (0..found.n_rows()).map(|row| found.row(row).values).collect();
        assert_eq!(rows, [&[1.0][..], &[2.0, 3.0], &[4.0]]);
    }
}
