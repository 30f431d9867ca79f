//! Partials as bytes: a line with the version of the form and a checksum, then a line of JSON.

use crate::error::{Error, Result};

use super::partial::{MethodPartial, SlicePartial};

/// What the first line begins with: the name and the version of the form.
const HEAD: &str = "slam slice partial 1 ";

impl SlicePartial {
    /// The partial as bytes, from which it can be had back to the last bit.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let body = serde_json::to_string(self).map_err(|error| damaged(&error))?;
        Ok(format!("{HEAD}{:016x}\n{body}\n", checksum(body.as_bytes())).into_bytes())
    }

    /// The partial that was written as these bytes; anything else is an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let wrong = |problem: &str| Error::DamagedPartial { problem: problem.to_owned() };
        let text = std::str::from_utf8(bytes).map_err(|_| wrong("it is no text"))?;
        let (head, body) = text.split_once('\n').ok_or_else(|| wrong("it has no first line"))?;
        let written = head.strip_prefix(HEAD).ok_or_else(|| wrong("it does not begin as slam partial begins it"))?;
        let body = body.strip_suffix('\n').ok_or_else(|| wrong("its end is missing"))?;
        if written != format!("{:016x}", checksum(body.as_bytes())) {
            return Err(wrong("its checksum is another"));
        }
        let partial: Self = serde_json::from_str(body).map_err(|error| damaged(&error))?;
        partial.check()?;
        Ok(partial)
    }

    /// Refuses tables that name labels that there are not, and counts that contradict each other.
    pub(super) fn check(&self) -> Result<()> {
        match self.methods.iter().chain(&self.references).find(|part| !is_sound(part)) {
            Some(part) => Err(Error::DamagedPartial {
                problem: format!("slice {:?}, {}: its tables contradict each other", self.slice, part.method),
            }),
            None => Ok(()),
        }
    }
}

fn is_sound(part: &MethodPartial) -> bool {
    let (numbers, flow) = (&part.numbers, &part.flow);
    let n_kinds = flow.kinds.len();
    let is_inside = |&(truth, pred, mass): &(u16, u16, f64)| {
        usize::from(truth) < n_kinds && usize::from(pred) < n_kinds && mass >= 0.0 && mass.is_finite()
    };
    let total: f64 = flow.counts.iter().map(|&(_, _, mass)| mass).sum();
    let n_counted = |table: &super::Overlap| table.cells.iter().map(|&(_, _, n)| n).sum::<u64>();
    flow.counts.iter().all(is_inside)
        && (part.is_weighted || total == numbers.n_edges as f64)
        && part.overlap.as_ref().is_none_or(|table| table.is_sound() && n_counted(table) == numbers.n_spots as u64)
}

fn damaged(error: &serde_json::Error) -> Error {
    Error::DamagedPartial { problem: error.to_string() }
}

/// FNV-1a with 64 bits: every changed byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
