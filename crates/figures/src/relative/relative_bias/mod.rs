//! The position information that four relative schemes give to a score.

pub(crate) mod parameters;
pub(super) mod schemes;

use crate::topic::Topic;
use crate::view::View;
use phasor_draw::legend::draw_bar;
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, SMALL, WIDE};
use schemes::{FARTHEST, Schemes};

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, preset};
use crate::{Key, Spec};
use parameters::Relative;
use phasor_encoding::Mask;
use phasor_params::choice::Choice;
use phasor_text::number::{Short, Tick};

/// The figure `relative-bias`.
pub(crate) static KIND: Kind = Kind {
    title: "Relative schemes",
    topics: &[Topic::Relative],
    search_words: "ALiBi T5 Shaw buckets slope matrix squares",
    caption: "Each cell shows what the scheme assigns to one query and one key. That depends only on the offset, so it is the \
        same along each diagonal from top left to bottom right.",
    keyboard: "In the figure, ← → change the offset, and ↑ ↓ choose a scheme.",
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
            "far keys share a row (Shaw)",
            "relative=shaw&clip=4&mask=none&offset=5&sentence=we+saw+the+old+dog+and+another+cat",
        ),
        preset(
            "buckets widen (T5 decoder)",
            "relative=t5&mask=causal&offset=-18",
        ),
        preset(
            "buckets on both sides (T5 encoder)",
            "relative=t5&mask=none&offset=-18",
        ),
        preset(
            "near keys favoured (ALiBi)",
            "relative=alibi&mask=causal&n-heads=8&head=0&offset=-3",
        ),
        preset(
            "more slopes (12 heads)",
            "relative=alibi&mask=causal&n-heads=12&head=8&offset=-3",
        ),
    ],
    idle: |spec, key| match (key, spec.choice::<Relative>()) {
        (Key::Clip, scheme) => scheme != Relative::Shaw,
        (Key::Head, Relative::Alibi) => spec.n_heads() == 1,
        (Key::Head, _) => true,
        (Key::Heads, scheme) => !matches!(scheme, Relative::T5 | Relative::Alibi),
        _ => false,
    },
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::new(RelativeBias),
};

/// Changes the offset with left and right, and the scheme with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step_key(Key::Offset, right);
    if down != 0.0 {
        spec.set_nearest(
            Key::Relative,
            spec.choice::<Relative>().place() as f64 + down,
        );
    }
}

#[derive(Debug)]
struct RelativeBias;

impl View for RelativeBias {
    type Computed = Schemes;
    const ROWS: &'static str = "Every offset up to 128";

    fn compute(&mut self, spec: &Spec) -> Option<Schemes> {
        Some(Schemes::new(spec))
    }

    fn draw(spec: &Spec, schemes: &Self::Computed, drawing: &mut Drawing) {
        let bottom = draw_chosen(spec, schemes, drawing);
        drawing.set_height(bottom + 6.0);
    }

    fn reading(spec: &Spec, schemes: &Self::Computed) -> String {
        schemes.reading(spec.choice::<Relative>())
    }

    fn columns(_spec: &Spec, schemes: &Self::Computed) -> Vec<Column> {
        let last = match schemes.mask {
            Mask::None => FARTHEST,
            Mask::Causal => 0,
        };
        let column = |name: &str, scheme: Relative| {
            let numbers = (-FARTHEST..=last).map(|relative| schemes.value(scheme, relative));
            Column::numbers(name, numbers.collect())
        };
        vec![
            column("offset", Relative::Plain),
            column("row of Shaw", Relative::Shaw),
            column("bucket of T5", Relative::T5),
            column("bias of ALiBi", Relative::Alibi),
        ]
    }

    fn probe(
        spec: &Spec,
        schemes: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let relative = match handle.grab {
            Grab::Set(Key::Offset, relative) => relative,
            Grab::Slide { .. } => handle.values(point).0.round(),
            _ => return None,
        };
        let scheme = spec.choice::<Relative>();
        let value = match relative > 0.0 && schemes.mask == Mask::Causal {
            true => "hidden by the mask".to_owned(),
            false => format!(
                "{} {}",
                schemes.unit(scheme),
                Tick(schemes.value(scheme, relative as i64))
            ),
        };
        Some(format!("offset {}: {value}", Short(relative)))
    }
}

/// Draws the chosen scheme with its matrix and its curve; returns the lower edge.
fn draw_chosen(spec: &Spec, schemes: &Schemes, drawing: &mut Drawing) -> f32 {
    const AXIS: f32 = 64.0;
    const TOP: f32 = 26.0;
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let fact = schemes.fact(spec.choice::<Relative>());
    drawing.text(Point::new(0.0, 14.0), title, fact);
    let (width, corner) = (drawing.size().0, Point::new(0.0, TOP));
    if width < WIDE {
        let bottom = draw_matrix(spec, schemes, (corner, width - 2.0), drawing);
        let rect = Rect::new(AXIS, bottom + 26.0, width - AXIS - 16.0, 88.0);
        let bottom = draw_curve(spec, schemes, rect, drawing);
        return draw_cost(spec, schemes, Point::new(0.0, bottom + 12.0), drawing);
    }
    let across = (0.54 * width).min(480.0);
    let bottom = draw_matrix(spec, schemes, (corner, across), drawing);
    let left = across + 16.0 + AXIS;
    let height = (bottom - TOP - 106.0).clamp(150.0, 330.0);
    let rect = Rect::new(left, TOP + 22.0, width - left - 16.0, height);
    let below = draw_curve(spec, schemes, rect, drawing);
    let cost = Point::new(across + 16.0, below + 20.0);
    draw_cost(spec, schemes, cost, drawing).max(bottom)
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

/// Draws the words against each other; returns the lower edge.
fn draw_matrix(
    spec: &Spec,
    schemes: &Schemes,
    (corner, width): (Point, f32),
    drawing: &mut Drawing,
) -> f32 {
    const NAMES: f32 = 84.0;
    const HEAD: f32 = 22.0;
    let scheme = spec.choice::<Relative>();
    let n = schemes.n_words as f32;
    let tallest = if drawing.size().0 < WIDE {
        150.0
    } else {
        330.0
    };
    let cell = ((width - NAMES) / n).min(72.0);
    let row = cell.min(tallest / n).clamp(20.0, 52.0);
    let rect = Rect::new(corner.x + NAMES, corner.y + HEAD, cell * n, row * n);
    let grid = Grid { rect, cell, row };
    draw_names(spec, grid, drawing);
    draw_cells(scheme, schemes, grid, drawing);
    draw_diagonal(schemes, grid, drawing);
    draw_key(
        scheme,
        schemes,
        Point::new(rect.x, rect.bottom() + 10.0),
        drawing,
    )
}

/// Draws what the colours mean; returns the lower edge.
fn draw_key(scheme: Relative, schemes: &Schemes, bar: Point, drawing: &mut Drawing) -> f32 {
    let line = Point::new(bar.x, bar.y + 9.0);
    // The number of a cell is then the name of what is learned, and not a size.
    if scheme.is_learned() {
        let texts = [
            "same colour: same learned numbers",
            "same colour: same numbers",
        ];
        let room = drawing.size().0 - line.x;
        drawing.text(line, SMALL, SMALL.fitting(&texts, room));
        return bar.y + 14.0;
    }
    let (low, high) = schemes.range(scheme);
    let ends = (format!("{} ", Tick(low)), Tick(high).to_string());
    let along = |t: f32| schemes.ink_at(scheme, low + f64::from(t) * (high - low));
    draw_bar(bar, (&ends.0, &ends.1), &along, drawing);
    let unit = Point::new(line.x - 8.0, line.y);
    drawing.text(unit, SMALL.end(), schemes.unit(scheme));
    bar.y + 14.0
}

/// Draws a coloured square for each pair of words, with its number if there is room.
fn draw_cells(scheme: Relative, schemes: &Schemes, grid: Grid, drawing: &mut Drawing) {
    // What a cell shows, from the most to the least room: the number with its name, or the number.
    let unit = scheme.is_learned().then(|| schemes.unit(scheme));
    let text = |relative, has_unit| match (unit, has_unit) {
        (Some(unit), true) => format!("{unit} {}", schemes.cell_text(scheme, relative)),
        _ => schemes.cell_text(scheme, relative),
    };
    let longest = |has_unit| {
        let lengths = schemes
            .cells()
            .map(|(.., relative)| text(relative, has_unit).chars().count());
        lengths.max().expect("a word attends to itself") as f32
    };
    let has_room =
        |(has_unit, size): &(bool, f32)| longest(*has_unit) * size * 0.56 + 9.0 <= grid.cell;
    let choices = [(true, 13.0), (true, 11.0), (false, 13.0), (false, 11.0)];
    let choice = choices.into_iter().find(has_room);
    drawing.outline(grid.rect, 1.0, Ink::Faint, 1.0);
    for (row, column, relative) in schemes.cells() {
        let cell = grid.at(row, column);
        let ink = schemes.ink(scheme, relative);
        drawing.fill(cell.grown(-1.0), ink, 1.0);
        if let Some((has_unit, size)) = choice {
            let (x, y) = (cell.x + cell.width / 2.0, cell.y + cell.height / 2.0);
            let setting = LABEL.size(size).middle().ink(over(ink));
            let number = text(relative, has_unit);
            drawing.text(Point::new(x, y + 0.36 * size), setting, number);
        }
    }
}

/// Frames the offset in focus, and adds handles that choose another.
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

/// Draws the words beside the rows and above the columns; columns without room have numbers instead.
fn draw_names(spec: &Spec, grid: Grid, drawing: &mut Drawing) {
    let Grid { rect, cell, row } = grid;
    let n_words = spec.sentence().words().len();
    let words = (0..n_words).map(|place| spec.sentence().printed(place));
    let longest = words.clone().map(str::len).max();
    let longest = longest.expect("a sentence has words");
    let has_room = longest as f32 * 6.2 + 2.0 <= cell;
    let over = rect.y - 7.0;
    drawing.text(Point::new(0.0, over), SMALL, "query ↓ key →");
    for (place, word) in words.enumerate() {
        let x = rect.x + (place as f32 + 0.5) * cell;
        let at = Point::new(x, over);
        match has_room {
            true => drawing.text(at, SMALL.middle().ink(Ink::Text), word),
            false => drawing.text(at, SMALL.middle(), place),
        }
        let y = rect.y + (place as f32 + 0.5) * row + 4.5;
        let name = LABEL.size(13.0).end().ink(Ink::Text);
        drawing.text(Point::new(rect.x - 8.0, y), name, word);
        if !has_room {
            drawing.text(Point::new(0.0, y), SMALL, place);
        }
    }
}

/// Returns the ink of a text that is readable on a cell of this ink.
fn over(ink: Ink) -> Ink {
    let is_strong = match ink {
        Ink::Sequential(t) => t > 0.62,
        Ink::Diverging(t) => t.abs() > 0.7,
        _ => false,
    };
    if is_strong { Ink::Surface } else { Ink::Text }
}

/// Draws the chosen scheme over offsets; returns the lower edge.
fn draw_curve(spec: &Spec, schemes: &Schemes, rect: Rect, drawing: &mut Drawing) -> f32 {
    let scheme = spec.choice::<Relative>();
    let reach = FARTHEST as f64;
    let (low, high) = schemes.far_range(scheme);
    let room = 0.06 * (high - low);
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(-reach - 0.5, reach + 0.5).labelled_within("offset (tokens)", rect.width),
        y: Axis::bare(low - room, high + room).labelled(schemes.unit(scheme), 5),
    });
    let edge = schemes.n_words as f64 - 0.5;
    let (left, right) = (panel.x_px(-edge), panel.x_px(edge));
    let words = Rect::new(left, rect.y, right - left, rect.height);
    drawing.fill(words, Ink::Faint, 0.7);
    let note = SMALL;
    drawing.text(Point::new(left, rect.y - 6.0), note, "this sentence");
    if scheme == Relative::Alibi {
        // The biases are straight on both sides, so three points are enough for each of up to 64 heads.
        let ends = [-FARTHEST, 0, FARTHEST];
        for head in 0..schemes.n_heads() {
            let computed = ends.into_iter().filter(|end| schemes.is_computed(*end));
            let points = computed.map(|relative| {
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
    if schemes.is_computed(focus) {
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

/// Draws one step for each offset that the mask allows.
fn draw_steps(
    value: &dyn Fn(i64) -> f64,
    schemes: &Schemes,
    panel: &Panel,
    (width, ink, alpha): (f32, Ink, f32),
    drawing: &mut Drawing,
) {
    let computed = (-FARTHEST..=FARTHEST).filter(|relative| schemes.is_computed(*relative));
    let points = computed.flat_map(|relative| {
        let y = panel.y_px(value(relative));
        [-0.5, 0.5].map(|side| Point::new(panel.x_px(relative as f64 + side), y))
    });
    drawing.line(points, width, ink, alpha);
}

/// Draws what the scheme costs a model; returns the lower edge.
fn draw_cost(spec: &Spec, schemes: &Schemes, at: Point, drawing: &mut Drawing) -> f32 {
    const LINE: f32 = 16.0;
    let mut y = at.y;
    for line in schemes.cost_text(spec.choice::<Relative>()) {
        let small = LABEL.size(11.5).ink(Ink::Text);
        drawing.text(Point::new(at.x, y), small, line);
        y += LINE;
    }
    y - LINE
}
