//! What is said about a file.

use slam_io::{Kind, inspect};

use crate::desk::Desk;

fn kinds(text: &str) -> Vec<String> {
    let desk = Desk::with(&[("f.csv", text)]);
    let found = inspect(&desk.path("f.csv")).expect("the table is good");
    let word = |kind: &Kind| match kind {
        Kind::Id => "id".to_owned(),
        Kind::Label { n_labels, top } => format!("label {n_labels} {top:?}"),
        Kind::Number { min, max } => format!("number {min} {max}"),
        Kind::Text => "text".to_owned(),
        Kind::Empty => "empty".to_owned(),
    };
    found.columns.iter().map(|column| format!("{} {} {}", column.name, column.n_missing, word(&column.kind))).collect()
}

#[test]
fn columns_are_told_apart() {
    let header = "id,x,y,label,cluster,score,note,nothing\n";
    let rows = "u,0,5,b,1.0,0.1,n1,\nv,1,5,a,2.0,0.2,n2,NA\nw,2,5,a,2,0.3,n3,\nz,3,5,,1,nan,n4,None\n";
    let expected = [
        "id 0 id",
        "x 0 number 0 3",
        "y 0 number 5 5",
        "label 1 label 2 [(\"a\", 2), (\"b\", 1)]",
        "cluster 0 label 2 [(\"1\", 2), (\"2\", 2)]",
        "score 1 number 0.1 0.3",
        "note 0 text",
        "nothing 4 empty",
    ];
    assert_eq!(kinds(&format!("{header}{rows}")), expected);
}

#[test]
fn positions_slices_and_the_next_line() {
    let desk =
        Desk::with(&[("f.csv", ",x,y,sample,leiden,truth\nu,-1,2,s1,0,a\nv,3,4,s2,0,a\nw,3,4,s2,1,b\nz,3,4,s2,1,b\n")]);
    let found = inspect(&desk.path("f.csv")).unwrap();
    assert_eq!((found.n_spots, found.n_more_columns, found.slices), (4, 0, vec!["sample".to_owned()]));
    assert_eq!(found.ids.as_deref(), Some("ids: first column"));
    let positions = found.positions.unwrap();
    assert_eq!(positions.choice, "positions: columns \"x\", \"y\"");
    assert_eq!(positions.ranges, [[-1.0, 3.0], [2.0, 4.0]]);
    assert_eq!(desk.without_folder(&found.next), "slam score f.csv --truth truth --pred leiden --slice sample");
}

#[test]
fn a_column_of_one_label_is_nothing_to_compare() {
    let desk = Desk::with(&[
        ("one.csv", "x,y,region,in_tissue,leiden\n0,0,a,1,0\n0,1,a,1,0\n1,0,a,1,1\n1,1,a,1,1\n"),
        ("none.csv", "x,y,region,leiden\n0,0,a,1\n0,1,a,1\n"),
    ]);
    let next = |name: &str| desk.without_folder(&inspect(&desk.path(name)).unwrap().next);
    assert_eq!(next("one.csv"), "slam score one.csv --truth leiden --pred COLUMN --labels FILE");
    assert_eq!(next("none.csv"), "slam score none.csv --truth COLUMN --pred COLUMN --labels FILE");
}

#[test]
fn hexagonal_arrays_are_recognised() {
    let choice = |rows: &str| {
        let desk = Desk::with(&[("f.csv", &format!("array_row,array_col\n{rows}"))]);
        inspect(&desk.path("f.csv")).unwrap().positions.map(|positions| positions.choice)
    };
    let columns = "positions: columns \"array_col\", \"array_row\"";
    assert_eq!(choice("0,0\n1,1\n"), Some(format!("{columns} (hexagonal numbering: rows multiplied by √3)")));
    assert_eq!(choice("0,0\n0,1\n"), Some(columns.into()));
    assert_eq!(choice("0,0\nNA,1\n"), None);
}

#[test]
fn an_inspection_is_plain_data() {
    let desk = Desk::with(&[("f.csv", "t\na\na\n")]);
    let found = serde_json::to_value(inspect(&desk.path("f.csv")).unwrap()).unwrap();
    let column = serde_json::json!({"name": "t", "n_missing": 0, "kind": "label", "n_labels": 1, "top": [["a", 2]]});
    assert_eq!(found["columns"][0], column);
    assert_eq!(found["positions"], serde_json::Value::Null);
}

#[test]
fn bad_files_are_refused_as_when_read() {
    let desk = Desk::with(&[("f.csv", "x,y\n1,2\n3\n"), ("none.csv", "x,y\n")]);
    let said = |name: &str| desk.without_folder(&inspect(&desk.path(name)).unwrap_err().to_string());
    assert_eq!(said("f.csv"), "f.csv, line 3: 1 fields, expected 2 as in the first line");
    assert_eq!(said("none.csv"), "none.csv has a header but no rows");
}
