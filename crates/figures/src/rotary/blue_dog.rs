//! Two words moved through a text, with RoPE and with sinusoidal encodings added.

use crate::Content;
use crate::handle::{Drawing, Grab, Hand, Handle, Moves};
use crate::kind::{Kind, Sketch, pan, preset};
use crate::topic::Topic;
use crate::track::{self, Flag};
use crate::{Key, Spec};
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, Table, WIDE};
use phasor_encoding::frequency::within_one_turn;
use phasor_encoding::matrix::{dot, norm};
use phasor_encoding::{Frequencies, Order, Pairing, Rope, Sinusoidal};
use phasor_text::number::{Fixed, Place, Short};

/// The figure `blue-dog`.
pub(crate) static KIND: Kind = Kind {
    title: "Blue dog",
    topics: &[Topic::Rope],
    search_words: "arrows vectors hands dials angle",
    caption: "Two invented word vectors, rotated by 10° per token (left) or with a sinusoidal encoding added \
        (right). The curves show the score as both words move.",
    keyboard: "In the figure, drag the tip of an arrow, or press ← → for both words and ↑ ↓ for “dog” alone. Shift takes \
        steps of ten, and Space plays.",
    shared_keys: &[Key::Position, Key::Offset, Key::Length],
    own_keys: &[],
    leading_keys: &[Key::Offset],
    presets: &[
        preset("“blue” at 1, “dog” at 2", "position=1&offset=1"),
        preset("both 3 tokens later: the same score", "position=4&offset=1"),
        preset(
            "100,000 tokens later: still the same",
            "position=100001&offset=1",
        ),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    starts: None,
    arrow: pan,
    sketch: || Box::new(BlueDog::new()),
};

/// The rotation in an example that many articles give.
const DEGREES_PER_TOKEN: f64 = 10.0;

#[derive(Debug)]
struct BlueDog {
    rope: Rope,
    encoding: Sinusoidal,
}

/// The positions of the two words.
#[derive(Clone, Copy)]
struct Places {
    blue: f64,
    dog: f64,
}

impl Places {
    fn of(spec: &Spec) -> Self {
        Self::at(spec, spec.position())
    }

    /// Moves both words so that "blue" is at `position`.
    fn at(spec: &Spec, position: f64) -> Self {
        Self {
            blue: position,
            dog: position + spec.offset(),
        }
    }
}

/// How a position enters the vector of a word.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Rotated,
    Added,
}

impl BlueDog {
    fn new() -> Self {
        let inv_freq = vec![DEGREES_PER_TOKEN.to_radians()];
        let frequencies = Frequencies::from_inv_freq(10_000.0, inv_freq)
            .expect("a single frequency above 0 is accepted");
        Self {
            rope: Rope::new(frequencies.clone(), Pairing::Interleaved),
            encoding: Sinusoidal::new(frequencies, Order::Interleaved),
        }
    }

    /// Returns the arrow of a word at a position.
    fn arrow(&self, way: Way, (x, y): (f64, f64), position: f64) -> [f64; 2] {
        let mut arrow = [x, y];
        match way {
            Way::Rotated => self
                .rope
                .rotate_in_place(position, &mut arrow)
                .expect("an arrow has as many components as the rope"),
            Way::Added => {
                let mut encoding = [0.0; 2];
                self.encoding.encode_into(position, &mut encoding);
                arrow
                    .iter_mut()
                    .zip(encoding)
                    .for_each(|(x, add)| *x += add);
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

    /// Returns the angle by which a word at `position` is rotated, in degrees.
    fn degrees(&self, position: f64) -> f64 {
        let angle = self.rope.frequencies().angles(position).next();
        let angle = angle.expect("the rope has one pair");
        // Rounding removes the last digits, which a product with pi leaves.
        (angle.to_degrees() * 1e6).round() / 1e6
    }

    /// Returns the lowest and the highest score with added encodings at the shown positions.
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
        let bottom = self.draw_planes(spec, drawing);
        self.draw_scores(spec, bottom + 12.0, drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let (low, high) = self.added_range(spec);
        format!(
            "With rotation, the score stays at {:.4} while both words move together; with encodings added, it ranges \
             from {:.2} to {:.2} along the text.",
            Fixed(self.score(Way::Rotated, Places::of(spec))),
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
            column("score rotated", &|places| self.score(Way::Rotated, places)),
        ];
        Table::new("Both words along the text", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let is_score = handle.grab == Grab::Position;
        is_score.then(|| {
            let places = Places::at(spec, handle.values(point).0.round());
            format!(
                "“blue” at {}, “dog” at {}: score {:.4} rotated, {:.4} added",
                Place(places.blue),
                Place(places.dog),
                Fixed(self.score(Way::Rotated, places)),
                Fixed(self.score(Way::Added, places)),
            )
        })
    }
}

/// Returns the angle between two arrows, in radians from 0 to pi.
fn angle_between([from, to]: [[f64; 2]; 2]) -> f64 {
    let angle = |[x, y]: [f64; 2]| f64::atan2(y, x);
    let between = within_one_turn(angle(to) - angle(from));
    between.min(std::f64::consts::TAU - between)
}

/// How a word is drawn, and what its arrow moves.
struct Word {
    vector: [f64; 2],
    ink: Ink,
    letter: &'static str,
    moves: Moves,
}

impl Word {
    fn new((x, y): (f64, f64), ink: Ink, letter: &'static str, moves: Moves) -> Self {
        Self {
            vector: [x, y],
            ink,
            letter,
            moves,
        }
    }
}

/// A plane of arrows.
struct Plane {
    origin: Point,
    unit: f32,
}

impl Plane {
    fn at(&self, [x, y]: [f64; 2]) -> Point {
        self.origin + self.unit * Point::new(x as f32, -y as f32)
    }
}

impl BlueDog {
    /// Draws both planes to one scale; returns the lower edge.
    fn draw_planes(&self, spec: &Spec, drawing: &mut Drawing) -> f32 {
        // Room for the facts above, and the margin around the arrows, for the flags at their tips.
        const FACTS: f32 = 34.0;
        const AROUND: f32 = 18.0;
        // The largest units for which the picture fits into a window.
        const LARGEST: (f32, f32) = (76.0, 107.0);
        // Rotated arrows stay in a circle of 1 unit; sums reach from -0.4 to 2 across and up to 1.8.
        const LEFTMOST: f32 = 0.4;
        const HIGHEST: f32 = 1.8;
        let width = drawing.size().0;
        let largest = if width >= WIDE { LARGEST.1 } else { LARGEST.0 };
        let unit = ((width - 4.0 * AROUND - 8.0) / (4.0 + LEFTMOST)).min(largest);
        let gap = (width - (4.0 + LEFTMOST) * unit - 4.0 * AROUND) / 3.0;
        let middle = FACTS + AROUND + HIGHEST * unit;
        let rotated = Plane {
            // The circle is in the middle of the height that the sums need.
            origin: Point::new(gap + AROUND + unit, middle - 0.4 * unit),
            unit,
        };
        let added = Plane {
            origin: Point::new(width - gap - AROUND - 2.0 * unit, middle),
            unit,
        };
        let places = Places::of(spec);
        let halves = [
            (Way::Rotated, &rotated, 0.0, 2.0),
            (Way::Added, &added, 1.0 - LEFTMOST / 2.0, 2.0 + LEFTMOST),
        ];
        for (way, plane, aside, across) in halves {
            let x = plane.origin.x + aside * unit;
            let room = across * unit + 2.0 * AROUND + gap;
            self.draw_facts(way, places, (x, room), drawing);
            self.draw_plane(way, places, plane, drawing);
        }
        middle + unit + AROUND
    }

    fn draw_plane(&self, way: Way, places: Places, plane: &Plane, drawing: &mut Drawing) {
        const BUBBLE: f32 = 10.0;
        let words = [
            Word::new(Content::Tilted.query_pair(), Ink::Query, "b", Moves::All),
            Word::new(Content::Tilted.key_pair(), Ink::Key, "d", Moves::Second),
        ];
        let arrows = self.arrows(way, places);
        if way == Way::Rotated {
            drawing.ring(plane.origin, plane.unit, 1.0, Ink::Faint, 1.0);
            draw_wedge(arrows, plane, drawing);
        }
        let tips = arrows.map(|arrow| plane.at(arrow));
        for (word, tip) in words.iter().zip(tips) {
            let at = plane.at(word.vector);
            drawing.dashed(plane.origin, at, 1.5, word.ink, 0.7);
            if way == Way::Added {
                // At every position, the sum ends on this circle.
                drawing.ring(at, plane.unit, 1.0, word.ink, 0.35);
                drawing.arrow((at, tip), 1.6, Ink::Third);
            }
        }
        for (word, tip) in words.iter().zip(tips) {
            drawing.arrow((plane.origin, tip), 3.0, word.ink);
            let length = plane.origin.distance(tip).max(1.0);
            let beyond = tip + (tip - plane.origin) / length * 12.0;
            drawing.flag(beyond, BUBBLE, word.ink, word.letter);
            let rect = Rect::new(beyond.x, beyond.y, 0.0, 0.0).grown(BUBBLE + 2.0);
            // A sinusoidal encoding is (sin, cos), which rotates from the y axis to the x axis.
            let (center, direction) = match way {
                Way::Rotated => (plane.origin, 1.0),
                Way::Added => (plane.at(word.vector), -1.0),
            };
            let hand = Hand {
                moves: word.moves,
                inv_freq: direction * DEGREES_PER_TOKEN.to_radians(),
                pair_idx: None,
            };
            drawing.handle(hand.handle(rect, center, plane.unit));
        }
        drawing.disc(plane.origin, 2.5, Ink::Text, 1.0);
    }

    /// Draws the score above a plane, in the middle of `room` pixels, with the angles or norms behind it.
    fn draw_facts(&self, way: Way, places: Places, (x, room): (f32, f32), drawing: &mut Drawing) {
        let setting = LABEL.bold().size(13.0).middle().ink(Ink::Text);
        let names: [&str; 3] = match way {
            Way::Rotated => ["rotated (RoPE): score", "RoPE: score", "RoPE:"],
            Way::Added => ["added (sinusoidal): score", "added: score", "added:"],
        };
        let name = setting.fitting(&names, room - setting.width(" −0.0000"));
        let score = Fixed(self.score(way, places));
        drawing.text(
            Point::new(x, 13.0),
            setting,
            format_args!("{name} {score:.4}"),
        );
        let arrows = self.arrows(way, places);
        let setting = LABEL.size(11.5).middle();
        let below = Point::new(x, 30.0);
        match way {
            Way::Rotated => {
                let apart = Fixed(angle_between(arrows).to_degrees());
                let [blue, dog] = [places.blue, places.dog].map(|place| Short(self.degrees(place)));
                let fact = format!("rotated by {blue}° and {dog}°, now {apart:.2}° apart");
                // At large positions, the degrees are too long for a small picture.
                match fact.split_once(", ") {
                    Some((_, apart)) if setting.width(&fact) > room => {
                        drawing.text(below, setting, apart);
                    }
                    _ => drawing.text(below, setting, fact),
                }
            }
            Way::Added => {
                let [blue, dog] = arrows.map(|arrow| Fixed(norm(&arrow)));
                drawing.text(below, setting, format_args!("norms {blue:.2} and {dog:.2}"));
            }
        }
    }

    /// Draws both scores along the text, with the words above.
    fn draw_scores(&self, spec: &Spec, top: f32, drawing: &mut Drawing) {
        const LOWEST: f64 = -2.6;
        const HIGHEST: f64 = 3.8;
        const LEFT: f32 = 64.0;
        const NAMES: f32 = 56.0;
        let width = drawing.size().0;
        let places = Places::of(spec);
        let length = spec.length() as f64;
        let across = width - LEFT - NAMES;
        let height = if width >= WIDE { 84.0 } else { 70.0 };
        let panel = drawing.panel(Panel {
            rect: Rect::new(LEFT, top + track::HEIGHT, across, height),
            x: Axis::bare(spec.start() - 0.5, spec.start() + length - 0.5)
                .labelled_within("position of “blue” (tokens)", across),
            y: Axis::bare(LOWEST, HIGHEST).labelled("score", 4),
        });
        draw_words(spec, &panel, drawing);
        let score = |way: Way| move |position: f64| self.score(way, Places::at(spec, position));
        for (way, finest, pen) in [
            (Way::Added, 1.0, (1.6, Ink::Third, 1.0)),
            (Way::Rotated, length, (2.4, Ink::Text, 1.0)),
        ] {
            drawing.curve(&panel, finest, pen, score(way), |score| panel.y_px(score));
        }
        let x = panel.x_px(places.blue);
        let (head, foot) = (
            Point::new(x, panel.rect.y),
            Point::new(x, panel.rect.bottom()),
        );
        drawing.segment(head, foot, 1.2, Ink::Query, 0.8);
        for (way, ink) in [(Way::Added, Ink::Third), (Way::Rotated, Ink::Text)] {
            let y = panel.y_px(self.score(way, places));
            drawing.disc(Point::new(x, y), 5.0, ink, 1.0);
        }
        let ends = [Way::Rotated, Way::Added].map(|way| panel.y_px(score(way)(panel.x.high)));
        draw_names(&panel, ends, drawing);
        drawing.handle(Handle {
            rect: panel.rect,
            grab: Grab::Position,
            panel,
        });
        drawing.set_height(panel.rect.bottom() + 44.0);
    }
}

/// Draws the two words as flags above the curves.
fn draw_words(spec: &Spec, panel: &Panel, drawing: &mut Drawing) {
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
    track::draw(spec, flags, panel, drawing);
}

/// Draws the names of the curves at their ends.
fn draw_names(panel: &Panel, [rotated, added]: [f32; 2], drawing: &mut Drawing) {
    const APART: f32 = 15.0;
    let clear = match added < rotated {
        true => added.min(rotated - APART),
        false => added.max(rotated + APART),
    };
    let names = [
        ("rotated", rotated, LABEL.bold().ink(Ink::Text)),
        ("added", clear, LABEL.ink(Ink::Third)),
    ];
    for (name, y, setting) in names {
        let at = Point::new(panel.rect.right() + 6.0, y + 4.0);
        drawing.text(at, setting, name);
    }
}

/// Draws the angle between two arrows as a filled wedge.
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
