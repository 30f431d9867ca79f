//! Maps: every spot or polygon in the colour of its label, or of how wrong it is, with a legend.

use slam::{Analysis, Compared};

use super::drawing::{Anchor, Drawing};
use super::font::{fitted, text_width};
use super::ground::Ground;
use crate::html::layout::{Layout, lay_out};
use crate::html::{Color, maps::truth_names};
use crate::scene::Scene;

const MARGIN: f64 = 16.0;
const TOP: f64 = 40.0;
const LINE: f64 = 18.0;
/// A legend with more entries says how many it leaves out.
const MOST_ENTRIES: usize = 40;
/// What stands for no truth label.
const UNMATCHED: Color = [0x9a, 0x9f, 0xa6];
/// The colour of spots without a prediction.
const NO_PREDICTION: Color = [0xdd, 0xdf, 0xe2];
/// From nothing wrong to everything wrong, as in the report.
const RAMP: [[f64; 3]; 4] = [[226.0, 227.0, 224.0], [244.0, 178.0, 122.0], [205.0, 72.0, 50.0], [92.0, 18.0, 38.0]];

/// The truth labels of a comparison and their colours, as the report has them.
pub(super) struct Labels {
    names: Vec<String>,
    colors: Vec<Color>,
}

impl Labels {
    pub(super) fn new(compared: &Compared, scene: &Scene) -> Self {
        let names = truth_names(compared, scene).names;
        let colors = scene.colors_of(&names);
        Self { names, colors }
    }

    /// The colour of a label, if it is one of the truth's.
    pub(super) fn color(&self, name: &str) -> Option<Color> {
        self.names.iter().position(|other| other == name).map(|place| self.colors[place])
    }

    fn legend(&self) -> Vec<(String, Color)> {
        self.names.iter().cloned().zip(self.colors.iter().copied()).collect()
    }
}

/// The truth.
pub(super) fn truth(analysis: &Analysis, name: &str, labels: &Labels, scene: &Scene) -> Drawing {
    let truth = analysis.pair.truth();
    let of_label: Vec<Color> = truth.names().iter().map(|name| labels.color(name).unwrap_or(UNMATCHED)).collect();
    let colors: Vec<Color> =
        (0..truth.n_spots()).map(|spot| truth.code(spot).map_or(UNMATCHED, |code| of_label[code])).collect();
    map(
        analysis,
        scene,
        &if name == "truth" { name.to_owned() } else { format!("{name} (truth)") },
        &colors,
        &labels.legend(),
    )
}

/// A method, in the colours of the truth.
pub(super) fn pred(analysis: &Analysis, name: &str, labels: &Labels, scene: &Scene) -> Drawing {
    let n_truth = analysis.matching.n_truth;
    let names = analysis.matched_names();
    let color = |(place, name): (usize, &String)| Some(name).filter(|_| place < n_truth).and_then(|n| labels.color(n));
    let mut of_label: Vec<Color> = names.iter().enumerate().map(|pair| color(pair).unwrap_or(UNMATCHED)).collect();
    let missing = analysis.matching.missing.map(usize::from);
    of_label.iter_mut().skip(missing.unwrap_or(names.len())).for_each(|color| *color = NO_PREDICTION);
    let colors: Vec<Color> = analysis.matching.codes.iter().map(|&code| of_label[usize::from(code)]).collect();
    let mut legend = labels.legend();
    let is_unmatched = analysis.matching.n_labels() > n_truth;
    legend.extend(is_unmatched.then(|| ("(unmatched)".to_owned(), UNMATCHED)));
    legend.extend(missing.and_then(|class| names.get(class)).map(|name| (name.clone(), NO_PREDICTION)));
    map(analysis, scene, &format!("{name} (matched)"), &colors, &legend)
}

/// Where a method disagrees with the truth.
pub(super) fn disagreement(analysis: &Analysis, name: &str, scene: &Scene) -> Drawing {
    let shade =
        |spot: &slam::SpotScore| spot.disagreement.map_or(UNMATCHED, |value| ramp((254.0 * value).round() / 254.0));
    let colors: Vec<Color> = analysis.spots().iter().map(shade).collect();
    let step = |share: f64| (format!("{:.0} % {}", 100.0 * share, scene.words.adjective()), ramp(share));
    let mut legend: Vec<(String, Color)> = [0.0, 0.25, 0.5, 0.75, 1.0].map(step).to_vec();
    legend.extend(
        analysis.spots().iter().any(|spot| spot.disagreement.is_none()).then(|| ("no edges".to_owned(), UNMATCHED)),
    );
    map(analysis, scene, &format!("{name}: {}", scene.words.noun()), &colors, &legend)
}

fn ramp(share: f64) -> Color {
    let place = ((3.0 * share) as usize).min(2);
    let part = 3.0 * share - place as f64;
    let (low, high) = (RAMP[place], RAMP[place + 1]);
    std::array::from_fn(|axis| (low[axis] + part * (high[axis] - low[axis])).round() as u8)
}

fn map(analysis: &Analysis, scene: &Scene, title: &str, colors: &[Color], legend: &[(String, Color)]) -> Drawing {
    let layout = lay_out(analysis.pair.spots(), &analysis.graph, scene);
    let ground = Ground::new(&layout, [MARGIN, TOP]);
    let ([width, height], radius) = (ground.extent, ground.radius);
    let entries = legend.len().min(MOST_ENTRIES);
    let wide = legend.iter().take(entries).map(|(name, _)| text_width(name, 12.0)).fold(0.0, f64::max).min(220.0);
    let n_lines = entries + usize::from(legend.len() > entries);
    let below = (TOP + 2.0 * radius + height).max(TOP + LINE * n_lines as f64);
    let beside = MARGIN + width + 2.0 * radius + 24.0;
    let mut drawing = Drawing::new(beside + 18.0 + wide + MARGIN, below + MARGIN);
    drawing.title([MARGIN, 24.0], title);
    ground.draw(&mut drawing, colors);
    add_captions(&mut drawing, analysis, &layout, &ground);
    add_legend(&mut drawing, [beside, TOP], &legend[..entries], legend.len() - entries);
    if ground.n_beyond > 0 {
        let words = format!("without {} far away", scene.counted(ground.n_beyond));
        drawing.words([MARGIN, drawing.height - 5.0], &words, 11.0, Anchor::Start);
    }
    drawing
}

fn add_captions(drawing: &mut Drawing, analysis: &Analysis, layout: &Layout, ground: &Ground<'_>) {
    let names = analysis.pair.spots().slices().map(slam::Labeling::names).unwrap_or_default();
    for (name, place) in names.iter().zip(&layout.captions) {
        let [x, y] = ground.at(*place);
        drawing.words([x, y + 8.0], name, 11.0, Anchor::Middle);
    }
}

fn add_legend(drawing: &mut Drawing, [x, y]: [f64; 2], entries: &[(String, Color)], n_hidden: usize) {
    for (place, (name, color)) in entries.iter().enumerate() {
        let top = y + LINE * place as f64;
        drawing.fill([x, top, 12.0, 12.0], *color);
        drawing.words([x + 18.0, top + 10.5], &fitted(name, 12.0, 220.0), 12.0, Anchor::Start);
    }
    if n_hidden > 0 {
        let top = y + LINE * entries.len() as f64;
        drawing.words([x, top + 10.5], &format!("… and {n_hidden} more"), 12.0, Anchor::Start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_lie_between_those_of_the_thirds() {
        assert_eq!([ramp(0.0), ramp(1.0)], [[226, 227, 224], [92, 18, 38]]);
        // A quarter is three quarters of the first third: 226 + ¾·18 = 239.5, 227 − ¾·49 = 190.25, 224 − ¾·102 = 147.5.
        assert_eq!(ramp(0.25), [240, 190, 148]);
        // A half is half of the second third: 244 − ½·39 = 224.5, 178 − ½·106 = 125, 122 − ½·72 = 86.
        assert_eq!(ramp(0.5), [225, 125, 86]);
    }
}
