"""``phasor.encoding`` against plain formulas of numpy, for any numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from phasor import encoding
from phasor.encoding import Pairing, Rope

bases = st.floats(1.5, 1e8)
dims = st.integers(1, 64).map(lambda pairs: 2 * pairs)
whole_positions = st.integers(-(10**6), 10**6)
positions = st.lists(whole_positions | st.floats(-1e6, 1e6), min_size=1, max_size=12)
pairings: st.SearchStrategy[Pairing] = st.sampled_from(["half-split", "interleaved"])


def angle_error(at: Any) -> float:
    """The error of an angle at these positions: its factor is accurate to 2 units in its last place."""
    return 2e-15 + 2e-15 * float(np.max(np.abs(at)))


def inverse_frequencies(dim: int, base: float) -> npt.NDArray[np.float64]:
    return 1.0 / base ** (np.arange(0, dim, 2) / dim)


@given(dims, bases)
def test_frequencies(dim: int, base: float) -> None:
    expected = inverse_frequencies(dim, base)
    assert_allclose(encoding.inv_freq(dim, base=base), expected, rtol=1e-14)
    assert_allclose(encoding.wavelengths(dim, base=base), 2 * np.pi / expected, rtol=1e-14)


@given(positions, dims, bases)
def test_sinusoidal(at: list[float], dim: int, base: float) -> None:
    angles = np.outer(at, inverse_frequencies(dim, base))
    codes = encoding.sinusoidal(at, dim, base=base)
    assert_allclose(codes[:, 0::2], np.sin(angles), rtol=0, atol=angle_error(at))
    assert_allclose(codes[:, 1::2], np.cos(angles), rtol=0, atol=angle_error(at))
    sines_first = encoding.sinusoidal(at, dim, base=base, order="concatenated")
    assert_array_equal(sines_first, np.concatenate([codes[:, 0::2], codes[:, 1::2]], axis=1))
    assert_array_equal(encoding.sinusoidal(at, dim, base=base, dtype="float32"), codes.astype(np.float32))


@given(st.integers(0, 80), dims, bases)
def test_similarity(length: int, dim: int, base: float) -> None:
    codes = encoding.sinusoidal(range(length), dim, base=base)
    gram = codes @ codes.T
    assert_allclose(encoding.similarity_matrix(length, dim, base=base, measure="dot"), gram, rtol=0, atol=1e-10)
    matrix = encoding.similarity_matrix(length, dim, base=base)
    assert_allclose(matrix, gram / (dim / 2), rtol=0, atol=1e-11)
    assert_array_equal(matrix[:1].ravel(), encoding.similarity_curve(length, dim, base=base)[: matrix[:1].size])


@given(positions, dims, bases)
def test_half_split_tables_are_those_of_transformers(at: list[float], dim: int, base: float) -> None:
    angles = np.outer(at, inverse_frequencies(dim, base))
    both = np.concatenate([angles, angles], axis=-1)
    cos, sin = Rope(dim, base=base).tables(at)
    assert_allclose(cos, np.cos(both), rtol=0, atol=angle_error(at))
    assert_allclose(sin, np.sin(both), rtol=0, atol=angle_error(at))


@given(positions, dims, bases)
def test_interleaved_tables_repeat_each_number(at: list[float], dim: int, base: float) -> None:
    cos, _ = Rope(dim, base=base, pairing="interleaved").tables(at)
    halves, _ = Rope(dim, base=base).tables(at)
    assert_array_equal(cos, np.repeat(halves[:, : dim // 2], 2, axis=-1))


@given(st.lists(whole_positions, min_size=1, max_size=12), dims, st.randoms(use_true_random=False))
def test_a_row_depends_on_its_position_alone(at: list[int], dim: int, random: Any) -> None:
    rope = Rope(dim)
    rows = {position: rope.tables([position])[0][0] for position in at}
    random.shuffle(at)
    for position, row in zip(at, rope.tables(at)[0], strict=True):
        assert_array_equal(row, rows[position])


@given(positions, dims, bases, pairings, st.integers(0, 2**32 - 1))
def test_rotation(at: list[float], dim: int, base: float, pairing: Pairing, seed: int) -> None:
    x = np.random.default_rng(seed).standard_normal((3, len(at), dim + 2))
    rope = Rope(dim + 2, rotary_dim=dim, base=base, pairing=pairing)
    cos, sin = rope.tables(at)
    first, second = (
        (x[..., : dim // 2], x[..., dim // 2 : dim]) if pairing == "half-split" else (x[..., 0:dim:2], x[..., 1:dim:2])
    )
    if pairing == "half-split":
        turned = np.concatenate([-second, first], axis=-1)
    else:
        turned = np.stack([-second, first], axis=-1).reshape(*x.shape[:-1], dim)
    rotated = rope.rotate(x, at)
    assert_allclose(rotated[..., :dim], x[..., :dim] * cos + turned * sin, rtol=0, atol=1e-14)
    assert_array_equal(rotated[..., dim:], x[..., dim:])
    score = rope.score(x[0, 0], x[1, 0], at[0], at[-1])
    assert_allclose(score, rope.rotate(x[0, 0], at[0]) @ rope.rotate(x[1, 0], at[-1]), rtol=0, atol=1e-9)


@given(positions, st.lists(st.integers(1, 9), min_size=3, max_size=3), bases, pairings, st.booleans(), st.data())
def test_equal_positions_on_all_axes_are_those_of_text(
    at: list[float], sections: list[int], base: float, pairing: Pairing, interleaved: bool, data: st.DataObject
) -> None:
    dim = 2 * sum(sections)
    shared = {"mrope_section": sections, "mrope_interleaved": interleaved}
    head_dim = dim + data.draw(st.sampled_from([0, 2]))
    given_rotary = {"head_dim": head_dim, "rotary_dim": dim, "base": base, "pairing": pairing}
    plain = Rope(**given_rotary)
    rope = Rope(**given_rotary, rope_parameters={"rope_type": "default", "rope_theta": base, **shared})
    axes = np.tile(np.array(at, dtype=np.float64), (len(sections), 1))
    for dtype in ("float64", "float32"):
        for table, wanted in zip(rope.tables(axes, dtype=dtype), plain.tables(at, dtype=dtype), strict=True):
            assert_array_equal(table, wanted)
        assert_array_equal(rope.tables(at, dtype=dtype)[0], plain.tables(at, dtype=dtype)[0])
    x = np.random.default_rng(0).standard_normal((2, len(at), head_dim))
    assert_allclose(rope.rotate(x, axes), plain.rotate(x, at), rtol=0, atol=4 * angle_error(at))
    # A component follows its own axis alone.
    axis = data.draw(st.integers(0, len(sections) - 1))
    axes[axis] += 1.0
    moved = np.any(rope.tables(axes)[1] != plain.tables(at)[1], axis=0)
    # Time takes what is left over where other axes run out of pairs.
    assert np.count_nonzero(moved) <= (dim if interleaved and axis == 0 else 2 * sections[axis])


@given(dims, st.data())
def test_any_even_rotary_dim_is_read_exactly(pairs: int, data: st.DataObject) -> None:
    rotary_dim = data.draw(st.integers(1, 512)) * 2
    head_dim = rotary_dim + data.draw(st.integers(0, 600))
    assert Rope(head_dim, rotary_dim=rotary_dim).rotary_dim == rotary_dim


@given(st.integers(1, 40), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_alibi_bias_is_slope_times_distance(n_heads: int, queries: int, keys: int, past: int) -> None:
    distance = np.abs(np.arange(keys) - (past + np.arange(queries))[:, None])
    expected = -encoding.alibi_slopes(n_heads)[:, None, None] * distance
    assert_allclose(encoding.alibi_bias(n_heads, queries, keys, past_seen_tokens=past), expected, rtol=1e-15)


@given(st.integers(1, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 300), st.booleans())
def test_t5_bias_looks_buckets_up(n_heads: int, queries: int, keys: int, past: int, bidirectional: bool) -> None:
    weight = np.random.default_rng(0).standard_normal((32, n_heads))
    offsets = np.arange(keys) - (past + np.arange(queries))[:, None]
    buckets = encoding.t5_buckets(offsets, bidirectional=bidirectional)
    bias = encoding.t5_bias(weight, queries, keys, bidirectional=bidirectional, past_seen_tokens=past)
    assert_array_equal(bias, np.moveaxis(weight[buckets], -1, 0))


@given(st.lists(st.integers(-(2**62), 2**62)), st.integers(0, 2**32 - 1))
def test_clipped_distances_are_those_of_numpy(offsets: list[int], clip: int) -> None:
    at = np.array(offsets, dtype=np.int64)
    assert_array_equal(encoding.clipped_distances(at, clip=clip), np.clip(at, -clip, clip) + clip)
