//! The request: which files and columns the user asks to be read.

use std::path::{Path, PathBuf};

use crate::edges::Edges;
use crate::format::Formats;

/// How the rows of further files go with those of the input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Join {
    /// By their ids; in their order only where neither file has ids.
    #[default]
    Id,
    /// In their order, whatever ids there are.
    Row,
}

impl Join {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Id, Self::Row];

    /// The name, as the command spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Row => "row",
        }
    }

    /// What it does, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Id => "By their ids; in their order only where no file has ids",
            Self::Row => "In their order, whatever ids there are",
        }
    }
}

/// What happens to ids of a file of labels that the input does not have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtraIds {
    /// They are an error.
    #[default]
    Error,
    /// They are left out, and counted.
    Skip,
}

impl ExtraIds {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Error, Self::Skip];

    /// The name, as the command spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Skip => "skip",
        }
    }

    /// What it does, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Error => "Refuse to go on",
            Self::Skip => "Leave them out, and count them",
        }
    }
}

/// What to read: the command's options that concern the input.
///
/// A label column is named as its file names it; where several files have a column of that name, `STEM:COLUMN` says
/// which, `STEM` being the file's name without folder and extension. A file of labels with a single label column is
/// known by its stem alone too: `--labels BANKSY.tsv --pred BANKSY`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// The file of spots.
    pub path: PathBuf,
    /// The column with the labels that are taken as right.
    pub truth: String,
    /// The columns with the labels that are judged.
    pub preds: Vec<String>,
    /// Patterns of further such columns, `*` for any text and `?` for any character; the truth never counts.
    pub pred_globs: Vec<String>,
    /// Further files of labels.
    pub labels: Vec<PathBuf>,
    /// The method that each of these files is of, where it is named: then its one label column, or the one of `preds`, is a
    /// pred by that name, and nothing else is looked for in it. Where `preds` names some of these methods, they alone count. As many as there are files, or none at all.
    pub label_names: Vec<Option<String>>,
    /// The columns with their ids: none, one for all of them, or one for each; looked for when not named.
    pub labels_ids: Vec<String>,
    /// How their rows go with those of the input.
    pub join: Join,
    /// What happens to ids that the input does not have.
    pub extra_ids: ExtraIds,
    /// The column with the first coordinate; looked for when not named.
    pub x: Option<String>,
    /// The column with the second coordinate; looked for when not named.
    pub y: Option<String>,
    /// The column with the third coordinate; there is none when not named.
    pub z: Option<String>,
    /// The column with the ids; looked for when not named.
    pub id: Option<String>,
    /// The column that says which slice a spot lies on.
    pub slice: Option<String>,
    /// Whether all spots are known to lie on one slide, so that nothing is looked for that would tell several apart.
    pub one_slide: bool,
    /// The column that says whose slice it is.
    pub donor: Option<String>,
    /// The column that says how much a mistake at a spot matters.
    pub severity: Option<String>,
    /// The array of `obsm` with the positions of an AnnData file; looked for when not named.
    pub spatial_key: Option<String>,
    /// Measurements: `X`, `raw`, `layer:NAME` or `obsm:NAME` of an AnnData file, or a file of them, joined as labels are.
    pub expression: Option<String>,
    /// The column with the ids in a file of measurements; looked for when not named.
    pub expression_id: Option<String>,
    /// Edges that are known beforehand.
    pub edges: Option<Edges>,
    /// Kinds of files from outside, which are asked before those that are known.
    pub formats: Formats,
    /// Whether the ids are wanted for their own sake.
    pub with_ids: bool,
    /// Whether shapes and pictures are wanted, which take room.
    pub with_drawing: bool,
}

impl Request {
    /// The paths that will be read; measurements by name lead nowhere.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        let edges = if let Some(Edges::File(path)) = &self.edges { Some(path.as_path()) } else { None };
        let labels = self.labels.iter().map(PathBuf::as_path);
        [self.path.as_path()].into_iter().chain(labels).chain(edges).chain(self.expression.as_ref().map(Path::new))
    }
}
