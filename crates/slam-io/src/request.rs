//! What the user asks to be read.

use std::path::PathBuf;

use crate::edges::Edges;

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
    /// Further files of labels, joined by id where both sides have ids, else by row.
    pub labels: Vec<PathBuf>,
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
    /// The column that says whose slice it is.
    pub donor: Option<String>,
    /// The column that says how much a mistake at a spot matters.
    pub severity: Option<String>,
    /// The array of `obsm` with the positions of an AnnData file; looked for when not named.
    pub spatial_key: Option<String>,
    /// Measurements: `X`, `raw`, `layer:NAME` or `obsm:NAME` of an AnnData file, or a file of them, joined as labels are.
    pub expression: Option<String>,
    /// Edges that are known beforehand.
    pub edges: Option<Edges>,
    /// Whether the ids are wanted for their own sake.
    pub with_ids: bool,
}
