//! Which metrics to compute.

use std::fmt;
use std::str::FromStr;

use super::{METRICS, Metric};
use crate::edit_distance::edit_distance;
use crate::error::{Error, Result};

/// Which metrics to compute: `all`, `none`, or names with commas between.
///
/// ```
/// use slam::metrics::Selection;
///
/// let some: Selection = "nmi, ari".parse()?;
/// assert!(some.includes("ari") && !some.includes("asw"));
/// let wrong = "arl".parse::<Selection>().unwrap_err();
/// assert!(wrong.to_string().starts_with("no metric \"arl\"; did you mean ari?"));
/// # Ok::<(), slam::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Selection {
    /// All fourteen.
    #[default]
    All,
    /// None.
    None,
    /// Those named; [`METRICS`] gives the order.
    List(Vec<&'static str>),
}

impl Selection {
    /// Whether the metric of that name is selected.
    pub fn includes(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::List(names) => names.contains(&name),
        }
    }

    /// The selected rows of [`METRICS`], in its order.
    pub fn metrics(&self) -> Vec<&'static Metric> {
        METRICS.iter().filter(|metric| self.includes(metric.name)).collect()
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::None => f.write_str("none"),
            Self::List(names) => f.write_str(&names.join(",")),
        }
    }
}

impl FromStr for Selection {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            list => list.split(',').map(|name| known(name.trim())).collect::<Result<_>>().map(Self::List),
        }
    }
}

fn known(name: &str) -> Result<&'static str> {
    let names = || METRICS.iter().map(|metric| metric.name);
    names().find(|&other| other == name).ok_or_else(|| Error::UnknownMetric {
        name: name.to_owned(),
        nearest: names().min_by_key(|other| edit_distance(&name.to_lowercase(), other)).unwrap_or_default(),
        names: names().collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_lists() {
        assert_eq!("all".parse(), Ok(Selection::All));
        assert_eq!(" none ".parse(), Ok(Selection::None));
        assert_eq!("db,ari".parse(), Ok(Selection::List(vec!["db", "ari"])));
    }

    #[test]
    fn the_nearest_name_is_offered() {
        let said = "ari,vmeasure".parse::<Selection>().unwrap_err().to_string();
        assert!(said.starts_with("no metric \"vmeasure\"; did you mean v_measure? (metrics: accuracy,"), "{said}");
        assert!("ARI".parse::<Selection>().unwrap_err().to_string().contains("did you mean ari?"));
        assert!("".parse::<Selection>().is_err());
    }
}
