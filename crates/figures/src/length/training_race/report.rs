//! What a racer reports while it trains, as numbers that a worker can send.

use super::course::Racer;
use phasor_params::choice::{Choice as _, choice};

/// A report of one racer.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The racer.
    pub racer: Racer,
    /// The number of all its steps.
    pub n_steps: usize,
    /// The number of steps that are done.
    pub step: usize,
    /// What is new.
    pub news: News,
}

/// What is new.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    /// The losses of the last steps, up to the one of the report.
    Losses(Vec<f64>),
    /// A test.
    Test(Vec<Score>),
    /// A look inside.
    Look(Look),
}

/// The result of a test at one length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// The length of the texts, in tokens.
    pub length: f64,
    /// How RoPE was changed for the test.
    pub stretch: Stretch,
    /// The share of right answers, 0 to 1; of the next letter, the perplexity.
    pub value: f64,
}

choice! {
    /// How RoPE is changed for a test on longer texts. Files, workers and tables count the changes in this order.
    pub enum Stretch {
        /// Not at all.
        None "none" "as trained",
        /// By position interpolation.
        Linear "linear" "interpolation",
        /// By a larger base.
        Ntk "ntk" "NTK-aware",
        /// By YaRN with its published bounds, 1 and 32 turns in training.
        Yarn "yarn" "YaRN",
        /// By YaRN with bounds made for so short a training, 0.25 and 1 turn.
        YarnShort "yarn-short" "YaRN, adapted",
    }
}

/// What a racer does with one text, twice as long as those in training. A *map* is a head of a layer, layer after layer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Look {
    /// The text.
    pub tokens: Vec<f64>,
    /// The right answers, -1 where there is none.
    pub answers: Vec<f64>,
    /// The racer's answers.
    pub guesses: Vec<f64>,
    /// The attention weights, 0 to 1: map after map, in each query after query.
    pub attention: Vec<Vec<f32>>,
    /// For queries, then for keys: the root mean square length of every pair of components, map after map.
    pub lengths: [Vec<Vec<f64>>; 2],
    /// The first rows of a learned table, or T5's number for every bucket, head after head.
    pub learned: Vec<Vec<f64>>,
}

impl Report {
    /// Returns the report as numbers.
    #[must_use]
    pub fn to_numbers(&self) -> Vec<f64> {
        let mut numbers = vec![
            self.racer.place() as f64,
            self.n_steps as f64,
            self.step as f64,
        ];
        match &self.news {
            News::Losses(losses) => {
                numbers.push(0.0);
                numbers.extend(losses);
            }
            News::Test(scores) => {
                numbers.push(1.0);
                for score in scores {
                    numbers.extend([score.length, score.stretch.place() as f64, score.value]);
                }
            }
            News::Look(look) => {
                numbers.push(2.0);
                look.write(&mut numbers);
            }
        }
        numbers
    }

    /// Reads the report from numbers; `None` if they are not those of a report.
    #[must_use]
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let mut numbers = numbers.iter().copied();
        let racer = Racer::all().nth(numbers.next()? as usize)?;
        let (n_steps, step) = (numbers.next()? as usize, numbers.next()? as usize);
        let kind = numbers.next()? as usize;
        let news = match kind {
            0 => News::Losses(numbers.collect()),
            1 => News::Test(scores(numbers)?),
            2 => News::Look(Look::read(numbers)?),
            _ => return None,
        };
        Some(Self {
            racer,
            n_steps,
            step,
            news,
        })
    }
}

fn scores(mut numbers: impl Iterator<Item = f64>) -> Option<Vec<Score>> {
    let mut scores = Vec::new();
    while let Some(length) = numbers.next() {
        scores.push(Score {
            length,
            stretch: Stretch::all().nth(numbers.next()? as usize)?,
            value: numbers.next()?,
        });
    }
    Some(scores)
}

impl Look {
    /// Writes all sizes, then all numbers.
    fn write(&self, numbers: &mut Vec<f64>) {
        let n_pairs = self.lengths[0].first().map_or(0, Vec::len);
        let width = self.learned.first().map_or(0, Vec::len);
        let sizes = [
            self.tokens.len(),
            self.attention.len(),
            n_pairs,
            self.learned.len(),
            width,
        ];
        numbers.extend(sizes.map(|size| size as f64));
        numbers.extend(self.tokens.iter().chain(&self.answers).chain(&self.guesses));
        let weights = self.attention.iter().flatten();
        numbers.extend(weights.map(|&weight| f64::from(weight)));
        numbers.extend(self.lengths.iter().flatten().flatten());
        numbers.extend(self.learned.iter().flatten());
    }

    fn read(mut numbers: impl Iterator<Item = f64>) -> Option<Self> {
        let mut size = || numbers.next().map(|size| size as usize);
        let (length, n_maps, n_pairs) = (size()?, size()?, size()?);
        let (n_rows, width) = (size()?, size()?);
        let mut list = |count: usize| {
            let list: Vec<f64> = numbers.by_ref().take(count).collect();
            (list.len() == count).then_some(list)
        };
        let [tokens, answers, guesses] = [list(length)?, list(length)?, list(length)?];
        let mut map = || {
            let weights = list(length * length)?.into_iter();
            Some(weights.map(|weight| weight as f32).collect())
        };
        let attention = (0..n_maps).map(|_| map()).collect::<Option<_>>()?;
        let mut rows = |n_rows: usize, width: usize| -> Option<Vec<_>> {
            (0..n_rows).map(|_| list(width)).collect()
        };
        Some(Self {
            tokens,
            answers,
            guesses,
            attention,
            lengths: [rows(n_maps, n_pairs)?, rows(n_maps, n_pairs)?],
            learned: rows(n_rows, width)?,
        })
    }
}
