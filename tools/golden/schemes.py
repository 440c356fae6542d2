#!/usr/bin/env python3
"""Write the files of the schemes: absolute, relative, rotary, attention, rounding, analysis.

    python3 -m venv /tmp/golden-venv
    /tmp/golden-venv/bin/pip install -r tools/golden/requirements.txt
    /tmp/golden-venv/bin/python tools/golden/schemes.py

If transformers has a scheme, its own functions compute the expected numbers, with every f32 replaced
by f64. Otherwise the formula does, in exact or 50-digit arithmetic. A second computation that shares
nothing with the first checks each number, and the script stops if they disagree. This module has the
absolute and the relative schemes; the others are in the modules beside it.
"""
import math
from fractions import Fraction
from types import SimpleNamespace

import mpmath
import numpy as np
import torch
from analysis import analysis, rounding
from attention import attention, seeded, xl_scores
from formulas import (EPS, FAR, OUT, VERSIONS, bound_at, check, f64, numpy_encoding, numpy_inv_freq,
                      true_angles, write)
from models import VERSIONS as MODEL_VERSIONS
from models import all_f64
from mpmath import mpf
from rotary import rotary
from transformers import BertConfig, GPT2Config
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.t5.modeling_t5 import T5Attention
from transformers.models.wav2vec2_bert.modeling_wav2vec2_bert import _apply_relative_key_position_encoding

EXACT = "whole numbers, or one division that both round correctly"
# Relative positions at which transformers misses the exact bucket, because it rounds the logarithm: the
# distance is a whole power, which in exact arithmetic is the first of its bucket. A search over 2,672
# pairs of sizes (buckets 4 to 128, distances up to 2,048) found these two pairs and no other.
T5_KNOWN = {(20, 320, False): {"f32": [], "f64": [-160, -40, -20]}, (48, 81, False): {"f32": [-54], "f64": []}}
HEADS = [*range(1, 21), 24, 25, 32, 40, 48, 56, 64, 71, 112]


# --- absolute -----------------------------------------------------------------------------------

def counting_cases():
    """The position, and the position over the last one; Fraction divides once, linspace checks."""
    positions = [0, 1, 7, 250, 12.5, 131_071, 2 ** 53]
    cases = [{"params": {"kind": "integer", "dim": 3}, "input": {"positions": positions},
              "expected": {"codes": np.repeat(positions, 3).reshape(-1, 3).tolist()},
              "tolerance": {"abs": 0}, "why_tolerance": EXACT}]
    for seq_len in (1, 2, 5, 10, 50, 1000, 131_072):
        positions = sorted({0, 1, 2, 2.5, seq_len // 3, seq_len - 1, 2 * seq_len})
        codes = [float(Fraction(position) / max(seq_len - 1, 1)) for position in positions]
        if seq_len > 1:
            inside = [(p, code) for p, code in zip(positions, codes) if p < seq_len and p == int(p)]
            line = np.linspace(0, 1, seq_len)
            check([code for _, code in inside], [line[int(p)] for p, _ in inside], EPS, "normalised")
        cases.append({"params": {"kind": "length_normalised", "seq_len": seq_len, "dim": 2},
                      "input": {"positions": positions},
                      "expected": {"codes": [[code, code] for code in codes]},
                      "tolerance": {"abs": 0}, "why_tolerance": EXACT})
    return cases


def stretched(value, bits, dim):
    """Component j holds the digit whose share of the vector j lies in."""
    digits = [value >> bit & 1 for bit in range(bits - 1, -1, -1)]
    starts = [math.ceil(Fraction(digit * dim, bits)) for digit in range(bits + 1)]
    return np.concatenate([np.full(end - start, digit)
                           for digit, start, end in zip(digits, starts, starts[1:])])


def binary_case(bits, dim):
    """Stretched digits; np.repeat checks them if every digit fills the same number of components."""
    values = sorted({0, 1, 5, 252, 300, 2 ** bits - 1})
    codes = [stretched(value, bits, dim) for value in values]
    for value, code in zip(values, codes):
        if dim % bits == 0:
            digits = [float(c) for c in np.binary_repr(value, 64)[-bits:]]
            check(np.repeat(digits, dim // bits), code, 0, f"binary {bits} {dim} {value}")
    return {"params": {"kind": "binary_stretched", "bits": bits, "dim": dim},
            "input": {"positions": values}, "expected": {"codes": np.array(codes).tolist()},
            "tolerance": {"abs": 0}, "why_tolerance": EXACT}


def part_case(base, dim):
    """Sines alone and cosines alone: halves of the concatenated encoding of tensor2tensor."""
    positions = [0, 1, 3, 12.5, 1000, 131_071, FAR]
    rows = [[f64(map(turn, true_angles(p, base, dim))) for turn in (mpmath.sin, mpmath.cos)]
            for p in positions]
    for position, row in zip(positions, rows):
        angles = position * numpy_inv_freq(base, dim)
        check([np.sin(angles), np.cos(angles)], row, bound_at(position), f"parts {base} {dim} {position}")
    return {"params": {"kind": "sinusoidal_part", "base": base, "dim": dim},
            "input": {"positions": positions},
            "expected": {"sines_only": [row[0] for row in rows], "cosines_only": [row[1] for row in rows]},
            "tolerance": {"abs": [bound_at(p) for p in positions]},
            "why_tolerance": "per position: f64 angle error 6e-16 |position|, plus 1e-15 for sin and cos"}


def shift_case(base, dim, offset):
    """The matrix that shifts an encoding by an offset, entry by entry, and shifted encodings."""
    positions, angles = [0, 2, 17, 100.5], true_angles(offset, base, dim)
    blocks = [[[mpmath.cos(a), mpmath.sin(a)], [-mpmath.sin(a), mpmath.cos(a)]] for a in angles]
    blocks = np.array([f64(row) for block in blocks for row in block]).reshape(-1, 2, 2)
    wide = np.zeros((dim, dim))
    for pair_idx, block in enumerate(blocks):
        wide[2 * pair_idx:2 * pair_idx + 2, 2 * pair_idx:2 * pair_idx + 2] = block
    apart = np.r_[0:dim:2, 1:dim:2]  # interleaved components in concatenated order
    for position in positions:
        check(wide @ numpy_encoding(position, base, dim), numpy_encoding(position + offset, base, dim),
              bound_at(position, offset, position + offset, scale=1.5), f"shift {base} {dim} {offset}")
    moved = [f64(turn(a) for a in true_angles(p + mpf(offset), base, dim) for turn in (mpmath.sin, mpmath.cos))
             for p in positions]
    return {"params": {"kind": "shift", "base": base, "dim": dim},
            "input": {"offset": offset, "positions": positions},
            "expected": {"pairs": blocks.tolist(), "interleaved": wide.tolist(),
                         "concatenated": wide[apart][:, apart].tolist(), "moved_interleaved": moved},
            "tolerance": {"matrix_abs": bound_at(offset),
                          "moved_abs": [bound_at(p, offset, scale=1.5) for p in positions]},
            "why_tolerance": "matrix: f64 angle error 6e-16 |offset| + 1e-15. moved: a sine and a cosine times "
                             "a pair of length 1, so at most 1.42 times the errors of both angles"}


def learned_cases():
    """Rows that torch's embedding looks up; the sizes come from transformers' configurations."""
    table = seeded(3, 5, 4)
    positions = [0, 3, 4]
    rows = torch.nn.functional.embedding(torch.tensor(positions), torch.tensor(table))
    sizes = {"gpt2": (GPT2Config().n_positions, GPT2Config().n_embd),
             "bert": (BertConfig().max_position_embeddings, BertConfig().hidden_size)}
    counts = {name: torch.nn.Embedding(*size).weight.numel() for name, size in sizes.items()}
    check(list(counts.values()), [786_432, 393_216], 0, "parameters")
    cases = [{"params": {"kind": "learned"}, "input": {"table": table.tolist(), "positions": positions},
              "expected": {"codes": rows.tolist(), "first_refused": 5},
              "tolerance": {"abs": 0}, "why_tolerance": "a look-up"}]
    return cases + [{"params": {"kind": "learned_size", "model": name},
                     "input": {"n_positions": sizes[name][0], "dim": sizes[name][1]},
                     "expected": {"parameter_count": counts[name]},
                     "tolerance": 0, "why_tolerance": "whole numbers"} for name in sizes]


def absolute():
    """Vaswani et al. 2017, section 3.5; torch.nn.Embedding and configurations of transformers"""
    cases = counting_cases()
    cases += [binary_case(*size) for size in ((8, 8), (8, 16), (8, 11), (3, 7), (9, 32), (1, 2), (20, 64))]
    cases += [part_case(10_000, 8), part_case(500_000, 16)]
    cases += [shift_case(10_000, 6, 5), shift_case(10_000, 6, -12.5), shift_case(500_000, 4, 1000)]
    return ("integer p; p / (seq_len - 1), by 1 for a single token; component j holds digit floor(j bits / dim), "
            "most significant first; code(p + k) = M code(p) with blocks (cos, sin; -sin, cos) of k inv_freq",
            cases + learned_cases())


# --- relative -----------------------------------------------------------------------------------

def paper_slopes(n_heads, two=2.0, log2=math.log2, floor=math.floor):
    """get_slopes of the code of Press et al., written out."""
    def power_of_two(n):
        start = two ** (-two ** -(log2(n) - 3))
        return [start * start ** i for i in range(n)]

    if log2(n_heads) == floor(log2(n_heads)):
        return power_of_two(n_heads)
    closest = 2 ** floor(log2(n_heads))
    twice = paper_slopes(2 * closest, two, log2, floor)
    return power_of_two(closest) + twice[0::2][:n_heads - closest]


def bloom_slopes(n_heads):
    """BLOOM's bias for the key at position 1, which is the slope."""
    mask = torch.ones(1, 2, dtype=torch.int64)
    return build_alibi_tensor(mask, n_heads, torch.get_default_dtype())[:, 0, 1].double().numpy()


def mpt_slopes(n_heads):
    """The negated bias of MPT for the last key but one, which is the slope."""
    return -build_mpt_alibi_tensor(n_heads, 2)[:, 0, 0].double().numpy()


def slopes_of(n_heads):
    """The recursion in 50 digits, checked against f64 and both libraries, and the errors of the libraries in f32."""
    def log2(n):
        return mpf(n.bit_length() - 1) if n & (n - 1) == 0 else mpmath.log(n, 2)

    truth = np.array(f64(paper_slopes(n_heads, mpf(2), log2, lambda x: int(mpmath.floor(x)))))
    with all_f64():
        wide = {"recursion": paper_slopes(n_heads), "bloom": bloom_slopes(n_heads), "mpt": mpt_slopes(n_heads)}
    for name, slopes in wide.items():
        # An error of half an ulp in the first slope becomes n times as large in its nth power.
        check(np.array(slopes) / truth, 1.0, (n_heads + 4) * EPS, f"slopes of {n_heads}, {name}")
    lost = [float(np.abs(slopes / truth - 1).max()) for slopes in (bloom_slopes(n_heads), mpt_slopes(n_heads))]
    check(lost, 0, (n_heads + 4) * 2.0 ** -23, f"slopes of {n_heads} in f32")
    return truth.tolist(), [float(f"{loss:.2g}") for loss in lost]


def slopes_case():
    """Every number of heads in one case."""
    slopes, lost = zip(*map(slopes_of, HEADS))
    check(slopes[7], [2.0 ** -i for i in range(1, 9)], 0, "8 heads")
    check(slopes[15], [2.0 ** (-i / 2) for i in range(1, 17)], EPS, "16 heads")
    check(slopes[11][8:], [0.70710678, 0.35355339, 0.17677670, 0.08838835], 5.1e-9, "12 heads")
    return {"params": {"kind": "alibi_slopes"}, "input": {"n_heads": HEADS},
            "expected": {"slopes": list(slopes)}, "tolerance": {"rel": 2 * EPS},
            "why_tolerance": "exponents are exact, exp2 is within 1 ulp, the expected number is rounded by half",
            "info": {"relative_error_of_bloom_and_mpt_in_f32": list(lost)}}


def alibi_bias_case(n_heads, length):
    """BLOOM counts from the first key and MPT from the last; both equal ours up to a constant in each row."""
    key, query = np.arange(length), np.arange(length)[:, None]
    with all_f64():
        bloom = build_alibi_tensor(torch.ones(1, length, dtype=torch.int64), n_heads, torch.float64)[:, 0].numpy()
        mpt = build_mpt_alibi_tensor(n_heads, length)[:, 0].numpy()
    slopes = np.array(f64(mpmath.power(2, mpf(-8 * i) / n_heads) for i in range(1, n_heads + 1)))
    causal = slopes[:, None, None] * (key - query)
    check(bloom[:, None] - slopes[:, None, None] * query, causal, 4 * n_heads * length * EPS, "BLOOM")
    check(mpt[:, None] + slopes[:, None, None] * (length - 1 - query), causal, 4 * n_heads * length * EPS, "MPT")
    return {"params": {"kind": "alibi_bias"}, "input": {"n_heads": n_heads, "length": length},
            "expected": {"bloom": bloom.tolist(), "mpt": mpt.tolist(), "causal": causal.tolist(),
                         "bidirectional": (-np.abs(causal)).tolist()},
            "tolerance": {"abs": 2 * n_heads * length * EPS},
            "why_tolerance": "slopes below 1 with the error of an nth power, n_heads ulp, times a distance "
                             "below length; twice, for both sides"}


def true_bucket(relative, n_buckets, max_distance, bidirectional):
    """The bucket in whole numbers: the number of j with max^j exact^(n - j) <= distance^n."""
    side = n_buckets // 2 if bidirectional else n_buckets
    start = side if bidirectional and relative > 0 else 0
    distance = abs(relative) if bidirectional else max(-relative, 0)
    exact = side // 2
    if distance < exact:
        return start + distance
    wide = side - exact
    passed = [j for j in range(1, wide) if distance ** wide >= max_distance ** j * exact ** (wide - j)]
    return start + exact + len(passed)


def t5_case(n_buckets, max_distance, bidirectional):
    """transformers in f64, in f32, and whole numbers."""
    relative, label = torch.arange(-600, 601), f"T5 {n_buckets} {max_distance} {bidirectional}"
    args = (relative, bidirectional, n_buckets, max_distance)
    narrow = T5Attention._relative_position_bucket(*args).numpy()
    with all_f64():
        wide = T5Attention._relative_position_bucket(*args).numpy()
    truth = np.array([true_bucket(int(r), n_buckets, max_distance, bidirectional) for r in relative])
    off = {"f32": relative[narrow != truth].tolist(), "f64": relative[wide != truth].tolist()}
    allowed = T5_KNOWN.get((n_buckets, max_distance, bidirectional), {"f32": [], "f64": []})
    if off != allowed:
        raise SystemExit(f"{label}: off the exact buckets at {off}")
    starts = [0, *(np.flatnonzero(np.diff(truth)) + 1).tolist()]
    runs = [[int(relative[i]), int(truth[i])] for i in starts]
    return {"params": {"kind": "t5_buckets", "n_buckets": n_buckets, "max_distance": max_distance,
                       "bidirectional": bidirectional},
            "input": {"first": -600, "last": 600}, "expected": {"runs": runs},
            "tolerance": 0, "why_tolerance": "whole numbers; a run is its first relative position and its bucket",
            "info": {"not_exact_at": off}}




def shaw_cases():
    """Rows by clamped difference, terms by einsum over these rows of the tables, both in torch."""
    cases = []
    for clip, n_queries, n_keys in ((4, 8, 8), (0, 3, 3), (1, 5, 5), (16, 6, 40), (3, 4, 9)):
        rows = (torch.arange(n_keys) - torch.arange(n_queries)[:, None]).clamp(-clip, clip) + clip
        cases.append({"params": {"kind": "shaw_index", "clip": clip},
                      "input": {"n_queries": n_queries, "n_keys": n_keys},
                      "expected": {"rows": rows.tolist(), "n_rows": 2 * clip + 1},
                      "tolerance": 0, "why_tolerance": "whole numbers"})
    check(cases[0]["expected"]["rows"][0], [4, 5, 6, 7, 8, 8, 8, 8], 0, "row 0 of K = 4")
    return cases + [shaw_case(2, 7, 6), shaw_case(4, 5, 4)]


def shaw_case(clip, length, dim):
    """Equations 3 and 4; Wav2Vec2-BERT's relative keys also give the score term."""
    keys, values, queries = (seeded(20 + clip + i, n, dim) for i, n in enumerate((2 * clip + 1,) * 2 + (length,)))
    weights = np.abs(seeded(30 + clip, length, length))
    rows = (torch.arange(length) - torch.arange(length)[:, None]).clamp(-clip, clip) + clip
    q, k, v, w = map(torch.tensor, (queries, keys, values, weights))
    scores = torch.einsum("id,ijd->ij", q, k[rows])
    sums = torch.einsum("ij,ijd->id", w, v[rows])
    table = torch.nn.Embedding.from_pretrained(k)
    module = SimpleNamespace(left_max_position_embeddings=clip, right_max_position_embeddings=clip,
                             distance_embedding=table, scaling=1.0)
    _, library = _apply_relative_key_position_encoding(module, q[None, None], q[None, None])
    largest = (torch.einsum("id,ijd->ij", q.abs(), k[rows].abs()).max(),
               torch.einsum("ij,ijd->id", w, v[rows].abs()).max())
    bounds = [float(f"{n * EPS * float(most):.3g}") for n, most in zip((dim, length), largest)]
    check(library[0, 0], scores, bounds[0], "Wav2Vec2-BERT")
    check((w.numpy()[:, :, None] * values[rows.numpy()]).sum(1), sums, bounds[1], "value terms")
    return {"params": {"kind": "shaw", "clip": clip},
            "input": {"keys": keys.tolist(), "values": values.tolist(), "queries": queries.tolist(),
                      "weights": weights.tolist()},
            "expected": {"score_terms": scores.tolist(), "value_sums": sums.tolist()},
            "tolerance": {"score_abs": bounds[0], "value_abs": bounds[1]},
            "why_tolerance": "a sum of n products of f64 numbers is within n 2^-53 of the sum of their sizes; "
                             "twice, for both sides"}


def xl_case(base, dim, head_dim, length, n_before, order):
    """Four terms: with u, v or the queries set to zero, the code of Dai et al. gives each of them alone."""
    queries, keys = seeded(41, length, head_dim), seeded(42, n_before + length, head_dim)
    weight, u, v = seeded(43, head_dim, dim), seeded(44, head_dim), seeded(45, head_dim)
    zero, none = np.zeros_like(queries), np.zeros(head_dim)
    run = {"content": (queries, none, none, 0), "position": (queries, none, none, 1),
           "content_bias": (zero, u, none, 0), "position_bias": (zero, none, v, 1)}
    terms = {name: xl_scores(q, keys, weight, a, b, base)[part] for name, (q, a, b, part) in run.items()}
    ac, bd = xl_scores(queries, keys, weight, u, v, base)
    size = max(np.abs(queries).sum(1).max() + np.abs(u).sum(), np.abs(v).sum() + np.abs(queries).sum(1).max())
    bound = float(f"{size * (np.abs(weight).sum(1).max() + np.abs(keys).max()) * 2 * bound_at(n_before + length):.3g}")
    check(sum(terms.values()), ac + bd, bound, "XL: terms and their sum")
    return {"params": {"kind": "transformer_xl", "base": base, "dim": dim, "n_before": n_before, "order": order},
            "input": {"queries": queries.tolist(), "keys": keys.tolist(), "weight": weight.tolist(),
                      "u": u.tolist(), "v": v.tolist()},
            "expected": {name: term.tolist() for name, term in terms.items()},
            "tolerance": {"abs": bound},
            "why_tolerance": "sizes of query or bias times weight or key, times 6e-16 of the largest distance "
                             "+ 1e-15, which also covers the roundings of the sums; twice, for both sides"}


def relative():
    """transformers: BLOOM, MPT, T5, Wav2Vec2-BERT, XLNet; code of Press et al. and of Dai et al."""
    cases = [slopes_case(), alibi_bias_case(8, 4), alibi_bias_case(4, 7)]
    sizes = [(32, 128, False), (32, 128, True), (32, 256, False), (32, 1000, True), (16, 64, False),
             (8, 20, True), (30, 128, True), (4, 7, False), *(size for size in T5_KNOWN)]
    cases += [t5_case(*size) for size in sizes]
    cases += shaw_cases()
    cases += [xl_case(10_000, 6, 4, 5, 0, "concatenated"), xl_case(10_000, 8, 6, 4, 3, "concatenated")]
    return ("relative position = key - query; ALiBi slope * (key - query); T5 bucket by logarithm; Shaw row "
            "clip(key - query, -K, K) + K; Transformer-XL: q.k, q.W r, u.k, v.W r with r the code of query - key",
            cases)


def main():
    """Write every file."""
    OUT.mkdir(parents=True, exist_ok=True)
    for make in (absolute, relative, rotary, attention):
        write(make, VERSIONS | MODEL_VERSIONS)
    for make in (rounding, analysis):
        write(make)


if __name__ == "__main__":
    main()
