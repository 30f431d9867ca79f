//! Whatever the bytes, there is a result or a message, soon.

use slam_io::{Edges, Request, inspect, read};

use crate::desk::{Desk, gzip};
use crate::effort::within_cpu_seconds;

const TABLE: &str = "id,x,y,t,p,\"s;\n\"\nu,0,0,a,1.0,\"l\"\"\"\nv,1.5,-2e3,b,2,l\r\n\"w\",3,4,,NA,r\nz,5,6,é,<NA>,r\n";
const LABELS: &str = "id\tq\nv\tA\nu\tB\n";

/// A small generator of numbers (Steele and others, splitmix64), so that every run tries the same.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number below another.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        self.mutate_with(bytes, b"\0\t\n\r\",;.0e-NA\x1f\x8b\xff\xc3\xef");
    }

    /// Changes, inserts, removes, repeats or cuts, a few times; half of the bytes are among the given ones.
    pub(crate) fn mutate_with(&mut self, bytes: &mut Vec<u8>, given: &[u8]) {
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            let byte = if self.below(2) == 0 { given[self.below(given.len())] } else { self.below(256) as u8 };
            match self.below(6) {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.truncate(at),
                3 => bytes.extend_from_within(at..),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => {}
            }
        }
    }
}

#[test]
fn no_bytes_make_it_panic() {
    within_cpu_seconds(60.0, mutate_tables);
}

fn mutate_tables() {
    let desk = Desk::with(&[("e.csv", "a,b\nu,v\n")]);
    let (mut numbers, mut n_read) = (Numbers(7), 0);
    for round in 0..2_400 {
        let (mut spots, mut labels) = (TABLE.as_bytes().to_vec(), LABELS.as_bytes().to_vec());
        if round % 2 == 1 {
            spots = gzip(&spots);
        }
        numbers.mutate(if round % 5 == 0 { &mut labels } else { &mut spots });
        desk.put("f.csv", &spots);
        desk.put("l.tsv", &labels);
        let request = Request {
            labels: vec![desk.path("l.tsv")],
            preds: vec!["p".into(), "q".into()],
            slice: (round % 3 == 0).then(|| "x".into()),
            edges: (round % 7 == 0).then(|| Edges::File(desk.path(if round % 2 == 0 { "e.csv" } else { "l.tsv" }))),
            with_ids: true,
            ..desk.request("f.csv")
        };
        let study = read(&request);
        n_read += usize::from(study.is_ok());
        let said = study.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(!said.contains('\n') && said.len() < 3_000, "{said:?}");
        let _ = inspect(&desk.path("f.csv"));
    }
    assert!(100 < n_read && n_read < 2_300, "{n_read} of 2400 were read");
}
