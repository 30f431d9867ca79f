//! Case VI, looked at twice: what Q owes to how alike the spots of one tissue are.

use serde_json::{Value, json};
use slam::metrics::Selection;
use slam::{Observer, Options, Result};
use slam_report::exhibit::{Cell, Exhibit, Figure, Table, Tone, Verdict};

use super::published;
use crate::cases::case6_within;
use crate::duel::Duel;
use crate::programme::Programme;

/// The column of Case VI in Table 1.
const COLUMN: usize = 4;

/// The cosines of spots within adipose, gland and cancer.
const WITHIN: [[f64; 3]; 7] = [
    [1.0, 1.0, 1.0],
    [0.9, 0.9, 0.9],
    [0.8, 0.9, 0.9],
    [0.8, 0.9, 0.95],
    [0.75, 0.9, 0.95],
    [0.9, 0.9, 0.8],
    [0.95, 0.9, 0.8],
];

/// What one set of cosines gives.
struct Outcome {
    within: [f64; 3],
    duel: Duel,
}

/// Runs the case with every set of cosines.
pub(crate) fn run(programme: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let options = Options { metrics: Selection::None, ..programme.options.clone() };
    let outcome =
        |within: [f64; 3]| Ok(Outcome { within, duel: Duel::of(&case6_within(within)?, &options, observer)? });
    let outcomes: Vec<Outcome> = WITHIN.into_iter().map(outcome).collect::<Result<_>>()?;
    Ok(Some(Exhibit {
        key: "case6".to_owned(),
        title: "Case VI: what Q owes to likeness within a tissue".to_owned(),
        lead: "The paper gives the likeness between tissues (0.791 and 0.673), and not that within each. Edges inside a \
               tissue weigh as much as their ends are alike, so a tissue of spots that are less alike has less to lose. \
               Here likeness between tissues stays the paper's, and likeness within each changes."
            .to_owned(),
        verdicts: vec![verdict(&outcomes)],
        figures: vec![Figure::Table(table(&outcomes))],
        notes: Vec::new(),
        data: Value::Array(outcomes.iter().map(Outcome::data).collect()),
    }))
}

impl Outcome {
    fn q(&self) -> f64 {
        self.duel.q("slam").unwrap_or(0.0)
    }

    fn data(&self) -> Value {
        let [adipose, gland, cancer] = self.within;
        json!({
            "within": { "adipose": adipose, "gland": gland, "cancer": cancer },
            "q": self.q(),
            "q_se": self.duel.q_se,
            "worse": self.duel.worse.slam.d,
            "better": self.duel.better.slam.d,
        })
    }
}

fn verdict(outcomes: &[Outcome]) -> Verdict {
    let qs = || outcomes.iter().map(Outcome::q);
    let (low, high) = (qs().fold(f64::INFINITY, f64::min), qs().fold(f64::NEG_INFINITY, f64::max));
    let words = format!(
        "Q runs from {low:.3} to {high:.3} while likeness between tissues stays the same; the paper's {} lies within",
        Cell::number(published::q("slam", COLUMN), 3).text
    );
    let claim = "likeness within tissues, which the paper does not give, decides Q";
    Verdict::new("VI", claim, low < 0.0 && high > 0.0, words)
}

fn table(outcomes: &[Outcome]) -> Table {
    let header =
        ["within adipose", "within gland", "within cancer", "Q", "± se", "cancer as gland", "adipose as gland"];
    let mut table = Table::new("Cosines within the tissues, Q and d", &header).named_by(3);
    for outcome in outcomes {
        let Outcome { within: [adipose, gland, cancer], duel } = outcome;
        let tone = if duel.is_sure() { Tone::Good } else { Tone::Bad };
        table.rows.push(vec![
            Cell::number(Some(*adipose), 2),
            Cell::number(Some(*gland), 2),
            Cell::number(Some(*cancer), 2),
            Cell::number(Some(outcome.q()), 4).toned(tone),
            Cell::error(Some(duel.q_se)),
            Cell::number(Some(duel.worse.slam.d), 4),
            Cell::number(Some(duel.better.slam.d), 4),
        ]);
    }
    table
}
