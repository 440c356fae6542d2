//! The words of a sentence through one real attention head, as written and rearranged.

mod computed;
mod layout;
mod picture;
mod switch;
mod way;

use std::rc::Rc;

use crate::arrangement::{self, order};
use crate::head::{AddedEncoding, HEAD_DIM, Vectors};
use crate::topic::Topic;
use crate::view::View;
use computed::{Computed, ROUNDING, SAME, difference, twins};
use switch::Switch;

use crate::asset::{Asset, Rows};
use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Handle};
use crate::kind::{Kind, preset};
use crate::{Key, Sentence, Spec};
use phasor_draw::{Column, Point};
use phasor_encoding::Mask;
use phasor_params::{Accepts, Parameter, Range};
use phasor_text::number::Fixed;

pub(crate) const SHUFFLE: Parameter = Parameter {
    name: "shuffle",
    label: "shuffle",
    unit: "",
    help: "Progress of the words towards the other order: 0 is as written, 1 is rearranged.",
    accepts: Accepts::Number(Range::share()),
    default: "1",
};

impl Spec {
    /// How far the words have moved into the other order, from 0 to 1.
    #[must_use]
    pub fn shuffle(&self) -> f64 {
        self.at(Key::Shuffle)
    }
}

/// The figure `order-blind`.
pub(crate) static KIND: Kind = Kind {
    title: "Order-blind attention",
    topics: &[Topic::Attention],
    search_words: "shuffle permutation bag of words threads stripes barcode head",
    caption: "One attention head reads the same words in two orders. Stripes are the 32 numbers that each word gets; = marks \
        a word that keeps them.",
    keyboard: "In the figure, ↑ ↓ choose a word, and ← → move it to an earlier or later place.",
    shared_keys: &[],
    own_keys: &[
        Key::Sentence,
        Key::Mask,
        Key::AddedEncoding,
        Key::Token,
        Key::Arrangement,
        Key::Shuffle,
    ],
    leading_keys: &[Key::AddedEncoding, Key::Mask],
    presets: &[
        preset(
            "two dogs get the same numbers",
            "sentence=the+dog+chased+another+dog&arrangement=94&shuffle=1&mask=none&code=none&token=4",
        ),
        preset(
            "who ate whom is lost",
            "sentence=adam+ate+the+apple&arrangement=17&shuffle=1&mask=none&code=none&token=0",
        ),
        preset(
            "the place of “only” is lost",
            "sentence=only+she+told+him+that+she+loved+him&arrangement=5040&shuffle=1&mask=none&code=none&token=0",
        ),
        preset("a causal mask lets order in", "mask=causal&code=none"),
        preset("positions let order in", "mask=none&code=learned"),
    ],
    idle: |spec, key| key == Key::Shuffle && spec.arrangement() == 0,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<OrderBlind>::default(),
};

/// Chooses a word with up and down, and moves it through the rearranged sentence with left and right.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let now = order(spec.arrangement(), spec.sentence().words().len());
    let place = now
        .iter()
        .position(|&word| word == spec.token())
        .expect("an order has every word");
    if right != 0.0 {
        arrangement::drag(spec, place, right);
    }
    if down != 0.0 {
        let last = now.len() as f64 - 1.0;
        let place = (place as f64 + down).clamp(0.0, last) as usize;
        let word = now.get(place).expect("the place is that of a word");
        spec.set_nearest(Key::Token, *word as f64);
    }
}

#[derive(Debug, Default)]
struct OrderBlind {
    vectors: Vectors,
    /// The results without positions and with them.
    computed: [Memo<Inputs, Rc<Computed>>; 2],
}

/// What the numbers depend on, apart from the positions.
type Inputs = (Sentence, usize, Mask);

impl OrderBlind {
    /// Returns the results of a state, but with this encoding; `None` while a file is missing.
    fn computed(&mut self, spec: &Spec, encoding: AddedEncoding) -> Option<Rc<Computed>> {
        let inputs = (spec.sentence().clone(), spec.arrangement(), spec.mask());
        let [off, on] = &mut self.computed;
        let last = match encoding {
            AddedEncoding::None => off,
            AddedEncoding::Learned => on,
        };
        try_memoized(last, inputs, || {
            let n_words = spec.sentence().words().len();
            let rearranged = order(spec.arrangement(), n_words);
            let as_written = order(0, n_words);
            Some(Rc::new(Computed {
                written: self.vectors.attend(spec, encoding, &as_written)?,
                as_written,
                rearranged: self.vectors.attend(spec, encoding, &rearranged)?,
                order: rearranged,
            }))
        })
    }
}

impl View for OrderBlind {
    type Computed = Switch;
    const ROWS: &'static str = "Every word, in written order";

    fn compute(&mut self, spec: &Spec) -> Option<Switch> {
        let now = self.computed(spec, spec.choice())?;
        let (off, on) = (AddedEncoding::None, AddedEncoding::Learned);
        Some(match spec.between(off, on) {
            None => Switch::at_rest(now),
            Some(done) => {
                let ends = [self.computed(spec, off)?, self.computed(spec, on)?];
                Switch::on_the_way(now, ends, done)
            }
        })
    }

    fn draw(spec: &Spec, switch: &Self::Computed, drawing: &mut Drawing) {
        picture::draw(spec, switch, drawing);
    }

    fn reading(spec: &Spec, Switch { now: computed, .. }: &Self::Computed) -> String {
        let n = computed.order.len();
        let changes = (0..n).map(|place| (place, computed.change(place)));
        let (place, largest) = changes
            .max_by(|left, right| left.1.total_cmp(&right.1))
            .expect("a sentence has words");
        let is_moved = computed.order != computed.as_written && spec.shuffle() > 0.0;
        let start = match (is_moved, largest < SAME) {
            (false, _) => "Both copies are in the same order: drag a rearranged word.".to_owned(),
            (true, true) => {
                "Order is invisible: each word has the same numbers in both orders.".to_owned()
            }
            (true, false) => format!(
                "Order counts: the output of “{}” changes most, by {} of its norm.",
                spec.sentence().printed(place),
                percent(largest)
            ),
        };
        let parts = [
            Some(start),
            describe_twins(spec, computed),
            describe_attention(spec, computed),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn columns(_spec: &Spec, Switch { now: computed, .. }: &Self::Computed) -> Vec<Column> {
        let n = computed.order.len();
        let column = |name: &str, number: &dyn Fn(usize) -> f64| {
            Column::numbers(name, (0..n).map(number).collect())
        };
        let mut columns = vec![
            column("place", &|place| place as f64),
            column("place when rearranged", &|place| {
                computed.moved(place) as f64
            }),
            column("change of output", &|place| computed.change(place)),
        ];
        let parts = [
            ("attends to", n, &computed.written.weights),
            ("output", HEAD_DIM, &computed.written.output),
        ];
        for (name, width, matrix) in parts {
            columns.extend((0..width).map(|part| {
                let number = |place| {
                    let number = matrix.get(place, part);
                    number.expect("every word has a row of that width")
                };
                column(&format!("{name} {part}"), &number)
            }));
        }
        columns
    }

    fn probe(
        spec: &Spec,
        Switch { now: computed, .. }: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let (x, y) = handle.values(point);
        let is_rearranged = handle.panel.x.label == layout::REARRANGED;
        let (order, attention) = match is_rearranged {
            true => (&computed.order, &computed.rearranged),
            false => (&computed.as_written, &computed.written),
        };
        let row = (y.max(0.0) as usize).min(order.len().saturating_sub(1));
        let place = |at: usize| *order.get(at).expect("the row is that of a word");
        let name = |word: usize| format!("{} ({word})", spec.sentence().printed(word));
        if (0.0..order.len() as f64).contains(&x) {
            // Columns are in written order.
            let to = x as usize;
            let column = order.iter().position(|&word| word == to);
            let weight = Fixed(100.0 * attention.weights.get(row, column?)?);
            let (from, to) = (name(place(row)), name(to));
            return Some(format!(
                "{from} gives {weight:.1}% of its attention to {to}"
            ));
        }
        let name = |row: usize| name(place(row));
        let change = computed.change(place(row));
        Some(match change {
            ROUNDING..SAME => format!("{}: the outputs differ by less than 0.01%", name(row)),
            SAME.. => format!("{}: the outputs differ by {}", name(row), percent(change)),
            _ => format!("{}: the same output in both orders", name(row)),
        })
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.vectors.supply(asset, rows);
    }
}

/// Writes a part in per cent; what would be rounded to 0 is less than half a per cent.
fn percent(part: f64) -> String {
    match 100.0 * part {
        percent if percent > 0.0 && percent < 0.5 => "less than 0.5%".to_owned(),
        percent => format!("{percent:.0}%"),
    }
}

/// Describes whether a repeated word gets the same output each time.
fn describe_twins(spec: &Spec, computed: &Computed) -> Option<String> {
    let (first, second) = twins(spec)?;
    let output = &computed.written.output;
    let apart = difference(output.row(first), output.row(second));
    let word = spec.sentence().printed(first);
    Some(match apart < SAME {
        true => format!("Both copies of “{word}” get the same output."),
        false => format!("The two copies of “{word}” get different outputs."),
    })
}

/// Describes the attention to the word before, if positions are added.
fn describe_attention(spec: &Spec, computed: &Computed) -> Option<String> {
    let n = computed.order.len();
    if spec.choice::<AddedEncoding>() == AddedEncoding::None || n < 2 {
        return None;
    }
    let before = (1..n).filter_map(|place| computed.written.weights.get(place, place - 1));
    let mean = before.sum::<f64>() / (n - 1) as f64;
    // Softmax gives every word some attention.
    let share = match percent(mean) {
        all if all == "100%" => "almost all".to_owned(),
        part => format!("{part} of"),
    };
    Some(format!(
        "Later words give {share} their attention to the word before."
    ))
}
