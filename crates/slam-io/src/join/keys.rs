//! Columns that may hold ids: what they are called, and what their values are.

use std::collections::HashSet;

use super::Names;

/// Where ids may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// Beside the columns: the index of `obs`, the `id` of every feature.
    Own,
    /// In a column.
    Column(usize),
}

/// How likely the name of a column makes it that ids stand there, likeliest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// The user has named it.
    Named,
    /// It has one of the usual names, of which this is the place in their list.
    Usual(usize),
    /// The names of rows, as R and pandas write them, or ids beside the columns: ids, unless they only count.
    RowNames,
    /// It is called something else.
    Other,
}

/// A place where ids may stand, and what is known of it before all rows are read.
#[derive(Debug)]
pub(crate) struct Likely {
    pub(crate) key: Key,
    pub(crate) standing: Standing,
    /// The ids of the first rows, as far as these are at hand.
    pub(crate) first: Names,
}

/// Columns that are taken for ids, the first of them that is there, in any case of letters.
const ID_NAMES: [&str; 12] = [
    "id",
    "ids",
    "barcode",
    "barcodes",
    "spot",
    "spot_id",
    "spotid",
    "cell",
    "cell_id",
    "cellid",
    "cell_name",
    "cell_barcode",
];

/// What a column of row names is called when a table is written, or written again.
const ROW_NAMES: [&str; 5] = ["", "Unnamed: 0", "index", "Row.names", "rownames"];

/// Whether a column of that name is taken for ids, in any case of letters.
pub fn is_id_name(name: &str) -> bool {
    matches!(Standing::of(name), Standing::Usual(_))
}

/// Fewer different values than this, and each of them several times, are labels.
const MOST_LABELS: usize = 1_000;

impl Standing {
    /// The standing of a column of that name.
    pub(crate) fn of(name: &str) -> Self {
        let usual = ID_NAMES.iter().position(|usual| usual.eq_ignore_ascii_case(name));
        let is_row_names = ROW_NAMES.contains(&name);
        usual.map_or(if is_row_names { Self::RowNames } else { Self::Other }, Self::Usual)
    }
}

impl Likely {
    /// A key that the user has named.
    pub(crate) fn named(key: Key) -> Self {
        Self { key, standing: Standing::Named, first: Names::default() }
    }

    /// Ids beside the columns, of which nothing is known yet.
    pub(crate) fn own() -> Self {
        Self { key: Key::Own, standing: Standing::RowNames, first: Names::default() }
    }

    /// The column, if its first values may be ids: they differ, or, where the name says that they are ids, are at least
    /// no labels. Numbers with a point are no ids.
    pub(crate) fn column(column: usize, name: &str, first: Names) -> Option<Self> {
        let standing = Standing::of(name);
        let n_different = first.iter().collect::<HashSet<_>>().len();
        let is_unique = n_different == first.len();
        let is_label = n_different <= MOST_LABELS && 3 * n_different < first.len();
        let may_be = if standing == Standing::Other { is_unique && !is_measured(&first) } else { !is_label };
        may_be.then_some(Self { key: Key::Column(column), standing, first })
    }

    /// Whether all of its first values are numbers.
    pub(crate) fn is_number(&self) -> bool {
        self.first.len() > 0 && self.first.iter().all(|text| text.trim().parse::<f64>().is_ok())
    }

    /// Whether none of its first values is a number.
    pub(crate) fn is_text(&self) -> bool {
        self.first.iter().all(|text| text.trim().parse::<f64>().is_err())
    }

    /// Whether it is taken for the ids of its file where nothing is joined.
    pub(crate) fn is_recognised(&self) -> bool {
        self.standing < Standing::Other
    }
}

/// Whether the values are measured: numbers, and not all of them whole. An empty text is no id either.
fn is_measured(values: &Names) -> bool {
    let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
    let is_whole = |text: &str| text.trim().bytes().all(|byte| byte.is_ascii_digit());
    values.iter().any(|text| text.trim().is_empty()) || values.iter().all(is_number) && !values.iter().all(is_whole)
}

/// The likely keys in the order of their standing; equal ones as they come.
pub(crate) fn likeliest_first(mut keys: Vec<Likely>) -> Vec<Likely> {
    keys.sort_by_key(|likely| likely.standing);
    keys
}

/// The key that a file is taken to have, judged by its first rows and by those of the input it will be joined to: the
/// recognised one, unless another one has more ids of the input; else the only column of text that differs in every row.
pub(crate) fn presumed(keys: &[Likely], input: &[Likely]) -> Option<Key> {
    let known: HashSet<&str> = input.iter().flat_map(|likely| likely.first.iter()).collect();
    let n_known = |likely: &&Likely| likely.first.iter().filter(|id| known.contains(id)).count();
    // Of equal numbers the first is taken, which is the likeliest.
    let shared = keys.iter().rev().max_by_key(n_known).filter(|best| n_known(best) > 0);
    let named = keys.first().filter(|likely| likely.standing == Standing::Named);
    let recognised = || keys.iter().find(|likely| likely.is_recognised());
    let texts: Vec<&Likely> = keys.iter().filter(|likely| !likely.is_number()).collect();
    let only = || if let [only] = texts[..] { Some(only) } else { None };
    named.or(shared).or_else(recognised).or_else(only).map(|likely| likely.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likely(name: &str, values: &str) -> Option<Likely> {
        Likely::column(0, name, values.split(' ').collect())
    }

    #[test]
    fn ids_differ_whatever_they_are_called() {
        let is_likely = |name: &str, values: &str| likely(name, values).is_some();
        assert!(is_likely("CellID", "u v w") && is_likely("anything", "u v w") && is_likely("number", "7 8 9"));
        assert!(
            !is_likely("ids", "B1 B1 B1 B1") && !is_likely("cell", "T T T B B B B") && !is_likely("anything", "u v u")
        );
        assert!(!is_likely("anything", "0.5 1.5") && !is_likely("anything", "u  v") && !is_likely("", "a a a a"));
        // A table that was pasted twice has ids, and they repeat.
        assert!(is_likely("id", "u v w u v w") && is_likely("", "u v u v"));
    }

    #[test]
    fn the_likeliest_name_comes_first() {
        let names = ["note", "Unnamed: 0", "cell_id", "Barcode", "Row.names"];
        let found = likeliest_first(names.iter().filter_map(|name| likely(name, "u v")).collect());
        let standings: Vec<Standing> = found.iter().map(|likely| likely.standing).collect();
        let expected =
            [Standing::Usual(2), Standing::Usual(8), Standing::RowNames, Standing::RowNames, Standing::Other];
        assert_eq!(standings, expected);
    }

    #[test]
    fn a_file_is_presumed_to_have_the_ids_of_the_input() {
        let keys = |columns: &[(&str, &str)]| {
            let key = |(column, (name, values)): (usize, &(&str, &str))| {
                Likely::column(column, name, values.split(' ').collect())
            };
            likeliest_first(columns.iter().enumerate().filter_map(key).collect())
        };
        let input = keys(&[("id", "u v w")]);
        let of = |columns: &[(&str, &str)]| presumed(&keys(columns), &input);
        assert_eq!(of(&[("label", "a b c"), ("CellID", "w v u")]), Some(Key::Column(1)));
        assert_eq!(of(&[("id", "1 2 3"), ("name", "w q r")]), Some(Key::Column(1)));
        assert_eq!(of(&[("label", "a b c"), ("cell", "x y z")]), Some(Key::Column(1)));
        assert_eq!(
            (of(&[("label", "a b a"), ("code", "x y z")]), of(&[("label", "1 2 3")])),
            (Some(Key::Column(1)), None)
        );
    }
}
