//! The frequencies of the rows of a picture, before and after a rule, and the score of two patches by the rows between them.

use super::parameters::PictureRule;
use crate::Spec;
use phasor_encoding::analysis::Stretch;
use phasor_encoding::rotary::axial::{
    AxialLayout, Axis, Dype, DypeRule, Flux1, PatchModel as _, Section, SectionRule,
};
use phasor_encoding::scaling::{Linear, Ntk};
use phasor_encoding::{Frequencies, Scaling};

/// The patches along a side of the pictures of 1,024 pixels on which FLUX.1 was trained, as the code of DyPE has it.
pub(super) const TRAINED: f64 = 64.0;

/// The pairs that follow the rows of FLUX.1; those of the columns are equal.
#[derive(Debug)]
pub(super) struct Computed {
    pub(super) rule: PictureRule,
    pub(super) growth: f64,
    pub(super) time: f64,
    pub(super) pairs: Stretch,
    /// The mean cosine of the pairs at 0, 1 and more rows between two patches, with the rule.
    pub(super) scores: Vec<f64>,
    /// The same without it.
    pub(super) plain: Vec<f64>,
}

/// Returns the part of a head of FLUX.1 that follows the rows.
fn section() -> Section {
    let sections = match Flux1.layout() {
        AxialLayout::Own { sections, .. } => sections,
        AxialLayout::Shared { .. } => Vec::new(),
    };
    let mut sections = sections.into_iter();
    let rows = sections.find(|section| section.axis == Axis::Row);
    rows.expect("the rows of FLUX.1 have their own frequencies")
}

fn frequencies(section: &Section) -> Frequencies {
    let scaled = section.scaled();
    let scaled = scaled.expect("the rules accept every growth and time of the table");
    scaled.frequencies().clone()
}

impl PictureRule {
    /// Returns what the rule makes of an axis of a picture that is so many times as large.
    fn of_axis(self, growth: f64, time: f64) -> SectionRule {
        match self {
            Self::None => SectionRule::default(),
            Self::Interpolation => SectionRule::Scaling(Scaling::Linear(Linear { factor: growth })),
            Self::Ntk => SectionRule::Scaling(Scaling::Ntk(Ntk { factor: growth })),
            Self::Dype => SectionRule::Dype(Dype {
                rule: DypeRule::Yarn,
                length: TRAINED * growth,
                trained: TRAINED,
                time,
            }),
        }
    }
}

/// Returns the mean cosine of the pairs for two patches with `rows` between them.
fn score(frequencies: &Frequencies, rows: f64) -> f64 {
    let cosines = frequencies.angles(rows).map(f64::cos);
    cosines.sum::<f64>() / frequencies.n_pairs() as f64
}

impl Computed {
    pub(super) fn new(spec: &Spec) -> Self {
        let (rule, growth) = (spec.choice::<PictureRule>(), spec.growth());
        let time = spec.diffusion_time();
        let plain = section();
        let changed = Section {
            rule: rule.of_axis(growth, time),
            ..plain.clone()
        };
        let [before, after] = [&plain, &changed].map(frequencies);
        let last = (TRAINED * growth).round() as usize - 1;
        let scores = |frequencies: &Frequencies| {
            let rows = 0..=last;
            rows.map(|rows| score(frequencies, rows as f64)).collect()
        };
        Self {
            rule,
            growth,
            time,
            scores: scores(&after),
            plain: scores(&before),
            pairs: Stretch {
                learned: before.clone(),
                before,
                after,
                original: TRAINED,
                longer: TRAINED * growth,
                factor: growth,
            },
        }
    }

    /// Returns the patches along a side of the picture.
    pub(super) fn side(&self) -> usize {
        self.scores.len()
    }

    pub(super) fn n_pairs(&self) -> usize {
        self.pairs.before.n_pairs()
    }

    /// Returns by how much lower a patch scores with the equal one below it than with itself, with the rule and without it.
    pub(super) fn next_row(&self) -> [f64; 2] {
        [&self.pairs.after, &self.pairs.before].map(|frequencies| 1.0 - score(frequencies, 1.0))
    }

    /// Returns the parts of circles that are new, in full turns, over all pairs, with the rule and without it.
    pub(super) fn new_turns(&self) -> [f64; 2] {
        let without = Stretch {
            after: self.pairs.before.clone(),
            ..self.pairs.clone()
        };
        [&self.pairs, &without].map(|pairs| pairs.new_arcs().iter().sum())
    }
}
