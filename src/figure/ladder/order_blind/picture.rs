//! The picture of `order-blind`: both orders side by side, and threads between them.

use super::seen::Seen;
use crate::config::{Key, Spec};
use crate::encoding::Attention;
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::ladder::arrangement::order;
use crate::figure::ladder::head::HEAD_DIM;
use crate::figure::ladder::legend::draw_bar;
use crate::figure::number::Fixed;

const WRITTEN: &str = "as written";
pub(super) const REARRANGED: &str = "rearranged";
const ROW: f32 = 28.0;
const HEAD: f32 = 44.0;
const NAMES: f32 = 84.0;

/// One of the two readings: its words, what they look at, what they get.
struct Half<'a> {
    title: &'static str,
    order: &'a [usize],
    attention: &'a Attention,
    rect: Rect,
}

impl Half<'_> {
    fn cell(&self) -> f32 {
        let n = self.order.len() as f32;
        ((self.rect.width - NAMES) * 0.5 / n).min(ROW)
    }

    fn squares(&self) -> Rect {
        let n = self.order.len() as f32;
        Rect::new(
            self.rect.x + NAMES,
            self.rect.y + HEAD,
            self.cell() * n,
            ROW * n,
        )
    }

    fn stripes(&self) -> Rect {
        let squares = self.squares();
        let left = squares.right() + 12.0;
        Rect::new(left, squares.y, self.rect.right() - left, squares.height)
    }

    fn middle(&self, place: usize) -> f32 {
        self.squares().y + (place as f32 + 0.5) * ROW
    }
}

pub(super) fn draw(spec: &Spec, seen: &Seen, drawing: &mut Drawing) {
    const GAP: f32 = 56.0;
    let (width, n) = (drawing.size().0, seen.order.len());
    let is_wide = width >= 600.0;
    let height = HEAD + ROW * n as f32;
    let across = if is_wide { (width - GAP) / 2.0 } else { width };
    let second = if is_wide {
        (across + GAP, 0.0)
    } else {
        (0.0, height + 28.0)
    };
    let as_written = order(0, n);
    let halves = [
        Half {
            title: WRITTEN,
            order: &as_written,
            attention: &seen.written,
            rect: Rect::new(0.0, 0.0, across, height),
        },
        Half {
            title: REARRANGED,
            order: &seen.order,
            attention: &seen.rearranged,
            rect: Rect::new(second.0, second.1, across, height),
        },
    ];
    let reach = outputs_reach(seen);
    for half in &halves {
        draw_half(spec, half, reach, drawing);
    }
    let [written, rearranged] = &halves;
    if is_wide {
        draw_threads(spec, written, rearranged, drawing);
    }
    let bottom = rearranged.rect.bottom();
    let legend = draw_legend(reach, bottom + 30.0, drawing);
    drawing.set_height(bottom + 30.0 + legend);
}

/// The largest number among the outputs, for the colours.
fn outputs_reach(seen: &Seen) -> f64 {
    let numbers = seen
        .written
        .output
        .values()
        .iter()
        .chain(seen.rearranged.output.values());
    numbers.fold(0.0, |reach: f64, number| reach.max(number.abs()))
}

fn draw_half(spec: &Spec, half: &Half<'_>, reach: f64, drawing: &mut Drawing) {
    let (squares, stripes) = (half.squares(), half.stripes());
    let head = LABEL.size(11.0);
    let top = half.rect.y;
    drawing.text(
        Point::new(half.rect.x, top + 14.0),
        LABEL.bold().ink(Ink::Text),
        format_args!("{}", half.title),
    );
    let over = top + HEAD - 6.0;
    drawing.text(Point::new(stripes.x, over), head, format_args!("output"));
    for place in 0..half.order.len() {
        let x = squares.x + (place as f32 + 0.5) * half.cell();
        drawing.text(Point::new(x, over), head.middle(), format_args!("{place}"));
    }
    for (place, &word) in half.order.iter().enumerate() {
        draw_name(spec, half, place, word, drawing);
        draw_squares(half, place, drawing);
        draw_stripes(half, place, reach, drawing);
    }
    let n = half.order.len() as f64;
    let cells = squares.width / half.cell();
    let names = f64::from((squares.x - half.rect.x) / half.cell());
    let outputs = f64::from((half.rect.right() - squares.right()) / half.cell());
    // One panel over all of a half: its columns are those of the squares.
    let panel = Panel {
        rect: Rect::new(half.rect.x, squares.y, half.rect.width, squares.height),
        x: Axis {
            label: half.title,
            ..Axis::bare(-names, f64::from(cells) + outputs)
        },
        y: Axis::bare(n, 0.0),
    };
    for (place, &word) in half.order.iter().enumerate() {
        let rect = Rect::new(
            half.rect.x,
            squares.y + place as f32 * ROW,
            half.rect.width,
            ROW,
        );
        let grab = match half.title {
            REARRANGED => Grab::Word(place),
            _ => Grab::Set(Key::Token, word as f64),
        };
        drawing.handle(Handle { rect, grab, panel });
    }
}

/// The ink of a word: the one in focus, those that are the same word, all others.
fn ink(spec: &Spec, word: usize) -> Ink {
    let words = spec.sentence().words();
    if word == spec.token() {
        Ink::Query
    } else if words.get(word) == words.get(spec.token()) {
        Ink::Key
    } else {
        Ink::Muted
    }
}

fn draw_name(spec: &Spec, half: &Half<'_>, place: usize, word: usize, drawing: &mut Drawing) {
    let ink = ink(spec, word);
    let baseline = half.middle(place) + 4.5;
    let name = LABEL.size(13.0).end();
    let name = if ink == Ink::Muted {
        name.ink(Ink::Text)
    } else {
        name.bold().ink(ink)
    };
    let x = half.rect.x + NAMES - 10.0;
    drawing.text(
        Point::new(x, baseline),
        name,
        format_args!("{}", spec.sentence().word(word)),
    );
    let number = LABEL.size(11.0);
    drawing.text(
        Point::new(half.rect.x, baseline),
        number,
        format_args!("{place}"),
    );
}

fn draw_squares(half: &Half<'_>, place: usize, drawing: &mut Drawing) {
    let (squares, cell) = (half.squares(), half.cell());
    let y = half.middle(place) - ROW / 2.0 + 1.0;
    for (column, &weight) in half.attention.weights.row(place).iter().enumerate() {
        let rect = Rect::new(
            squares.x + column as f32 * cell + 1.0,
            y,
            cell - 2.0,
            ROW - 2.0,
        );
        drawing.outline(rect, 1.0, Ink::Faint, 1.0);
        drawing.fill(rect, Ink::Sequential(weight as f32), 1.0);
    }
}

fn draw_stripes(half: &Half<'_>, place: usize, reach: f64, drawing: &mut Drawing) {
    let stripes = half.stripes();
    let across = stripes.width / HEAD_DIM as f32;
    let y = half.middle(place) - ROW / 2.0 + 3.0;
    for (component, &number) in half.attention.output.row(place).iter().enumerate() {
        let rect = Rect::new(stripes.x + component as f32 * across, y, across, ROW - 6.0);
        drawing.fill(rect, Ink::Diverging((number / reach) as f32), 1.0);
    }
}

/// Every word goes over to where it stands when rearranged.
fn draw_threads(spec: &Spec, written: &Half<'_>, rearranged: &Half<'_>, drawing: &mut Drawing) {
    const STEPS: usize = 16;
    for (place, &word) in rearranged.order.iter().enumerate() {
        let from = Point::new(written.rect.right() + 4.0, written.middle(word));
        let to = Point::new(rearranged.rect.x - 5.0, rearranged.middle(place));
        let ink = ink(spec, word);
        let (width, alpha) = if ink == Ink::Muted {
            (1.0, 0.5)
        } else {
            (2.0, 1.0)
        };
        let curve = (0..=STEPS).map(|step| {
            let t = step as f32 / STEPS as f32;
            let eased = t * t * (3.0 - 2.0 * t);
            Point::new(
                from.x + (to.x - from.x) * t,
                from.y + (to.y - from.y) * eased,
            )
        });
        drawing.line(curve, width, ink, alpha);
    }
}

/// The two scales of colour; returns their height.
fn draw_legend(reach: f64, top: f32, drawing: &mut Drawing) -> f32 {
    const BESIDE: f32 = 176.0;
    const BELOW: f32 = 20.0;
    let reach = format!("{:.1}", Fixed(reach));
    let is_narrow = drawing.size().0 < 360.0;
    let second = match is_narrow {
        true => Point::new(0.0, top + BELOW),
        false => Point::new(BESIDE, top),
    };
    let first = Point::new(0.0, top);
    draw_bar(first, ("looks 0", "1"), &Ink::Sequential, drawing);
    let signed = |t: f32| Ink::Diverging(2.0 * t - 1.0);
    draw_bar(
        second,
        (&format!("output −{reach}"), &reach),
        &signed,
        drawing,
    );
    second.y - top + 26.0
}
