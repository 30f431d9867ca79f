//! A finding: the value, interval and p that a test or interval gives, whichever procedure it comes from.

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
    /// How far would the mean move with other slices, where nobody said whose they are?
    Slices,
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
            Self::Slices => "slices",
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
                "another section of this tissue and of this method, with the matching held fixed; errors that reach from tile to \
                 tile widen it, and errors that are displaced alike everywhere cannot be told from local ones"
            }
            Self::PairedTiles => "on this slide alone; errors that reach from tile to tile make p larger",
            Self::Donors => "the donors are a sample of those it speaks of, and their means are about normal",
            Self::Slices => {
                "the slices are independent of each other; slices of one donor are not, and then the interval is too narrow"
            }
            Self::PairedDonors => {
                "the donors are a sample of those it speaks of, and their differences are about normal"
            }
        }
    }

    /// What the value is called in JSON.
    pub(crate) fn value_name(self) -> &'static str {
        match self {
            Self::Shift | Self::Permutation | Self::WeisfeilerLehman => "statistic",
            Self::Tiles | Self::Donors | Self::Slices => "value",
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
    /// How many slices it rests on, where nobody said whose they are.
    pub slices: Option<usize>,
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
            slices: None,
            details: Vec::new(),
            undefined: None,
        }
    }

    /// The same without an answer, for a reason.
    pub(crate) fn undefined(self, reason: Undefined) -> Self {
        Self { undefined: Some(reason), ..self }
    }

    pub(crate) fn is_test(&self) -> bool {
        !matches!(self.procedure, Procedure::Tiles | Procedure::Donors | Procedure::Slices)
    }

    pub(crate) fn has_interval(&self) -> bool {
        self.procedure.value_name() != "statistic"
    }

    pub(crate) fn has_chance(&self) -> bool {
        matches!(self.procedure, Procedure::Shift | Procedure::Permutation | Procedure::WeisfeilerLehman)
    }
}
