//! Is it real? How often tests, intervals and pairs are right on slides where the answer is known.

use serde_json::{Value, json};
use slam::{Error, Observer, Result};
use slam_report::exhibit::{Cell, Exhibit, Figure, Table, Tone, Verdict};

use crate::calibration::{Coverage, Donors, Effort, Paired, TISSUES, Tested, coverage, donors, paired, shifts};
use crate::programme::Programme;

/// Few enough for a minute; `examples/calibration.rs` takes more.
const EFFORT: Effort = Effort { trials: 50, replicates: 199 };
/// Donors are numbers alone, and cost nothing.
const DONORS: Effort = Effort { trials: 4000, replicates: 0 };

/// What was found on all tissues.
struct Found {
    tested: Vec<Tested>,
    covered: Vec<Coverage>,
    paired: Vec<Paired>,
    donors: Donors,
}

/// Runs it on slides that are made.
pub(crate) fn run(_: &Programme, observer: &dyn Observer) -> Result<Option<Exhibit>> {
    let found = find(EFFORT, observer)?;
    Ok(Some(Exhibit {
        key: "inference".to_owned(),
        title: "Is it real? Chance, intervals and differences".to_owned(),
        lead: format!(
            "{} slides of four kinds each: polygons, wavy layers, patches, and polygons on a ragged outline. Labelings that have \
             nothing in common should be called better than chance in 5 % of cases, intervals should hold the true number in \
             95 %, and equally good methods should be told apart in 5 %. Shown is what happens.",
            EFFORT.trials
        ),
        verdicts: found.verdicts(),
        figures: [found.tests(), found.intervals(), found.pairs()].map(Figure::Table).to_vec(),
        notes: vec![
            "Mistakes are discs of wrong labels at random places: local ones are a few spots wide, clumps a seventh of the slide."
                .to_owned(),
            "With so few slides a share of 5 % is known to within 3 to 6 %; docs/inference.md has the numbers of more.".to_owned(),
        ],
        data: found.data(),
    }))
}

fn find(effort: Effort, observer: &dyn Observer) -> Result<Found> {
    let mut found = Found { tested: Vec::new(), covered: Vec::new(), paired: Vec::new(), donors: donors(DONORS) };
    for (done, tissue) in TISSUES.into_iter().enumerate() {
        if observer.tick("inference", done, TISSUES.len()).is_break() {
            return Err(Error::Stopped);
        }
        found.tested.push(shifts(tissue, effort)?);
        found.covered.push(coverage(tissue, effort)?);
        found.paired.push(paired(tissue, effort)?);
    }
    Ok(found)
}

/// The mean over tissues.
fn mean<T>(all: &[T], of: impl Fn(&T) -> f64) -> f64 {
    all.iter().map(of).sum::<f64>() / all.len() as f64
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

impl Found {
    /// The mean coverage of a number where mistakes are local.
    fn local(&self, number: &str) -> f64 {
        let of = |one: &Coverage| one.local.iter().find(|(name, _)| *name == number).map_or(0.0, |(_, share)| *share);
        mean(&self.covered, of)
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let shift = mean(&self.tested, |one| one.shift);
        let permutation = mean(&self.tested, |one| one.permutation);
        let power = mean(&self.tested, |one| one.most);
        let numbers = ["slam_pinned", "slam_adjusted", "ari"];
        let least = numbers.map(|number| self.local(number)).into_iter().fold(1.0, f64::min);
        let equal = mean(&self.paired, |one| one.adjusted);
        let Donors { by_donor, by_slice } = self.donors;
        let verdict = |claim: &str, holds: bool, words: String| Verdict::new("inference", claim, holds, words);
        vec![
            verdict(
                "the shift test calls few unrelated labelings better than chance, the permutation test nearly all",
                shift <= 0.09 && permutation >= 0.9,
                format!("at 5 %: shift {}, permutation {}", percent(shift), percent(permutation)),
            ),
            verdict(
                "where six tenths of the area are right, the shift test sees it",
                power >= 0.9,
                format!("{} are called better than chance", percent(power)),
            ),
            verdict(
                "intervals hold the true number nine times in ten where mistakes are local",
                least >= 0.9,
                format!("the least of {}: {}", numbers.join(", "), percent(least)),
            ),
            verdict(
                "equally good methods are seldom told apart",
                equal <= 0.09,
                format!("by slam_adjusted, at 5 %: {}", percent(equal)),
            ),
            verdict(
                "over donors equal methods are told apart in 5 % of cases, over their slices several times as often",
                by_donor <= 0.06 && by_slice >= 0.15,
                format!("3 donors of 4 slices: by donor {}, by slice {}", percent(by_donor), percent(by_slice)),
            ),
        ]
    }

    fn tests(&self) -> Table {
        let header = ["tissue", "shift", "permutation", "30 % right", "60 % right", "ari by chance"].map(str::to_owned);
        let mut table = Table::new("Labelings called better than chance at 5 %, in per cent", &header);
        for one in &self.tested {
            let share = |share: f64| Cell::number(Some(100.0 * share), 0);
            table.rows.push(vec![
                Cell::from(one.tissue.name()),
                share(one.shift).toned(if one.shift <= 0.1 { Tone::Good } else { Tone::Bad }),
                share(one.permutation).toned(Tone::Bad),
                share(one.third),
                share(one.most),
                Cell::number(Some(one.index), 2),
            ]);
        }
        table
    }

    fn intervals(&self) -> Table {
        let numbers = self.covered.first().map(|one| &one.local[..]).unwrap_or_default();
        let header: Vec<String> = ["tissue", "mistakes"]
            .into_iter()
            .chain(numbers.iter().map(|(name, _)| *name))
            .map(str::to_owned)
            .collect();
        let mut table = Table::new("95 % intervals that hold the true number, in per cent", &header).named_by(2);
        for one in &self.covered {
            for (kind, shares) in [("local", &one.local), ("clumps", &one.clumps)] {
                let names = [one.tissue.name(), kind].map(Cell::from);
                let cells = shares.iter().map(|(_, share)| Cell::number(Some(100.0 * share), 0));
                table.rows.push(names.into_iter().chain(cells).collect());
            }
        }
        table
    }

    fn pairs(&self) -> Table {
        let header = ["tissue", "equal", "equal, by slam_pinned", "equal, clumps", "twice as wrong"].map(str::to_owned);
        let mut table = Table::new("Methods told apart at 5 % by slam_adjusted, in per cent", &header);
        for one in &self.paired {
            let cells = [one.adjusted, one.pinned, one.clumps, one.worse];
            let cells = cells.map(|share| Cell::number(Some(100.0 * share), 0));
            table.rows.push(std::iter::once(Cell::from(one.tissue.name())).chain(cells).collect());
        }
        table
    }

    fn data(&self) -> Value {
        let tested = self.tested.iter().map(|one| {
            json!({ "tissue": one.tissue.name(), "shift": one.shift, "permutation": one.permutation, "power_30": one.third,
                    "power_60": one.most, "ari": one.index })
        });
        let shares = |list: &[(&'static str, f64)]| -> Value {
            Value::Object(list.iter().map(|(name, share)| ((*name).to_owned(), json!(share))).collect())
        };
        let covered = self.covered.iter().map(
            |one| json!({ "tissue": one.tissue.name(), "local": shares(&one.local), "clumps": shares(&one.clumps) }),
        );
        let paired = self.paired.iter().map(|one| {
            json!({ "tissue": one.tissue.name(), "equal": one.adjusted, "equal_pinned": one.pinned, "clumps": one.clumps,
                    "worse": one.worse })
        });
        json!({
            "trials": EFFORT.trials,
            "test": tested.collect::<Vec<_>>(),
            "interval": covered.collect::<Vec<_>>(),
            "pairs": paired.collect::<Vec<_>>(),
            "donors": { "by_donor": self.donors.by_donor, "by_slice": self.donors.by_slice },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The claims with few slides: wide enough that chance does not decide, narrow enough that a broken procedure does.
    #[test]
    fn a_few_slides_of_each_kind_bear_it_out() {
        let found = find(Effort { trials: 12, replicates: 99 }, &()).unwrap();
        assert!(mean(&found.tested, |one| one.shift) <= 0.15);
        assert!(mean(&found.tested, |one| one.permutation) >= 0.9);
        assert!(mean(&found.tested, |one| one.most) >= 0.85);
        assert!(["slam_pinned", "slam_adjusted", "ari"].iter().all(|number| found.local(number) >= 0.85));
        assert!(mean(&found.paired, |one| one.adjusted) <= 0.15);
        assert!(found.donors.by_donor <= 0.06 && found.donors.by_slice >= 0.15, "{:?}", found.donors);
    }
}
