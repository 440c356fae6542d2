//! Numbers in the prose of the ladder are those of the core: every `<data>` element says in
//! `data-of` what it is, in `value` the number, and shows it rounded.
#![cfg(feature = "ladder")]
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use phasor::encoding::analysis::decay::{bound, bounds, first_negative};
use phasor::encoding::{
    Frequencies, LearnedTable, Matrix, Measure, Order, SimilarityCurve, Sinusoidal,
};
use phasor::figure::asset::Rows;

/// The position table of the model.
fn positions() -> LearnedTable {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/words/positions.bin");
    let rows = Rows::read(&fs::read(path).unwrap()).unwrap();
    let rows = Matrix::from_rows((0..rows.n_rows()).map(|row| rows.row(row)));
    LearnedTable::new(rows.unwrap()).unwrap()
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}

/// What a `data-of` names: a kind, and numbers by name.
struct Asked<'a> {
    kind: &'a str,
    numbers: BTreeMap<&'a str, f64>,
}

impl<'a> Asked<'a> {
    fn read(text: &'a str) -> Self {
        let (kind, rest) = text.split_once(' ').unwrap();
        let pair = |part: &'a str| {
            let (name, number) = part.split_once('=').unwrap();
            (name, number.parse().unwrap())
        };
        Self {
            kind,
            numbers: rest.split(' ').map(pair).collect(),
        }
    }

    fn number(&self, name: &str) -> f64 {
        *self
            .numbers
            .get(name)
            .unwrap_or_else(|| panic!("{} needs {name}", self.kind))
    }

    fn place(&self, name: &str) -> usize {
        self.number(name) as usize
    }

    fn frequencies(&self) -> Frequencies {
        Frequencies::new(self.number("base"), self.place("dim")).unwrap()
    }

    fn answer(&self) -> f64 {
        match self.kind {
            "code" => {
                let code = Sinusoidal::new(self.frequencies(), Order::Interleaved);
                code.encode(self.number("position"))[self.place("component")]
            }
            "wavelength" => self
                .frequencies()
                .wavelengths()
                .nth(self.place("pair"))
                .unwrap(),
            "distance" => Measure::CosineDistance.at(&self.frequencies(), self.number("offset")),
            "first-turn" => {
                let (frequencies, measure) = (self.frequencies(), Measure::CosineDistance);
                let turn = SimilarityCurve::new(&frequencies, measure, 4096).first_turn();
                turn.unwrap() as f64
            }
            "table-size" => {
                let table =
                    Matrix::from_fn(self.place("n_positions"), self.place("dim"), |_, _| 0.0);
                LearnedTable::new(table).unwrap().parameter_count() as f64
            }
            "learned-cosine" => {
                let (table, offset) = (positions(), self.place("offset"));
                let pairs = 0..table.n_positions() - offset;
                mean(pairs.map(|position| table.similarity(position).unwrap()[position + offset]))
            }
            "learned-norm" => {
                let norms = positions().norms();
                mean(
                    norms[self.place("first")..=self.place("last")]
                        .iter()
                        .copied(),
                )
            }
            "bound" => bound(&self.frequencies(), self.number("offset")),
            "least-bound" => {
                let bounds = bounds(&self.frequencies(), self.place("length"));
                bounds.into_iter().fold(f64::INFINITY, f64::min)
            }
            "mean-cosine" => {
                Measure::CosineSimilarity.at(&self.frequencies(), self.number("offset"))
            }
            "first-negative" => first_negative(&self.frequencies(), 10_000).unwrap() as f64,
            other => panic!("nothing here says what `{other}` is"),
        }
    }
}

/// The attribute `name` of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let (_, rest) = tag
        .split_once(&format!(" {name}=\""))
        .unwrap_or_else(|| panic!("{name} in <data{tag}>"));
    rest.split_once('"').unwrap().0
}

/// The number that a text shows, and half of its last digit.
fn shown(text: &str) -> (f64, f64) {
    let plain = text
        .replace(['\u{202f}', ',', '\u{a0}'], "")
        .replace('−', "-");
    let (number, power) = plain.split_once('e').unwrap_or((&plain, "0"));
    let decimals = number
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let unit = 10f64.powi(power.parse::<i32>().unwrap() - decimals as i32);
    (
        plain
            .parse()
            .unwrap_or_else(|_| panic!("{text} is no number")),
        unit / 2.0,
    )
}

#[test]
fn every_number_in_the_prose_is_that_of_the_core() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/ladder");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let html = fs::read_to_string(&path).unwrap();
        for part in html.split("<data").skip(1) {
            let (tag, rest) = part.split_once('>').unwrap();
            let text = rest.split_once("</data>").unwrap().0;
            let value: f64 = attribute(tag, "value").parse().unwrap();
            let answer = Asked::read(attribute(tag, "data-of")).answer();
            let error = (answer - value).abs();
            let told = format!("{}: {tag}: the core says {answer:e}", path.display());
            assert!(error <= 1e-9 * value.abs().max(1e-3), "{told}");
            let (number, half) = shown(text);
            assert!(
                (number - value).abs() <= half * 1.000_001,
                "{told}, shown as {text}"
            );
            seen += 1;
        }
    }
    assert!(seen > 0);
}
