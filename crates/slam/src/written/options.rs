//! Options: the words and numbers that the command and Python hand over, and results tell.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::comparison::ranking::RankBy;
use crate::discrepancy::Gamma;
use crate::graph::{Neighborhood, cells};
use crate::inference::Infer;
use crate::metrics::Selection;

impl Serialize for Gamma {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Fixed(gamma) => serializer.serialize_f64(*gamma),
        }
    }
}

/// A word, or a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Spelled {
    Number(f64),
    Word(String),
}

impl<'de> Deserialize<'de> for Gamma {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Spelled::deserialize(deserializer)? {
            Spelled::Number(gamma) => Ok(Self::Fixed(gamma)),
            Spelled::Word(word) => word.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// Options that are written as they are shown, and read as they are typed.
macro_rules! as_text {
    ($($option:ty),*) => {$(
        impl Serialize for $option {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $option {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
as_text!(Selection, RankBy, Infer);

/// As the options write it: `graph`, and `k` and `tie` where they matter.
impl Serialize for Neighborhood {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Mutual { .. } => map.serialize_entry("graph", "mutual")?,
            Self::Union { .. } => map.serialize_entry("graph", "union")?,
            Self::Radius(radius) => map.serialize_entry("graph", &format!("radius:{radius}"))?,
            Self::Grid { corners } => map.serialize_entry("graph", cells::name(*corners))?,
            Self::Delaunay { quantile: 1.0 } => map.serialize_entry("graph", "delaunay")?,
            Self::Delaunay { quantile } => map.serialize_entry("graph", &format!("delaunay:{quantile}"))?,
            Self::Given(edges) => map.serialize_entry("graph", &format!("given: {} edges", edges.len()))?,
        }
        if let Self::Mutual { k, tie } | Self::Union { k, tie } = self {
            map.serialize_entry("k", k)?;
            map.serialize_entry("tie", tie)?;
        }
        map.end()
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

/// Numbers under labels, in their order.
pub(crate) fn as_map<S: Serializer>(values: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(label, value)| (label, value)))
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
    use crate::discrepancy::Estimator;
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

    #[test]
    fn names_are_those_of_the_json() {
        let written = serde_json::to_value(Options::default()).unwrap();
        let Options { match_per, similarity, estimator, draws, missing_truth, missing_pred, nmi, .. } =
            Options::default();
        let names = [
            ("match_per", match_per.name()),
            ("similarity", similarity.name()),
            ("estimator", estimator.name()),
            ("draws", draws.name()),
            ("missing_truth", missing_truth.name()),
            ("missing_pred", missing_pred.name()),
            ("nmi", nmi.name()),
        ];
        names.iter().for_each(|(option, name)| assert_eq!(written[option], *name));
        let all = Estimator::ALL.iter().map(|one| serde_json::to_value(one).unwrap());
        assert!(all.zip(Estimator::ALL).all(|(written, one)| written == one.to_string()));
    }
}
