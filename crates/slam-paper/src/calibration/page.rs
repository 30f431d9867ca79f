//! What was measured with errors of every range, as a table.

use super::range::RangeRow;

/// The rows in Markdown; lists by number: `slam_adjusted`, `slam`, `slam_pinned`, `ari`.
pub fn table_of(rows: &[RangeRow]) -> String {
    let head = "| spots | errors | coverage | told apart | any of 120 pairs told apart | no interval |\n|---|---|---|---|---|---|\n";
    head.to_owned() + &rows.iter().map(line).collect::<String>()
}

fn line(row: &RangeRow) -> String {
    let RangeRow { n_spots, errors, coverage, size, family, without } = row;
    let [coverage, size, family] =
        [coverage, size, family].map(|shares| shares.map(|share| format!("{share:.0}")).join(" · "));
    format!("| {n_spots} | {} | {coverage} | {size} | {family} | {without:.0} |\n", errors.name())
}
