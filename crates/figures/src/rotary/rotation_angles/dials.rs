//! The dial of the pair in focus with its numbers, and small dials of all pairs.

use super::hands::Hands;

use crate::Spec;
use crate::handle::{Drawing, Hand, Moves, SECOND_LENGTH};
use phasor_draw::{Ink, LABEL, Point, Rect, WIDE, pair_ink};
use phasor_encoding::Frequencies;
use phasor_encoding::frequency::turns;
use phasor_text::number::{Brief, Compact, Short};

/// The smallest dial with room for a number under it, CSS pixels.
const LABELLED_DIAL: f32 = 44.0;

/// The height of the numbers of a dial, with the score below them, CSS pixels.
const FACTS: f32 = 126.0;
/// The distance from the first line of the numbers to the score.
const SCORE: f32 = 98.0;

/// The room below the lowest dial, CSS pixels.
pub(super) const EDGE: f32 = 4.0;

/// The places of the dial in focus, of its numbers and of the small dials.
struct Places {
    focus_size: f32,
    /// The first baseline of the numbers.
    facts: Point,
    grid: Rect,
    /// The lower edge of dial and numbers.
    bottom: f32,
}

impl Places {
    /// Returns the places below `top`.
    fn new(top: f32, drawing: &Drawing) -> Self {
        const FACTS_WIDTH: f32 = 208.0;
        let width = drawing.size().0;
        let rest = drawing.wanted_height().map(|height| height - top - EDGE);
        let beside = |focus_size: f32| Point::new(focus_size + 18.0, top + 13.0);
        let below = |focus_size: f32| Point::new(8.0, top + focus_size + 20.0);
        let (focus_size, facts, grid) = match (rest, width) {
            // A low room: dial, numbers and small dials are side by side.
            (Some(rest), WIDE..) => {
                let focus_size = rest.min(0.3 * width - 54.0).clamp(FACTS, 216.0);
                let facts = beside(focus_size);
                let left = facts.x + FACTS_WIDTH;
                let grid = Rect::new(left, top + 18.0, width - left - 4.0, rest - 18.0);
                (focus_size, facts, grid)
            }
            (None, WIDE..) => {
                let left = 216.0 + 36.0;
                let height = 216.0 + FACTS + 80.0;
                let grid = Rect::new(left, top + 18.0, width - left - 4.0, height);
                (216.0, below(216.0), grid)
            }
            // The grid takes the whole width, and the numbers are beside the dial if they fit there.
            _ => {
                let (facts, lower) = match width >= 330.0 {
                    true => (beside(112.0), top + 112.0),
                    false => (below(112.0), top + 112.0 + FACTS),
                };
                let left_over = rest.map_or(156.0, |rest| (top + rest - lower - 28.0).max(40.0));
                let grid = Rect::new(4.0, lower + 28.0, width - 8.0, left_over);
                (112.0, facts, grid)
            }
        };
        let bottom = (top + focus_size).max(facts.y + SCORE + 8.0);
        Self {
            focus_size,
            facts,
            grid,
            bottom,
        }
    }
}

/// Draws the pair in focus and all pairs below `top`, and the score; returns the lower edge.
pub(super) fn draw(
    spec: &Spec,
    frequencies: &Frequencies,
    (top, score): (f32, f64),
    drawing: &mut Drawing,
) -> f32 {
    let Places {
        focus_size,
        facts,
        grid,
        bottom,
    } = Places::new(top, drawing);
    let focus = spec.pair();
    let focus_freq = frequencies.inv_freq().get(focus);
    let focus_freq = *focus_freq.expect("every pair has a frequency");
    let hands = Hands::new(spec, focus_freq);
    let dial = Dial {
        center: Point::new(focus_size / 2.0 + 4.0, top + focus_size / 2.0),
        radius: focus_size / 2.0 - 10.0,
        ink: pair_ink(focus, spec.n_pairs()),
        hands,
    };
    dial.draw_large(focus_freq, drawing);
    draw_facts(spec, focus, hands, facts, drawing);
    drawing.text(
        Point::new(facts.x, facts.y + SCORE),
        LABEL.bold().size(13.0).ink(Ink::Text),
        format_args!("score q · k = {}", Short(score)),
    );
    let texts: &[&str] = match grid_of(spec.n_pairs(), grid).1 >= LABELLED_DIAL {
        true => &[
            "every pair, fastest first, with the query’s turns",
            "every pair, with the query’s turns",
            "every pair, fastest first",
        ],
        false => &["every pair, fastest first"],
    };
    let heading = Point::new(grid.x + 4.0, grid.y - 6.0);
    let setting = LABEL.ink(Ink::Text);
    drawing.text(heading, setting, setting.fitting(texts, grid.width - 4.0));
    draw_grid(spec, frequencies.inv_freq(), (grid, top), drawing).max(bottom)
}

/// Returns a function from pairs to the centres and radii of their small dials below `top`.
pub(super) fn small_dials(
    spec: &Spec,
    top: f32,
    drawing: &Drawing,
) -> impl Fn(usize) -> (Point, f32) + use<> {
    let area = Places::new(top, drawing).grid;
    let (n_pairs, last_pair) = (spec.n_pairs(), spec.last_pair());
    let grid = grid_of(n_pairs, area);
    move |pair_idx| {
        let (_, center, radius) = small_dial(area, grid, pair_idx);
        // The dial of a pair that is still growing grows from its centre.
        let part = match pair_idx + 1 == n_pairs {
            true => last_pair as f32,
            false => 1.0,
        };
        (center, part * radius)
    }
}

/// Returns the cell, the centre and the radius of a small dial.
fn small_dial(area: Rect, (columns, size): (usize, f32), pair_idx: usize) -> (Rect, Point, f32) {
    let row_height = if size >= LABELLED_DIAL {
        size + 16.0
    } else {
        size
    };
    let (row, column) = (pair_idx / columns, pair_idx % columns);
    let (x, y) = (
        area.x + column as f32 * size,
        area.y + row as f32 * row_height,
    );
    let cell = Rect::new(x, y, size, row_height);
    let center = Point::new(x + size / 2.0, y + size / 2.0);
    (cell, center, size / 2.0 - size * 0.08 - 1.0)
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
fn draw_grid(
    spec: &Spec,
    inv_freq: &[f64],
    (area, top): (Rect, f32),
    drawing: &mut Drawing,
) -> f32 {
    let grid = grid_of(inv_freq.len(), area);
    let labelled = grid.1 >= LABELLED_DIAL;
    let mut bottom = area.y;
    let place_of = small_dials(spec, top, drawing);
    for (pair_idx, &inv_freq) in inv_freq.iter().enumerate() {
        let (center, radius) = place_of(pair_idx);
        let (cell, ..) = small_dial(area, grid, pair_idx);
        let hands = Hands::new(spec, inv_freq);
        if pair_idx == spec.pair() {
            drawing.fill(cell, Ink::Faint, 0.8);
        }
        let dial = Dial {
            center,
            radius,
            ink: pair_ink(pair_idx, spec.n_pairs()),
            hands,
        };
        dial.draw_small((pair_idx, inv_freq), cell, drawing);
        if labelled {
            let at = Point::new(center.x, cell.bottom() - 4.0);
            let turned = Brief(turns(hands.query_angle));
            drawing.text(at, LABEL.middle().size(11.0), turned);
        }
        bottom = cell.bottom();
    }
    bottom
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

/// A dial with both hands of a pair.
struct Dial {
    center: Point,
    radius: f32,
    ink: Ink,
    hands: Hands,
}

impl Dial {
    /// Returns the place of a vector of norm 1 whose hand is `length` radii long.
    fn at(&self, (x, y): (f64, f64), length: f32) -> Point {
        self.center + length * self.radius * Point::new(x as f32, -y as f32)
    }

    fn query_tip(&self) -> Point {
        self.at(self.hands.query, 1.0)
    }

    fn key_tip(&self) -> Point {
        self.at(self.hands.key, SECOND_LENGTH)
    }

    /// Draws the dial of the pair in focus, whose hands have bubbles. The dial turns with both hands.
    fn draw_large(&self, inv_freq: f64, drawing: &mut Drawing) {
        const BUBBLE: f32 = 10.0;
        self.draw_face(32, 3.0, drawing);
        self.draw_hands(3.0, drawing);
        drawing.flag(self.key_tip(), BUBBLE, Ink::Key, "k");
        drawing.flag(self.query_tip(), BUBBLE, Ink::Query, "q");
        drawing.disc(self.center, 3.0, Ink::Text, 1.0);
        let mut handle = |moves: Moves, at: Point, reach: f32| {
            let hand = Hand {
                moves,
                inv_freq,
                pair_idx: None,
            };
            let rect = Rect::new(at.x, at.y, 0.0, 0.0).grown(reach);
            drawing.handle(hand.handle(rect, self.center, self.radius));
        };
        handle(Moves::All, self.center, self.radius);
        handle(Moves::Second, self.key_tip(), BUBBLE + 2.0);
        handle(Moves::All, self.query_tip(), BUBBLE + 2.0);
    }

    /// Draws one of many dials. It turns with both hands, and the tip of the key's hand turns that hand alone.
    fn draw_small(&self, (pair_idx, inv_freq): (usize, f64), cell: Rect, drawing: &mut Drawing) {
        const TIP: f32 = 0.4;
        self.draw_face(12, 1.6, drawing);
        self.draw_hands((self.radius / 10.0).clamp(1.0, 2.2), drawing);
        let tip = self.key_tip();
        let tip = Rect::new(tip.x, tip.y, 0.0, 0.0).grown(TIP * self.radius);
        for (moves, rect) in [(Moves::All, cell), (Moves::Second, tip)] {
            let hand = Hand {
                moves,
                inv_freq,
                pair_idx: Some(pair_idx),
            };
            drawing.handle(hand.handle(rect, self.center, self.radius));
        }
    }

    /// Draws the rim and the wedge between the hands.
    fn draw_face(&self, n_steps: u32, rim: f32, drawing: &mut Drawing) {
        let (from, between) = self.hands.wedge();
        let arc = (0..=n_steps).map(|step| {
            let angle = from + between * f64::from(step) / f64::from(n_steps);
            self.at((angle.cos(), angle.sin()), 1.0)
        });
        let wedge = std::iter::once(self.center).chain(arc);
        drawing.shape(wedge, self.ink, 0.22);
        drawing.ring(self.center, self.radius, rim, self.ink, 1.0);
    }

    fn draw_hands(&self, width: f32, drawing: &mut Drawing) {
        drawing.hand((self.center, self.key_tip()), width, Ink::Key);
        drawing.hand((self.center, self.query_tip()), width, Ink::Query);
    }
}
