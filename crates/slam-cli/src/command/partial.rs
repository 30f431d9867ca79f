//! `slam partial`: one slide of a study, reduced to what adds up.

use anyhow::{Result, bail};
use slam::RankBy;
use slam::study::SlicePartial;
use slam_io::Layout;

use crate::arguments::PartialArguments;
use crate::command::input::{input_files, of_slide, options, set_threads, words};
use crate::command::study::compare_slide;
use crate::output::{check_outputs, write_to};
use crate::progress::Progress;

pub(crate) fn run(arguments: &PartialArguments) -> Result<()> {
    let PartialArguments { input, steps, methods, infer, .. } = arguments;
    let layout =
        Layout::find(std::slice::from_ref(&input.file), &words(&input.labels)).map_err(slam_io::Error::from)?;
    let [slide] = &layout.slides[..] else {
        bail!("{}: {} slides, expected one; slam compare takes many", input.file.display(), layout.slides.len());
    };
    if input.slice.is_some() {
        bail!("--slice: slam partial takes one slice, and --name names it");
    }
    let (files, _) = of_slide(input, methods, slide, true);
    check_outputs(&input_files(&files, steps), [], Some(&arguments.output))?;
    options(input, steps, None)?.check()?;
    set_threads(steps.threads, arguments.quiet)?;
    let progress = Progress::new(arguments.quiet);
    let (found, compared) = compare_slide(
        input,
        steps,
        methods,
        slide,
        (|options| infer.ask(options, false), RankBy::default(), false),
        &progress,
    )?;
    let donor = arguments.donor_name.clone().or(found);
    let name = arguments.name.as_deref().unwrap_or(&slide.slice);
    let bytes = SlicePartial::of(name, donor.as_deref(), &compared)?.to_bytes()?;
    write_to(&arguments.output, |writer| writer.write_all(&bytes))
}
