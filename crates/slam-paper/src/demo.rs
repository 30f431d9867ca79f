//! The demo: one cortex with a lesion, and seven methods that each fail in their own way.

use slam::Result;

use crate::cortex::{Cortex, cortex};
use crate::faults;
use crate::slide::Slide;

/// The demo's slide: about 4,000 spots of a Visium slide, seven layers and a lesion, seven methods.
///
/// All methods but `cluster_numbers` speak the expert's names. `layers_swapped` exchanges two layers with nearly the same
/// number of edges, which SLAM cannot see; `slam_adjusted`, `slam_pinned` and `cancelled` can.
///
/// ```
/// let slide = slam_paper::demo()?;
/// assert_eq!(slide.preds.len(), 7);
/// # Ok::<(), slam::Error>(())
/// ```
pub fn demo() -> Result<Slide> {
    let cortex = cortex()?;
    let labeling = |find: Find| faults::labeling(&find(&cortex));
    let pred = |&(name, find): &(&str, Find)| Ok((name.to_owned(), labeling(find)?));
    let preds = METHODS.iter().map(pred).collect::<Result<_>>()?;
    let truth = ("expert".to_owned(), labeling(faults::truth)?);
    Ok(Slide { truth, preds, spots: cortex.spots })
}

/// A way to name the spots of a cortex.
type Find = fn(&Cortex) -> Vec<&'static str>;

const METHODS: [(&str, Find); 7] = [
    ("boundary_shift", faults::boundary_shift),
    ("salt_and_pepper", faults::salt_and_pepper),
    ("layers_merged", faults::layers_merged),
    ("layer_split", faults::layer_split),
    ("lesion_missed", faults::lesion_missed),
    ("layers_swapped", faults::layers_swapped),
    ("cluster_numbers", faults::cluster_numbers),
];

#[cfg(test)]
mod tests {
    use super::*;
    use slam::matcher::Method;
    use slam::{Options, Score};

    fn scores() -> Vec<(String, Score)> {
        let compared = demo().unwrap().compare(&Options::default(), &()).unwrap();
        compared.comparison.results.into_iter().map(|entry| (entry.pred, entry.score)).collect()
    }

    #[test]
    fn a_slide_of_the_usual_size() {
        let slide = demo().unwrap();
        assert!((3_800..4_300).contains(&slide.spots.n_spots()), "{} spots", slide.spots.n_spots());
        assert_eq!(slide.truth.1.names(), ["Layer1", "Layer2", "Layer3", "Layer4", "Layer5", "Layer6", "Lesion", "WM"]);
        assert!(slide.truth.1.counts().iter().all(|&count| count > 80), "{:?}", slide.truth.1.counts());
        assert!(slide.preds.iter().all(|(_, pred)| pred.n_missing() == 0));
    }

    #[test]
    fn slam_misses_the_swap_and_the_others_do_not() {
        let scores = scores();
        let of = |name: &str| &scores.iter().find(|(other, _)| other == name).unwrap().1;
        let swapped = of("layers_swapped");
        assert_eq!(swapped.matching.method, Method::Identity);
        assert!(swapped.slam.d < 0.05 && swapped.slam_pinned.d > 0.5 && swapped.slam_adjusted.value > 0.3);
        assert!(swapped.cancelled.unwrap() > 0.7);
        for (name, score) in &scores {
            assert!(score.slam_pinned.d <= swapped.slam_pinned.d, "{name} has more wrong edges than the swap");
        }
    }

    #[test]
    fn faults_are_of_their_kind() {
        let scores = scores();
        let of = |name: &str| &scores.iter().find(|(other, _)| other == name).unwrap().1;
        let numbers = of("cluster_numbers");
        assert_eq!(numbers.matching.method, Method::Best);
        assert!(numbers.matching.unmatched.is_empty() && numbers.slam.d < of("salt_and_pepper").slam.d);
        assert_eq!(of("layer_split").matching.unmatched, ["Layer5b"]);
        let share = |name: &str, label: &str| {
            let domains = &of(name).domains;
            domains.iter().find(|domain| domain.label.as_deref() == Some(label)).unwrap().share
        };
        assert!(share("lesion_missed", "Lesion") > 0.5 && share("layers_merged", "Layer2") > 0.5);
        assert!(of("boundary_shift").slam_pinned.d < of("layers_swapped").slam_pinned.d);
        assert!(of("salt_and_pepper").cancelled.unwrap() < 0.5, "noise only ever destroys edges");
    }
}
