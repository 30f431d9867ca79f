//! From a request to spots and labelings that are ready to be paired.

use slam::{Labeling, Spots};

use crate::asked::Asked;
use crate::edges::Edges;
use crate::error::{Error, Result};
use crate::expression::Expression;
use crate::ids::Ids;
use crate::request::Request;
use crate::source::{Fetched, Source, Wanted, open};

/// What was read, ready to be paired.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// The spots, in the order of the input.
    pub spots: Spots,
    /// The labels that are taken as right.
    pub truth: Labeling,
    /// The labels that are judged, by the names they were asked for with.
    pub preds: Vec<(String, Labeling)>,
    /// The edges, if there are any known beforehand; pairs of spots, loops and repeats included.
    pub edges: Option<Vec<(u32, u32)>>,
    /// What was decided where the request left it open, in words: `positions: columns "x", "y"`.
    pub choices: Vec<String>,
}

/// Reads what a request names: the input, the files of labels, the measurements, the edges.
pub fn read(request: &Request) -> Result<Study> {
    let mut sources = vec![open(&request.path)?];
    for path in &request.labels {
        sources.push(open(path)?);
    }
    let mut expression = Expression::open(request, &*sources[0])?;
    let has_ids = settle_ids(request, &mut sources)?;
    let asked = Asked::new(request, &sources)?;
    let is_joined = has_ids[1..].contains(&true) || expression.has_ids();
    let is_keyed = request.with_ids || request.edges.as_ref().is_some_and(Edges::needs_ids);
    let mut input = fetch_input(request, &mut *sources[0], &asked, has_ids[0] && (is_joined || is_keyed))?;
    let (file, ids) = (sources[0].file().to_owned(), input.ids.take());
    let index = ids.as_deref().map(|ids| Ids::new(&file, ids)).transpose()?;

    let mut choices = std::mem::take(&mut input.choices);
    let mut labelings = vec![std::mem::take(&mut input.labels)];
    for (source, labels) in sources.iter_mut().enumerate().skip(1) {
        let wanted = Wanted { labels: asked.of(source), ids: index.is_some() && has_ids[source], ..Wanted::default() };
        let fetched = labels.fetch(&wanted)?;
        choices.push(format!("{}: joined by {}", labels.file(), if wanted.ids { "id" } else { "row" }));
        labelings.push(join(&file, input.n_rows, index.as_ref(), labels.file(), fetched)?);
    }
    let measurements = expression.read(&mut *sources[0], index.as_ref(), input.n_rows, &mut choices)?;
    let edges = request.edges.as_ref().map(|edges| edges.read(&*sources[0], index.as_ref())).transpose()?;
    choices.extend(edges.as_ref().map(|edges| format!("edges: {} given", edges.len())));
    drop(index);
    let mut labelings = asked.in_order(labelings);
    let truth = labelings.next().expect("the truth is asked for first");
    let slices = request.slice.as_ref().and_then(|_| labelings.next());
    let donors = request.donor.as_ref().and_then(|_| labelings.next());
    let preds = asked.preds.iter().cloned().zip(labelings).collect();
    let mut spots = spots(request, &file, input, ids, slices)?;
    if let Some(donors) = donors {
        let column = request.donor.clone().unwrap_or_default();
        spots = spots.with_donors(donors).map_err(|source| Error::Column { file: file.clone(), column, source })?;
    }
    if let Some(measurements) = measurements {
        spots = spots.with_measurements(measurements).map_err(|source| Error::Spots { file, source })?;
    }
    Ok(Study { spots, truth, preds, edges, choices })
}

/// Settles the ids of each source, and says which have any; a file of labels need not have the column that `--id` names.
fn settle_ids(request: &Request, sources: &mut [Box<dyn Source>]) -> Result<Vec<bool>> {
    let is_asked = |name: &str| {
        let mut asked = request.preds.iter().chain([&request.truth]).chain(&request.slice).chain(&request.donor);
        asked.any(|other| other.trim() == name)
    };
    let mut has_ids = Vec::with_capacity(sources.len());
    for (place, source) in sources.iter_mut().enumerate() {
        let named = request.id.as_deref();
        let named = named.filter(|name| place == 0 || source.columns().iter().any(|column| column == name));
        has_ids.push(source.settle_ids(named, &is_asked)?);
    }
    Ok(has_ids)
}

fn fetch_input(request: &Request, input: &mut dyn Source, asked: &Asked, ids: bool) -> Result<Fetched> {
    let numbers = asked.severity.into_iter().collect();
    input.fetch(&Wanted { positions: Some(request), labels: asked.of(0), numbers, ids })
}

/// The labelings of a file of labels, in the order of the input.
fn join(input: &str, n_rows: usize, ids: Option<&Ids<'_>>, file: &str, fetched: Fetched) -> Result<Vec<Labeling>> {
    let Some((index, ids)) = ids.zip(fetched.ids) else {
        let (found, file, input) = (fetched.n_rows, file.to_owned(), input.to_owned());
        let is_equal = found == n_rows;
        return if is_equal {
            Ok(fetched.labels)
        } else {
            Err(Error::RowCount { file, found, input, expected: n_rows })
        };
    };
    let rows = index.join(input, file, &ids)?;
    let code =
        |labeling: &Labeling, row: Option<u32>| row.and_then(|row| labeling.code(row as usize)).map(|code| code as u32);
    let reorder = |labeling: Labeling| {
        let codes = rows.iter().map(|&row| code(&labeling, row).map_or(-1, i64::from));
        Labeling::from_codes(labeling.names(), codes).expect("no label is added")
    };
    Ok(fetched.labels.into_iter().map(reorder).collect())
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
        move |source| Error::Column { file: file.to_owned(), column, source }
    };
    let in_file = |source| Error::Spots { file: file.to_owned(), source };
    let mut spots = Spots::new(input.dimensions, input.coordinates).map_err(in_file)?;
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
    /// Mentions the labels that are to be excluded and that no spot carries.
    pub fn mention_unmet(&mut self, exclude: &[String]) {
        for name in exclude {
            let is_met = |labeling: &Labeling| labeling.find(name.trim()).is_some();
            if !is_met(&self.truth) && !self.preds.iter().any(|(_, pred)| is_met(pred)) {
                self.choices.push(format!("--exclude: no spot is labelled {name:?}"));
            }
        }
    }
}
