//! The checksum of a file, so that a reader of a result can tell whether it is the file that was read.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Larger files are not read a second time for their checksum.
const MOST_BYTES: u64 = 1 << 30;
/// Nor are folders of more files, or deeper ones.
const MOST_FILES: usize = 100_000;
const DEEPEST: usize = 32;

/// A file that was read, as it lay on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checksum {
    /// Its size.
    pub n_bytes: u64,
    /// The SHA-256 of its bytes in hexadecimal digits, as `sha256sum` prints it; none above 1 GiB.
    pub sha256: Option<String>,
}

/// The checksum of a file or of a folder that is read as one, or none where there is no file to read again: a pipe, standard input.
///
/// Reads all bytes, O(n), with a buffer of 64 KiB.
pub fn checksum(path: &Path) -> Result<Option<Checksum>> {
    let failure = |cause| Error::Unreadable { file: path.display().to_string(), cause };
    let Ok(about) = path.metadata() else { return Ok(None) };
    if about.is_dir() {
        return folder(path).map(Some).map_err(failure);
    }
    if !about.is_file() {
        return Ok(None);
    }
    let n_bytes = about.len();
    if n_bytes > MOST_BYTES {
        return Ok(Some(Checksum { n_bytes, sha256: None }));
    }
    let (n_bytes, sha256) = sum(path).map_err(failure)?;
    Ok(Some(Checksum { n_bytes, sha256: Some(sha256) }))
}

/// The length of a file, and its checksum.
fn sum(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let (mut sum, mut buffer) = (Sha256::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((sum.n_bytes, sum.finish())),
            n => sum.add(&buffer[..n]),
        }
    }
}

/// The checksum of a folder: that of the list of checksums that `find . -type f | LC_ALL=C sort | xargs sha256sum` prints in it.
fn folder(path: &Path) -> io::Result<Checksum> {
    let mut files = Vec::new();
    let is_listed = list(path, &mut PathBuf::from("."), &mut files)?;
    let n_bytes = files.iter().map(|(_, n_bytes)| n_bytes).sum();
    if !is_listed || n_bytes > MOST_BYTES {
        return Ok(Checksum { n_bytes, sha256: None });
    }
    files.sort();
    let mut all = Sha256::default();
    for (file, _) in &files {
        let (_, sha256) = sum(&path.join(file))?;
        all.add(format!("{sha256}  {file}\n").as_bytes());
    }
    Ok(Checksum { n_bytes, sha256: Some(all.finish()) })
}

/// Lists the files below a folder with their lengths; false where there are too many, or names that are no text.
fn list(path: &Path, below: &mut PathBuf, files: &mut Vec<(String, u64)>) -> io::Result<bool> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { return Ok(false) };
        below.push(name);
        let kind = entry.file_type()?;
        if kind.is_dir() && (below.components().count() > DEEPEST || !list(&entry.path(), below, files)?) {
            return Ok(false);
        }
        if kind.is_file() {
            files.push((below.display().to_string(), entry.metadata()?.len()));
        }
        below.pop();
        if files.len() > MOST_FILES {
            return Ok(false);
        }
    }
    Ok(true)
}

/// SHA-256 (FIPS 180-4).
#[derive(Debug)]
struct Sha256 {
    state: [u32; 8],
    /// What does not fill a block yet; fewer than 64 bytes.
    rest: Vec<u8>,
    n_bytes: u64,
}

impl Default for Sha256 {
    fn default() -> Self {
        Self { state: START, rest: Vec::with_capacity(64), n_bytes: 0 }
    }
}

impl Sha256 {
    fn add(&mut self, mut bytes: &[u8]) {
        self.n_bytes += bytes.len() as u64;
        if !self.rest.is_empty() {
            let (first, others) = bytes.split_at(bytes.len().min(64 - self.rest.len()));
            self.rest.extend(first);
            bytes = others;
            if self.rest.len() < 64 {
                return;
            }
            compress(&mut self.state, &self.rest);
            self.rest.clear();
        }
        let blocks = bytes.chunks_exact(64);
        self.rest.extend(blocks.remainder());
        blocks.for_each(|block| compress(&mut self.state, block));
    }

    fn finish(mut self) -> String {
        let n_bits = 8 * self.n_bytes;
        let n_zeros = (119 - self.n_bytes % 64) % 64;
        self.add(&[&[0x80][..], &vec![0; n_zeros as usize], &n_bits.to_be_bytes()].concat());
        self.state.iter().fold(String::new(), |mut text, word| {
            write!(text, "{word:08x}").expect("a string takes every letter");
            text
        })
    }
}

fn compress(state: &mut [u32; 8], block: &[u8]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for i in 16..64 {
        let (a, b) = (words[i - 15], words[i - 2]);
        let low = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let high = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        words[i] = words[i - 16].wrapping_add(low).wrapping_add(words[i - 7]).wrapping_add(high);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (round, word) in ROUNDS.iter().zip(words) {
        let high = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let chosen = (e & f) ^ (!e & g);
        let first = h.wrapping_add(high).wrapping_add(chosen).wrapping_add(*round).wrapping_add(word);
        let low = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = low.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, next) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(next);
    }
}

/// The fractional parts of the square roots of the first eight primes.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(pieces: &[&[u8]]) -> String {
        let mut sum = Sha256::default();
        pieces.iter().for_each(|piece| sum.add(piece));
        sum.finish()
    }

    #[test]
    fn the_sums_of_the_standard() {
        // FIPS 180-4's examples: nothing, one block, two blocks, a million letters in pieces of any size.
        assert_eq!(sum(&[]), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sum(&[b"a", b"bc"]), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let two = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(sum(&[two]), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        let million = vec![b'a'; 1_000_000];
        let pieces: Vec<&[u8]> = million.chunks(97).collect();
        assert_eq!(sum(&pieces), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }

    #[test]
    fn a_folder_has_the_sum_of_its_sorted_list() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        // No disk lists them by name by chance.
        for name in ["m", "c", "x", "a", "t", "g", "q", "e", "z", "k", "sub/c", "sub/b"] {
            fs::write(folder.path().join(name), &name[name.len() - 1..]).unwrap();
        }
        let found = checksum(folder.path()).unwrap().unwrap();
        // As `find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum` has it.
        let expected = "9cf378379692e57f383257fea7a42482a0a21a565c39a28f0763351aff1226a2";
        assert_eq!((found.n_bytes, found.sha256.as_deref()), (12, Some(expected)));
    }

    #[test]
    fn what_is_no_file_has_no_sum() {
        assert_eq!(checksum(Path::new("/dev/null")).unwrap(), None);
        assert_eq!(checksum(Path::new("-")).unwrap(), None);
    }
}
