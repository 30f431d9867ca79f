//! Where the cells of a raster are: its size, the size of a cell, and the corner that they are counted from.

use super::error::{Error, in_digits};
use super::tags::Tags;
use crate::chosen::Chosen;
use crate::drawing::{Drawing, Lengths};
use crate::error::Result;

const PIXEL_SCALE: u16 = 33_550;
const TIE_POINTS: u16 = 33_922;
const TRANSFORMATION: u16 = 34_264;
const GEO_KEYS: u16 = 34_735;

/// Corners may differ by this share of a cell, and sizes of cells by as much over the whole raster.
const SAME: f64 = 1e-3;

/// Where the cells of a raster are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    /// Cells from left to right, and from top to bottom.
    pub(crate) size: [u64; 2],
    /// The corner of the first cell.
    corner: [f64; 2],
    /// From one column to the next, and from one row to the next.
    step: [f64; 2],
    frame: Frame,
}

/// What positions are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// Columns and rows.
    Cells,
    /// A map, whose unit nobody says.
    Map,
    /// A map in metres.
    Metres,
    /// Longitudes and latitudes.
    Degrees,
}

impl Grid {
    /// The grid that the tags describe; columns and rows where they say nothing, or where the raster is turned.
    pub(super) fn read(tags: &Tags, size: [u64; 2]) -> Result<Self> {
        let keys = tags.numbers(GEO_KEYS, 4_096)?.unwrap_or_default();
        let key = |name: u64| keys.chunks_exact(4).skip(1).find(|key| key[0] == name && key[1] == 0).map(|key| key[3]);
        let frame = match (key(1024), key(3076)) {
            (Some(2), _) => Frame::Degrees,
            (_, Some(9001)) => Frame::Metres,
            _ => Frame::Map,
        };
        let Some((mut corner, step)) = placed(tags)? else {
            return Ok(Self { size, corner: [0.0; 2], step: [1.0; 2], frame: Frame::Cells });
        };
        let is_length = |step: f64| step.is_finite() && (1e-100..1e100).contains(&step.abs());
        if !step.iter().all(|&step| is_length(step)) || !corner.iter().all(|place| place.abs() < 1e100) {
            let [width, height, x, y] = [step[0], step[1], corner[0], corner[1]].map(in_digits);
            return Err(tags
                .bytes
                .damaged(format!("its cells are {width} by {height}, the first of them at ({x}, {y})")));
        }
        if key(1025) == Some(2) {
            // The corner that is named is the middle of the first cell.
            (0..2).for_each(|axis| corner[axis] -= 0.5 * step[axis]);
        }
        Ok(Self { size, corner, step, frame })
    }

    /// The number of cells.
    pub(super) fn n_cells(&self) -> usize {
        (self.size[0] * self.size[1]) as usize
    }

    /// How wide and how high a cell is.
    pub(super) fn cell_size(&self) -> [f64; 2] {
        self.step.map(f64::abs)
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, column: u64, row: u64) -> [f64; 2] {
        [self.corner[0] + (column as f64 + 0.5) * self.step[0], self.corner[1] + (row as f64 + 0.5) * self.step[1]]
    }

    /// How the cells are drawn.
    pub(super) fn drawing(&self) -> Drawing {
        match self.frame {
            Frame::Degrees => Drawing::of_degrees(),
            Frame::Cells => {
                Drawing { is_y_down: true, why: "rows are counted from the top".to_owned(), ..Drawing::default() }
            }
            Frame::Map | Frame::Metres => {
                let lengths = if self.frame == Frame::Metres { Lengths::Micrometres(1e6) } else { Lengths::Unknown };
                Drawing { why: "as on a map".to_owned(), lengths, ..Drawing::default() }
            }
        }
    }

    /// Where positions come from, in words.
    pub(super) fn chosen(&self) -> Chosen {
        let ([columns, rows], [width, height]) = (self.size, self.cell_size().map(in_digits));
        let of = match self.frame {
            Frame::Cells => "numbers of columns and rows".to_owned(),
            Frame::Map => format!("each {width} by {height}"),
            Frame::Metres => format!("each {width} by {height} metres"),
            Frame::Degrees => format!("each {width} by {height} degrees"),
        };
        Chosen::positions(format!("centres of {columns} × {rows} cells, {of}"))
    }

    /// Refuses another raster whose cells are not these.
    pub(crate) fn check_same(&self, own: &str, other: &Self, file: &str) -> Result<()> {
        let differ = |found: String, expected: String| {
            Err(Error::OtherGrid { file: file.to_owned(), found, input: own.to_owned(), expected }.into())
        };
        let size = |grid: &Self| format!("{} × {} cells", grid.size[0], grid.size[1]);
        let step =
            |grid: &Self| format!("cells of {} by {}", in_digits(grid.cell_size()[0]), in_digits(grid.cell_size()[1]));
        let corner =
            |grid: &Self| format!("its first corner at ({}, {})", in_digits(grid.corner[0]), in_digits(grid.corner[1]));
        if self.size != other.size {
            return differ(size(other), size(self));
        }
        let is_beside = |axis: usize, own: f64, others: f64| (own - others).abs() > SAME * self.step[axis].abs();
        let far = |axis: usize| self.size[axis] as f64;
        if (0..2).any(|axis| is_beside(axis, far(axis) * self.step[axis], far(axis) * other.step[axis])) {
            return differ(step(other), step(self));
        }
        if (0..2).any(|axis| is_beside(axis, self.corner[axis], other.corner[axis])) {
            return differ(corner(other), corner(self));
        }
        Ok(())
    }
}

/// The corner of the first cell and the steps to the next ones, if the file says so along the axes.
fn placed(tags: &Tags) -> Result<Option<([f64; 2], [f64; 2])>> {
    if let Some(&[a, b, _, x, c, d, _, y, ..]) = tags.reals(TRANSFORMATION, 16)?.as_deref() {
        return Ok((b == 0.0 && c == 0.0).then_some(([x, y], [a, d])));
    }
    let (scale, ties) = (tags.reals(PIXEL_SCALE, 3)?, tags.reals(TIE_POINTS, 6)?);
    let (Some(&[width, height, ..]), Some(&[column, row, _, x, y, ..])) = (scale.as_deref(), ties.as_deref()) else {
        return Ok(None);
    };
    Ok(Some(([x - column * width, y + row * height], [width, -height])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::bytes::Bytes;
    use crate::raster::tests::tiff;

    #[test]
    fn any_corner_of_a_cell_may_place_the_raster() {
        // Cells of 10 by 5, and the upper left corner of that in column 2, row 3 is (100, 200): the first is 2·10 to the left
        // and 3·5 above. The 3 + 6 numbers stand behind 8 + 2 + 2·12 bytes.
        let tags = [(PIXEL_SCALE, 12, 3, [34, 0, 0, 0]), (TIE_POINTS, 12, 6, [58, 0, 0, 0])];
        let numbers = [10.0, 5.0, 0.0, 2.0, 3.0, 0.0, 100.0, 200.0, 0.0].map(f64::to_le_bytes).concat();
        let file = tiff(&tags, &numbers).into_file();
        let tags = Tags::read(Bytes::new("f.tif".to_owned(), file).unwrap()).unwrap();
        let grid = Grid::read(&tags, [4, 4]).unwrap();
        assert_eq!((grid.corner, grid.step), ([80.0, 215.0], [10.0, -5.0]));
        assert_eq!(grid.centre(2, 3), [105.0, 197.5]);
    }
}
