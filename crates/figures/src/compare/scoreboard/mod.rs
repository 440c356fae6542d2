//! The properties of positional schemes, as a board.

mod board;
pub(crate) mod parameters;

use board::{evidence, meaning, row};

use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, SMALL, Table};

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use parameters::SchemeName;
use phasor_encoding::analysis::{Answer, Property, Verdict};
use phasor_params::choice::Choice;

/// The figure `scoreboard`.
pub(crate) static KIND: Kind = Kind {
    title: "Scoreboard",
    topics: &[Topic::Absolute, Topic::Relative, Topic::Rope, Topic::Length],
    search_words: "table comparison overview ticks crosses checklist",
    caption: "Eleven schemes, tested for eight properties: a tick means yes, a cross no, a dash not applicable. \
        Choose a cell to read the evidence.",
    keyboard: "In the figure, arrow keys choose a cell.",
    shared_keys: &[],
    own_keys: &[Key::Candidate, Key::Property],
    leading_keys: &[Key::Candidate, Key::Property],
    presets: &[
        preset(
            "ALiBi’s bias has no limit",
            "candidate=alibi&property=bounded",
        ),
        preset(
            "a learned table ends",
            "candidate=learned&property=extrapolates",
        ),
        preset(
            "sinusoids: farther looks nearer",
            "candidate=sinusoidal&property=distance-aware",
        ),
        preset(
            "p-RoPE stays in its range",
            "candidate=p-rope&property=extrapolates",
        ),
        preset("T5 mixes up patches", "candidate=t5&property=many-axes"),
    ],
    idle: |_, _| false,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::new(Scoreboard),
};

fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let (scheme, property) = cell(spec);
    spec.set_nearest(Key::Property, property as f64 + right);
    spec.set_nearest(Key::Candidate, scheme as f64 + down);
}

/// Returns row and column of the cell in focus.
fn cell(spec: &Spec) -> (usize, usize) {
    (
        spec.choice::<SchemeName>().place(),
        spec.choice::<Property>().place(),
    )
}

#[derive(Debug)]
struct Scoreboard;

impl Sketch for Scoreboard {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let (n_rows, n_columns) = (SchemeName::WORDS.len(), Property::WORDS.len());
        let across = (drawing.size().0 - NAMES - EDGE) / n_columns as f32;
        let across = across.min(110.0);
        let is_roomy = across >= ROOMY;
        let (top, down) = match is_roomy {
            true => (40.0, 36.0),
            false => (draw_list(spec, drawing) + 13.0, 26.0),
        };
        let rect = Rect::new(NAMES, top, across * n_columns as f32, down * n_rows as f32);
        let panel = drawing.panel(Panel {
            rect,
            x: Axis::bare(-0.5, n_columns as f64 - 0.5),
            y: Axis::bare(n_rows as f64 - 0.5, -0.5),
        });
        draw_names(spec, &panel, is_roomy, drawing);
        for (place, (scheme, _)) in SchemeName::WORDS.iter().enumerate() {
            for (column, verdict) in row(*scheme).iter().enumerate() {
                let middle = Point::new(panel.x_px(column as f64), panel.y_px(place as f64));
                let cell = Rect::new(middle.x, middle.y, 0.0, 0.0);
                draw_cell(verdict, grown(cell, across - 2.0, down - 2.0), drawing);
            }
        }
        let (row, column) = cell(spec);
        let middle = Rect::new(panel.x_px(column as f64), panel.y_px(row as f64), 0.0, 0.0);
        let frame = grown(middle, across, down);
        drawing.outline(frame, 4.0, Ink::Surface, 1.0);
        drawing.outline(frame, 2.0, Ink::Text, 1.0);
        let grab = Grab::Slide {
            x: Some(Key::Property),
            y: Some(Key::Candidate),
        };
        drawing.handle(Handle { rect, grab, panel });
        let bottom = draw_meaning(spec, rect.bottom() + 8.0, is_roomy, drawing);
        drawing.set_height(bottom);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        reading(spec.choice::<SchemeName>(), spec.choice::<Property>())
    }

    fn table(&mut self, _spec: &Spec) -> Table {
        let rows = SchemeName::WORDS.iter().map(|(name, _)| row(*name));
        let rows: Vec<&[Verdict]> = rows.collect();
        let answers = |column: usize| {
            let verdicts = rows.iter().filter_map(move |row| row.get(column));
            verdicts.map(|verdict| match verdict.answer {
                Answer::Yes => 1.0,
                Answer::No => 0.0,
                Answer::NotApplicable => 2.0,
            })
        };
        let words = Property::WORDS.iter().enumerate();
        let columns =
            words.map(|(column, (_, word))| Column::numbers(word.name, answers(column).collect()));
        Table::new(
            "Which scheme (row, in the order of the figure) has which property: 0 no, 1 yes, \
            2 not applicable",
            columns.collect(),
        )
    }

    fn probe(&mut self, _spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let (x, y) = handle.values(point);
        let (scheme, _) = SchemeName::WORDS.get(y.round().max(0.0) as usize)?;
        let (property, _) = Property::WORDS.get(x.round().max(0.0) as usize)?;
        Some(reading(*scheme, *property))
    }
}

fn reading(scheme: SchemeName, property: Property) -> String {
    let (name, label) = (scheme.word().label, property.word().label);
    let verdict = row(scheme)
        .iter()
        .find(|verdict| verdict.property == property)
        .expect("a scheme has a verdict on every property");
    let answer = match verdict.answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::NotApplicable => "not applicable",
    };
    let evidence = evidence(scheme, verdict);
    format!("{name}, “{label}”: {answer}. {evidence}")
}

const NAMES: f32 = 92.0;
/// Room for the frame of the last cell, CSS pixels.
const EDGE: f32 = 2.0;
/// The smallest width of cells with room for names above, CSS pixels.
const ROOMY: f32 = 54.0;

/// Returns the rectangle of this size around the point of `rect`.
fn grown(rect: Rect, width: f32, height: f32) -> Rect {
    Rect::new(rect.x - width / 2.0, rect.y - height / 2.0, width, height)
}

/// Draws the meaning of the property in focus and, on a wide board, how all cells were measured.
fn draw_meaning(spec: &Spec, top: f32, is_roomy: bool, drawing: &mut Drawing) -> f32 {
    const LINE: f32 = 17.0;
    let setting = LABEL.ink(Ink::Text);
    let tested = format!("This column tests: {}", meaning(spec.choice::<Property>()));
    let mut y = top;
    for line in setting.lines(&tested, drawing.size().0) {
        y += LINE;
        drawing.text(Point::new(0.0, y), setting, line);
    }
    if is_roomy {
        y += LINE;
        drawing.text(
            Point::new(0.0, y),
            SMALL,
            "32 components, training length 128, tested to 512.",
        );
    }
    y + 8.0
}

/// Draws the schemes beside their rows, and above the columns the properties or their numbers.
fn draw_names(spec: &Spec, panel: &Panel, is_roomy: bool, drawing: &mut Drawing) {
    let (row, column) = cell(spec);
    let emphasis = |is_chosen: bool| match is_chosen {
        true => LABEL.bold().ink(Ink::Text),
        false => LABEL,
    };
    for (place, (_, word)) in SchemeName::WORDS.iter().enumerate() {
        let at = Point::new(panel.rect.x - 10.0, panel.y_px(place as f64) + 4.0);
        let setting = emphasis(place == row).end();
        drawing.text(at, setting, word.label);
    }
    for (place, (_, word)) in Property::WORDS.iter().enumerate() {
        let setting = emphasis(place == column).ink(Ink::Text).size(11.0).middle();
        let at = |lift: f32| Point::new(panel.x_px(place as f64), panel.rect.y - lift);
        if !is_roomy {
            drawing.text(at(9.0), setting, place + 1);
            continue;
        }
        // Of all breaks, this one makes the longer line shortest.
        let breaks = word.label.match_indices(' ');
        let halves = breaks.map(|(at, _)| word.label.split_at(at));
        let (first, second) = halves
            .min_by_key(|(first, second)| first.len().max(second.len()))
            .unwrap_or((word.label, ""));
        drawing.text(at(22.0), setting, first);
        drawing.text(at(8.0), setting, second.trim_start());
    }
}

fn draw_cell(verdict: &Verdict, rect: Rect, drawing: &mut Drawing) {
    let middle = rect.center();
    let (fill, ink) = match verdict.answer {
        Answer::Yes => (Ink::Diverging(0.8), Ink::Surface),
        Answer::No => (Ink::Diverging(-0.8), Ink::Surface),
        Answer::NotApplicable => (Ink::Diverging(0.0), Ink::Muted),
    };
    drawing.fill(rect, fill, 1.0);
    let at = |right: f32, down: f32| Point::new(middle.x + right, middle.y + down);
    match verdict.answer {
        Answer::Yes => {
            let tick = [at(-4.5, 0.0), at(-1.0, 3.5), at(4.5, -4.0)];
            drawing.line(tick, 2.0, ink, 1.0);
        }
        Answer::No => {
            drawing.segment(at(-3.5, -3.5), at(3.5, 3.5), 2.0, ink, 1.0);
            drawing.segment(at(-3.5, 3.5), at(3.5, -3.5), 2.0, ink, 1.0);
        }
        Answer::NotApplicable => drawing.segment(at(-4.0, 0.0), at(4.0, 0.0), 2.0, ink, 1.0),
    }
}

/// Draws the list of numbered properties above a narrow board; returns the lower edge.
fn draw_list(spec: &Spec, drawing: &mut Drawing) -> f32 {
    const TOP: f32 = 12.0;
    const LINE: f32 = 17.0;
    let (_, column) = cell(spec);
    let half = Property::WORDS.len().div_ceil(2);
    let is_split = drawing.size().0 >= 320.0;
    for (place, (_, word)) in Property::WORDS.iter().enumerate() {
        let (across, down) = match is_split {
            true => (place / half, place % half),
            false => (0, place),
        };
        let x = across as f32 * drawing.size().0 / 2.0;
        let at = Point::new(x, TOP + LINE * down as f32);
        let setting = match place == column {
            true => LABEL.bold().ink(Ink::Text),
            false => LABEL,
        };
        drawing.text(at, setting, format_args!("{} {}", place + 1, word.label));
    }
    let n_lines = if is_split {
        half
    } else {
        Property::WORDS.len()
    };
    TOP + LINE * n_lines as f32
}
