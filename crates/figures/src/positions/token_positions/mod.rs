//! Which position each token gets, and what the others see of it: right, and in the mistakes that programs make.

mod actions;
pub mod answers;
mod cells;
mod computed;
mod names;
pub(crate) mod parameters;
mod picture;
mod program;
mod reading;
mod scores;
pub mod text_run;
mod written;

use std::rc::Rc;
use std::sync::Arc;

use crate::cache::{Memo, memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
pub use actions::TokenAction;
use computed::Computed;
use phasor_draw::{Column, LABEL, Point, Table};
use phasor_encoding::PositionIds;
use phasor_encoding::positions::Count;
use phasor_params::Accepts;
use phasor_params::layout::LayoutText;
use picture::Way;
use program::Program;

/// Returns the query of tokens and one mistake: everything else is as it should be.
macro_rules! mistake {
    ($layout:literal, $mistake:literal) => {
        concat!(
            "layout=",
            $layout,
            "&padding=filled&padding-mask=masked&borders=reset&document-mask=masked&patches=by-rule&past=continued",
            "&cache-event=none&first-tokens=1&evicted=4&stored-keys=rotated-again&tokens-read=20&query-token=19&",
            $mistake
        )
    };
}

/// The figure `token-positions`.
pub(crate) static KIND: Kind = Kind {
    title: "Token positions",
    topics: &[Topic::Positions, Topic::Rope],
    search_words: "position ids padding packing documents cache eviction dynamic NTK speculative decoding image patches M-RoPE batch attention mask mistakes",
    caption: "Above, the tokens with their position ids. Each row below is a query: its cells give the offset at which it sees each key. \
        Red offsets are wrong; hatched ones should be hidden.",
    keyboard: "In the figure, ← → read one token less or more, ↑ ↓ choose the query.",
    shared_keys: &[Key::Base, Key::Dim],
    own_keys: &[
        Key::Layout,
        Key::Padding,
        Key::PaddingMask,
        Key::Borders,
        Key::DocumentMask,
        Key::Patches,
        Key::PositionRule,
        Key::Past,
        Key::CacheEvent,
        Key::FirstTokens,
        Key::Evicted,
        Key::StoredKeys,
        Key::QueryToken,
        Key::TokensRead,
    ],
    leading_keys: &[
        Key::Padding,
        Key::PaddingMask,
        Key::Borders,
        Key::DocumentMask,
        Key::Patches,
        Key::PositionRule,
        Key::Past,
        Key::StoredKeys,
    ],
    presets: &[
        preset(
            "padding counted",
            mistake!("pad*3+The+capital+of+France+is", "padding=counted"),
        ),
        preset(
            "padding unmasked",
            mistake!(
                "pad*3+The+capital+of+France+is",
                "padding=counted&padding-mask=open"
            ),
        ),
        preset(
            "cache counts padding",
            mistake!("pad*3+The+capital+<past>+of+France+is", "past=cache-length"),
        ),
        preset(
            "from 0, unmasked",
            mistake!(
                "I+like+green+apples+|+The+capital+of+France+is",
                "document-mask=open"
            ),
        ),
        preset(
            "image counts its area",
            mistake!(
                "look+<image+2x3>+a+dog",
                "patches=area-after&position-rule=qwen2-vl"
            ),
        ),
        preset(
            "keys not rotated",
            mistake!(
                "I+like+green+apples+.+The+capital+<past>+of+France+is",
                "cache-event=evicted&stored-keys=unchanged"
            ),
        ),
        preset(
            "old keys, new frequencies",
            mistake!(
                "I+like+green+apples+.+The+capital+<past>+of+France+is",
                "cache-event=grown&stored-keys=unchanged"
            ),
        ),
        preset(
            "draft overwrites keys",
            mistake!(
                "look+<image+2x3>+<past>+a+dog+barks",
                "cache-event=overwritten&position-rule=qwen2-vl"
            ),
        ),
    ],
    idle,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<TokenPositions>::default(),
};

/// Returns whether no other value of a parameter changes any number.
fn idle(spec: &Spec, key: Key) -> bool {
    let now = Computed::new(spec.layout(), Program::of(spec));
    let n_tokens = now.as_ref().map_or(0, Computed::n_tokens);
    let queries = now.as_ref().map_or(0..0, Computed::queries);
    match key {
        Key::Layout => false,
        Key::TokensRead => n_tokens < 2,
        Key::QueryToken => queries.len() < 2 || spec.at(Key::TokensRead) < 2.0,
        Key::Base | Key::Dim => now.map_or(true, |now| scores::are_constant(spec, &now, key)),
        _ => {
            let differs = |value: f64| {
                let mut other = spec.clone();
                other.set_nearest(key, value);
                match (Computed::new(other.layout(), Program::of(&other)), &now) {
                    (Ok(other), Ok(now)) => !other.looks_like(now),
                    (other, now) => other != *now,
                }
            };
            match key.parameter().accepts {
                Accepts::Choice(words) => !(0..words.len()).any(|word| differs(word as f64)),
                Accepts::Number(range) => {
                    let whole = range.min as usize..=range.max as usize;
                    !whole.into_iter().any(|number| differs(number as f64))
                }
                Accepts::Text(_) => false,
            }
        }
    }
}

fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let n_tokens = Computed::new(spec.layout(), Program::of(spec)).map_or(1, |now| now.n_tokens());
    // Numbers past the last token stand for it, and a step begins there.
    for (key, by, last) in [
        (Key::TokensRead, right, n_tokens as f64),
        (Key::QueryToken, down, n_tokens as f64 - 1.0),
    ] {
        if by != 0.0 {
            spec.set_nearest(key, (spec.at(key).min(last) + by).clamp(0.0, last));
        }
    }
}

/// What the numbers depend on.
type Inputs = (Arc<LayoutText>, Program);

/// The numbers of a state, or a sentence on what its model cannot read.
type Outcome = Result<Computed, String>;

#[derive(Debug, Default)]
struct TokenPositions {
    computed: Memo<Inputs, Rc<Outcome>>,
    /// The state that the picture leaves, while it is on the way.
    left: Memo<Inputs, Rc<Outcome>>,
}

impl TokenPositions {
    fn compute(&mut self, spec: &Spec) -> Rc<Outcome> {
        outcome(&mut self.computed, spec)
    }
}

fn outcome(memo: &mut Memo<Inputs, Rc<Outcome>>, spec: &Spec) -> Rc<Outcome> {
    let program = Program::of(spec);
    let inputs = (Arc::clone(&spec.layout), program);
    memoized(memo, inputs, || {
        Rc::new(Computed::new(spec.layout(), program))
    })
}

impl Sketch for TokenPositions {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let left = spec.left();
        let left = left.map(|(left, part)| (outcome(&mut self.left, &left), part));
        match self.compute(spec).as_ref() {
            Ok(computed) => {
                let left = (left.as_ref())
                    .and_then(|(left, part)| Some((left.as_ref().as_ref().ok()?, *part)));
                picture::draw(spec, Way::new(left, computed), drawing);
            }
            Err(sentence) => {
                let setting = LABEL.middle().size(14.0);
                let (width, mut y) = (drawing.size().0, 110.0);
                for line in setting.lines(sentence, width - 32.0) {
                    drawing.text(Point::new(width / 2.0, y), setting, line);
                    y += 20.0;
                }
                drawing.set_height(240.0);
            }
        }
    }

    fn reading(&mut self, spec: &Spec) -> String {
        match self.compute(spec).as_ref() {
            Ok(computed) => reading::reading(spec, computed),
            Err(sentence) => sentence.clone(),
        }
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let columns = match self.compute(spec).as_ref() {
            Ok(computed) => columns(computed),
            Err(_) => {
                let n_tokens = spec.layout().most_tokens();
                let n_tokens = n_tokens.expect("a layout has tokens");
                let places = (0..n_tokens).map(|token| token as f64).collect();
                vec![Column::numbers("token", places)]
            }
        };
        Table::new("Every token", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let computed = self.compute(spec);
        let computed = computed.as_ref().as_ref().ok()?;
        match handle.grab {
            Grab::Slide { .. } => {
                let (key, query) = handle.values(point);
                reading::pair(
                    spec,
                    computed,
                    (query.round() as usize, key.floor() as usize),
                )
            }
            Grab::Token(token) => reading::token(computed, token),
            _ => None,
        }
    }
}

fn columns(computed: &Computed) -> Vec<Column> {
    let axes = computed.program.rule.axis_names().iter().enumerate();
    let of = |ids: &PositionIds, prefix: &str| {
        let columns = axes.clone().filter_map(|(axis, name)| {
            let ids = ids.axis(axis)?.to_vec();
            Some(Column::numbers(&format!("{prefix}{name}"), ids))
        });
        columns.collect::<Vec<_>>()
    };
    let pairs = |name: &str, of: fn(Count) -> usize| {
        let counts = (0..computed.n_tokens()).map(|query| computed.verdicts(query).collect());
        Column::numbers(name, counts.map(|count| of(count) as f64).collect())
    };
    let mut columns = of(&computed.ids, "");
    columns.extend(of(&computed.right_ids, "right "));
    columns.extend([
        pairs("visible pairs", |count| count.visible),
        pairs("wrong pairs", |count| count.wrong),
        pairs("pairs that should be hidden", |count| count.foreign),
    ]);
    columns
}
