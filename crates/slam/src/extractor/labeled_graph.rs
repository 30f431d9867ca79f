//! What an extractor sees: a graph whose spots carry labels.

use std::borrow::Cow;

use crate::editor::kinds;
use crate::error::{Error, Result};
use crate::graph::SpatialGraph;

/// A labeling written on a neighbour graph: of all spots, or of those of one slice, which are then counted from 0.
#[derive(Debug, Clone)]
pub struct LabeledGraph<'a> {
    graph: &'a SpatialGraph,
    /// The spots of the slice in ascending order, or none for all.
    spots: Option<&'a [u32]>,
    /// The edges of the slice, or none for all.
    subset: Option<&'a [u32]>,
    /// The label of every spot of the whole graph.
    codes: &'a [u16],
    n_labels: usize,
    /// The kind of every edge at hand.
    kinds: Cow<'a, [u16]>,
    /// The weight of every edge at hand.
    weights: Option<&'a [f64]>,
    axes: Cow<'a, [u16]>,
}

/// The parts of a labeled graph that the pipeline has at hand.
pub(crate) struct Parts<'a> {
    pub(crate) graph: &'a SpatialGraph,
    pub(crate) spots: Option<&'a [u32]>,
    pub(crate) subset: Option<&'a [u32]>,
    pub(crate) codes: &'a [u16],
    pub(crate) kinds: &'a [u16],
    pub(crate) weights: Option<&'a [f64]>,
    pub(crate) axes: &'a [u16],
}

impl<'a> LabeledGraph<'a> {
    /// A graph whose spots carry labels below `n_labels`; weights lie between 0 and 1, 1 where none.
    ///
    /// ```
    /// use slam::SpatialGraph;
    /// use slam::extractor::LabeledGraph;
    ///
    /// let graph = SpatialGraph::new(3, &[(0, 1), (1, 2)])?;
    /// let labeled = LabeledGraph::new(&graph, &[0, 0, 1], 2, None)?;
    /// assert_eq!(labeled.kinds(), [1, 0]);
    /// # Ok::<(), slam::Error>(())
    /// ```
    pub fn new(
        graph: &'a SpatialGraph,
        codes: &'a [u16],
        n_labels: usize,
        weights: Option<&'a [f64]>,
    ) -> Result<LabeledGraph<'a>> {
        if codes.len() != graph.n_spots() {
            return Err(Error::Length { what: "labels", found: codes.len(), expected: graph.n_spots() });
        }
        if let Some(&code) = codes.iter().find(|&&code| usize::from(code) >= n_labels) {
            return Err(Error::Parameter { name: "a label", domain: "below the number of labels", value: code.into() });
        }
        if let Some(weights) = weights {
            crate::editor::check_weights("the weights", weights, graph.n_edges())?;
        }
        let axes: Vec<u16> = (0..n_labels).map(|label| label as u16).collect();
        let kinds = Cow::Owned(kinds(graph, codes, n_labels));
        Ok(Self { graph, spots: None, subset: None, codes, n_labels, kinds, weights, axes: Cow::Owned(axes) })
    }

    pub(crate) fn of(parts: &Parts<'a>) -> Self {
        let Parts { graph, spots, subset, codes, kinds, weights, axes } = *parts;
        let n_labels = axes.len();
        let (kinds, axes) = (Cow::Borrowed(kinds), Cow::Borrowed(axes));
        Self { graph, spots, subset, codes, n_labels, kinds, weights, axes }
    }

    /// The number of spots.
    pub fn n_spots(&self) -> usize {
        self.spots.map_or(self.graph.n_spots(), <[u32]>::len)
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.kinds.len()
    }

    /// The number of labels that both labelings have together.
    pub fn n_labels(&self) -> usize {
        self.n_labels
    }

    /// The label of every spot.
    pub fn labels(&self) -> Cow<'a, [u16]> {
        match self.spots {
            None => Cow::Borrowed(self.codes),
            Some(spots) => Cow::Owned(spots.iter().map(|&spot| self.codes[spot as usize]).collect()),
        }
    }

    /// The edges: the smaller spot first, sorted, each once. `graph.edges().iter()` walks over them.
    pub fn edges(&self) -> Cow<'a, [(u32, u32)]> {
        let all = self.graph.edges();
        let (Some(spots), Some(subset)) = (self.spots, self.subset) else { return Cow::Borrowed(all) };
        let place = |spot: u32| spots.partition_point(|&other| other < spot) as u32;
        let local = |&edge: &u32| {
            let (u, v) = all[edge as usize];
            (place(u), place(v))
        };
        Cow::Owned(subset.iter().map(local).collect())
    }

    /// The kind of every edge: `t + 1` inside label `t`, 0 at a boundary.
    pub fn kinds(&self) -> &[u16] {
        &self.kinds
    }

    /// The weight of every edge, 1 where none.
    pub fn weights(&self) -> Option<&'a [f64]> {
        self.weights
    }

    /// The axis that stands for each label, in an order that the names of labels do not touch.
    pub fn axes(&self) -> &[u16] {
        &self.axes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_counts_its_spots_from_the_first() {
        let graph = SpatialGraph::new(5, &[(0, 2), (1, 3), (3, 4), (1, 4)]).unwrap();
        // Spots 1, 3 and 4, whose edges are (1, 3), (1, 4), (3, 4).
        let parts = Parts {
            graph: &graph,
            spots: Some(&[1, 3, 4]),
            subset: Some(&[1, 2, 3]),
            codes: &[0, 1, 0, 1, 0],
            kinds: &[2, 0, 0],
            weights: None,
            axes: &[0, 1],
        };
        let slice = LabeledGraph::of(&parts);
        assert_eq!((slice.n_spots(), slice.n_edges()), (3, 3));
        assert_eq!(*slice.edges(), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(*slice.labels(), [1, 1, 0]);
    }

    #[test]
    fn labels_and_weights_must_fit() {
        let graph = SpatialGraph::new(2, &[(0, 1)]).unwrap();
        let said = |codes: &[u16], weights: Option<&[f64]>| {
            LabeledGraph::new(&graph, codes, 2, weights).unwrap_err().to_string()
        };
        assert_eq!(said(&[0], None), "labels has 1 entries for 2 spots");
        assert_eq!(said(&[0, 2], None), "a label must be below the number of labels, got 2");
        assert_eq!(said(&[0, 1], Some(&[])), "the weights: 0 weights for 1 edges");
        assert_eq!(said(&[0, 1], Some(&[1.5])), "the weights: the weight of edge 0 is 1.5, expected 0 to 1");
    }
}
