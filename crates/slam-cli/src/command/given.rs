//! The paper's cases that need real data, read from folders: `--case7`, `--case10` and `--case11` of `slam reproduce`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use slam_io::{Edges, Kind, Request, Study, inspect};
use slam_paper::{Material, Slide};

use crate::arguments::ReproduceArguments;
use crate::output::{say, warn_of};

/// The labels of an expert, those of methods by the same ids, and the counts that may lie beside them.
const SECTION: &str = "expected labels.csv (id, x, y, label) and predictions.csv (id, GraphST, STAGATE, SpaGCN), and \
                       counts.h5ad if there are counts";
/// The winners by state, and which states share a border.
const ELECTIONS: &str = "expected states.csv (id, x, y, winner_2008 … winner_2024, ev_2024) and states_adjacency.csv (two \
                         columns of ids)";
/// The labels of an expert, and those of methods by the same ids.
const SLIDE: &str = "expected labels.csv (id, x, y, label) and predictions.csv (id and a column for every method), plain or \
                     gzipped (.csv.gz)";
/// The methods of the paper's Table 2.
const METHODS: [&str; 3] = ["GraphST", "STAGATE", "SpaGCN"];

/// Refuses to run a case alone without its folder, and mentions those that are left out.
pub(crate) fn check(arguments: &ReproduceArguments) -> Result<()> {
    let cases = [
        ("case7", "Case VII", arguments.case7.is_none(), SECTION),
        ("case10", "Case X", arguments.case10.is_none(), ELECTIONS),
    ];
    for (key, name, is_missing, expected) in cases {
        if is_missing && arguments.only.iter().any(|only| only == key) {
            bail!("--only {key}: {name} is read from a folder, --{key} DIR; {expected}");
        }
        if is_missing && arguments.only.is_empty() {
            say(arguments.output.quiet, "note", &format!("{name} is left out: it is read from a folder, --{key} DIR"));
        }
    }
    Ok(())
}

/// The breast cancer section of Case VII.
pub(crate) fn case7(folder: &Path, quiet: bool) -> Result<Material> {
    section(folder, quiet).with_context(|| format!("--case7 {}: {SECTION}", folder.display()))
}

/// The election maps of Case X.
pub(crate) fn case10(folder: &Path, quiet: bool) -> Result<Material> {
    elections(folder, quiet).with_context(|| format!("--case10 {}: {ELECTIONS}", folder.display()))
}

/// A real slide for Case XI, by the name of its folder.
pub(crate) fn case11(folder: &Path, quiet: bool) -> Result<(String, Material)> {
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
    Ok((name, slide(folder, quiet).with_context(|| format!("--case11 {}: {SLIDE}", folder.display()))?))
}

fn slide(folder: &Path, quiet: bool) -> Result<Material> {
    let either = |name: &str| file(folder, name).or_else(|_| file(folder, &format!("{name}.gz")));
    let predictions = either("predictions.csv")?;
    let request = Request {
        path: either("labels.csv")?,
        truth: "label".to_owned(),
        preds: label_columns(&predictions)?,
        labels: vec![predictions],
        ..Request::default()
    };
    Ok(material("label", read(&request, quiet)?))
}

fn section(folder: &Path, quiet: bool) -> Result<Material> {
    let predictions = file(folder, "predictions.csv")?;
    let counts = folder.join("counts.h5ad");
    let request = Request {
        path: file(folder, "labels.csv")?,
        truth: "label".to_owned(),
        preds: labelings(&predictions)?,
        labels: vec![predictions],
        expression: counts.exists().then(|| counts.display().to_string()),
        ..Request::default()
    };
    Ok(material("label", read(&request, quiet)?))
}

/// Reads a folder's files, and says what the user should know about them.
fn read(request: &Request, quiet: bool) -> Result<Study> {
    let study = slam_io::read(request)?;
    study.warnings.iter().for_each(|warning| warn_of(quiet, &warning.message()));
    Ok(study)
}

/// The three methods, which must be there, and whatever else there is.
fn labelings(predictions: &Path) -> Result<Vec<String>> {
    let mut names: Vec<String> = METHODS.map(str::to_owned).to_vec();
    names.extend(label_columns(predictions)?.into_iter().filter(|name| !METHODS.contains(&name.as_str())));
    Ok(names)
}

/// The columns of a table that hold labels.
fn label_columns(table: &Path) -> Result<Vec<String>> {
    let columns = inspect(table)?.columns.into_iter();
    Ok(columns.filter(|column| matches!(column.kind, Kind::Label { .. })).map(|column| column.name).collect())
}

fn elections(folder: &Path, quiet: bool) -> Result<Material> {
    let request = Request {
        path: file(folder, "states.csv")?,
        truth: "winner_2024".to_owned(),
        preds: ["2008", "2012", "2016", "2020"].map(|year| format!("winner_{year}")).to_vec(),
        severity: Some("ev_2024".to_owned()),
        edges: Some(Edges::File(file(folder, "states_adjacency.csv")?)),
        ..Request::default()
    };
    let mut material = material("winner_2024", read(&request, quiet)?);
    let names = std::iter::once(&mut material.slide.truth).chain(&mut material.slide.preds).map(|(name, _)| name);
    names.for_each(|name| *name = name.trim_start_matches("winner_").to_owned());
    Ok(material)
}

/// A file of a folder, both of which must be there.
fn file(folder: &Path, name: &str) -> Result<PathBuf> {
    if !folder.is_dir() {
        let is_file = folder.exists();
        bail!("{} is {}", folder.display(), if is_file { "a file, not a folder" } else { "no folder" });
    }
    let path = folder.join(name);
    if !path.is_file() {
        bail!("no {name} in {}", folder.display());
    }
    Ok(path)
}

fn material(truth: &str, study: Study) -> Material {
    let slide = Slide { spots: study.spots, truth: (truth.to_owned(), study.truth), preds: study.preds };
    Material { slide, edges: study.edges.map(Arc::from) }
}
