//! The image of a raster: its bands in strips or tiles, read block by block.

use rayon::prelude::*;

use super::sample::{Sample, Value};
use super::tags::Tags;
use super::unpack::Packing;
use crate::error::Result;

/// So many cells are always read; more only from files that are not a tiny part of them.
const ALWAYS_READ: u64 = 1 << 24;
/// Blocks pack to no less than one part in so many.
const MOST_PACKED: u64 = 4_096;
/// No block is larger, unpacked.
const LARGEST_BLOCK: u64 = 1 << 30;
/// Strips that are not packed are read in pieces of about so many bytes.
const PIECE: u64 = 1 << 22;
/// So many bytes of blocks are unpacked at once.
const AT_ONCE: u64 = 1 << 25;

/// The image of a raster.
pub(super) struct Image {
    pub(super) tags: Tags,
    /// Cells from left to right, and from top to bottom.
    pub(super) size: [u64; 2],
    pub(super) n_bands: u64,
    pub(super) sample: Sample,
    packing: Packing,
    predictor: u64,
    /// Whether every band has blocks of its own.
    is_apart: bool,
    is_tiled: bool,
    /// The size of a tile, or of a strip.
    block: [u64; 2],
    offsets: Vec<u64>,
    lengths: Vec<u64>,
}

/// A part of the image.
#[derive(Debug, Clone, Copy)]
struct Part {
    /// The block that it is of.
    block: usize,
    /// The first row of the block that it has.
    skipped: u64,
    /// Where its first cell is.
    column: u64,
    row: u64,
    /// How many cells of it are in the image.
    columns: u64,
    rows: u64,
}

impl Image {
    /// The image that the tags describe, if they make sense.
    pub(super) fn new(tags: Tags) -> Result<Self> {
        let number = |tag: u16, default: u64| tags.number(tag).map(|number| number.unwrap_or(default));
        let size = [number(256, 0)?, number(257, 0)?];
        let n_cells = size[0].saturating_mul(size[1]);
        if n_cells == 0 || n_cells >= u64::from(u32::MAX) {
            return Err(tags
                .bytes
                .damaged(format!("{} × {} cells, expected 1 to 4,294,967,294 in all", size[0], size[1])));
        }
        if n_cells > ALWAYS_READ.max(tags.bytes.n.saturating_mul(MOST_PACKED)) {
            return Err(tags
                .bytes
                .damaged(format!("{n_cells} cells in {} bytes, far more than they can hold", tags.bytes.n)));
        }
        let n_bands = number(277, 1)?;
        if n_bands == 0 || n_bands > 65_535 {
            return Err(tags.bytes.damaged(format!("{n_bands} bands, expected 1 to 65535")));
        }
        let (sample, packing) = (sample(&tags, n_bands)?, packing(&tags)?);
        let predictor = number(317, 1)?;
        let fits = match predictor {
            1 => true,
            2 => sample.bits() >= 8,
            3 => matches!(sample, Sample::Real(_)),
            _ => false,
        };
        if !fits {
            return Err(tags.bytes.unsupported(format!("predictor {predictor} of {}", sample.in_words())));
        }
        if number(266, 1)? != 1 {
            return Err(tags.bytes.unsupported("fill order 2"));
        }
        let is_tiled = tags.has(322);
        let block =
            if is_tiled { [number(322, 0)?, number(323, 0)?] } else { [size[0], number(278, size[1])?.min(size[1])] };
        let is_apart = number(284, 1)? == 2 && n_bands > 1;
        let mut image = Self {
            tags,
            size,
            n_bands,
            sample,
            packing,
            predictor,
            is_apart,
            is_tiled,
            block,
            offsets: Vec::new(),
            lengths: Vec::new(),
        };
        image.find_blocks()?;
        Ok(image)
    }

    /// Reads where the blocks are.
    fn find_blocks(&mut self) -> Result<()> {
        let bytes = &self.tags.bytes;
        let n_bytes = self.row_bytes().saturating_mul(self.block[1]);
        let is_bounded = self.packing == Packing::None && !self.is_tiled;
        if n_bytes == 0 || n_bytes > LARGEST_BLOCK && !is_bounded {
            let ([columns, rows], most) = (self.block, LARGEST_BLOCK >> 20);
            return Err(bytes.damaged(format!("blocks of {columns} × {rows} cells, expected 1 byte to {most} MiB")));
        }
        let [across, down] = self.n_blocks();
        let n = across.saturating_mul(down).saturating_mul(if self.is_apart { self.n_bands } else { 1 });
        let [offsets, lengths] = if self.is_tiled { [324, 325] } else { [273, 279] };
        let read = |tag: u16| self.tags.numbers(tag, n).map(Option::unwrap_or_default);
        let (offsets, mut lengths) = (read(offsets)?, read(lengths)?);
        if lengths.is_empty() && self.packing == Packing::None {
            lengths = vec![n_bytes; offsets.len()];
        }
        if offsets.len() as u64 != n || lengths.len() as u64 != n {
            let (found, sizes) = (offsets.len(), lengths.len());
            return Err(bytes.damaged(format!("{found} places and {sizes} lengths of blocks, expected {n} of each")));
        }
        (self.offsets, self.lengths) = (offsets, lengths);
        Ok(())
    }

    /// Blocks from left to right, and from top to bottom.
    fn n_blocks(&self) -> [u64; 2] {
        [0, 1].map(|axis| self.size[axis].div_ceil(self.block[axis].max(1)))
    }

    /// How many numbers of one cell are in a block.
    fn n_together(&self) -> u64 {
        if self.is_apart { 1 } else { self.n_bands }
    }

    /// How many bytes a row of a block has.
    fn row_bytes(&self) -> u64 {
        self.sample.n_bytes(self.block[0].saturating_mul(self.n_together()))
    }

    /// How many rows are read at once: all of a block, unless it can be cut.
    fn rows_at_once(&self) -> u64 {
        let is_whole = self.is_tiled || self.packing != Packing::None;
        if is_whole { self.block[1] } else { (PIECE / self.row_bytes()).clamp(1, self.block[1]) }
    }

    /// The parts of a band, in the order of the file's blocks.
    fn parts(&self, band: u64) -> impl Iterator<Item = Part> {
        let ([across, down], rows_at_once) = (self.n_blocks(), self.rows_at_once());
        let first = if self.is_apart { band * across * down } else { 0 };
        (0..down).flat_map(move |y| (0..across).map(move |x| (x, y))).flat_map(move |(x, y)| {
            let (column, top) = (x * self.block[0], y * self.block[1]);
            let height = self.block[1].min(self.size[1] - top);
            let columns = self.block[0].min(self.size[0] - column);
            (0..height).step_by(rows_at_once as usize).map(move |skipped| Part {
                block: (first + y * across + x) as usize,
                skipped,
                column,
                row: top + skipped,
                columns,
                rows: rows_at_once.min(height - skipped),
            })
        })
    }

    /// Visits all cells of a band: column, row and number, none in blocks that are not stored; the order is the file's.
    pub(super) fn visit(&self, band: u64, mut visit: impl FnMut(u64, u64, Option<Value>) -> Result<()>) -> Result<()> {
        let (row_bytes, together) = (self.row_bytes() as usize, self.n_together() as usize);
        let first = if self.is_apart { 0 } else { band as usize };
        let n_at_once = (AT_ONCE / (self.row_bytes() * self.rows_at_once()).max(1)).clamp(1, 1_024) as usize;
        let mut parts = self.parts(band);
        loop {
            let some: Vec<Part> = parts.by_ref().take(n_at_once).collect();
            if some.is_empty() {
                return Ok(());
            }
            let packed = some.iter().map(|part| self.packed(part)).collect::<Result<Vec<_>>>()?;
            let unpacked: Vec<Result<Option<Vec<u8>>>> = some
                .par_iter()
                .zip(packed)
                .map(|(part, packed)| packed.map(|packed| self.unpacked(part, packed)).transpose())
                .collect();
            for (part, bytes) in some.iter().zip(unpacked) {
                let bytes = bytes?;
                for row in 0..part.rows {
                    let cells = bytes.as_ref().map(|bytes| &bytes[row as usize * row_bytes..][..row_bytes]);
                    for column in 0..part.columns {
                        let value = cells.map(|cells| self.sample.get(cells, column as usize * together + first));
                        visit(part.column + column, part.row + row, value)?;
                    }
                }
            }
        }
    }

    /// The bytes of a part as they are in the file; none where the block is left out, as it may be where all is nodata.
    fn packed(&self, part: &Part) -> Result<Option<Vec<u8>>> {
        let (offset, length) = (self.offsets[part.block], self.lengths[part.block]);
        if offset == 0 && length == 0 {
            return Ok(None);
        }
        let (bytes, words) = (&self.tags.bytes, self.words(part));
        if self.packing != Packing::None {
            let n = self.row_bytes() * self.block[1];
            if n > ALWAYS_READ && n > length.saturating_mul(MOST_PACKED) {
                return Err(bytes.damaged(format!("{words} has {length} bytes, too few to unpack to {n}")));
            }
            return bytes.read(offset, length, &words).map(Some);
        }
        let [from, n] = [part.skipped, part.rows].map(|rows| self.row_bytes().saturating_mul(rows));
        if from.saturating_add(n) > length {
            return Err(bytes.damaged(format!("{words} has {length} bytes, expected {}", from.saturating_add(n))));
        }
        bytes.read(offset.saturating_add(from), n, &words).map(Some)
    }

    /// The rows of a part, as numbers of the smallest digits first.
    fn unpacked(&self, part: &Part, packed: Vec<u8>) -> Result<Vec<u8>> {
        let n = (self.row_bytes() * part.rows) as usize;
        let damaged = |problem: String| self.tags.bytes.damaged(format!("{} {problem}", self.words(part)));
        let mut bytes = self.packing.unpack(packed, n).ok_or_else(|| damaged("cannot be unpacked".to_owned()))?;
        if bytes.len() < n {
            return Err(damaged(format!("unpacks to {} bytes, expected {n}", bytes.len())));
        }
        let together = self.n_together() as usize;
        if self.tags.bytes.is_big_endian && self.predictor != 3 {
            self.sample.swap(&mut bytes);
        }
        for row in bytes.chunks_exact_mut(self.row_bytes() as usize).filter(|_| self.predictor > 1) {
            if self.predictor == 2 { self.sample.add_up(row, together) } else { self.sample.regroup(row, together) }
        }
        Ok(bytes)
    }

    fn words(&self, part: &Part) -> String {
        let what = if self.is_tiled { "tile" } else { "strip" };
        format!("the {what} of column {}, row {}", part.column + 1, part.row + 1)
    }
}

fn sample(tags: &Tags, n_bands: u64) -> Result<Sample> {
    let only = |tag: u16, default: u64| {
        let numbers = tags.numbers(tag, n_bands)?.unwrap_or_default();
        let first = numbers.first().copied().unwrap_or(default);
        let is_same = numbers.iter().all(|&number| number == first);
        if is_same { Ok(first) } else { Err(tags.bytes.unsupported("a raster whose bands are of different types")) }
    };
    let (bits, format) = (only(258, 1)?, only(339, 1)?);
    let unknown = || tags.bytes.unsupported(format!("sample format {format} of {bits} bits"));
    Sample::new(format, bits).ok_or_else(unknown)
}

fn packing(tags: &Tags) -> Result<Packing> {
    let number = tags.number(259)?.unwrap_or(1);
    Packing::new(number).map_err(|name| tags.bytes.unsupported(name))
}
