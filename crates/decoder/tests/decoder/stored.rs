//! The stored answers of the figure `real-model`, if `npm run model` has fetched the model.

use std::collections::HashMap;
use std::fs;
use std::thread;

use phasor_decoder::product::Scratch;
use phasor_decoder::{Change, Checkpoint, Decoder, Gap, Order, Session, Still};
use phasor_encoding::{Format, Narrow, Scaling, Step};
use phasor_figures::asset::Rows;
use phasor_figures::length::real_model as figure;
use phasor_figures::length::real_model::stored::{N_WORDS, Results};
use phasor_figures::length::real_model::texts::{BEFORE, LISTS, TEXT};
use phasor_figures::length::real_model::{
    AnglePrecision, Copied, FrozenEnd, NextWord, PositionOrder, Prompt, StillLayers, Surprise,
};
use phasor_params::choice::Choice as _;

use crate::smollm2;
use crate::support::read;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../assets/real-model/answers.bin"
);

/// Returns what the change of the figure does to the model.
fn change(change: figure::Change, gap: Option<Gap>) -> Change {
    let mut changed = Change {
        gap,
        ..Change::default()
    };
    match change {
        figure::Change::None => {}
        figure::Change::Still(layers) => {
            changed.still = match layers {
                StillLayers::All => Still::All,
                StillLayers::EveryFourth => Still::Every(4),
                StillLayers::First => Still::Layers(vec![0]),
            }
        }
        figure::Change::Frozen(end, n_pairs) => {
            changed.kept_pairs = Some(match end {
                FrozenEnd::Fastest => n_pairs..figure::N_PAIRS,
                FrozenEnd::Slowest => 0..figure::N_PAIRS - n_pairs,
            });
        }
        figure::Change::Shift(by, precision) => {
            changed.shift = by;
            let format = match precision {
                AnglePrecision::F64 => None,
                AnglePrecision::F32 => Some(Format::F32),
                AnglePrecision::Bf16 => Some(Format::Bf16),
            };
            let step = Step::Angle;
            changed.narrow = format.map(|format| Narrow { format, step });
        }
        figure::Change::Base(base) => changed.base = Some(base),
        figure::Change::Rule(rule, factor) => {
            let name = rule.word().name;
            let rules = Scaling::stretching(factor, figure::TRAINED_ON);
            changed.rule = rules.into_iter().find(|rule| rule.name() == name);
            assert!(changed.rule.is_some(), "{name}");
        }
        figure::Change::Order(order) => {
            changed.order = match order {
                PositionOrder::Reversed => Order::Reversed,
                PositionOrder::Swapped => Order::Shuffled(2),
                PositionOrder::Shuffled => Order::Shuffled(usize::MAX),
                PositionOrder::Twos => Order::Shared(2),
                PositionOrder::Fours => Order::Shared(4),
            }
        }
    }
    changed
}

/// A model, with the word that each of its tokens is.
struct Model {
    checkpoint: Checkpoint,
    decoder: Decoder,
    words: Vec<String>,
    /// For each token, its place in `words`.
    places: Vec<usize>,
}

impl Model {
    fn new(checkpoint: Checkpoint) -> Self {
        let decoder = checkpoint.decoder().unwrap();
        let (mut words, mut known) = (Vec::new(), HashMap::new());
        let n_tokens = decoder.shape().n_tokens as u32;
        let places = (0..n_tokens).map(|token| {
            let word = word(&checkpoint.tokenizer().decode(&[token]));
            *known.entry(word.clone()).or_insert_with(|| {
                words.push(word);
                words.len() - 1
            })
        });
        let places = places.collect();
        Self {
            checkpoint,
            decoder,
            words,
            places,
        }
    }

    fn session(&self, tokens: &[u32], change: &Change) -> Session {
        let mut session = Session::default();
        read(&mut session, &self.decoder, tokens, change);
        session
    }

    /// Returns the probability of every word after a text.
    fn next(&self, text: &str, changed: figure::Change) -> Vec<f64> {
        let tokens = self.checkpoint.tokenizer().encode(text);
        let session = self.session(&tokens, &change(changed, None));
        let hidden = session.hidden().chunks(self.decoder.shape().hidden_size);
        let last = hidden.last().unwrap();
        let logits = self.decoder.logits(last, &mut Scratch::default());
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights = logits.iter().map(|logit| f64::from(logit - most).exp());
        let sum: f64 = weights.clone().sum();
        let mut probabilities = vec![0.0; self.words.len()];
        for (place, weight) in self.places.iter().zip(weights) {
            probabilities[*place] += weight / sum;
        }
        probabilities
    }

    /// Returns the most probable words after a text, then the favourite of the published model.
    fn next_words(
        &self,
        prompt: Prompt,
        changed: figure::Change,
        published: &[f64],
    ) -> Vec<NextWord> {
        let probabilities = self.next(prompt.text(), changed);
        let mut best = ranked(&probabilities);
        best.truncate(N_WORDS - 1);
        best.push(ranked(published)[0]);
        let words = best.into_iter().map(|place| NextWord {
            word: self.words[place].clone(),
            percent: percent(probabilities[place]),
            published: percent(published[place]),
        });
        words.collect()
    }

    fn prompt(&self, prompt: Prompt, changes: &[figure::Change]) -> Vec<Vec<NextWord>> {
        let published = self.next(prompt.text(), figure::Change::None);
        let changes = changes.iter();
        changes
            .map(|change| self.next_words(prompt, *change, &published))
            .collect()
    }

    /// Returns how the words of all lists are copied.
    fn copied(&self, changed: figure::Change, gap: f64) -> Vec<Copied> {
        let lists = LISTS.iter().flat_map(|list| {
            let tokenizer = self.checkpoint.tokenizer();
            let mut tokens = tokenizer.encode(&format!("{}{list}.\n", BEFORE[0]));
            let first = tokens.len();
            tokens.extend(tokenizer.encode_more(&format!("{}{list}.", BEFORE[1])));
            let gap = (gap > 0.0).then_some(Gap {
                token: first,
                n_positions: gap,
            });
            let session = self.session(&tokens, &change(changed, gap));
            let expectations = self.decoder.expectations(&session, first);
            let mut text = String::new();
            let mut copies: Vec<(f64, bool)> = Vec::new();
            for (token, expected) in tokens[first..].iter().zip(expectations) {
                let piece = tokenizer.decode(&[*token]);
                let is_in_list = text.len() + 1 >= BEFORE[1].len();
                text += &piece;
                if !is_in_list || !piece.trim().starts_with(char::is_alphabetic) {
                    continue;
                }
                if piece.starts_with(' ') {
                    copies.push((1.0, true));
                }
                let (probability, is_right) = copies.last_mut().unwrap();
                *probability *= f64::from(expected.log_probability).exp();
                *is_right &= expected.is_first;
            }
            assert_eq!(copies.len(), list.split(", ").count());
            copies.into_iter().map(|(probability, is_right)| Copied {
                percent: percent(probability),
                is_right,
            })
        });
        lists.collect()
    }

    /// Returns how much each token of the text surprises the model, from the second on.
    fn text(&self, changed: figure::Change) -> Vec<Surprise> {
        let tokenizer = self.checkpoint.tokenizer();
        let tokens = tokenizer.encode(TEXT);
        let session = self.session(&tokens, &change(changed, None));
        let expectations = self.decoder.expectations(&session, 1);
        let pieces = tokens[1..].iter().map(|token| tokenizer.decode(&[*token]));
        let each = pieces.zip(expectations).map(|(token, expected)| Surprise {
            token,
            bits: tenths(-f64::from(expected.log_probability) / std::f64::consts::LN_2),
        });
        each.collect()
    }
}

/// Returns a token without the blank before it, which makes it another token but no other word.
fn word(token: &str) -> String {
    let word = token.trim();
    match word {
        _ if word.contains('\u{fffd}') => "(part of a letter)".to_owned(),
        "" if token.contains('\n') => "(new line)".to_owned(),
        "" => "(blank)".to_owned(),
        _ => word.to_owned(),
    }
}

fn ranked(probabilities: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..probabilities.len()).collect();
    places.sort_by(|one, other| probabilities[*other].total_cmp(&probabilities[*one]));
    places
}

/// Returns whole per cent, 0 below one.
fn percent(probability: f64) -> u8 {
    assert!((0.0..=1.0 + 1e-6).contains(&probability), "{probability}");
    match 100.0 * probability {
        percent if percent < 1.0 => 0,
        percent => percent.round() as u8,
    }
}

fn tenths(bits: f64) -> f64 {
    (10.0 * bits).round().min(254.0) / 10.0
}

/// Computes every answer, with one thread for each half of the questions.
fn answers(model: &Model) -> Results {
    let changes = figure::Change::all();
    let prompts: Vec<Prompt> = Prompt::all().collect();
    thread::scope(|scope| {
        let next_words = scope.spawn(|| {
            let prompts = prompts.iter();
            prompts
                .map(|prompt| model.prompt(*prompt, &changes))
                .collect()
        });
        let copied = |change: &figure::Change| {
            let gaps = change.gaps().into_iter();
            gaps.map(|gap| model.copied(*change, gap)).collect()
        };
        let copied = changes.iter().map(copied).collect();
        let text = changes.iter().map(|change| model.text(*change)).collect();
        Results {
            next_words: next_words.join().unwrap(),
            copied,
            text,
        }
    })
}

/// With `PHASOR_BLESS=1` this writes the file, which takes some minutes.
#[test]
fn the_stored_answers_are_those_of_the_model() {
    let Some(checkpoint) = smollm2::checkpoint() else {
        return;
    };
    let model = Model::new(checkpoint);
    if std::env::var_os("PHASOR_BLESS").is_some() {
        let results = answers(&model);
        let bytes = results.write();
        fs::write(FILE, &bytes).unwrap();
        assert_eq!(Results::read(&Rows::read(&bytes).unwrap()), Some(results));
    }
    let stored = Results::read(&Rows::read(&fs::read(FILE).unwrap()).unwrap()).unwrap();
    // A processor that rounds differently may show another last digit.
    let is_near = |one: u8, other: u8| one.abs_diff(other) <= 1;
    for (place, change) in figure::Change::all().into_iter().enumerate().step_by(7) {
        let gaps = change.gaps();
        let gap = gaps.len() - 1;
        let copied = model.copied(change, gaps[gap]);
        let pairs = copied.iter().zip(&stored.copied[place][gap]);
        for (one, other) in pairs {
            assert!(
                is_near(one.percent, other.percent),
                "{change} {one:?} {other:?}"
            );
        }
        let prompt = Prompt::all().nth(place % Prompt::LIST.len()).unwrap();
        let published = model.next(prompt.text(), figure::Change::None);
        let words = model.next_words(prompt, change, &published);
        for (one, other) in words.iter().zip(&stored.next_words[prompt.place()][place]) {
            assert!(
                is_near(one.percent, other.percent),
                "{change} {one:?} {other:?}"
            );
        }
        for (one, other) in model.text(change).iter().zip(&stored.text[place]) {
            assert!(
                (one.bits - other.bits).abs() < 0.15,
                "{change} {one:?} {other:?}"
            );
            assert_eq!(one.token, other.token);
        }
    }
}
