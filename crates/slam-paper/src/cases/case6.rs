//! Case VI: a tissue taken for one unlike it against a tissue taken for one like it.

use slam::{Measurements, Result};

use super::lattice::{labeling, letters, named, spots};
use crate::case::Case;
use crate::slide::Slide;

pub(super) const TITLE: &str = "mislabels unlike against like the true tissue";

/// The truth: `a` adipose, `g` gland, `c` cancer.
const TRUTH: [&str; 5] = ["aaggcc", "aaggcc", "aaggcc", "aaggcc", "aaggcc"];
/// The worse labeling: six cancer spots are called gland.
const UNLIKE: [&str; 5] = ["aaggcc", "aagggg", "aagggg", "aagggg", "aaggcc"];
/// The better labeling, its mirror image: six adipose spots are called gland.
const LIKE: [&str; 5] = ["aaggcc", "ggggcc", "ggggcc", "ggggcc", "aaggcc"];

/// The cosine of the expression of gland and adipose tissue, and of gland and cancer: the paper's means over spots.
pub(crate) const SIMILARITIES: [f64; 2] = [0.791, 0.673];

/// Ten spots each of adipose, gland and cancer, with expression; spots of adipose or of cancer are called gland, in
/// mirrored places.
pub(crate) fn case6() -> Result<Case> {
    let name = |letter| match letter {
        'a' => "adipose",
        'g' => "gland",
        _ => "cancer",
    };
    let expression: Vec<f64> = letters(&TRUTH).flat_map(profile).collect();
    Ok(Case {
        name: "VI",
        title: TITLE,
        shows: "Ten spots each of adipose, gland and cancer on a 6 × 5 lattice. One labeling calls six cancer spots gland, \
                the other six adipose spots, in mirrored places. The expression of gland is like that of adipose (cosine \
                0.791) more than that of cancer (0.673), and edges are weighted by it.",
        claim: "mistaking unlike tissues scores worse than mistaking like ones",
        slide: Slide {
            spots: spots(&TRUTH)?.with_measurements(Measurements::dense(3, &expression)?)?,
            truth: named("truth", labeling(&TRUTH, name))?,
            preds: vec![
                named("cancer_as_gland", labeling(&UNLIKE, name))?,
                named("adipose_as_gland", labeling(&LIKE, name))?,
            ],
        },
        severity: Vec::new(),
    })
}

/// The expression of three genes in a spot: one that all tissues share, one of adipose and one of cancer.
///
/// All spots of a tissue express alike. Profiles have length 1, so that the first gene is the cosine with gland.
fn profile(letter: char) -> [f64; 3] {
    let rest = |shared: f64| (1.0 - shared * shared).sqrt();
    let [adipose, cancer] = SIMILARITIES;
    match letter {
        'a' => [adipose, rest(adipose), 0.0],
        'g' => [1.0, 0.0, 0.0],
        _ => [cancer, 0.0, rest(cancer)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarities_are_planted() {
        let cosine = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        for (letter, similarity) in ['g', 'a', 'c'].into_iter().zip([1.0, 0.791, 0.673]) {
            assert!((cosine(profile(letter), profile(letter)) - 1.0).abs() < 1e-15);
            assert!((cosine(profile('g'), profile(letter)) - similarity).abs() < 1e-15);
        }
    }

    #[test]
    fn mirror_images() {
        for (unlike, like) in UNLIKE.iter().zip(LIKE) {
            let exchange = |letter| {
                if letter == 'c' {
                    'a'
                } else if letter == 'a' {
                    'c'
                } else {
                    'g'
                }
            };
            assert_eq!(unlike.chars().rev().map(exchange).collect::<String>(), like);
        }
        let slide = case6().unwrap().slide;
        assert_eq!(slide.truth.1.counts(), [10, 10, 10]);
        assert_eq!(slide.preds.iter().map(|(_, pred)| pred.counts()).collect::<Vec<_>>(), [[10, 4, 16], [4, 10, 16]]);
    }
}
