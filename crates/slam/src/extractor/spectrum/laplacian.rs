//! The normalised Laplacian I − D^{−½} W D^{−½} of the spots that have an edge of positive weight.

use super::super::adjacency::Adjacency;
use super::{householder, tridiagonal};
use crate::error::Result;
use crate::observer::{Observer, report};
use crate::parallel::each;

/// The vectors that are multiplied together: what one spot needs of all of them lies together.
pub(super) const LANES: usize = 4;
/// The entries of these vectors at one spot.
pub(super) type Lanes = [f64; LANES];

/// Domain after domain, each spot soon after its neighbours, so that what is needed together lies together.
pub(super) struct Laplacian {
    /// Invariant: one more than spots.
    starts: Vec<u32>,
    neighbors: Vec<u32>,
    /// w² of each neighbour; none where all are 1.
    masses: Option<Vec<f64>>,
    /// D^{−½}.
    scales: Vec<f64>,
    /// Where each domain begins, and where the last ends.
    domains: Vec<usize>,
}

impl Laplacian {
    /// O(n + E).
    pub(super) fn new(inside: &Adjacency) -> Self {
        let is_edge = |spot: usize, place: usize| inside.masses(spot).is_none_or(|masses| masses[place] > 0.0);
        let (order, domains) = in_order(inside, is_edge);
        let mut places = vec![u32::MAX; inside.n_spots()];
        order.iter().enumerate().for_each(|(place, &spot)| places[spot as usize] = place as u32);
        let mut found = Self {
            starts: vec![0],
            neighbors: Vec::new(),
            masses: inside.is_weighted().then(Vec::new),
            scales: Vec::with_capacity(order.len()),
            domains,
        };
        for &spot in &order {
            let mut degree = 0.0;
            for (place, &other) in inside.of(spot as usize).iter().enumerate() {
                if is_edge(spot as usize, place) {
                    let mass = inside.masses(spot as usize).map_or(1.0, |masses| masses[place]);
                    degree += mass;
                    found.neighbors.push(places[other as usize]);
                    found.masses.as_mut().into_iter().for_each(|masses| masses.push(mass));
                }
            }
            found.scales.push(1.0 / f64::sqrt(degree));
            found.starts.push(found.neighbors.len() as u32);
        }
        found
    }

    /// The number of spots with an edge.
    pub(super) fn n_spots(&self) -> usize {
        self.scales.len()
    }

    /// The neighbours of a spot with w² each.
    fn row(&self, spot: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.starts[spot] as usize..self.starts[spot + 1] as usize;
        let mass = |place: usize| self.masses.as_ref().map_or(1.0, |masses| masses[place]);
        range.map(move |place| (self.neighbors[place] as usize, mass(place)))
    }

    /// The products with some vectors; `scaled` is room for D^{−½}·x.
    pub(super) fn times(&self, x: &[Lanes], scaled: &mut [Lanes], product: &mut [Lanes]) {
        let by = |factor: f64, x: &Lanes| x.map(|x| factor * x);
        scaled.iter_mut().zip(x).zip(&self.scales).for_each(|((scaled, x), &scale)| *scaled = by(scale, x));
        for spot in 0..x.len() {
            let range = self.starts[spot] as usize..self.starts[spot + 1] as usize;
            let mut sum = [0.0; LANES];
            for place in range {
                let mass = self.masses.as_ref().map_or(1.0, |masses| masses[place]);
                let other = &scaled[self.neighbors[place] as usize];
                (0..LANES).for_each(|lane| sum[lane] += mass * other[lane]);
            }
            let scale = self.scales[spot];
            product[spot] = std::array::from_fn(|lane| x[spot][lane] - scale * sum[lane]);
        }
    }

    /// All eigenvalues, domain by domain. O(c³) for a domain of c spots.
    pub(super) fn eigenvalues(&self, observer: &dyn Observer) -> Result<Vec<f64>> {
        let one = |domain: usize| {
            report(observer, "spectrum", domain, self.domains.len())?;
            let (first, end) = (self.domains[domain], self.domains[domain + 1]);
            let n = end - first;
            let mut matrix = vec![0.0; n * n];
            for spot in first..end {
                matrix[(spot - first) * n + spot - first] = 1.0;
                for (other, mass) in self.row(spot) {
                    matrix[(spot - first) * n + other - first] -= mass * self.scales[spot] * self.scales[other];
                }
            }
            let (mut diagonal, mut beside) = householder::tridiagonalize(&mut matrix, n);
            tridiagonal::diagonalize(&mut diagonal, &mut beside, &mut []);
            Ok(diagonal)
        };
        let found: Vec<Vec<f64>> = each(0..self.domains.len() - 1, one).into_iter().collect::<Result<_>>()?;
        Ok(found.concat())
    }
}

/// The spots with edges, domain after domain, breadth first; and where each domain begins, and the last ends.
fn in_order(inside: &Adjacency, is_edge: impl Fn(usize, usize) -> bool) -> (Vec<u32>, Vec<usize>) {
    let mut is_seen = vec![false; inside.n_spots()];
    let (mut order, mut domains) = (Vec::<u32>::new(), Vec::new());
    for first in 0..inside.n_spots() {
        let has_edge = (0..inside.of(first).len()).any(|place| is_edge(first, place));
        if is_seen[first] || !has_edge {
            continue;
        }
        domains.push(order.len());
        is_seen[first] = true;
        order.push(first as u32);
        let mut next = order.len() - 1;
        while next < order.len() {
            let spot = order[next] as usize;
            for (place, &other) in inside.of(spot).iter().enumerate() {
                if is_edge(spot, place) && !std::mem::replace(&mut is_seen[other as usize], true) {
                    order.push(other);
                }
            }
            next += 1;
        }
    }
    domains.push(order.len());
    (order, domains)
}
