//! Whether labelings are better than chance by the test that moves them as a whole, in words.

use super::words::listed;
use crate::comparison::Comparison;
use crate::inference::Finding;
use crate::score::Score;

/// The share of unrelated labelings that a test may call related.
const ALPHA: f64 = 0.05;

/// What the shift test says of one labeling, if it was asked.
pub(super) fn on(score: &Score) -> Option<String> {
    let shift = &score.test.as_ref()?.shift;
    let Some(p) = shift.p else {
        let reason = shift.undefined.as_ref()?;
        return Some(format!("Whether that is better than chance could not be tested: {reason}."));
    };
    let verb = if p <= ALPHA { "holds" } else { "does not hold" };
    let replicates = shift.replicates.unwrap_or(0);
    Some(format!(
        "That it is better than chance {verb} when the pred is moved over the tissue as a whole: p = {p:.3} from {replicates} shifts."
    ))
}

/// Which of many labelings the shift test finds no better than chance, if it was asked.
pub(super) fn among(comparison: &Comparison) -> Option<String> {
    let tested: Vec<(&str, &Finding)> = comparison
        .results
        .iter()
        .filter_map(|entry| Some((entry.pred.as_str(), &entry.score.test.as_ref()?.shift)))
        .collect();
    let with_p: Vec<(&str, f64)> = tested.iter().filter_map(|(name, shift)| Some((*name, shift.p?))).collect();
    if with_p.is_empty() {
        let reason = tested.iter().find_map(|(_, shift)| shift.undefined.as_ref())?;
        return Some(format!("Whether they are better than chance could not be tested: {reason}."));
    }
    let failed: Vec<&str> = with_p.iter().filter(|(_, p)| *p > ALPHA).map(|(name, _)| *name).collect();
    let n = with_p.len();
    Some(match failed.len() {
        0 if n == 1 => format!("Moved over the tissue as a whole, {} proves better than chance at 5 %.", with_p[0].0),
        0 => format!(
            "Moved over the tissue as a whole, each of the {n} methods that can be tested proves better than chance at 5 %."
        ),
        _ => format!(
            "Moved over the tissue as a whole, {} of {n} methods are not shown to be better than chance at 5 %: {}.",
            failed.len(),
            listed(failed)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::{Procedure, Test};
    use crate::options::Options;

    #[test]
    fn five_per_cent_are_enough() {
        let mut score = Options::default().analyze(crate::testing::pair("aabb", "aaab"), &()).unwrap().score;
        let mut said = |p: f64| {
            let mut shift = Finding::new(Procedure::Shift, "ari");
            (shift.p, shift.replicates) = (Some(p), Some(19));
            score.test = Some(Test { shift, alternatives: Vec::new() });
            on(&score).unwrap()
        };
        let rest = "when the pred is moved over the tissue as a whole: p =";
        assert_eq!(said(0.05), format!("That it is better than chance holds {rest} 0.050 from 19 shifts."));
        assert_eq!(said(0.051), format!("That it is better than chance does not hold {rest} 0.051 from 19 shifts."));
    }
}
