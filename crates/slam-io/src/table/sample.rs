//! The first rows of a table, which tell where its ids may stand.

use super::Table;
use super::records::Records;
use crate::error::Result;
use crate::join::{Likely, Names, Standing, likeliest_first};
use crate::positions::is_position;

/// At least so many rows are looked at, however long they are.
const LEAST_ROWS: usize = 32;

/// So many columns whose names say nothing may be tried for ids.
const MOST_OTHERS: usize = 64;

/// The columns that may hold ids, by what they are called and what is in the first rows.
pub(super) fn likely_keys(table: &mut Table, taken: &dyn Fn(&str) -> bool) -> Result<Vec<Likely>> {
    let first = first_rows(table)?;
    // A single column holds what the table is about, unless it is called otherwise.
    let is_single = table.columns.len() == 1;
    let is_about = |name: &str| (is_single || is_position(name)) && Standing::of(name) == Standing::Other;
    let is_free = |name: &str| !taken(name) && !is_about(name);
    let columns = table.columns.iter().zip(first).enumerate().filter(|(_, (name, _))| is_free(name));
    let likely = columns.filter_map(|(column, (name, first))| Likely::column(column, name, first));
    let mut keys = likeliest_first(likely.collect());
    let n_recognised = keys.iter().filter(|likely| likely.is_recognised()).count();
    keys.truncate(n_recognised + MOST_OTHERS);
    Ok(keys)
}

/// The texts of the first rows, column by column: about a block of them, all of a small table.
fn first_rows(table: &mut Table) -> Result<Vec<Names>> {
    let (dialect, n_columns) = (table.dialect, table.columns.len());
    table.blocks.ahead()?;
    let is_ended = table.blocks.is_ended();
    let bytes = table.blocks.ahead_records(LEAST_ROWS, dialect)?;
    // What is no text is refused where it is read.
    let text = std::str::from_utf8(bytes).or_else(|fault| std::str::from_utf8(&bytes[..fault.valid_up_to()]));
    let text = text.unwrap_or_default();
    let mut columns = vec![Names::default(); n_columns];
    let (mut records, mut fields) = (Records::new(text.as_bytes(), dialect), Vec::new());
    while let Some(record) = records.read(&mut fields) {
        if fields.len() == n_columns && (record.is_ended || is_ended) {
            columns.iter_mut().zip(&fields).for_each(|(column, field)| column.push(&field.text(text)));
        }
    }
    Ok(columns)
}
