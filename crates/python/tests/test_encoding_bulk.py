"""``rotate_`` against ``Rope.rotate``, and the sentences for arrays that it cannot rotate."""

from __future__ import annotations

import re
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from phasor.encoding import Pairing, Rope, rotate_

SHAPE = (2, 3, 5, 16)


def some(shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    return np.random.default_rng(0).standard_normal(shape).astype(dtype)


def formats() -> list[tuple[Any, float]]:
    """Returns the formats with half of the distance between neighbours, relative to a number."""
    ml_dtypes = pytest.importorskip("ml_dtypes")
    return [(np.float32, 2.0**-23), (np.float16, 2.0**-11), (ml_dtypes.bfloat16, 2.0**-8)]


@pytest.mark.parametrize("pairing", get_args(Pairing))
@pytest.mark.parametrize("rotary_dim", [16, 12])
def test_every_format_is_rotated_and_rounded_once(pairing: Pairing, rotary_dim: int) -> None:
    rope = Rope(16, rotary_dim=rotary_dim, pairing=pairing)
    positions = [0, 1, 7, 100, 131_071]
    cos, sin = rope.tables(positions, dtype="float32")
    for dtype, rounding in formats():
        x = some(SHAPE, dtype)
        before = x.copy()
        rotate_(x, cos, sin, pairing=pairing)
        expected = rope.rotate(before, positions)
        assert_allclose(x.astype(np.float64), expected, rtol=rounding, atol=1e-6)
        assert_array_equal(x[..., rotary_dim:], before[..., rotary_dim:])
        assert not np.array_equal(x, before)


def test_each_sequence_may_have_its_own_tables() -> None:
    rope = Rope(16)
    positions = np.array([[0, 1, 2, 3, 4], [7, 8, 9, 10, 11]])
    x = some(SHAPE, np.float32)
    expected = rope.rotate(x, positions[:, None])
    rotate_(x, *rope.tables(positions))
    assert_allclose(x, expected, rtol=0, atol=1e-6)
    one = some(SHAPE, np.float32)
    other = one.copy()
    rotate_(one, *rope.tables(range(5)))
    rotate_(other, *rope.tables([range(5)]))
    assert_array_equal(one, other)


def test_a_tensor_of_torch_is_rotated_where_it_is() -> None:
    torch = pytest.importorskip("torch")
    rope = Rope(16)
    cos, sin = rope.tables(torch.arange(5), dtype="float32")
    for dtype in (torch.float32, torch.float16):
        x = torch.ones(2, 5, 16, dtype=dtype)
        rotate_(x, torch.from_numpy(cos), torch.from_numpy(sin))
        assert_allclose(x.double().numpy(), rope.rotate(np.ones((2, 5, 16)), range(5)), rtol=2**-11, atol=1e-6)


def test_an_array_of_jax_is_read_only() -> None:
    jnp = pytest.importorskip("jax.numpy")
    with pytest.raises(ValueError, match="x must be writable, because it is rotated in place"):
        rotate_(jnp.ones((5, 16), jnp.float32), *Rope(16).tables(range(5)))


def test_nothing_is_rotated_in_an_empty_array() -> None:
    x = np.empty((0, 5, 16), np.float32)
    rotate_(x, *Rope(16).tables(range(5)))
    rotate_(np.empty((2, 0, 16), np.float32), *Rope(16).tables([]))


def read_only() -> npt.NDArray[np.float32]:
    x = np.ones((5, 16), np.float32)
    x.flags.writeable = False
    return x


WRONG: list[tuple[Any, type[Exception], str]] = [
    ([[1.0]], TypeError, "x must be an array whose memory numpy can use, not list."),
    (np.ones((5, 16)), TypeError, "x must hold float32, float16 or bfloat16, not float64."),
    (np.ones(16, np.float32), ValueError, "x must have the shape [..., seq_len, head_dim], not [16]."),
    (read_only(), ValueError, "x must be writable, because it is rotated in place; this array is read-only."),
    (np.ones((5, 32), np.float32)[:, ::2], ValueError, "x must be contiguous, because a copy would not be"),
    (np.ones((4, 16), np.float32), ValueError, "cos must have the shape [4, rotary_dim] with a rotary_dim of at most 16"),
    (np.ones((5, 8), np.float32), ValueError, "with a rotary_dim of at most 8, or one such table for each sequence, not [5, 16]."),
]


@pytest.mark.parametrize(("x", "kind", "sentence"), WRONG)
def test_a_wrong_array_gets_a_sentence(x: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=re.escape(sentence)):
        rotate_(x, *Rope(16).tables(range(5)))


def test_tables_for_the_other_pairing_get_a_sentence() -> None:
    x = np.ones((5, 16), np.float32)
    cos, sin = Rope(16).tables(range(5))
    with pytest.raises(ValueError, match="these tables may be for the other layout of pairs"):
        rotate_(x, cos, sin, pairing="interleaved")
    assert_array_equal(x, 1)
    with pytest.raises(ValueError, match=re.escape("cos and sin must have the same shape, not [5, 16] and [5, 8].")):
        rotate_(x, cos, sin[:, :8])
    with pytest.raises(ValueError, match="in rows of 15"):
        rotate_(x, cos[:, :15], sin[:, :15])
