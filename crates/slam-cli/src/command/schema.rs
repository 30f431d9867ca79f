//! `slam schema`: what the JSON of each command looks like.

use anyhow::{Context, Result};
use slam_report::{Schema, lay_out};

use crate::arguments::SchemaArguments;
use crate::output::emit;

pub(crate) fn run(arguments: &SchemaArguments) -> Result<()> {
    let Some(name) = &arguments.name else {
        let rows = Schema::ALL.map(|schema| [schema.name().to_owned(), schema.version().to_owned()]);
        return emit(None, &(lay_out(&["json of", "schema"], &rows, &[]) + "\n"));
    };
    let known = || Schema::ALL.map(Schema::name).join(", ");
    let schema = Schema::ALL.into_iter().find(|schema| schema.name() == name);
    let schema = schema.with_context(|| format!("no schema {name:?} (there are: {})", known()))?;
    emit(None, &(serde_json::to_string_pretty(&schema.json()?)? + "\n"))
}
