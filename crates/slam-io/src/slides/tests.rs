//! Slides made by hand, by themselves and on top of each other.

use slam::Labeling;

use super::*;

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The places of a hexagonal lattice of spacing 1, line after line.
fn hexagonal(width: usize, height: usize) -> Vec<[f64; 2]> {
    let line = |j: usize| (0..width).map(move |i| [i as f64 + 0.5 * (j % 2) as f64, j as f64 * 3f64.sqrt() / 2.0]);
    (0..height).flat_map(line).collect()
}

/// The places of a square lattice of spacing 1, line after line.
fn square(width: usize, height: usize) -> Vec<[f64; 2]> {
    (0..height).flat_map(|j| (0..width).map(move |i| [i as f64, j as f64])).collect()
}

/// Places that are nearer to none than 0.6, as cells are.
fn cells(n: usize, dice: &mut Dice) -> Vec<[f64; 2]> {
    let side = (n as f64).sqrt();
    let mut places: Vec<[f64; 2]> = Vec::new();
    while places.len() < n {
        let [x, y] = [side * dice.next(), side * dice.next()];
        if places.iter().all(|&[a, b]| (a - x).hypot(b - y) > 0.6) {
            places.push([x, y]);
        }
    }
    places
}

/// How copies of a slide differ.
#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    /// At the same places, but for a tenth of the spots.
    Same,
    /// Moved by a few spacings.
    Moved,
    /// Moved, and turned by any angle.
    Turned,
}

/// Copies of a slide on top of each other, and which copy each spot is of.
fn copies(slide: &[[f64; 2]], n: usize, how: How, dice: &mut Dice) -> (Vec<f64>, Labeling) {
    let (mut coordinates, mut names) = (Vec::new(), Vec::new());
    let middle = [0, 1].map(|axis| slide.iter().map(|place| place[axis]).sum::<f64>() / slide.len() as f64);
    for copy in 0..n {
        let moved = if how == How::Same { [0.0; 2] } else { [4.0 * dice.next(), 4.0 * dice.next()] };
        let (sine, cosine) = if how == How::Turned { (6.0 * dice.next()).sin_cos() } else { (0.0, 1.0) };
        for [x, y] in slide.iter().map(|[x, y]| [x - middle[0], y - middle[1]]) {
            if how == How::Same && dice.next() < 0.1 {
                continue;
            }
            coordinates.extend([cosine * x - sine * y + moved[0], sine * x + cosine * y + moved[1]]);
            names.push(format!("s{copy}"));
        }
    }
    (coordinates, Labeling::from_texts(&names).unwrap())
}

fn flat(places: &[[f64; 2]]) -> Vec<f64> {
    places.iter().flatten().copied().collect()
}

fn found(coordinates: &[f64], columns: &[(&str, &Labeling)]) -> Slides {
    let columns: Vec<KeyColumn<'_>> =
        columns.iter().map(|&(name, labels)| KeyColumn { name, labels, is_declared: false }).collect();
    detect(&Evidence { dimensions: 2, coordinates, ids: None, columns: &columns })
}

fn words(slides: &Slides) -> String {
    let Slides::Unknown(found) = slides else { panic!("{slides:?}") };
    found.spelled(as_command)
}

#[test]
fn slides_on_top_of_each_other_are_noticed_by_their_positions() {
    let mut dice = Dice(1);
    for slide in [hexagonal(24, 24), square(20, 20), hexagonal(60, 50)] {
        for how in [How::Same, How::Moved, How::Turned] {
            for n in [2, 3, 6, 12] {
                let (coordinates, labels) = copies(&slide, n, how, &mut dice);
                let said = words(&found(&coordinates, &[]));
                let what = if how == How::Same { "at the place of another one" } else { "within 0.8 spacings" };
                assert!(said.contains(what), "{n} {how:?}: {said}");
                assert_eq!(found(&coordinates, &[("library_id", &labels)]), Slides::By(0), "{n} {how:?}");
            }
        }
    }
    let (coordinates, _) = copies(&square(20, 20), 3, How::Same, &mut dice);
    assert_eq!(
        words(&found(&coordinates, &[])),
        "several slides in one table: 99 % of the spots are at the place of another one; add a column that tells \
         them apart and name it with --slice, or --one-slide if it is one slide"
    );
}

#[test]
fn one_slide_is_one_slide() {
    let mut dice = Dice(2);
    let thin = |places: Vec<[f64; 2]>, share: f64, dice: &mut Dice| -> Vec<[f64; 2]> {
        places.into_iter().filter(|_| dice.next() < share).collect()
    };
    let move_by = |mut places: Vec<[f64; 2]>, far: f64, dice: &mut Dice| {
        places.iter_mut().flatten().for_each(|value| *value += far * (dice.next() + dice.next() - 1.0));
        places
    };
    let mut slides = vec![hexagonal(6, 6), square(5, 5), square(300, 2), hexagonal(30, 30), cells(900, &mut dice)];
    slides.push((0..900).map(|_| [dice.next(), dice.next()]).collect());
    // Cells of a raster that are twice as wide as high; a line; whole numbers.
    slides.push(square(30, 30).into_iter().map(|[x, y]| [2.0 * x, y]).collect());
    slides.push((0..100).map(|x| [f64::from(x), 0.0]).collect());
    slides.push((0..900).map(|_| [(99.0 * dice.next()).round(), (99.0 * dice.next()).round()]).collect());
    for share in [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.1] {
        slides.push(thin(square(40, 40), share, &mut dice));
        slides.push(thin(hexagonal(40, 40), share, &mut dice));
    }
    for far in [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5] {
        slides.push(move_by(square(30, 30), far, &mut dice));
        slides.push(move_by(hexagonal(30, 30), far, &mut dice));
    }
    for (which, slide) in slides.iter().enumerate() {
        let n = slide.len();
        // Labels in halves, in stripes, at random, and those of cells among each other.
        let labelings = [
            Labeling::from_texts((0..n).map(|row| if 2 * row < n { "a" } else { "b" })).unwrap(),
            Labeling::from_texts(slide.iter().map(|[x, _]| (x / 3.0).floor().to_string())).unwrap(),
            Labeling::from_texts((0..n).map(|_| (4.0 * dice.next()).floor().to_string())).unwrap(),
            Labeling::from_texts((0..n).map(|row| if row % 2 == 0 { "a" } else { "b" })).unwrap(),
        ];
        for (labels, name) in labelings.iter().zip(["region", "fov", "donor", "region"]) {
            assert_eq!(found(&flat(slide), &[(name, labels)]), Slides::One, "slide {which}, {name}");
        }
    }
}

#[test]
fn cells_of_several_slides_are_told_apart_by_a_column_or_by_ids() {
    let mut dice = Dice(3);
    let (coordinates, labels) = copies(&cells(400, &mut dice), 3, How::Turned, &mut dice);
    assert_eq!(found(&coordinates, &[]), Slides::One);
    assert_eq!(found(&coordinates, &[("region", &labels)]), Slides::By(0));
    let ids: Vec<String> = (0..1200).map(|row| format!("AAAC{}-1-{}", row % 400, row / 400)).collect();
    let id = |row: usize| ids[row].as_str();
    let by_ids = detect(&Evidence { dimensions: 2, coordinates: &coordinates, ids: Some(&id), columns: &[] });
    assert_eq!(
        words(&by_ids),
        "several slides in one table: ids end in -0 … -2, and their spots overlap; add a column that tells them \
         apart and name it with --slice, or --one-slide if it is one slide"
    );
    let ids: Vec<String> = (0..1200).map(|row| format!("{}_AAAC{}-1", 151_507 + row / 400, row % 400)).collect();
    let id = |row: usize| ids[row].as_str();
    let by_ids = detect(&Evidence { dimensions: 2, coordinates: &coordinates, ids: Some(&id), columns: &[] });
    assert!(words(&by_ids).contains("ids begin with 151507_ … 151509_"), "{by_ids:?}");
}

#[test]
fn the_column_that_tells_all_slides_apart_is_taken() {
    let mut dice = Dice(4);
    let (coordinates, slides) = copies(&hexagonal(20, 20), 4, How::Moved, &mut dice);
    let renamed = |rename: &dyn Fn(usize, usize) -> usize| {
        let codes = (0..slides.n_spots()).map(|row| rename(row, slides.code(row).unwrap()).to_string());
        Labeling::from_texts(codes).unwrap()
    };
    // Two slides of each donor; the same slides by other names; slides and, across them, halves of every slide.
    let donors = renamed(&|_, slide| slide / 2);
    let others = renamed(&|_, slide| slide + 7);
    let crossed = renamed(&|row, _| row % 2);
    let finer = renamed(&|row, slide| 2 * slide + usize::from(row % 400 < 200));
    assert_eq!(found(&coordinates, &[("donor", &donors), ("sample", &slides)]), Slides::By(1));
    assert_eq!(found(&coordinates, &[("sample", &slides), ("library_id", &others)]), Slides::By(0));
    assert_eq!(found(&coordinates, &[("region", &crossed), ("sample", &slides)]), Slides::By(1));
    assert_eq!(found(&coordinates, &[("fov", &finer), ("slide", &slides)]), Slides::By(1));
    let said = words(&found(&coordinates, &[("donor", &donors)]));
    assert!(said.contains("they are not told apart by column donor (2 values)"), "{said}");
    assert_eq!(
        words(&found(&coordinates, &[("section", &finer), ("slide", &slides)])),
        "several slides in one table: spots overlap by columns section (8 values) and slide (4 values); --slice \
         \"section\", --slice \"slide\", or --one-slide if it is one slide"
    );
}

#[test]
fn slides_side_by_side_are_told_apart_by_a_column_that_says_so() {
    let mut coordinates = flat(&hexagonal(20, 20));
    coordinates.extend(hexagonal(20, 20).iter().flat_map(|[x, y]| [x + 30.0, *y]));
    let halves = Labeling::from_texts((0..800).map(|row| if row < 400 { "a" } else { "b" })).unwrap();
    assert_eq!(found(&coordinates, &[]), Slides::One);
    assert_eq!(found(&coordinates, &[("library_id", &halves)]), Slides::By(0));
    assert_eq!(found(&coordinates, &[("region", &halves)]), Slides::One);
    // Without a gap they may be parts of one slide.
    let together = flat(&hexagonal(20, 40));
    assert_eq!(found(&together, &[("library_id", &halves)]), Slides::One);
}

#[test]
fn a_crowd_at_one_place_is_no_hundred_slides() {
    assert_eq!(found(&[1.0, 2.0].repeat(100_000), &[]), Slides::One);
    assert_eq!(found(&[], &[]), Slides::One);
    assert_eq!(found(&[1.0, 2.0], &[]), Slides::One);
}

#[test]
fn slides_in_space_lie_apart() {
    // Four sections, one upon the other.
    let stack: Vec<f64> =
        (0..4).flat_map(|z| square(20, 20).into_iter().flat_map(move |[x, y]| [x, y, f64::from(z)])).collect();
    let evidence = Evidence { dimensions: 3, coordinates: &stack, ids: None, columns: &[] };
    assert_eq!(detect(&evidence), Slides::One);
    let flat: Vec<f64> = stack.chunks(3).flat_map(|place| [place[0], place[1]]).collect();
    assert!(words(&found(&flat, &[])).contains("100 % of the spots are at the place of another one"));
}
