#!/usr/bin/env python3
"""Write small checkpoints whose norms are known: tests/golden/checkpoints and tests/golden/checkpoint.json.

    /tmp/golden-venv/bin/python tools/golden/checkpoint.py

The two rows of each pair are random, and scaled so that their norm together is a chosen number. Rounding to the
file's number format moves that norm a little, so the expected one is computed in f64 from the rounded weights, by
numpy and, in another way, by torch. The files are written by the library `safetensors`.
"""
import json
from pathlib import Path

import numpy as np
import safetensors
import torch
from safetensors.torch import load_file, save_file

OUT = Path(__file__).resolve().parents[2] / "tests" / "golden"
FILES = OUT / "checkpoints"
HIDDEN = 16
N_LAYERS = 2
rng = np.random.default_rng(20241008)


def places(pairing, pair_idx, n_pairs):
    """The two components of a pair."""
    return (pair_idx, n_pairs + pair_idx) if pairing == "half-split" else (2 * pair_idx, 2 * pair_idx + 1)


def rows(n):
    return rng.standard_normal((n, HIDDEN))


def heads(n_heads, head_dim, n_pairs, pairing, first=0, hidden=HIDDEN):
    """Rows of heads whose pairs, from row `first` of each head on, have chosen norms."""
    weight = rng.standard_normal((n_heads, head_dim, hidden))
    for head in range(n_heads):
        for pair_idx in range(n_pairs):
            pair = [first + place for place in places(pairing, pair_idx, n_pairs)]
            wanted = rng.uniform(0.25, 4.0)
            weight[head, pair] *= wanted / np.linalg.norm(weight[head, pair])
    return weight


def expected(weight, n_pairs, pairing, first=0):
    """The norms of pairs, by numpy and by torch. `weight` has shape [n_heads, head_dim, hidden]."""
    by_numpy = [[np.sqrt(sum((np.asarray(head[first + place], dtype=np.float64) ** 2).sum()
                             for place in places(pairing, pair_idx, n_pairs)))
                 for pair_idx in range(n_pairs)] for head in weight]
    part = torch.from_numpy(np.asarray(weight, dtype=np.float64))[:, first:first + 2 * n_pairs]
    if pairing == "half-split":
        part = part.unflatten(1, (2, n_pairs)).transpose(1, 2)
    else:
        part = part.unflatten(1, (n_pairs, 2))
    by_torch = torch.linalg.vector_norm(part, dim=(2, 3)).numpy()
    assert np.allclose(by_numpy, by_torch, rtol=1e-14, atol=0)
    return by_torch.tolist()


def case(name, config, files, find, index=False):
    """Write the files; `find` takes the rounded tensors of a layer and returns the norms of queries and keys."""
    names = []
    for place, tensors in enumerate(files):
        end = f"-{place + 1:05}-of-{len(files):05}" if index else ""
        names.append(f"{name}{end}.safetensors")
        save_file(tensors, FILES / names[-1], metadata={"format": "pt"})
    entry = {"id": name, "config": json.dumps(config), "files": names}
    if index:
        entry["index"] = f"{name}.safetensors.index.json"
        weight_map = {key: file for file, tensors in zip(names, files) for key in tensors}
        (FILES / entry["index"]).write_text(json.dumps({"metadata": {}, "weight_map": weight_map}) + "\n")
    rounded = {}
    for file in names:
        rounded.update({key: tensor.double().numpy() for key, tensor in load_file(FILES / file).items()})
    found = [find(rounded, layer) for layer in range(N_LAYERS)]
    entry["queries"] = [queries for queries, _ in found]
    entry["keys"] = [keys for _, keys in found]
    return entry


def separate(name, dtype, pairing, config, n_heads, n_kv_heads, head_dim, n_pairs, prefix="model.layers", index=False):
    shards = [{}, {}] if index else [{}]
    for layer in range(N_LAYERS):
        at = f"{prefix}.{layer}.self_attn"
        query, key = heads(n_heads, head_dim, n_pairs, pairing), heads(n_kv_heads, head_dim, n_pairs, pairing)
        as_tensor = lambda weight: torch.from_numpy(weight.reshape(-1, HIDDEN)).to(dtype).contiguous()
        # The queries and the keys of the first layer are in different shards.
        shards[min(layer, len(shards) - 1)][f"{at}.q_proj.weight"] = as_tensor(query)
        shards[-1][f"{at}.k_proj.weight"] = as_tensor(key)
        shards[-1][f"{at}.v_proj.weight"] = as_tensor(rng.standard_normal(key.shape))
        shards[0][f"{prefix}.{layer}.input_layernorm.weight"] = torch.ones(HIDDEN, dtype=dtype)

    def find(tensors, layer):
        of = lambda part, n: tensors[f"{prefix}.{layer}.self_attn.{part}.weight"].reshape(n, head_dim, HIDDEN)
        return (expected(of("q_proj", n_heads), n_pairs, pairing), expected(of("k_proj", n_kv_heads), n_pairs, pairing))

    return case(name, config, shards, find, index)


def fused(name, dtype, config, n_heads, n_kv_heads, head_dim, n_pairs, tensor, is_grouped):
    files = {}
    for layer in range(N_LAYERS):
        query = heads(n_heads, head_dim, n_pairs, "half-split")
        key = heads(n_kv_heads, head_dim, n_pairs, "half-split")
        value = rng.standard_normal(key.shape)
        if is_grouped:
            groups = query.reshape(n_kv_heads, -1, head_dim, HIDDEN)
            weight = np.concatenate([groups, key[:, None], value[:, None]], axis=1)
        else:
            weight = np.concatenate([query, key, value])
        files[tensor.format(layer)] = torch.from_numpy(weight.reshape(-1, HIDDEN)).to(dtype).contiguous()

    def find(tensors, layer):
        weight = tensors[tensor.format(layer)]
        if is_grouped:
            weight = weight.reshape(n_kv_heads, -1, head_dim, HIDDEN)
            query, key = weight[:, :-2].reshape(n_heads, head_dim, HIDDEN), weight[:, -2]
        else:
            weight = weight.reshape(-1, head_dim, HIDDEN)
            query, key = weight[:n_heads], weight[n_heads:n_heads + n_kv_heads]
        return expected(query, n_pairs, "half-split"), expected(key, n_pairs, "half-split")

    return case(name, config, [files], find)


def latent():
    """DeepSeek: the last rows of each query head rotate, and one key for all heads."""
    still, rotary, n_heads, rank, pairing = 6, 4, 3, 5, "interleaved"
    files = {}
    for layer in range(N_LAYERS):
        at = f"model.layers.{layer}.self_attn"
        query = heads(n_heads, still + rotary, rotary // 2, pairing, still, 8)
        key = heads(1, rank + rotary, rotary // 2, pairing, rank)
        files[f"{at}.q_b_proj.weight"] = torch.from_numpy(query.reshape(-1, 8)).to(torch.bfloat16).contiguous()
        files[f"{at}.kv_a_proj_with_mqa.weight"] = torch.from_numpy(key[0]).to(torch.bfloat16).contiguous()

    def find(tensors, layer):
        at = f"model.layers.{layer}.self_attn"
        query = tensors[f"{at}.q_b_proj.weight"].reshape(n_heads, -1, 8)
        key = tensors[f"{at}.kv_a_proj_with_mqa.weight"][None]
        return expected(query, rotary // 2, pairing, still), expected(key, rotary // 2, pairing, rank)

    config = {"model_type": "deepseek_v3", "hidden_size": HIDDEN, "num_attention_heads": n_heads,
              "num_hidden_layers": N_LAYERS, "qk_nope_head_dim": still, "qk_rope_head_dim": rotary, "kv_lora_rank": rank}
    return case("latent-bf16", config, [files], find)


def config(model_type, n_heads, n_kv_heads=None, **others):
    written = {"model_type": model_type, "hidden_size": HIDDEN, "num_attention_heads": n_heads,
               "num_hidden_layers": N_LAYERS}
    if n_kv_heads is not None:
        written["num_key_value_heads"] = n_kv_heads
    return written | others


def main():
    FILES.mkdir(exist_ok=True)
    cases = [
        separate("half-split-f32", torch.float32, "half-split", config("llama", 2, 2), 2, 2, 8, 4),
        separate("grouped-f16", torch.float16, "half-split", config("qwen2", 4, 2), 4, 2, 4, 2),
        separate("interleaved-bf16", torch.bfloat16, "interleaved", config("cohere", 2, 1), 2, 1, 8, 4),
        separate("double-f64", torch.float64, "half-split", config("llama", 2, 1), 2, 1, 8, 4),
        separate("odd-part-f32", torch.float32, "half-split",
                 config("stablelm", 2, 2, head_dim=7, partial_rotary_factor=0.6), 2, 2, 7, 2),
        separate("sharded-bf16", torch.bfloat16, "half-split", config("mistral", 2, 1), 2, 1, 8, 4, index=True),
        separate("text-part-f32", torch.float32, "half-split",
                 {"model_type": "llava", "text_config": config("llama", 2, 2)}, 2, 2, 8, 4,
                 prefix="language_model.model.layers"),
        fused("phi3-f16", torch.float16, config("phi3", 4, 2), 4, 2, 4, 2,
              "model.layers.{}.self_attn.qkv_proj.weight", False),
        fused("neox-f32", torch.float32, config("gpt_neox", 2, rotary_pct=0.5), 2, 2, 8, 2,
              "gpt_neox.layers.{}.attention.query_key_value.weight", True),
        fused("falcon-bf16", torch.bfloat16, config("falcon", 4, new_decoder_architecture=True, num_kv_heads=2), 4, 2, 4, 2,
              "transformer.h.{}.self_attention.query_key_value.weight", True),
        latent(),
    ]
    versions = {"numpy": np.__version__, "torch": torch.__version__.split("+")[0], "safetensors": safetensors.__version__}
    text = json.dumps({"id": "checkpoint", "source": "Barbero et al. 2024, figures of Gemma 7B", "versions": versions,
                       "formula": "Frobenius norm of the two rows of each pair", "cases": cases}, indent=1)
    (OUT / "checkpoint.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
