//! Values under names, in an order that is kept.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Values under names, in an order that is kept: a JSON object.
#[derive(Debug, Clone, PartialEq)]
pub struct Named<T>(pub Vec<(String, T)>);

impl<T> Named<T> {
    /// The value of that name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("values under names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Named(pairs))
            }
        }
        deserializer.deserialize_map(Pairs(PhantomData))
    }
}

/// Writes what shares a name as one list, where the first of it stands: a JSON object has every name once.
pub(crate) fn gathered<S: Serializer>(named: &Named<String>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut lists: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, value) in &named.0 {
        match lists.iter_mut().find(|(other, _)| other == name) {
            Some((_, list)) => list.push(value),
            None => lists.push((name, vec![value])),
        }
    }
    let mut map = serializer.serialize_map(Some(lists.len()))?;
    for (name, list) in &lists {
        match list[..] {
            [alone] => map.serialize_entry(name, alone)?,
            _ => map.serialize_entry(name, list)?,
        }
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shares_a_name_is_one_list() {
        let pairs = [("pred", "p"), ("file", "f"), ("pred", "q"), ("pred", "p")];
        let named = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
        let written = gathered(&named, serde_json::value::Serializer).unwrap();
        assert_eq!(written, serde_json::json!({ "pred": ["p", "q", "p"], "file": "f" }));
    }
}
