//! `slam man`: manual pages, from the same words as `--help`.

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::{Arguments, ManArguments};
use crate::output::emit;

pub(crate) fn run(arguments: &ManArguments) -> Result<()> {
    let mut whole = Arguments::command();
    whole.build();
    let page = match &arguments.command {
        None => whole,
        Some(name) => of_command(&whole, name)?,
    };
    let mut text = Vec::new();
    Man::new(page).source(concat!("slam ", env!("CARGO_PKG_VERSION"))).render(&mut text)?;
    emit(None, &String::from_utf8(text)?)
}

/// The page of one command: `slam score` is `slam-score(1)`.
fn of_command(whole: &clap::Command, name: &str) -> Result<clap::Command> {
    let known = || whole.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>().join(", ");
    let found = whole.find_subcommand(name).with_context(|| format!("no command {name:?} (there are: {})", known()))?;
    Ok(found.clone().display_name(format!("slam-{name}")).version(env!("CARGO_PKG_VERSION")))
}
