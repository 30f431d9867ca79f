//! The places that both labelings label.

use crate::chunks::chunks;
use crate::error::{Error, Result};
use crate::pair::extent::check_coordinates;
use crate::pair::labeling::Labeling;
use crate::pair::measurements::Measurements;
use crate::pair::slice::Slice;

/// The places: positions in 2 or 3 dimensions and, if known, ids, slices, measurements and severities.
///
/// Checked once, here; whoever holds `Spots` may index all parts by spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Spots {
    dimensions: usize,
    /// Invariant: `dimensions` for each spot, finite, and squares of them are numbers.
    coordinates: Vec<f64>,
    ids: Option<Vec<Box<str>>>,
    /// Invariant: no slice is missing.
    slices: Option<Labeling>,
    /// Invariant: no donor is missing, and all spots of a slice have the same.
    donors: Option<Labeling>,
    measurements: Option<Measurements>,
    /// Invariant: finite and not negative.
    severities: Option<Vec<f64>>,
    /// The rows of the input that these spots are, if some were dropped. Invariant: increasing.
    rows: Option<Vec<u32>>,
    n_rows: usize,
    /// Invariant: two finite numbers above 0, where there are two dimensions.
    cell_size: Option<[f64; 2]>,
}

impl Spots {
    /// Spots at the given positions, spot after spot.
    ///
    /// ```
    /// let spots = slam::Spots::new(2, vec![0.0, 0.0, 1.0, 0.0])?;
    /// assert_eq!((spots.n_spots(), spots.position(1)), (2, &[1.0, 0.0][..]));
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn new(dimensions: usize, coordinates: Vec<f64>) -> Result<Self> {
        if !(2..=3).contains(&dimensions) {
            return Err(Error::Dimensions(dimensions));
        }
        let n_rows = coordinates.len() / dimensions;
        if n_rows * dimensions != coordinates.len() {
            return Err(Error::Length {
                what: "the last position",
                found: coordinates.len() % dimensions,
                expected: dimensions,
            });
        }
        if n_rows >= u32::MAX as usize {
            return Err(Error::TooManySpots(n_rows));
        }
        check_coordinates(dimensions, &coordinates)?;
        let (ids, slices, donors, measurements, severities, rows) = (None, None, None, None, None, None);
        let cell_size = None;
        Ok(Self { dimensions, coordinates, ids, slices, donors, measurements, severities, rows, n_rows, cell_size })
    }

    /// The same spots with ids, which are never changed.
    pub fn with_ids(self, ids: Vec<Box<str>>) -> Result<Self> {
        self.check_length("ids", ids.len())?;
        Ok(Self { ids: Some(ids), ..self })
    }

    /// The same spots, each on its slice; neighbours never cross a slice.
    pub fn with_slices(self, slices: Labeling) -> Result<Self> {
        self.check_length("slices", slices.n_spots())?;
        if let Some(row) = (0..slices.n_spots()).find(|&spot| slices.code(spot).is_none()) {
            return Err(Error::MissingLabel { role: "slice", row });
        }
        Ok(Self { slices: Some(slices), ..self })
    }

    /// The same spots with the donor of each; slices of one donor are more alike than those of two.
    pub fn with_donors(self, donors: Labeling) -> Result<Self> {
        self.check_length("donors", donors.n_spots())?;
        let Some(slices) = &self.slices else { return Err(Error::Needs { step: "donor", what: "slices" }) };
        let mut of = vec![None; slices.n_labels()];
        for spot in 0..self.n_spots() {
            let Some(donor) = donors.code(spot) else {
                return Err(Error::MissingLabel { role: "donor", row: self.row(spot) });
            };
            let slice = slices.code(spot).unwrap_or(0);
            let first = *of[slice].get_or_insert(donor);
            if first != donor {
                let named = |donor: usize| donors.names()[donor].clone();
                let slice = slices.names()[slice].clone();
                return Err(Error::TwoDonors { slice, donors: Box::new([named(first), named(donor)]) });
            }
        }
        Ok(Self { donors: Some(donors), ..self })
    }

    /// The same spots with measurements, one row each.
    pub fn with_measurements(self, measurements: Measurements) -> Result<Self> {
        self.check_length("measurements", measurements.n_rows())?;
        Ok(Self { measurements: Some(measurements), ..self })
    }

    /// The same spots with a severity each: how much a mistake there matters.
    pub fn with_severities(self, severities: Vec<f64>) -> Result<Self> {
        self.check_length("severities", severities.len())?;
        if let Some(row) = severities.iter().position(|value| !value.is_finite() || *value < 0.0) {
            return Err(Error::Severity { place: format!("row {}", row + 1), value: severities[row] });
        }
        Ok(Self { severities: Some(severities), ..self })
    }

    /// The same spots as the cells of a raster, so wide and so high; each position is the centre of a cell.
    pub fn with_cell_size(self, [width, height]: [f64; 2]) -> Result<Self> {
        let is_length = |value: f64| value.is_finite() && value > 0.0;
        if self.dimensions != 2 {
            return Err(Error::Needs { step: "a raster", what: "a plane of 2 dimensions" });
        }
        if let Some(value) = [width, height].into_iter().find(|&value| !is_length(value)) {
            return Err(Error::Parameter { name: "the size of a cell", domain: "a finite number above 0", value });
        }
        Ok(Self { cell_size: Some([width, height]), ..self })
    }

    /// How wide and how high the cells are, where the spots are those of a raster.
    pub fn cell_size(&self) -> Option<[f64; 2]> {
        self.cell_size
    }

    /// The number of spots.
    pub fn n_spots(&self) -> usize {
        self.coordinates.len() / self.dimensions
    }

    /// 2 or 3.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// All coordinates, spot after spot.
    pub fn coordinates(&self) -> &[f64] {
        &self.coordinates
    }

    /// All positions, where there are `D` dimensions; none elsewhere.
    pub(crate) fn positions<const D: usize>(&self) -> &[[f64; D]] {
        if self.dimensions == D { chunks(&self.coordinates).0 } else { &[] }
    }

    /// The position of a spot.
    pub fn position(&self, spot: usize) -> &[f64] {
        &self.coordinates[spot * self.dimensions..][..self.dimensions]
    }

    /// The ids, if there are any.
    pub fn ids(&self) -> Option<&[Box<str>]> {
        self.ids.as_deref()
    }

    /// The slice of each spot, if there are slices.
    pub fn slices(&self) -> Option<&Labeling> {
        self.slices.as_ref()
    }

    /// The donor of each spot, if donors are known.
    pub fn donors(&self) -> Option<&Labeling> {
        self.donors.as_ref()
    }

    /// The measurements, if there are any.
    pub fn measurements(&self) -> Option<&Measurements> {
        self.measurements.as_ref()
    }

    /// The severity of each spot, if given.
    pub fn severities(&self) -> Option<&[f64]> {
        self.severities.as_deref()
    }

    /// The number of rows of the input, dropped ones included.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The row of the input that a spot was.
    pub fn row(&self, spot: usize) -> usize {
        self.rows.as_ref().map_or(spot, |rows| rows[spot] as usize)
    }

    /// The spots of each slice, in order; all spots at once where there are no slices.
    pub fn by_slice(&self) -> Vec<Vec<u32>> {
        self.each_slice().into_iter().map(Slice::into_list).collect()
    }

    /// The same without a list where there are no slices.
    pub(crate) fn each_slice(&self) -> Vec<Slice> {
        let Some(slices) = &self.slices else { return vec![Slice::All(self.n_spots())] };
        let mut groups = vec![Vec::new(); slices.n_labels()];
        for spot in 0..self.n_spots() {
            groups[slices.code(spot).unwrap_or(0)].push(spot as u32);
        }
        groups.into_iter().map(Slice::Some).collect()
    }

    /// The given spots alone, in the given order.
    #[must_use]
    pub fn subset(&self, spots: &[u32]) -> Self {
        let measurements = self.measurements.as_ref().map(|matrix| matrix.subset(spots));
        Self { measurements, ..self.drawn(spots) }
    }

    /// The given spots alone, in the given order, without measurements.
    pub(crate) fn drawn(&self, spots: &[u32]) -> Self {
        let pick = |spot: &u32| *spot as usize;
        Self {
            dimensions: self.dimensions,
            coordinates: spots.iter().flat_map(|spot| self.position(pick(spot))).copied().collect(),
            ids: self.ids.as_ref().map(|ids| spots.iter().map(|spot| ids[pick(spot)].clone()).collect()),
            slices: self.slices.as_ref().map(|slices| slices.subset(spots)),
            donors: self.donors.as_ref().map(|donors| donors.subset(spots)),
            measurements: None,
            severities: self.severities.as_ref().map(|values| spots.iter().map(|spot| values[pick(spot)]).collect()),
            rows: Some(spots.iter().map(|spot| self.row(pick(spot)) as u32).collect()),
            n_rows: self.n_rows,
            cell_size: self.cell_size,
        }
    }

    /// The positions of the given spots, in the given order, without anything else.
    pub(crate) fn places(&self, spots: &[u32]) -> Self {
        let coordinates = spots.iter().flat_map(|&spot| self.position(spot as usize)).copied().collect();
        let (ids, slices, donors, measurements, severities, rows) = (None, None, None, None, None, None);
        Self { coordinates, ids, slices, donors, measurements, severities, rows, n_rows: spots.len(), ..*self }
    }

    fn check_length(&self, what: &'static str, found: usize) -> Result<()> {
        let expected = self.n_spots();
        if found == expected { Ok(()) } else { Err(Error::Length { what, found, expected }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_is_that_of_all_spots() {
        let with_last = |last: f64| {
            let mut coordinates = vec![0.0; 1 << 16];
            coordinates.extend([0.0, last]);
            Spots::new(2, coordinates).map(|spots| spots.n_spots())
        };
        assert_eq!((with_last(1.0), with_last(1e-200)), (Ok((1 << 15) + 1), Err(Error::TooClose)));
    }

    #[test]
    fn doors_are_guarded() {
        assert_eq!(Spots::new(4, vec![]), Err(Error::Dimensions(4)));
        assert!(matches!(Spots::new(2, vec![1.0; 3]), Err(Error::Length { .. })));
        let infinite = Spots::new(2, vec![0.0, 0.0, 0.0, f64::INFINITY]).unwrap_err();
        assert_eq!(infinite.to_string(), "row 2: coordinate y is inf, expected a finite number");
        let two = || Spots::new(2, vec![0.0; 4]).unwrap();
        assert!(two().with_severities(vec![1.0, -1.0]).is_err());
        assert!(two().with_ids(vec!["a".into()]).is_err());
        assert!(two().with_cell_size([30.0, 0.0]).is_err() && two().with_cell_size([f64::NAN, 1.0]).is_err());
        assert_eq!(two().with_cell_size([3.0, 2.0]).unwrap().subset(&[1]).cell_size(), Some([3.0, 2.0]));
        assert!(Spots::new(3, vec![0.0; 3]).unwrap().with_cell_size([1.0, 1.0]).is_err());
        let torn = Labeling::from_texts(["a", ""]).unwrap();
        assert_eq!(two().with_slices(torn), Err(Error::MissingLabel { role: "slice", row: 1 }));
    }

    #[test]
    fn squares_of_positions_are_numbers() {
        let said = |scale: f64| Spots::new(2, vec![0.0, 0.0, scale, 0.0]).map_err(|error| error.to_string());
        assert!(said(1e150).is_ok() && said(-1e150).is_ok() && said(1e-150).is_ok() && said(0.0).is_ok());
        let far = "row 2: coordinate x is 1e151, expected at most 1e150 in size; rescale the positions";
        assert_eq!(said(1e151).unwrap_err(), far);
        let close = "spots lie closer together than 1e-150, where squared distances vanish; rescale the positions";
        assert_eq!(said(1e-151).unwrap_err(), close);
    }

    #[test]
    fn a_slice_has_one_donor() {
        let label = |texts: [&str; 3]| Labeling::from_texts(texts).unwrap();
        let spots = || Spots::new(2, vec![0.0; 6]).unwrap();
        let sliced = || spots().with_slices(label(["s", "t", "t"])).unwrap();
        let with = |spots: Spots, donors| spots.with_donors(label(donors)).map_err(|error| error.to_string());
        assert_eq!(with(spots(), ["p"; 3]), Err("donor needs slices, and there is none".to_owned()));
        assert_eq!(
            with(sliced(), ["p", "p", "q"]),
            Err("slice \"t\" has spots of two donors, \"p\" and \"q\"".to_owned())
        );
        assert_eq!(with(sliced(), ["p", "", "q"]), Err("row 2: the donor label is missing".to_owned()));
        let kept = with(sliced(), ["p", "q", "q"]).unwrap().subset(&[1, 2]);
        assert_eq!(kept.donors().unwrap().names(), ["q"]);
    }

    #[test]
    fn a_subset_remembers_its_rows() {
        let spots = Spots::new(2, (0..8).map(f64::from).collect()).unwrap();
        let last = spots.subset(&[1, 3]).subset(&[1]);
        assert_eq!((last.position(0), last.row(0), last.n_rows()), (&[6.0, 7.0][..], 3, 4));
    }
}
