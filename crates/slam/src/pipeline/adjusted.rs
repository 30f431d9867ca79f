//! `slam_adjusted` of a matched pair: of all spots, and of every slice.

use super::Connected;
use crate::adjusted::{Adjusted, Adjuster, Subset, TwoLabelings};
use crate::error::Result;
use crate::matcher::{Jaccard, Matcher, Matching};
use crate::observer::Observer;
use crate::pair::Pair;
use crate::pair::slice::Slice;

/// `slam_adjusted` of all spots; `lenient` is its value.
pub(crate) fn of_all(
    pair: &Pair,
    matching: &Matching,
    connected: &Connected,
    observer: &dyn Observer,
) -> Result<Adjusted> {
    let slices = pair.spots().each_slice();
    match &matching.adjusted {
        Some(adjusted) => Ok((**adjusted).clone()),
        None => Adjuster::new(labelings(pair, matching, connected))
            .measure(Subset { slices: &slices, edges: None }, observer),
    }
}

/// `slam_adjusted` of all spots, and of every slice that is listed; none where a slice has no edges.
pub(super) fn of_subsets(
    pair: &Pair,
    matching: &Matching,
    connected: &Connected,
    (spots, edges): (&[Slice], &[Vec<u32>]),
    observer: &dyn Observer,
) -> Result<(Adjusted, Vec<Option<Adjusted>>)> {
    let all = Subset { slices: spots, edges: None };
    let of_slice = |slice: usize| Subset { slices: &spots[slice..=slice], edges: Some(&edges[slice]) };
    let with_edges = || (0..edges.len()).filter(|&slice| !edges[slice].is_empty());
    let matched = Adjuster::new(labelings(pair, matching, connected));
    let mut whole = match &matching.adjusted {
        Some(adjusted) => (**adjusted).clone(),
        None => matched.measure(all, observer)?,
    };
    let mut slices = vec![None; edges.len()];
    for slice in with_edges() {
        slices[slice] = Some(matched.measure(of_slice(slice), observer)?);
    }
    drop(matched);
    let forgiving = Jaccard { split: false }.match_labels(pair, observer)?;
    if forgiving.codes != matching.codes {
        let forgiven = Adjuster::new(labelings(pair, &forgiving, connected));
        whole.lenient = forgiven.value(all, observer)?;
        for slice in with_edges() {
            let value = forgiven.value(of_slice(slice), observer)?;
            if let Some(adjusted) = &mut slices[slice] {
                adjusted.lenient = value;
            }
        }
    }
    Ok((whole, slices))
}

/// The labelings of a pair after matching, on their graph.
fn labelings<'a>(pair: &'a Pair, matching: &'a Matching, connected: &'a Connected) -> TwoLabelings<'a> {
    TwoLabelings {
        spots: pair.spots(),
        graph: &connected.graph,
        weights: connected.weights.values.as_deref(),
        truth: pair.truth().codes(),
        pred: &matching.codes,
        n_truth: pair.truth().n_labels(),
        n_pred: matching.n_classes(),
        missing: matching.missing,
    }
}
