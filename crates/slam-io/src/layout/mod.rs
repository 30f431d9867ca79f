//! Where the files of a study lie: slides, and the labels of every method on them.

mod error;
mod pattern;
mod guess;

use std::path::{Path, PathBuf};

use slam::natural_order;

pub use error::Error;
use error::Result;
pub use guess::{Guess, guess};
use pattern::{Fitting, Pattern};

use crate::input::name;
use crate::source::stem;

/// The files of a study, found but not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The slides, in natural order of their slices.
    pub slides: Vec<Slide>,
    /// Whether there are many slides, or there might be: then each is a slice of a study.
    pub is_study: bool,
    /// What was found and is not used, in words.
    pub notes: Vec<String>,
}

/// One slide and its files of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Slide {
    /// The name of the slice.
    pub slice: String,
    /// Whose it is, if the input's pattern says so.
    pub donor: Option<String>,
    /// The file of spots.
    pub path: PathBuf,
    /// The files of labels.
    pub labels: Vec<LabelsFile>,
}

/// A file of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LabelsFile {
    /// The method whose labels it holds, if that is said; else its columns are named.
    pub method: Option<String>,
    /// The file.
    pub path: PathBuf,
}

impl LabelsFile {
    /// The name of the file without folder and extensions.
    pub fn stem(&self) -> String {
        stem(&name(&self.path)).to_owned()
    }
}

impl Layout {
    /// Finds the files that inputs and files of labels name: plain paths, or patterns with `{slice}`, `{method}` and
    /// `{donor}`; `NAME=FILE` names the method of a file of labels.
    pub fn find(inputs: &[PathBuf], labels: &[String]) -> Result<Self> {
        let (mut slides, is_pattern) = slides(inputs)?;
        let is_study = is_pattern || slides.len() > 1;
        let mut notes = Vec::new();
        for text in labels {
            add_labels(&mut slides, text, is_study, &mut notes)?;
        }
        Ok(Self { slides, is_study, notes })
    }

    /// The methods whose files are named, in natural order.
    pub fn methods(&self) -> Vec<&str> {
        let all = self.slides.iter().flat_map(|slide| &slide.labels);
        let mut methods: Vec<&str> = all.filter_map(|file| file.method.as_deref()).collect();
        methods.sort_by(|a, b| natural_order(a, b));
        methods.dedup();
        methods
    }

    /// All files.
    pub fn files(&self) -> Vec<PathBuf> {
        let of = |slide: &Slide| {
            let labels = slide.labels.iter().map(|file| file.path.clone());
            std::iter::once(slide.path.clone()).chain(labels).collect::<Vec<_>>()
        };
        let mut files: Vec<PathBuf> = self.slides.iter().flat_map(of).collect();
        files.sort();
        files.dedup();
        files
    }
}

/// The slides of the inputs, and whether one of these is a pattern.
fn slides(inputs: &[PathBuf]) -> Result<(Vec<Slide>, bool)> {
    let (mut slides, mut is_pattern) = (Vec::new(), false);
    for input in inputs {
        let text = input.to_string_lossy();
        let Some(pattern) = Pattern::parse("INPUT", &text)? else {
            slides.push(slide(stem(&name(input)), None, input));
            continue;
        };
        is_pattern = true;
        if pattern.names("method") {
            let reason = "the input has spots and truth; methods are named in --labels";
            return Err(Error::Misplaced { flag: "INPUT", pattern: text.into_owned(), part: "{method}", reason });
        }
        let is_named = pattern.names("slice");
        if !is_named && pattern.names("donor") {
            return Err(Error::NoSlice { pattern: text.into_owned() });
        }
        for fitting in pattern.find("INPUT")? {
            let file = name(&fitting.path);
            slides.push(slide(fitting.part("slice").unwrap_or(stem(&file)), fitting.part("donor"), &fitting.path));
        }
    }
    slides.sort_by(|a, b| natural_order(&a.slice, &b.slice));
    if let Some([one, other]) = slides.windows(2).find_map(|pair| match pair {
        [one, other] if one.slice == other.slice => Some([one, other]),
        _ => None,
    }) {
        let files = Box::new([one, other].map(|slide| name(&slide.path)));
        return Err(Error::SameSlice { slice: one.slice.clone(), files });
    }
    Ok((slides, is_pattern))
}

fn slide(slice: &str, donor: Option<&str>, path: &Path) -> Slide {
    Slide { slice: slice.to_owned(), donor: donor.map(str::to_owned), path: path.to_path_buf(), labels: Vec::new() }
}

/// Adds the files of labels that a word names to their slides, and notes which belong to none.
fn add_labels(slides: &mut [Slide], text: &str, is_study: bool, notes: &mut Vec<String>) -> Result<()> {
    const FLAG: &str = "--labels";
    let (named, path) = named(text);
    let Some(pattern) = Pattern::parse(FLAG, path)? else {
        return slides.iter_mut().try_for_each(|slide| add(slide, named, Path::new(path), is_study));
    };
    let misplaced = |part, reason| Err(Error::Misplaced { flag: FLAG, pattern: text.to_owned(), part, reason });
    if pattern.names("donor") {
        return misplaced("{donor}", "donors are those of the slides, and named in the input");
    }
    if named.is_some() && pattern.names("method") {
        return misplaced("{method}", "the method is named already");
    }
    let has_slice = pattern.names("slice");
    if has_slice && !is_study {
        return misplaced("{slice}", "the input is one file; name its slices, as in 'slides/{slice}.h5ad'");
    }
    let (inputs, found) =
        pattern.find(FLAG)?.into_iter().partition::<Vec<Fitting>, _>(|one| is_input(&one.path, slides));
    let mut others: Vec<&str> = Vec::new();
    for fitting in &found {
        let method = named.or(fitting.part("method"));
        match fitting.part("slice") {
            None => slides.iter_mut().try_for_each(|slide| add(slide, method, &fitting.path, is_study))?,
            Some(slice) => match slides.iter_mut().find(|slide| slide.slice == slice) {
                Some(slide) => add(slide, method, &fitting.path, is_study)?,
                None => others.push(slice),
            },
        }
    }
    others.dedup();
    if has_slice && !slides.iter().any(|slide| found.iter().any(|one| one.part("slice") == Some(&slide.slice))) {
        let expected = brief(slides.iter().map(|slide| slide.slice.as_str()));
        let found = brief(found.iter().filter_map(|one: &Fitting| one.part("slice")));
        return Err(Error::NoneShared { flag: FLAG, pattern: text.to_owned(), found, expected });
    }
    if !inputs.is_empty() {
        let files: Vec<String> = inputs.iter().map(|one| name(&one.path)).collect();
        notes.push(format!(
            "--labels: the input fits, too, and is left out: {}",
            brief(files.iter().map(String::as_str))
        ));
    }
    if !others.is_empty() {
        let slices = brief(others.iter().copied());
        notes.push(format!("--labels: slices that the input lacks are left out: {slices}"));
    }
    Ok(())
}

/// Whether a file is one of the slides, however its path is written: it holds the truth, which would be its own best rival.
fn is_input(path: &Path, slides: &[Slide]) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    let wanted = whole(path);
    wanted.is_some() && slides.iter().any(|slide| whole(&slide.path) == wanted)
}

/// A word `NAME=FILE` as name and file; a file that is there by the whole word has no name.
fn named(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !name.contains(['/', '{']) && !Path::new(text).exists() => {
            (Some(name), file)
        }
        _ => (None, text),
    }
}

fn add(slide: &mut Slide, method: Option<&str>, path: &Path, is_study: bool) -> Result<()> {
    let known = slide.labels.iter().find(|file| method.is_some() && file.method.as_deref() == method);
    if let (Some(file), Some(method)) = (known, method) {
        let files = Box::new([name(&file.path), name(path)]);
        let slice = is_study.then(|| slide.slice.clone());
        return Err(Error::SameMethod { method: method.to_owned(), slice, files });
    }
    slide.labels.push(LabelsFile { method: method.map(str::to_owned), path: path.to_path_buf() });
    Ok(())
}

/// The first few of some names.
fn brief<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_by(|a, b| natural_order(a, b));
    names.dedup();
    let more = if names.len() > 4 { format!(" and {} more", names.len() - 4) } else { String::new() };
    names.iter().take(4).copied().collect::<Vec<_>>().join(", ") + &more
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with these files, all of them empty.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    fn found(folder: &tempfile::TempDir, inputs: &[&str], labels: &[&str]) -> Result<Layout> {
        let root = folder.path().display();
        let inputs: Vec<PathBuf> = inputs.iter().map(|input| PathBuf::from(format!("{root}/{input}"))).collect();
        let place = |text: &&str| match text.split_once('=') {
            Some((name, file)) => format!("{name}={root}/{file}"),
            None => format!("{root}/{text}"),
        };
        Layout::find(&inputs, &labels.iter().map(place).collect::<Vec<_>>())
    }

    const FILES: [&str; 7] = [
        "slides/s2.h5ad",
        "slides/s10.h5ad",
        "slides/.hidden.h5ad",
        "preds/A/s2.csv",
        "preds/A/s10.csv",
        "preds/B/s10.csv",
        "preds/B/s9.csv",
    ];

    #[test]
    fn slides_and_methods_are_found_and_joined_by_slice() {
        let layout = found(&folder(&FILES), &["slides/{slice}.h5ad"], &["preds/{method}/{slice}.csv"]).unwrap();
        let methods = |slide: &Slide| slide.labels.iter().filter_map(|file| file.method.clone()).collect::<Vec<_>>();
        let table: Vec<_> = layout.slides.iter().map(|slide| (slide.slice.as_str(), methods(slide))).collect();
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(table, [("s2", named(&["A"])), ("s10", named(&["A", "B"]))]);
        assert_eq!((layout.methods(), layout.is_study), (vec!["A", "B"], true));
        assert_eq!(layout.notes, ["--labels: slices that the input lacks are left out: s9"]);
        let starred = found(&folder(&FILES), &["slides/*.h5ad"], &["A=preds/A/{slice}.csv"]).unwrap();
        assert_eq!((starred.slides.len(), starred.methods()), (2, vec!["A"]));
    }

    #[test]
    fn an_input_that_fits_the_labels_is_no_method() {
        let here = folder(&["slide.csv", "A.csv", "B.csv"]);
        let layout = found(&here, &["./slide.csv"], &["{method}.csv"]).unwrap();
        assert_eq!(layout.methods(), ["A", "B"]);
        let root = here.path().display();
        assert_eq!(layout.notes, [format!("--labels: the input fits, too, and is left out: {root}/slide.csv")]);
    }

    #[test]
    fn one_file_is_no_study_and_may_have_named_labels() {
        let layout = found(&folder(&FILES), &["slides/s2.h5ad"], &["X=preds/A/s2.csv", "preds/A/s10.csv"]).unwrap();
        assert!(!layout.is_study);
        let names: Vec<_> = layout.slides[0].labels.iter().map(|file| file.method.as_deref()).collect();
        assert_eq!(names, [Some("X"), None]);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let here = folder(&FILES);
        let said = |inputs: &[&str], labels: &[&str]| {
            let text = found(&here, inputs, labels).unwrap_err().to_string();
            text.replace(&here.path().display().to_string(), ".")
        };
        let nothing = "INPUT \"./slidez/{slice}.h5ad\": nothing fits slidez in . (there: preds, slides); did you mean \"slides\"?";
        assert_eq!(said(&["slidez/{slice}.h5ad"], &[]), nothing);
        let wrong = "INPUT \"./slides/{slice}.csv\": nothing fits {slice}.csv in ./slides (there: .hidden.h5ad, s2.h5ad, s10.h5ad)";
        assert_eq!(said(&["slides/{slice}.csv"], &[]), wrong);
        assert!(
            said(&["slides/s2.h5ad"], &["preds/A/{slice}.csv"]).contains("{slice} has no place here: the input is one")
        );
        assert!(said(&["slides/{method}.h5ad"], &[]).contains("{method} has no place here"));
        let twice = said(&["slides/s2.h5ad", "slides/{slice}.h5ad"], &[]);
        assert!(twice.starts_with("two inputs are called \"s2\": ./slides/s2.h5ad and ./slides/s2.h5ad"), "{twice}");
        let again = said(&["slides/{slice}.h5ad"], &["preds/{method}/{slice}.csv", "A=preds/B/{slice}.csv"]);
        let expected = "\"A\" has two files of labels on \"s10\": ./preds/A/s10.csv and ./preds/B/s10.csv; --labels NAME=FILE gives \
                        each a name of its own";
        assert_eq!(again, expected);
        let strange = folder(&["slides/s1.h5ad", "preds/A/t1.csv"]);
        let text = found(&strange, &["slides/{slice}.h5ad"], &["preds/{method}/{slice}.csv"]).unwrap_err().to_string();
        assert!(text.ends_with("none of its slices is one of the input's (labels: t1; input: s1)"), "{text}");
    }
}
