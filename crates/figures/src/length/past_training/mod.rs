//! Real models on texts longer than those in training.

mod names;
mod perplexity;

use perplexity::{MODELS, Model, lengths};
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, SMALL, Table, WIDE, axis};

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use phasor_params::{Accepts, Parameter, Range};
use phasor_text::number::{Place, Short};

pub(crate) const CONTEXT: Parameter = Parameter {
    name: "context",
    label: "text length",
    unit: "tokens",
    help: "Length of the text that a model reads.",
    accepts: Accepts::Number(
        Range::whole(1024.0, 131_072.0)
            .multiples_of(512.0)
            .log()
            .snapping(&[4096.0, 8192.0, 16_384.0, 32_768.0, 65_536.0]),
    ),
    default: "16384",
};

impl Spec {
    /// The length of the text that a model reads, in tokens.
    #[must_use]
    pub fn context(&self) -> f64 {
        self.at(Key::Context)
    }
}

/// The figure `past-training`.
pub(crate) static KIND: Kind = Kind {
    title: "Past the training length",
    topics: &[Topic::Length],
    search_words: "perplexity extrapolation context window chart lines",
    caption: "Perplexity of four published models by text length; lower is better. The windows of the three Mistrals are \
        switched off. Bars at the foot mark how long the models’ training texts were.",
    keyboard: "In the figure, ← → go to the previous or next measured length.",
    shared_keys: &[],
    own_keys: &[Key::Context],
    leading_keys: &[Key::Context],
    presets: &[
        preset("4,096: all models hold", "context=4096"),
        preset("a quarter longer still works", "context=10240"),
        preset("Llama 2 breaks down", "context=8192"),
        preset("Mistral without its window", "context=32768"),
        preset("YaRN holds past training", "context=65536"),
        preset("one of two breaks", "context=131072"),
    ],
    idle: |_, _| false,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::new(PastTraining),
};

/// Goes to the previous or the next measured length with left and right.
fn arrow(spec: &mut Spec, right: f64, _down: f64) {
    let (lengths, now) = (lengths(), spec.context());
    let next = match right {
        r if r > 0.0 => lengths.into_iter().find(|length| *length > now),
        r if r < 0.0 => lengths.into_iter().rev().find(|length| *length < now),
        _ => None,
    };
    if let Some(next) = next {
        spec.set_nearest(Key::Context, next);
    }
}

#[derive(Debug)]
struct PastTraining;

impl Sketch for PastTraining {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let width = drawing.size().0;
        let legend = draw_legend(spec, drawing);
        let height = if width < WIDE { 318.0 } else { 420.0 };
        let (left, right) = (44.0, 14.0);
        let panel = drawing.panel(Panel {
            rect: Rect::new(left, legend + 26.0, width - left - right, height),
            x: Axis::bare(1024.0, 131_072.0).log(),
            y: Axis::bare(0.6, 5000.0).log(),
        });
        draw_axes(&panel, drawing);
        let slide = Grab::Slide {
            x: Some(Key::Context),
            y: None,
        };
        let Rect {
            x,
            y,
            width,
            height,
        } = panel.rect;
        // The head of the cursor is above the curves.
        let rect = Rect::new(x, y - HEAD_ROOM, width, height + HEAD_ROOM);
        drawing.handle(Handle {
            rect,
            grab: slide,
            panel,
        });
        draw_cursor(spec, &panel, drawing);
        draw_training(&panel, drawing);
        for model in &MODELS {
            draw_model(spec, model, &panel, drawing);
        }
        let source = Point::new(panel.rect.x + 10.0, panel.rect.y + 14.0);
        let source = draw_note(source, "data: jquesnelle/yarn, MIT", drawing);
        names::draw(spec.context(), &panel, source, drawing);
        drawing.set_height(panel.rect.bottom() + 40.0);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let now = spec.context();
        let measured = || {
            MODELS
                .iter()
                .filter_map(|model| Some((model, model.at(now)?)))
        };
        let growth = |model: &Model| {
            let growth = model.growth(now);
            growth.expect("the model is measured here and at its training length")
        };
        let worst = measured().max_by(|a, b| growth(a.0).total_cmp(&growth(b.0)));
        let holding = measured().filter(|(model, _)| growth(model) < BROKEN);
        let best = holding.min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((worst, worst_perplexity)) = worst else {
            return unmeasured(now);
        };
        let at = format!("At {} tokens,", Place(now));
        match (growth(worst) >= BROKEN, best) {
            (false, _) => {
                let all = measured().map(|(_, perplexity)| perplexity);
                let low = all.clone().fold(f64::INFINITY, f64::min);
                let range = match all.fold(0.0, f64::max) {
                    high if high > low => format!("{} to {}", Short(low), Short(high)),
                    _ => Short(low).to_string(),
                };
                format!(
                    "{at} {} holds: perplexity {range}.",
                    of_measured(worst, measured().count())
                )
            }
            (true, best) => format!(
                "{at} {} has broken down: its perplexity is {}{}.",
                worst.in_words(),
                Short(worst_perplexity),
                best.map_or_else(String::new, |(model, perplexity)| format!(
                    ", while that of {} is {}",
                    model.in_words(),
                    Short(perplexity)
                ))
            ),
        }
    }

    fn table(&mut self, _spec: &Spec) -> Table {
        let rows = (1..).zip(&MODELS).flat_map(|(number, model)| {
            let measured = model.measured.iter();
            measured.map(move |(length, perplexity)| {
                (f64::from(number), model.trained, *length, *perplexity)
            })
        });
        let rows: Vec<(f64, f64, f64, f64)> = rows.collect();
        let column = |name: &str, number: fn(&(f64, f64, f64, f64)) -> f64| {
            Column::numbers(name, rows.iter().map(number).collect())
        };
        Table::new(
            "Every measurement; models 1 Llama 2 70B, 2 Mistral 7B v0.1, 3 Yarn-Mistral 64k, \
            4 Yarn-Mistral 128k; the last three without windows",
            vec![
                column("model", |row| row.0),
                column("training length", |row| row.1),
                column("length", |row| row.2),
                column("perplexity", |row| row.3),
            ],
        )
    }

    fn probe(&mut self, _spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let (x, y) = handle.values(point);
        // The nearest dot in pixels, not in numbers.
        let dots = MODELS.iter().flat_map(|model| {
            let measured = model.measured.iter();
            measured.map(move |(length, perplexity)| (model, *length, *perplexity))
        });
        let apart = |length: f64, perplexity: f64| {
            let (right, up) = (handle.panel.x_px(length), handle.panel.y_px(perplexity));
            (handle.panel.x_px(x) - right).hypot(handle.panel.y_px(y) - up)
        };
        let nearest =
            dots.min_by(|one, other| apart(one.1, one.2).total_cmp(&apart(other.1, other.2)));
        nearest.map(|(model, length, perplexity)| {
            format!(
                "{} at {} tokens: perplexity {}",
                model.in_words(),
                Place(length),
                Short(perplexity)
            )
        })
    }
}

/// A model with at least this many times the perplexity of its training length has broken down.
const BROKEN: f64 = 1.1;

/// Names the models that were measured at a length, of which there are `count`.
fn of_measured(model: &Model, count: usize) -> String {
    match count {
        1 => format!("{}, the only model measured there,", model.in_words()),
        _ => "every measured model".to_owned(),
    }
}

/// Returns the reading for a length without measurements.
fn unmeasured(now: f64) -> String {
    let lengths = lengths();
    let before = lengths.iter().rev().find(|length| **length < now);
    let after = lengths.iter().find(|length| **length > now);
    let near: Vec<String> = [before, after]
        .into_iter()
        .flatten()
        .map(|length| Place(*length).to_string())
        .collect();
    format!(
        "Nothing was measured at {} tokens: the nearest {} {}.",
        Place(now),
        if near.len() > 1 {
            "lengths are"
        } else {
            "length is"
        },
        near.join(" and ")
    )
}

/// Draws every model in its colour with its perplexity at the cursor; returns the lower edge.
fn draw_legend(spec: &Spec, drawing: &mut Drawing) -> f32 {
    const ROW: f32 = 20.0;
    const ROOMY: f32 = 160.0;
    let width = drawing.size().0;
    let n_columns = ((width / ROOMY) as usize).clamp(1, MODELS.len());
    // Three columns would leave one model alone in its row.
    let n_columns = if n_columns == 3 { 2 } else { n_columns };
    let across = width / n_columns as f32;
    for (place, model) in MODELS.iter().enumerate() {
        let left = (place % n_columns) as f32 * across;
        let y = 12.0 + (place / n_columns) as f32 * ROW;
        drawing.disc(Point::new(left + 5.0, y - 4.0), 4.2, model.ink, 1.0);
        let name = Point::new(left + 14.0, y);
        drawing.text(name, SMALL.ink(Ink::Text), model.name);
        let end = name.x + SMALL.width(model.name) + 8.0;
        if let Some(perplexity) = model.at(spec.context()) {
            let bold = SMALL.bold().ink(model.ink);
            let perplexity = Short(perplexity);
            drawing.text(Point::new(end, y), bold, perplexity);
        }
    }
    ROW * MODELS.len().div_ceil(n_columns) as f32
}

fn draw_axes(panel: &Panel, drawing: &mut Drawing) {
    let doublings = (10..=17).map(|power| f64::from(1 << power));
    let ticks = doublings.map(|length| (length, Place(length).to_string()));
    axis::below(panel, "text length (tokens)", ticks, drawing);
    let ticks = [
        2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0,
    ];
    let ticks = ticks.map(|number| (number, Place(number).to_string()));
    axis::beside(panel, ("perplexity", 18.0), ticks.into_iter(), drawing);
    axis::frame(panel, drawing);
}

/// The room for the head of the cursor above the curves, CSS pixels.
const HEAD_ROOM: f32 = 16.0;

fn draw_cursor(spec: &Spec, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let x = panel.x_px(spec.context());
    let (head, foot) = (Point::new(x, rect.y - 10.0), Point::new(x, rect.bottom()));
    drawing.segment(head, foot, 1.4, Ink::Text, 0.8);
    drawing.disc(head, 5.0, Ink::Text, 1.0);
    let label = LABEL.bold().ink(Ink::Text);
    let text = format!("{} tokens", Place(spec.context()));
    let at = |by: f32| Point::new(x + by, rect.y - 6.0);
    match x + 110.0 < drawing.size().0 {
        true => drawing.text(at(10.0), label, text),
        false => drawing.text(at(-10.0), label.end(), text),
    }
}

/// Draws the training length of each model as a bar at the foot of the panel.
fn draw_training(panel: &Panel, drawing: &mut Drawing) {
    const BAR: f32 = 5.0;
    const GAP: f32 = 2.0;
    let rect = panel.rect;
    let top = rect.bottom() - (BAR + GAP) * MODELS.len() as f32;
    let mut end = rect.x;
    for (place, model) in MODELS.iter().enumerate() {
        end = panel.x_px(model.trained);
        let y = top + (BAR + GAP) * place as f32;
        let bar = Rect::new(rect.x, y, end - rect.x, BAR);
        drawing.fill(bar, model.ink, 0.8);
    }
    let at = Point::new(end + 8.0, rect.bottom() - 5.0);
    draw_note(at, "training texts", drawing);
}

/// Draws a small text on a blank ground, so that the cursor passes behind it; returns the ground.
fn draw_note(at: Point, text: &str, drawing: &mut Drawing) -> Rect {
    let paper = Rect::new(at.x, at.y - 9.0, SMALL.width(text), 12.0);
    drawing.fill(paper, Ink::Surface, 1.0);
    drawing.text(at, SMALL, text);
    paper
}

/// Draws the measurements of a model.
fn draw_model(spec: &Spec, model: &Model, panel: &Panel, drawing: &mut Drawing) {
    const REACH: f32 = 9.0;
    drawing.line(model.spots(panel), 1.8, model.ink, 0.9);
    for (dot, center) in model.measured.iter().zip(model.spots(panel)) {
        drawing.disc(center, 3.6, model.ink, 1.0);
        if dot.0 == spec.context() {
            drawing.ring(center, names::RING, 1.8, model.ink, 1.0);
        }
        let rect = Rect::new(center.x, center.y, 0.0, 0.0).grown(REACH);
        let grab = Grab::Set(Key::Context, dot.0);
        let panel = *panel;
        drawing.handle(Handle { rect, grab, panel });
    }
}
