//! The picture of all sums: positions are a path on a floor of directions set aside, and every word stands at its own height
//! above it. If the floor holds the positions, the path of a word through all positions is level.

use super::computed::Computed;
use super::plane::Place;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Ink, LABEL, Panel, Point, Rect, Type, WIDE};
use phasor_text::number::Grouped;

/// The type of headings.
pub(super) const HEAD: Type = LABEL.ink(Ink::Text).bold().size(13.0);
/// The approximate number of posts.
const POSTS: usize = 8;
/// Room for the names of words at the right, CSS pixels.
const NAMES: f32 = 84.0;

/// The floor seen from above its front edge, and the heights above it.
struct Scene {
    /// The front edge, from its left end.
    front: Rect,
    /// From a point of the front edge to the point behind it at the back edge.
    depth: Point,
    /// The height of the highest place above the floor.
    height: f32,
    ranges: [(f64, f64); 3],
}

impl Scene {
    fn new(computed: &Computed, width: f32) -> Self {
        let (depth, height) = match width >= WIDE {
            true => (Point::new(130.0, -120.0), 216.0),
            false => (Point::new(56.0, -80.0), 180.0),
        };
        let top = 34.0;
        let [across, along, (low, high)] = computed.plane.ranges();
        Self {
            front: Rect::new(
                8.0,
                top + height - depth.y,
                width - NAMES - depth.x - 8.0,
                0.0,
            ),
            depth,
            height,
            // The lowest word, too, stands clear of the floor.
            ranges: [across, along, (low - 0.22 * (high - low), high)],
        }
    }

    /// Returns where a place is, from 0 to 1 along each axis.
    fn parts(&self, place: Place) -> [f32; 3] {
        let mut place = place.into_iter();
        self.ranges.map(|(low, high)| {
            let number = place.next().expect("a place has three numbers");
            ((number - low) / (high - low)) as f32
        })
    }

    fn at(&self, place: Place) -> Point {
        let [across, along, up] = self.parts(place);
        self.on_floor(across, along) - Point::new(0.0, up * self.height)
    }

    /// Returns the point of the floor below a place.
    fn below(&self, place: Place) -> Point {
        let [across, along, _] = self.parts(place);
        self.on_floor(across, along)
    }

    fn on_floor(&self, across: f32, along: f32) -> Point {
        Point::new(self.front.x + across * self.front.width, self.front.y) + along * self.depth
    }

    /// Returns the end of the names.
    fn right(&self) -> f32 {
        self.front.right() + self.depth.x + NAMES
    }
}

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let scene = Scene::new(computed, drawing.size().0);
    draw_floor(&scene, drawing);
    let names = names(spec, computed, &scene);
    draw_path(spec, computed, (&scene, &names), drawing);
    draw_threads(spec, computed, (&scene, &names), drawing);
    draw_sum(spec, computed, &scene, drawing);
    draw_meanings(computed, &scene, drawing);
    add_positions(spec, computed, &scene, drawing);
    drawing.set_height(scene.front.y + 30.0);
}

/// Draws the floor with a grid.
fn draw_floor(scene: &Scene, drawing: &mut Drawing) {
    const LINES: u8 = 6;
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let corners = corners.map(|(across, along)| scene.on_floor(across, along));
    drawing.shape(corners, Ink::Key, 0.09);
    for line in 0..=LINES {
        let part = f32::from(line) / f32::from(LINES);
        let lines = [[(part, 0.0), (part, 1.0)], [(0.0, part), (1.0, part)]];
        for ends in lines {
            let [from, to] = ends.map(|(across, along)| scene.on_floor(across, along));
            drawing.segment(from, to, 1.0, Ink::Key, 0.16);
        }
    }
}

/// Returns the row of the position in focus, with its fraction while it moves.
fn row(spec: &Spec, computed: &Computed) -> f64 {
    let last = computed.plane.n_positions() as f64 - 1.0;
    (spec.position() - computed.encodings.start).clamp(0.0, last)
}

/// Returns the index of the word in focus among the different words.
fn focus(spec: &Spec, computed: &Computed) -> usize {
    let words = spec.sentence().words();
    let wanted = words.get(spec.token());
    let mut places = computed.plane.words.iter();
    let place = places.position(|&place| words.get(place) == wanted);
    place.expect("every word of the sentence has a first copy")
}

/// Draws the shadow that the word in focus casts on the floor from every position, and posts under every few of them.
fn draw_path(
    spec: &Spec,
    computed: &Computed,
    (scene, names): (&Scene, &[Name]),
    drawing: &mut Drawing,
) {
    let word = focus(spec, computed);
    let n = computed.plane.n_positions();
    let now = row(spec, computed);
    let path = || computed.plane.thread(word).map(|sum| scene.below(sum));
    let thread = computed.plane.thread(word).map(|sum| scene.at(sum));
    drawing.shape(path().chain(thread.rev()), Ink::Query, 0.1);
    drawing.line(path(), 2.4, Ink::Key, 1.0);
    let mut taken: Vec<Rect> = names.iter().map(|name| name.area(spec)).collect();
    let every = (0..n).step_by(n.div_ceil(POSTS).max(1));
    for row in std::iter::once(now).chain(every.map(|row| row as f64)) {
        let sum = computed.plane.sum(word, row);
        let (foot, top) = (scene.below(sum), scene.at(sum));
        let is_now = row == now;
        if !is_now {
            drawing.segment(foot, top, 1.0, Ink::Key, 0.4);
        }
        drawing.disc(foot, if is_now { 5.0 } else { 3.0 }, Ink::Key, 1.0);
        let position = Grouped((computed.encodings.start + row) as u64).to_string();
        let setting = if is_now { HEAD } else { LABEL };
        let half = setting.width(&position) / 2.0 + 2.0;
        let asides = [(2.0, 12.0), (half + 8.0, 0.0), (-half - 8.0, 0.0)];
        let areas = asides.map(|(x, y)| {
            let x = (foot.x + x).clamp(half, scene.right() - half);
            Rect::new(x - half, foot.y + y - 7.0, 2.0 * half, 14.0)
        });
        let is_free = |area: &&Rect| {
            taken.iter().all(|other| !area.overlaps(other))
                && path().all(|point| !area.contains(point))
        };
        if let Some(&area) = areas.iter().find(is_free) {
            taken.push(area);
            let at = area.center() + Point::new(0.0, 4.5);
            drawing.text(at, setting.ink(Ink::Key).middle(), position);
        }
    }
}

/// The name of one of the different words, beside the end of its path.
struct Name {
    word: usize,
    /// The place of its first copy in the sentence.
    place: usize,
    setting: Type,
    at: Point,
}

impl Name {
    fn area(&self, spec: &Spec) -> Rect {
        let width = self.setting.width(spec.sentence().printed(self.place));
        Rect::new(self.at.x, self.at.y - 11.0, width, 14.0)
    }
}

/// Returns the names, from the highest to the lowest; those of paths that end close together are moved apart.
fn names(spec: &Spec, computed: &Computed, scene: &Scene) -> Vec<Name> {
    const APART: f32 = 17.0;
    let last = computed.plane.n_positions().saturating_sub(1);
    let end = |word: usize| scene.at(computed.plane.sum(word, last as f64));
    let places = computed.plane.words.iter().copied().enumerate();
    let mut names: Vec<Name> = places
        .map(|(word, place)| Name {
            word,
            place,
            setting: match word == focus(spec, computed) {
                true => HEAD.ink(Ink::Query),
                false => LABEL.size(13.0).ink(Ink::Query),
            },
            at: end(word) + Point::new(10.0, 4.0),
        })
        .collect();
    names.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    let lowest = scene.front.y - APART * names.len() as f32;
    let mut above = -APART;
    for (rank, name) in names.iter_mut().enumerate() {
        name.at.x = name.at.x.min(scene.right() - NAMES + 6.0);
        name.at.y = name.at.y.max(above + APART);
        name.at.y = name.at.y.min(lowest + APART * (rank + 1) as f32);
        above = name.at.y;
    }
    names
}

/// Draws every word at every position as a path above the floor, with its name at the end.
fn draw_threads(
    spec: &Spec,
    computed: &Computed,
    (scene, names): (&Scene, &[Name]),
    drawing: &mut Drawing,
) {
    let focus = focus(spec, computed);
    for name in names {
        let (thick, alpha) = if name.word == focus {
            (2.8, 1.0)
        } else {
            (1.6, 0.45)
        };
        let thread = computed.plane.thread(name.word).map(|sum| scene.at(sum));
        drawing.line(thread, thick, Ink::Query, alpha);
        drawing.text(name.at, name.setting, spec.sentence().printed(name.place));
        drawing.handle(Handle {
            rect: name.area(spec).grown(4.0),
            grab: Grab::Set(Key::Token, name.place as f64),
            panel: Panel::bare(scene.front),
        });
    }
}

/// Draws the sum in focus, standing on its shadow, and the other words at the same position.
fn draw_sum(spec: &Spec, computed: &Computed, scene: &Scene, drawing: &mut Drawing) {
    let (focus, now) = (focus(spec, computed), row(spec, computed));
    for word in (0..computed.plane.words.len()).filter(|word| *word != focus) {
        let at = scene.at(computed.plane.sum(word, now));
        drawing.disc(at, 3.5, Ink::Query, 0.7);
    }
    let sum = computed.plane.sum(focus, now);
    let (foot, top) = (scene.below(sum), scene.at(sum));
    drawing.segment(foot, top, 2.6, Ink::Text, 1.0);
    drawing.disc(top, 8.5, Ink::Surface, 1.0);
    drawing.disc(top, 7.0, Ink::Query, 1.0);
}

/// Names what floor and height stand for.
fn draw_meanings(computed: &Computed, scene: &Scene, drawing: &mut Drawing) {
    let floor = match computed.n_aside {
        0 => [
            "no direction is set aside for the position",
            "nothing set aside",
        ],
        _ => ["on the floor: the position", "floor: position"],
    };
    let setting = LABEL.size(13.0);
    let at = Point::new(scene.front.x, scene.front.y + 20.0);
    let text = setting.fitting(&floor, scene.front.width);
    drawing.text(at, setting.ink(Ink::Key), text);
    let at = Point::new(scene.front.x, 16.0);
    drawing.text(at, setting.ink(Ink::Query), "height: the word");
}

/// Adds handles that choose the nearest position.
fn add_positions(spec: &Spec, computed: &Computed, scene: &Scene, drawing: &mut Drawing) {
    const ACROSS: f32 = 8.0;
    let word = focus(spec, computed);
    for (row, sum) in computed.plane.thread(word).enumerate() {
        let (foot, top) = (scene.below(sum), scene.at(sum));
        drawing.handle(Handle {
            rect: Rect::new(foot.x - ACROSS / 2.0, top.y, ACROSS, foot.y + 10.0 - top.y),
            grab: Grab::Set(Key::Position, computed.encodings.start + row as f64),
            panel: Panel::bare(scene.front),
        });
    }
}
