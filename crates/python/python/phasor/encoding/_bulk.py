"""RoPE over many stored vectors, in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _native
from ._arrays import Array, reals

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._choices import Pairing

__all__ = ["rotate_"]

_FORMATS = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}


def rotate_(x: Any, cos: Array, sin: Array, *, pairing: Pairing = "half-split") -> None:
    """Rotates queries or keys in place, by tables from :meth:`Rope.tables`.

    It computes in float32, and rounds once if the numbers are stored in fewer bits. Other threads of Python run
    meanwhile.

    Parameters
    ----------
    x
        Queries or keys, shape ``[..., seq_len, head_dim]``: a contiguous array of numpy in float32, float16 or bfloat16
        (of ``ml_dtypes``), or a tensor that lends numpy its memory by ``__dlpack__``, such as one of torch on the CPU.
        Components from ``rotary_dim`` on do not change.
    cos, sin
        The tables, shape ``[seq_len, rotary_dim]``, or ``[batch, seq_len, rotary_dim]`` for as many sequences as
        ``x.shape[0]``.
    pairing
        ``"half-split"`` as in Llama, or ``"interleaved"`` as in GPT-J. The tables must be made for the same pairing.

    Raises
    ------
    TypeError
        If ``x`` is not such an array.
    ValueError
        If a shape does not fit, if ``x`` is read-only or not contiguous, or if the components of a pair have different
        cosines or sines.

    Examples
    --------
    >>> from phasor.encoding import Rope
    >>> cos, sin = Rope(4).tables(range(2), dtype="float32")
    >>> x = np.ones((1, 2, 4), np.float32)
    >>> rotate_(x, cos, sin)
    >>> x.round(3)
    array([[[ 1.   ,  1.   ,  1.   ,  1.   ],
            [-0.301,  0.99 ,  1.382,  1.01 ]]], dtype=float32)
    """
    vectors = _writable(x)
    cosines, sines = _table("cos", cos), _table("sin", sin)
    shape = _shape(vectors, cosines, sines)
    if vectors.size == 0:
        return
    stored = vectors if vectors.dtype == np.float32 else vectors.view(np.uint16)
    _native.rotate_bulk(stored, _FORMATS[vectors.dtype.name], shape, cosines, sines, pairing)


def _writable(given: Any) -> npt.NDArray[Any]:
    """Returns the memory of ``x``, not a copy."""
    if not hasattr(given, "__dlpack__"):
        raise TypeError(f"x must be an array whose memory numpy can use, not {type(given).__name__}.")
    x: npt.NDArray[Any] = given if isinstance(given, np.ndarray) else np.from_dlpack(given)
    if x.dtype.name not in _FORMATS or not x.dtype.isnative:
        raise TypeError(f"x must hold float32, float16 or bfloat16, not {x.dtype}.")
    if x.ndim < 2:
        raise ValueError(f"x must have the shape [..., seq_len, head_dim], not {list(x.shape)}.")
    if not x.flags.writeable:
        raise ValueError("x must be writable, because it is rotated in place; this array is read-only.")
    if not x.flags.c_contiguous:
        raise ValueError("x must be contiguous, because a copy would not be rotated in place.")
    return x


def _table(name: str, table: Array) -> npt.NDArray[np.float32]:
    numbers = table if isinstance(table, np.ndarray) and table.dtype == np.float32 else reals(name, table)
    return np.ascontiguousarray(numbers, dtype=np.float32)


def _shape(
    x: npt.NDArray[Any], cos: npt.NDArray[Any], sin: npt.NDArray[Any]
) -> tuple[int, int, int, int]:
    """Returns the numbers of tables, of heads for each, of positions and of components."""
    seq_len, head_dim = x.shape[-2:]
    n_tables = cos.shape[0] if cos.ndim == 3 else 1
    n_vectors = int(np.prod(x.shape[:-2]))
    fits = cos.ndim in (2, 3) and cos.shape[-2] == seq_len and cos.shape[-1] <= head_dim
    if not fits or n_tables not in (1, x.shape[0] if x.ndim > 2 else 1):
        raise ValueError(
            f"cos must have the shape [{seq_len}, rotary_dim] with a rotary_dim of at most {head_dim}, or one such table "
            f"for each sequence, not {list(cos.shape)}."
        )
    if cos.shape != sin.shape:
        raise ValueError(f"cos and sin must have the same shape, not {list(cos.shape)} and {list(sin.shape)}.")
    return n_tables, n_vectors // max(n_tables, 1), seq_len, head_dim
