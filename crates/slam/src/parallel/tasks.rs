//! A few large tasks on many threads.
//!
//! Threads are handed a task by its number and see no types, so that rayon's machinery is compiled once, and not anew for each of
//! the many callers and each of their types: it was almost half of all code.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What each task gives, in the order of the tasks. Each takes a lock or two: for items as small as a spot the prelude is meant.
pub(crate) fn each<T: Send, R: Send>(tasks: impl IntoIterator<Item = T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    each_with(tasks, || (), |(), task| work(task))
}

/// The same with a room that one task after another uses.
pub(crate) fn each_with<T: Send, R: Send, S: Send>(
    tasks: impl IntoIterator<Item = T>,
    room: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
) -> Vec<R> {
    let mut slots = Vec::new();
    for task in tasks {
        slots.push(Mutex::new((Some(task), None)));
    }
    let free = Mutex::new(Vec::new());
    by_number(slots.len(), &|number| {
        let task = locked(&slots[number]).0.take();
        if let Some(task) = task {
            let found = locked(&free).pop();
            let mut own = found.unwrap_or_else(&room);
            let result = work(&mut own, task);
            locked(&free).push(own);
            locked(&slots[number]).1 = Some(result);
        }
    });
    let mut results = Vec::with_capacity(slots.len());
    for slot in slots {
        results.extend(slot.into_inner().unwrap_or_else(PoisonError::into_inner).1);
    }
    results
}

/// A panic elsewhere reaches the caller anyway.
fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(feature = "rayon")]
fn by_number(n: usize, task: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    // Few at once: otherwise a thread may take a quarter of them, and all others wait for it at the end.
    (0..n).into_par_iter().with_max_len(n.div_ceil(32)).for_each(task);
}

#[cfg(not(feature = "rayon"))]
fn by_number(n: usize, task: &dyn Fn(usize)) {
    (0..n).for_each(task);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_tasks() {
        let names: Vec<String> = (0..1000).map(|number| number.to_string()).collect();
        assert_eq!(each(names.clone(), |name| name.len()), names.iter().map(String::len).collect::<Vec<_>>());
        assert!(each(Vec::<u8>::new(), |task| task).is_empty());
    }

    #[test]
    fn tasks_may_have_tasks_and_rooms_are_used_again() {
        let rooms = Mutex::new(0);
        let room = || *locked(&rooms) += 1;
        let sums = each_with(0..50_u32, room, |(), task| each(0..task, |inner| inner).into_iter().sum::<u32>());
        assert_eq!(sums, (0..50).map(|task| task * (task.max(1) - 1) / 2).collect::<Vec<_>>());
        assert!((1..=50).contains(&*locked(&rooms)));
    }
}
