//! The library behind the R package `slammetric`: converts and calls; the logic is in `slam`.

#![cfg(feature = "package")]
#![expect(missing_docs, reason = "the macros of `extendr` write public functions without")]

mod words;
mod json;
mod plain;
mod options;
mod labels;
mod positions;
mod matrix;
mod polygons;
mod looking;
mod run;
mod study;
mod results;
mod slides;
mod tables;

use extendr_api::prelude::*;

extendr_module! {
    mod slammetric;
    use json;
    use options;
    use labels;
    use positions;
    use matrix;
    use polygons;
    use looking;
    use study;
    use results;
    use slides;
    use tables;
}
