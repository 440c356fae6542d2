//! The parameters of the figure `head-axes`.

use crate::{Key, Setting, Spec};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};

choice! {
    /// A model that reads or makes pictures or videos.
    pub(crate) enum PictureModel {
        /// FLUX.1.
        Flux1 "flux-1" "FLUX.1: pictures",
        /// FLUX.2.
        Flux2 "flux-2" "FLUX.2: pictures",
        /// Qwen-Image.
        QwenImage "qwen-image" "Qwen-Image: pictures",
        /// Z-Image.
        ZImage "z-image" "Z-Image: pictures",
        /// Ideogram 4.
        Ideogram4 "ideogram-4" "Ideogram 4: pictures",
        /// HunyuanVideo.
        HunyuanVideo "hunyuan-video" "HunyuanVideo: videos",
        /// HunyuanVideo with RIFLEx for 261 frames.
        HunyuanRiflex "hunyuan-riflex" "HunyuanVideo + RIFLEx: videos",
        /// Wan.
        Wan "wan" "Wan: videos",
        /// Cosmos.
        Cosmos "cosmos" "Cosmos: videos",
        /// Qwen2-VL.
        Qwen2Vl "qwen2-vl" "Qwen2-VL: pictures, videos",
        /// Qwen3-VL.
        Qwen3Vl "qwen3-vl" "Qwen3-VL: pictures, videos",
        /// DINOv3.
        DinoV3 "dinov3" "DINOv3: pictures",
        /// EVA-02.
        Eva "eva-02" "EVA-02: pictures",
        /// SAM 2.
        Sam2 "sam-2" "SAM 2: videos",
    }
}

impl Setting for PictureModel {
    const KEY: Key = Key::PictureModel;
}

/// The farthest frame that can be chosen.
pub(super) const LAST_FRAME: f64 = 80.0;

pub(crate) const PICTURE_MODEL: Parameter = Parameter {
    name: "picture-model",
    label: "model",
    unit: "",
    help: "The image or video model whose head is drawn.",
    accepts: Accepts::Choice(PictureModel::LIST),
    default: "flux-1",
};

pub(crate) const FRAMES_LATER: Parameter = Parameter {
    name: "frames-later",
    label: "frames later",
    unit: "frames",
    help: "Latent frames from query to key, in models whose pairs follow frames: four frames of a video are one, in Qwen2-VL two.",
    accepts: Accepts::Number(Range::whole(0.0, LAST_FRAME)),
    default: "0",
};

impl Spec {
    /// How many latent frames or steps of time the key is after the query.
    #[must_use]
    pub fn frames_later(&self) -> f64 {
        self.at(Key::FramesLater)
    }
}
