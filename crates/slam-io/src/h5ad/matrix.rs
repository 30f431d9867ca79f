//! Matrices: dense, or sparse by rows (CSR) or columns (CSC), in the encodings of every anndata.

use slam::Measurements;

use super::error::{Location, Result};
use super::store::{Array, Group, Node};

/// A matrix, of which only the directory has been read.
pub(crate) enum Matrix {
    /// A dataset of two dimensions.
    Dense(Array),
    /// Three datasets: values, their places along one axis, and where each line of the other axis starts.
    Sparse(Box<Sparse>),
}

/// A sparse matrix, of which only the directory has been read.
pub(crate) struct Sparse {
    place: Location,
    shape: (usize, usize),
    by_rows: bool,
    data: Array,
    indices: Array,
    starts: Array,
}

/// Compressed sparse rows.
pub(crate) struct Rows {
    /// Invariant: rises from 0 to the number of values.
    pub(crate) starts: Vec<usize>,
    pub(crate) columns: Vec<u32>,
    pub(crate) values: Vec<f64>,
}

impl Matrix {
    /// The matrix at a node.
    pub(crate) fn open(node: Node) -> Result<Self> {
        match node {
            Node::Array(array) => {
                array.n_rows_and_columns()?;
                if array.kind.is_number() {
                    return Ok(Self::Dense(array));
                }
                Err(array.place.unexpected(array.kind.name(), "numbers"))
            }
            Node::Group(group) => Sparse::open(&group).map(Box::new).map(Self::Sparse),
        }
    }

    /// Where it is.
    pub(crate) fn place(&self) -> &Location {
        match self {
            Self::Dense(array) => &array.place,
            Self::Sparse(sparse) => &sparse.place,
        }
    }

    /// The number of rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        match self {
            Self::Dense(array) => (array.shape[0], array.shape[1]),
            Self::Sparse(sparse) => sparse.shape,
        }
    }

    /// Its form and the type of its numbers.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Dense(array) => format!("dense {}", array.kind.name()),
            Self::Sparse(sparse) if sparse.by_rows => format!("CSR {}", sparse.data.kind.name()),
            Self::Sparse(sparse) => format!("CSC {}", sparse.data.kind.name()),
        }
    }

    /// All numbers, row by row; a sparse matrix is refused, since its zeros may not fit.
    pub(crate) fn cells(&self) -> Result<Vec<f64>> {
        match self {
            Self::Dense(array) => array.read()?.numbers(),
            Self::Sparse(sparse) => Err(sparse.place.unexpected("a sparse matrix", "a dense one")),
        }
    }

    /// The non-zero values, row by row.
    pub(crate) fn rows(&self) -> Result<Rows> {
        match self {
            Self::Dense(array) => dense_rows(array),
            Self::Sparse(sparse) => sparse.rows(),
        }
    }

    /// The matrix as measurements.
    pub(crate) fn measurements(&self) -> Result<Measurements> {
        let Rows { starts, columns, values } = self.rows()?;
        let refused = |error| self.place().refused(error);
        Measurements::sparse(self.shape().1, starts, columns, values).map_err(refused)
    }
}

impl Sparse {
    fn open(group: &Group) -> Result<Self> {
        let format = text(group, "encoding-type")?.or(text(group, "h5sparse_format")?);
        let by_rows = match format.as_deref() {
            Some("csr_matrix" | "csr") => true,
            Some("csc_matrix" | "csc") => false,
            Some(other) => return Err(group.place.unexpected(format!("the encoding {other:?}"), "a matrix")),
            None => return Err(group.place.unexpected("a group without encoding", "a matrix")),
        };
        let shape = shape(group)?;
        let (data, indices, starts) = (group.array("data")?, group.array("indices")?, group.array("indptr")?);
        let n_lines = if by_rows { shape.0 } else { shape.1 };
        starts.place.check_length(starts.n_rows()?, n_lines.saturating_add(1))?;
        indices.place.check_length(indices.n_rows()?, data.n_rows()?)?;
        Ok(Self { place: group.place.clone(), shape, by_rows, data, indices, starts })
    }

    fn rows(&self) -> Result<Rows> {
        let values = self.data.read()?.numbers()?;
        let starts = self.read_starts(values.len())?;
        let indices = self.read_indices()?;
        if self.by_rows {
            return Ok(Rows { starts, columns: indices, values });
        }
        Ok(transposed(self.shape.0, &starts, &indices, &values))
    }

    fn read_starts(&self, n_values: usize) -> Result<Vec<usize>> {
        let starts = self.starts.read()?.integers(|start| usize::try_from(start).unwrap_or(usize::MAX))?;
        if starts.is_sorted() && starts.first() == Some(&0) && starts.last() == Some(&n_values) {
            return Ok(starts);
        }
        Err(self.starts.place.unexpected("other starts", format!("rising ones from 0 to {n_values}")))
    }

    fn read_indices(&self) -> Result<Vec<u32>> {
        let values = self.indices.read()?;
        let indices = values.integers(|index| u32::try_from(index).unwrap_or(u32::MAX))?;
        let limit = if self.by_rows { self.shape.1 } else { self.shape.0 };
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        if let Some(i) = indices.iter().position(|&index| index >= limit) {
            let found = format!("index {}", values.integer(i));
            return Err(self.indices.place.unexpected(found, format!("one below {limit}")));
        }
        Ok(indices)
    }
}

/// The rows of a matrix given by columns; the columns of each row rise.
fn transposed(n_rows: usize, starts: &[usize], rows: &[u32], values: &[f64]) -> Rows {
    let mut ends = vec![0; n_rows + 1];
    for &row in rows {
        ends[row as usize + 1] += 1;
    }
    for row in 0..n_rows {
        ends[row + 1] += ends[row];
    }
    let row_starts = ends.clone();
    let (mut columns, mut moved) = (vec![0; rows.len()], vec![0.0; rows.len()]);
    for (column, range) in starts.windows(2).enumerate() {
        for i in range[0]..range[1] {
            let place = &mut ends[rows[i] as usize];
            (columns[*place], moved[*place]) = (column as u32, values[i]);
            *place += 1;
        }
    }
    Rows { starts: row_starts, columns, values: moved }
}

/// The non-zero values of a dense matrix, read some rows at a time.
fn dense_rows(array: &Array) -> Result<Rows> {
    let (n_rows, n_columns) = array.n_rows_and_columns()?;
    array.check_size()?;
    let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
    let step = array.rows_at_once();
    for first in (0..n_rows).step_by(step) {
        let cells = array.rows(first..first.saturating_add(step).min(n_rows))?;
        for row in cells.chunks(n_columns.max(1)) {
            for (column, &value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                columns.push(column as u32);
                values.push(value);
            }
            starts.push(values.len());
        }
    }
    array.place.check_length(starts.len() - 1, n_rows)?;
    Ok(Rows { starts, columns, values })
}

fn text(group: &Group, name: &str) -> Result<Option<String>> {
    group.attribute(name)?.map(|attribute| attribute.text()).transpose()
}

fn shape(group: &Group) -> Result<(usize, usize)> {
    let attribute = match group.attribute("shape")? {
        Some(shape) => Some(shape),
        None => group.attribute("h5sparse_shape")?,
    };
    let extents = attribute.map(|shape| shape.integers()).transpose()?.unwrap_or_default();
    let extents: Option<Vec<usize>> = extents.iter().map(|&extent| usize::try_from(extent).ok()).collect();
    match extents.as_deref() {
        Some(&[n_rows, n_columns]) => Ok((n_rows, n_columns)),
        _ => Err(group.place.unexpected("no shape", "the numbers of rows and columns")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_rows() {
        // Columns (5 in row 2, 6 in row 0), (), (7 in row 2).
        let rows = transposed(3, &[0, 2, 2, 3], &[2, 0, 2], &[5.0, 6.0, 7.0]);
        assert_eq!(rows.starts, [0, 1, 1, 3]);
        assert_eq!((rows.columns, rows.values), (vec![0, 0, 2], vec![6.0, 5.0, 7.0]));
    }
}
