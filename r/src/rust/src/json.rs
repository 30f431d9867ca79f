//! JSON as the lists and vectors of R.

use extendr_api::prelude::*;
use serde_json::Value;

use crate::words::{Outcome, failure};

/// What a text of JSON says.
#[extendr]
fn from_json(text: &str) -> Outcome<Robj> {
    serde_json::from_str(text).map(|value| robj(&value)).map_err(failure)
}

/// Objects are named lists; arrays of numbers, texts or truths are vectors, with `NA` for null; other arrays are lists.
pub(crate) fn robj(value: &Value) -> Robj {
    match value {
        Value::Null => ().into(),
        Value::Bool(truth) => (*truth).into(),
        Value::Number(number) => number.as_f64().into(),
        Value::String(text) => text.as_str().into(),
        Value::Array(values) => vector(values).unwrap_or_else(|| List::from_values(values.iter().map(robj)).into()),
        Value::Object(pairs) => List::from_pairs(pairs.iter().map(|(name, value)| (name, robj(value)))).into(),
    }
}

fn vector(values: &[Value]) -> Option<Robj> {
    if values.iter().all(Value::is_null) {
        return None;
    }
    numbers(values).map(Robj::from).or_else(|| texts(values).map(Robj::from)).or_else(|| truths(values).map(Robj::from))
}

fn numbers(values: &[Value]) -> Option<Vec<Option<f64>>> {
    values.iter().map(|value| if value.is_null() { Some(None) } else { value.as_f64().map(Some) }).collect()
}

fn texts(values: &[Value]) -> Option<Vec<Option<&str>>> {
    values.iter().map(|value| if value.is_null() { Some(None) } else { value.as_str().map(Some) }).collect()
}

fn truths(values: &[Value]) -> Option<Vec<Option<bool>>> {
    values.iter().map(|value| if value.is_null() { Some(None) } else { value.as_bool().map(Some) }).collect()
}

extendr_module! {
    mod json;
    fn from_json;
}
