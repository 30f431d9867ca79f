//! `--figures DIR`: what is written, and what is left alone.

use std::fs;

use crate::folder::Folder;

const SPOTS: &str = "x,y,t,p,q\n0,0,a,1,1\n1,0,a,1,1\n2,0,a,1,2\n0,1,b,2,2\n1,1,b,2,2\n2,1,b,1,2\n";

fn names(folder: &Folder, inside: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path(inside)).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_figure_is_there_twice_and_can_be_renewed() {
    let folder = Folder::with(&[("in.csv", SPOTS.as_bytes())]);
    let words = ["compare", "in.csv", "--truth=t", "--pred=p", "--pred=q", "--figures", "made"];
    let output = folder.run(&words);
    let before = "note: positions: columns \"x\", \"y\"\nnote: maps: y runs up: as on a map\n\
                  warning: k = 6 is more than there are neighbours: 5 are used where spots are few\n";
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, format!("{before}note: figures: 22 files in made\n"));
    let found = names(&folder, "made");
    assert_eq!(found.len(), 22);
    for name in [
        "map-truth.svg",
        "map-p.pdf",
        "disagreement-q.svg",
        "flow-p.svg",
        "profile-q.pdf",
        "leaderboard.svg",
        "ranks.pdf",
    ] {
        assert!(found.contains(&name.to_owned()), "{name} in {found:?}");
    }
    let first = fs::read(folder.path("made/leaderboard.pdf")).unwrap();
    let again = folder.run(&words);
    let said = String::from_utf8(again.stderr).unwrap();
    assert_eq!(said, format!("{before}note: figures: 22 files in made, 22 of them replaced\n"));
    assert_eq!(fs::read(folder.path("made/leaderboard.pdf")).unwrap(), first, "the same input gives the same bytes");
    folder.done(&["score", "in.csv", "--truth=t", "--pred=p", "--figures", "one", "--quiet"]);
    assert_eq!(names(&folder, "one").len(), 12, "no ranks of one method");
}

#[test]
fn figures_change_no_result() {
    let folder = Folder::with(&[("in.csv", SPOTS.as_bytes())]);
    let words = ["score", "in.csv", "--truth=t", "--pred=p", "--format=json"];
    assert_eq!(folder.done(&[&words[..], &["--figures=made"]].concat()), folder.done(&words));
}

#[test]
fn what_others_wrote_is_left_alone() {
    let folder = Folder::with(&[("in.csv", SPOTS.as_bytes())]);
    fs::create_dir(folder.path("made")).unwrap();
    fs::write(folder.path("made/ranks.svg"), "<svg>my own</svg>").unwrap();
    let words = ["compare", "in.csv", "--truth=t", "--pred=p", "--pred=q", "--quiet"];
    let said = folder.refused(&[&words[..], &["--figures", "made"]].concat());
    let expected = "error: --figures: made/ranks.svg is there, and slam did not write it; expected another folder\n";
    assert_eq!(said, expected);
    assert_eq!(names(&folder, "made"), ["ranks.svg"], "nothing is written where something stands in the way");
}

#[test]
fn a_folder_that_cannot_be_made_is_refused_before_anything_is_read() {
    let folder = Folder::with(&[("in.csv", SPOTS.as_bytes())]);
    let words = ["compare", "absent.csv", "--truth=t", "--pred=p"];
    let said = folder.refused(&[&words[..], &["--figures", "no/folder"]].concat());
    assert_eq!(said, "error: --figures: there is no folder no to make no/folder in\n");
    let said = folder.refused(&[&words[..], &["--figures", "in.csv"]].concat());
    assert_eq!(said, "error: --figures: in.csv is a file; expected a folder, or a name for one\n");
}
