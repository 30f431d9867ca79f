//! The column of `obs` that tells slides apart, as far as the file says so.

use super::H5ad;
use super::error::Result;
use super::store::{Group, Node};

impl H5ad {
    /// The `region_key` of a table of SpatialData, else the one column whose categories are the libraries of `uns["spatial"]`.
    pub(crate) fn slide_key(&self) -> Result<Option<String>> {
        if let Some([region, _]) = self.annotated()? {
            return Ok(Some(region));
        }
        let root = self.store.root()?;
        let known = |name: &String| self.columns.contains(name);
        if let Some(region) = text(&root, "uns/spatialdata_attrs/region_key").filter(known) {
            return Ok(Some(region));
        }
        let Some(Node::Group(slides)) = root.child("uns/spatial")? else { return Ok(None) };
        let libraries = slides.names()?;
        if libraries.len() < 2 {
            return Ok(None);
        }
        let has_them = |column: &&String| {
            // A column that cannot be read holds no names of libraries.
            let categories = self.categories(column).ok().flatten();
            categories.is_some_and(|mut categories| {
                categories.sort();
                categories == libraries
            })
        };
        let mut columns = self.columns.iter().filter(has_them);
        Ok(columns.next().filter(|_| columns.next().is_none()).cloned())
    }
}

/// A text that stands alone.
fn text(group: &Group, path: &str) -> Option<String> {
    let Node::Array(array) = group.child(path).ok()?? else { return None };
    array.check_size().ok()?;
    let texts = array.read().ok()?.texts().ok()?;
    texts.into_iter().next()
}
