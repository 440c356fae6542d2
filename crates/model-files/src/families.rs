//! The classes of transformers 5.23.0 that rotate, and their defaults for missing keys.
//! `tests/golden/families.json` holds the values of transformers.

use super::family::{Family, HeadDim, LLAMA, Partial, SLIDING, Sets, TwoBases, based, partial};
use super::keys::XDROPE;
use super::rows::has;

/// Returns the defaults of the class of `model_type`. A class without a row is treated like Llama,
/// except that it reads a partial rotary factor.
pub(super) fn family_of(model_type: Option<&str>) -> Family {
    let known = |names: &str| model_type.is_some_and(|name| has(names, name));
    let row = FAMILIES.iter().find(|(names, _)| known(names));
    row.map_or(UNKNOWN, |(_, family)| *family)
}

/// Returns the names of all classes with a row.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let rows = FAMILIES.iter();
    rows.flat_map(|(names, _)| names.split_ascii_whitespace())
}

/// The defaults of a class without a row.
const UNKNOWN: Family = Family {
    sets: Sets::Either,
    reads: None,
    ..partial(1.0)
};

const DEEPSEEK_V4: Family = Family {
    base_key: "compress_rope_theta",
    yarn_attention_factor: Some(1.0),
    two_bases: Some(TwoBases {
        full: "compress",
        local: "main",
        ..SLIDING
    }),
    sets: Sets::Either,
    ..partial(0.125)
        .base(160_000.0)
        .head(512)
        .interleaved()
        .reads_also(&["qk_rope_head_dim"])
};

const MODERNBERT: Family = Family {
    base_key: "global_rope_theta",
    two_bases: Some(TwoBases {
        local_key: "local_rope_theta",
        scales_both: true,
        ..SLIDING
    }),
    sets: Sets::ByLayer,
    ..based(160_000.0)
};

const GPT_OSS: Family = based(150_000.0).head(64).rope(
    r#"{"rope_type": "yarn", "factor": 32.0, "truncate": false,
        "original_max_position_embeddings": 4096}"#,
);

/// The code of the class fixes its base.
const GPT_J: Family = Family {
    base_key: "",
    partial_key: "",
    rotary_dim: Some(64),
    ..partial(1.0)
        .interleaved()
        .takes(&["default"])
        .reads_also(&["rotary_dim"])
};

const GPT_NEOX: Family = Family {
    base_key: "rotary_emb_base",
    partial_key: "rotary_pct",
    ..partial(0.25)
};

/// All known classes, by `model_type`.
const FAMILIES: &[(&str, Family)] = &[
    (
        "arcee aria_text chameleon dbrx deepseek_ocr2_encoder deepseek_ocr2_text diffllama doge \
        dots1 esmc eurobert exaone4 exaone_moe falcon falcon_h1 gradium_phonon_tts granite \
        granite4_vision_text granite_docling_text granitemoe \
        granitemoehybrid granitemoeshared hyperclovax idefics jais2 \
        kyutai_speech_to_text lasr_encoder llama mimi mimi_decoder mimi_encoder mistral moshi \
        nanochat nemotron3_diarization_audio olmo olmo2 olmo_hybrid olmoe pocket_tts \
        pocket_tts_audio_tokenizer pocket_tts_audio_tokenizer_decoder \
        pocket_tts_audio_tokenizer_encoder qwen2 qwen2_moe qwen3_moe qwen3_omni_moe_talker_text \
        starcoder2 unlimited_ocr_text voxtral_realtime_text",
        LLAMA,
    ),
    (
        "bitnet csm csm_depth_decoder_model evolla flex_olmo mllama_text_model qwen3_vl_moe_text EvollaModel",
        based(500_000.0),
    ),
    (
        "ernie4_5_vl_moe_text",
        based(500_000.0).interleaved().takes(&["default"]),
    ),
    (
        "granite_swa granitemoe_swa",
        LLAMA.reads_also(&["layer_rope_theta"]),
    ),
    ("ministral", LLAMA.null_head()),
    (
        "hunyuan_v1_dense hunyuan_v1_moe",
        LLAMA.null_head().reads_also(&["alpha"]),
    ),
    (
        "hunyuan_vl_text",
        LLAMA.null_head().reads_also(&["alpha", XDROPE]),
    ),
    (
        "cohere ernie4_5_moe blt blt_global_transformer blt_local_decoder blt_local_encoder",
        based(500_000.0).interleaved(),
    ),
    ("cohere2 blt_patcher", LLAMA.interleaved()),
    ("cohere2_moe", LLAMA.interleaved().head(128)),
    (
        "ernie4_5",
        based(500_000.0).interleaved().head_unless_null(128),
    ),
    (
        "llama4_text llama4",
        based(500_000.0).interleaved().head(128),
    ),
    (
        "qwen3_vl_text muse_glimmer_assistant",
        based(500_000.0).head(128),
    ),
    ("paddleocr_vl_text", based(500_000.0).head_unless_null(128)),
    ("mixtral minimax", based(1_000_000.0).null_head()),
    (
        "qwen2_vl qwen2_vl_text qwen2_5_vl qwen2_5_vl_text",
        based(1_000_000.0).reads_also(&["mrope"]),
    ),
    (
        "phimoe",
        based(1_000_000.0).reads_also(&["short_mscale", "long_mscale"]),
    ),
    (
        "lfm2 lfm2_moe emu3_text_model qwen2_5_omni_text qwen3_omni_moe_text",
        based(1_000_000.0),
    ),
    ("qwen2_5_omni_talker", based(1_000_000.0).head(128)),
    ("smollm3", based(2_000_000.0)),
    ("gte", based(160_000.0)),
    ("jina_embeddings_v3", based(20_000.0)),
    ("nomic_bert", based(1_000.0)),
    ("helium", based(100_000.0).interleaved().head(128)),
    ("hy_v3", based(11_158_840.0).head(128)),
    (
        "qwen3 flint internlm3 iquestcoder hrm_text kolibri1 molmo2_text muse_glimmer_text \
        qwen3_omni_moe_talker_code_predictor",
        LLAMA.head(128),
    ),
    ("seed_oss afmoe", LLAMA.head_unless_null(128)),
    (
        "jetmoe",
        LLAMA.head_unless_null(128).reads_also(&["kv_channels"]),
    ),
    ("gemma gemma2 vaultgemma t5_gemma_module", LLAMA.head(256)),
    (
        "gemma3_text gemma3n_text t5gemma2_text t5gemma2_decoder",
        based(1_000_000.0)
            .head(256)
            .two_bases("rope_local_base_freq", 10_000.0),
    ),
    ("olmo3", based(500_000.0).two_bases("", 500_000.0)),
    ("modernbert modernbert-decoder", MODERNBERT),
    (
        "persimmon phi nemotron glm4_moe glm4v_moe_text",
        partial(0.5),
    ),
    (
        "bamba",
        Family {
            partial_key: "",
            ..partial(0.5)
        },
    ),
    ("recurrent_gemma", partial(0.5).takes(&["default"])),
    ("glm", partial(0.5).interleaved().head_unless_null(128)),
    ("glm4", partial(0.5).interleaved().head(128)),
    ("stablelm", partial(0.25)),
    (
        "qwen3_next qwen3_5_text qwen3_5_moe_text",
        partial(0.25).head(256),
    ),
    (
        "phi3 phi3_v phi4_multimodal",
        Family {
            original_length: Some(4096.0),
            ..partial(1.0)
                .takes(&["default", "longrope"])
                .reads_also(&["su"])
        },
    ),
    ("glm_image_text", partial(1.0)),
    ("glm4v_text glm_ocr_text", partial(1.0).interleaved()),
    ("solar_open", partial(1.0).base(1_000_000.0).head(128)),
    (
        "minimax_m2",
        partial(1.0)
            .base(5_000_000.0)
            .head(128)
            .reads_also(&["rotary_dim"]),
    ),
    (
        "minimax_m3_vl_text",
        partial(1.0).base(5_000_000.0).head(128),
    ),
    (
        "zaya",
        partial(1.0)
            .head(128)
            .rope(
                r#"{"hybrid": {"rope_theta": 5000000.0, "partial_rotary_factor": 0.5},
                    "hybrid_sliding": {"rope_theta": 10000.0, "partial_rotary_factor": 0.5}}"#,
            )
            .by_layer(),
    ),
    ("qwen4_exp_text", partial(1.0).head(256)),
    ("gpt_neox", GPT_NEOX),
    (
        "gpt_neox_japanese",
        Family {
            partial: Partial::Used(1.0),
            ..GPT_NEOX
        },
    ),
    ("gptj codegen", GPT_J),
    (
        "deepseek_v2 deepseek_v3 deepseek_v32 glm_moe_dsa axk1 youtu kimi_k2",
        LLAMA.interleaved().rope_part(64),
    ),
    ("glm4_moe_lite", partial(1.0).interleaved().rope_part(64)),
    (
        "bailing_hybrid",
        based(6_000_000.0).interleaved().rope_part(64),
    ),
    (
        "longcat_flash",
        based(10_000_000.0).interleaved().rope_part(64),
    ),
    ("axk2", LLAMA.interleaved().rope_part(32)),
    ("minicpm3", LLAMA.rope_part(32)),
    (
        "zamba2",
        Family {
            head_dim: HeadDim::TwiceDerived,
            ..LLAMA
        },
    ),
    ("hy_v4", LLAMA.rope_part(64)),
    (
        "muse_spark_text",
        LLAMA.head(64).rope(r#"{"rope_theta": 500000.0}"#),
    ),
    ("gpt_oss", GPT_OSS),
    ("openai_privacy_filter", GPT_OSS.interleaved()),
    (
        "apertus",
        based(12_000_000.0).rope(
            r#"{"rope_type": "llama3", "rope_theta": 12000000.0, "factor": 8.0,
                "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                "original_max_position_embeddings": 8192}"#,
        ),
    ),
    (
        "cwm",
        based(1_000_000.0).head(128).rope(
            r#"{"rope_type": "llama3", "rope_theta": 1000000.0, "factor": 16.0,
                "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                "original_max_position_embeddings": 8192}"#,
        ),
    ),
    (
        "ministral3",
        LLAMA.head(128).rope(
            r#"{"rope_type": "yarn", "rope_theta": 1000000.0, "factor": 16.0, "mscale": 1.0,
                "mscale_all_dim": 1.0, "original_max_position_embeddings": 16384}"#,
        ),
    ),
    (
        "mistral4",
        LLAMA.interleaved().rope_part(64).rope(
            r#"{"rope_type": "yarn", "rope_theta": 10000.0, "factor": 128.0, "mscale": 1.0,
                "mscale_all_dim": 1.0, "original_max_position_embeddings": 8192}"#,
        ),
    ),
    (
        "mistral_large4_text",
        LLAMA.interleaved().rope_part(64).rope(
            r#"{"rope_type": "yarn", "rope_theta": 10000.0, "factor": 2048.0,
                "attention_factor": 1.0, "original_max_position_embeddings": 512}"#,
        ),
    ),
    (
        "cosmos3_edge_text",
        based(100_000_000.0)
            .head(128)
            .takes(&["default"])
            .rope(r#"{"rope_theta": 100000000.0, "mrope_section": [24, 20, 20]}"#),
    ),
    (
        "gemma4_text gemma4_unified_text diffusion_gemma_text",
        Family {
            global_head_dim: Some(512),
            ..LLAMA
                .head(256)
                .rope(
                    r#"{"sliding_attention": {"rope_theta": 10000.0},
                    "full_attention": {"rope_type": "proportional", "rope_theta": 1000000.0,
                                       "partial_rotary_factor": 0.25}}"#,
                )
                .by_layer()
        },
    ),
    (
        "embedding_gemma2_text",
        Family {
            global_head_dim: Some(512),
            ..LLAMA
                .head(256)
                .rope(
                    r#"{"sliding_attention": {"rope_theta": 10000.0},
                    "full_attention": {"rope_theta": 1000000.0}}"#,
                )
                .by_layer()
        },
    ),
    (
        "lfm3",
        LLAMA
            .head(128)
            .rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0},
                "full_attention": {"rope_type": "proportional", "rope_theta": 1000000.0,
                                   "partial_rotary_factor": 0.5}}"#,
            )
            .by_layer(),
    ),
    (
        "mimo_v2_flash",
        partial(0.334)
            .head(192)
            .rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0, "partial_rotary_factor": 0.334},
                "full_attention": {"rope_theta": 5000000.0, "partial_rotary_factor": 0.334}}"#,
            )
            .by_layer(),
    ),
    (
        "laguna",
        partial(1.0)
            .head(128)
            .rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0, "partial_rotary_factor": 1.0},
                "full_attention": {"rope_theta": 500000.0, "partial_rotary_factor": 0.5}}"#,
            )
            .by_layer(),
    ),
    (
        "mellum",
        partial(1.0)
            .head(128)
            .rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0},
                "full_attention": {"rope_theta": 500000.0}}"#,
            )
            .by_layer(),
    ),
    (
        "neomme",
        partial(1.0)
            .head(64)
            .rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0, "partial_rotary_factor": 1.0},
                "full_attention": {"rope_theta": 1000000.0, "partial_rotary_factor": 0.25}}"#,
            )
            .by_layer(),
    ),
    (
        "ultrabert",
        LLAMA
            .rope(
                r#"{"sliding_attention": {"rope_theta": 10000.0},
                "full_attention": {"rope_theta": 2560000.0}}"#,
            )
            .by_layer(),
    ),
    (
        "beam",
        LLAMA
            .head(128)
            .rope(r#"{"sliding_attention": {"rope_theta": 10000.0}, "full_attention": null}"#)
            .by_layer(),
    ),
    (
        "step3p5",
        Family {
            sets: Sets::Either,
            ..partial(1.0)
                .head(128)
                .reads_also(&["partial_rotary_factors"])
                .rope(r#"{"full_attention": {"rope_theta": 10000.0}}"#)
        },
    ),
    ("deepseek_v4", DEEPSEEK_V4),
    ("dia_decoder dia_encoder", LLAMA.head(128)),
    ("timesfm2_5", LLAMA.head(80)),
    ("qwen2_5_omni_dit voxtral_realtime_encoder", LLAMA.head(64)),
    (
        "pe_audio_encoder pe_audio_video_encoder pe_video_encoder",
        based(20_000.0).head(128),
    ),
    (
        "dots3_note_audio_encoder glmasr_encoder nemotron3_5_transcribe_asr_audio \
        nemotron3_5_transcribe_word_timestamp",
        partial(0.5),
    ),
    ("moonshine", partial(0.9).interleaved()),
    ("moonshine_streaming", partial(0.8).interleaved()),
    (
        "higgs_audio_v2",
        based(500_000.0).head(128).rope(
            r#"{"rope_type": "llama3", "rope_theta": 500000.0, "factor": 32.0,
                "low_freq_factor": 0.125, "high_freq_factor": 0.5,
                "original_max_position_embeddings": 1024}"#,
        ),
    ),
    ("cohere_compass_text", LLAMA.by_layer()),
    (
        "dots3_note_text",
        LLAMA
            .interleaved()
            .rope_part(64)
            .without_softmax_factor()
            .rope(
                r#"{"sliding_attention": {"rope_theta": 50000.0},
                "indexed_attention": {"rope_theta": 80000000.0}}"#,
            )
            .by_layer(),
    ),
    (
        "seamless_m4t wav2vec2-bert wav2vec2-conformer",
        Family {
            base_key: "rotary_embedding_base",
            ..LLAMA.takes(&["default"])
        },
    ),
    ("esm", LLAMA.takes(&["default"])),
    (
        "roformer",
        Family {
            base_key: "",
            ..LLAMA.interleaved().takes(&["default"])
        },
    ),
    (
        "clvp_encoder",
        Family {
            base_key: "",
            partial_key: "",
            rotary_dim: Some(32),
            ..partial(1.0).takes(&["default"])
        },
    ),
    // Published with their models, not part of transformers.
    (
        "baichuan deepseek exaone internlm2 mimo minicpm nemotron-nas orion xverse",
        LLAMA,
    ),
    (
        "qwen",
        Family {
            partial: Partial::Used(1.0),
            ..GPT_NEOX.reads_also(&["kv_channels"])
        },
    ),
    (
        "chatglm",
        Family {
            base_key: "",
            ..partial(0.5)
                .interleaved()
                .reads_also(&["kv_channels", "rope_ratio"])
        },
    ),
];
