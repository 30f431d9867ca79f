//! The slides of a file that is read.

use slam::{Labeling, Message};

use super::{Evidence, KeyColumn, SeveralSlides, Slides, detect};
use crate::chosen::Chosen;
use crate::error::Result;
use crate::join::Names;
use crate::listing::shown;
use crate::source::Source;

/// The slides of a file, and the column that was found to tell them apart.
pub(crate) struct FoundSlices {
    pub(crate) column: usize,
    pub(crate) slices: Labeling,
    name: String,
}

impl FoundSlices {
    /// Looks at positions, ids and columns; none if nothing speaks of several slides.
    pub(crate) fn new(
        source: &dyn Source,
        (dimensions, coordinates): (usize, &[f64]),
        ids: Option<&Names>,
        mut keys: Vec<(usize, Labeling)>,
    ) -> Result<Option<Self>> {
        let declared = if keys.is_empty() { None } else { source.slide_key() };
        let columns: Vec<KeyColumn<'_>> = keys
            .iter()
            .map(|(column, labels)| KeyColumn {
                name: &source.columns()[*column],
                labels,
                is_declared: declared == Some(*column),
            })
            .collect();
        let none = Names::default();
        let names = ids.unwrap_or(&none);
        let id = |row: usize| names.get(row);
        let evidence = Evidence { dimensions, coordinates, ids: None, columns: &columns };
        let found = match ids {
            Some(_) => detect(&Evidence { ids: Some(&id), ..evidence }),
            None => detect(&evidence),
        };
        match found {
            Slides::One => Ok(None),
            Slides::Unknown(found) => Err(SeveralSlides { file: source.file().to_owned(), found }.into()),
            Slides::By(key) => {
                let (column, slices) = keys.swap_remove(key);
                Ok(Some(Self { column, slices, name: source.columns()[column].clone() }))
            }
        }
    }

    /// What was decided.
    pub(crate) fn chosen(&self) -> Chosen {
        Chosen::new("slices", chosen(&self.name, self.slices.n_labels()))
    }
}

/// That slides are told apart by a column, and how to say that it is one.
pub fn chosen(name: &str, n_slides: usize) -> Message {
    let found = Message::from(format!("column {} ({n_slides} slides); ", shown(name)));
    found.option("one_slide").words(" if it is one slide")
}
