//! Zarr stores: folders are read as their zip files are, SpatialData by its table; damaged and hostile ones get a message.
#![cfg(test)]

mod attack;
mod effort;
mod reading;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use attack::{Chance, peak_memory};
use effort::within_cpu_seconds;
use flate2::read::DeflateDecoder;
use reading::read_all;
use slam_io::h5ad::{Error, H5ad};
use slam_io::{Layout, Request, checksum, inspect, read};

const STORES: [&str; 4] = ["second", "third", "odd_second", "odd_third"];

fn archive(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/zarr").join(format!("{name}.zarr.zip"))
}

/// The names and bytes in an archive, as its local headers have them.
fn entries(archive: &Path) -> Vec<(String, Vec<u8>)> {
    let bytes = fs::read(archive).unwrap();
    let number =
        |at: usize, n: usize| bytes[at..at + n].iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte));
    let (mut entries, mut at) = (Vec::new(), 0);
    while bytes[at..].starts_with(b"PK\x03\x04") {
        let (n_packed, n_name, n_extra) = (number(at + 18, 4), number(at + 26, 2), number(at + 28, 2));
        let name = String::from_utf8(bytes[at + 30..at + 30 + n_name].to_vec()).unwrap();
        let start = at + 30 + n_name + n_extra;
        let mut unpacked = Vec::new();
        DeflateDecoder::new(&bytes[start..start + n_packed]).read_to_end(&mut unpacked).unwrap();
        entries.push((name, unpacked));
        at = start + n_packed;
    }
    entries
}

/// Unpacks an archive into a folder.
fn unpack(name: &str, folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let put = |(name, bytes): (String, Vec<u8>)| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &bytes).unwrap();
        (path, bytes)
    };
    entries(&archive(name)).into_iter().map(put).collect()
}

fn request(path: PathBuf) -> Request {
    Request { path, truth: "region".into(), preds: vec!["flag".into()], with_ids: true, ..Request::default() }
}

#[test]
fn a_folder_is_read_as_its_archive_is() {
    let folder = tempfile::tempdir().unwrap();
    for name in STORES {
        let store = folder.path().join(format!("{name}.zarr"));
        unpack(name, &store);
        let (found, expected) = (read(&request(store.clone())).unwrap(), read(&request(archive(name))).unwrap());
        assert_eq!(found, expected, "{name}");
        assert_eq!(found.notes()[0], "positions: obsm \"spatial\"");
        assert_eq!(inspect(&store).unwrap().columns, inspect(&archive(name)).unwrap().columns);
        let sum = checksum(&store).unwrap().unwrap();
        assert!(sum.n_bytes > 1_000 && sum.sha256.is_some());
    }
    let pattern = folder.path().join("{slice}.zarr");
    let layout = Layout::find(&[pattern], &[]).unwrap();
    let slices: Vec<&str> = layout.slides.iter().map(|slide| slide.slice.as_str()).collect();
    assert_eq!(slices, ["odd_second", "odd_third", "second", "third"]);
}

#[test]
fn the_table_of_spatial_data_is_meant() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.zarr");
    let group = r#"{"zarr_format": 3, "node_type": "group", "attributes": {"spatialdata_attrs": {"version": "0.2"}}}"#;
    for node in ["", "tables", "shapes"] {
        fs::create_dir_all(data.join(node)).unwrap();
        fs::write(data.join(node).join("zarr.json"), group).unwrap();
    }
    let refused = |path: &Path, words: &str| {
        assert_eq!(H5ad::open(path).err().unwrap().to_string(), format!("{}: {words}", path.display()));
    };
    refused(&data, "SpatialData without tables, expected one that names spots");
    unpack("third", &data.join("tables/table"));
    let study = read(&request(data.clone())).unwrap();
    assert_eq!(study.notes()[..2], ["table: tables/table", "positions: obsm \"spatial\""]);
    let place = H5ad::open(&data).unwrap().numbers("region").unwrap_err().to_string();
    let expected = "/tables/table/obs/region/categories: found string, expected numbers";
    assert_eq!(place, format!("{}: {expected}", data.display()));
    unpack("second", &data.join("tables/other"));
    let [other, table] = ["other", "table"].map(|name| format!("{}/tables/{name}", data.display()));
    refused(&data, &format!("SpatialData with several tables; name one of them: {other}, {table}"));
    assert_eq!(read(&request(data.join("tables/table"))).unwrap().spots, study.spots);
    assert!(read(&request(data.join("tables/other"))).is_ok());
    refused(&data.join("shapes"), "/: found no group \"obs\", expected an AnnData file");
    let empty = folder.path().join("empty.zarr");
    fs::create_dir(&empty).unwrap();
    refused(&empty, "expected a Zarr store, found none (no zarr.json, no .zgroup)");
}

#[test]
fn spots_without_positions_lie_where_their_shapes_are() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("spatial.zarr");
    unpack("spatial", &data);
    let centers = fs::read_to_string(archive("spatial").with_file_name("centers.json")).unwrap();
    let centers: Vec<[f64; 2]> = serde_json::from_str(&centers).unwrap();
    let asked =
        |path: PathBuf| Request { path, truth: "kind".into(), preds: vec!["kind".into()], ..Request::default() };
    for path in [data.clone(), data.join("tables/table"), archive("spatial")] {
        let study = read(&asked(path.clone())).unwrap();
        let told = [
            "positions: shapes \"cells\", \"nuclei\"",
            "slices: column region (2 slides); --one-slide if it is one slide",
        ];
        assert!(told.iter().all(|told| study.notes().contains(&(*told).to_owned())), "{:?}", study.notes());
        assert!(study.drawing.is_y_down);
        for (spot, center) in centers.iter().enumerate() {
            let found = study.spots.position(spot);
            assert!((0..2).all(|axis| (found[axis] - center[axis]).abs() < 1e-9), "{spot}: {found:?} {center:?}");
        }
        assert_eq!(inspect(&path).unwrap().positions.unwrap().choice, "positions: shapes \"cells\", \"nuclei\"");
    }
    let shapes = data.join("shapes/nuclei/shapes.parquet");
    let whole = fs::read(&shapes).unwrap();
    within_cpu_seconds(60.0, || {
        for at in (0..whole.len()).step_by(3) {
            let mut bytes = whole.clone();
            bytes[at] ^= if at % 2 == 0 { 0xff } else { 1 << (at % 8) };
            fs::write(&shapes, &bytes).unwrap();
            let _ = read(&asked(data.clone()));
        }
    });
    fs::copy(data.join("shapes/cells/shapes.parquet"), &shapes).unwrap();
    let said = read(&asked(data.clone())).unwrap_err().to_string();
    let expected = "8 spots are not among the shapes \"cells\", \"nuclei\": n7, n1, n2, …";
    assert_eq!(said, format!("{}: {expected}", data.display()));
    fs::remove_file(&shapes).unwrap();
    let said = read(&asked(data.clone())).unwrap_err().to_string();
    let expected = "no positions found, neither in obsm nor in obs, and column \"region\" names no shapes; write positions first: \
                    in Python, table.obsm[\"spatial\"] = spatialdata.get_centroids(data[REGION]).compute()\
                    .loc[table.obs[INSTANCE]].values";
    assert_eq!(said, format!("{}: {expected}", data.display()));
}

#[test]
fn chunks_that_are_not_there_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    for (name, codes, positions) in
        [("second", "obs/region/codes/0", "obsm/spatial/0.0"), ("third", "obs/region/codes/c/0", "obsm/spatial/c/0/0")]
    {
        let store = folder.path().join(format!("{name}.zarr"));
        unpack(name, &store);
        assert!(!read(&request(store.clone())).unwrap().notes().iter().any(|choice| choice.contains("chunks")));
        fs::remove_file(store.join(codes)).unwrap();
        let study = read(&request(store.clone())).unwrap();
        let told = "obs/region/codes: 1 of 1 chunks are not in the store, and are read as its fill value";
        assert!(study.notes().contains(&told.to_owned()), "{:?}", study.notes());
        fs::remove_file(store.join(positions)).unwrap();
        let said = read(&request(store.clone())).unwrap_err().to_string();
        let expected = "obsm/spatial: 1 of 1 chunks are not in the store, and are read as its fill value: spots need positions; \
                        was a copy of the store broken off?";
        assert_eq!(said, format!("{}: {expected}", store.display()));
    }
}

#[test]
fn damaged_stores_get_an_answer_or_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let mut chance = Chance(5);
    for name in STORES {
        let store = folder.path().join(format!("{name}.zarr"));
        let files = unpack(name, &store);
        let try_all = || {
            for round in 0..500 {
                let (path, whole) = &files[chance.below(files.len())];
                let mut bytes = whole.clone();
                match round % 5 {
                    _ if bytes.is_empty() => bytes.push(7),
                    0 => bytes.truncate(chance.below(whole.len())),
                    1 => bytes.extend_from_slice(whole),
                    2 => enlarge(&mut bytes, &mut chance),
                    _ => (0..=chance.below(3)).for_each(|_| bytes[chance.below(whole.len())] = chance.next() as u8),
                }
                fs::write(path, &bytes).unwrap();
                read_all(&store);
                fs::write(path, whole).unwrap();
            }
        };
        within_cpu_seconds(120.0, try_all);
        try_archive(name, &folder.path().join("f.zarr.zip"), &mut Chance(6));
    }
    assert!(peak_memory().is_none_or(|bytes| bytes < 1 << 30));
}

/// Numbers of descriptions become huge, negative or nothing.
fn enlarge(bytes: &mut Vec<u8>, chance: &mut Chance) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let digits: Vec<usize> = text.match_indices(|letter: char| letter.is_ascii_digit()).map(|(at, _)| at).collect();
    if !digits.is_empty() && text.starts_with('{') {
        let at = digits[chance.below(digits.len())];
        let number = ["0", "-1", "1e9", "4294967296", "9223372036854775807", "18446744073709551615", "\"é\"", "[[[]]]"];
        *bytes = [&text[..at], number[chance.below(number.len())], &text[at + 1..]].concat().into_bytes();
    }
}

fn try_archive(name: &str, path: &Path, chance: &mut Chance) {
    let whole = fs::read(archive(name)).unwrap();
    for round in 0..150 {
        let mut bytes = whole.clone();
        // The list of entries is at the end.
        let from = if round % 2 == 0 { whole.len() * 2 / 3 } else { 0 };
        (0..=chance.below(5)).for_each(|_| bytes[from + chance.below(whole.len() - from)] = chance.next() as u8);
        if round % 10 == 0 {
            bytes.truncate(chance.below(whole.len()));
        }
        fs::write(path, &bytes).unwrap();
        read_all(path);
    }
}

/// A store of one column whose index is this array.
fn hostile(folder: &Path, index: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let store = folder.join("hostile.zarr");
    let _ = fs::remove_dir_all(&store);
    let group = r#"{"zarr_format": 3, "node_type": "group"}"#;
    let frame = r#"{"zarr_format": 3, "node_type": "group", "attributes": {"_index": "_index", "column-order": ["../secret", "a/../../b", "", "."]}}"#;
    for (name, said) in [("", group), ("obs", frame), ("obs/_index", index)] {
        fs::create_dir_all(store.join(name)).unwrap();
        fs::write(store.join(name).join("zarr.json"), said).unwrap();
    }
    for (name, bytes) in files {
        let path = store.join("obs/_index").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    store
}

fn array(shape: &str, chunk: &str, kind: &str, codecs: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "{kind}", "fill_value": 0,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk}}}}},
            "chunk_key_encoding": {{"name": "default"}}, "codecs": [{codecs}]}}"#
    )
}

#[test]
fn stores_that_claim_too_much_are_refused() {
    const BYTES: &str = r#"{"name": "bytes"}"#;
    let folder = tempfile::tempdir().unwrap();
    let ids = |index: &str, files: &[(&str, &[u8])]| {
        let store = hostile(folder.path(), index, files);
        H5ad::open(&store).and_then(|file| file.ids())
    };
    assert_eq!(ids(&array("[2]", "[2]", "int8", BYTES), &[("c/0", &[3, 4])]).unwrap().concat(), "34");
    for (shape, chunk) in [
        ("[1000000000000]", "[10]"),
        ("[9223372036854775807]", "[9223372036854775807]"),
        ("[1000000]", "[1]"),
        ("[2]", "[1000000000000]"),
    ] {
        let error = ids(&array(shape, chunk, "int8", BYTES), &[]).unwrap_err();
        assert!(matches!(error, Error::TooLarge { .. }), "{shape} {chunk}: {error}");
    }
    let shards = |chunk: &str, inner: &str| {
        format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {chunk}, "codecs": [{inner}], "index_codecs": [{BYTES}]}}}}"#
        )
    };
    let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
    for index in [
        array("[2]", "[0]", "int8", BYTES),
        array("[2]", "[2, 2]", "int8", BYTES),
        array("[-2]", "[2]", "int8", BYTES),
        array("[2]", "[2]", "complex128", BYTES),
        array("[2]", "[2]", "int8", r#"{"name": "pcodec"}"#),
        array("[2]", "[2]", "int8", r#"{"name": "vlen-utf8"}"#),
        array("[2]", "[2]", "string", BYTES),
        array("[2]", "[2]", "int8", ""),
        array("[2]", "[2]", "int8", &vec![BYTES; 100].join(",")),
        array("[2]", "[2]", "int8", &shards("[0]", BYTES)),
        array("[2]", "[2]", "int8", &shards("[2]", &shards("[1]", BYTES))),
        deep,
        "{".to_owned(),
    ] {
        assert!(ids(&index, &[("c/0", &[3, 4])]).is_err(), "{index:.200}");
    }
    // A small chunk that unpacks to far more than it should, and texts that are more than there is room for.
    let mut zeros = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::copy(&mut std::io::repeat(0).take(300 << 20), &mut zeros).unwrap();
    let bomb = zeros.finish().unwrap();
    let gzip = format!(r#"{BYTES}, {{"name": "gzip"}}"#);
    let said = ids(&array("[2]", "[2]", "int8", &gzip), &[("c/0", &bomb)]).unwrap_err().to_string();
    let place = folder.path().join("hostile.zarr");
    let expected = "/obs/_index: damaged or unsupported: chunk c/0: gzip that is too long";
    assert_eq!(said, format!("{}: {expected}", place.display()));
    let texts = [&2_u32.to_le_bytes()[..], &u32::MAX.to_le_bytes(), &[0; 8]].concat();
    let vlen = array("[2]", "[2]", "string", r#"{"name": "vlen-utf8"}"#);
    assert!(ids(&vlen, &[("c/0", &texts)]).is_err());
    assert!(peak_memory().is_none_or(|bytes| bytes < 1 << 30));
}

#[test]
fn names_do_not_lead_out_of_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::create_dir_all(&secret).unwrap();
    let column = array("[2]", "[2]", "int8", r#"{"name": "bytes"}"#);
    fs::write(secret.join("zarr.json"), &column).unwrap();
    let store = hostile(folder.path(), &column, &[("c/0", &[3, 4])]);
    fs::create_dir_all(store.join("secret")).unwrap();
    fs::write(store.join("secret/zarr.json"), &column).unwrap();
    let file = H5ad::open(&store).unwrap();
    for name in ["../secret", "a/../../b", "", "."] {
        assert!(matches!(file.labeling(name), Err(Error::Missing { .. })), "{name}");
    }
    assert_eq!(file.inspect().unwrap().columns, []);
    // A chunk that is a device has no end.
    #[cfg(unix)]
    {
        fs::remove_file(store.join("obs/_index/c/0")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", store.join("obs/_index/c/0")).unwrap();
        let said = file.ids().unwrap_err().to_string();
        let place = format!("{}: /obs/_index: damaged or unsupported: ", store.display());
        assert!(said.starts_with(&place) && said.ends_with(": obs/_index/c/0 is no file"), "{said}");
        std::os::unix::fs::symlink(&store, store.join("obs/loop")).unwrap();
        assert!(H5ad::open(&store).is_ok());
    }
}
