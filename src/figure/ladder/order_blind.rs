//! The words of a sentence through one real attention head, as written and rearranged.

use std::rc::Rc;

use super::arrangement::{self, order};
use super::head::{HEAD_DIM, Vectors};
use super::legend::draw_bar;
use crate::config::choice::Code;
use crate::config::{Key, Sentence, Spec};
use crate::encoding::{Attention, Mask};
use crate::figure::asset::{Asset, Rows};
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, Sketch, preset};
use crate::figure::number::Fixed;
use crate::figure::table::{Column, Table};

/// The figure `order-blind`.
pub(in crate::figure) static KIND: Kind = Kind {
    name: "order-blind",
    title: "Order-blind attention",
    caption: "A head of the language model MiniLM reads the sentence twice: as written, and with its \
        words rearranged. Squares say how much a word (row) looks at each other one (column); \
        stripes are the 32 numbers that it gets out of it.",
    keyboard: "Keys on the figure: ↑ ↓ choose a word, ← → move it to an earlier or a later place.",
    shared_keys: &[],
    own_keys: &[
        Key::Sentence,
        Key::Mask,
        Key::Code,
        Key::Token,
        Key::Arrangement,
    ],
    presets: &[
        preset(
            "two dogs",
            "sentence=the+dog+chased+another+dog&arrangement=94&mask=none&code=none&token=4",
        ),
        preset(
            "who ate whom",
            "sentence=adam+ate+the+apple&arrangement=17&mask=none&code=none&token=0",
        ),
        preset(
            "only",
            "sentence=only+she+told+him+that+she+loved+him&arrangement=5040&mask=none&code=none&token=0",
        ),
        preset("a causal mask", "mask=causal&code=none"),
        preset("positions", "mask=none&code=learned"),
    ],
    clock: None,
    arrow,
    sketch: || Box::<OrderBlind>::default(),
};

/// Up and down choose a word, left and right move it through the rearranged sentence.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    let now = order(spec.arrangement(), spec.sentence().words().len());
    let place = now
        .iter()
        .position(|&word| word == spec.token())
        .unwrap_or_default();
    if right != 0.0 {
        arrangement::drag(spec, place, right);
    }
    if down != 0.0 {
        let last = now.len() as f64 - 1.0;
        let place = (place as f64 + down).clamp(0.0, last) as usize;
        let word = now.get(place).copied().unwrap_or_default();
        spec.set_nearest(Key::Token, word as f64);
    }
}

#[derive(Debug, Default)]
struct OrderBlind {
    vectors: Vectors,
    seen: Option<(Asked, Rc<Seen>)>,
}

/// What the numbers depend on.
type Asked = (Sentence, usize, Mask, Code);

/// What the head makes of the sentence in both orders.
#[derive(Debug)]
struct Seen {
    order: Vec<usize>,
    written: Attention,
    rearranged: Attention,
}

impl Seen {
    /// Where the word at `place` as written stands when rearranged.
    fn moved(&self, place: usize) -> usize {
        self.order
            .iter()
            .position(|&word| word == place)
            .unwrap_or_default()
    }

    /// How far the output of a word is from what it was, over the longer of the two.
    fn change(&self, place: usize) -> f64 {
        difference(
            self.written.output.row(place),
            self.rearranged.output.row(self.moved(place)),
        )
    }
}

/// The distance of two vectors over the length of the longer one.
fn difference(left: &[f64], right: &[f64]) -> f64 {
    let length = |vector: &[f64]| vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    let apart: Vec<f64> = left.iter().zip(right).map(|(l, r)| l - r).collect();
    let longest = length(left).max(length(right));
    if longest > 0.0 {
        length(&apart) / longest
    } else {
        0.0
    }
}

impl OrderBlind {
    fn seen(&mut self, spec: &Spec) -> Option<Rc<Seen>> {
        let asked = (
            spec.sentence().clone(),
            spec.arrangement(),
            spec.mask(),
            spec.code(),
        );
        if let Some((before, seen)) = &self.seen
            && *before == asked
        {
            return Some(Rc::clone(seen));
        }
        let n_words = spec.sentence().words().len();
        let order = order(spec.arrangement(), n_words);
        let seen = Rc::new(Seen {
            written: self.vectors.attend(spec, &arrangement::order(0, n_words))?,
            rearranged: self.vectors.attend(spec, &order)?,
            order,
        });
        self.seen = Some((asked, Rc::clone(&seen)));
        Some(seen)
    }
}

impl Sketch for OrderBlind {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let Some(seen) = self.seen(spec) else {
            return super::waiting(drawing);
        };
        draw(spec, &seen, drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        self.seen(spec)
            .map_or_else(|| super::WAITING.to_owned(), |seen| reading(spec, &seen))
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let seen = self.seen(spec);
        let columns = seen.map_or_else(Vec::new, |seen| columns(&seen));
        Table::new("Every word as written", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let seen = self.seen(spec)?;
        let (x, y) = handle.values(point);
        let is_rearranged = handle.panel.x.label == REARRANGED;
        let (order, attention) = match is_rearranged {
            true => (seen.order.clone(), &seen.rearranged),
            false => (order(0, seen.order.len()), &seen.written),
        };
        let row = (y.max(0.0) as usize).min(order.len().saturating_sub(1));
        let word = |place: usize| {
            spec.sentence()
                .word(order.get(place).copied().unwrap_or_default())
        };
        let name = |place: usize| format!("{} ({})", word(place), place + 1);
        let n_words = order.len() as f64;
        Some(if (0.0..n_words).contains(&x) {
            let weight = attention.weights.get(row, x as usize)?;
            format!(
                "{} looks at {}: {:.3}",
                name(row),
                name(x as usize),
                Fixed(weight)
            )
        } else {
            format!("{}: drag it to another place", name(row))
        })
    }

    fn missing(&self) -> Vec<Asset> {
        self.vectors.missing()
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.vectors.supply(asset, rows);
    }
}

const WRITTEN: &str = "as written";
const REARRANGED: &str = "rearranged";
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

fn draw(spec: &Spec, seen: &Seen, drawing: &mut Drawing) {
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
        drawing.text(
            Point::new(x, over),
            head.middle(),
            format_args!("{}", place + 1),
        );
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
        format_args!("{}", place + 1),
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

fn reading(spec: &Spec, seen: &Seen) -> String {
    let n = seen.order.len();
    let largest = (0..n).map(|place| seen.change(place)).fold(0.0, f64::max);
    let percent = |part: f64| format!("{:.0} %", Fixed(100.0 * part));
    let twins = twins(spec);
    let apart = twins.map(|(first, second)| {
        difference(
            seen.written.output.row(first),
            seen.written.output.row(second),
        )
    });
    let word = twins.map_or("", |(first, _)| spec.sentence().word(first));
    let is_moved = seen
        .order
        .iter()
        .enumerate()
        .any(|(place, &word)| place != word);
    let same = |difference: f64| difference < SAME;
    let mut text = match (spec.code(), spec.mask()) {
        (Code::None, Mask::None) => "No positions, no mask. ".to_owned(),
        (Code::None, Mask::Causal) => {
            "A causal mask: each word sees itself and the words before it. ".to_owned()
        }
        (Code::Learned, Mask::None) => "With the model's own position vectors added. ".to_owned(),
        (Code::Learned, Mask::Causal) => "With position vectors and a causal mask. ".to_owned(),
    };
    if let Some(apart) = apart {
        text += &match same(apart) {
            true => format!("Both times “{word}” stands here it gets the same output. "),
            false => format!(
                "The outputs of the two words “{word}” differ by {} of their length. ",
                percent(apart)
            ),
        };
    }
    text += &match (is_moved, same(largest)) {
        (false, _) => "Both orders are the same: drag a word of the rearranged sentence.".to_owned(),
        (true, true) => "Rearranged, every word still has the output that it had: attention sees a bag of words.".to_owned(),
        (true, false) => format!("Rearranged, outputs change by up to {} of their length: order counts.", percent(largest)),
    };
    text
}

/// Differences below this are those of the last digits, over vectors of length about 1.
const SAME: f64 = 1e-9;

/// The word in focus and the next one that is the same word; else the first two of the sentence
/// that are.
fn twins(spec: &Spec) -> Option<(usize, usize)> {
    let words = spec.sentence().words();
    let twin = |first: usize| {
        let second = (0..words.len())
            .find(|&other| other != first && words.get(other) == words.get(first))?;
        Some((first.min(second), first.max(second)))
    };
    twin(spec.token()).or_else(|| (0..words.len()).find_map(twin))
}

fn columns(seen: &Seen) -> Vec<Column> {
    let n = seen.order.len();
    let column = |name: &str, number: &dyn Fn(usize) -> f64| {
        Column::numbers(name, (0..n).map(number).collect())
    };
    let mut columns = vec![
        column("place", &|place| place as f64 + 1.0),
        column("place when rearranged", &|place| {
            seen.moved(place) as f64 + 1.0
        }),
        column("change of output", &|place| seen.change(place)),
    ];
    let parts = [
        ("looks at", n, &seen.written.weights),
        ("output", HEAD_DIM, &seen.written.output),
    ];
    for (name, width, matrix) in parts {
        columns.extend((0..width).map(|part| {
            let number = |place| matrix.get(place, part).unwrap_or_default();
            column(&format!("{name} {}", part + 1), &number)
        }));
    }
    columns
}
