#!/usr/bin/env python3
"""Write tests/golden/layers.json: what each layer of a model attends to, and whether it rotates.

The class of each case in transformers makes the layer types. A small model of that class then runs once, and every
call of its rotary function is attributed to the layer that made it.
"""

import contextlib
import copy
import inspect
import json
import logging
import pathlib
import re
import sys

import torch
import transformers
from transformers import AutoModel, AutoModelForCausalLM
from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS, eager_mask
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

logging.disable(logging.CRITICAL)
OUT = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden" / "layers.json"
# Sizes that no case is about.
SMALL = {"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "intermediate_size": 32,
         "vocab_size": 64, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "num_experts": 4,
         "num_local_experts": 4, "n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16,
         "intermediate_size_mlp": 32, "hidden_size_per_layer_input": 8, "vocab_size_per_layer_input": 64,
         "num_kv_shared_layers": 0}
# Sizes of latent attention, which are not sums of each other.
LATENT = {"hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4, "num_key_value_heads": 4,
          "kv_lora_rank": 24, "qk_rope_head_dim": 8, "qk_nope_head_dim": 12, "v_head_dim": 20}
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
    # Their last layer is always full.
    *((name, {"num_hidden_layers": 3, "layer_types": TYPES})
      for name in ("gemma4_text", "gemma4_unified_text", "embedding_gemma2_text")),
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


# What a module of a layer is called in its model.
PLACE = re.compile(r"(?:^|\.)(?:layers|layer|blocks|block|h)\.(\d+)(?=\.|$)")
# Functions that rotate queries and keys.
ROTARY = re.compile("_?apply_.*(rotary|rope|rotation)")


def pairing_of(functions):
    """How functions that rotate pair components, judged by their source."""
    source = "".join(inspect.getsource(function) for function in functions)
    return "interleaved" if "::2" in source or "view_as_complex" in source else "half-split"


class Trace:
    """What the layers of a model do while it reads a text."""

    def __init__(self):
        self.rotations = []  # the layer, the class of its module, how it pairs, and whether it rotates back
        self.attentions = []  # the layer, and the first key that each query attends to
        self.queries = []  # the layer, and the norm of each query in each head

    def rotating(self):
        """The layers that rotate."""
        return {layer for layer, *_ in self.rotations}

    def modules(self):
        """How each class of modules pairs the components that it rotates."""
        return {name: pairing for _, name, pairing, _ in self.rotations}

    def rotates_back(self):
        return any(back for *_, back in self.rotations)


def caller():
    """The module of a layer that made the call of a function that records it."""
    frame = inspect.currentframe().f_back.f_back
    while frame and not hasattr(frame.f_locals.get("self"), "place"):
        frame = frame.f_back
    return frame and frame.f_locals["self"]


def first_keys(mask, length):
    """The first key that each query attends to; 0 for all without a mask."""
    if mask is None:
        return [0] * length
    seen = mask[0, 0] if mask.dtype == torch.bool else mask[0, 0] > -1
    return [int(row.nonzero()[0]) if row.any() else None for row in seen]


@contextlib.contextmanager
def traced(model, attends=True):
    """Record what the layers of a model do; unless it attends, tokens get nothing from each other."""
    trace = Trace()
    module = sys.modules[type(model).__module__]
    for name, part in model.named_modules():
        if found := PLACE.search(name):
            part.place = int(found[1])
    rotary = {name: function for name, function in inspect.getmembers(module, inspect.isfunction) if ROTARY.match(name)}
    helpers = {name: function for name, function in inspect.getmembers(module, inspect.isfunction)
               if name.startswith("rotate_")}

    def wrapped(function):
        called = [helper for name, helper in helpers.items() if name in inspect.getsource(function)]
        pairing, sines = pairing_of([function, *called]), []

        def recording(*args, **keys):
            part = caller()
            sin = inspect.signature(function).bind(*args, **keys).arguments.get("sin")
            is_back = sin is not None and any(one.shape == sin.shape and torch.equal(one, -sin) for one in sines)
            if sin is not None and sin.abs().max() > 0:
                sines.append(sin)
            if part is not None:
                trace.rotations.append((part.place, type(part).__name__, pairing, is_back))
            return function(*args, **keys)
        return recording

    def attention(part, query, key, value, attention_mask, **keys):
        place = getattr(part, "place", None)
        trace.attentions.append((place, first_keys(attention_mask, query.shape[-2])))
        trace.queries.append((place, query[0].double().norm(dim=-1)))
        own = sys.modules[type(part).__module__].eager_attention_forward
        out, weights = own(part, query, key, value, attention_mask, **keys)
        return out if attends else torch.zeros_like(out), weights

    ALL_ATTENTION_FUNCTIONS.register("traced", attention)
    ALL_MASK_ATTENTION_FUNCTIONS.register("traced", eager_mask)
    for name, function in rotary.items():
        setattr(module, name, wrapped(function))
    try:
        model.set_attn_implementation("traced")
        yield trace
    finally:
        for name, function in rotary.items():
            setattr(module, name, function)


def layers(model_type, values):
    """The attention of each layer, and whether it rotates."""
    kind = CONFIG_MAPPING[model_type]
    plain = vars(kind(**copy.deepcopy(values)))  # some classes change the lists that they get
    # A class without a size of heads computes it; ministral has the key, and needs a number.
    small = {key: size for key, size in SMALL.items()
             if plain.get(kind.attribute_map.get(key, key)) is not None or (model_type, key) == ("ministral", "head_dim")}
    config = kind(**copy.deepcopy(values), **small)
    try:
        model = AutoModelForCausalLM.from_config(config)
    except ValueError:  # an encoder
        model = AutoModel.from_config(config)
    with traced(model) as trace, torch.no_grad():
        model.eval()(input_ids=torch.ones(1, 4, dtype=torch.long))
    n_layers = config.num_hidden_layers
    types = getattr(config, "layer_types", None)
    # Without a list, all layers have the window of the model, if it has one.
    one = "sliding_attention" if getattr(config, "sliding_window", None) else "full_attention"
    return {"layer_types": types or [one] * n_layers, "rotates": [int(layer in trace.rotating()) for layer in range(n_layers)]}


def main():
    cases = [{"model_type": name, "values": values, **layers(name, values)} for name, values in CASES]
    content = {"id": "layers", "source": "the models' own classes",
               "versions": {"torch": torch.__version__.split("+")[0], "transformers": transformers.__version__}}
    lines = ",\n  ".join(json.dumps(case) for case in cases)
    OUT.write_text(json.dumps(content)[:-1] + ',\n "cases": [\n  ' + lines + "\n ]}\n", encoding="utf-8")
    print(f"{OUT.name}: {len(cases)} cases")


if __name__ == "__main__":
    main()
