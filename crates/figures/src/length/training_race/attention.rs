//! Where the heads of a racer look in one text, and what the racer answers at each token.

use std::rc::Rc;

use super::computed::{Computed, head_handle, head_probe};
use super::course::{LETTERS, RaceTask, Racer};
use super::report::Look;
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::legend::draw_bar;
use phasor_draw::{Axis, ColorMap, Ink, LABEL, Layout, Panel, Point, Raster, Rect, SMALL};
use phasor_text::number::Fixed;

const LEFT: f32 = 46.0;
const TOP: f32 = 30.0;

pub(super) fn draw(computed: &Computed<'_>, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let Some(look) = look(computed) else {
        let middle = Point::new(width / 2.0, 120.0);
        let text = "Press Start to look inside.";
        drawing.text(middle, LABEL.middle().size(14.0), text);
        return drawing.set_height(240.0);
    };
    let side = (width - LEFT - 60.0).min(400.0);
    // On a wide page the picture is in the middle.
    let left = LEFT + ((width - LEFT - 60.0 - side) / 2.0).max(0.0) * 0.6;
    let map = computed.spec.attention_map(look.attention.len());
    let panel = draw_map(look, map, Rect::new(left, TOP, side, side), drawing);
    draw_trained(computed.spec.race_length(), &panel, drawing);
    draw_answers(look, &panel, drawing);
    let mut bottom = panel.rect.bottom() + 44.0;
    draw_bar(
        Point::new(left, bottom),
        ("weight 0", "1"),
        &Ink::Sequential,
        drawing,
    );
    if look.attention.len() > 1 {
        let beside = panel.rect.right() + 60.0;
        bottom = match width - beside > 90.0 {
            true => {
                draw_heads(look, map, (Point::new(beside, TOP), width), drawing);
                bottom
            }
            false => draw_heads(look, map, (Point::new(left, bottom + 26.0), width), drawing),
        };
    }
    drawing.set_height(bottom + 24.0);
}

fn look<'a>(computed: &Computed<'a>) -> Option<&'a Look> {
    let run = computed.record.run(computed.spec.choice::<Racer>());
    run.look(computed.spec.progress())
}

fn draw_map(look: &Look, map: usize, rect: Rect, drawing: &mut Drawing) -> Panel {
    let length = look.tokens.len();
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(0.0, length as f64).labelled("key position", 4),
        y: Axis::bare(length as f64, 0.0).labelled("query position", 4),
    });
    draw_weights(look, map, rect, drawing);
    drawing.outline(rect, 1.0, Ink::Muted, 0.8);
    drawing.handle(Handle {
        rect,
        grab: Grab::Set(Key::Map, map as f64),
        panel,
    });
    panel
}

fn draw_weights(look: &Look, map: usize, rect: Rect, drawing: &mut Drawing) {
    let length = look.tokens.len();
    let Some(weights) = look.attention.get(map) else {
        return;
    };
    drawing.raster(Raster {
        rect,
        map: ColorMap::Sequential,
        layout: Layout::Rows(length),
        shades: Rc::from(weights.as_slice()),
        row: 0.0,
        column: 0.0,
        span: length as f64,
    });
}

/// Marks the training length on both axes.
fn draw_trained(trained: usize, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let (x, y) = (panel.x_px(trained as f64), panel.y_px(trained as f64));
    let at = Point::new;
    drawing.dashed(at(x, rect.y), at(x, rect.bottom()), 1.4, Ink::Text, 0.9);
    drawing.dashed(
        at(rect.x, y),
        at(rect.right() + 22.0, y),
        1.4,
        Ink::Text,
        0.9,
    );
    let small = SMALL.ink(Ink::Text);
    drawing.text(
        at(rect.x, rect.y - 10.0),
        small,
        "trained up to the dashed lines",
    );
}

/// Draws a column of the answers beside the queries: right or wrong.
fn draw_answers(look: &Look, panel: &Panel, drawing: &mut Drawing) {
    const ACROSS: f32 = 12.0;
    let x = panel.rect.right() + 8.0;
    let height = panel.rect.height / look.tokens.len() as f32;
    for (place, (answer, guess)) in look.answers.iter().zip(&look.guesses).enumerate() {
        let ink = match *answer {
            none if none < 0.0 => Ink::Diverging(0.0),
            right if right == *guess => Ink::Diverging(0.8),
            _ => Ink::Diverging(-0.8),
        };
        let y = panel.rect.y + place as f32 * height;
        drawing.fill(Rect::new(x, y, ACROSS, height + 0.2), ink, 1.0);
    }
    let head = Point::new(x + ACROSS, panel.rect.y - 10.0);
    drawing.text(head, SMALL.end(), "answers");
    let foot = Point::new(x + 6.0, panel.rect.bottom() + 33.0);
    let (right, wrong) = (Ink::Diverging(0.8), Ink::Diverging(-0.8));
    // Beside a small picture there is no room for the third.
    let entries: &[(&str, Ink, f32)] = match panel.rect.width > 330.0 {
        true => &[
            ("right", right, -150.0),
            ("wrong", wrong, -102.0),
            ("not asked", Ink::Diverging(0.0), -50.0),
        ],
        false => &[("right", right, -62.0), ("wrong", wrong, -14.0)],
    };
    for &(text, ink, left) in entries {
        let at = Point::new(foot.x + left, foot.y + 20.0);
        drawing.disc(Point::new(at.x, at.y - 4.0), 4.0, ink, 1.0);
        drawing.text(Point::new(at.x + 8.0, at.y), SMALL, text);
    }
}

/// Draws every head small, in rows; a press puts one in focus. Returns the lower edge.
fn draw_heads(look: &Look, chosen: usize, (at, right): (Point, f32), drawing: &mut Drawing) -> f32 {
    const SIDE: f32 = 62.0;
    const STEP: f32 = SIDE + 20.0;
    let n_columns = ((right - at.x) / STEP).max(1.0) as usize;
    let n_maps = look.attention.len();
    for map in 0..n_maps {
        let (row, column) = (map / n_columns, map % n_columns);
        let rect = Rect::new(
            at.x + column as f32 * STEP,
            at.y + row as f32 * STEP,
            SIDE,
            SIDE,
        );
        draw_weights(look, map, rect, drawing);
        let (width, ink) = if map == chosen {
            (2.0, Ink::Query)
        } else {
            (1.0, Ink::Muted)
        };
        drawing.outline(rect, width, ink, 1.0);
        let name = Point::new(rect.x, rect.bottom() + 12.0);
        drawing.text(name, SMALL, format_args!("head {map}"));
        drawing.handle(head_handle(map, rect));
    }
    at.y + n_maps.div_ceil(n_columns) as f32 * STEP
}

pub(super) fn probe(computed: &Computed<'_>, handle: &Handle, point: Point) -> Option<String> {
    if let Some(sentence) = head_probe(handle) {
        return Some(sentence);
    }
    let look = look(computed)?;
    let Grab::Set(Key::Map, map) = handle.grab else {
        return None;
    };
    let (key, query) = handle.values(point);
    let (key, query) = (key as usize, query as usize);
    let weights = look.attention.get(map as usize)?;
    let weight = weights.get(query * look.tokens.len() + key)?;
    let letter = |list: &[f64]| letter(computed.spec.choice::<RaceTask>(), *list.get(query)?);
    let answer = match (letter(&look.guesses), letter(&look.answers)) {
        (Some(guess), Some(right)) => format!("; it says {guess}, and {right} is right"),
        _ => String::new(),
    };
    Some(format!(
        "query {query}, key {key}: weight {:.2}{answer}",
        Fixed(f64::from(*weight))
    ))
}

/// Returns a token of the answers as a letter: of the text, or the one with that number in the alphabet.
fn letter(task: RaceTask, token: f64) -> Option<char> {
    if token < 0.0 {
        return None;
    }
    match task {
        RaceTask::Next => LETTERS.chars().nth(token as usize),
        _ => ('a'..='z').nth(token as usize),
    }
}
