//! `slam completions`: what the shell needs to complete the command.

use anyhow::Result;
use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionArguments};
use crate::output::emit;

pub(crate) fn run(arguments: &CompletionArguments) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "slam", &mut script);
    emit(None, &String::from_utf8(script)?)
}
