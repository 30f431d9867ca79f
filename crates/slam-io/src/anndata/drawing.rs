//! What an AnnData file says of how it is drawn: colours and order of labels, and the picture of the tissue.

use super::AnnData;
use super::positions::is_in_obsm;
use crate::drawing::{Drawing, IN_OBSM, Lengths, Look};
use crate::positions::choose;
use crate::request::Request;
use crate::source::Source;

/// Space Ranger's spots are taken to be so many micrometres wide.
const SPOT_MICROMETRES: f64 = 65.0;

/// How the positions of a file are drawn: those in `obsm` are pixels of an image.
pub(super) fn drawing(file: &AnnData, request: &Request, coordinates: &[f64]) -> Drawing {
    if !is_in_obsm(file, request) {
        let Ok(choice) = choose(request, &file.file, file.columns()) else { return Drawing::default() };
        let rows = choice.image_rows(file.columns()).filter(|_| request.with_drawing);
        let rows = rows.and_then(|column| file.h5ad.numbers(&file.columns()[column]).ok());
        return choice.drawing(file.columns(), coordinates, rows.as_deref());
    }
    // A picture that cannot be read is no reason to refuse the spots that lie on it.
    let slide = file.h5ad.slide(request.with_drawing).ok().flatten().unwrap_or_default();
    let of_spot = slide.spot_diameter.map(|pixels| SPOT_MICROMETRES / pixels);
    Drawing {
        is_y_down: true,
        why: IN_OBSM.to_owned(),
        lengths: slide.micrometres.or(of_spot).map_or(Lengths::Unknown, Lengths::Micrometres),
        picture: slide.picture,
        ..Drawing::default()
    }
}

/// How the labels of a column look; nothing where that cannot be read.
pub(super) fn look(file: &AnnData, column: usize) -> Look {
    let name = &file.columns()[column];
    let Ok(Some(categories)) = file.h5ad.categories(name) else { return Look::default() };
    let colors = file.h5ad.colors(name).ok().flatten().unwrap_or_default();
    let colors = if colors.len() < categories.len() { Vec::new() } else { colors };
    let color = |(name, text): (&String, &String)| hexadecimal(text).map(|color| (name.clone(), color));
    let is_sorted = categories.is_sorted();
    Look {
        colors: categories.iter().zip(&colors).filter_map(color).collect(),
        // Pandas sorts categories unless somebody gave them an order.
        order: if is_sorted { Vec::new() } else { categories },
    }
}

/// A colour as `#2166ac`, which is how scanpy writes them; a last pair for transparency is left out.
fn hexadecimal(text: &str) -> Option<[u8; 3]> {
    let digits = text.trim().strip_prefix('#').filter(|digits| digits.is_ascii() && [6, 8].contains(&digits.len()))?;
    let part = |place: usize| u8::from_str_radix(&digits[place..place + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_with_six_or_eight_digits() {
        assert_eq!(hexadecimal("#2166AC"), Some([0x21, 0x66, 0xac]));
        assert_eq!(hexadecimal(" #ff7f0eff"), Some([0xff, 0x7f, 0x0e]));
        assert_eq!(["red", "#12", "#gggggg", "#é2345"].map(hexadecimal), [None; 4]);
    }
}
