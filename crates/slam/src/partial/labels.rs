//! The labels of all tiles: which texts occur together and where, and what they are called once all are known.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::codec::record;
use super::tile::Tile;
use crate::adjusted::tiled::TileLabels;
use crate::adjusted::{Agreements, Pairs, best};
use crate::contingency::{Cell, Contingency};
use crate::error::{Error, Result};
use crate::matcher::{Sides, Tabled};
use crate::observer::Observer;
use crate::options::Options;
use crate::pair::counts::Counts;
use crate::pair::labeling::Labeling;
use crate::pair::missing::{MissingPred, MissingTruth};

/// Where no label is.
const NONE: u16 = u16::MAX;

/// How many spots carry two texts, and the box around them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Both {
    pub(super) truth: String,
    pub(super) pred: String,
    pub(super) n_spots: u64,
    pub(super) low: [f64; 2],
    pub(super) high: [f64; 2],
}
record!(Both { truth, pred, n_spots, low, high });

/// The texts that spots of a tile's core carry, by truth and then pred.
pub(super) fn overlap(tile: &Tile) -> Vec<Both> {
    let mut found: HashMap<(u32, u32), Both> = HashMap::new();
    for (spot, position) in tile.positions.iter().enumerate().filter(|(_, position)| tile.core.contains(position)) {
        let (truth, pred) = (tile.truth.codes[spot], tile.pred.codes[spot]);
        let both = found.entry((truth, pred)).or_insert_with(|| Both {
            truth: tile.truth.names[truth as usize].clone(),
            pred: tile.pred.names[pred as usize].clone(),
            n_spots: 0,
            low: *position,
            high: *position,
        });
        both.add(1, position, position);
    }
    let mut cells: Vec<Both> = found.into_values().collect();
    cells.sort_unstable_by(|a, b| (&a.truth, &a.pred).cmp(&(&b.truth, &b.pred)));
    cells
}

/// The texts of two tiles.
pub(super) fn plus(a: Vec<Both>, b: Vec<Both>) -> Vec<Both> {
    let mut cells: BTreeMap<(String, String), Both> = BTreeMap::new();
    for cell in a.into_iter().chain(b) {
        match cells.get_mut(&(cell.truth.clone(), cell.pred.clone())) {
            Some(both) => both.add(cell.n_spots, &cell.low, &cell.high),
            None => drop(cells.insert((cell.truth.clone(), cell.pred.clone()), cell)),
        }
    }
    cells.into_values().collect()
}

impl Both {
    fn add(&mut self, n_spots: u64, low: &[f64; 2], high: &[f64; 2]) {
        self.n_spots += n_spots;
        for axis in 0..2 {
            self.low[axis] = self.low[axis].min(low[axis]);
            self.high[axis] = self.high[axis].max(high[axis]);
        }
    }
}

/// The labels of a slide, once all texts are known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Labels {
    /// The names in label order.
    pub(super) truth: Vec<String>,
    pub(super) pred: Vec<String>,
    /// Whether spots without a prediction are compared: as a class whose code comes after those of `pred`.
    has_missing_class: bool,
    /// Every pair of texts, and the two labels that it means; none where such spots are left out.
    meant: Vec<((String, String), [u16; 2])>,
    /// The number of spots by truth label and pred label, sorted, without zeros.
    counts: Vec<[u64; 3]>,
    /// What each pred label becomes by matching, once that is known.
    pub(super) matched: Option<Vec<u16>>,
    /// What each pred label becomes if splitting a domain is forgiven.
    forgiven: Vec<u16>,
    /// The pred label of each truth label, where it takes the sums of all tiles to find them.
    partners: Vec<Option<u32>>,
    /// Rows, those with a truth label, and those of them without a prediction.
    pub(super) n_rows: u64,
    pub(super) n_truth_rows: u64,
    pub(super) n_unlabelled: u64,
    /// The box around the spots that are left.
    pub(super) low: [f64; 2],
    pub(super) high: [f64; 2],
}
record!(Labels {
    truth,
    pred,
    has_missing_class,
    meant,
    counts,
    matched,
    forgiven,
    partners,
    n_rows,
    n_truth_rows,
    n_unlabelled,
    low,
    high
});

impl Labels {
    /// What the texts mean under these options: as many spots stand for each pair of texts as carry it.
    pub(super) fn of(cells: &[Both], options: &Options, observer: &dyn Observer) -> Result<Self> {
        let all = |side: fn(&Both) -> &String| Labeling::from_texts(cells.iter().map(side));
        let without = |labeling: Labeling| {
            if options.exclude.is_empty() { labeling } else { labeling.excluding(&options.exclude) }
        };
        let (mut truth, pred) = (without(all(|cell| &cell.truth)?), without(all(|cell| &cell.pred)?));
        let n_rows = cells.iter().map(|cell| cell.n_spots).sum();
        if options.missing_truth == MissingTruth::Keep {
            truth = truth.keeping_missing()?;
        }
        let n_spots_where = |is_meant: &dyn Fn(&usize) -> bool| -> u64 {
            (0..cells.len()).filter(is_meant).map(|cell| cells[cell].n_spots).sum()
        };
        let n_truth_rows = n_spots_where(&|&cell| truth.code(cell).is_some());
        let n_unlabelled = n_spots_where(&|&cell| truth.code(cell).is_some() && pred.code(cell).is_none());
        if options.missing_truth == MissingTruth::Error && n_truth_rows < n_rows {
            return Err(Error::MissingSome { role: "truth", n_spots: n_rows - n_truth_rows });
        }
        if options.missing_pred == MissingPred::Error && n_unlabelled > 0 {
            return Err(Error::MissingSome { role: "pred", n_spots: n_unlabelled });
        }
        let n_labelled = n_spots_where(&|&cell| pred.code(cell).is_some()) as usize;
        if let Some(doubt) = pred.doubt(n_labelled).filter(|_| !options.allow_many_labels) {
            return Err(Error::NoLabeling { pred: None, doubt });
        }
        let stays_in = options.missing_pred == MissingPred::Wrong;
        let is_kept =
            |&cell: &u32| truth.code(cell as usize).is_some() && (stays_in || pred.code(cell as usize).is_some());
        let kept: Vec<u32> = (0..cells.len() as u32).filter(is_kept).collect();
        if stays_in && n_truth_rows >= 2 && n_unlabelled == n_truth_rows {
            return Err(Error::NoPrediction { n_spots: n_truth_rows as usize });
        }
        let truth = truth.subset(&kept);
        let pred = pred.subset(&kept).with_missing_class(truth.names());
        let mut labels = Self {
            truth: truth.names().to_vec(),
            pred: pred.label_names().to_vec(),
            has_missing_class: pred.missing_class().is_some(),
            meant: cells.iter().map(|cell| ((cell.truth.clone(), cell.pred.clone()), [NONE; 2])).collect(),
            counts: Vec::new(),
            matched: None,
            forgiven: Vec::new(),
            partners: Vec::new(),
            n_rows,
            n_truth_rows,
            n_unlabelled,
            low: [f64::INFINITY; 2],
            high: [f64::NEG_INFINITY; 2],
        };
        let mut counts: BTreeMap<[u16; 2], u64> = BTreeMap::new();
        for (place, &cell) in kept.iter().enumerate() {
            let (cell, codes) = (cell as usize, [truth.codes()[place], pred.codes()[place]]);
            labels.meant[cell].1 = codes;
            *counts.entry(codes).or_default() += cells[cell].n_spots;
            labels.low = std::array::from_fn(|axis| labels.low[axis].min(cells[cell].low[axis]));
            labels.high = std::array::from_fn(|axis| labels.high[axis].max(cells[cell].high[axis]));
        }
        labels.counts = counts.iter().map(|(codes, &n)| [codes[0].into(), codes[1].into(), n]).collect();
        let forgiven = labels.sides().forgiven();
        labels.forgiven = if labels.has_missing_class { forgiven.with_missing() } else { forgiven }.codes;
        if !labels.sides().needs_sums(options.matching)? {
            labels.matched = Some(labels.matching(options, observer)?.codes);
        }
        Ok(labels)
    }

    fn sides(&self) -> Sides<'_> {
        let table = std::borrow::Cow::Owned(self.given().without_missing());
        Sides { truth: &self.truth, pred: &self.pred, table }
    }

    /// The matching of the labels, once it is known.
    pub(super) fn matching(&self, options: &Options, observer: &dyn Observer) -> Result<Tabled> {
        let matched = self.sides().matched(options.matching, &self.partners, observer)?;
        Ok(if self.has_missing_class { matched.with_missing() } else { matched })
    }

    /// Matches the labels by what all tiles have found.
    pub(super) fn learn(&mut self, agreements: &Agreements, options: &Options, observer: &dyn Observer) -> Result<()> {
        self.partners = best(agreements)?;
        self.matched = Some(self.matching(options, observer)?.codes);
        Ok(())
    }

    /// The labels as given, which are compared to find the matching.
    pub(super) fn as_given(&self) -> TileLabels {
        let Contingency { truth_sizes, pred_sizes, missing, .. } = self.given();
        let pairs = Pairs::All { n_truth: truth_sizes.len(), n_pred: pred_sizes.len() };
        TileLabels { truth_sizes, pred_sizes, missing: missing.map(|class| class as u16), pairs }
    }

    /// The labels after matching.
    pub(super) fn as_matched(&self) -> TileLabels {
        let (n_truth, n_pred) = (self.truth.len(), self.n_labels());
        self.labels_by(self.codes(), Pairs::for_codes(n_truth, n_pred))
    }

    /// The labels if splitting a domain is forgiven; none where that is how they are matched, or a matched label stands for
    /// several.
    pub(super) fn as_forgiven(&self) -> Option<(TileLabels, Vec<u16>)> {
        let codes = self.codes();
        let mut forgiven_of = vec![None; self.n_labels()];
        for (&code, &forgiven) in codes.iter().zip(&self.forgiven) {
            if forgiven_of[usize::from(code)].replace(forgiven).is_some() {
                return None;
            }
        }
        if codes == self.forgiven {
            return None;
        }
        let pairs = Pairs::equal(self.truth.len(), self.n_labels());
        let of_matched = forgiven_of.into_iter().map(Option::unwrap_or_default).collect();
        Some((self.labels_by(&self.forgiven, pairs), of_matched))
    }

    fn labels_by(&self, codes: &[u16], pairs: Pairs) -> TileLabels {
        let (mut truth_sizes, mut pred_sizes) = (vec![0; self.truth.len()], vec![0; self.n_labels()]);
        for &[truth, pred, n_spots] in &self.counts {
            truth_sizes[truth as usize] += n_spots;
            pred_sizes[usize::from(codes[pred as usize])] += n_spots;
        }
        let missing = codes.last().copied().filter(|_| self.has_missing_class);
        TileLabels { truth_sizes, pred_sizes, missing, pairs }
    }

    /// What each pred label becomes; as it is while the matching is not known.
    fn codes(&self) -> &[u16] {
        self.matched.as_deref().unwrap_or_default()
    }

    /// The label of a spot after matching.
    pub(super) fn matched_code(&self, pred: u16) -> u16 {
        self.codes().get(usize::from(pred)).copied().unwrap_or(pred)
    }

    /// Truth against pred, labels as given.
    pub(super) fn given(&self) -> Contingency {
        let cell = |&[truth, pred, n_spots]: &[u64; 3]| Cell { truth: truth as usize, pred: pred as usize, n_spots };
        let n_pred = self.pred.len() + usize::from(self.has_missing_class);
        let table = Contingency::from_cells(self.counts.iter().map(cell).collect(), self.truth.len(), n_pred);
        Contingency { missing: self.has_missing_class.then_some(self.pred.len()), ..table }
    }

    /// Truth against pred, pred labels matched.
    pub(super) fn after_matching(&self) -> Contingency {
        let mut counts: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for &[truth, pred, n_spots] in &self.counts {
            *counts.entry((truth as usize, self.matched_code(pred as u16).into())).or_default() += n_spots;
        }
        let cells = counts.into_iter().map(|((truth, pred), n_spots)| Cell { truth, pred, n_spots });
        // The labels that occur, up to the last of each side.
        let table = Contingency::from_cells(cells.collect(), self.truth.len(), self.n_matched());
        let missing = self.codes().last().filter(|_| self.has_missing_class);
        Contingency { missing: missing.copied().map(usize::from), ..table }
    }

    /// The number of labels that spots carry after matching, up to the last.
    fn n_matched(&self) -> usize {
        self.codes().iter().map(|&code| usize::from(code) + 1).max().unwrap_or(0)
    }

    /// The number of labels of both together after matching.
    pub(super) fn n_labels(&self) -> usize {
        self.truth.len().max(self.n_matched())
    }

    /// The number of spots that are compared.
    pub(super) fn n_spots(&self) -> u64 {
        self.counts.iter().map(|count| count[2]).sum()
    }

    /// How many spots both labelings label.
    pub(super) fn row_counts(&self) -> Counts {
        let (n_spots, n_truth) = (self.n_spots() as usize, self.n_truth_rows as usize);
        let is_partial = !self.has_missing_class && 2 * n_spots < n_truth;
        let n_wrong = if self.has_missing_class { self.n_unlabelled as usize } else { 0 };
        Counts { n_spots, n_truth, n_rows: self.n_rows as usize, n_wrong, is_partial }
    }

    /// The label of every spot of a tile in the truth and in the pred as given, none where it is left out.
    pub(super) fn read(&self, tile: &Tile) -> Result<Vec<Option<[u16; 2]>>> {
        let meant: HashMap<(&str, &str), [u16; 2]> =
            self.meant.iter().map(|((truth, pred), codes)| ((truth.as_str(), pred.as_str()), *codes)).collect();
        let mut known: HashMap<(u32, u32), Option<[u16; 2]>> = HashMap::new();
        let code = |(&truth, &pred): (&u32, &u32)| {
            if let Some(&codes) = known.get(&(truth, pred)) {
                return Ok(codes);
            }
            let texts = (tile.truth.names[truth as usize].as_str(), tile.pred.names[pred as usize].as_str());
            let [of_truth, of_pred] =
                *meant.get(&texts).ok_or_else(|| Error::Stranger(texts.0.to_owned(), texts.1.to_owned()))?;
            let codes = (of_truth != NONE).then_some([of_truth, of_pred]);
            known.insert((truth, pred), codes);
            Ok(codes)
        };
        tile.truth.codes.iter().zip(&tile.pred.codes).map(code).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_a_truth_label_are_counted() {
        let both = |truth: &str, pred: &str, n_spots| Both {
            truth: truth.to_owned(),
            pred: pred.to_owned(),
            n_spots,
            low: [0.0; 2],
            high: [1.0; 2],
        };
        let cells = [both("", "x", 3), both("a", "x", 5), both("b", "y", 7)];
        let rows = |missing_truth| {
            let labels = Labels::of(&cells, &Options { missing_truth, ..Options::default() }, &()).unwrap();
            (labels.n_rows, labels.n_truth_rows, labels.n_spots())
        };
        assert_eq!((rows(MissingTruth::Drop), rows(MissingTruth::Keep)), ((15, 12, 12), (15, 15, 15)));
    }
}
