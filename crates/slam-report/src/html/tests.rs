//! What the page shows, and that names stay data.

use std::sync::Arc;

use slam::matcher::Method;
use slam::{Compared, Labeling, MissingPred, NamedLabeling, Options, Spots};

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
    assert!(!page.contains("http:") && !page.contains("https:"));
    assert!(page.split(" src=").skip(1).all(|source| source.starts_with("\"data:image/png;base64,")));
    assert!(SCRIPTS.iter().all(|script| !script.contains("</script")) && !STYLE.contains("</style"));
}

#[test]
fn those_who_share_the_first_rank_are_all_best() {
    let page = Page::new(&methods(), &ReportOptions::default()).unwrap();
    let board = serde_json::to_value(&page).unwrap()["board"].clone();
    let first = |row: usize| (board["rows"][row]["rank"].clone(), board["rows"][row]["cells"][0]["is_best"].clone());
    assert_eq!((first(0), first(1)), ((1.into(), true.into()), (1.into(), true.into())));
    assert_eq!(board["rows"][2]["cells"][0]["is_best"], false);
    let references = board["rows"].as_array().unwrap().iter().filter(|row| row["method"].is_null());
    assert_eq!(references.count(), 3);
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
    let dropping = Options { missing_pred: MissingPred::Drop, ..Options::default() };
    let compared = compared("aaaabbbbcccc", &[("all", "aaaabbbbcccc"), ("some", "aaa bbbbccc ")], &dropping);
    let index = serde_json::to_value(&Page::new(&compared, &ReportOptions::default()).unwrap().maps.index).unwrap();
    assert_eq!(index["grounds"].as_array().map(Vec::len), Some(2));
    assert!(page(&compared).contains("compared on 120 spots, others on 144"));
}

#[test]
fn spots_without_a_prediction_are_a_class_behind_all_labels() {
    let compared = compared("aaaabbbbcccc", &[("some", "xxx yyyyzzz ")], &Options::default());
    let index = serde_json::to_value(&Page::new(&compared, &ReportOptions::default()).unwrap().maps.index).unwrap();
    let method = &index["methods"][0];
    assert_eq!(method["names"], serde_json::json!(["x", "y", "z", "(no prediction)"]));
    assert_eq!((&method["map"], &method["has_missing"]), (&serde_json::json!([0, 1, 2, 3]), &true.into()));
    assert_eq!(method["beyond"], serde_json::json!(["(no prediction)"]));
    assert!(page(&compared).contains("17 % unlabelled: 24 of 144 spots have no prediction"));
}

#[test]
fn a_single_score_is_a_page_without_ranks() {
    let page = page(&compared("aaaabbbbcccc", &[("only", "aaaaabbbcccc")], &Options::default()));
    assert!(page.contains("1 method ·") && !page.contains("id=\"ranks\""));
}

#[test]
fn the_page_without_static_script_and_style() {
    let options = ReportOptions {
        title: "Three".to_owned(),
        command: Some("slam compare spots.csv".to_owned()),
        ..ReportOptions::default()
    };
    let options_of_run = Options { metrics: "accuracy,ari".parse().unwrap(), ..Options::default() };
    let preds = [("shift", "aaaaabbbbccc"), ("gaps", "aaaabb bcccc"), ("numbers", "111122223333")];
    let mut page = Page::new(&compared("aaaabbbbcccc", &preds, &options_of_run), &options).unwrap();
    page.maps.blocks.clear();
    let written = without_pictures(&render(&page, "", &[]).unwrap()).replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!(written);
}

/// The page with a word for every picture.
fn without_pictures(page: &str) -> String {
    let mut pieces = page.split("data:image/png;base64,");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |page, piece| page + "PICTURE\"" + piece.split_once('"').map_or("", |(_, rest)| rest))
}

#[test]
fn more_than_fifteen_methods_are_ranked_in_colours() {
    let names: Vec<String> = (0..16).map(|number| format!("m{number}")).collect();
    let preds: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "aaaabbbbcccc")).collect();
    let few = page(&compared("aaaabbbbcccc", &preds[..15], &Options::default()));
    let many = page(&compared("aaaabbbbcccc", &preds, &Options::default()));
    assert!(few.contains("class=\"rankline\"") && !few.contains("plain heat"));
    assert!(!many.contains("class=\"rankline\"") && many.contains("plain heat"));
}

#[test]
fn files_have_their_sums_and_the_page_its_day() {
    let file = |name: &str, n_bytes, sha256| ReportFile { name: name.to_owned(), n_bytes, sha256 };
    let files = vec![file("a.csv", Some(1234), Some("ba78".to_owned())), file("-", None, None)];
    let options = ReportOptions { date: Some("2026-11-17".to_owned()), files, ..ReportOptions::default() };
    let page = report_html(&methods(), &options).unwrap();
    assert!(page.contains(" on 2026-11-17.") && page.contains("1,234 bytes") && page.contains("<code>ba78</code>"));
    assert!(page.contains("no file on a disk"));
    assert!(!page.contains("OneHot") && !page.contains("Exact {"), "words, not what a program prints of itself");
}

#[test]
fn slices_rank_by_the_rule_of_the_leaderboard() {
    let slices = Labeling::from_texts((0..144).map(|spot| if spot < 72 { "top" } else { "bottom" })).unwrap();
    let spots = Arc::new(Arc::unwrap_or_clone(spots()).with_slices(slices).unwrap());
    let preds = [("same", "aaaabbbb"), ("twin", "aaaabbbb"), ("poor", "abababab")];
    let preds: Vec<NamedLabeling> = preds.map(|(name, row)| (name.to_owned(), rows(&format!("{row}cccc")))).to_vec();
    let truth = ("expert".to_owned(), rows("aaaabbbbcccc"));
    let compared = Options::default().compare(&spots, &truth, &preds, &()).unwrap();
    let page = serde_json::to_value(Page::new(&compared, &ReportOptions::default()).unwrap()).unwrap();
    let matrix = &page["slices"];
    assert_eq!(matrix["slices"], serde_json::json!(["bottom", "top"]));
    let ranks: Vec<_> = (0..3).map(|row| matrix["rows"][row]["mean_rank_text"].clone()).collect();
    assert_eq!(ranks, ["1.00", "1.00", "3.00"]);
}

#[test]
fn references_stand_among_the_methods_and_blind_is_said() {
    let preds = [("mirrored", "bbbbbbaaaaaa"), ("shifted", "aaaaaaabbbbb")];
    let compared = compared("aaaaaabbbbbb", &preds, &Options::default());
    let board =
        serde_json::to_value(Page::new(&compared, &ReportOptions::default()).unwrap()).unwrap()["board"].clone();
    let rows = board["rows"].as_array().unwrap();
    assert_eq!((&rows[0]["name"], &rows[4]["name"]), (&"shifted".into(), &"mirrored".into()));
    let against = rows[4]["against"].as_array().unwrap();
    let mark = "no better than blind contiguous domains (";
    assert!(against.iter().any(|reason| reason.as_str().unwrap().starts_with(mark)), "{against:?}");
    let slam = |row: usize| (rows[row]["cells"][4]["text"].clone(), rows[row]["cells"][4]["rank"].clone());
    assert_eq!(slam(4), ("blind".into(), 1.into()));
    assert_eq!(slam(0).1, 2);
    let page = page(&compared);
    assert!(
        page.contains("<small>no better than blind contiguous domains (") && page.contains("<tr class=\"reference\">")
    );
    assert!(!page.contains('±'));
}

#[test]
fn what_was_asked_beside_has_a_part_of_its_own() {
    // 36 rows of 36: enough for tiles.
    let place = |spot: usize| [(spot % 36) as f64 + 0.5 * (spot / 36 % 2) as f64, (spot / 36) as f64 * 0.75f64.sqrt()];
    let spots = Arc::new(Spots::new(2, (0..1296).flat_map(place).collect()).unwrap());
    let rows = |cut: usize, one_in: usize| {
        let name = |spot: usize| if (spot % 36 < cut) == (spot * 7 % 211 % one_in > 0) { "a" } else { "b" };
        Arc::new(Labeling::from_texts((0..1296).map(name)).unwrap())
    };
    let truth = ("expert".to_owned(), rows(18, 2000));
    let preds = [("few", 19), ("also", 20), ("many", 4)].map(|(name, one_in)| (name.to_owned(), rows(18, one_in)));
    let compare = |infer: &str| {
        let options = Options { infer: infer.parse().unwrap(), replicates: Some(19), ..Options::default() };
        Page::new(&options.compare(&spots, &truth, &preds, &()).unwrap(), &ReportOptions::default()).unwrap()
    };
    let page = serde_json::to_value(compare("all")).unwrap();
    assert_eq!(page["real"]["tests"].as_array().map(Vec::len), Some(3));
    let pairs = &page["real"]["pairs"];
    assert_eq!(pairs["names"][2], "many");
    let marked = [&pairs["rows"][0][1], &pairs["rows"][0][2], &pairs["rows"][1][2], &pairs["rows"][1][0]];
    assert_eq!(marked.map(|cell| cell["holds"].as_bool()), [false, true, true, false].map(Some));
    assert_eq!(pairs["groups"], serde_json::json!([{ "from": 0, "span": 2 }]));
    let whisker = &page["board"]["rows"][0]["cells"][0]["whisker"];
    let [left, width, at] = ["left", "width", "at"].map(|key| whisker[key].as_f64().unwrap());
    assert!(0.0 <= left && left < at && at < left + width && left + width <= 100.0, "{whisker}");
    let written = render(&compare("all"), "", &[]).unwrap();
    assert!(written.contains("On this slide; Holm&#x27;s p is adjusted for all 3 pairs at once."), "{written}");
    // Unasked there are whiskers and marks, and nothing else.
    let unasked = serde_json::to_value(compare("auto")).unwrap();
    assert!(unasked["real"].is_null() && !unasked["board"]["rows"][0]["cells"][0]["whisker"].is_null());
    let none = serde_json::to_value(compare("none")).unwrap();
    assert!(none["board"]["rows"][0]["cells"][0]["whisker"].is_null() && none["board"]["has_whiskers"] == false);
}
