//! What the classes keep, and the sizes that they have by default.
//!
//! Source: the `configuration_*.py` and `modeling_*.py` of transformers 5.23.0; `tests/golden/cache.json` holds what the
//! caches of small models of these classes hold, and the defaults.

use crate::rows::{has, row_of};

/// What the layers of a class keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Keys and values of each layer. Some layers have windows or chunks.
    Plain,
    /// The same, with as many heads for keys as for queries, whatever the file says.
    AllHeads,
    /// The same, with windows only where the file lists the types of its layers.
    Listed,
    /// Falcon: one head, all, or `num_kv_heads`, by two flags. transformers repeats the keys of the last for each query
    /// before it keeps them; engines do not, and neither is it counted.
    Falcon,
    /// One head, or all with `multi_query: false`.
    MultiQuery,
    /// MiMo-V2: layers with a window have twice the heads for keys and values.
    MiMo,
    /// Gemma 3n and 4: the last layers share, and full attention may have other heads.
    Sharing,
    /// Compressed keys and values (DeepSeek-AI 2024, *DeepSeek-V2*, section 2.1).
    Latent,
    /// The same, with the keys of an indexer (DeepSeek-AI 2025, *DeepSeek-V3.2*).
    IndexedLatent,
    /// A window, and in most layers summaries of earlier tokens (DeepSeek-AI 2026, *DeepSeek-V4*).
    Compressed,
    /// Kimi Delta Attention, and latent attention (Kimi Team 2025, *Kimi Linear*).
    KimiLinear,
    /// Gated delta rule (Yang et al. 2024, *Gated Delta Networks*), and attention.
    Delta,
    /// Lightning attention, and attention (MiniMax 2025, *MiniMax-01*).
    Lightning,
    /// Short convolutions, and attention.
    Convolution,
    /// Selective state spaces (Gu and Dao 2023, *Mamba*).
    Mamba,
    /// State spaces with heads (Dao and Gu 2024, *Transformers are SSMs*).
    Mamba2,
    /// Mamba-2 layers, and attention in those of `attn_layer_indices`.
    Bamba,
    /// Mamba-2 or attention in each layer, as the file lists.
    Granite,
    /// Both in each layer.
    FalconH1,
    /// Mamba, and attention in one of `attn_layer_period` layers.
    Jamba,
    /// Mamba-2, attention, or neither in each layer.
    NemotronH,
    /// Mamba, and a shared attention in some layers.
    Zamba,
    /// Mamba-2, and a shared attention in some layers.
    Zamba2,
    /// T5's decoder, which also attends to the encoder's text.
    T5,
    /// Bart's decoder, which also attends to the encoder's text.
    Bart,
    /// Nothing: the whole text is read at once.
    Encoder,
}

/// Returns what a class keeps, if it is known.
pub(super) fn kind_of(class: &str) -> Option<Kind> {
    row_of(KINDS, class).copied()
}

/// Returns why the caches of a class are not computed, as the end of a sentence.
pub(super) fn unread(class: &str) -> Option<&'static str> {
    row_of(UNREAD, class).copied()
}

/// What the layers of classes keep that are known, but not computed.
///
/// Source: `modeling_mllama.py`, `modeling_recurrent_gemma.py`, `modeling_rwkv.py` and
/// `modeling_xlstm.py` of transformers 5.23.0, and `modeling_decilm.py`, which is published with Llama Nemotron.
const UNREAD: &[(&str, &str)] = &[
    (
        "some of its layers keep the keys of images, whose number the file does not give",
        "mllama mllama_text_model",
    ),
    (
        "each of its layers has its own number of heads (`block_configs`)",
        "nemotron-nas",
    ),
    (
        "its layers keep states outside of the cache that transformers passes on",
        "recurrent_gemma rwkv xlstm",
    ),
];

/// Returns the size that a class has for a missing key.
pub(super) fn default_of(class: &str, key: &str) -> Option<usize> {
    let mut rows = DEFAULTS.iter();
    let row = rows.find(|(name, _, classes)| *name == key && has(classes, class));
    row.map(|(_, size, _)| *size)
}

/// The classes whose caches are known. The last seven of the first row and the last three of the second are published with
/// their models, and keep keys and values before these are repeated for each query (`modeling_chatglm.py`,
/// `modeling_internlm2.py` and others).
const KINDS: &[(Kind, &str)] = &[
    (
        Kind::Plain,
        "afmoe apertus arcee aria_text bitnet cohere cohere2 cohere2_moe cwm diffllama doge ernie4_5 ernie4_5_moe exaone4 \
        csm exaone_moe flex_olmo gemma gemma2 gemma3_text glm glm4 glm4_moe glm4v_text glm_ocr_text gpt_oss granite granite_docling_text granite_swa \
        granitemoe granitemoe_swa granitemoeshared helium hunyuan_v1_dense hy_v3 hyperclovax internlm3 iquestcoder jais2 jetmoe llama \
        llama4_text ministral3 minimax_m2 mistral mixtral nanochat nemotron olmo olmo2 olmo3 olmoe phi phi3 phimoe qwen2 \
        qwen2_5_vl qwen2_5_vl_text qwen2_moe qwen2_vl qwen2_vl_text qwen3 qwen3_moe qwen3_vl_moe_text qwen3_vl_text seed_oss smollm3 solar_open \
        stablelm starcoder2 vaultgemma chatglm deepseek exaone internlm2 mimo minicpm orion",
    ),
    (
        Kind::AllHeads,
        "biogpt bloom codegen ctrl gpt2 gpt_neo gpt_neox gpt_neox_japanese gptj modernbert-decoder mpt opt persimmon xglm \
        baichuan qwen xverse",
    ),
    (Kind::Listed, "laguna mellum muse_glimmer_text"),
    (Kind::MiMo, "mimo_v2_flash"),
    (Kind::Falcon, "falcon"),
    (Kind::MultiQuery, "gpt_bigcode"),
    (
        Kind::Sharing,
        "gemma3n_text gemma4_text gemma4_unified_text",
    ),
    (
        Kind::Latent,
        "axk1 deepseek_v2 deepseek_v3 glm4_moe_lite kimi_k2 minicpm3 mistral4 youtu",
    ),
    (Kind::IndexedLatent, "deepseek_v32 glm_moe_dsa"),
    (Kind::Compressed, "deepseek_v4"),
    (Kind::KimiLinear, "kimi_linear"),
    (
        Kind::Delta,
        "olmo_hybrid qwen3_5_moe_text qwen3_5_text qwen3_next",
    ),
    (Kind::Lightning, "minimax"),
    (Kind::Convolution, "lfm2 lfm2_moe"),
    (Kind::Mamba, "falcon_mamba mamba"),
    (Kind::Mamba2, "mamba2"),
    (Kind::Bamba, "bamba"),
    (Kind::Granite, "granitemoehybrid"),
    (Kind::FalconH1, "falcon_h1"),
    (Kind::Jamba, "jamba"),
    (Kind::NemotronH, "nemotron_h"),
    (Kind::Zamba, "zamba"),
    (Kind::Zamba2, "zamba2"),
    (Kind::T5, "longt5 mt5 t5 umt5"),
    (
        Kind::Bart,
        "bart bigbird_pegasus blenderbot blenderbot-small m2m_100 marian mbart mvp pegasus plbart",
    ),
    (
        Kind::Encoder,
        "albert bert camembert deberta deberta-v2 distilbert electra esm eurobert gte ibert jina_embeddings_v3 \
        megatron-bert modernbert mpnet nomic_bert rembert roberta roformer squeezebert xlm-roberta xlm-roberta-xl",
    ),
];

/// Keys, the sizes that classes have without them, and these classes. A class without a row for its key and value heads
/// has as many as for queries.
const DEFAULTS: &[(&str, usize, &str)] = &[
    // LLaVA and others leave out what their text model has by default.
    (HIDDEN_SIZE, 4096, "llama"),
    (N_HEADS, 32, "llama"),
    (KV_HEADS, 5, "bitnet"),
    (
        KV_HEADS,
        2,
        "ernie4_5 gemma3n_text glm glm4 glm4v_text internlm3 muse_glimmer_text qwen3_5_moe_text qwen3_next starcoder2",
    ),
    (
        KV_HEADS,
        4,
        "ernie4_5_moe gemma2 gemma3_text gemma4_text gemma4_unified_text granite_docling_text granite_swa mellum \
        mimo_v2_flash qwen3_5_text qwen3_moe smollm3 vaultgemma",
    ),
    (
        KV_HEADS,
        8,
        "bamba csm cwm falcon_h1 glm4_moe glm_ocr_text gpt_oss hy_v3 iquestcoder jamba laguna lfm2 lfm2_moe llama4_text minimax minimax_m2 \
        ministral3 mistral mixtral nemotron_h phimoe qwen2_5_vl qwen2_5_vl_text qwen2_vl qwen2_vl_text seed_oss solar_open",
    ),
    (
        KV_HEADS,
        16,
        "gemma jetmoe qwen2_moe qwen3_vl_moe_text zamba",
    ),
    (KV_HEADS, 20, "helium"),
    (
        KV_HEADS,
        32,
        "exaone4 exaone_moe qwen2 qwen3 qwen3_vl_text stablelm",
    ),
    (
        "kv_lora_rank",
        512,
        "axk1 deepseek_v2 deepseek_v3 deepseek_v32 glm4_moe_lite glm_moe_dsa kimi_k2 kimi_linear youtu",
    ),
    ("kv_lora_rank", 256, "minicpm3 mistral4"),
    (
        "qk_rope_head_dim",
        64,
        "axk1 deepseek_v2 deepseek_v3 deepseek_v32 glm4_moe_lite glm_moe_dsa kimi_k2 kimi_linear mistral4 youtu",
    ),
    ("qk_rope_head_dim", 32, "minicpm3"),
    (
        "qk_nope_head_dim",
        128,
        "axk1 deepseek_v2 deepseek_v3 deepseek_v32 kimi_k2 kimi_linear youtu",
    ),
    ("qk_nope_head_dim", 192, "glm4_moe_lite glm_moe_dsa"),
    ("qk_nope_head_dim", 64, "minicpm3 mistral4"),
    (
        "v_head_dim",
        128,
        "axk1 deepseek_v2 deepseek_v3 deepseek_v32 kimi_k2 kimi_linear mimo_v2_flash mistral4 youtu",
    ),
    ("v_head_dim", 256, "glm4_moe_lite glm_moe_dsa"),
    (
        "index_head_dim",
        128,
        "deepseek_v32 deepseek_v4 glm_moe_dsa",
    ),
    ("num_kv_shared_layers", 15, "gemma3n_text"),
    ("mamba_n_heads", 128, "bamba falcon_h1 granitemoehybrid"),
    ("mamba_n_groups", 1, "bamba falcon_h1 granitemoehybrid"),
    ("mamba_d_state", 256, "bamba falcon_h1 granitemoehybrid"),
    ("mamba_d_state", 16, "jamba zamba"),
    ("mamba_d_state", 64, "zamba2"),
    (
        "mamba_d_conv",
        4,
        "bamba falcon_h1 granitemoehybrid jamba zamba zamba2",
    ),
    (
        "mamba_expand",
        2,
        "bamba falcon_h1 granitemoehybrid jamba zamba zamba2",
    ),
    ("mamba_d_ssm", 1024, "falcon_h1"),
    ("state_size", 16, "falcon_mamba mamba"),
    ("state_size", 128, "mamba2"),
    ("expand", 2, "falcon_mamba mamba"),
    ("conv_kernel", 4, "falcon_mamba mamba mamba2 nemotron_h"),
    ("n_groups", 8, "mamba2 nemotron_h"),
    ("num_heads", 128, "mamba2"),
    ("head_dim", 64, "mamba2"),
    ("mamba_num_heads", 128, "nemotron_h"),
    ("mamba_head_dim", 64, "nemotron_h"),
    ("ssm_state_size", 128, "nemotron_h"),
    ("head_dim", 128, "nemotron_h"),
    ("mamba_ngroups", 1, "zamba2"),
    ("n_mamba_heads", 8, "zamba2"),
    (
        "linear_num_key_heads",
        16,
        "qwen3_5_moe_text qwen3_5_text qwen3_next",
    ),
    (
        "linear_num_value_heads",
        32,
        "qwen3_5_moe_text qwen3_5_text qwen3_next",
    ),
    (
        "linear_key_head_dim",
        128,
        "qwen3_5_moe_text qwen3_5_text qwen3_next",
    ),
    (
        "linear_value_head_dim",
        128,
        "qwen3_5_moe_text qwen3_5_text qwen3_next",
    ),
    (
        "linear_conv_kernel_dim",
        4,
        "olmo_hybrid qwen3_5_moe_text qwen3_5_text qwen3_next",
    ),
    ("linear_head_dim", 128, "kimi_linear"),
    ("linear_num_heads", 32, "kimi_linear"),
    ("linear_conv_kernel_dim", 4, "kimi_linear"),
    ("conv_L_cache", 3, "lfm2 lfm2_moe"),
    ("attn_layer_period", 8, "jamba"),
    ("attn_layer_period", 6, "zamba"),
    ("attn_layer_offset", 4, "jamba zamba"),
    ("d_kv", 64, "longt5 mt5 t5 umt5"),
];

/// The usual key of the size of the model.
pub(super) const HIDDEN_SIZE: &str = "hidden_size";

/// The usual key of the number of query heads.
pub(super) const N_HEADS: &str = "num_attention_heads";

/// The usual key of the number of key and value heads.
pub(super) const KV_HEADS: &str = "num_key_value_heads";
