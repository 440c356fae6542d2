//! What the bias of a relative scheme does to the attention of one word.

mod computed;
mod picture;

use std::rc::Rc;

use super::relative_bias::parameters::Relative;
use crate::asset::{Asset, Rows};
use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::head::{AddedEncoding, Vectors};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Sentence, Spec};
use computed::{Computed, Scored};
use phasor_draw::{Column, Point};
use phasor_encoding::{Mask, Matrix};
use phasor_params::{Accepts, Parameter, Range};
use phasor_text::number::{Fixed, Short, Tick};

/// The largest number that the reader can give a bucket, in either direction.
const BIAS_LIMIT: f64 = 6.0;

pub(crate) const BIAS: Parameter = Parameter {
    name: "bias",
    label: "learned number",
    unit: "",
    help: "The number that Shaw or T5 adds to the score of each key in the row or bucket of the offset.",
    accepts: Accepts::Number(Range::real(-BIAS_LIMIT, BIAS_LIMIT).snapping(&[0.0])),
    default: "3",
};

/// The figure `biased-attention`.
pub(crate) static KIND: Kind = Kind {
    title: "Biased attention",
    topics: &[Topic::Relative],
    search_words: "ALiBi T5 Shaw bias slope bucket softmax attention weights words",
    caption: "One word is the query, all words are keys. The bars add the bias of the scheme to the score of a real \
        head without positions. The darker a word is marked, the more attention it gets.",
    keyboard: "In the figure, ← → choose the query, ↑ ↓ change the learned number or ALiBi’s head.",
    shared_keys: &[Key::Offset],
    own_keys: &[
        Key::Relative,
        Key::Sentence,
        Key::Token,
        Key::Mask,
        Key::Bias,
        Key::Clip,
        Key::Heads,
        Key::Head,
    ],
    leading_keys: &[Key::Relative, Key::Head, Key::Bias],
    presets: &[
        preset(
            "a steep slope: only neighbours",
            "relative=alibi&n-heads=12&head=8&mask=none&token=3&sentence=the+dog+chased+another+dog",
        ),
        preset(
            "a gentle slope: hardly any change",
            "relative=alibi&n-heads=12&head=7&mask=none&token=3&sentence=the+dog+chased+another+dog",
        ),
        preset(
            "T5: the word after counts",
            "relative=t5&bias=5&offset=1&mask=none&token=3&sentence=the+dog+chased+another+dog",
        ),
        preset(
            "Shaw: far keys share a number",
            "relative=shaw&clip=2&bias=3&offset=-2&mask=none&token=6&sentence=we+saw+the+old+dog+and+another+cat",
        ),
    ],
    idle: |spec, key| match (key, spec.choice::<Relative>()) {
        (Key::Offset | Key::Bias, scheme) => !scheme.is_learned(),
        (Key::Clip, scheme) => scheme != Relative::Shaw,
        (Key::Head, Relative::Alibi) => spec.n_heads() == 1,
        (Key::Head | Key::Heads, scheme) => scheme != Relative::Alibi,
        _ => false,
    },
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<BiasedAttention>::default(),
};

/// Chooses the query with left and right, and changes what is added with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step_key(Key::Token, right);
    let key = match spec.choice::<Relative>() {
        Relative::Alibi => Key::Head,
        _ => Key::Bias,
    };
    spec.step_key(key, -down);
}

#[derive(Debug, Default)]
struct BiasedAttention {
    vectors: Vectors,
    /// The scores of all words without positions.
    scores: Memo<(Sentence, Mask), Rc<Matrix>>,
}

impl View for BiasedAttention {
    type Computed = Computed;
    const ROWS: &'static str = "Every word as a key";

    fn compute(&mut self, spec: &Spec) -> Option<Computed> {
        let inputs = (spec.sentence().clone(), spec.mask());
        let scores = try_memoized(&mut self.scores, inputs, || {
            let as_written: Vec<usize> = (0..spec.sentence().words().len()).collect();
            let attention = self
                .vectors
                .attend(spec, AddedEncoding::None, &as_written)?;
            Some(Rc::new(attention.scores))
        })?;
        Some(Computed::new(spec, &scores))
    }

    fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
        picture::draw(spec, computed, drawing);
    }

    fn reading(spec: &Spec, computed: &Computed) -> String {
        let (place, key) = computed.favourite();
        let [query, favourite] = [computed.query, place].map(|word| spec.sentence().printed(word));
        let (offset, weight) = (Short(key.offset as f64), percent(key.weight));
        let start =
            format!("“{query}” attends most to “{favourite}” (offset {offset}), with {weight}");
        match spec.choice::<Relative>() {
            Relative::Plain => format!("{start}: nothing is added to its scores."),
            _ => format!(
                "{start}; without the bias, it would be {}.",
                percent(key.unbiased)
            ),
        }
    }

    fn columns(_: &Spec, computed: &Computed) -> Vec<Column> {
        let column = |name: &str, of: fn(&Scored) -> f64| {
            Column::numbers(name, computed.visible().map(|(_, key)| of(key)).collect())
        };
        vec![
            column("offset", |key| key.offset as f64),
            column("content score", |key| key.content),
            column("bias", |key| key.bias),
            column("score", Scored::score),
            column("attention weight", |key| key.weight),
            column("attention weight without bias", |key| key.unbiased),
        ]
    }

    fn probe(spec: &Spec, computed: &Computed, handle: &Handle, point: Point) -> Option<String> {
        let place = match handle.grab {
            Grab::Set(Key::Offset, offset) => computed.query as f64 + offset,
            Grab::Slide { x: Some(_), .. } => computed.query as f64 + spec.offset().round(),
            Grab::Slide { y: Some(_), .. } => handle.values(point).1.round(),
            _ => return None,
        };
        let key = computed.keys.get(place as usize)?;
        let word = spec.sentence().printed(place as usize);
        let offset = Short(key.offset as f64);
        Some(match key.is_hidden {
            true => format!("“{word}”, offset {offset}: hidden by the mask"),
            false => format!(
                "“{word}”, offset {offset}: content {:.2} + bias {:.2} = score {:.2}; attention {}",
                Fixed(key.content),
                Fixed(key.bias),
                Fixed(key.score()),
                percent(key.weight)
            ),
        })
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.vectors.supply(asset, rows);
    }
}

/// Returns a share in whole per cent.
fn percent(share: f64) -> String {
    format!("{}%", Tick((100.0 * share).round()))
}
