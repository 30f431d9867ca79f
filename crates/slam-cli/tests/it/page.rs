//! The page of the command, `docs/command.md`, shows what the user sees and names all there is.

use std::collections::BTreeSet;
use std::fs;

use crate::folder::Folder;
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/command.md");
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command.md");

/// A line that was typed, and what the page shows for it.
type Typed = (&'static str, Vec<&'static str>);

fn typed() -> Vec<Typed> {
    let mut all: Vec<Typed> = Vec::new();
    for block in PAGE.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(words) => all.push((words, Vec::new())),
                None => all.last_mut().unwrap().1.push(line),
            }
        }
    }
    all
}

/// What a line prints: standard output, or what is said when it is refused.
fn printed(folder: &Folder, line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["slam", ref arguments @ ..] => {
            let output = folder.run(arguments);
            let shown = if output.status.success() { output.stdout } else { output.stderr };
            String::from_utf8(shown).unwrap()
        }
        ["head", "-n", n, file] => {
            let text = fs::read_to_string(folder.path(file)).unwrap();
            text.lines().take(n.parse().unwrap()).map(|line| line.to_owned() + "\n").collect()
        }
        _ => panic!("expected slam or head, got {line}"),
    }
}

#[test]
fn every_example_prints_what_the_page_shows() {
    let folder = Folder::with(&[]);
    if std::env::var_os("SLAM_RENEW").is_some() {
        renew(&folder);
        return;
    }
    for (line, shown) in typed() {
        let printed = printed(&folder, line);
        let mut found: Vec<&str> = printed.lines().collect();
        let expected = shown.strip_suffix(&["…"]).unwrap_or(&shown);
        if expected.len() < shown.len() {
            found.truncate(expected.len());
        }
        assert_eq!(found, expected, "$ {line}\n{printed}");
    }
}

/// Writes what every example prints into the page; what is cut off there stays as long as it was.
fn renew(folder: &Folder) {
    let mut page = fs::read_to_string(PATH).unwrap();
    for (line, shown) in typed() {
        let printed = printed(folder, line);
        let mut found: Vec<&str> = printed.lines().collect();
        if let Some(kept) = shown.strip_suffix(&["…"]) {
            found.truncate(kept.len());
            found.push("…");
        }
        let [before, after] = [&shown, &found].map(|lines| format!("$ {line}\n{}", lines.join("\n")));
        page = page.replacen(&before, &after, 1);
    }
    fs::write(PATH, page).unwrap();
}

#[test]
fn every_command_and_option_is_named() {
    let folder = Folder::with(&[]);
    let commands = [
        "score",
        "compare",
        "partial",
        "merge",
        "match",
        "inspect",
        "demo",
        "simulate",
        "reproduce",
        "schema",
        "man",
        "completions",
    ];
    for command in commands {
        assert!(PAGE.contains(&format!("`slam {command}")), "{command}");
        let help = folder.done(&[command, "--help"]);
        let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        let options = lines.filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")));
        for option in options.filter(|&option| option != "--help") {
            assert!(
                PAGE.contains(&format!("`{option}")) || PAGE.contains(&format!(" {option}")),
                "{option} of {command}"
            );
        }
    }
}

#[test]
fn every_value_of_a_choice_is_listed() {
    // The help lists what the library's own lists hold, a line for each value.
    let help = Folder::with(&[]).done(&["compare", "--help"]);
    let mut choices: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in help.lines().map(str::trim_start) {
        let option = line.split(' ').find(|word| word.starts_with("--")).filter(|_| line.starts_with('-'));
        let value = line.strip_prefix("- ").and_then(|line| line.split(':').next());
        match (value, option) {
            (Some(value), _) => choices.last_mut().unwrap().1.push(value),
            (None, Some(option)) => choices.push((option, Vec::new())),
            _ => {}
        }
    }
    choices.retain(|(_, values)| !values.is_empty());
    assert!(choices.iter().any(|(option, values)| *option == "--extractor" && values.contains(&"pairs")));
    for (option, values) in choices {
        let listed = format!("`{option} {}`", values.join("\\|"));
        assert!(PAGE.contains(&listed), "docs/command.md should list {listed}");
    }
}

#[test]
fn every_key_of_the_json_is_named() {
    // Two slices of three spots; x is split by jaccard, and in q, matched one to one, 3 stands for nothing.
    let spots =
        "id,x,y,t,p,q,s\na,0,0,u,x,1,l\nb,1,0,u,x,1,l\nc,2,0,v,x,2,l\nd,3,0,v,x,2,r\ne,4,0,v,x,2,r\nf,5,0,v,x,3,r\n";
    let folder = Folder::with(&[("in.csv", spots.as_bytes())]);
    let common = ["in.csv", "--truth", "t", "--slice", "s", "--format", "json", "--quiet"];
    let run = |words: &[&str]| serde_json::from_str::<Value>(&folder.done(&[words, &common].concat())).unwrap();
    let mut found = BTreeSet::new();
    for options in ["--matching=jaccard", "--matching=hungarian", "--estimator=authors", "--discrepancy=mmd"] {
        gather(&run(&["score", "--pred", "p", options]), "", &mut found);
        gather(&run(&["score", "--pred", "q", options]), "", &mut found);
    }
    gather(&run(&["score", "--pred", "p", "--matching=jaccard", "--match-per=slice"]), "", &mut found);
    assert_eq!(found, named("### Of score"));
    // s has as many labels as the truth, and is held against blind domains.
    let mut board = run(&["compare", "--pred", "q", "--pred", "s", "--no-test"]);
    let mut of_compare = BTreeSet::new();
    for (list, own) in [
        ("results", &["pred", "rank", "slam_rank", "is_partial", "better_than_chance", "blind", "hungarian"][..]),
        ("references", &["pred"]),
    ] {
        for mut entry in board[list].as_array().unwrap().clone() {
            let entry = entry.as_object_mut().unwrap();
            for key in own {
                gather(&entry.shift_remove(*key).unwrap(), &format!("{list}[].{key}"), &mut of_compare);
            }
            let mut rest = BTreeSet::new();
            gather(&Value::Object(entry.clone()), "", &mut rest);
            assert!(rest.is_subset(&found), "{list}: {rest:?}");
        }
        of_compare.insert(format!("{list}[]"));
    }
    board.as_object_mut().unwrap().retain(|key, _| key != "results" && key != "references");
    of_compare.extend(board.as_object().unwrap().keys().cloned());
    assert_eq!(of_compare, named("### Of compare"));
}

#[test]
fn every_key_of_what_is_asked_beside_is_named() {
    // Seven donors of one slice each, of four spots; and one slide of six hundred.
    let row = |spot: usize, slice: usize| {
        let (x, y) = (spot % 20, spot / 20);
        format!("{slice}-{spot},{x},{y},{slice},{},{},{}\n", x / 10, (x + y % 2) / 10, (x + y % 3) / 9)
    };
    let slices: String = (0..7).flat_map(|slice| (slice..40).map(move |spot| row(spot, slice))).collect();
    let slide: String = (0..600).map(|spot| row(spot, 0)).collect();
    let header = "id,x,y,s,t,p,q\n";
    let folder = Folder::with(&[
        ("slices.csv", (header.to_owned() + &slices).as_bytes()),
        ("slide.csv", (header.to_owned() + &slide).as_bytes()),
    ]);
    let common = ["--truth", "t", "--pred", "p", "--pred", "q", "--format", "json", "--quiet", "--infer"];
    let mut found = BTreeSet::new();
    let by_donor = ["slices.csv", "--slice", "s", "--donor", "s"];
    for input in [
        &by_donor[..],
        &["slices.csv", "--slice", "s"],
        &["slide.csv"],
        &["slices.csv", "--one-slide"],
        &["slide.csv", "--pred", "s"],
    ] {
        let printed = folder.done(&[&["compare"], input, &common].concat());
        let mut board: Value = serde_json::from_str(&printed).unwrap();
        for entry in board["results"].as_array_mut().unwrap() {
            entry.as_object_mut().unwrap().retain(|key, _| ["test", "intervals"].contains(&key.as_str()));
            gather(entry, "", &mut found);
        }
        board.as_object_mut().unwrap().retain(|key, _| ["pairs", "groups"].contains(&key.as_str()));
        gather(&board, "", &mut found);
    }
    assert_eq!(found, named("`pairs` and `groups` stand beside `results`."));
}

#[test]
fn every_key_of_a_study_is_named() {
    let page = include_str!("../../../../docs/study.md");
    let row =
        |spot: usize| format!("{spot},{},{},{},{},{}\n", spot % 5, spot / 5, spot % 5 / 3, spot % 5 / 2, spot % 2);
    let slide = "id,x,y,t,p,q\n".to_owned() + &(0..25).map(row).collect::<Vec<_>>().concat();
    let folder = Folder::with(&["a.csv", "b.csv", "c.csv"].map(|name| (name, slide.as_bytes())));
    let words =
        ["compare", "a.csv", "b.csv", "c.csv", "--truth", "t", "--pred", "p", "--pred", "q", "--format", "json", "-q"];
    let study: Value = serde_json::from_str(&folder.done(&words)).unwrap();
    let method = &study["methods"][0];
    let parts = [&study, &study["verdict"], &study["slices"][0], method, &method["means"]["slam"], &study["pairs"][0]];
    for key in parts.iter().flat_map(|part| part.as_object().unwrap().keys()) {
        let is_named = [format!("`{key}`"), format!("`{key}["), format!(".{key}`"), format!(".{key}.")];
        assert!(is_named.iter().any(|name| page.contains(name)), "{key}");
    }
}

/// The keys of a value by their paths: `[]` for a list of objects, `NAME` where the data give the names.
fn gather(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    let is_told_above = path.starts_with("slices.NAME.");
    let names = [
        "matching.map",
        "matching.slices",
        "matching.slices.NAME",
        "metrics",
        "undefined",
        "slam.details",
        "slices",
        "intervals",
        "provenance.options",
        "provenance.input",
    ];
    match value {
        Value::Object(map) if !is_told_above => {
            for (key, value) in map {
                let key = if names.contains(&path) { "NAME" } else { key };
                let is_leaf = path == "provenance.options" || path == "provenance.input";
                let inner = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                gather(if is_leaf { &Value::Null } else { value }, &inner, found);
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().for_each(|item| gather(item, &format!("{path}[]"), found));
        }
        Value::Null if path == "results[].blind" => {}
        Value::Array(items) if items.is_empty() && ["matching.split", "verdict.worst"].contains(&path) => {}
        _ => {
            found.insert(path.to_owned());
        }
    }
}

/// The keys in the first column of the table below a heading.
fn named(heading: &str) -> BTreeSet<String> {
    let below = PAGE.split_once(heading).unwrap().1.trim_start();
    let rows = below.lines().take_while(|line| line.starts_with('|')).skip(2);
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}
