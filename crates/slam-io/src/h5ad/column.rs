//! One column of a data frame, in any of the ways that AnnData has written columns.

use std::borrow::Cow;

use slam::{Labeling, LabelingBuilder};

use super::error::{Location, Result};
use super::store::{Array, Group, Kind, Node};
use super::values::Values;

/// Values, of which a mask may say that some are missing.
pub(crate) struct Series {
    values: Array,
    mask: Option<Array>,
}

/// One column of a data frame.
pub(crate) enum Column {
    /// Values as they stand.
    Plain(Series),
    /// A code per row, and what the codes mean; a negative code is missing.
    Categorical { codes: Array, categories: Series },
}

impl Series {
    /// Values without a mask.
    pub(crate) fn bare(values: Array) -> Self {
        Self { values, mask: None }
    }

    /// Values with or without a mask, as a dataset or as a group of `values` and `mask`.
    pub(crate) fn open(node: Node) -> Result<Self> {
        match node {
            Node::Array(values) => Ok(Self::bare(values)),
            Node::Group(group) => Self::masked(&group),
        }
    }

    fn masked(group: &Group) -> Result<Self> {
        let values = group.array("values")?;
        let mask = group.child("mask")?.is_some().then(|| group.array("mask")).transpose()?;
        if let Some(mask) = &mask {
            mask.place.check_length(mask.n_rows()?, values.n_rows()?)?;
        }
        Ok(Self { values, mask })
    }

    fn read(&self) -> Result<(Values, Option<Values>)> {
        let mask = self.mask.as_ref().map(Array::read).transpose()?;
        mask.as_ref().map_or(Ok(()), Values::check_integers)?;
        Ok((self.values.read()?, mask))
    }

    /// Every value as text, empty where it is missing, handed on one by one.
    fn each_text(&self, mut take: impl FnMut(&str) -> Result<()>) -> Result<()> {
        let (values, mask) = self.read()?;
        // Numbers come in runs, and writing them as text is slow; text elsewhere in the file has to be paid for.
        let may_repeat = values.kind().is_number();
        let (mut last_row, mut last) = (None, Cow::Borrowed(""));
        for row in 0..values.n() {
            if is_masked(mask.as_ref(), row) {
                take("")?;
                continue;
            }
            if !may_repeat || last_row.is_none_or(|last_row| values.element(last_row) != values.element(row)) {
                (last_row, last) = (Some(row), values.text(row)?);
            }
            take(&last)?;
        }
        Ok(())
    }

    fn texts(&self) -> Result<Vec<Box<str>>> {
        let mut texts = Vec::new();
        self.each_text(|text| {
            texts.push(text.into());
            Ok(())
        })?;
        Ok(texts)
    }

    /// Every value as a number, not a number where it is missing.
    fn numbers(&self) -> Result<Vec<f64>> {
        let (values, mask) = self.read()?;
        let mut numbers = values.numbers()?;
        let missing = |row: &usize| is_masked(mask.as_ref(), *row);
        (0..numbers.len()).filter(missing).for_each(|row| numbers[row] = f64::NAN);
        Ok(numbers)
    }
}

fn is_masked(mask: Option<&Values>, row: usize) -> bool {
    mask.is_some_and(|mask| mask.integer(row) != 0)
}

impl Column {
    /// A column as a dataset or group of the data frame `frame` (anndata 0.7 and later).
    pub(crate) fn open(node: Node, frame: &Group, name: &str) -> Result<Self> {
        match node {
            Node::Array(values) => match referred_categories(&values, frame, name)? {
                Some(categories) => Ok(Self::Categorical { codes: values, categories }),
                None => Ok(Self::Plain(Series::bare(values))),
            },
            Node::Group(group) => Self::open_group(&group),
        }
    }

    fn open_group(group: &Group) -> Result<Self> {
        if let Some(categories) = group.child("categories")? {
            return Ok(Self::Categorical { codes: group.array("codes")?, categories: Series::open(categories)? });
        }
        if group.child("values")?.is_some() {
            return Series::masked(group).map(Self::Plain);
        }
        let encoding = group.attribute("encoding-type")?.map(|encoding| encoding.text()).transpose()?;
        let found = encoding.map_or("a group".to_owned(), |encoding| format!("a group of encoding {encoding:?}"));
        Err(group.place.unexpected(found, "a column: categorical, text, numbers or booleans"))
    }

    /// Where the values or codes are.
    pub(crate) fn place(&self) -> &Location {
        &self.rows().place
    }

    /// The number of rows, if a file of its length can hold as many.
    pub(crate) fn n_rows(&self) -> Result<usize> {
        self.rows().check_size()?;
        self.rows().n_rows()
    }

    /// The type of the values, or that of the categories.
    pub(crate) fn kind(&self) -> &Kind {
        match self {
            Self::Plain(series) | Self::Categorical { categories: series, .. } => &series.values.kind,
        }
    }

    /// The labels: text trimmed, whole numbers without `.0`, missing where they are missing.
    pub(crate) fn labeling(&self) -> Result<Labeling> {
        let refused = |error| self.place().refused(error);
        match self {
            Self::Plain(series) => {
                let mut builder = LabelingBuilder::default();
                series.each_text(|text| builder.push(text).map_err(refused))?;
                builder.finish().map_err(refused)
            }
            Self::Categorical { codes, categories } => {
                let categories = categories.texts()?;
                let codes = read_codes(codes, categories.len())?;
                let codes = codes.into_iter().map(i64::from);
                Labeling::from_codes(&categories, codes).map_err(refused)
            }
        }
    }

    /// The categories in their order; none where there are none.
    pub(crate) fn categories(&self) -> Result<Option<Vec<Box<str>>>> {
        match self {
            Self::Plain(_) => Ok(None),
            Self::Categorical { categories, .. } => categories.texts().map(Some),
        }
    }

    /// The texts, unchanged; empty where they are missing.
    pub(crate) fn texts(&self) -> Result<Vec<Box<str>>> {
        match self {
            Self::Plain(series) => series.texts(),
            Self::Categorical { codes, categories } => {
                let categories = categories.texts()?;
                let codes = read_codes(codes, categories.len())?;
                Ok(each_category(&codes, &categories, || "".into()))
            }
        }
    }

    /// The numbers; not a number where they are missing.
    pub(crate) fn numbers(&self) -> Result<Vec<f64>> {
        match self {
            Self::Plain(series) => series.numbers(),
            Self::Categorical { codes, categories } => {
                let categories = categories.numbers()?;
                let codes = read_codes(codes, categories.len())?;
                Ok(each_category(&codes, &categories, || f64::NAN))
            }
        }
    }

    fn rows(&self) -> &Array {
        match self {
            Self::Plain(Series { values: rows, .. }) | Self::Categorical { codes: rows, .. } => rows,
        }
    }
}

/// The categories that anndata 0.7 keeps apart and refers to by address.
fn referred_categories(values: &Array, frame: &Group, name: &str) -> Result<Option<Series>> {
    let Some(attribute) = values.attribute("categories")? else { return Ok(None) };
    // Zarr has no addresses, and names them.
    let named = attribute.text().ok().and_then(|path| path.rsplit('/').next().map(str::to_owned));
    if attribute.address().is_none() && named.is_none() {
        return Ok(None);
    }
    let expected = || frame.place.child("__categories").unexpected("nothing", format!("the categories of {name:?}"));
    let folder = frame.group("__categories")?.ok_or_else(expected)?;
    let found = attribute.address().map(|address| folder.name_at(address)).transpose()?.flatten();
    let name = found.or(named).unwrap_or_else(|| name.to_owned());
    folder.child(&name)?.map(Series::open).ok_or_else(expected)?.map(Some)
}

/// The codes, each −1 or that of a category.
fn read_codes(codes: &Array, n_categories: usize) -> Result<Vec<i32>> {
    let values = codes.read()?;
    let numbers = values.integers(|code| i32::try_from(code).unwrap_or(i32::MIN))?;
    let is_known = |code: i32| code == -1 || usize::try_from(code).is_ok_and(|code| code < n_categories);
    if let Some(row) = numbers.iter().position(|&code| !is_known(code)) {
        let found = format!("code {} in row {}", values.integer(row), row + 1);
        return Err(codes.place.unexpected(found, format!("one of {n_categories} categories, or -1")));
    }
    Ok(numbers)
}

fn each_category<T: Clone>(codes: &[i32], categories: &[T], missing: impl Fn() -> T) -> Vec<T> {
    let category = |&code| usize::try_from(code).map_or_else(|_| missing(), |code: usize| categories[code].clone());
    codes.iter().map(category).collect()
}
