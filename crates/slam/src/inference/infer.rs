//! Which tests and intervals are asked for beside the score.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// Which questions are asked beside the score: `auto`, `all`, `none`, or names with commas between.
///
/// ```
/// use slam::inference::Infer;
///
/// let some: Infer = "test, pairs".parse()?;
/// assert_eq!(some, Infer::Asked { test: true, interval: false, pairs: true });
/// # Ok::<(), slam::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Infer {
    /// Intervals of a comparison on one slide, which cost less than its scores; nothing else.
    #[default]
    Auto,
    /// What is asked for.
    Asked {
        /// Is the agreement better than chance?
        test: bool,
        /// How far would the numbers move on another section, or with other donors?
        interval: bool,
        /// Which differences between methods hold?
        pairs: bool,
    },
}

impl Infer {
    /// All questions.
    pub const ALL: Self = Self::Asked { test: true, interval: true, pairs: true };
    /// No question.
    pub const NONE: Self = Self::Asked { test: false, interval: false, pairs: false };

    /// Whether chance is asked for.
    pub fn test(self) -> bool {
        matches!(self, Self::Asked { test: true, .. })
    }

    /// Whether intervals are asked for outright.
    pub fn interval(self) -> bool {
        matches!(self, Self::Asked { interval: true, .. })
    }

    /// Whether differences are asked for.
    pub fn pairs(self) -> bool {
        matches!(self, Self::Asked { pairs: true, .. })
    }
}

impl fmt::Display for Infer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Auto => f.write_str("auto"),
            Self::ALL => f.write_str("all"),
            Self::NONE => f.write_str("none"),
            Self::Asked { test, interval, pairs } => {
                let names = [("test", test), ("interval", interval), ("pairs", pairs)];
                let asked: Vec<&str> = names.iter().filter(|(_, is_asked)| *is_asked).map(|(name, _)| *name).collect();
                f.write_str(&asked.join(","))
            }
        }
    }
}

impl FromStr for Infer {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim() {
            "auto" => return Ok(Self::Auto),
            "all" => return Ok(Self::ALL),
            "none" => return Ok(Self::NONE),
            _ => {}
        }
        let (mut test, mut interval, mut pairs) = (false, false, false);
        for name in text.split(',') {
            match name.trim() {
                "test" => test = true,
                "interval" => interval = true,
                "pairs" => pairs = true,
                found => {
                    let expected = "auto, all, none, or some of test, interval, pairs with commas between";
                    return Err(Error::Word { option: "infer", expected, found: found.to_owned() });
                }
            }
        }
        Ok(Self::Asked { test, interval, pairs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in ["auto", "all", "none", "test", "interval,pairs"] {
            assert_eq!(text.parse::<Infer>().unwrap().to_string(), text);
        }
        let said = "test,tset".parse::<Infer>().unwrap_err().to_string();
        let expected = "auto, all, none, or some of test, interval, pairs with commas between";
        assert_eq!(said, format!("infer must be {expected}, got \"tset\""));
    }
}
