//! Scores and comparisons, as vectors and JSON.

use extendr_api::prelude::*;
use slam::{Analysis, Compared, Pair, Score, SpotSums};
use slam_report::{
    Cells, Lengths, Look, ReportOptions, Scene, Schema, Values, YAxis, comparison_cells, leaderboard_text, report_html,
    score_text, to_json,
};

use crate::run::briefly;
use crate::words::{Outcome, failure, in_r, refused, said};

/// What is kept of an analysis: the graph, most of it, is gone.
pub(crate) struct Told {
    score: Score,
    pair: Pair,
    matched_names: Vec<String>,
    matched: Vec<u16>,
    missing: Option<u16>,
    wrong: SpotSums,
}

impl Told {
    /// What a score and its analysis say.
    pub(crate) fn of(score: Score, analysis: &Analysis) -> Self {
        Self {
            score,
            pair: analysis.pair.clone(),
            matched_names: analysis.matched_names()[..analysis.matching.n_labels()].to_vec(),
            matched: analysis.matching.codes.clone(),
            missing: analysis.matching.missing,
            wrong: analysis.spot_sums(),
        }
    }

    /// A score and what it says of each spot, as R keeps it: labels as two bytes a spot, and sums that become columns when
    /// they are asked for.
    pub(crate) fn parts(self) -> Outcome<List> {
        let Self { score, pair, matched_names, matched, missing, wrong } = self;
        let spots = pair.spots();
        let rows = || (0..spots.n_spots()).map(|spot| spots.row(spot) as i32 + 1).collect::<Vec<i32>>();
        let rows: Nullable<Vec<i32>> = if score.n_dropped == 0 { Null } else { NotNull(rows()) };
        let slices: Nullable<List> = spots.slices().map(|slices| labels(slices.names(), slices.codes(), None)).into();
        let warnings = said(&score.warnings);
        let SpotSums { sums, counts, total, .. } = wrong;
        Ok(list!(
            json = to_json(Schema::Score, &score).map_err(failure)?,
            text = score_text(&score, &Look::default()),
            warnings = warnings,
            rows = rows,
            truth = labels(pair.truth().names(), pair.truth().codes(), None),
            pred = labels(pair.pred().label_names(), pair.pred().codes(), pair.missing_pred()),
            matched = labels(&matched_names, &matched, missing),
            slice = slices,
            sums = Doubles::from_values(sums),
            counts = Integers::from_values(counts.into_iter().map(|count| count as i32)),
            total = total
        ))
    }
}

/// Names, and a code per spot from 0, two bytes each; spots of the missing class have the largest code, which has no name.
fn labels(names: &[String], codes: &[u16], missing: Option<u16>) -> List {
    let known = |&code: &u16| if Some(code) == missing { u16::MAX } else { code };
    let bytes: Vec<u8> = codes.iter().flat_map(|code| known(code).to_le_bytes()).collect();
    list!(names = names.to_vec(), codes = Raw::from_bytes(&bytes))
}

/// A comparison and the analyses it was made of.
pub(crate) struct Comparison(pub(crate) Compared);

/// The command's JSON and table, and the columns of the latter with their types: a row per method and slice, and the
/// references.
#[extendr]
fn comparison_parts(comparison: ExternalPtr<Comparison>) -> Outcome<List> {
    let compared = &comparison.0.comparison;
    let (header, columns) = vectors(&comparison_cells(compared));
    let warnings: Vec<String> = compared.notices().iter().map(in_r).collect();
    Ok(list!(
        json = to_json(Schema::Compare, compared).map_err(failure)?,
        text = leaderboard_text(compared, &Look::default()),
        header = header,
        columns = columns,
        warnings = warnings,
        preds = compared.results.iter().map(|entry| entry.pred.clone()).collect::<Vec<_>>()
    ))
}

/// The names of the columns of a table, and a vector of R for each.
pub(crate) fn vectors(cells: &Cells) -> (Vec<String>, List) {
    let (names, columns): (Vec<String>, Vec<Robj>) =
        cells.columns().into_iter().map(|(name, values)| (name.to_owned(), vector(values))).unzip();
    (names, List::from_values(columns))
}

/// A vector of R with the values of a column, `NA` where there is none.
fn vector(values: Values) -> Robj {
    let whole = |value: Option<usize>| value.and_then(|value| i32::try_from(value).ok());
    match values {
        Values::Texts(texts) => texts.into(),
        Values::Counts(counts) => counts.into_iter().map(whole).collect::<Vec<Option<i32>>>().into(),
        Values::Numbers(numbers) => numbers.into(),
        Values::Truths(truths) => truths.into(),
    }
}

/// The score at a place from 1, as R keeps it.
#[extendr]
fn comparison_score(comparison: ExternalPtr<Comparison>, place: i32) -> Outcome<List> {
    let place = usize::try_from(place - 1).ok();
    let entry = place.and_then(|place| comparison.0.comparison.results.get(place));
    let both = entry.zip(place.and_then(|place| comparison.0.analyses.get(place)));
    let (entry, analysis) = both.ok_or_else(|| refused("there are fewer scores"))?;
    briefly(|| Told::of(entry.score.clone(), analysis))?.parts()
}

/// Writes the report, whole or not at all; y runs `up` or down, and `why` says why.
#[extendr]
fn comparison_report(
    comparison: ExternalPtr<Comparison>,
    path: &str,
    title: Nullable<String>,
    y_axis: &str,
    why: String,
    is_lonlat: bool,
) -> Outcome<bool> {
    let otherwise = || format!("Compared with {}", comparison.0.comparison.truth);
    let title = title.into_option().unwrap_or_else(otherwise);
    let y_axis = if y_axis == "up" { YAxis::Up } else { YAxis::Down };
    let lengths = if is_lonlat { Lengths::Degrees } else { Lengths::Unknown };
    let scene = Scene { y_axis, why, lengths, ..Scene::default() };
    let (compared, options) = (&comparison.0, ReportOptions { title, scene, ..ReportOptions::default() });
    let page = briefly(|| report_html(compared, &options))?.map_err(failure)?;
    slam_io::write_atomically(path.as_ref(), |writer| writer.write_all(page.as_bytes())).map_err(failure)?;
    Ok(true)
}

extendr_module! {
    mod results;
    fn comparison_parts;
    fn comparison_score;
    fn comparison_report;
}
