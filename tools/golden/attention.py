"""attention.json: one head under every scheme, in f64; schemes.py writes it.

The code of each model computes the scores: transformers if it has the model, the code of Dai et al.
for Transformer-XL. torch computes softmax and output.
"""
from types import SimpleNamespace

import numpy as np
import torch
from formulas import EPS, bound_at, check, numpy_encoding, numpy_inv_freq
from models import all_f64
from transformers import LlamaConfig, T5Config
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding, apply_rotary_pos_emb
from transformers.models.t5.modeling_t5 import T5Attention
from transformers.models.xlnet.modeling_xlnet import XLNetModel, XLNetRelativeAttention

BASE, LENGTH, DIM, HEAD_DIM, VALUE_DIM = 10_000, 5, 6, 4, 3
WHY = "2^-53 of the sum of sizes a term, 6e-16 of the position an angle, carried to the output; twice, for both sides"


def seeded(seed, *shape):
    """Random numbers with three decimals."""
    return np.random.default_rng(seed).standard_normal(shape).round(3)


# --- Transformer-XL -----------------------------------------------------------------------------

def original_xl(queries, keys, weight, u, v, base):
    """RelPartialLearnableMultiHeadAttn of Dai et al. in numpy: AC and, for keys up to the query, BD."""
    n_queries, n_keys, dim = len(queries), len(keys), weight.shape[1]
    angles = np.outer(np.arange(n_keys - 1, -1, -1.0), numpy_inv_freq(base, dim))
    r_head_k = np.concatenate([np.sin(angles), np.cos(angles)], axis=-1) @ weight.T
    ac = (queries + u) @ keys.T
    bd = (queries + v) @ r_head_k.T
    padded = np.concatenate([np.zeros((n_queries, 1)), bd], axis=1).reshape(n_keys + 1, n_queries)
    return ac, padded[1:].reshape(n_queries, n_keys)


def xlnet_bd(queries, weight, n_keys):
    """The position part by XLNet, which also has encodings of later keys."""
    settings = SimpleNamespace(d_model=weight.shape[1], attn_type="bi", bi_data=False, clamp_len=-1,
                               positional_embedding=XLNetModel.positional_embedding)
    with all_f64():
        codes = XLNetModel.relative_positional_encoding(settings, len(queries), n_keys)[:, 0]
    bd = torch.tensor(queries) @ (codes @ torch.tensor(weight).T).T
    return XLNetRelativeAttention.rel_shift_bnij(bd[None, None], klen=n_keys)[0, 0].numpy()


def xl_scores(queries, keys, weight, u, v, base=BASE):
    """AC and BD before scaling; both implementations must agree where the original is defined."""
    ac, causal = original_xl(queries, keys, weight, u, v, base)
    bd = xlnet_bd(queries + v, weight, len(keys))
    seen = np.tril(np.ones_like(bd), len(keys) - len(queries))
    sizes = np.abs(queries + v).sum(1).max() * np.abs(weight).sum(1).max()
    check(bd * seen, causal * seen, sizes * 2 * (6e-16 * len(keys) + 1e-15), "Transformer-XL against XLNet")
    return ac, bd


# --- one head -----------------------------------------------------------------------------------

def random_head(seed, dim=DIM):
    """Tokens and projections, each of shape [out, in], small enough for weights far from 0 and 1."""
    shapes = {"query": HEAD_DIM, "key": HEAD_DIM, "value": VALUE_DIM}
    projections = {name: (seeded(seed + i, rows, dim) * 0.4).round(3)
                   for i, (name, rows) in enumerate(shapes.items(), 1)}
    return {"tokens": seeded(seed, LENGTH, DIM)} | projections


def project(head, inputs=None):
    """Queries, keys and values."""
    inputs = head["tokens"] if inputs is None else inputs
    return [torch.tensor(inputs) @ torch.tensor(head[name]).T for name in ("query", "key", "value")]


def finish(scores, values, causal, extra=None):
    """Mask, softmax and output; extra holds Shaw's relative values, one for each query and key."""
    if causal:
        scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -torch.inf)
    weights = scores.softmax(-1)
    output = weights @ values
    if extra is not None:
        output = output + torch.einsum("ij,ijd->id", weights, extra)
    return scores, weights, output


def bounds(head, inputs, scale, code_error=0.0, turn_error=0.0, extra=0.0, extra_value=0.0):
    """The largest differences of scores, weights and output between two f64 computations.

    code_error is the error of a component of the inputs, turn_error the error of a rotated query or
    key over its size. extra and extra_value are the sizes of the terms added to scores and values.
    """
    unit, terms = EPS / 2, inputs.shape[1]
    sizes = [np.abs(inputs) @ np.abs(head[name]).T for name in ("query", "key", "value")]
    errors = [size * (terms * unit + turn_error) + np.abs(head[name]).sum(1) * code_error
              for size, name in zip(sizes, ("query", "key", "value"))]
    products = errors[0] @ sizes[1].T + sizes[0] @ errors[1].T + (HEAD_DIM + 3) * unit * sizes[0] @ sizes[1].T
    score = scale * float(products.max() + extra * ((terms + 2 * HEAD_DIM) * unit + 6e-16 * LENGTH + 1e-15))
    weight = 2 * score + (LENGTH + 4) * unit
    output = float(sizes[2].max() + extra_value) * (weight + (LENGTH + 2) * unit) + float(errors[2].max())
    return {name: float(f"{2 * bound:.3g}") for name, bound in
            (("scores_abs", score), ("weights_abs", weight), ("output_abs", output))}


def case(params, head, results, tolerance, **more):
    """One case; a masked score is null."""
    scores, weights, output = results
    hidden = [[None if s == -torch.inf else s for s in row] for row in scores.tolist()]
    plain = {name: np.asarray(value).tolist() for name, value in (head | more).items()}
    return {"params": params, "input": plain,
            "expected": {"scores": hidden, "weights": weights.tolist(), "output": output.tolist()},
            "tolerance": tolerance, "why_tolerance": WHY}


def nope_case(causal):
    """No position; torch's own attention has the same output."""
    head = random_head(100)
    q, k, v = project(head)
    results = finish(q @ k.T * HEAD_DIM ** -0.5, v, causal)
    fused = torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)
    tolerance = bounds(head, head["tokens"], HEAD_DIM ** -0.5)
    check(fused[0], results[2], tolerance["output_abs"], "torch's attention")
    return case({"scheme": "nope", "causal": causal}, head, results, tolerance)


def sinusoidal_case(join, first_position):
    """The encoding of each position, added to the token or appended to it."""
    code_dim = DIM if join == "sum" else 4
    codes = np.array([numpy_encoding(first_position + i, BASE, code_dim) for i in range(LENGTH)])
    head = random_head(110, DIM if join == "sum" else DIM + code_dim)
    inputs = head["tokens"] + codes if join == "sum" else np.concatenate([head["tokens"], codes], axis=1)
    q, k, v = project(head, inputs)
    results = finish(q @ k.T * HEAD_DIM ** -0.5, v, False)
    params = {"scheme": "sinusoidal", "join": join, "causal": False, "base": BASE, "code_dim": code_dim,
              "first_position": first_position}
    return case(params, head, results,
                bounds(head, inputs, HEAD_DIM ** -0.5, code_error=bound_at(first_position + LENGTH)))


def rope_case(first_position, causal):
    """Llama's rotary embedding of transformers, half-split."""
    head = random_head(120)
    q, k, v = project(head)
    config = LlamaConfig(hidden_size=HEAD_DIM, num_attention_heads=1, head_dim=HEAD_DIM,
                         rope_parameters={"rope_type": "default", "rope_theta": float(BASE)})
    with all_f64():
        cos, sin = LlamaRotaryEmbedding(config)(v, first_position + torch.arange(LENGTH)[None])
    q, k = (x[0, 0] for x in apply_rotary_pos_emb(q[None, None], k[None, None], cos, sin))
    results = finish(q @ k.T * HEAD_DIM ** -0.5, v, causal)
    params = {"scheme": "rope", "causal": causal, "base": BASE, "first_position": first_position}
    turn_error = bound_at(first_position + LENGTH, scale=1.42)
    return case(params, head, results, bounds(head, head["tokens"], HEAD_DIM ** -0.5, turn_error=turn_error))


def alibi_case(n_heads, head_idx, head):
    """BLOOM adds slope times the key's position, which gives the same softmax as the distance."""
    q, k, v = project(head)
    with all_f64():
        bloom = build_alibi_tensor(torch.ones(1, LENGTH, dtype=torch.int64), n_heads, torch.float64)[head_idx]
    slope = bloom[0, 1]
    plain = q @ k.T * HEAD_DIM ** -0.5
    _, by_bloom, _ = finish(plain + bloom, v, True)
    distance = torch.arange(LENGTH)[:, None] - torch.arange(LENGTH)
    results = finish(plain - slope * distance, v, True)
    tolerance = bounds(head, head["tokens"], HEAD_DIM ** -0.5, extra=2 * float(slope) * LENGTH / HEAD_DIM ** -0.5)
    check(by_bloom, results[1], tolerance["weights_abs"], "ALiBi against BLOOM")
    return case({"scheme": "alibi", "causal": True, "n_heads": n_heads, "head": head_idx}, head, results, tolerance)


def t5_case(causal, n_buckets, max_distance, n_heads, head_idx):
    """T5Attention.compute_bias of transformers; T5 does not divide by the square root."""
    head, learned = random_head(140), seeded(145, n_buckets, n_heads)
    config = T5Config(d_model=4, d_kv=2, num_heads=n_heads, is_decoder=causal,
                      relative_attention_num_buckets=n_buckets, relative_attention_max_distance=max_distance)
    with all_f64(), torch.no_grad():
        module = T5Attention(config, has_relative_attention_bias=True, layer_idx=0).double()
        module.relative_attention_bias.weight.copy_(torch.tensor(learned))
        bias = module.compute_bias(LENGTH, LENGTH)[0, head_idx]
    q, k, v = project(head)
    results = finish(q @ k.T + bias, v, causal)
    params = {"scheme": "t5", "causal": causal, "n_buckets": n_buckets, "max_distance": max_distance,
              "head": head_idx, "scale": 1.0}
    return case(params, head, results, bounds(head, head["tokens"], 1, extra=np.abs(learned).max()), learned=learned)


def shaw_case(clip, causal):
    """Relative keys in the score, equation 4, and relative values in the output, equation 3."""
    head = random_head(150)
    tables = {"relative_keys": seeded(155, 2 * clip + 1, HEAD_DIM),
              "relative_values": seeded(156, 2 * clip + 1, HEAD_DIM)}
    head["value"] = (seeded(153, HEAD_DIM, DIM) * 0.4).round(3)
    rows = (torch.arange(LENGTH) - torch.arange(LENGTH)[:, None]).clamp(-clip, clip) + clip
    keys, values = (torch.tensor(table)[rows] for table in tables.values())
    q, k, v = project(head)
    scores = (q @ k.T + torch.einsum("id,ijd->ij", q, keys)) * HEAD_DIM ** -0.5
    results = finish(scores, v, causal, values)
    table_size = HEAD_DIM * float(q.abs().max()) * np.abs(tables["relative_keys"]).max()
    tolerance = bounds(head, head["tokens"], HEAD_DIM ** -0.5, extra=table_size,
                       extra_value=np.abs(tables["relative_values"]).max())
    return case({"scheme": "shaw", "causal": causal, "clip": clip}, head, results, tolerance, **tables)


def xl_case(causal):
    """The original code's scores; XLNet's attention core has the same output."""
    head, projection = random_head(160), seeded(165, HEAD_DIM, DIM)
    u, v = seeded(166, HEAD_DIM), seeded(167, HEAD_DIM)
    queries, keys, values = project(head)
    ac, bd = xl_scores(queries.numpy(), keys.numpy(), projection, u, v)
    results = finish(torch.tensor(ac + bd) * HEAD_DIM ** -0.5, values, causal)
    sizes = np.abs(projection).sum(1).max() * (np.abs(queries.numpy()) + np.abs(v)).sum(1).max()
    sizes += (np.abs(u) * np.abs(keys.numpy())).sum(1).max()
    tolerance = bounds(head, head["tokens"], HEAD_DIM ** -0.5, extra=sizes)
    return case({"scheme": "transformer_xl", "causal": causal, "base": BASE}, head, results, tolerance,
                projection=projection, u=u, v=v)


def attention():
    """torch and transformers 5.23.0 in f64, one head of 5 tokens"""
    silent = random_head(130)
    silent["query"] = np.zeros_like(silent["query"])
    bias_alone = alibi_case(8, 0, silent)
    known = [0.10153632, 0.16740510, 0.27600434, 0.45505423]
    check(bias_alone["expected"]["weights"][3][:4], known, 5.1e-9, "softmax of the bias alone")
    cases = [nope_case(False), nope_case(True), sinusoidal_case("sum", 100), sinusoidal_case("concatenate", 3),
             rope_case(0, False), rope_case(100, True), bias_alone, alibi_case(12, 9, random_head(130)),
             t5_case(True, 8, 20, 3, 1), t5_case(False, 8, 5, 3, 2), shaw_case(2, False), shaw_case(4, True),
             xl_case(False), xl_case(True)]
    return ("scores = (q . k + terms) * scale + bias, scale = 1 / sqrt(head_dim) unless given; null where "
            "masked; weights = softmax(scores); output = weights times values", cases)
