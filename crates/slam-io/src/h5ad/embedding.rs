//! The arrays of `obsm`: a row of numbers for every spot, positions above all.

use super::error::{Error, Location, Result};
use super::frame::Frame;
use super::matrix::Matrix;
use super::store::{Array, Field, Group, Kind, Node};

/// What an entry of `obsm` is.
pub(crate) enum Embedding {
    /// A two-dimensional dataset, or a sparse matrix.
    Matrix(Matrix),
    /// A data frame, its columns in order.
    Frame(Frame, Location),
    /// A field of a dataset of records (before anndata 0.7).
    Block { values: Array, n_columns: usize },
}

impl Embedding {
    /// The entry of a name, or an error that lists the names there are.
    pub(crate) fn open(root: &Group, name: &str) -> Result<Self> {
        let found = match root.child("obsm")? {
            Some(Node::Group(group)) => group.child(name)?.map(Self::of_node).transpose()?,
            Some(Node::Array(array)) => {
                let field = array.fields().and_then(|fields| fields.iter().find(|field| field.name == name));
                field.map(|field| Self::of_field(&array, field)).transpose()?
            }
            None => None,
        };
        found.ok_or_else(|| Error::Missing {
            place: root.place.child("obsm"),
            what: "array",
            name: name.to_owned(),
            available: keys(root).unwrap_or_default(),
        })
    }

    fn of_node(node: Node) -> Result<Self> {
        let is_frame = match &node {
            Node::Group(group) => group.attribute("column-order")?.is_some(),
            Node::Array(array) => array.fields().is_some(),
        };
        if !is_frame {
            return Matrix::open(node).map(Self::Matrix);
        }
        let place = node.place().clone();
        Frame::open(node, None).map(|frame| Self::Frame(frame, place))
    }

    fn of_field(array: &Array, field: &Field) -> Result<Self> {
        let values = array.field(field)?;
        let n_columns = if let Kind::Block { n, .. } = values.kind { n } else { 1 };
        Ok(Self::Block { values, n_columns })
    }

    /// Where it is.
    pub(crate) fn place(&self) -> &Location {
        match self {
            Self::Matrix(matrix) => matrix.place(),
            Self::Frame(_, place) => place,
            Self::Block { values, .. } => &values.place,
        }
    }

    /// The number of rows and columns.
    pub(crate) fn shape(&self) -> Result<(usize, usize)> {
        match self {
            Self::Matrix(matrix) => Ok(matrix.shape()),
            Self::Frame(frame, _) => Ok((frame.n_rows, frame.columns.len())),
            Self::Block { values, n_columns } => Ok((values.n_rows()?, *n_columns)),
        }
    }

    /// The type of its numbers.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Matrix(matrix) => matrix.kind(),
            Self::Frame(..) => "data frame".to_owned(),
            Self::Block { values, .. } => values.kind.name(),
        }
    }

    /// All numbers, row by row.
    pub(crate) fn cells(&self) -> Result<Vec<f64>> {
        match self {
            Self::Matrix(matrix) => matrix.cells(),
            Self::Frame(frame, _) => frame_cells(frame),
            Self::Block { values, .. } => block_cells(values),
        }
    }
}

/// The names in `obsm`.
pub(crate) fn keys(root: &Group) -> Result<Vec<String>> {
    match root.child("obsm")? {
        Some(Node::Group(group)) => group.names(),
        Some(Node::Array(array)) => {
            Ok(array.fields().unwrap_or_default().iter().map(|field| field.name.clone()).collect())
        }
        None => Ok(Vec::new()),
    }
}

fn frame_cells(frame: &Frame) -> Result<Vec<f64>> {
    let columns = frame.columns.iter().map(|name| frame.column(name)?.numbers()).collect::<Result<Vec<_>>>()?;
    let row = |row: usize| columns.iter().map(move |column| column[row]);
    Ok((0..frame.n_rows).flat_map(row).collect())
}

fn block_cells(values: &Array) -> Result<Vec<f64>> {
    values.n_rows()?;
    values.read()?.spread()?.numbers()
}
