//! A kind of file of one's own: a JSON object per line, read as the table that it is.
//!
//! `cargo run -p slam-io --example own_format -- FILE.jsonl TRUTH PRED`

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};
use slam_io::{Format, Formats, Request, read, table_text};

/// Objects, one on each line; the keys of the first are the columns.
#[derive(Debug)]
struct JsonLines;

impl Format for JsonLines {
    fn open(&self, path: &Path) -> io::Result<Option<Box<dyn Read + Send>>> {
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            return Ok(None);
        }
        let mut objects = BufReader::new(File::open(path)?).lines().map(|line| object(&line?)).peekable();
        let columns: Vec<String> = match objects.peek() {
            Some(Ok(first)) => first.keys().cloned().collect(),
            _ => Vec::new(),
        };
        let header = columns.clone();
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let row = move |object: io::Result<Map<String, Value>>| {
            let object = object?;
            Ok(columns.iter().map(|column| text(object.get(column))).collect())
        };
        Ok(Some(table_text(&header, objects.map(row))))
    }
}

fn object(line: &str) -> io::Result<Map<String, Value>> {
    Ok(serde_json::from_str(line)?)
}

/// What a cell of a table would hold.
fn text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, truth, pred] = words.as_slice() else { return Err("usage: own_format FILE.jsonl TRUTH PRED".into()) };
    let formats = Formats(vec![Arc::new(JsonLines)]);
    let (path, truth, preds) = (PathBuf::from(path), truth.clone(), vec![pred.clone()]);
    let mut study = read(&Request { path, truth, preds, formats, ..Request::default() })?;
    let Some((_, pred)) = study.preds.pop() else { return Err("a pred was asked for".into()) };
    let options = slam::Options::default();
    let pair = options.pair(&study.spots.into(), &study.truth.into(), &pred.into())?;
    let score = options.analyze(pair, &())?.score;
    println!("slam {:.4}, slam_adjusted {:.4}", score.slam.d, score.slam_adjusted.value);
    Ok(())
}
