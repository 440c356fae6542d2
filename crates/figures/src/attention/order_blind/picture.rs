//! The picture of `order-blind`: the output of every word in both orders, with threads between them, and below the
//! attention weights.

use super::computed::{SAME, difference, twins};
use super::layout::{Half, Layout};
use super::switch::{Switch, mixed};
use crate::handle::{Drawing, Grab, Handle};
use crate::head::HEAD_DIM;
use crate::{Key, Spec};
use phasor_draw::legend::draw_bar;
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, Type, eased};
use phasor_text::number::Fixed;

const HEAD: Type = LABEL.bold().ink(Ink::Text);

pub(super) fn draw(spec: &Spec, switch: &Switch, drawing: &mut Drawing) {
    let layout = Layout::new(spec, switch, drawing.size().0);
    draw_heads(&layout, drawing);
    for half in &layout.halves {
        draw_outputs(spec, half, switch, drawing);
        draw_twins(spec, half, switch, drawing);
        draw_attention(spec, half, switch.weighed(), drawing);
    }
    draw_threads(spec, switch, &layout, drawing);
    let bottom = draw_legend(switch.reach(), layout.bottom(), drawing);
    drawing.set_height(bottom);
}

fn draw_heads(layout: &Layout<'_>, drawing: &mut Drawing) {
    const WIDEST: f32 = 320.0;
    let width = drawing.size().0;
    let top = 13.0;
    drawing.text(Point::new(0.0, top), HEAD, "as written");
    let at = Point::new(width, top);
    drawing.text(at, HEAD.end(), "rearranged: drag a word");
    let at = Point::new(0.0, layout.attention_top() - 24.0);
    if width < WIDEST {
        drawing.text(at, HEAD, "attention");
    } else {
        let text = "how much each word (row) attends to each word (column)";
        drawing.text(at, SMALL.ink(Ink::Text), text);
    }
}

/// Returns the ink of a word: one for the word in focus, one for its copies and for the repeated word of the reading,
/// and one for all others.
fn ink(spec: &Spec, word: usize) -> Ink {
    let words = spec.sentence().words();
    let is_twin = twins(spec).is_some_and(|(first, second)| word == first || word == second);
    if word == spec.token() {
        Ink::Query
    } else if is_twin || words.get(word) == words.get(spec.token()) {
        Ink::Key
    } else {
        Ink::Muted
    }
}

fn draw_name(spec: &Spec, half: &Half<'_>, (word, baseline): (usize, f32), drawing: &mut Drawing) {
    let ink = ink(spec, word);
    let name = LABEL.size(half.letters);
    let name = match ink {
        Ink::Muted => name.ink(Ink::Text),
        _ => name.bold().ink(ink),
    };
    let name = if half.is_mirrored { name } else { name.end() };
    let at = Point::new(half.name_x(), baseline);
    drawing.text(at, name, spec.sentence().printed(word));
}

/// Draws every word with its stripes; each row is one handle.
fn draw_outputs(spec: &Spec, half: &Half<'_>, switch: &Switch, drawing: &mut Drawing) {
    let n = half.order.len() as f64;
    let panel = Panel {
        rect: Rect {
            x: half.rect.x,
            width: half.rect.width,
            ..half.stripes
        },
        x: Axis {
            label: half.title,
            ..Axis::bare(-1.0, -0.5)
        },
        y: Axis::bare(n, 0.0),
    };
    for (place, word) in half.rows() {
        let (middle, left) = (half.middle(place), half.stripes_x(place));
        if half.way.aside(place) > 0.0 {
            let paper = Rect::new(
                left,
                middle - half.row / 2.0,
                half.rect.right() - left,
                half.row,
            );
            drawing.fill(paper, Ink::Surface, 1.0);
        }
        draw_name(spec, half, (word, middle + 4.5), drawing);
        draw_stripes(half, (place, word), switch, drawing);
        let rect = Rect {
            y: middle - half.row / 2.0,
            height: half.row,
            ..panel.rect
        };
        let grab = match half.is_mirrored {
            true => Grab::Word(place),
            false => Grab::Set(Key::Token, word as f64),
        };
        drawing.handle(Handle { rect, grab, panel });
    }
}

/// Draws the output of a word, and on the way under it what positions change in it: together they are the output with
/// positions.
fn draw_stripes(
    half: &Half<'_>,
    (place, word): (usize, usize),
    switch: &Switch,
    drawing: &mut Drawing,
) {
    /// How far outside a change begins, CSS pixels.
    const OUTSIDE: f32 = 24.0;
    /// Lower edge of the output, upper edge of the change and height of the change, in rows below the middle.
    const LOWER: f32 = 0.4;
    const UNDER: f32 = 0.42;
    const THIN: f32 = 0.16;
    let (come, sunk, reach) = (switch.come(word), switch.sunk(word), switch.reach());
    let (middle, left) = (half.middle(place), half.stripes_x(place));
    let row = Rect::new(
        left,
        middle - LOWER * half.row,
        half.stripes.width,
        2.0 * LOWER * half.row,
    );
    let [off, on] = half.ends.map(|end| end.output.row(place));
    let numbers = off.iter().zip(on);
    let output = numbers.clone().map(|(off, on)| mixed(*off, *on, sunk));
    draw_numbers(output, (row, reach), 1.0, drawing);
    let alpha = come * (1.0 - sunk);
    if alpha > 0.0 {
        let outside = OUTSIDE * (1.0 - come) * if half.is_mirrored { 1.0 } else { -1.0 };
        let thin = Rect {
            x: left + outside,
            y: middle + (UNDER - sunk * UNDER) * half.row,
            height: THIN * half.row,
            ..row
        };
        draw_numbers(
            numbers.map(|(off, on)| on - off),
            (thin, reach),
            alpha,
            drawing,
        );
    }
}

/// Draws numbers as stripes side by side, in colours whose scale ends at `reach`.
fn draw_numbers(
    numbers: impl Iterator<Item = f64>,
    (row, reach): (Rect, f64),
    alpha: f32,
    drawing: &mut Drawing,
) {
    let width = row.width / HEAD_DIM as f32;
    for (component, number) in numbers.enumerate() {
        let x = row.x + component as f32 * width;
        let ink = Ink::Diverging((number / reach) as f32);
        drawing.fill(Rect { x, width, ..row }, ink, alpha);
    }
}

/// Draws a bracket around the outputs of a repeated word, with a sign.
fn draw_twins(spec: &Spec, half: &Half<'_>, switch: &Switch, drawing: &mut Drawing) {
    let Some((first, second)) = twins(spec) else {
        return;
    };
    let place = |twin: usize| {
        let place = half.order.iter().position(|&word| word == twin);
        place.expect("an order has every word")
    };
    let (later, first, second) = (second, place(first), place(second));
    let x = half.bracket_x();
    let toward = if half.is_mirrored { -5.0 } else { 5.0 };
    let ends = [first, second].map(|place| Point::new(x, half.middle(place)));
    let [above, below] = ends;
    let corners = [
        Point::new(x + toward, above.y),
        above,
        below,
        Point::new(x + toward, below.y),
    ];
    drawing.line(corners, 1.2, Ink::Muted, 1.0);
    let differ = half.ends.map(|end| {
        let [first, second] = [first, second].map(|place| end.output.row(place));
        difference(first, second) >= SAME
    });
    let at = Point::new(x, (above.y + below.y) / 2.0);
    draw_sign(at, switch.slash(later, differ), drawing);
}

/// Draws an equals sign, and from its lower end on so much of the slash that crosses it out if the two sides differ.
fn draw_sign(at: Point, slash: f32, drawing: &mut Drawing) {
    const HALF: f32 = 4.5;
    drawing.fill(
        Rect::new(at.x - 6.0, at.y - 6.0, 12.0, 12.0),
        Ink::Surface,
        1.0,
    );
    for y in [at.y - 2.2, at.y + 2.2] {
        let (from, to) = (Point::new(at.x - HALF, y), Point::new(at.x + HALF, y));
        drawing.segment(from, to, 1.7, Ink::Text, 1.0);
    }
    if slash > 0.0 {
        let from = Point::new(at.x - 3.0, at.y + 6.0);
        let end = Point::new(at.x + 3.0, at.y - 6.0);
        drawing.segment(from, from.lerp(end, slash), 1.5, Ink::Text, 1.0);
    }
}

/// Draws a thread from every word to its rearranged place, with a sign for whether its output stayed the same.
fn draw_threads(spec: &Spec, switch: &Switch, layout: &Layout<'_>, drawing: &mut Drawing) {
    const STEPS: usize = 16;
    const SIGN: f32 = 10.0;
    let [written, rearranged] = &layout.halves;
    for (place, &word) in rearranged.order.iter().enumerate() {
        let from = Point::new(written.stripes.right() + 3.0, written.middle(word));
        let end = Point::new(rearranged.stripes_x(place) - SIGN, rearranged.middle(place));
        let to = Point::new(end.x - SIGN + 2.0, end.y);
        let ink = ink(spec, word);
        let (width, alpha) = match ink {
            Ink::Muted => (1.0, 0.5),
            _ => (2.0, 1.0),
        };
        let curve = (0..=STEPS).map(|step| {
            let t = step as f32 / STEPS as f32;
            let down = eased(f64::from(t)) as f32;
            Point::new(
                from.x + (to.x - from.x) * t,
                from.y + (to.y - from.y) * down,
            )
        });
        drawing.line(curve, width, ink, alpha);
        let differs = switch.ends.each_ref().map(|ends| ends.change(word) >= SAME);
        draw_sign(end, switch.slash(word, differs), drawing);
    }
}

/// Draws the attention weights: one row for each word, one column for each word that it attends to.
fn draw_attention(spec: &Spec, half: &Half<'_>, weighed: f32, drawing: &mut Drawing) {
    /// The smallest width of a column with room for a number, CSS pixels.
    const NUMBER: f32 = 9.0;
    let (squares, n) = (half.squares, half.order.len());
    let (across, down) = (squares.width / n as f32, squares.height / n as f32);
    let panel = Panel {
        rect: squares,
        x: Axis {
            label: half.title,
            ..Axis::bare(0.0, n as f64)
        },
        y: Axis::bare(n as f64, 0.0),
    };
    for (place, word) in half.rows() {
        let stand = half.way.stand(place);
        let y = squares.y + stand * down;
        if half.way.aside(place) > 0.0 {
            let paper = Rect::new(squares.x, y, half.rect.right() - squares.x, down);
            drawing.fill(paper, Ink::Surface, 1.0);
        }
        draw_name(spec, half, (word, y + down / 2.0 + 4.0), drawing);
        // Both tables have a word in the same column, so that rows with the same weights look the same.
        let top = Point::new(squares.x + (word as f32 + 0.5) * across, squares.y - 6.0);
        match half.has_column_names {
            true => drawing.text(top, SMALL.middle(), spec.sentence().printed(word)),
            false if across >= NUMBER => drawing.text(top, SMALL.middle(), word),
            false => {}
        }
        for (column, &of) in half.order.iter().enumerate() {
            let weights = half.ends.map(|end| {
                let weight = end.weights.get(place, column);
                weight.expect("every word has a weight for every word")
            });
            let cell = Rect::new(squares.x + of as f32 * across, y, across, down);
            draw_weight(weights, weighed, cell.grown(-0.75), drawing);
        }
        let rect = Rect {
            y,
            height: down,
            x: half.rect.x,
            width: half.rect.width,
        };
        let grab = Grab::Set(Key::Token, word as f64);
        drawing.handle(Handle { rect, grab, panel });
    }
}

/// Draws a cell after a part of its way between two weights, with its number if there is room and the weight is not tiny.
fn draw_weight([off, on]: [f64; 2], part: f32, rect: Rect, drawing: &mut Drawing) {
    const LEAST: f64 = 0.05;
    let weight = mixed(off, on, part);
    let [first, second] = [off, on].map(|end| f64::from(u8::from(end >= LEAST)));
    let alpha = mixed(first, second, part) as f32;
    drawing.outline(rect, 1.0, Ink::Faint, 1.0);
    drawing.fill(rect, Ink::Sequential(weight as f32), 1.0);
    if alpha > 0.0 && rect.width >= 34.0 && rect.height >= 16.0 {
        let ink = if weight > 0.45 {
            Ink::Surface
        } else {
            Ink::Text
        };
        let at = Point::new(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0 + 4.0);
        let percent = Fixed(100.0 * weight);
        drawing.text(
            at,
            SMALL.ink(ink).alpha(alpha).middle(),
            format_args!("{percent:.0}%"),
        );
    }
}

/// Draws the two colour scales; returns the lower edge.
fn draw_legend(reach: f64, top: f32, drawing: &mut Drawing) -> f32 {
    const BESIDE: f32 = 220.0;
    const BELOW: f32 = 18.0;
    let reach = format!("{:.1}", Fixed(reach));
    let second = match drawing.size().0 < 2.0 * BESIDE {
        true => Point::new(0.0, top + BELOW),
        false => Point::new(BESIDE, top),
    };
    let signed = |t: f32| Ink::Diverging(2.0 * t - 1.0);
    let ends = (format!("output −{reach}"), reach);
    draw_bar(Point::new(0.0, top), (&ends.0, &ends.1), &signed, drawing);
    draw_bar(second, ("attention 0", "1"), &Ink::Sequential, drawing);
    second.y + 16.0
}
