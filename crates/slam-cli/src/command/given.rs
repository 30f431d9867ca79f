//! The cases that are read rather than made.

use std::path::Path;

use anyhow::{Result, bail};
use slam_paper::Material;

/// The breast cancer section of Case VII.
pub(crate) fn case7(folder: &Path) -> Result<Material> {
    bail!("--case7: {} cannot be read by this version", folder.display())
}

/// The election maps of Case X.
pub(crate) fn case10(folder: &Path) -> Result<Material> {
    bail!("--case10: {} cannot be read by this version", folder.display())
}
