//! The input that other files are joined to, and what is said of it.

use slam::{Labeling, Warning};

use crate::chosen::Chosen;
use crate::columns::find;
use crate::error::Result;
use crate::join::{self, Joint, Key, Likely, Ring, Standing, Terms, best_pair, duplicate, join};
use crate::request::{Join, Request};
use crate::source::{Found, Source, Wanted};

/// What to do where ids of the input repeat.
const REMEDY: &str = "name another column with --id, the slices on which they repeat with --slice, or go without ids \
                      with --join row";

/// The input that other files are joined to.
pub(crate) struct Joiner<'a> {
    pub(crate) source: &'a mut dyn Source,
    pub(crate) ring: Ring,
    /// Columns that are asked for as something else than ids.
    taken: &'a dyn Fn(&str) -> bool,
    /// Whether all keys of the source are in the ring.
    is_whole: bool,
    /// The first key that something was joined by.
    used: Option<usize>,
    /// What was decided.
    pub(crate) choices: Vec<Chosen>,
    /// What a user should know.
    pub(crate) warnings: Vec<Warning>,
}

impl<'a> Joiner<'a> {
    /// The input, with the ids that it may be joined by.
    pub(crate) fn new(source: &'a mut dyn Source, ring: Ring, taken: &'a dyn Fn(&str) -> bool) -> Self {
        Self { source, ring, taken, is_whole: false, used: None, choices: Vec::new(), warnings: Vec::new() }
    }

    /// The labels of a file that are wanted, in the order of the input.
    pub(crate) fn labels(
        &mut self,
        file: &mut dyn Source,
        keys: Vec<Likely>,
        wanted: Wanted<'_>,
        request: &Request,
    ) -> Result<Vec<Found>> {
        if let (Some(own), Some(other)) = (self.source.grid(), file.grid()) {
            own.check_same(self.source.file(), other, file.file())?;
            self.choices.push(Chosen::new(file.file(), "joined by cell"));
            return Ok(file.fetch(&wanted)?.labels);
        }
        let keys = self.worth_reading(keys, request);
        let fetched = file.fetch(&Wanted { keys: keys.iter().map(|likely| likely.key).collect(), ..wanted })?;
        let mut ring = Ring::new(file, fetched.n_rows, keys.into_iter().zip(fetched.keys));
        let joint = self.join(file, &mut ring, Terms::of_labels(request))?;
        self.choices.push(Chosen::new(&ring.file, self.in_words(&ring, &joint)));
        let Joint::Ids(matched) = joint else { return Ok(fetched.labels) };
        let reorder = |found: Found| found.map(|labeling| reordered(&labeling, &matched.rows));
        Ok(fetched.labels.into_iter().map(reorder).collect())
    }

    /// Joins a file to the input, whose columns are all tried before it is refused.
    pub(crate) fn join(&mut self, file: &dyn Source, ring: &mut Ring, terms: Terms) -> Result<Joint> {
        let mut pair = best_pair(&self.ring, ring);
        if !terms.is_by_row && pair.is_none() {
            ring.add(file, file.more_keys(self.taken)?);
            if !std::mem::replace(&mut self.is_whole, true) {
                self.ring.add(&*self.source, self.source.more_keys(self.taken)?);
            }
            pair = best_pair(&self.ring, ring);
        }
        let joint = join(&self.ring, ring, pair, terms)?;
        match &joint {
            Joint::Ids(matched) => self.used = self.used.or(Some(matched.keys[0])),
            Joint::Rows => {
                let (file, input) = (ring.file.clone(), self.ring.file.clone());
                self.warnings.push(Warning::JoinedByRow { file, input, is_asked: terms.is_by_row });
            }
        }
        Ok(joint)
    }

    /// The keys that are worth reading: none where rows are joined in their order; and numbers under a name that says
    /// nothing are no ids unless the input has some of them.
    pub(crate) fn worth_reading(&self, keys: Vec<Likely>, request: &Request) -> Vec<Likely> {
        let is_worth =
            |likely: &Likely| likely.is_recognised() || !likely.is_number() || self.ring.holds_any(&likely.first);
        keys.into_iter().filter(|likely| request.join == Join::Id && is_worth(likely)).collect()
    }

    /// How a file was joined, in words.
    pub(crate) fn in_words(&self, ring: &Ring, joint: &Joint) -> String {
        let Joint::Ids(matched) = joint else { return "joined by row".to_owned() };
        let [own, other] = [&self.ring.keys[matched.keys[0]], &ring.keys[matched.keys[1]]];
        let to = if matched.keys[0] == 0 { String::new() } else { format!(" to {}", own.words) };
        let n_absent = matched.rows.iter().filter(|row| row.is_none()).count();
        let absent = match n_absent {
            0 => String::new(),
            n => format!("; {n} of {} spots are not in it", matched.rows.len()),
        };
        let extra = match matched.n_extra {
            0 => String::new(),
            1 => format!("; 1 id that {} lacks is left out: {}", self.ring.file, matched.first_extra),
            n => format!("; {n} ids that {} lacks are left out: {}", self.ring.file, matched.first_extra),
        };
        format!("joined by id ({}{to}){absent}{extra}", other.words)
    }

    /// The key whose ids are those of the spots: the recognised one, else the one that something was joined by.
    pub(crate) fn ids(&self) -> Option<usize> {
        self.ring.keys.iter().position(join::Held::is_recognised).or(self.used)
    }

    /// Whether something was joined by id.
    pub(crate) fn is_used(&self) -> bool {
        self.used.is_some()
    }

    /// Says where the ids of the input are, if they matter.
    pub(crate) fn mention_ids(&mut self, matter: bool) {
        let held = self.ring.keys.first().filter(|held| matter && held.is_recognised());
        self.choices.extend(held.map(|held| Chosen::new("ids", &held.words)));
    }

    /// Refuses ids that repeat on a slice, or at all where each must mean one spot.
    pub(crate) fn check_ids(&self, slices: Option<&Labeling>) -> Result<()> {
        let Some(held) = self.ring.keys.first().filter(|held| held.is_recognised()) else { return Ok(()) };
        // Hardly ever is there anything to look at twice.
        let repeated =
            held.repeated().and_then(|rows| slices.map_or(Some(rows), |slices| held.names.repeated_on(slices)));
        repeated.map_or(Ok(()), |rows| Err(duplicate(&self.ring.file, &held.names, rows, REMEDY).into()))
    }
}

/// The labels in the order of the input; missing where the file has no row.
fn reordered(labeling: &Labeling, rows: &[Option<u32>]) -> Labeling {
    let code =
        |row: Option<u32>| row.and_then(|row| labeling.code(row as usize)).map_or(-1, |code| i64::from(code as u32));
    Labeling::from_codes(labeling.names(), rows.iter().map(|&row| code(row))).expect("no label is added")
}

/// The places where a source may have ids: the one that is named, by an option, or all that are likely; `preferred`
/// is a name by which ids go elsewhere.
pub(crate) fn likely_keys(
    source: &mut dyn Source,
    named: Option<(&str, &str)>,
    preferred: Option<&str>,
    taken: &dyn Fn(&str) -> bool,
) -> Result<Vec<Likely>> {
    if let Some((option, name)) = named {
        let column = find(option, name, source.file(), source.columns())?;
        return Ok(vec![Likely::named(Key::Column(column))]);
    }
    let mut keys = source.keys(taken)?;
    let is_preferred = |likely: &Likely, columns: &[String]| match likely.key {
        Key::Column(column) => preferred.is_some_and(|name| columns[column] == name.trim()),
        Key::Own => false,
    };
    if let Some(place) = keys.iter().position(|likely| is_preferred(likely, source.columns())) {
        keys[..=place].rotate_right(1);
        keys[0].standing = Standing::Usual(0);
    }
    Ok(keys)
}
