//! Checks the numbers in the text of the ladder against the core. Every `<data>` element names its quantity in
//! `data-of` and has the number in `value`; its text is the rounded number.

mod pictures;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use phasor_draw::Table;
use phasor_encoding::absolute::{Integer, LengthNormalised};
use phasor_encoding::analysis::addition::cosines;
use phasor_encoding::analysis::decay::{adversarial, bound, bounds, first_negative};
use phasor_encoding::analysis::{Addition, Subspace};
use phasor_encoding::matrix::{cosine, distance};
use phasor_encoding::{
    Alibi, Binary, ClippedDistance, Direction, Format, Frequencies, LearnedTable, Matrix, Measure,
    Order, Pairing, Rope, Shaw, SimilarityCurve, Sinusoidal, T5Bias, T5Buckets,
};
use phasor_figures::asset::Rows;
use phasor_figures::length::training_race::{RaceTask, Racer};
use phasor_figures::positions::token_positions::answers;
use phasor_figures::{Figure, FigureName, Spec, query};
use phasor_params::choice::Choice as _;

/// Returns the position table of the model.
fn positions() -> LearnedTable {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/words/positions.bin"
    );
    let rows = Rows::read(&fs::read(path).unwrap()).unwrap();
    let rows = Matrix::from_rows((0..rows.n_rows()).map(|row| rows.row(row)));
    LearnedTable::new(rows.unwrap()).unwrap()
}

/// The number of components of a word's vector.
const DIM: usize = 384;

/// Returns the vectors of the words in the sentence.
fn words() -> Vec<Vec<f64>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/words/words.bin");
    let rows = Rows::read(&fs::read(path).unwrap()).unwrap();
    let spec = Spec::default();
    let words = spec.sentence().words().iter();
    words.map(|&word| rows.row(word)).collect()
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}

/// The contents of a `data-of`: a kind, and the named values on which it depends.
struct Asked<'a> {
    kind: &'a str,
    words: BTreeMap<&'a str, &'a str>,
}

impl<'a> Asked<'a> {
    fn read(text: &'a str) -> Self {
        let (kind, rest) = text.split_once(' ').unwrap();
        Self {
            kind,
            words: rest
                .split(' ')
                .map(|part| part.split_once('=').unwrap())
                .collect(),
        }
    }

    fn number(&self, name: &str) -> f64 {
        let word = self.words.get(name);
        let word = word.unwrap_or_else(|| panic!("{} needs {name}", self.kind));
        word.parse().unwrap()
    }

    /// Returns the table of a figure in the state of the words, without the words named in `others`.
    fn table(&self, name: FigureName, others: &[&str]) -> Table {
        let (spec, errors) = query::parse(&self.state(others));
        assert_eq!(errors, []);
        Figure::new(name).table(&spec)
    }

    /// Returns the words as a query, without those named in `others`.
    fn state(&self, others: &[&str]) -> String {
        let state = self.words.iter().filter(|(key, _)| !others.contains(key));
        let state: Vec<String> = state.map(|(key, word)| format!("{key}={word}")).collect();
        state.join("&")
    }

    fn place(&self, name: &str) -> usize {
        self.number(name) as usize
    }

    fn frequencies(&self) -> Frequencies {
        Frequencies::new(self.number("base"), self.place("dim")).unwrap()
    }

    /// Returns the numbers of a list such as `16-24-24`.
    fn list(&self, name: &str) -> Vec<usize> {
        let numbers = self.words[name].split('-');
        numbers.map(|number| number.parse().unwrap()).collect()
    }

    /// Returns how much lower equal vectors score at an offset than in the same place, of which they score 1.
    /// Returns the angle of a pair at a position, in radians.
    fn turned(&self) -> f64 {
        let frequencies = self.frequencies();
        let mut angles = frequencies.angles(self.number("position"));
        angles.nth(self.place("pair")).unwrap()
    }

    fn answer(&self) -> f64 {
        let answers = [
            Self::of_codes,
            Self::of_tables,
            Self::of_biases,
            Self::of_rope,
            Self::of_pictures,
            Self::of_additions,
            Self::of_subspaces,
            Self::of_lengths,
        ];
        let answer = answers.into_iter().find_map(|answer| answer(self));
        answer.unwrap_or_else(|| panic!("this test has no quantity `{}`", self.kind))
    }

    /// Quantities of binary and sinusoidal encodings, and distances between them.
    fn of_codes(&self) -> Option<f64> {
        let cosine = |measure: Measure| measure.at(&self.frequencies(), self.number("offset"));
        Some(match self.kind {
            "bits" => {
                let counter = Binary::new(self.place("bits") as u32).unwrap();
                counter.digits(self.place("value") as u64).parse().unwrap()
            }
            "bit-step" => self.bit_step(self.place("position") as u64),
            "path-step-ratio" => {
                let table = self.table(FigureName::SinusoidalPath, &[]);
                over_mean(&column(&table, "step"))
            }
            "code" => {
                let code = Sinusoidal::new(self.frequencies(), Order::Interleaved);
                code.encode(self.number("position"))[self.place("component")]
            }
            "wavelength" => {
                let frequencies = self.frequencies();
                frequencies.wavelengths().nth(self.place("pair")).unwrap()
            }
            "dot" => cosine(Measure::Dot),
            "distance" => cosine(Measure::CosineDistance),
            "mean-cosine" => cosine(Measure::CosineSimilarity),
            "first-turn" => {
                let (frequencies, measure) = (self.frequencies(), Measure::CosineDistance);
                let turn = SimilarityCurve::new(&frequencies, measure, 4096).first_turn();
                turn.unwrap() as f64
            }
            _ => return None,
        })
    }

    /// Returns the distance between the bits of a position and the bits of the next one.
    fn bit_step(&self, position: u64) -> f64 {
        let counter = Binary::new(self.place("bits") as u32).unwrap();
        let code = |position: u64| counter.encode(position).map(f64::from).collect::<Vec<_>>();
        distance(&code(position), &code(position + 1))
    }

    /// Quantities of learned tables.
    fn of_tables(&self) -> Option<f64> {
        Some(match self.kind {
            "table-size" => {
                let table = zeros(self.place("n_positions"), self.place("dim"));
                LearnedTable::new(table).unwrap().parameter_count() as f64
            }
            "learned-cosine" => {
                let (table, offset) = (positions(), self.place("offset"));
                let pairs = 0..table.n_positions() - offset;
                mean(pairs.map(|position| table.similarity(position).unwrap()[position + offset]))
            }
            "learned-norm" => {
                let norms = positions().norms();
                let part = &norms[self.place("first")..=self.place("last")];
                mean(part.iter().copied())
            }
            _ => return None,
        })
    }

    /// Quantities of Shaw, T5 and ALiBi, and their costs.
    fn of_biases(&self) -> Option<f64> {
        Some(match self.kind {
            "t5-last-causal" => {
                let n_buckets = self.place("n_buckets");
                let longest = self.place("max_distance");
                let buckets = T5Buckets::new(n_buckets, longest, Direction::Causal).unwrap();
                let farthest = buckets.bucket(-10_000);
                let first = (0i64..).find(|distance| buckets.bucket(-distance) == farthest);
                first.unwrap() as f64
            }
            "t5-parameters" => {
                let buckets = T5Buckets::default();
                let learned = zeros(buckets.n_buckets(), self.place("n_heads"));
                T5Bias::new(buckets, learned).unwrap().parameter_count() as f64
            }
            "shaw-parameters" => {
                let clipped = ClippedDistance::new(self.place("clip") as u32);
                let table = zeros(clipped.n_rows(), self.place("head_dim"));
                let shaw = Shaw::new(clipped, table.clone(), table).unwrap();
                (self.place("n_layers") * shaw.parameter_count()) as f64
            }
            "alibi-slope" => {
                Alibi::new(self.place("n_heads")).unwrap().slopes()[self.place("head")]
            }
            _ => return None,
        })
    }

    /// Quantities of rotations, their scores, and bounds on these.
    fn of_rope(&self) -> Option<f64> {
        let rope = || {
            let frequencies = Frequencies::new(10_000.0, self.place("head_dim")).unwrap();
            Rope::new(frequencies, Pairing::HalfSplit)
        };
        Some(match self.kind {
            "rope-score" => {
                let degree = Frequencies::from_inv_freq(10_000.0, vec![1f64.to_radians()]).unwrap();
                let rope = Rope::new(degree, Pairing::Interleaved);
                let (query, key) = (self.number("query_degrees"), self.number("key_degrees"));
                rope.score((query, &[1.0, 0.0]), (key, &[0.6, 0.8]))
                    .unwrap()
            }
            "cosine-of-angle" => self.turned().cos(),
            "sine-of-angle" => self.turned().sin(),
            "rope-matrix-products" => rope().matrix(1.0).values().len() as f64,
            "rope-elementwise-products" => {
                let (cos, sin) = rope().cos_and_sin(1.0);
                (cos.len() + sin.len()) as f64
            }
            "length-of-counting" => {
                let counting: Vec<f64> = (1..=self.place("to")).map(|x| x as f64).collect();
                distance(&counting, &vec![0.0; counting.len()])
            }
            "one-frequency-count" => {
                let one = self.frequencies().inv_freq()[self.place("pair")];
                let alone = Frequencies::from_inv_freq(self.number("base"), vec![one]).unwrap();
                let scores = adversarial(&alone, self.number("offset"), self.place("length"));
                scores.iter().filter(|score| **score > 0.99).count() as f64 - 1.0
            }
            "bound" => bound(&self.frequencies(), self.number("offset")),
            "least-bound" => {
                let bounds = bounds(&self.frequencies(), self.place("length"));
                bounds.into_iter().fold(f64::INFINITY, f64::min)
            }
            "first-negative" => first_negative(&self.frequencies(), 10_000).unwrap() as f64,
            _ => return None,
        })
    }
}

/// Encodings that are added to the words of the sentence, and the words that are read back.
impl Asked<'_> {
    /// Returns the vector of the word at an index of the sentence.
    fn word(&self) -> Vec<f64> {
        words()[self.place("place")].clone()
    }

    /// Adds an encoding to the word.
    fn added(&self, code: &[f64]) -> Addition {
        Addition::new(&self.word(), code).unwrap()
    }

    /// Quantities of encodings that count, added to words.
    fn of_additions(&self) -> Option<f64> {
        let integer = || self.added(&Integer.encode(self.number("position"), DIM));
        let part = |length: &str| LengthNormalised::new(self.place(length)).unwrap();
        Some(match self.kind {
            "word-reach" => self.word().iter().fold(0.0, |most, x| x.abs().max(most)),
            "integer-noise" => 1.0 / integer().ratio(),
            "largest-cosine" => {
                let words = Matrix::from_rows(words()).unwrap();
                assert_eq!(words.n_rows(), self.place("n_words"));
                let cosines = cosines(&words);
                let others = cosines.values().iter().filter(|cosine| **cosine < 0.999);
                others.fold(0.0, |most, cosine| cosine.max(most))
            }
            "normalised-code" => part("length").encode(self.number("position"), 1)[0],
            "normalised-cosine" => {
                let place = self.number("place");
                let sum = |length| self.added(&part(length).encode(place, DIM)).sum;
                cosine(&sum("length"), &sum("other"))
            }
            "binary-noise" => {
                let counter = Binary::new(self.place("bits") as u32).unwrap();
                let code = counter.stretched(self.place("position") as u64, DIM);
                1.0 / self.added(&code.unwrap()).ratio()
            }
            _ => return None,
        })
    }

    /// Quantities of sinusoidal encodings on words, and of the directions that the encodings need.
    fn of_subspaces(&self) -> Option<f64> {
        let frequencies = Frequencies::new(10_000.0, DIM).unwrap();
        let encoding = Sinusoidal::new(frequencies, Order::Interleaved);
        let sum = || self.added(&encoding.encode(self.number("position")));
        let subspace = || Subspace::spanning(&encoding.table(self.place("length")));
        let n_aside = || self.place("directions");
        Some(match self.kind {
            "sinusoidal-noise" => 1.0 / sum().ratio(),
            "angle-of-word" => {
                let share = subspace().shares(&self.word()).unwrap()[n_aside()];
                share.sqrt().acos().to_degrees()
            }
            "angle-of-code" => {
                let code = encoding.encode(self.number("position"));
                let share = subspace().shares(&code).unwrap()[n_aside()];
                share.sqrt().acos().to_degrees()
            }
            "read-cosine" => {
                let sum = sum().sum;
                let part = subspace().part(&sum, n_aside()).unwrap();
                let left: Vec<f64> = sum.iter().zip(part).map(|(x, part)| x - part).collect();
                cosine(&self.word(), &left)
            }
            "directions-for" => {
                let share = self.number("percent") / 100.0;
                let subspace = subspace();
                let mut captured = subspace.captured().iter();
                captured.position(|held| *held >= share).unwrap() as f64
            }
            _ => return None,
        })
    }
}

/// Long texts, and positions beyond the precision of a format.
impl Asked<'_> {
    fn of_lengths(&self) -> Option<f64> {
        Some(match self.kind {
            "perplexity" => {
                let table = self.table(FigureName::PastTraining, &["model", "length"]);
                let [models, lengths, perplexities] =
                    ["model", "length", "perplexity"].map(|name| column(&table, name));
                let wanted = (self.number("model"), self.number("length"));
                let row = (0..models.len()).find(|&row| (models[row], lengths[row]) == wanted);
                perplexities[row.unwrap()]
            }
            "race" => self.race(),
            "next-word" | "head" => {
                let table = self.table(FigureName::RealModel, &["column", "row"]);
                column(&table, self.words["column"])[self.number("row") as usize - 1]
            }
            "token-pairs" => {
                let table = self.table(FigureName::TokenPositions, &["column"]);
                let name = match self.words["column"] {
                    "hidden" => "pairs that should be hidden".to_owned(),
                    other => format!("{other} pairs"),
                };
                column(&table, &name).into_iter().sum()
            }
            "token-answer" => {
                let (spec, _) = query::parse(&self.state(&["word"]));
                let words = answers::stored(&spec).unwrap();
                let found = words
                    .iter()
                    .find(|(word, _)| word.trim() == self.words["word"]);
                found.unwrap().1
            }
            "copied" => {
                let table = self.table(FigureName::RealModel, &["column"]);
                let name = format!("{} right", self.words["column"]);
                100.0 * mean(column(&table, &name).into_iter())
            }
            "race-chance" => {
                let task = RaceTask::from_name(self.words["task"]).unwrap();
                100.0 / task.n_answers() as f64
            }
            "fates" => {
                let table = self.table(FigureName::ScaledAngles, &["fate"]);
                let fates = column(&table, "what the rule does");
                let wanted = self.number("fate");
                fates.iter().filter(|&&fate| fate == wanted).count() as f64
            }
            "bf16-spacing" => Format::Bf16.spacing(self.number("position")),
            _ => return None,
        })
    }
}

impl Asked<'_> {
    /// Returns the result of a racer in a stored race, in percent; with no rule, that of the racer as trained.
    fn race(&self) -> f64 {
        let table = self.table(FigureName::TrainingRace, &["racer", "rule", "length"]);
        let racer = Racer::from_name(self.words["racer"]).unwrap();
        let rule = self
            .words
            .get("rule")
            .map_or(0.0, |rule| rule.parse().unwrap());
        let wanted = [racer.place() as f64 + 1.0, rule, self.number("length")];
        let [encodings, rules, lengths, results] =
            ["encoding", "rule", "length", "result"].map(|name| column(&table, name));
        let row =
            (0..results.len()).find(|&row| [encodings[row], rules[row], lengths[row]] == wanted);
        100.0 * results[row.unwrap()]
    }
}

/// Returns the numbers of a column.
fn column(table: &Table, name: &str) -> Vec<f64> {
    let mut columns = table.columns().iter();
    let place = columns.position(|column| column.name() == name).unwrap();
    (0..table.n_rows())
        .map(|row| table.row(row)[place])
        .collect()
}

fn zeros(n_rows: usize, n_columns: usize) -> Matrix {
    Matrix::from_fn(n_rows, n_columns, |_, _| 0.0)
}

/// Returns the largest number over the mean.
fn over_mean(numbers: &[f64]) -> f64 {
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    largest / mean(numbers.iter().copied())
}

/// Returns the attribute `name` of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let (_, rest) = tag
        .split_once(&format!(" {name}=\""))
        .unwrap_or_else(|| panic!("{name} in <data{tag}>"));
    rest.split_once('"').unwrap().0
}

/// Returns the number in a text, and half a unit of its last digit.
fn printed(text: &str) -> (f64, f64) {
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
            .unwrap_or_else(|_| panic!("{text} is not a number")),
        unit / 2.0,
    )
}

#[test]
fn every_number_in_the_prose_is_that_of_the_core() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/ladder");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let html = fs::read_to_string(&path).unwrap();
        for part in html.split("<data").skip(1) {
            let (tag, rest) = part.split_once('>').unwrap();
            let text = rest.split_once("</data>").unwrap().0;
            let value: f64 = attribute(tag, "value").parse().unwrap();
            let answer = Asked::read(attribute(tag, "data-of")).answer();
            let error = (answer - value).abs();
            let sentence = format!("{}: {tag}: the core says {answer:e}", path.display());
            assert!(error <= 1e-9 * value.abs().max(1e-3), "{sentence}");
            let (number, half) = printed(text);
            assert!(
                (number - value).abs() <= half * 1.000_001,
                "{sentence}, printed as {text}"
            );
            count += 1;
        }
    }
    assert!(count > 0);
}
