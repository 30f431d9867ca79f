//! Columns of numbers, labels and ids, read in one pass.

use super::rows::What;
use super::texts::Texts;
use super::{Fault, Part, Row, Table};
use crate::different::Different;
use crate::drawing::Drawing;
use crate::error::{Error, Result};
use crate::join::{Key, Names};
use crate::source::{Fetched, Found, Wanted};

/// The columns of positions, and those that say something about them.
pub(super) struct Axes<'a> {
    /// The coordinates.
    pub(super) columns: &'a [usize],
    /// A third coordinate that is left out, whose different values are counted.
    pub(super) plane: Option<usize>,
    /// Rows of an image that stand beside the coordinates.
    pub(super) rows: Option<usize>,
}

/// Which columns to read.
struct Plan<'a> {
    axes: &'a Axes<'a>,
    labels: &'a [usize],
    /// Which columns of labels may turn out to be none.
    is_found: &'a [bool],
    numbers: &'a [usize],
    keys: Vec<usize>,
}

impl Plan<'_> {
    /// All columns that are read; one that was found by a pattern and `is_foreign` holds no labels.
    fn columns(&self, is_foreign: impl Fn(usize) -> bool) -> Vec<usize> {
        let labels = self.labels.iter().copied().enumerate();
        let labels = labels.filter(|&(which, column)| !(self.is_found(which) && is_foreign(column)));
        let Axes { columns, plane, rows } = self.axes;
        let numbers = columns.iter().chain(self.numbers).chain(&self.keys).chain(plane).chain(rows).copied();
        labels.map(|(_, column)| column).chain(numbers).collect()
    }

    fn is_found(&self, which: usize) -> bool {
        self.is_found.get(which) == Some(&true)
    }
}

/// What the columns hold in a block, or in all blocks so far.
struct Columns<'a> {
    plan: &'a Plan<'a>,
    n_rows: usize,
    coordinates: Vec<f64>,
    labels: Vec<Texts>,
    numbers: Vec<Vec<f64>>,
    keys: Vec<Names>,
    planes: Different,
    /// Rows of an image, not a number where there is none.
    rows: Vec<f64>,
}

/// Reads positions, spot after spot, and what else is wanted; also the rows of an image that stand beside them.
pub(super) fn fetch(table: &mut Table, axes: &Axes<'_>, wanted: &Wanted<'_>) -> Result<(Fetched, Option<Vec<f64>>)> {
    let keys = wanted.keys.iter().filter_map(|key| if let Key::Column(column) = *key { Some(column) } else { None });
    let (keys, is_found) = (keys.collect(), &wanted.is_found[..]);
    let plan = Plan { axes, labels: &wanted.labels, is_found, numbers: &wanted.numbers, keys };
    table.narrow(&plan.columns(|column| table.is_foreign(column)))?;
    let mut whole = Columns::new(&plan);
    let failure = |column| table_failure(&table.file, &table.columns, column);
    let failures: Vec<_> = wanted.labels.iter().map(|&column| failure(column)).collect();
    table.read_parts(|| Columns::new(&plan), |part| whole.append(part).map_err(|which| failures[which](too_many())))?;
    if whole.n_rows == 0 {
        return Err(Error::NoRows { file: table.file.clone() });
    }
    let finish = |(texts, failure): (Texts, &dyn Fn(slam::Error) -> Error)| match texts.given_up() {
        Some(why) => Ok(Err(why.to_owned())),
        None => texts.finish().map(Ok).map_err(failure),
    };
    let failures = failures.iter().map(|failure| failure as &dyn Fn(slam::Error) -> Error);
    let rows = axes.rows.map(|_| std::mem::take(&mut whole.rows));
    let fetched = Fetched {
        n_rows: whole.n_rows,
        dimensions: axes.columns.len(),
        coordinates: whole.coordinates,
        labels: whole.labels.into_iter().zip(failures).map(finish).collect::<Result<Vec<Found>>>()?,
        numbers: whole.numbers,
        keys: whole.keys,
        planes: axes.plane.map(|column| (table.columns[column].clone(), whole.planes.n())),
        choices: Vec::new(),
        drawing: Drawing::default(),
        cell_size: None,
    };
    Ok((fetched, rows))
}

fn table_failure(file: &str, columns: &[String], column: usize) -> impl Fn(slam::Error) -> Error + use<> {
    let (file, column) = (file.to_owned(), columns[column].clone());
    move |cause| Error::Column { file: file.clone(), column: column.clone(), cause }
}

fn too_many() -> slam::Error {
    slam::Error::TooManyLabels { limit: slam::MAX_LABELS }
}

impl<'a> Columns<'a> {
    fn new(plan: &'a Plan<'a>) -> Self {
        let labels = plan.labels.iter().map(|_| Texts::default()).collect();
        let (numbers, keys) = (vec![Vec::new(); plan.numbers.len()], vec![Names::default(); plan.keys.len()]);
        let (coordinates, planes, rows) = (Vec::new(), Different::default(), Vec::new());
        Self { plan, n_rows: 0, coordinates, labels, numbers, keys, planes, rows }
    }

    /// Adds the rows of the next part, or says which labels have become too many.
    fn append(&mut self, part: Self) -> Result<(), usize> {
        self.n_rows += part.n_rows;
        self.coordinates.extend(part.coordinates);
        self.rows.extend(part.rows);
        self.keys.iter_mut().zip(&part.keys).for_each(|(all, new)| all.append(new));
        self.planes.append(&part.planes);
        self.numbers.iter_mut().zip(part.numbers).for_each(|(all, new)| all.extend(new));
        for (which, (all, new)) in self.labels.iter_mut().zip(&part.labels).enumerate() {
            match all.append(new) {
                Err(_) if self.plan.is_found(which) => all.give_up(too_many().to_string()),
                other => other.map_err(|_| which)?,
            }
        }
        Ok(())
    }
}

impl Part for Columns<'_> {
    fn push(&mut self, row: &Row<'_>) -> Result<(), Fault> {
        let axes = self.plan.axes;
        for &column in axes.columns {
            self.coordinates.push(row.number(column)?);
        }
        for (numbers, &column) in self.numbers.iter_mut().zip(self.plan.numbers) {
            numbers.push(row.number(column)?);
        }
        for (which, (labels, &column)) in self.labels.iter_mut().zip(self.plan.labels).enumerate() {
            if labels.given_up().is_some() {
                continue;
            }
            let too_many = |_| row.fault(What::TooManyLabels { column });
            match row.name(column).and_then(|name| labels.push(&name).map_err(too_many)) {
                Err(fault) if self.plan.is_found(which) => labels.give_up(fault.what.in_words()),
                other => other?,
            }
        }
        for (key, &column) in self.keys.iter_mut().zip(&self.plan.keys) {
            key.push(&row.name(column)?);
        }
        if let Some(column) = axes.plane {
            self.planes.push(row.text(column).trim());
        }
        if let Some(column) = axes.rows {
            self.rows.push(row.number(column).unwrap_or(f64::NAN));
        }
        self.n_rows += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use slam::Labeling;

    use super::*;
    use crate::input::Input;
    use crate::source::Source;

    const TEXT: &str = "id,x,y,a,\"b\nb\"\r\n\
        c1,1,2,u,\"v\nw\"\r\n\"c\"\"2\",-1.5,2e3,\"u\",1.0\nc3, 3 ,4,u,1\n\n\nc4,5,6,,\"\"\nc5,7,8,t,1\n\n";

    fn fetch_with(text: &str, length: usize) -> Result<Fetched> {
        let reader = Box::new(Cursor::new(text.as_bytes().to_owned()));
        let mut table = Table::open(Input { file: "f.csv".into(), reader, is_gzip: false })?;
        table.blocks.set_length(length);
        table.fetch(&Wanted { labels: vec![3, 4], numbers: vec![1], keys: vec![Key::Column(0)], ..Wanted::default() })
    }

    fn shown(text: &str, length: usize) -> String {
        fetch_with(text, length).map_or_else(|error| error.to_string(), |fetched| format!("{fetched:?}"))
    }

    #[test]
    fn rows_are_read_as_they_stand() {
        let fetched = fetch_with(TEXT, 1 << 20).unwrap();
        assert_eq!(fetched.numbers, [[1.0, -1.5, 3.0, 5.0, 7.0]]);
        assert_eq!(fetched.keys, [["c1", "c\"2", "c3", "c4", "c5"].into_iter().collect()]);
        assert_eq!(fetched.labels[0], Ok(Labeling::from_texts(["u", "u", "u", "", "t"]).unwrap()));
        assert_eq!(fetched.labels[1], Ok(Labeling::from_texts(["v\nw", "1.0", "1", "", "1"]).unwrap()));
    }

    #[test]
    fn no_matter_where_it_is_cut_nor_on_how_many_threads() {
        let torn = [("c5,7,8,t", "c5,7,8"), ("c5,7", "c5,seven"), ("c5,7", "c5,\"7"), ("\n\n", "\n\n\n"), ("c1", "cé")];
        let texts = torn.iter().map(|(old, new)| TEXT.replacen(old, new, 1)).chain([TEXT.to_owned()]);
        for text in texts {
            let expected = shown(&text, 1 << 20);
            for (length, n_threads) in (1..=text.len()).flat_map(|length| [(length, 1), (length, 3)]) {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
                assert_eq!(pool.install(|| shown(&text, length)), expected, "{text:?} in blocks of {length}");
            }
        }
    }
}
