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
    let expression: Vec<f64> = letters(&TRUTH).flat_map(|letter| profile(letter, SIMILARITIES)).collect();
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

/// The same case with spots of a tissue that are less than equal: their cosine is `within` adipose, gland and cancer, and
/// cosines between tissues are as before.
///
/// Every spot has a gene of its own besides, so that what two spots of a tissue share is their tissue's profile.
pub(crate) fn case6_within(within: [f64; 3]) -> Result<Case> {
    let [adipose, gland, cancer] = within;
    let shared = [SIMILARITIES[0] / (adipose * gland).sqrt(), SIMILARITIES[1] / (cancer * gland).sqrt()];
    let n_spots = letters(&TRUTH).count();
    let mut expression = Vec::new();
    for (spot, letter) in letters(&TRUTH).enumerate() {
        let alike = match letter {
            'a' => adipose,
            'g' => gland,
            _ => cancer,
        };
        expression.extend(profile(letter, shared).map(|value| alike.sqrt() * value));
        expression.extend((0..n_spots).map(|other| if other == spot { (1.0 - alike).sqrt() } else { 0.0 }));
    }
    let mut case = case6()?;
    case.slide.spots = spots(&TRUTH)?.with_measurements(Measurements::dense(3 + n_spots, &expression)?)?;
    Ok(case)
}

/// The expression of three genes in a tissue: one that all tissues share, one of adipose and one of cancer.
///
/// Profiles have length 1, so that the first gene is the cosine with gland.
fn profile(letter: char, [adipose, cancer]: [f64; 2]) -> [f64; 3] {
    let rest = |shared: f64| (1.0 - shared * shared).sqrt();
    match letter {
        'a' => [adipose, rest(adipose), 0.0],
        'g' => [1.0, 0.0, 0.0],
        _ => [cancer, 0.0, rest(cancer)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(case: &Case, a: usize, b: usize) -> f64 {
        let measurements = case.slide.spots.measurements().unwrap();
        let dense = |spot: usize| {
            let mut values = vec![0.0; measurements.n_columns()];
            let row = measurements.row(spot);
            row.columns.iter().zip(row.values).for_each(|(&column, value)| values[column as usize] = *value);
            values
        };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (a, b) = (dense(a), dense(b));
        dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
    }

    #[test]
    fn similarities_are_planted() {
        // The first row is a a g g c c.
        let varied = [0.8, 0.9, 0.95];
        for (case, within) in [(case6().unwrap(), [1.0; 3]), (case6_within(varied).unwrap(), varied)] {
            let found = [(1, 2), (3, 4), (0, 1), (2, 3), (4, 5)].map(|(a, b)| cosine(&case, a, b));
            let expected = [0.791, 0.673, within[0], within[1], within[2]];
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
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
