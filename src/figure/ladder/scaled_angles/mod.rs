//! What scaling rules do to the wavelength of every pair, and which angles are then new.

mod stretch;

use super::axis;
use super::view::View;
use stretch::{Fate, Stretch};

use crate::config::choice::{Choice, Rule};
use crate::config::{Key, Spec};
use crate::encoding::frequency::wavelength;
use crate::figure::drawing::{Drawing, Ink, LABEL, pair_ink};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, preset};
use crate::figure::number::{Compact, Place, Short};
use crate::figure::table::Column;

/// The figure `scaled-angles`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Scaled angles",
    caption: "Above, the wavelength of every pair before (ring) and after (dot) a scaling rule, from \
        the fastest to the slowest. Below, the part of its circle that each pair turned through in \
        training (bar), and what a longer text adds to it, in the colour of the dashed line.",
    keyboard: "Keys on the figure: ← → choose a pair, ↑ ↓ double or halve the factor.",
    shared_keys: &[Key::Base, Key::Dim, Key::Pair],
    own_keys: &[
        Key::Rule,
        Key::Factor,
        Key::TrainingLength,
        Key::PartialRotaryFactor,
    ],
    leading_keys: &[Key::Rule, Key::Factor],
    presets: &[
        preset(
            "Llama 3.1 8B",
            "base=500000&dim=128&rule=llama3&factor=8&training-length=8192&pair=32",
        ),
        preset(
            "Llama 2 with YaRN × 16",
            "base=10000&dim=128&rule=yarn&factor=16&training-length=4096&pair=33",
        ),
        preset(
            "position interpolation × 2",
            "base=10000&dim=128&rule=linear&factor=2&training-length=4096&pair=0",
        ),
        preset(
            "Phi-3.5-mini, LongRoPE",
            "base=10000&dim=96&rule=longrope&factor=32&training-length=4096&pair=20",
        ),
        preset(
            "p-RoPE as in Gemma 4",
            "base=1000000&dim=512&rule=proportional&partial-rotary-factor=0.25&factor=8&training-length=4096&pair=63",
        ),
    ],
    idle: |_, _| false,
    clock: None,
    arrow,
    sketch: || Box::new(ScaledAngles),
};

/// Left and right choose a pair, up and down change the factor.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    if right != 0.0 {
        let last = spec.n_pairs() as f64 - 1.0;
        let pair = (spec.pair() as f64 + right).clamp(0.0, last);
        spec.set_nearest(Key::Pair, pair);
    }
    if down != 0.0 {
        spec.set_nearest(Key::Factor, spec.factor() * (-down).exp2());
    }
}

#[derive(Debug)]
struct ScaledAngles;

impl View for ScaledAngles {
    type Seen = Stretch;
    const ROWS: &'static str =
        "Every pair; what the rule does: 0 kept, 1 between, 2 divided, 3 still";

    fn seen(&mut self, spec: &Spec) -> Option<Stretch> {
        Some(Stretch::new(spec))
    }

    fn draw(spec: &Spec, stretch: &Self::Seen, drawing: &mut Drawing) {
        let (upper, lower) = panels(stretch, drawing);
        draw_focus(spec, stretch, [&upper, &lower], drawing);
        draw_lengths(stretch, &upper, drawing);
        draw_wavelengths(stretch, &upper, drawing);
        draw_fates(stretch, &upper, drawing);
        draw_circles(stretch, &lower, drawing);
        for panel in [upper, lower] {
            axis::frame(&panel, drawing);
            let (x, y) = (Some(Key::Pair), None);
            let (rect, grab) = (panel.rect, Grab::Slide { x, y });
            drawing.handle(Handle { rect, grab, panel });
        }
        if stretch.rule != Rule::LongRope {
            let (x, y) = (None, Some(Key::TrainingLength));
            let line = upper.y_px(stretch.trained);
            let rect = Rect::new(LEFT, line - 8.0, upper.rect.width, 16.0);
            let (grab, panel) = (Grab::Slide { x, y }, upper);
            drawing.handle(Handle { rect, grab, panel });
        }
        drawing.set_height(lower.rect.bottom() + 84.0);
    }

    fn reading(spec: &Spec, stretch: &Self::Seen) -> String {
        let n_pairs = stretch.before.n_pairs();
        let name = match stretch.rule {
            Rule::None => "No rule".to_owned(),
            Rule::Linear => format!("Position interpolation × {}", Short(stretch.factor)),
            // What the controls say of another head does not count.
            Rule::LongRope => format!(
                "LongRoPE as Phi-3.5-mini has it (dim {}, factor {})",
                2 * n_pairs,
                Short(stretch.factor)
            ),
            Rule::Proportional => "p-RoPE".to_owned(),
            rule => format!("{} × {}", rule.word().label, Short(stretch.factor)),
        };
        let counts = Fate::ALL.map(|fate| (stretch.count(fate), fate.name()));
        let fates: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, fate)| format!("{count} {fate}"))
            .collect();
        let fates = match fates.as_slice() {
            [only] => format!("all {only}"),
            _ => format!("of {n_pairs} pairs {}", fates.join(", ")),
        };
        let (plain, now) = stretch.n_new();
        let amount = |count: usize| match count {
            0 => "none".to_owned(),
            count => count.to_string(),
        };
        let without = match stretch.rule {
            Rule::None => String::new(),
            _ => format!("; without the rule {} would", amount(plain)),
        };
        format!(
            "{name}: {fates}{}. In a text of {} tokens {} of them turn{} to angles that training to {} never \
            showed{without}.",
            remark(spec, stretch),
            Place(stretch.longer().floor()),
            amount(now),
            if now == 1 { "s" } else { "" },
            Place(stretch.trained),
        )
    }

    fn columns(_spec: &Spec, stretch: &Self::Seen) -> Vec<Column> {
        let (before, after) = (&stretch.before, &stretch.after);
        let turns: Vec<[f64; 3]> = stretch.turns().collect();
        let turns = |place: usize| {
            let column = turns.iter().filter_map(|turns| turns.get(place).copied());
            column.collect()
        };
        let pairs = (0..before.n_pairs()).map(|pair_idx| pair_idx as f64);
        let fates = stretch.fates().map(|fate| f64::from(fate as u8));
        vec![
            Column::numbers("pair_idx", pairs.collect()),
            Column::numbers("inv_freq before", before.inv_freq().to_vec()),
            Column::numbers("inv_freq after", after.inv_freq().to_vec()),
            Column::numbers("what the rule does", fates.collect()),
            Column::numbers("turns in training", turns(0)),
            Column::numbers("turns in the longer text without the rule", turns(1)),
            Column::numbers("turns in the longer text", turns(2)),
            Column::numbers("new part of the circle", stretch.new_arcs()),
        ]
    }

    fn probe(_spec: &Spec, stretch: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        if matches!(handle.grab, Grab::Slide { y: Some(_), .. }) {
            let trained = Place(stretch.trained);
            return Some(format!(
                "training length {trained} tokens: drag it up or down"
            ));
        }
        let pair_idx = handle.values(point).0.round().max(0.0) as usize;
        let [first, second] = pair_lines(stretch, pair_idx)?;
        Some(format!("pair {pair_idx}: {first}; {second}"))
    }
}

const TOP: f32 = 58.0;
const LEFT: f32 = axis::NUMBERS;
const RIGHT: f32 = 12.0;
/// What is new to the model.
const NEW: Ink = Ink::Query;

/// The panel of wavelengths and that of circles, with their axes.
fn panels(stretch: &Stretch, drawing: &mut Drawing) -> (Panel, Panel) {
    let width = drawing.size().0 - LEFT - RIGHT;
    let n_pairs = stretch.before.n_pairs();
    let across = Axis::bare(-0.5, n_pairs as f64 - 0.5);
    let lengths = stretch
        .before
        .wavelengths()
        .chain(stretch.after.wavelengths());
    let lengths = lengths.filter(|length| length.is_finite());
    let highest = lengths.fold(stretch.longer(), f64::max);
    let upper = drawing.panel(Panel {
        rect: Rect::new(LEFT, TOP, width, 250.0),
        x: across,
        y: Axis::bare(2.0, 10f64.powf(highest.log10().ceil() + 0.3)).log(),
    });
    let lower = drawing.panel(Panel {
        rect: Rect::new(LEFT, upper.rect.bottom() + 68.0, width, 130.0),
        x: across,
        y: Axis::bare(0.0, 1.0),
    });
    let powers = axis::powers(upper.y.low, upper.y.high);
    axis::beside(&upper, ("wavelength (tokens)", 36.0), powers, drawing);
    let parts = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")];
    let parts = parts.map(|(part, name)| (part, name.to_owned()));
    axis::beside(&lower, ("part of a turn", 12.0), parts.into_iter(), drawing);
    let step = n_pairs.div_ceil(8).next_power_of_two();
    let ticks = (0..n_pairs).step_by(step);
    let ticks = ticks.map(|pair_idx| (pair_idx as f64, pair_idx.to_string()));
    axis::below(&lower, "pair, fastest first", ticks, drawing);
    (upper, lower)
}

/// The pair in focus: a line through both panels, and its numbers below.
fn draw_focus(spec: &Spec, stretch: &Stretch, panels: [&Panel; 2], drawing: &mut Drawing) {
    let n_pairs = stretch.before.n_pairs();
    // LongRoPE has pairs of its own.
    let pair_idx = spec.pair().min(n_pairs - 1);
    for panel in panels {
        let x = panel.x_px(pair_idx as f64);
        let (top, foot) = (panel.rect.y, panel.rect.bottom());
        drawing.segment(
            Point::new(x, top),
            Point::new(x, foot),
            1.2,
            Ink::Muted,
            0.6,
        );
    }
    let [_, lower] = panels;
    let y = lower.rect.bottom() + 58.0;
    let name = LABEL.bold().ink(pair_ink(pair_idx, n_pairs));
    drawing.text(Point::new(0.0, y), name, format_args!("pair {pair_idx}"));
    let lines = pair_lines(stretch, pair_idx).into_iter().flatten();
    for (row, line) in (0u8..).zip(lines) {
        let at = Point::new(56.0, y + 18.0 * f32::from(row));
        drawing.text(at, LABEL.size(11.0).ink(Ink::Text), format_args!("{line}"));
    }
}

/// The wavelengths and the turns of a pair.
fn pair_lines(stretch: &Stretch, pair_idx: usize) -> Option<[String; 2]> {
    let &before = stretch.before.inv_freq().get(pair_idx)?;
    let &after = stretch.after.inv_freq().get(pair_idx)?;
    let [trained, _, now] = stretch.turns().nth(pair_idx)?;
    let length = |inv_freq: f64| Compact(wavelength(inv_freq));
    let after = match after {
        0.0 => "none".to_owned(),
        inv_freq => length(inv_freq).to_string(),
    };
    Some([
        format!("wavelength {} → {after}", length(before)),
        format!(
            "{} turns in training, {} now",
            Compact(trained),
            Compact(now)
        ),
    ])
}

/// The training length and the longer one, as rules across the wavelengths.
fn draw_lengths(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let small = LABEL.size(11.0);
    let (trained, longer) = (stretch.trained, stretch.longer());
    let ends = |y: f32| (Point::new(rect.x, y), Point::new(rect.right(), y));
    let ((from, to), y) = (ends(panel.y_px(longer)), panel.y_px(longer));
    drawing.dashed(from, to, 1.2, NEW, 0.9);
    let at = Point::new(rect.x + 6.0, y - 5.0);
    let longer = Place(longer.floor());
    drawing.text(at, small.ink(NEW), format_args!("text of {longer}"));
    let ((from, to), y) = (ends(panel.y_px(trained)), panel.y_px(trained));
    drawing.segment(from, to, 1.6, Ink::Key, 0.9);
    let at = Point::new(rect.x + 6.0, y + 14.0);
    let trained = Place(trained);
    drawing.text(
        at,
        small.ink(Ink::Key),
        format_args!("trained to {trained}"),
    );
}

fn draw_wavelengths(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
    let n_pairs = stretch.before.n_pairs();
    let radius = (panel.rect.width / n_pairs as f32 * 0.36).clamp(1.1, 3.6);
    let lengths = stretch
        .before
        .wavelengths()
        .zip(stretch.after.wavelengths());
    for (pair_idx, (before, after)) in lengths.enumerate() {
        let ink = pair_ink(pair_idx, n_pairs);
        let x = panel.x_px(pair_idx as f64);
        let from = Point::new(x, panel.y_px(before));
        drawing.ring(from, radius, 1.0, Ink::Muted, 0.8);
        if after.is_finite() {
            let to = Point::new(x, panel.y_px(after));
            drawing.segment(from, to, 1.0, ink, 0.6);
            drawing.disc(to, radius, ink, 1.0);
        }
    }
}

/// Which pairs are kept, divided, or neither, above the panel.
fn draw_fates(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
    const LETTER: f32 = 6.2;
    let fates: Vec<Fate> = stretch.fates().collect();
    let mut first = 0;
    for run in fates.chunk_by(|one, next| one == next) {
        let Some(fate) = run.first() else { continue };
        let end = first + run.len();
        let edge = |pair_idx: usize| panel.x_px(pair_idx as f64 - 0.5);
        let (left, right) = (edge(first) + 1.0, edge(end) - 1.0);
        let y = panel.rect.y - 8.0;
        let (from, to) = (Point::new(left, y), Point::new(right.max(left), y));
        drawing.segment(from, to, 2.0, Ink::Muted, 0.9);
        let name = fate.name();
        if right - left > LETTER * name.len() as f32 {
            let at = Point::new((left + right) / 2.0, y - 6.0);
            drawing.text(at, LABEL.size(11.0).middle(), format_args!("{name}"));
        }
        first = end;
    }
}

/// How much of its circle each pair turned through in training, and what is new.
fn draw_circles(stretch: &Stretch, panel: &Panel, drawing: &mut Drawing) {
    let n_pairs = stretch.before.n_pairs();
    let across = panel.rect.width / n_pairs as f32;
    let wide = (across - 1.0).max(across * 0.7);
    let pairs = stretch.turns().zip(stretch.new_arcs()).enumerate();
    for (pair_idx, ([trained, plain, _], new)) in pairs {
        let x = panel.x_px(pair_idx as f64) - wide / 2.0;
        let bar = |low: f64, high: f64| {
            let (top, foot) = (panel.y_px(high.min(1.0)), panel.y_px(low.min(1.0)));
            Rect::new(x, top, wide, foot - top)
        };
        drawing.fill(bar(0.0, trained), pair_ink(pair_idx, n_pairs), 0.55);
        if plain > trained {
            drawing.fill(bar(trained, plain), Ink::Muted, 0.22);
        }
        if new > 0.0 {
            drawing.fill(bar(trained, trained + new), NEW, 1.0);
        }
    }
    let key = LABEL.size(11.0).end();
    let at = |lift: f32| Point::new(panel.rect.right(), panel.rect.y - lift);
    let (plain, now) = stretch.n_new();
    let text = match now {
        0 => "nothing new".to_owned(),
        1 => "1 pair with new angles".to_owned(),
        _ => format!("{now} pairs with new angles"),
    };
    drawing.text(at(30.0), key.bold().ink(NEW), format_args!("{text}"));
    if plain > now {
        drawing.text(at(12.0), key, format_args!("grey: without the rule"));
    }
}

/// What a rule costs or does beside.
fn remark(spec: &Spec, stretch: &Stretch) -> String {
    let fastest = stretch.after.inv_freq().first().copied();
    match stretch.rule {
        Rule::Ntk if spec.dim() < 4 => ", since the rule needs two pairs".to_owned(),
        Rule::Linear => format!(
            ", and two neighbours are {} radians apart in pair 0, not 1",
            Short(fastest.unwrap_or_default())
        ),
        _ if stretch.logit_factor != 1.0 => format!(
            ", and every score is multiplied by {}",
            Short(stretch.logit_factor)
        ),
        _ => String::new(),
    }
}
