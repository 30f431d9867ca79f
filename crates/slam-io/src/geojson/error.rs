//! What can be wrong with a map, in words that name the file, the feature and what was expected.

use thiserror::Error as ThisError;

/// Why a GeoJSON file could not be read.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The text is no GeoJSON.
    #[error("{file}, line {line}, column {column}: not valid GeoJSON: {problem}")]
    Json {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What the parser says.
        problem: String,
    },
    /// The file holds something else than features.
    #[error("{file}: found {found}, expected a FeatureCollection{}", if found == "Topology" { "; convert TopoJSON first: ogr2ogr map.geojson FILE" } else { "" })]
    NoCollection {
        /// The file.
        file: String,
        /// The type that it claims to be.
        found: String,
    },
    /// The file has no features.
    #[error("{file} has no features")]
    NoFeatures {
        /// The file.
        file: String,
    },
    /// The file is too large.
    #[error("{file}: more than {limit} {what}; simplify the map first")]
    TooLarge {
        /// The file.
        file: String,
        /// The limit.
        limit: usize,
        /// What there are too many of.
        what: &'static str,
    },
    /// A feature is not of a kind that has a place, or borders.
    #[error("{file}, {feature}: found {found}, expected {expected}")]
    Geometry {
        /// The file.
        file: String,
        /// The feature.
        feature: String,
        /// The type of its geometry.
        found: String,
        /// The types that would do.
        expected: &'static str,
    },
    /// A property is not a finite number.
    #[error("{file}, {feature}, property {property:?}: {found:?} is not a finite number")]
    Number {
        /// The file.
        file: String,
        /// The feature.
        feature: String,
        /// The property.
        property: String,
        /// What was found; nothing where it is missing.
        found: String,
    },
    /// Borders run on top of each other everywhere.
    #[error("{file}: the borders lie upon each other too often; expected polygons that do not overlap")]
    Tangled {
        /// The file.
        file: String,
    },
}
