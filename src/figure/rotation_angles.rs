//! One dial per rotated pair, and the score that the pairs add up to.

use super::cache::{Cache, vectors};
use super::drawing::{Drawing, Ink, LABEL, Type, pair_ink};
use super::geometry::{Axis, Panel, Point, Rect, spread};
use super::handle::{Grab, Handle};
use super::kind::{Kind, SHARED_KEYS, Sketch, pan, preset};
use super::number::{Brief, Compact, Fixed, Place, Short};
use super::probe;
use super::table::Table;
use crate::config::choice::Choice;
use crate::config::{Key, Spec};
use crate::encoding::frequency::{turns, within_one_turn};
use crate::encoding::rotary::rotate_pair;
use crate::encoding::{Pairing, Rope};

/// The figure `rotation-angles`.
pub(super) static KIND: Kind = Kind {
    title: "Rotation angles",
    caption: "RoPE turns every pair of the query and of the key by position × frequency. \
        The score sees only the angle between the two hands.",
    keyboard: "Keys on the figure: ← → move q and k together, ↑ ↓ move k alone, Shift takes ten, \
        Space plays.",
    shared_keys: &SHARED_KEYS,
    own_keys: &[Key::Pair, Key::Content, Key::Pairing],
    leading_keys: &[Key::Pair, Key::Offset],
    presets: &[
        preset(
            "q at 10°, k at 20°",
            "dim=2&length=4&content=tilted&pair=0\
            &position=0.17453292519943295&offset=0.17453292519943295",
        ),
        preset(
            "both 30° on: 40° and 50°",
            "dim=2&length=4&content=tilted&pair=0\
            &position=0.6981317007977318&offset=0.17453292519943295",
        ),
        preset(
            "a Llama 3 head",
            "base=500000&dim=128&length=128&content=aligned",
        ),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    arrow: pan,
    sketch: || Box::<RotationAngles>::default(),
};

#[derive(Debug, Default)]
struct RotationAngles(Cache);

impl Sketch for RotationAngles {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let bottom = draw_track(spec, ["q", "k"], drawing);
        let dials_bottom = draw_dials(spec, &mut self.0, bottom + 22.0, drawing);
        let score_bottom = draw_score(spec, &mut self.0, dials_bottom + 46.0, drawing);
        let bottom = draw_layouts(spec, &mut self.0, score_bottom + 78.0, drawing);
        drawing.set_height(bottom + 4.0);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let focus = spec.pair();
        let inv_freq = self.0.frequencies(spec).inv_freq().get(focus).copied();
        let angle = spec.position() * inv_freq.unwrap_or(1.0);
        format!(
            "Query at {}, key at {}: offset {}. RoPE has turned pair {focus} of the query by {} rad = \
             {}° = {} turns. The score is {:.4}, and it stays so while both move together.",
            Place(spec.position()),
            Place(spec.key_position()),
            Place(spec.offset()),
            Short(angle),
            Short(angle.to_degrees()),
            Short(turns(angle)),
            Fixed(score(spec, &mut self.0)),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        super::table::angles(spec, self.0.frequencies(spec))
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, _: Point) -> Option<String> {
        match handle.grab {
            Grab::Focus(pair_idx) => probe::pair(spec, &mut self.0, pair_idx),
            _ => None,
        }
    }
}

/// A small dial of this size, CSS pixels, has room for a number under it.
const LABELLED_DIAL: f32 = 44.0;

/// The query and key hands of one pair, as angles and as vectors after rotation.
#[derive(Clone, Copy)]
struct Hands {
    query_angle: f64,
    key_angle: f64,
    relative_angle: f64,
    query: (f64, f64),
    key: (f64, f64),
}

impl Hands {
    fn new(spec: &Spec, inv_freq: f64) -> Self {
        let query_angle = spec.position() * inv_freq;
        let key_angle = spec.key_position() * inv_freq;
        Self {
            query_angle,
            key_angle,
            // Not the difference of the two, which far out has lost digits.
            relative_angle: spec.offset() * inv_freq,
            query: rotate_pair(spec.content().query_pair(), query_angle),
            key: rotate_pair(spec.content().key_pair(), key_angle),
        }
    }
}

/// The line of positions with two flags on it, which have these letters; returns its lower edge.
pub(super) fn draw_track(spec: &Spec, letters: [&str; 2], drawing: &mut Drawing) -> f32 {
    let (width, [first, second]) = (drawing.size().0, letters);
    let last = spec.start() + spec.length() as f64 - 1.0;
    let track = drawing.panel(Panel {
        rect: Rect::new(36.0, 44.0, width - 72.0, 8.0),
        x: Axis::bare(spec.start(), last).labelled_within("position (tokens)", width - 72.0),
        y: Axis::bare(0.0, 1.0),
    });
    let y = track.rect.y - 22.0;
    let held = |position: f64| track.x_px(position.clamp(spec.start(), last));
    let (query_x, key_x) = (held(spec.position()), held(spec.key_position()));
    let (left, right) = (query_x.min(key_x), query_x.max(key_x));
    drawing.fill(
        Rect::new(left, y - 4.0, right - left, 8.0),
        Ink::Muted,
        0.35,
    );
    let both = Rect::new(left, y - 14.0, right - left, 28.0);
    drawing.handle(Handle {
        rect: track.rect.grown(30.0),
        grab: Grab::Both,
        panel: track,
    });
    drawing.handle(Handle {
        rect: both,
        grab: Grab::Both,
        panel: track,
    });
    let ends = [
        (query_x, Ink::Query, first, Grab::Both),
        (key_x, Ink::Key, second, Grab::Second),
    ];
    let [query_flag, key_flag] = spread([query_x, key_x], 12.0);
    for ((x, ink, letter, grab), flag_x) in ends.into_iter().zip([query_flag, key_flag]) {
        let foot = Point::new(x, track.rect.bottom());
        drawing.segment(Point::new(flag_x, y), foot, 1.5, ink, 0.8);
        drawing.flag(Point::new(flag_x, y), 12.0, ink, letter);
        let rect = Rect::new(flag_x - 12.0, y - 16.0, 24.0, 46.0);
        drawing.handle(Handle {
            rect,
            grab,
            panel: track,
        });
    }
    track.rect.bottom() + 40.0
}

/// The pair in focus and all pairs; returns the lower edge.
fn draw_dials(spec: &Spec, cache: &mut Cache, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let wide = width >= 560.0;
    // The numbers stand under the dial, or beside it where the grid takes the whole width.
    let beside = !wide && width >= 330.0;
    let focus_size: f32 = if wide { 190.0 } else { 124.0 };
    let facts_below = if beside { 0.0 } else { 110.0 };
    let n_pairs = spec.n_pairs();
    let frequencies = cache.frequencies(spec);
    let focus = spec.pair();
    let focus_freq = frequencies.inv_freq().get(focus).copied().unwrap_or(1.0);
    let hands = Hands::new(spec, focus_freq);
    let radius = focus_size / 2.0 - 6.0;
    let center = Point::new(focus_size / 2.0 + 4.0, top + focus_size / 2.0);
    draw_dial(
        hands,
        center,
        radius,
        pair_ink(focus, n_pairs),
        true,
        drawing,
    );
    let facts = if beside {
        Point::new(focus_size + 18.0, top + 20.0)
    } else {
        Point::new(8.0, top + focus_size + 20.0)
    };
    draw_facts(spec, focus, hands, facts, drawing);
    let grid = if wide {
        let left = focus_size + 44.0;
        Rect::new(left, top + 20.0, width - left - 4.0, focus_size + 150.0)
    } else {
        let below = top + focus_size + facts_below + 46.0;
        Rect::new(4.0, below, width - 8.0, 300.0)
    };
    let heading = Point::new(grid.x + 4.0, grid.y - 8.0);
    let shown = match grid_of(n_pairs, grid).1 >= LABELLED_DIAL {
        true => "every pair, fastest first, with the query's turns",
        false => "every pair, fastest first",
    };
    drawing.text(heading, LABEL.ink(Ink::Text), format_args!("{shown}"));
    let bottom = draw_grid(spec, frequencies.inv_freq(), grid, drawing);
    bottom.max(top + focus_size + facts_below)
}

/// What the dial in focus says, in numbers.
fn draw_facts(spec: &Spec, focus: usize, hands: Hands, at: Point, drawing: &mut Drawing) {
    const COLUMNS_END: f32 = 82.0;
    const FACT_WIDTH: f32 = 54.0;
    let line = |row: usize| Point::new(at.x, at.y + 19.0 * row as f32);
    let ink = pair_ink(focus, spec.n_pairs());
    let head = LABEL.bold().size(13.0).ink(Ink::Text);
    drawing.disc(Point::new(at.x + 5.0, at.y - 4.5), 5.0, ink, 1.0);
    let name = Point::new(at.x + 16.0, at.y);
    drawing.text(
        name,
        head,
        format_args!("pair {focus} of {}", spec.n_pairs()),
    );
    for (column, unit) in ["radians", "degrees", "turns"].into_iter().enumerate() {
        let x = at.x + COLUMNS_END + FACT_WIDTH * column as f32;
        drawing.text(
            Point::new(x, line(1).y),
            LABEL.end().size(11.0),
            format_args!("{unit}"),
        );
    }
    let mut angle = |row: usize, letter: &str, angle: f64, ink: Ink| {
        let y = line(row).y;
        drawing.text(
            Point::new(at.x, y),
            LABEL.bold().ink(ink),
            format_args!("{letter}"),
        );
        let numbers = [angle, angle.to_degrees(), turns(angle)];
        for (column, number) in numbers.into_iter().enumerate() {
            let x = at.x + COLUMNS_END + FACT_WIDTH * column as f32;
            let number = format_args!("{}", Compact(number));
            drawing.text(Point::new(x, y), LABEL.end().ink(ink), number);
        }
    };
    angle(2, "q", hands.query_angle, Ink::Query);
    angle(3, "k", hands.key_angle, Ink::Key);
    angle(4, "k − q", hands.relative_angle, Ink::Text);
}

/// All pairs as small dials, fastest first; returns the lower edge.
fn draw_grid(spec: &Spec, inv_freq: &[f64], area: Rect, drawing: &mut Drawing) -> f32 {
    let (columns, size) = grid_of(inv_freq.len(), area);
    let labelled = size >= LABELLED_DIAL;
    let row_height = if labelled { size + 16.0 } else { size };
    let panel = Panel {
        rect: area,
        x: Axis::bare(0.0, 1.0),
        y: Axis::bare(0.0, 1.0),
    };
    for (pair_idx, &inv_freq) in inv_freq.iter().enumerate() {
        let (row, column) = (pair_idx / columns, pair_idx % columns);
        let cell = Rect::new(
            area.x + column as f32 * size,
            area.y + row as f32 * row_height,
            size,
            row_height,
        );
        let center = Point::new(cell.x + size / 2.0, cell.y + size / 2.0);
        let hands = Hands::new(spec, inv_freq);
        let ink = pair_ink(pair_idx, spec.n_pairs());
        if pair_idx == spec.pair() {
            drawing.fill(cell, Ink::Faint, 0.8);
        }
        draw_dial(
            hands,
            center,
            size / 2.0 - size * 0.08 - 1.0,
            ink,
            false,
            drawing,
        );
        if labelled {
            let at = Point::new(center.x, cell.bottom() - 4.0);
            let turned = Brief(turns(hands.query_angle));
            let text = format_args!("{turned}");
            drawing.text(at, LABEL.middle().size(10.5), text);
        }
        drawing.handle(Handle {
            rect: cell,
            grab: Grab::Focus(pair_idx),
            panel,
        });
    }
    let n_rows = inv_freq.len().div_ceil(columns);
    area.y + n_rows as f32 * row_height
}

/// Columns and cell size with which `n` dials fill `area` best.
fn grid_of(n: usize, area: Rect) -> (usize, f32) {
    const LARGEST: f32 = 84.0;
    const SMALLEST: f32 = 15.0;
    let mut best = (1, SMALLEST);
    for columns in 1..=n.max(1) {
        let rows = n.div_ceil(columns) as f32;
        let across = area.width / columns as f32;
        let mut size = across.min(area.height / rows).min(LARGEST);
        if size >= LABELLED_DIAL {
            size = across
                .min(area.height / rows - 16.0)
                .clamp(LABELLED_DIAL - 1.0, LARGEST);
        }
        if size > best.1 {
            best = (columns, size);
        }
    }
    if best.1 <= SMALLEST {
        best.0 = ((area.width / SMALLEST) as usize).max(1);
    }
    best
}

fn draw_dial(
    hands: Hands,
    center: Point,
    radius: f32,
    ink: Ink,
    large: bool,
    drawing: &mut Drawing,
) {
    let on_dial = |(x, y): (f64, f64), radius: f32| {
        Point::new(center.x + x as f32 * radius, center.y - y as f32 * radius)
    };
    let angle_of = |(x, y): (f64, f64)| y.atan2(x);
    let (from, to) = (angle_of(hands.query), angle_of(hands.key));
    let mut between = within_one_turn(to - from);
    if between > std::f64::consts::PI {
        between -= std::f64::consts::TAU;
    }
    let n_steps = if large { 32 } else { 12 };
    let arc = (0..=n_steps).map(|step| {
        let angle = from + between * f64::from(step) / f64::from(n_steps);
        on_dial((angle.cos(), angle.sin()), radius)
    });
    drawing.shape(std::iter::once(center).chain(arc), ink, 0.22);
    drawing.ring(center, radius, if large { 3.0 } else { 1.6 }, ink, 1.0);
    let width = if large {
        3.0
    } else {
        (radius / 10.0).clamp(1.0, 2.2)
    };
    drawing.segment(center, on_dial(hands.key, radius), width, Ink::Key, 1.0);
    drawing.segment(center, on_dial(hands.query, radius), width, Ink::Query, 1.0);
    if large {
        for (hand, ink, letter) in [(hands.key, Ink::Key, "k"), (hands.query, Ink::Query, "q")] {
            let tip = on_dial(hand, radius);
            drawing.flag(tip, 10.0, ink, letter);
        }
        drawing.disc(center, 3.0, Ink::Text, 1.0);
    }
}

/// The score at every offset, with the current one marked; returns the lower edge.
fn draw_score(spec: &Spec, cache: &mut Cache, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let curve = cache.score(spec);
    let bound = spec.n_pairs() as f64 * 1.08;
    let reach = spec.length() as f64 - 1.0;
    let wide = width >= 560.0;
    let panel = drawing.panel(Panel {
        rect: Rect::new(52.0, top, width - 68.0, 110.0),
        x: Axis::bare(-reach, reach).labelled(
            "offset: key position − query position (tokens)",
            if wide { 9 } else { 5 },
        ),
        y: Axis::bare(-bound, bound).labelled("score", 3),
    });
    let zero = panel.y_px(0.0);
    let (left, right) = (panel.rect.x, panel.rect.right());
    drawing.segment(
        Point::new(left, zero),
        Point::new(right, zero),
        1.0,
        Ink::Faint,
        1.0,
    );
    let points = curve.values.iter().enumerate().map(|(place, &score)| {
        let offset = place as f64 * curve.step - reach;
        Point::new(panel.x_px(offset), panel.y_px(score))
    });
    drawing.line(points, 1.6, Ink::Text, 0.85);
    let score = score(spec, cache);
    let x = panel.x_px(spec.offset().clamp(-reach, reach));
    let at = Point::new(x, panel.y_px(score));
    drawing.segment(
        Point::new(x, top),
        Point::new(x, panel.rect.bottom()),
        1.2,
        Ink::Key,
        0.8,
    );
    drawing.disc(at, 5.0, Ink::Key, 1.0);
    let title = LABEL.size(13.0).ink(Ink::Text);
    let note = format_args!(
        "score q · k = {} at offset {}",
        Short(score),
        Place(spec.offset())
    );
    drawing.text(Point::new(left, top - 10.0), title.bold(), note);
    panel.rect.bottom()
}

fn score(spec: &Spec, cache: &mut Cache) -> f64 {
    let rope = Rope::new(cache.frequencies(spec).clone(), Pairing::Interleaved);
    let (query, key) = vectors(spec);
    // The vectors are made to the rope's dim, so they cannot be refused.
    rope.pair_scores(&query, &key, spec.offset())
        .map_or(0.0, Iterator::sum)
}

/// The rotated query in both pair layouts; returns the lower edge.
fn draw_layouts(spec: &Spec, cache: &mut Cache, top: f32, drawing: &mut Drawing) -> f32 {
    const HEIGHT: f32 = 34.0;
    let width = drawing.size().0;
    let frequencies = cache.frequencies(spec);
    let left = if width >= 560.0 { 96.0 } else { 8.0 };
    let cell = (width - left - 8.0) / spec.dim() as f32;
    let title = format_args!("the rotated query's components, coloured by pair");
    drawing.text(Point::new(left, top - 10.0), LABEL.ink(Ink::Text), title);
    let mut y = top;
    for (pairing, word) in Pairing::WORDS {
        let used = *pairing == spec.pairing();
        let name: Type = if used {
            LABEL.bold().ink(Ink::Text)
        } else {
            LABEL
        };
        if left > 50.0 {
            let at = Point::new(left - 10.0, y + HEIGHT / 2.0 + 4.0);
            drawing.text(at, name.end(), format_args!("{}", word.label));
        } else {
            drawing.text(
                Point::new(left, y + 12.0),
                name,
                format_args!("{}", word.label),
            );
            y += 18.0;
        }
        let alpha = if used { 1.0 } else { 0.4 };
        let middle = y + HEIGHT / 2.0;
        for (pair_idx, &inv_freq) in frequencies.inv_freq().iter().enumerate() {
            let hands = Hands::new(spec, inv_freq);
            let ink = pair_ink(pair_idx, spec.n_pairs());
            let places = pairing.places(pair_idx, spec.n_pairs());
            for (place, value) in [(places.0, hands.query.0), (places.1, hands.query.1)] {
                let x = left + place as f32 * cell;
                let gap = if cell > 5.0 { 0.75 } else { 0.0 };
                drawing.fill(Rect::new(x, y, cell - gap, HEIGHT), ink, 0.14 * alpha);
                let tall = (value.abs() as f32) * HEIGHT / 2.0;
                let bar_top = if value > 0.0 { middle - tall } else { middle };
                drawing.fill(Rect::new(x, bar_top, cell - gap, tall), ink, alpha);
            }
        }
        y += HEIGHT + 8.0;
    }
    y
}
