//! The arguments that say how the report draws places and what it calls them.

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use slam::Labeling;
use slam_io::Drawing;
use slam_report::{Color, Image, Lengths, Scene, Words, YAxis};

/// How places are drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(crate) struct DrawArguments {
    /// Headline of the report [default: Compared with, and the name of the truth]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Which way y runs on the maps [default: down for pixels of an image, else up]
    #[arg(long, value_enum, value_name = "WAY")]
    pub(crate) y_axis: Option<YAxisName>,
    /// Colour of a truth label (repeatable) [default: the file's, or one that stands apart]
    #[arg(long, value_name = "LABEL=#RRGGBB", value_parser = parse_color)]
    pub(crate) color: Vec<(String, Color)>,
    /// What a difference from the truth is called
    #[arg(long, value_enum, value_name = "WORDS", default_value_t)]
    pub(crate) words: WordsName,
    /// What one place is called: spot, cell, state
    #[arg(long, value_name = "NOUN", default_value_t = Scene::default().spot, value_parser = parse_noun)]
    pub(crate) unit: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum YAxisName {
    /// As on a map: what has a larger y lies higher
    Up,
    /// As in an image, whose rows are counted from the top
    Down,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum WordsName {
    /// What differs is wrong
    #[default]
    Wrong,
    /// What differs has changed, as between two dates
    Change,
}

impl DrawArguments {
    /// How the places of an input are drawn, as its file and the arguments say; the arguments win.
    pub(crate) fn scene(&self, drawing: Drawing, truth: &Labeling) -> Result<Scene> {
        self.color.iter().try_for_each(|(label, _)| check_label(label, truth))?;
        let y_axis = match self.y_axis {
            Some(YAxisName::Down) => YAxis::Down,
            None if drawing.is_y_down => YAxis::Down,
            Some(YAxisName::Up) | None => YAxis::Up,
        };
        let lengths = match drawing.lengths {
            slam_io::Lengths::Unknown => Lengths::Unknown,
            slam_io::Lengths::Degrees => Lengths::Degrees,
            slam_io::Lengths::Micrometres(each) => Lengths::Unit { name: "µm".to_owned(), each },
        };
        let image = drawing.picture.map(|picture| {
            let slam_io::Picture { rgb, width, height, scale, .. } = picture;
            Image { rgb, width, height, scale }
        });
        Ok(Scene {
            y_axis,
            why: if self.y_axis.is_some() { "as asked".to_owned() } else { drawing.why },
            polygons: drawing.polygons,
            colors: drawing.look.colors.into_iter().chain(self.color.clone()).collect(),
            order: drawing.look.order,
            lengths,
            words: if self.words == WordsName::Change { Words::Change } else { Words::Wrong },
            spot: self.unit.clone(),
            image,
        })
    }

    /// How the places of many slides are drawn: as images of tissue are, unless it was typed otherwise.
    pub(crate) fn scene_of_many(&self) -> Scene {
        let is_up = self.y_axis == Some(YAxisName::Up);
        let why = if self.y_axis.is_some() { "as asked" } else { "as in images" };
        Scene {
            y_axis: if is_up { YAxis::Up } else { YAxis::Down },
            why: why.to_owned(),
            colors: self.color.clone(),
            words: if self.words == WordsName::Change { Words::Change } else { Words::Wrong },
            spot: self.unit.clone(),
            ..Scene::default()
        }
    }

    /// Refuses what was typed where nothing is drawn.
    pub(crate) fn refuse(&self) -> Result<()> {
        let typed = [
            ("--title", self.title.is_some()),
            ("--y-axis", self.y_axis.is_some()),
            ("--color", !self.color.is_empty()),
            ("--words", self.words != WordsName::default()),
            ("--unit", self.unit != Scene::default().spot),
        ];
        match typed.iter().find(|(_, is_typed)| *is_typed) {
            Some((name, _)) => bail!("{name}: nothing is drawn; ask for a report with --report, or for --figures"),
            None => Ok(()),
        }
    }
}

fn check_label(label: &str, truth: &Labeling) -> Result<()> {
    if truth.find(label).is_some() {
        return Ok(());
    }
    let meant = slam_io::nearest(label, truth.names()).map(|name| format!("; did you mean {name:?}?"));
    let listed = slam_io::Columns::called("labels", truth.names());
    bail!("--color: no label {label:?} in the truth ({listed}){}", meant.unwrap_or_default())
}

fn parse_color(text: &str) -> Result<(String, Color), String> {
    let expected = "expected LABEL=#RRGGBB, such as D=#2166ac";
    let (label, color) = text.rsplit_once('=').ok_or(expected)?;
    let digits = color.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
    let digits = digits.ok_or_else(|| format!("{:?} is no colour; {expected}", color.trim()))?;
    let part = |place: usize| u8::from_str_radix(&digits[place..place + 2], 16);
    match (part(0), part(2), part(4)) {
        (Ok(red), Ok(green), Ok(blue)) => Ok((label.trim().to_owned(), [red, green, blue])),
        _ => Err(format!("{:?} is no colour; {expected}", color.trim())),
    }
}

fn parse_noun(text: &str) -> Result<String, String> {
    const LONGEST: usize = 40;
    let noun = text.trim();
    let is_plain = !noun.is_empty() && noun.chars().count() <= LONGEST && !noun.contains(char::is_control);
    if is_plain { Ok(noun.to_owned()) } else { Err(format!("expected a noun of at most {LONGEST} letters")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(color: &str) -> DrawArguments {
        let color = vec![parse_color(color).unwrap()];
        DrawArguments { title: None, y_axis: None, color, words: WordsName::Change, unit: "state".into() }
    }

    #[test]
    fn colours_are_six_digits() {
        assert_eq!(parse_color("a=b=#2166AC"), Ok(("a=b".to_owned(), [0x21, 0x66, 0xac])));
        let refused = ["D", "D=blue", "D=#12345", "D=#12345g", "D=#1234é"].map(|text| parse_color(text).unwrap_err());
        assert!(refused.iter().all(|said| said.contains("expected LABEL=#RRGGBB")), "{refused:?}");
    }

    #[test]
    fn an_unknown_label_is_named_with_the_nearest() {
        let truth = Labeling::from_texts(["forest", "built"]).unwrap();
        let said = typed("forst=#000000").scene(Drawing::default(), &truth).unwrap_err().to_string();
        let expected = "--color: no label \"forst\" in the truth (labels: built, forest); did you mean \"forest\"?";
        assert_eq!(said, expected);
    }

    #[test]
    fn arguments_win_over_the_file() {
        let truth = Labeling::from_texts(["D", "R"]).unwrap();
        let mut drawing = Drawing { is_y_down: true, why: "pixels".into(), ..Drawing::default() };
        drawing.look.colors = vec![("D".into(), [1, 2, 3]), ("R".into(), [4, 5, 6])];
        let mut arguments = typed("D=#0000ff");
        let scene = arguments.scene(drawing.clone(), &truth).unwrap();
        assert_eq!(scene.colors_of(truth.names()), [[0, 0, 255], [4, 5, 6]]);
        assert_eq!((scene.y_in_words(), scene.spots()), ("y runs down: pixels".into(), "states".into()));
        arguments.y_axis = Some(YAxisName::Up);
        assert_eq!(arguments.scene(drawing, &truth).unwrap().y_in_words(), "y runs up: as asked");
    }
}
