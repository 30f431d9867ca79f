//! A folder of files in which the command is run.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// A file or folder of the real data, which tests that are ignored by default ask for.
#[track_caller]
pub(crate) fn shared(name: &str) -> String {
    let named = std::env::var_os("SLAM_SHARED_DATA").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let path = named.unwrap_or_else(beside).join(name);
    assert!(path.exists(), "no {name} in the shared data (SLAM_SHARED_DATA, ../shared/data)");
    path.display().to_string()
}

/// A temporary folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// A folder with the given files.
    pub(crate) fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names of all files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs the command here.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        Command::cargo_bin("slam").unwrap().current_dir(self.0.path()).args(arguments).output().unwrap()
    }

    /// Runs the command, which must succeed, and returns its standard output.
    #[track_caller]
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the command, which must fail with status 2 and write nothing, and returns what it says.
    #[track_caller]
    pub(crate) fn refused(&self, arguments: &[&str]) -> String {
        let before = self.names();
        let output = self.run(arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(self.names(), before, "a file was left behind");
        said
    }
}
