//! How places are drawn and spoken of in a report, as Python knows it.

use numpy::{PyReadonlyArray1, PyReadonlyArray3};
use pyo3::prelude::*;
use slam_report::{Color, Image, Lengths, Words, YAxis};

use crate::features::Features;
use crate::words::refused;

/// How places are drawn and spoken of; it changes no number.
#[pyclass(frozen, module = "slam_metric._slam")]
pub(crate) struct Scene(pub(crate) slam_report::Scene);

#[pymethods]
impl Scene {
    /// A scene; `places` is the place of each row among the features, negative where it has none, and `scale` the pixels of
    /// the image for one unit of the positions.
    #[new]
    #[pyo3(signature = (y, why, *, colors, order, words, unit, is_lonlat=false, features=None, places=None, image=None, scale=1.0))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called, in one place")]
    fn new(
        y: &str,
        why: String,
        colors: Vec<(String, String)>,
        order: Vec<String>,
        words: &str,
        unit: String,
        is_lonlat: bool,
        features: Option<Py<Features>>,
        places: Option<PyReadonlyArray1<'_, i64>>,
        image: Option<PyReadonlyArray3<'_, u8>>,
        scale: f64,
    ) -> PyResult<Self> {
        let color = |(label, color): (String, String)| read_color(&color).map(|color| (label, color));
        let drawn = features.zip(places).map(|(features, places)| {
            let feature = |&place: &i64| usize::try_from(place).ok().and_then(|place| features.get().0.get(place));
            places.as_array().iter().map(|place| feature(place).cloned().unwrap_or_default()).collect()
        });
        Ok(Self(slam_report::Scene {
            y_axis: chosen("y_axis", y, [("up", YAxis::Up), ("down", YAxis::Down)])?,
            why,
            polygons: drawn,
            colors: colors.into_iter().map(color).collect::<PyResult<_>>()?,
            order,
            lengths: if is_lonlat { Lengths::Degrees } else { Lengths::Unknown },
            words: chosen("words", words, [("wrong", Words::Wrong), ("change", Words::Change)])?,
            spot: unit,
            image: image.map(|image| picture(&image, scale)),
        }))
    }
}

/// The value that a word stands for.
fn chosen<T>(option: &str, word: &str, choices: [(&str, T); 2]) -> PyResult<T> {
    let expected = format!("{option} must be {} or {}, got {word:?}", choices[0].0, choices[1].0);
    let found = choices.into_iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| value).ok_or_else(|| refused(expected))
}

/// A colour written `#RRGGBB`.
fn read_color(text: &str) -> PyResult<Color> {
    let wrong = || refused(format!("palette: {text:?} is no colour; expected #RRGGBB"));
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii()).ok_or_else(wrong)?;
    let part = |place: usize| u8::from_str_radix(&digits[place..place + 2], 16).map_err(|_| wrong());
    Ok([part(0)?, part(2)?, part(4)?])
}

/// A picture of height × width × 3 bytes.
fn picture(image: &PyReadonlyArray3<'_, u8>, scale: f64) -> Image {
    let image = image.as_array();
    let (height, width, _) = image.dim();
    Image { rgb: image.iter().copied().collect(), width, height, scale }
}
