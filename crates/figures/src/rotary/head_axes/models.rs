//! The models of the figure, with the core's axes.

use super::parameters::PictureModel;
use phasor_encoding::rotary::axial::{
    AxialLayout, Axis, Cosmos, DinoV3, Eva, Flux1, Flux2, Grid, HunyuanVideo, Ideogram4, Patch,
    PatchModel, Qwen2Vl, Qwen3Vl, QwenImage, Riflex, Sam2, SectionRule, Wan, ZImage,
};

/// HunyuanVideo as the authors of RIFLEx take it to twice its length.
#[derive(Debug)]
struct Longer;

impl Longer {
    /// Where videos of HunyuanVideo begin to repeat themselves, in latent frames, and the frames of the longer video.
    const REPEATS_AFTER: f64 = 50.0;
    const FRAMES: usize = 261;
}

impl PatchModel for Longer {
    fn layout(&self) -> AxialLayout {
        let layout = HunyuanVideo.layout();
        let AxialLayout::Own { sections, .. } = &layout else {
            return layout;
        };
        let time = sections.iter().find(|section| section.axis == Axis::Time);
        let time = time.expect("a video model has a time axis");
        let pair = Riflex::intrinsic_pair(time.base, time.dim, Self::REPEATS_AFTER);
        let rule = Riflex {
            pair: pair.expect("the base and the size of a published model are accepted"),
            frames: HunyuanVideo::latent_frames(Self::FRAMES),
            turns: Riflex::PAPER,
        };
        layout.with_rule(Axis::Time, &SectionRule::Riflex(rule))
    }

    fn position(&self, grid: Grid, patch: Patch) -> Vec<f64> {
        HunyuanVideo.position(grid, patch)
    }
}

impl PictureModel {
    /// Returns what the core knows of the model.
    pub(super) fn axes(self) -> Box<dyn PatchModel> {
        match self {
            Self::Flux1 => Box::new(Flux1),
            Self::Flux2 => Box::new(Flux2::default()),
            Self::QwenImage => Box::new(QwenImage::default()),
            Self::ZImage => Box::new(ZImage::default()),
            Self::Ideogram4 => Box::new(Ideogram4),
            Self::HunyuanVideo => Box::new(HunyuanVideo),
            Self::HunyuanRiflex => Box::new(Longer),
            Self::Wan => Box::new(Wan),
            Self::Cosmos => Box::new(Cosmos::default()),
            Self::Qwen2Vl => Box::new(Qwen2Vl::default()),
            Self::Qwen3Vl => Box::new(Qwen3Vl::default()),
            Self::DinoV3 => Box::new(DinoV3::default()),
            Self::Eva => Box::new(Eva::default()),
            Self::Sam2 => Box::new(Sam2),
        }
    }

    /// Returns whether the model makes or reads several frames at once, whose number its positions count.
    pub(super) fn counts_frames(self) -> bool {
        matches!(
            self,
            Self::HunyuanVideo | Self::HunyuanRiflex | Self::Wan | Self::Cosmos | Self::Qwen2Vl
        )
    }

    /// Returns what a position in time is called, one and several. In HunyuanVideo, Wan and Cosmos, it is a latent frame for
    /// four frames of the video; in Qwen2-VL, two frames have one.
    pub(super) fn frames(self) -> [&'static str; 2] {
        match self {
            Self::Qwen2Vl => ["step of time", "steps of time"],
            _ => ["latent frame", "latent frames"],
        }
    }

    /// Returns what the model's first axis counts: pictures, if it takes several of them, or time.
    pub(super) fn first_axis(self) -> &'static str {
        match self {
            Self::Flux1 | Self::Flux2 | Self::QwenImage | Self::ZImage => "picture",
            _ => "time",
        }
    }

    /// Returns the bases of the axes without repetition.
    pub(super) fn bases(self) -> Vec<f64> {
        let bases = match self.axes().layout() {
            AxialLayout::Shared { base, .. } => vec![base],
            AxialLayout::Own { sections, .. } => {
                let scaled = sections.iter().map(|section| {
                    let scaled = section.scaled();
                    scaled.expect("a published model is accepted")
                });
                scaled.map(|scaled| scaled.frequencies().base()).collect()
            }
        };
        let mut distinct = Vec::new();
        for base in bases {
            if !distinct.contains(&base) {
                distinct.push(base);
            }
        }
        distinct
    }
}
