//! One file per subcommand.

pub(crate) mod input;
pub(crate) mod score;
pub(crate) mod compare;
pub(crate) mod drawn;
pub(crate) mod study;
pub(crate) mod partial;
pub(crate) mod merge;
mod found;
pub(crate) mod matching;
pub(crate) mod inspect;
pub(crate) mod demo;
pub(crate) mod simulate;
pub(crate) mod reproduce;
mod given;
pub(crate) mod schema;
pub(crate) mod man;
pub(crate) mod completions;
