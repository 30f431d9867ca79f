//! The framework: every extractor with every discrepancy on the paper's cases, and every way to match.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value, json};
use slam::discrepancy::Comparer;
use slam::extractor::Extraction;
use slam::matcher::{Matching, Method};
use slam::metrics::{Better, Selection};
use slam::{Connected, Measurements, Observer, Options, Pair, Result, Scale};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use super::crowd::crowd;
use crate::case::Case;
use crate::cases::{case1, case2, case3, case4, case5, case6, case9, scenes};
use crate::programme::Programme;
use crate::slide::Slide;

/// The numbers of spots whose time is taken.
const SPOTS: [usize; 2] = [10_000, 1_000_000];
/// What is smaller than this is 0 in a table of three decimals.
const NOTHING: f64 = 0.0005;
const DUELS: [&str; 5] = ["I", "III", "IV", "V", "VI"];

/// What one extractor and one discrepancy have to say.
struct Row {
    extractor: Extraction,
    discrepancy: Comparer,
    /// Q in Cases I, III, IV, V and VI.
    q: Vec<Option<f64>>,
    /// How many of the nine steps of Case II rise.
    rises: usize,
    /// Q in the scenes of Case VIII.
    scenes: Vec<Option<f64>>,
    /// Steps III and IV in units of the graph, by number of spots.
    shares: Vec<f64>,
}

/// Runs every combination.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let rows = rows(programme, observer)?;
    let matched = matched(programme, observer)?;
    let scenes: Vec<&str> = scenes()?.iter().map(scene).collect();
    Ok(Some(Exhibit {
        key: "framework".to_owned(),
        title: "The framework: other choices of 𝓣, 𝓓 and 𝓜".to_owned(),
        lead: "SLAM is one instance of four steps. Here every extractor meets every discrepancy in the paper's cases: Q is positive \
               where the labeling that is known to be worse has the larger d. In Case VIII the worse labeling has the truth's \
               shapes in the wrong places. Time is that of steps III and IV, in units of the graph's, in this run."
            .to_owned(),
        verdicts: vec![slam(&rows), place(&rows, &scenes), names(&rows, &scenes)],
        figures: vec![
            Figure::Table(table(&rows, &scenes)),
            Figure::Plot(plot(&rows)),
            Figure::Table(matching_table(&matched)),
        ],
        notes: vec![
            "Q divides by the length of each discrepancy's own range: 2 for sliced and mmd; the largest distance of two points for \
             wasserstein, √2 for one_hot and pairs, 2 for coefficients and spectrum. Density needs measurements: Case IX gets a column \
             for every true layer, 1 in it and 0 elsewhere, with waves of 0.4."
                .to_owned(),
        ],
        data: data(&rows, &scenes, &matched),
    }))
}

fn rows(programme: &Programme, observer: &dyn Observer) -> Result<Vec<Row>> {
    let duels = [case1()?, case3()?, case4()?, case5()?, case6()?];
    let (rising, scenes) = (case2()?, scenes()?);
    let grounds = grounds(programme, observer)?;
    let mut rows = Vec::new();
    for &extractor in Extraction::ALL {
        let plain = Options { extractor, metrics: Selection::None, ..programme.options.clone() };
        let times: Vec<Vec<f64>> =
            grounds.iter().map(|ground| shares(ground, &plain, observer)).collect::<Result<_>>()?;
        for (place, &discrepancy) in Comparer::ALL.iter().enumerate() {
            let options = Options { discrepancy, ..plain.clone() };
            let scale = scale(extractor, discrepancy);
            let q = |case: &Case| {
                let d = d(case, &options, observer)?;
                Ok(scale.q(Some(d[0]), Some(d[1])))
            };
            let steps = d(&rising, &options, observer)?;
            rows.push(Row {
                extractor,
                discrepancy,
                q: duels.iter().map(q).collect::<Result<_>>()?,
                rises: steps.windows(2).filter(|pair| pair[1] > pair[0]).count(),
                scenes: scenes.iter().map(q).collect::<Result<_>>()?,
                shares: times.iter().map(|shares| shares[place]).collect(),
            });
        }
    }
    Ok(rows)
}

/// d of every labeling of a case.
fn d(case: &Case, options: &Options, observer: &dyn Observer) -> Result<Vec<f64>> {
    Ok(super::case2::scores(case, options, observer)?.iter().map(|score| score.slam.d).collect())
}

/// 0 to the largest d that there can be.
fn scale(extractor: Extraction, discrepancy: Comparer) -> Scale {
    let most = match (discrepancy, extractor) {
        (Comparer::Wasserstein, Extraction::OneHot | Extraction::Pairs) => 2.0f64.sqrt(),
        _ => 2.0,
    };
    Scale { better: Better::Lower, range: (Some(0.0), Some(most)), is_ratio: false }
}

/// A crowd with its graph, and how long that took.
struct Ground {
    pair: Pair,
    connected: Connected,
    matching: Matching,
    seconds: f64,
}

fn grounds(programme: &Programme, observer: &dyn Observer) -> Result<Vec<Ground>> {
    let one = |n: usize| {
        let (crowd, options) = (crowd(n, 5)?, &programme.options);
        let pair: Pair = options.pair(&crowd.spots, &crowd.truth, &crowd.pred)?;
        let pipeline = options.pipeline(pair.spots());
        let start = Instant::now();
        let connected = pipeline.connect(&pair, observer)?;
        let seconds = start.elapsed().as_secs_f64();
        let matching = pipeline.matcher.match_labels(&pair, observer)?;
        Ok(Ground { pair, connected, matching, seconds })
    };
    SPOTS.into_iter().filter(|&n| n <= programme.most_spots).map(one).collect()
}

/// The time of steps III and IV over that of the graph, for every discrepancy; the extraction is timed once for all.
fn shares(ground: &Ground, options: &Options, observer: &dyn Observer) -> Result<Vec<f64>> {
    let Ground { pair, connected, matching, seconds } = ground;
    let start = Instant::now();
    let pipeline = options.pipeline(pair.spots());
    let (_, [truth, pred]) = pipeline.distributions(pair, matching, connected, observer)?;
    let extraction = start.elapsed().as_secs_f64();
    let one = |discrepancy: Comparer| {
        let pipeline = Options { discrepancy, ..options.clone() }.pipeline(pair.spots());
        let start = Instant::now();
        pipeline.discrepancy.measure(&truth, &pred, observer)?;
        Ok((extraction + start.elapsed().as_secs_f64()) / seconds)
    };
    Comparer::ALL.iter().copied().map(one).collect()
}

fn scene(case: &Case) -> &'static str {
    case.name.rsplit('-').next().unwrap_or(case.name)
}

fn named(row: &Row) -> String {
    format!("{} with {}", row.extractor, row.discrepancy)
}

fn slam(rows: &[Row]) -> Verdict {
    let is_right = |row: &Row| row.q.iter().all(|q| q.is_some_and(|q| q > 0.0));
    let right: Vec<String> = rows.iter().filter(|row| is_right(row)).map(named).collect();
    let own = rows.iter().find(|row| row.extractor == Extraction::OneHot && row.discrepancy == Comparer::Sliced);
    let words = format!("all five are right under {} of {}: {}", right.len(), rows.len(), right.join(", "));
    Verdict::new("framework", "SLAM's own choice ranks Cases I and III to VI rightly", own.is_some_and(is_right), words)
}

fn place(rows: &[Row], scenes: &[&str]) -> Verdict {
    let moved: Vec<usize> = (0..scenes.len()).filter(|&scene| scenes[scene] != "swapped").collect();
    let sees = |row: &Row, scene: usize| row.scenes[scene].is_some_and(|q| q >= NOTHING);
    let found: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            moved.iter().filter(|&&scene| sees(row, scene)).map(|&scene| format!("{} ({})", named(row), scenes[scene]))
        })
        .collect();
    let words = if found.is_empty() { "Q is 0 or negative everywhere".to_owned() } else { found.join(", ") };
    let claim = "no choice of 𝓣 and 𝓓 sees that shapes are in the wrong places";
    Verdict::new("framework", claim, found.is_empty(), words)
}

fn names(rows: &[Row], scenes: &[&str]) -> Verdict {
    let swapped = scenes.iter().position(|scene| *scene == "swapped").unwrap_or(0);
    let seen: Vec<String> =
        rows.iter().filter(|row| row.scenes[swapped].is_some_and(|q| q >= NOTHING)).map(named).collect();
    let words = format!("seen under {} of {}: {}", seen.len(), rows.len(), seen.join(", "));
    let is_blind = |row: &Row| row.scenes[swapped].is_none_or(|q| q < NOTHING);
    let holds = rows.iter().filter(|row| row.extractor == Extraction::Spectrum).all(is_blind);
    Verdict::new("framework", "spectrum does not see that names were exchanged", holds, words)
}

fn table(rows: &[Row], scenes: &[&str]) -> Table {
    let mut header = vec!["extractor".to_owned(), "discrepancy".to_owned()];
    header.extend(DUELS.map(|name| format!("Q {name}")));
    header.push("rises in II".to_owned());
    header.extend(scenes.iter().map(|scene| format!("VIII {scene}")));
    let n_timed = rows.first().map_or(0, |row| row.shares.len());
    header.extend(SPOTS[..n_timed].iter().map(|&n| format!("graph × at {n}")));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut table = Table::new("Every extractor with every discrepancy", &header).named_by(2);
    let toned = |q: &Option<f64>| {
        let tone = if q.is_some_and(|q| q >= NOTHING) { Tone::Plain } else { Tone::Bad };
        Cell::number(*q, 3).toned(tone)
    };
    for row in rows {
        let mut cells: Vec<Cell> = vec![row.extractor.name().into(), row.discrepancy.name().into()];
        cells.extend(row.q.iter().map(toned));
        cells.push(format!("{} of 9", row.rises).into());
        cells.extend(row.scenes.iter().map(toned));
        cells.extend(row.shares.iter().map(|share| Cell::number(Some(*share), 2)));
        table.rows.push(cells);
    }
    table
}

fn plot(rows: &[Row]) -> Plot {
    let series = |discrepancy: Comparer| {
        let of =
            |place: usize, row: &Row| [place as f64, row.q.iter().flatten().copied().fold(f64::INFINITY, f64::min)];
        let own = rows.iter().filter(|row| row.discrepancy == discrepancy);
        Series::new(discrepancy.name(), Shape::Bars, own.enumerate().map(|(place, row)| of(place, row)))
    };
    Plot {
        caption: "The smallest Q of Cases I and III to VI; below 0 a case is ranked wrongly".to_owned(),
        x: Axis::named("extractor", &Extraction::ALL.iter().map(|extractor| extractor.name()).collect::<Vec<_>>()),
        y: Axis::linear("smallest Q"),
        series: Comparer::ALL.iter().copied().map(series).collect(),
        marks: Vec::new(),
    }
}

/// A slide, a labeling, and `slam_adjusted` under every way to match; none where the way cannot be gone.
type Matched = (String, String, Vec<Option<f64>>);

/// Case IX, and Case VII's section where it was given, under every way to match.
fn matched(programme: &Programme, observer: &dyn Observer) -> Result<Vec<Matched>> {
    let case = case9()?;
    let measured = with_measurements(&case.slide)?;
    let mut slides = vec![("IX", &measured)];
    slides.extend(programme.case7.as_ref().map(|material| ("VII", &material.slide)));
    let mut found = Vec::new();
    for (name, slide) in slides {
        let (spots, truth) = (Arc::new(slide.spots.clone()), Arc::new(slide.truth.1.clone()));
        for (pred, labels) in &slide.preds {
            let labels = Arc::new(labels.clone());
            let score = |matching: Method| {
                if matching == Method::Density && spots.measurements().is_none() {
                    return Ok(None);
                }
                // One of Case IX's preds has a label for every spot.
                let (metrics, allow_many_labels) = (Selection::None, true);
                let options = Options { matching, metrics, allow_many_labels, ..programme.options.clone() };
                let pair = options.pair(&spots, &truth, &labels)?;
                Ok(Some(options.analyze(pair, observer)?.score.slam_adjusted.value))
            };
            let values = Method::ALL.iter().copied().map(score).collect::<Result<_>>()?;
            found.push((name.to_owned(), pred.clone(), values));
        }
    }
    Ok(found)
}

/// The slide with a column of measurements for every truth label: 1 in it, 0 elsewhere, and waves.
fn with_measurements(slide: &Slide) -> Result<Slide> {
    let truth = &slide.truth.1;
    let n_labels = truth.n_labels();
    let value = |spot: usize, column: usize| {
        let wave = 0.4 * libm::sin((spot * (2 * column + 3)) as f64);
        f64::from(u8::from(truth.code(spot) == Some(column))) + wave
    };
    let values: Vec<f64> =
        (0..truth.n_spots()).flat_map(|spot| (0..n_labels).map(move |column| value(spot, column))).collect();
    let spots = slide.spots.clone().with_measurements(Measurements::dense(n_labels, &values)?)?;
    Ok(Slide { spots, ..slide.clone() })
}

fn matching_table(rows: &[Matched]) -> Table {
    let header: Vec<&str> =
        ["case", "labeling"].into_iter().chain(Method::ALL.iter().map(|method| method.name())).collect();
    let mut table = Table::new("slam_adjusted under every way to match", &header).named_by(2);
    for (case, labeling, values) in rows {
        let mut cells: Vec<Cell> = vec![case.as_str().into(), labeling.as_str().into()];
        cells.extend(values.iter().map(|value| Cell::number(*value, 3)));
        table.rows.push(cells);
    }
    table
}

fn data(rows: &[Row], scenes: &[&str], matched: &[Matched]) -> Value {
    let by = |names: &[&str], values: &[Option<f64>]| -> Value {
        Value::Object(names.iter().zip(values).map(|(name, value)| ((*name).to_owned(), json!(value))).collect())
    };
    let row = |row: &Row| {
        let shares: Map<String, Value> =
            SPOTS.iter().zip(&row.shares).map(|(n, share)| (n.to_string(), json!(share))).collect();
        json!({
            "extractor": row.extractor.name(),
            "discrepancy": row.discrepancy.name(),
            "q": by(&DUELS, &row.q),
            "rises": row.rises,
            "scenes": by(scenes, &row.scenes),
            "graphs": shares,
        })
    };
    let methods: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
    let matching = |(case, labeling, values): &Matched| json!({ "case": case, "labeling": labeling, "slam_adjusted": by(&methods, values) });
    json!({
        "steps": rows.iter().map(row).collect::<Vec<_>>(),
        "matching": matched.iter().map(matching).collect::<Vec<_>>(),
    })
}
