//! The command `slam`: compares spatial labelings.

mod arguments;
mod drawing;
mod evidence;
mod inferring;
mod study_file;
mod choices;
mod command;
mod figures;
mod interrupt;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

/// The exit status of what could be done in part.
const IN_PART: u8 = 1;
/// The exit status of whatever could not be done.
const COULD_NOT: u8 = 2;

fn main() -> ExitCode {
    interrupt::listen();
    let mut arguments = match study_file::expanded(std::env::args_os().collect()) {
        Ok(words) => Arguments::parse_from(words),
        Err(error) => {
            output::complain(&output::in_words(&error));
            return ExitCode::from(COULD_NOT);
        }
    };
    if let Err(error) = command::input::name_truth(&mut arguments.command) {
        output::complain(&output::in_words(&error));
        return ExitCode::from(COULD_NOT);
    }
    let whole = |()| true;
    let done = match &arguments.command {
        Command::Score(arguments) => command::score::run(arguments).map(whole),
        Command::Compare(arguments) => command::compare::run(arguments),
        Command::Partial(arguments) => command::partial::run(arguments).map(whole),
        Command::Merge(arguments) => command::merge::run(arguments).map(whole),
        Command::Match(arguments) => command::matching::run(arguments).map(whole),
        Command::Inspect(arguments) => command::inspect::run(arguments).map(whole),
        Command::Demo(arguments) => command::demo::run(arguments).map(whole),
        Command::Simulate(arguments) => command::simulate::run(arguments).map(whole),
        Command::Reproduce(arguments) => command::reproduce::run(arguments).map(whole),
        Command::Schema(arguments) => command::schema::run(arguments).map(whole),
        Command::Man(arguments) => command::man::run(arguments).map(whole),
        Command::Completions(arguments) => command::completions::run(arguments).map(whole),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(IN_PART),
        Err(error) if output::is_closed_output(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&output::in_words(&error));
            ExitCode::from(if interrupt::is_stop(&error) { interrupt::STOPPED } else { COULD_NOT })
        }
    }
}
