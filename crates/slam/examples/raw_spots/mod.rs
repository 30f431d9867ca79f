//! The raw file of spots that the stopwatches read.

use std::error::Error;

use slam::{Labeling, Pair, Spots};

/// Little-endian: n as u64, then x and y of each spot as f64, then truth and pred of each as u16.
pub(crate) fn read(bytes: &[u8]) -> Result<Pair, Box<dyn Error>> {
    let word = |at: usize| bytes.get(at..at + 8).and_then(|word| word.try_into().ok()).ok_or("the file is too short");
    let n_spots = usize::try_from(u64::from_le_bytes(word(0)?))?;
    let coordinates = (0..2 * n_spots).map(|i| word(8 + 8 * i).map(f64::from_le_bytes)).collect::<Result<_, _>>()?;
    let codes = |start: usize| {
        let texts = bytes[start..start + 2 * n_spots]
            .chunks_exact(2)
            .map(|code| i64::from(u16::from_le_bytes([code[0], code[1]])));
        let names: Vec<String> = (0..=u16::MAX).map(|name| name.to_string()).collect();
        Labeling::from_codes(&names, texts)
    };
    let labels = 8 + 16 * n_spots;
    if bytes.len() != labels + 4 * n_spots {
        return Err("the file has the wrong length".into());
    }
    Ok(Pair::new(Spots::new(2, coordinates)?, codes(labels)?, codes(labels + 2 * n_spots)?)?)
}
