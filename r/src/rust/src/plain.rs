//! R's plain values and lists, as what `serde` reads.

use std::fmt;

use extendr_api::Rany;
use extendr_api::prelude::*;
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, Expected, IntoDeserializer, Unexpected, Visitor};

/// Whole numbers beyond this are not all there.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A value that R handed over.
#[derive(Debug, Clone)]
pub(crate) enum Plain {
    Nothing,
    Truth(bool),
    Whole(i64),
    Number(f64),
    Text(String),
    List(Vec<Plain>),
    Map(Vec<(String, Plain)>),
    /// An object that is none of these, by its kind; nothing expects one.
    Other(String),
}

impl Plain {
    /// The value of an object: a vector of one is a value, one with names a map.
    pub(crate) fn new(object: &Robj) -> Self {
        let values: Vec<Self> = match object.as_any() {
            Rany::Null(_) => return Self::Nothing,
            Rany::Logicals(truths) => truths.iter().map(truth).collect(),
            Rany::Integers(wholes) => wholes.iter().map(whole).collect(),
            Rany::Doubles(numbers) => numbers.iter().map(number).collect(),
            Rany::Strings(texts) => texts.iter().map(text).collect(),
            Rany::List(values) => return Self::list(object, values.values().map(|one| Self::new(&one)).collect()),
            _ => return Self::Other(format!("an object of type {:?}", object.rtype())),
        };
        match <[Self; 1]>::try_from(values) {
            Ok([one]) if object.names().is_none() => one,
            Ok([one]) => Self::list(object, vec![one]),
            Err(values) => Self::list(object, values),
        }
    }

    fn list(object: &Robj, values: Vec<Self>) -> Self {
        match object.names() {
            Some(names) => Self::Map(names.map(str::to_owned).zip(values).collect()),
            None => Self::List(values),
        }
    }
}

fn truth(one: Rbool) -> Plain {
    if one.is_na() { Plain::Nothing } else { Plain::Truth(one.is_true()) }
}

fn whole(one: Rint) -> Plain {
    Option::<i32>::from(one).map_or(Plain::Nothing, |one| Plain::Whole(one.into()))
}

/// R writes whole numbers as doubles.
fn number(one: Rfloat) -> Plain {
    let is_whole = |one: f64| one.fract() == 0.0 && one.abs() < MOST_WHOLE;
    match Option::<f64>::from(one) {
        None => Plain::Nothing,
        Some(one) if is_whole(one) => Plain::Whole(one as i64),
        Some(one) => Plain::Number(one),
    }
}

fn text(one: &Rstr) -> Plain {
    if one.is_na() { Plain::Nothing } else { Plain::Text(one.as_ref().to_owned()) }
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
        "a boolean" => "TRUE or FALSE".to_owned(),
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

impl<'de> de::Deserializer<'de> for Plain {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self {
            Self::Nothing => visitor.visit_none(),
            Self::Truth(value) => visitor.visit_bool(value),
            Self::Whole(value) if value >= 0 => visitor.visit_u64(value as u64),
            Self::Whole(value) => visitor.visit_i64(value),
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
