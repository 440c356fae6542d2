//! Measured perplexities of published models, by text length.
//!
//! Source: `data/proofpile-long-small-mistral.csv` and `data/proofpile-long-small-32k-70b.csv` of
//! <https://github.com/jquesnelle/yarn>, measured on proof-pile for Peng et al. 2023, *YaRN*. This is a selection of
//! the columns, rounded to four digits or more. MIT License, Copyright (c) 2023 Jeffrey Quesnelle and Bowen Peng; the
//! permission has the wording of `LICENSE-MIT`.
//!
//! The training lengths are those of the training texts. Both Yarn-Mistrals were trained on texts of
//! 16,384 tokens (`train.sh` there); 64k and 128k in their names are the lengths that they are meant for. All three
//! Mistrals were measured on ten texts, with windows of 131,072 tokens (`eval.sh`), so that each token sees the whole
//! text; as published, Mistral 7B v0.1 has a window of 4,096.

use phasor_draw::{Ink, Panel, Point};

/// A model with its measurements.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) name: &'static str,
    /// What sentences add to the name, if the model was not measured as it was published.
    aside: &'static str,
    /// The longest text in its training, in tokens.
    pub(super) trained: f64,
    /// Lengths in tokens with perplexities, shortest first; one length is the training length.
    pub(super) measured: &'static [(f64, f64)],
    pub(super) ink: Ink,
}

/// Every model, in ascending order of training length.
pub(super) static MODELS: [Model; 4] = [
    Model {
        name: "Llama 2 70B",
        aside: "",
        trained: 4096.0,
        measured: &[
            (1024.0, 3.7056),
            (2048.0, 3.2749),
            (4096.0, 2.9571),
            (4608.0, 2.9755),
            (5120.0, 3.6701),
            (6144.0, 11.86),
            (7168.0, 29.54),
            (8192.0, 56.10),
        ],
        ink: Ink::Key,
    },
    Model {
        name: "Mistral 7B v0.1",
        aside: " without its window",
        trained: 8192.0,
        measured: &[
            (2048.0, 3.4487),
            (4096.0, 3.0904),
            (8192.0, 2.9606),
            (10_240.0, 3.0153),
            (12_288.0, 6.8694),
            (16_384.0, 36.80),
            (24_576.0, 200.5),
            (32_768.0, 576.6),
            (49_152.0, 2031.6),
            (65_536.0, 3274.9),
        ],
        ink: Ink::Query,
    },
    Model {
        name: "Yarn-Mistral 64k",
        aside: "",
        trained: 16_384.0,
        measured: &[
            (2048.0, 3.5437),
            (4096.0, 3.1796),
            (8192.0, 3.0428),
            (16_384.0, 2.6470),
            (32_768.0, 2.3740),
            (65_536.0, 2.1969),
            (81_920.0, 3.1701),
            (98_304.0, 10.37),
            (114_688.0, 27.92),
            (131_072.0, 57.43),
        ],
        ink: Ink::Third,
    },
    Model {
        name: "Yarn-Mistral 128k",
        aside: "",
        trained: 16_384.0,
        measured: &[
            (2048.0, 3.5797),
            (4096.0, 3.2135),
            (8192.0, 3.0829),
            (16_384.0, 2.6870),
            (32_768.0, 2.4159),
            (65_536.0, 2.2351),
            (81_920.0, 2.1968),
            (98_304.0, 2.1759),
            (114_688.0, 2.1777),
            (131_072.0, 2.1872),
        ],
        ink: Ink::Text,
    },
];

impl Model {
    /// Returns the name in sentences.
    pub(super) fn in_words(&self) -> String {
        format!("{}{}", self.name, self.aside)
    }

    /// Returns the perplexity measured at exactly this length.
    pub(super) fn at(&self, length: f64) -> Option<f64> {
        let found = self.measured.iter().find(|(at, _)| *at == length);
        found.map(|(_, perplexity)| *perplexity)
    }

    /// Returns the places of its measurements on a panel.
    pub(super) fn spots(&self, panel: &Panel) -> impl Iterator<Item = Point> {
        let measured = self.measured.iter();
        measured
            .map(|(length, perplexity)| Point::new(panel.x_px(*length), panel.y_px(*perplexity)))
    }

    /// Returns the perplexity at this length, divided by that at the training length. For shorter texts it is 1, because
    /// they only give the model less context.
    pub(super) fn growth(&self, length: f64) -> Option<f64> {
        let here = self.at(length)?;
        match length > self.trained {
            true => Some(here / self.at(self.trained)?),
            false => Some(1.0),
        }
    }
}

/// Returns every length at which any model was measured, shortest first.
pub(super) fn lengths() -> Vec<f64> {
    let measured = MODELS.iter().flat_map(|model| model.measured);
    let mut lengths: Vec<f64> = measured.map(|(length, _)| *length).collect();
    lengths.sort_unstable_by(f64::total_cmp);
    lengths.dedup();
    lengths
}
