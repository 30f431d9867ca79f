//! What is used of rayon, on one thread: items in order, one after the other.

use std::cmp::Ordering;

/// Runs two tasks, the first first.
pub(crate) fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    let one = first();
    (one, second())
}

/// There is one.
pub(crate) fn current_num_threads() -> usize {
    1
}

/// Whatever can be walked.
pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
    fn into_par_iter(self) -> Walk<Self::IntoIter> {
        Walk(self.into_iter())
    }
}

impl<T: IntoIterator> IntoParallelIterator for T {}

/// Slices, to be read.
pub(crate) trait ParallelSlice<T> {
    fn par_iter(&self) -> Walk<std::slice::Iter<'_, T>>;
}

impl<T> ParallelSlice<T> for [T] {
    fn par_iter(&self) -> Walk<std::slice::Iter<'_, T>> {
        Walk(self.iter())
    }
}

/// Slices, to be written.
pub(crate) trait ParallelSliceMut<T> {
    fn par_iter_mut(&mut self) -> Walk<std::slice::IterMut<'_, T>>;
    fn par_chunks_mut(&mut self, size: usize) -> Walk<std::slice::ChunksMut<'_, T>>;
    fn par_sort_unstable(&mut self)
    where
        T: Ord;
    fn par_sort_unstable_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> ParallelSliceMut<T> for [T] {
    fn par_iter_mut(&mut self) -> Walk<std::slice::IterMut<'_, T>> {
        Walk(self.iter_mut())
    }

    fn par_chunks_mut(&mut self, size: usize) -> Walk<std::slice::ChunksMut<'_, T>> {
        Walk(self.chunks_mut(size))
    }

    fn par_sort_unstable(&mut self)
    where
        T: Ord,
    {
        self.sort_unstable();
    }

    fn par_sort_unstable_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_unstable_by(compare);
    }
}

/// Lists that grow.
pub(crate) trait ParallelExtend<T> {
    fn par_extend(&mut self, items: impl IntoIterator<Item = T>);
}

impl<T> ParallelExtend<T> for Vec<T> {
    fn par_extend(&mut self, items: impl IntoIterator<Item = T>) {
        self.extend(items);
    }
}

/// Items in order, under the names that rayon has for what is done with them.
pub(crate) struct Walk<I>(I);

impl<I: Iterator> IntoIterator for Walk<I> {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self.0
    }
}

impl<I: Iterator> Walk<I> {
    pub(crate) fn with_min_len(self, _min: usize) -> Self {
        self
    }

    pub(crate) fn with_max_len(self, _max: usize) -> Self {
        self
    }

    pub(crate) fn map<B>(self, op: impl FnMut(I::Item) -> B) -> Walk<impl Iterator<Item = B>> {
        Walk(self.0.map(op))
    }

    pub(crate) fn map_init<S, B>(
        self,
        init: impl Fn() -> S,
        mut op: impl FnMut(&mut S, I::Item) -> B,
    ) -> Walk<impl Iterator<Item = B>> {
        let mut state = init();
        Walk(self.0.map(move |item| op(&mut state, item)))
    }

    pub(crate) fn zip<Z: IntoIterator>(self, other: Z) -> Walk<std::iter::Zip<I, Z::IntoIter>> {
        Walk(self.0.zip(other))
    }

    pub(crate) fn enumerate(self) -> Walk<std::iter::Enumerate<I>> {
        Walk(self.0.enumerate())
    }

    #[cfg(test)]
    pub(crate) fn step_by(self, step: usize) -> Walk<std::iter::StepBy<I>> {
        Walk(self.0.step_by(step))
    }

    pub(crate) fn copied<'a, T: Copy + 'a>(self) -> Walk<std::iter::Copied<I>>
    where
        I: Iterator<Item = &'a T>,
    {
        Walk(self.0.copied())
    }

    pub(crate) fn collect<C: FromIterator<I::Item>>(self) -> C {
        self.0.collect()
    }

    pub(crate) fn unzip<A, B, FromA: Default + Extend<A>, FromB: Default + Extend<B>>(self) -> (FromA, FromB)
    where
        I: Iterator<Item = (A, B)>,
    {
        self.0.unzip()
    }

    pub(crate) fn sum<S: std::iter::Sum<I::Item>>(self) -> S {
        self.0.sum()
    }

    pub(crate) fn for_each(self, op: impl FnMut(I::Item)) {
        self.0.for_each(op);
    }

    pub(crate) fn try_for_each<E>(mut self, op: impl FnMut(I::Item) -> Result<(), E>) -> Result<(), E> {
        self.0.try_for_each(op)
    }

    pub(crate) fn any(mut self, op: impl FnMut(I::Item) -> bool) -> bool {
        self.0.any(op)
    }

    pub(crate) fn all(mut self, op: impl FnMut(I::Item) -> bool) -> bool {
        self.0.all(op)
    }

    pub(crate) fn position_first(mut self, op: impl FnMut(I::Item) -> bool) -> Option<usize> {
        self.0.position(op)
    }

    pub(crate) fn find_map_first<B>(mut self, op: impl FnMut(I::Item) -> Option<B>) -> Option<B> {
        self.0.find_map(op)
    }
}
