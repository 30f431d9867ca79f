//! What the metrics look at, gathered once for a pair and shared by all of them.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::value::{Undefined, Value};
use crate::contingency::Contingency;
use crate::error::{Error, Result};
use crate::matcher::Matching;
use crate::observer::Observer;
use crate::pair::Pair;

/// What mutual information is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Nmi {
    /// The mean of the two entropies, which makes it equal to the V-measure.
    #[default]
    Arithmetic,
    /// The root of their product, as the paper writes it.
    Geometric,
}

/// What the metrics look at: two labelings, their matching, and tables that are made when first asked for.
///
/// Of all slices together, or of one of them. Labels are numbers: those of the truth, those of the pred, and those of the pred
/// after matching, where numbers are the truth's, and higher ones stand for pred labels that match none.
///
/// [`truth`](Self::truth), [`pred`](Self::pred) and [`matched_pred`](Self::matched_pred) are in the order of spots, while
/// [`slices`](Self::slices) are one after the other: a metric of labels and positions takes both from a [`SliceView`].
///
/// Spots without a prediction that are not left out are a class of their own in [`pred`](Self::pred) and
/// [`matched_pred`](Self::matched_pred), named by [`Contingency::missing`] in both tables, and in no [`SliceView`].
pub struct Evidence<'a> {
    pub(super) truth: Cow<'a, [u16]>,
    pub(super) pred: Cow<'a, [u16]>,
    matched: Cow<'a, [u16]>,
    pub(super) views: Vec<SliceView<'a>>,
    pub(super) nmi: Nmi,
    pub(super) observer: &'a dyn Observer,
    /// The codes of the spots without a prediction, as given and after matching.
    missing: [Option<u16>; 2],
    given_table: OnceCell<Contingency>,
    matched_table: OnceCell<Contingency>,
}

/// The positions and labels of one slice, spot by spot in the order of the slice's spots, without those that have no prediction.
///
/// Pred labels are counted from 0 on every slice, those left out that do not occur on it; the truth's and those after matching
/// are numbered as in [`Evidence`].
pub struct SliceView<'a> {
    pub(crate) dimensions: usize,
    /// Invariant: `dimensions` for each spot.
    pub(crate) coordinates: Cow<'a, [f64]>,
    /// Invariant: below `sizes.len()`.
    pub(crate) labels: Cow<'a, [u16]>,
    /// The number of spots with each label. Invariant: none is 0.
    pub(crate) sizes: Vec<usize>,
    /// Invariant: as long as `labels`, or empty in a view of positions and pred labels alone.
    truth: Cow<'a, [u16]>,
    /// Invariant: as long as `truth`.
    matched: Cow<'a, [u16]>,
}

impl<'a> Evidence<'a> {
    /// The evidence of all spots of a pair.
    pub fn new(pair: &'a Pair, matching: &'a Matching, nmi: Nmi, observer: &'a dyn Observer) -> Result<Self> {
        check_length(pair, matching)?;
        let spots = pair.spots();
        let views = match spots.slices() {
            Some(slices) if slices.n_labels() > 1 => {
                spots.by_slice().iter().filter_map(|chosen| SliceView::of_some(pair, matching, chosen)).collect()
            }
            _ if pair.missing_pred().is_some() => {
                let all: Vec<u32> = (0..pair.n_spots() as u32).collect();
                SliceView::of_some(pair, matching, &all).into_iter().collect()
            }
            _ => vec![SliceView {
                truth: pair.truth().codes().into(),
                matched: matching.codes.as_slice().into(),
                ..SliceView::new(spots.dimensions(), spots.coordinates().into(), pair.pred().codes().into())
            }],
        };
        let [truth, pred] = [pair.truth(), pair.pred()].map(|labeling| labeling.codes().into());
        let evidence = Self::from_parts(truth, pred, matching.codes.as_slice().into(), views, nmi, observer);
        Ok(Self { missing: [pair.missing_pred(), matching.missing], ..evidence })
    }

    /// The evidence of some spots of a pair, all of one slice, under the matching of the whole pair.
    pub(super) fn of_some(
        pair: &'a Pair,
        matching: &'a Matching,
        spots: &[u32],
        nmi: Nmi,
        observer: &'a dyn Observer,
    ) -> Result<Self> {
        check_length(pair, matching)?;
        let codes = [pair.truth().codes(), pair.pred().codes(), &matching.codes];
        let [truth, pred, matched] = codes.map(|codes| pick(codes, spots).into());
        let views = SliceView::of_some(pair, matching, spots).into_iter().collect();
        let evidence = Self::from_parts(truth, pred, matched, views, nmi, observer);
        Ok(Self { missing: [pair.missing_pred(), matching.missing], ..evidence })
    }

    /// The evidence that two tables hold: enough for all metrics but the internal ones.
    pub(super) fn of_tables(given: Contingency, matched: Contingency, nmi: Nmi, observer: &'a dyn Observer) -> Self {
        let none = || Cow::Borrowed(&[][..]);
        let evidence = Self::from_parts(none(), none(), none(), Vec::new(), nmi, observer);
        Self { given_table: OnceCell::from(given), matched_table: OnceCell::from(matched), ..evidence }
    }

    fn from_parts(
        truth: Cow<'a, [u16]>,
        pred: Cow<'a, [u16]>,
        matched: Cow<'a, [u16]>,
        views: Vec<SliceView<'a>>,
        nmi: Nmi,
        observer: &'a dyn Observer,
    ) -> Self {
        let (given_table, matched_table) = (OnceCell::new(), OnceCell::new());
        Self { truth, pred, matched, views, nmi, observer, missing: [None; 2], given_table, matched_table }
    }

    /// The table after matching, and nothing else.
    pub(super) fn of_matched(table: Contingency) -> Self {
        let empty = || Cow::Borrowed(&[][..]);
        let evidence = Self::from_parts(empty(), empty(), empty(), Vec::new(), Nmi::default(), &());
        Self { matched_table: OnceCell::from(table), ..evidence }
    }

    /// The truth label of every spot, in the order of spots.
    pub fn truth(&self) -> &[u16] {
        &self.truth
    }

    /// The pred label of every spot, as given, in the order of spots.
    pub fn pred(&self) -> &[u16] {
        &self.pred
    }

    /// The pred label of every spot, after matching, in the order of spots.
    pub fn matched_pred(&self) -> &[u16] {
        &self.matched
    }

    /// Positions and labels, slice by slice.
    pub fn slices(&self) -> &[SliceView<'a>] {
        &self.views
    }

    /// What mutual information is to be divided by.
    pub fn nmi(&self) -> Nmi {
        self.nmi
    }

    /// Truth against pred, labels as given.
    pub fn given(&self) -> &Contingency {
        self.given_table.get_or_init(|| count(&self.truth, &self.pred, self.missing[0]))
    }

    /// Truth against pred, pred labels matched.
    pub fn matched(&self) -> &Contingency {
        self.matched_table.get_or_init(|| count(&self.truth, &self.matched, self.missing[1]))
    }

    /// The mean of a metric over the slices where it is defined, weighted by their spots.
    pub fn mean_over_slices(&self, metric: fn(&SliceView<'_>, &dyn Observer) -> Value) -> Value {
        let value = |view: &SliceView<'_>| (view.n_spots(), metric(view, self.observer));
        mean_where_defined(&self.views.iter().map(value).collect::<Vec<_>>())
    }
}

/// The mean of the values that are defined, weighted by spots; without one, the reason of the first.
pub(super) fn mean_where_defined(values: &[(usize, Value)]) -> Value {
    if values.iter().any(|(_, value)| *value == Err(Undefined::Stopped)) {
        return Err(Undefined::Stopped);
    }
    if let [(_, only)] = values {
        return *only;
    }
    let defined = || values.iter().filter_map(|&(n_spots, value)| Some((n_spots as f64, value.ok()?)));
    let n_spots: f64 = defined().map(|(n_spots, _)| n_spots).sum();
    if n_spots == 0.0 {
        return values.iter().find_map(|(_, value)| value.err()).map_or(Err(Undefined::NoPrediction), Err);
    }
    Ok(defined().map(|(n_spots, value)| n_spots * value).sum::<f64>() / n_spots)
}

impl<'a> SliceView<'a> {
    pub(crate) fn new(dimensions: usize, coordinates: Cow<'a, [f64]>, labels: Cow<'a, [u16]>) -> Self {
        let mut sizes = vec![0; n_codes(&labels)];
        labels.iter().for_each(|&label| sizes[usize::from(label)] += 1);
        let mut next = 0..;
        let renumbered: Vec<u16> =
            sizes.iter().map(|&size| if size > 0 { next.next().unwrap_or_default() } else { 0 }).collect();
        let labels = if sizes.contains(&0) {
            labels.iter().map(|&label| renumbered[usize::from(label)]).collect()
        } else {
            labels
        };
        sizes.retain(|&size| size > 0);
        let (truth, matched) = (Cow::Borrowed(&[][..]), Cow::Borrowed(&[][..]));
        Self { dimensions, coordinates, labels, sizes, truth, matched }
    }

    /// The view of the spots that have a prediction, if some have.
    fn of_some(pair: &Pair, matching: &Matching, spots: &[u32]) -> Option<Self> {
        let labelled: Vec<u32> = spots.iter().copied().filter(|&spot| pair.is_labelled(spot as usize)).collect();
        let positions = labelled.iter().flat_map(|&spot| pair.spots().position(spot as usize)).copied();
        let [truth, pred, matched] = [pair.truth().codes(), pair.pred().codes(), &matching.codes]
            .map(|codes| Cow::Owned(pick(codes, &labelled)));
        let view = Self { truth, matched, ..Self::new(pair.spots().dimensions(), positions.collect(), pred) };
        (!labelled.is_empty()).then_some(view)
    }

    /// The number of dimensions, 2 or 3.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The number of spots.
    pub fn n_spots(&self) -> usize {
        self.labels.len()
    }

    /// The number of labels that occur.
    pub fn n_labels(&self) -> usize {
        self.sizes.len()
    }

    /// The number of spots with each label, none of them 0.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The truth label of every spot of the slice, in the order of [`spots`](Self::spots).
    pub fn truth(&self) -> &[u16] {
        &self.truth
    }

    /// The pred label of every spot of the slice, after matching, in the order of [`spots`](Self::spots).
    pub fn matched_pred(&self) -> &[u16] {
        &self.matched
    }

    /// The positions and pred labels of the spots of the slice, labels counted from 0 on it.
    pub fn spots(&self) -> impl Iterator<Item = (&[f64], usize)> {
        self.coordinates.chunks_exact(self.dimensions).zip(self.labels.iter().map(|&label| usize::from(label)))
    }

    /// Metrics that compare labels with each other need two of them, and one with more than one spot.
    pub(crate) fn check_labels(&self) -> std::result::Result<(), Undefined> {
        match self.n_labels() {
            0 | 1 => Err(Undefined::OnePredLabel),
            n_labels if n_labels == self.n_spots() => Err(Undefined::OneSpotPerLabel),
            _ => Ok(()),
        }
    }
}

/// The labels of some spots.
fn pick(codes: &[u16], spots: &[u32]) -> Vec<u16> {
    spots.iter().map(|&spot| codes[spot as usize]).collect()
}

fn count(truth: &[u16], pred: &[u16], missing: Option<u16>) -> Contingency {
    let table = Contingency::count(truth, pred, n_codes(truth), n_codes(pred));
    let class = missing.map(usize::from).filter(|&class| class < table.pred_sizes.len());
    Contingency { missing: class, ..table }
}

fn n_codes(codes: &[u16]) -> usize {
    codes.iter().max().map_or(0, |&code| usize::from(code) + 1)
}

fn check_length(pair: &Pair, matching: &Matching) -> Result<()> {
    let (found, expected) = (matching.codes.len(), pair.n_spots());
    if found == expected { Ok(()) } else { Err(Error::Length { what: "the matching", found, expected }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::{Auto, Matcher};
    use crate::testing::{labeling, line};

    #[test]
    fn labels_of_a_slice_go_with_its_positions() {
        let spots = line(6).with_slices(labeling("lrlrlr")).unwrap();
        let pair = Pair::new(spots, labeling("abbaab"), labeling("122113")).unwrap();
        let matching = Auto.match_labels(&pair, &()).unwrap();
        let evidence = Evidence::new(&pair, &matching, Nmi::default(), &()).unwrap();
        for view in evidence.slices() {
            assert_eq!((view.n_spots(), view.truth().len(), view.matched_pred().len()), (3, 3, 3));
            for ((place, _), (truth, matched)) in view.spots().zip(view.truth().iter().zip(view.matched_pred())) {
                // Spots lie at their numbers.
                let spot = place[0] as usize;
                assert_eq!((*truth, *matched), (evidence.truth()[spot], evidence.matched_pred()[spot]));
            }
        }
        assert_ne!([evidence.slices()[0].truth(), evidence.slices()[1].truth()].concat(), evidence.truth());
        let right = evidence.slices()[1].spots().map(|(place, _)| place[0]).collect::<Vec<_>>();
        assert_eq!(right, [1.0, 3.0, 5.0]);
        let alone = Pair::new(line(2), labeling("ab"), labeling("12")).unwrap();
        let matching = Auto.match_labels(&alone, &()).unwrap();
        let whole = Evidence::new(&alone, &matching, Nmi::default(), &()).unwrap();
        assert_eq!((whole.slices()[0].truth(), whole.slices()[0].matched_pred()), (&[0, 1][..], &[0, 1][..]));
    }

    #[test]
    fn absent_labels_leave_no_gap() {
        let view = SliceView::new(2, vec![0.0; 8].into(), vec![5, 2, 5, 9].into());
        assert_eq!((view.labels.to_vec(), view.sizes.clone()), (vec![1, 0, 1, 2], vec![1, 2, 1]));
    }

    #[test]
    fn slices_count_by_their_spots() {
        let undefined = Err(Undefined::OnePredLabel);
        assert_eq!(mean_where_defined(&[(1, Ok(1.0)), (3, Ok(0.0)), (50, undefined)]), Ok(0.25));
        assert_eq!(mean_where_defined(&[(1, undefined), (2, undefined)]), undefined);
    }
}
