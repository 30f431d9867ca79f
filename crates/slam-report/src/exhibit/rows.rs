//! All tables of all exhibits as one long table, a row per cell.

use super::{Exhibit, Figure, Table};

/// A header, and a row for every cell of every table: exhibit, table, row, column, value.
pub fn exhibit_rows(exhibits: &[Exhibit]) -> Vec<Vec<String>> {
    let header = ["exhibit", "table", "row", "column", "value"].map(str::to_owned).to_vec();
    let tables = exhibits.iter().flat_map(|exhibit| {
        exhibit.figures.iter().filter_map(|figure| match figure {
            Figure::Table(table) => Some((exhibit.key.as_str(), table)),
            _ => None,
        })
    });
    std::iter::once(header).chain(tables.flat_map(|(key, table)| cells(key, table))).collect()
}

fn cells<'a>(key: &'a str, table: &'a Table) -> impl Iterator<Item = Vec<String>> + 'a {
    table.rows.iter().flat_map(move |row| {
        let names: Vec<&str> = row.iter().take(table.n_names).map(|cell| cell.text.as_str()).collect();
        let name = names.join(" / ");
        let columns = table.header.iter().zip(row).skip(table.n_names);
        columns.map(move |(column, cell)| [key, &table.caption, &name, column, &cell.text].map(str::to_owned).to_vec())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn rows(table: Table) -> Vec<Vec<String>> {
        let exhibit = Exhibit {
            key: "table1".to_owned(),
            title: String::new(),
            lead: String::new(),
            verdicts: Vec::new(),
            figures: vec![Figure::Table(table)],
            notes: Vec::new(),
            data: Value::Null,
        };
        exhibit_rows(&[exhibit])
    }

    #[test]
    fn a_row_per_cell() {
        let mut table = Table::new("Q", &["case", "slam", "ari"]);
        table.rows.push(vec!["I".into(), "0.3".into(), "0".into()]);
        assert_eq!(rows(table)[1..], [["table1", "Q", "I", "slam", "0.3"], ["table1", "Q", "I", "ari", "0"]]);
    }

    #[test]
    fn a_row_has_all_its_names() {
        let mut table = Table::new("Q", &["labeling", "matching", "slam"]).named_by(2);
        table.rows.push(vec!["honest".into(), "auto".into(), "0.3".into()]);
        assert_eq!(rows(table)[1..], [["table1", "Q", "honest / auto", "slam", "0.3"]]);
    }
}
