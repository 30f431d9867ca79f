//! A finding: the value, interval and p that a test or interval gives, whichever procedure it comes from.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::undefined::Undefined;

/// The procedures; each answers one question, under assumptions of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Procedure {
    /// Is the agreement better than chance? The pred is moved as a whole.
    Shift,
    /// The same with labels permuted spot by spot: for comparison alone.
    Permutation,
    /// The same for the colours of Weisfeiler and Lehman: for comparison alone.
    WeisfeilerLehman,
    /// How far would the number move on another section? Tiles are left out.
    Tiles,
    /// Which of two methods is better on this slide? The same tiles are left out for both.
    PairedTiles,
    /// How far would the mean move with other donors?
    Donors,
    /// Which of two methods is better over donors?
    PairedDonors,
}

impl Procedure {
    /// Its name in every output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shift => "shift",
            Self::Permutation => "permutation (ignores space)",
            Self::WeisfeilerLehman => "weisfeiler-lehman",
            Self::Tiles => "tiles",
            Self::PairedTiles => "paired tiles",
            Self::Donors => "donors",
            Self::PairedDonors => "paired donors",
        }
    }

    /// What it takes for granted, in words.
    pub fn assumes(self) -> &'static str {
        match self {
            Self::Shift => {
                "were the two unrelated, they would agree as well after moving one of them as a whole; likeness that comes \
                 from the tissue's outline alone counts as likeness"
            }
            Self::Permutation => {
                "every spot is independent of its neighbours, which no tissue is: unrelated smooth labelings are called \
                 significant"
            }
            Self::WeisfeilerLehman => {
                "labelings are alike when spots with their neighbours carry the same labels: a test of identity rather than \
                 of likeness"
            }
            Self::Tiles => {
                "speaks of another section of this tissue and of this method, the matching held fixed; errors are local, \
                 and where they clump to a seventh of the slide 95 % become 83 to 89 %"
            }
            Self::PairedTiles => {
                "on this slide alone; errors are local, and where they clump to a quarter of the slide 5 % become 14 to 16 %"
            }
            Self::Donors => "the donors are a sample of those it speaks of, and their means are about normal",
            Self::PairedDonors => {
                "the donors are a sample of those it speaks of, and their differences are about normal"
            }
        }
    }

    /// What the value is called in JSON.
    fn value_name(self) -> &'static str {
        match self {
            Self::Shift | Self::Permutation | Self::WeisfeilerLehman => "statistic",
            Self::Tiles | Self::Donors => "value",
            Self::PairedTiles | Self::PairedDonors => "difference",
        }
    }
}

/// The answer of one procedure to one question about one number, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// Where it comes from.
    pub procedure: Procedure,
    /// The number that it speaks of, as the outputs call it.
    pub number: String,
    /// That number as it was found: of the whole, of the mean over donors, or the difference of two.
    pub value: Option<f64>,
    /// Where the true value is thought to lie, for procedures that say so.
    pub interval: Option<Interval>,
    /// How often chance alone would do as much, for tests.
    pub p: Option<f64>,
    /// What chance alone reaches, for tests by replicates.
    pub chance: Option<Chance>,
    /// How many replicates it rests on.
    pub replicates: Option<usize>,
    /// How many donors it rests on.
    pub donors: Option<usize>,
    /// What else the procedure tells, by name.
    pub details: Vec<(&'static str, Option<f64>)>,
    /// Why there is no answer.
    pub undefined: Option<Undefined>,
}

/// A range that holds the true value in `level` of all cases.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The share of cases.
    pub level: f64,
}

/// What chance alone reaches.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Chance {
    /// The mean over replicates.
    pub mean: f64,
    /// The 95 % quantile.
    pub q95: f64,
}

impl Finding {
    /// A finding with nothing in it yet.
    pub(crate) fn new(procedure: Procedure, number: &str) -> Self {
        Self {
            procedure,
            number: number.to_owned(),
            value: None,
            interval: None,
            p: None,
            chance: None,
            replicates: None,
            donors: None,
            details: Vec::new(),
            undefined: None,
        }
    }

    /// The same without an answer, for a reason.
    pub(crate) fn undefined(self, reason: Undefined) -> Self {
        Self { undefined: Some(reason), ..self }
    }

    fn is_test(&self) -> bool {
        !matches!(self.procedure, Procedure::Tiles | Procedure::Donors)
    }

    fn has_interval(&self) -> bool {
        self.procedure.value_name() != "statistic"
    }

    fn has_chance(&self) -> bool {
        matches!(self.procedure, Procedure::Shift | Procedure::Permutation | Procedure::WeisfeilerLehman)
    }

    /// Writes the fields into an object that may hold others; what a procedure never has is left out.
    pub(super) fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_is_null_with_a_reason() {
        let finding = Finding::new(Procedure::Tiles, "ari").undefined(Undefined::Thin);
        let written = serde_json::to_value(&finding).unwrap();
        assert_eq!(written["low"], serde_json::Value::Null);
        assert_eq!(written["undefined"], "the slide is too thin: all its tiles lie in one row");
        assert!(written.get("p").is_none() && written.get("replicates").is_none());
    }
}
