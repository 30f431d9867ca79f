//! The columns that a request names, resolved once all files are open.

use slam::Labeling;

use crate::catalogue::{Catalogue, ColumnRef};
use crate::columns::find;
use crate::drawing::Look;
use crate::error::Result;
use crate::join::Key;
use crate::layout;
use crate::positions::is_position;
use crate::request::Request;
use crate::slides::may_tell_slides_apart;
use crate::source::{Found, Source};

/// The columns that a request means.
#[derive(Debug)]
pub(crate) struct ResolvedColumns {
    /// The truth, then the slice if there is one, then the donor if there is one, then the preds, then the columns of the
    /// input that may tell slides apart.
    places: Vec<ColumnRef>,
    n_keys: usize,
    has_slice: bool,
    /// The names of the preds.
    pub(crate) preds: Vec<String>,
    /// How many of these were named; the rest were found by a pattern.
    pub(crate) n_named: usize,
    /// The severity, a column of the input.
    pub(crate) severity: Option<usize>,
}

impl ResolvedColumns {
    /// Finds what the request names in the sources, the input first, whose ids are presumed there.
    pub(crate) fn new(request: &Request, sources: &[Box<dyn Source>], ids: &[Option<Key>]) -> Result<Self> {
        let names = |source: usize| request.label_names.get(source.wrapping_sub(1)).and_then(Option::as_ref);
        let is_named = (0..sources.len()).map(|source| names(source).is_some()).collect();
        let catalogue = Catalogue::new(sources, ids, is_named);
        let truth = catalogue.find("truth", &request.truth)?;
        let slice = request.slice.as_ref().map(|name| catalogue.find("slice", name)).transpose()?;
        let donor = request.donor.as_ref().map(|name| catalogue.find("donor", name)).transpose()?;
        let (file, columns) = (sources[0].file(), sources[0].columns());
        let severity =
            request.severity.as_ref().map(|name| find("severity_column", name, file, columns)).transpose()?;
        let mut preds = Vec::new();
        let is_picked = |name: &String| request.preds.iter().any(|pred| pred.trim() == name);
        let is_picking = request.label_names.iter().flatten().any(is_picked);
        let files = (0..sources.len()).filter_map(|source| Some((source, names(source)?)));
        for (source, method) in files.filter(|(_, method)| !is_picking || is_picked(method)) {
            let place = catalogue.single(source, method, &request.preds)?;
            // Without a name of its own a file goes by its column.
            let name = if method.is_empty() { catalogue.name(place).to_owned() } else { method.clone() };
            if let Some((_, first)) = preds.iter().find(|(other, _): &&(String, ColumnRef)| *other == name) {
                let files = Box::new([first.source, source].map(|source| sources[source].file().to_owned()));
                return Err(layout::Error::SameMethod { method: name, slice: None, files }.into());
            }
            preds.push((name, place));
        }
        named(request, &catalogue, &mut preds)?;
        let n_named = preds.len();
        let severity_place = severity.map(|column| ColumnRef { source: 0, column });
        let taken: Vec<ColumnRef> = [truth].into_iter().chain(slice).chain(donor).chain(severity_place).collect();
        find_by_pattern(request, &catalogue, &taken, &mut preds)?;
        let named = preds[..n_named].iter().map(|&(_, place)| place);
        let taken: Vec<ColumnRef> = taken.into_iter().chain(named).collect();
        let keys = slide_keys(request, &*sources[0], &|column| taken.contains(&ColumnRef { source: 0, column }));
        let places: Vec<ColumnRef> = [truth].into_iter().chain(slice).chain(donor).collect();
        let places = places.into_iter().chain(preds.iter().map(|&(_, place)| place)).chain(keys.iter().copied());
        Ok(Self {
            places: places.collect(),
            n_keys: keys.len(),
            has_slice: slice.is_some(),
            preds: preds.into_iter().map(|(name, _)| name).collect(),
            n_named,
            severity,
        })
    }

    /// How the labels of the truth look.
    pub(crate) fn look_of_truth(&self, sources: &[Box<dyn Source>]) -> Look {
        self.places.first().map(|place| sources[place.source].look(place.column)).unwrap_or_default()
    }

    /// The columns that are asked of a source.
    pub(crate) fn of(&self, source: usize) -> Vec<usize> {
        self.places.iter().filter(|place| place.source == source).map(|place| place.column).collect()
    }

    /// Which of the columns that are asked of a source were found by a pattern.
    pub(crate) fn is_found(&self, source: usize) -> Vec<bool> {
        let first = self.places.len() - self.n_keys - (self.preds.len() - self.n_named);
        let own = self.places.iter().enumerate().filter(|(_, place)| place.source == source);
        own.map(|(which, _)| which >= first).collect()
    }

    /// The slices among the labelings of the input, if they are there.
    pub(crate) fn slices<'a>(&self, input: &'a [Found]) -> Option<&'a Labeling> {
        let is_inside = |place: usize| self.places[place].source == 0;
        let found = (self.has_slice && is_inside(1)).then(|| input.get(usize::from(is_inside(0)))).flatten()?;
        found.as_ref().ok()
    }

    /// The columns of the input that may tell slides apart; their labelings are the last ones of the input.
    pub(crate) fn slide_keys(&self) -> impl Iterator<Item = usize> {
        self.places[self.places.len() - self.n_keys..].iter().map(|place| place.column)
    }

    /// Whether a pred is that column of the input.
    pub(crate) fn is_pred_of(&self, pred: usize, column: usize) -> bool {
        let first = self.places.len() - self.n_keys - self.preds.len();
        self.places[first + pred] == ColumnRef { source: 0, column }
    }

    /// The labelings that were asked of each source, in the order of asking.
    pub(crate) fn in_order(&self, labelings: Vec<Vec<Found>>) -> impl Iterator<Item = Found> {
        let mut queues: Vec<_> = labelings.into_iter().map(Vec::into_iter).collect();
        self.places.iter().map_while(move |place| queues[place.source].next())
    }
}

/// The columns of the input that may tell slides apart, if slides are to be told apart.
fn slide_keys(request: &Request, input: &dyn Source, taken: &dyn Fn(usize) -> bool) -> Vec<ColumnRef> {
    if request.slice.is_some() || request.one_slide || input.grid().is_some() {
        return Vec::new();
    }
    let declared = input.slide_key();
    let may_be_one = |column: &usize| {
        !taken(*column) && (declared == Some(*column) || may_tell_slides_apart(&input.columns()[*column]))
    };
    (0..input.columns().len()).filter(may_be_one).map(|column| ColumnRef { source: 0, column }).collect()
}

/// Adds the preds that are named.
fn named(request: &Request, catalogue: &Catalogue<'_>, preds: &mut Vec<(String, ColumnRef)>) -> Result<()> {
    let by_method = preds.clone();
    for name in &request.preds {
        let name = name.trim();
        // A column of files that have names is theirs, and so is a name.
        let is_theirs = |(method, place): &(String, ColumnRef)| method == name || catalogue.has(place.source, name);
        if by_method.iter().any(is_theirs) {
            continue;
        }
        let place = catalogue.find("pred", name)?;
        if preds.iter().all(|(other, _)| other != name) {
            preds.push((name.to_owned(), place));
        }
    }
    Ok(())
}

/// Adds what fits a pattern and is not asked for otherwise: positions, truth, slices and severities are no preds.
fn find_by_pattern(
    request: &Request,
    catalogue: &Catalogue<'_>,
    taken: &[ColumnRef],
    preds: &mut Vec<(String, ColumnRef)>,
) -> Result<()> {
    let axes: Vec<&String> = [&request.x, &request.y, &request.z].into_iter().flatten().collect();
    for pattern in &request.pred_globs {
        for (name, place) in catalogue.matching(pattern)? {
            let is_axis = is_position(&name) || axes.contains(&&name);
            let is_asked = taken.contains(&place) || preds.iter().any(|&(_, other)| other == place);
            if !is_axis && !is_asked {
                preds.push((name, place));
            }
        }
    }
    Ok(())
}
