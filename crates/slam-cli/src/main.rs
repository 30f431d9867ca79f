//! The command `slam`: compares spatial labelings.

mod arguments;
mod comparing;
mod evidence;
mod inferring;
mod reproducing;
mod choices;
mod command;
mod interrupt;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// The exit status of whatever could not be done.
const COULD_NOT: u8 = 2;

fn main() -> ExitCode {
    interrupt::listen();
    let arguments = Arguments::parse();
    let done = match &arguments.command {
        Command::Score(arguments) => command::score::run(arguments),
        Command::Compare(arguments) => command::compare::run(arguments),
        Command::Match(arguments) => command::matching::run(arguments),
        Command::Inspect(arguments) => command::inspect::run(arguments),
        Command::Demo(arguments) => command::demo::run(arguments),
        Command::Simulate(arguments) => command::simulate::run(arguments),
        Command::Reproduce(arguments) => command::reproduce::run(arguments),
        Command::Completions(arguments) => command::completions::run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed_output(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&output::in_words(&error));
            ExitCode::from(if interrupt::is_stop(&error) { interrupt::STOPPED } else { COULD_NOT })
        }
    }
}
