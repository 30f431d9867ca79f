//! Labelings of the same few places, side by side.

use slam::{Labeling, Spots};

/// Labelings of the same places side by side, every spot a dot in the colour of its label.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// What it shows.
    pub caption: String,
    /// The places, in the plane; y runs upwards.
    pub places: Vec<[f64; 2]>,
    /// The labelings, the truth first; where others differ from it, spots are ringed.
    pub panels: Vec<Panel>,
}

/// One labeling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// Whose it is.
    pub title: String,
    /// A label for every place.
    pub labels: Vec<String>,
}

impl Map {
    /// A map of named labelings, the truth first; a third dimension is seen from above.
    pub fn new<'a>(caption: &str, spots: &Spots, labelings: impl IntoIterator<Item = &'a (String, Labeling)>) -> Self {
        let place = |spot: usize| [spots.position(spot)[0], spots.position(spot)[1]];
        let name = |labeling: &Labeling, spot: usize| labeling.name(spot).unwrap_or_default().to_owned();
        let panel = |(title, labeling): &(String, Labeling)| Panel {
            title: title.clone(),
            labels: (0..labeling.n_spots()).map(|spot| name(labeling, spot)).collect(),
        };
        Self {
            caption: caption.to_owned(),
            places: (0..spots.n_spots()).map(place).collect(),
            panels: labelings.into_iter().map(panel).collect(),
        }
    }

    /// All labels, in the order in which they first occur.
    pub(super) fn labels(&self) -> Vec<&str> {
        let mut labels: Vec<&str> = Vec::new();
        for label in self.panels.iter().flat_map(|panel| &panel.labels) {
            if !labels.contains(&label.as_str()) {
                labels.push(label);
            }
        }
        labels
    }
}
