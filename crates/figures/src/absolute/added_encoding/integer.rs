//! The figure `integer-code`: its texts, its parameters, and what its reading says.

use super::computed::{Computed, Counting, Text};
use super::parameters::{IntegerView, LayerNorm};
use super::{Added, through_the_text};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use phasor_encoding::Matrix;
use phasor_text::number::{Grouped, Short};

/// Two words look alike if their cosine is above this: their vectors are less than 8.2° apart.
pub(super) const ALIKE: f64 = 0.99;

pub(crate) static INTEGER: Kind = Kind {
    title: "Integer positions",
    topics: &[Topic::Absolute],
    search_words: "count number index add arrows fan diagonal layernorm sea water drown loud",
    caption: "Each arrow is a word at the position: two of its 384 components, chosen so that words fan out. Words look alike \
        if their cosine is above 0.99. The sea shows 48 components, above 0.1 on a logarithmic scale.",
    keyboard: "In the figure, ← → move through the text, and ↑ ↓ choose a word.",
    shared_keys: &[Key::Position, Key::Length],
    own_keys: &[Key::IntegerView, Key::LayerNorm, Key::Sentence, Key::Token],
    leading_keys: &[Key::IntegerView, Key::LayerNorm, Key::Position],
    presets: &[
        preset(
            "already alike at position 1",
            "position=1&token=1&length=128&integer-view=arrows&layer-norm=off",
        ),
        preset(
            "far louder at 4,000",
            "position=4000&length=4096&integer-view=arrows&layer-norm=off",
        ),
        preset(
            "LayerNorm: positions gone",
            "integer-view=arrows&layer-norm=on",
        ),
    ],
    idle,
    clock: None,
    starts: None,
    arrow: through_the_text,
    sketch: || Added::of(Counting::Integer),
};

fn idle(spec: &Spec, key: Key) -> bool {
    let (view, norm): (IntegerView, LayerNorm) = (spec.choice(), spec.choice());
    match key {
        Key::LayerNorm => view == IntegerView::Sea,
        // The length says how far out the largest position is; at 0, nothing is added.
        Key::Length if view == IntegerView::Arrows => {
            norm == LayerNorm::On || spec.position() == 0.0
        }
        _ => false,
    }
}

/// Describes how many words look alike, and why.
pub(super) fn reading(spec: &Spec, computed: &Computed, text: &Text) -> String {
    let is_sea = spec.choice::<IntegerView>() == IntegerView::Sea;
    let position = Grouped(computed.position(spec.token()));
    if !is_sea && spec.choice::<LayerNorm>() == LayerNorm::On {
        let normed = computed.normed.as_ref();
        let normed = normed.expect("integers are also computed with LayerNorm");
        return format!(
            "LayerNorm removes position {position}: {}, as without positions.",
            alike(&normed.cosines)
        );
    }
    // Elsewhere a position between whole ones counts as the last whole one, but here that would be 0, which adds nothing.
    if !is_sea && spec.position() > 0.0 && spec.position() < 1.0 {
        return "Between positions 0 and 1, every arrow turns towards the diagonal.".to_owned();
    }
    match text.added.encoding_norm {
        0.0 => format!("Position 0 adds nothing: {}.", alike(&text.cosines)),
        _ => format!(
            "{}: the encoding has {} times the norm of “{}”.",
            alike(&text.cosines),
            Short(1.0 / text.added.ratio()),
            spec.sentence().printed(spec.token()),
        ),
    }
}

/// Says how many pairs of words look alike.
fn alike(cosines: &Matrix) -> String {
    let n_words = cosines.n_rows();
    let pairs = (0..n_words).flat_map(|row| (0..row).map(move |column| (row, column)));
    let is_alike = |&(row, column): &(usize, usize)| {
        let cosine = cosines.get(row, column);
        cosine.expect("every two words have a cosine") > ALIKE
    };
    let n_alike = pairs.filter(is_alike).count();
    let (noun, verb) = match (n_words, n_alike) {
        (2, 1) => ("pair", "looks"),
        (2, _) => ("pair", "look"),
        (_, 1) => ("pairs", "looks"),
        _ => ("pairs", "look"),
    };
    let n_pairs = n_words * (n_words - 1) / 2;
    format!("{n_alike} of {n_pairs} {noun} of words {verb} alike")
}
