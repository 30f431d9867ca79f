//! Results as a section of a MultiQC report: a file whose name ends in `_mqc.json`.

use serde_json::{Map, Value, json};
use slam::study::StudyResult;
use slam::{Comparison, Named, RankBy};

use crate::error::Result;
use crate::look::{sentences, spelled};

/// A comparison as a table for MultiQC: a row per method.
pub fn comparison_multiqc(comparison: &Comparison) -> Result<String> {
    let names: Vec<RankBy> = shown(comparison.results.first().map(|entry| &entry.score.metrics));
    let row = |entry: &slam::Entry| {
        let mut row = Map::new();
        row.insert("rank".to_owned(), json!(entry.rank));
        for by in &names {
            row.insert(by.name().to_owned(), json!(by.value(&entry.score)));
        }
        (entry.pred.clone(), Value::Object(without_nulls(row)))
    };
    let data = comparison.results.iter().map(row).collect();
    written(&sentences(&comparison.verdict), &headers(&names, &[]), &data)
}

/// A study as a table for MultiQC: a row per method, its means over slices, and a column per slice.
pub fn study_multiqc(study: &StudyResult) -> Result<String> {
    let by = study.verdict.by;
    let names: Vec<RankBy> = shown(study.methods.first().map(|method| &method.pooled.metrics));
    let slices: Vec<String> = study.slices.iter().map(|slice| format!("{by} {}", slice.slice)).collect();
    let row = |method: &slam::study::StudyMethod| {
        let mut row = Map::new();
        row.insert("rank".to_owned(), json!(method.rank));
        row.insert("slices".to_owned(), json!(method.n_slices));
        for other in &names {
            let mean = method.means.get(other.name());
            row.insert(other.name().to_owned(), json!(mean.and_then(|mean| mean.value)));
        }
        let mean = method.means.get(by.name());
        row.insert("low".to_owned(), json!(mean.and_then(|mean| mean.low)));
        row.insert("high".to_owned(), json!(mean.and_then(|mean| mean.high)));
        for (title, value) in slices.iter().zip(method.values(by)) {
            row.insert(title.clone(), json!(value));
        }
        (method.method.clone(), Value::Object(without_nulls(row)))
    };
    let data = study.methods.iter().map(row).collect();
    let own = ["slices".to_owned(), "low".to_owned(), "high".to_owned()];
    let mut extra: Vec<(String, String)> = vec![
        (own[0].clone(), "slices that the method has".to_owned()),
        (own[1].clone(), format!("lower end of the interval of the mean {by}")),
        (own[2].clone(), format!("upper end of the interval of the mean {by}")),
    ];
    extra.extend(slices.iter().map(|title| (title.clone(), title.clone())));
    written(&spelled(&study.verdict.sentences), &headers(&names, &extra), &data)
}

/// SLAM's numbers, and the metrics that were computed.
fn shown(metrics: Option<&Named<Option<f64>>>) -> Vec<RankBy> {
    let own = [RankBy::SlamAdjusted, RankBy::Slam, RankBy::SlamPinned];
    let names = metrics.into_iter().flat_map(|metrics| &metrics.0).filter_map(|(name, _)| name.parse().ok());
    own.into_iter().chain(names).collect()
}

/// The columns: the first few are seen at once.
fn headers(names: &[RankBy], extra: &[(String, String)]) -> Map<String, Value> {
    const SEEN: [&str; 4] = ["slam_adjusted", "slam", "accuracy", "ari"];
    let mut headers = Map::new();
    headers.insert("rank".to_owned(), json!({ "title": "rank", "format": "{:,.0f}", "scale": false }));
    for by in names {
        let scale = if by.better() == slam::metrics::Better::Lower { "RdYlGn-rev" } else { "RdYlGn" };
        let description = format!("{}: {} is better", by.name(), if scale == "RdYlGn" { "higher" } else { "lower" });
        headers.insert(
            by.name().to_owned(),
            json!({
                "title": by.name(), "description": description, "format": "{:,.3f}", "scale": scale,
                "hidden": !SEEN.contains(&by.name()),
            }),
        );
    }
    for (title, description) in extra {
        let format = if title == "slices" { "{:,.0f}" } else { "{:,.3f}" };
        headers.insert(
            title.clone(),
            json!({ "title": title, "description": description, "format": format, "scale": false }),
        );
    }
    headers
}

/// What has no value has no cell: MultiQC would take null for text.
fn without_nulls(row: Map<String, Value>) -> Map<String, Value> {
    row.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

fn written(sentences: &[String], headers: &Map<String, Value>, data: &Map<String, Value>) -> Result<String> {
    let section = json!({
        "id": "slam",
        "section_name": "Spatial labelings (SLAM)",
        "description": sentences.join(" "),
        "plot_type": "table",
        "pconfig": { "id": "slam_table", "title": "SLAM: methods", "col1_header": "Method", "no_violin": true },
        "headers": headers,
        "data": data,
    });
    Ok(serde_json::to_string_pretty(&section)? + "\n")
}
