//! What was measured at each spot: genes, say, dense or sparse.

use crate::error::{Error, Result};
use crate::parallel::prelude::*;

/// A matrix of measurements with a row per spot, in compressed sparse rows.
///
/// Dense matrices are held the same way, without their zeros; no similarity can tell the difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurements {
    n_columns: usize,
    /// Invariant: rises from 0 to the number of values; row `i` is `starts[i]..starts[i + 1]`.
    starts: Vec<usize>,
    /// Invariant: strictly increasing in every row, below `n_columns`.
    columns: Vec<u32>,
    /// Invariant: finite, as long as `columns`.
    values: Vec<f64>,
}

/// A row of measurements: its non-zero values and their columns, in order.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// The columns, strictly increasing.
    pub columns: &'a [u32],
    /// Their values.
    pub values: &'a [f64],
}

impl Measurements {
    /// Measurements from a dense matrix, row by row.
    pub fn dense(n_columns: usize, cells: &[f64]) -> Result<Self> {
        if n_columns == 0 || cells.len() % n_columns != 0 {
            return Err(Error::Sparse {
                row: 0,
                problem: "the number of values is no multiple of the number of columns",
            });
        }
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in cells.chunks_exact(n_columns) {
            for (column, &value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                columns.push(column as u32);
                values.push(value);
            }
            starts.push(values.len());
        }
        Self::sparse(n_columns, starts, columns, values)
    }

    /// Measurements from compressed sparse rows; columns may come in any order, repeated columns add up.
    pub fn sparse(n_columns: usize, starts: Vec<usize>, columns: Vec<u32>, values: Vec<f64>) -> Result<Self> {
        let mut matrix = Self { n_columns, starts, columns, values };
        matrix.check()?;
        matrix.sort_rows();
        Ok(matrix)
    }

    /// The number of rows, one per spot.
    pub fn n_rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of columns, one per gene.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// The measurements of one spot.
    pub fn row(&self, spot: usize) -> Row<'_> {
        let range = self.starts[spot]..self.starts[spot + 1];
        Row { columns: &self.columns[range.clone()], values: &self.values[range] }
    }

    /// The measurements of the given spots, in the given order.
    #[must_use]
    pub fn subset(&self, spots: &[u32]) -> Self {
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for &spot in spots {
            let row = self.row(spot as usize);
            columns.extend_from_slice(row.columns);
            values.extend_from_slice(row.values);
            starts.push(values.len());
        }
        Self { n_columns: self.n_columns, starts, columns, values }
    }

    /// The measurements without one of the columns.
    #[must_use]
    pub fn without_column(&self, column: usize) -> Self {
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in (0..self.n_rows()).map(|spot| self.row(spot)) {
            let others = row.columns.iter().zip(row.values).filter(|&(&other, _)| other as usize != column);
            for (&other, &value) in others {
                columns.push(other - u32::from(other as usize > column));
                values.push(value);
            }
            starts.push(values.len());
        }
        Self { n_columns: self.n_columns.saturating_sub(1), starts, columns, values }
    }

    /// Every value as ln(1 + 10⁴·value/total), total being the sum of its row; rows without counts stay zero.
    #[must_use]
    pub fn log_normalized(mut self) -> Self {
        for range in self.starts.windows(2).map(|pair| pair[0]..pair[1]) {
            let row = &mut self.values[range];
            let total: f64 = row.iter().sum();
            for value in row {
                *value = if total == 0.0 { 0.0 } else { libm::log1p(1e4 * *value / total) };
            }
        }
        self
    }

    fn check(&self) -> Result<()> {
        let (first, last) = (self.starts.first(), self.starts.last());
        if first != Some(&0) || last != Some(&self.values.len()) || self.columns.len() != self.values.len() {
            return Err(Error::Sparse { row: 0, problem: "the lengths of starts, columns and values do not fit" });
        }
        if let Some(row) = self.starts.windows(2).position(|pair| pair[0] > pair[1]) {
            return Err(Error::Sparse { row, problem: "it starts after it ends" });
        }
        (0..self.n_rows()).into_par_iter().find_map_first(|row| self.check_row(row)).map_or(Ok(()), Err)
    }

    fn check_row(&self, row: usize) -> Option<Error> {
        let Row { columns, values } = self.row(row);
        if columns.iter().any(|&column| column as usize >= self.n_columns) {
            return Some(Error::Sparse { row, problem: "a column lies beyond the last" });
        }
        values.iter().find(|value| !value.is_finite()).map(|&value| Error::Measurement { row, value })
    }

    fn sort_rows(&mut self) {
        if (0..self.n_rows()).into_par_iter().all(|row| self.row(row).columns.is_sorted_by(|a, b| a < b)) {
            return;
        }
        let (mut starts, mut columns, mut values) = (vec![0], Vec::<u32>::new(), Vec::<f64>::new());
        for row in 0..self.n_rows() {
            let Row { columns: old_columns, values: old_values } = self.row(row);
            let mut entries: Vec<(u32, f64)> = old_columns.iter().copied().zip(old_values.iter().copied()).collect();
            entries.sort_by_key(|&(column, _)| column);
            let start = columns.len();
            for (column, value) in entries {
                if columns.len() > start && columns.last() == Some(&column) {
                    *values.last_mut().expect("columns and values grow together") += value;
                } else {
                    columns.push(column);
                    values.push(value);
                }
            }
            starts.push(columns.len());
        }
        (self.starts, self.columns, self.values) = (starts, columns, values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_and_sparse_are_one() {
        let dense = Measurements::dense(3, &[0.0, 2.0, 1.0, 0.0, 0.0, 0.0]).unwrap();
        let sparse = Measurements::sparse(3, vec![0, 2, 2], vec![2, 1], vec![1.0, 2.0]).unwrap();
        assert_eq!(dense, sparse);
    }

    #[test]
    fn repeated_columns_add_up() {
        let matrix = Measurements::sparse(2, vec![0, 3], vec![1, 0, 1], vec![1.0, 5.0, 2.0]).unwrap();
        assert_eq!(matrix.row(0).values, [5.0, 3.0]);
    }

    #[test]
    fn contradictions_are_named() {
        assert!(Measurements::sparse(2, vec![0, 1], vec![2], vec![1.0]).is_err());
        assert!(Measurements::sparse(2, vec![0, 2, 1], vec![0], vec![1.0]).is_err());
        assert!(Measurements::sparse(2, vec![0, 1], vec![0], vec![f64::NAN]).is_err());
        assert!(Measurements::dense(2, &[1.0, 2.0, 3.0]).is_err());
    }

    #[test]
    fn counts_become_logarithms_of_shares() {
        let matrix = Measurements::dense(2, &[1.0, 3.0, 0.0, 0.0]).unwrap().log_normalized();
        assert_eq!(matrix.row(0).values, [libm::log1p(2500.0), libm::log1p(7500.0)]);
        assert!(matrix.row(1).values.is_empty());
    }
}
