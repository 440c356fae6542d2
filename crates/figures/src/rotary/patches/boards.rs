//! The three ways to share out the pairs of a head, side by side: for each, the score of q with every patch on a scale on
//! which it can be seen to fall.

use std::rc::Rc;

use super::computed::{Computed, loss_of_key};
use super::direction::{Direction, SIDE};
use super::head::draw_bars;
use super::picture::{draw_patches, ends};
use super::way::Way;
use crate::handle::{Drawing, Grab, Handle};
use crate::rotary::colours;
use crate::{Key, Spec};
use phasor_draw::{Ink, LABEL, Panel, Point, Rect, SMALL, WIDE};
use phasor_params::choice::Choice as _;
use phasor_text::number::Brief;

/// The height of a line of text.
const LINE: f32 = 16.0;

/// Where the parts of a card stand in a drawing of some width.
struct Card {
    rect: Rect,
    /// The room between the edge of the card and what is on it.
    inset: f32,
    /// The name and the pairs, which a press opens.
    head: Rect,
    board: Rect,
}

impl Card {
    fn new(way: Way, width: f32) -> Self {
        const TOP: f32 = 20.0;
        /// The largest side of a board.
        const LARGEST: f32 = 330.0;
        let (gap, inset, pairs) = match width >= WIDE {
            true => (16.0, 8.0, 60.0),
            false => (4.0, 4.0, 38.0),
        };
        let across = (width + gap) / Way::ALL.len() as f32;
        let place = Way::ALL.iter().take_while(|other| **other != way).count();
        let rect = Rect::new(place as f32 * across, TOP, across - gap, 0.0);
        let head = Rect {
            height: pairs + 24.0 + inset,
            ..rect
        };
        let side = (rect.width - 2.0 * inset).min(LARGEST);
        let left = rect.x + (rect.width - side) / 2.0;
        Self {
            rect,
            inset,
            head,
            board: Rect::new(left, head.bottom() + inset, side, side),
        }
    }
}

/// Returns the place of the board of a way in a drawing of some width.
pub(super) fn board(way: Way, width: f32) -> Rect {
    Card::new(way, width).board
}

/// Draws a card for each way.
pub(super) fn draw(spec: &Spec, all: &[Rc<Computed>], drawing: &mut Drawing) {
    let width = drawing.size().0;
    let titles = [
        "how much lower q scores with each patch than with itself; each board has its own scale",
        "score of q with each patch, on three scales",
        "score of q, on three scales",
    ];
    let title = SMALL.fitting(&titles, width);
    drawing.text(Point::new(0.0, 11.0), SMALL.ink(Ink::Text), title);
    let mut bottom = 0.0;
    for computed in all {
        bottom = draw_card(spec, computed, drawing);
    }
    drawing.set_height(bottom + 2.0);
}

/// Draws the card of a way; returns the lower edge.
fn draw_card(spec: &Spec, computed: &Computed, drawing: &mut Drawing) -> f32 {
    let card = Card::new(computed.head.way, drawing.size().0);
    draw_head(computed, &card, drawing);
    let board = card.board;
    draw_board(spec, computed, board, drawing);
    let scale = Rect::new(board.x, board.bottom() + 7.0, board.width, 11.0);
    draw_scale(spec, computed, scale, drawing);
    let inner = card.rect.width - 2.0 * card.inset;
    let lines = Rect::new(card.rect.x + card.inset, scale.bottom() + 6.0, inner, LINE);
    let bottom = draw_steps(spec, computed, lines, drawing) + card.inset;
    let whole = Rect {
        height: bottom - card.rect.y,
        ..card.rect
    };
    drawing.outline(whole, 1.0, Ink::Faint, 1.0);
    bottom
}

/// Draws the name and the pairs of a way, where a press shows it alone.
fn draw_head(computed: &Computed, card: &Card, drawing: &mut Drawing) {
    let (head, button) = (&computed.head, card.head);
    let baseline = button.y + 17.0;
    let name = head.way.name();
    let (left, room) = (button.x + card.inset, button.width - 2.0 * card.inset);
    let title = match LABEL.bold() {
        title if title.width(name) <= room => title,
        _ => SMALL.bold(),
    };
    let title = title.ink(Ink::Text);
    drawing.fill(button, Ink::Faint, 0.45);
    drawing.text(Point::new(left, baseline), title, name);
    let arrow = LABEL.ink(Ink::Text);
    if title.width(name) + arrow.width(" →") <= room {
        drawing.text(Point::new(left + room, baseline), arrow.end(), "→");
    }
    let top = baseline + 7.0;
    let strip = Rect::new(left, top, room, button.bottom() - card.inset - top);
    draw_bars(head, strip, drawing);
    drawing.handle(Handle {
        rect: button,
        grab: Grab::Set(Key::Axes, head.way.axes().place() as f64),
        panel: Panel::bare(button),
    });
}

/// Draws the score of q with every patch, and q and k, which can be moved.
pub(super) fn draw_board(spec: &Spec, computed: &Computed, rect: Rect, drawing: &mut Drawing) {
    let cell = rect.width / SIDE as f32;
    let gap = if cell > 16.0 { 1.0 } else { 0.5 };
    let scale = computed.scale_of_frame();
    for (patch, loss) in computed.losses().enumerate() {
        let (row, column) = ((patch / SIDE) as f32, (patch % SIDE) as f32);
        let (x, y) = (rect.x + column * cell, rect.y + row * cell);
        let square = Rect::new(x, y, cell - gap, cell - gap);
        let brightness = scale.brightness(loss) as f32;
        drawing.fill(square, Ink::Sequential(brightness), 1.0);
    }
    draw_patches(spec, computed.head.way, rect, drawing);
}

/// Draws the colours of a board between the numbers of their ends, and where k is among them.
fn draw_scale(spec: &Spec, computed: &Computed, place: Rect, drawing: &mut Drawing) {
    let scale = computed.scale_of_frame();
    let colours = colours::draw(place, &ends(scale), [1.0, 0.0], drawing);
    let loss = loss_of_key(spec, &computed.head);
    let at = colours.x + (1.0 - scale.brightness(loss)) as f32 * colours.width;
    let (from, to) = (
        Point::new(at, place.y - 2.0),
        Point::new(at, place.bottom() + 2.0),
    );
    drawing.segment(from, to, 4.0, Ink::Surface, 1.0);
    drawing.segment(from, to, 2.0, Ink::Key, 1.0);
}

/// Writes what one step in each direction takes from the score, and what k loses; returns the lower edge.
fn draw_steps(spec: &Spec, computed: &Computed, first: Rect, drawing: &mut Drawing) -> f32 {
    let head = &computed.head;
    let titles = [
        "score lower by, for one",
        "lower by, for one",
        "lower for one",
    ];
    let title = SMALL.fitting(&titles, first.width);
    let mut line = first;
    drawing.text(Point::new(line.x, line.y + 11.0), SMALL, title);
    for direction in [Direction::Time, Direction::Rows, Direction::Columns] {
        line.y += LINE;
        let (number, ink) = match head.directions.contains(&direction) {
            true => (Brief(head.loss(direction, 1.0)).to_string(), Ink::Text),
            false => ("no pairs".to_owned(), Ink::Muted),
        };
        draw_number((direction.step(), &number), ink, line, drawing);
        let swatch = swatch(line);
        match ink {
            Ink::Text => drawing.fill(swatch, direction.ink(), 1.0),
            _ => drawing.outline(swatch, 1.0, direction.ink(), 1.0),
        }
    }
    line.y += LINE;
    let loss = Brief(loss_of_key(spec, head)).to_string();
    draw_number(("for k", &loss), Ink::Key, line, drawing);
    drawing.outline(swatch(line), 1.6, Ink::Key, 1.0);
    line.bottom() - 1.0
}

/// Returns the square at the beginning of a line.
fn swatch(line: Rect) -> Rect {
    const SIDE: f32 = 8.0;
    Rect::new(line.x, line.y + 11.0 - SIDE, SIDE, SIDE)
}

/// Writes a number at the end of a line, and its name before it where there is room.
fn draw_number((name, number): (&str, &str), ink: Ink, line: Rect, drawing: &mut Drawing) {
    const GAP: f32 = 3.0;
    let baseline = line.y + 11.0;
    let setting = SMALL.ink(ink);
    drawing.text(Point::new(line.right(), baseline), setting.end(), number);
    let at = Point::new(swatch(line).right() + GAP, baseline);
    if at.x + setting.width(name) + GAP + setting.width(number) <= line.right() {
        drawing.text(at, setting, name);
    }
}
