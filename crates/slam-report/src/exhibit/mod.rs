//! What an experiment found, once: the terminal, JSON and the page are all written from here.

mod table;
mod plot;
mod map;
mod text;
mod sparkline;
mod rows;
mod json;
pub(crate) mod ticks;
mod chart;
mod panels;
mod page;

use serde::Serialize;
use serde_json::Value;

pub use json::exhibits_json;
pub use map::{Map, Panel};
pub use page::{Cover, exhibits_html};
pub use plot::{Axis, Mark, Plot, Scale, Series, Shape};
pub use rows::exhibit_rows;
pub use table::{Cell, Table, Tone};
pub use text::exhibits_text;

/// One experiment: what was asked, whether the claim holds, and the tables and drawings that show it.
#[derive(Debug, Clone, PartialEq)]
pub struct Exhibit {
    /// The name for programs: a key of the JSON, and the place on the page.
    pub key: String,
    /// The name for people.
    pub title: String,
    /// What is shown, in a sentence or two.
    pub lead: String,
    /// Which claims hold.
    pub verdicts: Vec<Verdict>,
    /// What there is to see, in reading order.
    pub figures: Vec<Figure>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
    /// The numbers, for programs.
    pub data: Value,
}

/// Whether a claim holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The case that it is about.
    pub case: String,
    /// The claim, as a statement.
    pub claim: String,
    /// Whether it holds.
    pub holds: bool,
    /// The numbers that decide, in words.
    pub words: String,
    /// Q of SLAM, where the claim is about one.
    pub q: Option<f64>,
    /// The paired standard error of Q.
    pub q_se: Option<f64>,
    /// Q in the paper.
    pub paper: Option<f64>,
    /// Whether Q has the paper's sign, where the paper prints one.
    pub sign_agrees: Option<bool>,
    /// Whether Q is within a tenth of the paper's, where the paper prints one.
    pub value_agrees: Option<bool>,
}

impl Verdict {
    /// A claim that is decided by other numbers than Q.
    pub fn new(case: &str, claim: &str, holds: bool, words: String) -> Self {
        Self {
            case: case.to_owned(),
            claim: claim.to_owned(),
            holds,
            words,
            q: None,
            q_se: None,
            paper: None,
            sign_agrees: None,
            value_agrees: None,
        }
    }

    /// The same claim with its Q beside the paper's: the sign and the value agree or differ each for itself.
    #[must_use]
    pub fn beside(mut self, q: Option<f64>, q_se: f64, paper: Option<f64>) -> Self {
        let both = q.zip(paper);
        self.sign_agrees = both.map(|(q, paper)| q * paper > 0.0);
        self.value_agrees = both.map(|(q, paper)| (q - paper).abs() <= 0.1 * paper.abs());
        (self.q, self.q_se, self.paper) = (q, Some(q_se), paper);
        self
    }

    /// Whether the claim holds, in words; where the paper prints a value, whether that is found, too.
    pub fn standing(&self) -> &'static str {
        match (self.holds, self.sign_agrees, self.value_agrees) {
            (false, ..) => "does not hold",
            (true, Some(true), Some(true)) => "holds in sign and value",
            (true, Some(true), Some(false)) => "holds in sign, not in value",
            (true, Some(false), _) => "holds against the paper's sign",
            (true, ..) => "holds",
        }
    }
}

/// Something to look at.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// Numbers in rows and columns.
    Table(Table),
    /// A drawing of numbers; the terminal shows its outline.
    Plot(Plot),
    /// Labelings side by side; on the page alone.
    Map(Map),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_and_value_agree_each_for_itself() {
        let standing = |q: f64, paper: f64| {
            let claim = Verdict::new("I", "it is worse", true, String::new());
            claim.beside(Some(q), 0.0, Some(paper)).standing()
        };
        assert_eq!(standing(0.276, 0.257), "holds in sign and value");
        assert_eq!(standing(0.004, 0.073), "holds in sign, not in value");
        assert_eq!(standing(-0.073, 0.073), "holds against the paper's sign");
        assert_eq!(Verdict::new("I", "it is worse", false, String::new()).standing(), "does not hold");
    }
}
