//! The distance of the encoding of every position from that of position A, and where "farther" stops meaning "less
//! alike".

use crate::cache::{Cache, Similarity, color_map};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, SHARED_KEYS, idle_alone, pan, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Spec};
use phasor_draw::legend::{Entry, Sign, draw_legend};
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, WIDE, spread_within};
use phasor_encoding::Measure;
use phasor_params::choice::Choice;
use phasor_text::number::{Place, Short};

/// The figure `distance-scatter`.
pub(crate) static KIND: Kind = Kind {
    title: "Distance from one position",
    topics: &[Topic::Sinusoids],
    search_words: "dots points scatter plot stalks skyline",
    caption: "Each stalk is a position: its height and colour show how its encoding compares with A’s. The colours are a row \
        of the distance heatmap. Inside the shaded band, farther always means less alike.",
    keyboard: "In the figure, ← → move both positions, ↑ ↓ change the offset, Shift takes steps of ten, and Space plays.",
    shared_keys: &SHARED_KEYS,
    own_keys: &[Key::Measure],
    leading_keys: &[Key::Dim, Key::Measure],
    presets: &[
        preset(
            "neighbours",
            "dim=1024&base=10000&length=251&position=1&offset=1&measure=cosine-distance",
        ),
        preset(
            "2 apart",
            "dim=1024&base=10000&length=251&position=1&offset=2&measure=cosine-distance",
        ),
        preset(
            "29 apart: far less alike",
            "dim=1024&base=10000&length=251&position=1&offset=29&measure=cosine-distance",
        ),
        preset(
            "8 components: 63 apart, yet alike",
            "dim=8&base=10000&length=128&position=20&offset=63&measure=cosine-distance",
        ),
    ],
    idle: idle_alone,
    clock: Some(Key::Position),
    starts: None,
    arrow: pan,
    sketch: || Box::<DistanceScatter>::default(),
};

#[derive(Debug, Default)]
struct DistanceScatter(Cache);

impl View for DistanceScatter {
    type Computed = Computed;
    const ROWS: &'static str = "Every position against A";

    fn compute(&mut self, spec: &Spec) -> Option<Computed> {
        Some(Computed::new(spec, &mut self.0))
    }

    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing) {
        let width = drawing.size().0;
        let x = Axis::bare(
            computed.position(0) - 0.5,
            computed.position(spec.length()) - 0.5,
        );
        let overhang = x.number_width() / 2.0;
        // The range of a signed measure is centred on 0; the dots need not be.
        let (low, high) = (
            computed.similarity.curve.range().0.min(0.0),
            computed.similarity.range.1,
        );
        let room = (high - low) * 0.06;
        let across = width - 66.0 - overhang.max(12.0);
        let panel = drawing.panel(Panel {
            rect: Rect::new(
                66.0,
                30.0,
                across,
                if width >= WIDE {
                    (0.5 * width).min(420.0)
                } else {
                    230.0
                },
            ),
            x: x.labelled_within("position (tokens)", across),
            y: Axis::bare(low - room, high + room).labelled(spec.measure().word().label, 5),
        });
        drawing.handle(Handle {
            rect: panel.rect,
            grab: Grab::Position,
            panel,
        });
        draw_stalks(computed, &panel, drawing);
        draw_band(computed, &panel, drawing);
        draw_dots(computed, &panel, drawing);
        draw_cursors(computed, &panel, drawing);
        let (least, value) = computed.least_alike();
        let at = Point::new(panel.x_px(computed.position(least)), panel.y_px(value));
        drawing.ring(at, 6.0, 1.6, Ink::Text, 1.0);
        let bottom = draw_legend(&entries(computed), panel.rect.bottom() + 48.0, drawing);
        drawing.set_height(bottom + 6.0);
    }

    fn reading(spec: &Spec, computed: &Self::Computed) -> String {
        let order = match computed.turn() {
            Some(turn) => format!(
                "Up to offset {}, farther always means less alike; beyond it, not always.",
                turn - 1
            ),
            None => "At the positions shown, farther always means less alike.".to_owned(),
        };
        let of = match spec.measure() {
            Measure::Dot => "of",
            _ => "between",
        };
        format!(
            "{order} The {} {of} the encodings of A and B is {}.",
            spec.measure().word().label,
            Short(computed.pair),
        )
    }

    fn columns(_spec: &Spec, computed: &Self::Computed) -> Vec<Column> {
        let column = |name: &str, number: &dyn Fn(usize) -> f64| {
            Column::numbers(name, computed.places().map(number).collect())
        };
        vec![
            column("position", &|place| computed.position(place)),
            column("offset", &|place| place as f64 - computed.first as f64),
            column("more like A than some nearer one", &|place| {
                f64::from(u8::from(computed.is_setback(place)))
            }),
            column("value", &|place| computed.value(place)),
        ]
    }

    fn probe(
        spec: &Spec,
        computed: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let place = (handle.values(point).0 - spec.start()).round();
        let place = place.clamp(0.0, spec.length() as f64 - 1.0) as usize;
        Some(format!(
            "position {}, {} from {}: {} {}",
            Place(computed.position(place)),
            computed.offset(place),
            Place(computed.position(computed.first)),
            spec.measure().word().label,
            Short(computed.value(place))
        ))
    }
}

/// The state of the figure.
struct Computed {
    start: f64,
    length: usize,
    measure: Measure,
    /// The position that is compared with A.
    second: f64,
    similarity: Similarity,
    setbacks: Vec<bool>,
    /// The index of position A on the shown page.
    first: usize,
    /// The largest offset on the shown page.
    reach: usize,
    /// The measure of A and B.
    pair: f64,
}

impl Computed {
    fn new(spec: &Spec, cache: &mut Cache) -> Self {
        let last = spec.length() - 1;
        let first = ((spec.position() - spec.start()).floor() as usize).min(last);
        let apart = spec.key_position().floor() - spec.position().floor();
        let similarity = cache.similarity(spec);
        Self {
            start: spec.start(),
            length: spec.length(),
            measure: spec.measure(),
            second: spec.key_position().floor(),
            setbacks: similarity.curve.setbacks(),
            similarity,
            first,
            reach: first.max(last - first),
            pair: spec.measure().at(cache.frequencies(spec), apart),
        }
    }

    /// Returns the measure of A and the position at `place` on the shown page.
    fn value(&self, place: usize) -> f64 {
        let value = self.similarity.curve.values().get(self.offset(place));
        *value.expect("two shown positions are less than the length apart")
    }

    fn position(&self, place: usize) -> f64 {
        self.start + place as f64
    }

    fn offset(&self, place: usize) -> usize {
        place.abs_diff(self.first)
    }

    fn is_setback(&self, place: usize) -> bool {
        let setback = self.setbacks.get(self.offset(place));
        *setback.expect("two shown positions are less than the length apart")
    }

    fn places(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        0..self.length
    }

    /// Returns the index of the position that is least like A, the right one of two, and its value.
    fn least_alike(&self) -> (usize, f64) {
        let least = self.similarity.curve.least_alike(self.reach);
        let (offset, value) = least.expect("at least one position is in view");
        let right = self.first + offset;
        match right < self.length {
            true => (right, value),
            false => (self.first - offset, value),
        }
    }

    /// Returns the first offset at which the curve reverses, if it is in view.
    fn turn(&self) -> Option<usize> {
        let turn = self.similarity.first_turn;
        turn.filter(|turn| *turn <= self.reach)
    }

    fn extreme(&self) -> &'static str {
        match self.measure.is_similarity() {
            true => "smallest",
            false => "largest",
        }
    }
}

const FLAG_RADIUS: f32 = 10.0;

fn entries(computed: &Computed) -> Vec<Entry> {
    let (least, value) = computed.least_alike();
    let (extreme, place) = (computed.extreme(), Place(computed.position(least)));
    let least =
        [" in view", ""].map(|scope| format!("{extreme}{scope}: {} at {place}", Short(value)));
    let ordered = "less like A than all nearer ones";
    let setback = "more like A than some nearer one";
    vec![
        Entry::new(Sign::Dot(Ink::Query), vec![ordered.to_owned()]),
        Entry::new(Sign::Dot(Ink::Third), vec![setback.to_owned()]),
        Entry::new(Sign::Ring(Ink::Text), least.to_vec()),
    ]
}

/// Draws a band around A, up to where the curve reverses.
fn draw_band(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let within = |x: f32| x.clamp(rect.x, rect.right());
    let middle = computed.position(computed.first);
    // The band ends before the first position that breaks the rule.
    let reach = computed.turn().unwrap_or(computed.reach + 1) as f64 - 0.5;
    let (left, right) = (panel.x_px(middle - reach), panel.x_px(middle + reach));
    let band = Rect::new(
        within(left),
        rect.y,
        within(right) - within(left),
        rect.height,
    );
    drawing.fill(band, Ink::Query, 0.09);
    for x in [left, right].into_iter().filter(|&x| x == within(x)) {
        let (from, to) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
        drawing.segment(from, to, 4.0, Ink::Surface, 0.4);
        drawing.dashed(from, to, 1.2, Ink::Third, 1.0);
    }
    let Some(turn) = computed.turn() else {
        return;
    };
    /// Room for the text, CSS pixels.
    const ROOM: f32 = 152.0;
    const GAP: f32 = 6.0;
    let note = LABEL.ink(Ink::Third);
    // Far from A, similarities are low and distances high; the note goes to the free side.
    let y = match computed.measure.is_similarity() {
        true => rect.y + 16.0,
        false => rect.bottom() - 8.0,
    };
    let text = format_args!("reverses after offset {}", turn - 1);
    let second = panel.x_px(computed.second);
    let starts = [
        right + GAP,
        left - GAP - ROOM,
        second + GAP,
        second - GAP - ROOM,
    ];
    let is_free = |start: &f32| {
        let end = start + ROOM;
        let is_clear = |x: f32| x < *start || x > end;
        let is_outside = *start > right || end < left;
        let is_inside = *start > rect.x && end < rect.right();
        is_outside && is_inside && is_clear(second)
    };
    if let Some(start) = starts.into_iter().find(is_free) {
        drawing.text(Point::new(start, y), note, text);
    }
}

/// Draws a stalk from 0 to every dot, in the colour that the position has in the row of A in the distance heatmap.
fn draw_stalks(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let across = panel.rect.width / computed.length as f32;
    // Gaps between narrow stalks would flicker on the pixels of a screen, and so would their seams.
    let gap = if across > 6.0 { 1.0 } else { -0.5 };
    let ground = panel.y_px(0.0);
    for place in computed.places() {
        let shade = computed.similarity.shades.get(computed.offset(place));
        let shade = *shade.expect("two shown positions are less than the length apart");
        let (x, y) = (
            panel.x_px(computed.position(place)),
            panel.y_px(computed.value(place)),
        );
        let stalk = Rect::new(
            x - (across - gap) / 2.0,
            y.min(ground),
            across - gap,
            (ground - y).abs(),
        );
        drawing.fill(stalk, color_map(computed.measure).ink(shade), 1.0);
    }
}

fn draw_dots(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let spacing = panel.rect.width / computed.length as f32;
    let radius = (0.42 * spacing).clamp(0.7, 3.0);
    let at = |place: usize| {
        Point::new(
            panel.x_px(computed.position(place)),
            panel.y_px(computed.value(place)),
        )
    };
    drawing.line(computed.places().map(at), 1.0, Ink::Muted, 0.35);
    for place in computed.places() {
        let ink = match computed.is_setback(place) {
            true => Ink::Third,
            false => Ink::Query,
        };
        let center = at(place);
        // At two pixels, a square looks the same as a dot.
        if radius > 1.0 {
            drawing.disc(center, radius, ink, 1.0);
        } else {
            drawing.fill(
                Rect::new(center.x, center.y, 0.0, 0.0).grown(radius),
                ink,
                1.0,
            );
        }
    }
}

fn draw_cursors(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    let cursors = [
        (Grab::Second, Ink::Key, "B", computed.second, computed.pair),
        (
            Grab::Position,
            Ink::Query,
            "A",
            computed.position(computed.first),
            computed.value(computed.first),
        ),
    ];
    let flags = spread_within(
        cursors.map(|(_, _, _, position, _)| panel.x_px(position)),
        FLAG_RADIUS,
        (FLAG_RADIUS, drawing.size().0 - FLAG_RADIUS),
    );
    for ((grab, ink, letter, position, value), flag) in cursors.into_iter().zip(flags) {
        let x = panel.x_px(position);
        if !(rect.x..=rect.right()).contains(&x) {
            continue;
        }
        let top = Point::new(x, rect.y - 2.0);
        drawing.segment(Point::new(flag, rect.y - 8.0), top, 1.5, ink, 0.9);
        let foot = Point::new(x, rect.bottom());
        drawing.segment(top, foot, 4.0, Ink::Surface, 0.6);
        drawing.segment(top, foot, 1.5, ink, 0.9);
        drawing.disc(Point::new(x, panel.y_px(value)), 5.0, ink, 1.0);
        drawing.flag(Point::new(flag, rect.y - 16.0), FLAG_RADIUS, ink, letter);
        for rect in [
            Rect::new(flag - 12.0, 0.0, 24.0, rect.y),
            Rect::new(x - 6.0, rect.y, 12.0, rect.height),
        ] {
            drawing.handle(Handle {
                rect,
                grab,
                panel: *panel,
            });
        }
    }
}
