//! Bytes to be read, unpacked where they are packed: from files, from pipes, from standard input.

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;
use slam::Observer;

use crate::error::{Error, Result};

/// How standard input is named.
const STANDARD_INPUT: &str = "-";
const STANDARD_INPUT_NAME: &str = "standard input";
/// The first bytes of a compressed file.
const GZIP: &[u8] = &[0x1f, 0x8b];
/// So many bytes tell what kind of file it is.
const HEAD: u64 = 64;

/// Who watches how far the reading has come: any [`Observer`] in an [`Arc`], `Arc::new(())` for nobody.
///
/// ```
/// use std::sync::Arc;
///
/// let nobody: slam_io::Watch = Arc::new(());
/// ```
pub type Watch = Arc<dyn Observer + Send>;

/// Nobody watches.
pub(crate) fn unwatched() -> Watch {
    Arc::new(())
}

/// A path that was opened, once: what comes through a pipe comes once.
pub(crate) struct Opened {
    /// All bytes, unpacked.
    pub(crate) input: Input,
    /// The first of them.
    pub(crate) head: Vec<u8>,
    /// The file itself, if it can be read in any order and is not packed.
    whole: Option<File>,
    pub(crate) gauge: Gauge,
}

/// Tells how far the reading of a file has come.
#[derive(Clone)]
pub(crate) struct Gauge {
    watch: Watch,
    step: String,
}

impl Gauge {
    pub(crate) fn new(file: &str, watch: &Watch) -> Self {
        let short =
            Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
        Self { watch: Arc::clone(watch), step: format!("reading {short}") }
    }

    /// Tells how many bytes are read, of how many if that is known.
    pub(crate) fn count(&self, n_read: u64, n_bytes: Option<u64>) {
        let count = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        // A file that is read is soon read: whoever wants to stop does so afterwards.
        let _ = self.watch.tick(&self.step, count(n_read), count(n_bytes.unwrap_or(0)));
    }

    /// Tells what of the file is read.
    pub(crate) fn tell(&self, what: &str) {
        let _ = self.watch.tick(&format!("{}: {what}", self.step), 0, 0);
    }
}

/// Bytes to be read, and how to speak of them when that fails.
pub(crate) struct Input {
    pub(crate) file: String,
    pub(crate) reader: Box<dyn Read + Send>,
    pub(crate) is_gzip: bool,
}

impl Input {
    /// What to say when reading fails.
    pub(crate) fn failure(&self, cause: io::Error) -> Error {
        let file = self.file.clone();
        if self.is_gzip { Error::Gzip { file, cause } } else { Error::Unreadable { file, cause } }
    }

    /// The next bytes, which will be read again.
    fn peek(&mut self) -> Result<Vec<u8>> {
        let mut head = Vec::new();
        let read = self.reader.by_ref().take(HEAD).read_to_end(&mut head);
        read.map_err(|cause| self.failure(cause))?;
        let rest = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = Box::new(Cursor::new(head.clone()).chain(rest));
        Ok(head)
    }
}

impl Opened {
    /// Opens a path and looks at its first bytes.
    pub(crate) fn new(path: &Path, watch: &Watch) -> Result<Self> {
        let file = name(path);
        let refuse = |cause| unreadable(path, cause);
        if is_standard_input(path) {
            return Self::of(Counted::new(Box::new(io::stdin()), file, None, watch), None);
        }
        let found = fs::metadata(path).map_err(refuse)?;
        if found.is_dir() {
            return Err(Error::Folder { file });
        }
        let opened = File::open(path).map_err(refuse)?;
        // Where it stands tells what has been read, so that the copy is read at places of its own.
        let whole = found.is_file().then(|| opened.try_clone()).transpose().map_err(refuse)?;
        Self::of(Counted::new(Box::new(opened), file, whole.as_ref().map(|_| found.len()), watch), whole)
    }

    fn of(counted: Counted, whole: Option<File>) -> Result<Self> {
        let (file, n_read, n_bytes) = (counted.file.clone(), counted.n_read.clone(), counted.n_bytes);
        let gauge = counted.gauge.clone();
        let mut input = Input { file, reader: Box::new(counted), is_gzip: false };
        let head = input.peek()?;
        if !head.starts_with(GZIP) {
            return Ok(Self { input, head, whole, gauge });
        }
        let decoder = MultiGzDecoder::new(BufReader::with_capacity(1 << 16, input.reader));
        let reader = Box::new(Bounded { reader: decoder, n_unpacked: 0, n_packed: n_read, n_bytes });
        input = Input { file: input.file, reader, is_gzip: true };
        Ok(Self { head: input.peek()?, input, whole: None, gauge })
    }

    /// The first byte that says something.
    pub(crate) fn first_letter(&self) -> Option<u8> {
        let text = self.head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.head);
        text.iter().copied().find(|byte| !byte.is_ascii_whitespace())
    }

    /// The bytes as a file that can be read in any order: itself, or a copy that is gone with this process.
    pub(crate) fn into_file(mut self) -> Result<(String, File)> {
        let file = self.input.file.clone();
        if let Some(whole) = self.whole {
            return Ok((file, whole));
        }
        let copied = tempfile::tempfile().and_then(|mut copy| {
            io::copy(&mut self.input.reader, &mut copy)?;
            Ok(copy)
        });
        copied.map(|copy| (file, copy)).map_err(|cause| self.input.failure(cause))
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// Why a path cannot be read, given what the system says.
pub fn unreadable(path: &Path, cause: io::Error) -> Error {
    let file = name(path);
    match cause.kind() {
        io::ErrorKind::NotFound => Error::NotFound { file },
        _ if path.is_dir() => Error::Folder { file },
        _ => Error::Unreadable { file, cause },
    }
}

/// A path as messages name it.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) { STANDARD_INPUT_NAME.to_owned() } else { path.display().to_string() }
}

/// A file as it is typed, given how messages name it.
pub(crate) fn typed(file: &str) -> &str {
    if file == STANDARD_INPUT_NAME { STANDARD_INPUT } else { file }
}

/// Refuses a pipe that is named twice.
pub(crate) fn refuse_repeated<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let mut seen = Vec::new();
    for path in paths {
        let Some(pipe) = pipe(path) else { continue };
        if seen.contains(&pipe) {
            return Err(Error::Repeated { file: name(path) });
        }
        seen.push(pipe);
    }
    Ok(())
}

/// What tells pipes and the like apart; nothing for a file that can be read twice.
fn pipe(path: &Path) -> Option<(u64, u64)> {
    if is_standard_input(path) {
        return Some(fs::metadata("/dev/stdin").ok().and_then(|found| identity(&found)).unwrap_or_default());
    }
    identity(&fs::metadata(path).ok().filter(|found| !found.is_file() && !found.is_dir())?)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems do not tell")]
fn identity(found: &fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(_found: &fs::Metadata) -> Option<(u64, u64)> {
    None
}

/// Bytes that are counted as they are read, and told to whoever watches.
struct Counted {
    reader: Box<dyn Read + Send>,
    file: String,
    n_read: Arc<AtomicU64>,
    /// How many there are, if that is known.
    n_bytes: Option<u64>,
    gauge: Gauge,
}

impl Counted {
    fn new(reader: Box<dyn Read + Send>, file: String, n_bytes: Option<u64>, watch: &Watch) -> Self {
        let gauge = Gauge::new(&file, watch);
        Self { reader, file, n_read: Arc::default(), n_bytes, gauge }
    }
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buffer)?;
        let n_read = self.n_read.fetch_add(n as u64, Ordering::Relaxed) + n as u64;
        self.gauge.count(n_read, self.n_bytes);
        Ok(n)
    }
}

/// What is unpacked from a small file, up to a limit: text shrinks by some tens, what shrinks by hundreds is a trap.
struct Bounded<R> {
    reader: R,
    n_unpacked: u64,
    /// How many packed bytes have been read, and how many there are if that is known.
    n_packed: Arc<AtomicU64>,
    n_bytes: Option<u64>,
}

/// Text packs to no less than one part in so many, beyond the first bytes of it.
const MOST_PACKED: u64 = 200;
const ALWAYS_UNPACKED: u64 = 1 << 27;

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buffer)?;
        self.n_unpacked += n as u64;
        let n_packed = self.n_bytes.unwrap_or_else(|| self.n_packed.load(Ordering::Relaxed));
        if self.n_unpacked > n_packed.saturating_mul(MOST_PACKED).max(ALWAYS_UNPACKED) {
            return Err(io::Error::other(format!("it unpacks to more than {MOST_PACKED} times its size")));
        }
        Ok(n)
    }
}
