//! What is known of a slide's shape, and what tiles answer to it, as bytes.

use super::codec::{Pack, record};
use crate::adjusted::survey::{Answer, Bin, Coordinates, Far, Histogram, Moments, Nearest, Survey, Total};

record!(Survey { centre, n_means, nearest, far });
record!(Nearest { last, moments });
record!(Far { largest, places });
record!(Total { n_spots, sums });
record!(Coordinates<2> { coordinates });
record!(Moments<2> { products });
record!(Bin<Coordinates<2>> { index, n_spots, sums });
record!(Bin<Moments<2>> { index, n_spots, sums });
record!(Histogram<Coordinates<2>> { bins });
record!(Histogram<Moments<2>> { bins });

impl Pack for Answer {
    fn pack(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Sums(total) => (0u64.pack(bytes), total.pack(bytes)),
            Self::Coordinates(around) => (1u64.pack(bytes), around.pack(bytes)),
            Self::Moments(around) => (2u64.pack(bytes), around.pack(bytes)),
            Self::Far(far) => (3u64.pack(bytes), far.pack(bytes)),
        };
    }

    fn unpack(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u64::unpack(bytes)? {
            0 => Self::Sums(Pack::unpack(bytes)?),
            1 => Self::Coordinates(Pack::unpack(bytes)?),
            2 => Self::Moments(Pack::unpack(bytes)?),
            3 => Self::Far(Pack::unpack(bytes)?),
            _ => return None,
        })
    }
}
