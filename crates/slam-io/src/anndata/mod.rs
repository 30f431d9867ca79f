//! AnnData as a source of spots and labels, whatever its store: columns of `obs`, positions in `obsm`, ids in the index.

mod positions;
mod shapes;
mod drawing;
mod survey;

use std::path::Path;

use slam::Labeling;

use crate::chosen::Chosen;
use crate::columns::nearest;
use crate::drawing::Look;
use crate::error::{Error, Result};
use crate::h5ad::{self, H5ad};
use crate::input::{Gauge, Opened, Watch, name};
use crate::inspection::Inspection;
use crate::join::{Key, Likely, Names};
use crate::listing::{Columns, shown};
use crate::source::{Fetched, Measured, Source, Wanted};

pub use positions::usual_key;

/// An AnnData file, of which only the directory has been read.
pub(crate) struct AnnData {
    file: String,
    h5ad: H5ad,
    gauge: Gauge,
}

impl AnnData {
    /// Reads the directory of a file; what comes through a pipe is copied first.
    pub(crate) fn open(opened: Opened) -> Result<Self> {
        let gauge = opened.gauge.clone();
        let (file, handle) = opened.into_file()?;
        let h5ad = H5ad::from_file(&file, handle)?;
        if h5ad.n_obs() == 0 { Err(Error::NoRows { file }) } else { Ok(Self { file, h5ad, gauge }) }
    }

    /// Reads the directory of a Zarr store.
    pub(crate) fn open_store(path: &Path, watch: &Watch) -> Result<Self> {
        let file = name(path);
        let (h5ad, gauge) = (H5ad::open(path)?, Gauge::new(&file, watch));
        if h5ad.n_obs() == 0 { Err(Error::NoRows { file }) } else { Ok(Self { file, h5ad, gauge }) }
    }

    fn labeling(&self, column: usize) -> Result<Labeling> {
        self.gauge.tell(&self.columns()[column]);
        Ok(self.h5ad.labeling(&self.columns()[column])?)
    }

    fn numbers(&self, column: usize) -> Result<Vec<f64>> {
        self.gauge.tell(&self.columns()[column]);
        Ok(self.h5ad.numbers(&self.columns()[column])?)
    }

    fn names(&self, key: Key) -> Result<Names> {
        self.gauge.tell("ids");
        let texts = match key {
            Key::Column(column) => self.h5ad.texts(&self.columns()[column]),
            Key::Own => self.h5ad.ids(),
        };
        Ok(texts?.into_iter().collect())
    }

    /// What is asked for by name and is not there, said with the option that asks.
    fn explain(&self, option: &str, what: &'static str, several: &'static str, error: h5ad::Error) -> Error {
        let h5ad::Error::Missing { name, available, .. } = error else { return error.into() };
        let suggestion = nearest(&name, &available).map(str::to_owned);
        let available = Box::new(Columns::called(several, &available));
        let (option, name, file) = (option.into(), shown(&name), self.file.clone());
        Error::NoKey { option, what, name, file, available, suggestion }
    }
}

impl Source for AnnData {
    fn file(&self) -> &str {
        &self.file
    }

    fn columns(&self) -> &[String] {
        self.h5ad.columns()
    }

    fn keys(&mut self, _taken: &dyn Fn(&str) -> bool) -> Result<Vec<Likely>> {
        Ok(vec![Likely::own()])
    }

    fn more_keys(&self, taken: &dyn Fn(&str) -> bool) -> Result<Vec<(Likely, Names)>> {
        let mut keys = Vec::new();
        for (column, name) in self.columns().iter().enumerate().filter(|(_, name)| !taken(name)) {
            // A column that cannot be read holds no ids.
            let names = self.names(Key::Column(column)).unwrap_or_default();
            keys.extend(Likely::column(column, name, names.clone()).map(|likely| (likely, names)));
        }
        Ok(keys)
    }

    fn key_in_words(&self, key: Key) -> String {
        match key {
            Key::Own => "index of obs".to_owned(),
            Key::Column(column) => format!("column {:?}", self.columns()[column]),
        }
    }

    fn slide_key(&self) -> Option<usize> {
        // What cannot be read says nothing.
        let name = self.h5ad.slide_key().ok().flatten()?;
        self.columns().iter().position(|column| *column == name)
    }

    fn fetch(&mut self, wanted: &Wanted<'_>) -> Result<Fetched> {
        let mut fetched = Fetched { n_rows: self.h5ad.n_obs(), ..Fetched::default() };
        if let Some(request) = wanted.positions {
            self.gauge.tell("positions");
            let known = self.h5ad.absent();
            let (dimensions, coordinates, words) = positions::read(self, request)?;
            if let Some(problem) = self.h5ad.absent().into_iter().find(|line| !known.contains(line)) {
                return Err(h5ad::Error::Absent { file: self.file.clone(), problem: problem.in_words() }.into());
            }
            (fetched.dimensions, fetched.coordinates) = (dimensions, coordinates);
            fetched.choices.extend(self.h5ad.table().map(|table| Chosen::new("table", table)));
            fetched.choices.push(words);
            fetched.planes = positions::planes(self, request, dimensions);
            fetched.drawing = drawing::drawing(self, request, &fetched.coordinates);
        }
        fetched.labels = wanted.read_labels(|column| self.labeling(column))?;
        fetched.numbers = wanted.numbers.iter().map(|&column| self.numbers(column)).collect::<Result<_>>()?;
        fetched.keys = wanted.keys.iter().map(|&key| self.names(key)).collect::<Result<_>>()?;
        fetched.choices.extend(self.h5ad.absent());
        Ok(fetched)
    }

    fn has_measurements(&self, name: &str) -> bool {
        ["X", "raw"].contains(&name) || name.starts_with("layer:") || name.starts_with("obsm:")
    }

    fn measure(&mut self, name: Option<&str>, keys: &[Likely]) -> Result<Measured> {
        let name = name.unwrap_or("X");
        let (what, several) = match name.split_once(':') {
            Some(("layer", _)) => ("layer", "layers"),
            Some(_) => ("obsm", "obsm"),
            None => ("measurements", "measurements"),
        };
        self.gauge.tell(name);
        let measurements = self.h5ad.measurements(name);
        let measurements = measurements.map_err(|error| self.explain("expression", what, several, error))?;
        let keys = keys.iter().map(|likely| self.names(likely.key)).collect::<Result<_>>()?;
        Ok(Measured { measurements, columns: Vec::new(), keys })
    }

    fn connectivities(&self, name: &str) -> Result<Vec<(u32, u32)>> {
        self.h5ad.connectivities(name).map_err(|error| self.explain("graph", "obsp", "obsp", error))
    }

    fn look(&self, column: usize) -> Look {
        drawing::look(self, column)
    }

    fn kind(&self) -> &'static str {
        "AnnData"
    }

    fn inspect(self: Box<Self>) -> Result<Inspection> {
        survey::survey(&self)
    }
}
