//! The slides of a file that is read.

use std::path::Path;

use slam::{Labeling, Message};

use super::{Evidence, KeyColumn, SeveralSlides, Slides, detect, may_tell_slides_apart};
use crate::chosen::Chosen;
use crate::error::Result;
use crate::format::Formats;
use crate::input::unwatched;
use crate::join::{Likely, Names};
use crate::listing::shown;
use crate::request::Request;
use crate::source::{Source, Wanted, open};

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

    /// Reads what is needed to look for slides; none for a raster, whose cells tell them apart, and where no positions are found.
    pub(crate) fn read(path: &Path, formats: &Formats) -> Result<Option<Self>> {
        let mut source = open(path, formats, &unwatched())?;
        if source.grid().is_some() {
            return Ok(None);
        }
        let declared = source.slide_key();
        let may_be_one =
            |column: &usize| declared == Some(*column) || may_tell_slides_apart(&source.columns()[*column]);
        let labels: Vec<usize> = (0..source.columns().len()).filter(may_be_one).collect();
        let key = source.keys(&|_| false)?.into_iter().next().filter(Likely::is_recognised).map(|likely| likely.key);
        let (request, is_found) = (Request::default(), vec![true; labels.len()]);
        let keys = key.into_iter().collect();
        let wanted = Wanted { positions: Some(&request), labels: labels.clone(), is_found, keys, ..Wanted::default() };
        // What is wrong with the positions is said elsewhere.
        let Ok(fetched) = source.fetch(&wanted) else { return Ok(None) };
        let columns = labels.into_iter().zip(fetched.labels);
        let columns = columns.filter_map(|(column, labels)| Some((column, labels.ok()?))).collect();
        Self::new(&*source, (fetched.dimensions, &fetched.coordinates), fetched.keys.first(), columns)
    }

    /// The name of the column.
    pub(crate) fn name(&self) -> &str {
        &self.name
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
