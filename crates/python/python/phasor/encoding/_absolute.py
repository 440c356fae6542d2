"""Frequencies, sinusoidal encodings and their similarity."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from .. import _native
from ._arrays import Array, Dtype, count, empty, reals

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._arrays import Floats
    from ._choices import Measure, Order

__all__ = ["inv_freq", "similarity_curve", "similarity_matrix", "sinusoidal", "wavelengths"]


def inv_freq(dim: SupportsIndex, *, base: float = 10_000.0) -> npt.NDArray[np.float64]:
    """Returns the inverse frequency of each pair, in radians per position.

    For the frequencies of a scaling rule, see :class:`Rope`.

    Parameters
    ----------
    dim
        The number of components, even, from 2 to 1,048,576.
    base
        The base (``rope_theta``), above 0.

    Returns
    -------
    numpy.ndarray
        ``base ** (-2 * i / dim)``, shape ``[dim / 2]``.

    Raises
    ------
    ValueError
        If a number is outside its range.

    Examples
    --------
    >>> inv_freq(4)
    array([1.  , 0.01])
    """
    return _native.inv_freq(count("dim", dim), base)


def wavelengths(dim: SupportsIndex, *, base: float = 10_000.0) -> npt.NDArray[np.float64]:
    """Returns the wavelength of each pair, in positions for one full turn.

    Parameters
    ----------
    dim
        The number of components, even, from 2 to 1,048,576.
    base
        The base (``rope_theta``), above 0.

    Returns
    -------
    numpy.ndarray
        Shape ``[dim / 2]``.

    Raises
    ------
    ValueError
        If a number is outside its range.

    Examples
    --------
    >>> wavelengths(4).round(3)
    array([  6.283, 628.319])
    """
    return _native.wavelengths(count("dim", dim), base)


def sinusoidal(
    positions: Array,
    dim: SupportsIndex,
    *,
    base: float = 10_000.0,
    order: Order = "interleaved",
    dtype: Dtype = "float64",
) -> Floats:
    """Returns the sinusoidal encoding of each position (Vaswani et al. 2017, section 3.5).

    Parameters
    ----------
    positions
        Positions of any shape, also fractional.
    dim
        The number of components of an encoding, even, from 2 to 1,048,576.
    base
        The base, above 0.
    order
        ``"interleaved"`` puts the sine of pair ``i`` at ``2 * i`` and its cosine after it, as the paper does;
        ``"concatenated"`` puts all sines before all cosines.
    dtype
        The format of the result. Angles are float64 in any case.

    Returns
    -------
    numpy.ndarray
        Shape ``[*positions.shape, dim]``.

    Raises
    ------
    ValueError
        If a number or a word is not accepted.

    Examples
    --------
    >>> sinusoidal(range(2), 4).round(3)
    array([[0.   , 1.   , 0.   , 1.   ],
           [0.841, 0.54 , 0.01 , 1.   ]])
    """
    positions = reals("positions", positions)
    dim = count("dim", dim)
    encodings = empty((*positions.shape, dim), dtype)
    _native.sinusoidal(positions, dim, base, order, encodings)
    return encodings


def similarity_curve(
    length: SupportsIndex,
    dim: SupportsIndex,
    *,
    base: float = 10_000.0,
    measure: Measure = "cosine-similarity",
    dtype: Dtype = "float64",
) -> Floats:
    """Returns how alike two sinusoidal encodings are that are 0, 1, 2 ... positions apart.

    Parameters
    ----------
    length
        The number of offsets.
    dim
        The number of components of an encoding, even, from 2 to 1,048,576.
    base
        The base, above 0.
    measure
        ``"cosine-similarity"``, ``"cosine-distance"``, ``"dot"`` or ``"euclidean"``.
    dtype
        The format of the result.

    Returns
    -------
    numpy.ndarray
        Shape ``[length]``.

    Raises
    ------
    ValueError
        If a number or a word is not accepted.

    Examples
    --------
    >>> similarity_curve(3, 1024, measure="cosine-distance").round(6)
    array([0.      , 0.026489, 0.093392])
    """
    curve = empty((count("length", length),), dtype)
    _native.similarity_curve(count("dim", dim), base, measure, curve)
    return curve


def similarity_matrix(
    length: SupportsIndex,
    dim: SupportsIndex,
    *,
    base: float = 10_000.0,
    measure: Measure = "cosine-similarity",
    dtype: Dtype = "float64",
) -> Floats:
    """Returns how alike the sinusoidal encodings of every two positions are.

    The similarity depends on the offset alone, so only ``length`` numbers are computed.

    Parameters
    ----------
    length
        The number of positions.
    dim
        The number of components of an encoding, even, from 2 to 1,048,576.
    base
        The base, above 0.
    measure
        ``"cosine-similarity"``, ``"cosine-distance"``, ``"dot"`` or ``"euclidean"``.
    dtype
        The format of the result.

    Returns
    -------
    numpy.ndarray
        Shape ``[length, length]``.

    Raises
    ------
    ValueError
        If a number or a word is not accepted.

    Examples
    --------
    >>> similarity_matrix(3, 64, measure="dot").round(2)
    array([[32.  , 30.92, 28.3 ],
           [30.92, 32.  , 30.92],
           [28.3 , 30.92, 32.  ]])
    """
    length = count("length", length)
    matrix = empty((length, length), dtype)
    _native.similarity_matrix(count("dim", dim), base, measure, length, matrix)
    return matrix
