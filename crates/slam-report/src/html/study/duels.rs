//! Wins and losses: every method against every other, slice by slice.

use serde::Serialize;
use slam::study::{Duel, StudyResult};

use super::super::number::short;
use crate::inference::probability;

/// Every method against every other.
#[derive(Debug, Serialize)]
pub(crate) struct Duels {
    names: Vec<String>,
    rows: Vec<Vec<DuelCell>>,
    /// Why there is no p, each reason once.
    reasons: Vec<String>,
    has_p: bool,
}

/// One method against another; empty on the diagonal.
#[derive(Debug, Default, Serialize)]
struct DuelCell {
    text: String,
    title: String,
    /// The share of slices that are won, in percent.
    heat: f64,
    differs: bool,
    is_empty: bool,
}

impl Duels {
    /// The duels of a study; none where there is one method alone.
    pub(crate) fn new(study: &StudyResult) -> Option<Self> {
        let names: Vec<String> = study.methods.iter().map(|method| method.method.clone()).collect();
        let place = |name: &String| names.iter().position(|other| other == name);
        let empty = || DuelCell { is_empty: true, ..DuelCell::default() };
        let mut rows: Vec<Vec<DuelCell>> = names.iter().map(|_| names.iter().map(|_| empty()).collect()).collect();
        let mut reasons: Vec<String> = Vec::new();
        for duel in &study.pairs {
            if let (Some(a), Some(b)) = (place(&duel.a), place(&duel.b)) {
                rows[a][b] = cell(duel, false);
                rows[b][a] = cell(duel, true);
            }
            reasons.extend(duel.undefined.clone().filter(|reason| !reasons.contains(reason)));
        }
        let has_p = study.pairs.iter().any(|duel| duel.p_holm.is_some());
        (names.len() > 1).then_some(Self { names, rows, reasons, has_p })
    }
}

/// What a duel is for the first of its methods, or for the other.
fn cell(duel: &Duel, is_turned: bool) -> DuelCell {
    let (a, b) = if is_turned { (&duel.b, &duel.a) } else { (&duel.a, &duel.b) };
    let (wins, losses) = if is_turned { (duel.losses, duel.wins) } else { (duel.wins, duel.losses) };
    let n = wins + losses + duel.ties;
    let p = duel.p_holm.map(|p| format!(", p {} for all pairs at once", probability(Some(p)))).unwrap_or_default();
    let difference = duel.difference.map(|found| if is_turned { -found } else { found });
    let title = format!(
        "{a} is better than {b} on {wins} slices, worse on {losses}, the same on {}; mean difference {}{p}",
        duel.ties,
        short(difference)
    );
    let heat = if n > 0 { 100.0 * (wins as f64 + 0.5 * duel.ties as f64) / n as f64 } else { 0.0 };
    DuelCell { text: format!("{wins}–{losses}"), title, heat: heat.round(), differs: duel.differs, is_empty: false }
}
