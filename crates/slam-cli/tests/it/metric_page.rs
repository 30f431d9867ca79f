//! The table of `docs/metrics.md` says what `METRICS` says.

use slam::metrics::{METRICS, Metric};

const PAGE: &str = include_str!("../../../../docs/metrics.md");
const START: &str = "<!-- The table is made from METRICS; the test metric_page prints it when it drifts. -->\n";

fn table() -> String {
    let bound = |bound: Option<f64>, without: &str| bound.map_or(without.to_owned(), |bound| bound.to_string());
    let row = |metric: &Metric| {
        let (low, high) = (bound(metric.range.0, "−∞"), bound(metric.range.1, "∞"));
        let (family, arrow) = (metric.family.title(), metric.better.arrow());
        let symmetric = if metric.symmetric { "yes" } else { "no" };
        format!("| `{}` | {} | {family} | {arrow} | {low} … {high} | {symmetric} |\n", metric.name, metric.title)
    };
    let head = "| name | title | family | better | range | symmetric |\n|---|---|---|---|---|---|\n";
    METRICS.iter().map(row).fold(head.to_owned(), |table, row| table + &row)
}

#[test]
fn the_table_is_that_of_the_code() {
    let after = PAGE.split_once(START).expect("the table has its comment").1.trim_start();
    assert!(after.starts_with(&table()), "put this table into docs/metrics.md:\n\n{}", table());
}

#[test]
fn every_metric_has_a_card_with_its_reference() {
    for metric in METRICS {
        let heading = format!("\n### `{}`", metric.name);
        let card = PAGE.split_once(&heading).unwrap_or_else(|| panic!("no card for {metric:?}")).1;
        let card = card.split("\n### ").next().unwrap_or_default();
        assert!(card.contains(metric.reference), "the card of {metric:?} should name: {}", metric.reference);
    }
}
