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
fn rows_join_by_id_whatever_it_is_called() {
    for name in ["barcode", "CellID", "", "gene"] {
        let table = format!("{name},g1,g2\nw,1,0\nu,2,3.5\nv,0,0\n");
        assert_eq!(rows(SPOTS, &table).unwrap(), [vec![2.0, 3.5], vec![], vec![1.0]]);
    }
    let bare = "x,y,t,p\n0,0,a,a\n1,1,b,b\n";
    assert_eq!(rows(bare, "g1,g2\n1,0\n2,3\n").unwrap(), [vec![1.0], vec![2.0, 3.0]]);
    let said = rows(bare, "id,g\nq,1\nr,2\n").unwrap_err();
    let expected = "m.csv cannot be joined to s.csv: m.csv has ids (column \"id\": q, r), and no column of s.csv holds them \
                    (columns: x, y, t, p); name the column with --id, or, if the rows of both are in the same order, join them \
                    with --join row";
    assert_eq!(said, expected);
    let expected = "m.csv cannot be joined to s.csv: s.csv has ids (column \"id\": u, v, w), and no column of m.csv holds them \
                    (columns: g1, g2); name the column with --expression-id, or, if the rows of both are in the same order, \
                    join them with --join row";
    assert_eq!(rows(SPOTS, "g1,g2\n1,0\n2,3\n0,4\n").unwrap_err(), expected);
}

#[test]
fn a_gene_called_ids_is_a_gene() {
    // Iduronate 2-sulfatase is in every table of counts, beside the names of the spots.
    let table = "\"IDS\",\"g\"\n\"v\",4,2\n\"w\",2,0\n\"u\",0,1\n";
    assert_eq!(rows(SPOTS, table).unwrap(), [vec![1.0], vec![4.0, 2.0], vec![2.0]]);
    // Even where spots have numbers, and the gene has some of them.
    let spots = SPOTS.replace("u,", "1,").replace("v,", "2,").replace("w,", "4,");
    let table = table.replace("\"u\"", "\"1\"").replace("\"v\"", "\"2\"").replace("\"w\"", "\"4\"");
    assert_eq!(rows(&spots, &table).unwrap(), [vec![1.0], vec![4.0, 2.0], vec![2.0]]);
}

#[test]
fn every_spot_is_measured_and_what_else_there_is_left_out() {
    let said = |table: &str| rows(SPOTS, table).unwrap_err();
    assert_eq!(said("id,g\nv,1\n"), "--expression: 2 ids of s.csv are not in m.csv: u, w");
    assert_eq!(said("id,g\nv,1\nu,1\n"), "--expression: 1 id of s.csv is not in m.csv: w");
    assert_eq!(rows(SPOTS, "id,g\nu,1\nq,7\nv,2\nw,3\nr,9\n").unwrap(), [[1.0], [2.0], [3.0]]);
    assert_eq!(said("id,g\nu,1\nv,many\nw,1\n"), "m.csv, line 3, column \"g\": \"many\" is not a finite number");
    assert_eq!(
        said("id,name,g\nu,one,1\nv,two,2\nw,three,1\n"),
        "m.csv, column \"name\": \"one\" is not a finite number"
    );
    assert_eq!(said("id,g\n"), "m.csv has a header but no rows");
    assert_eq!(said("id\nu\nv\nw\n"), "--expression: m.csv is a table of ids alone, expected columns of numbers");
    let bare = "x,y,t,p\n0,0,a,a\n1,1,b,b\n2,2,b,b\n";
    let unequal = "m.csv has 2 rows and s.csv has 3; without ids on both sides they must be equal";
    assert_eq!(rows(bare, "g\n1\n2\n").unwrap_err(), unequal);
}

#[test]
fn what_is_left_out_is_counted_and_ids_may_be_named() {
    let desk = Desk::with(&[("s.csv", SPOTS), ("m.csv", "old,new,g\nu,v,1\nv,u,2\nw,w,3\nq,q,4\n")]);
    let expression = Some(desk.path("m.csv").display().to_string());
    let request = Request { expression, expression_id: Some("new".into()), ..desk.request("s.csv") };
    let said = desk.read(&request).unwrap_err();
    assert_eq!(said, "m.csv, line 2, column \"old\": \"u\" is not a finite number");
    desk.put("m.csv", b"new,g\nv,1\nu,2\nw,3\nq,4\n");
    let study = desk.read(&request).unwrap();
    let words = "measurements: m.csv, joined by id (column \"new\"); 1 id that s.csv lacks is left out: q";
    assert_eq!(desk.without_folder(study.notes().last().unwrap()), words);
    assert_eq!(study.spots.measurements().unwrap().row(0).values, [2.0]);
}

#[test]
fn a_table_has_no_x() {
    let desk = Desk::with(&[("s.csv", SPOTS)]);
    let said = desk.read(&Request { expression: Some("X".into()), ..desk.request("s.csv") }).unwrap_err();
    let expected = "expected AnnData (.h5ad, .zarr), or the name of a file of measurements";
    assert_eq!(said, format!("--expression: s.csv is a table, {expected}"));
}
