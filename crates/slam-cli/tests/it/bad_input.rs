//! What bad input gets: exit status 2, a sentence, and nothing written.

use crate::folder::Folder;

pub(crate) const SPOTS: &str = "id,x,y,truth,pred\na,0,0,A,A\nb,1,0,A,B\nc,0,1,B,B\nd,1,1,B,B\n";

/// Runs `slam score spots.csv --truth truth --pred pred …` on the given table, and returns what it says.
#[track_caller]
pub(crate) fn said(table: &str, arguments: &[&str]) -> String {
    let folder = Folder::with(&[("spots.csv", table.as_bytes())]);
    let mut all = vec!["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--output", "out.json"];
    all.extend(arguments);
    folder.refused(&all)
}

/// The error in what is said: without the notes before it, and without what is added about usage. No phrase stands in it twice.
#[track_caller]
pub(crate) fn error(said: &str) -> String {
    let own = said.split("\n\n").next().unwrap_or_default();
    let lines: Vec<&str> = own.lines().filter(|line| !line.starts_with("note: ")).collect();
    let error = lines.join("\n").strip_prefix("error: ").unwrap_or_else(|| panic!("no error in:\n{said}")).to_owned();
    let mut phrases: Vec<&str> = error.split(": ").flat_map(|part| part.split("; ")).collect();
    let n_phrases = phrases.len();
    phrases.sort_unstable();
    phrases.dedup();
    assert_eq!(phrases.len(), n_phrases, "a phrase stands twice in:\n{said}");
    error
}

#[track_caller]
pub(crate) fn assert_says(table: &str, arguments: &[&str], words: &str) {
    assert_eq!(error(&said(table, arguments)), words);
}

#[test]
fn too_many_neighbours_are_refused_before_any_work() {
    let said = Folder::with(&[]).refused(&["score", "absent.csv", "--truth", "t", "--pred", "p", "--k", "65"]);
    assert_eq!(said, "error: k must be at most 64, the most edges per spot that a graph may have, got 65\n");
}

#[test]
fn positions_have_squares() {
    let scaled = |exponent: &str| SPOTS.replace("1,", &format!("1e{exponent},"));
    let far = said(&scaled("151"), &[]);
    let words = "spots.csv: row 2: coordinate x is 1e151, expected at most 1e150 in size; rescale the positions";
    assert_eq!(error(&far), words);
    let close = said(&scaled("-151"), &[]);
    let words =
        "spots.csv: spots lie closer together than 1e-150, where squared distances vanish; rescale the positions";
    assert_eq!(error(&close), words);
}

#[test]
fn threads_are_limited() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes())]);
    let score = ["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--metrics", "none", "--threads", "65000"];
    let output = folder.run(&score);
    let most = 4 * std::thread::available_parallelism().unwrap().get();
    let expected = format!(
        "note: --threads 65000: {most} are used, 4 for each core\n\
         note: positions: columns \"x\", \"y\"\n\
         warning: k = 6 is more than there are neighbours: 3 are used where spots are few\n"
    );
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
}

#[test]
fn the_table_itself_is_fine() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes())]);
    folder.done(&["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--output", "out.json"]);
    assert!(folder.path("out.json").exists());
}

#[test]
fn files_that_are_not_there() {
    let folder = Folder::with(&[]);
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "pred"]);
    assert_eq!(said, "error: spots.csv: no such file\n");
    let said = folder.refused(&["score", ".", "--truth", "truth", "--pred", "pred"]);
    assert_eq!(said, "error: . is a folder, expected a file\n");
}

#[test]
fn kinds_of_file_that_are_not_read_name_the_line_that_converts_them() {
    for (name, words) in [
        (
            "s.feather",
            "s.feather: .feather is not read; convert it first: python -c 'import pandas; pandas.read_feather(\"s.feather\").to_csv(\"s.feather.csv\", index=False)'",
        ),
        (
            "s.loom",
            "s.loom: .loom is not read; convert it first: python -c 'import anndata; anndata.read_loom(\"s.loom\").write_h5ad(\"s.loom.h5ad\")'",
        ),
        (
            "s.rds",
            "s.rds: .rds is not read; convert it first: in R: obj <- readRDS(\"s.rds\"); write.csv(cbind(obj@meta.data, GetTissueCoordinates(obj)), \"spots.csv\")",
        ),
    ] {
        let folder = Folder::with(&[(name, b"ARROW1 and so on")]);
        let said = folder.refused(&["score", name, "--truth", "truth", "--pred", "pred"]);
        assert_eq!(error(&said), words);
    }
}

/// What is said of a file of the corpus of AnnData files, with some arguments.
fn said_of_anndata(arguments: &[&str]) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../slam-io/tests/corpus/0.12.19_no_x.h5ad");
    let folder = Folder::with(&[("f.h5ad", &std::fs::read(path).unwrap())]);
    let all = [&["score", "f.h5ad", "--pred", "cluster", "--output", "out.json"], arguments].concat();
    folder.refused(&all)
}

#[test]
fn parts_of_anndata_that_are_not_there() {
    let said = said_of_anndata(&["--truth", "regoin"]);
    let words = "--truth: no column \"regoin\" in f.h5ad (columns: region, cluster, text, count, small, unsigned, score, \
                 narrow, whole, flag, holes, year and 4 more); did you mean \"region\"?";
    assert_eq!(error(&said), words);
    let truth = ["--truth", "region"];
    for (arguments, words) in [
        (
            ["--spatial-key", "spatail"],
            "--spatial-key: no obsm \"spatail\" in f.h5ad (obsm: X_pca, big, frame, half, solid, spatial); did you mean \"spatial\"?",
        ),
        (
            ["--expression", "layer:conts"],
            "--expression: no layer \"conts\" in f.h5ad (layers: counts, dense); did you mean \"counts\"?",
        ),
        (
            ["--expression", "X"],
            "--expression: no measurements \"X\" in f.h5ad (measurements: layer:counts, layer:dense, obsm:X_pca, obsm:big, obsm:frame, obsm:half, obsm:solid, obsm:spatial)",
        ),
        (["--graph", "obsp:distances"], "--graph: no obsp \"distances\" in f.h5ad (obsp: connectivities, dense)"),
        (["--graph", "contiguity"], "--graph contiguity: f.h5ad is AnnData, expected polygons (.geojson)"),
        (["--severity-column", "text"], "f.h5ad: /obs/text: found string, expected numbers"),
    ] {
        let said = said_of_anndata(&[truth, arguments].concat());
        assert_eq!(error(&said), words);
    }
}

#[test]
fn anndata_that_is_none() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../slam-io/tests/corpus/0.13.4_dense.h5ad");
    let whole = std::fs::read(path).unwrap();
    let bytes: [(&[u8], &str); 3] = [
        (&whole[..whole.len() - 100], "f.h5ad: the file is truncated: 75084 bytes, expected 75184"),
        (b"id,x,y\na,0,0\n", "f.h5ad: expected an HDF5 file, found none (invalid HDF5 magic bytes)"),
        (b"", "f.h5ad: expected an HDF5 file, found none (invalid HDF5 magic bytes)"),
    ];
    for (bytes, words) in bytes {
        let folder = Folder::with(&[("f.h5ad", bytes)]);
        for command in [&["score", "f.h5ad", "--truth", "region", "--pred", "cluster"][..], &["inspect", "f.h5ad"]] {
            let said = folder.refused(command);
            assert_eq!(error(&said), words);
        }
    }
}

#[test]
fn maps_that_are_none() {
    let map = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"truth":"A","pred":"B"},"geometry":
        {"type":"GeometryCollection","geometries":[]}}]}"#;
    for (text, words) in [
        (map, "m.geojson, feature 1: found GeometryCollection, expected Polygon, MultiPolygon or Point"),
        (&map[..80], "m.geojson, line 1, column 80: not valid GeoJSON: EOF while parsing a value"),
        ("{}", "m.geojson: found no type, expected a FeatureCollection"),
        ("", "m.geojson is empty"),
    ] {
        let folder = Folder::with(&[("m.geojson", text.as_bytes())]);
        let said =
            folder.refused(&["score", "m.geojson", "--truth", "truth", "--pred", "pred", "--output", "out.json"]);
        assert_eq!(error(&said), words);
    }
}

#[test]
fn measurements_that_do_not_fit() {
    let with = |table: &str, arguments: &[&str]| {
        let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes()), ("m.csv", table.as_bytes())]);
        folder.refused(&[&["score", "spots.csv", "--truth", "truth", "--pred", "pred"], arguments].concat())
    };
    let said = with("id,g\na,1\nb,2\n", &["--expression", "m.csv"]);
    assert_eq!(said, "error: --expression: 2 ids of spots.csv are not in m.csv: c, d\n");
    let said = with("", &["--expression", "X"]);
    let words =
        "--expression: spots.csv is a table, expected AnnData (.h5ad, .zarr), or the name of a file of measurements";
    assert_eq!(error(&said), words);
    let missing = "the following required arguments were not provided:\n  --expression <WHICH>";
    assert_eq!(error(&with("", &["--similarity", "pearson"])), missing);
    assert_eq!(error(&with("", &["--log-normalize"])), missing);
    let said = with("", &["--spatial-key", "spatial", "--x", "x"]);
    assert_eq!(error(&said), "the argument '--spatial-key <KEY>' cannot be used with '--x <COL>'");
}

#[test]
fn columns_that_are_not_there() {
    let table = SPOTS.replace("pred", "cluster");
    let folder = Folder::with(&[("spots.csv", table.as_bytes())]);
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "cluser"]);
    assert_eq!(
        said,
        "error: --pred: no column \"cluser\" in spots.csv (columns: id, x, y, truth, cluster); did you mean \"cluster\"?\n"
    );
    assert_says(
        SPOTS,
        &["--slice", "section"],
        "--slice: no column \"section\" in spots.csv (columns: id, x, y, truth, pred)",
    );
    assert_says(
        SPOTS,
        &["--severity-column", "votes"],
        "--severity-column: no column \"votes\" in spots.csv (columns: id, x, y, truth, pred)",
    );
    assert_says(
        SPOTS,
        &["--x", "east", "--y", "y"],
        "--x: no column \"east\" in spots.csv (columns: id, x, y, truth, pred)",
    );
    assert_says(
        "a,truth,pred\n1,A,A\n",
        &[],
        "spots.csv: no columns of positions found (columns: a, truth, pred); name them with --x and --y",
    );
}

#[test]
fn coordinates_that_are_no_numbers() {
    assert_says(
        &SPOTS.replace("b,1,0", "b,east,0"),
        &[],
        "spots.csv, line 3, column \"x\": \"east\" is not a finite number",
    );
    assert_says(
        &SPOTS.replace("b,1,0", "b,east,0"),
        &[],
        "spots.csv, line 3, column \"x\": \"east\" is not a finite number",
    );
    assert_says(
        &SPOTS.replace("b,1,0", "b,NaN,0"),
        &[],
        "spots.csv, line 3, column \"x\": \"NaN\" is not a finite number",
    );
    assert_says(
        &SPOTS.replace("b,1,0", "b,inf,0"),
        &[],
        "spots.csv, line 3, column \"x\": \"inf\" is not a finite number",
    );
    assert_says(&SPOTS.replace("b,1,0", "b,,0"), &[], "spots.csv, line 3, column \"x\": \"\" is not a finite number");
}

#[test]
fn rows_that_do_not_fit() {
    assert_says(
        &SPOTS.replace("b,1,0,A,B", "b,1,0,A"),
        &[],
        "spots.csv, line 3: 4 fields, expected 5 as in the first line",
    );
    let folder = Folder::with(&[("spots.csv", b"id,x,y,truth,pred\na,0,0,\xff\xfe,A\nb,1,1,A,A\n")]);
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "pred"]);
    assert_eq!(said, "error: spots.csv, line 2: not valid UTF-8\n");
}

#[test]
fn broken_gzip() {
    let folder = Folder::with(&[("spots.csv.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03cut short")]);
    let said = folder.refused(&["score", "spots.csv.gz", "--truth", "truth", "--pred", "pred"]);
    // What stands in parentheses is the decoder's.
    let ours = said.split_once(" (").map(|(ours, _)| ours);
    assert_eq!(ours, Some("error: spots.csv.gz: the gzip data are damaged or cut off"), "{said}");
}

#[test]
fn ids_that_do_not_fit() {
    let labels = |text: &str| {
        let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes()), ("more.csv", text.as_bytes())]);
        folder.refused(&["score", "spots.csv", "--labels", "more.csv", "--truth", "truth", "--pred", "other"])
    };
    let said = labels("id,other\na,1\nb,1\nz,2\n");
    assert_eq!(said, "error: more.csv: 1 id is not in spots.csv: z; to leave it out, add --extra-ids skip\n");
    let said = labels("id,other\na,1\na,1\n");
    let expected =
        "error: more.csv: the id \"a\" is in rows 1 and 2; ids must differ: name another column with --labels-id\n";
    assert_eq!(said, expected);
}

#[test]
fn too_little_left() {
    let table = "id,x,y,truth,pred\na,0,0,A,A\nb,1,0,,B\nc,0,1,NA,B\n";
    assert_says(table, &[], "1 spots left after dropping 2 of 3 for missing labels; at least 2 are needed");
    assert_says(table, &["--missing-truth", "error"], "row 2: the truth label is missing");
    assert_says(
        "id,x,y,truth,pred\na,0,0,,A\n",
        &[],
        "0 spots left after dropping 1 of 1 for missing labels; at least 2 are needed",
    );
    assert_says("id,x,y,truth,pred\n", &[], "spots.csv has a header but no rows");
    assert_says("", &[], "spots.csv is empty");
}

#[test]
fn graphs_without_edges_or_with_too_many() {
    assert_says(SPOTS, &["--graph", "radius:0.1"], "the graph has no edges, so there is nothing to compare");
    let crowd = (0..300).map(|i| format!("{i},5,5,A,A\n")).collect::<Vec<_>>().concat();
    let said = said(&format!("id,x,y,truth,pred\n{crowd}"), &[]);
    let words =
        "more than 19200 edges, 64 per spot; the most crowded position is (5, 5), with 300 spots in the same place";
    assert_eq!(error(&said), words);
}

#[test]
fn labels_that_are_ids() {
    let rows = (0..10_002).map(|i| format!("{i},{i},0,A,cell{i}\n")).collect::<Vec<_>>().concat();
    assert_says(
        &format!("id,x,y,truth,pred\n{rows}"),
        &[],
        "spots.csv, column \"pred\": more than 10000 different labels; is it an id?",
    );
}

#[test]
fn no_cause_is_said_twice() {
    let rows = (0..10_002).map(|i| format!("s{i},{i},0,A,cell{i}\n")).collect::<Vec<_>>().concat();
    let ids = format!("id,x,y,truth,pred\n{rows}");
    let folder = Folder::with(&[
        ("ids.csv", ids.as_bytes()),
        ("far.csv", b"id,x,y,truth,pred\na,1e200,0,A,A\nb,1,0,A,B\n"),
        ("cut.csv.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03cut short"),
        ("damaged.partial", b"slam slice partial 1 0\n{}\n"),
        ("study.toml", b"truth = ["),
    ]);
    let names = ["--truth", "truth", "--pred", "pred"];
    let rescale = "far.csv: row 1: coordinate x is 1e200, expected at most 1e150 in size; rescale the positions";
    for (file, words) in [
        ("ids.csv", "ids.csv, column \"pred\": more than 10000 different labels; is it an id?"),
        ("far.csv", rescale),
        ("absent.csv", "absent.csv: no such file"),
        (".", ". is a folder, expected a file"),
    ] {
        for command in ["score", "compare"] {
            assert_eq!(error(&folder.refused(&[&[command, file][..], &names].concat())), words);
        }
    }
    for (words, expected) in [
        (["merge", "damaged.partial"], "damaged.partial: the partial is damaged: its checksum is another"),
        (["merge", "absent.partial"], "absent.partial: no such file"),
        (["merge", "."], ". is a folder, expected a file"),
    ] {
        assert_eq!(error(&folder.refused(&words)), expected);
    }
    // The rest is the decoder's and the parser's.
    error(&folder.refused(&[&["score", "cut.csv.gz"][..], &names].concat()));
    error(&folder.refused(&["compare", "--study", "study.toml"]));
}
