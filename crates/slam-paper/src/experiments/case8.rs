//! Case VIII: where plain SLAM is blind, and who is not.

use serde_json::{Map, Value, json};
use slam::{Observer, Result, Score};
use slam_report::exhibit::{Axis, Cell, Exhibit, Figure, Plot, Series, Shape, Table, Tone, Verdict};

use super::published;
use crate::case::Case;
use crate::cases::{SCATTERED, scenes};
use crate::duel::Duel;
use crate::programme::Programme;

/// SLAM and what stands beside it, then the fourteen.
const OURS: [&str; 3] = ["slam", "slam_adjusted", "slam_pinned"];

/// What is smaller than this is 0 in a table of three decimals.
const NOTHING: f64 = 0.0005;

/// Runs the four scenes.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let judged = judge(programme, observer)?;
    let mut figures =
        vec![Figure::Table(scores(&judged)), Figure::Table(table(&judged)), Figure::Plot(profile(&judged))];
    figures.extend(judged.iter().map(|(case, _)| Figure::Map(case.map())));
    let mut verdicts: Vec<Verdict> = judged.iter().map(blind).collect();
    verdicts.push(seen(&judged));
    verdicts.push(others(&judged));
    Ok(Some(Exhibit {
        key: "case8".to_owned(),
        title: "Case VIII: the right shapes in the wrong places".to_owned(),
        lead: "SLAM compares how common the kinds of edges are and forgets where they are. In each scene the first labeling \
               has the truth's shapes in the wrong places; the second is as the truth but for one spot in twenty. Q is \
               positive where a metric finds the first one worse."
            .to_owned(),
        verdicts,
        figures,
        notes: vec![
            "ARI, NMI, FMI and V-measure ignore names by design, so an exchange of names is nothing to them; the internal \
             five never look at the truth. slam_pinned counts wrong edges one by one and knows no shape: to it a domain \
             one spot off and a domain far off differ in how much they overlap, not in how far they are. slam_adjusted looks at \
             all scales at once: what moves within a cell shows further down its profile."
                .to_owned(),
        ],
        data: data(&judged),
    }))
}

fn judge(programme: &Programme, observer: &dyn Observer) -> Result<Vec<(Case, Duel)>> {
    let judge = |case: Case| {
        let duel = Duel::of(&case, &programme.options, observer)?;
        Ok((case, duel))
    };
    scenes()?.into_iter().map(judge).collect()
}

/// The scene without the number of the case.
fn scene(case: &Case) -> &'static str {
    case.name.rsplit('-').next().unwrap_or(case.name)
}

/// What the whole programme should admit: SLAM prefers the labeling that anyone would call worse.
fn blind((case, duel): &(Case, Duel)) -> Verdict {
    let claim = format!("plain SLAM is blind to {}", case.title);
    let (worse, better) = (&duel.worse, &duel.better);
    let holds = worse.slam.d < better.slam.d;
    let words = format!(
        "SLAM has {:.4} where accuracy is {}, and {:.4} with one spot in twenty wrong; {} of what is wrong cancels",
        worse.slam.d,
        Cell::number(worse.number("accuracy"), 2).text,
        better.slam.d,
        percent(worse.cancelled),
    );
    let (q, q_se) = (duel.q("slam"), Some(duel.q_se));
    Verdict { q, q_se, ..Verdict::new(case.name, &claim, holds, words) }
}

fn seen(judged: &[(Case, Duel)]) -> Verdict {
    let smallest = |name: &str| judged.iter().filter_map(|(_, duel)| duel.q(name)).fold(f64::INFINITY, f64::min);
    let (adjusted, pinned) = (smallest("slam_adjusted"), smallest("slam_pinned"));
    let warned = judged.iter().filter(|(_, duel)| duel.worse.cancelled.is_some_and(|share| share > 0.7)).count();
    let words = format!(
        "Q is at least {adjusted:.3} for slam_adjusted and {pinned:.3} for slam_pinned; cancelled is above 0.7, the mark beyond \
         which SLAM's rank is not to be trusted, in {warned} of {} scenes",
        judged.len()
    );
    let holds = adjusted > 0.0 && pinned > 0.0 && warned == judged.len();
    Verdict::new("VIII", "slam_adjusted and slam_pinned see all of it, and cancelled warns", holds, words)
}

/// Which of the fourteen see all scenes.
fn others(judged: &[(Case, Duel)]) -> Verdict {
    let sees = |name: &str, duel: &Duel| duel.q(name).is_some_and(|q| q >= NOTHING);
    let fourteen = published::METRICS.iter().filter(|name| **name != "slam");
    let all: Vec<&str> =
        fourteen.clone().filter(|name| judged.iter().all(|(_, duel)| sees(name, duel))).copied().collect();
    let none: Vec<&str> = fourteen.filter(|name| !judged.iter().any(|(_, duel)| sees(name, duel))).copied().collect();
    let words = format!("in all scenes: {}; in none: {}", listed(&all), listed(&none));
    Verdict::new(
        "VIII",
        "of the fourteen, only those that compare label with label see it in every scene",
        is_supervised(&all),
        words,
    )
}

/// Whether these are metrics that compare the label of each spot with its true one.
fn is_supervised(names: &[&str]) -> bool {
    let supervised = ["accuracy", "precision", "recall", "f1", "jaccard"];
    !names.is_empty() && names.iter().all(|name| supervised.contains(name))
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "none".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}

/// The scores themselves, two rows a scene.
fn scores(judged: &[(Case, Duel)]) -> Table {
    let header = ["scene", "labeling", "slam", "slam_adjusted", "slam_pinned", "cancelled", "accuracy", "ari"];
    let mut table = Table::new("Scores, by scene and labeling", &header).named_by(2);
    for (case, duel) in judged {
        for (name, score) in [(case.slide.preds[0].0.as_str(), &duel.worse), (SCATTERED, &duel.better)] {
            let numbers = OURS.iter().map(|name| Cell::number(score.number(name), 4));
            let [accuracy, ari] = ["accuracy", "ari"].map(|name| Cell::number(score.number(name), 3));
            let cells = [Cell::from(scene(case)), Cell::from(name)].into_iter().chain(numbers);
            table.rows.push(cells.chain([percent(score.cancelled).into(), accuracy, ari]).collect());
        }
    }
    table
}

/// Q of everyone.
fn table(judged: &[(Case, Duel)]) -> Table {
    let header: Vec<&str> = std::iter::once("metric").chain(judged.iter().map(|(case, _)| scene(case))).collect();
    let mut table = Table::new("Q, by metric and scene", &header);
    for name in names() {
        let cell = |(_, duel): &(Case, Duel)| {
            let q = duel.q(name);
            let tone = if q.is_some_and(|q| q >= NOTHING) { Tone::Good } else { Tone::Bad };
            Cell::number(q, 3).toned(tone)
        };
        table.rows.push(std::iter::once(Cell::from(name)).chain(judged.iter().map(cell)).collect());
    }
    table
}

fn names() -> impl Iterator<Item = &'static str> {
    OURS.into_iter().chain(published::METRICS.into_iter().filter(|name| *name != "slam"))
}

/// The profile of slam_adjusted over scale, for the labelings with the right shapes.
fn profile(judged: &[(Case, Duel)]) -> Plot {
    let series = |(case, duel): &(Case, Duel)| {
        let levels = duel.worse.slam_adjusted.profile.iter().rev();
        let cells = levels.filter_map(|level| Some([level.width.filter(|width| *width > 0.0)?, level.mean()]));
        Series::new(scene(case), Shape::Line, cells)
    };
    Plot {
        caption: "The scale at which each is seen".to_owned(),
        x: Axis::log("width of the cells"),
        y: Axis::linear("how much differs"),
        series: judged.iter().map(series).collect(),
        marks: Vec::new(),
    }
}

fn data(judged: &[(Case, Duel)]) -> Value {
    let scores = |score: &Score| {
        let mut scores: Map<String, Value> = names().map(|name| (name.to_owned(), json!(score.number(name)))).collect();
        scores.insert("cancelled".to_owned(), json!(score.cancelled));
        Value::Object(scores)
    };
    let one = |(case, duel): &(Case, Duel)| {
        let q: Map<String, Value> = names().map(|name| (name.to_owned(), json!(duel.q(name)))).collect();
        let blind = case.slide.preds[0].0.clone();
        let mut entry = json!({ "q": q, "q_se": duel.q_se, SCATTERED: scores(&duel.better) });
        entry[blind] = scores(&duel.worse);
        (scene(case).to_owned(), entry)
    };
    Value::Object(judged.iter().map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slam_is_blind_and_its_neighbours_are_not() {
        let exhibit = run(&Programme::default(), &()).unwrap().unwrap();
        for verdict in &exhibit.verdicts {
            assert!(verdict.holds, "{verdict:?}");
        }
        for scene in ["mirrored", "turned", "swapped", "moved"] {
            let entry = &exhibit.data[scene];
            assert!(entry[scene]["slam"].as_f64().unwrap() < 0.01, "{entry}");
            assert!(entry["q"]["slam"].as_f64().unwrap() < 0.0, "{entry}");
            assert!(entry[scene]["cancelled"].as_f64().unwrap() > 0.9, "{entry}");
        }
        // Whoever ignores names does not see that they were exchanged.
        assert_eq!(exhibit.data["mirrored"]["mirrored"]["ari"], 1.0);
        assert_eq!(exhibit.data["swapped"]["swapped"]["ari"], 1.0);
    }
}
