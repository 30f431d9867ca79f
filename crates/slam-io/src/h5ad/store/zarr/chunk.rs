//! From the bytes of a chunk to its elements, and to their places in the array.

use super::codec::{Broken, Codecs, Form, Shards, without_checksum};
use super::element::{Element, Pool, REFERENCE};

/// What chunks are read into, and what they may take.
pub(super) struct Reading<'a> {
    pub(super) element: &'a Element,
    /// The bytes of one element where nothing was written.
    pub(super) fill: &'a [u8],
    /// The texts read so far.
    pub(super) pool: Pool,
    /// The most bytes of text, and of a chunk.
    pub(super) cap: usize,
}

impl Reading<'_> {
    /// The elements of a chunk in the order of its indices, the last one fastest.
    pub(super) fn elements(&mut self, packed: Vec<u8>, chunk: &[usize], codecs: &Codecs) -> Result<Vec<u8>, Broken> {
        let stored: Vec<usize> = match &codecs.order {
            Some(order) => order.iter().map(|&dimension| chunk[dimension]).collect(),
            None => chunk.to_vec(),
        };
        let n: usize = chunk.iter().product();
        let elements = match &codecs.form {
            Form::Texts => {
                let bytes = codecs.unpack(packed, self.cap)?;
                self.texts(&bytes, n)?
            }
            Form::Shards(shards) => {
                let bytes = codecs.unpack(packed, self.cap)?;
                self.shards(&bytes, &stored, shards)?
            }
            Form::Elements => {
                let expected = n.saturating_mul(self.element.stored().unwrap_or(0));
                let bytes = codecs.unpack(packed, expected)?;
                if bytes.len() != expected {
                    return Err(Broken::new(format!("a chunk of {} bytes, expected {expected}", bytes.len())));
                }
                self.plain(bytes)?
            }
        };
        let Some(order) = &codecs.order else { return Ok(elements) };
        let mut turned = vec![0; elements.len()];
        let mut steps = vec![0; chunk.len()];
        order.iter().zip(steps_of(&stored)).for_each(|(&dimension, step)| steps[dimension] = step);
        let (whole, origin) = (ArrayLayout { shape: chunk, size: self.fill.len() }, vec![0; chunk.len()]);
        whole.put(&mut turned, &origin, &elements, chunk, &steps);
        Ok(turned)
    }

    /// Elements as they are, or, of wide characters, references to their text.
    fn plain(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, Broken> {
        let Element::Wide { n, big_endian } = *self.element else { return Ok(bytes) };
        let mut references = Vec::new();
        for element in bytes.chunks_exact(4 * n) {
            let letters = element.chunks_exact(4).map(|bytes| {
                let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
                let code = if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
                char::from_u32(code).ok_or_else(|| Broken::new("text that is not Unicode"))
            });
            let text = letters.collect::<Result<String, Broken>>()?;
            references.extend(self.pool.put(text.trim_end_matches('\0')));
        }
        self.check_room()?;
        Ok(references)
    }

    /// References to texts that stand with their lengths before them.
    fn texts(&mut self, bytes: &[u8], n: usize) -> Result<Vec<u8>, Broken> {
        let cut = || Broken::new("texts that are cut off");
        let (lead, mut rest) = bytes.split_first_chunk().ok_or_else(cut)?;
        // Each text takes four bytes, so that no more are believed than there can be.
        if u32::from_le_bytes(*lead) as usize != n || n.saturating_mul(4) > rest.len() {
            return Err(Broken::new(format!("{} texts in a chunk of {n}", u32::from_le_bytes(*lead))));
        }
        let mut references = Vec::with_capacity(n * REFERENCE);
        for _ in 0..n {
            let (length, behind) = rest.split_first_chunk().ok_or_else(cut)?;
            let (text, behind) = behind.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut)?;
            references.extend(Pool::reference(self.pool.bytes.len(), text.len()));
            self.pool.bytes.extend_from_slice(text);
            rest = behind;
        }
        self.check_room()?;
        Ok(references)
    }

    /// The elements of all chunks within a chunk.
    fn shards(&mut self, bytes: &[u8], shape: &[usize], shards: &Shards) -> Result<Vec<u8>, Broken> {
        let inner = &shards.chunk;
        if shape.iter().zip(inner).any(|(outer, inner)| outer % inner != 0) {
            return Err(Broken::new(format!("shards of {inner:?} in chunks of {shape:?}")));
        }
        let counts: Vec<usize> = shape.iter().zip(inner).map(|(outer, inner)| outer / inner).collect();
        let n: usize = counts.iter().product();
        let length = n.saturating_mul(16).saturating_add(if shards.has_checksum { 4 } else { 0 });
        let start = if shards.is_listed_first { Some(0) } else { bytes.len().checked_sub(length) };
        let list = start.and_then(|start| bytes.get(start..start.checked_add(length)?));
        let list = list.ok_or_else(|| Broken::new("a list of shards that is cut off"))?.to_vec();
        let list = if shards.has_checksum { without_checksum(list)? } else { list };
        let whole = ArrayLayout { shape, size: self.fill.len() };
        let mut elements = self.fill.repeat(shape.iter().product());
        for (number, entry) in list.chunks_exact(16).enumerate() {
            let [start, length] = [&entry[..8], &entry[8..]].map(number_of);
            if [start, length] == [u64::MAX; 2] {
                continue;
            }
            let range = usize::try_from(start).ok().zip(usize::try_from(length).ok());
            let packed = range.and_then(|(start, length)| bytes.get(start..start.checked_add(length)?));
            let packed = packed.ok_or_else(|| Broken::new("a shard beyond its end"))?;
            let chunk = self.elements(packed.to_vec(), inner, &shards.codecs)?;
            let origin: Vec<usize> = index(number, &counts).iter().zip(inner).map(|(at, inner)| at * inner).collect();
            whole.put(&mut elements, &origin, &chunk, inner, &steps_of(inner));
        }
        Ok(elements)
    }

    fn check_room(&self) -> Result<(), Broken> {
        let n = self.pool.bytes.len();
        if n <= self.cap { Ok(()) } else { Err(Broken::new(format!("{n} bytes of text, more than it can hold"))) }
    }
}

/// How an array lies in memory: elements of so many bytes in this shape, the last index fastest.
pub(super) struct ArrayLayout<'a> {
    pub(super) shape: &'a [usize],
    pub(super) size: usize,
}

impl ArrayLayout<'_> {
    /// Puts the elements of a chunk where they belong, as far as they lie in the array: element `i` of the chunk's dimension
    /// `d` is `i * steps[d]` elements from its first.
    ///
    /// `whole` must have as many elements as the shape, `chunk` as many as `extents`; origins lie in the shape.
    pub(super) fn put(&self, whole: &mut [u8], origin: &[usize], chunk: &[u8], extents: &[usize], steps: &[usize]) {
        let size = self.size;
        let lengths: Vec<usize> =
            (0..extents.len()).map(|d| extents[d].min(self.shape[d].saturating_sub(origin[d]))).collect();
        let (n_last, last_step) = (lengths.last().copied().unwrap_or(1), steps.last().copied().unwrap_or(1));
        let lines = &lengths[..lengths.len().saturating_sub(1)];
        let own_steps = steps_of(self.shape);
        for line in 0..lines.iter().product() {
            let at = index(line, lines);
            let mut to: usize = origin.iter().zip(&own_steps).map(|(at, step)| at * step).sum();
            to += at.iter().zip(&own_steps).map(|(at, step)| at * step).sum::<usize>();
            let from: usize = at.iter().zip(steps).map(|(at, step)| at * step).sum();
            if last_step == 1 {
                whole[to * size..][..n_last * size].copy_from_slice(&chunk[from * size..][..n_last * size]);
                continue;
            }
            for i in 0..n_last {
                let element = &chunk[(from + i * last_step) * size..][..size];
                whole[(to + i) * size..][..size].copy_from_slice(element);
            }
        }
    }
}

/// The indices of the element of a number, the last one fastest.
pub(super) fn index(mut number: usize, counts: &[usize]) -> Vec<usize> {
    let mut index = vec![0; counts.len()];
    for (at, count) in index.iter_mut().zip(counts).rev() {
        *at = number % count;
        number /= count;
    }
    index
}

/// How many elements apart the neighbours along each dimension are.
pub(super) fn steps_of(shape: &[usize]) -> Vec<usize> {
    let mut steps = vec![1; shape.len()];
    for dimension in (1..shape.len()).rev() {
        steps[dimension - 1] = steps[dimension] * shape[dimension];
    }
    steps
}

fn number_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_cut_off_at_the_border() {
        let whole = ArrayLayout { shape: &[3, 3], size: 1 };
        let mut bytes = vec![0; 9];
        whole.put(&mut bytes, &[2, 1], &[1, 2, 3, 4, 5, 6], &[2, 3], &[3, 1]);
        assert_eq!(bytes, [0, 0, 0, 0, 0, 0, 0, 1, 2]);
        // The same chunk, stored column by column.
        whole.put(&mut bytes, &[0, 0], &[1, 4, 2, 5, 3, 6], &[2, 3], &[1, 2]);
        assert_eq!(bytes, [1, 2, 3, 4, 5, 6, 0, 1, 2]);
    }

    #[test]
    fn indices_and_steps() {
        assert_eq!(index(5, &[2, 3]), [1, 2]);
        assert_eq!((steps_of(&[2, 3, 4]), steps_of(&[])), (vec![12, 4, 1], vec![]));
    }
}
