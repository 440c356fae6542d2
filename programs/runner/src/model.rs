//! A model, and what it makes of texts.

use std::collections::HashMap;
use std::iter;

use phasor_decoder::gpu::GpuDecoder;
use phasor_decoder::product::Scratch;
use phasor_decoder::{Checkpoint, Decoder, Expectation, ModelError, Session, Watched};
use phasor_figures::length::real_model::heads::{DISTANCES, ROLES};
use phasor_figures::length::real_model::stored::N_WORDS;
use phasor_figures::length::real_model::texts::{BEFORE, LIST_LENGTH, LISTS};
use phasor_figures::length::real_model::{
    Answer, Copied, HeadAttention, ModelTest, N_BARS, N_ROLES, NextWord, Surprise, mean,
};

/// A model, with the word that each of its tokens is.
#[derive(Debug)]
pub struct Model {
    checkpoint: Checkpoint,
    decoder: Decoder,
    words: Vec<String>,
    /// For each token, its place in `words`.
    places: Vec<usize>,
}

/// A text that a model reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) tokens: Vec<u32>,
    /// The first token that matters: nothing stands before the text's own first one, and a copy comes after its list.
    pub(crate) first: usize,
}

/// What a model makes of the texts of a question.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// The probability of each word of [`Model`].
    Words(Vec<f64>),
    /// How the words of all lists are copied.
    Copied(Vec<Copied>),
    /// How much each token surprises.
    Surprises(Vec<Surprise>),
    /// How all heads attend.
    Heads(Vec<HeadAttention>),
}

impl Model {
    /// Makes a model of a checkpoint.
    ///
    /// # Errors
    /// [`ModelError`] if it does not run here.
    pub fn new(checkpoint: Checkpoint) -> Result<Self, ModelError> {
        let decoder = checkpoint.decoder()?;
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
        Ok(Self {
            checkpoint,
            decoder,
            words,
            places,
        })
    }

    /// The decoder.
    #[must_use]
    pub fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// The checkpoint.
    #[must_use]
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// Returns the texts of a question: every list with its copy, or the reader's text.
    pub(crate) fn texts(&self, test: ModelTest, text: &str) -> Vec<Text> {
        let tokenizer = self.checkpoint.tokenizer();
        match test {
            ModelTest::NextWord | ModelTest::Text | ModelTest::Heads | ModelTest::Length => {
                vec![Text {
                    tokens: tokenizer.encode(text),
                    first: 1,
                }]
            }
            ModelTest::Copying => LISTS
                .iter()
                .map(|list| {
                    let mut tokens = tokenizer.encode(&format!("{}{list}.\n", BEFORE[0]));
                    let first = tokens.len();
                    tokens.extend(tokenizer.encode_more(&format!("{}{list}.", BEFORE[1])));
                    Text { tokens, first }
                })
                .collect(),
        }
    }

    /// Returns the heads whose attention a question needs, each a layer and a query head.
    pub(crate) fn watched(&self, test: ModelTest) -> Vec<(usize, usize)> {
        if test != ModelTest::Heads {
            return Vec::new();
        }
        let (n_layers, n_heads) = (self.decoder.layers().len(), self.decoder.shape().n_heads);
        let layers = (0..n_layers).flat_map(|layer| (0..n_heads).map(move |head| (layer, head)));
        layers.collect()
    }

    /// Returns what the model makes of texts that the sessions have read.
    pub(crate) async fn outcome(
        &self,
        test: ModelTest,
        texts: &[Text],
        sessions: &[Session],
        gpu: Option<&GpuDecoder>,
    ) -> Outcome {
        let read = texts.iter().zip(sessions);
        let (text, session) = read.clone().next().expect("every question has a text");
        match test {
            ModelTest::Copying => {
                let mut all = Vec::new();
                for (text, session) in read {
                    let expectations = self.expectations(text, session, gpu).await;
                    all.extend(self.copied(text, &expectations));
                }
                Outcome::Copied(all)
            }
            ModelTest::NextWord => Outcome::Words(self.next(session)),
            ModelTest::Heads => {
                Outcome::Heads(session.watched().iter().map(head_attention).collect())
            }
            ModelTest::Text | ModelTest::Length => {
                let expectations = self.expectations(text, session, gpu).await;
                Outcome::Surprises(self.surprises(text, &expectations))
            }
        }
    }

    /// Returns how the model expected each token that matters.
    async fn expectations(
        &self,
        text: &Text,
        session: &Session,
        gpu: Option<&GpuDecoder>,
    ) -> Vec<Expectation> {
        if let Some(gpu) = gpu
            && let Ok(expectations) = gpu.expectations(session, text.first).await
        {
            return expectations;
        }
        // If the GPU fails here, the next question finds out why.
        self.decoder.expectations(session, text.first)
    }

    /// Returns the probability of every word after a text.
    fn next(&self, session: &Session) -> Vec<f64> {
        let hidden = session.hidden().chunks(self.decoder.shape().hidden_size);
        let last = hidden.last().expect("a text that was read has a token");
        let logits = self.decoder.logits(last, &mut Scratch::default());
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weights = logits.iter().map(|logit| f64::from(logit - most).exp());
        let sum: f64 = weights.clone().sum();
        let mut probabilities = vec![0.0; self.words.len()];
        for (place, weight) in self.places.iter().zip(weights) {
            let probability = probabilities.get_mut(*place);
            *probability.expect("every token has a word") += weight / sum;
        }
        probabilities
    }

    /// Returns how the words of a list are copied. A token is a part of the word in which its first letter is.
    fn copied(&self, text: &Text, expectations: &[Expectation]) -> Vec<Copied> {
        let tokenizer = self.checkpoint.tokenizer();
        let (_, copy) = text.tokens.split_at(text.first);
        let mut copies = [(1.0, true); LIST_LENGTH];
        let mut read = String::new();
        for (token, expected) in copy.iter().zip(expectations) {
            let start = read.len();
            read += &tokenizer.decode(&[*token]);
            let (_, piece) = read.split_at(start);
            let letter = piece.find(char::is_alphabetic).map(|letter| start + letter);
            let list = letter.and_then(|letter| read.get(BEFORE[1].len()..letter));
            let word = list.map(|list| list.matches(',').count());
            if let Some((probability, is_right)) = word.and_then(|word| copies.get_mut(word)) {
                *probability *= f64::from(expected.log_probability).exp();
                *is_right &= expected.is_first;
            }
        }
        let copies = copies.into_iter().map(|(probability, is_right)| Copied {
            percent: percent(probability),
            is_right,
        });
        copies.collect()
    }

    /// Returns how much each token of a text surprises the model, from the second on.
    fn surprises(&self, text: &Text, expectations: &[Expectation]) -> Vec<Surprise> {
        let tokenizer = self.checkpoint.tokenizer();
        let (_, tokens) = text.tokens.split_at(text.first);
        let pieces = tokens.iter().map(|token| tokenizer.decode(&[*token]));
        let each = pieces.zip(expectations).map(|(token, expected)| Surprise {
            token,
            bits: tenths(-f64::from(expected.log_probability) / std::f64::consts::LN_2),
        });
        each.collect()
    }

    /// Returns the answer that two outcomes of the same question make, the second of the model as published.
    ///
    /// # Panics
    /// If they are of two questions.
    pub(crate) fn answer(&self, now: &Outcome, published: &Outcome) -> Answer {
        let answer = match (now, published) {
            (Outcome::Words(now), Outcome::Words(published)) => {
                Some(self.next_words(now, published))
            }
            (Outcome::Copied(now), Outcome::Copied(published)) => Some(Answer::Copying {
                now: now.clone(),
                published: published.clone(),
            }),
            (Outcome::Surprises(now), Outcome::Surprises(published)) => Some(Answer::Text {
                now: now.clone(),
                published: mean(published),
            }),
            (Outcome::Heads(now), Outcome::Heads(published)) => {
                let places = of_roles(published);
                let chosen = |heads: &[HeadAttention]| {
                    let chosen = places.iter().map(|place| heads.get(*place).cloned());
                    chosen.collect::<Option<Vec<_>>>()?.try_into().ok()
                };
                chosen(now)
                    .zip(chosen(published))
                    .map(|(now, published)| Answer::Heads { now, published })
            }
            _ => None,
        };
        answer.expect("both outcomes are of the same question")
    }

    fn next_words(&self, now: &[f64], published: &[f64]) -> Answer {
        let word = |place: usize| {
            let of = |probabilities: &[f64]| probabilities.get(place).copied().map(percent);
            let numbers = of(now).zip(of(published)).zip(self.words.get(place));
            let ((percent, published), word) = numbers.expect("the place is that of a word");
            NextWord {
                word: word.clone(),
                percent,
                published,
            }
        };
        let mut words: Vec<NextWord> = best(now, N_WORDS - 1).into_iter().map(word).collect();
        let favourite = best(published, 1).first().copied().map(word);
        let favourite = favourite.expect("a vocabulary has words");
        if !words.contains(&favourite) {
            words.push(favourite.clone());
        }
        Answer::NextWords { words, favourite }
    }
}

/// Returns for each role the place of the head that attends to it most; of the first one, if several do in whole per cent.
fn of_roles(heads: &[HeadAttention]) -> [usize; N_ROLES] {
    ROLES.each_ref().map(|role| {
        let percents = heads.iter().map(|head| role.percent(&head.percents));
        let first_of_most = percents
            .enumerate()
            .rev()
            .max_by_key(|(_, percent)| *percent);
        first_of_most.expect("a model has heads").0
    })
}

/// Returns how a head attends, in whole per cent.
fn head_attention(watched: &Watched) -> HeadAttention {
    let shares = DISTANCES.iter().map(|distances| watched.share(distances));
    let mut percents = [0; N_BARS];
    for (percent, share) in percents
        .iter_mut()
        .zip(iter::once(watched.share_on_first()).chain(shares))
    {
        *percent = self::percent(share);
    }
    HeadAttention {
        layer: watched.layer,
        head: watched.head,
        percents,
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

/// Returns the places of the `n` largest probabilities, the largest first.
fn best(probabilities: &[f64], n: usize) -> Vec<usize> {
    let mut places: Vec<(usize, f64)> = probabilities.iter().copied().enumerate().collect();
    places.sort_by(|one, other| other.1.total_cmp(&one.1));
    places.truncate(n);
    places.into_iter().map(|(place, _)| place).collect()
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
    (10.0 * bits).round() / 10.0
}
