//! The demo's report: small enough to mail, and it says what SLAM does not see.

use slam::Options;
use slam_report::{ReportOptions, report_html};

#[test]
fn small_and_frank() {
    let compared = slam_paper::demo().unwrap().compare(&Options::default(), &()).unwrap();
    let page = report_html(&compared, &ReportOptions::default()).unwrap();
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    let swapped = page.split("<article").find(|part| part.contains("<h3>layers_swapped")).unwrap();
    assert!(swapped.contains("slam misses 100 % of what is wrong here"));
}
