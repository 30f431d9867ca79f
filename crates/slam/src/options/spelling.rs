//! Options as they are spelled: the words and numbers that the command and Python hand over.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use crate::discrepancy::Gamma;
use crate::error::Error;
use crate::graph::Neighborhood;
use crate::metrics::Selection;

/// A word, or a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Spelled {
    Number(f64),
    Word(String),
}

/// `auto`, or a number.
impl FromStr for Gamma {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = || Error::Word { option: "gamma", expected: "auto or a number", found: text.to_owned() };
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Fixed).map_err(|_| unknown()) }
    }
}

impl<'de> Deserialize<'de> for Gamma {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Spelled::deserialize(deserializer)? {
            Spelled::Number(gamma) => Ok(Self::Fixed(gamma)),
            Spelled::Word(word) => word.parse().map_err(serde::de::Error::custom),
        }
    }
}

impl<'de> Deserialize<'de> for Selection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// `mutual`, `union`, `radius:R`, `delaunay`, `delaunay:Q`, `grid:4` or `grid:8`; `k` and `tie` are those of the default.
impl FromStr for Neighborhood {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = |expected| Error::Word { option: "graph", expected, found: text.to_owned() };
        let Self::Mutual { k, tie } = Self::default() else { return Err(unknown("mutual")) };
        match text.split_once(':') {
            None if text == "mutual" => Ok(Self::Mutual { k, tie }),
            None if text == "union" => Ok(Self::Union { k, tie }),
            Some(("radius", radius)) => {
                radius.parse().map(Self::Radius).map_err(|_| unknown("radius:R with a number, such as radius:100"))
            }
            None if text == "delaunay" => Ok(Self::Delaunay { quantile: 1.0 }),
            Some(("delaunay", quantile)) => {
                let quantile =
                    quantile.parse().map_err(|_| unknown("delaunay:Q with a number, such as delaunay:0.99"))?;
                Ok(Self::Delaunay { quantile })
            }
            Some(("grid", "4")) => Ok(Self::Grid { corners: false }),
            Some(("grid", "8")) => Ok(Self::Grid { corners: true }),
            Some(("grid", _)) => Err(unknown("grid:4 or grid:8")),
            _ => Err(unknown("mutual, union, radius:R, delaunay, grid:4 or grid:8")),
        }
    }
}

/// `graph`, `k` and `tie`, as the options have them.
impl<'de> Deserialize<'de> for Neighborhood {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts {
            graph: Option<String>,
            k: Option<usize>,
            tie: Option<f64>,
        }
        let parts = Parts::deserialize(deserializer)?;
        let rule: Self = parts.graph.as_deref().unwrap_or("mutual").parse().map_err(serde::de::Error::custom)?;
        rule.with(parts.k, parts.tie).map_err(serde::de::Error::custom)
    }
}

impl Neighborhood {
    /// k and tie, where the rule counts nearest neighbours.
    pub fn k_and_tie(&self) -> Option<(usize, f64)> {
        match *self {
            Self::Mutual { k, tie } | Self::Union { k, tie } => Some((k, tie)),
            Self::Radius(_) | Self::Grid { .. } | Self::Delaunay { .. } | Self::Given(_) => None,
        }
    }

    /// The same rule with another number of neighbours or another tolerance.
    ///
    /// A rule that has no use for them takes their defaults, as options that nobody chose, and refuses anything else.
    pub fn with(mut self, new_k: Option<usize>, new_tie: Option<f64>) -> Result<Self, Error> {
        let (place, reason) = match &mut self {
            Self::Mutual { k, tie } | Self::Union { k, tie } => {
                (*k, *tie) = (new_k.unwrap_or(*k), new_tie.unwrap_or(*tie));
                return Ok(self);
            }
            Self::Radius(_) => ("the graph radius:R", "all spots within R are neighbours"),
            Self::Grid { .. } => ("the graphs grid:4 and grid:8", "all cells that touch are neighbours"),
            Self::Delaunay { .. } => ("the graph delaunay", "the triangulation says who is near"),
            Self::Given(_) => ("a graph of given edges", "they are taken as they are"),
        };
        let (k, tie) = Self::default().k_and_tie().unzip();
        let is_chosen = [("k", new_k.is_some() && new_k != k), ("tie", new_tie.is_some() && new_tie != tie)];
        match is_chosen.into_iter().find(|(_, is_chosen)| *is_chosen) {
            Some((option, _)) => Err(Error::Useless { option, place, reason }),
            None => Ok(self),
        }
    }
}

/// Numbers under labels, in the order in which they are given; labels are trimmed.
pub(crate) fn by_label<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, f64)>, D::Error> {
    struct Pairs;
    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(String, f64)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number for every label")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Vec::new();
            while let Some((label, number)) = map.next_entry::<String, f64>()? {
                pairs.push((label.trim().to_owned(), number));
            }
            Ok(pairs)
        }
    }
    deserializer.deserialize_map(Pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    fn read(json: &str) -> Result<Options, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn nothing_said_is_the_default() {
        assert_eq!(read("{}"), Ok(Options::default()));
    }

    #[test]
    fn what_is_written_can_be_read() {
        let severity = vec![("b".to_owned(), 2.0), ("a".to_owned(), 1.0)];
        let graph = Neighborhood::Union { k: 4, tie: 0.0 };
        let metrics = "ari,db".parse().unwrap();
        let options = Options { severity, graph, metrics, gamma: Gamma::Fixed(3.0), ..Options::default() };
        assert_eq!(read(&serde_json::to_string(&options).unwrap()), Ok(options));
        let far = Options { graph: Neighborhood::Radius(1.5), ..Options::default() };
        assert_eq!(read(&serde_json::to_string(&far).unwrap()), Ok(far));
        for word in ["grid:4", "grid:8", "delaunay", "delaunay:0.95"] {
            let plane = Options { graph: word.parse().unwrap(), ..Options::default() };
            let json = serde_json::to_string(&plane).unwrap();
            assert!(json.contains(&format!("{word:?}")), "{json}");
            assert_eq!(read(&json), Ok(plane));
        }
    }

    #[test]
    fn k_and_tie_belong_to_nearest_neighbours() {
        let said = read(r#"{"graph": "radius:2", "k": 4}"#).unwrap_err();
        assert!(said.starts_with("k has no place in the graph radius:R: all spots within R are neighbours"), "{said}");
        let given = || Neighborhood::Given([(0, 1)].into());
        let said = given().with(Some(6), Some(0.1)).unwrap_err().to_string();
        assert_eq!(said, "tie has no place in a graph of given edges: they are taken as they are");
        // What is passed along as a default was chosen by nobody.
        let (k, tie) = Neighborhood::default().k_and_tie().unzip();
        assert_eq!(given().with(k, tie), Ok(given()));
        assert!(read(r#"{"graph": "radius:2", "k": 6, "tie": 0.01}"#).is_ok());
    }

    #[test]
    fn what_was_expected_is_said() {
        assert!(read(r#"{"gamma": "2K"}"#).unwrap_err().starts_with("gamma must be auto or a number, got \"2K\""));
        assert!(
            read(r#"{"graph": "knn"}"#)
                .unwrap_err()
                .starts_with("graph must be mutual, union, radius:R, delaunay, grid:4 or grid:8, got")
        );
        assert!(read(r#"{"graph": "grid:6"}"#).unwrap_err().starts_with("graph must be grid:4 or grid:8, got"));
        assert!(read(r#"{"graph": "delaunay:most"}"#).unwrap_err().contains("delaunay:0.99"));
        assert!(
            read(r#"{"graph": "delaunay", "k": 4}"#).unwrap_err().starts_with("k has no place in the graph delaunay")
        );
        assert!(read(r#"{"graph": "radius:far"}"#).unwrap_err().contains("radius:100"));
        assert!(read(r#"{"metrics": "arl"}"#).unwrap_err().contains("did you mean ari?"));
    }
}
