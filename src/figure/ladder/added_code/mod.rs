//! A word of the sentence, the code that is added for its place, and their sum: integers, parts of
//! the length, bits.

mod picture;
mod seen;

use std::rc::Rc;

use super::view::View;
use super::words::Words;
use seen::{Counting, Seen, Text, counter};

use crate::config::{Key, Sentence, Spec};
use crate::encoding::Matrix;
use crate::encoding::absolute::LengthNormalised;
use crate::encoding::analysis::Addition;
use crate::encoding::matrix::{cosine, norm};
use crate::figure::asset::{Asset, Rows};
use crate::figure::cache::{Made, made_once};
use crate::figure::drawing::Drawing;
use crate::figure::geometry::Point;
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, Sketch, preset};
use crate::figure::number::{Fixed, Grouped, Short, Tick};
use crate::figure::table::Column;

/// The figure `integer-code`.
pub(in crate::figure) static INTEGER: Kind = Kind {
    title: "Integer code",
    caption: "The vector of the word in focus, 384 numbers of the language model MiniLM, and what it \
        becomes when its position is added to each of them, on one scale. Squares compare every two \
        words of the sentence.",
    keyboard: "Keys on the figure: ← → move the sentence through the text, ↑ ↓ choose a word.",
    shared_keys: &[Key::Position, Key::Length],
    own_keys: &[Key::Sentence, Key::Token],
    leading_keys: &[Key::Position],
    presets: &[
        preset("the second word of a text", "position=1&token=1&length=128"),
        preset("position 250", "position=250&length=512"),
        preset("position 4,000", "position=4000&length=4096"),
    ],
    idle: |_, _| false,
    clock: None,
    arrow: through_the_text,
    sketch: || Added::of(Counting::Integer),
};

/// The figure `normalised-code`.
pub(in crate::figure) static NORMALISED: Kind = Kind {
    title: "Length-normalised code",
    caption: "The place of a word as a part of the length, from 0 for the first word of a text to 1 \
        for its last, is added to each of its 384 numbers: once in the sentence alone, once in a \
        longer text that begins with it.",
    keyboard: "Keys on the figure: ← → choose a word, ↑ ↓ make the longer text longer or shorter.",
    shared_keys: &[Key::Length],
    own_keys: &[Key::Sentence, Key::Token],
    leading_keys: &[Key::Length],
    presets: &[
        preset("the last word of five", "length=128&token=4"),
        preset("a text of 4,096 words", "length=4096&token=1"),
    ],
    idle: |_, _| false,
    clock: None,
    arrow: |spec, right, down| {
        spec.step_key(Key::Token, right);
        spec.step_key(Key::Length, -down);
    },
    sketch: || Added::of(Counting::Normalised),
};

/// The figure `binary-code`.
pub(in crate::figure) static BINARY: Kind = Kind {
    title: "Binary code",
    caption: "The position of the word in focus, written in bits. Each bit is stretched over an equal \
        part of the 384 numbers of the word's vector and added to them. Squares compare every two \
        words of the sentence.",
    keyboard: "Keys on the figure: ← → move the sentence through the text, ↑ ↓ choose a word.",
    shared_keys: &[Key::Position, Key::Length],
    own_keys: &[Key::Bits, Key::Sentence, Key::Token],
    leading_keys: &[Key::Position, Key::Bits],
    presets: &[
        preset("252 = 11111100", "position=252&bits=8&length=256"),
        preset(
            "127: all bits are about to flip",
            "position=127&bits=8&length=256",
        ),
        preset("too few bits", "position=20&bits=4&length=128"),
    ],
    idle: |_, _| false,
    clock: None,
    arrow: through_the_text,
    sketch: || Added::of(Counting::Binary),
};

fn through_the_text(spec: &mut Spec, right: f64, down: f64) {
    spec.step(right);
    spec.step_key(Key::Token, down);
}

#[derive(Debug)]
struct Added {
    counting: Counting,
    words: Words,
    seen: Made<Asked, Rc<Seen>>,
}

/// What the numbers depend on.
type Asked = (Sentence, usize, [u64; 3]);

impl Added {
    fn of(counting: Counting) -> Box<dyn Sketch> {
        Box::new(Self {
            counting,
            words: Words::default(),
            seen: None,
        })
    }
}

impl View for Added {
    type Seen = Rc<Seen>;
    const ROWS: &'static str = "every word of the sentence";

    fn seen(&mut self, spec: &Spec) -> Option<Rc<Seen>> {
        let numbers = [
            spec.position() as u64,
            spec.length() as u64,
            spec.bits().into(),
        ];
        let asked = (spec.sentence().clone(), spec.token(), numbers);
        made_once(&mut self.seen, asked, || {
            let seen = Seen::new(self.counting, self.words.of(spec)?, spec);
            seen.ok().map(Rc::new)
        })
    }

    fn draw(spec: &Spec, seen: &Self::Seen, drawing: &mut Drawing) {
        picture::draw(spec, seen, drawing);
    }

    fn reading(spec: &Spec, seen: &Self::Seen) -> String {
        let word = spec.sentence().word(spec.token());
        let position = seen
            .positions
            .get(spec.token())
            .copied()
            .unwrap_or_default();
        let Some(text) = seen.texts.first() else {
            return "There is no text.".to_owned();
        };
        let at = format!("“{word}” at position {}", Grouped(position));
        match seen.counting {
            Counting::Integer => format!(
                "{at}: {} {}",
                drowned(&text.added),
                compared(spec, seen, text)
            ),
            Counting::Binary => format!(
                "{at}, which is {}: {} {} {}",
                digits(spec, position),
                drowned(&text.added),
                flips(spec, position),
                compared(spec, seen, text),
            ),
            Counting::Normalised => normalised(spec, seen, word),
        }
    }

    fn columns(_spec: &Spec, seen: &Self::Seen) -> Vec<Column> {
        let n = seen.positions.len();
        let column = |name: &str, number: &dyn Fn(usize) -> f64| {
            Column::numbers(name, (0..n).map(number).collect())
        };
        let mut columns = vec![
            column("place", &|place| place as f64),
            column("position", &|place| {
                seen.positions.get(place).copied().unwrap_or_default() as f64
            }),
            column("length of the word", &|place| norm(seen.words.row(place))),
        ];
        for text in &seen.texts {
            let suffix = match seen.counting {
                Counting::Normalised => format!(" in {} words", text.n_words),
                _ => String::new(),
            };
            columns.push(column(&format!("length of the code{suffix}"), &|place| {
                norm(text.codes.row(place))
            }));
        }
        for (title, matrix) in seen.matrices() {
            columns.extend((0..n).map(|other| {
                let number = |place| matrix.get(place, other).unwrap_or_default();
                column(&format!("cosine with word {other}, {title}"), &number)
            }));
        }
        columns
    }

    fn probe(spec: &Spec, seen: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        let (x, y) = handle.values(point);
        let is_rounded = matches!(handle.grab, Grab::Slide { .. });
        let x = if is_rounded { x.round() } else { x };
        let (x, y) = (x as usize, y as usize);
        let word = |place: usize| spec.sentence().word(place);
        if handle.panel.x.label == picture::COMPONENT {
            let text = seen.texts.first()?;
            return Some(format!(
                "component {x}: {:.3} of “{}”, plus {}, is {:.3}",
                Fixed(seen.words.get(spec.token(), x)?),
                word(spec.token()),
                Short(text.codes.get(spec.token(), x)?),
                Fixed(*text.added.sum.get(x)?),
            ));
        }
        match handle.grab {
            Grab::Set(Key::Token, _) => {
                let title = handle.panel.x.label;
                let (_, matrix) = seen.matrices().find(|(name, _)| *name == title)?;
                let cosine = Fixed(matrix.get(y, x)?);
                Some(format!(
                    "{} and {}, {title}: cosine {cosine:.4}",
                    word(y),
                    word(x)
                ))
            }
            // Rulers count from position 0 to the last one.
            Grab::Slide { .. } => {
                let last = handle.panel.x.high;
                let position = (x as f64).min(last);
                let code = LengthNormalised::new(last as usize + 1)
                    .ok()?
                    .encode(position, 1);
                Some(format!(
                    "position {position} of {} words: {}",
                    Grouped(last as u64 + 1),
                    Short(*code.first()?)
                ))
            }
            _ => Some(format!("position {}", Grouped(x as u64))),
        }
    }

    fn missing(&self) -> Vec<Asset> {
        self.words.missing()
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.words.supply(asset, rows);
    }
}

/// The smallest and the largest cosine between different words.
fn extremes(spec: &Spec, cosines: &Matrix) -> Option<(f64, f64)> {
    let words = spec.sentence().words();
    let pairs = words.iter().enumerate().flat_map(|(row, word)| {
        let before = words.iter().enumerate().take(row);
        let different = before.filter(move |(_, other)| *other != word);
        different.filter_map(move |(column, _)| cosines.get(row, column))
    });
    pairs.fold(None, |found, cosine| {
        let (low, high) = found.unwrap_or((cosine, cosine));
        Some((cosine.min(low), cosine.max(high)))
    })
}

/// How the code stands to the word, and what the sum has of it.
fn drowned(added: &Addition) -> String {
    if added.code_norm == 0.0 {
        return "the code is 0, so nothing is added.".to_owned();
    }
    format!(
        "the code is {} times as long as the word (signal to noise {:.1} dB), and the cosine of word \
         and sum is {:.3}.",
        Short(1.0 / added.ratio()),
        Fixed(added.decibels()),
        Fixed(added.cosine),
    )
}

/// What the codes do to the cosines between words.
fn compared(spec: &Spec, seen: &Seen, text: &Text) -> String {
    let before = extremes(spec, &seen.plain);
    let after = extremes(spec, &text.cosines);
    let Some(((low, high), after)) = before.zip(after) else {
        return "All words of the sentence are the same.".to_owned();
    };
    format!(
        "Cosines of different words run from {:.3} to {:.3} without codes and {} with them.",
        Fixed(low),
        Fixed(high),
        span(after)
    )
}

/// The ends of a range of cosines; near 1 with so many decimals that they are told apart.
fn span((low, high): (f64, f64)) -> String {
    let decimals = if low > 0.999 { 6 } else { 3 };
    let [first, last] = [low, high].map(|end| format!("{:.decimals$}", Fixed(end)));
    match first == last {
        true => format!("are {first}"),
        false => format!("from {first} to {last}"),
    }
}

/// The position in bits.
fn digits(spec: &Spec, position: u64) -> String {
    let counter = counter(spec);
    let lost = match counter.overflows(position) {
        true => " without its higher bits",
        false => "",
    };
    format!("{}{lost}", counter.digits(position))
}

/// How many bits change at the next position.
fn flips(spec: &Spec, position: u64) -> String {
    let counter = counter(spec);
    let is_flipped = |&bit: &u32| counter.bit(position, bit) != counter.bit(position + 1, bit);
    let (n_flips, n_bits) = (
        (0..counter.bits()).filter(is_flipped).count(),
        counter.bits(),
    );
    let verb = if n_flips == 1 { "flips" } else { "flip" };
    format!("At the next position {n_flips} of {n_bits} bits {verb}.")
}

fn normalised(spec: &Spec, seen: &Seen, word: &str) -> String {
    let [alone, within] = seen.texts.as_slice() else {
        return String::new();
    };
    let position = spec.token();
    let code = |text: &Text| {
        let last = Grouped(text.n_words as u64 - 1);
        format!("{position}/{last} = {}", Tick(text.code(position)))
    };
    let n_words = alone.n_words;
    let start = format!(
        "“{word}” at position {position} of {n_words} words has the code {}.",
        code(alone)
    );
    if position == 0 {
        return format!("{start} The first word of every text has this one.");
    }
    if within.n_words == n_words {
        return format!("{start} In a text of any other length it would have another one.");
    }
    format!(
        "{start} In a text of {} words the same word at the same position has {}, because a step from \
         one word to the next shrinks with the length. The cosine of the two sums is {:.3}.",
        Grouped(within.n_words as u64),
        code(within),
        Fixed(cosine(&alone.added.sum, &within.added.sum)),
    )
}
