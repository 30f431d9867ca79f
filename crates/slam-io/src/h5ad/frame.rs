//! Data frames: `obs`, `var`, and those that stand in `obsm`.

use std::collections::HashSet;

use super::column::{Column, Series};
use super::error::{Error, Location, Result};
use super::store::{Array, Field, Group, Kind, Node};

/// A data frame, of which only the directory has been read.
pub(crate) struct Frame {
    source: Source,
    /// The columns without the index, in order, without repeats.
    pub(crate) columns: Vec<String>,
    index: String,
    /// The number of rows, which is that of the index.
    pub(crate) n_rows: usize,
}

enum Source {
    /// A group with a dataset or group for every column (anndata 0.7 and later).
    Group(Group),
    /// A dataset of records; the categories are in `uns`, if there is one (before anndata 0.7).
    Records(Array, Option<Group>),
}

impl Frame {
    /// The data frame at a node; `uns` is where old files keep categories.
    pub(crate) fn open(node: Node, uns: Option<Group>) -> Result<Self> {
        let (source, index, columns) = match node {
            Node::Group(group) => {
                let (index, columns) = group_directory(&group)?;
                (Source::Group(group), index, columns)
            }
            Node::Array(array) => {
                let (index, columns) = record_directory(&array)?;
                (Source::Records(array, uns), index, columns)
            }
        };
        let mut seen = HashSet::new();
        let columns = columns.into_iter().filter(|name| seen.insert(name.clone())).collect();
        let mut frame = Self { source, columns, index, n_rows: 0 };
        frame.n_rows = frame.index()?.n_rows()?;
        Ok(frame)
    }

    /// The names of the rows.
    pub(crate) fn index(&self) -> Result<Column> {
        self.find(&self.index)?.ok_or_else(|| self.place().child(&self.index).unexpected("nothing", "the index"))
    }

    /// The column of a name, as long as the data frame.
    pub(crate) fn column(&self, name: &str) -> Result<Column> {
        let missing = || Error::Missing {
            place: self.place().clone(),
            what: "column",
            name: name.to_owned(),
            available: self.columns.clone(),
        };
        let is_known = name == self.index || self.columns.iter().any(|column| column == name);
        let column = if is_known { self.find(name)? } else { None }.ok_or_else(missing)?;
        column.place().check_length(column.n_rows()?, self.n_rows)?;
        Ok(column)
    }

    fn place(&self) -> &Location {
        match &self.source {
            Source::Group(group) => &group.place,
            Source::Records(array, _) => &array.place,
        }
    }

    fn find(&self, name: &str) -> Result<Option<Column>> {
        match &self.source {
            Source::Group(group) => group.child(name)?.map(|node| Column::open(node, group, name)).transpose(),
            Source::Records(array, uns) => {
                let field = array.fields().and_then(|fields| fields.iter().find(|field| field.name == name));
                field.map(|field| record_column(array, field, uns.as_ref())).transpose()
            }
        }
    }
}

/// The index and the columns that a group names in its attributes.
fn group_directory(group: &Group) -> Result<(String, Vec<String>)> {
    let index = group.attribute("_index")?.map(|index| index.text()).transpose()?;
    let index = index.unwrap_or_else(|| "_index".to_owned());
    if let Some(order) = group.attribute("column-order")? {
        return Ok((index, order.texts()?));
    }
    let mut names = group.names()?;
    names.retain(|name| *name != index && name != "__categories");
    Ok((index, names))
}

/// The first field is the index, the others are the columns.
fn record_directory(array: &Array) -> Result<(String, Vec<String>)> {
    let names = array.fields().map(|fields| fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>());
    let mut names = names.unwrap_or_default().into_iter();
    let index = names.next().ok_or_else(|| array.place.unexpected(array.kind.name(), "a data frame"))?;
    Ok((index, names.collect()))
}

/// A field is a categorical if it holds codes and `uns` holds categories under its name.
fn record_column(array: &Array, field: &Field, uns: Option<&Group>) -> Result<Column> {
    let values = array.field(field)?;
    let is_code = matches!(values.kind, Kind::Integer { .. });
    let categories = uns.filter(|_| is_code).map(|uns| uns.child(&format!("{}_categories", field.name)));
    Ok(match categories.transpose()?.flatten() {
        Some(categories) => Column::Categorical { codes: values, categories: Series::open(categories)? },
        None => Column::Plain(Series::bare(values)),
    })
}
