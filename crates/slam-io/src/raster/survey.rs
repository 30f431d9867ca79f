//! A summary of a raster for `slam inspect`.

use std::collections::BTreeMap;

use super::Raster;
use super::error::in_digits;
use crate::contents::{Labels, MOST_COLUMNS, MOST_TEXTS, Tally};
use crate::error::Result;
use crate::inspection::{Column, Inspection, Kind, Positions};

/// Looks at all bands.
pub(super) fn survey(raster: &Raster) -> Result<Inspection> {
    let n_columns = raster.columns.len().min(MOST_COLUMNS);
    let columns = (0..n_columns).map(|band| column(raster, band)).collect::<Result<Vec<_>>>()?;
    let [width, height] = raster.grid.size;
    let [first, last] = [raster.grid.centre(0, 0), raster.grid.centre(width - 1, height - 1)];
    let ranges = (0..2).map(|axis| [first[axis].min(last[axis]), first[axis].max(last[axis])]).collect();
    let nodata =
        raster.nodata.map_or_else(|| "no nodata value".to_owned(), |nodata| format!("nodata {}", in_digits(nodata)));
    let choice = format!("{}; {}, {nodata}", raster.grid.chosen().in_words(), raster.image.sample.in_words());
    let inspection = Inspection {
        file: raster.file.clone(),
        n_spots: raster.grid.n_cells(),
        n_more_columns: raster.columns.len() - n_columns,
        columns,
        positions: Some(Positions { choice, ranges }),
        ..Inspection::default()
    };
    let mut inspection = inspection.complete("", "");
    if let [_] = inspection.columns[..] {
        // The only band needs no name.
        inspection.next = inspection.next.replace(" --truth value --pred COLUMN --labels FILE", " --labels FILE.tif");
    }
    Ok(inspection)
}

fn column(raster: &Raster, band: usize) -> Result<Column> {
    let (mut counts, mut n_missing) = (Some(BTreeMap::<i64, usize>::new()), 0);
    let (mut is_whole, mut range) = (true, [f64::INFINITY, f64::NEG_INFINITY]);
    raster.image.visit(band as u64, |_, _, value| {
        let Some(value) = raster.known(value) else {
            n_missing += 1;
            return Ok(());
        };
        range = [range[0].min(value.real()), range[1].max(value.real())];
        match raster.whole(Some(value)) {
            Ok(Some(number)) => {
                if let Some(known) = &mut counts {
                    *known.entry(number).or_default() += 1;
                    if known.len() > MOST_TEXTS {
                        counts = None;
                    }
                }
            }
            Ok(None) => {}
            Err(_) => (is_whole, counts) = (false, None),
        }
        Ok(())
    })?;
    let n_values = raster.grid.n_cells() - n_missing;
    let labels =
        counts.map(|counts| Labels::new(counts.into_iter().map(|(number, n)| (number.to_string(), n)).collect()));
    let is_number = labels.is_none();
    let kind = match labels {
        // Whole numbers of a raster are classes, however few cells there are.
        Some(Labels { n, top }) if n_values > 0 => Kind::Label { n_labels: n, top },
        labels => Tally { n_values, is_number, is_whole, range, labels }.kind(false),
    };
    Ok(Column { name: raster.columns[band].clone(), n_missing, kind })
}
