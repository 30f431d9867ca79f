//! Tables of measurements, joined as labels are.

use slam_io::Request;

use crate::desk::Desk;

const SPOTS: &str = "id,x,y,t,p\nu,0,0,a,a\nv,1,0,b,b\nw,2,0,b,a\n";

/// The rows of measurements, zeros left out, or what is said.
fn rows(spots: &str, table: &str) -> Result<Vec<Vec<f64>>, String> {
    let desk = Desk::with(&[("s.csv", spots), ("m.csv", table)]);
    let expression = Some(desk.path("m.csv").display().to_string());
    let study = desk.read(&Request { expression, ..desk.request("s.csv") })?;
    let matrix = study.spots.measurements().unwrap();
    Ok((0..matrix.n_rows()).map(|spot| matrix.row(spot).values.to_vec()).collect())
}

#[test]
fn rows_join_by_id_or_by_row() {
    let table = "barcode,g1,g2\nw,1,0\nu,2,3.5\nv,0,0\n";
    assert_eq!(rows(SPOTS, table).unwrap(), [vec![2.0, 3.5], vec![], vec![1.0]]);
    assert_eq!(rows(SPOTS, "g1,g2\n1,0\n2,3\n0,4\n").unwrap(), [vec![1.0], vec![2.0, 3.0], vec![4.0]]);
    assert_eq!(rows("x,y,t,p\n0,0,a,a\n1,1,b,b\n", "id,g\nq,1\nr,2\n").unwrap(), [[1.0], [2.0]]);
}

#[test]
fn every_spot_is_measured_and_nothing_else() {
    let said = |table: &str| rows(SPOTS, table).unwrap_err();
    assert_eq!(said("id,g\nv,1\n"), "--expression: 2 ids of s.csv are not in m.csv: u, w");
    assert_eq!(said("id,g\nu,1\nv,1\nw,1\nq,1\n"), "m.csv: 1 ids are not in s.csv: q");
    assert_eq!(said("g\n1\n2\n"), "m.csv has 2 rows and s.csv has 3; without ids on both sides they must be equal");
    assert_eq!(said("id,g\nu,1\nv,many\n"), "m.csv, line 3, column \"g\": \"many\" is not a finite number");
    assert_eq!(said("id,g\n"), "m.csv has a header but no rows");
    assert_eq!(said("id\nu\nv\nw\n"), "--expression: m.csv is a table of ids alone, expected columns of numbers");
}

#[test]
fn a_table_has_no_x() {
    let desk = Desk::with(&[("s.csv", SPOTS)]);
    let said = desk.read(&Request { expression: Some("X".into()), ..desk.request("s.csv") }).unwrap_err();
    let expected = "expected AnnData (.h5ad), or the name of a file of measurements";
    assert_eq!(said, format!("--expression: s.csv is a table, {expected}"));
}
