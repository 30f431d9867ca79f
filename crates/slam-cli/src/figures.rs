//! Figures into a folder: `--figures DIR`.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use slam::Compared;
use slam_report::{Figure, Scene, figures};

use crate::output::say;

/// Refuses a folder that could not be made, before anything is read.
pub(crate) fn check_figures(folder: Option<&Path>) -> Result<()> {
    let Some(folder) = folder.filter(|folder| !folder.is_dir()) else { return Ok(()) };
    if folder.exists() {
        bail!("--figures: {} is a file; expected a folder, or a name for one", folder.display());
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !parent.is_dir() {
        bail!("--figures: there is no folder {} to make {} in", parent.display(), folder.display());
    }
    Ok(())
}

/// Writes all figures as SVG and PDF, each file whole or not at all; none where one would replace a file of somebody else.
pub(crate) fn write_figures(folder: &Path, compared: &Compared, scene: &Scene, quiet: bool) -> Result<()> {
    let all = figures(compared, scene);
    let path = |figure: &Figure, ending: &str| folder.join(format!("{}.{ending}", figure.name()));
    let paths: Vec<PathBuf> = all.iter().flat_map(|figure| [path(figure, "svg"), path(figure, "pdf")]).collect();
    let mut n_replaced = 0;
    for path in paths.iter().filter(|path| path.exists()) {
        if !is_ours(path).with_context(|| path.display().to_string())? {
            bail!("--figures: {} is there, and slam did not write it; expected another folder", path.display());
        }
        n_replaced += 1;
    }
    if !folder.is_dir() {
        fs::create_dir(folder).with_context(|| format!("--figures: {}", folder.display()))?;
    }
    for figure in &all {
        slam_io::write_atomically(&path(figure, "svg"), |writer| writer.write_all(figure.svg().as_bytes()))?;
        slam_io::write_atomically(&path(figure, "pdf"), |writer| writer.write_all(&figure.pdf()))?;
    }
    let replaced = if n_replaced > 0 { format!(", {n_replaced} of them replaced") } else { String::new() };
    say(quiet, "note", &format!("figures: {} files in {}{replaced}", paths.len(), folder.display()));
    Ok(())
}

/// Whether a file was written by this command; its first bytes say so.
fn is_ours(path: &Path) -> std::io::Result<bool> {
    let mut head = Vec::new();
    fs::File::open(path)?.take(1024).read_to_end(&mut head)?;
    Ok(path.is_file() && Figure::is_ours(&head))
}
