//! Where the spots are: the columns of a matrix, or columns that are found by name.

use std::sync::Mutex;

use extendr_api::prelude::*;
use slam_io::{Choice, Drawing, Lengths, Request};

use crate::words::{Outcome, failure, in_r, refused};

/// The coordinates spot after spot; taken over by the first study that they are given to.
pub(crate) struct Positions {
    pub(crate) dimensions: usize,
    coordinates: Mutex<Option<Vec<f64>>>,
}

impl Positions {
    /// Does something with the coordinates, while they are here.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&[f64]) -> T) -> Option<T> {
        self.coordinates.lock().ok()?.as_deref().map(look)
    }

    /// The coordinates, once.
    pub(crate) fn take(&self) -> Option<Vec<f64>> {
        self.coordinates.lock().ok()?.take()
    }
}

/// The columns that are positions, and the names of all.
pub(crate) struct Chosen {
    choice: Choice,
    names: Vec<String>,
}

/// The columns named, or else those that are found among those of `holder`: their places, that of a column `z` that is left
/// out, and that of a column of image rows beside them, which tells which way y runs.
#[extendr]
fn choose_positions(
    holder: &str,
    columns: Vec<String>,
    x: Nullable<String>,
    y: Nullable<String>,
    z: Nullable<String>,
) -> Outcome<List> {
    let request = Request { x: x.into_option(), y: y.into_option(), z: z.into_option(), ..Request::default() };
    let choice = slam_io::choose_positions(&request, holder, &columns).map_err(failure)?;
    let places: Vec<i32> = choice.columns.iter().map(|&column| column as i32 + 1).collect();
    let place = |column: Option<usize>| -> Nullable<i32> { column.map(|column| column as i32 + 1).into() };
    let (unused, rows) = (place(choice.unused), place(choice.image_rows(&columns)));
    let chosen = ExternalPtr::new(Chosen { choice, names: columns });
    Ok(list!(columns = places, unused = unused, rows = rows, chosen = chosen))
}

/// Positions from a matrix with a row per spot, or from a list of columns with image rows beside them if there are any: what
/// was chosen in words, how it is drawn, and a matrix if hexagonal rows were stretched.
#[extendr]
fn positions_new(cells: Robj, chosen: Nullable<ExternalPtr<Chosen>>, rows: Robj) -> Outcome<List> {
    let columns: Vec<Robj> = cells.as_list().map(|list| list.values().collect()).unwrap_or_default();
    let axes =
        axes(&cells, &columns).ok_or_else(|| refused("positions must be numbers, two or three for each spot"))?;
    let (n_spots, dimensions) = (axes.first().map_or(0, |axis| axis.len()), axes.len());
    let mut coordinates: Vec<f64> = Vec::with_capacity(n_spots * dimensions);
    (0..n_spots).for_each(|spot| coordinates.extend(axes.iter().map(|axis| axis[spot])));
    let words = match &chosen {
        NotNull(chosen) => in_r(&chosen.choice.settle(&mut coordinates, &chosen.names).how),
        Null => String::new(),
    };
    let drawn = match &chosen {
        NotNull(chosen) => Some(drawn(&chosen.choice.drawing(&chosen.names, &coordinates, rows.as_real_slice()))),
        Null => None,
    };
    let is_same =
        |spot: usize, axis: usize| axes[axis][spot].to_bits() == coordinates[spot * dimensions + axis].to_bits();
    let is_as_given =
        matches!(chosen, Null) || (0..n_spots).all(|spot| (0..dimensions).all(|axis| is_same(spot, axis)));
    let stretched = if is_as_given {
        Null
    } else {
        NotNull(RMatrix::new_matrix(n_spots, dimensions, |spot, axis| coordinates[spot * dimensions + axis]))
    };
    let positions = ExternalPtr::new(Positions { dimensions, coordinates: Mutex::new(Some(coordinates)) });
    let drawn: Nullable<List> = drawn.into();
    Ok(list!(positions = positions, words = words, drawn = drawn, stretched = stretched))
}

/// Which way y runs, why, and whether positions are longitudes and latitudes.
fn drawn(drawing: &Drawing) -> List {
    let y_axis = if drawing.is_y_down { "down" } else { "up" };
    list!(y_axis = y_axis, why = drawing.why.clone(), is_lonlat = drawing.lengths == Lengths::Degrees)
}

/// The axes of a matrix, or the columns themselves, all of one length.
fn axes<'a>(cells: &'a Robj, columns: &'a [Robj]) -> Option<Vec<&'a [f64]>> {
    if !columns.is_empty() {
        let axes: Vec<&[f64]> = columns.iter().map(Robj::as_real_slice).collect::<Option<_>>()?;
        return axes.iter().all(|axis| axis.len() == axes[0].len()).then_some(axes);
    }
    let (numbers, n_spots, dimensions) = (cells.as_real_slice()?, cells.nrows(), cells.ncols());
    Some((0..dimensions).map(|axis| &numbers[axis * n_spots..][..n_spots]).collect())
}

extendr_module! {
    mod positions;
    fn choose_positions;
    fn positions_new;
}
