//! The classes of transformers 5.23.0 that do not rotate, and those that are made around a text model. The classes that
//! rotate are in `families.rs`. `tests/golden/classes.json` holds what is in each class.

use serde_json::Value;

use super::families;
use super::keys::{HIDDEN_SIZE, MAX_POSITIONS, Names};
use super::other_order::OtherOrder::{self, Bias, Convolution, Grid, Parts, Relative, Sines};
use super::rows::{has, row_of};

/// What a class that does not rotate has instead.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Alibi,
    T5,
    Table(&'static Table),
    Other(OtherOrder),
    /// Nothing: order enters through the mask or through recurrence.
    None,
    /// A rotation after all.
    Rotation,
}

/// The keys for rows and columns of a learned table, with the defaults of the class.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) n_positions: (Names, usize),
    pub(super) dim: (Names, usize),
}

/// A key that changes what a class has.
pub(super) struct Switch {
    classes: &'static str,
    key: &'static str,
    /// A word, or `true`.
    word: &'static str,
    kind: Kind,
}

/// Returns what a class has if it is known not to rotate. `value_of` returns what the file has under a key.
pub(super) fn kind_of<'a>(
    class: &str,
    value_of: impl Fn(&'static str) -> Option<&'a Value>,
) -> Option<Kind> {
    let switch = switch_of(class).filter(|switch| switch.is_on(value_of(switch.key)));
    switch
        .map(|switch| switch.kind)
        .or_else(|| table_of(class).map(Kind::Table))
        .or_else(|| row_of(KINDS, class).copied())
}

/// Returns `false` if no file of the class rotates.
pub(super) fn may_rotate(class: &str) -> bool {
    let is_still = table_of(class).is_some() || row_of(KINDS, class).is_some();
    !is_still || switch_of(class).is_some_and(|switch| switch.set(true).is_some())
}

/// Returns the `pad_token_id` that the class has by default, if it gives its first token, with any encoding, the position
/// after that number.
pub(super) fn padding_idx(class: &str) -> Option<usize> {
    row_of(AFTER_PADDING, class).copied()
}

/// Returns the learned table of the class.
pub(super) fn table_of(class: &str) -> Option<&'static Table> {
    row_of(TABLES, class)
}

/// Returns the key that changes what the class has.
pub(super) fn switch_of(class: &str) -> Option<&'static Switch> {
    let mut switches = SWITCHES.iter();
    switches.find(|switch| has(switch.classes, class))
}

/// Returns the class of the text model that a class has if its file does not give another.
pub(super) fn text_model(class: &str) -> Option<&'static str> {
    row_of(TEXT_MODELS, class).copied()
}

/// Returns the name of a class if the reader knows it.
pub(super) fn name(class: &str) -> Option<&'static str> {
    names().find(|name| *name == class)
}

/// Returns the names of all classes that the reader knows.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let tables = TABLES.iter().map(|(_, names)| *names);
    let kinds = KINDS.iter().map(|(_, names)| *names);
    let around = TEXT_MODELS.iter().map(|(_, names)| *names);
    let still = tables.chain(kinds).chain(around);
    still
        .flat_map(str::split_ascii_whitespace)
        .chain(families::names())
}

impl Switch {
    fn is_on(&self, value: Option<&Value>) -> bool {
        match value {
            Some(Value::Bool(is_on)) => *is_on && self.word == "true",
            Some(Value::String(word)) => word == self.word,
            _ => false,
        }
    }

    /// Returns the key and its value, if with it the class rotates, or does not.
    pub(super) fn set(&self, rotates: bool) -> Option<(&'static str, Value)> {
        let value = match self.word {
            "true" => Value::Bool(true),
            word => Value::from(word),
        };
        (matches!(self.kind, Kind::Rotation) == rotates).then_some((self.key, value))
    }
}

const fn table(n_positions: usize, dim: usize) -> Table {
    rows(MAX_POSITIONS, n_positions, dim)
}

const fn rows(key: Names, n_positions: usize, dim: usize) -> Table {
    Table {
        n_positions: (key, n_positions),
        dim: (HIDDEN_SIZE, dim),
    }
}

/// A table followed by a projection to the size of the layers.
const fn narrow(key: Names, dim: usize) -> Table {
    Table {
        n_positions: (MAX_POSITIONS, 512),
        dim: (key, dim),
    }
}

/// The sizes of BERT, for unknown classes.
pub(super) const BERT: Table = table(512, 768);

/// The class that does not rotate if its base is null.
pub(super) const NULL_BASE: &str = "olmo_hybrid";

const SWITCHES: &[Switch] = &[
    Switch {
        classes: "deberta deberta-v2",
        key: "relative_attention",
        word: "true",
        kind: Kind::Other(Relative),
    },
    Switch {
        classes: "granitemoehybrid",
        key: "position_embedding_type",
        word: "rope",
        kind: Kind::Rotation,
    },
    Switch {
        classes: "esm",
        key: "position_embedding_type",
        word: "rotary",
        kind: Kind::Rotation,
    },
    Switch {
        classes: "seamless_m4t wav2vec2-bert wav2vec2-conformer",
        key: "position_embeddings_type",
        word: "rotary",
        kind: Kind::Rotation,
    },
    Switch {
        classes: "zamba2",
        key: "use_mem_rope",
        word: "true",
        kind: Kind::Rotation,
    },
];

/// The classes with other orders.
const KINDS: &[(Kind, &str)] = &[
    (Kind::Alibi, "bloom mpt"),
    (Kind::T5, "longt5 mt5 pop2piano switch_transformers t5 umt5"),
    (
        Kind::None,
        "blip_2_qformer encodec falcon_mamba flava_multimodal_model gemma4_unified_audio \
        glm5_next_text granitemoehybrid inkling_audio jamba kimi_linear mamba mamba2 \
        moshi_depth nemotron_h patchtsmixer rwkv vibevoice_diffusion \
        xlstm zamba zamba2",
    ),
    (
        Kind::Other(Sines),
        "autoformer canary_decoder ctrl fsmt fun_asr_nano_encoder informer kosmos_2_5_text_model \
        kosmos_2_text_model m2m_100 marian musicgen_decoder musicgen_melody_decoder nllb-moe \
        patchtst pegasus pegasus_x qwen2_5_omni_audio_encoder qwen3_asr_encoder \
        qwen3_omni_moe_audio_encoder speech_to_text time_series_transformer timesfm \
        tipsv2_text_model videoprism_text_model xglm",
    ),
    (
        Kind::Other(Relative),
        "fastspeech2_conformer funnel gemma3n_audio gemma4_audio granite_speech5_encoder \
        granite_speech_encoder granite_speech_plus_encoder inkling2_text inkling_text \
        nemotron_asr_streaming_encoder parakeet_encoder prophetnet seamless_m4t seamless_m4t_v2 \
        sew-d speecht5 vits wav2vec2-bert wav2vec2-conformer wavlm xlnet",
    ),
    (
        Kind::Other(Bias),
        "cpmant mpnet phi4_multimodal_audio pix2struct_text_model udop",
    ),
    (
        Kind::Other(Convolution),
        "dac data2vec-audio fastspeech2_conformer_hifigan hubert moonshine_streaming_encoder muse_spark_audio \
        qwen2_5_omni_bigvgan sew speecht5_hifigan unispeech unispeech-sat univnet \
        vibevoice_acoustic_tokenizer vibevoice_acoustic_tokenizer_decoder \
        vibevoice_acoustic_tokenizer_encoder wav2vec2",
    ),
    (
        Kind::Other(Grid),
        "aimv2_vision_model align_vision_model altclip_vision_model audio-spectrogram-transformer \
        beit bit blip_2_vision_model blip_vision_model bridgetower_vision_model chameleon_vqgan \
        chinese_clip_vision_model chmv2 clap_audio_model clip_vision_model clipseg_vision_model \
        cohere_compass_vision conditional_detr convnext convnextv2 cosmos3_edge_vision cvt d_fine \
        dab-detr data2vec-vision deepseek_ocr2_sam_vision_model deepseek_ocr2_vision \
        deformable_detr deimv2 deit depth_anything depth_pro detr dinat dinov2 \
        dinov2_with_registers dinov3_convnext dinov3_vit donut-swin dots3_note_vision_encoder dpt \
        edgetam edgetam_mask_decoder edgetam_prompt_encoder edgetam_video \
        edgetam_video_mask_decoder edgetam_video_prompt_encoder edgetam_vision_model \
        efficientloftr efficientnet emu3_vqgan eomt eomt_dinov3 ernie4_5_vl_moe_vision \
        exaone4_5_vision flava_image_codebook flava_image_model florence_vision focalnet \
        gemma3n_vision gemma4_unified_vision gemma4_vision git_vision_model glm4v_moe_vision \
        glm4v_vision glm5_next_vision glm_image_vision glm_image_vqmodel glm_ocr_vision glpn \
        got_ocr2_vision granite_docling_vision groupvit_vision_model hgnet_v2 hiera \
        hunyuan_vl_vision idefics2_perceiver idefics2_vision idefics3_vision idefics_perciever \
        idefics_vision ijepa inkling2_vision inkling_vision instructblip_vision_model \
        instructblipvideo_vision_model internvl_vision janus_vision_model janus_vqgan \
        kimi_k25_vision kosmos_2_5_vision_model kosmos_2_vision_model levit lfm3_vl_vision \
        lightglue llama4_vision_model lw_detr lw_detr_vit mask2former maskformer maskformer-swin \
        metaclip_2_vision_model mgp-str minicpm_ocr_vision minicpmv4_6_vision minicpmv4_7_vision \
        minimax_m3_vl_vision mlcd mlcd_vision_model mllama_vision_model mobilenet_v1 mobilenet_v2 \
        mobilevit mobilevitv2 molmo2_adapter molmo2_vision muse_glimmer_vision muse_spark_vision \
        oneformer ovis2_vision owlv2_vision_model owlvit_vision_model paddleocr_vl_vision \
        perceiver phi4_multimodal_vision pix2struct_vision_model pixio pixtral \
        poolformer pp_chart2table_vision pp_doclayout_v2 pp_doclayout_v3 pp_doclayout_v4 \
        pp_formulanet_vision pp_lcnet pp_lcnet_v3 pp_lcnet_v4 pp_ocrv5_mobile_det \
        pp_ocrv5_mobile_rec pp_ocrv5_server_det pp_ocrv5_server_rec pp_ocrv6_medium_det \
        pp_ocrv6_small_det pp_ocrv6_small_rec pp_ocrv6_tiny_rec prompt_depth_anything pvt pvt_v2 \
        qianfan_ocr_vision qwen2_5_omni_vision_encoder qwen2_5_vl_vision qwen2_vl_vision \
        qwen3_5_moe_vision qwen3_5_vision qwen3_omni_moe_vision_encoder qwen3_vl_moe_vision \
        qwen3_vl_vision qwen4_exp_vision radio regnet resnet rf_detr rf_detr_dinov2 rt_detr \
        rt_detr_resnet rt_detr_v2 sam sam2 sam2_hiera_det_model sam2_mask_decoder \
        sam2_prompt_encoder sam2_video sam2_video_mask_decoder sam2_video_prompt_encoder \
        sam2_vision_model sam3_detr_decoder sam3_detr_encoder sam3_geometry_encoder \
        sam3_lite_text_detr_decoder sam3_lite_text_detr_encoder sam3_lite_text_geometry_encoder \
        sam3_lite_text_mask_decoder sam3_mask_decoder sam3_tracker sam3_tracker_mask_decoder \
        sam3_tracker_prompt_encoder sam3_tracker_video sam3_tracker_video_mask_decoder \
        sam3_tracker_video_prompt_encoder sam3_video sam3_vision_model sam3_vit_model sam_hq \
        sam_hq_mask_decoder sam_hq_prompt_encoder sam_hq_vision_model sam_mask_decoder \
        sam_prompt_encoder sam_vision_model sapiens2 sapiens2_head segformer seggpt \
        siglip2_vision_model siglip_vision_model slanet slanext slanext_vision smolvlm_vision \
        step3p5_vision superglue superpoint swiftformer swin swin2sr swinv2 table-transformer \
        textnet timesformer timm_backbone timm_wrapper tipsv2_dpt tipsv2_vision_model \
        unlimited_ocr_sam_vision_model unlimited_ocr_vision unlimited_ocr_vision_encoder upernet \
        uvdoc uvdoc_backbone video_llama_3_vision videomae videomt videoprism_vision_model vit \
        vit_mae vit_msn vitdet vitmatte vitpose vitpose_backbone vivit vjepa2 xclip_vision_model \
        yolos zoedepth",
    ),
    (
        Kind::Other(Parts),
        "bark esmfold2 fastspeech2_conformer_with_hifigan granite_speech5_ctc \
        higgs_audio_v2_tokenizer lasr_ctc nemotron3_5_asr nemotron3_5_transcribe_audio \
        nemotron3_diarization nemotron_asr_streaming neucodec parakeet_ctc parakeet_rnnt \
        parakeet_tdt pi0 qwen2_5_omni_token2wav xcodec xcodec2",
    ),
];

/// The classes with a learned table, by its rows and columns.
const TABLES: &[(Table, &str)] = &[
    (table(1024, 1024), "bart biogpt cohere_asr mbart mvp"),
    (table(1024, 128), "decision_transformer"),
    (table(1024, 512), "imagegpt"),
    (
        table(1024, 768),
        "git gpt-sw3 gpt2 gpt_bigcode plbart tapas",
    ),
    (table(1026, 768), "esm"),
    (table(128, 2560), "blenderbot"),
    (
        rows(&["max_source_positions"], 1500, 1024),
        "moss_transcribe_diarize_audio",
    ),
    (
        rows(&["max_source_positions"], 1500, 1280),
        "audioflamingo3_encoder qwen2_audio_encoder voxtral_encoder",
    ),
    (table(16, 512), "owlv2_text_model owlvit_text_model"),
    (
        rows(&["max_encoder_position_embeddings"], 16384, 1024),
        "led",
    ),
    (table(16384, 768), "canine"),
    (table(2048, 2048), "gpt_neo"),
    (table(2048, 768), "opt"),
    (table(2560, 512), "pp_formulanet_text"),
    (table(40, 768), "vilt"),
    (table(4096, 1024), "bigbird_pegasus"),
    (table(4096, 256), "reformer"),
    (table(4096, 768), "big_bird yoso"),
    (rows(&["max_target_positions"], 448, 384), "whisper"),
    (table(510, 768), "nystromformer"),
    (table(512, 1024), "bert-generation megatron-bert trocr"),
    (narrow(&["embedding_size"], 128), "albert electra"),
    (table(512, 1536), "deberta-v2"),
    (table(512, 2048), "flaubert xlm"),
    (narrow(&["input_embedding_size"], 256), "rembert"),
    (table(512, 512), "blenderbot-small mobilebert"),
    (
        table(512, 768),
        "align_text_model bert blip_text_model bros camembert chinese_clip_text_model convbert \
        data2vec-text deberta distilbert dpr ernie flava_text_model fnet ibert \
        instructblip_qformer instructblipvideo_qformer layoutlm layoutlmv2 layoutlmv3 layoutxlm \
        lilt longformer luke lxmert markuplm mra openai-gpt roberta roberta-prelayernorm roc_bert \
        splinter squeezebert tvp visual_bert xlm-roberta xmod",
    ),
    (table(514, 1024), "altclip_text_model"),
    (table(514, 2560), "xlm-roberta-xl"),
    (table(514, 768), "bridgetower_text_model clap_text_model"),
    (table(608, 1024), "clvp_decoder"),
    (table(64, 768), "siglip2_text_model siglip_text_model"),
    (table(77, 256), "groupvit_text_model"),
    (
        table(77, 512),
        "clip_text_model clipseg_text_model metaclip_2_text_model sam3_lite_text_text_model \
        xclip_text_model",
    ),
    (table(77, 768), "aimv2_text_model"),
];

/// The classes whose first token gets the position after `padding_idx`, by their default of this number: those that call
/// `create_position_ids_from_input_ids`, or do the same, in transformers 5.23.
const AFTER_PADDING: &[(usize, &str)] = &[
    (0, "lilt markuplm seamless_m4t seamless_m4t_v2"),
    (
        1,
        "altclip_text_model bridgetower_text_model camembert clap_text_model data2vec-text fsmt ibert \
        kosmos_2_5_text_model kosmos_2_text_model layoutlmv3 longformer luke m2m_100 mpnet nllb-moe roberta \
        roberta-prelayernorm speech_to_text speecht5 trocr xlm-roberta xlm-roberta-xl xmod",
    ),
];

/// Text models, and the classes that are made around them.
const TEXT_MODELS: &[(&str, &str)] = &[
    ("aimv2_text_model", "aimv2"),
    ("align_text_model", "align"),
    ("altclip_text_model", "altclip"),
    ("aria_text", "aria"),
    ("bart", "florence2 rag"),
    (
        "bert",
        "encoder-decoder grounding-dino mm-grounding-dino speech-encoder-decoder \
        vision-encoder-decoder vision-text-dual-encoder",
    ),
    ("blip_text_model", "blip"),
    ("bridgetower_text_model", "bridgetower"),
    ("canary_decoder", "canary"),
    ("chinese_clip_text_model", "chinese_clip"),
    ("clap_text_model", "clap"),
    ("clip_text_model", "clip omdet-turbo sam3"),
    ("clipseg_text_model", "clipseg"),
    ("clvp_encoder", "clvp"),
    ("cohere2", "aya_vision cohere2_vision"),
    ("cohere_compass_text", "cohere_compass"),
    ("cosmos3_edge_text", "cosmos3_edge"),
    ("deepseek_ocr2_text", "deepseek_ocr2"),
    ("deepseek_v3", "kimi_k25"),
    ("dia_decoder", "dia"),
    ("diffusion_gemma_text", "diffusion_gemma"),
    ("dots3_note_text", "dots3_note"),
    ("embedding_gemma2_text", "embedding_gemma2"),
    ("emu3_text_model", "emu3"),
    ("ernie4_5_vl_moe_text", "ernie4_5_vl_moe"),
    ("exaone4", "exaone4_5"),
    ("flava_text_model", "flava"),
    ("gemma", "colpali paligemma"),
    ("gemma3_text", "gemma3 shieldgemma2"),
    ("gemma3n_text", "gemma3n"),
    ("gemma4_text", "gemma4 gemma4_assistant"),
    (
        "gemma4_unified_text",
        "gemma4_unified gemma4_unified_assistant",
    ),
    ("glm4v_moe_text", "glm4v_moe"),
    ("glm4v_text", "glm46v glm4v glmga"),
    ("glm5_next_text", "glm5_next"),
    ("glm_image_text", "glm_image"),
    ("glm_ocr_text", "glm_ocr"),
    ("granite", "granite_speech granite_speech_plus"),
    ("granite4_vision_text", "granite4_vision"),
    ("granite_docling_text", "granite_docling"),
    ("groupvit_text_model", "groupvit"),
    ("hunyuan_vl_text", "hunyuan_vl"),
    ("hyperclovax", "hyperclovax_vision_v2"),
    ("inkling2_text", "inkling2"),
    ("inkling_text", "inkling_mm_model"),
    ("kosmos_2_5_text_model", "kosmos-2.5"),
    ("kosmos_2_text_model", "kosmos-2"),
    ("lfm2", "lfm2_vl"),
    ("lfm3", "lfm3_vl"),
    (
        "llama",
        "deepseek_vl deepseek_vl_hybrid glmasr idefics3 janus llava llava_next llava_next_video \
        perception_lm smolvlm video_llava vipllava voxtral",
    ),
    ("mbart", "nougat"),
    ("metaclip_2_text_model", "metaclip_2"),
    ("minimax_m3_vl_text", "minimax_m3_vl"),
    ("mistral", "idefics2 mistral3"),
    ("mistral_large4_text", "mistral_large4"),
    ("mllama_text_model", "mllama"),
    (
        "modernbert",
        "colmodernvbert modernvbert pe_audio pe_audio_video pe_video",
    ),
    ("molmo2_text", "molmo2"),
    ("muse_glimmer_text", "muse_glimmer"),
    ("muse_spark_text", "muse_spark"),
    ("musicgen_decoder", "musicgen"),
    ("musicgen_melody_decoder", "musicgen_melody"),
    ("nemotron_h", "nemo_speechlm nemotron_h_omni"),
    ("opt", "blip-2 instructblip instructblipvideo"),
    ("owlv2_text_model", "owlv2"),
    ("owlvit_text_model", "owlvit"),
    ("paddleocr_vl_text", "paddleocr_vl"),
    ("persimmon", "fuyu"),
    ("pix2struct_text_model", "pix2struct"),
    ("pp_formulanet_text", "pp_formulanet"),
    (
        "qwen2",
        "audioflamingo3 fast_vlm got_ocr2 internvl llava_onevision musicflamingo ovis2 \
        pp_chart2table qwen2_audio vibevoice vibevoice_asr video_llama_3",
    ),
    ("qwen2_5_omni_text", "qwen2_5_omni qwen2_5_omni_thinker"),
    ("qwen2_vl_text", "colqwen2"),
    (
        "qwen3",
        "fun_asr_nano lighton_ocr moss_transcribe_diarize qianfan_ocr qwen3_asr",
    ),
    ("qwen3_5_moe_text", "qwen3_5_moe"),
    (
        "qwen3_5_text",
        "jev minicpm_ocr minicpmv4_6 minicpmv4_7 qwen3_5",
    ),
    (
        "qwen3_omni_moe_text",
        "qwen3_omni_moe qwen3_omni_moe_thinker",
    ),
    ("qwen3_vl_moe_text", "qwen3_vl_moe"),
    ("qwen3_vl_text", "cosmos3_omni qwen3_vl"),
    ("qwen4_exp_text", "qwen4_exp"),
    ("sam3_lite_text_text_model", "sam3_lite_text"),
    ("siglip2_text_model", "siglip2"),
    ("siglip_text_model", "siglip"),
    ("step3p5", "step3p7"),
    ("t5_gemma_module", "t5gemma"),
    ("t5gemma2_decoder", "t5gemma2"),
    ("t5gemma2_text", "t5gemma2_encoder"),
    ("tipsv2_text_model", "tipsv2"),
    ("ultrabert", "ultravbert"),
    ("unlimited_ocr_text", "unlimited_ocr"),
    ("videoprism_text_model", "videoprism"),
    ("voxtral_realtime_text", "voxtral_realtime"),
    ("xclip_text_model", "xclip"),
];
