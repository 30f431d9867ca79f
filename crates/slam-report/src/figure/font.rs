//! How wide words are, in the letters that every reader of PDF has.

/// The widths of Helvetica's letters from space to tilde, in thousandths of its size (Adobe's font metrics).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// How wide a text is at a size; letters beyond ASCII count as wide as most.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let width = |letter: char| {
        let place = (letter as usize).checked_sub(' ' as usize);
        f64::from(place.and_then(|place| WIDTHS.get(place)).copied().unwrap_or(556))
    };
    size / 1000.0 * text.chars().map(width).sum::<f64>()
}

/// A text that is no wider than this, its end cut where it would be.
pub(crate) fn fitted(text: &str, size: f64, most: f64) -> String {
    if text_width(text, size) <= most {
        return text.to_owned();
    }
    let mut cut: Vec<char> = text.chars().collect();
    while !cut.is_empty() && text_width(&cut.iter().collect::<String>(), size) + 0.556 * size > most {
        cut.pop();
    }
    cut.into_iter().chain(['…']).collect()
}

/// The byte of a letter in the encoding of PDF's own fonts (Windows 1252); none where they lack it.
pub(crate) fn windows_1252(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(u32::from(letter)).ok(),
        '€' => Some(0x80),
        '…' => Some(0x85),
        '‘' => Some(0x91),
        '’' => Some(0x92),
        '“' => Some(0x93),
        '”' => Some(0x94),
        '•' => Some(0x95),
        '–' => Some(0x96),
        '—' => Some(0x97),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_wide_as_their_letters() {
        // A, V and a space: 667 + 667 + 278.
        assert!((text_width("AV ", 10.0) - 16.12).abs() < 1e-12);
        assert_eq!(fitted("short", 10.0, 100.0), "short");
        let cut = fitted("a name that is too long", 10.0, 50.0);
        assert!(cut.ends_with('…') && text_width(&cut, 10.0) <= 50.0, "{cut}");
    }

    #[test]
    fn letters_that_the_font_has() {
        assert_eq!([windows_1252('é'), windows_1252('…'), windows_1252('λ')], [Some(0xe9), Some(0x85), None]);
    }
}
