//! Polygons and points, as the nested lists of GeoJSON become them.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A position; a height, if there is one, is left out.
pub type Position = [f64; 2];

/// A closed line.
pub type Ring = Vec<Position>;

/// An outer ring, then its holes.
pub type Polygon = Vec<Ring>;

/// Where a feature is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Geometry {
    /// Nowhere.
    None,
    Point(Position),
    /// At least one, each with an outer ring.
    Polygons(Vec<Polygon>),
    /// A geometry of another type, or an empty one.
    Other(String),
}

impl Geometry {
    /// All positions.
    pub(super) fn positions(&self) -> Box<dyn Iterator<Item = &Position> + '_> {
        match self {
            Self::Point(position) => Box::new(std::iter::once(position)),
            Self::Polygons(polygons) => Box::new(polygons.iter().flatten().flatten()),
            Self::None | Self::Other(_) => Box::new(std::iter::empty()),
        }
    }
}

/// Lists of lists of positions, however deep.
#[derive(Debug)]
enum Nested {
    Number(f64),
    Position(Position),
    Line(Vec<Position>),
    List(Vec<Nested>),
}

impl<'de> Deserialize<'de> for Geometry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(GeometryVisitor)
    }
}

struct GeometryVisitor;

impl<'de> Visitor<'de> for GeometryVisitor {
    type Value = Geometry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a geometry")
    }

    fn visit_unit<E>(self) -> Result<Geometry, E> {
        Ok(Geometry::None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Geometry, A::Error> {
        let (mut kind, mut coordinates) = (String::new(), None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "type" => kind = map.next_value()?,
                "coordinates" => coordinates = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        geometry(&kind, coordinates).map_err(A::Error::custom)
    }
}

fn geometry(kind: &str, coordinates: Option<Nested>) -> Result<Geometry, &'static str> {
    let coordinates = coordinates.unwrap_or(Nested::List(Vec::new()));
    let is_empty = matches!(&coordinates, Nested::List(list) if list.is_empty());
    match kind {
        "Point" | "Polygon" | "MultiPolygon" if is_empty => Ok(Geometry::Other(format!("an empty {kind}"))),
        "Point" => match coordinates {
            Nested::Position(position) => Ok(Geometry::Point(position)),
            _ => Err("a Point is a position, [x, y]"),
        },
        "Polygon" => Ok(Geometry::Polygons(vec![polygon(coordinates)?])),
        "MultiPolygon" => match coordinates {
            Nested::List(polygons) => {
                polygons.into_iter().map(polygon).collect::<Result<_, _>>().map(Geometry::Polygons)
            }
            _ => Err("a MultiPolygon is a list of polygons"),
        },
        "" => Err("a geometry without a type"),
        _ => Ok(Geometry::Other(kind.chars().take(60).collect())),
    }
}

fn polygon(nested: Nested) -> Result<Polygon, &'static str> {
    let ring = |nested: Nested| match nested {
        Nested::Line(ring) => Ok(ring),
        _ => Err("a ring is a list of positions"),
    };
    match nested {
        Nested::List(rings) if !rings.is_empty() => rings.into_iter().map(ring).collect(),
        _ => Err("a polygon is a list of rings"),
    }
}

impl<'de> Deserialize<'de> for Nested {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NestedVisitor)
    }
}

struct NestedVisitor;

impl<'de> Visitor<'de> for NestedVisitor {
    type Value = Nested;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("coordinates")
    }

    fn visit_f64<E>(self, number: f64) -> Result<Nested, E> {
        Ok(Nested::Number(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Nested, E> {
        Ok(Nested::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Nested, E> {
        Ok(Nested::Number(number as f64))
    }

    fn visit_unit<E>(self) -> Result<Nested, E> {
        Ok(Nested::List(Vec::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Nested, A::Error> {
        match list.next_element::<Nested>()? {
            None => Ok(Nested::List(Vec::new())),
            Some(Nested::Number(x)) => position(x, list),
            Some(Nested::Position(first)) => line(first, list),
            Some(Nested::List(first)) if first.is_empty() => Err(A::Error::custom("an empty list among coordinates")),
            Some(first) => {
                let mut all = vec![first];
                while let Some(next) = list.next_element()? {
                    all.push(next);
                }
                Ok(Nested::List(all))
            }
        }
    }
}

fn position<'de, A: SeqAccess<'de>>(x: f64, mut list: A) -> Result<Nested, A::Error> {
    let y = list.next_element::<f64>()?.ok_or_else(|| A::Error::custom("a position of a single number"))?;
    while list.next_element::<f64>()?.is_some() {}
    // Minus zero is zero, and shall be found equal to it by its bits.
    Ok(Nested::Position([x + 0.0, y + 0.0]))
}

fn line<'de, A: SeqAccess<'de>>(first: Position, mut list: A) -> Result<Nested, A::Error> {
    let mut line = vec![first];
    while let Some(next) = list.next_element::<Nested>()? {
        match next {
            Nested::Position(position) => line.push(position),
            _ => return Err(A::Error::custom("positions and lists are mixed")),
        }
    }
    Ok(Nested::Line(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(kind: &str, coordinates: &str) -> Result<Geometry, String> {
        let text = format!("{{\"coordinates\": {coordinates}, \"type\": {kind:?}}}");
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn geometries() {
        assert_eq!(parsed("Point", "[1, -0.0, 9]"), Ok(Geometry::Point([1.0, 0.0])));
        let ring = vec![[0.0, 0.0], [1.0, 0.0], [0.0, 2.5]];
        let text = "[[0,0],[1,0],[0,2.5]]";
        assert_eq!(parsed("Polygon", &format!("[{text}]")), Ok(Geometry::Polygons(vec![vec![ring.clone()]])));
        let two = parsed("MultiPolygon", &format!("[[{text}],[{text},{text}]]"));
        assert_eq!(two, Ok(Geometry::Polygons(vec![vec![ring.clone()], vec![ring.clone(), ring]])));
        assert_eq!(parsed("Polygon", "[]"), Ok(Geometry::Other("an empty Polygon".into())));
        assert_eq!(parsed("LineString", text), Ok(Geometry::Other("LineString".into())));
        assert_eq!(serde_json::from_str::<Geometry>("null").unwrap(), Geometry::None);
    }

    #[test]
    fn nonsense_is_named() {
        assert!(parsed("Polygon", "[[[[0,0]]]]").unwrap_err().contains("a ring is a list of positions"));
        assert!(parsed("MultiPolygon", "[[[0,0]]]").unwrap_err().contains("a polygon is a list of rings"));
        assert!(parsed("Polygon", "[[[0,0],[[1]]]]").is_err());
        assert!(parsed("Polygon", "[[[0]]]").unwrap_err().contains("a single number"));
        assert!(parsed("Polygon", "[[],[]]").unwrap_err().contains("an empty list"));
        assert!(parsed("Point", "[1,\"a\"]").is_err() && parsed("Point", "[1,1e999]").is_err());
    }
}
