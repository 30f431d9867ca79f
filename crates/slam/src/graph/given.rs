//! Edges that are known beforehand.

use super::SpatialGraph;
use super::crowd::{self, EDGES_PER_SPOT};
use crate::error::{Error, Result};
use crate::pair::spots::Spots;

const DROPPED: u32 = u32::MAX;

/// The graph of edges between rows of the input, without those of dropped rows or across slices.
pub(super) fn connect(spots: &Spots, edges: &[(u32, u32)]) -> Result<SpatialGraph> {
    let spot_of = spot_of_row(spots);
    let mut pairs = Vec::new();
    for (edge, &(u, v)) in edges.iter().enumerate() {
        let [u, v] = [u, v].map(|row| spot_of.get(row as usize).copied().ok_or(row));
        let unknown = |row: u32| Error::UnknownSpot { edge, spot: row as usize, n_spots: spots.n_rows() };
        let (u, v) = (u.map_err(unknown)?, v.map_err(unknown)?);
        if u != DROPPED && v != DROPPED && on_one_slice(spots, u, v) {
            pairs.push((u, v));
        }
    }
    let graph = SpatialGraph::new(spots.n_spots(), &pairs)?;
    if graph.n_edges() > EDGES_PER_SPOT * spots.n_spots() {
        return Err(crowd::most_connected(spots, &graph));
    }
    Ok(graph)
}

fn spot_of_row(spots: &Spots) -> Vec<u32> {
    let mut spot_of = vec![DROPPED; spots.n_rows()];
    (0..spots.n_spots()).for_each(|spot| spot_of[spots.row(spot)] = spot as u32);
    spot_of
}

fn on_one_slice(spots: &Spots, u: u32, v: u32) -> bool {
    spots.slices().is_none_or(|slices| slices.code(u as usize) == slices.code(v as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{labeling, line};

    #[test]
    fn edges_follow_their_rows() {
        // Rows 1, 2 and 4 become spots 0, 1 and 2.
        let spots = line(5).subset(&[1, 2, 4]);
        let graph = connect(&spots, &[(4, 1), (0, 1), (2, 1), (1, 2), (2, 2), (3, 4)]).unwrap();
        assert_eq!(graph.edges(), [(0, 1), (0, 2)]);
    }

    #[test]
    fn slices_are_apart() {
        let spots = line(3).with_slices(labeling("aab")).unwrap();
        assert_eq!(connect(&spots, &[(0, 1), (1, 2)]).unwrap().edges(), [(0, 1)]);
    }

    #[test]
    fn unknown_rows_are_named() {
        let error = connect(&line(3).subset(&[0, 1]), &[(0, 2), (0, 3)]).unwrap_err();
        assert_eq!(error, Error::UnknownSpot { edge: 1, spot: 3, n_spots: 3 });
    }

    #[test]
    fn everything_with_everything_is_too_much() {
        let all: Vec<_> = (0..200).flat_map(|u| (0..200).map(move |v| (u, v))).collect();
        assert!(matches!(connect(&line(200), &all), Err(Error::TooManyEdges { n_spots: 200, .. })));
    }
}
