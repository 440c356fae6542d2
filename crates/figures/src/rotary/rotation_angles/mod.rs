//! One dial per rotated pair, and the score that the pairs sum to.

mod hands;
mod layouts;

use hands::Hands;

use crate::cache::{Cache, vectors};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, SHARED_KEYS, Sketch, pan, preset};
use crate::topic::Topic;
use crate::{Key, Setting, Spec};
use crate::{position_line, probe, tables};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, Table, WIDE, pair_ink};
use phasor_encoding::frequency::{turns, within_one_turn};
use phasor_encoding::{Pairing, Rope};
use phasor_params::choice::{Choice, choice};
use phasor_params::{Accepts, Parameter};
use phasor_text::number::{Brief, Compact, Fixed, Place, Short};

choice! {
    /// What the figure of a head's rotated pairs shows.
    pub(crate) enum AnglesView {
        /// One dial for each pair.
        Dials "dials" "dials",
        /// The score at every offset.
        Score "score" "score by offset",
        /// The rotated query as it is stored.
        Components "components" "components",
    }
}

impl Setting for AnglesView {
    const KEY: Key = Key::AnglesView;
}

pub(crate) const ANGLES_VIEW: Parameter = Parameter {
    name: "angles-view",
    label: "view",
    unit: "",
    help: "What is shown of a rotated head: a dial for each pair, the score by offset, or the rotated components.",
    accepts: Accepts::Choice(AnglesView::LIST),
    default: "dials",
};

/// The figure `rotation-angles`.
pub(crate) static KIND: Kind = Kind {
    title: "Rotation angles",
    topics: &[Topic::Rope],
    search_words: "dials clock hands arrows circles frequency",
    caption: "RoPE rotates each pair of the query (q) and of the key (k) by an angle set by position. Position affects the \
        score only through the angles between the hands.",
    keyboard: "In the figure, ← → move q and k together, ↑ ↓ move k alone, Shift takes steps of ten, and Space plays.",
    shared_keys: &SHARED_KEYS,
    own_keys: &[Key::AnglesView, Key::Pair, Key::Content, Key::Pairing],
    leading_keys: &[Key::AnglesView, Key::Offset],
    presets: &[
        preset(
            "q at 10°, k at 20°",
            "dim=2&length=4&content=tilted&pair=0\
            &position=0.17453292519943295&offset=0.17453292519943295",
        ),
        preset(
            "both 30° farther: the same score",
            "dim=2&length=4&content=tilted&pair=0\
            &position=0.6981317007977318&offset=0.17453292519943295",
        ),
        preset(
            "a Llama 3 head",
            "base=500000&dim=128&length=128&content=aligned&position=4&offset=1",
        ),
    ],
    idle: |spec, key| match key {
        // The first pair rotates by 1 radian per token for every base.
        Key::Base => spec.n_pairs() == 1,
        Key::Pair => spec.n_pairs() == 1 || spec.choice::<AnglesView>() == AnglesView::Score,
        Key::Content => spec.choice::<AnglesView>() == AnglesView::Components,
        Key::Pairing => spec.choice::<AnglesView>() != AnglesView::Components,
        _ => false,
    },
    clock: Some(Key::Position),
    starts: false,
    arrow: pan,
    sketch: || Box::<RotationAngles>::default(),
};

#[derive(Debug, Default)]
struct RotationAngles(Cache);

impl Sketch for RotationAngles {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let bottom = position_line::draw(spec, ["q", "k"], drawing);
        let top = bottom + 14.0;
        let bottom = match spec.choice::<AnglesView>() {
            AnglesView::Dials => draw_dials(spec, &mut self.0, top, drawing),
            AnglesView::Score => draw_score(spec, &mut self.0, top + 24.0, drawing) + 46.0,
            AnglesView::Components => {
                let inv_freq = self.0.frequencies(spec).inv_freq();
                layouts::draw(spec, inv_freq, top + 24.0, drawing)
            }
        };
        drawing.set_height(bottom + 4.0);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        if spec.choice::<AnglesView>() == AnglesView::Components {
            let (first, second) = spec.pairing().places(spec.pair(), spec.n_pairs());
            return format!(
                "The {} layout stores pair {} of the query in components {first} and {second}; the other layout \
                 stores the same numbers elsewhere.",
                spec.pairing().word().label,
                spec.pair(),
            );
        }
        let [query, key] =
            [spec.position(), spec.key_position()].map(|position| place(spec, position));
        format!(
            "The score is {:.4} for a query at {query} and a key at {key}; it stays the same while both move together.",
            Fixed(score(spec, &mut self.0)),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        tables::angles(spec, self.0.frequencies(spec))
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, _: Point) -> Option<String> {
        match handle.grab {
            Grab::Focus(pair_idx) => probe::pair(spec, &mut self.0, pair_idx),
            _ => None,
        }
    }
}

/// Returns a position, or the angle of the only pair, which says more of a fraction.
fn place(spec: &Spec, position: f64) -> String {
    match spec.dim() {
        2 if position.fract() != 0.0 => format!("{:.0}°", Fixed(position.to_degrees())),
        _ => Place(position).to_string(),
    }
}

/// The smallest dial with room for a number under it, CSS pixels.
const LABELLED_DIAL: f32 = 44.0;

/// Draws the pair in focus and all pairs; returns the lower edge.
fn draw_dials(spec: &Spec, cache: &mut Cache, top: f32, drawing: &mut Drawing) -> f32 {
    const FACTS: f32 = 126.0;
    const SCORE: f32 = 98.0;
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    // The numbers are under the dial, or beside it where the grid takes the whole width.
    let beside = !is_wide && width >= 330.0;
    let focus_size: f32 = if is_wide { 216.0 } else { 112.0 };
    let facts_below = if beside { 0.0 } else { FACTS };
    let score = score(spec, cache);
    let frequencies = cache.frequencies(spec);
    let focus = spec.pair();
    let focus_freq = frequencies.inv_freq().get(focus);
    let focus_freq = *focus_freq.expect("every pair has a frequency");
    let hands = Hands::new(spec, focus_freq);
    let center = Point::new(focus_size / 2.0 + 4.0, top + focus_size / 2.0);
    let ink = pair_ink(focus, spec.n_pairs());
    draw_dial(hands, center, focus_size / 2.0 - 10.0, ink, true, drawing);
    let facts = if beside {
        Point::new(focus_size + 18.0, top + 13.0)
    } else {
        Point::new(8.0, top + focus_size + 20.0)
    };
    draw_facts(spec, focus, hands, facts, drawing);
    drawing.text(
        Point::new(facts.x, facts.y + SCORE),
        LABEL.bold().size(13.0).ink(Ink::Text),
        format_args!("score q · k = {}", Short(score)),
    );
    let grid = if is_wide {
        let left = focus_size + 36.0;
        Rect::new(
            left,
            top + 18.0,
            width - left - 4.0,
            focus_size + FACTS + 80.0,
        )
    } else {
        let below = top + focus_size + facts_below + 28.0;
        Rect::new(4.0, below, width - 8.0, 176.0)
    };
    let texts: &[&str] = match grid_of(spec.n_pairs(), grid).1 >= LABELLED_DIAL {
        true => &[
            "every pair, fastest first, with the query’s turns",
            "every pair, with the query’s turns",
        ],
        false => &["every pair, fastest first"],
    };
    let heading = Point::new(grid.x + 4.0, grid.y - 6.0);
    let setting = LABEL.ink(Ink::Text);
    drawing.text(heading, setting, setting.fitting(texts, grid.width - 4.0));
    let bottom = draw_grid(spec, frequencies.inv_freq(), grid, drawing);
    bottom.max(top + focus_size + facts_below)
}

/// Draws the angles of the dial in focus as numbers.
fn draw_facts(spec: &Spec, focus: usize, hands: Hands, at: Point, drawing: &mut Drawing) {
    const COLUMNS_END: f32 = 84.0;
    const FACT_WIDTH: f32 = 57.0;
    let line = |row: usize| Point::new(at.x, at.y + 19.0 * row as f32);
    let ink = pair_ink(focus, spec.n_pairs());
    let head = LABEL.bold().size(13.0).ink(Ink::Text);
    drawing.disc(Point::new(at.x + 5.0, at.y - 4.5), 5.0, ink, 1.0);
    let name = Point::new(at.x + 16.0, at.y);
    drawing.text(
        name,
        head,
        format_args!("pair {focus} of {}, rotated by", spec.n_pairs()),
    );
    for (column, unit) in ["radians", "degrees", "turns"].into_iter().enumerate() {
        let x = at.x + COLUMNS_END + FACT_WIDTH * column as f32;
        drawing.text(Point::new(x, line(1).y), LABEL.end().size(11.0), unit);
    }
    let mut angle = |row: usize, letter: &str, angle: f64, ink: Ink| {
        let y = line(row).y;
        drawing.text(Point::new(at.x, y), LABEL.bold().ink(ink), letter);
        let numbers = [angle, angle.to_degrees(), turns(angle)];
        for (column, number) in numbers.into_iter().enumerate() {
            let x = at.x + COLUMNS_END + FACT_WIDTH * column as f32;
            let number = Compact(number);
            drawing.text(Point::new(x, y), LABEL.end().ink(ink), number);
        }
    };
    angle(2, "q", hands.query_angle, Ink::Query);
    angle(3, "k", hands.key_angle, Ink::Key);
    angle(4, "k − q", hands.relative_angle, Ink::Text);
}

/// Draws all pairs as small dials, fastest first; returns the lower edge.
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
            let text = turned;
            drawing.text(at, LABEL.middle().size(11.0), text);
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

/// Returns the number of columns and the cell size with which `n` dials fill `area` best.
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

/// Draws the score at every offset and marks the current one; returns the lower edge.
fn draw_score(spec: &Spec, cache: &mut Cache, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let curve = cache.score(spec);
    let bound = spec.n_pairs() as f64 * 1.08;
    let lowest = curve.values.iter().copied().fold(0.0, f64::min) * 1.08;
    let reach = spec.length() as f64 - 1.0;
    let is_wide = width >= WIDE;
    let height = if is_wide { 330.0 } else { 240.0 };
    let panel = drawing.panel(Panel {
        rect: Rect::new(66.0, top, width - 82.0, height),
        x: Axis::bare(-reach, reach).labelled(
            "offset: key position − query position (tokens)",
            if is_wide { 9 } else { 5 },
        ),
        y: Axis::bare(lowest, bound).labelled("score", 5),
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
    rope.pair_scores(&query, &key, spec.offset())
        .expect("the vectors have the dim of the rope")
        .sum()
}
