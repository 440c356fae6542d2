//! The sum of a word and a sinusoidal encoding, and what a linear reader recovers of each.

mod computed;
mod encodings;
mod floor;
pub(crate) mod parameters;
mod picture;
mod plane;
mod room;

use std::rc::Rc;

use crate::topic::Topic;
use crate::view::View;
use crate::words::Words;
use computed::{Computed, angle_of_share};

use crate::asset::{Asset, Rows};
use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, preset};
use crate::{Key, Sentence, Spec};
use parameters::ApartView;
use phasor_draw::{Column, Point};
use phasor_encoding::Matrix;
use phasor_text::number::{Fixed, Grouped, Percent};

/// The figure `telling-apart`.
pub(crate) static KIND: Kind = Kind {
    title: "Telling word and position apart",
    topics: &[Topic::Absolute],
    search_words: "subspace projection floor shadow word position sum",
    caption: "Every sum of a word and a sinusoidal encoding: its shadow on the floor is the position, its height the word. \
        A floor of a few directions holds almost all of the position and little of the word.",
    keyboard: "In the figure, ← → set aside one fewer or one more direction, and ↑ ↓ choose a word.",
    shared_keys: &[Key::Base, Key::Position, Key::Length],
    own_keys: &[
        Key::ApartView,
        Key::Directions,
        Key::EncodingScale,
        Key::Sentence,
        Key::Token,
    ],
    leading_keys: &[Key::ApartView, Key::Directions, Key::EncodingScale],
    presets: &[
        preset(
            "nothing set aside",
            "apart-view=plane&directions=0&code-scale=1&token=0",
        ),
        preset(
            "scaled as in 2017",
            "apart-view=plane&code-scale=0.051&directions=44&length=128",
        ),
        preset(
            "encodings too small",
            "apart-view=plane&code-scale=0.01&directions=44&length=128",
        ),
        preset(
            "512 positions",
            "apart-view=shares&code-scale=1&directions=102&length=512",
        ),
    ],
    // Shares do not depend on the norms of the encodings.
    idle: |spec, key| key == Key::EncodingScale && spec.choice::<ApartView>() == ApartView::Shares,
    clock: None,
    starts: None,
    arrow: |spec, right, down| {
        spec.step_key(Key::Directions, right);
        spec.step_key(Key::Token, down);
    },
    sketch: || Box::<TellingApart>::default(),
};

#[derive(Debug, Default)]
struct TellingApart {
    words: Words,
    vocabulary: Option<Matrix>,
    computed: Memo<Inputs, Rc<Computed>>,
}

/// What the numbers depend on.
type Inputs = (Sentence, usize, [f64; 5]);

impl View for TellingApart {
    type Computed = Rc<Computed>;
    const ROWS: &'static str = "By the number of directions set aside";

    fn compute(&mut self, spec: &Spec) -> Option<Rc<Computed>> {
        let numbers = [
            spec.position().floor(),
            spec.encoding_scale(),
            spec.base(),
            spec.length() as f64,
            spec.directions() as f64,
        ];
        let inputs = (spec.sentence().clone(), spec.token(), numbers);
        try_memoized(&mut self.computed, inputs, || {
            if self.vocabulary.is_none() {
                self.vocabulary = self.words.all();
            }
            let computed = Computed::new(spec, &self.words.of(spec)?, self.vocabulary.as_ref()?);
            computed.ok().map(Rc::new)
        })
    }

    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing) {
        picture::draw(spec, computed, drawing);
    }

    fn reading(spec: &Spec, computed: &Self::Computed) -> String {
        match spec.choice::<ApartView>() {
            ApartView::Shares => describe_shares(spec, computed),
            ApartView::Plane | ApartView::Read => describe_sum(spec, computed),
        }
    }

    fn columns(spec: &Spec, computed: &Self::Computed) -> Vec<Column> {
        let captured = computed.encodings.subspace.captured();
        let n_aside = (0..captured.len()).map(|number| number as f64);
        let shares = computed.shares.get(spec.token());
        let shares = shares.expect("every word has shares").clone();
        vec![
            Column::numbers("directions", n_aside.collect()),
            Column::numbers("share of all encodings", captured.to_vec()),
            Column::numbers("share of the word", shares),
            Column::numbers("error of the word", computed.errors.clone()),
        ]
    }

    fn probe(
        spec: &Spec,
        computed: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let degrees = |angle: f64| Fixed(angle.to_degrees());
        match handle.grab {
            Grab::Position => {
                let x = handle.panel.x_value(point.x).max(computed.encodings.start);
                let cosine = computed
                    .positions
                    .get((x - computed.encodings.start) as usize)?;
                Some(format!(
                    "position {}: cosine {:.3} in the directions set aside",
                    Grouped(x as u64),
                    Fixed(*cosine)
                ))
            }
            Grab::Set(Key::Position, position) => {
                let angle = computed
                    .encoding_angles
                    .get((position - computed.encodings.start) as usize)?;
                Some(format!(
                    "the encoding of {} is {:.1}° above the space of {}",
                    Grouped(position as u64),
                    degrees(*angle),
                    directions(computed)
                ))
            }
            Grab::Set(Key::Token, token) if (token as usize) < computed.shares.len() => {
                Some(format!(
                    "“{}” is {:.1}° above the space of {}",
                    spec.sentence().printed(token as usize),
                    degrees(angle_of_share(computed.share(token as usize))),
                    directions(computed)
                ))
            }
            _ => None,
        }
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.words.supply(asset, rows);
    }
}

fn directions(computed: &Computed) -> String {
    match computed.n_aside {
        0 => "no direction".to_owned(),
        1 => "1 direction".to_owned(),
        n => format!("{n} directions"),
    }
}

fn describe_sum(spec: &Spec, computed: &Computed) -> String {
    let position = spec.position().floor();
    let ((word, is_word_right), read) = (computed.word(spec), computed.position());
    let finding = match (is_word_right, read == Some(position)) {
        (true, true) => "Word and position are both read correctly",
        (true, false) => "Only the word is read correctly",
        (false, true) => "Only the position is read correctly",
        (false, false) => "Neither word nor position is read correctly",
    };
    let place = read.map_or_else(
        || "no position".to_owned(),
        |read| Grouped(read as u64).to_string(),
    );
    format!(
        "{finding}: with {} set aside, “{}” at {} is read as “{word}” at {place}{}.",
        directions(computed),
        spec.sentence().printed(spec.token()),
        Grouped(position as u64),
        clarity(computed),
    )
}

/// Returns how clearly a word is read: its cosine, and that of the next word.
fn clarity(computed: &Computed) -> String {
    /// Below this difference, other positions give other words.
    const BARELY: f64 = 0.05;
    let [_, left] = &computed.nearest;
    let [(_, first), (_, second), ..] = left.as_slice() else {
        return String::new();
    };
    let barely = if first - second < BARELY {
        "barely: "
    } else {
        ""
    };
    format!(
        " ({barely}cosine {:.3}, the next best word {:.3})",
        Fixed(*first),
        Fixed(*second)
    )
}

fn describe_shares(spec: &Spec, computed: &Computed) -> String {
    let word = spec.sentence().printed(spec.token());
    if computed.n_aside == 0 {
        return format!(
            "With {} set aside, nothing separates the positional encodings from “{word}”.",
            directions(computed)
        );
    }
    let all = match computed.n_aside < spec.directions() {
        true => ", all that the encodings need,",
        false => "",
    };
    format!(
        "Setting aside {}{all} removes {} of the encodings’ squared norms, but only {} of the word’s.",
        directions(computed),
        Percent(computed.captured()),
        Percent(computed.share(spec.token())),
    )
}
