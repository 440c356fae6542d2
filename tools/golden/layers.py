#!/usr/bin/env python3
"""Write tests/golden/layers.json: what each layer of a model attends to, and whether it rotates.

The class of each case in transformers makes the layer types. A small model of that class then runs once, and every
call of its rotary function is attributed to the layer that made it.
"""

import contextlib
import importlib
import inspect
import json
import logging
import pathlib

import torch
import transformers
from transformers import AutoModel, AutoModelForCausalLM
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

logging.disable(logging.CRITICAL)
OUT = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden" / "layers.json"
# Sizes that no case is about.
SMALL = {"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "intermediate_size": 32,
         "vocab_size": 64, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "num_experts": 4,
         "num_local_experts": 4, "n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16,
         "intermediate_size_mlp": 32, "hidden_size_per_layer_input": 8, "vocab_size_per_layer_input": 64,
         "num_kv_shared_layers": 0}
TYPES = ["full_attention", "sliding_attention", "sliding_attention"]

# Classes, and the keys of their files.
CASES = [
    *((name, {}) for name in (
        "afmoe", "cohere2", "cohere2_moe", "cwm", "exaone4", "exaone_moe", "gemma2", "gemma3_text", "gemma3n_text",
        "gpt_oss", "granite_swa", "granitemoe_swa", "llama4_text", "minimax", "modernbert", "modernbert-decoder",
        "muse_glimmer_text", "olmo3", "olmo_hybrid", "qwen3_5_text", "qwen3_5_moe_text", "qwen3_next", "smollm3",
        "vaultgemma", "llama", "mistral", "ministral", "mixtral", "phi3", "qwen2", "qwen3", "qwen3_moe", "starcoder2")),
    ("llama", {"num_hidden_layers": 5}),
    ("gemma3_text", {"num_hidden_layers": 8, "sliding_window_pattern": 3}),
    ("gemma3_text", {"num_hidden_layers": 3, "layer_types": TYPES}),
    ("cohere2", {"num_hidden_layers": 6, "sliding_window_pattern": 2}),
    ("cohere2", {"num_hidden_layers": 3, "layer_types": TYPES}),
    ("exaone4", {"num_hidden_layers": 3, "sliding_window": None, "layer_types": ["full_attention"] * 3}),
    ("exaone4", {"num_hidden_layers": 7, "sliding_window_pattern": 3}),
    ("gemma3_text", {"num_hidden_layers": 2, "layer_types": ["sliding_attention"] * 2}),
    ("gemma3_text", {"num_hidden_layers": 7, "sliding_window_pattern": -3}),
    ("granite_swa", {"num_hidden_layers": 5, "layer_rope_theta": [1e7, 0, 1e4, 0, 1e7]}),
    ("granitemoe_swa", {"num_hidden_layers": 3, "layer_rope_theta": [0, 1e4, 1e4]}),
    ("afmoe", {"num_hidden_layers": 6, "global_attn_every_n_layers": 3}),
    ("modernbert", {"num_hidden_layers": 5, "global_attn_every_n_layers": 2}),
    ("qwen3_next", {"num_hidden_layers": 6, "full_attention_interval": 3}),
    ("llama4_text", {"num_hidden_layers": 6, "no_rope_layers": []}),
    ("llama4_text", {"num_hidden_layers": 4, "no_rope_layers": [1, 0, 0, 1]}),
    ("llama4_text", {"num_hidden_layers": 6, "no_rope_layer_interval": 3}),
    ("smollm3", {"num_hidden_layers": 4, "no_rope_layers": [0, 1, 1, 1]}),
    ("smollm3", {"num_hidden_layers": 6, "no_rope_layer_interval": 2}),
    ("smollm3", {"num_hidden_layers": 6, "use_sliding_window": True, "sliding_window": 16}),
    ("mistral", {"num_hidden_layers": 4, "sliding_window": None}),
    ("phi3", {"num_hidden_layers": 4, "sliding_window": 16}),
    ("mixtral", {"num_hidden_layers": 4, "sliding_window": 16}),
    ("starcoder2", {"num_hidden_layers": 4, "sliding_window": 16}),
    ("qwen2", {"num_hidden_layers": 5, "use_sliding_window": True, "max_window_layers": 3, "sliding_window": 16}),
    ("qwen2", {"num_hidden_layers": 5, "use_sliding_window": False, "max_window_layers": 3, "sliding_window": 16}),
    *((name, {"num_hidden_layers": 5, "use_sliding_window": True, "max_window_layers": 3, "sliding_window": 16})
      for name in ("qwen2_moe", "qwen3_moe")),
    ("qwen3", {"num_hidden_layers": 5, "use_sliding_window": True, "max_window_layers": 3, "sliding_window": 16}),
]


@contextlib.contextmanager
def recorded(module, calls):
    """Add the layer of each call of a rotary function of the module to calls."""
    rotary = {name: function for name, function in inspect.getmembers(module, inspect.isfunction)
              if name.startswith("apply_rotary")}

    def wrapped(function):
        def recording(*args, **keys):
            calls.append(inspect.currentframe().f_back.f_locals["self"].layer_idx)
            return function(*args, **keys)
        return recording

    for name, function in rotary.items():
        setattr(module, name, wrapped(function))
    try:
        yield
    finally:
        for name, function in rotary.items():
            setattr(module, name, function)


def layers(model_type, values):
    """The attention of each layer, and whether it rotates."""
    kind = CONFIG_MAPPING[model_type]
    plain = kind(**values)
    # A class without a size of heads computes it; ministral has the key, and needs a number.
    small = {key: size for key, size in SMALL.items()
             if getattr(plain, key, None) is not None or (model_type, key) == ("ministral", "head_dim")}
    config = kind(**values, **small)
    calls = []
    with recorded(importlib.import_module(kind.__module__.replace("configuration_", "modeling_")), calls):
        try:
            model = AutoModelForCausalLM.from_config(config)
        except ValueError:  # an encoder
            model = AutoModel.from_config(config)
        with torch.no_grad():
            model.eval()(input_ids=torch.ones(1, 4, dtype=torch.long))
    n_layers = config.num_hidden_layers
    types = getattr(config, "layer_types", None)
    # Without a list, all layers have the window of the model, if it has one.
    one = "sliding_attention" if getattr(config, "sliding_window", None) else "full_attention"
    return {"layer_types": types or [one] * n_layers, "rotates": [int(layer in calls) for layer in range(n_layers)]}


def main():
    cases = [{"model_type": name, "values": values, **layers(name, values)} for name, values in CASES]
    content = {"id": "layers", "source": "the models' own classes",
               "versions": {"torch": torch.__version__.split("+")[0], "transformers": transformers.__version__}}
    lines = ",\n  ".join(json.dumps(case) for case in cases)
    OUT.write_text(json.dumps(content)[:-1] + ',\n "cases": [\n  ' + lines + "\n ]}\n", encoding="utf-8")
    print(f"{OUT.name}: {len(cases)} cases")


if __name__ == "__main__":
    main()
