"""rotary.json: rotary encodings, computed by the models' own code in f64; schemes.py writes it."""
import mpmath
import numpy as np
import torch
from attention import seeded
from formulas import EPS, bound_at, check, f64, numpy_inv_freq, torch_angles, torch_rope, true_angles, true_rope
from models import all_f64
from mpmath import mpf
from transformers import (GPTNeoXConfig, Glm4vTextConfig, LlamaConfig, Qwen2VLTextConfig, Qwen3VLTextConfig)
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.gemma4 import modeling_gemma4 as gemma4
from transformers.models.glm4v import modeling_glm4v as glm4v
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.qwen2_vl import modeling_qwen2_vl as qwen2_vl
from transformers.models.qwen3_vl import modeling_qwen3_vl as qwen3_vl
from transformers.models.sam2_video import modeling_sam2_video as sam2_video

PAIRINGS = ("half_split", "interleaved")
WHY = ("the longest pair times 6e-16 |position| + 1e-15 (inv_freq 2 ulp, product half an ulp); twice, for both sides")


def pair_bound(x, position, factor=1.0):
    """The largest difference between two f64 rotations of x: no norm of a pair exceeds 1.42 times its larger entry."""
    return bound_at(position, scale=2 * factor * 1.42 * float(np.abs(x).max()))


# --- partial rotation, matrix, table, attention factor ------------------------------------------

def neox(x, positions, base, rotary_dim):
    """GPT-NeoX: half-split, x of shape [n, head_dim], one row per position."""
    head_dim = x.shape[1]
    config = GPTNeoXConfig(hidden_size=head_dim, num_attention_heads=1,
                           rope_parameters={"rope_type": "default", "rope_theta": float(base),
                                            "partial_rotary_factor": rotary_dim / head_dim})
    with all_f64():
        cos, sin = gpt_neox.GPTNeoXRotaryEmbedding(config)(x, torch.tensor(positions)[None])
        return gpt_neox.apply_rotary_pos_emb(x[None, None], x[None, None], cos, sin)[0][0, 0]


def gptj_rotated(x, positions, base, rotary_dim):
    """GPT-J: interleaved, base 10,000 only; it takes the rotary part of the head before, as we do here."""
    if base != 10_000:
        raise SystemExit("GPT-J has no other base than 10,000")
    with all_f64():
        sin, cos = gptj.create_sinusoidal_positions(max(positions) + 1, rotary_dim)[positions].chunk(2, dim=-1)
        turned = gptj.apply_rotary_pos_emb(x[None, :, None, :rotary_dim], sin[None], cos[None])[0, :, 0]
    return torch.cat([turned, x[:, rotary_dim:]], dim=-1)


LIBRARY = {"half_split": neox, "interleaved": gptj_rotated}


def truly_rotated(x, position, base, rotary_dim, pairing):
    """The rotation in 50 digits; components that do not rotate are copied."""
    return f64(true_rope(x[:rotary_dim], true_angles(position, base, rotary_dim), pairing)) + list(x[rotary_dim:])


def partial_case(pairing, rotary_dim, head_dim):
    """Query and key rotated to positions, and their scores at several pairs of positions."""
    positions, base = [0, 3, 1000, 131_071], 10_000
    query, key = seeded(61, 2, head_dim)
    wide = torch.tensor(np.repeat(query[None], len(positions), axis=0))
    rotated = LIBRARY[pairing](wide, positions, base, rotary_dim)
    for position, row in zip(positions, rotated):
        check(row, truly_rotated(query, position, base, rotary_dim, pairing), pair_bound(query, position) / 2,
              f"partial {pairing} {rotary_dim}/{head_dim} {position}")
    places = [[5, 2], [1005, 1002], [2, 5], [7, 7]]
    scores = [float(torch.dot(*LIBRARY[pairing](torch.tensor(np.stack([query, key])), pair, base, rotary_dim)))
              for pair in places]
    size = 2 * float(np.linalg.norm(query) * np.linalg.norm(key))
    return {"params": {"kind": "partial", "base": base, "rotary_dim": rotary_dim, "head_dim": head_dim,
                       "pairing": pairing},
            "input": {"query": query.tolist(), "key": key.tolist(), "positions": positions, "places": places},
            "expected": {"rotated": rotated.tolist(), "scores": scores},
            "tolerance": {"abs": [pair_bound(query, p) for p in positions],
                          "score_abs": [bound_at(m, n, head_dim / 2, scale=size) for m, n in places]},
            "why_tolerance": WHY + "; scores: |query| |key| times both, 3e-16 a term"}


def matrix_case(pairing, position, rotary_dim, head_dim):
    """The matrix whose columns are the rotated unit vectors."""
    unit = torch.eye(head_dim, dtype=torch.float64)
    matrix = LIBRARY[pairing](unit, [position] * head_dim, 10_000, rotary_dim).T
    return {"params": {"kind": "matrix", "base": 10_000, "rotary_dim": rotary_dim, "head_dim": head_dim,
                       "pairing": pairing},
            "input": {"position": position}, "expected": {"matrix": matrix.tolist()},
            "tolerance": {"abs": bound_at(position, scale=2)}, "why_tolerance": WHY}


def llama_cos_sin(head_dim, positions, **rope_parameters):
    """Llama's cosines and sines, and its rotary embedding with the frequencies."""
    config = LlamaConfig(hidden_size=head_dim, num_attention_heads=1, head_dim=head_dim,
                         rope_parameters=rope_parameters)
    with all_f64():
        rotary = llama.LlamaRotaryEmbedding(config)
        return (*rotary(torch.zeros(1), torch.tensor(positions)[None]), rotary)


def table_case(base, dim, seq_len):
    """Cosines and sines in the form that kernels use."""
    cos, sin, _ = llama_cos_sin(dim, list(range(seq_len)), rope_type="default", rope_theta=float(base))
    half = [part[0, :, :dim // 2].tolist() for part in (cos, sin)]
    for position in range(seq_len):
        angles = true_angles(position, base, dim)
        truth = [f64(map(turn, angles)) for turn in (mpmath.cos, mpmath.sin)]
        check([part[position] for part in half], truth, bound_at(position), f"table {base} {dim} {position}")
    return {"params": {"kind": "table", "base": base, "dim": dim}, "input": {"seq_len": seq_len},
            "expected": {"cos": half[0], "sin": half[1]},
            "tolerance": {"abs": bound_at(seq_len, scale=2)}, "why_tolerance": WHY}


def yarn_case(pairing, factor, head_dim):
    """YaRN's attention factor on cosine and sine, by Llama's class; components are permuted for interleaved pairs."""
    positions, original = [1, 50, 60_000], 4096
    x = seeded(62, head_dim)
    cos, sin, rotary = llama_cos_sin(head_dim, positions, rope_type="yarn", rope_theta=10_000.0, factor=factor,
                                     original_max_position_embeddings=original)
    apart = np.r_[0:head_dim:2, 1:head_dim:2] if pairing == "interleaved" else np.arange(head_dim)
    wide = torch.tensor(np.repeat(x[None, apart], len(positions), axis=0))
    turned = llama.apply_rotary_pos_emb(wide[None, None], wide[None, None], cos, sin)[0][0, 0].numpy()
    rotated = np.empty_like(turned)
    rotated[:, apart] = turned
    check(rotary.attention_scaling, float(mpf("0.1") * mpmath.log(factor) + 1), 2 * EPS, "attention factor")
    if factor == 16.0:
        check(rotary.attention_scaling, 1.27725887, 5.1e-9, "attention factor of 16")
    size = 1.42 * float(np.abs(x).max()) * rotary.attention_scaling
    return {"params": {"kind": "yarn", "base": 10_000, "dim": head_dim, "pairing": pairing, "factor": factor,
                       "original_max_position_embeddings": original},
            "input": {"x": x.tolist(), "positions": positions},
            "expected": {"attention_factor": rotary.attention_scaling, "inv_freq": rotary.inv_freq.tolist(),
                         "rotated": rotated.tolist()},
            "tolerance": {"abs": [float(f"{size * (3.2e-15 * p + 3e-15):.3g}") for p in positions],
                          "attention_factor_rel": 4 * EPS, "inv_freq_rel": 14 * EPS},
            "why_tolerance": "mixing two frequencies costs 6 ulp, the product half: 1.6e-15 of the angle, twice, "
                             "times the longest pair and the factor; the factor: log, product, sum, 2 ulp a side"}


# --- several axes -------------------------------------------------------------------------------

def by_sections(base, sections, pairing, position, x):
    """Each section rotated separately, by torch."""
    parts, start = [], 0
    for along, dim in zip(position, sections):
        parts.append(torch_rope(x[start:start + dim], torch_angles(float(along), base, dim), pairing))
        start += dim
    return torch.cat(parts)


def gemma4_axial(base, dim, position, x):
    """Gemma 4's image tower: two half-split sections of the same size."""
    inv_freq = torch.tensor(numpy_inv_freq(base, dim))
    freqs = torch.tensor(position, dtype=torch.float64)[None, None, :, None] * inv_freq
    spread = gemma4.Gemma4VisionRotaryEmbedding.recomposition_frequencies
    cos, sin = spread(None, freqs.cos()), spread(None, freqs.sin())
    places, rows = torch.tensor(position)[None, None], torch.tensor(x, dtype=torch.float64)[None, None, None]
    return gemma4.apply_multidimensional_rope(rows, cos, sin, places)[0, 0, 0]


def sam2_axial(base, dim, position, x):
    """SAM 2's memory attention: interleaved pairs, two sections of the same size."""
    inv_freq = torch.tensor(numpy_inv_freq(base, dim))
    freqs = torch.tensor(position, dtype=torch.float64)[None, :, None] * inv_freq
    spread = sam2_video.Sam2VideoVisionRotaryEmbedding.recomposition_frequencies
    cos, sin = spread(None, freqs.cos()), spread(None, freqs.sin())
    rows = torch.tensor(x, dtype=torch.float64)[None, None, None]
    with all_f64():
        return sam2_video.apply_rotary_pos_emb_2d(rows, rows, cos, sin)[0][0, 0, 0]


def axial_case(base, sections, pairing, positions, x):
    """Two equal sections by the models that have them, other sections one by one."""
    library = {"half_split": gemma4_axial, "interleaved": sam2_axial}[pairing]
    rotated = []
    for position in positions:
        row = by_sections(base, sections, pairing, position, x)
        truth, start = [], 0
        for along, dim in zip(position, sections):
            truth += truly_rotated(x[start:start + dim], along, base, dim, pairing)
            start += dim
        check(row, truth, pair_bound(x, max(map(abs, position))), f"axial {sections} {pairing} {position}")
        if len(set(sections)) == 1 and len(sections) == 2:
            model = library(base, sections[0], position, x)
            check(model, truth, pair_bound(x, max(map(abs, position))), f"axial by a model, {pairing} {position}")
            row = model
        rotated.append(row.tolist())
    return {"params": {"kind": "axial", "base": base, "sections": sections, "pairing": pairing},
            "input": {"x": list(x), "positions": positions}, "expected": {"rotated": rotated},
            "tolerance": {"abs": [pair_bound(x, max(map(abs, p))) for p in positions]}, "why_tolerance": WHY}


def axial_cases():
    """Image patches on two axes and video patches on three, with sections of unequal size."""
    eight = [float(v) for v in range(1, 9)]
    flat, deep = [[2, 5], [0, 0], [1000, 3]], [[2, 5, 7], [0, 3, 1], [100, 0, 4000]]
    cases = [axial_case(10_000, [4, 4], pairing, flat, eight) for pairing in PAIRINGS]
    cases += [axial_case(100, [6, 6], pairing, flat, seeded(63, 12).tolist()) for pairing in PAIRINGS]
    cases += [axial_case(10_000, [4, 6, 2], pairing, deep, seeded(64, 12).tolist()) for pairing in PAIRINGS]
    cases += [axial_case(10_000, [2, 8], "half_split", flat, seeded(65, 10).tolist()),
              axial_case(500_000, [6], "interleaved", [[9], [70_000]], seeded(66, 6).tolist())]
    known = "-2.23474169 0.07700375 2.91940535 4.05919603 7.17185658 -3.09264826 6.59141847 8.33985627"
    check(cases[1]["expected"]["rotated"][0], known.split(), 5.1e-9, "axial at (2, 5), interleaved")
    return cases


MROPE = {  # module, configuration class, rotary class, order, pairing
    "qwen2_vl": (qwen2_vl, Qwen2VLTextConfig, "Qwen2VLRotaryEmbedding", "contiguous", "half_split"),
    "qwen3_vl": (qwen3_vl, Qwen3VLTextConfig, "Qwen3VLTextRotaryEmbedding", "interleaved", "half_split"),
    "glm4v": (glm4v, Glm4vTextConfig, "Glm4vTextRotaryEmbedding", "contiguous", "interleaved"),
}


def mrope_case(model, base, sections, positions):
    """Text positions (all axes equal) and image positions (time, row, column)."""
    module, config_class, rotary_class, order, pairing = MROPE[model]
    head_dim = 2 * sum(sections)
    x = seeded(67, head_dim)
    rope_parameters = {"rope_type": "default", "rope_theta": float(base), "mrope_section": sections}
    config = config_class(hidden_size=head_dim, num_attention_heads=1, num_key_value_heads=1, head_dim=head_dim,
                          rope_parameters=rope_parameters)
    ids = torch.tensor(positions).T[:, None]
    wide = torch.tensor(np.repeat(x[None], len(positions), axis=0))[None, None]
    with all_f64():
        rotary = getattr(module, rotary_class)(config)
        cos, sin = rotary(wide, ids)
        rotated = module.apply_rotary_pos_emb(wide, wide, cos, sin)[0][0, 0]
    label = torch.arange(3.0)[:, None, None, None].repeat(1, 1, 1, head_dim // 2)
    label = rotary.recomposition_frequencies(label)[0, 0]
    axes = (label[::2] if pairing == "interleaved" else label[:head_dim // 2]).int().tolist()
    check([axes.count(axis) for axis in range(3)], sections, 0, f"sections of {model}")
    bounds = [pair_bound(x, max(position)) for position in positions]
    inv_freq = numpy_inv_freq(base, head_dim)
    for position, row, bound in zip(positions, rotated, bounds):
        angles = torch.tensor(np.array(position, dtype=float)[axes] * inv_freq)
        check(row, torch_rope(x, angles, pairing), bound, f"M-RoPE {model} {position}")
    return {"params": {"kind": "mrope", "model": model, "base": base, "sections": sections, "order": order,
                       "pairing": pairing},
            "input": {"x": x.tolist(), "positions": positions},
            "expected": {"axis_of_pair": axes, "rotated": rotated.tolist()},
            "tolerance": {"abs": bounds}, "why_tolerance": WHY}


# --- scaling ------------------------------------------------------------------------------------

def library_inv_freq(rule, base, dim, seq_len, longest, **more):
    """modeling_rope_utils of transformers; it has no static NTK rule."""
    config = LlamaConfig(hidden_size=dim, num_attention_heads=1, head_dim=dim, max_position_embeddings=longest,
                         rope_parameters={"rope_type": rule, "rope_theta": float(base), **more})
    with all_f64():
        return ROPE_INIT_FUNCTIONS[rule](config, "cpu", seq_len=seq_len)[0].numpy()


def scaling_case(rule, base, dim, growth=1, n_turning=None, divisor=1, ulps=2, **more):
    """growth stretches the slowest pair; pairs from n_turning on do not rotate. The file holds only some pairs."""
    stretched = base * mpf(growth) ** (mpf(dim) / (dim - 2))
    n_turning = dim // 2 if n_turning is None else n_turning
    truth = np.array(f64(a / divisor if i < n_turning else mpf(0)
                         for i, a in enumerate(true_angles(1, stretched, dim))))
    if rule == "ntk":
        got = numpy_inv_freq(base * float(growth) ** (dim / (dim - 2)), dim)
    else:
        options = {key: value for key, value in more.items() if key in ("factor", "partial_rotary_factor")}
        longest = more.get("max_position_embeddings", 2048)
        got = library_inv_freq(rule, base, dim, more.get("seq_len"), longest, **options)
    check(got[:n_turning] / truth[:n_turning], 1.0, (ulps + 1) * EPS, f"{rule} {more}")
    check(np.append(got[n_turning:], 0.0), 0.0, 0, f"{rule} {more}, still pairs")
    pairs = sorted({0, 1, 2, dim // 8, dim // 4, n_turning - 1, min(n_turning, dim // 2 - 1), dim // 2 - 1})
    return {"params": {"kind": "scaling", "rule": rule, "base": base, "dim": dim, **more}, "input": {"pair_idx": pairs},
            "expected": {"base": float(stretched), "n_turning": n_turning, "inv_freq": truth[pairs].tolist()},
            "tolerance": {"inv_freq_rel": ulps * EPS, "base_rel": 3 * EPS},
            "why_tolerance": "ladder 2 ulp, another half to divide; a stretched base 3 ulp (exponent, pow, product)"}


def scaling_cases():
    """Static NTK by its formula, the other rules also by transformers."""
    cases = [scaling_case("ntk", 10_000, 128, factor, ulps=5, factor=float(factor)) for factor in (2, 4, 8)]
    cases += [scaling_case("ntk", 10_000, 64, 4, ulps=5, factor=4.0)]
    check([case["expected"]["base"] for case in cases[:3]], [20221.2617, 40889.9424, 82684.6226], 5.1e-5, "NTK")
    for seq_len, growth in ((1000, 1), (2048, 1), (4096, 3), (8192, 7)):
        cases.append(scaling_case("dynamic", 10_000, 128, growth, ulps=5, factor=2.0, seq_len=seq_len,
                                  max_position_embeddings=2048))
    check([case["expected"]["base"] for case in cases[5:8]], [10_000, 30527.7367, 72195.8601], 5.1e-5, "dynamic")
    cases += [scaling_case("linear", 10_000, 64, divisor=4, ulps=3, factor=4.0),
              scaling_case("proportional", 1_000_000, 512, n_turning=64, ulps=3, partial_rotary_factor=0.25),
              scaling_case("proportional", 10_000, 256, n_turning=96, ulps=3, partial_rotary_factor=0.75),
              scaling_case("proportional", 10_000, 64, n_turning=9, divisor=8, ulps=3, partial_rotary_factor=0.3,
                           factor=8.0)]
    slowest = min(v for v in cases[9]["expected"]["inv_freq"] if v)  # pair 63, the last one that rotates
    check(2 * np.pi / slowest, 188.253, 5.1e-4, "slowest pair of Gemma 4")
    return cases


def rotary():
    """transformers 5.23.0 in f64: GPT-NeoX, GPT-J, Llama, Gemma 4, SAM 2, Qwen2-VL, Qwen3-VL, GLM-4V"""
    cases = [partial_case(pairing, *size) for pairing in PAIRINGS for size in ((4, 16), (8, 8), (6, 10))]
    cases += [matrix_case(pairing, 7, 4, 6) for pairing in PAIRINGS]
    cases += [table_case(500_000, 8, 6)]
    cases += [yarn_case("half_split", 16.0, 16), yarn_case("interleaved", 4.0, 16)]
    cases += axial_cases()
    places = [[5, 5, 5], [7, 9, 12], [2000, 2000, 2000], [100, 131, 103]]
    cases += [mrope_case("qwen2_vl", 1_000_000, [16, 24, 24], places[:2]),
              mrope_case("qwen3_vl", 5_000_000, [24, 20, 20], places[:2]),
              mrope_case("qwen3_vl", 10_000, [4, 2, 2], places), mrope_case("qwen2_vl", 10_000, [2, 3, 3], places),
              mrope_case("glm4v", 10_000, [2, 3, 3], places)]
    return ("each pair turns by position * inv_freq times the attention factor; sections of a head or of its pairs "
            "follow axes; NTK base * growth^(dim / (dim - 2)), dynamic growth factor * T / L - (factor - 1)",
            cases + scaling_cases())
