//! The silhouette: how much nearer a spot is to the spots of its own label than to those of the next one.

use super::distance_tree::{Block, Domain, LANES, Lanes};
use super::evidence::SliceView;
use super::value::{Undefined, Value, finite};
use crate::observer::{Observer, report};
use crate::parallel::each;

/// Up to this many spots on a slice every distance is computed; above, far spots are summed by a tree.
const EXACT_UP_TO: usize = 20_000;

/// The observer is told this often.
const TICKS: usize = 50;

/// The mean over spots of `(b − a) / max(a, b)`.
///
/// a is the mean distance of a spot to the others of its label, b that to the nearest other label; a spot alone in its
/// label counts 0, and so does one with a = b = 0. Range [−1, 1]; undefined with one label and with one spot per label.
/// Up to 20,000 spots exact, O(n²) time and O(n) memory. Above, each spot's width is within 1e-4 of the exact one for
/// any number of labels (see `distance_tree`), about O(n·K·log n) time and O(n) memory.
///
/// Rousseeuw, *Silhouettes*, Journal of Computational and Applied Mathematics 20 (1987).
pub(super) fn mean_width(view: &SliceView<'_>, observer: &dyn Observer) -> Value {
    view.check_labels()?;
    let with_tree = view.n_spots() > EXACT_UP_TO;
    let total = match view.dimensions {
        2 => sum_of_widths(&domains::<2>(view, with_tree), observer),
        _ => sum_of_widths(&domains::<3>(view, with_tree), observer),
    };
    finite(total? / view.n_spots() as f64)
}

/// The spots of each label, in an order that depends on their positions alone.
fn domains<const D: usize>(view: &SliceView<'_>, with_tree: bool) -> Vec<Domain<D>> {
    let mut points: Vec<Vec<[f64; D]>> = view.sizes.iter().map(|&size| Vec::with_capacity(size)).collect();
    for (position, label) in view.spots() {
        points[label].push(std::array::from_fn(|axis| position[axis]));
    }
    each(points, |points| Domain::new(points, with_tree))
}

fn sum_of_widths<const D: usize>(domains: &[Domain<D>], observer: &dyn Observer) -> Value {
    let blocks: Vec<(usize, Block<D>)> = domains
        .iter()
        .enumerate()
        .flat_map(|(label, domain)| domain.blocks().map(move |block| (label, block)))
        .collect();
    let sum_of_block = |(label, block): &(usize, Block<D>)| {
        let widths = widths(domains, *label, block);
        widths[..block.n_spots].iter().sum::<f64>()
    };
    let per_tick = blocks.len().div_ceil(TICKS).max(1);
    let mut total = 0.0;
    for (done, some) in blocks.chunks(per_tick).enumerate() {
        report(observer, "asw", done * per_tick, blocks.len()).map_err(|_| Undefined::Stopped)?;
        let sums: Vec<f64> = each(some, sum_of_block);
        total += sums.iter().sum::<f64>();
    }
    Ok(total)
}

/// The widths of the spots of a block, all of one label.
fn widths<const D: usize>(domains: &[Domain<D>], label: usize, block: &Block<D>) -> Lanes {
    let mut others = [f64::INFINITY; LANES];
    let mut own = [0.0; LANES];
    for (other, domain) in domains.iter().enumerate() {
        let sums = domain.sum_distances(block);
        let n_spots = domain.n_spots() as f64;
        if other == label {
            own = sums.map(|sum| sum / (n_spots - 1.0));
        } else {
            others.iter_mut().zip(sums).for_each(|(least, sum)| *least = least.min(sum / n_spots));
        }
    }
    let is_alone = domains[label].n_spots() == 1;
    std::array::from_fn(|lane| if is_alone { 0.0 } else { width(own[lane], others[lane]) })
}

fn width(own: f64, other: f64) -> f64 {
    let larger = own.max(other);
    if larger == 0.0 { 0.0 } else { (other - own) / larger }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::prelude::*;
    use crate::random::stream;
    use crate::testing::assert_close;
    use rand::RngExt;

    #[test]
    fn two_pairs_by_hand() {
        let view = SliceView::new(2, vec![0.0, 0.0, 2.0, 0.0, 10.0, 0.0, 12.0, 0.0].into(), vec![0, 0, 1, 1].into());
        // Outer spots: a = 2, b = 11; inner spots: a = 2, b = 9.
        assert_close(mean_width(&view, &()).unwrap(), 0.5 * (9.0 / 11.0 + 7.0 / 9.0));
    }

    #[test]
    fn a_lonely_spot_counts_nothing() {
        let view = SliceView::new(2, vec![0.0, 0.0, 0.0, 0.0, 1.0, 0.0].into(), vec![0, 0, 1].into());
        // The coincident two have a = 0, hence width 1; the third is alone.
        assert_close(mean_width(&view, &()).unwrap(), 2.0 / 3.0);
    }

    #[test]
    fn one_place_for_all_is_no_reason_for_nan() {
        let view = SliceView::new(2, vec![0.3; 8].into(), vec![0, 0, 1, 1].into());
        assert_eq!(mean_width(&view, &()), Ok(0.0));
    }

    #[test]
    fn heaps_are_summed_from_afar() {
        // Two heaps of coincident spots: a = 0 within each, and b = 1.
        let n_spots = 2 * EXACT_UP_TO;
        let coordinates = (0..n_spots).flat_map(|spot| [(spot % 2) as f64, 0.5]).collect();
        let view = SliceView::new(2, coordinates, (0..n_spots).map(|spot| (spot % 2) as u16).collect());
        assert_eq!(mean_width(&view, &()), Ok(1.0));
    }

    #[test]
    fn a_watcher_may_stop_it() {
        let view = SliceView::new(2, vec![0.0, 0.0, 1.0, 0.0, 2.0, 0.0].into(), vec![0, 0, 1].into());
        let impatient = |_: &str, _: usize, _: usize| std::ops::ControlFlow::Break(());
        assert_eq!(mean_width(&view, &impatient), Err(Undefined::Stopped));
    }

    /// The largest error of a width over about 1,000 of `n_spots` random spots of a layout.
    fn largest_error<const D: usize>(
        n_spots: usize,
        place: impl Fn(&mut dyn FnMut() -> f64) -> ([f64; D], u16),
    ) -> f64 {
        let mut rng = stream(1, 0);
        let mut next = || rng.random::<f64>();
        let (mut coordinates, mut labels) = (Vec::new(), Vec::new());
        for _ in 0..n_spots {
            let (position, label) = place(&mut next);
            coordinates.extend(position);
            labels.push(label);
        }
        let view = SliceView::new(D, coordinates.into(), labels.into());
        let (exact, fast) = (domains::<D>(&view, false), domains::<D>(&view, true));
        let blocks =
            fast.iter().enumerate().flat_map(|(label, domain)| domain.blocks().map(move |block| (label, block)));
        let blocks: Vec<_> = blocks.collect();
        let error = |(label, block): &(usize, Block<D>)| {
            let (exact, fast) = (widths(&exact, *label, block), widths(&fast, *label, block));
            (0..block.n_spots).map(|lane| (exact[lane] - fast[lane]).abs()).fold(0.0, f64::max)
        };
        let every = blocks.len().div_ceil(1000 / LANES).max(1);
        blocks.par_iter().step_by(every).map(error).reduce(|| 0.0, f64::max)
    }

    #[test]
    fn the_tree_is_within_its_bound_on_domains() {
        let layers = |next: &mut dyn FnMut() -> f64| {
            let (x, y) = (next(), next());
            ([x, y], ((x + 0.3 * y * y) * 9.0) as u16)
        };
        let error = largest_error(30_000, layers);
        assert!(0.0 < error && error < 1e-4, "{error}");
    }

    #[test]
    fn the_tree_is_within_its_bound_on_mixtures() {
        let mixed = |next: &mut dyn FnMut() -> f64| ([next(), next()], (next() * next() * 30.0) as u16);
        let error = largest_error(30_000, mixed);
        assert!(0.0 < error && error < 1e-4, "{error}");
    }

    #[test]
    fn the_tree_is_within_its_bound_on_clumps_and_in_space() {
        let clumps = |next: &mut dyn FnMut() -> f64| {
            let clump = (next() * 5.0).floor();
            let squeeze = 10f64.powi(-(clump as i32));
            ([clump + squeeze * next(), squeeze * next() * next(), next().powi(4)], (next() * 2.0 + clump) as u16)
        };
        let error = largest_error(30_000, clumps);
        assert!(0.0 < error && error < 1e-4, "{error}");
    }
}
