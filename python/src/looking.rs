//! Columns and keys by name, found as the command finds them.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use slam_io::slides::{Evidence, KeyColumn, Slides, chosen, detect};
use slam_io::{Choice, Columns, Error, Lengths, Request, SeveralSlides};

use crate::labels::Labels;
use crate::words::{in_python, value_error};

/// The column of that name among those of `holder`.
#[pyfunction]
pub(crate) fn find_column(option: &str, name: &str, holder: &str, columns: Vec<String>) -> PyResult<usize> {
    slam_io::find_column(option, name, holder, &columns).map_err(value_error)
}

/// The error unless there is a key of that name among those of `holder`.
#[pyfunction]
pub(crate) fn find_key(option: &str, what: &str, name: &str, holder: &str, keys: Vec<String>) -> PyResult<()> {
    if keys.iter().any(|key| key == name) {
        return Ok(());
    }
    let (what, several) = if what == "layer" { ("layer", "layers") } else { (key_kind(what), key_kind(what)) };
    let suggestion = slam_io::nearest(name, &keys).map(str::to_owned);
    let available = Box::new(Columns::called(several, &keys));
    let (option, name, file) = (option.into(), name.to_owned(), holder.to_owned());
    Err(value_error(Error::NoKey { option, what, name, file, available, suggestion }))
}

/// The key of `obsm` that is taken for positions, if there is one.
#[pyfunction]
pub(crate) fn usual_key(keys: Vec<String>) -> Option<String> {
    slam_io::usual_key(&keys)
}

/// Whether a column is called as columns of positions are.
#[pyfunction]
pub(crate) fn is_position(name: &str) -> bool {
    slam_io::is_position(name)
}

/// Whether a column of that name is taken for ids.
#[pyfunction]
pub(crate) fn is_id_name(name: &str) -> bool {
    slam_io::join::is_id_name(name)
}

/// Whether a column of that name may tell slides apart.
#[pyfunction]
pub(crate) fn may_tell_slides_apart(name: &str) -> bool {
    slam_io::may_tell_slides_apart(name)
}

/// The place of the column that tells slides apart, and what to say of it; none if nothing speaks of several slides. Columns are
/// names with labels, and whether the data say that they tell slides apart.
#[pyfunction]
#[pyo3(signature = (holder, positions, columns, ids))]
pub(crate) fn slide_key(
    py: Python<'_>,
    holder: &str,
    positions: PyReadonlyArray2<'_, f64>,
    columns: Vec<(String, PyRef<'_, Labels>, bool)>,
    ids: Option<Vec<String>>,
) -> PyResult<Option<(usize, String)>> {
    let (n_spots, dimensions) = positions.as_array().dim();
    let coordinates: Vec<f64> = positions.as_array().iter().copied().collect();
    let fits = |n: usize| n == n_spots;
    let is_whole = columns.iter().all(|(_, labels, _)| fits(labels.labeling.n_spots()));
    let is_whole = is_whole && ids.as_ref().is_none_or(|ids| fits(ids.len()));
    // What is wrong with the positions is said when they are read.
    if !is_whole || !(2..=3).contains(&dimensions) || coordinates.iter().any(|value| !value.is_finite()) {
        return Ok(None);
    }
    let columns: Vec<_> = columns
        .iter()
        .map(|(name, labels, declared)| (name.clone(), Arc::clone(&labels.labeling), *declared))
        .collect();
    let keys: Vec<KeyColumn<'_>> = columns
        .iter()
        .map(|(name, labels, is_declared)| KeyColumn { name, labels, is_declared: *is_declared })
        .collect();
    let found = py.detach(|| match &ids {
        Some(ids) => {
            let id = |row: usize| ids[row].as_str();
            detect(&Evidence { dimensions, coordinates: &coordinates, ids: Some(&id), columns: &keys })
        }
        None => detect(&Evidence { dimensions, coordinates: &coordinates, ids: None, columns: &keys }),
    });
    match found {
        Slides::One => Ok(None),
        Slides::By(place) => {
            let (name, labels, _) = &columns[place];
            Ok(Some((place, format!("slices: {}", in_python(&chosen(name, labels.n_labels()))))))
        }
        Slides::Unknown(found) => Err(value_error(Error::from(SeveralSlides { file: holder.to_owned(), found }))),
    }
}

/// Whether what is written in the rows is their number, the first one's being `first`.
#[pyfunction]
pub(crate) fn only_counts(py: Python<'_>, rows: PyReadonlyArray1<'_, Py<PyAny>>, first: u64) -> PyResult<bool> {
    let mut next = Counter(first.to_string().into_bytes());
    for row in rows.as_array() {
        let is_next = |text: &Bound<'_, PyString>| text.to_str().is_ok_and(|text| text.as_bytes() == next.0);
        let row = row.bind(py);
        // Where rows are texts already nothing is written to them, not even that they are looked at.
        let is_counted = if let Ok(text) = row.cast_exact::<PyString>() { is_next(text) } else { is_next(&row.str()?) };
        if !is_counted {
            return Ok(false);
        }
        next.advance();
    }
    Ok(true)
}

/// A whole number as it is written: it is compared with a million texts, and none of them is read as a number.
struct Counter(Vec<u8>);

impl Counter {
    fn advance(&mut self) {
        for digit in self.0.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.0.insert(0, b'1');
    }
}

/// The nearest of some names, if it is near.
#[pyfunction]
pub(crate) fn nearest(name: &str, names: Vec<String>) -> Option<String> {
    slam_io::nearest(name, &names).map(str::to_owned)
}

fn key_kind(what: &str) -> &'static str {
    match what {
        "obsm" => "obsm",
        "obsp" => "obsp",
        _ => "keys",
    }
}

/// The columns that are positions.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Positions {
    choice: Choice,
    names: Vec<String>,
}

/// The columns named, or else those that are found among those of `holder`.
#[pyfunction]
#[pyo3(signature = (holder, columns, x=None, y=None, z=None))]
pub(crate) fn choose_positions(
    holder: &str,
    columns: Vec<String>,
    x: Option<String>,
    y: Option<String>,
    z: Option<String>,
) -> PyResult<Positions> {
    let request = Request { x, y, z, ..Request::default() };
    let choice = slam_io::choose_positions(&request, holder, &columns).map_err(value_error)?;
    Ok(Positions { choice, names: columns })
}

#[pymethods]
impl Positions {
    /// The places of the columns: x, y and z.
    #[getter]
    fn columns(&self) -> Vec<usize> {
        self.choice.columns.clone()
    }

    /// The place of a column `z` that is left out, if there is one.
    #[getter]
    fn unused(&self) -> Option<usize> {
        self.choice.unused
    }

    /// The place of a column of image rows beside them, which tells which way y runs, if there is one.
    #[getter]
    fn image_rows(&self) -> Option<usize> {
        self.choice.image_rows(&self.names)
    }

    /// How coordinates, spot after spot, are drawn beside those image rows: whether y runs down, why, and whether they are
    /// longitudes and latitudes.
    #[pyo3(signature = (coordinates, rows=None))]
    fn drawing(
        &self,
        coordinates: PyReadonlyArray1<'_, f64>,
        rows: Option<PyReadonlyArray1<'_, f64>>,
    ) -> PyResult<(bool, String, bool)> {
        let rows = rows.as_ref().map(|rows| rows.as_slice()).transpose()?;
        let drawing = self.choice.drawing(&self.names, coordinates.as_slice()?, rows);
        Ok((drawing.is_y_down, drawing.why, drawing.lengths == Lengths::Degrees))
    }

    /// The coordinates spot after spot, the rows of a hexagonal array stretched, and what was chosen in words.
    fn settle<'py>(
        &self,
        py: Python<'py>,
        coordinates: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, String)> {
        if coordinates.as_array().ncols() != self.choice.columns.len() {
            return Err(PyValueError::new_err("a coordinate for every column is expected"));
        }
        let mut flat: Vec<f64> = coordinates.as_array().iter().copied().collect();
        let words = in_python(&self.choice.settle(&mut flat, &self.names).how);
        Ok((PyArray1::from_vec(py, flat), words))
    }
}
