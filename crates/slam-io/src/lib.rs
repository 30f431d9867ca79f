//! Files of spots and labels, read into the types of `slam`.
//!
//! [`read`] opens the input and the files of labels beside it, finds the columns that a [`Request`] names, joins them
//! by id, and returns a [`Study`]; [`inspect`] says what is in a file; [`write_atomically`] writes one whole or
//! not at all. [`Layout`] finds the files of a study by patterns such as `slides/{slice}.h5ad`.
//! A kind of file from outside is a [`Format`], which a request carries; `examples/own_format.rs` is one that runs.
//!
//! ```
//! use slam_io::{Request, inspect, read};
//!
//! let path = std::env::temp_dir().join(format!("{}.csv", std::process::id()));
//! std::fs::write(&path, "id,x,y,region,leiden\na,0,0,L1,1\nb,1,0,L1,1\nc,0,1,L2,2\nd,1,1,L2,1\ne,2,0,NA,1\n")?;
//! assert_eq!(inspect(&path)?.columns.len(), 5);
//!
//! let (truth, preds) = ("region".to_owned(), vec!["leiden".to_owned()]);
//! let study = read(&Request { path: path.clone(), truth, preds, ..Request::default() })?;
//! assert_eq!(study.choices[0].in_words(), "positions: columns \"x\", \"y\"");
//! let (spots, truth, pred) = (study.spots.into(), study.truth.into(), study.preds[0].1.clone().into());
//! // Spots without a label are left out, as the command does.
//! let pair = slam::Options::default().pair(&spots, &truth, &pred)?;
//! assert_eq!((pair.n_spots(), pair.n_dropped()), (4, 1));
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Results and errors are `#[non_exhaustive]`, and gain fields and variants in any version; so does [`Request`], which is made with
//! `..Request::default()`.

mod listing;
mod line;
mod error;
mod wording;
mod request;
mod foreign;
mod input;
mod chosen;
mod source;
mod format;
mod positions;
mod drawing;
mod contents;
mod different;
mod table;
mod parquet;
pub mod h5ad;
mod anndata;
pub mod geojson;
pub mod raster;
mod columns;
mod catalogue;
mod resolved;
mod patterns;
pub mod layout;
pub mod slides;
pub mod join;
mod edges;
mod joiner;
mod expression;
mod study;
mod inspection;
mod checksum;
mod output;
mod unwritable;

pub use checksum::{Checksum, checksum};
pub use chosen::Chosen;
pub use drawing::{Drawing, Lengths, Look, Picture};
pub use edges::Edges;
pub use error::{Error, Result};
pub use format::{Format, Formats, table_text};
pub use input::{Watch, unreadable};
pub use inspection::{
    Column, Inspection, Kind, Matrix, Positions, SlidesFound, inspect, inspect_watched, inspect_with,
};
pub use layout::{LabelsFile, Layout, Slide};
pub use line::Line;
pub use listing::Columns;
pub use output::{Target, check_output, discard_unfinished, write_atomically};
pub use request::{ExtraIds, Join, Request};
pub use slides::{SeveralSlides, may_tell_slides_apart};
pub use study::{Study, read, read_watched};
pub use unwritable::Unwritable;
pub use wording::in_words;

// How columns and keys are found, for those who hold the data already.
pub use anndata::usual_key;
pub use columns::{find as find_column, nearest};
pub use patterns::left_out;
pub use positions::{Choice, choose as choose_positions, is_position};
