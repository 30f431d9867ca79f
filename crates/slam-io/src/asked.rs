//! Which columns a request means, once all files are open.

use slam::Labeling;

use crate::catalogue::{Catalogue, Place};
use crate::columns::find;
use crate::error::Result;
use crate::request::Request;
use crate::source::Source;

/// The columns that a request means.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The truth, then the slice if there is one, then the donor if there is one, then the preds.
    places: Vec<Place>,
    /// The names of the preds.
    pub(crate) preds: Vec<String>,
    /// The severity, a column of the input.
    pub(crate) severity: Option<usize>,
}

impl Asked {
    /// Finds what the request names in the sources, the input first, their ids settled.
    pub(crate) fn new(request: &Request, sources: &[Box<dyn Source>]) -> Result<Self> {
        let catalogue = Catalogue::new(sources);
        let truth = catalogue.find("--truth", &request.truth)?;
        let slice = request.slice.as_ref().map(|name| catalogue.find("--slice", name)).transpose()?;
        let donor = request.donor.as_ref().map(|name| catalogue.find("--donor", name)).transpose()?;
        let preds = preds(request, &catalogue, truth)?;
        let (file, columns) = (sources[0].file(), sources[0].columns());
        let severity =
            request.severity.as_ref().map(|name| find("--severity-column", name, file, columns)).transpose()?;
        let places =
            [truth].into_iter().chain(slice).chain(donor).chain(preds.iter().map(|&(_, place)| place)).collect();
        Ok(Self { places, preds: preds.into_iter().map(|(name, _)| name).collect(), severity })
    }

    /// The columns that are asked of a source.
    pub(crate) fn of(&self, source: usize) -> Vec<usize> {
        self.places.iter().filter(|place| place.source == source).map(|place| place.column).collect()
    }

    /// The labelings that were asked of each source, in the order of asking.
    pub(crate) fn in_order(&self, labelings: Vec<Vec<Labeling>>) -> impl Iterator<Item = Labeling> {
        let mut queues: Vec<_> = labelings.into_iter().map(Vec::into_iter).collect();
        self.places.iter().map_while(move |place| queues[place.source].next())
    }
}

/// The preds by name, then those that fit a pattern and are not asked for otherwise.
fn preds(request: &Request, catalogue: &Catalogue<'_>, truth: Place) -> Result<Vec<(String, Place)>> {
    let mut preds: Vec<(String, Place)> = Vec::new();
    for name in &request.preds {
        let name = name.trim();
        let place = catalogue.find("--pred", name)?;
        if preds.iter().all(|(other, _)| other != name) {
            preds.push((name.to_owned(), place));
        }
    }
    for pattern in &request.pred_globs {
        let found = catalogue.matching(pattern)?;
        let is_asked = |place: Place, preds: &[(String, Place)]| preds.iter().any(|&(_, other)| other == place);
        for (name, place) in found {
            if place != truth && !is_asked(place, &preds) {
                preds.push((name, place));
            }
        }
    }
    Ok(preds)
}
