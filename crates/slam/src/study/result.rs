//! The result of a study: methods × slices, and all slices together.

use serde::{Deserialize, Serialize};

use crate::comparison::ranking::RankBy;
use crate::inference::{Difference, Finding};
use crate::message::Message;
use crate::score::named::Named;
use crate::verdict::Lead;

use super::numbers::Numbers;
use super::pooled::Pooled;
use super::settings::Settings;

/// Many methods on many slices; serialises to the study's JSON, and back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StudyResult {
    /// What a reader who looks at nothing else should take away.
    pub verdict: StudyVerdict,
    /// The name of the truth.
    pub truth: String,
    /// The truth labels of all slices, in label order.
    pub labels: Vec<String>,
    /// The slices that were compared, in natural order.
    pub slices: Vec<StudySlice>,
    /// The slices that could not be, and the methods that could not be on one, each with the reason.
    pub failures: Vec<Failure>,
    /// The methods, best first.
    pub methods: Vec<StudyMethod>,
    /// What labelings score on the same slices that nobody made with care; unranked.
    pub references: Vec<StudyMethod>,
    /// Wins, losses and differences of every pair of methods, the better placed first.
    pub pairs: Vec<Duel>,
    /// Methods that cannot be told apart: every longest run in rank of which no two differ.
    pub groups: Vec<Vec<String>>,
    /// What a user should know.
    pub warnings: Vec<Message>,
    /// How the result came about.
    pub provenance: StudyProvenance,
}

/// The verdict on a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StudyVerdict {
    /// All of it in sentences, the first of which says the most.
    pub sentences: Vec<Message>,
    /// The methods that share the first rank.
    pub best: Vec<String>,
    /// The number that ranks.
    pub by: RankBy,
    /// What of it ranks: `mean over slices`, or `pooled` where there are fewer than three slices.
    pub ranked: String,
    /// The slices that ranks rest on: those that all methods have, if they are three or more; else every method's own.
    pub common: Vec<String>,
    /// Whether the best one is better than chance, as of methods.
    pub better_than_chance: Option<bool>,
    /// What is known of the lead of the first method over the second.
    pub lead: Lead,
}

/// One slice of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StudySlice {
    /// Its name.
    pub slice: String,
    /// Whose it is; none where nobody said so, and every slice counts as its own donor.
    pub donor: Option<String>,
    /// The number of spots that the truth labels.
    pub n_spots: usize,
    /// The truth labels that occur on it.
    pub labels: Vec<String>,
    /// The methods that it lacks.
    pub missing: Vec<String>,
}

/// A slice that could not be compared, or a method on one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Failure {
    /// The name of the slice.
    pub slice: String,
    /// The method, where the others could be compared; none where the whole slice is left out.
    #[serde(default)]
    pub method: Option<String>,
    /// Why.
    pub reason: String,
}

/// One method of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StudyMethod {
    /// Its name.
    pub method: String,
    /// Its place, none for references and without a value; methods that cannot be told apart share one.
    pub rank: Option<usize>,
    /// The number of slices that it has.
    pub n_slices: usize,
    /// The number of slices on which it is first, alone or with others.
    pub n_first: usize,
    /// Whether it labels fewer than half of the spots on most of its slices; such methods come after all others.
    pub is_partial: bool,
    /// Whether it is better than chance at 5 %, by the shift tests of its slices together; none where no slice was tested.
    #[serde(default)]
    pub better_than_chance: Option<bool>,
    /// p of these tests together, whatever the slices share: (m/⌈m/2⌉) times the ⌈m/2⌉-th smallest of m.
    #[serde(default)]
    pub test_p: Option<f64>,
    /// The value that ranks it.
    pub value: Option<f64>,
    /// The means over the slices that it has, of every number, with intervals over donors.
    pub means: Named<Mean>,
    /// The numbers of all its slices together.
    pub pooled: Pooled,
    /// Its numbers on every slice of the study, in their order; none where the combination is missing.
    pub slices: Vec<Option<Numbers>>,
}

/// The mean of a number over slices, slices of one donor averaged first, and how far it would move with other donors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Mean {
    /// The mean over donors.
    pub value: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The share of cases in which such intervals hold the true mean.
    pub level: Option<f64>,
    /// The number of donors; none where nobody said whose the slices are, and the mean is over slices.
    pub donors: Option<usize>,
    /// Why there is no interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined: Option<String>,
}

impl From<Finding> for Mean {
    fn from(finding: Finding) -> Self {
        Self {
            value: finding.value,
            low: finding.interval.map(|interval| interval.low),
            high: finding.interval.map(|interval| interval.high),
            level: finding.interval.map(|interval| interval.level),
            donors: finding.donors,
            undefined: finding.undefined.map(|reason| reason.to_string()),
        }
    }
}

/// Two methods against each other, by the number that ranks: on how many slices which is better, and whether that holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Duel {
    /// The better placed method.
    pub a: String,
    /// The other.
    pub b: String,
    /// The slices on which the first is better.
    pub wins: usize,
    /// The slices on which the other is.
    pub losses: usize,
    /// The slices on which they cannot be told apart.
    pub ties: usize,
    /// The mean over donors of A minus B.
    pub difference: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of donors that have both; none where nobody said whose the slices are.
    pub donors: Option<usize>,
    /// p of no difference, paired t over donors; none without donors.
    pub p: Option<f64>,
    /// The same, adjusted for all pairs by Holm's procedure.
    pub p_holm: Option<f64>,
    /// p of the exact sign-flip test, adjusted for all pairs by the largest of them; from 6 to 16 donors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_max_t: Option<f64>,
    /// Whether the two differ at 5 %, all pairs considered.
    pub differs: bool,
    /// Why there is no p.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined: Option<String>,
}

impl Duel {
    pub(super) fn new(found: &Difference, [wins, losses, ties]: [usize; 3]) -> Self {
        let finding = &found.finding;
        Self {
            a: found.a.clone(),
            b: found.b.clone(),
            wins,
            losses,
            ties,
            difference: finding.value,
            low: finding.interval.map(|interval| interval.low),
            high: finding.interval.map(|interval| interval.high),
            donors: finding.donors,
            p: finding.p,
            p_holm: found.p_holm,
            p_max_t: found.p_max_t,
            differs: found.holds(),
            undefined: finding.undefined.as_ref().map(ToString::to_string),
        }
    }
}

/// How a study came about.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StudyProvenance {
    /// The version of this library.
    pub version: String,
    /// The settings of every slice.
    pub settings: Settings,
    /// What was read, by slice, as the front end describes it.
    pub input: Named<Vec<(String, String)>>,
}

impl StudyResult {
    /// The number of combinations of method and slice that are missing.
    pub fn n_missing(&self) -> usize {
        self.slices.iter().map(|slice| slice.missing.len()).sum()
    }

    /// The method of that name.
    pub fn method(&self, name: &str) -> Option<&StudyMethod> {
        self.methods.iter().chain(&self.references).find(|method| method.method == name)
    }
}

impl StudyMethod {
    /// A number on every slice, none where it is missing or undefined.
    pub fn values(&self, by: RankBy) -> Vec<Option<f64>> {
        self.slices.iter().map(|cell| cell.as_ref()?.value(by)).collect()
    }
}
