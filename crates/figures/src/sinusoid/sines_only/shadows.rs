//! The picture of one pair: arrows on a circle, whose shadows on a wall are sines and on a floor cosines.

use std::f64::consts::TAU;

use super::Components;
use super::dial::Dial;
use crate::Spec;
use crate::handle::{Drawing, Hand, Moves};
use phasor_draw::{Ink, LABEL, Point, Rect, Type, WIDE, pair_ink, spread};
use phasor_text::number::{Fixed, Place};

/// The opacity of the shadows that the encoding leaves out.
const LEFT_OUT: f32 = 0.3;
const NUMBER: Type = LABEL.size(13.0);
/// The baseline of the names above circle and wall.
const HEAD: f32 = 16.0;

/// Circle, wall and floor in pixels.
struct Stage {
    center: Point,
    radius: f32,
    /// Where the wall (x) and the floor (y) are.
    corner: Point,
    height: f32,
}

impl Stage {
    fn new(width: f32) -> Self {
        /// Room for the name of the pair, for positions beside the circle, and for the numbers at wall and floor.
        const ABOVE: f32 = 46.0;
        const NUMBERS: f32 = 90.0;
        let (radius, aside, gap) = match width >= WIDE {
            true => ((0.23 * width).min(160.0), 60.0, 44.0),
            false => {
                let (aside, gap) = (34.0, 30.0);
                let room = width - aside - gap - NUMBERS;
                ((room / 2.0).min(105.0), aside, gap)
            }
        };
        let whole = aside + 2.0 * radius + gap + NUMBERS;
        let left = ((width - whole) / 2.0).max(0.0) + aside;
        let center = Point::new(left + radius, ABOVE + radius);
        let corner = center + Point::splat(radius + gap);
        Self {
            center,
            radius,
            corner,
            height: corner.y + 46.0,
        }
    }

    /// Returns the point at an angle, at `part` of the radius.
    fn on(&self, angle: f64, part: f32) -> Point {
        let (sin, cos) = angle.sin_cos();
        self.center + self.radius * part * Point::new(cos as f32, -sin as f32)
    }
}

/// An arrow of the circle.
#[derive(Clone, Copy)]
struct Arrow {
    angle: f64,
    position: f64,
    ink: Ink,
    /// Whether it is that of a position before the offset.
    is_first: bool,
}

/// Returns the arrow of the position and that of the other one with the same component, and both moved by the offset.
fn arrows(spec: &Spec, dial: &Dial) -> [Option<Arrow>; 4] {
    let arrow = |ahead: f64, ink: Ink, is_first: bool| {
        let (shift, offset) = match is_first {
            true => (0.0, 0.0),
            false => (dial.shift, spec.offset()),
        };
        Arrow {
            angle: dial.angle + ahead + shift,
            position: spec.position() + ahead / dial.inv_freq + offset,
            ink,
            is_first,
        }
    };
    let twin = |is_first| dial.ahead.map(|ahead| arrow(ahead, Ink::Third, is_first));
    [
        Some(arrow(0.0, Ink::Query, true)),
        twin(true),
        Some(arrow(0.0, Ink::Query, false)).filter(|_| spec.offset() != 0.0),
        twin(false).filter(|_| spec.offset() != 0.0),
    ]
}

pub(super) fn draw(spec: &Spec, dial: &Dial, drawing: &mut Drawing) {
    let stage = Stage::new(drawing.size().0);
    let arrows = arrows(spec, dial);
    draw_circle(spec, dial, &stage, drawing);
    for screen in [Screen::Wall, Screen::Floor] {
        draw_screen(spec, (screen, &arrows), &stage, drawing);
    }
    for arrow in arrows.iter().flatten().rev() {
        draw_arrow(arrow, &stage, drawing);
    }
    draw_positions(&arrows, &stage, drawing);
    let hand = Hand {
        moves: Moves::All,
        inv_freq: dial.inv_freq,
        pair_idx: None,
    };
    let rect = circle(&stage).grown(16.0);
    drawing.handle(hand.handle(rect, stage.center, stage.radius));
    drawing.set_height(stage.height);
}

/// Returns the square around the circle.
fn circle(stage: &Stage) -> Rect {
    Rect::new(stage.center.x, stage.center.y, 0.0, 0.0).grown(stage.radius)
}

fn draw_circle(spec: &Spec, dial: &Dial, stage: &Stage, drawing: &mut Drawing) {
    let ink = pair_ink(dial.pair, spec.n_pairs());
    let title = NUMBER.bold().ink(ink);
    let at = Point::new((stage.center.x - stage.radius - 20.0).max(4.0), HEAD);
    let text = format_args!("pair {} of {}", dial.pair, spec.n_pairs());
    drawing.text(at, title, text);
    let ends = |angle: f64| [angle, angle + TAU / 2.0].map(|angle| stage.on(angle, 1.0));
    for [from, to] in [ends(0.0), ends(TAU / 4.0)] {
        drawing.segment(from, to, 1.0, Ink::Faint, 1.0);
    }
    drawing.ring(stage.center, stage.radius, 2.5, ink, 1.0);
    // The arcs from each position to the one at the offset.
    for ahead in [Some(0.0), dial.ahead].into_iter().flatten() {
        const STEPS: usize = 32;
        if dial.shift.abs() < TAU {
            let arc = (0..=STEPS).map(|step| {
                let part = step as f64 / STEPS as f64;
                stage.on(dial.angle + ahead + dial.shift * part, 1.0)
            });
            drawing.line(arc, 6.0, ink, 0.5);
        }
    }
}

fn draw_arrow(arrow: &Arrow, stage: &Stage, drawing: &mut Drawing) {
    let tip = stage.on(arrow.angle, 1.0);
    match arrow.is_first {
        true => {
            drawing.arrow((stage.center, tip), 3.2, arrow.ink);
            drawing.disc(stage.center, 4.0, Ink::Text, 1.0);
        }
        false => {
            drawing.dashed(stage.center, tip, 1.4, arrow.ink, 0.9);
            drawing.disc(tip, 5.0, Ink::Surface, 1.0);
            drawing.ring(tip, 5.0, 2.0, arrow.ink, 1.0);
        }
    }
}

/// Draws the positions beside the tips of their arrows, as far as they have room.
fn draw_positions(arrows: &[Option<Arrow>; 4], stage: &Stage, drawing: &mut Drawing) {
    let mut taken = [Rect::default(); 4];
    for (arrow, place) in arrows.iter().flatten().zip(0..) {
        let setting = NUMBER.ink(arrow.ink).middle();
        let setting = if arrow.is_first {
            setting.bold()
        } else {
            setting
        };
        let text = Place(arrow.position).to_string();
        let half = setting.width(&text) / 2.0;
        let (sin, cos) = arrow.angle.sin_cos();
        let out = Point::new((12.0 + half) * cos as f32, -18.0 * sin as f32);
        let at = stage.on(arrow.angle, 1.0) + out;
        let x = at.x.max(half);
        let area = Rect::new(x - half, at.y - 7.0, 2.0 * half, 14.0);
        let is_free = taken.iter().all(|other| !area.overlaps(other));
        if is_free && area.right() < stage.corner.x - 8.0 {
            drawing.fill(area, Ink::Surface, 0.85);
            drawing.text(Point::new(x, at.y + 4.5), setting, text);
            if let Some(taken) = taken.get_mut::<usize>(place) {
                *taken = area;
            }
        }
    }
}

/// What the shadows of the arrows fall on: the wall with sines, or the floor with cosines.
#[derive(Clone, Copy, PartialEq)]
enum Screen {
    Wall,
    Floor,
}

impl Screen {
    fn name(self) -> &'static str {
        match self {
            Self::Wall => "sine",
            Self::Floor => "cosine",
        }
    }

    fn is_included(self, spec: &Spec) -> bool {
        let other = match self {
            Self::Wall => Components::Cosines,
            Self::Floor => Components::Sines,
        };
        spec.choice::<Components>() != other
    }

    /// Returns the component that the screen shows of an angle.
    fn component(self, angle: f64) -> f64 {
        match self {
            Self::Wall => angle.sin(),
            Self::Floor => angle.cos(),
        }
    }

    /// Returns the place of a component, `aside` pixels away from the circle.
    fn at(self, component: f64, aside: f32, stage: &Stage) -> Point {
        let along = stage.radius * component as f32;
        match self {
            Self::Wall => Point::new(stage.corner.x + aside, stage.center.y - along),
            Self::Floor => Point::new(stage.center.x + along, stage.corner.y + aside),
        }
    }
}

/// Draws a screen with the shadow of every arrow, pale if the encoding leaves it out.
fn draw_screen(
    spec: &Spec,
    (screen, arrows): (Screen, &[Option<Arrow>; 4]),
    stage: &Stage,
    drawing: &mut Drawing,
) {
    /// How far the shadows of the two positions are apart.
    const APART: f32 = 6.0;
    let is_included = screen.is_included(spec);
    let alpha = if is_included { 1.0 } else { LEFT_OUT };
    let at = |component: f64, aside: f32| screen.at(component, aside, stage);
    drawing.segment(at(-1.0, 0.0), at(1.0, 0.0), 1.5, Ink::Muted, 0.8 * alpha);
    drawing.segment(at(0.0, -7.0), at(0.0, 7.0), 1.5, Ink::Muted, 0.8 * alpha);
    draw_name(spec, screen, stage, drawing);
    let asides = [-APART / 2.0, APART / 2.0];
    let cast = arrows.iter().zip(asides.into_iter().cycle());
    for (arrow, aside) in cast.filter_map(|(arrow, aside)| Some((arrow.as_ref()?, aside))) {
        let component = screen.component(arrow.angle);
        let (tip, foot) = (stage.on(arrow.angle, 1.0), at(component, 0.0));
        drawing.dashed(tip, foot, 1.2, arrow.ink, 0.75 * alpha);
        if arrow.is_first {
            drawing.segment(at(0.0, aside), at(component, aside), 5.0, arrow.ink, alpha);
        } else {
            drawing.disc(foot, 4.5, Ink::Surface, 1.0);
            drawing.ring(foot, 4.5, 2.0, arrow.ink, alpha);
        }
    }
    if is_included {
        draw_numbers(screen, arrows, stage, drawing);
    }
}

fn draw_name(spec: &Spec, screen: Screen, stage: &Stage, drawing: &mut Drawing) {
    let name = NUMBER.ink(Ink::Text);
    let (name, text) = match screen.is_included(spec) {
        true => (name.bold(), screen.name().to_owned()),
        false => (name.alpha(0.7), format!("{}, left out", screen.name())),
    };
    match screen {
        Screen::Wall => {
            let half = name.width(&text) / 2.0;
            let x = stage.corner.x.min(drawing.size().0 - half);
            drawing.text(Point::new(x, HEAD), name.middle(), text);
        }
        Screen::Floor => {
            let x = stage.center.x + stage.radius + 14.0;
            drawing.text(Point::new(x, stage.corner.y + 4.5), name, text);
        }
    }
}

/// Draws the components beside their shadows. The first two arrows share theirs.
fn draw_numbers(screen: Screen, arrows: &[Option<Arrow>; 4], stage: &Stage, drawing: &mut Drawing) {
    let [own, _, moved, twin] = *arrows;
    let all = [own, moved, twin];
    /// Where a number without an arrow is out of the way of all others.
    const AWAY: f32 = -1e4;
    let wanted = all.map(|arrow| {
        arrow.map_or(AWAY, |arrow| {
            let at = screen.at(screen.component(arrow.angle), 0.0, stage);
            if screen == Screen::Wall { at.y } else { at.x }
        })
    });
    let half = match screen {
        Screen::Wall => 9.0,
        Screen::Floor => NUMBER.bold().width("cos −0.000") / 2.0 + 3.0,
    };
    let places = spread(wanted, half);
    // Numbers of the floor must not reach over the left edge.
    let drawn = places.into_iter().filter(|place| *place > AWAY / 2.0);
    let back = match screen {
        Screen::Wall => 0.0,
        Screen::Floor => (half - drawn.fold(half, f32::min)).max(0.0),
    };
    for (arrow, place) in all.into_iter().zip(places.map(|place| place + back)) {
        let Some(arrow) = arrow else {
            continue;
        };
        let setting = match arrow.is_first {
            true => NUMBER.ink(Ink::Text).bold(),
            false => NUMBER.ink(arrow.ink),
        };
        let number = Fixed(screen.component(arrow.angle));
        match screen {
            Screen::Wall => {
                let at = Point::new(stage.corner.x + 14.0, place + 4.5);
                drawing.text(at, setting, format_args!("sin {number:.3}"));
            }
            Screen::Floor => {
                let at = Point::new(place, stage.corner.y + 26.0);
                drawing.text(at, setting.middle(), format_args!("cos {number:.3}"));
            }
        }
    }
}
