//! Files of spots and labels, read into the types of `slam`.

pub mod h5ad;
