//! How a metric of one's own is made: what must be said first, the rest after it.

use super::{Better, Evidence, Family, Metric, Value};

impl Metric {
    /// A metric by its name in every output, what it looks at, which way is better, the infimum and the supremum of its values
    /// (none where they grow without bound), and how to compute it.
    ///
    /// Its title is its name, it has no reference, and it is not taken as symmetric, unless that is said.
    ///
    /// ```
    /// use slam::metrics::{Better, Family, Metric};
    ///
    /// /// The share of spots that carry the most frequent pred label.
    /// static LARGEST: Metric =
    ///     Metric::new("largest", Family::External, Better::Lower, (Some(0.0), Some(1.0)), |evidence| {
    ///         let table = evidence.given();
    ///         let largest = table.pred_sizes.iter().max().copied().unwrap_or(0);
    ///         Ok(largest as f64 / table.n_spots as f64)
    ///     })
    ///     .titled("Share of the largest domain");
    /// assert_eq!(LARGEST.title, "Share of the largest domain");
    /// ```
    pub const fn new(
        name: &'static str,
        family: Family,
        better: Better,
        range: (Option<f64>, Option<f64>),
        compute: fn(&Evidence<'_>) -> Value,
    ) -> Self {
        Self { name, title: name, family, better, range, symmetric: false, reference: "", compute }
    }

    /// The same with a name for people.
    #[must_use]
    pub const fn titled(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    /// The same, in which truth and pred may change places.
    #[must_use]
    pub const fn symmetric(mut self) -> Self {
        self.symmetric = true;
        self
    }

    /// The same with where it was proposed.
    #[must_use]
    pub const fn proposed_in(mut self, reference: &'static str) -> Self {
        self.reference = reference;
        self
    }
}

/// Metrics of one name are the same: no output could tell them apart.
impl PartialEq for Metric {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Metric {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::ranking::RankBy;
    use crate::metrics::Undefined;
    use crate::options::Options;
    use crate::options::own_steps::OwnSteps;
    use crate::pair::Pair;
    use crate::testing::{labeling, line};

    const RANGE: (Option<f64>, Option<f64>) = (Some(0.0), Some(1.0));
    static LARGEST: Metric = Metric::new("largest", Family::External, Better::Higher, RANGE, |evidence| {
        let sizes = &evidence.given().pred_sizes;
        Ok(sizes.iter().max().copied().unwrap_or(0) as f64 / evidence.given().n_spots as f64)
    });
    static NEVER: Metric =
        Metric::new("never", Family::Internal, Better::Lower, RANGE, |_| Err(Undefined::Other("it never is")));
    static ARI: Metric = Metric::new("ari", Family::External, Better::Higher, RANGE, |_| Ok(0.0));

    fn with(metrics: &[&'static Metric]) -> Options {
        let own = OwnSteps { metrics: metrics.to_vec(), ..OwnSteps::default() };
        Options { metrics: "ari".parse().unwrap(), own, ..Options::default() }
    }

    #[test]
    fn own_metrics_stand_behind_the_fourteen() {
        let spots = line(8).with_slices(labeling("llllrrrr")).unwrap();
        let pair = Pair::new(spots, labeling("aabbaabb"), labeling("11121222")).unwrap();
        let score = with(&[&LARGEST, &NEVER]).analyze(pair, &()).unwrap().score;
        let names: Vec<&str> = score.metrics.0.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["ari", "largest", "never"]);
        assert_eq!(score.metrics.get("largest"), Some(&Some(0.5)));
        assert_eq!(score.undefined.get("never").map(String::as_str), Some("it never is"));
        // Three of four spots on either slice.
        assert!(score.slices.0.iter().all(|(_, slice)| slice.metrics.get("largest") == Some(&Some(0.75))));
    }

    #[test]
    fn they_have_intervals_over_donors() {
        let spots = line(12).with_slices(labeling("aaaabbbbcccc")).unwrap();
        let pair = Pair::new(spots, labeling("112211221122"), labeling("111211221111")).unwrap();
        let options = Options { infer: "interval".parse().unwrap(), ..with(&[&LARGEST]) };
        let score = options.analyze(pair, &()).unwrap().score;
        let found = score.intervals.as_ref().and_then(|intervals| intervals.get("largest")).unwrap();
        // 3/4, 2/4 and 4/4 of three donors: mean 0.75, standard error 0.25/√3, t of two degrees of freedom 4.302653.
        assert_eq!(found.value, Some(0.75));
        let half = 4.302_652_73 * 0.25 / 3f64.sqrt();
        assert!((found.interval.unwrap().low - (0.75 - half)).abs() < 1e-8, "{found:?}");
        assert!((found.interval.unwrap().high - (0.75 + half)).abs() < 1e-8, "{found:?}");
    }

    #[test]
    fn methods_are_ranked_by_them() {
        let preds = [("even".to_owned(), labeling("11112222").into()), ("odd".to_owned(), labeling("11111222").into())];
        let truth = ("truth".to_owned(), labeling("aaaabbbb").into());
        let by_largest = Options { rank_by: RankBy::Own(&LARGEST), ..with(&[&LARGEST]) };
        let found = by_largest.compare(&line(8).into(), &truth, &preds, &()).unwrap().comparison;
        let order: Vec<_> = found.results.iter().map(|entry| (entry.pred.as_str(), entry.rank)).collect();
        assert_eq!(order, [("odd", Some(1)), ("even", Some(2))]);
        let missing = Options { rank_by: RankBy::Own(&NEVER), ..with(&[]) };
        let said = missing.compare(&line(8).into(), &truth, &preds, &()).unwrap_err().to_string();
        assert_eq!(said, "rank_by never needs that metric: put it into OwnSteps::metrics");
    }

    #[test]
    fn a_name_is_given_once() {
        let pair = Pair::new(line(4), labeling("aabb"), labeling("1122")).unwrap();
        let said = with(&[&ARI]).analyze(pair, &()).unwrap_err().to_string();
        assert_eq!(said, "ari: two metrics have this name; expected another for your own");
    }
}
