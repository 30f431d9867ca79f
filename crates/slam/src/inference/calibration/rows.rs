//! Measured shares; written by `cargo run --release -p slam-paper --example calibration -- --write`.

use super::Calibration;

/// By number of spots, then by model of errors.
pub const CALIBRATION: &[Calibration] = &[Calibration {
    n_spots: 1558,
    errors: "discs of 12 spots",
    coverage: [98.0, 98.0, 98.0, 98.0],
    size: [2.0, 0.0, 2.0, 2.0],
    family: [0.0, 0.0, 0.0, 0.0],
    without: 0.0,
}];
