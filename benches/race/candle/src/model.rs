//! The model: its numbers, and the way from tokens to logits.

use candle_core::{D, Device, Result, Tensor, Var};
use candle_nn::ops::{rms_norm_slow, softmax};
use candle_nn::rotary_emb::rope_slow;

use crate::texts::Random;
use crate::{DIM, LENGTH, N_HEADS, N_TEXTS, N_TOKENS, Task};

const BASE: f64 = 10_000.0;
const HEAD_DIM: usize = DIM / N_HEADS;
/// Keeps a vector of zeros finite.
const EPSILON: f32 = 1e-5;

struct Layer {
    norm: Var,
    qkv: Var,
    out: Var,
    second_norm: Var,
    up: Var,
    down: Var,
}

/// The numbers that a model learns.
pub(crate) struct Parameters {
    embedding: Var,
    layers: Vec<Layer>,
    norm: Var,
    output: Var,
}

impl Parameters {
    pub(crate) fn new(task: Task, random: &mut Random) -> Result<Self> {
        let mut normal = |rows: usize, columns: usize, deviation: f64| {
            let numbers: Vec<f32> = (0..rows * columns)
                .map(|_| (deviation * random.normal()) as f32)
                .collect();
            Var::from_vec(numbers, (rows, columns), &Device::Cpu)
        };
        let ones = || Var::from_vec(vec![1.0f32; DIM], DIM, &Device::Cpu);
        let of = |size: usize| (size as f64).sqrt().recip();
        let added = of(2 * task.n_layers());
        let embedding = normal(N_TOKENS, DIM, 0.5)?;
        let layers = (0..task.n_layers()).map(|_| {
            Ok(Layer {
                norm: ones()?,
                qkv: normal(DIM, 3 * DIM, of(DIM))?,
                out: normal(DIM, DIM, of(DIM) * added)?,
                second_norm: ones()?,
                up: normal(DIM, 2 * DIM, of(DIM))?,
                down: normal(2 * DIM, DIM, of(2 * DIM) * added)?,
            })
        });
        Ok(Self {
            embedding,
            layers: layers.collect::<Result<_>>()?,
            norm: ones()?,
            output: normal(DIM, task.n_answers(), 0.5 * of(DIM))?,
        })
    }

    /// The matrices that multiply vectors.
    pub(crate) fn matrices(&self) -> Vec<Var> {
        let layers = self
            .layers
            .iter()
            .flat_map(|layer| [&layer.qkv, &layer.out, &layer.up, &layer.down]);
        layers.chain([&self.output]).cloned().collect()
    }

    /// The vectors of tokens, and the gains.
    pub(crate) fn others(&self) -> Vec<Var> {
        let layers = self
            .layers
            .iter()
            .flat_map(|layer| [&layer.norm, &layer.second_norm]);
        let all = layers.chain([&self.embedding, &self.norm]);
        all.cloned().collect()
    }
}

/// A model, with what does not change from step to step.
pub(crate) struct Model {
    parameters: Parameters,
    cos: Tensor,
    sin: Tensor,
    /// 0 where a query sees a key, minus infinity elsewhere.
    mask: Tensor,
}

impl Model {
    pub(crate) fn new(parameters: Parameters) -> Result<Self> {
        let angles = (0..LENGTH).flat_map(|position| {
            (0..HEAD_DIM / 2).map(move |pair| {
                let exponent = -2.0 * pair as f64 / HEAD_DIM as f64;
                (position as f64 * BASE.powf(exponent)).sin_cos()
            })
        });
        let (sines, cosines): (Vec<f32>, Vec<f32>) =
            angles.map(|(sin, cos)| (sin as f32, cos as f32)).unzip();
        let table =
            |values: Vec<f32>| Tensor::from_vec(values, (LENGTH, HEAD_DIM / 2), &Device::Cpu);
        let mask: Vec<f32> = (0..LENGTH * LENGTH)
            .map(|place| match place % LENGTH > place / LENGTH {
                true => f32::NEG_INFINITY,
                false => 0.0,
            })
            .collect();
        Ok(Self {
            parameters,
            cos: table(cosines)?,
            sin: table(sines)?,
            mask: Tensor::from_vec(mask, (LENGTH, LENGTH), &Device::Cpu)?,
        })
    }

    /// Returns the logits of every token.
    pub(crate) fn logits(&self, tokens: &Tensor) -> Result<Tensor> {
        let Parameters {
            embedding,
            layers,
            norm,
            output,
        } = &self.parameters;
        let mut x = embedding.index_select(tokens, 0)?;
        for layer in layers {
            let normed = rms_norm_slow(&x, &layer.norm, EPSILON)?;
            let sums = self.attention(&normed.matmul(&layer.qkv)?)?;
            x = (x + sums.matmul(&layer.out)?)?;
            let normed = rms_norm_slow(&x, &layer.second_norm, EPSILON)?;
            let middle = normed.matmul(&layer.up)?.relu()?;
            x = (x + middle.matmul(&layer.down)?)?;
        }
        rms_norm_slow(&x, norm, EPSILON)?.matmul(output)
    }

    fn attention(&self, qkv: &Tensor) -> Result<Tensor> {
        let heads = |part: usize| {
            qkv.narrow(D::Minus1, part * DIM, DIM)?
                .reshape((N_TEXTS, LENGTH, N_HEADS, HEAD_DIM))?
                .transpose(1, 2)?
                .contiguous()
        };
        let queries = rope_slow(&heads(0)?, &self.cos, &self.sin)?;
        let keys = rope_slow(&heads(1)?, &self.cos, &self.sin)?;
        let scale = (HEAD_DIM as f64).sqrt().recip();
        let scores = (queries.matmul(&keys.t()?)? * scale)?.broadcast_add(&self.mask)?;
        let sums = softmax(&scores, D::Minus1)?.matmul(&heads(2)?)?;
        sums.transpose(1, 2)?.reshape((N_TEXTS * LENGTH, DIM))
    }
}
