//! From a folder to the patterns of the study that lies in it, as far as names tell.

use std::collections::BTreeMap;
use std::path::Path;

use super::pattern::names;
use crate::format::Formats;
use crate::h5ad::is_zarr;
use crate::input::unwatched;
use crate::positions::is_position;
use crate::source::{extension, open, stem};

/// Folders are searched so deep, and for so many files.
const DEEPEST: usize = 4;
const MOST_FILES: usize = 20_000;

/// The patterns that a study seems to lie in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Guess {
    /// The pattern of the slides.
    pub input: String,
    /// The pattern of the files of labels, if there are any.
    pub labels: Option<String>,
}

/// The study that seems to lie in a folder; none where there are no slides.
pub fn guess(folder: &Path) -> Option<Guess> {
    let mut files = Vec::new();
    collect(folder, &mut Vec::new(), &mut files);
    let is_table =
        |file: &&File| ["csv", "tsv", "txt", "tab", "parquet"].contains(&extension(Path::new(file.last())).as_str());
    let is_slide = |file: &&File| ["h5ad", "zarr", "geojson"].contains(&extension(Path::new(file.last())).as_str());
    let whole: Vec<&File> = files.iter().filter(is_slide).collect();
    let slides = slides(&whole).or_else(|| {
        let tables: Vec<&File> = files.iter().filter(is_table).collect();
        let has_places = |found: &Slides| found.files.first().is_some_and(|file| has_positions(folder, file));
        groups(&tables).into_iter().filter(has_places).max_by_key(|found| found.files.len())
    })?;
    let others = files.iter().filter(is_table).filter(|file| !slides.files.contains(file));
    let labels = labels(&others.collect::<Vec<_>>(), &slides.names);
    let full = |pattern: &str| folder.join(pattern).to_string_lossy().into_owned();
    Some(Guess { input: full(&slides.pattern), labels: labels.map(|pattern| full(&pattern)) })
}

/// A file, by the components of its path in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
struct File(Vec<String>);

impl File {
    fn last(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }
}

/// Files that are slides, by name.
struct Slides<'a> {
    pattern: String,
    names: Vec<String>,
    files: Vec<&'a File>,
}

fn collect(folder: &Path, above: &mut Vec<String>, files: &mut Vec<File>) {
    for name in names(folder) {
        let path = folder.join(&name);
        if name.starts_with('.') || files.len() >= MOST_FILES {
            continue;
        }
        above.push(name);
        if path.is_file() || is_zarr(&path) {
            files.push(File(above.clone()));
        } else if path.is_dir() && above.len() < DEEPEST {
            collect(&path, above, files);
        }
        above.pop();
    }
}

fn slides<'a>(files: &[&'a File]) -> Option<Slides<'a>> {
    groups(files).into_iter().rev().max_by_key(|found| found.files.len())
}

/// Files of one folder that differ by name, and files of one name that differ by folder.
fn groups<'a>(files: &[&'a File]) -> Vec<Slides<'a>> {
    let mut groups: BTreeMap<Vec<String>, (Vec<String>, Vec<&'a File>)> = BTreeMap::new();
    for file in files {
        let (name, folders) = file.0.split_last().expect("a file has a name");
        let ending = &name[stem(name).len()..];
        let mut places = vec![([folders, &[format!("{{slice}}{ending}")]].concat(), stem(name).to_owned())];
        if let Some((own, above)) = folders.split_last() {
            places.push(([above, &["{slice}".to_owned(), name.clone()]].concat(), own.clone()));
        }
        for (pattern, slice) in places {
            let (names, found) = groups.entry(pattern).or_default();
            names.push(slice);
            found.push(file);
        }
    }
    let slides = |(pattern, (names, files)): (Vec<String>, _)| Slides { pattern: pattern.join("/"), names, files };
    groups.into_iter().map(slides).collect()
}

/// Whether a table has columns that look like positions.
fn has_positions(folder: &Path, file: &File) -> bool {
    let path = folder.join(file.0.join("/"));
    open(&path, &Formats::default(), &unwatched())
        .is_ok_and(|source| source.columns().iter().filter(|name| is_position(name)).count() >= 2)
}

/// The pattern of tables whose paths name slices.
fn labels(tables: &[&File], slices: &[String]) -> Option<String> {
    let mut longest: Vec<&String> = slices.iter().collect();
    longest.sort_by_key(|slice| std::cmp::Reverse(slice.len()));
    let mut templates: Vec<Vec<String>> = tables.iter().filter_map(|table| template(table, &longest)).collect();
    templates.sort();
    templates.dedup();
    let depth =
        templates.iter().map(Vec::len).max_by_key(|&depth| templates.iter().filter(|t| t.len() == depth).count())?;
    templates.retain(|template| template.len() == depth);
    let first = templates.first()?.clone();
    let differing: Vec<usize> =
        (0..depth).filter(|&place| templates.iter().any(|other| other[place] != first[place])).collect();
    let mut pattern = first;
    match differing[..] {
        [] => {}
        [place] => pattern[place] = general(&templates.iter().map(|one| one[place].as_str()).collect::<Vec<_>>()),
        _ => return None,
    }
    Some(pattern.join("/"))
}

/// The path of a table with `{slice}` where a slice is named: as a whole component or stem, else within one.
fn template(table: &File, slices: &[&String]) -> Option<Vec<String>> {
    let whole = |part: &String| slices.iter().find(|slice| part == **slice || stem(part) == slice.as_str());
    let within = |part: &String| slices.iter().find(|slice| part.contains(slice.as_str()));
    let find = |found: &dyn Fn(&String) -> Option<String>| {
        table.0.iter().enumerate().rev().find_map(|(place, part)| Some((place, found(part)?)))
    };
    let (place, slice) =
        find(&|part| whole(part).map(|s| (*s).clone())).or_else(|| find(&|part| within(part).map(|s| (*s).clone())))?;
    let mut parts = table.0.clone();
    parts[place] = parts[place].replacen(&slice, "{slice}", 1);
    Some(parts)
}

/// Names that differ as one with `{method}`: what they share at either end, up to a letter that is none, stays.
fn general(names: &[&str]) -> String {
    let first = names[0];
    let is_edge = |letter: char| !letter.is_alphanumeric();
    let shared = |end: usize| names.iter().all(|name| name.starts_with(&first[..end]));
    let starts = first.char_indices().filter(|(_, letter)| is_edge(*letter)).map(|(at, letter)| at + letter.len_utf8());
    let head = starts.filter(|&end| shared(end)).max().unwrap_or(0);
    let ends = first.char_indices().filter(|(at, letter)| *at >= head && is_edge(*letter)).map(|(at, _)| at);
    let is_tail = |at: &usize| names.iter().all(|name| name.len() >= head && name[head..].ends_with(&first[*at..]));
    let tail = ends.filter(is_tail).min().unwrap_or(first.len());
    format!("{}{{method}}{}", &first[..head], &first[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_methods_share_stays() {
        assert_eq!(general(&["GraphST", "STAGATE"]), "{method}");
        assert_eq!(general(&["{slice}_GraphST.csv", "{slice}_STAGATE.csv"]), "{slice}_{method}.csv");
        assert_eq!(general(&["SpaGCN-{slice}.csv", "STAGATE-{slice}.csv"]), "{method}-{slice}.csv");
    }

    #[test]
    fn layouts_are_seen_in_names() {
        let file = |path: &str| File(path.split('/').map(str::to_owned).collect());
        let slices = ["1515", "15150"].map(str::to_owned);
        let found = |paths: &[&str]| {
            let files: Vec<File> = paths.iter().map(|path| file(path)).collect();
            labels(&files.iter().collect::<Vec<_>>(), &slices)
        };
        let both = ["preds/A/15150.csv", "preds/B/1515.csv"];
        assert_eq!(found(&both).as_deref(), Some("preds/{method}/{slice}.csv"));
        assert_eq!(found(&["out/15150/A.csv", "out/15150/B.csv"]).as_deref(), Some("out/{slice}/{method}.csv"));
        assert_eq!(found(&["all/15150.csv"]).as_deref(), Some("all/{slice}.csv"));
        assert_eq!(found(&["notes.csv"]), None);
        let folders = [file("a/adata.h5ad"), file("b/adata.h5ad")];
        let slides = slides(&folders.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(
            (slides.pattern.as_str(), slides.names),
            ("{slice}/adata.h5ad", vec!["a".to_owned(), "b".to_owned()])
        );
    }
}
