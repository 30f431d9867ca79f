//! Python's plain values, dictionaries and lists, as what `serde` reads.

use std::fmt;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyString};
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};

/// A value that Python handed over.
#[derive(Debug, Clone)]
pub(crate) enum Plain {
    Nothing,
    Truth(bool),
    Whole(i64),
    Unsigned(u64),
    Number(f64),
    Text(String),
    List(Vec<Plain>),
    Map(Vec<(String, Plain)>),
    /// An object that is none of these, by the name of its type; nothing expects one.
    Other(String),
}

impl Plain {
    /// The value of an object, numbers of numpy included; keys become text.
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self::Nothing);
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?.to_owned()));
        }
        if let Ok(map) = object.cast::<PyDict>() {
            let pair = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                Ok((key.str()?.to_str()?.to_owned(), Self::new(&value)?))
            };
            return map.iter().map(pair).collect::<PyResult<_>>().map(Self::Map);
        }
        if object.is_instance_of::<PyFloat>() {
            return object.extract().map(Self::Number);
        }
        if object.is_instance_of::<PyBool>() {
            return object.extract().map(Self::Truth);
        }
        Self::number(object).map_or_else(|| Self::list(object), Ok)
    }

    fn number(object: &Bound<'_, PyAny>) -> Option<Self> {
        let truth = object.extract::<bool>().map(Self::Truth);
        let whole = || object.extract::<i64>().map(Self::Whole);
        let unsigned = || object.extract::<u64>().map(Self::Unsigned);
        let number = || object.extract::<f64>().map(Self::Number);
        truth.or_else(|_| whole()).or_else(|_| unsigned()).or_else(|_| number()).ok()
    }

    fn list(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        match object.try_iter() {
            Ok(items) => items.map(|item| Self::new(&item?)).collect::<PyResult<_>>().map(Self::List),
            Err(_) => Ok(Self::Other(format!("a value of type {}", object.get_type().name()?))),
        }
    }
}

/// Why a value is not what was expected.
#[derive(Debug)]
pub(crate) struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

impl de::Error for Unfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(format!("expected {}, got {found}", plain_words(&expected.to_string())))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        let names: Vec<String> = expected.iter().map(|&name| name.to_owned()).collect();
        let meant = slam_io::nearest(found, &names).map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
        Self(format!("expected {}, got {found:?}{meant}", names.join(", ")))
    }
}

/// What Rust calls its types, for people.
fn plain_words(expected: &str) -> String {
    match expected {
        "usize" | "u64" | "u32" | "u16" => "a whole number that is not negative".to_owned(),
        "f64" => "a number".to_owned(),
        "a boolean" => "True or False".to_owned(),
        "a string" => "text".to_owned(),
        other => other.to_owned(),
    }
}

impl IntoDeserializer<'_, Unfit> for Plain {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Plain {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Self::Nothing => visitor.visit_none(),
            Self::Truth(value) => visitor.visit_bool(value),
            Self::Whole(value) if value >= 0 => visitor.visit_u64(value as u64),
            Self::Whole(value) => visitor.visit_i64(value),
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::Number(value) => visitor.visit_f64(value),
            Self::Text(value) => visitor.visit_string(value),
            Self::List(values) => visitor.visit_seq(SeqDeserializer::new(values.into_iter())),
            Self::Map(pairs) => visitor.visit_map(MapDeserializer::new(pairs.into_iter())),
            Self::Other(kind) => Err(de::Error::invalid_type(Unexpected::Other(&kind), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        if matches!(self, Self::Nothing) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        match self {
            Self::Text(text) => StrDeserializer::new(&text).deserialize_enum(name, variants, visitor),
            _ => Err(Unfit(format!("expected {}", variants.join(", ")))),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
