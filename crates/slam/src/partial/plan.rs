//! What all tiles of a slide must know before they can be counted: found in rounds, each from what all of them say.

use serde::{Deserialize, Serialize};

use super::body::{Body, Ends, Joined};
use super::codec::{self, Pack, record};
use super::labels::{self, Both, Labels};
use super::lengths::{Lengths, Search};
use super::reach::{self, Rule, Spots, Stray};
use super::stamp::{Settings, Stamp};
use super::tile::Tile;
use super::tiled;
use crate::adjusted::survey::{Answer, Bounds, Slide, Survey};
use crate::adjusted::tiled::{Geometry, Tiled};
use crate::error::{Error, Result};
use crate::graph::Neighborhood;
use crate::observer::Observer;
use crate::options::Options;

/// More strays than these, and one spot in so many, and the margin is doubled.
const MANY_STRAYS: usize = 1000;
const SPOTS_PER_STRAY: u64 = 1000;
/// So many neighbours for each one asked for lie within the first margin, if spots were even.
const CROWD: f64 = 8.0;

/// What is known of a slide that comes in tiles, and what its tiles are asked for next.
///
/// It starts from the options. Every round each tile answers with a [`Tally`], the answers are added up in any order, and
/// [`after`](Self::after) learns from their sum; when the plan [is ready](Self::is_ready), tiles give
/// [`Partial`](super::Partial)s.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub(super) settings: Settings,
    round: u64,
    pub(super) labels: Option<Labels>,
    margin: f64,
    strays: Option<Vec<Stray>>,
    /// Whether the limits of the strays are known.
    are_settled: bool,
    search: Search,
    /// Which spots have an edge.
    body: Option<Body>,
    survey: Survey,
}
record!(Plan { settings, round, labels, margin, strays, are_settled, search, body, survey });

/// What a tile, or several, answer to what a plan asks for. Tallies of tiles that do not overlap add up, in any order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    pub(super) stamp: Stamp,
    n_spots: u64,
    k: usize,
    overlap: Vec<Both>,
    strays: Option<Vec<Stray>>,
    nearest: Option<Vec<Vec<f64>>>,
    lengths: Option<Lengths>,
    joined: Option<Joined>,
    /// What the spots with an edge that are no strays answer.
    answer: Option<Answer>,
    /// What pairs of labels agree on, labels as given.
    agreements: Option<Tiled>,
}
record!(Tally { stamp, n_spots, k, overlap, strays, nearest, lengths, joined, answer, agreements });

impl Plan {
    /// The plan before anything is known; options that need all spots at once are refused.
    pub fn new(options: &Options) -> Result<Self> {
        Ok(Self {
            settings: Settings::of(options)?,
            round: 0,
            labels: None,
            margin: 0.0,
            strays: None,
            are_settled: false,
            search: Search::default(),
            body: None,
            survey: Survey::default(),
        })
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.settings.0
    }

    /// How far around its core a tile must hold every spot, in this round.
    pub fn halo(&self) -> f64 {
        let reach = match self.options().graph {
            _ if self.labels.is_none() => 0.0,
            Neighborhood::Radius(radius) => radius,
            // A neighbour lies within the margin, and so do the neighbours that it must have.
            _ => 2.0 * self.margin,
        };
        // A little more, so that rounding leaves nobody out.
        reach * (1.0 + 1e-9)
    }

    /// Whether tiles can be counted.
    pub fn is_ready(&self) -> bool {
        self.geometry().is_some() && self.labels.as_ref().is_some_and(|labels| labels.matched.is_some())
    }

    /// The number of rounds that lie behind.
    pub fn round(&self) -> usize {
        self.round as usize
    }

    /// The number of spots that are compared, once it is known.
    pub fn n_spots(&self) -> Option<u64> {
        self.labels.as_ref().map(Labels::n_spots)
    }

    /// The plan as bytes, with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::seal("plan", self)
    }

    /// The plan that bytes hold.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        codec::open("plan", bytes)
    }

    /// What the answers of all tiles teach.
    pub fn after(&self, tally: &Tally, observer: &dyn Observer) -> Result<Self> {
        self.stamp().agrees(&tally.stamp)?;
        let mut next = Self { round: self.round + 1, ..self.clone() };
        let Some(labels) = &self.labels else {
            next.learn_labels(&tally.overlap, observer)?;
            return Ok(next);
        };
        if tally.n_spots != labels.n_spots() {
            return Err(Error::TilesLack { found: tally.n_spots, expected: labels.n_spots() });
        }
        if let Some(nearest) = &tally.nearest {
            next.strays = self.strays.as_ref().map(|strays| self.rule(labels).settled(strays, nearest));
            next.are_settled = true;
        }
        if let Some(strays) = &tally.strays {
            next.learn_strays(strays, labels.n_spots());
        }
        if next.are_settled {
            next.learn_shape(tally, labels);
        }
        if let (Some(agreements), Some(geometry), Some(labels)) = (&tally.agreements, self.geometry(), &mut next.labels)
        {
            let agreements = agreements.clone().finish(&geometry, &labels.as_given());
            labels.learn(&agreements, self.options(), observer)?;
        }
        if next.search.is_over() && next.search.n_edges == 0 { Err(Error::NoEdges) } else { Ok(next) }
    }

    /// Edge lengths, which spots have an edge, and the shape of the slide.
    fn learn_shape(&mut self, tally: &Tally, labels: &Labels) {
        let slide = self.slide(labels);
        if let Some(joined) = &tally.joined {
            self.body = Some(joined.body(self.strays(), most_apart(labels.n_spots())));
        }
        if let (Some(body), Some(answer)) = (&self.body, tally.answer.clone()) {
            let strays = self.survey.answer(&slide, body.strays.iter());
            if let Some(answer) = strays.and_then(|strays| answer.plus(strays)) {
                self.survey = self.survey.after(&slide, &answer);
            }
        }
        if let Some(lengths) = &tally.lengths {
            self.search = self.search.after(lengths);
        }
    }

    /// What the survey builds on.
    fn slide(&self, labels: &Labels) -> Slide {
        let bounds = Bounds { low: labels.low, high: labels.high };
        Slide::new(bounds, self.search.is_over().then(|| self.search.median()))
    }

    fn learn_labels(&mut self, overlap: &[Both], observer: &dyn Observer) -> Result<()> {
        let labels = Labels::of(overlap, self.options(), observer)?;
        let n = labels.n_spots();
        if n < 2 {
            let (n_spots, n_dropped) = (labels.n_rows as usize, (labels.n_rows - n) as usize);
            return Err(Error::TooFewSpots { n_spots, n_dropped });
        }
        if labels.low == labels.high {
            return Err(Error::OnePlace(n as usize));
        }
        let [width, height] = [0, 1].map(|axis| labels.high[axis] - labels.low[axis]);
        let spacing = (width * height / n as f64).sqrt().max(width.max(height) / n as f64);
        if let Neighborhood::Radius(radius) = self.options().graph {
            (self.margin, self.strays, self.are_settled) = (radius, Some(Vec::new()), true);
        } else {
            let (k, tie) = self.options().graph.k_and_tie().unwrap_or_default();
            let crowd = (CROWD * k as f64 + 2.0) / std::f64::consts::PI;
            self.margin = spacing * crowd.sqrt() * (1.0 + tie);
        }
        self.labels = Some(labels);
        Ok(())
    }

    /// Few strays are known to all tiles; for many the margin was too narrow.
    fn learn_strays(&mut self, strays: &[Stray], n_spots: u64) {
        if strays.len() > most_apart(n_spots) {
            self.margin *= 2.0;
        } else {
            (self.strays, self.are_settled) = (Some(strays.to_vec()), strays.is_empty());
        }
    }

    fn rule<'a>(&'a self, labels: &Labels) -> Rule<'a> {
        let graph = &self.options().graph;
        let k = graph.k_and_tie().map_or(0, |(k, _)| k).min(labels.n_spots() as usize - 1);
        Rule { graph, k, margin: self.margin }
    }

    /// Where the cells of the slide lie, once all is known.
    pub(super) fn geometry(&self) -> Option<Geometry> {
        let labels = self.labels.as_ref().filter(|_| self.search.is_over())?;
        let shape = self.survey.shape(&self.slide(labels))?;
        Some(Geometry { shape, edge_length: self.search.median(), n_edges: self.search.n_edges })
    }

    /// The spots of a tile that are compared, and all strays.
    pub(super) fn read<'a>(&'a self, tile: &Tile) -> Result<(&'a Labels, Kept)> {
        let Some(labels) = &self.labels else { return Err(Error::Unplanned) };
        if tile.halo < self.halo() {
            return Err(Error::Halo { found: tile.halo, expected: self.halo() });
        }
        let found = labels.read(tile)?;
        let kept = tile.positions.iter().zip(found).filter_map(|(&position, labels)| Some((position, labels?)));
        let (positions, labelled) = kept.unzip();
        Ok((labels, Kept { positions, labels: labelled }))
    }

    /// The strays, as far as they are known.
    pub(super) fn strays(&self) -> &[Stray] {
        self.strays.as_deref().unwrap_or_default()
    }

    pub(super) fn connect(&self, labels: &Labels, spots: Spots<'_>, observer: &dyn Observer) -> Result<reach::Local> {
        self.rule(labels).connect(spots, self.strays(), observer)
    }

    pub(super) fn k(&self, labels: &Labels) -> usize {
        self.rule(labels).k
    }

    /// What tallies and partials of this plan carry.
    pub(super) fn stamp(&self) -> Stamp {
        let mut bytes = Vec::new();
        self.pack(&mut bytes);
        let names = |side: fn(&Labels) -> &Vec<String>| self.labels.as_ref().map(side).cloned().unwrap_or_default();
        Stamp {
            options: self.settings.text(),
            truth: names(|labels| &labels.truth),
            pred: names(|labels| &labels.pred),
            round: self.round,
            plan: codec::checksum(&bytes),
        }
    }
}

/// The spots of a tile that are compared.
pub(super) struct Kept {
    pub(super) positions: Vec<[f64; 2]>,
    pub(super) labels: Vec<[u16; 2]>,
}

impl Tally {
    /// What a tile answers to what the plan asks for. About as dear as the neighbour graph of the tile.
    pub fn of(tile: &Tile, plan: &Plan, observer: &dyn Observer) -> Result<Self> {
        let mut tally = Self {
            stamp: plan.stamp(),
            n_spots: 0,
            k: 0,
            overlap: Vec::new(),
            strays: None,
            nearest: None,
            lengths: None,
            joined: None,
            answer: None,
            agreements: None,
        };
        if plan.labels.is_none() {
            tally.overlap = labels::overlap(tile);
            return Ok(tally);
        }
        let (labels, kept) = plan.read(tile)?;
        let spots = Spots { positions: &kept.positions, labels: &kept.labels, core: tile.core };
        tally.n_spots = spots.own().count() as u64;
        tally.k = plan.k(labels);
        let rule = plan.rule(labels);
        if plan.strays.is_none() {
            tally.strays = Some(rule.strays(spots, observer)?);
        } else if !plan.are_settled {
            tally.nearest = Some(rule.nearest(spots, plan.strays()));
        }
        if let Some(geometry) = plan.geometry().filter(|_| labels.matched.is_none()) {
            let local = plan.connect(labels, spots, observer)?;
            tally.agreements = Some(tiled(&geometry, &labels.as_given(), &local, tile, plan, |pred| pred)?);
            return Ok(tally);
        }
        // If there are strays what follows is in vain, and they seldom are.
        if plan.are_settled || tally.strays.as_ref().is_some_and(Vec::is_empty) {
            tally.survey(plan, labels, spots, observer)?;
        }
        Ok(tally)
    }

    /// Measures edges and the spots that have one.
    fn survey(&mut self, plan: &Plan, labels: &Labels, spots: Spots<'_>, observer: &dyn Observer) -> Result<()> {
        let slide = plan.slide(labels);
        let is_asking = plan.survey.is_asking(&slide);
        let joined = plan.body.as_ref().and_then(|body| body.joined(spots));
        if plan.search.is_over() && (!is_asking || joined.is_some()) {
            self.answer = joined.and_then(|joined| plan.survey.answer(&slide, joined.iter()));
            return Ok(());
        }
        let local = plan.connect(labels, spots, observer)?;
        if !plan.search.is_over() {
            self.lengths = Some(Lengths::of(&plan.search, local.squares()));
        }
        let ends = Ends::of(&local, plan.strays().len());
        self.answer = plan.survey.answer(&slide, ends.joined.iter());
        self.joined = plan.body.is_none().then(|| ends.tell(most_apart(labels.n_spots())));
        Ok(())
    }

    /// The answers of two tiles, or of several on either side.
    pub fn plus(self, other: Self) -> Result<Self> {
        self.stamp.agrees(&other.stamp)?;
        let k = self.k;
        Ok(Self {
            stamp: self.stamp,
            n_spots: self.n_spots + other.n_spots,
            k,
            overlap: labels::plus(self.overlap, other.overlap),
            strays: both(self.strays, other.strays, |a, b| [a, b].concat()).map(reach::sorted),
            nearest: both(self.nearest, other.nearest, |a, b| reach::merge(a, b, k)),
            // A tile that has found strays does not count, and then no count is complete.
            lengths: both(self.lengths, other.lengths, Lengths::plus),
            joined: both(self.joined, other.joined, Joined::plus),
            answer: self.answer.zip(other.answer).and_then(|(a, b)| a.plus(b)),
            agreements: both(self.agreements, other.agreements, Tiled::plus),
        })
    }

    /// The tally as bytes, with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::seal("tally", self)
    }

    /// The tally that bytes hold.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        codec::open("tally", bytes)
    }
}

/// How many spots are known to all tiles one by one at most.
fn most_apart(n_spots: u64) -> usize {
    MANY_STRAYS + (n_spots / SPOTS_PER_STRAY) as usize
}

/// The sum of two answers, none where one is lacking.
fn both<T>(a: Option<T>, b: Option<T>, plus: impl FnOnce(T, T) -> T) -> Option<T> {
    a.zip(b).map(|(a, b)| plus(a, b))
}
