//! A binary counter, the history of each bit, and the sinusoid of the same period.

mod corners;
mod lanes;
mod tiles;

use phasor_draw::{Column, Ink, Point, Table};

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use corners::{Pairs, Wave, Way};
use lanes::{AXIS, Layout};
use phasor_encoding::{Binary, Frequencies};
use phasor_text::number::{Fixed, Grouped, Short};

pub(crate) use corners::CORNERS;
pub(crate) use tiles::{draw_cell, roll};

/// The figure `binary-bits`.
pub(crate) static KIND: Kind = Kind {
    title: "Binary bits",
    topics: &[Topic::Absolute, Topic::Sinusoids],
    search_words: "counter digits square waves clock",
    caption: "Each bit of a counter is a square wave, shown with a smooth wave of the same period. The square wave is \
        shaded wherever its bit is 1. Without corners, the lanes are the waves of as many pairs.",
    keyboard: "In the figure, ← → count down and up, Shift takes steps of ten, and Space plays.",
    shared_keys: &[Key::Position, Key::Length, Key::Base],
    own_keys: &[Key::Bits, Key::Corners],
    leading_keys: &[Key::Bits, Key::Corners],
    presets: &[
        // A page of 100 positions includes the flip to come, and is short enough for waves on a phone.
        preset(
            "252: about to overflow",
            "position=252&bits=8&length=100&corners=1",
        ),
        preset(
            "ten million in 24 bits",
            "position=10000000&bits=24&length=100&corners=1",
        ),
        preset(
            "127: every bit is about to flip",
            "position=127&bits=8&length=100&corners=1",
        ),
        preset("without corners", "corners=0"),
    ],
    // The frequency of a single pair is 1 for every base.
    idle: |spec, key| key == Key::Base && (spec.bits() == 1 || Way::new(spec).stretching() == 0.0),
    clock: Some(Key::Position),
    starts: None,
    arrow: |spec, right, down| spec.step(right - down),
    sketch: || Box::<BinaryBits>::default(),
};

#[derive(Debug, Default)]
struct BinaryBits(Pairs);

impl Sketch for BinaryBits {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let (way, frequencies) = (Way::new(spec), self.0.of(spec));
        let tiles_bottom = tiles::draw(spec, (way, &frequencies), drawing);
        let layout = Layout::new(spec, tiles_bottom + 34.0, drawing);
        drawing.panel(layout.lanes);
        lanes::draw(spec, &layout, (way, &frequencies), drawing);
        let rect = layout.lanes.rect;
        let x = layout.lanes.x_px(spec.counter());
        let (top, bottom) = (Point::new(x, rect.y - 6.0), Point::new(x, rect.bottom()));
        drawing.segment(top, bottom, 1.5, Ink::Query, 0.9);
        drawing.disc(top, 4.0, Ink::Query, 1.0);
        drawing.handle(Handle {
            rect: rect.grown(8.0),
            grab: Grab::Position,
            panel: layout.lanes,
        });
        drawing.set_height(rect.bottom() + AXIS);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let (counter, value) = (spec.binary(), spec.value());
        let (number, digits) = (Grouped(value), counter.digits(value));
        let amount = amount(counter);
        let start = if counter.overflows(value) {
            let needed = u64::BITS - value.leading_zeros();
            format!(
                "{number} needs {needed} bits: with {amount}, the counter overflows to {digits}."
            )
        } else {
            format!("{number} is {digits} in {amount}.")
        };
        let way = Way::new(spec);
        match (spec.corners(), way.stretching()) {
            (1.0, _) => format!("{start} {}", flips(counter, value)),
            (_, 0.0) => format!("{start} {}", rounded(counter)),
            _ => stretched(counter, way, &self.0.of(spec)),
        }
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let (counter, value) = (spec.binary(), spec.value());
        let column = |name: &str, cell: &dyn Fn(u32) -> f64| {
            Column::numbers(name, (0..counter.bits()).map(cell).collect())
        };
        let mut columns = vec![
            column("bit_idx", &f64::from),
            column("bit", &|k| f64::from(u8::from(counter.bit(value, k)))),
            column("period", &|k| counter.period(k)),
            column("flips", &|k| counter.flips(value, k) as f64),
            column("sinusoid", &|k| counter.sinusoid(spec.counter(), k)),
        ];
        if spec.corners() < 1.0 {
            let frequencies = self.0.of(spec);
            let waves: Vec<Wave> = Way::new(spec).waves(spec, &frequencies).collect();
            let of = |cell: &dyn Fn(&Wave) -> f64| waves.iter().map(cell).collect();
            let now = spec.counter();
            columns.extend([
                Column::numbers("wavelength", of(&Wave::period)),
                Column::numbers("wave", of(&|wave| wave.smooth(now))),
                Column::numbers("thin_wave", of(&|wave| wave.thin(now))),
            ]);
        }
        Table::new("Bits of the integer, least significant first", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        if handle.grab != Grab::Position {
            return None;
        }
        let (integer, lane) = handle.values(point);
        let bit_idx = lane.max(0.0) as u32;
        let integer = integer.max(0.0) as u64;
        let counter = spec.binary();
        let way = Way::new(spec);
        if way.stretching() > 0.0 {
            let frequencies = self.0.of(spec);
            let wave = way.waves(spec, &frequencies).nth(bit_idx as usize)?;
            return Some(format!(
                "wave {bit_idx} is {:.3} at position {}; it repeats every {} positions",
                Fixed(wave.smooth(integer as f64)),
                Grouped(integer),
                Short(wave.period()),
            ));
        }
        (bit_idx < counter.bits()).then(|| {
            format!(
                "bit {bit_idx} of {} is {}; it repeats every {} positions",
                Grouped(integer),
                u8::from(counter.bit(integer, bit_idx)),
                Short(counter.period(bit_idx)),
            )
        })
    }
}

/// Returns the number of bits as text.
fn amount(counter: Binary) -> String {
    match counter.bits() {
        1 => "1 bit".to_owned(),
        bits => format!("{bits} bits"),
    }
}

/// Says how often the first and the last bit have flipped.
fn flips(counter: Binary, value: u64) -> String {
    let last = counter.bits() - 1;
    let flipped = |bit_idx: u32| match counter.flips(value, bit_idx) {
        0 => "has never flipped".to_owned(),
        1 => "has flipped once".to_owned(),
        2 => "has flipped twice".to_owned(),
        flips => format!("has flipped {} times", Grouped(flips)),
    };
    match last {
        0 => format!("Counting from 0, it {}.", flipped(0)),
        _ => format!(
            "Bit 0 {}, bit {last} {}: every higher bit waits for two flips of its right neighbour.",
            flipped(0),
            flipped(last),
        ),
    }
}

/// Says what is left of bits whose corners round off.
fn rounded(counter: Binary) -> String {
    match counter.bits() - 1 {
        0 => "The corners round off, but the wave still repeats every 2 positions.".to_owned(),
        last => format!(
            "The corners round off, but the waves still repeat every {} to {} positions, as the bits do.",
            Short(counter.period(0)),
            Short(counter.period(last)),
        ),
    }
}

/// Says how long the waves are whose periods become wavelengths.
fn stretched(counter: Binary, way: Way, frequencies: &Frequencies) -> String {
    let (n_pairs, base) = (frequencies.n_pairs(), frequencies.base());
    let last = counter.bits() - 1;
    let wavelength = |pair_idx| frequencies.wavelengths().nth(pair_idx as usize);
    let wavelength = |pair_idx| Short(wavelength(pair_idx).expect("every bit has a pair"));
    let amount = amount(counter);
    match (way.stretching(), last) {
        (1.0, 0) => format!(
            "The bit has become a pair, a sine and a cosine that repeat every {} positions.",
            wavelength(0)
        ),
        (1.0, _) => format!(
            "The {amount} have become {n_pairs} pairs of sines and cosines with wavelengths from {} to {} positions, for a base of {}.",
            wavelength(0),
            wavelength(last),
            Short(base),
        ),
        _ => format!(
            "On the way from bits to pairs, the period of bit {last} changes from {} positions to the wavelength of pair {last}, {}.",
            Short(counter.period(last)),
            wavelength(last),
        ),
    }
}
