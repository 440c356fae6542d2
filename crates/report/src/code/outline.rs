//! What a program computes: the numbers and the steps that every language shares.

use phasor_encoding::{EncodingError, LongRope, Pairing, Scaling, Yarn};
use phasor_model_files::LayerRope;

const ORIGINAL_LENGTH: &str = "original_max_position_embeddings";

/// A number that the program starts with.
pub(super) enum Value {
    Whole(usize),
    Number(f64),
    List(Vec<f64>),
}

/// The steps from the geometric progression to the frequencies.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// The progression.
    Plain,
    /// Divided by `factor`.
    Linear,
    /// From a base that `factor` stretches.
    Ntk,
    /// From a base that grows with the sequence.
    Dynamic,
    /// Mixed by pair index.
    Yarn {
        /// Whether the ends of the mixed range are whole pairs.
        truncate: bool,
        /// Whether the range is empty and has to be widened.
        is_empty: bool,
    },
    /// Divided by the list of this name.
    LongRope(&'static str),
    /// Mixed by the number of turns.
    Llama3 {
        /// Whether there is nothing between the two ends.
        is_step: bool,
    },
    /// 0 for the last pairs; divided by `factor` if it is not 1.
    Proportional { is_divided: bool },
}

/// Where the factor of cosines and sines comes from.
#[derive(Clone, Copy)]
pub(super) enum Attention {
    /// It is 1.
    None,
    /// It is a number of the program.
    Given,
    /// YaRN's, from `factor`.
    Yarn,
    /// YaRN's with the weights `mscale` and `mscale_all_dim`.
    YarnRatio,
    /// LongRoPE's, from `factor` and the original length.
    LongRope,
}

/// A program without its words.
pub(super) struct Outline {
    /// The numbers, in the order in which they are defined.
    pub(super) constants: Vec<(&'static str, Value)>,
    /// The name of the number of components that the progression spans.
    pub(super) dim: &'static str,
    /// Whether some components have no pair.
    pub(super) is_partial: bool,
    pub(super) pairing: Pairing,
    pub(super) rule: Rule,
    pub(super) attention: Attention,
    /// Whether the scores have a factor.
    pub(super) has_softmax_factor: bool,
}

impl Outline {
    /// Creates the outline for a sequence of `seq_len` tokens.
    pub(super) fn new(layer: &LayerRope, seq_len: Option<usize>) -> Result<Self, EncodingError> {
        let scaled = layer.scaled(seq_len)?;
        let rope = scaled.rope(layer.pairing)?.with_head_dim(layer.head_dim)?;
        let softmax_factor = scaled.softmax_factor();
        if !softmax_factor.is_finite() {
            return Err(EncodingError::Parameter {
                name: "softmax_factor",
                accepted: "a finite number",
                given: softmax_factor,
            });
        }
        let is_partial = rope.rotary_dim() < layer.head_dim;
        let mut outline = Self {
            constants: Vec::new(),
            dim: if is_partial { "rotary_dim" } else { "head_dim" },
            is_partial,
            pairing: layer.pairing,
            rule: Rule::Plain,
            attention: Attention::None,
            has_softmax_factor: softmax_factor != 1.0,
        };
        outline.number("base", layer.base);
        outline.whole("head_dim", layer.head_dim);
        if is_partial {
            outline.whole("rotary_dim", layer.rotary_dim);
        }
        outline.rule = outline.rule(layer, scaled.attention_factor(), seq_len);
        Ok(outline)
    }

    fn number(&mut self, name: &'static str, number: f64) {
        self.constants.push((name, Value::Number(number)));
    }

    fn whole(&mut self, name: &'static str, number: usize) {
        self.constants.push((name, Value::Whole(number)));
    }

    /// Adds the numbers of the rule, and returns its steps.
    fn rule(&mut self, layer: &LayerRope, attention: f64, seq_len: Option<usize>) -> Rule {
        match &layer.scaling {
            Scaling::Default => Rule::Plain,
            Scaling::Linear { factor } => {
                self.number("factor", *factor);
                Rule::Linear
            }
            Scaling::Ntk { factor } => {
                self.number("factor", *factor);
                Rule::Ntk
            }
            Scaling::Dynamic {
                factor,
                max_position_embeddings: longest,
            } => {
                let Some(seq_len) = seq_len.filter(|&seq_len| seq_len as f64 > *longest) else {
                    return Rule::Plain;
                };
                self.number("factor", *factor);
                self.number("max_position_embeddings", *longest);
                self.number("seq_len", seq_len as f64);
                Rule::Dynamic
            }
            Scaling::Yarn(yarn) => self.yarn(yarn, layer, attention),
            Scaling::LongRope(rule) => self.longrope(rule, attention, seq_len),
            Scaling::Llama3(rule) => {
                self.number("factor", rule.factor);
                self.number("low_freq_factor", rule.low_freq_factor);
                let is_step = rule.high_freq_factor <= rule.low_freq_factor;
                if !is_step {
                    self.number("high_freq_factor", rule.high_freq_factor);
                }
                self.number(ORIGINAL_LENGTH, rule.original_max_position_embeddings);
                Rule::Llama3 { is_step }
            }
            Scaling::Proportional {
                partial_rotary_factor,
                factor,
            } => {
                self.number("partial_rotary_factor", *partial_rotary_factor);
                let is_divided = *factor != 1.0;
                if is_divided {
                    self.number("factor", *factor);
                }
                Rule::Proportional { is_divided }
            }
        }
    }

    fn yarn(&mut self, yarn: &Yarn, layer: &LayerRope, attention: f64) -> Rule {
        self.number("factor", yarn.factor);
        self.number(ORIGINAL_LENGTH, yarn.original_max_position_embeddings);
        self.number("beta_fast", yarn.beta_fast);
        self.number("beta_slow", yarn.beta_slow);
        let weight = |weight: Option<f64>| weight.filter(|&weight| weight != 0.0);
        let weights = weight(yarn.mscale).zip(weight(yarn.mscale_all_dim));
        self.attention = match (yarn.attention_factor, weights) {
            _ if attention == 1.0 => Attention::None,
            (Some(_), _) => Attention::Given,
            (None, Some(_)) => Attention::YarnRatio,
            (None, None) => Attention::Yarn,
        };
        match (self.attention, weights) {
            (Attention::Given, _) => self.number("attention_factor", attention),
            (Attention::YarnRatio, Some((mscale, _))) => self.number("mscale", mscale),
            _ => {}
        }
        let is_used = self.has_softmax_factor || matches!(self.attention, Attention::YarnRatio);
        if let Some(weight) = yarn.mscale_all_dim.filter(|_| is_used) {
            self.number("mscale_all_dim", weight);
        }
        let (low, high) = yarn.mixed_range(layer.base, layer.rotary_dim);
        Rule::Yarn {
            truncate: yarn.truncate,
            is_empty: low == high,
        }
    }

    fn longrope(&mut self, rule: &LongRope, attention: f64, seq_len: Option<usize>) -> Rule {
        let length = rule.original_max_position_embeddings;
        self.attention = match rule.attention_factor {
            _ if attention == 1.0 => Attention::None,
            Some(_) => Attention::Given,
            None => Attention::LongRope,
        };
        match self.attention {
            Attention::Given => self.number("attention_factor", attention),
            Attention::LongRope => {
                self.number("factor", rule.factor);
                self.number(ORIGINAL_LENGTH, length);
            }
            _ => {}
        }
        let is_long = seq_len.is_some_and(|seq_len| seq_len as f64 > length);
        let (name, list) = match is_long {
            true => ("long_factor", &rule.long_factor),
            false => ("short_factor", &rule.short_factor),
        };
        self.constants.push((name, Value::List(list.clone())));
        Rule::LongRope(name)
    }
}
