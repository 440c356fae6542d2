//! The picture of `integer-code`: every word is a ripple on the ground of a sea whose level is its position. The surface is
//! their sum.

use super::computed::Computed;
use super::ripple::{STRIDE, ink, name, reach, sparse};
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, WIDE, axis};
use phasor_text::number::{Fixed, Grouped, Short};

/// The value up to which the scale of levels is linear; above, it is logarithmic.
const LINEAR: f64 = 0.1;
/// Room for the numbers of the scale at the left, for positions above, and for words below, CSS pixels.
const LEFT: f32 = 34.0;
const ABOVE: f32 = 30.0;
const BELOW: f32 = 28.0;

/// The sea in pixels.
struct Sea {
    rect: Rect,
    /// The pixel row of the value 0, the ground on which the words lie.
    ground: f32,
    /// Pixels for each unit of the scale.
    unit: f32,
    /// The largest magnitude of a component.
    reach: f64,
    n_words: usize,
    /// The highest level.
    top: f64,
}

impl Sea {
    fn new(spec: &Spec, computed: &Computed, (width, height): (f32, f32)) -> Self {
        let n_words = computed.positions.len();
        let top = level(spec, n_words).max(spec.length() as f64);
        let rect = Rect::new(LEFT, ABOVE, width - LEFT, height - ABOVE - BELOW);
        let reach = reach(&computed.words);
        let depth = scaled(reach) + 0.1;
        let unit = rect.height / (scaled(top) + depth);
        Self {
            rect,
            ground: rect.bottom() - unit * depth,
            unit,
            reach,
            n_words,
            top,
        }
    }

    fn y(&self, value: f64) -> f32 {
        self.ground - self.unit * scaled(value)
    }

    /// Returns the strip of the word at `place`.
    fn strip(&self, place: usize) -> Rect {
        let width = self.rect.width / self.n_words as f32;
        Rect::new(
            self.rect.x + place as f32 * width,
            self.rect.y,
            width,
            self.rect.height,
        )
    }

    /// Returns the axes for the pointer: words from left to right, positions upwards. From position 1 on, the
    /// logarithmic axis and the scale are less than a pixel apart.
    fn panel(&self) -> Panel {
        let top = self.y(self.top);
        Panel {
            rect: Rect::new(self.rect.x, top, self.rect.width, self.ground - top),
            x: Axis::bare(0.0, self.n_words as f64),
            y: Axis::bare(LINEAR / 2.0, self.top).log(),
        }
    }
}

/// Returns the height of a value on the scale.
fn scaled(value: f64) -> f32 {
    (value / LINEAR).asinh() as f32
}

/// Returns the position of the word at `place`, with the fraction that the position has while it moves.
fn level(spec: &Spec, place: usize) -> f64 {
    (spec.position() - spec.token() as f64).max(0.0) + place as f64
}

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let height = if width >= WIDE { 420.0 } else { 340.0 };
    let sea = Sea::new(spec, computed, (width, height));
    let panel = sea.panel();
    drawing.handle(Handle {
        rect: sea.rect.grown(4.0),
        grab: Grab::Slide {
            x: None,
            y: Some(Key::Position),
        },
        panel,
    });
    draw_scale(&sea, drawing);
    for place in 0..sea.n_words {
        draw_word(spec, computed, (&sea, place), drawing);
        let strip = sea.strip(place);
        drawing.handle(Handle {
            rect: Rect::new(strip.x, sea.ground, strip.width, height - sea.ground),
            grab: Grab::Set(Key::Token, place as f64),
            panel,
        });
    }
    draw_meanings(spec, computed, &sea, drawing);
    draw_names(spec, &sea, drawing);
    drawing.set_height(height);
}

/// Draws the numbers of the scale, 0 and powers of ten.
fn draw_scale(sea: &Sea, drawing: &mut Drawing) {
    let numbers = [(0.0, "0".to_owned())].into_iter();
    for (number, name) in numbers.chain(axis::powers(1.0, sea.top)) {
        let y = sea.y(number);
        let (from, to) = (Point::new(LEFT, y), Point::new(sea.rect.right(), y));
        drawing.segment(from, to, 1.0, Ink::Faint, 0.8);
        drawing.text(Point::new(LEFT - 8.0, y + 4.0), LABEL.end(), name);
    }
}

/// The colour of water.
const WATER: Ink = Ink::Sequential(0.62);

/// Draws a word on the ground, the water over it, darker below every power of ten, and the surface.
fn draw_word(spec: &Spec, computed: &Computed, (sea, place): (&Sea, usize), drawing: &mut Drawing) {
    let (strip, level) = (sea.strip(place), level(spec, place));
    let is_focus = place == spec.token();
    let word = sparse(computed.words.row(place));
    let at = |along: f32, value: f64| Point::new(strip.x + along * strip.width, sea.y(value));
    let inside = word.clone().map(|(along, x)| at(along, level + x));
    let surface = [at(0.0, level)].into_iter().chain(inside);
    let surface = surface.chain([at(1.0, level)]);
    let floor = [strip.right(), strip.x].map(|x| Point::new(x, strip.bottom()));
    drawing.shape(surface.clone().chain(floor), WATER, 0.3);
    let depths = (0..).map(|power| 10f64.powi(power));
    for depth in depths.take_while(|depth| *depth < level) {
        let top = sea.y(depth);
        let below = Rect::new(strip.x, top, strip.width, strip.bottom() - top);
        drawing.fill(below, WATER, 0.13);
    }
    let on_ground = word.map(|(along, x)| at(along, x));
    let (width, ink, alpha) = match ink(spec, place) {
        // Grey has too little contrast to water.
        Ink::Muted => (1.5, Ink::Text, 0.7),
        ink if is_focus => (2.4, ink, 1.0),
        ink => (1.5, ink, 1.0),
    };
    drawing.line(on_ground, width, ink, alpha);
    drawing.line(surface, width, ink, 1.0);
    if place > 0 {
        let [top, foot] = [strip.y, strip.bottom()].map(|y| Point::new(strip.x, y));
        drawing.segment(top, foot, 1.0, Ink::Surface, 0.6);
    }
}

/// Names surface and ground where the water is deep enough.
fn draw_meanings(spec: &Spec, computed: &Computed, sea: &Sea, drawing: &mut Drawing) {
    const LEAST: f32 = 60.0;
    let strip = sea.strip(0);
    let word = sparse(computed.words.row(0)).map(|(_, x)| x);
    let peak = word.fold(0.0, f64::max);
    let (surface, word) = (sea.y(level(spec, 0) - peak), sea.y(peak));
    let setting = LABEL.ink(Ink::Text);
    let names = [
        (surface + 18.0, ["word + position", "sum"]),
        (word - 6.0, ["the word alone", "word"]),
    ];
    for (y, texts) in names {
        if word - surface > LEAST {
            let text = setting.fitting(&texts, strip.width - 12.0);
            drawing.text(Point::new(strip.x + 6.0, y), setting, text);
        }
    }
}

/// Draws the words below the sea and their positions over it; names without room are left out, the focus never.
fn draw_names(spec: &Spec, sea: &Sea, drawing: &mut Drawing) {
    let (focus, width) = (spec.token(), drawing.size().0);
    let others = (0..sea.n_words).filter(|place| *place != focus);
    let mut held = [None; 2];
    for place in [focus].into_iter().chain(others) {
        let (strip, level) = (sea.strip(place), level(spec, place));
        let number = match place == focus {
            true => format!("+ {}", Grouped(level as u64)),
            false => Grouped(level as u64).to_string(),
        };
        let texts = [
            (
                sea.rect.bottom() + 19.0,
                spec.sentence().printed(place).to_owned(),
            ),
            (sea.y(level + sea.reach) - 8.0, number),
        ];
        for ((y, text), held) in texts.into_iter().zip(&mut held) {
            let setting = name(spec, place).middle();
            let half = setting.width(&text) / 2.0;
            let x = (strip.x + strip.width / 2.0).clamp(half, (width - half).max(half));
            let is_free = held.is_none_or(|(left, right)| x + half < left || x - half > right);
            if place == focus {
                *held = Some((x - half - 6.0, x + half + 6.0));
            }
            if place == focus || (2.0 * half <= strip.width - 4.0 && is_free) {
                drawing.text(Point::new(x, y), setting, text);
            }
        }
    }
}

/// Describes the component under the pointer.
pub(super) fn probe(spec: &Spec, computed: &Computed, along: f64) -> Option<String> {
    let place = (along.max(0.0) as usize).min(computed.positions.len() - 1);
    let word = computed.words.row(place);
    let n_visible = word.len().div_ceil(STRIDE);
    let visible = ((along - place as f64) * n_visible as f64).clamp(0.0, n_visible as f64 - 1.0);
    let component = visible as usize * STRIDE;
    let (x, level) = (*word.get(component)?, level(spec, place));
    Some(format!(
        "component {component} of “{}”: {:.3}, plus position {}, is {:.3}",
        spec.sentence().printed(place),
        Fixed(x),
        Short(level),
        Fixed(x + level),
    ))
}
