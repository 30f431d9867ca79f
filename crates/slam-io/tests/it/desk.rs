//! A folder of small files, and requests about them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use slam_io::{Request, Study, read};
use tempfile::TempDir;

/// A folder of small files, gone with the test.
pub(crate) struct Desk {
    folder: TempDir,
}

impl Desk {
    /// A folder with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let desk = Self { folder: tempfile::tempdir().expect("a folder can be made") };
        for (name, text) in files {
            desk.put(name, text.as_bytes());
        }
        desk
    }

    /// Adds a file.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a file can be written");
    }

    /// The path of a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A request for the truth `t` and the pred `p` of a file.
    pub(crate) fn request(&self, name: &str) -> Request {
        Request { path: self.path(name), truth: "t".into(), preds: vec!["p".into()], ..Request::default() }
    }

    /// What is read; the folder is left out of what is said.
    pub(crate) fn read(&self, request: &Request) -> Result<Study, String> {
        read(request).map_err(|error| self.without_folder(&error.to_string()))
    }

    /// A text without the name of the folder.
    pub(crate) fn without_folder(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }

    /// The folder itself.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// What is read from one table with the truth `t` and the pred `p`.
pub(crate) fn read_text(text: &str) -> Result<Study, String> {
    let desk = Desk::with(&[("f.csv", text)]);
    desk.read(&desk.request("f.csv"))
}

/// The labels of a labeling, a dash where one is missing.
pub(crate) fn labels(labeling: &slam::Labeling) -> String {
    let labels: Vec<&str> = (0..labeling.n_spots()).map(|spot| labeling.name(spot).unwrap_or("-")).collect();
    labels.join(" ")
}

/// Compressed bytes.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}
