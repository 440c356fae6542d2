//! Two words moved through a text: turned as RoPE does, and added to as sinusoidal codes are.

use super::track::{self, Flag};
use crate::config::choice::Content;
use crate::config::{Key, Spec};
use crate::encoding::frequency::within_one_turn;
use crate::encoding::matrix::dot;
use crate::encoding::{Frequencies, Order, Pairing, Rope, Sinusoidal};
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, Sketch, pan, preset};
use crate::figure::number::{Fixed, Place, Short};
use crate::figure::table::{Column, Table};

/// The figure `blue-dog`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Blue dog",
    caption: "Two words as arrows, dashed before their position counts. Left, both are turned by 10° a \
        token, as RoPE does; right, the vector of the position is added to each. The curves are the \
        two scores, dot products of the arrows, as both words move along the text.",
    keyboard: "Keys on the figure: ← → move both words, ↑ ↓ move “dog” alone, Shift takes ten, \
        Space plays.",
    shared_keys: &[Key::Position, Key::Offset, Key::Length],
    own_keys: &[],
    leading_keys: &[Key::Offset],
    presets: &[
        preset("“blue” at 1, “dog” at 2", "position=1&offset=1"),
        preset("both three on: 4 and 5", "position=4&offset=1"),
        preset("a hundred thousand on", "position=100001&offset=1"),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    arrow: pan,
    sketch: || Box::new(BlueDog::new()),
};

/// As in the example that many articles give.
const DEGREES_PER_TOKEN: f64 = 10.0;

#[derive(Debug)]
struct BlueDog {
    rope: Rope,
    code: Sinusoidal,
}

/// Where the two words stand.
#[derive(Clone, Copy)]
struct Places {
    blue: f64,
    dog: f64,
}

impl Places {
    fn of(spec: &Spec) -> Self {
        Self::at(spec, spec.position())
    }

    /// Both moved so that "blue" stands at `position`.
    fn at(spec: &Spec, position: f64) -> Self {
        Self {
            blue: position,
            dog: position + spec.offset(),
        }
    }
}

/// What is done with a word's vector.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Turned,
    Added,
}

impl BlueDog {
    fn new() -> Self {
        let inv_freq = vec![DEGREES_PER_TOKEN.to_radians()];
        // One frequency that is above 0, so this is never the default.
        let frequencies = Frequencies::from_inv_freq(10_000.0, inv_freq).unwrap_or_default();
        Self {
            rope: Rope::new(frequencies.clone(), Pairing::Interleaved),
            code: Sinusoidal::new(frequencies, Order::Interleaved),
        }
    }

    /// The arrow of a word at a position.
    fn arrow(&self, way: Way, (x, y): (f64, f64), position: f64) -> [f64; 2] {
        let mut arrow = [x, y];
        match way {
            // An arrow has as many components as the rope.
            Way::Turned => self
                .rope
                .rotate_in_place(position, &mut arrow)
                .unwrap_or_default(),
            Way::Added => {
                let mut code = [0.0; 2];
                self.code.encode_into(position, &mut code);
                arrow.iter_mut().zip(code).for_each(|(x, add)| *x += add);
            }
        }
        arrow
    }

    fn arrows(&self, way: Way, places: Places) -> [[f64; 2]; 2] {
        let words = Content::Tilted;
        [
            self.arrow(way, words.query_pair(), places.blue),
            self.arrow(way, words.key_pair(), places.dog),
        ]
    }

    fn score(&self, way: Way, places: Places) -> f64 {
        let [blue, dog] = self.arrows(way, places);
        dot(&blue, &dog)
    }

    /// How far a word at `position` is turned, in degrees.
    fn degrees(&self, position: f64) -> f64 {
        let angle = self.rope.frequencies().angles(position).next();
        // Without the last digits of a product with pi.
        (angle.unwrap_or_default().to_degrees() * 1e6).round() / 1e6
    }

    /// The lowest and the highest score of the added codes at the shown positions.
    fn added_range(&self, spec: &Spec) -> (f64, f64) {
        let positions = (0..spec.length()).map(|place| spec.start() + place as f64);
        let scores = positions.map(|position| self.score(Way::Added, Places::at(spec, position)));
        scores.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), score| {
            (low.min(score), high.max(score))
        })
    }
}

impl Sketch for BlueDog {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let flag = |position, name, ink, grab| Flag {
            position,
            name,
            ink,
            grab,
        };
        let flags = [
            flag(spec.position(), "blue", Ink::Query, Grab::Both),
            flag(spec.key_position(), "dog", Ink::Key, Grab::Second),
        ];
        let top = track::draw(spec, flags, drawing);
        let bottom = self.draw_planes(spec, top + 18.0, drawing);
        self.draw_scores(spec, bottom + 40.0, drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let places = Places::of(spec);
        let (low, high) = self.added_range(spec);
        format!(
            "“blue” at {} is turned by {}°, “dog” at {} by {}°: the angle between them is {:.2}° and \
             the score {:.4}, and both stay while the two words move together. With position vectors \
             added the score is {:.4} here, and goes from {:.2} to {:.2} along the text shown.",
            Place(places.blue),
            Short(self.degrees(places.blue)),
            Place(places.dog),
            Short(self.degrees(places.dog)),
            Fixed(angle_between(self.arrows(Way::Turned, places)).to_degrees()),
            Fixed(self.score(Way::Turned, places)),
            Fixed(self.score(Way::Added, places)),
            Fixed(low),
            Fixed(high),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let column = |name: &str, number: &dyn Fn(Places) -> f64| {
            let places =
                (0..spec.length()).map(|place| Places::at(spec, spec.start() + place as f64));
            Column::numbers(name, places.map(number).collect())
        };
        let columns = vec![
            column("position of blue", &|places| places.blue),
            column("position of dog", &|places| places.dog),
            column("score added", &|places| self.score(Way::Added, places)),
            column("score turned", &|places| self.score(Way::Turned, places)),
        ];
        Table::new("Both words along the text", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let is_score = handle.grab == Grab::Position;
        is_score.then(|| {
            let places = Places::at(spec, handle.values(point).0.round());
            format!(
                "“blue” at {}, “dog” at {}: score {:.4} turned, {:.4} added",
                Place(places.blue),
                Place(places.dog),
                Fixed(self.score(Way::Turned, places)),
                Fixed(self.score(Way::Added, places)),
            )
        })
    }
}

/// The angle between two arrows, in radians from 0 to pi.
fn angle_between([from, to]: [[f64; 2]; 2]) -> f64 {
    let angle = |[x, y]: [f64; 2]| f64::atan2(y, x);
    let between = within_one_turn(angle(to) - angle(from));
    between.min(std::f64::consts::TAU - between)
}

/// A plane of arrows.
struct Plane {
    origin: Point,
    unit: f32,
}

impl Plane {
    fn at(&self, [x, y]: [f64; 2]) -> Point {
        let (x, y) = (x as f32 * self.unit, y as f32 * self.unit);
        Point::new(self.origin.x + x, self.origin.y - y)
    }
}

/// The paper around the arrows of a plane, for the flags at their tips.
const AROUND: f32 = 20.0;

impl BlueDog {
    /// Both planes to one scale; returns the lower edge.
    fn draw_planes(&self, spec: &Spec, top: f32, drawing: &mut Drawing) -> f32 {
        const LARGEST: f32 = 92.0;
        // Turned arrows stay in a circle of 1 unit, sums reach from -1 to 2 and to 1.8 upwards.
        const HIGHEST: f32 = 1.8;
        let width = drawing.size().0;
        let unit = ((width - 4.0 * AROUND - 8.0) / 5.0).min(LARGEST);
        let gap = (width - 5.0 * unit - 4.0 * AROUND) / 3.0;
        let middle = top + 26.0 + AROUND + HIGHEST * unit;
        let turned = Plane {
            origin: Point::new(gap + AROUND + unit, middle),
            unit,
        };
        let added = Plane {
            origin: Point::new(width - gap - AROUND - 2.0 * unit, middle),
            unit,
        };
        let places = Places::of(spec);
        let bottom = middle + unit + AROUND;
        let halves = [
            (&turned, Way::Turned, turned.origin.x, "turned (RoPE)"),
            (
                &added,
                Way::Added,
                added.origin.x + 0.5 * unit,
                "added (sinusoid)",
            ),
        ];
        for (plane, way, x, title) in halves {
            let setting = LABEL.bold().size(13.0).middle().ink(Ink::Text);
            drawing.text(Point::new(x, top + 12.0), setting, format_args!("{title}"));
            self.draw_plane(way, places, plane, drawing);
            self.draw_facts(way, places, Point::new(x, bottom), drawing);
        }
        bottom + 60.0
    }

    fn draw_plane(&self, way: Way, places: Places, plane: &Plane, drawing: &mut Drawing) {
        let words = [
            (Content::Tilted.query_pair(), places.blue, Ink::Query, "b"),
            (Content::Tilted.key_pair(), places.dog, Ink::Key, "d"),
        ];
        let arrows = self.arrows(way, places);
        if way == Way::Turned {
            drawing.ring(plane.origin, plane.unit, 1.0, Ink::Faint, 1.0);
            draw_wedge(arrows, plane, drawing);
        }
        let tips = arrows.map(|arrow| plane.at(arrow));
        for (((x, y), _, ink, _), tip) in words.into_iter().zip(tips) {
            let word = plane.at([x, y]);
            drawing.dashed(plane.origin, word, 1.5, ink, 0.7);
            if way == Way::Added {
                // Wherever the word stands, the sum ends on this circle.
                drawing.ring(word, plane.unit, 1.0, ink, 0.35);
                draw_arrow((word, tip), 1.6, Ink::Third, drawing);
            }
        }
        for ((_, _, ink, letter), tip) in words.into_iter().zip(tips) {
            draw_arrow((plane.origin, tip), 3.0, ink, drawing);
            let length = (tip.x - plane.origin.x)
                .hypot(tip.y - plane.origin.y)
                .max(1.0);
            let beyond = |from: f32, to: f32| to + (to - from) / length * 11.0;
            let at = Point::new(beyond(plane.origin.x, tip.x), beyond(plane.origin.y, tip.y));
            drawing.flag(at, 9.0, ink, letter);
        }
        drawing.disc(plane.origin, 2.5, Ink::Text, 1.0);
    }

    /// Lengths and score under a plane.
    fn draw_facts(&self, way: Way, places: Places, at: Point, drawing: &mut Drawing) {
        let arrows = self.arrows(way, places);
        let [blue, dog] = arrows.map(|arrow| dot(&arrow, &arrow).sqrt());
        let score = LABEL.bold().size(14.0).middle().ink(Ink::Text);
        drawing.text(
            Point::new(at.x, at.y + 16.0),
            score,
            format_args!("score {:.4}", Fixed(self.score(way, places))),
        );
        let small = LABEL.size(11.5).middle();
        let lengths = format_args!("lengths {:.2}, {:.2}", Fixed(blue), Fixed(dog));
        drawing.text(Point::new(at.x, at.y + 34.0), small, lengths);
        if way == Way::Turned {
            let angle = Fixed(angle_between(arrows).to_degrees());
            let at = Point::new(at.x, at.y + 51.0);
            drawing.text(at, small, format_args!("angle {angle:.2}°"));
        }
    }

    fn draw_scores(&self, spec: &Spec, top: f32, drawing: &mut Drawing) {
        const LOWEST: f64 = -2.6;
        const HIGHEST: f64 = 3.8;
        let width = drawing.size().0;
        let places = Places::of(spec);
        let length = spec.length() as f64;
        let panel = drawing.panel(Panel {
            rect: Rect::new(64.0, top, width - 80.0, 130.0),
            x: Axis::bare(spec.start() - 0.5, spec.start() + length - 0.5)
                .labelled_within("position of “blue” (tokens)", width - 80.0),
            y: Axis::bare(LOWEST, HIGHEST).labelled("score", 5),
        });
        let score = |way: Way| move |position: f64| self.score(way, Places::at(spec, position));
        for (way, finest, pen) in [
            (Way::Added, 1.0, (1.6, Ink::Third, 1.0)),
            (Way::Turned, length, (2.4, Ink::Text, 1.0)),
        ] {
            drawing.curve(&panel, finest, pen, score(way), |score| panel.y_px(score));
        }
        let x = panel.x_px(places.blue);
        let (head, foot) = (Point::new(x, top), Point::new(x, panel.rect.bottom()));
        drawing.segment(head, foot, 1.2, Ink::Query, 0.8);
        for (way, ink) in [(Way::Added, Ink::Third), (Way::Turned, Ink::Text)] {
            let y = panel.y_px(self.score(way, places));
            drawing.disc(Point::new(x, y), 5.0, ink, 1.0);
        }
        draw_legend(Point::new(panel.rect.x, top - 12.0), drawing);
        drawing.handle(Handle {
            rect: panel.rect,
            grab: Grab::Position,
            panel,
        });
        drawing.set_height(panel.rect.bottom() + 46.0);
    }
}

/// Says which curve is which.
fn draw_legend(at: Point, drawing: &mut Drawing) {
    const APART: f32 = 94.0;
    let entries = [("turned", Ink::Text, 2.4), ("added", Ink::Third, 1.6)];
    for (place, (name, ink, pen)) in entries.into_iter().enumerate() {
        let x = at.x + APART * place as f32;
        let y = at.y - 4.0;
        drawing.segment(Point::new(x, y), Point::new(x + 22.0, y), pen, ink, 1.0);
        let label = LABEL.ink(Ink::Text);
        drawing.text(Point::new(x + 28.0, at.y), label, format_args!("{name}"));
    }
}

/// The angle between two arrows, filled.
fn draw_wedge(arrows: [[f64; 2]; 2], plane: &Plane, drawing: &mut Drawing) {
    const STEPS: u32 = 32;
    const REACH: f64 = 0.5;
    let [from, to] = arrows.map(|[x, y]| f64::atan2(y, x));
    let between = angle_between(arrows);
    let is_left = within_one_turn(to - from) <= std::f64::consts::PI;
    let signed = if is_left { between } else { -between };
    let arc = (0..=STEPS).map(|step| {
        let angle = from + signed * f64::from(step) / f64::from(STEPS);
        plane.at([REACH * angle.cos(), REACH * angle.sin()])
    });
    drawing.shape(std::iter::once(plane.origin).chain(arc), Ink::Muted, 0.3);
}

/// A line with a head; one that is too short for a head has none.
fn draw_arrow((from, to): (Point, Point), width: f32, ink: Ink, drawing: &mut Drawing) {
    let head = 3.0 + 2.2 * width;
    let length = (to.x - from.x).hypot(to.y - from.y);
    if length < head {
        return;
    }
    let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let neck = Point::new(to.x - head * x, to.y - head * y);
    drawing.segment(from, neck, width, ink, 1.0);
    let half = head * 0.5;
    let corners = [
        to,
        Point::new(neck.x - half * y, neck.y + half * x),
        Point::new(neck.x + half * y, neck.y - half * x),
    ];
    drawing.shape(corners, ink, 1.0);
}
