//! The page's words for places and differences, as a scene has them.

use serde::Serialize;

use crate::scene::{Scene, Words as Kind, YAxis};

/// How places and differences are spoken of.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Words {
    is_up: bool,
    why: String,
    /// Which way y runs, and why.
    way: String,
    spot: String,
    spots: String,
    noun: &'static str,
    /// The noun at the beginning of a caption.
    title: &'static str,
    adjective: &'static str,
    /// What an edge that differs does: it `is wrong`, or it `changed`.
    differs: &'static str,
}

impl Words {
    /// The words of a scene.
    pub(crate) fn new(scene: &Scene) -> Self {
        let (title, differs) = match scene.words {
            Kind::Wrong => ("Disagreement", "is wrong"),
            Kind::Change => ("Change", "changed"),
        };
        Self {
            is_up: scene.y_axis == YAxis::Up,
            why: scene.why.clone(),
            way: scene.y_in_words(),
            spot: scene.spot.clone(),
            spots: scene.spots(),
            noun: scene.words.noun(),
            title,
            adjective: scene.words.adjective(),
            differs,
        }
    }
}

/// What our sentences call what differs, and what it is called between two dates. The longer phrases come first.
const CHANGED: [(&str, &str); 8] = [
    ("Nothing is wrong", "Nothing changed"),
    ("nothing is wrong", "nothing changed"),
    ("of what is wrong", "of what changed"),
    ("goes wrong most", "changed most"),
    ("% of all faults", "% of all change"),
    ("the wrong edges", "the changed edges"),
    ("count as wrong wherever", "count as changed wherever"),
    ("map of disagreement", "map of change"),
];

/// A sentence of ours in the words of a scene; phrases are replaced whole, so that names stay what they are.
pub(crate) fn reword(scene: &Scene, sentence: &str) -> String {
    let mut said = sentence.to_owned();
    if scene.words == Kind::Change {
        said = CHANGED.iter().fold(said, |said, (ours, theirs)| said.replace(ours, theirs));
    }
    if scene.spot == Scene::default().spot {
        return said;
    }
    let (spot, spots) = (&scene.spot, scene.spots());
    for digit in '0'..='9' {
        said = said.replace(&format!("{digit} spots"), &format!("{digit} {spots}"));
    }
    said.replace("every spot that", &format!("every {spot} that"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dates_change_and_names_stay() {
        let scene = Scene { words: Kind::Change, spot: "county".into(), ..Scene::default() };
        let said = reword(&scene, "wrong goes wrong most in spots (50 % of all faults); 12 spots of what is wrong.");
        assert_eq!(said, "wrong changed most in spots (50 % of all change); 12 counties of what changed.");
        let plain = "Most of what is wrong is on 3 spots.";
        assert_eq!(reword(&Scene::default(), plain), plain);
    }
}
