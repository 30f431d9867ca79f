//! Results: values under names in their order, and messages as the command spells them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::message::{Message, Part, as_command};
use crate::metrics::MetricValues;
use crate::score::named::Named;
use crate::score::warning::Warning;

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

impl Serialize for MetricValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("metrics", &self.numbers())?;
        map.serialize_entry("undefined", &self.reasons())?;
        map.end()
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.message().serialize(serializer)
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.spelled(as_command))
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// Messages in files of our own, from which the options can be had back.
pub(crate) mod in_parts {
    use super::{Deserialize, Deserializer, Message, Part, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(messages: &[Message], serializer: S) -> Result<S::Ok, S::Error> {
        messages.iter().map(|message| &message.0).collect::<Vec<&Vec<Part>>>().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Message>, D::Error> {
        Ok(Vec::<Vec<Part>>::deserialize(deserializer)?.into_iter().map(Message).collect())
    }
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

    #[test]
    fn json_is_the_commands() {
        let json = serde_json::to_string(&Message::from("try ").given("k", 4)).unwrap();
        assert_eq!(json, "\"try --k 4\"");
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), Message::from("try ").given("k", 4));
    }
}
