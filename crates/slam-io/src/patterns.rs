//! Which of the columns that fit a pattern are labelings; the others are left out, with a word.

use slam::Labeling;

use crate::chosen::Chosen;
use crate::error::{Error, Result};
use crate::listing::Columns;
use crate::request::Request;
use crate::source::Found;

/// So few labels are never too many for the spots.
const HANDFUL: usize = 10;

/// A labeling and its name.
type NamedLabels = (String, Labeling);

/// The labelings among the columns that were found by patterns, and a note on those that are none.
pub(crate) fn labelings(
    request: &Request,
    file: &str,
    found: Vec<(String, Found)>,
    n_spots: usize,
    has_others: bool,
) -> Result<(Vec<NamedLabels>, Option<Chosen>)> {
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    for (name, labeling) in found {
        match labeling.map(|labeling| (left_out(&labeling, n_spots), labeling)) {
            Ok((None, labeling)) => kept.push((name, labeling)),
            Ok((Some(why), _)) | Err(why) => others.push(format!("{name} ({why})")),
        }
    }
    if kept.is_empty() && !has_others && !request.pred_globs.is_empty() {
        let columns = Columns::called("left out", &others);
        return Err(Error::NoMatch { pattern: request.pred_globs.join(" "), file: file.to_owned(), columns });
    }
    let note =
        (!others.is_empty()).then(|| Chosen::new("--pred-glob", Columns::called("left out", &others).to_string()));
    Ok((kept, note))
}

/// Why a column that fits a pattern is no labeling, if it is none: real numbers, or labels too many for the spots.
pub fn left_out(labeling: &Labeling, n_spots: usize) -> Option<String> {
    let (n_labels, n_values) = (labeling.n_labels(), labeling.n_spots() - labeling.n_missing());
    let doubt = labeling.doubt(n_values).map(|doubt| doubt.to_string());
    // Where nearly every spot says something else, nothing is labelled; a handful of spots may well do so.
    let is_unrepeated = n_labels > HANDFUL && n_labels > n_values.div_ceil(2);
    let unrepeated = || is_unrepeated.then(|| format!("{n_labels} labels for {n_spots} spots"));
    if n_labels == 0 { Some("no labels".to_owned()) } else { doubt.or_else(unrepeated) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_labels_than_half_the_spots_are_no_labeling() {
        let said = |n_labels: usize, n_spots: usize| {
            let texts = (0..n_spots).map(|spot| format!("cell {}", spot % n_labels));
            left_out(&Labeling::from_texts(texts).unwrap(), n_spots)
        };
        assert_eq!(said(11, 20).as_deref(), Some("11 labels for 20 spots"));
        assert_eq!(said(11, 22), None);
        // A handful may differ at every spot.
        assert_eq!(said(10, 10), None);
    }
}
