//! The longest texts of the classes of transformers 5.23.0, for files without `max_position_embeddings`.
//! `tests/golden/families.json` holds the values of transformers.

use super::rows::row_of;

/// Returns the longest text of a class in tokens, if the class rotates and has a length.
pub(super) fn of_class(model_type: Option<&str>) -> Option<usize> {
    row_of(LENGTHS, model_type?).copied()
}

/// Lengths in tokens, with the classes that have them.
const LENGTHS: &[(usize, &str)] = &[
    (750, "kyutai_speech_to_text"),
    (
        2_048,
        "aria_text bitnet dbrx deepseek_ocr2_text deepseek_v2 diffllama doge dots1 exaone4 \
        exaone_moe falcon gpt_neox gpt_neox_japanese granite granitemoe granitemoe_swa \
        granitemoehybrid granitemoeshared hrm_text hunyuan_v1_dense hunyuan_v1_moe \
        hunyuan_vl_text hyperclovax idefics llama nanochat nomic_bert olmo olmo2 olmo3 phi",
    ),
    (3_000, "moshi"),
    (
        4_096,
        "arcee blt blt_global_transformer chameleon deepseek_v3 flex_olmo helium jetmoe nemotron \
        olmoe phi3 stablelm starcoder2 zamba2",
    ),
    (
        8_192,
        "EvollaModel beam blt_patcher cohere cohere2 cohere2_moe eurobert evolla falcon_h1 gemma \
        gemma2 granite_swa gte jais2 modernbert modernbert-decoder t5_gemma_module vaultgemma",
    ),
    (8_194, "jina_embeddings_v3"),
    (9_216, "emu3_text_model"),
    (16_384, "afmoe neomme persimmon"),
    (24_576, "blt_local_decoder"),
    (
        32_768,
        "axk1 gemma3n_text glm4v_text granite_docling_text internlm3 minicpm3 qwen2 \
        qwen2_5_omni_talker qwen2_5_omni_text qwen2_5_vl_text qwen2_moe qwen2_vl_text qwen3 \
        qwen3_5_moe_text qwen3_5_text qwen3_moe qwen3_next qwen3_omni_moe_talker_code_predictor \
        qwen3_omni_moe_talker_text qwen3_omni_moe_text qwen4_exp_text smollm3 ultrabert \
        unlimited_ocr_text",
    ),
    (36_864, "molmo2_text"),
    (65_536, "apertus glm4v_moe_text olmo_hybrid"),
    (
        128_000,
        "lfm2 lfm2_moe lfm3 qwen3_vl_moe_text qwen3_vl_text step3p5",
    ),
    (
        131_072,
        "axk2 cosmos3_edge_text cwm diffusion_gemma_text ernie4_5 ernie4_5_moe \
        ernie4_5_vl_moe_text gemma3_text gemma4_text glm glm4 glm4_moe glm_image_text \
        glm_ocr_text gpt_oss hy_v3 iquestcoder laguna llama4_text longcat_flash mellum \
        mimo_v2_flash minimax ministral mistral mixtral mllama_text_model muse_glimmer_assistant \
        muse_glimmer_text openai_privacy_filter paddleocr_vl_text phi4_multimodal phimoe \
        solar_open t5gemma2_decoder t5gemma2_text voxtral_realtime_text youtu zaya",
    ),
    (163_840, "deepseek_v32"),
    (196_608, "minimax_m2"),
    (202_752, "glm4_moe_lite glm_moe_dsa"),
    (
        262_144,
        "bailing_hybrid bamba embedding_gemma2_text flint gemma4_unified_text hy_v4 kolibri1 \
        ministral3",
    ),
    (524_288, "dots3_note_text minimax_m3_vl_text seed_oss"),
    (
        1_048_576,
        "deepseek_v4 mistral4 mistral_large4_text muse_spark_text",
    ),
];
