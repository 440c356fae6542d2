"""Positional encodings, exact in float64, as numpy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _native

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["inv_freq"]


def inv_freq(head_dim: int, base: float = 10_000.0) -> npt.NDArray[np.float64]:
    """Returns the inverse frequency of each pair, in radians per position.

    >>> inv_freq(4)
    array([1.  , 0.01])
    """
    return _native.inv_freq(head_dim, base)
