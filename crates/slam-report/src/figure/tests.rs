//! Figures of a small comparison.

use std::sync::Arc;

use slam::{Labeling, NamedLabeling, Options, Spots};

use super::*;

/// Two halves of a lattice of `side` by `side` spots, and two methods that cut elsewhere.
fn compared(side: usize, names: [&str; 2]) -> Compared {
    let n = side * side;
    let spots = Spots::new(2, (0..n).flat_map(|i| [(i % side) as f64, (i / side) as f64]).collect()).unwrap();
    let halves = |cut: usize| {
        let name = |spot: usize| if spot % side < cut { "left" } else { "right" };
        Arc::new(Labeling::from_texts((0..n).map(name)).unwrap())
    };
    let preds: [NamedLabeling; 2] =
        [(names[0].to_owned(), halves(side / 2 + 1)), (names[1].to_owned(), halves(side / 3))];
    let options = Options { metrics: "ari,pas".parse().unwrap(), ..Options::default() };
    options.compare(&Arc::new(spots), &("truth".to_owned(), halves(side / 2)), &preds, &()).unwrap()
}

#[test]
fn every_part_of_the_report_is_a_figure() {
    let all = figures(&compared(8, ["a", "b"]), &Scene::default());
    let names: Vec<&str> = all.iter().map(Figure::name).collect();
    let of_a = ["map-a", "disagreement-a", "flow-a", "profile-a"];
    let of_b = ["map-b", "disagreement-b", "flow-b", "profile-b"];
    let expected = [&["map-truth"][..], &of_a, &of_b, &["leaderboard", "ranks"]].concat();
    assert_eq!(names, expected);
    for figure in &all {
        let (svg, pdf) = (figure.svg(), figure.pdf());
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("<text "), "{}", figure.name());
        assert!(pdf.starts_with(b"%PDF-1.4") && pdf.ends_with(b"%%EOF\n"), "{}", figure.name());
        assert!(Figure::is_ours(&svg.as_bytes()[..400]) && Figure::is_ours(&pdf[..100]));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

#[test]
fn a_map_has_a_cell_per_spot_in_the_colours_of_the_labels() {
    let all = figures(&compared(8, ["a", "b"]), &Scene::default());
    let svg = all[0].svg();
    // The spots fill a square lattice, so that they are cells.
    assert_eq!((svg.matches('Z').count(), svg.matches("h0").count()), (64, 0));
    for color in crate::palette(2).into_iter().map(crate::css) {
        assert_eq!(svg.matches(&color).count(), 2, "cells and legend: {svg}");
    }
    assert!(svg.contains(">left</text>") && svg.contains(">truth</text>"), "{svg}");
}

#[test]
fn beyond_fifty_thousand_spots_a_map_is_a_picture_with_words() {
    let all = figures(&compared(230, ["a", "b"]), &Scene::default());
    let (svg, pdf) = (all[0].svg(), all[0].pdf());
    assert!(svg.contains("<image ") && svg.contains(">left</text>") && !svg.contains("h0M"));
    assert!(svg.len() < 1_000_000 && pdf.len() < 1_000_000, "{} and {} bytes", svg.len(), pdf.len());
}

#[test]
fn names_become_names_of_files() {
    let all = figures(&compared(4, ["../a b", "../A|b"]), &Scene::default());
    let names: Vec<&str> = all.iter().map(Figure::name).filter(|name| name.starts_with("map")).collect();
    assert_eq!(names, ["map-truth", "map-.._a_b", "map-.._A_b-2"]);
}
