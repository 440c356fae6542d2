#!/usr/bin/env python3
"""Write tests/golden/*.json: reference numbers that are independent of our Rust code.

    python3 -m venv /tmp/golden-venv
    /tmp/golden-venv/bin/pip install -r tools/golden/requirements.txt
    /tmp/golden-venv/bin/python tools/golden/formulas.py

Every expected number is the plain formula in 50-digit arithmetic (mpmath), rounded
once to f64, so it does not depend on the machine. numpy and torch then compute the
same numbers in the way of papers and libraries, and the script stops if they disagree.
"""
import json
import re
import sys
from pathlib import Path

import mpmath
import numpy as np
import torch
from mpmath import mpf

mpmath.mp.dps = 50
OUT = Path(__file__).resolve().parents[2] / "tests" / "golden"
VERSIONS = {"python": "{}.{}".format(*sys.version_info), "numpy": np.__version__,
            "torch": torch.__version__.split("+")[0], "mpmath": mpmath.__version__}
EPS = 2.0 ** -52
FAR = 10_000_000


def true_angles(position, base, dim):
    """position * base^(-2i/dim), i = 0 … dim/2-1 (arXiv:1706.03762, section 3.5)."""
    return [position * mpf(base) ** (mpf(-2 * i) / dim) for i in range(dim // 2)]


def true_encoding(position, base, dim):
    """sin and cos of every pair, interleaved."""
    return [turn(a) for a in true_angles(position, base, dim) for turn in (mpmath.sin, mpmath.cos)]


def numpy_inv_freq(base, dim):
    """Frequencies in f64, as reference implementations write them."""
    return 1.0 / np.power(float(base), np.arange(0, dim, 2, dtype=np.float64) / dim)


def numpy_encoding(position, base, dim):
    """The paper's formula in f64: sin at 2i, cos at 2i + 1."""
    angles = position * numpy_inv_freq(base, dim)
    return np.stack((np.sin(angles), np.cos(angles)), axis=-1).reshape(-1)


def f64(values):
    """50-digit numbers, each rounded once to f64; rounding errors of the 50 digits become zero."""
    return [float(v) if abs(v) > 1e-40 else 0.0 for v in values]


def bound_at(*positions, scale=1.0):
    """Sum over the positions of the largest f64 error of scale * sin or cos, to three digits.

    inv_freq is accurate to 2 ulp and the product adds half an ulp: 2.5 * 2^-52 < 6e-16 of
    the angle, which is at most |position|. 1e-15 covers sin, cos and a few roundings.
    """
    return float(f"{scale * sum(6e-16 * abs(p) + 1e-15 for p in positions):.3g}")


def check(got, want, bound, what):
    """Stop if an independent computation differs from the truth by more than bound."""
    worst = float(np.max(np.abs(np.asarray(got, dtype=float) - np.asarray(want, dtype=float))))
    if not worst <= bound:
        raise SystemExit(f"{what}: off by {worst:.3g}, allowed {bound:.3g}")


def frequency_case(base, dim, pairs=None):
    """inv_freq and wavelength of the given pairs (all when None)."""
    pairs = list(range(dim // 2)) if pairs is None else pairs
    truth = [true_angles(1, base, dim)[i] for i in pairs]
    check(numpy_inv_freq(base, dim)[pairs] / f64(truth), 1.0, 2 * EPS, f"inv_freq {base} {dim}")
    return {"params": {"base": base, "dim": dim}, "input": {"pair_idx": pairs},
            "expected": {"pair_idx": pairs, "inv_freq": f64(truth),
                         "wavelength": f64(2 * mpmath.pi / f for f in truth)},
            "tolerance": {"inv_freq_rel": 2 * EPS, "wavelength_rel": 3 * EPS},
            "why_tolerance": "2 ulp: pow 1, reciprocal half, our rounding half; exponent exact. 2 pi: 1 more"}


def frequency():
    """Vaswani et al. 2017, arXiv:1706.03762, section 3.5"""
    sizes = [(10_000, 2), (10_000, 4), (10_000, 64), (10_000, 128),
             (10_000, 512, [0, 1, 2, 17, 64, 127, 128, 200, 254, 255]),
             (10_000, 1024, [0, 1, 2, 33, 128, 255, 256, 400, 510, 511]),
             (500_000, 128), (1_000_000, 128), (2, 16), (10_000_000, 64)]
    cases = [frequency_case(*size) for size in sizes]
    slowest = [case["expected"]["wavelength"][-1] for case in cases[3:6]]
    check(slowest, [54_410.14, 60_611.48, 61_711.68], 5.1e-3, "slowest wavelengths")
    return "inv_freq = base^(-2 pair_idx / dim); wavelength = 2 pi / inv_freq", cases


def sinusoidal():
    """Vaswani et al. 2017, arXiv:1706.03762, section 3.5; concatenated as in tensor2tensor"""
    base, positions, cases = 10_000, [0, 1, 3, 17, 12.5, 1000, 131_071, FAR], []
    for dim in (4, 8, 64, 128):
        rows = [f64(true_encoding(position, base, dim)) for position in positions]
        for position, row in zip(positions, rows):
            check(numpy_encoding(position, base, dim), row, bound_at(position), f"PE({position}), {dim}")
        cases.append({
            "params": {"base": base, "dim": dim}, "input": {"positions": positions},
            "expected": {"interleaved": rows, "concatenated": [r[0::2] + r[1::2] for r in rows]},
            "tolerance": {"abs": [bound_at(p) for p in positions]},
            "why_tolerance": "per position: f64 angle error 6e-16 |position|, plus 1e-15 for sin and cos"})
    known = [0.1411200081, -0.9899924966, 0.0299955002, 0.9995500337]
    check(cases[0]["expected"]["interleaved"][2], known, 5.1e-11, "PE(3), d=4")
    return "interleaved: sin at 2i, cos at 2i+1; concatenated: all sin, then all cos", cases


def measures(a, b):
    """Plain definitions on two full vectors of f64 or 50-digit numbers."""
    a, b = np.array(a), np.array(b)
    dot, gap = (a * b).sum(), a - b
    cosine = dot / ((a * a).sum() * (b * b).sum()) ** 0.5
    return {"cosine_distance": 1 - cosine, "cosine_similarity": cosine, "dot": dot,
            "euclidean": (gap * gap).sum() ** 0.5}


def first_decrease(base, dim):
    """Smallest offset >= 1 whose cosine distance is below that of the previous offset."""
    rows = [numpy_encoding(1 + offset, base, dim) for offset in range(100)]
    steps = np.diff([measures(rows[0], row)["cosine_distance"] for row in rows])
    found = int(np.argmax(steps < -1e-11))  # rounding is far below 1e-11
    if not steps[:found].min() > 1e-11:
        raise SystemExit(f"first decrease {base} {dim}: too close to call in f64")
    return found + 1


def similarity_case(base, dim, offsets):
    """Four measures between position 1 and 1 + offset."""
    bounds = {"cosine_distance": 1e-12, "cosine_similarity": 1e-12, "dot": dim * 5e-13, "euclidean": 1e-10}
    expected = {name: [] for name in bounds}
    for offset in offsets:
        row = measures(*(true_encoding(p, base, dim) for p in (1, 1 + offset)))
        plain = measures(*(numpy_encoding(p, base, dim) for p in (1, 1 + offset)))
        for name, want in row.items():
            check(plain[name], want, bounds[name], f"{name} {base} {dim} {offset}")
            expected[name] += f64([want])
    return {"params": {"base": base, "dim": dim}, "input": {"position": 1, "offsets": offsets},
            "expected": expected | {"first_decrease": first_decrease(base, dim)}, "tolerance": bounds,
            "why_tolerance": "order of summation and f64 angles move the cosine by < 1e-12; dot dim/2 times "
                             "that; euclidean dim * 1e-12 / (2 * euclidean at 1), subtract at offset 0"}


def similarity():
    """Plain definitions on the vectors of arXiv:1706.03762, section 3.5"""
    offsets = [0, 1, 2, 3, 5, 6, 12, 29, 69, 100, 248, 498]
    sizes = [(10_000, dim) for dim in (64, 128, 256, 512, 1024)] + [(500_000, 128), (100, 16)]
    cases = [similarity_case(base, dim, offsets) for base, dim in sizes]
    check([case["expected"]["first_decrease"] for case in cases[:5]], [6, 12, 25, 44, 69], 0, "decreases")
    known = [(0.02978619053, 0.10340842886, 0.43970171848), (0.02787233606, 0.09762039236, 0.43651767629),
             (0.02694493036, 0.09479054535, 0.43383763187), (0.02648861602, 0.09339161308, 0.43230303657)]
    for case, want in zip(cases[1:5], known):
        distance = case["expected"]["cosine_distance"]
        check([distance[offsets.index(i)] for i in (1, 2, 29)], want, 5.1e-12, "known distances")
    check(cases[4]["expected"]["cosine_distance"][10], 0.663366, 5.1e-7, "distance at offset 248")
    return "cosine_distance = 1 - a.b / (|a| |b|); euclidean = |a - b|; a at 1, b at 1 + offset", cases


def true_rope(x, angles, pairing):
    """Rotate each pair (a, b) by +angle: (a cos - b sin, a sin + b cos), arXiv:2104.09864, eq. 34."""
    out, half = [None] * len(x), len(x) // 2
    for i, angle in enumerate(angles):
        p, q = (2 * i, 2 * i + 1) if pairing == "interleaved" else (i, i + half)
        cos, sin, a, b = mpmath.cos(angle), mpmath.sin(angle), mpf(x[p]), mpf(x[q])
        out[p], out[q] = a * cos - b * sin, a * sin + b * cos
    return out


def torch_angles(position, base, dim, dtype=torch.float64):
    """position times 1 / base^(2i/dim) in a torch type."""
    return torch.tensor(position, dtype=dtype) * (1.0 / base ** (torch.arange(0, dim, 2, dtype=dtype) / dim))


def torch_rope(x, angles, pairing):
    """f64. half_split: rotate_half of transformers modeling_llama. interleaved (GPT-J's layout):
    complex pairs as in meta-llama/llama model.py, apply_rotary_emb."""
    x, half = torch.tensor(x, dtype=torch.float64), len(x) // 2
    if pairing == "interleaved":
        turn = torch.polar(torch.ones_like(angles), angles)
        return torch.view_as_real(torch.view_as_complex(x.reshape(-1, 2)) * turn).reshape(-1)
    wide = torch.cat((angles, angles))
    return x * wide.cos() + torch.cat((-x[half:], x[:half])) * wide.sin()


def rotate_case(base, dim, x, positions):
    """One vector rotated to every position, in both pairings."""
    expected = {"angles": [], "interleaved": [], "half_split": []}
    scale = round(1.42 * float(np.abs(x).max()), 2)  # no pair is longer
    for position in positions:
        angles = true_angles(position, base, dim)
        expected["angles"].append(f64(angles))
        for pairing in ("interleaved", "half_split"):
            expected[pairing].append(f64(true_rope(x, angles, pairing)))
            check(torch_rope(x, torch_angles(position, base, dim), pairing), expected[pairing][-1],
                  bound_at(position, scale=scale), f"rope {pairing} {base} {dim} {position}")
    return {"params": {"kind": "rotate", "base": base, "dim": dim},
            "input": {"x": x, "positions": positions}, "expected": expected,
            "tolerance": {"abs": [bound_at(p, scale=scale) for p in positions],
                          "angles_rel": 3 * EPS, "f32_abs": float(f"{1e-6 * scale:.3g}")},
            "why_tolerance": f"abs, per position: {scale}, the longest pair, times 6e-16 |position| + 1e-15. "
                             "f32_abs, any position: six f32 roundings are < 4e-7 of a pair"}


def score_case(base, dim, query, key, positions):
    """Unscaled dot products of the rotated query (first position) and key (second)."""
    expected, bounds = {"interleaved": [], "half_split": []}, []
    size = np.linalg.norm(query) * np.linalg.norm(key)
    for m, n in positions:
        bounds.append(bound_at(m, n, dim / 2, scale=size))  # dim / 2 for the sum: 3e-16 a term
        for pairing, scores in expected.items():
            true, plain = ([turn(v, angles(p, base, dim), pairing) for v, p in ((query, m), (key, n))]
                           for turn, angles in ((true_rope, true_angles), (torch_rope, torch_angles)))
            scores.append(float(mpmath.fdot(*true)))
            check(torch.dot(*plain), scores[-1], bounds[-1], f"score {pairing} {base} {dim} {m} {n}")
    return {"params": {"kind": "score", "base": base, "dim": dim},
            "input": {"query": query, "key": key, "positions": positions},
            "expected": expected, "tolerance": {"abs": bounds},
            "why_tolerance": "per pair of positions: |q| |k| times both angle errors, 3e-16 a term"}


def rope():
    """Su et al. 2021, arXiv:2104.09864; pairings as in transformers and meta-llama/llama"""
    positions = [0, 3, 2.5, 1000, 131_071, FAR, 1]  # the last one not for dim 128: file size
    offsets = [[0, 0], [3, 1], [1, 3], [2.5, 0.5], [1000, 998], [131_071, 131_069], [FAR, FAR - 2]]
    query, key, degrees = [1.0, 0.0], [0.6, 0.8], [[10, 20], [40, 50], [0, 10]]
    scores = f64(mpmath.fdot(*(true_rope(v, [a * mpmath.pi / 180], "interleaved") for v, a in both))
                 for both in (zip((query, key), pair) for pair in degrees))
    check(scores, 0.45196610967, 5.1e-12, "10 and 20 degrees")
    cases = [{"params": {"kind": "score_degrees", "dim": 2},
              "input": {"query": query, "key": key, "degrees": degrees}, "expected": {"scores": scores},
              "tolerance": {"abs": 1e-15}, "why_tolerance": "a few f64 roundings of numbers below 1"}]
    for dim in (8, 2, 64, 128):
        query, key = np.random.default_rng(7).standard_normal((2, dim)).round(6).tolist()
        query = [float(v) for v in range(1, 9)] if dim == 8 else query
        for base in (10_000, 500_000):
            cases += [rotate_case(base, dim, query, positions[:7 - dim // 128]),
                      score_case(base, dim, query, key, offsets)]
    known = ("-1.27223251 -1.83886499 1.68392864 4.70790658 4.81777717 6.14727770 6.97596854 8.02096397",
             "-1.69559254 0.13755174 2.78868160 3.97598204 -4.80884247 6.32305935 7.08683674 8.01196398")
    for pairing, want in zip(("interleaved", "half_split"), known):
        got = cases[1]["expected"][pairing][1]
        check(got, want.split(), 5.1e-9, f"x = 1…8 at 3, {pairing}")
        check(np.linalg.norm(got), 14.2828568571, 5.1e-11, "norm")
    return "each pair turns by +position * inv_freq: (a cos - b sin, a sin + b cos)", cases


def binary():
    """Python format(value, 'b'); flips counted one step at a time"""
    pairs, cases = [(252, 8), (0, 8), (1, 8), (255, 8), (256, 9), (300, 8), (65_536, 17)], []
    for value, bits in pairs + [(FAR, 24), (2 ** 53 - 1, 53)]:
        order, small = range(bits - 1, -1, -1), value <= 70_000
        steps = [step ^ (step + 1) for step in range(value)] if small else []
        cases.append({
            "params": {"bits": bits}, "input": value,
            "expected": {"bits": [int(c) for c in format(value, f"0{bits}b")[-bits:]],
                         "overflow": value.bit_length() > bits,
                         "flips": [sum(step >> k & 1 for step in steps) for k in order] if small else None,
                         "periods": [2 ** (k + 1) for k in order]},
            "tolerance": 0, "why_tolerance": "integers"})
    return ("bit k = value >> k & 1, flips every 2^k steps, period 2^(k+1); lists most significant first; "
            "overflow keeps the low bits", cases)


def precision():
    """The sinusoid of arXiv:1706.03762 in 50 digits; naive f32 by torch"""
    dim, cases = 128, []
    for base, position in ((b, p) for b in (10_000, 500_000) for p in (FAR, FAR - 0.5)):
        want = f64(true_encoding(position, base, dim))
        check(numpy_encoding(position, base, dim), want, bound_at(position), f"far {base} {position}")
        angles = torch_angles(position, base, dim, torch.float32)
        naive = torch.stack((angles.sin(), angles.cos()), -1).reshape(-1).double().numpy()
        cases.append({
            "params": {"base": base, "dim": dim}, "input": {"position": position},
            "expected": {"interleaved": want}, "tolerance": {"f32_abs": 1e-6},
            "why_tolerance": "the promise; rounding to f32 costs 3e-8, the f64 angle 6e-9",
            "info": {"naive_f32_max_error": float(f"{np.abs(naive - want).max():.2g}"),
                     "naive_f32_position": float(np.float32(position))}})
    return "interleaved sinusoid; compare f32 output with these f64 numbers", cases


def write(make, versions=VERSIONS):
    """Write the file of one function, with flat lists on one line, and print its size."""
    formula, cases = make()
    text = json.dumps({"id": make.__name__, "source": make.__doc__, "versions": versions,
                       "formula": formula, "cases": cases}, indent=1)
    text = re.sub(r"\[[-+\w.,\s\"]*\]", lambda flat: "".join(flat[0].split()), text)
    path = OUT / f"{make.__name__}.json"
    path.write_text(text + "\n", encoding="utf-8")
    print(f"{path.name}: {len(cases)} cases, {path.stat().st_size} bytes")


def main():
    """Write every file."""
    OUT.mkdir(parents=True, exist_ok=True)
    for make in (frequency, sinusoidal, similarity, rope, binary, precision):
        write(make)


if __name__ == "__main__":
    main()
