//! A shift by an offset is a rotation: the 2 x 2 matrix of one pair, derived step by step.

mod dial;
mod pair;
mod steps;

use pair::Pair;

use crate::cache::Cache;
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, idle_alone, pan, preset};
use crate::position_line;
use crate::topic::Topic;
use crate::{Key, Spec};
use phasor_draw::{Column, Ink, LABEL, Point, Rect, Table, WIDE};
use phasor_encoding::absolute::shift_matrix;
use phasor_encoding::frequency::wavelength;
use phasor_params::{Accepts, Parameter, Range};
use phasor_text::number::{Fixed, Place, Short};

pub(crate) const STEP: Parameter = Parameter {
    name: "step",
    label: "step",
    unit: "",
    help: "The step of the derivation of a shift; 0 shows the dial alone.",
    accepts: Accepts::Number(Range::whole(0.0, 4.0)),
    default: "4",
};

impl Spec {
    /// The step in focus in the derivation of a shift's matrix, 0 to 4.
    #[must_use]
    pub fn step_in_focus(&self) -> usize {
        self.at(Key::Step) as usize
    }
}

/// The figure `shift-rotation`.
pub(crate) static KIND: Kind = Kind {
    title: "A shift is a rotation",
    topics: &[Topic::Sinusoids, Topic::Rope],
    search_words: "derivation proof matrix equations dial linear shift",
    caption: "One pair at two positions, A and B. Four steps derive the matrix that leads from A to B.",
    keyboard: "In the figure, drag A or B around the circle, or press ← → for both and ↑ ↓ for B alone. Shift takes steps \
        of ten, and Space plays.",
    shared_keys: &[
        Key::Base,
        Key::Dim,
        Key::Position,
        Key::Offset,
        Key::Length,
        Key::Pair,
    ],
    own_keys: &[Key::Step],
    leading_keys: &[Key::Offset],
    presets: &[
        preset("the same matrix elsewhere", "step=4&position=90"),
        preset("neighbours on the fastest pair", "step=4&pair=0&offset=1"),
    ],
    // The first pair has frequency 1 for every base.
    idle: |spec, key| idle_alone(spec, key) || (key == Key::Base && spec.pair() == 0),
    clock: Some(Key::Position),
    starts: None,
    arrow: pan,
    sketch: || Box::<ShiftRotation>::default(),
};

#[derive(Debug, Default)]
struct ShiftRotation(Cache);

/// Picks an entry of a matrix.
type Entry = fn([[f64; 2]; 2]) -> f64;

impl Sketch for ShiftRotation {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        const GAP: f32 = 24.0;
        let pair = Pair::new(spec, &mut self.0);
        let width = drawing.size().0;
        let top = position_line::draw(spec, ["A", "B"], drawing);
        let (dial, facts, steps) = match width {
            WIDE.. => {
                let side = (0.44 * width).min(400.0);
                let dial = Rect::new(0.0, top, side, side);
                let left = side + GAP;
                let facts = Point::new(left, dial.bottom() - 68.0);
                let steps = Rect::new(left, top + 16.0, width - left - 8.0, 0.0);
                (dial, facts, steps)
            }
            330.0.. => {
                let side = (0.52 * width).min(250.0);
                let dial = Rect::new(0.0, top - 6.0, side, side);
                let facts = Point::new(side + 8.0, top + side / 2.0 - 32.0);
                let steps = Rect::new(8.0, dial.bottom() + 6.0, width - 16.0, 0.0);
                (dial, facts, steps)
            }
            _ => {
                let dial = Rect::new((width - 170.0) / 2.0, top, 170.0, 170.0);
                let facts = Point::new(8.0, dial.bottom() + 20.0);
                let steps = Rect::new(8.0, facts.y + 76.0, width - 16.0, 0.0);
                (dial, facts, steps)
            }
        };
        dial::draw(&pair, spec.step_in_focus(), dial, drawing);
        draw_facts(spec, &pair, facts, drawing);
        let bottom = steps::draw(spec, &pair, steps, drawing);
        drawing.set_height(bottom.max(dial.bottom()) + 4.0);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let pair = Pair::new(spec, &mut self.0);
        format!(
            "From any position, a shift by {} token{} rotates pair {} by {} radian{}.",
            Place(spec.offset()),
            if spec.offset() == 1.0 { "" } else { "s" },
            spec.pair(),
            Short(pair.by),
            if pair.by == 1.0 { "" } else { "s" },
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let frequencies = self.0.frequencies(spec);
        let mut columns = crate::tables::frequency_columns(frequencies);
        let at = |position: f64, of: fn(f64) -> f64| frequencies.angles(position).map(of).collect();
        for (name, position) in [("a", spec.position()), ("b", spec.key_position())] {
            columns.push(Column::numbers(
                &format!("sin_{name}"),
                at(position, f64::sin),
            ));
            columns.push(Column::numbers(
                &format!("cos_{name}"),
                at(position, f64::cos),
            ));
        }
        let entries: [(&str, Entry); 4] = [
            ("m_11", |[[entry, _], _]| entry),
            ("m_12", |[[_, entry], _]| entry),
            ("m_21", |[_, [entry, _]]| entry),
            ("m_22", |[_, [_, entry]]| entry),
        ];
        for (name, entry) in entries {
            let matrices = frequencies.inv_freq().iter();
            let matrices = matrices.map(|inv_freq| shift_matrix(*inv_freq, spec.offset()));
            columns.push(Column::numbers(name, matrices.map(entry).collect()));
        }
        Table::new(
            "Every pair at both positions, and the matrix from A to B",
            columns,
        )
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, _: Point) -> Option<String> {
        let pair = Pair::new(spec, &mut self.0);
        match handle.grab {
            Grab::Set(_, step) => Some(format!("step {step}")),
            _ => Some(format!(
                "pair {} rotates by {} rad = {}° from A to B",
                spec.pair(),
                Short(pair.by),
                Short(pair.by.to_degrees())
            )),
        }
    }
}

/// Draws the name of the pair, and its sine and cosine at both positions.
fn draw_facts(spec: &Spec, pair: &Pair, at: Point, drawing: &mut Drawing) {
    const ROW: f32 = 20.0;
    let line = |row: usize| Point::new(at.x, at.y + ROW * row as f32);
    drawing.disc(Point::new(at.x + 5.0, at.y - 4.5), 5.0, pair.ink, 1.0);
    drawing.text(
        Point::new(at.x + 16.0, at.y),
        LABEL.bold().size(13.0).ink(Ink::Text),
        format_args!("pair {} of {}", spec.pair(), spec.n_pairs()),
    );
    let wavelength = Short(wavelength(pair.inv_freq));
    let text = format_args!("wavelength {wavelength} tokens");
    drawing.text(line(1), LABEL, text);
    let hands = [("A", pair.old, Ink::Query), ("B", pair.new, Ink::Key)];
    for (row, (letter, (sin, cos), ink)) in hands.into_iter().enumerate() {
        let (sin, cos) = (Fixed(sin), Fixed(cos));
        let text = format_args!("{letter}: sin {sin:.3}, cos {cos:.3}");
        drawing.text(line(row + 2), LABEL.bold().ink(ink), text);
    }
}
