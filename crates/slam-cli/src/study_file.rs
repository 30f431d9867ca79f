//! `--study FILE`: the words of a study in a file, put before those that are typed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};
use toml::{Table, Value};

use slam_io::h5ad::is_zarr;
use slam_io::unreadable;

use crate::arguments::Arguments;

/// The command that takes such a file.
const COMMAND: &str = "compare";
/// Words whose values are files or patterns of files, which lie relative to the study's file.
const FILES: [&str; 5] = ["input", "labels", "output", "report", "spots"];

/// The words that were typed, with those of the study's file, if one is named, where none are typed.
pub(crate) fn expanded(words: Vec<OsString>) -> Result<Vec<OsString>> {
    let is_near = |word: &OsString| word.to_string_lossy().starts_with("--study");
    if words.get(1).map(OsString::as_os_str) != Some(OsStr::new(COMMAND)) || !words.iter().any(is_near) {
        return Ok(words);
    }
    let typed = Arguments::command().ignore_errors(true).get_matches_from(&words);
    let Some(typed) = typed.subcommand_matches(COMMAND) else { return Ok(words) };
    let Some(file) = typed.get_one::<PathBuf>("study").cloned() else { return Ok(words) };
    let name = file.display().to_string();
    let text = fs::read_to_string(&file).map_err(|cause| unreadable(&file, cause))?;
    // What the parser says ends in a line of its own.
    let table: Table = text.parse().map_err(|cause| anyhow!("{name}: {}", format!("{cause}").trim_end()))?;
    let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut all = words[..2].to_vec();
    for (key, value) in &table {
        all.extend(spelled(&name, &folder, key, value, typed)?);
    }
    all.extend_from_slice(&words[2..]);
    Ok(all)
}

/// A word of the file as it would be typed; nothing where it is typed already.
fn spelled(name: &str, folder: &Path, key: &str, value: &Value, typed: &ArgMatches) -> Result<Vec<OsString>> {
    let key = match key.replace('_', "-").as_str() {
        "preds" => "pred".to_owned(),
        "inputs" => "input".to_owned(),
        other => other.to_owned(),
    };
    let is_input = key == "input";
    let id = if is_input { "file".to_owned() } else { key.replace('-', "_") };
    check(name, &key, &id)?;
    if typed.value_source(&id) == Some(ValueSource::CommandLine) {
        return Ok(Vec::new());
    }
    let mut words = Vec::new();
    for text in texts(name, &key, value)? {
        let text = if FILES.contains(&key.as_str()) { placed(folder, &text) } else { within(folder, &key, text) };
        if is_input {
            words.push(text.into());
        } else {
            words.extend([format!("--{key}={text}").into()]);
        }
    }
    if let Value::Boolean(is_on) = value {
        words = if *is_on { vec![format!("--{key}").into()] } else { Vec::new() };
    }
    Ok(words)
}

/// Refuses a word that is no option.
fn check(name: &str, key: &str, id: &str) -> Result<()> {
    let command = Arguments::command();
    let options: Vec<String> = command
        .find_subcommand(COMMAND)
        .into_iter()
        .flat_map(clap::Command::get_arguments)
        .filter_map(|argument| argument.get_long().map(str::to_owned))
        .chain(["input".to_owned(), "preds".to_owned()])
        .filter(|option| option != "study")
        .collect();
    if id == "file" || options.iter().any(|option| option == key) {
        return Ok(());
    }
    let meant = slam_io::nearest(key, &options).map(|nearest| format!("; did you mean {nearest:?}?"));
    bail!("{name}: no option {key:?}{}", meant.unwrap_or_default())
}

/// The values of a word: one, many, or files by the names of methods.
fn texts(name: &str, key: &str, value: &Value) -> Result<Vec<String>> {
    match value {
        Value::Boolean(_) => Ok(Vec::new()),
        Value::Array(list) => {
            let one = |value: &Value| scalar(name, key, value);
            list.iter().map(one).collect()
        }
        Value::Table(table) if ["labels", "severity"].contains(&key) => {
            table.iter().map(|(method, value)| Ok(format!("{method}={}", scalar(name, key, value)?))).collect()
        }
        _ => Ok(vec![scalar(name, key, value)?]),
    }
}

fn scalar(name: &str, key: &str, value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => bail!("{name}: {key} must be text, a number, true or false, or a list of these"),
    }
}

/// A file as seen from where the command is typed; `NAME=FILE` keeps its name.
fn placed(folder: &Path, text: &str) -> String {
    match text.split_once('=') {
        Some((name, file)) if !name.contains(['/', '{']) => format!("{name}={}", placed(folder, file)),
        _ => folder.join(text).to_string_lossy().into_owned(),
    }
}

/// The same for words that may name a file: measurements, and edges.
fn within(folder: &Path, key: &str, text: String) -> String {
    match (key, text.strip_prefix("edges:")) {
        ("graph", Some(file)) => format!("edges:{}", placed(folder, file)),
        ("expression", _) if folder.join(&text).is_file() || is_zarr(&folder.join(&text)) => placed(folder, &text),
        _ => text,
    }
}
