//! Well-known binary, in which GeoParquet writes shapes: points and polygons.

use super::Broken;
use crate::geojson::{Polygon, Position, interior_points};

/// Bits of a type that say that there are more coordinates, or a system of them before all others.
const MORE: [u32; 2] = [0x8000_0000, 0x4000_0000];
const SYSTEM: u32 = 0x2000_0000;

/// A point that stands for a shape: itself, or one inside the polygons, as in GeoJSON.
pub(super) fn position(bytes: &[u8]) -> Result<Position, Broken> {
    let mut reader = Reader { rest: bytes };
    let place = reader.shape()?;
    if place.iter().all(|value| value.is_finite()) { Ok(place) } else { Err(Broken::new("an empty shape")) }
}

struct Reader<'a> {
    rest: &'a [u8],
}

/// How the numbers of a shape are written.
#[derive(Clone, Copy)]
struct Form {
    is_big: bool,
    kind: u32,
    /// Coordinates of each position.
    n: usize,
}

impl Reader<'_> {
    fn shape(&mut self) -> Result<Position, Broken> {
        let form = self.form()?;
        match form.kind {
            1 => self.point(form),
            3 => {
                let polygon = self.polygon(form)?;
                Ok(inside(vec![polygon]))
            }
            6 => {
                let n = self.count(form, 9)?;
                let polygons = (0..n).map(|_| {
                    let form = self.form()?;
                    if form.kind == 3 { self.polygon(form) } else { Err(unknown(form.kind)) }
                });
                let polygons = polygons.collect::<Result<Vec<Polygon>, Broken>>()?;
                if polygons.is_empty() { Err(Broken::new("an empty shape")) } else { Ok(inside(polygons)) }
            }
            other => Err(unknown(other)),
        }
    }

    fn form(&mut self) -> Result<Form, Broken> {
        let is_big = self.take(1)?[0] == 0;
        let form = Form { is_big, kind: 0, n: 2 };
        let said = self.integer(form)?;
        if said & SYSTEM != 0 {
            self.take(4)?;
        }
        let plain = said & 0x0fff_ffff;
        // Either bits or thousands say that there are heights and measures.
        let thousands = [0, 1, 1, 2].get(plain as usize / 1000).copied().unwrap_or(0);
        let n = 2 + thousands + MORE.iter().filter(|&&bit| said & bit != 0).count();
        Ok(Form { kind: plain % 1000, n, ..form })
    }

    fn polygon(&mut self, form: Form) -> Result<Polygon, Broken> {
        let n = self.count(form, 4)?;
        let mut polygon = Vec::new();
        for _ in 0..n {
            let n = self.count(form, 8 * form.n)?;
            let ring = (0..n).map(|_| self.point(form)).collect::<Result<Vec<Position>, Broken>>()?;
            if ring.is_empty() {
                return Err(Broken::new("an empty ring"));
            }
            polygon.push(ring);
        }
        if polygon.is_empty() { Err(Broken::new("an empty polygon")) } else { Ok(polygon) }
    }

    fn point(&mut self, form: Form) -> Result<Position, Broken> {
        let bytes = self.take(8 * form.n)?;
        let number = |bytes: &[u8]| {
            let bits = bytes.iter().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
            f64::from_bits(if form.is_big { bits } else { bits.swap_bytes() })
        };
        Ok([number(&bytes[..8]), number(&bytes[8..16])])
    }

    /// How many there are of what takes so many bytes at least.
    fn count(&mut self, form: Form, n_bytes: usize) -> Result<usize, Broken> {
        let n = self.integer(form)? as usize;
        if n.saturating_mul(n_bytes) <= self.rest.len() { Ok(n) } else { Err(cut()) }
    }

    fn integer(&mut self, form: Form) -> Result<u32, Broken> {
        let bytes = self.take(4)?;
        let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
        Ok(if form.is_big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    fn take(&mut self, n: usize) -> Result<&[u8], Broken> {
        let (taken, rest) = self.rest.split_at_checked(n).ok_or_else(cut)?;
        self.rest = rest;
        Ok(taken)
    }
}

fn inside(polygons: Vec<Polygon>) -> Position {
    interior_points(&[polygons]).first().copied().flatten().unwrap_or([f64::NAN; 2])
}

fn unknown(kind: u32) -> Broken {
    Broken::new(format!("a shape of type {kind}, expected a point or polygons"))
}

fn cut() -> Broken {
    Broken::new("a shape that is cut off")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(parts: &[&[u8]]) -> Vec<u8> {
        parts.concat()
    }

    #[test]
    fn points_in_both_orders_with_heights_or_without() {
        let [x, y] = [1.5_f64, -2.0];
        let little = bytes(&[&[1], &1_u32.to_le_bytes(), &x.to_le_bytes(), &y.to_le_bytes()]);
        assert_eq!(position(&little), Ok([1.5, -2.0]));
        let big = bytes(&[&[0], &1001_u32.to_be_bytes(), &x.to_be_bytes(), &y.to_be_bytes(), &[0; 8]]);
        assert_eq!(position(&big), Ok([1.5, -2.0]));
        let system = bytes(&[&[1], &0x2000_0001_u32.to_le_bytes(), &[9; 4], &x.to_le_bytes(), &y.to_le_bytes()]);
        assert_eq!(position(&system), Ok([1.5, -2.0]));
        (0..little.len()).for_each(|n| assert!(position(&little[..n]).is_err()));
    }

    #[test]
    fn a_polygon_is_its_middle() {
        let corners: Vec<u8> = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0], [0.0, 0.0_f64]]
            .as_flattened()
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect();
        let polygon = bytes(&[&[1], &3_u32.to_le_bytes(), &1_u32.to_le_bytes(), &5_u32.to_le_bytes(), &corners]);
        assert_eq!(position(&polygon), Ok([2.0, 1.0]));
        let several = bytes(&[&[1], &6_u32.to_le_bytes(), &1_u32.to_le_bytes(), &polygon]);
        assert_eq!(position(&several), Ok([2.0, 1.0]));
        for broken in [&[1, 3, 0, 0, 0, 0, 0, 0, 0][..], &[1, 6, 0, 0, 0, 255, 255, 255, 255], &[1, 2, 0, 0, 0], &[]] {
            assert!(position(broken).is_err());
        }
    }
}
