//! One file per subcommand.

pub(crate) mod score;
pub(crate) mod inspect;
