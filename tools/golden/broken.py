"""Write tests/golden/broken.json: what transformers makes of configurations with one fault each.

Each case is the text of a config.json. transformers reads it, builds a small model from it and runs one forward pass;
the first stage that fails is stored with its error, or else what the logger says and the rotary frequencies.
"""

import contextlib
import json
import logging
import math
import pathlib
import re

import torch
import transformers
from transformers import AutoModel, AutoModelForCausalLM, AutoModelForImageTextToText
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from models import text_config

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden" / "broken.json"
SMALL = {"num_hidden_layers": 2, "vocab_size": 64, "intermediate_size": 64, "pad_token_id": 0}
LLAMA = {"model_type": "llama", "hidden_size": 256, "num_attention_heads": 4, "num_key_value_heads": 4,
         "max_position_embeddings": 8192, "rope_theta": 500000.0}
QWEN3 = {"model_type": "qwen3", "hidden_size": 256, "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 64,
         "max_position_embeddings": 40960, "rope_theta": 1000000.0}
QWEN3_VL = {"model_type": "qwen3_vl", "text_config": {
    "model_type": "qwen3_vl_text", "hidden_size": 512, "num_attention_heads": 4, "num_key_value_heads": 4,
    "head_dim": 128, "max_position_embeddings": 262144, "rope_theta": 5000000.0,
    "rope_scaling": {"rope_type": "default", "mrope_section": [24, 20, 20], "mrope_interleaved": True}}}
GEMMA3 = {"model_type": "gemma3_text", "hidden_size": 256, "num_attention_heads": 4, "num_key_value_heads": 4,
          "head_dim": 64, "max_position_embeddings": 32768, "sliding_window": 512}
QWEN2_VL = {"model_type": "qwen2_vl", "text_config": {
    "model_type": "qwen2_vl_text", "hidden_size": 512, "num_attention_heads": 4, "num_key_value_heads": 4,
    "max_position_embeddings": 32768, "rope_theta": 1000000.0}}
GLM4V = {"model_type": "glm4v", "text_config": {
    "model_type": "glm4v_text", "hidden_size": 512, "num_attention_heads": 4, "num_key_value_heads": 4,
    "max_position_embeddings": 65536, "rope_theta": 10000.0, "partial_rotary_factor": 0.5}}
PHI3 = {"model_type": "phi3", "hidden_size": 256, "num_attention_heads": 4, "num_key_value_heads": 4,
        "max_position_embeddings": 131072, "original_max_position_embeddings": 4096, "rope_theta": 10000.0}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
LISTS = {"short_factor": [1.0] * 32, "long_factor": [1.5] * 32}


def without(values, *keys):
    return {key: value for key, value in values.items() if key not in keys}


def in_text(values, **changes):
    return {**values, "text_config": {**values["text_config"], **changes}}


# Cases without a fault, which give at most notes.
SOUND = ("sound", "no_theta", "gpt_neox_base")


def rule_cases():
    """Rules that fit neither the head nor their lists."""
    text = without(QWEN3_VL["text_config"], "rope_theta", "rope_scaling")
    sections = {"rope_type": "default", "mrope_interleaved": True}
    return {
        "sound": LLAMA,
        "vl_scaling_at_top": {**QWEN3_VL, "text_config": text, "rope_theta": 5000000.0,
                              "rope_scaling": {**YARN, "mrope_section": [24, 20, 20], "mrope_interleaved": True}},
        "partial_linear": {**LLAMA, "partial_rotary_factor": 0.5, "rope_scaling": {"rope_type": "linear", "factor": 4.0}},
        "partial_yarn": {**LLAMA, "partial_rotary_factor": 0.5, "rope_scaling": YARN},
        "partial_llama3": {**LLAMA, "partial_rotary_factor": 0.5, "rope_scaling": {
            "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
            "original_max_position_embeddings": 4096}},
        "partial_without_rule": {**LLAMA, "partial_rotary_factor": 0.5},
        "string_in_long_factor": {**PHI3, "rope_scaling": {
            "type": "longrope", **LISTS, "long_factor": ["1.2", *LISTS["long_factor"][1:]]}},
        "two_sections": in_text(QWEN3_VL, rope_scaling={**sections, "mrope_section": [32, 32]}),
        "sections_sum_to_63": in_text(QWEN3_VL, rope_scaling={**sections, "mrope_section": [24, 20, 19]}),
        "qwen2_vl_sections_sum_to_63": in_text(QWEN2_VL, rope_scaling={"type": "mrope", "mrope_section": [16, 24, 23]}),
    }


def key_cases():
    """Keys that are missing, misspelled, null or of the wrong size."""
    return {
        "model_type_typo": {**LLAMA, "model_type": "llamma"},
        "no_model_type": without(LLAMA, "model_type"),
        "too_few_layer_types": {**GEMMA3, "num_hidden_layers": 26, "layer_types": ["sliding_attention"] * 5 + ["full_attention"]},
        "wrong_layer_names": {**GEMMA3, "rope_parameters": {
            "global": {"rope_type": "default", "rope_theta": 777.0},
            "local": {"rope_type": "default", "rope_theta": 555.0}}},
        "max_position_typo": {**without(LLAMA, "max_position_embeddings"), "max_position_embedding": 8192},
        "theta_null": {**LLAMA, "rope_theta": None},
        "no_theta": without(LLAMA, "rope_theta"),
        "no_rope_type": {**LLAMA, "rope_scaling": {"factor": 4.0}},
        "type_null": {**LLAMA, "rope_scaling": {"type": None, "factor": 4.0}},
        "rope_type_null": {**LLAMA, "rope_scaling": {"rope_type": None, "factor": 4.0}},
        "hidden_not_a_multiple": {**LLAMA, "hidden_size": 258},
        "odd_head_dim_with_rule": {**LLAMA, "head_dim": 63, "rope_scaling": {"rope_type": "linear", "factor": 4.0}},
        "odd_head_dim": {**LLAMA, "head_dim": 63},
    }


def class_cases():
    """Rules and bases that a class reads in its own way, and sections that are missing."""
    return {
        "qwen3_yarn": {**QWEN3, "rope_scaling": YARN},
        "qwen2_5_yarn_of_131072": {**LLAMA, "model_type": "qwen2", "max_position_embeddings": 32768,
                                   "rope_scaling": {**YARN, "original_max_position_embeddings": 131072}},
        "phi3_su": {**PHI3, "rope_scaling": {"type": "su", **LISTS}},
        "gpt_neox_base": {"model_type": "gpt_neox", "hidden_size": 256, "num_attention_heads": 4,
                           "max_position_embeddings": 2048, "rotary_emb_base": 5000},
        "nomic_base": {"model_type": "nomic_bert", "n_embd": 256, "n_head": 4, "n_positions": 2048,
                       "rotary_emb_base": 5000},
        "vl_without_sections": in_text(QWEN3_VL, rope_scaling={**YARN, "factor": 8.0}),
        "vl_without_rule_or_sections": in_text(QWEN3_VL, rope_scaling=None),
        "qwen2_vl_without_sections": in_text(QWEN2_VL, rope_scaling=YARN),
        "qwen2_vl_without_rule": QWEN2_VL,
        "glm4v_without_sections": GLM4V,
    }


def layer_cases():
    """Keys that say what each layer does, and two keys for one rule."""
    return {
        "pattern_of_letters": {**LLAMA, "model_type": "exaone4", "sliding_window": 512, "sliding_window_pattern": "LLLG"},
        "no_window_and_no_types": {**LLAMA, "model_type": "exaone4", "sliding_window": None},
        "pattern_of_zero": {**GEMMA3, "sliding_window_pattern": 0},
        "interval_in_quotes": {**LLAMA, "model_type": "qwen3_next", "full_attention_interval": "4"},
        "no_rope_interval_of_zero": {**LLAMA, "model_type": "smollm3", "no_rope_layer_interval": 0},
        "rule_beside_parameters": {**without(LLAMA, "rope_theta"), "rope_scaling": {"type": "linear", "factor": 2.0},
                                   "rope_parameters": {"rope_type": "default", "rope_theta": 500000.0}},
        "too_few_layer_bases": {**LLAMA, "model_type": "granite_swa", "num_hidden_layers": 2, "layer_rope_theta": [10000.0]},
    }


def cases():
    """The name of each case, with its text."""
    objects = {**rule_cases(), **key_cases(), **class_cases(), **layer_cases()}
    texts = {name: json.dumps(values) for name, values in objects.items()}
    llama = texts["sound"]
    return {
        **texts,
        "byte_order_mark": "\ufeff" + llama,
        "theta_twice": llama.replace("}", ', "rope_theta": 10000}'),
        "theta_nan": llama.replace("500000.0", "NaN"),
        "factor_infinity": llama.replace("}", ', "rope_scaling": {"rope_type": "linear", "factor": Infinity}}'),
    }


class Kept(logging.Handler):
    """Keeps what the logger says."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def built(config):
    """A small model of the configuration's class."""
    for kind in (AutoModelForCausalLM, AutoModelForImageTextToText, AutoModel):
        if type(config) in kind._model_mapping:  # the mapping is the only way to ask
            return kind.from_config(config)
    return AutoModel.from_config(config)


def small(config):
    """The configuration with few layers and words."""
    for part in {id(part): part for part in (config, config.get_text_config())}.values():
        for key, value in SMALL.items():
            if key != "num_hidden_layers" or getattr(part, "layer_types", None) is None:
                with contextlib.suppress(Exception):  # a class without this key
                    setattr(part, key, value)
        if getattr(part, "layer_types", None):
            part.num_hidden_layers = 2
            part.layer_types = part.layer_types[-2:]
    if getattr(config, "vision_config", None):
        for key, value in {"depth": 1, "hidden_size": 64, "num_heads": 2, "intermediate_size": 64}.items():
            setattr(config.vision_config, key, value)
    return config


def frequencies(model):
    """The inverse frequencies of the first rotary embedding of the text model."""
    found = {name.rsplit(".", 1)[-1]: buffer for name, buffer in model.named_buffers()
             if name.endswith("inv_freq") and "visual" not in name and "original" not in name}
    return {name: buffer.double().tolist()[::8] for name, buffer in sorted(found.items())}


def judge(text):
    """The first stage that fails, or else the warnings and every eighth frequency."""
    stage = "text"
    try:
        values = json.loads(text)
        stage = "config"
        config = CONFIG_MAPPING[values["model_type"]].from_dict(values)
        stage = "model"
        model = built(small(config)).eval()
        stage = "forward"
        with torch.no_grad():
            model(input_ids=torch.ones(1, 4, dtype=torch.long))
    except Exception as error:  # whatever transformers raises is the answer
        return {"stage": stage, "error": f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:200]}
    inv_freq = frequencies(model)
    if not all(math.isfinite(value) and value > 0 for values in inv_freq.values() for value in values):
        return {"stage": "numbers", "error": f"inv_freq is {next(iter(inv_freq.values()))}"}
    return {"stage": "none", "inv_freq": inv_freq}


def published(kept):
    """What the logger says of each stored file of a published model."""
    said = []
    for path in sorted((OUT.parent.parent.parent / "assets" / "models").glob("*.json")):
        kept.lines.clear()
        config = text_config(json.loads(path.read_text()))
        warnings = about_rope(kept.lines)
        with contextlib.suppress(Exception):  # a class without that method
            config.validate_rope()
        said.append({"file": path.name, "warnings": about_rope([*warnings, *kept.lines])})
    return said


def about_rope(lines):
    """The lines of the logger that concern positions, each once."""
    return [line for line in dict.fromkeys(lines) if re.search("rope|rotary|layer_types", line, re.I)]


def main():
    kept = Kept()
    logging.disable(logging.NOTSET)  # models silences all loggers
    logging.getLogger("transformers").addHandler(kept)
    judged = []
    for name, text in cases().items():
        kept.lines.clear()
        answer = judge(text)
        judged.append({"name": name, "text": text, "is_sound": name in SOUND, **answer,
                       "warnings": about_rope(kept.lines)})
    content = {"id": "broken", "source": "the models' own classes",
               "versions": {"torch": torch.__version__.split("+")[0], "transformers": transformers.__version__},
               "cases": judged, "published": published(kept)}
    text = json.dumps(content, indent=1)
    text = re.sub(r"\[[-+\d.e,\s]*\]", lambda numbers: "".join(numbers[0].split()), text)
    OUT.write_text(text + "\n", encoding="utf-8")
    print(f"{OUT.name}: {len(judged)} cases")


if __name__ == "__main__":
    main()
