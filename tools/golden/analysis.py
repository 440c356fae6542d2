"""rounding.json and analysis.json: number formats, and results that follow from frequencies alone.

schemes.py writes them. Numbers are rounded once, in whole numbers and fractions, and compared
with torch's own conversion. The analysis uses 50-digit arithmetic and compares it with plain f64; a
search uses a stated grid.
"""
import math
from fractions import Fraction
from types import SimpleNamespace

import mpmath
import numpy as np
import torch
from formulas import EPS, bound_at, check, f64, numpy_encoding, numpy_inv_freq, true_angles, true_encoding
from mpmath import mpf

# Bits of the significand including the leading one, exponent of the smallest normal number, largest number.
FORMATS = {
    "f32": SimpleNamespace(dtype=torch.float32, digits=24, least=-126, most=(2 - 2.0 ** -23) * 2.0 ** 127, inf=True),
    "f16": SimpleNamespace(dtype=torch.float16, digits=11, least=-14, most=65_504.0, inf=True),
    "bf16": SimpleNamespace(dtype=torch.bfloat16, digits=8, least=-126, most=(2 - 2.0 ** -7) * 2.0 ** 127, inf=True),
    "e4m3fn": SimpleNamespace(dtype=torch.float8_e4m3fn, digits=4, least=-6, most=448.0, inf=False),
    "e5m2": SimpleNamespace(dtype=torch.float8_e5m2, digits=3, least=-14, most=57_344.0, inf=True),
}
NO_TOLERANCE = {"tolerance": 0, "why_tolerance": "one rounding has one result, to the bit"}


# --- rounding -----------------------------------------------------------------------------------

def rounded(value, form, saturate=False):
    """value rounded once to the format, ties to even; beyond the largest number inf, or NaN if there is no inf."""
    if math.isnan(value) or value == 0:
        return value
    over = form.most if saturate else math.inf if form.inf else math.nan
    if math.isinf(value):
        return math.copysign(over, value)
    exact = Fraction(abs(value))
    exponent = max(math.frexp(abs(value))[1] - 1, form.least)
    step = Fraction(2) ** (exponent - form.digits + 1)
    near = float(round(exact / step) * step)  # round of a Fraction is ties to even
    return math.copysign(over if near > form.most else near, value)


def by_torch(values, form):
    """torch's conversion from f64 to the format and back."""
    return torch.tensor(values, dtype=torch.float64).to(form.dtype).double().tolist()


def steps_around(form):
    """Numbers of the format, midpoints between neighbours, and numbers next to these, at many sizes."""
    tiny, ulp = 2.0 ** (form.least - form.digits + 1), 2.0 ** (1 - form.digits)
    least, most = 2.0 ** form.least, form.most
    top = 2.0 ** (math.frexp(most)[1] - form.digits)
    halves = [1 + ulp / 2, 1 + 3 * ulp / 2, 3 + ulp, 3 + 3 * ulp, 1 - ulp / 4, 2 - ulp / 2]
    beside = [nudge(half, way) for half in halves[:2] for way in (-1, 1)]
    twice = [(1 + ulp / 2) + 2.0 ** -40, (1 + 3 * ulp / 2) - 2.0 ** -40] if form.digits < 24 else []
    small = [tiny, tiny / 2, nudge(tiny / 2, 1), nudge(tiny / 2, -1), 0.75 * tiny, 1.5 * tiny, 2.5 * tiny, tiny / 4,
             least, least - tiny, least - tiny / 2, least - tiny / 4, least + tiny / 2, 3 * tiny]
    large = [most, most - top, most - top / 2, nudge(most + top / 2, -1), most + top / 2, nudge(most + top / 2, 1),
             most + top / 4, most + top, 2 * most, 1e300]
    return halves + beside + twice + small + large


def nudge(value, way):
    """The next f64."""
    return math.nextafter(value, math.copysign(math.inf, way))


def text(values):
    """inf and NaN as strings, because JSON has no such numbers."""
    return [value if math.isfinite(value) else str(value) for value in values]


def rounding_case(name, form):
    """About sixty numbers, each rounded once, compared with torch's result."""
    plain = [0.0, -0.0, 1.0, -1.0, 0.1, -0.3, 1 / 3, math.pi, -math.e, 0.7071067811865476, 10_000.0, 2049.0, 2051.0,
             257.0, 259.0, 17.0, 19.0, 9.0, 11.0, -131_071.0, 16_777_217.0, 1e-7, -1e-5, 6.1e-5, 5e-324, math.inf]
    values = plain + steps_around(form) + [-math.inf, math.nan, -form.most * 4, -2.0 ** (form.least - form.digits)]
    once, torchs = [rounded(v, form) for v in values], by_torch(values, form)
    short = [rounded(v, form) for v in by_torch(values, FORMATS["f32"])]
    off = [i for i, (a, b) in enumerate(zip(once, torchs)) if not same(a, b)]
    for i in off:
        by_f32, by_saturation = same(short[i], torchs[i]), same(rounded(values[i], form, True), torchs[i])
        if not by_f32 and not (name == "e4m3fn" and by_saturation):
            raise SystemExit(f"{name}: torch makes {torchs[i]} of {values[i]}, neither twice rounded nor saturated")
    widths = {1: torch.uint8, 2: torch.int16, 4: torch.int32}
    finite = torch.tensor([v if math.isfinite(v) else 0.0 for v in once], dtype=torch.float64).to(form.dtype)
    width = finite.element_size()
    bits = [int(b) % 256 ** width for b in finite.view(widths[width])]
    return {"params": {"kind": "round", "format": name},
            "input": {"values": text(values)},
            "expected": {"rounded": text(once),
                         "bits_of_finite": [b if math.isfinite(v) else None for b, v in zip(bits, once)],
                         "largest": form.most, "smallest_normal": 2.0 ** form.least,
                         "smallest_subnormal": 2.0 ** (form.least - form.digits + 1), "has_infinity": form.inf},
            **NO_TOLERANCE, "info": {"torch_differs_at": off, "torch_has": text(torchs[i] for i in off)}}


def same(a, b):
    """Whether two numbers are equal, including the sign of zero, or both NaN."""
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


def collision_case(name, form):
    """The first whole position that rounds to the same number as the next one, found by counting."""
    numbers = torch.arange(2 ** form.digits + 3, dtype=torch.float64)
    codes = numbers.to(form.dtype).double()
    first = int((codes[1:] == codes[:-1]).nonzero()[0])
    check(first, 2 ** form.digits, 0, f"first collision in {name}")
    for position in range(max(first - 3, 0), first + 2):
        check(rounded(float(position), form), codes[position], 0, f"{name} of {position}")
    return {"params": {"kind": "first_collision", "format": name}, "input": {},
            "expected": {"position": first, "next": first + 1, "both_become": float(codes[first])}, **NO_TOLERANCE}


def code_case(name, form, dim):
    """Sinusoidal encodings rounded once; f64 and 50 digits must round to the same numbers."""
    positions = [0, 1, 3, 17, 1000, 131_071]
    rows = []
    for position in positions:
        truth, plain = f64(true_encoding(position, 10_000, dim)), numpy_encoding(position, 10_000, dim)
        rows.append([rounded(v, form) for v in truth])
        check([rounded(float(v), form) for v in plain], rows[-1], 0, f"{name} code of {position}")
    return {"params": {"kind": "rounded_code", "format": name, "base": 10_000, "dim": dim, "order": "interleaved"},
            "input": {"positions": positions}, "expected": {"codes": rows},
            "tolerance": 0, "why_tolerance": "no entry is so near the middle of two numbers that f64 could miss it"}


def rounding():
    """IEEE 754-2019 section 4.3.1, OCP OFP8 1.0; conversions of torch 2.15.0 (CPU) beside it"""
    cases = [rounding_case(*item) for item in FORMATS.items()]
    cases += [collision_case(*item) for item in FORMATS.items()]
    known = [case["expected"]["position"] for case in cases[len(FORMATS):]]
    check(known, [2 ** 24, 2048, 256, 16, 8], 0, "first collisions")
    sizes = (("bf16", 8), ("f16", 8), ("bf16", 32), ("e4m3fn", 8))
    cases += [code_case(name, FORMATS[name], dim) for name, dim in sizes]
    return ("rounded: once from f64, ties to even, past the largest number infinity, or NaN in e4m3fn, which has none; "
            "a saturating conversion has the largest number instead; info: where torch differs, which converts f64 "
            "through f32, so twice, and saturates e4m3fn, infinity too; bits_of_finite: the pattern as a whole number",
            cases)


# --- analysis -----------------------------------------------------------------------------------

def turns_case(base, dim, length):
    """Full turns of each pair in a length, the number of pairs with at least one, and the dimension that they fill."""
    with mpmath.workdps(50):
        truth = [length * a / (2 * mpmath.pi) for a in true_angles(1, base, dim)]
        critical = 2 * int(mpmath.ceil(mpf(dim) / 2 * mpmath.log(length / (2 * mpmath.pi), base)))
    count = sum(turn > 1 for turn in truth)
    check(critical, 2 * count, 0, f"critical dimension {base} {dim} {length}")
    check(length * numpy_inv_freq(base, dim) / (2 * np.pi) / f64(truth), 1.0, 5 * EPS, "turns")
    return {"params": {"kind": "turns", "base": base, "dim": dim}, "input": {"length": length},
            "expected": {"turns": f64(truth), "pairs_with_wavelength_below_length": count, "critical_dim": critical},
            "tolerance": {"turns_rel": 5 * EPS},
            "why_tolerance": "inv_freq 2 ulp, a product, 2 pi and a quotient half each, the expected number half; "
                             "no turn is within 1e-6 of 1, so the count is safe"}


def cosine_sums(base, dim, length):
    """The sum over pairs of cos(m inv_freq) for m below length, in plain f64."""
    return np.cos(np.outer(np.arange(length), numpy_inv_freq(base, dim))).sum(axis=1)


def first_negative_case(base, dim):
    """The first offset with a sum below 0, found in f64 and confirmed in 50 digits."""
    sums, step = np.zeros(0), 20_000
    while not (sums < 0).any():
        sums = cosine_sums(base, dim, len(sums) + step)
    first = int(np.argmax(sums < 0))
    exact = [float(sum(mpmath.cos(a) for a in true_angles(m, base, dim))) for m in (first - 1, first)]
    margin = float(np.abs(sums[:first + 1]).min())
    if not (exact[0] > 0 > exact[1] and margin > dim * bound_at(first)):
        raise SystemExit(f"first negative {base} {dim}: too close to call in f64")
    return {"params": {"kind": "first_negative", "base": base, "dim": dim}, "input": {},
            "expected": {"offset": first, "sum_before": exact[0], "sum_at": exact[1]},
            "tolerance": {"offset": 0, "sum_abs": float(f"{dim / 2 * bound_at(first):.3g}")},
            "why_tolerance": f"dim / 2 cosines of the angle error; no sum up to there is nearer to 0 than {margin:.2g}"}


def has_negative(base, dim, length):
    """Whether a sum below length is negative; tries the last offsets first, because most bases fail there."""
    inv_freq = numpy_inv_freq(base, dim)
    blocks = range((length - 1) // 256 * 256, -1, -256)
    return any((np.cos(np.outer(np.arange(start, min(start + 256, length)), inv_freq)).sum(axis=1) < 0).any()
               for start in blocks)


def smallest_base_case(length, dim, first_place, last_place, known):
    """Bases 10^(i / 10000) that have no negative sum at an offset below length.

    From one base to the next, no angle changes by more than 0.04, and no sum by more than 0.7. The search
    could miss a run of passing bases that is narrower than a step, with a lowest sum barely above 0.
    """
    places = range(first_place, last_place + 1)
    passed = [not has_negative(10.0 ** (i / 10_000), dim, length) for i in places]
    runs = [[i, i] for i, passes, before in zip(places, passed, [False] + passed) if passes and not before]
    ends = [i for i, passes, after in zip(places, passed, passed[1:] + [False]) if passes and not after]
    runs = [[start, end] for (start, _), end in zip(runs, ends)]
    first = runs[0][0]
    near = range(first - 15, first + 41)
    lowest = [float(cosine_sums(10.0 ** (i / 10_000), dim, length).min()) for i in near]
    nearest = min(map(abs, lowest))
    check(10.0 ** (first / 10_000) / known, 1.0, 0.01, f"smallest base for {length}")
    check([low >= 0 for low in lowest], [passed[i - first_place] for i in near], 0, "passes")
    if nearest < 1e-6:
        raise SystemExit(f"smallest base for {length}: {nearest} is too close to call in f64")
    return {"params": {"kind": "smallest_base", "dim": dim},
            "input": {"length": length, "grid": "base = 10^(i / 10000)", "first_i": first_place, "last_i": last_place},
            "expected": {"first_passing_i": first, "first_passing_base": 10.0 ** (first / 10_000),
                         "passing_runs": runs, "near_first_i": near[0],
                         "near_passes": [int(low >= 0) for low in lowest], "near_lowest_sum": lowest},
            "tolerance": {"near": 0, "lowest_sum_abs": float(f"{dim / 2 * bound_at(length):.3g}")},
            "why_tolerance": f"flags: the lowest sums near the first passing base are at least {nearest:.2g} from 0; "
                             "sums: dim / 2 cosines of the angle error"}


def roformer_case(base, dim):
    """RoFormer, section 3.4.3: the mean size of partial sums of e^(i m inv_freq)."""
    offsets = [0, 1, 2, 3, 5, 7, 10, 20, 30, 50, 75, 100, 128, 150, 200, 250, 500, 1000, 2048, 4096, 10_000, 131_071]
    means = []
    for m in offsets:
        total, sizes = mpmath.mpc(0), []
        for angle in true_angles(m, base, dim):
            total += mpmath.expj(angle)
            sizes.append(abs(total))
        means.append(float(mpmath.fsum(sizes) / len(sizes)))
        plain = np.abs(np.cumsum(np.exp(1j * m * numpy_inv_freq(base, dim)))).mean()
        check(plain, means[-1], dim / 2 * bound_at(m), f"RoFormer's bound {base} {dim} {m}")
    if (base, dim) == (10_000, 128):
        known = [32.5, 31.538166, 17.954137, 12.629452, 10.227330, 6.548179]
        check([means[offsets.index(m)] for m in (0, 1, 10, 50, 100, 250)], known, 5.1e-7, "RoFormer's bound")
    return {"params": {"kind": "roformer_bound", "base": base, "dim": dim}, "input": {"offsets": offsets},
            "expected": {"mean_abs_partial_sum": means},
            "tolerance": {"abs": [float(f"{dim / 2 * bound_at(m):.3g}") for m in offsets]},
            "why_tolerance": "each of dim / 2 terms carries the angle error, 6e-16 m + 1e-15, and a few roundings"}


def pca_case(base, dim, length, n_components):
    """Principal components of sinusoidal encodings: SVD of the centred encodings, eigh of their covariance."""
    codes = np.array([f64(true_encoding(position, base, dim)) for position in range(length)])
    centred = codes - codes.mean(axis=0)
    left, singular, axes = np.linalg.svd(centred, full_matrices=False)
    variances = singular ** 2 / (length - 1)
    other, other_axes = np.linalg.eigh(centred.T @ centred / (length - 1))
    gaps = -np.diff(variances)[:n_components]
    bound = float(f"{2 * dim * EPS * variances[0] / gaps.min() * length:.2g}")
    check(other[::-1], variances, 1e-13 * variances[0], "PCA: variances")
    signs = [float(np.sign(axis[np.argmax(np.abs(axis))])) for axis in axes[:n_components]]
    projected = (left * singular)[:, :n_components] * signs
    by_other = centred @ other_axes[:, ::-1][:, :n_components]
    by_other *= np.sign((by_other * projected).sum(axis=0))
    check(by_other, projected, bound, "PCA: projections")
    return {"params": {"kind": "pca", "base": base, "dim": dim, "order": "interleaved"},
            "input": {"length": length, "n_components": n_components},
            # Digits after the thirteenth depend on the machine's LAPACK.
            "expected": {"explained_variance": variances.round(13).tolist(),
                         "total_variance": round(float(variances.sum()), 13),
                         "axes": (axes[:n_components] * np.array(signs)[:, None]).round(13).tolist(),
                         "projections": projected.round(13).tolist()},
            "tolerance": {"variance_abs": float(f"{1e-13 * variances[0]:.2g}"), "axes_abs": bound,
                          "projections_abs": bound},
            "why_tolerance": "variances: the largest times dim * length * 2^-53, about 1e-13; axes: that over the "
                             f"smallest gap of the variances concerned, {gaps.min():.3g}, times length. Variances "
                             "divide by length - 1; the largest entry of an axis is positive, any sign will do"}


def analysis():
    """Peng et al. 2023 (turns), Men et al. 2024 (sums of cosines), RoFormer section 3.4.3, PCA by numpy"""
    bases = ((10_000, 4096), (500_000, 8192), (1_000_000, 32_768))
    cases = [turns_case(base, dim, length) for dim in (128, 64, 96) for base, length in bases]
    check([case["expected"]["critical_dim"] for case in cases[:3]], [92, 70, 80], 0, "critical dimensions")
    cases += [first_negative_case(base, dim) for dim in (128, 64, 96) for base, _ in bases]
    check([case["expected"]["offset"] for case in cases[9:12]], [1707, 18_438, 27_115], 0, "first negative sums")
    cases += [smallest_base_case(1024, 128, 30_000, 40_000, 4.3e3),
              smallest_base_case(4096, 128, 42_000, 47_000, 2.7e4)]
    cases += [roformer_case(10_000, 128), roformer_case(500_000, 64)]
    cases += [pca_case(10_000, 32, 100, 3)]
    return ("turns = length inv_freq / 2 pi; critical_dim = 2 ceil(dim / 2 log_base(length / 2 pi)); sum over pairs of "
            "cos(m inv_freq), first m with a sum below 0; a base passes a length if no m below it has one; mean over j "
            "of |sum of the first j e^(i m inv_freq)|; PCA of codes of positions 0 to length - 1, centred", cases)
