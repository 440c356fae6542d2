#!/usr/bin/env python3
"""Write tests/golden/cache.json: what the caches of transformers hold, layer by layer, for texts of two lengths.

    python tools/golden/cache.py [MODEL_TYPE|FILE.json ...]

With model types, or files of assets/models, only their rows are computed again.

A small model of each class reads a text once with `use_cache`, and the shapes of the tensors in its cache are written
down: keys and values as [heads, tokens, components], the keys of an indexer and summaries as [tokens, components], what
waits to be summarized, convolutional and recurrent states as numbers of elements. Published models are built on the meta device, where nothing has values; one that cannot run there
is listed as left out. `defaults` holds the sizes that a class has where a file leaves them out.
"""
import inspect
import json
import logging
import os
import pathlib
import resource
import sys

import torch
import transformers
from huggingface_hub.errors import StrictDataclassError
from layers import LATENT
from models import text_config
from transformers import AutoModel, AutoModelForCausalLM, AutoModelForSeq2SeqLM
from transformers.initialization import no_init_weights
from transformers.integrations.heterogeneity.configuration_utils import AmbiguousGlobalPerLayerAttributeError
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING

logging.disable(logging.CRITICAL)
ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "tests" / "golden" / "cache.json"
LENGTHS = (5, 20)
PUBLISHED_LENGTHS = (7, 9000)

# Sizes of caches; those that a class knows are part of its case.
SIZES = {"hidden_size": 64, "num_hidden_layers": 6, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
         "sliding_window": 8, "attention_chunk_size": 8}
# Sizes of what no cache holds.
SMALL = {"intermediate_size": 32, "vocab_size": 64, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
         "num_experts": 4, "num_local_experts": 4, "n_routed_experts": 4, "num_experts_per_tok": 2, "n_group": 1,
         "topk_group": 1, "num_expert_group": 1, "moe_intermediate_size": 16, "intermediate_size_mlp": 32,
         "hidden_size_per_layer_input": 8, "vocab_size_per_layer_input": 64, "shared_expert_intermediate_size": 16,
         "shared_intermediate_size": 16, "moe_topk": 2, "q_lora_rank": 32, "index_n_heads": 4, "index_topk": 4}
# What some classes cannot do without.
MORE = {"deepseek_v2": {"topk_group": 1, "n_group": 1, "num_experts_per_tok": 2},
        "deepseek_v4": {"o_lora_rank": 16}}
TYPES = ["full_attention", "sliding_attention", "sliding_attention"]
MAMBA = {"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "mamba_n_heads": 8, "mamba_d_head": 16,
         "mamba_n_groups": 2, "mamba_d_state": 12, "mamba_d_conv": 3, "mamba_expand": 2}
DELTA = {"hidden_size": 64, "num_hidden_layers": 8, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
         "linear_num_key_heads": 2, "linear_num_value_heads": 4, "linear_key_head_dim": 8, "linear_value_head_dim": 12,
         "linear_conv_kernel_dim": 3}
HEADS = {"hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4}

PLAIN = (
    "afmoe apertus arcee aria_text biogpt bitnet bloom cohere cohere2 cohere2_moe ctrl cwm diffllama doge "
    "ernie4_5 ernie4_5_moe exaone4 exaone_moe flex_olmo gemma gemma2 gemma3_text glm glm4 glm4_moe gpt2 "
    "gpt_bigcode gpt_neox gpt_neox_japanese gpt_oss granite granite_docling_text granite_swa granitemoe "
    "granitemoe_swa granitemoeshared helium hy_v3 hyperclovax internlm3 iquestcoder jais2 jetmoe llama "
    "llama4_text minimax_m2 ministral3 mistral mixtral mpt nanochat nemotron olmo olmo2 olmo3 olmoe opt "
    "persimmon phi phi3 phimoe qwen2 qwen2_moe qwen3 qwen3_moe qwen3_vl_moe_text qwen3_vl_text seed_oss "
    "smollm3 solar_open stablelm starcoder2 vaultgemma xglm"
).split()

# Classes, and the keys of their files.
CASES = [
    *((name, {}) for name in PLAIN),
    ("falcon", HEADS), ("falcon", {**HEADS, "multi_query": False}),
    ("falcon", {**HEADS, "new_decoder_architecture": True, "num_kv_heads": 2}),
    *((name, {**HEADS, "num_key_value_heads": 2, "rope_parameters": {
        "rope_type": "default", "rope_theta": 1e4, "mrope_section": [2, 3, 3]}})
      for name in ("qwen2_vl_text", "qwen2_5_vl_text", "glm4v_text", "glm_ocr_text")),
    ("hunyuan_v1_dense", {**HEADS, "num_key_value_heads": 2, "head_dim": 24}),
    ("csm", {**HEADS, "num_key_value_heads": 2, "head_dim": 24}),
    ("modernbert-decoder", {**HEADS, "local_attention": 16}),
    ("gptj", {**HEADS, "rotary_dim": 8}), ("codegen", {**HEADS, "rotary_dim": 8}),
    ("gpt_bigcode", {**HEADS, "multi_query": False}),
    ("gpt_neo", {"hidden_size": 64, "num_heads": 4, "num_layers": 4, "attention_types": [[["global", "local"], 2]],
                 "attention_layers": ["global", "local"] * 2, "window_size": 8}),
    ("mpt", {"d_model": 64, "n_heads": 4, "n_layers": 3}),
    ("llama", {**HEADS}), ("llama", {**HEADS, "num_key_value_heads": 1, "head_dim": 24}),
    ("qwen2", {**HEADS, "num_key_value_heads": 2, "use_sliding_window": True, "max_window_layers": 1,
               "sliding_window": 8}),
    ("mistral", {**HEADS, "num_key_value_heads": 2, "sliding_window": None}),
    ("phi3", {**HEADS, "num_key_value_heads": 2, "sliding_window": 8}),
    ("gemma3_text", {**HEADS, "num_key_value_heads": 2, "head_dim": 16, "layer_types": TYPES, "sliding_window": 8}),
    *((name, {**HEADS, "num_key_value_heads": 2, "head_dim": 16, "layer_types": TYPES, "sliding_window": 8})
      for name in ("laguna", "mellum", "muse_glimmer_text")),
    ("mimo_v2_flash", {**HEADS, "num_key_value_heads": 2, "head_dim": 16, "v_head_dim": 12,
                       "swa_num_key_value_heads": 4, "swa_head_dim": 24, "swa_v_head_dim": 20,
                       "layer_types": TYPES, "sliding_window": 8}),
    ("gemma3n_text", {"hidden_size": 64, "num_hidden_layers": 10, "num_attention_heads": 4, "num_key_value_heads": 2,
                      "head_dim": 16, "sliding_window": 8, "num_kv_shared_layers": 4}),
    *((name, {"hidden_size": 64, "num_hidden_layers": 12, "num_attention_heads": 4, "num_key_value_heads": 2,
              "num_global_key_value_heads": 1, "head_dim": 16, "global_head_dim": 32, "sliding_window": 8, **more})
      for name in ("gemma4_text", "gemma4_unified_text")
      for more in ({}, {"num_kv_shared_layers": 6}, {"attention_k_eq_v": True})),
    *((name, LATENT) for name in ("deepseek_v2", "deepseek_v3", "axk1", "glm4_moe_lite", "minicpm3", "mistral4",
                                  "youtu")),
    *((name, {**LATENT, "index_head_dim": 16}) for name in ("deepseek_v32", "glm_moe_dsa")),
    *(("deepseek_v4", {"hidden_size": 64, "num_attention_heads": 4, "head_dim": 32, "index_head_dim": 16, "o_groups": 2,
                       "sliding_window": 8, **more})
      for more in ({"num_hidden_layers": 5}, {"num_hidden_layers": 3, "compress_ratios": [0, 4, 128, 0]},
                   {"num_hidden_layers": 3, "compress_rate_csa": 3, "compress_rate_hca": 6},
                   {"num_hidden_layers": 2, "layer_types": ["compressed_sparse_attention", "heavily_compressed_attention"],
                    "compress_rates": {"compressed_sparse_attention": 2, "heavily_compressed_attention": 7}})),
    ("kimi_linear", {**LATENT, "num_hidden_layers": 8, "linear_attn_config": {
        "head_dim": 8, "num_heads": 3, "short_conv_kernel_size": 3, "full_attn_layers": [4, 8],
        "kda_layers": [1, 2, 3, 5, 6, 7]}}),
    ("mamba", {"hidden_size": 64, "num_hidden_layers": 2, "state_size": 12, "expand": 3, "conv_kernel": 3}),
    ("falcon_mamba", {"hidden_size": 64, "num_hidden_layers": 2, "state_size": 12, "expand": 3, "conv_kernel": 3}),
    ("mamba2", {"hidden_size": 64, "num_hidden_layers": 2, "num_heads": 8, "head_dim": 16, "state_size": 12,
                "expand": 2, "conv_kernel": 3, "n_groups": 2}),
    ("bamba", {**MAMBA, "num_hidden_layers": 4, "attn_layer_indices": [1, 3]}),
    ("falcon_h1", {**MAMBA, "num_hidden_layers": 3, "mamba_d_ssm": 128, "head_dim": 16}),
    ("granitemoehybrid", {**MAMBA, "num_hidden_layers": 4, "layer_types": ["mamba", "attention", "mamba", "mamba"]}),
    ("jamba", {"hidden_size": 64, "num_hidden_layers": 8, "num_attention_heads": 4, "num_key_value_heads": 2,
               "mamba_d_state": 12, "mamba_d_conv": 3, "mamba_expand": 3, "attn_layer_period": 4,
               "attn_layer_offset": 1}),
    ("nemotron_h", {"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
                    "mamba_num_heads": 8, "mamba_head_dim": 10, "ssm_state_size": 12, "n_groups": 2, "conv_kernel": 3,
                    "num_hidden_layers": 6, "hybrid_override_pattern": "M-M*-M"}),
    ("nemotron_h", {"hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16,
                    "mamba_num_heads": 8, "mamba_head_dim": 10, "ssm_state_size": 12, "n_groups": 2, "conv_kernel": 3,
                    "layers_block_type": ["mamba", "mlp", "attention", "moe"]}),
    ("zamba", {"hidden_size": 64, "num_hidden_layers": 8, "num_attention_heads": 4, "num_key_value_heads": 4,
               "mamba_d_state": 12, "mamba_d_conv": 3, "mamba_expand": 3,
               "layers_block_type": ["mamba", "mamba", "hybrid"] + ["mamba"] * 4 + ["hybrid"]}),
    ("zamba2", {"hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4, "mamba_d_state": 12,
                "mamba_d_conv": 3, "mamba_expand": 2, "mamba_ngroups": 2, "n_mamba_heads": 8,
                "layers_block_type": ["mamba", "hybrid", "mamba", "hybrid"]}),
    *((name, DELTA) for name in ("qwen3_next", "qwen3_5_text", "qwen3_5_moe_text", "olmo_hybrid")),
    ("minimax", {**HEADS, "num_hidden_layers": 4, "num_key_value_heads": 2, "head_dim": 24}),
    ("lfm2", {**HEADS, "num_key_value_heads": 2, "conv_L_cache": 4, "full_attn_idxs": [1]}),
    *((name, {**HEADS, "num_key_value_heads": 2, "conv_L_cache": 4, "layer_types": ["conv", "full_attention", "conv"]})
      for name in ("lfm2", "lfm2_moe")),
    *((name, {"d_model": 64, "d_kv": 12, "num_heads": 4, "num_layers": 2, "num_decoder_layers": 3, "d_ff": 32})
      for name in ("t5", "mt5", "umt5", "longt5")),
    *((name, {"d_model": 64, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 2,
              "decoder_attention_heads": 4, "encoder_ffn_dim": 32, "decoder_ffn_dim": 32})
      for name in ("bart", "mbart", "marian", "pegasus", "blenderbot", "blenderbot-small", "mvp", "plbart",
                   "bigbird_pegasus", "m2m_100")),
    *((name, {**HEADS}) for name in ("bert", "roberta", "electra", "xlm-roberta", "camembert", "rembert")),
]

# Keys of sizes of caches that a class may have a default for.
DEFAULTS = ["num_key_value_heads", "head_dim", "kv_lora_rank", "qk_rope_head_dim", "qk_nope_head_dim", "v_head_dim",
            "index_head_dim", "sliding_window", "attention_chunk_size", "num_kv_shared_layers", "global_head_dim",
            "num_global_key_value_heads", "mamba_n_heads", "mamba_d_head", "mamba_n_groups", "mamba_d_state",
            "mamba_d_conv", "mamba_expand", "mamba_d_ssm", "state_size", "expand", "conv_kernel", "n_groups",
            "mamba_num_heads", "mamba_head_dim", "ssm_state_size", "mamba_ngroups", "n_mamba_heads", "num_heads",
            "linear_num_key_heads", "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim",
            "linear_conv_kernel_dim", "linear_head_dim", "linear_num_heads", "conv_L_cache", "attn_layer_period",
            "attn_layer_offset", "swa_num_key_value_heads", "swa_head_dim", "swa_v_head_dim", "d_kv", "window_size"]


def model_of(config):
    """A model of the class of the configuration."""
    if getattr(config, "is_encoder_decoder", False):
        kind = AutoModelForSeq2SeqLM
    elif MODEL_FOR_CAUSAL_LM_MAPPING.get(type(config), None) is not None:
        kind = AutoModelForCausalLM
    else:
        kind = AutoModel
    return kind.from_config(config).eval()


def tensors(value):
    """All tensors in an attribute of a layer of a cache."""
    if torch.is_tensor(value):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [one for one in value if torch.is_tensor(one)] if isinstance(value, (list, tuple)) else []


# What DeepSeek-V4 keeps of tokens that are not summarized yet, or that the next summary needs once more.
WAITING = ("buffer_kv", "buffer_gate", "overlap_kv", "overlap_gate")


def layer(cached):
    """The shapes in a layer of a cache; tensors of names that are not known stop the script."""
    row, values = {}, vars(cached)
    for name, value in values.items():
        if name == "values" and value is values["keys"]:  # a vector is both
            continue
        found = [one for one in tensors(value) if one.dim() > 1]
        if not found:
            continue
        if name in ("keys", "values"):
            row[name] = list(found[0].shape[1:])
        elif name == "compressed_kv":
            row["summaries"] = {key: list(one.shape[1:]) for key, one in value.items() if one is not None}
        elif name in WAITING:
            row["waiting"] = row.get("waiting", 0) + sum(one.numel() for one in found)
        elif name == "indexer_keys":
            row["index"] = list(found[0].shape[1:])
        elif name in ("conv_states", "recurrent_states"):
            row[name.split("_")[0]] = sum(one.numel() for one in found)
        else:
            raise ValueError(f"{type(cached).__name__}.{name}")
    return row


def layers(cache):
    """The rows of all layers; a layer of an encoder-decoder has another for cross attention."""
    if cache is None:
        return []
    if hasattr(cache, "self_attention_cache"):
        both = zip(layers(cache.self_attention_cache), layers(cache.cross_attention_cache), strict=True)
        return [{**own, "cross": cross} for own, cross in both]
    rows = [layer(cached) for cached in cache.layers]
    # MiniMax has its own list of states.
    for place, state in enumerate(getattr(cache, "linear_cache", [])):
        rows.extend({} for _ in range(place + 1 - len(rows)))
        if torch.is_tensor(state):
            rows[place]["recurrent"] = state.numel()
    return rows


def grouped(rows):
    """Each row that differs from the one before, with the number of its layers."""
    groups = []
    for row in rows:
        if groups and groups[-1][1] == row:
            groups[-1][0] += 1
        else:
            groups.append([1, row])
    return groups


def read(model, config, length, device):
    """The layers of the cache after a text of that length."""
    ids = torch.ones(1, length, dtype=torch.long, device=device)
    more = {"decoder_input_ids": ids} if getattr(config, "is_encoder_decoder", False) else {}
    with torch.no_grad():
        out = model(input_ids=ids, use_cache=True, **more)
    cache = getattr(out, "past_key_values", None)
    return grouped(layers(getattr(out, "cache_params", None) if cache is None else cache))


def small(model_type, values):
    """The keys of a case, and those that make its model small."""
    kind = CONFIG_MAPPING[model_type]
    names = set(inspect.signature(kind).parameters) | {value for value in kind.attribute_map}
    case = dict(values) if values else {key: size for key, size in SIZES.items() if key in names}
    plain = kind(**case)
    rest = {key: size for key, size in SMALL.items() if key in names and getattr(plain, key, None) is not None}
    return case, {**rest, **MORE.get(model_type, {})}


def case(model_type, values):
    """A small model at both lengths."""
    values, rest = small(model_type, values)
    config = CONFIG_MAPPING[model_type](**json.loads(json.dumps({**rest, **values})))
    model = model_of(config)
    return {"model_type": model_type, "values": values,
            "lengths": {str(length): read(model, config, length, "cpu") for length in LENGTHS}}


# Keys of files that the class which stands for theirs calls otherwise.
NAMES = {"chatglm": {"num_layers": "num_hidden_layers", "multi_query_group_num": "num_key_value_heads",
                     "kv_channels": "head_dim", "seq_length": "max_position_embeddings"}}


def published(path):
    """A published model on the meta device at both lengths."""
    values = json.loads(path.read_text())
    names = NAMES.get(values["model_type"], {})
    config = text_config({names.get(key, key): value for key, value in values.items()})
    for key in ("vocab_size", "intermediate_size", "pad_token_id"):
        if getattr(config, key, None) is not None and key != "vocab_size":
            setattr(config, key, SMALL[key])
    with torch.device("meta"), no_init_weights():
        model = model_of(config)
    return {"file": path.name, "lengths": {str(length): read(model, config, length, "meta")
                                           for length in PUBLISHED_LENGTHS}}


def apart(function, *arguments):
    """What the function returns in a process with its own memory and time, or why it returns nothing."""
    back, to = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(back)
        torch.set_num_threads(1)
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (40, 40))
        try:
            result = {"result": function(*arguments)}
        except BaseException as error:  # whatever a class may raise
            result = {"error": f"{type(error).__name__}: {str(error).strip().splitlines()[:1]}"}
        with os.fdopen(to, "wb") as out:
            out.write(json.dumps(result).encode())
        os._exit(0)
    os.close(to)
    with os.fdopen(back, "rb") as source:
        text = source.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"error": "out of memory or time"}


def defaults(model_type):
    """The sizes of a class with 24 heads of 16 components, and those of the same class with twice as many heads."""
    kind, found = CONFIG_MAPPING[model_type], {}
    try:
        configs = [kind(num_attention_heads=heads, hidden_size=384) for heads in (24, 48)]
    except StrictDataclassError:  # sizes of Mamba-2 that must fit each other
        configs = [kind(), kind()]
    for key in DEFAULTS:
        try:
            sizes = [getattr(config, key, None) for config in configs]
        except AmbiguousGlobalPerLayerAttributeError:  # Gemma 4 has two
            continue
        if isinstance(sizes[0], (int, float)) and not isinstance(sizes[0], bool):
            found[key] = "n_heads" if sizes == [24, 48] else sizes[0] if sizes[0] == sizes[1] else "derived"
    return found


def write(content, cases, files):
    """Writes the file, a row on each line."""
    lists = {"cases": cases, "published": files}
    body = ",\n".join(f' "{name}": [\n  ' + ",\n  ".join(json.dumps(row) for row in rows) + "\n ]"
                      for name, rows in lists.items())
    OUT.write_text(json.dumps(content)[:-1] + ",\n" + body + "}\n", encoding="utf-8")
    print(f"{OUT.name}: {len(cases)} cases, {len(files)} published models, {len(content['left_out'])} left out")


def rows_of(types):
    """The rows of the cases of these types."""
    cases = []
    for model_type, values in CASES:
        if model_type in types:
            made = apart(case, model_type, values)
            if "error" in made:
                print(model_type, values, made, flush=True)
            else:
                cases.append(made["result"])
    return cases


def rows_of_files(names):
    """The rows of these files, and what is left out."""
    files, left = [], []
    for path in sorted((ROOT / "assets" / "models").glob("*.json")):
        if path.name in names:
            made = apart(published, path)
            if "error" in made:
                left.append({"file": path.name, "why": made["error"]})
            else:
                files.append(made["result"])
    return files, left


def refresh(only):
    """Computes the rows of some types and files again, and leaves all others as they are."""
    old = json.loads(OUT.read_text())
    cases, files = old.pop("cases"), old.pop("published")
    types = {name for name in only if not name.endswith(".json")}
    kept = [row for row in cases if row["model_type"] not in types] + rows_of(types)
    of_type = {name: iter([row for row in kept if row["model_type"] == name]) for name, _ in CASES}
    cases = [row for name, _ in CASES if (row := next(of_type[name], None))]
    for name in types:
        old["defaults"][name] = defaults(name)
    made, left = rows_of_files(set(only))
    files = sorted([row for row in files if row["file"] not in only] + made, key=lambda row: row["file"])
    old["left_out"] = sorted([row for row in old["left_out"] if row["file"] not in only] + left, key=lambda row: row["file"])
    write({**old, "defaults": dict(sorted(old["defaults"].items()))}, cases, files)


def main():
    if sys.argv[1:]:
        return refresh(sys.argv[1:])
    cases = rows_of({name for name, _ in CASES})
    files, left = rows_of_files({path.name for path in (ROOT / "assets" / "models").glob("*.json")})
    content = {"id": "cache", "source": "the models' own classes, and cache_utils",
               "versions": {"torch": torch.__version__.split("+")[0], "transformers": transformers.__version__},
               "defaults": {name: defaults(name) for name in sorted({name for name, _ in CASES})}, "left_out": left}
    return write(content, cases, files)


if __name__ == "__main__":
    main()
