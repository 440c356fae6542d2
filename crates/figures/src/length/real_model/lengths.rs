//! The perplexity of the model by the length of the text, under scaling rules.

use super::parameters::{ModelLength, ModelRule};
use super::state::TRAINED_ON;
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use crate::length::training_race::apart;
use phasor_draw::{Axis, Column, Ink, Panel, Point, Rect, SMALL, Table, Type, WIDE, axis};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Fixed, Place};

/// The type of names, and the room before them.
const NAME: Type = SMALL;
const GAP: f32 = 8.0;

/// What was measured under one rule, without any further training.
struct Measured {
    /// Its name in tables.
    column: &'static str,
    /// The rule with its factor; `None` as published.
    rule: Option<(ModelRule, f64)>,
    /// The perplexity of the 256 tokens before each length.
    perplexities: [f64; 5],
}

/// Source: `phasor run --perplexity alice29.txt --tokens 12288` with `--rule` and `--out`, SmolLM2-135M-Instruct in Q4_1. The
/// text is *Alice's Adventures in Wonderland* in the Canterbury Corpus.
const MEASURED: [Measured; 7] = [
    Measured {
        column: "published",
        rule: None,
        perplexities: [23.2, 21.0, 16.4, 23.9, 73.4],
    },
    Measured {
        column: "linear 2",
        rule: Some((ModelRule::Linear, 2.0)),
        perplexities: [48.1, 49.1, 30.2, 54.2, 46.3],
    },
    Measured {
        column: "llama3 4",
        rule: Some((ModelRule::Llama3, 4.0)),
        perplexities: [24.9, 24.8, 23.3, 32.4, 33.0],
    },
    Measured {
        column: "ntk 4",
        rule: Some((ModelRule::Ntk, 4.0)),
        perplexities: [25.5, 23.6, 17.7, 26.4, 24.7],
    },
    Measured {
        column: "yarn 4",
        rule: Some((ModelRule::Yarn, 4.0)),
        perplexities: [25.7, 23.1, 19.0, 27.5, 23.4],
    },
    Measured {
        column: "ntk 2",
        rule: Some((ModelRule::Ntk, 2.0)),
        perplexities: [24.1, 22.0, 17.2, 24.6, 22.1],
    },
    Measured {
        column: "yarn 2",
        rule: Some((ModelRule::Yarn, 2.0)),
        perplexities: [24.1, 21.4, 17.1, 24.2, 21.0],
    },
];

impl Measured {
    /// Returns its name for use in a sentence.
    fn name(&self) -> String {
        self.rule.map_or_else(
            || "as published".to_owned(),
            |(rule, factor)| format!("{} × {factor}", rule.word().label),
        )
    }

    /// Returns its colour and the width of its line.
    fn ink(&self) -> (Ink, f32) {
        match self.rule {
            None => (Ink::Text, 2.8),
            Some((ModelRule::Yarn, factor)) => (Ink::Query, 4.4 / factor as f32 + 0.4),
            Some((ModelRule::Ntk, factor)) => (Ink::Key, 4.4 / factor as f32 + 0.4),
            Some((ModelRule::Llama3, _)) => (Ink::Frequency(0.9), 1.6),
            Some((ModelRule::Linear, _)) => (Ink::Trouble, 1.6),
        }
    }

    fn at(&self, place: usize) -> f64 {
        let perplexity = self.perplexities.get(place).copied();
        perplexity.expect("every length was measured")
    }
}

/// Returns the lengths, in tokens.
fn lengths() -> impl Iterator<Item = f64> {
    ModelLength::all().map(|length| length.0)
}

fn length(place: usize) -> f64 {
    lengths().nth(place).expect("the place is that of a length")
}

pub(super) fn reading(place: usize) -> String {
    let [published, rules @ ..] = &MEASURED;
    let best = rules
        .iter()
        .min_by(|one, other| one.at(place).total_cmp(&other.at(place)));
    let best = best.expect("there are rules");
    format!(
        "At {} tokens, the perplexity is {:.1} as published and {:.1} with {}, the best rule.",
        Place(length(place)),
        Fixed(published.at(place)),
        Fixed(best.at(place)),
        best.name(),
    )
}

pub(super) fn table() -> Table {
    let mut columns = vec![Column::numbers("length", lengths().collect())];
    columns.extend(
        MEASURED
            .iter()
            .map(|measured| Column::numbers(measured.column, measured.perplexities.to_vec())),
    );
    Table::new(
        "The perplexity of the last 256 tokens before each length, under each rule",
        columns,
    )
}

pub(super) fn draw(place: usize, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let labels = MEASURED.each_ref().map(|measured| label(measured, width));
    let names = labels
        .iter()
        .map(|label| NAME.width(label))
        .fold(0.0, f32::max)
        + 2.0 * GAP;
    let height = if width < WIDE { 250.0 } else { 300.0 };
    let rect = Rect::new(axis::NUMBERS, 34.0, width - axis::NUMBERS - names, height);
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(960.0, 12_288.0).log(),
        y: Axis::bare(13.0, 80.0).log(),
    });
    draw_axes(&panel, drawing);
    let x = panel.x_px(length(place));
    let (head, foot) = (Point::new(x, rect.y - 4.0), Point::new(x, rect.bottom()));
    drawing.segment(head, foot, 1.4, Ink::Text, 0.6);
    for measured in &MEASURED {
        let (ink, line) = measured.ink();
        let points = lengths().zip(measured.perplexities);
        let points: Vec<Point> = points
            .map(|(length, perplexity)| Point::new(panel.x_px(length), panel.y_px(perplexity)))
            .collect();
        drawing.line(points.iter().copied(), line, ink, 1.0);
        let now = Point::new(x, panel.y_px(measured.at(place)));
        drawing.disc(now, 4.0, ink, 1.0);
    }
    draw_names(&labels, &panel, drawing);
    drawing.handle(Handle {
        rect,
        grab: Grab::Slide {
            x: Some(Key::ModelLength),
            y: None,
        },
        panel,
    });
    drawing.set_height(rect.bottom() + 42.0);
}

fn draw_axes(panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let ticks = lengths().map(|length| (length, Place(length).to_string()));
    axis::below(panel, "length of the text (tokens)", ticks, drawing);
    let ticks = [15.0, 20.0, 30.0, 40.0, 60.0, 80.0];
    let ticks = ticks.map(|perplexity| (perplexity, Place(perplexity).to_string()));
    let label = ("perplexity (lower is better)", 16.0);
    axis::beside(panel, label, ticks.into_iter(), drawing);
    axis::frame(panel, drawing);
    let x = panel.x_px(TRAINED_ON);
    let (head, foot) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
    drawing.dashed(head, foot, 1.6, Ink::Text, 0.9);
    let at = Point::new(x - 6.0, rect.bottom() - 6.0);
    let small = SMALL.end().ink(Ink::Text);
    drawing.text(at, small, "training length");
}

/// Returns the name of a line, with its last number.
fn label(measured: &Measured, width: f32) -> String {
    let name = match measured.rule {
        Some((ModelRule::Linear, factor)) if width < WIDE => format!("PI × {factor}"),
        _ => measured.name(),
    };
    let last = measured.perplexities.last().copied();
    format!("{name}: {:.1}", Fixed(last.expect("there are lengths")))
}

/// Names each line at its end.
fn draw_names(labels: &[String], panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let last = lengths().count() - 1;
    let rows: Vec<f32> = MEASURED
        .iter()
        .map(|measured| panel.y_px(measured.at(last)) + 4.0)
        .collect();
    let rows = apart(&rows, rect.y, rect.bottom() + 4.0);
    for ((measured, label), y) in MEASURED.iter().zip(labels).zip(rows) {
        let at = Point::new(rect.right() + GAP, y);
        drawing.text(at, NAME.ink(measured.ink().0), label);
    }
}
