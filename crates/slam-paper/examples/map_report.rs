//! Writes the reports of maps that the browser tests open: counties with islands, a raster, a slide with its picture.
//!
//! `cargo run --release -p slam-paper --example map_report -- FOLDER [N_COUNTIES]`

use std::path::{Path, PathBuf};

use slam::{Labeling, Options, Result, Spots};
use slam_paper::{Slide, demo};
use slam_report::{Image, Lengths, Polygon, ReportOptions, Scene, Words, YAxis, report_html};

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let n_counties: usize = arguments.next().map_or(Ok(300), |n| n.parse())?;
    std::fs::create_dir_all(&folder)?;
    let (slide, scene) = counties(n_counties)?;
    write(&folder.join("counties.html"), &slide, "Two elections", scene)?;
    write(&folder.join("raster.html"), &raster()?, "Land cover", Scene::default())?;
    write(&folder.join("tissue.html"), &demo()?, "A slide and its picture", tissue())
}

fn write(path: &Path, slide: &Slide, title: &str, scene: Scene) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let compared = slide.compare(&Options::default(), &())?;
    let page = report_html(&compared, &ReportOptions { title: title.to_owned(), scene, ..ReportOptions::default() })?;
    std::fs::write(path, &page)?;
    println!("{} {:.2} MB", path.display(), page.len() as f64 / 1e6);
    Ok(())
}

/// Crooked quadrilaterals on a grid of 1.5 times as many columns as rows, the last two of them far islands in the north-west;
/// the south votes D, the north R, and the middle changes.
fn counties(n: usize) -> Result<(Slide, Scene)> {
    let n_columns = (1.5 * n as f64).sqrt().ceil() as usize;
    let corner = |column: usize, row: usize| {
        let (x, y) = (column as f64, row as f64);
        [-100.0 + 0.5 * (x + 0.3 * (3.1 * y + x).sin()), 35.0 + 0.4 * (y + 0.3 * (2.7 * x - y).cos())]
    };
    let square = |[x, y]: [f64; 2]| vec![vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0], [x, y]]];
    let polygon = |place: usize| -> Polygon {
        let (column, row) = (place % n_columns, place / n_columns);
        let ring = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map(|(right, up)| corner(column + right, row + up));
        if place + 2 < n {
            vec![ring.to_vec()]
        } else {
            square([-170.0 - 4.0 * (n - place) as f64, 60.0])[..1].to_vec()
        }
    };
    let polygons: Vec<Vec<Polygon>> = (0..n).map(|place| vec![polygon(place)]).collect();
    let middle = |polygons: &Vec<Polygon>| {
        let ring = &polygons[0][0][..4];
        [0, 1].map(|axis| ring.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0)
    };
    let places: Vec<[f64; 2]> = polygons.iter().map(middle).collect();
    let ids = (0..n).map(|place| format!("county {place}").into_boxed_str()).collect();
    let spots = Spots::new(2, places.iter().copied().flatten().collect())?.with_ids(ids)?;
    let half = places[n / 2][1];
    let labeling = |line: f64| Labeling::from_texts(places.iter().map(|place| if place[1] < line { "D" } else { "R" }));
    let preds = vec![("2020".to_owned(), labeling(half + 1.0)?), ("2024".to_owned(), labeling(half - 0.6)?)];
    let scene = Scene {
        why: "north is up".to_owned(),
        polygons: Some(polygons),
        colors: vec![("D".to_owned(), [0x21, 0x66, 0xac]), ("R".to_owned(), [0xb2, 0x18, 0x2b])],
        order: vec!["R".to_owned(), "D".to_owned()],
        lengths: Lengths::Degrees,
        words: Words::Change,
        spot: "county".to_owned(),
        ..Scene::default()
    };
    Ok((Slide { spots, truth: ("2016".to_owned(), labeling(half)?), preds }, scene))
}

/// Forty columns and thirty rows of cells, forest in the north.
fn raster() -> Result<Slide> {
    let place = |cell: usize| [1000.0 + 30.0 * (cell % 40) as f64, 30.0 * (cell / 40) as f64];
    let spots = Spots::new(2, (0..1200).flat_map(place).collect())?;
    let labeling = |row: usize| {
        Labeling::from_texts((0..1200).map(|cell| match (cell / 40, cell % 40) {
            (_, 18..=20) => "water",
            (own, _) if own >= row => "forest",
            _ => "built",
        }))
    };
    let preds = vec![("1999".to_owned(), labeling(18)?)];
    Ok(Slide { spots, truth: ("1985".to_owned(), labeling(15)?), preds })
}

/// A picture under the demo's slide: pink, with a dark edge on its left.
fn tissue() -> Scene {
    let pixel = |i: usize| if i % 70 < 6 { [40, 20, 60] } else { [240, 200, 220] };
    let image = Image { rgb: (0..70 * 70).flat_map(pixel).collect(), width: 70, height: 70, scale: 0.01 };
    Scene {
        y_axis: YAxis::Down,
        why: "positions are pixels of an image".to_owned(),
        lengths: Lengths::Unit { name: "µm".to_owned(), each: 0.7 },
        image: Some(image),
        ..Scene::default()
    }
}
