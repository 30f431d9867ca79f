//! Paths with named parts, such as `slides/{slice}.h5ad`, and the files that fit them.

use std::fs;
use std::path::{Path, PathBuf};

use slam::{edit_distance, natural_order};

use super::error::{Error, Result};
use crate::h5ad::is_zarr;
use crate::listing::Columns;

/// The parts that a path may name.
const NAMES: [&str; 3] = ["slice", "method", "donor"];
/// Folders are not searched for more files than this.
const MOST_FILES: usize = 1_000_000;

/// A path in which `{slice}`, `{method}` and `{donor}` stand for a path component or a piece of one, and `*` and `?` for
/// any text and any character, never for a `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    text: String,
    /// The folder that it begins with.
    root: PathBuf,
    /// What follows, component by component.
    components: Vec<Vec<Piece>>,
}

/// A piece of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// The place of a name in [`NAMES`].
    Named(usize),
    Any,
    One,
}

/// A file that fits, and what its named parts are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fitting {
    pub(crate) path: PathBuf,
    parts: Parts,
}

type Parts = [Option<String>; NAMES.len()];

impl Fitting {
    /// What a named part is.
    pub(crate) fn part(&self, name: &str) -> Option<&str> {
        let place = NAMES.iter().position(|other| *other == name)?;
        self.parts[place].as_deref()
    }
}

impl Pattern {
    /// The pattern of a text; none if it is a plain path.
    pub(crate) fn parse(flag: &'static str, text: &str) -> Result<Option<Self>> {
        let is_plain = !text.contains(['{', '*', '?']);
        let is_file = fs::metadata(text).is_ok_and(|found| !found.is_dir()) || is_zarr(Path::new(text));
        if is_plain || is_file {
            return Ok(None);
        }
        let root = if text.starts_with('/') { PathBuf::from("/") } else { PathBuf::new() };
        let parts = text.split('/').filter(|part| !part.is_empty());
        let components = parts.map(|part| pieces(flag, text, part)).collect::<Result<_>>()?;
        Ok(Some(Self { text: text.to_owned(), root, components }))
    }

    /// Whether it names a part.
    pub(crate) fn names(&self, name: &str) -> bool {
        let is_named = |piece: &Piece| matches!(piece, Piece::Named(place) if NAMES[*place] == name);
        self.components.iter().flatten().any(is_named)
    }

    /// The files that fit, in natural order of their paths; none is an error that says what is there instead.
    pub(crate) fn find(&self, flag: &'static str) -> Result<Vec<Fitting>> {
        let mut found = Vec::new();
        let mut farthest = (0, self.root.clone());
        self.walk(&self.root, 0, &Parts::default(), &mut found, &mut farthest);
        if found.is_empty() {
            return Err(self.nothing(flag, &farthest.1, farthest.0));
        }
        found.sort_by(|a, b| natural_order(&a.path.to_string_lossy(), &b.path.to_string_lossy()));
        Ok(found)
    }

    /// Goes from a folder to those that fit the next component; `farthest` is where something was looked for last.
    fn walk(
        &self,
        folder: &Path,
        depth: usize,
        parts: &Parts,
        found: &mut Vec<Fitting>,
        farthest: &mut (usize, PathBuf),
    ) {
        if depth > farthest.0 {
            *farthest = (depth, folder.to_path_buf());
        }
        let Some(component) = self.components.get(depth) else { return };
        let is_last = depth + 1 == self.components.len();
        let mut enter = |path: PathBuf, parts: Parts| match is_last {
            true if (path.is_file() || is_zarr(&path)) && found.len() < MOST_FILES => {
                found.push(Fitting { path, parts });
            }
            false if path.is_dir() => self.walk(&path, depth + 1, &parts, found, farthest),
            _ => {}
        };
        if let [Piece::Text(name)] = &component[..] {
            return enter(folder.join(name), parts.clone());
        }
        for name in names(folder) {
            let mut bound = parts.clone();
            let is_hidden =
                name.starts_with('.') && !matches!(&component[0], Piece::Text(text) if text.starts_with('.'));
            if !is_hidden && fits(component, &name, &mut bound) {
                enter(folder.join(&name), bound);
            }
        }
    }

    /// The error that nothing fits: how far the folders go, and what is there.
    fn nothing(&self, flag: &'static str, folder: &Path, depth: usize) -> Error {
        let there = names(folder);
        let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let wanted: String = self.components[depth].iter().map(Piece::spelled).collect();
        let near = |name: &&String| edit_distance(&wanted.to_lowercase(), &name.to_lowercase());
        let nearest = there.iter().min_by_key(near).filter(|name| near(name) <= (wanted.chars().count() / 3).max(1));
        Error::NothingFits {
            flag,
            nearest: nearest.cloned(),
            there: Box::new(Columns::called("there", &there)),
            place: Box::new([self.text.clone(), wanted, shown.display().to_string()]),
        }
    }
}

impl Piece {
    fn spelled(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Named(place) => format!("{{{}}}", NAMES[*place]),
            Self::Any => "*".to_owned(),
            Self::One => "?".to_owned(),
        }
    }
}

/// The names in a folder, in natural order; none where it cannot be read.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_by(|a, b| natural_order(a, b));
    names
}

/// The pieces of a component.
fn pieces(flag: &'static str, whole: &str, component: &str) -> Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = component;
    while let Some(place) = rest.find(['{', '*', '?']) {
        pieces.extend((place > 0).then(|| Piece::Text(rest[..place].to_owned())));
        rest = &rest[place..];
        let length = match rest.as_bytes()[0] {
            b'*' => {
                pieces.push(Piece::Any);
                1
            }
            b'?' => {
                pieces.push(Piece::One);
                1
            }
            _ => {
                let end = rest.find('}').unwrap_or(rest.len());
                let name = rest[1..end].trim();
                let Some(known) = NAMES.iter().position(|other| *other == name) else {
                    let found = rest[..rest.len().min(end + 1)].to_owned();
                    return Err(Error::UnknownPart { flag, pattern: whole.to_owned(), found });
                };
                pieces.push(Piece::Named(known));
                end + 1
            }
        };
        rest = &rest[length..];
    }
    pieces.extend((!rest.is_empty()).then(|| Piece::Text(rest.to_owned())));
    Ok(pieces)
}

/// Whether a name fits some pieces, and what its named parts are; each takes as little as it can, and at least a letter, and
/// a part that is named twice is the same twice.
fn fits(pieces: &[Piece], name: &str, parts: &mut Parts) -> bool {
    let Some((first, others)) = pieces.split_first() else { return name.is_empty() };
    let ends = || name.char_indices().map(|(start, letter)| start + letter.len_utf8());
    match first {
        Piece::Text(text) => name.strip_prefix(text.as_str()).is_some_and(|rest| fits(others, rest, parts)),
        Piece::One => ends().next().is_some_and(|end| fits(others, &name[end..], parts)),
        Piece::Any => std::iter::once(0).chain(ends()).any(|end| fits(others, &name[end..], parts)),
        Piece::Named(place) => ends().any(|end| {
            let before = parts[*place].clone();
            if before.as_deref().is_some_and(|known| known != &name[..end]) {
                return false;
            }
            parts[*place] = Some(name[..end].to_owned());
            let is_fitting = fits(others, &name[end..], parts);
            if !is_fitting {
                parts[*place] = before;
            }
            is_fitting
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(pattern: &str, name: &str) -> Option<Parts> {
        let pieces = pieces("INPUT", pattern, pattern).unwrap();
        let mut parts = Parts::default();
        fits(&pieces, name, &mut parts).then_some(parts)
    }

    #[test]
    fn named_parts_are_pieces_of_a_component() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(parts("{slice}.h5ad", "151507.h5ad"), Some([some("151507"), None, None]));
        assert_eq!(parts("{donor}_{slice}.csv", "d1_a_b.csv"), Some([some("a_b"), None, some("d1")]));
        assert_eq!(parts("{slice}_{method}.csv", "s1_GraphST.csv"), Some([some("s1"), some("GraphST"), None]));
        assert_eq!(parts("{slice}.h5ad", ".h5ad"), None);
        assert_eq!(parts("{slice}_{slice}.csv", "a_a.csv"), Some([some("a"), None, None]));
        assert_eq!(parts("{slice}_{slice}.csv", "a_b.csv"), None);
        assert_eq!(parts("run?_{slice}*.csv", "run7_é.best.csv"), Some([some("é"), None, None]));
    }

    #[test]
    fn other_names_are_refused() {
        let said = |text: &str| Pattern::parse("--labels", text).unwrap_err().to_string();
        let expected =
            "--labels \"a/{sample}.csv\": {sample} is no part that is known; expected {slice}, {method} or {donor}";
        assert_eq!(said("a/{sample}.csv"), expected);
        assert!(said("a/{slice.csv").contains("{slice.csv is no part"));
    }
}
