//! Matching slice by slice, for slices that were clustered one by one.

use std::sync::Arc;

use super::auto::by_name;
use super::{Best, Density, Hungarian, Identity, Jaccard, Link, MatchPer, Matcher, Matching, Method, Split, Unmatched};
use crate::editor::Weights;
use crate::error::{Error, Result};
use crate::graph::SpatialGraph;
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::labeling::Labeling;
use crate::pair::natural::natural_order;
use crate::pipeline::Connected;
use crate::score::warning::Warning;

/// Matching every slice by itself would have to make more than this share of the spots agree to be worth a word.
const WORTH_A_WORD: f64 = 0.1;

/// Matches one slice by a matcher; gets its spots, too.
type MatchOne<'a> = &'a dyn Fn(&dyn Matcher, &Pair, &[u32]) -> Result<Matching>;

/// Every slice matched by itself, into the one label space of the truth.
///
/// `auto` decides between names and overlap once, for all slices: what a name means does not change with the slice. A pred
/// label that stands for nothing on some slice is one class of its own there, whatever it stands for elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PerSlice {
    /// How the labels of a slice are matched.
    pub method: Method,
    /// Whether [`Density`] takes measurements as ln(1 + 10⁴·value/total).
    pub log_normalize: bool,
}

impl Matcher for PerSlice {
    fn name(&self) -> &'static str {
        self.method.name()
    }

    fn match_labels(&self, pair: &Pair, observer: &dyn Observer) -> Result<Matching> {
        self.match_slices(pair, observer, &|matcher, part, _| matcher.match_labels(part, observer))
    }

    fn match_on(&self, pair: &Pair, graph: &Connected, observer: &dyn Observer) -> Result<Matching> {
        self.match_slices(pair, observer, &|matcher, part, group| {
            matcher.match_on(part, &restricted(graph, group, pair.n_spots())?, observer)
        })
    }
}

impl PerSlice {
    /// Matches every slice by `match_one`, which gets the matcher, the slice and its spots.
    fn match_slices(self, pair: &Pair, observer: &dyn Observer, match_one: MatchOne<'_>) -> Result<Matching> {
        let slices = pair.spots().slices().ok_or(Error::NoSlicesToMatch)?;
        let (matcher, reason) = self.decided(pair);
        let groups = pair.spots().by_slice();
        let one = |group: &Vec<u32>| {
            let part = pair.part(group);
            match_one(&*matcher, &part, group).map(|matching| (part, matching))
        };
        let parts: Vec<(Pair, Matching)> = groups.iter().map(one).collect::<Result<_>>()?;
        let mut joined = joined(pair, slices, &groups, &parts);
        let method = parts.first().map_or_else(|| self.method.to_string(), |(_, matching)| matching.method.clone());
        if method == Method::Identity {
            // A name means the same on a slice that has no such truth label.
            let truth = |name: &str| pair.truth().find(name).map(|truth| pair.truth().names()[truth].clone());
            joined.links.iter_mut().for_each(|link| link.truth = truth(&link.pred));
            Matching { codes: joined.codes, missing: joined.missing, .. } = Identity.match_labels(pair, observer)?;
        }
        joined.warnings = warnings(&parts, &joined);
        let own = || parts.first().map(|(_, matching)| matching.reason.clone()).unwrap_or_default();
        (joined.method, joined.requested) = (method, self.method.to_string());
        joined.reason = format!(
            "{}, on every slice by itself; metrics are means over slices, weighted by spots",
            reason.unwrap_or_else(own)
        );
        Ok(joined)
    }

    /// What matches the labels of each slice, and why if that had to be decided.
    fn decided(self, pair: &Pair) -> (Box<dyn Matcher>, Option<String>) {
        if self.method != Method::Auto {
            let matcher: Box<dyn Matcher> = match self.method {
                Method::Density => Box::new(Density { log_normalize: self.log_normalize }),
                method => method.matcher(),
            };
            return (matcher, None);
        }
        let (by_name, reason) = by_name(pair.truth().names(), pair.pred().label_names());
        let matcher: Box<dyn Matcher> = if by_name { Box::new(Identity) } else { Box::new(Best) };
        (matcher, Some(reason))
    }
}

/// The graph of some spots, by rising numbers, among so many.
fn restricted(graph: &Connected, spots: &[u32], n_spots: usize) -> Result<Connected> {
    let mut places = vec![None; n_spots];
    spots.iter().enumerate().for_each(|(place, &spot)| places[spot as usize] = Some(place as u32));
    let inside = |(edge, &(u, v)): (usize, &(u32, u32))| Some((edge, (places[u as usize]?, places[v as usize]?)));
    let (kept, edges): (Vec<usize>, Vec<(u32, u32)>) =
        graph.graph.edges().iter().enumerate().filter_map(inside).unzip();
    let values = graph.weights.values.as_ref().map(|weights| kept.iter().map(|&edge| weights[edge]).collect());
    Ok(Connected {
        graph: Arc::new(SpatialGraph::new(spots.len(), &edges)?),
        weights: Arc::new(Weights { values, warnings: Vec::new() }),
        warnings: Vec::new(),
    })
}

/// The matchings of all slices as one; how and why is still to be said.
fn joined(pair: &Pair, slices: &Labeling, groups: &[Vec<u32>], parts: &[(Pair, Matching)]) -> Matching {
    let named = |slice: usize| Some(slices.names()[slice].clone());
    let links = |(slice, (_, matching)): (usize, &(Pair, Matching))| {
        let link = move |link: &Link| Link { slice: named(slice), ..link.clone() };
        matching.links.iter().map(link).collect::<Vec<_>>()
    };
    let splits = |(slice, (_, matching)): (usize, &(Pair, Matching))| {
        let split = move |split: &Split| Split { slice: named(slice), ..split.clone() };
        matching.splits.iter().map(split).collect::<Vec<_>>()
    };
    let mut whole = Matching {
        method: String::new(),
        requested: String::new(),
        reason: String::new(),
        per: MatchPer::Slice,
        links: parts.iter().enumerate().flat_map(links).collect(),
        splits: parts.iter().enumerate().flat_map(splits).collect(),
        codes: vec![0; pair.n_spots()],
        n_truth: pair.truth().n_labels(),
        missing: None,
        warnings: Vec::new(),
        adjusted: None,
    };
    let beyond: Vec<String> = whole.unmatched().into_iter().map(str::to_owned).collect();
    whole.missing = pair.missing_pred().map(|_| whole.n_labels() as u16);
    for (group, (part, matching)) in groups.iter().zip(parts) {
        let codes = whole_codes(pair, part, matching, &beyond);
        group.iter().zip(&matching.codes).for_each(|(&spot, &code)| {
            whole.codes[spot as usize] = codes[usize::from(code)];
        });
    }
    whole
}

/// The code that each label of a slice after matching has in the whole: that of a truth label, or of one that is beyond.
fn whole_codes(pair: &Pair, part: &Pair, matching: &Matching, beyond: &[String]) -> Vec<u16> {
    let truth = part.truth().names().iter().map(|name| pair.truth().find(name));
    let n_truth = pair.truth().n_labels();
    let unmatched = matching.unmatched();
    let own = unmatched.iter().map(|name| beyond.iter().position(|other| other == name).map(|place| n_truth + place));
    let missing = matching.missing.map(|_| Some(n_truth + beyond.len()));
    truth.chain(own).chain(missing).map(|code| code.unwrap_or(n_truth) as u16).collect()
}

/// Each warning once: the spots of all slices, and the labels of the slice that has most for what there is.
fn warnings(parts: &[(Pair, Matching)], whole: &Matching) -> Vec<Warning> {
    let (mut n_split, mut many, mut alike) = (0, None, Vec::new());
    let excess = |&(n_pred, n_truth): &(usize, usize)| n_pred as f64 / n_truth as f64;
    for warning in parts.iter().flat_map(|(_, matching)| &matching.warnings) {
        match warning {
            Warning::Split { n_spots } => n_split += n_spots,
            Warning::ManyLabels { n_pred, n_truth } => {
                let own = (*n_pred, *n_truth);
                many = many.filter(|other| excess(other) >= excess(&own)).or(Some(own));
            }
            Warning::Unmatched(unmatched) => alike.extend(unmatched.alike.iter().cloned()),
            _ => {}
        }
    }
    let labels: Vec<String> = whole.unmatched().into_iter().map(str::to_owned).collect();
    let is_unmatched = |&&code: &&u16| usize::from(code) >= whole.n_truth && Some(code) != whole.missing;
    let n_spots = whole.codes.iter().filter(is_unmatched).count();
    alike.retain(|(label, ..)| labels.contains(label));
    alike.sort_by(|(a, ..), (b, ..)| natural_order(a, b));
    alike.dedup();
    let unmatched = (!labels.is_empty()).then_some(Warning::Unmatched(Unmatched { labels, n_spots, alike }));
    let split = (n_split > 0).then_some(Warning::Split { n_spots: n_split });
    let many = many.map(|(n_pred, n_truth)| Warning::ManyLabels { n_pred, n_truth });
    unmatched.into_iter().chain(split).chain(many).collect()
}

/// The warning that slices look as if they were clustered one by one: matched so, many more spots would agree.
///
/// O(n) and one matching per slice; none where names decide or there is one slice.
pub(crate) fn apart(pair: &Pair, matching: &Matching, observer: &dyn Observer) -> Result<Option<Warning>> {
    let n_slices = pair.spots().slices().map_or(1, Labeling::n_labels);
    if matching.per == MatchPer::Slice || matching.method == Method::Identity || n_slices < 2 {
        return Ok(None);
    }
    // What step 3 takes from the truth says nothing about slices.
    let matcher: Box<dyn Matcher> = match matching.method.as_str() {
        "hungarian" | "best" => Box::new(Hungarian),
        _ => Box::new(Jaccard { split: false }),
    };
    let agreeing = |pair: &Pair, matching: &Matching| {
        let equal = pair.truth().codes().iter().zip(&matching.codes).filter(|(truth, pred)| truth == pred);
        equal.count()
    };
    let together = if matching.splits.is_empty() && matching.method != Method::Best {
        agreeing(pair, matching)
    } else {
        agreeing(pair, &matcher.match_labels(pair, observer)?)
    };
    let by_slice = |group: &Vec<u32>| {
        let part = pair.part(group);
        matcher.match_labels(&part, observer).map(|matching| agreeing(&part, &matching))
    };
    let apart = pair.spots().by_slice().iter().map(by_slice).sum::<Result<usize>>()?;
    let n_spots = apart.saturating_sub(together);
    let share = n_spots as f64 / pair.n_spots() as f64;
    Ok((share > WORTH_A_WORD).then_some(Warning::SlicesApart { n_spots, share }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{labeling, line};

    /// Spots on a line, a letter per spot for its truth, its pred and its slice.
    fn pair(truth: &str, pred: &str, slices: &str) -> Pair {
        let spots = line(truth.len()).with_slices(labeling(slices)).unwrap();
        Pair::new(spots, labeling(truth), labeling(pred)).unwrap()
    }

    fn per_slice(method: Method, pair: &Pair) -> Matching {
        PerSlice { method, log_normalize: false }.match_labels(pair, &()).unwrap()
    }

    #[test]
    fn slices_that_were_clustered_one_by_one_come_home() {
        // 1 is a on the left and b on the right; together, 1 and 2 overlap a and b alike.
        let pair = pair("aabbaabb", "11222211", "llllrrrr");
        let matching = per_slice(Method::Auto, &pair);
        assert_eq!((matching.codes.as_slice(), matching.per), (pair.truth().codes(), MatchPer::Slice));
        let links: Vec<_> =
            matching.links.iter().map(|link| (link.slice.as_deref(), &*link.pred, link.truth.as_deref())).collect();
        let expected = [("l", "1", "a"), ("l", "2", "b"), ("r", "1", "b"), ("r", "2", "a")];
        assert_eq!(links, expected.map(|(slice, pred, truth)| (Some(slice), pred, Some(truth))));
        let reason = "0 of 2 names are shared, so labels match one to one with the smallest slam_adjusted, on every slice by \
                      itself; metrics are means over slices, weighted by spots";
        assert_eq!((&*matching.method, &*matching.requested, &*matching.reason), ("best", "auto", reason));
    }

    #[test]
    fn a_slice_without_a_truth_label_stays_in_the_label_space() {
        // The right slice has b and c alone; their codes are those of the whole.
        let pair = pair("aabbbcc", "1122211", "lllrrrr");
        assert_eq!(per_slice(Method::Jaccard, &pair).codes, [0, 0, 1, 1, 1, 2, 2]);
    }

    #[test]
    fn names_are_decided_once_for_all_slices() {
        // On the right slice no name is shared; over both, 2 of 3 are.
        let pair = pair("aabbcc", "aabbaa", "llllrr");
        let matching = per_slice(Method::Auto, &pair);
        assert_eq!((&*matching.method, matching.codes.as_slice()), ("identity", &[0, 0, 1, 1, 0, 0][..]));
    }

    #[test]
    fn what_is_unmatched_somewhere_is_a_class_there() {
        // One to one, the left slice spares 2 and the right one 1.
        let pair = pair("aaabbb", "112112", "lllrrr");
        let matching = per_slice(Method::Hungarian, &pair);
        assert_eq!((matching.codes.as_slice(), matching.n_labels()), (&[0, 0, 2, 1, 1, 2][..], 3));
        assert_eq!(matching.names(pair.truth()), ["a", "b", "2 (unmatched)"]);
    }

    #[test]
    fn a_slice_of_one_spot_is_a_slice() {
        let pair = pair("aab", "112", "llr");
        assert_eq!(per_slice(Method::Auto, &pair).codes, [0, 0, 1]);
    }

    #[test]
    fn without_slices_there_is_nothing_to_match_by_itself() {
        let said = PerSlice::default().match_labels(&crate::testing::pair("ab", "xy"), &()).unwrap_err().to_string();
        assert_eq!(said, "match_per slice has no place in spots without slices: there is nothing to match by itself");
    }

    #[test]
    fn swapped_numbers_are_warned_of() {
        let warned = |truth: &str, pred: &str, slices: &str| {
            let pair = pair(truth, pred, slices);
            apart(&pair, &Method::Auto.matcher().match_labels(&pair, &()).unwrap(), &()).unwrap()
        };
        // Together 1 and 2 both go to a, which is right for 4 of 8; slice by slice all 8 are.
        assert_eq!(warned("aabbaabb", "11222211", "llllrrrr"), Some(Warning::SlicesApart { n_spots: 4, share: 0.5 }));
        assert_eq!(warned("aabbaabb", "11221122", "llllrrrr"), None);
        // 1 of 10 spots is no more than a tenth: u is b on the right slice alone.
        assert_eq!(warned("aaaaabbbba", "1111122221", "lllllllllr"), None);
        assert_eq!(warned("aabbaabb", "aabbbbaa", "llllrrrr"), None, "names mean the same on every slice");
    }

    #[test]
    fn warnings_of_slices_are_added_up() {
        let pair = pair("aabbaabb", "xxxxxxxx", "llllrrrr");
        let matching = per_slice(Method::Jaccard, &pair);
        assert_eq!(matching.warnings, [Warning::Split { n_spots: 4 }]);
        assert_eq!(
            matching.splits.iter().map(|split| split.slice.as_deref()).collect::<Vec<_>>(),
            [Some("l"), Some("r")]
        );
    }

    #[test]
    fn unmatched_labels_stay_apart() {
        let pair = pair("aaaaaabb", "11122344", "llllllrr");
        let matching = per_slice(Method::Hungarian, &pair);
        assert_eq!(matching.codes, [0, 0, 0, 2, 2, 3, 1, 1]);
        assert_eq!(matching.names(pair.truth()), ["a", "b", "2 (unmatched)", "3 (unmatched)"]);
    }

    #[test]
    fn the_slice_with_most_labels_for_what_there_is_is_warned_of() {
        // 3, 5 and 4 labels for one.
        let pair = pair("aaaaaaaaaaaa", "123123451234", "lllmmmmmrrrr");
        let warned: Vec<_> = per_slice(Method::Jaccard, &pair).warnings;
        assert_eq!(warned, [Warning::ManyLabels { n_pred: 5, n_truth: 1 }]);
    }
}
