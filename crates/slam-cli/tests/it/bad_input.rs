//! What bad input gets: exit status 2, a sentence, and nothing written.

use crate::folder::Folder;

const SPOTS: &str = "id,x,y,truth,pred\na,0,0,A,A\nb,1,0,A,B\nc,0,1,B,B\nd,1,1,B,B\n";

/// Runs `slam score spots.csv --truth truth --pred pred …` on the given table, and returns what it says.
#[track_caller]
fn said(table: &str, arguments: &[&str]) -> String {
    let folder = Folder::with(&[("spots.csv", table.as_bytes())]);
    let mut all = vec!["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--output", "out.json"];
    all.extend(arguments);
    folder.refused(&all)
}

#[track_caller]
fn assert_says(table: &str, arguments: &[&str], words: &str) {
    let said = said(table, arguments);
    assert!(said.contains(words), "expected {words:?} in:\n{said}");
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
    let words = "error: spots.csv: row 2: coordinate x is 1e151, expected at most 1e150 in size; rescale the positions";
    assert!(far.starts_with(words), "{far}");
    let close = said(&scaled("-151"), &[]);
    let words = "error: spots.csv: spots lie closer together than 1e-150, where squared distances vanish; rescale";
    assert!(close.starts_with(words), "{close}");
}

#[test]
fn threads_are_limited() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes())]);
    let score = ["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--metrics", "none", "--threads", "65000"];
    let output = folder.run(&score);
    let most = 4 * std::thread::available_parallelism().unwrap().get();
    let note = format!("note: --threads 65000: {most} are used, 4 for each core\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains(&note), "{said}");
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
    for (name, words) in [("s.feather", "read_feather"), ("s.loom", "read_loom"), ("s.rds", "readRDS")] {
        let folder = Folder::with(&[(name, b"ARROW1 and so on")]);
        let said = folder.refused(&["score", name, "--truth", "truth", "--pred", "pred"]);
        assert!(said.contains(words), "{said}");
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
    assert!(said.starts_with("error: --truth: no column \"regoin\" in f.h5ad (columns: region, cluster"), "{said}");
    assert!(said.ends_with("did you mean \"region\"?\n"), "{said}");
    let truth = ["--truth", "region"];
    for (arguments, words) in [
        (["--spatial-key", "spatail"], "--spatial-key: no obsm \"spatail\" in f.h5ad (obsm: X_pca"),
        (
            ["--expression", "layer:conts"],
            "--expression: no layer \"conts\" in f.h5ad (layers: counts, dense); did you mean",
        ),
        (["--expression", "X"], "--expression: no measurements \"X\" in f.h5ad"),
        (["--graph", "obsp:distances"], "--graph: no obsp \"distances\" in f.h5ad (obsp: connectivities, dense)"),
        (["--graph", "contiguity"], "--graph contiguity: f.h5ad is AnnData, expected polygons"),
        (["--severity-column", "text"], "expected numbers"),
    ] {
        let said = said_of_anndata(&[truth, arguments].concat());
        assert!(said.contains(words), "expected {words:?} in:\n{said}");
    }
}

#[test]
fn anndata_that_is_none() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../slam-io/tests/corpus/0.13.4_dense.h5ad");
    let whole = std::fs::read(path).unwrap();
    let bytes: [(&[u8], &str); 3] = [
        (&whole[..whole.len() - 100], "f.h5ad: the file is truncated"),
        (b"id,x,y\na,0,0\n", "f.h5ad: expected an HDF5 file"),
        (b"", "f.h5ad: expected an HDF5 file"),
    ];
    for (bytes, words) in bytes {
        let folder = Folder::with(&[("f.h5ad", bytes)]);
        for command in [&["score", "f.h5ad", "--truth", "region", "--pred", "cluster"][..], &["inspect", "f.h5ad"]] {
            let said = folder.refused(command);
            assert!(said.contains(words), "expected {words:?} in:\n{said}");
        }
    }
}

#[test]
fn maps_that_are_none() {
    let map = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"truth":"A","pred":"B"},"geometry":
        {"type":"GeometryCollection","geometries":[]}}]}"#;
    for (text, words) in [
        (map, "m.geojson, feature 1: found GeometryCollection, expected Polygon, MultiPolygon or Point"),
        (&map[..80], "m.geojson, line 1, column"),
        ("{}", "m.geojson: found no type, expected a FeatureCollection"),
        ("", "m.geojson is empty"),
    ] {
        let folder = Folder::with(&[("m.geojson", text.as_bytes())]);
        let said =
            folder.refused(&["score", "m.geojson", "--truth", "truth", "--pred", "pred", "--output", "out.json"]);
        assert!(said.contains(words), "expected {words:?} in:\n{said}");
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
    assert!(said.contains("--expression: spots.csv is a table, expected AnnData"), "{said}");
    assert!(with("", &["--similarity", "pearson"]).contains("--expression"));
    assert!(with("", &["--log-normalize"]).contains("--expression"));
    assert!(with("", &["--spatial-key", "spatial", "--x", "x"]).contains("cannot be used with"));
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
    assert_says(SPOTS, &["--slice", "section"], "--slice: no column \"section\"");
    assert_says(SPOTS, &["--severity-column", "votes"], "--severity-column: no column \"votes\"");
    assert_says(SPOTS, &["--x", "east", "--y", "y"], "--x: no column \"east\"");
    assert_says("a,truth,pred\n1,A,A\n", &[], "--x");
}

#[test]
fn coordinates_that_are_no_numbers() {
    assert_says(&SPOTS.replace("b,1,0", "b,east,0"), &[], "line 3");
    assert_says(&SPOTS.replace("b,1,0", "b,east,0"), &[], "east");
    assert_says(&SPOTS.replace("b,1,0", "b,NaN,0"), &[], "line 3");
    assert_says(&SPOTS.replace("b,1,0", "b,inf,0"), &[], "line 3");
    assert_says(&SPOTS.replace("b,1,0", "b,,0"), &[], "line 3");
}

#[test]
fn rows_that_do_not_fit() {
    assert_says(&SPOTS.replace("b,1,0,A,B", "b,1,0,A"), &[], "line 3");
    let folder = Folder::with(&[("spots.csv", b"id,x,y,truth,pred\na,0,0,\xff\xfe,A\nb,1,1,A,A\n")]);
    let said = folder.refused(&["score", "spots.csv", "--truth", "truth", "--pred", "pred"]);
    assert!(said.contains("UTF-8") && said.contains("line 2"), "{said}");
}

#[test]
fn broken_gzip() {
    let folder = Folder::with(&[("spots.csv.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03cut short")]);
    let said = folder.refused(&["score", "spots.csv.gz", "--truth", "truth", "--pred", "pred"]);
    assert!(said.contains("spots.csv.gz") && said.contains("gzip"), "{said}");
}

#[test]
fn ids_that_do_not_fit() {
    let labels = |text: &str| {
        let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes()), ("more.csv", text.as_bytes())]);
        folder.refused(&["score", "spots.csv", "--labels", "more.csv", "--truth", "truth", "--pred", "other"])
    };
    let said = labels("id,other\na,1\nb,1\nz,2\n");
    assert!(said.contains("more.csv") && said.contains('z'), "{said}");
    let said = labels("id,other\na,1\na,1\n");
    assert!(said.contains("more.csv") && said.contains("ids must differ"), "{said}");
}

#[test]
fn too_little_left() {
    let table = "id,x,y,truth,pred\na,0,0,A,A\nb,1,0,,B\nc,0,1,NA,B\n";
    assert_says(table, &[], "1 spots left after dropping 2 of 3");
    assert_says(table, &["--missing", "error"], "row 2: the truth label is missing");
    assert_says("id,x,y,truth,pred\na,0,0,,A\n", &[], "0 spots left");
    assert_says("id,x,y,truth,pred\n", &[], "no rows");
    assert_says("", &[], "empty");
}

#[test]
fn graphs_without_edges_or_with_too_many() {
    assert_says(SPOTS, &["--graph", "radius:0.1"], "no edges");
    let crowd = (0..300).map(|i| format!("{i},5,5,A,A\n")).collect::<Vec<_>>().concat();
    let said = said(&format!("id,x,y,truth,pred\n{crowd}"), &[]);
    assert!(said.contains("64 per spot") && said.contains("(5, 5)"), "{said}");
}

#[test]
fn labels_that_are_ids() {
    let rows = (0..10_002).map(|i| format!("{i},{i},0,A,cell{i}\n")).collect::<Vec<_>>().concat();
    assert_says(&format!("id,x,y,truth,pred\n{rows}"), &[], "is it an id?");
}

#[test]
fn severities_that_make_no_sense() {
    assert_says(SPOTS, &["--severity", "A=-1", "--severity", "B=1"], "-1");
    assert_says(SPOTS, &["--severity", "A=nan", "--severity", "B=1"], "finite");
    assert_says(SPOTS, &["--severity", "A=0", "--severity", "B=0"], "all severities are zero");
    assert_says(SPOTS, &["--severity", "A"], "LABEL=NUMBER");
    let twice = ["--severity", "A=5", "--severity", "A=1", "--severity", "B=1"];
    assert_says(SPOTS, &twice, "the severity of the label \"A\" is given twice");
    let votes = "id,x,y,truth,pred,votes\na,0,0,A,A,1\nb,1,0,A,B,-2\nc,0,1,B,B,3\n";
    assert_says(votes, &["--severity-column", "votes"], "-2");
    assert_says(&votes.replace("-2", "many"), &["--severity-column", "votes"], "many");
    let zero = "id,x,y,truth,pred,votes\na,0,0,A,A,0\nb,1,0,A,B,0\n";
    assert_says(zero, &["--severity-column", "votes"], "all severities are zero");
}

#[test]
fn options_outside_their_domain() {
    assert_says(SPOTS, &["--k", "0"], "k must be");
    assert_says(SPOTS, &["--tie", "-1"], "tie must be");
    assert_says(SPOTS, &["--bandwidth", "0"], "bandwidth must be");
    assert_says(SPOTS, &["--bandwidth", "NaN"], "bandwidth must be");
    assert_says(SPOTS, &["--gamma", "0"], "gamma must be");
    assert_says(SPOTS, &["--gamma", "-3"], "gamma must be");
    assert_says(SPOTS, &["--gamma", "large"], "auto or a number");
    for number in ["0", "1048577", "99999999999999"] {
        assert_says(SPOTS, &["--projections", number], "projections must be at least 1 and at most 1,048,576");
    }
    assert_says(SPOTS, &["--graph", "radius:-1"], "radius must be");
    assert_says(SPOTS, &["--graph", "voronoi"], "expected mutual");
    assert_says(SPOTS, &["--graph", "delaunay:95"], "delaunay must be a quantile above 0 and at most 1, got 95");
    assert_says(SPOTS, &["--graph", "grid:6"], "graph must be grid:4 or grid:8, got");
    assert_says(SPOTS, &["--graph", "grid:4", "--k", "4"], "k has no place in the graphs grid:4 and grid:8");
    assert_says(SPOTS, &["--matching", "best"], "possible values");
    assert_says(SPOTS, &["--threads", "0"], "--threads");
    assert_says(SPOTS, &["--sead", "1"], "--seed");
}

#[test]
fn options_without_a_use() {
    assert_says(SPOTS, &["--draws", "independent"], "draws has no place in the estimator exact: it samples no points");
    assert_says(SPOTS, &["--graph", "radius:1", "--k", "3"], "k has no place in the graph radius:R");
    assert_says(SPOTS, &["--graph", "radius:1", "--tie", "0"], "tie has no place in the graph radius:R");
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes()), ("edges.csv", b"a,b\nb,c\n")]);
    let words = ["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--graph", "edges:edges.csv"];
    folder.done(&words);
    let said = folder.refused(&[&words[..], &["--k", "3"]].concat());
    assert_eq!(
        said.lines().last(),
        Some("error: k has no place in a graph of given edges: they are taken as they are")
    );
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes())]);
    let score = ["score", "spots.csv", "--truth", "truth", "--pred", "pred"];
    let said = folder.refused(&[&score[..], &["--output", "nowhere/out.json"]].concat());
    assert!(said.contains("nowhere"), "{said}");
    let said = folder.refused(&[&score[..], &["--spots", "nowhere/spots.csv"]].concat());
    assert!(said.contains("nowhere"), "{said}");
}

#[test]
fn nothing_is_written_when_one_output_cannot_be() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes())]);
    let nowhere = ["--output", "nowhere/out.json"];
    let outputs = [&["--spots", "s.csv", "--report", "r.html"][..], &nowhere].concat();
    for command in ["score", "compare"] {
        let words = [&[command, "spots.csv", "--truth", "truth", "--pred", "pred"][..], &outputs].concat();
        assert!(folder.refused(&words).contains("there is no folder nowhere"));
    }
    let words = [&["match", "spots.csv", "--truth", "truth", "--pred", "pred", "--spots", "s.csv"][..], &nowhere];
    assert!(folder.refused(&words.concat()).contains("there is no folder nowhere"));
    assert!(folder.refused(&[&["demo"][..], &nowhere].concat()).contains("there is no folder nowhere"));
    assert!(folder.refused(&["demo", "--report", "nowhere/r.html", "--output", "out.json"]).contains("nowhere"));
}

#[test]
fn outputs_are_looked_at_before_the_input() {
    let folder = Folder::with(&[]);
    for words in [
        &["score", "spots.csv", "--truth", "truth", "--pred", "pred"][..],
        &["compare", "spots.csv", "--truth", "truth", "--pred", "pred"],
        &["match", "spots.csv", "--truth", "truth", "--pred", "pred"],
        &["inspect", "spots.csv"],
    ] {
        let said = folder.refused(&[words, &["--output", "nowhere/out.json"]].concat());
        assert!(said.contains("there is no folder nowhere"), "{said}");
    }
}

#[test]
fn a_result_never_takes_the_place_of_what_is_read() {
    let folder = Folder::with(&[("spots.csv", SPOTS.as_bytes()), ("more.csv", SPOTS.as_bytes())]);
    let score = ["score", "spots.csv", "--truth", "truth", "--pred", "pred", "--labels", "more.csv"];
    for outputs in [["--output", "./spots.csv"], ["--spots", "more.csv"], ["--report", "spots.csv"]] {
        let said = folder.refused(&[&score[..], &outputs].concat());
        assert!(said.contains("this file is read, and would be lost"), "{said}");
    }
    assert!(folder.refused(&["inspect", "spots.csv", "-o", "spots.csv"]).contains("would be lost"));
    let said = folder.refused(&["demo", "--report", "one", "--output", "./one"]);
    assert!(said.contains("named for two results"), "{said}");
}
