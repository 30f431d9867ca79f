//! A label for every spot, or none where it is missing.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::pair::natural::natural_order;

/// More labels than this in one column, and it is taken for a column of ids.
pub const MAX_LABELS: usize = 10_000;

/// The name that missing truth labels get when they are kept as a label of their own.
pub const MISSING_NAME: &str = "(missing)";

/// The name of the class of spots without a prediction; it is decorated where a label has it.
pub(crate) const NO_PREDICTION: &str = "(no prediction)";

/// The words that mean "no label", in any case of letters.
const MISSING_WORDS: [&str; 8] = ["", "na", "n/a", "nan", "none", "null", "<na>", "#n/a"];

/// Whether a text, trimmed, means that there is no label: nothing, or `NA`, `N/A`, `NaN`, `None`, `null`, `<NA>`,
/// `#N/A` in any case of letters.
pub fn is_missing(text: &str) -> bool {
    // All of these words are short, and labels seldom are.
    text.len() <= 4 && MISSING_WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// A label for every spot, or none where it is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labeling {
    /// Invariant: in natural order, without repeats, each carried by at least one spot; but the name of the missing class, where
    /// there is one, is the last.
    names: Vec<String>,
    /// Invariant: an index of `names`, or `MISSING`.
    codes: Vec<u16>,
    /// Whether the last of `names` is no label, but the class of the spots without one.
    has_missing_class: bool,
}

const MISSING: u16 = u16::MAX;

impl Labeling {
    /// A labeling from text, as files have it.
    ///
    /// Text is trimmed; if every label looks like a whole number (`3`, `-1`, `4.0`), the `.0` is removed; what
    /// [`is_missing`] knows is missing.
    ///
    /// ```
    /// let labeling = slam::Labeling::from_texts(["2.0", "10", "NA"])?;
    /// assert_eq!(labeling.names(), ["2", "10"]);
    /// assert_eq!(labeling.code(2), None);
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn from_texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Result<Self> {
        let mut builder = LabelingBuilder::default();
        texts.into_iter().try_for_each(|text| builder.push(text.as_ref()))?;
        builder.finish()
    }

    /// A labeling from categories and a code per spot; a negative code is missing, as in AnnData.
    ///
    /// Names are read as [`from_texts`](Self::from_texts) reads them. A code beyond the categories is missing too.
    pub fn from_codes<T: AsRef<str>>(categories: &[T], codes: impl IntoIterator<Item = i64>) -> Result<Self> {
        let known = categories.len();
        let codes = codes.into_iter().map(|code| usize::try_from(code).ok().filter(|&code| code < known));
        let codes: Vec<u32> = codes.map(|code| code.map_or(u32::MAX, |code| code as u32)).collect();
        normalize(categories.iter().map(AsRef::as_ref).collect(), &codes)
    }

    /// The names of the labels, in natural order; in the pred of a [`Pair`](crate::Pair) the name of the
    /// [`missing_class`](Self::missing_class), where there is one, comes after them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of the labels, in natural order, without that of the missing class.
    pub fn label_names(&self) -> &[String] {
        &self.names[..self.names.len() - usize::from(self.has_missing_class)]
    }

    /// The label of that name, as an index of [`names`](Self::names).
    pub fn find(&self, name: &str) -> Option<usize> {
        self.label_names().binary_search_by(|other| natural_order(other, name)).ok()
    }

    /// The code of the spots without a label where they are a class of their own, which is no label and equals none: the last code.
    pub fn missing_class(&self) -> Option<u16> {
        self.has_missing_class.then(|| (self.names.len() - 1) as u16)
    }

    /// The number of spots, labelled or not.
    pub fn n_spots(&self) -> usize {
        self.codes.len()
    }

    /// The number of different labels, the missing class included where there is one: codes are below it.
    pub fn n_labels(&self) -> usize {
        self.names.len()
    }

    /// The number of spots without a label, not counting those of a missing class.
    pub fn n_missing(&self) -> usize {
        self.codes.iter().filter(|&&code| code == MISSING).count()
    }

    /// The label of a spot as an index of [`names`](Self::names), or none if it is missing.
    pub fn code(&self, spot: usize) -> Option<usize> {
        Some(self.codes[spot]).filter(|&code| code != MISSING).map(usize::from)
    }

    /// The name of the label of a spot, or none if it is missing.
    pub fn name(&self, spot: usize) -> Option<&str> {
        self.code(spot).map(|code| self.names[code].as_str())
    }

    /// The number of spots that carry each label.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.names.len()];
        self.codes.iter().filter(|&&code| code != MISSING).for_each(|&code| counts[usize::from(code)] += 1);
        counts
    }

    /// The label of every spot as an index of [`names`](Self::names); `u16::MAX` where it is missing.
    pub fn codes(&self) -> &[u16] {
        &self.codes
    }

    /// The labels of the given spots, in the given order; names that no spot carries any more disappear.
    #[must_use]
    pub fn subset(&self, spots: &[u32]) -> Self {
        let codes = spots.iter().map(|&spot| self.codes[spot as usize]).collect();
        Self { names: self.names.clone(), codes, has_missing_class: self.has_missing_class }.compact()
    }

    /// The labels of the given spots, in the given order, under all names as they are: codes keep their meaning.
    pub(crate) fn picked(&self, spots: &[u32]) -> Self {
        let codes = spots.iter().map(|&spot| self.codes[spot as usize]).collect();
        Self { names: self.names.clone(), codes, has_missing_class: self.has_missing_class }
    }

    /// The same labeling, with the spots of the named labels counted as missing.
    #[must_use]
    pub fn excluding(&self, names: &[String]) -> Self {
        let mut gone: Vec<bool> =
            self.label_names().iter().map(|name| names.iter().any(|other| other.trim() == name)).collect();
        gone.resize(self.names.len(), false);
        let keep = |&code: &u16| if code != MISSING && gone[usize::from(code)] { MISSING } else { code };
        let codes = self.codes.iter().map(keep).collect();
        Self { names: self.names.clone(), codes, has_missing_class: self.has_missing_class }.compact()
    }

    /// The same labeling, with missing labels as a label of their own, [`MISSING_NAME`].
    pub fn keeping_missing(&self) -> Result<Self> {
        Self::from_texts((0..self.n_spots()).map(|spot| self.name(spot).unwrap_or(MISSING_NAME)))
    }

    /// The same labeling, with the spots without a label as a class of their own, under a name that is none of `taken` and none of
    /// its labels; as it is where no label is missing.
    pub(crate) fn with_missing_class(&self, taken: &[String]) -> Self {
        if self.has_missing_class || self.n_missing() == 0 {
            return self.clone();
        }
        let mut name = NO_PREDICTION.to_owned();
        while self.names.contains(&name) || taken.contains(&name) {
            name = format!("({name})");
        }
        let class = self.names.len() as u16;
        let codes = self.codes.iter().map(|&code| if code == MISSING { class } else { code }).collect();
        Self { names: self.names.iter().cloned().chain([name]).collect(), codes, has_missing_class: true }
    }

    fn compact(self) -> Self {
        let has_missing_class = self.has_missing_class && self.counts().last().is_some_and(|&count| count > 0);
        let used: Vec<bool> = self.counts().iter().map(|&count| count > 0).collect();
        let mut next = 0..;
        let renumbered: Vec<u16> =
            used.iter().map(|&used| if used { next.next().unwrap_or(MISSING) } else { MISSING }).collect();
        let codes =
            self.codes.iter().map(|&code| if code == MISSING { MISSING } else { renumbered[usize::from(code)] });
        let codes = codes.collect();
        let names = self.names.into_iter().zip(used).filter_map(|(name, used)| used.then_some(name)).collect();
        Self { names, codes, has_missing_class }
    }
}

/// Collects labels one by one, without keeping their text.
#[derive(Debug, Default)]
pub struct LabelingBuilder {
    texts: Vec<String>,
    codes: Vec<u32>,
    index: HashMap<String, u32>,
}

impl LabelingBuilder {
    /// Adds the label of the next spot.
    ///
    /// Fails as soon as there are more than [`MAX_LABELS`] different ones.
    pub fn push(&mut self, text: &str) -> Result<()> {
        let text = text.trim();
        let text = if is_missing(text) { "" } else { text };
        // Labels come in runs, so the last one is worth a look before hashing.
        if let Some(&last) = self.codes.last().filter(|&&last| self.texts[last as usize] == text) {
            self.codes.push(last);
            return Ok(());
        }
        let code = if let Some(&code) = self.index.get(text) {
            code
        } else {
            if self.texts.len() > MAX_LABELS + 1 {
                return Err(Error::TooManyLabels { limit: MAX_LABELS });
            }
            let code = self.texts.len() as u32;
            self.texts.push(text.to_owned());
            self.index.insert(text.to_owned(), code);
            code
        };
        self.codes.push(code);
        Ok(())
    }

    /// The labeling of all spots so far.
    pub fn finish(self) -> Result<Labeling> {
        let Self { texts, codes, index } = self;
        drop(index);
        normalize(texts.iter().map(String::as_str).collect(), &codes)
    }
}

/// Names as SPEC 0 wants them, in natural order; texts that end as the same name become one label.
fn normalize(texts: Vec<&str>, codes: &[u32]) -> Result<Labeling> {
    let texts: Vec<&str> = texts.into_iter().map(str::trim).collect();
    let mut used = vec![false; texts.len()];
    codes.iter().filter(|&&code| (code as usize) < texts.len()).for_each(|&code| used[code as usize] = true);
    let is_label = |code: usize| used[code] && !is_missing(texts[code]);
    let whole = (0..texts.len()).filter(|&code| is_label(code)).all(|code| whole_part(texts[code]).is_some());
    let name = |code: usize| if whole { whole_part(texts[code]).unwrap_or(texts[code]) } else { texts[code] };

    let mut names: Vec<&str> = (0..texts.len()).filter(|&code| is_label(code)).map(name).collect();
    names.sort_by(|a, b| natural_order(a, b));
    names.dedup();
    if names.len() > MAX_LABELS {
        return Err(Error::TooManyLabels { limit: MAX_LABELS });
    }
    let place = |code: usize| names.binary_search_by(|other| natural_order(other, name(code)));
    let renumbered: Vec<u16> = (0..texts.len())
        .map(|code| place(code).ok().filter(|_| is_label(code)).map_or(MISSING, |i| i as u16))
        .collect();
    let codes = codes.iter().map(|&code| renumbered.get(code as usize).copied().unwrap_or(MISSING)).collect();
    Ok(Labeling { names: names.into_iter().map(str::to_owned).collect(), codes, has_missing_class: false })
}

/// The whole number that `text` writes, without its `.0`, or none if it writes something else.
fn whole_part(text: &str) -> Option<&str> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = fraction.is_none_or(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte == b'0'));
    (is_number && is_whole).then_some(whole)
}

/// Whether a name is a bare whole number, as cluster numbers are.
pub(crate) fn is_bare_integer(name: &str) -> bool {
    whole_part(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_lose_their_point() {
        assert_eq!(Labeling::from_texts(["1.0", "-2.00", " 10 "]).unwrap().names(), ["1", "10", "-2"]);
        assert_eq!(Labeling::from_texts(["1.0", "b"]).unwrap().names(), ["1.0", "b"]);
        assert_eq!(Labeling::from_texts(["1.1", "1.10"]).unwrap().n_labels(), 2);
        assert_eq!(Labeling::from_texts(["1", "1.0", ""]).unwrap().counts(), [2]);
        assert_eq!(Labeling::from_texts(["1.", ".0"]).unwrap().names(), ["1.", ".0"]);
    }

    #[test]
    fn every_word_for_missing() {
        let words =
            ["", " ", "NA", "na", "Na", "N/A", "n/a", "NaN", "nan", "None", "none", "NONE", "null", "NULL", "<NA>"];
        let labeling = Labeling::from_texts(words.iter().chain(&["#N/A", "a", "nab", "-", "?"])).unwrap();
        assert_eq!((labeling.n_missing(), labeling.names()), (16, &["-", "?", "a", "nab"].map(str::to_owned)[..]));
        let categories = Labeling::from_codes(&["NULL", "b"], [0, 1, 0]).unwrap();
        assert_eq!((categories.n_missing(), categories.names()), (2, &["b".to_owned()][..]));
    }

    #[test]
    fn categories_that_nobody_carries_disappear() {
        let labeling = Labeling::from_codes(&["b", "a", "c"], [0, -1, 2, 99]).unwrap();
        assert_eq!(labeling.names(), ["b", "c"]);
        assert_eq!((0..4).map(|spot| labeling.code(spot)).collect::<Vec<_>>(), [Some(0), None, Some(1), None]);
    }

    #[test]
    fn excluded_labels_are_missing() {
        let labeling = Labeling::from_texts(["a", "b", "c"]).unwrap().excluding(&["b".to_owned()]);
        assert_eq!((labeling.names(), labeling.name(1)), (&["a".to_owned(), "c".to_owned()][..], None));
        let spaced = Labeling::from_texts(["a", "b"]).unwrap().excluding(&[" b ".to_owned()]);
        assert_eq!(spaced.names(), ["a"]);
    }

    #[test]
    fn missing_can_be_a_label() {
        let labeling = Labeling::from_texts(["a", ""]).unwrap().keeping_missing().unwrap();
        assert_eq!((labeling.n_missing(), labeling.name(1)), (0, Some(MISSING_NAME)));
    }

    #[test]
    fn a_missing_class_is_the_last_code_and_no_label() {
        let texts = ["z", "", "a"];
        let class = Labeling::from_texts(texts).unwrap().with_missing_class(&[]);
        assert_eq!((class.names(), class.codes()), (&["a", "z", NO_PREDICTION].map(str::to_owned)[..], &[1, 2, 0][..]));
        assert_eq!((class.missing_class(), class.label_names().len(), class.n_missing()), (Some(2), 2, 0));
        assert_eq!((class.find("z"), class.find(NO_PREDICTION)), (Some(1), None));
        assert_eq!(class.excluding(&[NO_PREDICTION.to_owned()]), class);
        // Without its spots it disappears, and with them alone it is all that is left.
        assert_eq!(class.subset(&[0, 2]).missing_class(), None);
        assert_eq!((class.subset(&[1]).missing_class(), class.subset(&[1]).label_names().len()), (Some(0), 0));
        let complete = Labeling::from_texts(["a", "b"]).unwrap();
        assert_eq!(complete.with_missing_class(&[]), complete);
    }

    #[test]
    fn the_name_of_the_missing_class_is_never_that_of_a_label() {
        let truth = [format!("({NO_PREDICTION})")];
        let class = Labeling::from_texts([NO_PREDICTION, ""]).unwrap().with_missing_class(&truth);
        assert_eq!(class.names()[1], format!("(({NO_PREDICTION}))"));
    }

    #[test]
    fn ids_are_no_labels() {
        let texts = |n: usize| (0..n).map(|i| format!("cell_{i}"));
        assert_eq!(Labeling::from_texts(texts(MAX_LABELS)).unwrap().n_labels(), MAX_LABELS);
        assert_eq!(Labeling::from_texts(texts(MAX_LABELS + 1)), Err(Error::TooManyLabels { limit: MAX_LABELS }));
    }
}
