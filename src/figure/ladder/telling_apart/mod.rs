//! A word and a sinusoidal code in one sum, and what a linear reader gets back of each.

mod picture;
mod seen;

use std::rc::Rc;

use super::view::View;
use super::words::Words;
use seen::{Seen, percent};

use crate::config::{Key, Sentence, Spec};
use crate::encoding::Matrix;
use crate::figure::asset::{Asset, Rows};
use crate::figure::cache::{Made, made_once};
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
    leading_keys: &[Key::Directions, Key::CodeScale],
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
    idle: |_, _| false,
    clock: None,
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
    seen: Made<Asked, Rc<Seen>>,
}

/// What the numbers depend on, beside the codes.
type Asked = (Sentence, usize, [f64; 5]);

impl View for TellingApart {
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
        let asked = (spec.sentence().clone(), spec.token(), numbers);
        made_once(&mut self.seen, asked, || {
            if self.vocabulary.is_none() {
                self.vocabulary = self.words.all();
            }
            let seen = Seen::new(spec, &self.words.of(spec)?, self.vocabulary.as_ref()?);
            seen.ok().map(Rc::new)
        })
    }

    fn draw(spec: &Spec, seen: &Self::Seen, drawing: &mut Drawing) {
        picture::draw(spec, seen, drawing);
    }

    fn reading(spec: &Spec, seen: &Self::Seen) -> String {
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

    fn columns(spec: &Spec, seen: &Self::Seen) -> Vec<Column> {
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

    fn probe(spec: &Spec, seen: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
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

    fn missing(&self) -> Vec<Asset> {
        self.words.missing()
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.words.supply(asset, rows);
    }
}
