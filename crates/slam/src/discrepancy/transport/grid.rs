//! The distribution functions of two mixtures on a grid that leaves out the empty stretches between components.

use super::Source;
use super::kernel::{Centre, Kernel, TAPS, Table};

/// Two distribution functions, as quintic polynomials between the nodes of one grid.
///
/// Lengths are in nodes. Stretches without any component within 7 deviations are left out of the count.
#[derive(Debug, Default)]
pub(super) struct Grid {
    components: Vec<Component>,
    truth: Nodes,
    pred: Nodes,
    /// How many nodes are left out before each node.
    pub(super) left_out: Vec<f64>,
    pub(super) truth_cells: Vec<Cell>,
    pub(super) pred_cells: Vec<Cell>,
}

/// The coefficients of a polynomial on one cell, constant first.
pub(super) type Cell = [f64; 6];

#[derive(Debug, Clone, Copy)]
struct Component {
    centre: Centre,
    truth: f64,
    pred: f64,
}

/// A distribution function with its derivatives at the nodes.
#[derive(Debug, Default)]
struct Nodes {
    value: Vec<f64>,
    slope: Vec<f64>,
    bend: Vec<f64>,
    /// The mass of the components that end before each node.
    passed: Vec<f64>,
}

impl Grid {
    /// The length of the grid, in nodes.
    pub(super) fn length(&self) -> f64 {
        self.truth_cells.len() as f64
    }

    /// Puts both mixtures on the grid; the places of the sources are in nodes.
    pub(super) fn fill(&mut self, kernel: &Kernel, sources: &[Source]) {
        let component =
            |source: &Source| Component { centre: Centre::at(source.place), truth: source.truth, pred: source.pred };
        self.components.clear();
        self.components
            .extend(sources.iter().filter(|source| source.truth != 0.0 || source.pred != 0.0).map(component));
        self.components.sort_by_key(|component| component.centre.node);
        self.place_components(kernel);
        self.truth.cells(&mut self.truth_cells);
        self.pred.cells(&mut self.pred_cells);
    }

    fn place_components(&mut self, kernel: &Kernel) {
        let n_most = self.components.len() * (TAPS + 1);
        let span = self.components.last().map_or(0, |last| last.centre.node - self.components[0].centre.node) as usize;
        let n_nodes = n_most.min(span + TAPS + 1);
        self.truth.clear(n_nodes);
        self.pred.clear(n_nodes);
        self.left_out.clear();
        self.left_out.resize(n_nodes, 0.0);
        let first = self.components.first().map_or(0, |component| component.centre.node);
        let (mut end, mut skipped) = (0, 0);
        for index in 0..self.components.len() {
            let component = self.components[index];
            let start = (component.centre.node - first) as usize;
            if start - skipped > end {
                skipped = start - end;
            }
            let start = start - skipped;
            for place in end..=(start + TAPS) {
                self.left_out[place] = skipped as f64;
            }
            end = start + TAPS + 1;
            let [value, slope, bend, _] = kernel.table(component.centre);
            // The nodes that many sources are spread over are tabulated centres themselves.
            if component.centre.beyond == 0.0 {
                self.add(start, component, [value, slope, bend]);
            } else {
                let [value, slope, bend] = shifted(kernel.table(component.centre), component.centre.beyond);
                self.add(start, component, [&value, &slope, &bend]);
            }
        }
        self.truth.truncate(end);
        self.pred.truncate(end);
    }

    #[inline]
    fn add(&mut self, start: usize, component: Component, [value, slope, bend]: [&[f64; TAPS]; 3]) {
        let (masses, range) = ([component.truth, component.pred], start..start + TAPS);
        let (truth, pred) = (&mut self.truth, &mut self.pred);
        add_row([&mut truth.value[range.clone()], &mut pred.value[range.clone()]], masses, value);
        add_row([&mut truth.slope[range.clone()], &mut pred.slope[range.clone()]], masses, slope);
        add_row([&mut truth.bend[range.clone()], &mut pred.bend[range]], masses, bend);
        truth.passed[start + TAPS] += component.truth;
        pred.passed[start + TAPS] += component.pred;
    }
}

/// Adds what a component brings to either mixture.
#[inline]
fn add_row([truth, pred]: [&mut [f64]; 2], [truth_mass, pred_mass]: [f64; 2], row: &[f64; TAPS]) {
    for ((truth, pred), tap) in truth.iter_mut().zip(pred).zip(row) {
        *truth += truth_mass * tap;
        *pred += pred_mass * tap;
    }
}

impl Nodes {
    fn clear(&mut self, n_nodes: usize) {
        for column in [&mut self.value, &mut self.slope, &mut self.bend, &mut self.passed] {
            column.clear();
            column.resize(n_nodes, 0.0);
        }
    }

    fn truncate(&mut self, n_nodes: usize) {
        for column in [&mut self.value, &mut self.slope, &mut self.bend, &mut self.passed] {
            column.truncate(n_nodes);
        }
    }

    fn cells(&mut self, cells: &mut Vec<Cell>) {
        let mut passed = 0.0;
        for (value, ended) in self.value.iter_mut().zip(&self.passed) {
            passed += ended;
            *value += passed;
        }
        cells.clear();
        cells.extend((1..self.value.len()).map(|i| {
            let (d0, d1, k0, k1) = (self.slope[i - 1], self.slope[i], self.bend[i - 1], self.bend[i]);
            let rise = self.value[i] - self.value[i - 1];
            [
                self.value[i - 1],
                d0,
                0.5 * k0,
                10.0 * rise - 6.0 * d0 - 4.0 * d1 - 1.5 * k0 + 0.5 * k1,
                -15.0 * rise + 8.0 * d0 + 7.0 * d1 + 1.5 * k0 - k1,
                6.0 * rise - 3.0 * d0 - 3.0 * d1 - 0.5 * k0 + 0.5 * k1,
            ]
        }));
    }
}

/// The distribution function and its first two derivatives around a centre `beyond` the tabulated one, by Taylor's
/// formula.
fn shifted(table: &Table, beyond: f64) -> [[f64; TAPS]; 3] {
    let e = -beyond;
    let (e2, e3) = (e * e / 2.0, e * e * e / 6.0);
    let mut row = [[0.0; TAPS]; 3];
    for tap in 0..TAPS {
        let [d0, d1, d2, d3] = [table[0][tap], table[1][tap], table[2][tap], table[3][tap]];
        row[0][tap] = d0 + e * d1 + e2 * d2 + e3 * d3;
        row[1][tap] = d1 + e * d2 + e2 * d3;
        row[2][tap] = d2 + e * d3;
    }
    row
}
