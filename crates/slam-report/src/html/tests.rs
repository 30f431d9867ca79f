//! What the page shows, and that names stay data.

use std::sync::Arc;

use slam::matcher::Method;
use slam::{Compared, Labeling, NamedLabeling, Options, Spots};

use super::*;

const HOSTILE: &str = "<script>alert(1)</script>";

/// Twelve rows of twelve spots on a hexagonal lattice.
fn spots() -> Arc<Spots> {
    let place = |spot: usize| [(spot % 12) as f64 + 0.5 * (spot / 12 % 2) as f64, (spot / 12) as f64 * 0.75f64.sqrt()];
    Arc::new(Spots::new(2, (0..144).flat_map(place).collect()).unwrap())
}

/// A labeling whose rows all carry the labels of one row of letters.
fn rows(row: &str) -> Arc<Labeling> {
    let name = |letter: char| if letter == 'h' { HOSTILE.to_owned() } else { letter.to_string() };
    Arc::new(Labeling::from_texts(row.repeat(12).chars().map(name)).unwrap())
}

fn compared(truth: &str, preds: &[(&str, &str)], options: &Options) -> Compared {
    let preds: Vec<NamedLabeling> = preds.iter().map(|&(name, row)| (name.to_owned(), rows(row))).collect();
    options.compare(&spots(), &("expert".to_owned(), rows(truth)), &preds, &()).unwrap()
}

fn page(compared: &Compared) -> String {
    report_html(compared, &ReportOptions::default()).unwrap()
}

fn methods() -> Compared {
    let preds =
        [("shift", "aaaaabbbbhhh"), ("same", "aaaabbbbhhhh"), (HOSTILE, "aaaabbbbzzzz"), ("too", "aaaabbbbhhhh")];
    compared("aaaabbbbhhhh", &preds, &Options::default())
}

#[test]
fn names_are_text() {
    let page = page(&methods());
    assert!(!page.contains(HOSTILE) && !page.contains("alert(1)</"));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;"));
    assert!(page.contains(r"\u003cscript\u003ealert(1)\u003c/script\u003e"), "names inside JSON are escaped as JSON");
}

#[test]
fn nothing_comes_from_outside() {
    let page = page(&methods());
    assert!(page.contains("default-src 'none'"));
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains(" src="));
    assert!(SCRIPTS.iter().all(|script| !script.contains("</script")) && !STYLE.contains("</style"));
}

#[test]
fn those_who_share_the_first_rank_are_all_best() {
    let page = Page::new(&methods(), &ReportOptions::default()).unwrap();
    let board = serde_json::to_value(&page).unwrap()["board"].clone();
    let first = |row: usize| (board["rows"][row]["rank"].clone(), board["rows"][row]["cells"][0]["is_best"].clone());
    assert_eq!((first(0), first(1)), ((1.into(), true.into()), (1.into(), true.into())));
    assert_eq!(board["rows"][2]["cells"][0]["is_best"], false);
    assert_eq!(board["references"][0]["name"], slam::ONE_LABEL);
}

#[test]
fn a_prediction_that_the_truth_was_written_into_is_marked() {
    let options = Options { matching: Method::Jaccard, ..Options::default() };
    let page = page(&compared("aaaabbbbcccc", &[("one", "xxxxxxxxxxxx")], &options));
    assert!(page.contains(r#"title="matching wrote the truth into this prediction"#));
    assert!(page.contains("spots of x went from"));
}

#[test]
fn differing_spots_have_maps_of_their_own() {
    let compared = compared("aaaabbbbcccc", &[("all", "aaaabbbbcccc"), ("some", "aaa bbbbccc ")], &Options::default());
    let index = serde_json::to_value(&Page::new(&compared, &ReportOptions::default()).unwrap().maps.index).unwrap();
    assert_eq!(index["grounds"].as_array().map(Vec::len), Some(2));
    assert!(page(&compared).contains("compared on 120 spots, others on 144"));
}

#[test]
fn a_single_score_is_a_page_without_ranks() {
    let page = page(&compared("aaaabbbbcccc", &[("only", "aaaaabbbcccc")], &Options::default()));
    assert!(page.contains("1 method ·") && !page.contains("id=\"ranks\""));
}

#[test]
fn the_page_without_static_script_and_style() {
    let options = ReportOptions { title: "Three".to_owned(), command: Some("slam compare spots.csv".to_owned()) };
    let options_of_run = Options { metrics: "accuracy,ari".parse().unwrap(), ..Options::default() };
    let preds = [("shift", "aaaaabbbbccc"), ("gaps", "aaaabb bcccc"), ("numbers", "111122223333")];
    let mut page = Page::new(&compared("aaaabbbbcccc", &preds, &options_of_run), &options).unwrap();
    page.maps.blocks.clear();
    let written = render(&page, "", &[]).unwrap().replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!(written);
}
