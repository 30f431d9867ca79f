//! Steps from positions to others, most of which are short: two bytes each.

/// The word before the two of a long step.
const LONG: u32 = u16::MAX as u32;
/// The step that leads to no other position: what follows starts at the next one.
const NEXT: u32 = 0;

/// Steps from one position after the other.
#[derive(Debug)]
pub(super) struct Steps(Vec<u16>);

impl Steps {
    pub(super) fn with_capacity(n_words: usize) -> Self {
        Self(Vec::with_capacity(n_words))
    }

    /// Adds a step from the position at hand to another.
    #[inline]
    pub(super) fn push(&mut self, from: usize, to: usize) {
        self.write((to as u32).wrapping_sub(from as u32));
    }

    /// Goes on to the next position.
    #[inline]
    pub(super) fn go_on(&mut self) {
        self.write(NEXT);
    }

    #[inline]
    fn write(&mut self, step: u32) {
        if step < LONG {
            self.0.push(step as u16);
        } else {
            self.0.extend([LONG as u16, step as u16, (step >> 16) as u16]);
        }
    }

    /// Where every step starts and ends; the first position is given.
    pub(super) fn pairs(&self, mut from: u32) -> impl Iterator<Item = (u32, u32)> {
        self.read().filter_map(move |step| {
            if step == NEXT {
                from += 1;
                return None;
            }
            Some((from, from.wrapping_add(step)))
        })
    }

    fn read(&self) -> impl Iterator<Item = u32> {
        let mut words = self.0.iter().map(|&word| u32::from(word));
        std::iter::from_fn(move || match words.next()? {
            LONG => Some(words.next()? | words.next()? << 16),
            short => Some(short),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_any_length_and_direction() {
        let mut steps = Steps::with_capacity(0);
        for to in [8, 7 + 65_534, 7 + 65_535, 7 + 65_536, 4_000_000_000, 2, 0] {
            steps.push(7, to);
        }
        steps.go_on();
        steps.go_on();
        steps.push(9, 10);
        let found: Vec<(u32, u32)> = steps.pairs(7).collect();
        let ends = [8, 65_541, 65_542, 65_543, 4_000_000_000, 2, 0].map(|to| (7, to));
        assert_eq!(found, [&ends[..], &[(9, 10)]].concat());
    }
}
