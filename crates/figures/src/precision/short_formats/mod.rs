//! Positions in low precision: the whole numbers of a format, the positions that become one number, and the errors
//! of angles.

mod errors;
pub(crate) mod parameters;

use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, SMALL, Table, WIDE, axis};
use std::f64::consts::TAU;

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use parameters::RoundingView;
use phasor_encoding::precision::Format;
use phasor_params::choice::Choice;
use phasor_text::number::{Brief, Grouped, Place, Short, Tick};

/// The figure `short-formats`.
pub(crate) static KIND: Kind = Kind {
    title: "Positions in low precision",
    topics: &[Topic::Precision],
    search_words: "bfloat16 bf16 float16 fp8 rounding collision float staircase",
    caption: "How a number format rounds positions, or the angles computed from them. Positions that become one \
        number are indistinguishable.",
    keyboard: "In the figure, ← → move the position, and ↑ ↓ double or halve it.",
    shared_keys: &[Key::Base, Key::Dim, Key::Position],
    own_keys: &[Key::RoundingView, Key::Format],
    leading_keys: &[Key::RoundingView, Key::Format, Key::Position],
    presets: &[
        preset(
            "bf16: 257 becomes 256",
            "rounding-view=positions&dtype=bf16&position=257",
        ),
        preset(
            "bf16: 25 become 4,096",
            "rounding-view=positions&dtype=bf16&position=4097",
        ),
        preset(
            "f16 merges from 2,049",
            "rounding-view=positions&dtype=f16&position=2049",
        ),
        preset(
            "fp8: 21 becomes 20",
            "rounding-view=positions&dtype=e4m3&position=21",
        ),
        preset(
            "f32 angles drift",
            "rounding-view=angles&dtype=f32&position=131071",
        ),
    ],
    idle,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::new(ShortFormats),
};

/// Only angles have frequencies, and the first pair does not depend on the base.
fn idle(spec: &Spec, key: Key) -> bool {
    let is_of_angles = match key {
        Key::Base => spec.n_pairs() > 1,
        Key::Dim => true,
        _ => return false,
    };
    !is_of_angles || spec.choice::<RoundingView>() == RoundingView::Positions
}

/// Steps the position with left and right, and doubles or halves it with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step(right);
    if down != 0.0 {
        let position = (spec.position() * (-down).exp2()).round();
        spec.set_nearest(Key::Position, position.max(1.0));
    }
}

#[derive(Debug)]
struct ShortFormats;

/// A position rounded to a format.
struct Rounded {
    format: Format,
    number: f64,
    spacing: f64,
}

impl Rounded {
    /// Rounds the position; `None` if it is too large for the format.
    fn new(spec: &Spec) -> Option<Self> {
        let format = spec.choice::<Format>();
        let number = format.round(spec.position());
        number.is_finite().then(|| Self {
            format,
            number,
            spacing: format.spacing(number),
        })
    }

    /// Returns the first and the last whole position that become the same number; `None` if no whole position does.
    fn twins(&self) -> Option<(f64, f64)> {
        // The ends are half a step away, or a quarter next to a finer part of the format. Ties go to either side.
        let ends = [0.5, 0.25].map(|part| part * self.spacing);
        let near = ends.into_iter().flat_map(|reach| {
            let (low, high) = ((self.number - reach).ceil(), (self.number + reach).floor());
            [low, low + 1.0, high - 1.0, high]
        });
        let is_twin =
            |position: &f64| *position >= 0.0 && self.format.round(*position) == self.number;
        near.filter(is_twin).fold(None, |ends, twin| match ends {
            None => Some((twin, twin)),
            Some((low, high)) => Some((f64::min(low, twin), f64::max(high, twin))),
        })
    }
}

impl Sketch for ShortFormats {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let width = drawing.size().0;
        let is_wide = width >= WIDE;
        let across = width - LEFT - 10.0;
        let bottom = match spec.choice::<RoundingView>() {
            RoundingView::Positions => {
                let (fan, stairs) = if is_wide {
                    (110.0, 240.0)
                } else {
                    (74.0, 154.0)
                };
                match Rounded::new(spec) {
                    Some(rounded) => draw_fan(spec, &rounded, fan, drawing),
                    None => draw_too_large(spec, fan, drawing),
                }
                let rect = Rect::new(LEFT, fan + 104.0, across, stairs);
                draw_spacing(spec, rect, drawing);
                rect.bottom()
            }
            RoundingView::Angles => {
                let height = if is_wide { 380.0 } else { 280.0 };
                let rect = Rect::new(LEFT, 44.0, across, height);
                errors::draw(spec, rect, drawing);
                rect.bottom()
            }
        };
        drawing.set_height(bottom + 42.0);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let label = spec.choice::<Format>().word().label;
        let Some(rounded) = Rounded::new(spec) else {
            let (first, second) = too_large(spec);
            return format!("{first}: {second}. {}.", collide(spec));
        };
        match spec.choice::<RoundingView>() {
            RoundingView::Positions => format!("In {label}, {}.", becomes(spec, &rounded)),
            RoundingView::Angles => {
                let frequencies = spec.frequencies();
                let errors = errors::of_angles(spec, &frequencies).into_iter();
                let worst = errors.filter(|error| error.is_finite()).fold(0.0, f64::max);
                let worst = match worst > TAU {
                    true => format!("{} full turns", Brief(worst / TAU)),
                    false => format!("{} radians", Brief(worst)),
                };
                format!(
                    "At position {} in {label}, the worst angle is off by {worst}; with exact angles, rounded cosines \
                    and sines are off by at most {}.",
                    Place(spec.position()),
                    Short(errors::of_table(spec, frequencies)),
                )
            }
        }
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let format = spec.choice::<Format>();
        let powers = (0..24).map(|power| f64::from(1 << power));
        let powers: Vec<f64> = powers.filter(|power| *power <= format.max()).collect();
        let spacing = powers.iter().map(|position| format.spacing(*position));
        Table::new(
            "Spacing of the numbers of the format from each power of two on",
            vec![
                Column::numbers("spacing", spacing.collect()),
                Column::numbers("position", powers),
            ],
        )
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let (x, _) = handle.values(point);
        let format = spec.choice::<Format>();
        match handle.grab {
            Grab::Set(Key::Position, position) => Some(format!(
                "from {} on, {} numbers are {} apart",
                Place(position),
                format.word().label,
                Short(format.spacing(position))
            )),
            Grab::Set(Key::Format, place) => {
                let (format, word) = Format::WORDS.get(place as usize)?;
                let first = Grouped(format.first_collision());
                Some(format!(
                    "{}: {first} is the first position that equals the next",
                    word.label
                ))
            }
            _ => {
                let position = x.round().max(0.0);
                let number = format.round(position);
                let number = number.is_finite().then_some(number)?;
                Some(format!(
                    "position {} becomes {} in {}",
                    Place(position),
                    Short(number),
                    format.word().label
                ))
            }
        }
    }
}

const LEFT: f32 = axis::NUMBERS;

fn too_large(spec: &Spec) -> (String, String) {
    let (format, label) = (
        spec.choice::<Format>(),
        spec.choice::<Format>().word().label,
    );
    (
        format!("{label} has no number for {}", Place(spec.position())),
        format!("its largest is {}", Short(format.max())),
    )
}

/// Names the first neighbours that are indistinguishable in the format.
fn collide(spec: &Spec) -> String {
    let first = spec.choice::<Format>().first_collision();
    format!(
        "{} and {} are the first neighbours that become one number",
        Grouped(first),
        Grouped(first + 1)
    )
}

/// Describes what the position becomes in the format.
fn becomes(spec: &Spec, rounded: &Rounded) -> String {
    let position = Place(spec.position());
    match rounded.twins() {
        Some((low, high)) if low + 1.0 == high => format!(
            "positions {} and {} become one number, {}",
            Place(low),
            Place(high),
            Short(rounded.number)
        ),
        Some((low, high)) if low < high => format!(
            "the {} positions from {} to {} become one number, {}",
            Place(high - low + 1.0),
            Place(low),
            Place(high),
            Short(rounded.number)
        ),
        _ if rounded.number == spec.position() => {
            format!("position {position} is exact; {}", collide(spec))
        }
        _ => format!(
            "position {position} becomes {}; {}",
            Short(rounded.number),
            collide(spec)
        ),
    }
}

fn draw_too_large(spec: &Spec, height: f32, drawing: &mut Drawing) {
    let (first, second) = too_large(spec);
    let text = LABEL.middle().ink(Ink::Text);
    let at = Point::new(drawing.size().0 / 2.0, height / 2.0 + 30.0);
    drawing.text(at, text, first);
    let at = Point::new(at.x, at.y + 20.0);
    drawing.text(at, text, second);
}

/// Draws positions above, and threads to the numbers that they become.
fn draw_fan(spec: &Spec, rounded: &Rounded, height: f32, drawing: &mut Drawing) {
    const MOST: f64 = 48.0;
    let (number, spacing) = (rounded.number, rounded.spacing);
    let half = 2.4 * spacing.max(3.4);
    let low = (number - half).ceil().max(0.0);
    let high = (low + 2.0 * half).floor();
    let panel = drawing.panel(Panel {
        rect: Rect::new(14.0, 34.0, drawing.size().0 - 28.0, height),
        x: Axis::bare(low - 0.5, high + 0.5),
        y: Axis::bare(0.0, 1.0),
    });
    let stride = ((high - low) / MOST).ceil().max(1.0);
    let twins = rounded.twins();
    let is_twin = |position: f64| twins.is_some_and(|(a, b)| (a..=b).contains(&position));
    let place = |position: f64, y: f64| Point::new(panel.x_px(position), panel.y_px(y));
    let n_steps = ((high - low) / stride) as u32;
    let positions = (0..=n_steps).map(|step| low + f64::from(step) * stride);
    let positions = positions.chain([spec.position()]);
    for position in positions {
        let becomes = rounded.format.round(position);
        if !(low - 0.5..=high + 0.5).contains(&becomes) {
            continue;
        }
        let (ink, alpha) = match is_twin(position) {
            true => (Ink::Query, 1.0),
            false => (Ink::Muted, 0.55),
        };
        drawing.segment(place(position, 1.0), place(becomes, 0.0), 1.3, ink, alpha);
        drawing.disc(place(position, 1.0), 2.4, ink, alpha);
    }
    // Where two spacings meet, the finer one includes all numbers.
    let step = rounded.format.spacing(low).max(1.0);
    let first = (low / step).ceil() * step;
    let numbers = (0..64).map(|place| first + f64::from(place) * step);
    let numbers = numbers.take_while(|number| *number <= high);
    let numbers: Vec<f64> = numbers
        .filter(|number| rounded.format.round(*number) == *number)
        .collect();
    for &number in &numbers {
        drawing.disc(place(number, 0.0), 3.6, Ink::Key, 1.0);
    }
    let label = fan_label(rounded.format, stride, &panel);
    let ticks = numbers
        .into_iter()
        .map(|number| (number, Tick(number).to_string()));
    axis::below(&panel, &label, ticks, drawing);
    draw_position(spec, place(spec.position(), 1.0), drawing);
    let (rect, grab) = (panel.rect.grown(10.0), Grab::Position);
    drawing.handle(Handle { rect, grab, panel });
}

/// What the numbers are, and for how many positions a thread stands where there are too many for one each.
fn fan_label(format: Format, stride: f64, panel: &Panel) -> String {
    let format = format.word().label;
    match (stride > 1.0, panel.rect.width) {
        (false, _) => format!("whole numbers of {format}"),
        (true, 312.0..) => {
            format!(
                "numbers of {format}; a thread for each {} positions",
                Place(stride)
            )
        }
        (true, _) => format!("a thread for each {} positions", Place(stride)),
    }
}

/// The position in focus, and its name above it.
fn draw_position(spec: &Spec, at: Point, drawing: &mut Drawing) {
    drawing.ring(at, 6.0, 2.0, Ink::Query, 1.0);
    let name = LABEL.bold().ink(Ink::Query);
    let text = format!("position {}", Place(spec.position()));
    let half = name.width(&text) / 2.0;
    let x = at.x.clamp(half, (drawing.size().0 - half).max(half));
    drawing.text(Point::new(x, at.y - 14.0), name.middle(), text);
}

/// Draws the spacing of the numbers of every format by their size.
fn draw_spacing(spec: &Spec, rect: Rect, drawing: &mut Drawing) {
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(1.0, 2e7).log(),
        y: Axis::bare(0.01, 2e5).log(),
    });
    let title = ("spacing; above 1, positions collide", 16.0);
    axis::beside(
        &panel,
        title,
        axis::powers(panel.y.low, panel.y.high),
        drawing,
    );
    axis::below(
        &panel,
        "position",
        axis::powers(panel.x.low, panel.x.high),
        drawing,
    );
    axis::frame(&panel, drawing);
    let grab = Grab::Slide {
        x: Some(Key::Position),
        y: None,
    };
    drawing.handle(Handle { rect, grab, panel });
    let one = panel.y_px(1.0);
    let (from, to) = (Point::new(rect.x, one), Point::new(rect.right(), one));
    drawing.dashed(from, to, 1.2, Ink::Text, 0.7);
    for (place, (format, word)) in Format::WORDS.iter().enumerate() {
        let is_chosen = *format == spec.choice::<Format>();
        let stairs = stairs(*format, &panel);
        let (ink, width) = match is_chosen {
            true => (Ink::Key, 2.4),
            false => (Ink::Muted, 1.0),
        };
        let end = *stairs
            .last()
            .expect("the panel shows a part of every format");
        drawing.line(stairs, width, ink, 0.9);
        let name = SMALL.ink(ink);
        let name = if is_chosen { name.bold() } else { name };
        let (at, name, hold) = match end.x + 36.0 < rect.right() {
            true => (Point::new(end.x + 5.0, end.y + 4.0), name, end.x),
            false => (Point::new(end.x, end.y - 5.0), name.end(), end.x - 36.0),
        };
        drawing.text(at, name, word.name);
        let rect = Rect::new(hold, at.y - 11.0, 38.0, 14.0);
        let grab = Grab::Set(Key::Format, place as f64);
        drawing.handle(Handle { rect, grab, panel });
    }
    if let Some(rounded) = Rounded::new(spec).filter(|_| spec.position() >= 1.0) {
        let y = panel.y_px(rounded.spacing.max(panel.y.low));
        let at = Point::new(panel.x_px(spec.position()), y);
        drawing.disc(at, 5.0, Ink::Query, 1.0);
    }
}

/// Returns the corners of the spacing of a format from power of two to power of two, as far as the panel shows it.
fn stairs(format: Format, panel: &Panel) -> Vec<Point> {
    let powers = (0..24).map(|power| f64::from(1 << power));
    let is_visible = |power: &f64| *power <= format.max() && format.spacing(*power) >= panel.y.low;
    let steps = powers.filter(is_visible).flat_map(|from| {
        let y = panel.y_px(format.spacing(from));
        let ends = [from, (2.0 * from).min(format.max())];
        ends.map(|x| Point::new(panel.x_px(x), y))
    });
    steps.collect()
}
