//! The network simplex method for moving supplies to demands at least cost.

use crate::error::{Error, Result};
use crate::observer::{Observer, report};

/// Reduced costs above this share of the largest cost are not worth a pivot.
const TOLERANCE: f64 = 1e-13;
/// Pivots between two reports, and pivots per node that are never needed.
const PIVOTS_PER_REPORT: usize = 1 << 12;
const MOST_PIVOTS: usize = 1000;

/// Sources, sinks, an arc from every source to every sink, and a spanning tree of arcs that carry flow.
///
/// Sources come first, then sinks, then a root that every node is joined to at first, at a cost that no arc reaches. The arc of
/// a source leads up to its parent, that of a sink down from it. A tree is kept in which flow can be sent from every node to the
/// root (strongly feasible), so that degenerate pivots cannot go round in circles.
pub(super) struct Network {
    n_sources: usize,
    n_sinks: usize,
    /// A row per source.
    costs: Vec<f64>,
    largest: f64,
    parents: Vec<usize>,
    children: Vec<Vec<usize>>,
    depths: Vec<usize>,
    /// The flow between each node and its parent.
    flows: Vec<f64>,
    /// Reduced costs are c + potential of the source − potential of the sink.
    potentials: Vec<f64>,
}

impl Network {
    /// Everything flows by way of the root. Supplies and demands are positive, and add up to the same.
    pub(super) fn new(supplies: &[f64], demands: &[f64], costs: Vec<f64>) -> Self {
        let (n_sources, n_sinks) = (supplies.len(), demands.len());
        let root = n_sources + n_sinks;
        let largest = costs.iter().copied().fold(0.0, f64::max);
        let dear = 1.0 + 2.0 * largest;
        let mut children = vec![Vec::new(); root + 1];
        children[root] = (0..root).collect();
        let potential = |node: usize| match node {
            _ if node < n_sources => -dear,
            _ if node < root => dear,
            _ => 0.0,
        };
        Self {
            n_sources,
            n_sinks,
            costs,
            largest,
            parents: vec![root; root + 1],
            children,
            depths: (0..=root).map(|node| usize::from(node < root)).collect(),
            flows: supplies.iter().chain(demands).copied().chain([0.0]).collect(),
            potentials: (0..=root).map(potential).collect(),
        }
    }

    /// The least cost.
    pub(super) fn solve(mut self, observer: &dyn Observer) -> Result<f64> {
        let n_nodes = self.parents.len();
        let mut next = 0;
        for pivot in 0..MOST_PIVOTS * n_nodes {
            if pivot % PIVOTS_PER_REPORT == 0 {
                report(observer, "discrepancy", 0, 1)?;
            }
            let Some((source, sink)) = self.entering(&mut next) else { return Ok(self.cost()) };
            self.pivot(source, sink);
        }
        Err(Error::Step {
            step: "wasserstein".to_owned(),
            problem: "the network simplex method found no end".to_owned(),
        })
    }

    /// The arc with the most negative reduced cost in the next block of arcs that has any.
    fn entering(&self, next: &mut usize) -> Option<(usize, usize)> {
        let n_arcs = self.costs.len();
        let block = (n_arcs as f64).sqrt().ceil().max(64.0) as usize;
        let (mut best, mut found) = (-TOLERANCE * (1.0 + self.largest), None);
        let (mut seen, mut in_block) = (0, 0);
        let (mut source, mut sink) = (*next / self.n_sinks, *next % self.n_sinks);
        while seen < n_arcs {
            let reduced = self.costs[source * self.n_sinks + sink] + self.potentials[source]
                - self.potentials[self.n_sources + sink];
            if reduced < best {
                (best, found) = (reduced, Some((source, self.n_sources + sink)));
            }
            (seen, in_block, sink) = (seen + 1, in_block + 1, sink + 1);
            if sink == self.n_sinks {
                (source, sink) = (if source + 1 == self.n_sources { 0 } else { source + 1 }, 0);
            }
            if in_block == block {
                if found.is_some() {
                    break;
                }
                in_block = 0;
            }
        }
        *next = source * self.n_sinks + sink;
        found
    }

    fn is_source(&self, node: usize) -> bool {
        node < self.n_sources
    }

    /// Sends as much as possible along an arc and back through the tree, and exchanges it for an arc that is empty then.
    fn pivot(&mut self, source: usize, sink: usize) {
        let apex = self.apex(source, sink);
        // The cycle leads from the apex down to the source, over to the sink, and up again.
        let (mut most, mut leaving, mut is_below_source) = (f64::INFINITY, sink, false);
        for node in self.path(source, apex) {
            // Downwards a source's own arc runs against the cycle.
            if self.is_source(node) && self.flows[node] < most {
                (most, leaving, is_below_source) = (self.flows[node], node, true);
            }
        }
        for node in self.path(sink, apex) {
            // The last of those that empty first leaves: that is what keeps the tree strongly feasible.
            if !self.is_source(node) && self.flows[node] <= most {
                (most, leaving, is_below_source) = (self.flows[node], node, false);
            }
        }
        for node in self.path(source, apex) {
            self.flows[node] += if self.is_source(node) { -most } else { most };
        }
        for node in self.path(sink, apex) {
            self.flows[node] += if self.is_source(node) { most } else { -most };
        }
        let (inner, outer) = if is_below_source { (source, sink) } else { (sink, source) };
        self.rehang(inner, outer, leaving, most);
        let cost = self.costs[source * self.n_sinks + sink - self.n_sources];
        let potential = if is_below_source { self.potentials[sink] - cost } else { self.potentials[source] + cost };
        self.renew(inner, potential - self.potentials[inner]);
    }

    /// The first node that is above both.
    fn apex(&self, mut one: usize, mut other: usize) -> usize {
        while one != other {
            if self.depths[one] >= self.depths[other] {
                one = self.parents[one];
            } else {
                other = self.parents[other];
            }
        }
        one
    }

    /// The nodes from one up to another, which is left out.
    fn path(&self, from: usize, to: usize) -> Vec<usize> {
        let up = |&node: &usize| Some(self.parents[node]);
        std::iter::successors(Some(from), up).take_while(|&node| node != to).collect()
    }

    /// Cuts the subtree at `leaving` off, turns it over so that `inner` is its top, and hangs it below `outer`.
    fn rehang(&mut self, inner: usize, outer: usize, leaving: usize, flow: f64) {
        let mut path = self.path(inner, leaving);
        path.push(leaving);
        for &node in &path {
            let parent = self.parents[node];
            self.children[parent].retain(|&child| child != node);
        }
        for pair in path.windows(2).rev() {
            let [below, above] = [pair[0], pair[1]];
            self.parents[above] = below;
            self.flows[above] = self.flows[below];
            self.children[below].push(above);
        }
        self.parents[inner] = outer;
        self.flows[inner] = flow;
        self.children[outer].push(inner);
    }

    /// Depths and potentials of a subtree.
    fn renew(&mut self, top: usize, shift: f64) {
        let mut waiting = vec![top];
        while let Some(node) = waiting.pop() {
            self.depths[node] = self.depths[self.parents[node]] + 1;
            self.potentials[node] += shift;
            waiting.extend(&self.children[node]);
        }
    }

    /// What the flows cost; what still goes by way of the root is rounding.
    fn cost(&self) -> f64 {
        let root = self.n_sources + self.n_sinks;
        let cost = |node: usize| {
            let parent = self.parents[node];
            let (source, sink) = if self.is_source(node) { (node, parent) } else { (parent, node) };
            if parent == root {
                0.0
            } else {
                self.flows[node] * self.costs[source * self.n_sinks + sink - self.n_sources]
            }
        };
        (0..root).map(cost).sum()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::random::stream;

    fn solve(supplies: &[f64], demands: &[f64], costs: &[f64]) -> f64 {
        Network::new(supplies, demands, costs.to_vec()).solve(&()).unwrap()
    }

    #[test]
    fn small_problems_by_hand() {
        assert!((solve(&[1.0], &[1.0], &[3.0]) - 3.0).abs() < 1e-15);
        // The cheap arc takes what it can: 2·1 + 1·4 + 1·3.
        assert!((solve(&[3.0, 1.0], &[2.0, 2.0], &[1.0, 4.0, 2.0, 3.0]) - 9.0).abs() < 1e-12);
    }

    /// The least cost over all permutations.
    fn assigned(costs: &[f64], n: usize, taken: &mut Vec<bool>, row: usize) -> f64 {
        if row == n {
            return 0.0;
        }
        let mut least = f64::INFINITY;
        for column in 0..n {
            if !taken[column] {
                taken[column] = true;
                least = least.min(costs[row * n + column] + assigned(costs, n, taken, row + 1));
                taken[column] = false;
            }
        }
        least
    }

    #[test]
    fn equal_masses_are_assigned_one_to_one() {
        // Ties everywhere: whole costs, equal masses.
        for seed in 0..200 {
            let mut random = stream(seed, 3);
            let n = 2 + (seed % 5) as usize;
            let costs: Vec<f64> = (0..n * n).map(|_| f64::from(random.random_range(0..4u32))).collect();
            let masses = vec![1.0 / n as f64; n];
            let expected = assigned(&costs, n, &mut vec![false; n], 0) / n as f64;
            let found = solve(&masses, &masses, &costs);
            assert!((found - expected).abs() < 1e-12, "{found} {expected} {costs:?}");
        }
    }

    #[test]
    fn many_points_come_to_an_end() {
        // On a line the least cost is the area between the distribution functions.
        let mut random = stream(1, 1);
        let mut line = |n: usize| {
            let mut places: Vec<f64> = (0..n).map(|_| f64::from(random.random_range(0..500u32))).collect();
            places.sort_by(f64::total_cmp);
            places
        };
        let (from, to) = (line(300), line(300));
        let costs: Vec<f64> = from.iter().flat_map(|a| to.iter().map(move |b| f64::abs(a - b))).collect();
        let expected = from.iter().zip(&to).map(|(a, b)| f64::abs(a - b)).sum::<f64>() / 300.0;
        let masses = vec![1.0 / 300.0; 300];
        assert!((solve(&masses, &masses, &costs) - expected).abs() < 1e-9);
    }
}
