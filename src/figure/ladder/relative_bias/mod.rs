//! What four schemes tell a score about the place of a key relative to its query.

mod schemes;

use super::legend::draw_bar;
use super::view::View;
use schemes::{FARTHEST, HEAD_DIM, LAYERS, Schemes};

use crate::config::choice::{Choice, Relative};
use crate::config::{Key, Spec};
use crate::encoding::Mask;
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, preset};
use crate::figure::number::{Grouped, Short, Tick};
use crate::figure::table::Column;

/// The figure `relative-bias`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Relative schemes",
    caption: "Rows are queries, columns keys. A cell says what the score of the two is told about \
        where the key stands: the same along every diagonal. The curve says it for distances that a \
        sentence does not have.",
    keyboard: "Keys on the figure: ← → change the relative position, ↑ ↓ choose a scheme.",
    shared_keys: &[Key::Offset],
    own_keys: &[
        Key::Relative,
        Key::Sentence,
        Key::Mask,
        Key::Clip,
        Key::Heads,
        Key::Head,
    ],
    leading_keys: &[Key::Relative],
    presets: &[
        preset(
            "Shaw, K = 4, eight words",
            "relative=shaw&clip=4&mask=none&offset=5&sentence=we+saw+the+old+dog+and+another+cat",
        ),
        preset("T5 in a decoder", "relative=t5&mask=causal&offset=-18"),
        preset("T5 looking both ways", "relative=t5&mask=none&offset=-18"),
        preset(
            "ALiBi, 8 heads",
            "relative=alibi&mask=causal&n-heads=8&head=0&offset=-3",
        ),
        preset(
            "ALiBi, the 9th of 12 heads",
            "relative=alibi&mask=causal&n-heads=12&head=8&offset=-3",
        ),
    ],
    idle: |_, _| false,
    clock: None,
    arrow,
    sketch: || Box::new(RelativeBias),
};

/// Left and right change the relative position, up and down the scheme.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step_key(Key::Offset, right);
    if down != 0.0 {
        spec.set_nearest(Key::Relative, place(spec.relative()) + down);
    }
}

fn place(scheme: Relative) -> f64 {
    let place = Relative::WORDS.iter().position(|(word, _)| *word == scheme);
    place.unwrap_or_default() as f64
}

#[derive(Debug)]
struct RelativeBias;

impl View for RelativeBias {
    type Seen = Schemes;
    const ROWS: &'static str = "Every relative position up to 128";

    fn seen(&mut self, spec: &Spec) -> Option<Schemes> {
        Some(Schemes::new(spec))
    }

    fn draw(spec: &Spec, schemes: &Self::Seen, drawing: &mut Drawing) {
        let bottom = draw_choice(spec, schemes, drawing);
        let bottom = draw_chosen(spec, schemes, bottom + 26.0, drawing);
        let bottom = draw_costs(spec, schemes, bottom + 26.0, drawing);
        drawing.set_height(bottom + 4.0);
    }

    fn reading(spec: &Spec, schemes: &Self::Seen) -> String {
        schemes.reading(spec.relative())
    }

    fn columns(_spec: &Spec, schemes: &Self::Seen) -> Vec<Column> {
        let last = match schemes.mask {
            Mask::None => FARTHEST,
            Mask::Causal => 0,
        };
        let column = |name: &str, scheme: Relative| {
            let numbers = (-FARTHEST..=last).map(|relative| schemes.value(scheme, relative));
            Column::numbers(name, numbers.collect())
        };
        vec![
            column("relative position", Relative::Plain),
            column("row of Shaw", Relative::Shaw),
            column("bucket of T5", Relative::T5),
            column("bias of ALiBi", Relative::Alibi),
        ]
    }

    fn probe(spec: &Spec, schemes: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        let relative = match handle.grab {
            Grab::Set(Key::Offset, relative) => relative,
            Grab::Slide { .. } => handle.values(point).0.round(),
            _ => return None,
        };
        let scheme = spec.relative();
        let told = match relative > 0.0 && schemes.mask == Mask::Causal {
            true => "hidden by the mask".to_owned(),
            false => format!(
                "{} {}",
                schemes.unit(scheme),
                Tick(schemes.value(scheme, relative as i64))
            ),
        };
        Some(format!("relative position {}: {told}", Short(relative)))
    }
}

/// The four schemes in small, to choose from; returns the lower edge.
fn draw_choice(spec: &Spec, schemes: &Schemes, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let is_wide = width >= 600.0;
    let across = width / Relative::WORDS.len() as f32;
    let side = if is_wide {
        60.0
    } else {
        (across - 16.0).min(72.0)
    };
    let height = if is_wide { side + 12.0 } else { side + 30.0 };
    for (place, (scheme, _)) in Relative::WORDS.iter().enumerate() {
        let column = Rect::new(place as f32 * across, 0.0, across, height);
        let is_chosen = *scheme == spec.relative();
        if is_chosen {
            drawing.fill(column.grown(-1.0), Ink::Faint, 0.8);
        }
        let left = if is_wide { 8.0 } else { (across - side) / 2.0 };
        let small = Rect::new(column.x + left, 6.0, side, side);
        draw_small(schemes, *scheme, small, drawing);
        let name = match is_chosen {
            true => LABEL.bold().ink(Ink::Text),
            false => LABEL.ink(Ink::Text),
        };
        let text = format_args!("{}", Schemes::name(*scheme));
        if is_wide {
            let x = small.right() + 10.0;
            drawing.text(Point::new(x, 30.0), name.size(13.0), text);
            let fact = schemes.fact(*scheme);
            drawing.text(
                Point::new(x, 48.0),
                LABEL.size(11.0),
                format_args!("{fact}"),
            );
        } else {
            let middle = column.x + across / 2.0;
            let name = name.middle().size(11.0);
            drawing.text(Point::new(middle, small.bottom() + 16.0), name, text);
        }
        drawing.handle(Handle {
            rect: column,
            grab: Grab::Set(Key::Relative, place as f64),
            panel: Panel {
                rect: column,
                x: Axis::bare(0.0, 1.0),
                y: Axis::bare(0.0, 1.0),
            },
        });
    }
    height
}

fn draw_small(schemes: &Schemes, scheme: Relative, rect: Rect, drawing: &mut Drawing) {
    let cell = rect.width / schemes.n_words as f32;
    drawing.fill(rect, Ink::Surface, 1.0);
    for (row, column, relative) in schemes.cells() {
        let (x, y) = (rect.x + column as f32 * cell, rect.y + row as f32 * cell);
        let ink = schemes.ink(scheme, relative);
        drawing.fill(Rect::new(x, y, cell - 0.5, cell - 0.5), ink, 1.0);
    }
    drawing.outline(rect, 1.0, Ink::Muted, 0.6);
}

/// The matrix and the curve of the chosen scheme; returns the lower edge.
fn draw_chosen(spec: &Spec, schemes: &Schemes, top: f32, drawing: &mut Drawing) -> f32 {
    let matrix = if schemes.n_words > 7 { 386.0 } else { 344.0 };
    const AXIS: f32 = 64.0;
    const CURVE: f32 = 190.0;
    let width = drawing.size().0;
    if width < 600.0 {
        let bottom = draw_matrix(spec, schemes, Point::new(0.0, top), width - 2.0, drawing);
        let rect = Rect::new(AXIS, bottom + 36.0, width - AXIS - 16.0, CURVE);
        return draw_curve(spec, schemes, rect, drawing);
    }
    let bottom = draw_matrix(spec, schemes, Point::new(0.0, top), matrix, drawing);
    let left = matrix + 20.0 + AXIS;
    let height = (bottom - top - 80.0).clamp(CURVE, 300.0);
    let rect = Rect::new(left, top + 22.0, width - left - 16.0, height);
    draw_curve(spec, schemes, rect, drawing).max(bottom)
}

/// The squares of the matrix.
#[derive(Clone, Copy)]
struct Grid {
    rect: Rect,
    cell: f32,
    row: f32,
}

impl Grid {
    fn at(&self, row: usize, column: usize) -> Rect {
        let (x, y) = (column as f32 * self.cell, row as f32 * self.row);
        Rect::new(self.rect.x + x, self.rect.y + y, self.cell, self.row)
    }
}

/// The words against each other; returns the lower edge.
fn draw_matrix(
    spec: &Spec,
    schemes: &Schemes,
    corner: Point,
    width: f32,
    drawing: &mut Drawing,
) -> f32 {
    const NAMES: f32 = 84.0;
    const HEAD: f32 = 22.0;
    let scheme = spec.relative();
    let n = schemes.n_words as f32;
    let cell = ((width - NAMES) / n).min(52.0);
    let row = cell.clamp(20.0, 34.0);
    let rect = Rect::new(corner.x + NAMES, corner.y + HEAD, cell * n, row * n);
    let grid = Grid { rect, cell, row };
    draw_names(spec, grid, drawing);
    draw_cells(scheme, schemes, grid, drawing);
    draw_diagonal(schemes, grid, drawing);
    let (low, high) = schemes.range(scheme);
    let bar = Point::new(rect.x, rect.bottom() + 10.0);
    let ends = (format!("{} ", Tick(low)), Tick(high).to_string());
    let along = |t: f32| schemes.ink_at(scheme, low + f64::from(t) * (high - low));
    draw_bar(bar, (&ends.0, &ends.1), &along, drawing);
    let unit = Point::new(rect.x - 8.0, rect.bottom() + 19.0);
    let text = format_args!("{}", schemes.unit(scheme));
    drawing.text(unit, LABEL.size(11.0).end(), text);
    bar.y + 14.0
}

/// A coloured square for each pair of words, with its number where there is room.
fn draw_cells(scheme: Relative, schemes: &Schemes, grid: Grid, drawing: &mut Drawing) {
    let text = |relative| schemes.cell_text(scheme, relative);
    let lengths = schemes
        .cells()
        .map(|(.., relative)| text(relative).chars().count());
    let longest = lengths.max().unwrap_or_default() as f32;
    let size = if grid.cell >= 34.0 { 11.5 } else { 10.0 };
    let has_room = longest * size * 0.54 + 3.0 <= grid.cell;
    drawing.outline(grid.rect, 1.0, Ink::Faint, 1.0);
    for (row, column, relative) in schemes.cells() {
        let cell = grid.at(row, column);
        let ink = schemes.ink(scheme, relative);
        drawing.fill(cell.grown(-1.0), ink, 1.0);
        if has_room {
            let (x, y) = (cell.x + cell.width / 2.0, cell.y + cell.height / 2.0);
            let setting = LABEL.size(size).middle().ink(over(ink));
            let number = text(relative);
            drawing.text(
                Point::new(x, y + 0.36 * size),
                setting,
                format_args!("{number}"),
            );
        }
    }
}

/// Frames the relative position in focus, and lets a click choose another.
fn draw_diagonal(schemes: &Schemes, grid: Grid, drawing: &mut Drawing) {
    let n = schemes.n_words;
    let panel = Panel {
        rect: grid.rect,
        x: Axis::bare(0.0, n as f64),
        y: Axis::bare(n as f64, 0.0),
    };
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        let relative = column as i64 - row as i64;
        let rect = grid.at(row, column);
        if relative == schemes.focus {
            drawing.outline(rect.grown(-1.0), 4.5, Ink::Surface, 1.0);
            drawing.outline(rect.grown(-1.0), 2.0, Ink::Key, 1.0);
        }
        let grab = Grab::Set(Key::Offset, relative as f64);
        drawing.handle(Handle { rect, grab, panel });
    }
}

/// The words beside the rows and, where they have room, above the columns; else their numbers.
fn draw_names(spec: &Spec, grid: Grid, drawing: &mut Drawing) {
    let Grid { rect, cell, row } = grid;
    let n_words = spec.sentence().words().len();
    let words = (0..n_words).map(|place| spec.sentence().word(place));
    let longest = words.clone().map(str::len).max().unwrap_or_default();
    let has_room = longest as f32 * 6.2 + 2.0 <= cell;
    let small = LABEL.size(11.0);
    let over = rect.y - 7.0;
    drawing.text(Point::new(0.0, over), small, format_args!("query ↓ key →"));
    for (place, word) in words.enumerate() {
        let x = rect.x + (place as f32 + 0.5) * cell;
        let at = Point::new(x, over);
        match has_room {
            true => drawing.text(at, small.middle().ink(Ink::Text), format_args!("{word}")),
            false => drawing.text(at, small.middle(), format_args!("{place}")),
        }
        let y = rect.y + (place as f32 + 0.5) * row + 4.5;
        let name = LABEL.size(13.0).end().ink(Ink::Text);
        drawing.text(Point::new(rect.x - 8.0, y), name, format_args!("{word}"));
        drawing.text(Point::new(0.0, y), small, format_args!("{place}"));
    }
}

/// The ink that is read on a cell of that ink.
fn over(ink: Ink) -> Ink {
    let is_strong = match ink {
        Ink::Sequential(t) => t > 0.62,
        Ink::Diverging(t) => t.abs() > 0.7,
        _ => false,
    };
    if is_strong { Ink::Surface } else { Ink::Text }
}

/// The chosen scheme over relative positions; returns the lower edge.
fn draw_curve(spec: &Spec, schemes: &Schemes, rect: Rect, drawing: &mut Drawing) -> f32 {
    let scheme = spec.relative();
    let reach = FARTHEST as f64;
    let (low, high) = schemes.far_range(scheme);
    let room = 0.06 * (high - low);
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(-reach - 0.5, reach + 0.5)
            .labelled_within("relative position (tokens)", rect.width),
        y: Axis::bare(low - room, high + room).labelled(schemes.unit(scheme), 5),
    });
    let edge = schemes.n_words as f64 - 0.5;
    let (left, right) = (panel.x_px(-edge), panel.x_px(edge));
    let words = Rect::new(left, rect.y, right - left, rect.height);
    drawing.fill(words, Ink::Faint, 0.7);
    let note = LABEL.size(11.0);
    drawing.text(
        Point::new(left, rect.y - 6.0),
        note,
        format_args!("these words"),
    );
    if scheme == Relative::Alibi {
        // Straight on both sides, so three points are enough for each of up to 64 heads.
        let ends = [-FARTHEST, 0, FARTHEST];
        for head in 0..schemes.n_heads() {
            let seen = ends.into_iter().filter(|end| schemes.is_seen(*end));
            let points = seen.map(|relative| {
                let y = panel.y_px(schemes.bias(head, relative));
                Point::new(panel.x_px(relative as f64), y)
            });
            drawing.line(points, 1.0, Ink::Muted, 0.45);
        }
    }
    let value = |relative| schemes.value(scheme, relative);
    draw_steps(&value, schemes, &panel, (2.2, Ink::Text, 1.0), drawing);
    let focus = schemes.focus.clamp(-FARTHEST, FARTHEST);
    let x = panel.x_px(focus as f64);
    let (head, foot) = (Point::new(x, rect.y), Point::new(x, rect.bottom()));
    drawing.segment(head, foot, 1.2, Ink::Key, 1.0);
    if schemes.is_seen(focus) {
        let y = panel.y_px(value(focus));
        drawing.disc(Point::new(x, y), 5.0, Ink::Key, 1.0);
    }
    drawing.handle(Handle {
        rect,
        grab: Grab::Slide {
            x: Some(Key::Offset),
            y: None,
        },
        panel,
    });
    rect.bottom() + 44.0
}

/// One step for each relative position that the mask leaves.
fn draw_steps(
    value: &dyn Fn(i64) -> f64,
    schemes: &Schemes,
    panel: &Panel,
    (width, ink, alpha): (f32, Ink, f32),
    drawing: &mut Drawing,
) {
    let seen = (-FARTHEST..=FARTHEST).filter(|relative| schemes.is_seen(*relative));
    let points = seen.flat_map(|relative| {
        let y = panel.y_px(value(relative));
        [-0.5, 0.5].map(|side| Point::new(panel.x_px(relative as f64 + side), y))
    });
    drawing.line(points, width, ink, alpha);
}

/// What each scheme costs a model; returns the lower edge.
fn draw_costs(spec: &Spec, schemes: &Schemes, top: f32, drawing: &mut Drawing) -> f32 {
    const LINE: f32 = 20.0;
    let width = drawing.size().0.min(520.0);
    let ends = [0.40, 0.73, 1.0].map(|part: f32| part * (width - 2.0));
    let small = LABEL.size(11.0);
    drawing.text(
        Point::new(0.0, top),
        LABEL.ink(Ink::Text),
        format_args!(
            "{LAYERS} layers, {} heads of {HEAD_DIM}:",
            schemes.n_heads()
        ),
    );
    let heads = ["learned", "multiplications", "KV cache"];
    for (x, head) in ends.into_iter().zip(heads) {
        drawing.text(
            Point::new(x, top + LINE),
            small.end(),
            format_args!("{head}"),
        );
    }
    let rule = top + LINE + 6.0;
    drawing.segment(
        Point::new(0.0, rule),
        Point::new(width, rule),
        1.0,
        Ink::Faint,
        1.0,
    );
    let mut y = rule;
    for scheme in [Relative::Shaw, Relative::T5, Relative::Alibi] {
        y += LINE;
        let cost = schemes.cost(scheme);
        let number = match scheme == spec.relative() {
            true => LABEL.bold().ink(Ink::Text),
            false => LABEL.ink(Ink::Text),
        };
        let name = Schemes::name(scheme);
        drawing.text(Point::new(0.0, y - 5.0), number, format_args!("{name}"));
        let [learned, multiplications, cache] = ends.map(|x| Point::new(x, y - 5.0));
        drawing.text(
            learned,
            number.end(),
            format_args!("{}", Grouped(cost.learned as u64)),
        );
        drawing.text(
            multiplications,
            number.end(),
            format_args!("{}", cost.multiplications),
        );
        drawing.text(cache, number.end(), format_args!("as usual"));
    }
    let notes = [
        "multiplications: more for a query and a key",
        "T5 shares its numbers between layers",
    ];
    for note in notes {
        y += 16.0;
        drawing.text(Point::new(0.0, y), small, format_args!("{note}"));
    }
    y
}
