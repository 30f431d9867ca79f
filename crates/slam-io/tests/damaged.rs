//! Damaged and hostile files: whatever the bytes, there is an answer or a message, soon and in little memory.
#![cfg(test)]

mod attack;
mod effort;
mod reading;

use std::path::{Path, PathBuf};

use attack::{Chance, peak_memory};
use effort::within_cpu_seconds;
use reading::read_all;
use slam_io::h5ad::{Error, H5ad};

const VARIANTS_PER_FILE: u64 = 130;

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "h5ad")).collect();
    paths.sort();
    paths
}

#[test]
fn damaged_files_get_an_answer_or_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<Vec<u8>> = corpus().iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(files.len() as u64 * VARIANTS_PER_FILE >= 2_000);
    std::thread::scope(|scope| {
        for worker in 0..2 {
            let path = folder.path().join(format!("{worker}.h5ad"));
            let files = &files;
            scope.spawn(move || {
                for (number, bytes) in files.iter().enumerate().filter(|(number, _)| number % 2 == worker) {
                    let try_all =
                        || (0..VARIANTS_PER_FILE).for_each(|variant| try_variant(&path, bytes, number, variant));
                    within_cpu_seconds(60.0, try_all);
                }
            });
        }
    });
    assert!(peak_memory().is_none_or(|bytes| bytes < 1 << 30), "{:?} bytes of memory", peak_memory());
}

fn try_variant(path: &Path, bytes: &[u8], number: usize, variant: u64) {
    let mut chance = Chance((number as u64) << 32 | variant);
    std::fs::write(path, damaged(bytes, variant, &mut chance)).unwrap();
    read_all(path);
}

fn damaged(bytes: &[u8], variant: u64, chance: &mut Chance) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let n = bytes.len();
    match variant % 6 {
        0 => (0..=chance.below(8)).for_each(|_| bytes[chance.below(n)] ^= 1 << chance.below(8)),
        1 => (0..=chance.below(200)).for_each(|_| bytes[chance.below(n)] = chance.next() as u8),
        2 => overwrite(&mut bytes, chance),
        3 => (0..=chance.below(6)).for_each(|_| enlarge(&mut bytes, chance)),
        4 => {
            let (from, to, length) = (chance.below(n - 600), chance.below(n - 600), 8 + chance.below(500));
            bytes.copy_within(from..from + length, to);
        }
        _ => cut(&mut bytes, chance),
    }
    bytes
}

/// A run of one byte.
fn overwrite(bytes: &mut [u8], chance: &mut Chance) {
    let (start, length) = (chance.below(bytes.len()), 1 + chance.below(300));
    let filler = [0, 0xff, 0x7f, chance.next() as u8][chance.below(4)];
    bytes.iter_mut().skip(start).take(length).for_each(|byte| *byte = filler);
}

/// A size, an extent or an address that lies.
fn enlarge(bytes: &mut [u8], chance: &mut Chance) {
    let huge = [u64::MAX, u64::MAX - 1, 1 << 62, 1 << 40, 1 << 32, u64::from(u32::MAX), 1 << 31, 1 << 20, 100_000];
    let huge = huge[chance.below(huge.len())];
    // Small numbers are sizes and extents more often than not.
    let is_small = |place: &usize| bytes[place + 1..place + 8] == [0; 7] && bytes[*place] != 0;
    let start = chance.below(bytes.len() - 16) / 8 * 8;
    let place = (start..bytes.len() - 16).step_by(4).find(is_small).unwrap_or(start);
    bytes[place..place + 8].copy_from_slice(&huge.to_le_bytes());
}

/// The end is missing; half of the time the superblock does not know.
fn cut(bytes: &mut Vec<u8>, chance: &mut Chance) {
    bytes.truncate(chance.below(bytes.len()));
    if chance.below(2) == 0 && bytes.len() > 48 {
        let length = bytes.len() as u64;
        bytes[40..48].copy_from_slice(&length.to_le_bytes());
    }
}

#[test]
fn a_file_without_its_end_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.h5ad");
    for whole in corpus() {
        let bytes = std::fs::read(whole).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let error = H5ad::open(&path).err().unwrap();
        assert!(matches!(error, Error::Truncated { found, expected, .. } if found < expected), "{error}");
    }
}

#[test]
fn messages_name_the_file_the_place_and_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("absent.h5ad");
    assert!(matches!(H5ad::open(&absent), Err(Error::Open { .. })));
    std::fs::write(&absent, "spot,x,y\n").unwrap();
    let expected = "expected an HDF5 file, found none (invalid HDF5 magic bytes)";
    assert_eq!(H5ad::open(&absent).err().unwrap().to_string(), format!("{}: {expected}", absent.display()));

    let path = corpus().into_iter().find(|path| path.ends_with("0.12.19_no_x.h5ad")).unwrap();
    let file = H5ad::open(&path).unwrap();
    let told = |error: Error| error.to_string().strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned();
    let columns = told(file.labeling("regoin").unwrap_err());
    let there = "region, cluster, text, count, small, unsigned, score, narrow, whole, flag, holes, year, dose, maybe_count, \
                 maybe_small, maybe_flag";
    assert_eq!(columns, format!("/obs: no column \"regoin\" (there are: {there})"));
    assert_eq!(told(file.numbers("region").unwrap_err()), "/obs/region/categories: found string, expected numbers");
    let positions = told(file.positions("umap").unwrap_err());
    assert_eq!(positions, "/obsm: no array \"umap\" (there are: X_pca, big, frame, half, solid, spatial)");
    let wide = told(file.positions("X_pca").unwrap_err());
    assert_eq!(wide, "/obsm/X_pca: found 5 columns, expected positions in 2 or 3");
    let measurements = told(file.measurements("X").unwrap_err());
    let there = "layer:counts, layer:dense, obsm:X_pca, obsm:big, obsm:frame, obsm:half, obsm:solid, obsm:spatial";
    assert_eq!(measurements, format!("/: no measurements \"X\" (there are: {there})"));
    let layer = told(file.measurements("layer:count").unwrap_err());
    assert_eq!(layer, "/layers: no measurements \"count\" (there are: counts, dense)");
}

#[test]
fn files_that_claim_too_much_are_refused() {
    let hostile = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/hostile").join(name);
    assert!(matches!(H5ad::open(&hostile("claims_spots.h5ad")), Err(Error::TooLarge { .. })));

    let genes = H5ad::open(&hostile("claims_genes.h5ad")).unwrap();
    assert!(matches!(genes.measurements("X"), Err(Error::TooLarge { .. })));
    for layer in ["layer:dense", "layer:csr", "layer:csc", "obsm:spatial"] {
        assert!(genes.measurements(layer).is_err(), "{layer}");
    }
    assert!(genes.positions("spatial").is_err());
    assert!(genes.connectivities("connectivities").is_err());

    let bomb = H5ad::open(&hostile("text_bomb.h5ad")).unwrap();
    assert!(matches!(bomb.ids(), Err(Error::TooLarge { .. })));
    assert!(matches!(bomb.labeling("a"), Err(Error::TooLarge { .. })));
    assert!(bomb.inspect().unwrap().columns.iter().all(|column| column.n_labels.is_none() || column.name == "b"));
    assert!(peak_memory().is_none_or(|bytes| bytes < 1 << 30));
}

#[test]
fn links_that_lead_in_circles_end() {
    let hostile = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/hostile");
    let cycles = H5ad::open(&hostile.join("cycles.h5ad")).unwrap();
    assert!(cycles.labeling("a").is_err());
    assert!(cycles.measurements("layer:layers").is_err());
    assert!(cycles.connectivities("connectivities").is_err());
    assert_eq!(cycles.ids().unwrap().len(), 20);
    assert!(!cycles.inspect().unwrap().problems.is_empty());
}

#[test]
fn what_cannot_be_read_does_not_hide_the_rest() {
    let odd = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/odd");
    let path = odd.join("virtual.h5ad");
    let file = H5ad::open(&path).unwrap();
    let inspection = file.inspect().unwrap();
    assert_eq!(inspection.layers.iter().map(|layer| layer.name.as_str()).collect::<Vec<_>>(), ["counts"]);
    let [problem] = &inspection.problems[..] else { panic!("{:?}", inspection.problems) };
    let expected = "/layers/borrowed: damaged or unsupported: unsupported layout class 3";
    assert_eq!(*problem, format!("{}: {expected}", path.display()));
    assert_eq!(file.measurements("layer:counts").unwrap().n_rows(), 20);
    let absent = file.measurements("layer:count").unwrap_err().to_string();
    let expected = "/layers: no measurements \"count\" (there are: borrowed, counts)";
    assert_eq!(absent, format!("{}: {expected}", path.display()));
}

#[test]
fn graphs_of_old_files_are_listed() {
    let odd = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/odd");
    let path = odd.join("old_graph.h5ad");
    let file = H5ad::open(&path).unwrap();
    let graphs = file.inspect().unwrap().connectivities;
    assert_eq!(graphs.iter().map(|graph| graph.name.as_str()).collect::<Vec<_>>(), ["connectivities"]);
    assert_eq!(file.connectivities("connectivities").unwrap().len(), 20);
    let absent = file.connectivities("distances").unwrap_err().to_string();
    let expected = "/obsp: no graph \"distances\" (there is: connectivities)";
    assert_eq!(absent, format!("{}: {expected}", path.display()));
}

#[test]
fn many_names_for_one_long_column_take_no_long_look() {
    let hostile = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/hostile");
    let path = hostile.join("many_columns.h5ad");
    let file = H5ad::open(&path).unwrap();
    let inspection = file.inspect().unwrap();
    assert!(inspection.columns.len() == 300 && inspection.columns[299].n_labels.is_none());
    let n_looked_into = inspection.columns.iter().filter(|column| column.n_missing.is_some()).count();
    // So many values are looked at in any file, and so many more for each of its bytes.
    let n_bytes = std::fs::metadata(&path).unwrap().len();
    assert!(n_looked_into as u64 * file.n_obs() as u64 <= (1 << 26) + 16 * n_bytes, "{n_looked_into} columns");
}
