//! What can be read from a look inside a racer.

use std::f64::consts::TAU;

use super::computed::Computed;
use super::course::{DIM, RaceTask, Racer};
use super::report::Look;
use phasor_encoding::{Alibi, Direction, T5Buckets};

/// What the heads of a racer add to scores.
pub(super) struct Heads<'a> {
    pub(super) count: usize,
    /// The distances on show, query minus key: both sides if the racer sees both.
    pub(super) first: i64,
    pub(super) last: i64,
    bias: Box<dyn Fn(usize, i64) -> f64 + 'a>,
}

impl<'a> Heads<'a> {
    fn new(computed: &Computed<'_>, count: usize, bias: impl Fn(usize, i64) -> f64 + 'a) -> Self {
        let last = 2 * computed.spec.race_length() as i64;
        Self {
            count,
            first: if computed.spec.choice::<RaceTask>().is_masked() {
                0
            } else {
                -last
            },
            last,
            bias: Box::new(bias),
        }
    }

    /// Returns what ALiBi adds.
    pub(super) fn of_alibi(computed: &Computed<'_>) -> Self {
        let count = DIM / computed.spec.race_head_dim();
        let alibi = Alibi::new(count).expect("a racer has from 2 to 12 heads");
        let bias = move |head, distance: i64| {
            let bias = alibi.bias(head, -distance);
            bias.expect("ALiBi has a slope for every head of the racer")
        };
        Self::new(computed, count, bias)
    }

    /// Returns what T5 has learned, once there has been a look inside.
    pub(super) fn of_t5(computed: &Computed<'a>) -> Option<Self> {
        let look = computed
            .record
            .run(Racer::T5)
            .look(computed.spec.progress())?;
        let direction = match computed.spec.choice::<RaceTask>().is_masked() {
            true => Direction::Causal,
            false => Direction::Bidirectional,
        };
        let first = look.learned.first();
        let n_buckets = first.expect("T5 has a row for every head").len();
        let buckets = T5Buckets::new(n_buckets, computed.spec.race_length(), direction);
        let buckets = buckets.expect("the racer was trained with these buckets");
        let bias = move |head: usize, distance: i64| {
            let row = look.learned.get(head);
            let value = row.and_then(|row| row.get(buckets.bucket(-distance)));
            *value.expect("every head has a number for every bucket")
        };
        Some(Self::new(computed, look.learned.len(), bias))
    }

    /// Returns what a head adds to the score of a key that many tokens back.
    pub(super) fn bias(&self, head: usize, distance: i64) -> f64 {
        (self.bias)(head, distance)
    }

    /// Returns the nearest distance to which a head adds most, and how much that is.
    pub(super) fn strongest(&self, head: usize) -> (i64, f64) {
        let all = self.first..=self.last;
        let all = all.map(|distance| (distance, self.bias(head, distance)));
        let best = all.max_by(|one, other| {
            let nearer = other.0.abs().cmp(&one.0.abs());
            one.1.total_cmp(&other.1).then(nearer)
        });
        best.expect("there are distances on show")
    }
}

/// How long the queries and keys of the head in focus are in every pair, which is how much the pair counts.
pub(super) struct Pairs<'a> {
    pub(super) head: usize,
    pub(super) queries: &'a [f64],
    pub(super) keys: &'a [f64],
    wavelengths: Vec<f64>,
}

impl<'a> Pairs<'a> {
    pub(super) fn of(computed: &Computed<'_>, look: &'a Look) -> Self {
        let [queries, keys] = &look.lengths;
        let head = computed.spec.attention_map(queries.len());
        let lengths = queries.get(head).zip(keys.get(head));
        let (queries, keys) = lengths.expect("a look has lengths for every head");
        let frequencies = computed.spec.frequencies_of(2 * queries.len());
        let wavelengths = frequencies.inv_freq().iter();
        Self {
            head,
            queries,
            keys,
            wavelengths: wavelengths.map(|inv_freq| TAU / inv_freq).collect(),
        }
    }

    /// Returns the number of tokens in which a pair turns once.
    pub(super) fn wavelength(&self, pair: usize) -> f64 {
        let wavelength = self.wavelengths.get(pair);
        *wavelength.expect("every pair has a wavelength")
    }

    /// Returns the first pair that completes no turn in texts of `trained` tokens, if any.
    pub(super) fn first_incomplete(&self, trained: usize) -> Option<usize> {
        let mut wavelengths = self.wavelengths.iter();
        wavelengths.position(|wavelength| *wavelength > trained as f64)
    }

    /// Returns the pair with the largest product of both lengths, which bounds its part of a score.
    pub(super) fn strongest(&self) -> usize {
        let products = self.queries.iter().zip(self.keys);
        let products = products.map(|(query, key)| query * key).enumerate();
        let best = products.max_by(|one, other| one.1.total_cmp(&other.1));
        best.expect("a head has a pair").0
    }
}
