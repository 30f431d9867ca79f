//! Writes the reports that the browser tests open: the demo, one with hostile names, one with slices, one with many methods, one with many spots, a study,
//! and the paper's experiments.
//!
//! `cargo run --release -p slam-paper --example demo_report -- FOLDER [N_SPOTS]`; with a number, one report of that many spots alone.

use std::path::{Path, PathBuf};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use slam::study::{MOST_DRAWN, Parts, SliceMaps, SlicePartial};
use slam::{Labeling, Options, RankBy, Result, Spots};
use slam_paper::{Programme, Slide, demo};
use slam_report::exhibit::{Cover, exhibits_html};
use slam_report::{ReportOptions, report_html, study_html};

const HOSTILE: &str = "<script>alert(1)</script>";

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("which folder?")?);
    std::fs::create_dir_all(&folder)?;
    if let Some(n_spots) = arguments.next() {
        return write(&folder.join("large.html"), &large(n_spots.parse()?)?, "Many spots");
    }
    write(&folder.join("demo.html"), &demo()?, "Seven methods on one slide of cortex")?;
    write(&folder.join("hostile.html"), &hostile()?, &format!("{HOSTILE} & \"quoted\""))?;
    write(&folder.join("slices.html"), &sliced()?, "Three slices")?;
    write(&folder.join("many.html"), &many()?, "Eighteen methods")?;
    write_study(&folder.join("study.html"))?;
    write_paper(&folder.join("paper.html"))
}

/// The paper's experiments, those that take no time.
fn write_paper(path: &Path) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let only = ["table1", "case2", "sensitivity"].map(str::to_owned).to_vec();
    let exhibits = Programme { only, ..Programme::default() }.run(&())?;
    let title = "The paper, reproduced".to_owned();
    std::fs::write(path, exhibits_html(&exhibits, &Cover { title, summary: String::new(), command: None })?)?;
    Ok(())
}

fn write(path: &Path, slide: &Slide, title: &str) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let compared = slide.compare(&Options::default(), &())?;
    let command = Some("slam demo --report demo.html".to_owned());
    let page = report_html(&compared, &ReportOptions { title: title.to_owned(), command, ..ReportOptions::default() })?;
    std::fs::write(path, &page)?;
    println!("{} {:.2} MB", path.display(), page.len() as f64 / 1e6);
    Ok(())
}

/// Six slices of three donors and three methods, one of which lacks a slice.
fn write_study(path: &Path) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let (mut parts, mut maps) = (Parts::default(), Vec::new());
    for number in 0..6 {
        let mut slide = large(400 + 100 * number)?;
        slide.preds.truncate(if number == 4 { 2 } else { 3 });
        let (slice, donor) = (format!("slice{}", number + 1), ["Br1", "Br2", "Br3"][number / 2]);
        let compared = slide.compare(&Options::default(), &())?;
        parts.add(SlicePartial::of(&slice, Some(donor), &compared)?)?;
        maps.push(SliceMaps::of(&slice, &compared, MOST_DRAWN, 0));
    }
    let study = parts.finish(RankBy::default(), &())?;
    let options = ReportOptions { title: "Six slices of three donors".to_owned(), ..ReportOptions::default() };
    std::fs::write(path, study_html(&study, &maps, &options)?)?;
    Ok(())
}

/// The demo under names that are made to break out of the page.
fn hostile() -> Result<Slide> {
    let slide = demo()?;
    let rename = |name: &str| match name {
        "Lesion" => HOSTILE.to_owned(),
        "WM" => "</script><img src=x onerror=alert(2)>".to_owned(),
        "Layer1" => "\"><b onclick=\"alert(3)\">&amp;{{ 7*7 }}".to_owned(),
        name => name.to_owned(),
    };
    let renamed = |labeling: &Labeling| {
        Labeling::from_texts((0..labeling.n_spots()).map(|spot| rename(labeling.name(spot).unwrap_or_default())))
    };
    let mut preds = vec![(HOSTILE.to_owned(), renamed(&slide.preds[0].1)?)];
    preds.push(("</script><!-- ' onmouseover='alert(4)".to_owned(), renamed(&slide.preds[3].1)?));
    let ids = (0..slide.spots.n_spots()).map(|spot| format!("{HOSTILE}{spot}").into_boxed_str()).collect();
    Ok(Slide { truth: (HOSTILE.to_owned(), renamed(&slide.truth.1)?), preds, spots: slide.spots.with_ids(ids)? })
}

/// The demo's slide cut in three, one method with gaps.
fn sliced() -> Result<Slide> {
    let mut slide = demo()?;
    let names = ["left", "middle", "right"];
    let slice = |spot: usize| names[((slide.spots.position(spot)[0] / 2150.0) as usize).min(2)];
    let slices = Labeling::from_texts((0..slide.spots.n_spots()).map(slice))?;
    slide.spots = slide.spots.with_slices(slices)?;
    let gaps = &mut slide.preds[1].1;
    let with_gaps = |spot: usize| if spot % 9 == 0 { "" } else { gaps.name(spot).unwrap_or_default() };
    *gaps = Labeling::from_texts((0..gaps.n_spots()).map(with_gaps))?;
    Ok(slide)
}

/// A small slide and eighteen methods, each worse than the one before.
fn many() -> Result<Slide> {
    let slide = large(900)?;
    let n_spots = slide.spots.n_spots();
    let worse = |every: usize| {
        let name =
            |spot: usize| if spot * 7 % 20 < every { "domain 1" } else { slide.truth.1.name(spot).unwrap_or_default() };
        Ok((format!("method with a rather long name {every}"), Labeling::from_texts((0..n_spots).map(name))?))
    };
    Ok(Slide { preds: (0..18).map(worse).collect::<Result<_>>()?, ..slide })
}

/// About `n_spots` on a jittered lattice, twelve domains and three methods.
fn large(n_spots: usize) -> Result<Slide> {
    let side = (n_spots as f64).sqrt().round() as usize;
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let chance: Vec<[f64; 3]> = (0..side * side).map(|_| random.random()).collect();
    let position = |spot: usize| [(spot % side) as f64 + chance[spot][0], (spot / side) as f64 + chance[spot][1]];
    let spots = Spots::new(2, (0..side * side).flat_map(position).collect())?;
    let label = |spot: usize, shift: f64| {
        let [x, y] = position(spot).map(|value| value / side as f64);
        let ring = (9.0 * ((x - 0.4).hypot(y - 0.55) + 0.03 * (9.0 * x).sin()) + shift) as usize;
        format!("domain {}", (ring + if x > 0.7 { 5 } else { 0 }) % 12)
    };
    let labeling = |shift: f64, noise: f64| {
        let name = |spot: usize| {
            if chance[spot][2] < noise { format!("domain {}", spot % 12) } else { label(spot, shift) }
        };
        Labeling::from_texts((0..side * side).map(name))
    };
    let preds = vec![
        ("shifted".to_owned(), labeling(0.1, 0.0)?),
        ("noisy".to_owned(), labeling(0.0, 0.1)?),
        ("both".to_owned(), labeling(0.1, 0.1)?),
    ];
    Ok(Slide { spots, truth: ("truth".to_owned(), labeling(0.0, 0.0)?), preds })
}
