//! How far back three heads attend, as bars beside those of the published model.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::results::{HeadAttention, Heads, N_BARS, N_ROLES, Percent, Question};
use super::{GHOST, draw_change};
use crate::handle::Drawing;
use phasor_draw::{Column, Ink, LABEL, Point, Rect, Table, Type, WIDE};

/// How many tokens back the tokens of each bar are. To the left of these bars is that of the first token of the text, which
/// is in no other.
pub const DISTANCES: [RangeInclusive<usize>; N_BARS - 1] = [
    65..=usize::MAX,
    33..=64,
    17..=32,
    9..=16,
    5..=8,
    3..=4,
    2..=2,
    1..=1,
    0..=0,
];

/// What a head is chosen for.
#[derive(Debug)]
pub struct Role {
    /// Its name in tables.
    pub column: &'static str,
    /// To what it attends more than any other head of the published model, in a phrase.
    pub name: &'static str,
    /// The bars that belong to it.
    pub bars: Range<usize>,
}

/// What the heads are chosen for, in their order.
pub const ROLES: [Role; N_ROLES] = [
    Role {
        column: "previous",
        name: "the token before",
        bars: 8..9,
    },
    Role {
        column: "first",
        name: "the first token",
        bars: 0..1,
    },
    Role {
        column: "far",
        name: "tokens at least 33 back",
        bars: 1..3,
    },
];

impl Role {
    /// Returns what a head gives to it, in whole per cent.
    #[must_use]
    pub fn percent(&self, percents: &[u8; N_BARS]) -> u8 {
        let bars = percents.get(self.bars.clone());
        bars.expect("a role has some of the bars").iter().sum()
    }
}

/// Names the tokens of a bar, as the end of "most goes …".
struct Place(usize);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match distances(self.0) {
            None => f.write_str("to the first token"),
            Some((0, 0)) => f.write_str("to the token itself"),
            Some((1, 1)) => f.write_str("to the token before"),
            Some(_) => write!(f, "{} tokens back", label(self.0)),
        }
    }
}

/// Returns how many tokens back the nearest and the farthest token of a bar are; `None` for that of the first token.
fn distances(bar: usize) -> Option<(usize, usize)> {
    let distances = DISTANCES.get(bar.checked_sub(1)?)?;
    Some((*distances.start(), *distances.end()))
}

/// Labels a bar.
fn label(bar: usize) -> String {
    match distances(bar) {
        None => "first".to_owned(),
        Some((from, usize::MAX)) => format!("{from}+"),
        Some((from, to)) if from == to => from.to_string(),
        Some((from, to)) => format!("{from}–{to}"),
    }
}

pub(super) fn reading(
    (begun, is_published): (&str, bool),
    now: &Heads,
    published: &Heads,
) -> String {
    let ([role, other, _], [head, ..], [before, sink, _]) = (&ROLES, now, published);
    let (after, before) = (role.percent(&head.percents), role.percent(&before.percents));
    if is_published {
        return format!(
            "{begun}, one head gives {} of its attention to {}, and another {} to {}.",
            Percent(before),
            role.name,
            Percent(other.percent(&sink.percents)),
            other.name
        );
    }
    let bars = head.percents.iter().enumerate();
    let (most, percent) = bars
        .max_by_key(|(_, percent)| **percent)
        .expect("a head has bars");
    match role.bars.contains(&most) {
        true => format!(
            "{begun}, a head still gives {} of its attention to {}; as published, {}.",
            Percent(after),
            role.name,
            Percent(before)
        ),
        false => format!(
            "{begun}, a head gives {} of its attention to {} instead of {}; most goes {}, {}.",
            Percent(after),
            role.name,
            Percent(before),
            Place(most),
            Percent(*percent)
        ),
    }
}

pub(super) fn table(now: &Heads, published: &Heads) -> Table {
    let names: Vec<String> = (0..N_BARS).map(label).collect();
    let mut columns = vec![Column::numbers(
        "bar",
        (1..=N_BARS).map(|bar| bar as f64).collect(),
    )];
    for (role, (before, after)) in ROLES.iter().zip(published.iter().zip(now)) {
        let numbers = |head: &HeadAttention| head.percents.map(f64::from).to_vec();
        columns.push(Column::numbers(
            &format!("{}-published", role.column),
            numbers(before),
        ));
        columns.push(Column::numbers(role.column, numbers(after)));
    }
    Table::new(
        format!(
            "What heads give to tokens on average over the second half of the text, in whole per cent, by how many tokens back these are: {}",
            names.join(", ")
        ),
        columns,
    )
}

const SMALL: Type = LABEL.size(12.0);
const BOLD: Type = LABEL.size(13.0).bold().ink(Ink::Text);
/// The room between the bar of the first token, which is no distance, and the others.
const APART: f32 = 10.0;

/// Returns the upper edge of what changes with a drag, and the lower edge of all.
pub(super) fn draw(
    question: &Question,
    now: &Heads,
    published: &Heads,
    drawing: &mut Drawing,
) -> (f32, f32) {
    let top = draw_change(question, Point::new(0.0, 14.0), drawing);
    let width = drawing.size().0;
    let height = if width < WIDE { 44.0 } else { 74.0 };
    let mut y = draw_legend(top + 24.0, drawing);
    for ((role, before), after) in ROLES.iter().zip(published).zip(now) {
        y += 30.0;
        draw_title(role, (before, after), y, drawing);
        y += 10.0 + height;
        let rect = Rect::new(0.0, y - height, width, height);
        draw_bars(role, (&before.percents, &after.percents), rect, drawing);
    }
    // Labels that are wider than a narrow bar lie on two lines.
    let step = if width < WIDE { 14.0 } else { 0.0 };
    for bar in 0..N_BARS {
        let (left, across) = place(bar, width);
        let line = y + 16.0 + (bar % 2) as f32 * step;
        let middle = Point::new(left + across / 2.0, line);
        drawing.text(middle, SMALL.middle(), label(bar));
    }
    let axis = "how many tokens back the attention goes; 0 is the token itself, and the first token has its own bar";
    let mut line = y + 20.0 + step;
    for text in SMALL.lines(axis, width) {
        line += 16.0;
        drawing.text(Point::new(width / 2.0, line), SMALL.middle(), text);
    }
    (top, line + 10.0)
}

/// Returns the left edge and the width of a bar.
fn place(bar: usize, width: f32) -> (f32, f32) {
    let across = (width - APART) / N_BARS as f32;
    let left = bar as f32 * across + if bar == 0 { 0.0 } else { APART };
    (left, across)
}

/// Says what a head gives to its role, and which head it is.
fn draw_title(
    role: &Role,
    (before, after): (&HeadAttention, &HeadAttention),
    y: f32,
    drawing: &mut Drawing,
) {
    let name = format!("to {}:", role.name);
    drawing.text(Point::new(0.0, y), BOLD, &name);
    let mut x = BOLD.width(&name) + 5.0;
    let now = format!("{}", Percent(role.percent(&after.percents)));
    drawing.text(Point::new(x, y), BOLD.ink(Ink::Query), &now);
    x += BOLD.width(&now) + 5.0;
    let old = format!("(as published {})", Percent(role.percent(&before.percents)));
    drawing.text(Point::new(x, y), SMALL, &old);
    x += SMALL.width(&old) + 12.0;
    let head = format!("layer {}, head {}", before.layer, before.head);
    let width = drawing.size().0;
    if x + SMALL.width(&head) < width {
        drawing.text(Point::new(width, y), SMALL.end(), &head);
    }
}

/// Draws the bars of a head, on a strong line where its role is.
fn draw_bars(
    role: &Role,
    (before, after): (&[u8; N_BARS], &[u8; N_BARS]),
    rect: Rect,
    drawing: &mut Drawing,
) {
    for (bar, (before, after)) in before.iter().zip(after).enumerate() {
        let (left, across) = place(bar, rect.width);
        let mut fill = |percent: u8, margin: f32, ink: Ink, alpha: f32| {
            let height = rect.height * f32::from(percent) / 100.0;
            let at = Rect::new(
                left + margin,
                rect.bottom() - height,
                across - 2.0 * margin,
                height,
            );
            drawing.fill(at, ink, alpha);
        };
        fill(*before, 2.0, Ink::Muted, GHOST);
        fill(*after, across * 0.24, Ink::Query, 1.0);
        let (from, to) = (
            Point::new(left + 2.0, rect.bottom()),
            Point::new(left + across - 2.0, rect.bottom()),
        );
        let (line, ink) = match role.bars.contains(&bar) {
            true => (2.4, Ink::Text),
            false => (1.0, Ink::Muted),
        };
        drawing.segment(from, to, line, ink, 0.7);
    }
}

/// Draws what the bars mean; returns the lower edge.
fn draw_legend(y: f32, drawing: &mut Drawing) -> f32 {
    drawing.fill(Rect::new(0.0, y - 10.0, 10.0, 10.0), Ink::Query, 1.0);
    let now = "share of a head’s attention now";
    drawing.text(Point::new(16.0, y), SMALL, now);
    let x = 16.0 + SMALL.width(now) + 16.0;
    drawing.fill(Rect::new(x, y - 10.0, 16.0, 10.0), Ink::Muted, GHOST);
    drawing.text(Point::new(x + 22.0, y), SMALL, "as published");
    y
}
