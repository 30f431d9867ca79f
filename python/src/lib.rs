//! The extension module behind the Python package `slam_metric`: converts and calls; the logic is in `slam`.

mod words;
mod plain;
mod steps;
mod options;
mod labels;
mod matrix;
mod features;
mod looking;
mod run;
mod study;
mod analysis;
mod scene;
mod comparison;
mod slices;
mod tables;
mod tiles;

use pyo3::prelude::*;

/// What the Python files of the package import; users import `slam_metric`.
#[pymodule]
mod _slam {
    #[pymodule_export]
    use crate::analysis::Analysis;
    #[pymodule_export]
    use crate::comparison::Comparison;
    #[pymodule_export]
    use crate::features::Features;
    #[pymodule_export]
    use crate::labels::{Labels, is_missing};
    #[pymodule_export]
    use crate::looking::{
        Positions, choose_positions, find_column, find_key, is_id_name, is_position, may_tell_slides_apart, nearest,
        only_counts, slide_key, usual_key,
    };
    #[pymodule_export]
    use crate::matrix::{Edges, Measurements};
    #[pymodule_export]
    use crate::options::defaults;
    #[pymodule_export]
    use crate::scene::Scene;
    #[pymodule_export]
    use crate::slices::Slices;
    #[pymodule_export]
    use crate::study::Study;
    #[pymodule_export]
    use crate::tables::{demo, mean_ranks, metric_table, palette, q};
    #[pymodule_export]
    use crate::tiles::{Finished, Partial, Plan, Tally, Tile};
    #[pymodule_export]
    use crate::words::SlamWarning;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
