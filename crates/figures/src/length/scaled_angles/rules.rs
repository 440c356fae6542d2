//! All rules side by side: how much slower each rotates every pair, and which pairs still reach new angles.

use super::stretch::Stretch;

use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, Type, WIDE, strip};

use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::strip::NEW;
use phasor_params::choice::{Choice, Rule};
use phasor_params::{Key, Spec};
use phasor_text::number::Short;

const SMALL: Type = LABEL.size(11.0);
/// Room for headings and the legend above the rows.
const TOP: f32 = 44.0;

/// Draws a row for each rule.
pub(super) fn draw(spec: &Spec, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let (names, counts, down) = match is_wide {
        true => (150.0, 96.0, 62.0),
        false => (86.0, 62.0, 46.0),
    };
    let rows = Rule::WORDS;
    let rect = Rect::new(0.0, TOP, width, down * rows.len() as f32);
    draw_headings(names, width, drawing);
    for (place, (rule, _)) in rows.iter().enumerate() {
        let row = Rect::new(0.0, TOP + down * place as f32, width, down);
        if *rule == spec.rule() {
            drawing.fill(row, Ink::Faint, 0.5);
        }
        let stretch = Stretch::of(spec, *rule);
        draw_name(&stretch, row, is_wide, drawing);
        let bars = Rect::new(
            names,
            row.y + 16.0,
            width - names - counts,
            row.height - 26.0,
        );
        let arcs = stretch.pairs.new_arcs();
        strip::draw(&stretch.pairs, &arcs, bars, drawing);
        draw_count(&stretch, &arcs, row, is_wide, drawing);
    }
    drawing.handle(Handle {
        rect,
        grab: Grab::Slide {
            x: None,
            y: Some(Key::Rule),
        },
        panel: Panel {
            rect,
            x: Axis::bare(0.0, 1.0),
            y: Axis::bare(rows.len() as f64 - 0.5, -0.5),
        },
    });
    let at = Point::new(names, rect.bottom() + 16.0);
    drawing.text(at, SMALL, "pairs, fastest first");
    drawing.set_height(rect.bottom() + 24.0);
}

fn draw_headings(names: f32, width: f32, drawing: &mut Drawing) {
    let setting = SMALL.ink(Ink::Text);
    let at = |x: f32, y: f32| Point::new(x, y);
    drawing.text(
        at(names, 13.0),
        setting,
        "bar: frequency divided by (log scale)",
    );
    let sign = Rect::new(names, 24.0, 16.0, 4.0);
    drawing.fill(sign, NEW, 1.0);
    drawing.text(at(names + 22.0, 30.0), setting, "pair reaches new angles");
    let end = setting.end();
    drawing.text(at(width - 6.0, 13.0), end, "pairs with");
    drawing.text(at(width - 6.0, 30.0), end, "new angles");
}

/// Writes the name of a rule in one or two lines and, where there is room, what it does.
fn draw_name(stretch: &Stretch, row: Rect, is_wide: bool, drawing: &mut Drawing) {
    let label = match stretch.rule {
        Rule::None => "no rule",
        rule => rule.word().label,
    };
    let name = LABEL.bold().ink(Ink::Text);
    let middle = row.y + row.height / 2.0;
    let lines = match (is_wide, label.split_once(' ')) {
        (true, _) => [label, remark(stretch.rule)],
        (false, Some((first, second))) if label.len() > 10 => [first, second],
        _ => [label, ""],
    };
    let is_single = lines[1].is_empty();
    let y = middle + if is_single { 5.0 } else { -2.0 };
    drawing.text(Point::new(6.0, y), name, lines[0]);
    if is_single {
        return;
    }
    let below = if is_wide { SMALL } else { name };
    let at = Point::new(6.0, y + 16.0);
    drawing.text(at, below, lines[1]);
}

/// Returns in a few words what the rule changes.
fn remark(rule: Rule) -> &'static str {
    match rule {
        Rule::None => "frequencies as trained",
        Rule::Linear => "all pairs alike",
        Rule::Ntk => "a larger base",
        Rule::Yarn | Rule::Llama3 => "fast pairs kept",
        Rule::LongRope => "a divisor for each pair",
        Rule::Proportional => "slow pairs stand still",
    }
}

/// Writes how many pairs reach new angles, and by what the rule multiplies scores.
fn draw_count(stretch: &Stretch, arcs: &[f64], row: Rect, is_wide: bool, drawing: &mut Drawing) {
    let (n_new, n_pairs) = (arcs.iter().filter(|arc| **arc > 0.0).count(), arcs.len());
    let ink = if n_new > 0 { NEW } else { Ink::Text };
    let middle = row.y + row.height / 2.0;
    let has_factor = stretch.logit_factor != 1.0;
    let at = |down: f32| Point::new(row.right() - 6.0, middle + down);
    let count = LABEL.bold().ink(ink).end();
    let lift = if has_factor { -2.0 } else { 5.0 };
    drawing.text(at(lift), count, format_args!("{n_new} of {n_pairs}"));
    if has_factor {
        let factor = Short(stretch.logit_factor);
        let what = if is_wide { "scores " } else { "" };
        drawing.text(at(14.0), SMALL.end(), format_args!("{what}× {factor}"));
    }
}
