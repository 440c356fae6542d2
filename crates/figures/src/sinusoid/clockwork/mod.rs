//! Positions as clock hands: each pair turns, draws its wave, and the text passes by.

mod bits;
mod lanes;
mod layout;
mod stream;
mod weave;

use layout::Layout;
use stream::Stream;
use weave::Weave;

use crate::cache::Cache;
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, idle_alone, preset};
use crate::probe;
use crate::tables::frequency_columns;
use crate::topic::Topic;
use crate::{Key, Spec};
use phasor_draw::{Column, Point, Table};
use phasor_encoding::Measure;
use phasor_encoding::frequency::{turns, within_one_turn};
use phasor_text::number::{Fixed, Place, Short};

/// The figure `clockwork`.
pub(crate) static KIND: Kind = Kind {
    title: "Clockwork",
    topics: &[Topic::Sinusoids],
    search_words: "instrument clock hands dials gears waves odometer text heatmap",
    caption: "Every pair is a clock hand, the fastest at the top. Its tip draws the sine (bold) while the text passes; \
        the thin wave is the cosine. The square compares every two positions: near ones are bright.",
    keyboard: "In the figure, ← → move the position, ↑ ↓ change the base, Shift takes steps of ten, and Space plays.",
    shared_keys: &[Key::Base, Key::Dim, Key::Position, Key::Length],
    own_keys: &[Key::Sentence],
    leading_keys: &[Key::Base, Key::Dim],
    presets: &[
        preset("every hand moves", "base=100&dim=24&position=38"),
        preset("slow hands stand still", "base=10000&dim=24&position=38"),
        preset("one hand repeats", "dim=2&position=38"),
        preset("512 components", "base=10000&dim=512&position=38"),
    ],
    idle: idle_alone,
    clock: Some(Key::Position),
    starts: None,
    arrow,
    sketch: || Box::<Clockwork>::default(),
};

/// Moves the position with left and right, and the base with up and down: 20 steps are a factor of ten.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    const STEPS_PER_TEN: f64 = 20.0;
    spec.step(right);
    if down != 0.0 {
        spec.set_nearest(Key::Base, spec.base() * 10f64.powf(-down / STEPS_PER_TEN));
    }
}

#[derive(Debug, Default)]
struct Clockwork {
    cache: Cache,
    stream: Stream,
    weave: Weave,
    /// The layout of the last drawing.
    layout: Option<Layout>,
}

impl Sketch for Clockwork {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let pitch = self.stream.pitch(spec.sentence());
        let layout = Layout::new(spec, drawing.size().0, pitch);
        self.layout = Some(layout);
        let frequencies = self.cache.frequencies(spec);
        let curve = self.weave.curve(spec, frequencies);
        weave::draw(spec, curve, &layout, drawing);
        lanes::draw(spec, frequencies, &layout, drawing);
        stream::draw(spec, &layout, drawing);
        bits::draw(spec, &layout, drawing);
        drawing.set_height(layout.height);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let frequencies = self.cache.frequencies(spec);
        let (fastest, slowest) = (
            frequencies.wavelengths().next(),
            frequencies.wavelengths().next_back(),
        );
        let fastest = fastest.expect("there is a pair");
        let turns = Short(spec.position() / fastest);
        let position = Place(spec.position());
        match slowest.filter(|_| frequencies.n_pairs() > 1) {
            Some(slowest) => format!(
                "Fast hands tell neighbours apart, slow hands far positions: by position {position}, the fastest has made \
                 {turns} turns; the slowest needs {} tokens for one.",
                Short(slowest),
            ),
            None => format!(
                "One hand alone cannot tell far positions apart: by position {position}, it has made {turns} turns, and \
                 after each it starts again.",
            ),
        }
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let frequencies = self.cache.frequencies(spec);
        let angles = || frequencies.angles(spec.position());
        let mut columns = frequency_columns(frequencies);
        columns.extend([
            Column::numbers("turns", angles().map(turns).collect()),
            Column::numbers("angle_in_turn", angles().map(within_one_turn).collect()),
            Column::numbers("sin", angles().map(f64::sin).collect()),
            Column::numbers("cos", angles().map(f64::cos).collect()),
        ]);
        Table::new("Every hand, the fastest first", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        if let Grab::Turn(_) = handle.grab {
            let pair_idx = self.layout?.pair_at(point.y)?;
            return probe::pair(spec, &mut self.cache, pair_idx);
        }
        let (x, y) = handle.values(point);
        if let Grab::Slide { .. } = handle.grab {
            let last = spec.length() as f64 - 1.0;
            let place = |number: f64| (number - spec.start()).floor().clamp(0.0, last);
            let (row, column) = (place(y), place(x));
            let frequencies = self.cache.frequencies(spec);
            let alike = Measure::CosineSimilarity.at(frequencies, column - row);
            return Some(format!(
                "positions {} and {}: cosine similarity {:.3}",
                Place(spec.start() + row),
                Place(spec.start() + column),
                Fixed(alike),
            ));
        }
        let position = (spec.position() - x).round().max(0.0);
        let pair_idx = self.layout?.pair_at(point.y)?;
        let inv_freq = *self.cache.frequencies(spec).inv_freq().get(pair_idx)?;
        let (sin, cos) = (position * inv_freq).sin_cos();
        Some(format!(
            "pair {pair_idx} at position {} (“{}”): sin {:.3}, cos {:.3}",
            Place(position),
            stream::word(spec, position),
            Fixed(sin),
            Fixed(cos),
        ))
    }
}
