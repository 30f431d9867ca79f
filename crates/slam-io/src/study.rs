//! From a request to spots and labelings that are ready to be paired.

use slam::{Labeling, Measurements, Spots, Warning};

use crate::chosen::Chosen;
use crate::drawing::Drawing;
use crate::edges::Edges;
use crate::error::{Error, Result};
use crate::expression::Expression;
use crate::input::{Watch, refuse_repeated, unwatched};
use crate::join::{self, Key, Likely, Ring, presumed};
use crate::joiner::{Joiner, likely_keys};
use crate::patterns;
use crate::request::{Join, Request};
use crate::resolved::ResolvedColumns;
use crate::slides::FoundSlices;
use crate::source::{Fetched, Source, Wanted, open};

/// What was read, ready to be paired.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Study {
    /// The spots, in the order of the input.
    pub spots: Spots,
    /// The labels that are taken as right.
    pub truth: Labeling,
    /// The labels that are judged, by the names they were asked for with.
    pub preds: Vec<(String, Labeling)>,
    /// The edges, if there are any known beforehand; pairs of spots, loops and repeats included.
    pub edges: Option<Vec<(u32, u32)>>,
    /// Whose slide it is, where a donor was asked for and no slice: the file is one.
    pub donor: Option<String>,
    /// What was decided where the request left it open, as in `positions: columns "x", "y"`.
    pub choices: Vec<Chosen>,
    /// What a user should know about what was read.
    pub warnings: Vec<Warning>,
    /// How the places are drawn.
    pub drawing: Drawing,
}

/// Reads what a request names: the input, the files of labels, the measurements, the edges.
pub fn read(request: &Request) -> Result<Study> {
    read_watched(request, &unwatched())
}

/// Reads what a request names, and tells how far the reading has come: `reading FILE`, bytes read, bytes in all or 0.
pub fn read_watched(request: &Request, watch: &Watch) -> Result<Study> {
    refuse_repeated(request.paths())?;
    let mut sources = vec![open(&request.path, &request.formats, watch)?];
    for path in &request.labels {
        sources.push(open(path, &request.formats, watch)?);
    }
    let expression = Expression::open(request, &*sources[0], watch)?;
    let is_asked = |name: &str| {
        let mut asked = request
            .preds
            .iter()
            .chain([&request.truth])
            .chain(&request.slice)
            .chain(&request.donor)
            .chain(&request.severity);
        asked.any(|other| other.trim() == name)
    };
    let mut keys = all_keys(request, &mut sources, &is_asked)?;
    let own_id = keys[0].iter().find(|likely| likely.is_recognised()).map(|likely| likely.key);
    let ids = keys[1..].iter().map(|others| presumed(others, &keys[0]));
    let presumed: Vec<Option<Key>> = std::iter::once(own_id).chain(ids).collect();
    let resolved = ResolvedColumns::new(request, &sources, &presumed)?;

    let look = resolved.look_of_truth(&sources);
    let (first, others) = sources.split_first_mut().expect("the input is opened first");
    let is_joined = !others.is_empty() || expression.is_joined();
    let mut own_keys = std::mem::take(&mut keys[0]);
    keep_wanted(&mut own_keys, request, is_joined);
    let mut input = fetch_input(request, &mut **first, &resolved, &own_keys)?;
    let found = told_apart(request, &**first, &mut input, &resolved, own_keys.first())?;
    let ring = Ring::new(&**first, input.n_rows, own_keys.into_iter().zip(std::mem::take(&mut input.keys)));
    let mut joiner = Joiner::new(&mut **first, ring, &is_asked);
    let told = found.as_ref().map(|found| &found.slices);
    joiner.check_ids(resolved.slices(&input.labels).or(told).filter(|_| !needs_ids(request)))?;
    joiner.choices = std::mem::take(&mut input.choices);
    joiner.choices.extend(found.as_ref().map(FoundSlices::chosen));
    joiner.mention_ids(is_joined || is_keyed(request));

    let mut labelings = vec![std::mem::take(&mut input.labels)];
    for (place, file) in others.iter_mut().enumerate() {
        let (own_keys, source) = (std::mem::take(&mut keys[place + 1]), place + 1);
        let wanted = Wanted { labels: resolved.of(source), is_found: resolved.is_found(source), ..Wanted::default() };
        labelings.push(joiner.labels(&mut **file, own_keys, wanted, request)?);
    }
    input.drawing.look = look;
    let measurements = expression.read(request, &mut joiner)?;
    let mut labelings = resolved.in_order(labelings);
    let mut named = |n: usize| labelings.by_ref().take(n).flatten().collect::<Vec<Labeling>>();
    let truth = named(1).pop().expect("the truth is asked for first");
    let slices = named(usize::from(request.slice.is_some())).pop();
    let key = found.as_ref().map(|found| found.column);
    let slices = slices.or(found.map(|found| found.slices));
    let donors = named(usize::from(request.donor.is_some())).pop();
    let mut preds: Vec<(String, Labeling)> = resolved.preds.iter().cloned().zip(named(resolved.n_named)).collect();
    let found = resolved.preds.iter().enumerate().skip(resolved.n_named).zip(labelings);
    // What tells slides apart is no labeling of theirs.
    let is_pred = |&((pred, _), _): &((usize, &String), _)| key.is_none_or(|key| !resolved.is_pred_of(pred, key));
    let found = found.filter(is_pred).map(|((_, name), labeling)| (name.clone(), labeling)).collect();
    let (fitting, left_out) = patterns::labelings(request, &joiner.ring.file, found, input.n_rows, !preds.is_empty())?;
    preds.extend(fitting);
    joiner.choices.extend(left_out);
    finish(request, joiner, input, Read { truth, slices, donors, preds, measurements }, watch)
}

/// Looks for what tells slides apart, where nobody says so; the columns that may do it are taken out of the input.
fn told_apart(
    request: &Request,
    source: &dyn Source,
    input: &mut Fetched,
    resolved: &ResolvedColumns,
    id: Option<&Likely>,
) -> Result<Option<FoundSlices>> {
    let columns: Vec<usize> = resolved.slide_keys().collect();
    let labels = input.labels.split_off(input.labels.len() - columns.len());
    if request.slice.is_some() || request.one_slide || input.cell_size.is_some() {
        return Ok(None);
    }
    let ids = id.filter(|likely| likely.is_recognised()).and_then(|_| input.keys.first());
    let keys = columns.into_iter().zip(labels).filter_map(|(column, labels)| Some((column, labels.ok()?))).collect();
    FoundSlices::new(source, (input.dimensions, &input.coordinates), ids, keys)
}

/// What was read beside the spots.
struct Read {
    truth: Labeling,
    slices: Option<Labeling>,
    donors: Option<Labeling>,
    preds: Vec<(String, Labeling)>,
    measurements: Option<Measurements>,
}

/// Puts together what was read, and reads the edges.
fn finish(request: &Request, joiner: Joiner<'_>, mut input: Fetched, read: Read, watch: &Watch) -> Result<Study> {
    let is_named = is_keyed(request) || joiner.is_used();
    let ids = joiner.ids().filter(|_| is_named).map(|key| &joiner.ring.keys[key]);
    let edges =
        request.edges.as_ref().map(|edges| edges.read(&*joiner.source, ids, &request.formats, watch)).transpose()?;
    let drawing = std::mem::take(&mut input.drawing);
    let planes = input.planes.take().filter(|(_, n)| *n > 1);
    let file = &joiner.ring.file;
    let mut spots = spots(request, file, input, ids.map(|held| held.names.to_boxes()), read.slices)?;
    let mut donor = None;
    if let Some(donors) = read.donors {
        let column = request.donor.clone().unwrap_or_default();
        let failure = |cause| Error::Column { file: file.clone(), column, cause };
        if request.slice.is_some() {
            spots = spots.with_donors(donors).map_err(failure)?;
        } else {
            donor = Some(only_donor(&donors).map_err(failure)?);
        }
    }
    if let Some(measurements) = read.measurements {
        let failure = |cause| Error::Spots { file: file.clone(), cause };
        spots = spots.with_measurements(measurements).map_err(failure)?;
    }
    let (mut choices, mut warnings) = (joiner.choices, joiner.warnings);
    choices.extend(edges.as_ref().map(|edges| Chosen::new("edges", format!("{} given", edges.len()))));
    warnings.extend(planes.map(|(column, n_planes)| Warning::Planes { column, n_planes }));
    Ok(Study { spots, truth: read.truth, preds: read.preds, edges, donor, choices, warnings, drawing })
}

/// Whose slide a file is: all of its spots say the same.
fn only_donor(donors: &Labeling) -> slam::Result<String> {
    match donors.names() {
        [only] => Ok(only.clone()),
        [] => Err(slam::Error::MissingLabel { role: "donor", row: 0 }),
        [one, other, ..] => {
            let donors = Box::new([one.clone(), other.clone()]);
            Err(slam::Error::TwoDonors { slice: "the file".to_owned(), donors })
        }
    }
}

/// Whether the ids of the input are wanted for themselves.
fn is_keyed(request: &Request) -> bool {
    request.with_ids || needs_ids(request)
}

/// Whether each id of the input must mean one spot, even on several slices.
fn needs_ids(request: &Request) -> bool {
    request.edges.as_ref().is_some_and(Edges::needs_ids)
}

/// Where each source may have its ids.
fn all_keys(
    request: &Request,
    sources: &mut [Box<dyn Source>],
    taken: &dyn Fn(&str) -> bool,
) -> Result<Vec<Vec<Likely>>> {
    let (found, expected) = (request.labels_ids.len(), request.labels.len());
    if found > 1 && found != expected || found > 0 && expected == 0 {
        return Err(join::Error::LabelsIds { found, expected }.into());
    }
    let mut keys = Vec::with_capacity(sources.len());
    for (place, source) in sources.iter_mut().enumerate() {
        let id = request.id.as_deref();
        let own = request.labels_ids.get(if found == 1 { 0 } else { place.wrapping_sub(1) });
        let named = match place {
            0 => id.map(|name| ("id", name)),
            _ => own.map(|name| ("labels_id", name.as_str())),
        };
        keys.push(likely_keys(&mut **source, named, id, taken)?);
    }
    Ok(keys)
}

/// Keeps the keys of the input that have to be read: all if something is joined by them; else the ids, to see that they differ,
/// unless rows are what spots go by.
fn keep_wanted(keys: &mut Vec<Likely>, request: &Request, is_joined: bool) {
    let is_by_row = request.join == Join::Row;
    if is_joined && !is_by_row {
        return;
    }
    let is_wanted = is_keyed(request) || request.id.is_some() || !is_by_row;
    keys.retain(|likely| is_wanted && likely.is_recognised());
    keys.truncate(1);
}

fn fetch_input(
    request: &Request,
    input: &mut dyn Source,
    resolved: &ResolvedColumns,
    keys: &[Likely],
) -> Result<Fetched> {
    let numbers = resolved.severity.into_iter().collect();
    let keys = keys.iter().map(|likely| likely.key).collect();
    let (labels, is_found) = (resolved.of(0), resolved.is_found(0));
    input.fetch(&Wanted { positions: Some(request), labels, is_found, numbers, keys })
}

fn spots(
    request: &Request,
    file: &str,
    input: Fetched,
    ids: Option<Vec<Box<str>>>,
    slices: Option<Labeling>,
) -> Result<Spots> {
    let in_column = |column: &Option<String>| {
        let column = column.clone().unwrap_or_default();
        move |cause| Error::Column { file: file.to_owned(), column, cause }
    };
    let in_file = |cause| Error::Spots { file: file.to_owned(), cause };
    let mut spots = Spots::new(input.dimensions, input.coordinates).map_err(in_file)?;
    if let Some(size) = input.cell_size {
        spots = spots.with_cell_size(size).map_err(in_file)?;
    }
    if let Some(ids) = ids {
        spots = spots.with_ids(ids).map_err(in_file)?;
    }
    if let Some(slices) = slices {
        spots = spots.with_slices(slices).map_err(in_column(&request.slice))?;
    }
    if let Some(severities) = input.numbers.into_iter().next() {
        spots = spots.with_severities(severities).map_err(in_column(&request.severity))?;
    }
    Ok(spots)
}

impl Study {
    /// What was decided, as the command says it.
    pub fn notes(&self) -> Vec<String> {
        self.choices.iter().map(Chosen::in_words).collect()
    }

    /// Mentions the labels that are to be excluded and that no spot carries.
    pub fn mention_unmet(&mut self, exclude: &[String]) {
        for name in exclude {
            let is_met = |labeling: &Labeling| labeling.find(name.trim()).is_some();
            if !is_met(&self.truth) && !self.preds.iter().any(|(_, pred)| is_met(pred)) {
                self.choices.push(Chosen::new("--exclude", format!("no spot is labelled {name:?}")));
            }
        }
    }
}
