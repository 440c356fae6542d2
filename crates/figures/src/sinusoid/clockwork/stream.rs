//! The words of the text, which pass by.

use super::layout::Layout;
use crate::handle::Drawing;
use crate::{Sentence, Spec};
use phasor_draw::{Ink, LABEL, Point, Type};

/// The type of the words.
const WORD: Type = LABEL.size(13.0).middle();

/// The distance of words, for the sentence that was last requested.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pitch: Option<(Sentence, f32)>,
}

impl Stream {
    /// Returns the width of a token at which no two words of the repeated `sentence` touch, CSS pixels.
    pub(super) fn pitch(&mut self, sentence: &Sentence) -> f32 {
        match &self.pitch {
            Some((known, pitch)) if known == sentence => *pitch,
            _ => {
                let pitch = pitch(sentence);
                self.pitch = Some((sentence.clone(), pitch));
                pitch
            }
        }
    }
}

fn pitch(sentence: &Sentence) -> f32 {
    const GAP: f32 = 8.0;
    const LEAST: f32 = 30.0;
    let n = sentence.words().len();
    let width = |place: usize| WORD.width(sentence.printed(place % n));
    let needed = (0..n).map(|place| (width(place) + width(place + 1)) / 2.0 + GAP);
    needed.fold(LEAST, f32::max).ceil()
}

/// Returns the word at a position of the text, which repeats the sentence.
pub(super) fn word(spec: &Spec, position: f64) -> &'static str {
    let n = spec.sentence().words().len();
    spec.sentence().printed(position as usize % n)
}

/// Draws the words at their places. Those that were read fade, and so do those at the right end.
pub(super) fn draw(spec: &Spec, layout: &Layout, drawing: &mut Drawing) {
    const FADED_AFTER: f64 = 1.5;
    const FADING_PX: f32 = 50.0;
    let now = spec.position();
    let mut position = (now - FADED_AFTER).ceil().max(0.0);
    loop {
        let (x, word) = (layout.x(position, now), word(spec, position));
        let half = WORD.width(word) / 2.0;
        let room = layout.words_end - x - half;
        if room <= 0.0 {
            return;
        }
        let left = x - half;
        let alpha = match position < now {
            true => (1.0 - ((now - position) / FADED_AFTER) as f32).min(left / FADING_PX),
            false => (room / FADING_PX).min(1.0),
        };
        let is_now = (position - now).abs() <= 0.5;
        let ink = if is_now { Ink::Query } else { Ink::Text };
        if alpha > 0.02 {
            let setting = WORD.ink(ink).alpha(alpha);
            drawing.text(Point::new(x, layout.words_y), setting, word);
        }
        position += 1.0;
    }
}
