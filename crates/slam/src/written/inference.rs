//! Tests and intervals: what a procedure never has is left out.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::inference::{Difference, Finding, Test, Undefined};

impl Serialize for Test {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.shift.write(&mut map)?;
        map.serialize_entry("alternatives", &self.alternatives)?;
        map.end()
    }
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("a", &self.a)?;
        map.serialize_entry("b", &self.b)?;
        self.finding.write(&mut map)?;
        map.serialize_entry("p_holm", &self.p_holm)?;
        if self.p_max_t.is_some() {
            map.serialize_entry("p_max_t", &self.p_max_t)?;
        }
        map.end()
    }
}

impl Finding {
    /// Writes the fields into an object that may hold others; what a procedure never has is left out.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("method", self.procedure.name())?;
        map.serialize_entry("number", &self.number)?;
        map.serialize_entry(self.procedure.value_name(), &self.value)?;
        if self.has_interval() {
            map.serialize_entry("low", &self.interval.map(|interval| interval.low))?;
            map.serialize_entry("high", &self.interval.map(|interval| interval.high))?;
            map.serialize_entry("level", &self.interval.map(|interval| interval.level))?;
        }
        if self.is_test() {
            map.serialize_entry("p", &self.p)?;
        }
        if self.has_chance() {
            map.serialize_entry("chance_mean", &self.chance.map(|chance| chance.mean))?;
            map.serialize_entry("chance_q95", &self.chance.map(|chance| chance.q95))?;
            map.serialize_entry("replicates", &self.replicates)?;
        }
        if let Some(donors) = self.donors {
            map.serialize_entry("donors", &donors)?;
        }
        if let Some(slices) = self.slices {
            map.serialize_entry("slices", &slices)?;
        }
        self.details.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        if let Some(reason) = &self.undefined {
            map.serialize_entry("undefined", reason)?;
        }
        map.serialize_entry("assumes", self.procedure.assumes())
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.write(&mut map)?;
        map.end()
    }
}

impl Serialize for Undefined {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::Procedure;

    #[test]
    fn undefined_is_null_with_a_reason() {
        let finding = Finding::new(Procedure::Tiles, "ari").undefined(Undefined::Thin);
        let written = serde_json::to_value(&finding).unwrap();
        assert_eq!(written["low"], serde_json::Value::Null);
        assert_eq!(written["undefined"], "the slide is too thin: all its tiles lie in one row");
        assert!(written.get("p").is_none() && written.get("replicates").is_none());
    }
}
