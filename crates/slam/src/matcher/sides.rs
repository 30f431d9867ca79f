//! What a matching by names and overlaps looks at: the labels of both sides, and how many spots carry which two.

use std::borrow::Cow;

use super::auto::{by_name, decided};
use super::{Best, Hungarian, Identity, Jaccard, Link, MatchPer, Matching, Method, Overlap, Unmatched};
use crate::adjusted::MOST_PAIRS;
use crate::contingency::Contingency;
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::natural::natural_order;
use crate::score::warning::Warning;

/// The labels of truth and pred, in label order, and their overlaps; spots without a prediction count in the sizes of truth labels
/// alone.
#[derive(Debug)]
pub(crate) struct Sides<'a> {
    pub(crate) truth: &'a [String],
    pub(crate) pred: &'a [String],
    pub(crate) table: Cow<'a, Contingency>,
}

/// A matching of labels, before any spot is looked at.
#[derive(Debug, Clone)]
pub(crate) struct Tabled {
    /// All but the codes of spots.
    pub(crate) matching: Matching,
    /// What each pred label becomes: a truth label, or a class of its own; last, where there is one, what the class of the spots
    /// without a prediction becomes.
    pub(crate) codes: Vec<u16>,
}

impl<'a> Sides<'a> {
    /// The sides of a pair, counted.
    pub(super) fn of(pair: &'a Pair) -> Self {
        let table = Contingency::of(pair).without_missing();
        Self { truth: pair.truth().names(), pred: pair.pred().label_names(), table: Cow::Owned(table) }
    }

    /// The truth label of that name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        find(self.truth, name)
    }

    /// The matching by a method that needs no spots; `jaccard` needs them where it would split a pred label. `best` is given as the
    /// pred label of each truth label.
    pub(crate) fn matched(&self, method: Method, partners: &[Option<u32>], observer: &dyn Observer) -> Result<Tabled> {
        match method {
            Method::Auto => {
                let (by_name, reason) = by_name(self.truth, self.pred);
                let found = if by_name { Identity.tabled(self) } else { Best.tabled(self, partners) };
                Ok(Tabled { matching: decided(found.matching, reason), codes: found.codes })
            }
            Method::Best => Ok(Best.tabled(self, partners)),
            Method::Identity => Ok(Identity.tabled(self)),
            Method::Hungarian => Hungarian.tabled(self, observer),
            Method::Jaccard if self.pred.len() < self.truth.len() => {
                refused("the third step of jaccard looks at every spot at once; auto and hungarian do not")
            }
            Method::Jaccard => Ok(Jaccard::default().tabled(self).0),
            Method::Density => refused("density looks at the measurements of every spot at once"),
        }
    }

    /// Whether the matching takes more than this table: what every pair of labels agrees on at every scale.
    pub(crate) fn needs_sums(&self, method: Method) -> Result<bool> {
        let is_best = method == Method::Best || (method == Method::Auto && !by_name(self.truth, self.pred).0);
        if is_best && self.truth.len() * self.pred.len() > MOST_PAIRS {
            return refused("best compares at most 65,536 pairs of labels there; hungarian has no such limit");
        }
        Ok(is_best)
    }

    /// What each pred label becomes if splitting a domain is forgiven.
    pub(crate) fn forgiven(&self) -> Tabled {
        Jaccard { split: false }.tabled(self).0
    }
}

fn refused<T>(reason: &'static str) -> Result<T> {
    Err(Error::Useless { option: "matching", place: "a slide in tiles", reason })
}

impl Tabled {
    /// The matching in which pred label `u` stands for truth label `matches[u]`.
    pub(super) fn new(
        sides: &Sides<'_>,
        overlap: &Overlap,
        method: &str,
        reason: String,
        matches: &[Option<usize>],
    ) -> Self {
        let n_truth = sides.truth.len();
        let mut unmatched = n_truth..;
        let codes = matches.iter().map(|found| found.or_else(|| unmatched.next()).unwrap_or(n_truth) as u16).collect();
        let link = |(pred, &found): (usize, &Option<usize>)| Link {
            slice: None,
            pred: sides.pred[pred].clone(),
            truth: found.map(|truth| sides.truth[truth].clone()),
            jaccard: found.map_or(0.0, |truth| overlap.jaccard(pred, truth)),
            reassigned: false,
        };
        let matching = Matching {
            method: method.to_owned(),
            requested: method.to_owned(),
            reason,
            per: MatchPer::All,
            links: matches.iter().enumerate().map(link).collect(),
            splits: Vec::new(),
            codes: Vec::new(),
            n_truth,
            missing: None,
            warnings: Unmatched::of(sides, matches).map(Warning::Unmatched).into_iter().collect(),
            adjusted: None,
        };
        Self { matching, codes }
    }

    /// The same with a code for the class of the spots without a prediction, which is beyond all labels.
    pub(crate) fn with_missing(mut self) -> Self {
        let code = self.matching.n_labels() as u16;
        self.matching.missing = Some(code);
        self.codes.push(code);
        self
    }

    /// The same with the code of every spot of a pair.
    pub(super) fn written(self, pair: &Pair) -> Matching {
        if pair.missing_pred().is_some() && self.matching.missing.is_none() {
            return self.with_missing().written(pair);
        }
        let codes = pair.pred().codes().iter().map(|&code| self.codes[usize::from(code)]).collect();
        Matching { codes, ..self.matching }
    }
}

/// The place of a name among names in label order.
pub(super) fn find(names: &[String], name: &str) -> Option<usize> {
    names.binary_search_by(|other| natural_order(other, name)).ok()
}
