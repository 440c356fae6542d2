//! What a model's class supplies when its configuration does not say.
//!
//! Source: the `configuration_*.py` and `modeling_*.py` of transformers 5.23.0. Only classes
//! that differ from Llama have a row; `tests/golden/families.json` holds the defaults of all.

use crate::encoding::Pairing;

/// How a class treats `partial_rotary_factor` when no scaling rule is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Partial {
    /// It does not look at it: all of the head turns.
    Ignored,
    /// It uses it, and this value if it is missing.
    Used(f64),
}

/// How many components a head has when `head_dim` is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadDim {
    /// `hidden_size / num_attention_heads`.
    Derived,
    /// Twice that: the queries are made of two vectors that were joined.
    TwiceDerived,
    /// A number of the class.
    Fixed(usize),
    /// The rotated part has a key of its own, `qk_rope_head_dim`, with this default.
    RopePart(usize),
}

/// Layers that see everything and layers that see a window, with bases of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TwoBases {
    /// The layers that see everything, which an old `rope_scaling` is for.
    pub(super) full: &'static str,
    /// The layers that see a window.
    pub(super) local: &'static str,
    /// The old key of the base of local layers; that of the full ones is [`Family::base_key`].
    pub(super) local_key: &'static str,
    /// Its default.
    pub(super) local_base: f64,
    /// Whether an old `rope_scaling` is for both.
    pub(super) scales_both: bool,
}

/// The defaults of a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Family {
    pub(super) base: f64,
    /// The old key of the base.
    pub(super) base_key: &'static str,
    pub(super) partial: Partial,
    /// The old key of the partial factor.
    pub(super) partial_key: &'static str,
    pub(super) head_dim: HeadDim,
    pub(super) pairing: Pairing,
    pub(super) two_bases: Option<TwoBases>,
    /// YaRN's attention factor where the class does not compute it.
    pub(super) yarn_attention_factor: Option<f64>,
    /// Components of a head of `full_attention` layers where those are wider.
    pub(super) global_head_dim: Option<usize>,
    /// Rotary parameters, as JSON, for a file that has none.
    pub(super) default_rope: Option<&'static str>,
}

const LLAMA: Family = Family {
    base: 10_000.0,
    base_key: "rope_theta",
    partial: Partial::Ignored,
    partial_key: "partial_rotary_factor",
    head_dim: HeadDim::Derived,
    pairing: Pairing::HalfSplit,
    two_bases: None,
    yarn_attention_factor: None,
    global_head_dim: None,
    default_rope: None,
};

const fn based(base: f64) -> Family {
    Family { base, ..LLAMA }
}

const fn partial(factor: f64) -> Family {
    Family {
        partial: Partial::Used(factor),
        ..LLAMA
    }
}

impl Family {
    const fn base(self, base: f64) -> Self {
        Self { base, ..self }
    }

    const fn head(self, head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::Fixed(head_dim),
            ..self
        }
    }

    const fn rope_part(self, rope_head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::RopePart(rope_head_dim),
            ..self
        }
    }

    const fn interleaved(self) -> Self {
        Self {
            pairing: Pairing::Interleaved,
            ..self
        }
    }

    /// The same with rotary parameters, as JSON, for a file that has none.
    const fn rope(self, default_rope: &'static str) -> Self {
        Self {
            default_rope: Some(default_rope),
            ..self
        }
    }

    const fn two_bases(self, local_key: &'static str, local_base: f64) -> Self {
        Self {
            two_bases: Some(TwoBases {
                local_key,
                local_base,
                ..SLIDING
            }),
            ..self
        }
    }

    /// The defaults of the class of `model_type`. One without a row is taken to be like Llama,
    /// and to mean a partial factor if it has one.
    pub(super) fn of(model_type: Option<&str>) -> Self {
        let known = |names: &[&str]| model_type.is_some_and(|name| names.contains(&name));
        let row = FAMILIES.iter().find(|(names, _)| known(names));
        row.map_or(partial(1.0), |(_, family)| *family)
    }
}

const SLIDING: TwoBases = TwoBases {
    full: "full_attention",
    local: "sliding_attention",
    local_key: "rope_theta",
    local_base: 10_000.0,
    scales_both: false,
};

const DEEPSEEK_V4: Family = Family {
    base_key: "compress_rope_theta",
    yarn_attention_factor: Some(1.0),
    two_bases: Some(TwoBases {
        full: "compress",
        local: "main",
        ..SLIDING
    }),
    ..partial(0.125).base(160_000.0).head(512).interleaved()
};

const MODERNBERT: Family = Family {
    base_key: "global_rope_theta",
    two_bases: Some(TwoBases {
        local_key: "local_rope_theta",
        scales_both: true,
        ..SLIDING
    }),
    ..based(160_000.0)
};

/// Its base is written into the code.
const GPT_J: Family = Family {
    base_key: "",
    ..partial(1.0).interleaved()
};

const GPT_NEOX: Family = Family {
    base_key: "rotary_emb_base",
    partial_key: "rotary_pct",
    ..partial(0.25)
};

const FAMILIES: &[(&[&str], Family)] = &[
    (
        &[
            "arcee",
            "aria_text",
            "chameleon",
            "dbrx",
            "diffllama",
            "doge",
            "dots1",
            "eurobert",
            "exaone4",
            "exaone_moe",
            "falcon",
            "falcon_h1",
            "granite",
            "granitemoe",
            "granitemoehybrid",
            "granitemoeshared",
            "hunyuan_v1_dense",
            "hunyuan_v1_moe",
            "hyperclovax",
            "jais2",
            "kyutai_speech_to_text",
            "llama",
            "mimi",
            "ministral",
            "mistral",
            "moshi",
            "nanochat",
            "olmo",
            "olmo2",
            "olmo_hybrid",
            "olmoe",
            "qwen2",
            "qwen2_moe",
            "qwen3_moe",
            "qwen3_omni_moe_talker_text",
            "starcoder2",
            "voxtral_realtime_text",
        ],
        LLAMA,
    ),
    (
        &[
            "bitnet",
            "csm",
            "evolla",
            "ernie4_5_vl_moe_text",
            "flex_olmo",
            "mllama_text_model",
            "qwen3_vl_moe_text",
            "EvollaModel",
        ],
        based(500_000.0),
    ),
    (
        &[
            "cohere",
            "ernie4_5_moe",
            "blt",
            "blt_global_transformer",
            "blt_local_decoder",
        ],
        based(500_000.0).interleaved(),
    ),
    (&["cohere2", "blt_patcher"], LLAMA.interleaved()),
    (&["cohere2_moe"], LLAMA.interleaved().head(128)),
    (&["ernie4_5"], based(500_000.0).interleaved().head(128)),
    (
        &["llama4_text", "llama4"],
        based(500_000.0).interleaved().head(128),
    ),
    (
        &[
            "qwen3_vl_text",
            "paddleocr_vl_text",
            "muse_glimmer_assistant",
        ],
        based(500_000.0).head(128),
    ),
    (
        &[
            "mixtral",
            "phimoe",
            "minimax",
            "lfm2",
            "lfm2_moe",
            "emu3_text_model",
            "qwen2_vl",
            "qwen2_vl_text",
            "qwen2_5_vl",
            "qwen2_5_vl_text",
            "qwen2_5_omni_text",
            "qwen3_omni_moe_text",
        ],
        based(1_000_000.0),
    ),
    (&["qwen2_5_omni_talker"], based(1_000_000.0).head(128)),
    (&["smollm3"], based(2_000_000.0)),
    (&["gte"], based(160_000.0)),
    (&["jina_embeddings_v3"], based(20_000.0)),
    (&["nomic_bert"], based(1_000.0)),
    (&["helium"], based(100_000.0).interleaved().head(128)),
    (&["hy_v3"], based(11_158_840.0).head(128)),
    (
        &[
            "qwen3",
            "seed_oss",
            "afmoe",
            "flint",
            "hrm_text",
            "jetmoe",
            "kolibri1",
            "molmo2_text",
            "muse_glimmer_text",
            "qwen3_omni_moe_talker_code_predictor",
        ],
        LLAMA.head(128),
    ),
    (
        &["gemma", "gemma2", "vaultgemma", "t5_gemma_module"],
        LLAMA.head(256),
    ),
    (
        &[
            "gemma3_text",
            "gemma3n_text",
            "t5gemma2_text",
            "t5gemma2_decoder",
        ],
        based(1_000_000.0)
            .head(256)
            .two_bases("rope_local_base_freq", 10_000.0),
    ),
    (&["olmo3"], based(500_000.0).two_bases("", 500_000.0)),
    (&["modernbert", "modernbert-decoder"], MODERNBERT),
    (
        &[
            "bamba",
            "persimmon",
            "phi",
            "nemotron",
            "recurrent_gemma",
            "glm4_moe",
            "glm4v_moe_text",
        ],
        partial(0.5),
    ),
    (&["glm", "glm4"], partial(0.5).interleaved().head(128)),
    (&["stablelm"], partial(0.25)),
    (
        &["qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"],
        partial(0.25).head(256),
    ),
    (&["phi3", "phi4_multimodal", "glm_image_text"], partial(1.0)),
    (&["glm4v_text", "glm_ocr_text"], partial(1.0).interleaved()),
    (&["solar_open"], partial(1.0).base(1_000_000.0).head(128)),
    (
        &["minimax_m2", "minimax_m3_vl_text"],
        partial(1.0).base(5_000_000.0).head(128),
    ),
    (&["zaya"], partial(1.0).head(128)),
    (&["qwen4_exp_text"], partial(1.0).head(256)),
    (&["gpt_neox"], GPT_NEOX),
    (
        &["gpt_neox_japanese"],
        Family {
            partial: Partial::Used(1.0),
            ..GPT_NEOX
        },
    ),
    (&["gptj", "codegen"], GPT_J),
    (
        &[
            "deepseek_v2",
            "deepseek_v3",
            "deepseek_v32",
            "glm_moe_dsa",
            "axk1",
            "youtu",
            "kimi_k2",
        ],
        LLAMA.interleaved().rope_part(64),
    ),
    (&["glm4_moe_lite"], partial(1.0).interleaved().rope_part(64)),
    (
        &["bailing_hybrid"],
        based(6_000_000.0).interleaved().rope_part(64),
    ),
    (
        &["longcat_flash"],
        based(10_000_000.0).interleaved().rope_part(64),
    ),
    (&["axk2"], LLAMA.interleaved().rope_part(32)),
    (&["minicpm3"], LLAMA.rope_part(32)),
    (
        &["zamba2"],
        Family {
            head_dim: HeadDim::TwiceDerived,
            ..LLAMA
        },
    ),
    (&["hy_v4"], LLAMA.rope_part(64)),
    (&["muse_spark_text"], based(500_000.0).head(64)),
    (
        &["gpt_oss", "openai_privacy_filter"],
        based(150_000.0).head(64).rope(
            r#"{"rope_type": "yarn", "rope_theta": 150000.0, "factor": 32.0, "truncate": false,
                "original_max_position_embeddings": 4096}"#,
        ),
    ),
    (
        &["apertus"],
        based(12_000_000.0).rope(
            r#"{"rope_type": "llama3", "rope_theta": 12000000.0, "factor": 8.0,
                "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                "original_max_position_embeddings": 8192}"#,
        ),
    ),
    (
        &["cwm"],
        based(1_000_000.0).head(128).rope(
            r#"{"rope_type": "llama3", "rope_theta": 1000000.0, "factor": 16.0,
                "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                "original_max_position_embeddings": 8192}"#,
        ),
    ),
    (
        &["ministral3"],
        based(1_000_000.0).head(128).rope(
            r#"{"rope_type": "yarn", "rope_theta": 1000000.0, "factor": 16.0, "mscale": 1.0,
                "mscale_all_dim": 1.0, "original_max_position_embeddings": 16384}"#,
        ),
    ),
    (
        &["mistral4"],
        LLAMA.interleaved().rope_part(64).rope(
            r#"{"rope_type": "yarn", "rope_theta": 10000.0, "factor": 128.0, "mscale": 1.0,
                "mscale_all_dim": 1.0, "original_max_position_embeddings": 8192}"#,
        ),
    ),
    (
        &["mistral_large4_text"],
        LLAMA.interleaved().rope_part(64).rope(
            r#"{"rope_type": "yarn", "rope_theta": 10000.0, "factor": 2048.0,
                "attention_factor": 1.0, "original_max_position_embeddings": 512}"#,
        ),
    ),
    (
        &["cosmos3_edge_text"],
        based(100_000_000.0)
            .head(128)
            .rope(r#"{"rope_theta": 100000000.0, "mrope_section": [24, 20, 20]}"#),
    ),
    (
        &["gemma4_text", "gemma4_unified_text", "diffusion_gemma_text"],
        Family {
            global_head_dim: Some(512),
            ..LLAMA.head(256).rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0},
                    "full_attention": {"rope_type": "proportional", "rope_theta": 1000000.0,
                                       "partial_rotary_factor": 0.25}}"#,
            )
        },
    ),
    (
        &["embedding_gemma2_text"],
        Family {
            global_head_dim: Some(512),
            ..LLAMA.head(256).rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0},
                    "full_attention": {"rope_theta": 1000000.0}}"#,
            )
        },
    ),
    (
        &["lfm3"],
        LLAMA.head(128).rope(
            r#"{"sliding_attention": {"rope_theta": 10000.0},
                "full_attention": {"rope_type": "proportional", "rope_theta": 1000000.0,
                                   "partial_rotary_factor": 0.5}}"#,
        ),
    ),
    (
        &["mimo_v2_flash"],
        partial(0.334).head(192).rope(
            r#"{"sliding_attention": {"rope_theta": 10000.0, "partial_rotary_factor": 0.334},
                "full_attention": {"rope_theta": 5000000.0, "partial_rotary_factor": 0.334}}"#,
        ),
    ),
    (
        &["laguna"],
        partial(1.0).head(128).rope(
            r#"{"sliding_attention": {"rope_theta": 10000.0, "partial_rotary_factor": 1.0},
                "full_attention": {"rope_theta": 500000.0, "partial_rotary_factor": 0.5}}"#,
        ),
    ),
    (
        &["mellum"],
        partial(1.0).head(128).rope(
            r#"{"sliding_attention": {"rope_theta": 10000.0},
                "full_attention": {"rope_theta": 500000.0}}"#,
        ),
    ),
    (
        &["neomme"],
        partial(1.0).head(64).rope(
            r#"{"sliding_attention": {"rope_theta": 10000.0, "partial_rotary_factor": 1.0},
                "full_attention": {"rope_theta": 1000000.0, "partial_rotary_factor": 0.25}}"#,
        ),
    ),
    (
        &["ultrabert"],
        LLAMA.rope(
            r#"{"sliding_attention": {"rope_theta": 10000.0},
                "full_attention": {"rope_theta": 2560000.0}}"#,
        ),
    ),
    (
        &["beam"],
        LLAMA
            .head(128)
            .rope(r#"{"sliding_attention": {"rope_theta": 10000.0}, "full_attention": null}"#),
    ),
    (
        &["step3p5"],
        partial(1.0)
            .head(128)
            .rope(r#"{"full_attention": {"rope_theta": 10000.0}}"#),
    ),
    (&["deepseek_v4"], DEEPSEEK_V4),
    // Published with their models and not in transformers.
    (
        &["qwen"],
        Family {
            partial: Partial::Used(1.0),
            ..GPT_NEOX
        },
    ),
    (
        &["chatglm"],
        Family {
            partial: Partial::Used(0.5),
            ..GPT_J
        },
    ),
];
