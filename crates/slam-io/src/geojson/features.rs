//! A collection of features: properties as text, ids, geometries.

use std::collections::HashMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::geometry::Geometry;

/// More columns than this, and the properties are no columns.
const MOST_COLUMNS: usize = 100_000;

/// A place with properties.
#[derive(Debug)]
pub(super) struct Feature {
    pub(super) id: Option<Box<str>>,
    /// The properties that have a value, by column, as text; a later one of the same column counts.
    pub(super) properties: Vec<(u32, Box<str>)>,
    pub(super) geometry: Geometry,
}

/// The features of a file, and the names of their properties in the order of appearance.
#[derive(Debug, Default)]
pub(super) struct Collection {
    pub(super) kind: String,
    pub(super) columns: Vec<String>,
    pub(super) features: Vec<Feature>,
}

impl Feature {
    /// The property of a column; empty where it is missing.
    pub(super) fn text(&self, column: usize) -> &str {
        let found = self.properties.iter().rev().find(|(other, _)| *other as usize == column);
        found.map_or("", |(_, text)| text)
    }
}

/// Reads the text of a file.
pub(super) fn parse(bytes: &[u8]) -> serde_json::Result<Collection> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let collection = deserializer.deserialize_map(CollectionVisitor)?;
    deserializer.end()?;
    Ok(collection)
}

struct CollectionVisitor;

impl<'de> Visitor<'de> for CollectionVisitor {
    type Value = Collection;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a FeatureCollection")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Collection, A::Error> {
        let (mut kind, mut features, mut columns) = (String::new(), Vec::new(), Columns::default());
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "type" => kind = map.next_value()?,
                "features" => features = map.next_value_seed(Features(&mut columns))?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Collection { kind, columns: columns.names, features })
    }
}

/// The columns that were met so far.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
    index: HashMap<String, u32>,
}

impl Columns {
    fn find(&mut self, name: &str) -> Option<u32> {
        let name = name.trim();
        if let Some(&column) = self.index.get(name) {
            return Some(column);
        }
        let column = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.index.insert(name.to_owned(), column);
        (self.names.len() <= MOST_COLUMNS).then_some(column)
    }
}

struct Features<'a>(&'a mut Columns);

impl<'de> DeserializeSeed<'de> for Features<'_> {
    type Value = Vec<Feature>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Feature>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_> {
    type Value = Vec<Feature>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Feature>, A::Error> {
        let mut features = Vec::new();
        while let Some(feature) = list.next_element_seed(OneFeature(self.0))? {
            features.push(feature);
        }
        Ok(features)
    }
}

struct OneFeature<'a>(&'a mut Columns);

impl<'de> DeserializeSeed<'de> for OneFeature<'_> {
    type Value = Feature;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Feature, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for OneFeature<'_> {
    type Value = Feature;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a feature")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Feature, A::Error> {
        let mut feature = Feature { id: None, properties: Vec::new(), geometry: Geometry::None };
        let mut kind = String::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "type" => kind = map.next_value()?,
                "id" => feature.id = map.next_value_seed(Text)?,
                "properties" => feature.properties = map.next_value_seed(Properties(self.0))?,
                "geometry" => feature.geometry = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if kind == "Feature" { Ok(feature) } else { Err(A::Error::custom("expected a Feature")) }
    }
}

struct Properties<'a>(&'a mut Columns);

impl<'de> DeserializeSeed<'de> for Properties<'_> {
    type Value = Vec<(u32, Box<str>)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Properties<'_> {
    type Value = Vec<(u32, Box<str>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("properties")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut properties = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let column = self.0.find(&key).ok_or_else(|| A::Error::custom("too many different properties"))?;
            properties.extend(map.next_value_seed(Text)?.map(|text| (column, text)));
        }
        Ok(properties)
    }
}

/// A value as text; nothing for null, and for lists and objects, which are no labels.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Option<Box<str>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Option<Box<str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Some(if value { "True" } else { "False" }.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Some(value.to_string().into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Some(value.to_string().into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Some(format!("{value:?}").into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Some(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_columns() {
        let text = r#"{"features": [
            {"type": "Feature", "id": 7, "properties": {"a": 1.0, "b": true, "c": null}, "geometry": null},
            {"id": "x", "properties": {"c": "w", "a": {"d": []}, "b": -3}, "type": "Feature", "bbox": [1]}
        ], "type": "FeatureCollection"}"#;
        let found = parse(text.as_bytes()).unwrap();
        assert_eq!(
            (found.kind.as_str(), &found.columns[..]),
            ("FeatureCollection", &["a", "b", "c"].map(String::from)[..])
        );
        let row = |feature: usize| [0, 1, 2].map(|column| found.features[feature].text(column));
        assert_eq!((row(0), row(1)), (["1.0", "True", ""], ["", "-3", "w"]));
        assert_eq!(
            found.features.iter().map(|feature| feature.id.as_deref()).collect::<Vec<_>>(),
            [Some("7"), Some("x")]
        );
    }

    #[test]
    fn depth_has_an_end() {
        let deep = "[".repeat(100_000);
        let text = format!("{{\"features\": [{{\"properties\": {{\"a\": {deep}");
        assert!(parse(text.as_bytes()).is_err());
        let text = format!("{{\"features\": [{{\"geometry\": {{\"coordinates\": {deep}");
        assert!(parse(text.as_bytes()).unwrap_err().to_string().contains("recursion limit"));
    }
}
