//! A file is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::{Error, Result};

/// Writes a file whole or not at all: to a temporary file in the same folder, which is then renamed.
///
/// A failure leaves nothing behind, and an older file of that name as it was. What is no regular file, such as a
/// pipe, is written directly.
pub fn write_atomically(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    // A link is followed, so that it stays a link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    check(path, &target)?;
    let written = if is_special(&target) { write_directly(&target, write) } else { write_and_rename(&target, write) };
    written.map_err(|source| Error::Unwritable { file: path.display().to_string(), source })
}

/// Refuses a file that could not be written, before the work is done that it is for.
///
/// A temporary file is made beside it and removed, since permissions alone do not tell what a file system allows.
pub fn check_output(path: &Path) -> Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    check(path, &target)?;
    if is_special(&target) {
        return Ok(());
    }
    let made = temporary(&folder(&target)).map(drop);
    made.map_err(|source| Error::Unwritable { file: path.display().to_string(), source })
}

/// Whether it is there and no regular file, such as a pipe.
fn is_special(target: &Path) -> bool {
    fs::metadata(target).is_ok_and(|found| !found.is_file())
}

fn check(path: &Path, target: &Path) -> Result<()> {
    let (file, folder) = (path.display().to_string(), folder(target));
    if target.is_dir() {
        return Err(Error::Folder { file });
    }
    if !folder.is_dir() {
        return Err(Error::NoFolder { file, folder: folder.display().to_string() });
    }
    if fs::metadata(target).is_ok_and(|found| found.permissions().readonly()) {
        let source = io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only");
        return Err(Error::Unwritable { file, source });
    }
    Ok(())
}

fn folder(path: &Path) -> PathBuf {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

fn write_directly(target: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::new(File::options().write(true).open(target)?);
    write(&mut writer)?;
    writer.flush()
}

fn write_and_rename(target: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let file = temporary(&folder(target))?;
    if let Ok(found) = fs::metadata(target) {
        file.as_file().set_permissions(found.permissions())?;
    }
    let mut writer = BufWriter::new(file);
    write(&mut writer)?;
    let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(target).map_err(|failure| failure.error)?;
    Ok(())
}

/// A temporary file with the permissions that any other file would get.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".slam-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
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
