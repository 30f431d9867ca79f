//! What bad input is told.

use slam_io::Request;

use crate::desk::{Desk, gzip, read_text};

const HEADER: &str = "x,y,t,p\n";

fn said(rows: &str) -> String {
    read_text(&format!("{HEADER}{rows}")).expect_err("the rows are bad")
}

fn said_of(name: &str, bytes: &[u8]) -> String {
    let desk = Desk::with(&[]);
    desk.put(name, bytes);
    desk.read(&desk.request(name)).expect_err("the bytes are bad")
}

#[test]
fn files_that_are_none() {
    let desk = Desk::with(&[]);
    assert_eq!(desk.read(&desk.request("absent.csv")), Err("absent.csv: no such file".into()));
    assert_eq!(desk.read(&desk.request("absent.parquet")), Err("absent.parquet: no such file".into()));
    std::fs::create_dir(desk.path("folder")).unwrap();
    assert_eq!(desk.read(&desk.request("folder")), Err("folder is a folder, expected a file".into()));
    assert_eq!(said_of("f.csv", b""), "f.csv is empty");
    assert_eq!(said_of("f.csv", b"\n\r\n\n"), "f.csv is empty");
    assert_eq!(said_of("f.csv", b"\xef\xbb\xbf"), "f.csv is empty");
    assert_eq!(said_of("f.csv.gz", &gzip(b"")), "f.csv.gz is empty");
    assert_eq!(said(""), "f.csv has a header but no rows");
    assert_eq!(said("\n\n"), "f.csv has a header but no rows");
}

#[cfg(unix)]
#[test]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::with(&[("f.csv", HEADER)]);
    std::fs::set_permissions(desk.path("f.csv"), std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything.
    if std::fs::File::open(desk.path("f.csv")).is_err() {
        let said = desk.read(&desk.request("f.csv")).unwrap_err();
        assert_eq!(said, "f.csv cannot be read: Permission denied (os error 13)");
    }
}

#[test]
fn foreign_files_are_told_how_to_convert() {
    let said = |name: &str| said_of(name, b"x");
    let pandas = "python -c 'import pandas; pandas.read_feather(\"f.feather\").to_csv(\"f.feather.csv\", index=False)'";
    assert_eq!(said("f.feather"), format!("f.feather: .feather is not read; convert it first: {pandas}"));
    let parquet = "damaged or unsupported Parquet: it begins or ends as no Parquet does; its end may be missing";
    assert_eq!(said("f.parquet"), format!("f.parquet: {parquet}"));
    assert_eq!(said_of("f.csv", b"PAR1...."), format!("f.csv: {parquet}"));
    let seurat =
        "in R: obj <- readRDS(\"f.rds\"); write.csv(cbind(obj@meta.data, GetTissueCoordinates(obj)), \"spots.csv\")";
    assert_eq!(said("f.rds"), format!("f.rds: .rds is not read; convert it first: {seurat}"));
    let zarr = "f.zarr: expected a Zarr store, found none (no zarr.json, no .zgroup)";
    assert_eq!(said("f.zarr"), zarr);
    let disk = "in R: SeuratDisk::Convert(\"f.h5seurat\", dest = \"h5ad\")";
    assert_eq!(said("f.h5seurat"), format!("f.h5seurat: .h5seurat is not read; convert it first: {disk}"));
    let excel = "python -c 'import pandas; pandas.read_excel(\"FILE\").to_csv(\"FILE.csv\", index=False)'";
    let loom = "python -c 'import anndata; anndata.read_loom(\"FILE\").write_h5ad(\"FILE.h5ad\")'";
    let saved = seurat.replace("readRDS(\"f.rds\")", "get(load(\"FILE\")[1])");
    for (name, kind, convert) in [
        ("f.xlsx", ".xlsx", excel),
        ("f.xls", ".xls", excel),
        ("f.arrow", ".arrow", &pandas.replace("f.feather", "FILE")),
        ("f.loom", ".loom", loom),
        ("f.zip", ".zip", "unzip FILE"),
        ("f.RDS", ".rds", &seurat.replace("f.rds", "FILE")),
        ("f.rda", ".rda", &saved),
        ("f.RData", ".rdata", &saved),
    ] {
        let convert = convert.replace("FILE", name);
        assert_eq!(said(name), format!("{name}: {kind} is not read; convert it first: {convert}"));
    }
    let zip = "f.csv: .zip is not read; convert it first: unzip f.csv";
    assert_eq!(said_of("f.csv", b"PK\x03\x04...."), zip);
    let desk = Desk::with(&[]);
    std::fs::create_dir(desk.path("f.zarr")).unwrap();
    assert_eq!(desk.read(&desk.request("f.zarr")).unwrap_err(), zarr);
}

#[test]
fn damaged_gzip() {
    let whole = gzip(format!("{HEADER}{}", "0,1,a,b\n".repeat(999)).as_bytes());
    let said = said_of("f.csv.gz", &whole[..whole.len() / 2]);
    assert!(said.starts_with("f.csv.gz: the gzip data are damaged or cut off ("), "{said}");
    let mut torn = whole.clone();
    torn[whole.len() / 2] ^= 0x55;
    let said = said_of("f.csv.gz", &torn);
    assert!(said.starts_with("f.csv.gz: the gzip data are damaged or cut off ("), "{said}");
    assert!(said_of("f.csv", b"\x1f\x8b").starts_with("f.csv: the gzip data are damaged or cut off ("));
}

#[test]
fn rows_that_do_not_fit() {
    assert_eq!(said("0,0,a,b\n0,0,a\n"), "f.csv, line 3: 3 fields, expected 4 as in the first line");
    assert_eq!(said("0,0,\"a\na\",b\n0,0,a,b,c\n"), "f.csv, line 4: 5 fields, expected 4 as in the first line");
    assert_eq!(said("0,0,a,b\n\n0\n"), "f.csv, line 4: 1 fields, expected 4 as in the first line");
    assert_eq!(said("0,0,a,b\n0,0,\"a,b\n0,0,a,b\n"), "f.csv, line 3: a quote is opened and never closed");
    assert_eq!(read_text("x,y,\"t,p\n0,0,a,b\n"), Err("f.csv, line 1: a quote is opened and never closed".into()));
}

#[test]
fn text_that_is_none() {
    assert_eq!(said_of("f.csv", b"x,y,t,p\n0,0,a,b\n0,0,\xff,b\n"), "f.csv, line 3: not valid UTF-8");
    assert_eq!(said_of("f.csv", b"x,y,\xe9,p\n0,0,a,b\n"), "f.csv, line 1: not valid UTF-8");
    let utf16 = "f.csv, line 1: not valid UTF-8; it looks like UTF-16, save it as UTF-8";
    assert_eq!(said_of("f.csv", b"\xff\xfex\0,\0y\0"), utf16);
}

#[test]
fn coordinates_that_are_no_numbers() {
    assert_eq!(said("0,0,a,b\n0,one,a,b\n"), "f.csv, line 3, column \"y\": \"one\" is not a finite number");
    for word in ["", "NA", "nan", "inf", "-Infinity", "1e999", "0x10", "1 2"] {
        let expected = format!("f.csv, line 2, column \"x\": {word:?} is not a finite number");
        assert_eq!(said(&format!("{word},0,a,b\n")), expected);
    }
    let comma = "f.csv, line 2, column \"x\": \"1,5\" is not a finite number; write decimals with a point";
    assert_eq!(read_text("x;y;t;p\n1,5;2;a;b\n"), Err(comma.into()));
}

#[test]
fn columns_that_are_not_there() {
    let desk = Desk::with(&[("spots.csv", "spot,x,y,cluster,d,d\nu,0,0,a,b,c\n")]);
    let base = Request { truth: "cluster".into(), preds: vec!["cluster".into()], ..desk.request("spots.csv") };
    let said = |request: Request| desk.read(&request).unwrap_err();
    let list = "spots.csv (columns: spot, x, y, cluster, d, d)";
    let one = |name: &str| Some(name.to_owned());
    let slip = said(Request { preds: vec!["cluser".into()], ..base.clone() });
    assert_eq!(slip, format!("--pred: no column \"cluser\" in {list}; did you mean \"cluster\"?"));
    assert_eq!(
        said(Request { truth: "region".into(), ..base.clone() }),
        format!("--truth: no column \"region\" in {list}")
    );
    assert_eq!(said(Request { id: one("barcode"), ..base.clone() }), format!("--id: no column \"barcode\" in {list}"));
    assert_eq!(
        said(Request { slice: one("slide"), ..base.clone() }),
        format!("--slice: no column \"slide\" in {list}")
    );
    let severity = said(Request { severity: one("weight"), ..base.clone() });
    assert_eq!(severity, format!("--severity-column: no column \"weight\" in {list}"));
    let twice = said(Request { truth: "d".into(), ..base.clone() });
    assert_eq!(twice, "--truth: spots.csv has 2 columns \"d\"; rename one");
    let axis = said(Request { x: one("X"), y: one("y"), ..base.clone() });
    assert_eq!(axis, format!("--x: no column \"X\" in {list}; did you mean \"x\"?"));
    let height = said(Request { z: one("height"), ..base.clone() });
    assert_eq!(height, format!("--z: no column \"height\" in {list}"));
    let pattern = said(Request { pred_globs: vec!["m_*".into()], ..base });
    assert_eq!(pattern, format!("--pred-glob: no column of labels fits \"m_*\" in {list}"));
    let nowhere = "f.csv: no columns of positions found (columns: a, t, p); name them with --x and --y";
    assert_eq!(read_text("a,t,p\n1,2,3\n"), Err(nowhere.into()));
}

#[test]
fn columns_that_are_something_else() {
    let ids: Vec<String> = (0..10_010).map(|i| format!("0,0,c{i},a")).collect();
    assert_eq!(said(&ids.join("\n")), "f.csv, column \"t\": more than 10000 different labels; is it an id?");
    let long = said(&format!("0,0,{},b\n", "a".repeat(10_001)));
    assert_eq!(long, "f.csv, line 2, column \"t\": 10001 bytes, expected a label or id of at most 10000");
    let desk = Desk::with(&[("f.csv", "x,y,t,p,s,w\n0,0,a,b,l,1\n0,0,a,b,,-1\n")]);
    let slice = desk.read(&Request { slice: Some("s".into()), ..desk.request("f.csv") }).unwrap_err();
    assert_eq!(slice, "f.csv, column \"s\": row 2: the slice label is missing");
    let severity = desk.read(&Request { severity: Some("w".into()), ..desk.request("f.csv") }).unwrap_err();
    let expected = "f.csv, column \"w\": the severity of row 2 is -1, expected a finite number that is not negative";
    assert_eq!(severity, expected);
}

#[test]
fn a_bomb_is_not_unpacked_whole() {
    // Without a newline this is a single row, given up after 64 MiB; it would unpack to 200.
    let bomb = gzip(&[HEADER.as_bytes(), &vec![b'0'; 200 << 20]].concat());
    let said = said_of("f.csv.gz", &bomb);
    assert_eq!(said, "f.csv.gz, line 2: a row of more than 64 MiB; is this a table, is a quote left open?");
    let commas = said_of("f.csv", &vec![b','; 3 << 20]);
    assert_eq!(commas, "f.csv: more than 1000000 columns");
}
