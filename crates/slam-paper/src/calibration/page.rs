//! The measured table as it stands in `docs/inference.md` and in the source of `slam`.

use slam::inference::CALIBRATION;

use super::range::RangeRow;

/// Where the table begins in the page, and where it ends.
pub const MARKS: [&str; 2] = ["<!-- measured: coverage -->\n", "<!-- end -->\n"];

/// The table of `slam::inference::CALIBRATION` in Markdown.
pub fn measured_table() -> String {
    let rows = CALIBRATION
        .iter()
        .map(|row| line(row.n_spots, row.errors, &[&row.coverage, &row.size, &row.family], row.without));
    table(rows)
}

/// The same of rows that were measured just now.
pub fn table_of(rows: &[RangeRow]) -> String {
    let line =
        |row: &RangeRow| line(row.n_spots, &row.errors.name(), &[&row.coverage, &row.size, &row.family], row.without);
    table(rows.iter().map(line))
}

/// The constant of `slam` as the source of a file.
pub fn source_of(rows: &[RangeRow]) -> String {
    let rows: String = rows.iter().map(RangeRow::rust).collect();
    format!(
        "//! Measured shares; written by `cargo run --release -p slam-paper --example calibration -- --write`.\n\n\
         use super::Calibration;\n\n/// By number of spots, then by model of errors.\n\
         pub const CALIBRATION: &[Calibration] = &[\n{rows}];\n"
    )
}

fn table(rows: impl Iterator<Item = String>) -> String {
    let head = "| spots | errors | coverage | told apart | any of 120 pairs told apart | no interval |\n|---|---|---|---|---|---|\n";
    head.to_owned() + &rows.collect::<String>()
}

fn line(n_spots: usize, errors: &str, shares: &[&[f64; 4]; 3], without: f64) -> String {
    let [coverage, size, family] = shares.map(|shares| shares.map(|share| format!("{share:.0}")).join(" · "));
    format!("| {n_spots} | {errors} | {coverage} | {size} | {family} | {without:.0} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_measured_table() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/inference.md")).unwrap();
        let found = page.split(MARKS[0]).nth(1).and_then(|rest| rest.split(MARKS[1]).next());
        assert_eq!(found.map(str::trim), Some(measured_table().trim()));
    }
}
