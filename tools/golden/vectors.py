#!/usr/bin/env python3
"""Write what transformers' classes compute, and what common mistakes do to it: tests/golden/vectors.

    /tmp/golden-venv/bin/python tools/golden/vectors.py

Each `right-NAME.npz` holds the f32 results of one model's rotary class and of its `apply_rotary_pos_emb`, for the queries,
keys and positions that a kit (`phasor vectors`) must have. The queries and keys of `right-NAME-bf16` and `-f16` are in
low precision, with cosines and sines as the class returns them then. Each `wrong-NAME.npz` holds numbers with one
mistake, computed here by numpy. index.json names the model, the layers and the mistake of each file.
"""
import importlib
import json
import re
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file

import models

OUT = models.OUT / "vectors"
MODELS = models.OUT.parent.parent / "assets" / "models"
N_HEADS = 2
MASK = (1 << 64) - 1
# The model, the type of its layers, and whether texts are short or long, if that changes the frequencies.
RIGHT = [
    ("llama-2-7b", None, None), ("llama-3.2-1b", None, None), ("qwen2-72b-instruct-yarn", None, None),
    ("deepseek-v3", None, None), ("pythia-160m", None, None), ("glm-4-9b-0414", None, None),
    ("gemma-3-4b-it", "full_attention", None), ("gemma-3-4b-it", "sliding_attention", None),
    ("phi-3.5-mini", None, "short"), ("phi-3.5-mini", None, "long"), ("gemma-4-26b-a4b", "full_attention", None),
    ("gpt-oss-20b", None, None), ("command-r-v01", None, None),
]


def seeded(seed, count):
    """Odd 64ths between -2 and 2, from SplitMix64."""
    state, numbers = seed, []
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        mixed ^= mixed >> 31
        numbers.append((2 * (mixed >> 57) - 127) / 64)
    return np.array(numbers)


def config_of(name):
    return models.text_config(json.loads((MODELS / f"{name}.json").read_text()))


def positions_of(config, layer_type, part):
    """The positions that the documentation of a kit promises."""
    rope = config.rope_parameters[layer_type] if layer_type else config.rope_parameters
    original = rope.get("original_max_position_embeddings") or getattr(config, "original_max_position_embeddings", None)
    lengths = [length for length in (config.max_position_embeddings, original) if length]
    ends = [end for length in lengths for end in (length - 1, length)]
    positions = sorted({0, 1, 255, 256, 257, 131_071, *ends})
    return [position for position in positions if part != "short" or position < original]


def apply_of(config):
    """The function by which the model's code rotates queries and keys of shape [batch, heads, positions, head_dim]."""
    module = importlib.import_module(type(config).__module__.replace("configuration_", "modeling_"))
    if getattr(config, "rope_interleave", False):
        return module.apply_rotary_pos_emb_interleave
    if "gemma4" in module.__name__:
        return lambda q, k, cos, sin: tuple(module.apply_rotary_pos_emb(x, cos, sin) for x in (q, k))
    return module.apply_rotary_pos_emb


def head_dim_of(config, layer_type):
    if getattr(config, "qk_rope_head_dim", None):
        return config.qk_rope_head_dim
    if config.model_type.startswith("gemma4"):
        # Its layers have heads of different sizes, and p-RoPE has a frequency for each pair of a head.
        rotary = models.rotary_class(config)(config)
        return 2 * len(getattr(rotary, f"{layer_type}_inv_freq"))
    return getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads


def run(config, layer_type, positions, query, key, dtype=torch.float32):
    """inv_freq, cos, sin and rotated vectors of the model's own class. Vectors have shape [positions, heads, head_dim]."""
    rotary = models.rotary_class(config)(config)
    ids = torch.tensor([positions])
    cos, sin = rotary(torch.zeros(1, dtype=dtype), ids, *([layer_type] if layer_type else []))
    inv_freq = getattr(rotary, f"{layer_type}_inv_freq" if layer_type else "inv_freq")
    before = [torch.from_numpy(x).to(dtype).permute(1, 0, 2)[None] for x in (query, key)]
    after = [x[0].permute(1, 0, 2).contiguous() for x in apply_of(config)(*before, cos, sin)]
    return {"inv_freq": inv_freq.float().clone(), "cos": cos[0].clone(), "sin": sin[0].clone(),
            "query_rotated": after[0], "key_rotated": after[1]}


def right(name, layer_type, part):
    config = config_of(name)
    positions = positions_of(config, layer_type, part)
    shape = (len(positions), N_HEADS, head_dim_of(config, layer_type))
    query, key = (seeded(seed, int(np.prod(shape))).reshape(shape) for seed in (1, 2))
    label = "-".join(filter(None, (name, layer_type, part)))
    made = {key: value.numpy() for key, value in run(config, layer_type, positions, query, key).items()}
    n_pairs = len(made["inv_freq"])
    interleaved = "command" in name
    for table in ("cos", "sin"):
        # Half of each doubled row, of which a test checks that it is doubled in the expected way.
        single = made[table][:, ::2] if interleaved else made[table][:, :n_pairs]
        doubled = np.repeat(single, 2, -1) if interleaved else np.concatenate([single, single], -1)
        assert made[table].shape == single.shape or np.array_equal(made[table], doubled), name
        made[table] = single
    # One head of each, to keep the files small.
    kept = {**made, "query_rotated": made["query_rotated"][:, :1], "query": query[:, :1].astype(np.float32)}
    del kept["key_rotated"]
    np.savez_compressed(OUT / f"right-{label}.npz", positions=np.array(positions), **kept)
    few = [1, 257, positions[-1]]
    for short, dtype in (("bf16", torch.bfloat16), ("f16", torch.float16)):
        narrow = run(config, layer_type, few, query[:len(few)], key[:len(few)], dtype)
        del narrow["inv_freq"], narrow["key_rotated"]
        narrow["query_rotated"] = narrow["query_rotated"][:, :1].contiguous()
        narrow["query"] = torch.from_numpy(query[:len(few), :1].copy()).to(dtype)
        narrow["positions"] = torch.tensor(few)
        save_file(narrow, OUT / f"right-{label}-{short}.safetensors")
    return {"file": label, "config": f"{name}.json", "layer_type": layer_type, "part": part,
            "sum_of_keys": float(np.abs(made["key_rotated"]).sum(dtype=np.float64))}


NEAR = [0, 1, 2, 3, 7, 64, 255, 256, 257, 1000, 4095, 8191]


def progression(base, dim, n_pairs=None):
    n_pairs = n_pairs or dim // 2
    return base ** (-2.0 * np.arange(n_pairs) / dim)


def rotated(x, angles, interleaved=False, factor=1.0, lanes=None):
    """Vectors [positions, heads, head_dim] rotated by angles [positions, pairs]."""
    n_pairs = angles.shape[1]
    first = np.arange(n_pairs) * (2 if interleaved else 1)
    second = first + 1 if interleaved else first + (lanes or n_pairs)
    cos, sin = (factor * f(angles)[:, None] for f in (np.cos, np.sin))
    out = x.copy()
    out[..., first] = x[..., first] * cos - x[..., second] * sin
    out[..., second] = x[..., second] * cos + x[..., first] * sin
    return out


def mixed(x, angles, interleaved):
    """Vectors rotated in one layout by a table of doubled cosines and sines in the order of the other."""
    if interleaved:
        doubled = np.concatenate([angles, angles], -1)
        turned = np.stack([-x[..., 1::2], x[..., ::2]], -1).reshape(x.shape)
    else:
        doubled = np.repeat(angles, 2, -1)
        half = x.shape[-1] // 2
        turned = np.concatenate([-x[..., half:], x[..., :half]], -1)
    return x * np.cos(doubled)[:, None] + turned * np.sin(doubled)[:, None]


def llama3(inv_freq, factor, low, high, length):
    turns = length * inv_freq / (2 * np.pi)
    share = np.clip((turns - low) / (high - low), 0, 1)
    return inv_freq / factor * (1 - share) + inv_freq * share


def bf16(x):
    return torch.from_numpy(np.asarray(x, dtype=np.float64)).to(torch.bfloat16).double().numpy()


def f16(x):
    return np.asarray(x, dtype=np.float16).astype(np.float64)


def yarn(base, dim, factor, length, fast=32, slow=1):
    inv_freq = progression(base, dim)
    at = [dim * np.log(length / (turns * 2 * np.pi)) / (2 * np.log(base)) for turns in (fast, slow)]
    low, high = max(np.floor(at[0]), 0), min(np.ceil(at[1]), dim - 1)
    share = np.clip((np.arange(dim // 2) - low) / (high - low), 0, 1)
    return inv_freq / factor * share + inv_freq * (1 - share)


POSITIONS = np.array(NEAR)


def outer(inv_freq, shift=0.0):
    return np.outer(POSITIONS + shift, inv_freq)


def q(head_dim, angles, **how):
    shape = (len(POSITIONS), 1, head_dim)
    before = seeded(7, int(np.prod(shape))).reshape(shape)
    return {"q": before, "q_embed": rotated(before, angles, **how)}


def mixed_q(head_dim, angles, interleaved):
    before = q(head_dim, angles)["q"]
    return {"q": before, "q_embed": mixed(before, angles, interleaved)}


def table(angles, factor=1.0):
    return {"cos": factor * np.cos(angles), "sin": factor * np.sin(angles)}


def wrong_rules():
    """Mistakes of the base and of the scaling rule."""
    rescaled = llama3(progression(1e4, 64), 32, 1, 4, 8192)
    return [
        ("base-lost", "llama-3.2-1b", None, "base", {"inv_freq": rescaled, **table(outer(rescaled))}),
        ("base-and-rule-lost", "llama-3.2-1b", None, "base", q(64, outer(progression(1e4, 64)))),
        ("parameters-lost", "qwen3.5-27b", None, "base", q(256, outer(progression(1e4, 256)))),
        ("rule-dropped", "llama-3.2-1b", None, "no-rule", q(64, outer(progression(5e5, 64)))),
        ("rule-length", "llama-3.2-1b", None, "original-length",
         table(outer(llama3(progression(5e5, 64), 32, 1, 4, 32 * 8192)))),
    ]


def wrong_layouts(plain):
    """Mistakes of the pairs: which components they have, and over how many their frequencies run."""
    pythia = progression(1e4, 16)
    glm = progression(1e4, 64)
    gemma = progression(1e6, 512)[:64]
    command = progression(8e6, 128)
    both = np.zeros(256)
    both[:64] = progression(1e6, 128)
    return [
        ("interleaved", "llama-2-7b", None, "pairing", {**q(128, outer(plain), interleaved=True), "inv_freq": plain}),
        ("half-split", "glm-4-9b-0414", None, "pairing", q(128, outer(glm))),
        ("tables-interleaved", "llama-2-7b", None, "table-order", mixed_q(128, outer(plain), False)),
        ("rotation-interleaved", "llama-2-7b", None, "rotation-order", mixed_q(128, outer(plain), True)),
        ("tables-half-split", "command-r-v01", None, "table-order", mixed_q(128, outer(command), True)),
        ("rotation-half-split", "command-r-v01", None, "rotation-order", mixed_q(128, outer(command), False)),
        ("exponent-over-head", "pythia-160m", None, "exponent-over-head",
         {"inv_freq": progression(1e4, 64, 8), **q(64, outer(progression(1e4, 64, 8)))}),
        ("exponent-halved", "llama-2-7b", None, "halved-exponent", table(outer(progression(1e4, 256, 64)))),
        ("whole-head", "pythia-160m", None, "whole-head", q(64, outer(progression(1e4, 64)))),
        ("lanes-spread", "pythia-160m", None, "spread-lanes", q(64, outer(pythia), lanes=32)),
        ("lanes-packed", "gemma-4-26b-a4b", "full_attention", "packed-lanes", q(512, outer(gemma))),
        ("progression-in-part", "gemma-4-26b-a4b", "full_attention", "plain-partial", q(512, outer(both))),
    ]


def wrong_factors():
    """Mistakes of the attention factor."""
    mscale = 0.1 * np.log(40) + 1
    deepseek = yarn(1e4, 64, 40, 4096)
    qwen = yarn(1e6, 128, 4, 32768)
    qwen_factor = 0.1 * np.log(4) + 1
    return [
        ("mscale-on-table", "deepseek-v3", None, "mscale-on-table", q(64, outer(deepseek), interleaved=True,
                                                                      factor=mscale)),
        ("factor-dropped", "qwen2-72b-instruct-yarn", None, "no-factor", table(outer(qwen))),
        ("factor-twice", "qwen2-72b-instruct-yarn", None, "factor-twice", q(128, outer(qwen), factor=qwen_factor ** 2)),
    ]


def wrong_angles(plain):
    """Mistakes of the angles: rounded, of another position, in another direction."""
    return [
        ("angles-bf16", "llama-2-7b", None, "low-precision",
         table(bf16(bf16(POSITIONS)[:, None] * bf16(plain)))),
        ("frequencies-bf16", "llama-2-7b", None, "low-precision", q(128, outer(bf16(plain)))),
        ("frequencies-f16", "llama-2-7b", None, "low-precision", table(outer(f16(plain)))),
        ("offset", "llama-2-7b", None, "position-offset", table(outer(plain, 1.0))),
        ("backwards", "llama-2-7b", None, "direction", q(128, -outer(plain))),
        ("not-rotated", "llama-2-7b", None, "direction", q(128, 0 * outer(plain))),
    ]


def wrong_layers():
    """Numbers of another length or of other layers, and two mistakes at once."""
    phi = json.loads((MODELS / "phi-3.5-mini.json").read_text())["rope_scaling"]
    phi_factor = np.sqrt(1 + np.log(32) / np.log(4096))
    short = progression(1e4, 96) / np.array(phi["short_factor"])
    return [
        ("short-for-long", "phi-3.5-mini", None, "other-length", {"position_ids": np.append(POSITIONS, 131_071),
         **table(np.outer(np.append(POSITIONS, 131_071), short), phi_factor)}),
        ("factor-inverted", "gemma-3-4b-it", "full_attention", "inverted-factor", table(outer(8 * progression(1e6, 256)))),
        ("other-base", "gemma-3-4b-it", "sliding_attention", "other-layers", {"inv_freq": progression(1e6, 256) / 8}),
        ("two", "llama-3.2-1b", None, "base and pairing",
         q(64, outer(llama3(progression(1e4, 64), 32, 1, 4, 8192)), interleaved=True)),
    ]


def wrong():
    """The seeded mistakes: name of the file, model, layers, name of the mistake, arrays."""
    plain = progression(1e4, 128)
    return [*wrong_rules(), *wrong_layouts(plain), *wrong_factors(), *wrong_angles(plain), *wrong_layers()]


def main():
    OUT.mkdir(exist_ok=True)
    for old in OUT.iterdir():
        old.unlink()
    rights = [right(*case) for case in RIGHT]
    wrongs = []
    for name, model, layer_type, mistake, arrays in wrong():
        arrays = {"position_ids": np.array(NEAR), **arrays}
        # Angles are made in f64, and only results rounded, so that nothing but the mistake is wrong.
        narrow = {key: value if value.dtype.kind == "i" else value.astype(np.float32) for key, value in arrays.items()}
        save = np.savez if name == "offset" else np.savez_compressed
        save(OUT / f"wrong-{name}.npz", **narrow)
        wrongs.append({"file": name, "config": f"{model}.json", "layer_type": layer_type, "mistake": mistake})
    index = json.dumps({"versions": models.VERSIONS, "right": rights, "wrong": wrongs}, indent=1)
    (OUT / "index.json").write_text(re.sub(r"\[[-+\d.e,\s]*\]", lambda x: "".join(x[0].split()), index) + "\n")
    print(f"{len(rights)} right, {len(wrongs)} wrong, {sum(path.stat().st_size for path in OUT.iterdir())} bytes")


if __name__ == "__main__":
    main()
