//! What becomes of real models when the text is longer than any that they were trained on.

mod perplexity;

use super::axis;
use perplexity::{MODELS, Model, lengths};

use crate::config::{Key, Spec};
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, Sketch, preset};
use crate::figure::number::{Place, Short};
use crate::figure::table::{Column, Table};

/// The figure `past-training`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Past the training length",
    caption: "Perplexity of four published models by the length of the text; both axes are \
        logarithmic. A perplexity of 37 means: as unsure of the next token as among 37 equally \
        likely ones. Dots are measured, the thin lines between them are guides.",
    keyboard: "Keys on the figure: ← → go to the previous or next measured length.",
    shared_keys: &[],
    own_keys: &[Key::Context],
    leading_keys: &[Key::Context],
    presets: &[
        preset("as long as in training", "context=8192"),
        preset("half as long again", "context=12288"),
        preset("four times as long", "context=32768"),
        preset("131,072 tokens", "context=131072"),
    ],
    idle: |_, _| false,
    clock: None,
    arrow,
    sketch: || Box::new(PastTraining),
};

/// Left and right go to the previous and the next length that was measured.
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
        let (left, right) = (44.0, 14.0);
        let panel = drawing.panel(Panel {
            rect: Rect::new(left, TOP, width - left - right, HEIGHT),
            x: Axis::bare(1024.0, 131_072.0).log(),
            y: Axis::bare(1.0, 1500.0).log(),
        });
        let doublings = (10..=17).map(|power| f64::from(1 << power));
        let ticks = doublings.map(|length| (length, Place(length).to_string()));
        axis::below(&panel, "context length (tokens)", ticks, drawing);
        let ticks = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
        let ticks = ticks.map(|number| (number, Place(number).to_string()));
        axis::beside(&panel, ("perplexity", 34.0), ticks.into_iter(), drawing);
        axis::frame(&panel, drawing);
        let slide = Grab::Slide {
            x: Some(Key::Context),
            y: None,
        };
        drawing.handle(Handle {
            rect: panel.rect,
            grab: slide,
            panel,
        });
        draw_cursor(spec, &panel, drawing);
        for model in &MODELS {
            draw_model(spec, model, &panel, drawing);
        }
        let top = panel.rect.bottom() + 56.0;
        let bottom = draw_list(spec, top, drawing);
        drawing.set_height(bottom);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let now = spec.context();
        let here: Vec<String> = MODELS
            .iter()
            .filter_map(|model| Some(said(model, now, model.at(now)?)))
            .collect();
        if !here.is_empty() {
            return format!("At {} tokens {}.", Place(now), here.join("; "));
        }
        let lengths = lengths();
        let before = lengths.iter().rev().find(|length| **length < now);
        let after = lengths.iter().find(|length| **length > now);
        let near: Vec<String> = [before, after]
            .into_iter()
            .flatten()
            .map(|length| Place(*length).to_string())
            .collect();
        format!(
            "There is no measurement here at {} tokens: the nearest {} {}.",
            Place(now),
            if near.len() > 1 { "are at" } else { "is at" },
            near.join(" and ")
        )
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
            4 Yarn-Mistral 128k",
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
        // The dot that is nearest on the page.
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
                model.name,
                Place(length),
                Short(perplexity)
            )
        })
    }
}

const TOP: f32 = 56.0;
const HEIGHT: f32 = 300.0;
const ROW: f32 = 22.0;

fn draw_cursor(spec: &Spec, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let x = panel.x_px(spec.context());
    let (head, foot) = (Point::new(x, rect.y - 12.0), Point::new(x, rect.bottom()));
    drawing.segment(head, foot, 1.4, Ink::Text, 0.8);
    drawing.disc(head, 5.0, Ink::Text, 1.0);
    let label = LABEL.bold().ink(Ink::Text);
    let text = format!("{} tokens", Place(spec.context()));
    let at = |by: f32| Point::new(x + by, rect.y - 8.0);
    if x + 110.0 < drawing.size().0 {
        drawing.text(at(10.0), label, format_args!("{text}"));
    } else {
        drawing.text(at(-10.0), label.end(), format_args!("{text}"));
    }
}

fn draw_model(spec: &Spec, model: &Model, panel: &Panel, drawing: &mut Drawing) {
    const REACH: f32 = 9.0;
    let place = |(length, perplexity): &(f64, f64)| {
        Point::new(panel.x_px(*length), panel.y_px(*perplexity))
    };
    let end = panel.x_px(model.trained);
    let (top, foot) = (panel.rect.y, panel.rect.bottom());
    drawing.dashed(
        Point::new(end, top),
        Point::new(end, foot),
        1.2,
        model.ink,
        0.55,
    );
    drawing.line(model.measured.iter().map(place), 1.2, model.ink, 0.7);
    for dot in model.measured {
        let center = place(dot);
        drawing.disc(center, 4.2, model.ink, 1.0);
        if dot.0 == spec.context() {
            drawing.ring(center, 8.0, 1.6, model.ink, 1.0);
        }
        let rect = Rect::new(center.x, center.y, 0.0, 0.0).grown(REACH);
        let grab = Grab::Set(Key::Context, dot.0);
        let panel = *panel;
        drawing.handle(Handle { rect, grab, panel });
    }
    // Without room, the list below says whose colours they are.
    let Some(last) = model
        .measured
        .last()
        .map(place)
        .filter(|_| panel.rect.width > 250.0)
    else {
        return;
    };
    let name = LABEL.bold().size(11.0).end().ink(model.ink);
    // One that stays low has its name below its only dot.
    let at = match model.measured {
        [_] => Point::new(last.x + 8.0, last.y + 20.0),
        _ => Point::new(last.x - 10.0, last.y - 2.0),
    };
    let width = 6.0 * model.name.chars().count() as f32;
    let behind = Rect::new(at.x - width, at.y - 10.0, width, 13.0);
    drawing.fill(behind, Ink::Surface, 0.8);
    drawing.text(at, name, format_args!("{}", model.name));
}

/// A row for each model: how long its training texts were, and what was measured at the cursor.
fn draw_list(spec: &Spec, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let right = width.min(520.0);
    let trained = right - if width < 300.0 { 64.0 } else { 96.0 };
    let head = LABEL.size(11.0).end();
    let at = |x: f32, row: f32| Point::new(x, top + row * ROW);
    drawing.text(
        at(0.0, 0.0),
        LABEL.size(11.0),
        format_args!("dashed: training ends"),
    );
    drawing.text(at(trained, 0.0), head, format_args!("trained to"));
    drawing.text(at(right, 0.0), head.ink(Ink::Text), format_args!("here"));
    for (row, model) in (1..).zip(&MODELS) {
        let row = f32::from(row as u8);
        let dot = at(5.0, row);
        drawing.disc(Point::new(dot.x, dot.y - 4.0), 4.2, model.ink, 1.0);
        drawing.text(
            at(15.0, row),
            LABEL.ink(Ink::Text),
            format_args!("{}", model.name),
        );
        let number = LABEL.end();
        drawing.text(
            at(trained, row),
            number,
            format_args!("{}", Place(model.trained)),
        );
        let number = number.bold().ink(model.ink);
        match model.at(spec.context()) {
            Some(perplexity) => {
                drawing.text(
                    at(right, row),
                    number,
                    format_args!("{}", Short(perplexity)),
                );
            }
            None => drawing.text(at(right, row), head.alpha(0.9), format_args!("no data")),
        }
    }
    let foot = at(0.0, MODELS.len() as f32 + 1.2);
    drawing.text(
        foot,
        LABEL.size(11.0),
        format_args!("Data: jquesnelle/yarn, proof-pile, MIT"),
    );
    foot.y + 10.0
}

/// What a model has at a length, against the longest text of its training.
fn said(model: &Model, length: f64, perplexity: f64) -> String {
    let name = model.name;
    match model.at(model.trained) {
        Some(at_home) if length > model.trained => format!(
            "{name} has perplexity {}, {} times the {} at {}, where its training ended",
            Short(perplexity),
            Short((100.0 * perplexity / at_home).round() / 100.0),
            Short(at_home),
            Place(model.trained),
        ),
        _ => format!(
            "{name} has perplexity {}, at a length that it was trained on",
            Short(perplexity)
        ),
    }
}
