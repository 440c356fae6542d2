//! A word, the encoding of its position, and their sum, for three encodings: integers, positions divided by the last
//! position, and bits.

mod arrows;
mod band;
mod computed;
mod integer;
pub(crate) mod parameters;
mod ripple;
mod sea;
mod tiles;

use std::rc::Rc;

use crate::topic::Topic;
use crate::view::View;
use crate::words::Words;
use arrows::plane::Plane;
use computed::{Computed, Counting, Text};
pub(crate) use integer::INTEGER;
use parameters::{IntegerView, LayerNorm};

use crate::asset::{Asset, Rows};
use crate::cache::{Memo, memoized, try_memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::{Key, Sentence, Spec};
use phasor_draw::{Column, Point};
use phasor_encoding::analysis::Addition;
use phasor_encoding::matrix::{cosine, norm};
use phasor_text::number::{Fixed, Grouped, Short, Tick};

/// The figure `normalised-code`.
pub(crate) static NORMALISED: Kind = Kind {
    title: "Length-normalised positions",
    topics: &[Topic::Absolute, Topic::Length],
    search_words: "fraction relative position add rubber band beads",
    caption: "A text is a rubber band from 0 to 1 with a bead for each word. Pull the lower band down: the text gets \
        longer, and the beads of the sentence are squeezed together.",
    keyboard: "In the figure, ← → choose a word, and ↑ ↓ lengthen or shorten the longer text.",
    shared_keys: &[Key::Length],
    own_keys: &[Key::Sentence, Key::Token],
    leading_keys: &[Key::Length],
    presets: &[
        preset("position 4 falls to 0.03", "length=128&token=4"),
        preset("4,096 words: sentence squeezed to 0", "length=4096&token=1"),
    ],
    idle: |_, _| false,
    clock: None,
    starts: None,
    arrow: |spec, right, down| {
        spec.step_key(Key::Token, right);
        spec.step_key(Key::Length, -down);
    },
    sketch: || Added::of(Counting::Normalised),
};

/// The figure `binary-code`.
pub(crate) static BINARY: Kind = Kind {
    title: "Binary positions",
    topics: &[Topic::Absolute],
    search_words: "digits bits add blocks tiles",
    caption: "A word’s 384 numbers lie on tiles, one for each bit of the position. A bit that is 1 lifts its tile, and \
        all numbers on it, by 1. Press a tile to flip its bit.",
    keyboard: "In the figure, ← → move the sentence through the text, and ↑ ↓ choose a word.",
    shared_keys: &[Key::Position, Key::Length],
    own_keys: &[Key::Bits, Key::Sentence, Key::Token],
    leading_keys: &[Key::Position, Key::Bits],
    presets: &[
        preset("six bits set: 252", "position=252&bits=8&length=256"),
        preset(
            "127: every bit is about to flip",
            "position=127&bits=8&length=256",
        ),
        preset(
            "too few bits: 20 becomes 4",
            "position=20&bits=4&length=128",
        ),
    ],
    idle: |_, _| false,
    clock: None,
    starts: None,
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
    /// The plane of the arrows, which the integers alone have.
    plane: Memo<Sentence, Rc<Plane>>,
    computed: Memo<Inputs, Rc<Computed>>,
}

/// What the numbers depend on.
type Inputs = (Sentence, usize, [u64; 3], IntegerView, LayerNorm);

impl Added {
    fn of(counting: Counting) -> Box<dyn Sketch> {
        Box::new(Self {
            counting,
            words: Words::default(),
            plane: None,
            computed: None,
        })
    }
}

impl View for Added {
    type Computed = Rc<Computed>;
    const ROWS: &'static str = "Every word of the sentence";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Computed>> {
        let numbers = [
            spec.position() as u64,
            spec.length() as u64,
            spec.bits().into(),
        ];
        let sentence = spec.sentence().clone();
        let inputs = (
            sentence,
            spec.token(),
            numbers,
            spec.choice(),
            spec.choice(),
        );
        try_memoized(&mut self.computed, inputs, || {
            let words = self.words.of(spec)?;
            let plane = (self.counting == Counting::Integer).then(|| {
                let sentence = spec.sentence().clone();
                memoized(&mut self.plane, sentence, || Rc::new(Plane::new(&words)))
            });
            let computed = Computed::new(self.counting, words, plane, spec);
            computed.ok().map(Rc::new)
        })
    }

    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing) {
        match computed.counting {
            Counting::Integer => match spec.choice() {
                IntegerView::Arrows => arrows::draw(spec, computed, drawing),
                IntegerView::Sea => sea::draw(spec, computed, drawing),
            },
            Counting::Normalised => band::draw(spec, computed, drawing),
            Counting::Binary => tiles::draw(spec, computed, drawing),
        }
    }

    fn reading(spec: &Spec, computed: &Self::Computed) -> String {
        let word = spec.sentence().printed(spec.token());
        let text = computed.texts.first().expect("there is at least one text");
        match computed.counting {
            Counting::Integer => integer::reading(spec, computed, text),
            Counting::Binary => bounded(spec, computed, &text.added),
            Counting::Normalised => normalised(spec, computed, word),
        }
    }

    fn columns(_spec: &Spec, computed: &Self::Computed) -> Vec<Column> {
        let n = computed.positions.len();
        let column = |name: &str, number: &dyn Fn(usize) -> f64| {
            Column::numbers(name, (0..n).map(number).collect())
        };
        let mut columns = vec![
            column("place", &|place| place as f64),
            column("position", &|place| computed.position(place) as f64),
            column("norm of the word", &|place| norm(computed.words.row(place))),
        ];
        for text in &computed.texts {
            let suffix = match computed.counting {
                Counting::Normalised => format!(" in {} words", text.n_words),
                _ => String::new(),
            };
            columns.push(column(&format!("norm of the encoding{suffix}"), &|place| {
                norm(text.encodings.row(place))
            }));
        }
        for (title, matrix) in computed.matrices() {
            columns.extend((0..n).map(|other| {
                let number = |place| {
                    let cosine = matrix.get(place, other);
                    cosine.expect("every two words have a cosine")
                };
                column(&format!("cosine with word {other}, {title}"), &number)
            }));
        }
        columns
    }

    fn probe(
        spec: &Spec,
        computed: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let (x, y) = handle.values(point);
        match (computed.counting, handle.grab) {
            (Counting::Integer, grab) => match (spec.choice(), grab) {
                (IntegerView::Sea, _) => sea::probe(spec, computed, x),
                (IntegerView::Arrows, Grab::Set(_, place)) => {
                    arrows::probe(spec, computed, place as usize)
                }
                (IntegerView::Arrows, _) => arrows::probe(spec, computed, spec.token()),
            },
            (Counting::Normalised, Grab::Set(_, place)) => {
                band::probe(spec, computed, (place as usize, y))
            }
            (Counting::Normalised, _) => band::probe(spec, computed, (spec.token(), y)),
            (Counting::Binary, Grab::Position) => Some(format!("position {}", Grouped(x as u64))),
            (Counting::Binary, _) => tiles::probe(spec, computed, x),
        }
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.words.supply(asset, rows);
    }
}

/// Describes what bits do to the word in focus; they do most if all are set.
fn bounded(spec: &Spec, computed: &Computed, added: &Addition) -> String {
    let word = spec.sentence().printed(spec.token());
    let position = computed.position(spec.token());
    let number = Grouped(position);
    let start = match added.encoding_norm {
        0.0 => format!(
            "Position {number} is {}: nothing is added.",
            digits(spec, position)
        ),
        _ => format!(
            "Bits are bounded: position {number} is {}. Its encoding has {} times the norm of “{word}”; the limit is {}.",
            digits(spec, position),
            Short(1.0 / added.ratio()),
            Short((computed.words.n_columns() as f64).sqrt() / added.embedding_norm),
        ),
    };
    format!("{start} {}", flips(spec, position))
}

/// Returns the position in bits.
fn digits(spec: &Spec, position: u64) -> String {
    let counter = spec.binary();
    let lost = match counter.overflows(position) {
        true => " without its higher bits",
        false => "",
    };
    format!("{}{lost}", counter.digits(position))
}

/// Describes how many bits flip at the next position.
fn flips(spec: &Spec, position: u64) -> String {
    let counter = spec.binary();
    let is_flipped = |&bit: &u32| counter.bit(position, bit) != counter.bit(position + 1, bit);
    let (n_flips, n_bits) = (
        (0..counter.bits()).filter(is_flipped).count(),
        counter.bits(),
    );
    let verb = if n_flips == 1 { "flips" } else { "flip" };
    format!("At the next position, {n_flips} of {n_bits} bits {verb}.")
}

fn normalised(spec: &Spec, computed: &Computed, word: &str) -> String {
    let [alone, within] = computed.texts.as_slice() else {
        return String::new();
    };
    let position = spec.token();
    let encoding = |text: &Text| {
        let last = Grouped(text.n_words as u64 - 1);
        format!("{position}/{last} = {}", Tick(text.encoding(position)))
    };
    let n_words = alone.n_words;
    let start = format!(
        "“{word}” at position {position} gets {} in a text of {n_words} words",
        encoding(alone)
    );
    if position == 0 {
        return format!("{start}, like the first word of every text.");
    }
    if within.n_words == n_words {
        return format!("{start}, and a different number in a text of any other length.");
    }
    format!(
        "{start}, but {} in one of {}. Added to the word, these give sums with a cosine of {:.3}.",
        encoding(within),
        Grouped(within.n_words as u64),
        Fixed(cosine(&alone.added.sum, &within.added.sum)),
    )
}
