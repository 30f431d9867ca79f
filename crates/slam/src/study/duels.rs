//! Every pair of methods: on how many slices which is better, and whether that holds over donors.

use crate::comparison::ranking::{RankBy, ranks};
use crate::inference::{Difference, Donors, compare_over_donors};

use super::means::{Cells, values};
use super::result::Duel;

/// The duels of all pairs of methods, given in the order of rank, the differences that they hold, and the groups that cannot be
/// told apart.
pub(super) fn duels(
    names: &[String],
    methods: &[&Cells],
    donors: &Donors,
    by: RankBy,
) -> (Vec<Duel>, Vec<Difference>, Vec<Vec<String>>) {
    let all: Vec<Vec<Option<f64>>> = methods.iter().map(|cells| values(cells, by)).collect();
    let (differences, groups) = compare_over_donors(by.name(), names, &all, donors);
    let place = |name: &String| names.iter().position(|other| other == name).unwrap_or(0);
    let duel = |found: &Difference| Duel::new(found, tally(methods[place(&found.a)], methods[place(&found.b)], by));
    (differences.iter().map(duel).collect(), differences, groups)
}

/// The slices on which the first wins, loses, and ties; those count that both have.
fn tally(a: &Cells, b: &Cells, by: RankBy) -> [usize; 3] {
    let mut counts = [0; 3];
    let both = a.iter().zip(b).filter_map(|(a, b)| a.as_ref().zip(b.as_ref()));
    for (a, b) in both {
        let which = match ranks(&[a.standing(by), b.standing(by)]).1[..] {
            [Some(1), Some(2)] => 0,
            [Some(2), Some(1)] => 1,
            [Some(_), Some(_)] => 2,
            _ => continue,
        };
        counts[which] += 1;
    }
    counts
}
