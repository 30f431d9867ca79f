//! The command `slam`.

fn main() {}
