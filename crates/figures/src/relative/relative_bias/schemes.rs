//! The numbers of `relative-bias`: four schemes for one state, and their costs.

use super::parameters::Relative;
use crate::Spec;
use phasor_draw::Ink;
use phasor_encoding::{Alibi, ClippedDistance, Direction, Mask, Matrix, Shaw, T5Bias, T5Buckets};
use phasor_text::number::{Fixed, Grouped, Short, Tick};

/// The largest distance shown; the last bucket of T5 begins before it.
pub(in crate::relative) const FARTHEST: i64 = 128;
/// The number of layers of the model whose costs are shown.
const LAYERS: usize = 12;
/// The number of components of its heads.
const HEAD_DIM: usize = 64;
/// The number of buckets of T5, and the distance of the last.
const T5: (usize, usize) = (32, 128);

/// The schemes of one state.
pub(in crate::relative) struct Schemes {
    clipped: ClippedDistance,
    buckets: T5Buckets,
    alibi: Alibi,
    head: usize,
    pub(in crate::relative) mask: Mask,
    pub(in crate::relative) n_words: usize,
    /// The offset in focus.
    pub(in crate::relative) focus: i64,
}

/// The cost of a scheme.
pub(in crate::relative) struct Cost {
    /// Numbers to learn in the whole model.
    pub(in crate::relative) learned: usize,
    /// Extra additions for a query and a key in one head.
    pub(in crate::relative) additions: usize,
}

impl Schemes {
    pub(in crate::relative) fn new(spec: &Spec) -> Self {
        let direction = match spec.mask() {
            Mask::None => Direction::Bidirectional,
            Mask::Causal => Direction::Causal,
        };
        Self {
            clipped: ClippedDistance::new(spec.clip()),
            buckets: T5Buckets::new(T5.0, T5.1, direction).expect("these are the sizes of T5"),
            alibi: Alibi::new(spec.n_heads())
                .expect("the table accepts only numbers of heads that ALiBi accepts"),
            head: spec.head(),
            mask: spec.mask(),
            n_words: spec.sentence().words().len(),
            focus: spec.offset().round() as i64,
        }
    }

    pub(in crate::relative) fn n_heads(&self) -> usize {
        self.alibi.slopes().len()
    }

    fn slope(&self) -> f64 {
        let slope = self.alibi.slopes().get(self.head);
        *slope.expect("the head in focus is one of the heads")
    }

    /// Returns row, column and offset of every pair of words that the mask allows.
    pub(in crate::relative) fn cells(&self) -> impl Iterator<Item = (usize, usize, i64)> + '_ {
        let n = self.n_words;
        let cells = (0..n * n).map(move |cell| (cell / n, cell % n));
        let computed = cells.filter(|(row, column)| self.mask.shows(*row, *column));
        computed.map(|(row, column)| (row, column, column as i64 - row as i64))
    }

    /// Returns whether the mask allows a key at this offset.
    pub(in crate::relative) fn is_computed(&self, relative: i64) -> bool {
        self.mask == Mask::None || relative <= 0
    }

    /// Returns the position information that a score receives for a key at this offset.
    pub(in crate::relative) fn value(&self, scheme: Relative, relative: i64) -> f64 {
        match scheme {
            Relative::Plain => relative as f64,
            Relative::Shaw => self.row(relative) as f64,
            Relative::T5 => self.buckets.bucket(relative) as f64,
            Relative::Alibi => self.bias(self.head, relative),
        }
    }

    pub(in crate::relative) fn bias(&self, head: usize, relative: i64) -> f64 {
        let bias = self.alibi.bias(head, relative);
        bias.expect("ALiBi has a slope for every head shown")
    }

    /// Returns the lowest and the highest number among the words.
    pub(in crate::relative) fn range(&self, scheme: Relative) -> (f64, f64) {
        self.range_up_to(scheme, self.n_words as i64 - 1)
    }

    /// Returns the lowest and the highest number at any distance shown.
    pub(in crate::relative) fn far_range(&self, scheme: Relative) -> (f64, f64) {
        self.range_up_to(scheme, FARTHEST)
    }

    fn range_up_to(&self, scheme: Relative, farthest: i64) -> (f64, f64) {
        match scheme {
            Relative::Plain => (-farthest as f64, farthest as f64),
            Relative::Shaw => {
                let clip = f64::from(self.clipped.clip());
                (-clip, clip)
            }
            Relative::T5 => {
                let computed =
                    (-farthest..=farthest).filter(|relative| self.is_computed(*relative));
                let buckets = computed.map(|relative| self.value(scheme, relative));
                (0.0, buckets.fold(0.0, f64::max))
            }
            // The range is that of the steepest head, so that colours and axes are the same for all heads.
            Relative::Alibi => {
                let heads = 0..self.n_heads();
                let biases = heads.map(|head| self.bias(head, farthest));
                (biases.fold(0.0, f64::min), 0.0)
            }
        }
    }

    pub(in crate::relative) fn ink(&self, scheme: Relative, relative: i64) -> Ink {
        match scheme {
            // The numbers of buckets are names: on either side, the colour grows with the distance alone.
            Relative::T5 => {
                let bucket = |distance: i64| self.buckets.bucket(-distance) as f32;
                let along = bucket(relative.abs()) / bucket(self.n_words as i64 - 1);
                Ink::Diverging(relative.signum() as f32 * along)
            }
            _ => self.ink_at(scheme, self.value(scheme, relative)),
        }
    }

    /// Returns the ink of a number: diverging for schemes with two sides, otherwise sequential from 0.
    pub(in crate::relative) fn ink_at(&self, scheme: Relative, value: f64) -> Ink {
        let (low, high) = self.range(scheme);
        let along = ((value - low) / (high - low)) as f32;
        match scheme {
            Relative::Plain | Relative::Shaw | Relative::T5 => Ink::Diverging(2.0 * along - 1.0),
            Relative::Alibi => Ink::Sequential(1.0 - along),
        }
    }

    /// Returns what the numbers are.
    pub(in crate::relative) fn unit(&self, scheme: Relative) -> &'static str {
        match scheme {
            Relative::Plain => "key − query",
            Relative::Shaw => "row",
            Relative::T5 => "bucket",
            Relative::Alibi => "bias",
        }
    }

    /// Returns the name of the scheme with its settings.
    pub(in crate::relative) fn fact(&self, scheme: Relative) -> String {
        match scheme {
            Relative::Plain => "offset: key − query".to_owned(),
            Relative::Shaw => format!("Shaw: row of each score, K = {}", self.clipped.clip()),
            Relative::T5 => format!("T5: bucket of each score (of {})", T5.0),
            Relative::Alibi => format!(
                "ALiBi: slope {} in head {} of {}",
                Tick(self.slope()),
                self.head,
                self.n_heads()
            ),
        }
    }

    /// Returns the number of a cell as a short text.
    pub(in crate::relative) fn cell_text(&self, scheme: Relative, relative: i64) -> String {
        let value = self.value(scheme, relative);
        let decimals = match (scheme, self.slope()) {
            _ if value == 0.0 => 0,
            (Relative::Alibi, slope) if slope >= 0.25 => 2,
            (Relative::Alibi, slope) if slope >= 0.1 => 3,
            (Relative::Alibi, _) => 4,
            _ => 0,
        };
        format!("{:.decimals$}", Fixed(value))
    }

    /// Returns the cost for a model of 12 layers. Every layer has its own tables of Shaw, which its heads share; every
    /// head has its own numbers of T5, which the layers share.
    pub(in crate::relative) fn cost(&self, scheme: Relative) -> Cost {
        match scheme {
            Relative::Plain => Cost {
                learned: 0,
                additions: 0,
            },
            Relative::Shaw => {
                let table = Matrix::from_fn(self.clipped.n_rows(), HEAD_DIM, |_, _| 0.0);
                let shaw = Shaw::new(self.clipped, table.clone(), table)
                    .expect("both tables have a row for every clipped distance");
                Cost {
                    learned: LAYERS * shaw.parameter_count(),
                    additions: shaw.key_term(0).len() + shaw.value_term(0).len(),
                }
            }
            Relative::T5 => {
                let numbers = Matrix::from_fn(T5.0, self.n_heads(), |_, _| 0.0);
                let bias = T5Bias::new(self.buckets, numbers)
                    .expect("there is a row of numbers for every bucket");
                Cost {
                    learned: bias.parameter_count(),
                    additions: 1,
                }
            }
            Relative::Alibi => Cost {
                learned: 0,
                additions: 1,
            },
        }
    }

    /// Describes the cost of a scheme.
    pub(in crate::relative) fn cost_text(&self, scheme: Relative) -> Vec<String> {
        let cost = self.cost(scheme);
        let learned = Grouped(cost.learned as u64);
        let learned = match scheme {
            Relative::Plain => return Vec::new(),
            Relative::Shaw => format!("learns {learned} numbers in {LAYERS} layers"),
            Relative::T5 => format!("learns {learned} numbers for {} heads", self.n_heads()),
            Relative::Alibi => "learns nothing".to_owned(),
        };
        let added = match cost.additions {
            1 => "1 extra addition per score".to_owned(),
            n => format!("{n} extra additions per score"),
        };
        vec![learned, added]
    }

    pub(in crate::relative) fn reading(&self, scheme: Relative) -> String {
        let relative = self.focus;
        let tokens = |n: u64| match n {
            1 => "1 token".to_owned(),
            n => format!("{} tokens", Short(n as f64)),
        };
        let distance = relative.unsigned_abs();
        let place = match relative {
            0 => "at the query".to_owned(),
            1.. => format!("{} after the query", tokens(distance)),
            _ => format!("{} before the query", tokens(distance)),
        };
        if !self.is_computed(relative) {
            return format!(
                "A key {place} is hidden: under a causal mask, a query attends to no later key."
            );
        }
        let made = match scheme {
            Relative::Plain => {
                format!("has offset {}, anywhere in the text", Tick(relative as f64))
            }
            Relative::Shaw => self.made_by_shaw(),
            Relative::T5 => self.made_by_t5(),
            Relative::Alibi => self.made_by_alibi(),
        };
        format!("A key {place} {made}.")
    }

    /// Returns the row of Shaw's tables that an offset selects; rows are counted from -K to K, as in the text.
    fn row(&self, relative: i64) -> i64 {
        self.clipped.index(relative) as i64 - i64::from(self.clipped.clip())
    }

    fn made_by_shaw(&self) -> String {
        let (clip, row) = (self.clipped.clip(), Tick(self.row(self.focus) as f64));
        match self.focus {
            relative if relative <= -i64::from(clip) => {
                format!(
                    "gets row {row} of Shaw’s learned tables, like every key at least {clip} tokens before the query"
                )
            }
            relative if relative >= i64::from(clip) => {
                format!(
                    "gets row {row} of Shaw’s learned tables, like every key at least {clip} tokens after the query"
                )
            }
            _ => format!("gets row {row} of Shaw’s learned tables, which no other offset gets"),
        }
    }

    fn made_by_t5(&self) -> String {
        let bucket = self.buckets.bucket(self.focus);
        let side = self.focus.signum();
        let distances = (0..=2 * FARTHEST).filter(|distance| {
            self.buckets.bucket(side * distance) == bucket && (side != 0 || *distance == 0)
        });
        let (first, last) = distances.fold((i64::MAX, 0), |(first, last), distance| {
            (first.min(distance), last.max(distance))
        });
        match last - first {
            _ if last >= 2 * FARTHEST => {
                format!(
                    "gets the number learned for bucket {bucket}, like every key {first} or more away"
                )
            }
            0 => {
                format!("gets the number learned for bucket {bucket}, which no other distance gets")
            }
            1 => format!(
                "gets the number learned for bucket {bucket}, like keys at 1 other distance"
            ),
            n => format!(
                "gets the number learned for bucket {bucket}, like keys at {n} other distances"
            ),
        }
    }

    fn made_by_alibi(&self) -> String {
        let n_heads = self.n_heads();
        let note = match self.mask {
            Mask::None if self.focus != 0 => {
                ". So has a key equally far away on the other side: without a mask, ALiBi cannot tell before from after"
            }
            // The second series begins at the largest power of two.
            _ if self.head >= 1 << n_heads.ilog2() => {
                "; its slope is from a second series, because the number of heads is not a power of two"
            }
            _ => "",
        };
        let bias = Tick(self.bias(self.head, self.focus));
        format!("has bias {bias} in head {}{note}", self.head)
    }
}
