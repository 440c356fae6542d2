//! One row of lanes for each scheme, as high as they are fast, with the pair in focus.

use super::head::{Head, Lanes};
use crate::cells::Cells;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, Type, WIDE, axis};
use phasor_encoding::Pairing;
use phasor_encoding::frequency::wavelength;
use phasor_text::number::{Compact, Grouped, Short};

/// Room at both sides, for the first and the last number below the lanes.
const SIDE: f32 = 8.0;
const TITLE: Type = LABEL.bold().size(13.0).ink(Ink::Text);
pub(super) fn draw(spec: &Spec, head: &Head, drawing: &mut Drawing) {
    /// Room above the lanes of a scheme for its name, the pair in focus and the bracket of the pair.
    const ABOVE: f32 = 46.0;
    let width = drawing.size().0;
    let (height, apart) = if width >= WIDE {
        (60.0, 20.0)
    } else {
        (44.0, 14.0)
    };
    let mut rect = Rect::new(SIDE, ABOVE, width - 2.0 * SIDE, height);
    let mut bottom = 0.0;
    for (scheme, lanes) in head.schemes().into_iter().enumerate() {
        let row = Row {
            lanes,
            rect,
            cells: cells(spec, lanes, rect),
        };
        row.draw_name(rect.y - 32.0, drawing);
        row.draw(head, drawing);
        row.draw_focus(spec, head, drawing);
        row.count_still(drawing);
        row.add_handles(spec.pairing(), scheme, drawing);
        bottom = rect.bottom();
        rect.y = bottom + apart + ABOVE;
    }
    draw_numbers(
        spec,
        Rect {
            y: bottom,
            height: 0.0,
            ..rect
        },
        drawing,
    );
    let bottom = draw_key(head, bottom + 46.0, drawing);
    drawing.set_height(bottom + 6.0);
}

/// Draws the numbers of the components below the last lanes.
fn draw_numbers(spec: &Spec, rect: Rect, drawing: &mut Drawing) {
    let panel = Panel {
        rect,
        // The number of a lane is below its middle.
        x: Axis::bare(-0.5, spec.components() - 0.5),
        y: Axis::bare(0.0, 1.0),
    };
    let step = spec.dim().div_ceil(8).next_power_of_two();
    let ticks = (0..spec.dim()).step_by(step);
    let ticks = ticks.map(|place| (place as f64, place.to_string()));
    axis::below(&panel, "component", ticks, drawing);
}

/// The row of one scheme.
struct Row<'a> {
    lanes: &'a Lanes,
    rect: Rect,
    cells: Cells,
}

/// Divides the row of a scheme into lanes. In a scheme without the pair that grows, the last two lanes grow.
fn cells(spec: &Spec, lanes: &Lanes, rect: Rect) -> Cells {
    let n_pairs = spec.n_pairs();
    let (first, second) = match lanes.n_pairs() == n_pairs {
        true => lanes.places(n_pairs - 1),
        false => (2 * n_pairs - 2, 2 * n_pairs - 1),
    };
    Cells::new(spec, (rect.x, rect.width), (Some(first), Some(second)))
}

impl Row<'_> {
    /// Returns the rectangle of the lanes from `first` up to `end`.
    fn lanes_at(&self, first: usize, end: usize) -> Rect {
        let x = self.cells.start(first);
        let width = self.cells.start(end) - x;
        Rect {
            x,
            width,
            ..self.rect
        }
    }

    /// Draws the name of the scheme, and beside it how many components rotate and how slow the slowest pair is.
    fn draw_name(&self, y: f32, drawing: &mut Drawing) {
        let lanes = self.lanes;
        drawing.text(Point::new(self.rect.x, y), TITLE, lanes.name);
        let [n_rotating, n_components] =
            [lanes.n_rotating(), lanes.components().len()].map(|count| Grouped(count as u64));
        let share = format!("{n_rotating} of {n_components}");
        let notes = match lanes.slowest().map(wavelength).map(Short) {
            Some(turn) => vec![
                format!("{share} components rotate; slowest turn: {turn} tokens"),
                format!("{share} rotate; slowest turn: {turn} tokens"),
                format!("{share} rotate; slowest: {turn}"),
                format!("{share}; slowest: {turn}"),
                format!("{share} rotate"),
            ],
            None => vec!["no component rotates".to_owned()],
        };
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        let setting = LABEL.end().ink(Ink::Text);
        let room = self.rect.width - TITLE.width(lanes.name) - 12.0;
        let note = setting.fitting(&notes, room);
        drawing.text(Point::new(self.rect.right(), y), setting, note);
    }

    /// Returns the lanes as runs in which all stand still, or each is at most as fast as the one before, each with the
    /// number of its first lane.
    fn runs(&self) -> impl Iterator<Item = (usize, &[f64])> {
        let goes_on = |one: &f64, next: &f64| (*one > 0.0) == (*next > 0.0) && next <= one;
        let runs = self.lanes.components().chunk_by(goes_on);
        runs.scan(0, |end, run| {
            let first = *end;
            *end += run.len();
            Some((first, run))
        })
    }

    fn draw(&self, head: &Head, drawing: &mut Drawing) {
        for (first, run) in self.runs() {
            match run.first() {
                Some(0.0) => hatch(self.lanes_at(first, first + run.len()), drawing),
                _ => self.draw_run(head, (first, run), drawing),
            }
        }
    }

    /// Says in each run of lanes that stand still how many they are.
    fn count_still(&self, drawing: &mut Drawing) {
        const PLATE: f32 = 18.0;
        let still = self.runs().filter(|(_, run)| run.first() == Some(&0.0));
        for (first, run) in still {
            let n_lanes = Grouped(run.len() as u64);
            let notes = [format!("{n_lanes} still"), n_lanes.to_string()];
            let setting = SMALL.middle();
            let rect = self.lanes_at(first, first + run.len());
            let room = rect.width - 2.0;
            let note = setting.fitting(&notes.each_ref().map(String::as_str), room - 10.0);
            let width = setting.width(note) + 10.0;
            if width <= room {
                let middle = rect.center();
                let corner = middle - Point::new(width, PLATE) / 2.0;
                let plate = Rect::new(corner.x, corner.y, width, PLATE);
                drawing.fill(plate, Ink::Surface, 1.0);
                drawing.text(Point::new(middle.x, middle.y + 4.0), setting, note);
            }
        }
    }

    /// Draws one bar for each lane of a run, or for a few where lanes are narrower than a pixel.
    fn draw_run(&self, head: &Head, (first, run): (usize, &[f64]), drawing: &mut Drawing) {
        const GAP: f32 = 0.75;
        let across = self.cells.width();
        let at_once = (1.0 / across).ceil() as usize;
        let end = self.lanes_at(first, first + run.len()).right();
        for (place, lanes) in run.chunks(at_once).enumerate() {
            let start = first + place * at_once;
            let Some(&inv_freq) = lanes.first() else {
                continue;
            };
            let mut lane = self.lanes_at(start, start + lanes.len());
            let slowness = head.slowness(inv_freq) as f32;
            let ink = Ink::Frequency(slowness);
            if across > 5.0 {
                lane.width = (lane.width - GAP).max(0.0);
            }
            drawing.fill(lane, ink, 0.14);
            if across <= 5.0 {
                // The next bar covers the overlap, without which a light seam would remain between the two.
                lane.width = (lane.width + GAP).min(end - lane.x);
            }
            drawing.fill(bar(lane, slowness), ink, 1.0);
        }
    }

    /// Frames and joins the lanes of the pair in focus, and says what it does.
    fn draw_focus(&self, spec: &Spec, head: &Head, drawing: &mut Drawing) {
        const DOT: f32 = 5.0;
        let pair_idx = spec.pair();
        let at = Point::new(self.rect.x, self.rect.y - 13.0);
        let inv_freq = self.lanes.inv_freq(pair_idx);
        let ink = match inv_freq {
            Some(inv_freq) if inv_freq > 0.0 => Ink::Frequency(head.slowness(inv_freq) as f32),
            _ => Ink::Faint,
        };
        drawing.disc(Point::new(at.x + DOT, at.y - 4.5), DOT, ink, 1.0);
        let notes = self.notes(pair_idx, inv_freq);
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        let setting = LABEL.ink(Ink::Text);
        let left = at.x + 2.0 * DOT + 6.0;
        let note = setting.fitting(&notes, self.rect.right() - left);
        drawing.text(Point::new(left, at.y), setting, note);
        if inv_freq.is_some() {
            self.draw_bracket(pair_idx, drawing);
        }
    }

    /// Returns what a pair does, in wordings from the longest to the shortest.
    fn notes(&self, pair_idx: usize, inv_freq: Option<f64>) -> Vec<String> {
        let Some(inv_freq) = inv_freq else {
            let pairs = match self.lanes.n_pairs() {
                1 => "1 pair".to_owned(),
                count => format!("{count} pairs"),
            };
            return vec![format!("no pair {pair_idx}, only {pairs}")];
        };
        let (first, second) = self.lanes.places(pair_idx);
        let (frequency, turn) = (Compact(inv_freq), Short(wavelength(inv_freq)));
        let [long, short] = match inv_freq {
            0.0 => ["does not rotate".to_owned(), "still".to_owned()],
            _ => [
                format!("{frequency} radians per token, a full turn in {turn} tokens"),
                format!("a turn in {turn} tokens"),
            ],
        };
        vec![
            format!("pair {pair_idx}: components {first} and {second}, {long}"),
            format!("pair {pair_idx}: {first} and {second}, {short}"),
            format!("{first}, {second}: {short}"),
        ]
    }

    /// Frames the two lanes of a pair, and joins them above.
    fn draw_bracket(&self, pair_idx: usize, drawing: &mut Drawing) {
        const WIDTH: f32 = 1.6;
        const HEIGHT: f32 = 6.0;
        /// Lanes that are narrower are framed with some of their neighbours, because the frame would cover them.
        const NARROWEST: f32 = 5.0;
        let (first, second) = self.lanes.places(pair_idx);
        let lanes = [first, second].map(|place| self.lanes_at(place, place + 1));
        let head = lanes.map(|lane| Point::new(lane.center().x, lane.y - HEIGHT));
        drawing.line(head, WIDTH, Ink::Text, 1.0);
        for (lane, head) in lanes.into_iter().zip(head) {
            let wider = (NARROWEST - lane.width).max(0.0);
            let frame = Rect::new(
                lane.x - wider / 2.0,
                lane.y,
                lane.width + wider,
                lane.height,
            );
            drawing.outline(frame, WIDTH, Ink::Text, 1.0);
            drawing.segment(head, Point::new(head.x, lane.y), WIDTH, Ink::Text, 1.0);
        }
    }

    /// Adds handles that bring the pair under the pointer into focus.
    fn add_handles(&self, pairing: Pairing, scheme: usize, drawing: &mut Drawing) {
        let n_pairs = self.lanes.n_pairs();
        let parts = match pairing {
            Pairing::HalfSplit => [(0, n_pairs), (n_pairs, 2 * n_pairs)],
            Pairing::Interleaved => [(0, 2 * n_pairs), (0, 0)],
        };
        for (first, end) in parts.into_iter().filter(|(first, end)| first < end) {
            let rect = self.lanes_at(first, end);
            let panel = Panel {
                rect,
                x: Axis::bare(-0.5, n_pairs as f64 - 0.5),
                y: Axis::bare(scheme as f64, scheme as f64),
            };
            let grab = Grab::Slide {
                x: Some(Key::Pair),
                y: None,
            };
            drawing.handle(Handle { rect, grab, panel });
        }
    }
}

/// Returns the part of a lane that is filled: all of it for the highest frequency, a low foot for the lowest.
fn bar(lane: Rect, slowness: f32) -> Rect {
    const FOOT: f32 = 0.1;
    let height = lane.height * (1.0 - (1.0 - FOOT) * slowness);
    Rect {
        y: lane.bottom() - height,
        height,
        ..lane
    }
}

/// Fills a rectangle with diagonal lines, which stay where they are when its edges move.
fn hatch(rect: Rect, drawing: &mut Drawing) {
    const APART: f32 = 7.0;
    let first = ((rect.x - rect.height) / APART).ceil() as i32;
    let last = (rect.right() / APART).floor() as i32;
    for line in first..=last {
        let foot = line as f32 * APART;
        let (left, right) = (foot.max(rect.x), (foot + rect.height).min(rect.right()));
        if left < right {
            let at = |x: f32| Point::new(x, rect.bottom() - (x - foot));
            drawing.segment(at(left), at(right), 1.0, Ink::Faint, 1.0);
        }
    }
    drawing.outline(rect, 1.0, Ink::Faint, 1.0);
}

/// Draws what height and colour mean; returns the lower edge.
fn draw_key(head: &Head, top: f32, drawing: &mut Drawing) -> f32 {
    const WEDGE: f32 = 84.0;
    const HEIGHT: f32 = 14.0;
    const STEPS: u8 = 28;
    const GAP: f32 = 6.0;
    let (fastest, slowest) = (head.full.inv_freq(0), head.full.slowest());
    let [fastest, slowest] = [fastest, slowest].map(|inv_freq| {
        let inv_freq = inv_freq.expect("a whole head has a pair that rotates");
        Short(wavelength(inv_freq))
    });
    let ends = [
        (
            format!("a full turn in {fastest}"),
            format!("{slowest} tokens"),
        ),
        (fastest.to_string(), format!("{slowest} tokens")),
        (fastest.to_string(), slowest.to_string()),
    ];
    let room = drawing.size().0 - 2.0 * SIDE - WEDGE - 2.0 * GAP;
    let fits = |(from, to): &&(String, String)| SMALL.width(from) + SMALL.width(to) <= room;
    let [.., least] = &ends;
    let (from, to) = ends.iter().find(fits).unwrap_or(least);
    let baseline = top + 11.0;
    drawing.text(Point::new(SIDE, baseline), SMALL, from);
    let wedge = Rect::new(SIDE + SMALL.width(from) + GAP, top, WEDGE, HEIGHT);
    let step = WEDGE / f32::from(STEPS);
    for place in 0..STEPS {
        let slowness = f32::from(place) / f32::from(STEPS - 1);
        let (x, width) = (wedge.x + f32::from(place) * step, step);
        drawing.fill(
            bar(Rect { x, width, ..wedge }, slowness),
            Ink::Frequency(slowness),
            1.0,
        );
    }
    drawing.text(Point::new(wedge.right() + GAP, baseline), SMALL, to);
    wedge.bottom()
}
