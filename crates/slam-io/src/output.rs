//! A regular file is written whole or not at all; anything else is written to.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::{Builder, NamedTempFile};

use crate::error::{Error, Result};
use crate::unwritable::Unwritable;

/// Where a result goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
    /// A regular file, there or to be made, which is replaced as a whole.
    File(PathBuf),
    /// Something that is written to: a pipe, a device, an open file.
    Stream(PathBuf),
}

impl Target {
    /// Where a path leads: `-` and `/dev/stdout` to standard output, links to what they point at, whether it is there or
    /// not.
    pub fn of(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Output);
        }
        let mut target = path.to_owned();
        for _ in 0..MOST_LINKS {
            match descriptor(&target) {
                Some(1) => return Ok(Self::Output),
                Some(2) => return Ok(Self::Error),
                Some(_) => return Ok(Self::Stream(target)),
                None if !target.is_symlink() => {
                    let is_special = fs::metadata(&target).is_ok_and(|found| !found.is_file() && !found.is_dir());
                    return Ok(if is_special { Self::Stream(target) } else { Self::File(target) });
                }
                None => {
                    let next = fs::read_link(&target).map_err(|cause| Unwritable::refused(path, cause))?;
                    target = folder(&target).join(next);
                }
            }
        }
        Err(Unwritable::refused(path, io::Error::other("a link that leads to itself")).into())
    }
}

/// More links than this lead nowhere.
const MOST_LINKS: usize = 40;

/// The number of an open file by which the path knows it: 1 for `/dev/stdout`, `/dev/fd/1` or `/proc/self/fd/1`.
///
/// To open such a path would begin at the start of the file, whatever was written to it before.
fn descriptor(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(folder(path)).ok()?;
    let is_of_descriptors = folder == Path::new("/dev/fd") || (folder.starts_with("/proc") && folder.ends_with("fd"));
    is_of_descriptors.then_some(number)
}

/// Writes a result: a regular file whole or not at all, by renaming a temporary file in the same folder; anything else
/// is written to.
///
/// A failure leaves nothing behind, and an older file of that name as it was.
pub fn write_atomically(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let target = checked(path)?;
    let written = match &target {
        Target::Output => write_buffered(io::stdout().lock(), write),
        Target::Error => write_buffered(io::stderr().lock(), write),
        // What is open elsewhere may hold something already.
        Target::Stream(stream) => {
            File::options().append(true).open(stream).and_then(|stream| write_buffered(stream, write))
        }
        Target::File(file) => write_and_rename(file, write),
    };
    let unwritable = |cause| match target {
        Target::Output => Unwritable::Output { cause },
        _ => Unwritable::refused(path, cause),
    };
    Ok(written.map_err(unwritable)?)
}

/// Refuses a path that could not be written, before the work is done that it is for.
///
/// A temporary file is made beside it and removed, since permissions alone do not tell what a file system allows.
pub fn check_output(path: &Path) -> Result<()> {
    let Target::File(target) = checked(path)? else { return Ok(()) };
    let made = Unfinished::new(&folder(&target)).map(drop);
    Ok(made.map_err(|cause| Unwritable::refused(path, cause))?)
}

/// Where a path leads, if that can be written.
fn checked(path: &Path) -> Result<Target> {
    let target = Target::of(path)?;
    let Target::File(file) = &target else { return Ok(target) };
    let (name, folder) = (path.display().to_string(), folder(file));
    if file.is_dir() {
        return Err(Error::Folder { file: name });
    }
    if !folder.is_dir() {
        return Err(Unwritable::NoFolder { file: name, folder: folder.display().to_string() }.into());
    }
    if fs::metadata(file).is_ok_and(|found| found.permissions().readonly()) {
        let cause = io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only");
        return Err(Unwritable::refused(path, cause).into());
    }
    Ok(target)
}

fn folder(path: &Path) -> PathBuf {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

fn write_buffered(writer: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(writer);
    write(&mut writer)?;
    writer.flush()
}

fn write_and_rename(target: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut unfinished = Unfinished::new(&folder(target))?;
    if let Ok(found) = fs::metadata(target) {
        unfinished.file.as_file().set_permissions(found.permissions())?;
    }
    write_buffered(unfinished.file.as_file_mut(), write)?;
    let Unfinished { file, _listed } = unfinished;
    file.persist(target).map(drop).map_err(|failure| failure.error)
}

/// A temporary file, gone with this unless it is given its name.
struct Unfinished {
    file: NamedTempFile,
    _listed: Listed,
}

/// A path among those of the temporary files of this process, as long as this lives.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| *path != self.0);
    }
}

/// The temporary files of this process, for one that ends in the middle of its work.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the temporary files of this process: to be called before it is ended from outside.
pub fn discard_unfinished() {
    let paths = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    paths.iter().for_each(|path| drop(fs::remove_file(path)));
}

impl Unfinished {
    /// A temporary file with the permissions that any other file would get.
    fn new(folder: &Path) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix(".slam-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut paths = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let file = builder.tempfile_in(folder)?;
        let path = file.path().to_owned();
        paths.push(path.clone());
        Ok(Self { file, _listed: Listed(path) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.json");
        for text in ["first", "second"] {
            write_atomically(&path, |writer| writer.write_all(text.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["out.json"]);
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.json");
        let half = |writer: &mut dyn Write| {
            writer.write_all(b"half")?;
            Err(io::Error::other("no more ink"))
        };
        let said = write_atomically(&path, half).unwrap_err().to_string();
        assert_eq!(said, format!("{} cannot be written: no more ink", path.display()));
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn a_folder_must_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results").join("out.json");
        let said = write_atomically(&path, |_| Ok(())).unwrap_err().to_string();
        let expected = path.parent().unwrap().display().to_string();
        assert_eq!(said, format!("{} cannot be written: there is no folder {expected}", path.display()));
        let said = write_atomically(folder.path(), |_| Ok(())).unwrap_err().to_string();
        assert_eq!(said, format!("{} is a folder, expected a file", folder.path().display()));
    }

    #[test]
    fn a_check_leaves_things_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        check_output(&folder.path().join("out.json")).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
        assert!(check_output(&folder.path().join("results").join("out.json")).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn folders_that_take_no_files_are_seen_beforehand() {
        // Even the administrator makes no file there.
        let said = check_output(Path::new("/proc/out.json")).unwrap_err().to_string();
        assert!(said.starts_with("/proc/out.json cannot be written: "), "{said}");
        check_output(Path::new("/dev/null")).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn paths_lead_where_they_lead() {
        let target = |path: &str| Target::of(Path::new(path)).unwrap();
        for output in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            assert_eq!(target(output), Target::Output, "{output}");
        }
        assert_eq!(target("/dev/stderr"), Target::Error);
        assert_eq!(target("/dev/fd/9"), Target::Stream("/dev/fd/9".into()));
        assert_eq!(target("/dev/null"), Target::Stream("/dev/null".into()));
        let folder = tempfile::tempdir().unwrap();
        let (link, made) = (folder.path().join("link"), folder.path().join("made"));
        std::os::unix::fs::symlink("made", &link).unwrap();
        assert_eq!(Target::of(&link).unwrap(), Target::File(made.clone()));
        write_atomically(&link, |writer| writer.write_all(b"text")).unwrap();
        assert!(link.is_symlink() && made.is_file());
    }

    #[test]
    fn what_is_unfinished_is_known_until_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let listed = || {
            let paths = UNFINISHED.lock().unwrap();
            paths.iter().filter(|path| path.starts_with(folder.path()) && path.exists()).count()
        };
        write_atomically(&folder.path().join("out.json"), |_| {
            assert_eq!(listed(), 1);
            Ok(())
        })
        .unwrap();
        check_output(&folder.path().join("out.json")).unwrap();
        assert!(UNFINISHED.lock().unwrap().iter().all(|path| !path.starts_with(folder.path())));
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        symlink(&path, &link).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_atomically(&link, |writer| writer.write_all(b"new")).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        let said = write_atomically(&path, |_| Ok(())).unwrap_err().to_string();
        assert_eq!(said, format!("{} cannot be written: it is read-only", path.display()));
        write_atomically(Path::new("/dev/null"), |writer| writer.write_all(b"gone")).unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }
}
