//! The cases, one file each.

mod lattice;
mod case1;
mod case2;
mod case3;
mod case4;
mod case5;
mod case6;
mod case8;
mod case9;
mod case11;

use slam::Result;

use crate::case::Case;

pub(crate) use case8::{SCATTERED, scenes};
pub(crate) use case9::{CONSTANT, EVERY, HONEST, MERGED, case9};
pub(crate) use case11::tissues;
pub(crate) use {
    case1::case1, case2::ERRORS, case2::case2, case3::case3, case4::case4, case5::case5, case6::case6,
    case6::case6_within,
};

/// A case that can be made by name.
#[derive(Debug, Clone, Copy)]
pub struct Made {
    /// The name to ask for.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// How it is made.
    pub make: fn() -> Result<Case>,
}

/// All cases that are made rather than given.
pub const CASES: [Made; 11] = [
    Made { name: "I", title: case1::TITLE, make: case1 },
    Made { name: "II", title: case2::TITLE, make: case2 },
    Made { name: "III", title: case3::TITLE, make: case3 },
    Made { name: "IV", title: case4::TITLE, make: case4 },
    Made { name: "V", title: case5::TITLE, make: case5 },
    Made { name: "VI", title: case6::TITLE, make: case6 },
    Made { name: "VIII-mirrored", title: case8::MIRRORED, make: case8::mirrored },
    Made { name: "VIII-turned", title: case8::TURNED, make: case8::turned },
    Made { name: "VIII-swapped", title: case8::SWAPPED, make: case8::swapped },
    Made { name: "VIII-moved", title: case8::MOVED, make: case8::moved },
    Made { name: "IX", title: case9::TITLE, make: case9 },
];

/// The numbers of the cases as the paper writes them.
const NUMERALS: [&str; 9] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];

impl Made {
    /// The case of a name: `IV`, `iv`, `4` or `case4`; `8-moved` for a scene of the eighth.
    pub fn named(name: &str) -> Option<&'static Self> {
        let name = name.trim().to_lowercase();
        let name = name.strip_prefix("case").unwrap_or(&name).trim_start_matches([' ', '_', '-']);
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let numeral = name[..digits].parse::<usize>().ok().and_then(|number| NUMERALS.get(number.checked_sub(1)?));
        let name = numeral.map_or_else(|| name.to_owned(), |numeral| format!("{numeral}{}", &name[digits..]));
        CASES.iter().find(|made| made.name.to_lowercase() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_answer_to_their_names() {
        for name in ["IV", "iv", "4", "case4", "Case IV", "case_iv"] {
            assert_eq!(Made::named(name).unwrap().name, "IV");
        }
        for name in ["VIII-moved", "viii-moved", "8-moved", "case8-moved"] {
            assert_eq!(Made::named(name).unwrap().name, "VIII-moved");
        }
        assert_eq!(Made::named("9").unwrap().name, "IX");
        assert!(Made::named("VII").is_none() && Made::named("7").is_none());
        assert!(Made::named("XI").is_none() && Made::named("").is_none() && Made::named("0").is_none());
    }

    #[test]
    fn names_come_with_the_case() {
        for made in &CASES {
            let case = (made.make)().unwrap();
            assert_eq!((case.name, case.title), (made.name, made.title));
            assert!(case.slide.spots.ids().is_some());
        }
    }
}
