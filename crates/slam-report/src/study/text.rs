//! A study for the terminal: the verdict, the methods by their means, methods × slices, and who wins against whom.

use slam::RankBy;
use slam::metrics::Better;
use slam::study::{Mean, StudyMethod, StudyResult};

use crate::html::number::short;
use crate::inference::probability;
use crate::look::{Look, cut, spelled};
use crate::number::percent;
use crate::text::lay_out_rows;
use crate::visible::visible;

/// The numbers that are shown beside the one that ranks, the first few that were computed.
const BESIDE: [&str; 6] = ["slam_adjusted", "slam", "accuracy", "ari", "nmi", "pas"];
const MOST_BESIDE: usize = 3;
/// Names of methods and slices are cut to this.
const LONGEST_NAME: usize = 24;
/// What stands where a method has no labels on a slice.
const MISSING: &str = "–";

/// A study as a person reads it.
pub fn study_text(study: &StudyResult, look: &Look) -> String {
    let mut parts = vec![look.verdict(&spelled(&study.verdict.sentences)), board(study, look)];
    parts.push(look.wrapped(&legend(study), 0));
    parts.push(format!("{}, slice by slice\n{}", study.verdict.by, matrix(study, look)));
    parts.extend(duels(study));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

/// The methods by rank, then the references, with as many numbers beside the one that ranks as there is room for.
fn board(study: &StudyResult, look: &Look) -> String {
    let all = beside(study);
    let fits = |table: &String| table.lines().all(|line| line.chars().count() <= look.width);
    let mut tables = (0..=all.len()).rev().map(|n| board_with(study, &all[..n]));
    let table = tables.clone().find(fits).or_else(|| tables.next_back()).unwrap_or_default();
    let is_faint = |place: usize| {
        methods(study).get(place).is_some_and(|method| method.rank.is_some() && !method.marks().is_empty())
    };
    let faint = |(place, line): (usize, &str)| match place.checked_sub(1) {
        Some(place) if is_faint(place) => look.dimmed(line),
        _ => line.to_owned(),
    };
    table.lines().enumerate().map(faint).collect::<Vec<_>>().join("\n")
}

/// The methods, best first, then the references, lowest first.
fn methods(study: &StudyResult) -> Vec<&StudyMethod> {
    let by = study.verdict.by;
    let mut references: Vec<&StudyMethod> = study.references.iter().collect();
    let mean = |method: &StudyMethod| method.means.get(by.name()).and_then(|mean| mean.value).unwrap_or(f64::INFINITY);
    references.sort_by(|a, b| match by.better() {
        Better::Lower => mean(a).total_cmp(&mean(b)),
        Better::Higher => mean(b).total_cmp(&mean(a)),
    });
    study.methods.iter().chain(references).collect()
}

fn board_with(study: &StudyResult, beside: &[RankBy]) -> String {
    let by = study.verdict.by;
    let mut header = vec!["rank".to_owned(), "method".to_owned(), titled(by.name(), by.better())];
    header.extend(["95 % interval", "pooled", "first", "slices"].map(str::to_owned));
    let has_unlabelled = study.methods.iter().any(|method| method.pooled.n_unlabelled > 0);
    header.extend(has_unlabelled.then(|| "unlabelled".to_owned()));
    header.extend(beside.iter().map(|other| titled(other.name(), other.better())));
    let row = |method: &StudyMethod| {
        let mean = |by: RankBy| method.means.get(by.name());
        let rank = method.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string());
        let mut cells = vec![rank, cut(&method.method, LONGEST_NAME), short(mean(by).and_then(|mean| mean.value))];
        cells.push(mean(by).map(ends).unwrap_or_default());
        cells.push(short(method.pooled.value(by)));
        let is_ranked = method.rank.is_some();
        cells.push(if is_ranked { method.n_first.to_string() } else { String::new() });
        cells.push(method.n_slices.to_string());
        let share = method.pooled.n_unlabelled as f64 / method.pooled.n_truth_spots.max(1) as f64;
        cells.extend(has_unlabelled.then(|| if is_ranked { percent(share) } else { String::new() }));
        cells.extend(beside.iter().map(|&other| short(mean(other).and_then(|mean| mean.value))));
        cells
    };
    let rows: Vec<Vec<String>> = methods(study).into_iter().map(row).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let numbers: Vec<usize> = (0..header.len()).filter(|&column| column != 1).collect();
    lay_out_rows(&header, &rows, &numbers)
}

/// The numbers that may stand beside the one that ranks.
fn beside(study: &StudyResult) -> Vec<RankBy> {
    let is_there = |by: &RankBy| study.methods.iter().any(|method| method.means.get(by.name()).is_some());
    let others = BESIDE.iter().filter_map(|name| name.parse::<RankBy>().ok());
    others.filter(|by| *by != study.verdict.by && is_there(by)).take(MOST_BESIDE).collect()
}

fn legend(study: &StudyResult) -> String {
    let by = study.verdict.by;
    let n_donors =
        study.methods.iter().filter_map(|method| method.means.get(by.name())).filter_map(|mean| mean.donors).max();
    let has_donors = study.slices.iter().any(|slice| slice.donor.is_some());
    let donors = || format!("{} donors, slices of one averaged first", n_donors.unwrap_or(0));
    let unknown = || "slices (how donors differ is unknown: no donors were given)".to_owned();
    let whose = if has_donors { donors() } else { unknown() };
    let missing =
        if study.n_missing() > 0 { format!(" {MISSING}: the combination is missing.") } else { String::new() };
    format!(
        "{by} is the mean over {whose}, with its interval between them; pooled: of all spots together; first: on so many slices, \
         alone or with others.{missing}"
    )
}

/// Methods × slices, as many slices beside each other as fit.
fn matrix(study: &StudyResult, look: &Look) -> String {
    let by = study.verdict.by;
    let name = |method: &StudyMethod| cut(&method.method, LONGEST_NAME);
    let cell = |method: &StudyMethod, slice: usize| match &method.slices[slice] {
        Some(numbers) => short(numbers.value(by)),
        None => MISSING.to_owned(),
    };
    let lay_out = |slices: &[usize]| {
        let titles: Vec<String> = slices.iter().map(|&slice| cut(&study.slices[slice].slice, LONGEST_NAME)).collect();
        let header: Vec<&str> = ["method"].into_iter().chain(titles.iter().map(String::as_str)).collect();
        let row = |method: &StudyMethod| {
            std::iter::once(name(method)).chain(slices.iter().map(|&slice| cell(method, slice))).collect()
        };
        let rows: Vec<Vec<String>> = study.methods.iter().map(row).collect();
        lay_out_rows(&header, &rows, &(1..header.len()).collect::<Vec<_>>())
    };
    let fits = |slices: &[usize]| lay_out(slices).lines().all(|line| line.chars().count() <= look.width);
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for slice in 0..study.slices.len() {
        let widened: Vec<usize> = blocks.last().into_iter().flatten().copied().chain([slice]).collect();
        match blocks.last_mut().filter(|_| fits(&widened)) {
            Some(block) => *block = widened,
            None => blocks.push(vec![slice]),
        }
    }
    blocks.iter().map(|slices| lay_out(slices)).collect::<Vec<_>>().join("\n\n")
}

/// The first method against every other.
fn duels(study: &StudyResult) -> Option<String> {
    let first = &study.methods.first()?.method;
    let pairs: Vec<_> = study.pairs.iter().filter(|pair| pair.a == *first).collect();
    if pairs.is_empty() {
        return None;
    }
    let row = |pair: &&slam::study::Duel| {
        let counts = [pair.wins, pair.losses, pair.ties].map(|n| n.to_string());
        let mut row = vec![cut(&pair.b, LONGEST_NAME)];
        row.extend(counts);
        row.extend([short(pair.difference), probability(pair.p), probability(pair.p_holm)]);
        row
    };
    let rows: Vec<Vec<String>> = pairs.iter().map(row).collect();
    let header = ["against", "wins", "losses", "ties", "difference", "p", "p (all pairs)"];
    let table = lay_out_rows(&header, &rows, &[1, 2, 3, 4, 5, 6]);
    Some(format!("{} against the others, slice by slice\n{table}", visible(&cut(first, LONGEST_NAME))))
}

/// The ends of an interval, or nothing where there is none.
fn ends(mean: &Mean) -> String {
    match (mean.low, mean.high) {
        (Some(low), Some(high)) => format!("[{}, {}]", short(Some(low)), short(Some(high))),
        _ => String::new(),
    }
}

fn titled(name: &str, better: Better) -> String {
    format!("{} {}", name.trim_start_matches("slam_"), better.arrow())
}
