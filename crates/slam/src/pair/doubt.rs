//! Columns that are probably no labelings: real numbers, and ids under another name.

use std::fmt;

use crate::pair::labeling::Labeling;

/// Fewer labels than this are never too many.
const FEW_LABELS: usize = 50;

/// Why a column is probably no labeling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// Every label is a number, and not all are whole.
    RealNumbers,
    /// There are more labels than a tenth of the spots, and more than fifty.
    ManyLabels {
        /// The number of labels.
        n_labels: usize,
        /// The number of spots.
        n_spots: usize,
    },
}

impl Labeling {
    /// Why this is probably no labeling of so many spots, if it is not.
    ///
    /// ```
    /// let counts = slam::Labeling::from_texts(["0.25", "1", "3.5"])?;
    /// assert_eq!(counts.doubt(3), Some(slam::Doubt::RealNumbers));
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn doubt(&self, n_spots: usize) -> Option<Doubt> {
        Doubt::of(self.names(), n_spots)
    }
}

impl Doubt {
    /// Why labels of these names are probably no labeling of so many spots, if they are not.
    pub(crate) fn of(names: &[String], n_spots: usize) -> Option<Self> {
        let n_labels = names.len();
        if n_labels > FEW_LABELS.max(n_spots / 10) {
            return Some(Self::ManyLabels { n_labels, n_spots });
        }
        let number = |name: &String| name.parse::<f64>().ok().filter(|number| number.is_finite());
        let numbers: Option<Vec<f64>> = names.iter().map(number).collect();
        numbers.filter(|numbers| numbers.iter().any(|number| number % 1.0 != 0.0)).map(|_| Self::RealNumbers)
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RealNumbers => f.write_str("real numbers"),
            Self::ManyLabels { n_labels, n_spots } => write!(f, "{n_labels} labels for {n_spots} spots"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubt(texts: impl IntoIterator<Item = String>, n_spots: usize) -> Option<Doubt> {
        Labeling::from_texts(texts).unwrap().doubt(n_spots)
    }

    fn words(words: &str) -> Vec<String> {
        words.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn real_numbers_are_no_labels() {
        assert_eq!(doubt(words("0.5 1.5 NA"), 3), Some(Doubt::RealNumbers));
        assert_eq!(doubt(words("1.0 2.0 NA"), 3), None, "cluster numbers of a column with gaps are written so");
        assert_eq!(doubt(words("1.1 1.2 b"), 3), None);
        assert_eq!(doubt(words("NaN NA"), 3), None);
    }

    #[test]
    fn a_tenth_of_the_spots_but_at_least_fifty() {
        let names = |n: usize| (0..n).map(|i| format!("c{i}"));
        assert_eq!(doubt(names(50), 60), None);
        assert_eq!(doubt(names(51), 60), Some(Doubt::ManyLabels { n_labels: 51, n_spots: 60 }));
        assert_eq!(doubt(names(100), 1009), None);
        let many = doubt(names(101), 1009).unwrap();
        assert_eq!(many.to_string(), "101 labels for 1009 spots");
    }
}
