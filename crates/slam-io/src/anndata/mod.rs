//! AnnData files as a source of spots and labels: columns of `obs`, positions in `obsm`, ids in the index.

mod positions;
mod survey;

use slam::Labeling;

use crate::columns::{find, nearest};
use crate::error::{Error, Result};
use crate::h5ad::{self, H5ad};
use crate::input::{Gauge, Opened};
use crate::inspection::Inspection;
use crate::listing::{Columns, shown};
use crate::source::{Fetched, Measured, Source, Wanted};

pub use positions::usual_key;

/// An AnnData file, of which only the directory has been read.
pub(crate) struct AnnData {
    file: String,
    h5ad: H5ad,
    gauge: Gauge,
    /// The column with the ids, where it is not the index.
    id: Option<usize>,
}

impl AnnData {
    /// Reads the directory of a file; what comes through a pipe is copied first.
    pub(crate) fn open(opened: Opened) -> Result<Self> {
        let gauge = opened.gauge.clone();
        let (file, handle) = opened.into_file()?;
        let h5ad = H5ad::from_file(&file, handle)?;
        if h5ad.n_obs() == 0 { Err(Error::NoRows { file }) } else { Ok(Self { file, h5ad, gauge, id: None }) }
    }

    fn labeling(&self, column: usize) -> Result<Labeling> {
        self.gauge.tell(&self.columns()[column]);
        Ok(self.h5ad.labeling(&self.columns()[column])?)
    }

    fn numbers(&self, column: usize) -> Result<Vec<f64>> {
        self.gauge.tell(&self.columns()[column]);
        Ok(self.h5ad.numbers(&self.columns()[column])?)
    }

    fn ids(&self) -> Result<Vec<Box<str>>> {
        self.gauge.tell("ids");
        let texts = match self.id {
            Some(column) => self.h5ad.texts(&self.columns()[column]),
            None => self.h5ad.ids(),
        };
        Ok(texts?)
    }

    fn ids_in_words(&self) -> String {
        self.id.map_or("ids: index of obs".to_owned(), |column| format!("ids: column {:?}", self.columns()[column]))
    }

    /// What is asked for by name and is not there, said with the option that asks.
    fn explain(&self, flag: &'static str, what: &'static str, several: &'static str, error: h5ad::Error) -> Error {
        let h5ad::Error::Missing { name, available, .. } = error else { return error.into() };
        let suggestion = nearest(&name, &available).map(str::to_owned);
        let available = Box::new(Columns::called(several, &available));
        Error::NoKey { flag, what, name: shown(&name), file: self.file.clone(), available, suggestion }
    }
}

impl Source for AnnData {
    fn file(&self) -> &str {
        &self.file
    }

    fn columns(&self) -> &[String] {
        self.h5ad.columns()
    }

    fn settle_ids(&mut self, named: Option<&str>, _taken: &dyn Fn(&str) -> bool) -> Result<bool> {
        self.id = named.map(|name| find("--id", name, &self.file, self.columns())).transpose()?;
        Ok(true)
    }

    fn is_id(&self, column: usize) -> bool {
        self.id == Some(column)
    }

    fn fetch(&mut self, wanted: &Wanted<'_>) -> Result<Fetched> {
        let mut fetched = Fetched { n_rows: self.h5ad.n_obs(), ..Fetched::default() };
        if let Some(request) = wanted.positions {
            self.gauge.tell("positions");
            let (dimensions, coordinates, words) = positions::read(self, request)?;
            (fetched.dimensions, fetched.coordinates) = (dimensions, coordinates);
            fetched.choices.push(words);
        }
        fetched.labels = wanted.read_labels(|column| self.labeling(column))?;
        fetched.numbers = wanted.numbers.iter().map(|&column| self.numbers(column)).collect::<Result<_>>()?;
        if wanted.ids {
            fetched.ids = Some(self.ids()?);
            fetched.choices.push(self.ids_in_words());
        }
        Ok(fetched)
    }

    fn has_measurements(&self, name: &str) -> bool {
        ["X", "raw"].contains(&name) || name.starts_with("layer:") || name.starts_with("obsm:")
    }

    fn measure(&mut self, name: Option<&str>, with_ids: bool) -> Result<Measured> {
        let name = name.unwrap_or("X");
        let (what, several) = match name.split_once(':') {
            Some(("layer", _)) => ("layer", "layers"),
            Some(_) => ("obsm", "obsm"),
            None => ("measurements", "measurements"),
        };
        self.gauge.tell(name);
        let measurements = self.h5ad.measurements(name);
        let measurements = measurements.map_err(|error| self.explain("--expression", what, several, error))?;
        let ids = with_ids.then(|| self.ids()).transpose()?;
        Ok(Measured { measurements, ids })
    }

    fn connectivities(&self, name: &str) -> Result<Vec<(u32, u32)>> {
        self.h5ad.connectivities(name).map_err(|error| self.explain("--graph", "obsp", "obsp", error))
    }

    fn kind(&self) -> &'static str {
        "AnnData"
    }

    fn inspect(self: Box<Self>) -> Result<Inspection> {
        survey::survey(&self)
    }
}
