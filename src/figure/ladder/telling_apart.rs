//! A word and a sinusoidal code in one sum, and what a linear reader gets back of each.

use std::cell::RefCell;
use std::rc::Rc;

use super::awaiting::Awaiting;
use super::telling_picture;
use super::words::Words;
use crate::config::{Key, Sentence, Spec};
use crate::encoding::analysis::subspace::principal_angles;
use crate::encoding::analysis::{Addition, Subspace};
use crate::encoding::matrix::{cosine, dot};
use crate::encoding::{EncodingError, Frequencies, Matrix, Order, Sinusoidal};
use crate::figure::asset::{Asset, Rows};
use crate::figure::drawing::Drawing;
use crate::figure::geometry::Point;
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, preset};
use crate::figure::number::{Fixed, Grouped, Short};
use crate::figure::table::Column;

/// The figure `telling-apart`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Telling word and position apart",
    caption: "A real word vector and a sinusoidal code in one sum. Curves: how much of the codes of all \
        shown positions (at most 512), and of the words, lies in the directions that are set aside for \
        positions. Below: what is read without these directions, and in them.",
    keyboard: "Keys on the figure: ← → set aside a direction fewer or more, ↑ ↓ choose a word.",
    shared_keys: &[Key::Base, Key::Position, Key::Length],
    own_keys: &[Key::Directions, Key::CodeScale, Key::Sentence, Key::Token],
    presets: &[
        preset("nothing set aside", "directions=0&code-scale=1"),
        preset(
            "words × √384, as in 2017",
            "code-scale=0.051&directions=44&length=128",
        ),
        preset(
            "a code too short to be read",
            "code-scale=0.01&directions=44&length=128",
        ),
        preset(
            "a text of 512 words",
            "code-scale=1&directions=101&length=512",
        ),
    ],
    clock: None,
    arrow: |spec, right, down| {
        spec.step_key(Key::Directions, right);
        spec.step_key(Key::Token, down);
    },
    sketch: || Box::<TellingApart>::default(),
};

/// The most positions whose codes are looked at together.
const MOST: f64 = 512.0;

#[derive(Debug, Default)]
struct TellingApart {
    words: Words,
    vocabulary: Option<Rc<Matrix>>,
    seen: Option<(Asked, Rc<Seen>)>,
}

/// What the numbers depend on, beside the codes.
type Asked = (Sentence, [usize; 2], [f64; 5]);

/// The codes of the shown positions and the directions that they need.
#[derive(Debug)]
pub(super) struct Codes {
    pub(super) start: f64,
    pub(super) table: Matrix,
    pub(super) subspace: Subspace,
}

/// A sum, and what is read from it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) codes: Rc<Codes>,
    /// Directions that are set aside: no more than there are.
    pub(super) n_aside: usize,
    pub(super) added: Addition,
    /// The shares of each word of the sentence in the first directions.
    pub(super) shares: Vec<Vec<f64>>,
    /// How far the word is missed with so many directions set aside.
    pub(super) errors: Vec<f64>,
    /// The words of the vocabulary nearest to the sum, and to what is left of it, with their cosines.
    pub(super) nearest: [Vec<(usize, f64)>; 2],
    /// The cosines of the codes of all positions with the sum, in the directions set aside.
    pub(super) positions: Vec<f64>,
    /// The smallest angle between the words of the sentence and the directions, in radians.
    pub(super) angle: Option<f64>,
}

impl Seen {
    /// The position that the sum is read to have, if anything is set aside to read it in.
    pub(super) fn position(&self) -> Option<f64> {
        let all = self.positions.iter().enumerate();
        let best = all.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        (self.n_aside > 0).then_some(self.codes.start + best.0 as f64)
    }

    /// The share of all codes that the directions set aside hold.
    pub(super) fn captured(&self) -> f64 {
        let captured = self.codes.subspace.captured();
        captured.get(self.n_aside).copied().unwrap_or_default()
    }

    /// The share of a word of the sentence that they hold.
    pub(super) fn share(&self, word: usize) -> f64 {
        let shares = self.shares.get(word);
        shares
            .and_then(|shares| shares.get(self.n_aside))
            .copied()
            .unwrap_or_default()
    }

    /// How far the word is missed, over its length.
    pub(super) fn error(&self) -> f64 {
        self.errors.get(self.n_aside).copied().unwrap_or_default()
    }
}

/// The words of the vocabulary most alike to a vector, the best first.
fn nearest(vocabulary: &Matrix, vector: &[f64]) -> Vec<(usize, f64)> {
    const SHOWN: usize = 5;
    let cosines = vocabulary.rows().map(|word| cosine(word, vector));
    let mut all: Vec<(usize, f64)> = cosines.enumerate().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(SHOWN);
    all
}

/// What the codes depend on: base, first position, number of positions, number of components.
type Wanted = (f64, f64, usize, usize);

thread_local! {
    /// The codes of the state that the figures of a page share.
    static CODES: RefCell<Option<(Wanted, Rc<Codes>)>> = RefCell::default();
}

/// The codes of the spec, made anew where they are not those of last time.
fn codes(spec: &Spec, dim: usize) -> Result<Rc<Codes>, EncodingError> {
    let length = (spec.length() as f64).min(MOST);
    let start = (spec.position() / length).floor() * length;
    let wanted = (spec.base(), start, length as usize, dim);
    let kept = CODES.with_borrow(|kept| kept.clone());
    if let Some((before, codes)) = kept
        && before == wanted
    {
        return Ok(codes);
    }
    let encoding = Sinusoidal::new(Frequencies::new(spec.base(), dim)?, Order::Interleaved);
    let rows = (0..length as usize).map(|place| encoding.encode(start + place as f64));
    let table = Matrix::from_rows(rows)?;
    let codes = Rc::new(Codes {
        start,
        subspace: Subspace::spanning(&table),
        table,
    });
    CODES.set(Some((wanted, Rc::clone(&codes))));
    Ok(codes)
}

fn seen(
    spec: &Spec,
    words: &Matrix,
    vocabulary: &Matrix,
    codes: Rc<Codes>,
) -> Result<Seen, EncodingError> {
    let subspace = &codes.subspace;
    let place = (spec.position().floor() - codes.start) as usize;
    let code = codes.table.row(place).iter();
    let code: Vec<f64> = code.map(|number| spec.code_scale() * number).collect();
    let word = words.row(spec.token());
    let added = Addition::new(word, &code)?;
    let n_aside = spec.directions().min(subspace.directions().n_rows());
    let inside = subspace.part(&added.sum, n_aside)?;
    let left: Vec<f64> = added
        .sum
        .iter()
        .zip(&inside)
        .map(|(sum, part)| sum - part)
        .collect();
    let aside = Matrix::from_rows(
        subspace
            .directions()
            .rows()
            .take(n_aside)
            .map(<[f64]>::to_vec),
    )?;
    let along: Vec<f64> = aside.rows().map(|row| dot(row, &added.sum)).collect();
    let known = subspace
        .coordinates()
        .rows()
        .map(|row| row.get(..n_aside).unwrap_or_default());
    let positions = known.map(|known| cosine(known, &along)).collect();
    let angle = match n_aside {
        0 => None,
        _ => principal_angles(Subspace::spanning(words).directions(), &aside)?
            .first()
            .copied(),
    };
    Ok(Seen {
        n_aside,
        shares: words
            .rows()
            .map(|word| subspace.shares(word))
            .collect::<Result<_, _>>()?,
        errors: subspace.reading_errors(word, &code)?,
        nearest: [&added.sum, &left].map(|vector| nearest(vocabulary, vector)),
        positions,
        angle,
        added,
        codes,
    })
}

impl Awaiting for TellingApart {
    type Seen = Rc<Seen>;
    const ROWS: &'static str = "with so many directions set aside";

    fn seen(&mut self, spec: &Spec) -> Option<Rc<Seen>> {
        let numbers = [
            spec.position().floor(),
            spec.code_scale(),
            spec.base(),
            spec.length() as f64,
            spec.directions() as f64,
        ];
        let places = [spec.token(), spec.directions()];
        let asked = (spec.sentence().clone(), places, numbers);
        if let Some((before, seen)) = &self.seen
            && *before == asked
        {
            return Some(Rc::clone(seen));
        }
        if self.vocabulary.is_none() {
            self.vocabulary = self.words.all().map(Rc::new);
        }
        let vocabulary = Rc::clone(self.vocabulary.as_ref()?);
        let words = self.words.of(spec)?;
        let codes = codes(spec, words.n_columns()).ok()?;
        let seen = Rc::new(seen(spec, &words, &vocabulary, codes).ok()?);
        self.seen = Some((asked, Rc::clone(&seen)));
        Some(seen)
    }

    fn draw(spec: &Spec, seen: &Self::Seen, drawing: &mut Drawing) {
        telling_picture::draw(spec, seen, drawing);
    }

    fn reading(spec: &Spec, seen: &Self::Seen) -> String {
        reading(spec, seen)
    }

    fn columns(spec: &Spec, seen: &Self::Seen) -> Vec<Column> {
        columns(spec, seen)
    }

    fn probe(spec: &Spec, seen: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        probe(spec, seen, handle, point)
    }

    fn missing(&self) -> Vec<Asset> {
        self.words.missing()
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.words.supply(asset, rows);
    }
}

/// A share in percent; one that lacks more than rounding is never rounded up to 100.
pub(super) fn percent(share: f64) -> String {
    const ALL: f64 = 100.0 - 1e-7;
    let percent = 100.0 * share;
    match percent {
        99.0..ALL => format!("{:.3} %", Fixed(percent.min(99.999))),
        20.0.. => format!("{} %", Short(percent.round())),
        _ => format!("{:.1} %", Fixed(percent)),
    }
}

fn reading(spec: &Spec, seen: &Seen) -> String {
    let word = spec.sentence().word(spec.token());
    let position = spec.position().floor();
    let read = |which: usize| {
        let nearest = seen.nearest.get(which).and_then(|nearest| nearest.first());
        let (word, cosine) = nearest.copied().unwrap_or_default();
        format!("“{}” (cosine {:.2})", Sentence::known(word), Fixed(cosine))
    };
    let naive = format!(
        "The code of position {} is {} times as long as “{word}”, and the word nearest to their sum is {}.",
        Grouped(position as u64),
        Short(seen.added.code_norm / seen.added.embedding_norm),
        read(0),
    );
    if seen.n_aside == 0 {
        return format!("{naive} No direction is set aside, so the position is not read.");
    }
    let found = seen.position().unwrap_or_default();
    let verdict = match found == position {
        true => "which is right".to_owned(),
        false => format!("{} off", Grouped((found - position).abs() as u64)),
    };
    format!(
        "{naive} {} of 384 directions are set aside{}: they hold {} of all codes and {} of the word, and \
         stand at {:.1}° or more to all words of the sentence. Without them the nearest word is {}, and \
         in them the nearest position is {}, {verdict}.",
        seen.n_aside,
        match seen.n_aside < spec.directions() {
            true => ", all that these codes need",
            false => "",
        },
        percent(seen.captured()),
        percent(seen.share(spec.token())),
        Fixed(seen.angle.unwrap_or_default().to_degrees()),
        read(1),
        Grouped(found as u64),
    )
}

fn probe(spec: &Spec, seen: &Seen, handle: &Handle, point: Point) -> Option<String> {
    let x = handle.panel.x_value(point.x).max(0.0);
    match handle.grab {
        Grab::Position => {
            let cosine = seen
                .positions
                .get((x - seen.codes.start).max(0.0) as usize)?;
            let at = Grouped(x as u64);
            Some(format!(
                "position {at}: cosine {:.3} in the directions set aside",
                Fixed(*cosine)
            ))
        }
        _ => {
            let captured = seen.codes.subspace.captured();
            let n_aside = (x.round() as usize).min(captured.len() - 1);
            let share = seen.shares.get(spec.token())?.get(n_aside)?;
            Some(format!(
                "{n_aside} directions hold {} of all codes and {} of “{}”",
                percent(*captured.get(n_aside)?),
                percent(*share),
                spec.sentence().word(spec.token())
            ))
        }
    }
}

fn columns(spec: &Spec, seen: &Seen) -> Vec<Column> {
    let captured = seen.codes.subspace.captured();
    let n_aside = (0..captured.len()).map(|number| number as f64);
    let shares = seen.shares.get(spec.token()).cloned().unwrap_or_default();
    vec![
        Column::numbers("directions", n_aside.collect()),
        Column::numbers("share of all codes", captured.to_vec()),
        Column::numbers("share of the word", shares),
        Column::numbers("error of the word", seen.errors.clone()),
    ]
}
