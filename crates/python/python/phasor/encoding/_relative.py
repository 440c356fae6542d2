"""Biases and tables that depend on the offset of a key from its query."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from .. import _native
from ._arrays import Array, Dtype, count, empty, reals, wholes

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arrays import Floats

__all__ = ["alibi_bias", "alibi_slopes", "clipped_distances", "t5_bias", "t5_buckets"]


def alibi_slopes(n_heads: SupportsIndex) -> npt.NDArray[np.float64]:
    """Returns the slope of each head (Press et al. 2021, *Train Short, Test Long*).

    Parameters
    ----------
    n_heads
        The number of heads, from 1 to 65,536. If it is not a power of two, every other slope for the next power comes
        after those for the power below, as in the authors' code.

    Returns
    -------
    numpy.ndarray
        Shape ``[n_heads]``.

    Raises
    ------
    ValueError
        If ``n_heads`` is outside its range.

    Examples
    --------
    >>> alibi_slopes(4)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])
    """
    return _native.alibi_slopes(count("n_heads", n_heads))


def alibi_bias(
    n_heads: SupportsIndex,
    query_length: SupportsIndex,
    key_length: SupportsIndex | None = None,
    *,
    past_seen_tokens: SupportsIndex = 0,
    dtype: Dtype = "float64",
) -> Floats:
    """Returns what ALiBi adds to each score: minus the slope of the head times the distance.

    Parameters
    ----------
    n_heads
        The number of heads, from 1 to 65,536.
    query_length
        The number of queries.
    key_length
        The number of keys; as many as queries if it is not given.
    past_seen_tokens
        The position of the first query: the number of tokens in the cache.
    dtype
        The format of the result.

    Returns
    -------
    numpy.ndarray
        Shape ``[n_heads, query_length, key_length]``. A causal mask is not included.

    Raises
    ------
    ValueError
        If a number is outside its range.

    Examples
    --------
    >>> alibi_bias(8, 3)[0]
    array([[ 0. , -0.5, -1. ],
           [-0.5,  0. , -0.5],
           [-1. , -0.5,  0. ]])
    """
    n_heads, lengths = count("n_heads", n_heads), _lengths(query_length, key_length)
    bias = empty((n_heads, *lengths), dtype)
    past = count("past_seen_tokens", past_seen_tokens)
    _native.alibi_bias(n_heads, lengths, past, bias)
    return bias


def t5_buckets(
    relative_position: Array,
    *,
    bidirectional: bool = True,
    num_buckets: SupportsIndex = 32,
    max_distance: SupportsIndex = 128,
) -> npt.NDArray[np.int64]:
    """Returns the bucket of each offset (Raffel et al. 2019, *T5*), as ``_relative_position_bucket`` of transformers does.

    Parameters
    ----------
    relative_position
        Key minus query, of any shape.
    bidirectional
        Whether later keys have their own half of the buckets, as in an encoder.
    num_buckets
        The number of buckets (``relative_attention_num_buckets``), even.
    max_distance
        The distance from which all share the last bucket (``relative_attention_max_distance``).

    Returns
    -------
    numpy.ndarray
        The shape of ``relative_position``.

    Raises
    ------
    ValueError
        If a number is outside its range.
    TypeError
        If offsets are not whole numbers.

    Examples
    --------
    >>> t5_buckets([-5000, -18, -3, 0, 3])
    array([15, 10,  3,  0, 19])
    >>> t5_buckets([-5000, -18, -3, 0, 3], bidirectional=False)
    array([31, 16,  3,  0,  0])
    """
    offsets = wholes("relative_position", relative_position)
    buckets = np.empty_like(offsets)
    kind = bidirectional, count("num_buckets", num_buckets), count("max_distance", max_distance)
    _native.t5_buckets(offsets, kind, buckets)
    return buckets


def t5_bias(
    weight: Array,
    query_length: SupportsIndex,
    key_length: SupportsIndex | None = None,
    *,
    bidirectional: bool = True,
    max_distance: SupportsIndex = 128,
    past_seen_tokens: SupportsIndex = 0,
    dtype: Dtype = "float64",
) -> Floats:
    """Returns what T5 adds to each score: the learned number of the head for the bucket of the offset.

    Parameters
    ----------
    weight
        The learned numbers (``relative_attention_bias.weight``), shape ``[num_buckets, n_heads]``.
    query_length
        The number of queries.
    key_length
        The number of keys; as many as queries if it is not given.
    bidirectional
        Whether later keys have their own half of the buckets, as in an encoder.
    max_distance
        The distance from which all share the last bucket (``relative_attention_max_distance``).
    past_seen_tokens
        The position of the first query: the number of tokens in the cache.
    dtype
        The format of the result.

    Returns
    -------
    numpy.ndarray
        Shape ``[n_heads, query_length, key_length]``.

    Raises
    ------
    ValueError
        If a number or a shape is not accepted.

    Examples
    --------
    >>> weight = [[0.0], [-1.0], [-2.0], [-3.0]]
    >>> t5_bias(weight, 3, bidirectional=False)[0]
    array([[ 0.,  0.,  0.],
           [-1.,  0.,  0.],
           [-2., -1.,  0.]])
    """
    learned = reals("weight", weight)
    if learned.ndim != 2:
        raise ValueError(f"weight must have the shape [num_buckets, n_heads], not {list(learned.shape)}.")
    lengths = _lengths(query_length, key_length)
    bias = empty((learned.shape[1], *lengths), dtype)
    kind = bidirectional, learned.shape[0], count("max_distance", max_distance)
    _native.t5_bias(learned, kind, lengths, count("past_seen_tokens", past_seen_tokens), bias)
    return bias


def clipped_distances(relative_position: Array, *, clip: SupportsIndex) -> npt.NDArray[np.int64]:
    """Returns the row of the learned tables for each offset (Shaw et al. 2018), from 0 to ``2 * clip``.

    Parameters
    ----------
    relative_position
        Key minus query, of any shape.
    clip
        The largest distance with its own row (the paper's k).

    Returns
    -------
    numpy.ndarray
        The shape of ``relative_position``.

    Raises
    ------
    TypeError
        If offsets are not whole numbers.

    Examples
    --------
    >>> clipped_distances([-7, -1, 0, 1, 7], clip=4)
    array([0, 3, 4, 5, 8])
    """
    offsets = wholes("relative_position", relative_position)
    rows = np.empty_like(offsets)
    _native.clipped_distances(offsets, count("clip", clip), rows)
    return rows


def _lengths(query_length: SupportsIndex, key_length: SupportsIndex | None) -> tuple[int, int]:
    queries = count("query_length", query_length)
    return queries, queries if key_length is None else count("key_length", key_length)
