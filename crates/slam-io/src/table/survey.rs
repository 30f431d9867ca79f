//! What is in each column of a table.

use super::{Fault, Part, Row, Table};
use crate::contents::{Contents, MOST_COLUMNS};
use crate::error::{Error, Result};
use crate::inspection::{Column, Inspection, Positions};
use crate::join::{Key, Likely};
use crate::parquet::Selection;
use crate::positions::{Choice, choose, is_hexagonal};
use crate::request::Request;
use crate::source::Source;

/// Reads all rows and says what is in the columns.
pub(super) fn survey(mut table: Table) -> Result<Inspection> {
    let id = table.keys(&|_| false)?.into_iter().find(Likely::is_recognised).map(|likely| likely.key);
    let choice = choose(&Request::default(), &table.file, &table.columns).ok();
    let n_columns = table.columns.len().min(MOST_COLUMNS);
    let array = choice.as_ref().filter(|choice| choice.is_array).map(|choice| [choice.columns[0], choice.columns[1]]);
    let columns = || vec![Contents::default(); n_columns];
    let new = || Survey { n_rows: 0, columns: columns(), array, is_hexagonal: array.is_some() };
    let mut whole = new();
    table.read_parts(new, |part| {
        whole.append(part);
        Ok(())
    })?;
    if whole.n_rows == 0 {
        return Err(Error::NoRows { file: table.file });
    }
    let positions = choice.as_ref().and_then(|choice| whole.positions(choice, &table.columns));
    let axes = choice.map(|choice| choice.columns).unwrap_or_default();
    let contents = whole.columns.into_iter().enumerate();
    let columns: Vec<Column> = contents
        .map(|(column, contents)| {
            let kind = contents.kind(id == Some(Key::Column(column)), axes.contains(&column));
            Column { name: table.columns[column].clone(), n_missing: contents.n_missing, kind }
        })
        .collect();
    let inspection = Inspection {
        n_spots: whole.n_rows,
        n_more_columns: table.columns.len() - n_columns,
        problems: table.selection.iter().flat_map(Selection::foreign).map(|foreign| problem(&table, foreign)).collect(),
        ids: id.map(|key| format!("ids: {}", table.key_in_words(key))),
        file: table.file,
        columns,
        positions,
        ..Inspection::default()
    };
    Ok(inspection.complete(" --x COLUMN --y COLUMN", ""))
}

fn problem(table: &Table, (column, found): (usize, &str)) -> String {
    let (file, column) = (table.file.clone(), table.columns[column].clone());
    Error::Foreign { file, column, found: found.to_owned() }.to_string()
}

/// What is in the columns of a block, or of all blocks so far.
struct Survey {
    n_rows: usize,
    columns: Vec<Contents>,
    /// The columns of the array, if they stand for positions.
    array: Option<[usize; 2]>,
    is_hexagonal: bool,
}

impl Survey {
    fn append(&mut self, part: Self) {
        self.n_rows += part.n_rows;
        self.is_hexagonal &= part.is_hexagonal;
        self.columns.iter_mut().zip(part.columns).for_each(|(all, new)| all.append(new));
    }

    /// How far the positions reach, or none if they are not all numbers.
    fn positions(&self, choice: &Choice, columns: &[String]) -> Option<Positions> {
        let axes: Vec<&Contents> =
            choice.columns.iter().map(|&column| self.columns.get(column)).collect::<Option<_>>()?;
        let is_number = |axis: &&Contents| axis.n_texts == 0 && axis.n_missing == 0;
        let ranges = axes.iter().map(|axis| [axis.min, axis.max]).collect();
        let choice = choice.chosen(columns, self.is_hexagonal).in_words();
        axes.iter().all(is_number).then_some(Positions { choice, ranges })
    }
}

impl Part for Survey {
    fn push(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        self.n_rows += 1;
        for (column, contents) in self.columns.iter_mut().enumerate() {
            contents.push(row.text(column).trim());
        }
        if let Some(axes) = self.array {
            let [column, row] = axes.map(|axis| row.number(axis).unwrap_or(f64::NAN));
            self.is_hexagonal &= is_hexagonal(column, row);
        }
        Ok(())
    }
}
