//! What `uns` says of how a file is drawn: colours of labels, and the slide that the spots lie on.

use slam::Labeling;

use super::H5ad;
use super::error::Result;
use super::store::{Array, Group, Node};
use crate::drawing::Picture;

/// A picture is thinned until it is at most so many pixels wide and high.
const MOST_PIXELS: usize = 1_000;
/// A picture of more pixels is not read.
const MOST_READ: usize = 100_000_000;

/// The slide that the spots lie on.
#[derive(Debug, Default)]
pub(crate) struct Slide {
    /// Its picture, if it was asked for.
    pub(crate) picture: Option<Picture>,
    /// Micrometres of one unit of the positions.
    pub(crate) micrometres: Option<f64>,
    /// How many units of the positions a spot is wide.
    pub(crate) spot_diameter: Option<f64>,
}

impl H5ad {
    /// The labels of a categorical column in the file's order; none where it is no categorical.
    pub(crate) fn categories(&self, column: &str) -> Result<Option<Vec<String>>> {
        let Some(categories) = self.obs()?.column(column)?.categories()? else { return Ok(None) };
        let codes = (0_i64..).take(categories.len());
        // A name is trimmed and a whole number loses its `.0`, as those of spots are.
        let Ok(labeling) = Labeling::from_codes(&categories, codes) else { return Ok(None) };
        Ok((0..categories.len()).map(|code| labeling.name(code).map(str::to_owned)).collect())
    }

    /// The colours of a column's categories, as `uns` has them.
    pub(crate) fn colors(&self, column: &str) -> Result<Option<Vec<String>>> {
        match self.store.root()?.child(&format!("uns/{column}_colors"))? {
            Some(Node::Array(array)) => {
                array.check_size()?;
                array.read()?.texts().map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The slide in `uns["spatial"]`, if there is exactly one.
    pub(crate) fn slide(&self, with_picture: bool) -> Result<Option<Slide>> {
        let Some(Node::Group(slides)) = self.store.root()?.child("uns/spatial")? else { return Ok(None) };
        let names = slides.names()?;
        let [name] = &names[..] else { return Ok(None) };
        let Some(Node::Group(slide)) = slides.child(name)? else { return Ok(None) };
        let factor = |name: &str| number(&slide, &format!("scalefactors/{name}"));
        let mut found = Slide {
            picture: None,
            micrometres: factor("microns_per_pixel"),
            spot_diameter: factor("spot_diameter_fullres"),
        };
        for size in ["hires", "lowres"] {
            let scale = factor(&format!("tissue_{size}_scalef"));
            let (Some(scale), true) = (scale, with_picture && found.picture.is_none()) else { continue };
            if let Some(Node::Array(array)) = slide.child(&format!("images/{size}"))? {
                found.picture = picture(&array, scale)?;
            }
        }
        Ok(Some(found))
    }
}

/// A positive number that stands alone.
fn number(group: &Group, path: &str) -> Option<f64> {
    let Node::Array(array) = group.child(path).ok()?? else { return None };
    let values = array.read().ok()?;
    values.check_numbers().ok()?;
    (values.n() == 1).then(|| values.number(0)).filter(|number| number.is_finite() && *number > 0.0)
}

/// A picture of bytes, or of shares of white; every so many pixels of it, so that it is not too large.
fn picture(array: &Array, scale: f64) -> Result<Option<Picture>> {
    let [height, width, n_channels] = array.shape[..] else { return Ok(None) };
    let n_values = height.saturating_mul(width).saturating_mul(n_channels);
    if !(3..=4).contains(&n_channels) || n_values == 0 || n_values > MOST_READ {
        return Ok(None);
    }
    array.check_size()?;
    let values = array.read()?;
    values.check_numbers()?;
    let full = if values.check_integers().is_ok() { 1.0 } else { 255.0 };
    let every = height.max(width).div_ceil(MOST_PIXELS);
    let (rows, columns) = (height / every, width / every);
    let byte = |row: usize, column: usize, channel: usize| {
        let place = |down: usize, right: usize| ((row * every + down) * width + column * every + right) * n_channels;
        let sum: f64 = (0..every * every).map(|i| values.number(place(i / every, i % every) + channel)).sum();
        (full * sum / (every * every) as f64).round().clamp(0.0, 255.0) as u8
    };
    let pixels = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let rgb = pixels.flat_map(|(row, column)| [0, 1, 2].map(|channel| byte(row, column, channel))).collect();
    Ok(Some(Picture { rgb, width: columns, height: rows, scale: scale / every as f64 }))
}
