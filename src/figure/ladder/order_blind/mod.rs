//! The words of a sentence through one real attention head, as written and rearranged.

mod picture;
mod seen;

use std::rc::Rc;

use super::arrangement::{self, order};
use super::head::{HEAD_DIM, Vectors};
use super::view::View;
use seen::{Seen, difference};

use crate::config::choice::Code;
use crate::config::{Key, Sentence, Spec};
use crate::encoding::Mask;
use crate::figure::asset::{Asset, Rows};
use crate::figure::cache::{Made, made_once};
use crate::figure::drawing::Drawing;
use crate::figure::geometry::Point;
use crate::figure::handle::Handle;
use crate::figure::kind::{Kind, preset};
use crate::figure::number::Fixed;
use crate::figure::table::Column;

/// The figure `order-blind`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Order-blind attention",
    caption: "A head of the language model MiniLM reads the sentence twice: as written, and with its \
        words rearranged. Squares say how much a word (row) looks at each other one (column); \
        stripes are the 32 numbers that it gets out of it.",
    keyboard: "Keys on the figure: ↑ ↓ choose a word, ← → move it to an earlier or a later place.",
    shared_keys: &[],
    own_keys: &[
        Key::Sentence,
        Key::Mask,
        Key::Code,
        Key::Token,
        Key::Arrangement,
    ],
    leading_keys: &[Key::Code, Key::Mask],
    presets: &[
        preset(
            "two dogs",
            "sentence=the+dog+chased+another+dog&arrangement=94&mask=none&code=none&token=4",
        ),
        preset(
            "who ate whom",
            "sentence=adam+ate+the+apple&arrangement=17&mask=none&code=none&token=0",
        ),
        preset(
            "she told only him",
            "sentence=only+she+told+him+that+she+loved+him&arrangement=5040&mask=none&code=none&token=0",
        ),
        preset("a causal mask", "mask=causal&code=none"),
        preset("the model's positions", "mask=none&code=learned"),
    ],
    idle: |_, _| false,
    clock: None,
    arrow,
    sketch: || Box::<OrderBlind>::default(),
};

/// Up and down choose a word, left and right move it through the rearranged sentence.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let now = order(spec.arrangement(), spec.sentence().words().len());
    let place = now
        .iter()
        .position(|&word| word == spec.token())
        .unwrap_or_default();
    if right != 0.0 {
        arrangement::drag(spec, place, right);
    }
    if down != 0.0 {
        let last = now.len() as f64 - 1.0;
        let place = (place as f64 + down).clamp(0.0, last) as usize;
        let word = now.get(place).copied().unwrap_or_default();
        spec.set_nearest(Key::Token, word as f64);
    }
}

#[derive(Debug, Default)]
struct OrderBlind {
    vectors: Vectors,
    seen: Made<Asked, Rc<Seen>>,
}

/// What the numbers depend on.
type Asked = (Sentence, usize, Mask, Code);

impl View for OrderBlind {
    type Seen = Rc<Seen>;
    const ROWS: &'static str = "Every word as written";

    fn seen(&mut self, spec: &Spec) -> Option<Rc<Seen>> {
        let asked = (
            spec.sentence().clone(),
            spec.arrangement(),
            spec.mask(),
            spec.code(),
        );
        made_once(&mut self.seen, asked, || {
            let n_words = spec.sentence().words().len();
            let rearranged = order(spec.arrangement(), n_words);
            Some(Rc::new(Seen {
                written: self.vectors.attend(spec, &order(0, n_words))?,
                rearranged: self.vectors.attend(spec, &rearranged)?,
                order: rearranged,
            }))
        })
    }

    fn draw(spec: &Spec, seen: &Self::Seen, drawing: &mut Drawing) {
        picture::draw(spec, seen, drawing);
    }

    fn reading(spec: &Spec, seen: &Self::Seen) -> String {
        let n = seen.order.len();
        let largest = (0..n).map(|place| seen.change(place)).fold(0.0, f64::max);
        let percent = |part: f64| format!("{:.0} %", Fixed(100.0 * part));
        let twins = twins(spec);
        let apart = twins.map(|(first, second)| {
            difference(
                seen.written.output.row(first),
                seen.written.output.row(second),
            )
        });
        let word = twins.map_or("", |(first, _)| spec.sentence().word(first));
        let is_moved = seen
            .order
            .iter()
            .enumerate()
            .any(|(place, &word)| place != word);
        let same = |difference: f64| difference < SAME;
        let mut text = match (spec.code(), spec.mask()) {
            (Code::None, Mask::None) => "No positions, no mask. ".to_owned(),
            (Code::None, Mask::Causal) => {
                "A causal mask: each word sees itself and the words before it. ".to_owned()
            }
            (Code::Learned, Mask::None) => {
                "With the model's own position vectors added. ".to_owned()
            }
            (Code::Learned, Mask::Causal) => "With position vectors and a causal mask. ".to_owned(),
        };
        if let Some(apart) = apart {
            text += &match same(apart) {
                true => format!("Both times “{word}” stands here it gets the same output. "),
                false => format!(
                    "The outputs of the two words “{word}” differ by {} of the longer one's length. ",
                    percent(apart)
                ),
            };
        }
        if spec.code() == Code::Learned && n > 1 {
            let before = (1..n).filter_map(|place| seen.written.weights.get(place, place - 1));
            text += &format!(
                "On average a word gives {} of its attention to the one before it. ",
                percent(before.sum::<f64>() / (n - 1) as f64)
            );
        }
        text += &match (is_moved, same(largest)) {
            (false, _) => "Both orders are the same: drag a word of the rearranged sentence.".to_owned(),
            (true, true) => "Rearranged, every word still has the output that it had: attention sees a bag of words.".to_owned(),
            (true, false) => format!("Rearranged, outputs change by up to {} of the longer one's length: order counts.", percent(largest)),
        };
        text
    }

    fn columns(_spec: &Spec, seen: &Self::Seen) -> Vec<Column> {
        let n = seen.order.len();
        let column = |name: &str, number: &dyn Fn(usize) -> f64| {
            Column::numbers(name, (0..n).map(number).collect())
        };
        let mut columns = vec![
            column("place", &|place| place as f64),
            column("place when rearranged", &|place| seen.moved(place) as f64),
            column("change of output", &|place| seen.change(place)),
        ];
        let parts = [
            ("looks at", n, &seen.written.weights),
            ("output", HEAD_DIM, &seen.written.output),
        ];
        for (name, width, matrix) in parts {
            columns.extend((0..width).map(|part| {
                let number = |place| matrix.get(place, part).unwrap_or_default();
                column(&format!("{name} {part}"), &number)
            }));
        }
        columns
    }

    fn probe(spec: &Spec, seen: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        let (x, y) = handle.values(point);
        let is_rearranged = handle.panel.x.label == picture::REARRANGED;
        let (order, attention) = match is_rearranged {
            true => (seen.order.clone(), &seen.rearranged),
            false => (order(0, seen.order.len()), &seen.written),
        };
        let row = (y.max(0.0) as usize).min(order.len().saturating_sub(1));
        let word = |place: usize| {
            spec.sentence()
                .word(order.get(place).copied().unwrap_or_default())
        };
        let name = |place: usize| format!("{} ({place})", word(place));
        let n_words = order.len() as f64;
        Some(if (0.0..n_words).contains(&x) {
            let weight = attention.weights.get(row, x as usize)?;
            format!(
                "{} looks at {}: {:.3}",
                name(row),
                name(x as usize),
                Fixed(weight)
            )
        } else {
            format!("{}: drag it to another place", name(row))
        })
    }

    fn missing(&self) -> Vec<Asset> {
        self.vectors.missing()
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.vectors.supply(asset, rows);
    }
}

/// Differences below this are those of the last digits, over vectors of length about 1.
const SAME: f64 = 1e-9;

/// The word in focus and the next one that is the same word; else the first two of the sentence
/// that are.
fn twins(spec: &Spec) -> Option<(usize, usize)> {
    let words = spec.sentence().words();
    let twin = |first: usize| {
        let second = (0..words.len())
            .find(|&other| other != first && words.get(other) == words.get(first))?;
        Some((first.min(second), first.max(second)))
    };
    twin(spec.token()).or_else(|| (0..words.len()).find_map(twin))
}
