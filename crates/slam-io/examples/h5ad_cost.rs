//! What two label columns and the positions of an `.h5ad` file cost: through `slam-io`, and as bare datasets.
//!
//! `cargo run --release -p slam-io --example h5ad_cost -- (ours|bare|inspect|X) FILE COLUMN COLUMN`

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use hdf5_reader::Hdf5File;
use slam_io::h5ad::H5ad;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, path, columns @ ..] = &arguments[..] else { return Err("give a mode, a file and columns".into()) };
    let start = Instant::now();
    let n = match mode.as_str() {
        "ours" => ours(Path::new(path), columns)?,
        "inspect" => H5ad::open(Path::new(path))?.inspect()?.columns.len(),
        "X" => H5ad::open(Path::new(path))?.measurements("X")?.n_rows(),
        _ => bare(path, columns)?,
    };
    println!("{mode}: {n} values, {:.3} s, peak {} kB", start.elapsed().as_secs_f64(), peak_memory());
    Ok(())
}

fn ours(path: &Path, columns: &[String]) -> Result<usize, Box<dyn Error>> {
    let file = H5ad::open(path)?;
    let labelings = columns.iter().map(|column| file.labeling(column)).collect::<Result<Vec<_>, _>>()?;
    let (_, coordinates) = file.positions("spatial")?;
    Ok(labelings.iter().map(slam::Labeling::n_spots).sum::<usize>() + coordinates.len())
}

fn bare(path: &str, columns: &[String]) -> Result<usize, Box<dyn Error>> {
    let file = Hdf5File::open(path)?;
    let mut held = vec![file.dataset("obsm/spatial")?.read_raw_bytes()?];
    for column in columns {
        held.push(file.dataset(&format!("obs/{column}/codes"))?.read_raw_bytes()?);
    }
    Ok(held[0].len() / 8 + held[1..].iter().map(Vec::len).sum::<usize>())
}

/// The most memory this process has held, as Linux tells it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).unwrap_or("unknown").to_owned()
}
