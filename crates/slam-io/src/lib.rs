//! Files of spots and labels, read into the types of `slam`.
//!
//! [`read`] opens the input and the files of labels beside it, finds the columns that a [`Request`] names, joins by
//! id or by row, and returns a [`Study`]; [`inspect`] says what is in a file; [`write_atomically`] writes one whole or
//! not at all. A kind of file is a `Source`; `source::open` is the door through which each comes in.

mod error;
mod request;
mod source;
mod table;
mod columns;
mod catalogue;
mod asked;
mod ids;
mod edges;
mod study;
mod inspection;
mod output;

pub use error::{Columns, Error, Result};
pub use inspection::{Column, Inspection, Kind, Positions, inspect};
pub use output::write_atomically;
pub use request::Request;
pub use study::{Study, read};
