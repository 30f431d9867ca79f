//! Damaged and hostile rasters: whatever the bytes, there is an answer or a message, soon and in little memory.

use std::fs;
use std::path::Path;

use slam_io::{Request, inspect, read};

use crate::desk::Desk;
use crate::effort::within_cpu_seconds;
use crate::mutations::Numbers;
use crate::rasters::raster;

const FORMS: [&str; 15] = [
    "u8_plain",
    "u8_lzw_tiles",
    "u8_packbits",
    "u8_zstd",
    "i8_deflate",
    "u16_lzw_differences",
    "i16_big_endian",
    "u32_big_file",
    "i32_plain_big_endian",
    "f32_whole",
    "f64_whole_big_endian",
    "two_bands_together",
    "two_bands_apart",
    "u1",
    "degrees",
];

/// Reads a file of any bytes in all ways; what is said fits on a screen.
fn try_bytes(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
    let column = if bytes.len() % 2 == 0 { "value" } else { "band_1" };
    let request = Request { path: path.into(), truth: column.into(), preds: vec![column.into()], ..Request::default() };
    let told = [read(&request).err(), inspect(path).err()];
    for error in told.into_iter().flatten() {
        let said = error.to_string();
        assert!(said.len() < 600 && !said.contains('\n'), "{said}");
    }
}

#[test]
fn every_byte_may_be_wrong() {
    let desk = Desk::with(&[]);
    let path = desk.path("r.tif");
    for (number, form) in FORMS.into_iter().enumerate() {
        let bytes = fs::read(raster(form)).unwrap();
        let changes: &[u8] = if number % 4 == 0 { &[0xff, 0x01] } else { &[0xff] };
        within_cpu_seconds(120.0, || {
            for place in 0..bytes.len() {
                for change in changes {
                    let mut wrong = bytes.clone();
                    wrong[place] ^= change;
                    try_bytes(&path, &wrong);
                }
            }
        });
    }
}

#[test]
fn every_file_may_be_cut_off_or_scrambled() {
    let desk = Desk::with(&[]);
    let path = desk.path("r.tif");
    for (number, form) in FORMS.into_iter().enumerate() {
        let bytes = fs::read(raster(form)).unwrap();
        let mut chance = Numbers(number as u64);
        within_cpu_seconds(120.0, || {
            (0..bytes.len()).step_by(7).for_each(|n| try_bytes(&path, &bytes[..n]));
            for _ in 0..150 {
                let mut wrong = bytes.clone();
                for _ in 0..=chance.below(20) {
                    // Numbers of the header are likelier to matter.
                    let end = if chance.below(2) == 0 { 400.min(bytes.len()) } else { bytes.len() };
                    wrong[chance.below(end)] = chance.below(256) as u8;
                }
                try_bytes(&path, &wrong);
            }
        });
    }
}

/// A classic TIFF of these tags (number, type, count, value), and some bytes behind them.
fn tiff(tags: &[(u16, u16, u32, u32)], behind: &[u8]) -> Vec<u8> {
    let mut bytes = b"II\x2a\0\x08\0\0\0".to_vec();
    bytes.extend((tags.len() as u16).to_le_bytes());
    for &(tag, kind, n, value) in tags {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(n.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0; 4]);
    bytes.extend(behind);
    bytes
}

fn said(bytes: &[u8]) -> String {
    let desk = Desk::with(&[]);
    desk.put("r.tif", bytes);
    let request = Request { truth: "value".into(), preds: vec!["value".into()], ..desk.request("r.tif") };
    within_cpu_seconds(20.0, || desk.read(&request)).unwrap_err()
}

#[test]
fn hostile_headers_are_refused() {
    let image = |width: u32, height: u32, more: &[(u16, u16, u32, u32)]| {
        let mut tags = vec![(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8)];
        tags.extend(more);
        tiff(&tags, &[7; 64])
    };
    let strip = [(273, 4, 1, 8), (278, 4, 1, 1 << 30), (279, 4, 1, 64)];
    assert_eq!(said(&image(0, 5, &strip)), "r.tif is damaged: 0 × 5 cells, expected 1 to 4,294,967,294 in all");
    let damaged = |bytes: &[u8], problem: &str| assert_eq!(said(bytes), format!("r.tif is damaged: {problem}"));
    damaged(&image(u32::MAX, u32::MAX, &strip), "4294967295 × 4294967295 cells, expected 1 to 4,294,967,294 in all");
    damaged(&image(60_000, 60_000, &strip), "3600000000 cells in 150 bytes, far more than they can hold");
    damaged(&image(4_000, 4_000, &strip), "the strip of column 1, row 1 has 64 bytes, expected 4192000");
    // Tiles of gigabytes, of nothing, and a million of them that are not there.
    let tiles = |side: u32| [(259, 3, 1, 8), (322, 4, 1, side), (323, 4, 1, side), (324, 4, 1, 8), (325, 4, 1, 64)];
    damaged(&image(9, 9, &tiles(1 << 20)), "blocks of 1048576 × 1048576 cells, expected 1 byte to 1024 MiB");
    damaged(&image(9, 9, &tiles(0)), "blocks of 0 × 0 cells, expected 1 byte to 1024 MiB");
    damaged(&image(1_000, 1_000, &tiles(1)), "1 places and 1 lengths of blocks, expected 1000000 of each");
    // A small block that would be a large one.
    damaged(&image(9, 9, &tiles(16_384)), "the tile of column 1, row 1 has 64 bytes, too few to unpack to 268435456");
    // More values than bytes.
    damaged(
        &image(70_000, 9, &[(278, 4, 1, 1), (273, 4, u32::MAX, 1 << 31), (279, 4, 1, 1)]),
        "tag 273 would be bytes 2147483648 to 2147483684, but the file has 150",
    );
    damaged(&image(9, 9, &[(277, 3, 1, 0)]), "0 bands, expected 1 to 65535");
    assert_eq!(
        said(&image(9, 9, &[(259, 3, 1, 7)])),
        "r.tif: JPEG compression is not read; convert it first: gdal_translate -co COMPRESS=DEFLATE r.tif OUT.tif"
    );
    assert_eq!(
        said(&image(9, 9, &[(317, 3, 1, 3)])),
        "r.tif: predictor 3 of uint8 is not read; convert it first: gdal_translate -co COMPRESS=DEFLATE r.tif OUT.tif"
    );
    damaged(&tiff(&[], &[]), "0 tags, expected 1 to 4096");
    assert_eq!(
        said(b"II\x2a\0\xff\xff\xff\xff"),
        "r.tif is damaged: the number of tags would be bytes 4294967295 to 4294967297, but the file has 8"
    );
    assert_eq!(said(b"x,y,t\n1,2,3\n"), "r.tif is damaged: its header is that of no TIFF");
    assert_eq!(said(b""), "r.tif is damaged: its header is that of no TIFF");
}

#[test]
fn one_cell_is_a_raster() {
    let one = tiff(&[(256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 1, 8), (273, 4, 1, 0), (279, 4, 1, 1)], &[]);
    let mut one = one;
    // The strip is the last byte.
    let last = one.len() as u32;
    one.push(42);
    let place = 8 + 2 + 3 * 12 + 8;
    one[place..place + 4].copy_from_slice(&last.to_le_bytes());
    let desk = Desk::with(&[]);
    desk.put("r.tif", &one);
    let request = Request { truth: "value".into(), preds: vec!["value".into()], ..desk.request("r.tif") };
    let study = desk.read(&request).unwrap();
    assert_eq!((study.truth.names(), study.spots.coordinates()), (&["42".to_owned()][..], &[0.5, 0.5][..]));
}
