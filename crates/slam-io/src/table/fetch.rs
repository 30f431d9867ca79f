//! Columns of numbers, labels and ids, read in one pass.

use slam::Labeling;

use super::rows::What;
use super::texts::Texts;
use super::{Fault, Part, Row, Table};
use crate::error::{Error, Result};
use crate::source::{Fetched, Wanted};

/// Which columns to read.
struct Plan<'a> {
    axes: &'a [usize],
    labels: &'a [usize],
    numbers: &'a [usize],
    id: Option<usize>,
}

/// The rows of a block, or of all blocks so far.
struct Rows<'a> {
    plan: &'a Plan<'a>,
    n_rows: usize,
    coordinates: Vec<f64>,
    labels: Vec<Texts>,
    numbers: Vec<Vec<f64>>,
    ids: Vec<Box<str>>,
}

/// Reads the columns of `axes`, spot after spot, and what else is wanted.
pub(super) fn fetch(table: &mut Table, axes: &[usize], wanted: &Wanted<'_>) -> Result<Fetched> {
    let id = table.id.filter(|_| wanted.ids);
    let plan = Plan { axes, labels: &wanted.labels, numbers: &wanted.numbers, id };
    let mut whole = Rows::new(&plan);
    let failure = |column| table_failure(&table.file, &table.columns, column);
    let failures: Vec<_> = wanted.labels.iter().map(|&column| failure(column)).collect();
    table.read_parts(|| Rows::new(&plan), |part| whole.append(part).map_err(|which| failures[which](too_many())))?;
    if whole.n_rows == 0 {
        return Err(Error::NoRows { file: table.file.clone() });
    }
    let labels = whole.labels.into_iter().zip(&failures).map(|(texts, failure)| texts.finish().map_err(failure));
    Ok(Fetched {
        n_rows: whole.n_rows,
        dimensions: axes.len(),
        coordinates: whole.coordinates,
        labels: labels.collect::<Result<Vec<Labeling>>>()?,
        numbers: whole.numbers,
        ids: id.map(|_| whole.ids),
        choices: id.map(|column| table.ids_in_words(column)).into_iter().collect(),
    })
}

fn table_failure(file: &str, columns: &[String], column: usize) -> impl Fn(slam::Error) -> Error + use<> {
    let (file, column) = (file.to_owned(), columns[column].clone());
    move |source| Error::Column { file: file.clone(), column: column.clone(), source }
}

fn too_many() -> slam::Error {
    slam::Error::TooManyLabels { limit: slam::MAX_LABELS }
}

impl<'a> Rows<'a> {
    fn new(plan: &'a Plan<'a>) -> Self {
        let labels = plan.labels.iter().map(|_| Texts::default()).collect();
        let numbers = vec![Vec::new(); plan.numbers.len()];
        Self { plan, n_rows: 0, coordinates: Vec::new(), labels, numbers, ids: Vec::new() }
    }

    /// Adds the rows of the next part, or says which labels have become too many.
    fn append(&mut self, part: Self) -> Result<(), usize> {
        self.n_rows += part.n_rows;
        self.coordinates.extend(part.coordinates);
        self.ids.extend(part.ids);
        self.numbers.iter_mut().zip(part.numbers).for_each(|(all, new)| all.extend(new));
        for (which, (all, new)) in self.labels.iter_mut().zip(&part.labels).enumerate() {
            all.append(new).map_err(|_| which)?;
        }
        Ok(())
    }
}

impl Part for Rows<'_> {
    fn push(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        for &column in self.plan.axes {
            self.coordinates.push(row.number(column)?);
        }
        for (numbers, &column) in self.numbers.iter_mut().zip(self.plan.numbers) {
            numbers.push(row.number(column)?);
        }
        for (labels, &column) in self.labels.iter_mut().zip(self.plan.labels) {
            labels.push(&row.name(column)?).map_err(|_| row.fault(What::TooManyLabels { column }))?;
        }
        if let Some(column) = self.plan.id {
            self.ids.push(row.name(column)?.into());
        }
        self.n_rows += 1;
        Ok(())
    }
}
