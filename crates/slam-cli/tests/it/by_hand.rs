//! What options do to numbers, on files small enough to see it; and whether every column of a table holds what its name says.

use serde_json::Value;

use crate::folder::Folder;

/// Two slices of a square lattice of 6 × 6, the second with more mistakes, three labels each; and every ninth spot unsure.
fn slide() -> String {
    let row = |spot: usize| {
        let (slice, x, y) = (spot / 36, spot % 6, spot / 6 % 6);
        let truth = ["a", "b", "c"][(x + slice) / 3];
        let is_wrong = spot % (7 - 3 * slice) == 0;
        let pred = if is_wrong { "b" } else { truth };
        let sure = if spot % 9 == 4 { "unsure" } else { truth };
        format!("s{spot},{x},{y},s{slice},{truth},{sure},{pred}\n")
    };
    "id,x,y,slice,truth,sure,pred\n".to_owned() + &(0..72).map(row).collect::<String>()
}

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&folder.done(&[arguments, &["--format", "json", "--quiet"]].concat())).unwrap()
}

const SCORE: [&str; 6] = ["score", "slide.csv", "--truth", "truth", "--pred", "pred"];

/// The rows of a CSV table as cells by the names of their columns.
fn rows(text: &str) -> Vec<Vec<(String, String)>> {
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    lines.map(|cells| header.iter().cloned().zip(cells).collect()).collect()
}

#[test]
fn every_column_of_a_slice_holds_what_its_name_says() {
    let folder = Folder::with(&[("slide.csv", slide().as_bytes())]);
    let arguments = [&SCORE[..], &["--slice", "slice", "--metrics", "accuracy,ari,nmi,f1", "--k", "4"]].concat();
    let found = json(&folder, &arguments);
    let table = rows(&folder.done(&[&arguments[..], &["--format", "csv", "--quiet"]].concat()));
    assert_eq!(table.len(), 3);
    for row in &table {
        let slice = &row[0].1;
        let of = if slice.is_empty() { &found } else { &found["slices"][slice.as_str()] };
        let number = |name: &str| match name {
            "slam" => of["slam"]["d"].as_f64(),
            "slam_adjusted" => of["slam_adjusted"]["value"].as_f64(),
            "slam_pinned" => of["slam_pinned"]["d"].as_f64(),
            "n_spots" | "n_edges" | "cancelled" => of[name].as_f64(),
            _ => of["metrics"][name].as_f64(),
        };
        let mut seen = Vec::new();
        for name in
            ["n_spots", "n_edges", "slam", "slam_adjusted", "slam_pinned", "cancelled", "accuracy", "ari", "nmi", "f1"]
        {
            let cell = &row.iter().find(|(column, _)| column == name).unwrap().1;
            assert_eq!(cell.parse().ok(), number(name), "{name} of slice {slice:?}");
            seen.push(cell.clone());
        }
        // Were two of them equal, one could stand for the other.
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 10, "{seen:?}");
    }
}

#[test]
fn excluded_labels_are_left_out() {
    let slide = slide();
    let folder = Folder::with(&[("slide.csv", slide.as_bytes())]);
    let arguments = ["score", "slide.csv", "--truth", "sure", "--pred", "pred"];
    let found = json(&folder, &[&arguments[..], &["--exclude", "unsure"]].concat());
    let without: String = slide.split_inclusive('\n').filter(|line| !line.contains("unsure")).collect();
    let expected = json(&Folder::with(&[("slide.csv", without.as_bytes())]), &arguments);
    assert_eq!((found["n_spots"].as_u64(), found["n_dropped"].as_u64()), (Some(64), Some(8)));
    for part in ["slam", "slam_adjusted", "slam_pinned", "metrics", "n_edges"] {
        assert_eq!(found[part], expected[part], "{part}");
    }
    assert_ne!(found["slam"], json(&folder, &arguments)["slam"]);
}

#[test]
fn mutual_information_is_divided_as_asked() {
    // Truth in halves, pred in a quarter and three: H = ln 2 and ln 4 − ¾ ln 3, I = H(pred) − ½ ln 2.
    let letters = "aaaabbbb".chars().zip("aabbbbbb".chars()).zip(0..);
    let rows: Vec<String> = letters.map(|((truth, pred), x)| format!("{x},0,{truth},{pred}\n")).collect();
    let folder = Folder::with(&[("slide.csv", format!("x,y,truth,pred\n{}", rows.concat()).as_bytes())]);
    let of = |nmi: &str| {
        json(&folder, &[&SCORE[..], &["--metrics", "nmi", "--nmi", nmi]].concat())["metrics"]["nmi"].as_f64()
    };
    let (h_truth, h_pred) = (2f64.ln(), 4f64.ln() - 0.75 * 3f64.ln());
    let information = h_pred - 0.5 * 2f64.ln();
    for (nmi, divisor) in [("arithmetic", 0.5 * (h_truth + h_pred)), ("geometric", (h_truth * h_pred).sqrt())] {
        let found = of(nmi).unwrap();
        assert!((found - information / divisor).abs() < 1e-12, "{nmi}: {found}");
    }
}
