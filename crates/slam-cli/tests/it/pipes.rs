//! What comes through pipes, what goes into them, and what a signal does.
#![cfg(all(test, unix))]

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write, pipe};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::folder::Folder;
use assert_cmd::cargo::cargo_bin;

const SPOTS: &str = "id,x,y,t,p\na,0,0,A,A\nb,1,0,A,B\nc,0,1,B,B\nd,1,1,B,B\ne,2,0,A,A\nf,2,1,B,A\n";
const EDGES: &str = "u,v\na,b\nb,c\nc,d\nd,e\ne,f\n";
const LABELS: &str = "id,q\na,1\nb,1\nc,2\nd,2\ne,1\nf,2\n";
const MAP: &str = r#"{"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"t":"A","p":"A"},"geometry":{"type":"Point","coordinates":[0,0]}},
    {"type":"Feature","properties":{"t":"A","p":"B"},"geometry":{"type":"Point","coordinates":[1,0]}},
    {"type":"Feature","properties":{"t":"B","p":"B"},"geometry":{"type":"Point","coordinates":[0,1]}}]}"#;

fn folder() -> Folder {
    let h5ad = Path::new(env!("CARGO_MANIFEST_DIR")).join("../slam-io/tests/corpus/0.13.4_csr_gzip.h5ad");
    let files: [(&str, &[u8]); 5] = [
        ("s.csv", SPOTS.as_bytes()),
        ("e.csv", EDGES.as_bytes()),
        ("l.csv", LABELS.as_bytes()),
        ("m.geojson", MAP.as_bytes()),
        ("h.h5ad", &fs::read(h5ad).unwrap()),
    ];
    Folder::with(&files)
}

/// What a line of shell does, in which `$SLAM` is the command.
fn shell(folder: &Folder, line: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(line).current_dir(folder.path("")).env("SLAM", cargo_bin("slam")).stdin(Stdio::null());
    shell.output().unwrap()
}

/// What a line of shell prints, which must succeed.
#[track_caller]
fn printed(folder: &Folder, line: &str) -> String {
    let output = shell(folder, line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What a line of shell says when the command refuses.
#[track_caller]
fn refused(folder: &Folder, line: &str) -> String {
    let output = shell(folder, line);
    assert_eq!(output.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_pipe_loses_nothing() {
    let folder = folder();
    let score = r#""$SLAM" score -q --metrics none --k 2 --truth t --pred p"#;
    let edges = r#""$SLAM" score -q --metrics none --truth t --pred p s.csv"#;
    let h5ad = r#""$SLAM" score -q --metrics none --truth region --pred flag"#;
    for (from_files, from_pipes) in [
        (format!("{score} s.csv"), format!("cat s.csv | {score} -")),
        (format!("{score} s.csv"), format!("cat s.csv | {score} /dev/stdin")),
        (format!("{score} s.csv"), format!("{score} - < s.csv")),
        (format!("{score} s.csv"), format!("gzip -c s.csv | {score} -")),
        (format!("{score} s.csv"), format!("mkfifo s; cat s.csv > s & {score} s")),
        (format!("{score} s.csv --labels l.csv"), format!("cat l.csv | {score} s.csv --labels -")),
        (format!("{score} m.geojson"), format!("cat m.geojson | {score} -")),
        (format!("{score} m.geojson"), format!("gzip -c m.geojson | {score} -")),
        (format!("{edges} --graph edges:e.csv"), format!("cat e.csv | {edges} --graph edges:-")),
        (format!("{edges} --graph edges:e.csv"), format!("mkfifo e; cat e.csv > e & {edges} --graph edges:e")),
        (format!("{h5ad} h.h5ad"), format!("cat h.h5ad | {h5ad} -")),
        (format!("{h5ad} h.h5ad"), format!("gzip -c h.h5ad | {h5ad} /dev/stdin")),
    ] {
        assert_eq!(printed(&folder, &from_pipes), printed(&folder, &from_files), "{from_pipes}");
    }
    let inspected = printed(&folder, r#"cat s.csv | "$SLAM" inspect -"#);
    assert!(inspected.starts_with("standard input: 6 spots\n"), "{inspected}");
    assert!(inspected.ends_with("next: slam score - --truth t --pred p\n"), "{inspected}");
}

#[test]
fn a_pipe_is_read_once() {
    let folder = folder();
    let twice = "is named twice, but what comes through a pipe can be read once; save it as a file first";
    let said = refused(&folder, r#"cat s.csv | "$SLAM" score - --labels - --truth t --pred p"#);
    assert_eq!(said, format!("error: standard input {twice}\n"));
    let said = refused(&folder, r#"mkfifo f; "$SLAM" score f --graph edges:f --truth t --pred p"#);
    assert_eq!(said, format!("error: f {twice}\n"));
    let said = refused(&folder, r#"cat s.csv | "$SLAM" score - --labels /dev/stdin --truth t --pred p"#);
    assert_eq!(said, format!("error: /dev/stdin {twice}\n"));
    let said = refused(&folder, r#"printf '' | "$SLAM" score - --truth t --pred p"#);
    assert_eq!(said, "error: standard input is empty\n");
}

#[test]
fn only_regular_files_are_replaced() {
    let folder = folder();
    let score = r#""$SLAM" score -q --metrics none --truth t --pred p s.csv"#;
    let result = printed(&folder, score);
    assert_eq!(printed(&folder, &format!("{score} -o -")), result);
    assert_eq!(printed(&folder, &format!("{score} -o /dev/stdout | cat")), result);
    let log = printed(&folder, &format!("echo before > log; {score} -o /dev/stdout >> log; cat log"));
    assert_eq!(log, format!("before\n{result}"));
    let log = printed(&folder, &format!("echo before > log; {score} -o /dev/fd/3 3>> log; cat log"));
    assert_eq!(log, format!("before\n{result}"));
    let log = printed(&folder, &format!("echo before > log; {score} -o /dev/stderr 2>> log; cat log"));
    assert_eq!(log, format!("before\n{result}"));
    let fed = printed(&folder, &format!("mkfifo f; cat f > got & {score} -o f; wait; cat got; test -p f"));
    assert_eq!(fed, result);
    let linked = printed(&folder, &format!("ln -s made link; {score} -o link; cat made; test -L link"));
    assert_eq!(linked, result, "a link that leads to nothing is followed");
    let said = refused(&folder, &format!("ln -s round round; {score} -o round"));
    assert_eq!(said, "error: round cannot be written: a link that leads to itself\n");
}

#[test]
fn two_results_do_not_share_standard_output() {
    let folder = folder();
    let two = "error: standard output: named for two results; expected a file for each\n";
    let score = r#""$SLAM" score -q --metrics none --truth t --pred p s.csv"#;
    assert_eq!(refused(&folder, &format!("{score} --spots -")), two);
    assert_eq!(refused(&folder, &format!("{score} --spots - -o /dev/stdout")), two);
    let spots = printed(&folder, &format!("{score} --spots - -o result.txt"));
    assert!(spots.starts_with("id,x,y,truth,pred,matched,"), "{spots}");
}

fn slam(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("slam"));
    command.current_dir(folder.path("")).args(arguments);
    command
}

const SCORE: [&str; 8] = ["score", "s.csv", "--truth", "t", "--pred", "p", "--metrics", "none"];

#[test]
fn who_stops_listening_to_the_result_may_and_no_one_else() {
    let closed = || {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        writer
    };
    let folder = folder();
    for output in [&[][..], &["-o", "-"], &["-o", "/dev/stdout"]] {
        let status = slam(&folder, &[&SCORE[..], output].concat()).stdout(closed()).status().unwrap();
        assert!(status.success(), "{output:?}: {status}");
    }
    let into = ["-q", "--spots", "/dev/stderr", "-o", "result.txt"];
    let status = slam(&folder, &[&SCORE[..], &into].concat()).stderr(closed()).status().unwrap();
    assert_eq!(status.code(), Some(2));
    assert!(!folder.path("result.txt").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_closed_standard_error_is_no_reason_to_panic() {
    let folder = folder();
    for silenced in ["2>/dev/full", "2>&-"] {
        let score = format!(r#""$SLAM" score s.csv --truth t --pred p --metrics none {silenced}"#);
        assert!(printed(&folder, &score).starts_with("slam"));
        let output = shell(&folder, &format!(r#""$SLAM" score absent.csv --truth t --pred p {silenced}"#));
        assert_eq!(output.status.code(), Some(2), "{silenced}");
    }
    let full = refused(&folder, r#""$SLAM" score -q s.csv --truth t --pred p --metrics none > /dev/full"#);
    assert_eq!(full, "error: standard output cannot be written: No space left on device (os error 28)\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_need_not_be_utf_8() {
    let folder = folder();
    let name = OsStr::from_bytes(b"d\xe9mo.html");
    let output = slam(&folder, &["demo", "-q", "--report"]).arg(name).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.path("").join(name).exists());
}

/// The command in the midst of reading a pipe, and the pipe.
fn reading(folder: &Folder, shell_words: &str) -> (Child, fs::File) {
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    let line = format!(r#"{shell_words} "$SLAM" score pipe --truth t --pred p --metrics none -o out.txt"#);
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(folder.path("")).env("SLAM", cargo_bin("slam"));
    let child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // This waits until the other end is opened, when the command is well under way.
    let mut writer = fs::File::options().write(true).open(folder.path("pipe")).unwrap();
    writer.write_all(&SPOTS.as_bytes()[..40]).unwrap();
    (child, writer)
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
}

#[test]
fn ctrl_c_ends_it_with_status_130_and_nothing_left_behind() {
    let folder = folder();
    let before = folder.names();
    // Of a run in the background signals may be ignored from the start.
    let anew = if cfg!(target_os = "linux") { "exec env --default-signal=INT" } else { "exec" };
    let (mut child, writer) = reading(&folder, anew);
    signal(&child, "INT");
    let status = child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((status.code(), said.as_str()), (Some(130), "error: stopped\n"));
    drop(writer);
    fs::remove_file(folder.path("pipe")).unwrap();
    assert_eq!(folder.names(), before);
}

#[test]
fn signals_that_are_ignored_from_the_start_stay_ignored() {
    for (ignored, sent) in [("INT", "INT"), ("HUP", "HUP"), ("INT HUP", "INT")] {
        let folder = folder();
        let (mut child, mut writer) = reading(&folder, &format!("trap '' {ignored}; exec"));
        signal(&child, sent);
        writer.write_all(&SPOTS.as_bytes()[40..]).unwrap();
        drop(writer);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{ignored}");
        assert!(fs::read_to_string(folder.path("out.txt")).unwrap().starts_with("slam"));
    }
}

#[test]
fn labels_do_not_command_the_terminal_nor_the_spreadsheet() {
    let table = SPOTS.replace(",A,", ",\u{1b}[31mA\u{9b}2J,").replace("B\n", "=HYPERLINK(1)\n");
    let folder = Folder::with(&[("s.csv", table.as_bytes())]);
    let options = ["--truth", "t", "--pred", "p", "--metrics", "none", "--matching", "hungarian"];
    for command in [&["score", "s.csv"][..], &["compare", "s.csv"], &["match", "s.csv"]] {
        let output = folder.run(&[command, &options[..]].concat());
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success() && !text.contains(['\u{1b}', '\u{9b}']), "{text:?}");
        assert!(text.contains(r"\u001b[31mA\u009b2J") || command[0] == "compare", "{text}");
    }
    let inspected = folder.done(&["inspect", "s.csv"]);
    assert!(inspected.contains(r"\u001b[31mA\u009b2J (3)") && !inspected.contains('\u{1b}'), "{inspected}");
    let refused = folder.refused(&["score", "s.csv", "--truth", "\u{1b}[31m", "--pred", "p"]);
    let expected = "error: --truth: no column \"\\u{1b}[31m\" in s.csv (columns: id, x, y, t, p)\n";
    assert_eq!(refused, expected);
    folder.done(&[&["score", "s.csv", "-q", "--spots", "spots.csv"], &options[..]].concat());
    let spots = fs::read_to_string(folder.path("spots.csv")).unwrap();
    assert!(spots.lines().nth(2).unwrap().starts_with("b,1,0,\u{1b}[31mA\u{9b}2J,'=HYPERLINK(1),"), "{spots}");
    let json = folder.done(&[&["score", "s.csv", "-q", "--format", "json"], &options[..]].concat());
    assert!(json.contains("\"=HYPERLINK(1)\"") && json.contains(r"\u001b[31mA"), "{json}");
}
