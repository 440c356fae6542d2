"""RoPE of one kind of layers, with all scaling rules of transformers."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from .. import _native
from ._arrays import Array, Dtype, count, empty, reals

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arrays import Floats
    from ._choices import Pairing

__all__ = ["Rope"]


class Rope:
    """Rotary position embedding: each pair of a query or key rotates by ``position * inv_freq``.

    Parameters
    ----------
    head_dim
        The number of components of a head, from 2 to 65,536.
    base
        The base (``rope_theta``); 10,000 unless ``rope_parameters`` has one.
    partial_rotary_factor
        The share of components that rotate; 1 unless ``rope_parameters`` has one.
    rotary_dim
        Their number, in place of ``partial_rotary_factor``.
    rope_parameters
        The scaling rule and its numbers as transformers 5 writes them, such as
        ``{"rope_type": "yarn", "rope_theta": 1e6, "factor": 4.0, "original_max_position_embeddings": 32768}``. The rules
        are ``default``, ``linear``, ``dynamic``, ``yarn``, ``longrope``, ``llama3`` and ``proportional``, and ``ntk``,
        which transformers lacks. ``mrope_section`` and ``mrope_interleaved`` share the pairs out among the axes of M-RoPE.
    max_position_embeddings
        The declared length, which ``dynamic`` needs and others read if the original length is missing.
    pairing
        ``"half-split"`` pairs component ``i`` with ``i + rotary_dim / 2``, as in Llama; ``"interleaved"`` pairs
        ``2 * i`` with ``2 * i + 1``, as in GPT-J.

    Raises
    ------
    ValueError
        If transformers would reject the parameters, or if they have no meaning.

    Warns
    -----
    UserWarning
        For what is probably not intended, such as an unknown key.

    Examples
    --------
    >>> rope = Rope(128, rope_parameters={"rope_type": "linear", "rope_theta": 500_000.0, "factor": 4.0})
    >>> rope
    Rope(head_dim=128, base=500000.0, rope_type='linear', pairing='half-split')
    >>> rope.inv_freq[:2].round(4)
    array([0.25  , 0.2037])
    >>> Rope(128, rope_parameters={"rope_type": "linear"})
    Traceback (most recent call last):
    ...
    ValueError: rope_parameters.factor: Missing, but the rule needs it.

    In Qwen2-VL, 16 pairs follow the time, 24 the row and 24 the column:

    >>> rope = Rope(128, rope_parameters={"rope_type": "default", "rope_theta": 1e6, "mrope_section": [16, 24, 24]})
    >>> time, row, column = [4, 4, 4], [4, 4, 5], [4, 5, 4]
    >>> cos, sin = rope.tables([time, row, column])
    >>> cos.shape
    (3, 128)
    >>> (sin[0] == sin[1])[[0, 16, 40]]
    array([ True,  True, False])
    """

    __slots__ = ("_native", "_seq_len")

    def __init__(
        self,
        head_dim: SupportsIndex,
        *,
        base: float | None = None,
        partial_rotary_factor: float | None = None,
        rotary_dim: SupportsIndex | None = None,
        rope_parameters: Mapping[str, object] | None = None,
        max_position_embeddings: SupportsIndex | None = None,
        pairing: Pairing = "half-split",
    ) -> None:
        parameters = {
            "rope_theta": 10_000.0 if base is None else base,
            **_given("partial_rotary_factor", partial_rotary_factor),
        }
        for name, value in (rope_parameters or {}).items():
            is_given = base is not None if name == "rope_theta" else name == "partial_rotary_factor" and name in parameters
            if is_given and parameters[name] != value:
                raise ValueError(f"`{name}` in `rope_parameters` is {value}, but the argument is {parameters[name]}.")
            parameters[name] = value
        if rotary_dim is not None and "partial_rotary_factor" in parameters:
            raise ValueError("`rotary_dim` and `partial_rotary_factor` must not both be given.")
        config = {
            # A class that transformers does not have, so that no default of a class applies.
            "auto_map": None,
            "head_dim": count("head_dim", head_dim),
            "rope_parameters": parameters,
            **_given("rotary_dim", rotary_dim),
            **_given("max_position_embeddings", max_position_embeddings),
        }
        self._native, warned = _native.read_rope(json.dumps(config, default=_plain), pairing)
        self._seq_len: int | None = None
        for sentence in warned:
            warnings.warn(sentence, stacklevel=2)

    @classmethod
    def _of(cls, native: _native.Rope, seq_len: int | None = None) -> Rope:
        rope = cls.__new__(cls)
        rope._native, rope._seq_len = native, seq_len
        return rope

    def __repr__(self) -> str:
        length = "" if self._seq_len is None else f", seq_len={self._seq_len}"
        sections = "" if self.mrope_section is None else f", mrope_section={self.mrope_section}"
        return (
            f"Rope(head_dim={self.head_dim}, base={self.base}, rope_type={self.rope_type!r}, "
            f"pairing={self.pairing!r}{sections}{length})"
        )

    @property
    def head_dim(self) -> int:
        """The number of components of a head.

        >>> Rope(128).head_dim
        128
        """
        return self._native.head_dim

    @property
    def rotary_dim(self) -> int:
        """The number of components in tables: those that rotate, or all under the rule ``proportional``.

        >>> Rope(256, partial_rotary_factor=0.25).rotary_dim
        64
        """
        return self._native.rotary_dim

    @property
    def base(self) -> float:
        """The base (``rope_theta``).

        >>> Rope(128).base
        10000.0
        """
        return self._native.base

    @property
    def rope_type(self) -> str:
        """The name of the scaling rule.

        >>> Rope(128).rope_type
        'default'
        """
        return self._native.rope_type

    @property
    def pairing(self) -> str:
        """The layout of pairs in a head.

        >>> Rope(128).pairing
        'half-split'
        """
        return self._native.pairing

    @property
    def mrope_section(self) -> tuple[int, ...] | None:
        """The number of pairs that follow each axis of M-RoPE; None if there is one axis.

        >>> Rope(16, rope_parameters={"rope_type": "default", "mrope_section": [2, 3, 3]}).mrope_section
        (2, 3, 3)
        """
        sections = self._native.mrope_section
        return None if sections is None else tuple(sections)

    @property
    def seq_len(self) -> int | None:
        """The length that the frequencies are for, if :meth:`for_length` made this.

        >>> Rope(128).for_length(8192).seq_len
        8192
        """
        return self._seq_len

    @property
    def inv_freq(self) -> npt.NDArray[np.float64]:
        """The inverse frequency of each pair, in radians per position; 0 for one that does not rotate.

        Without :meth:`for_length`, they are those for texts within the original length.

        >>> Rope(4).inv_freq
        array([1.  , 0.01])
        """
        return self._native.inv_freq(self._seq_len)

    @property
    def wavelengths(self) -> npt.NDArray[np.float64]:
        """The wavelength of each pair, in positions for one full turn; infinite for one that does not rotate.

        >>> Rope(4).wavelengths.round(3)
        array([  6.283, 628.319])
        """
        return self._native.wavelengths(self._seq_len)

    @property
    def attention_factor(self) -> float:
        """The factor of cosines and sines; 1 unless the rule has one.

        >>> yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
        >>> round(Rope(128, rope_parameters=yarn).attention_factor, 4)
        1.1386
        """
        return self._native.attention_factor(self._seq_len)

    def for_length(self, seq_len: SupportsIndex) -> Rope:
        """Returns the rotation with the frequencies for a sequence of that length.

        Parameters
        ----------
        seq_len
            The number of tokens. It matters for ``dynamic`` and ``longrope`` alone.

        Returns
        -------
        Rope
            The rotation for every sequence of that length, whatever its positions.

        Raises
        ------
        ValueError
            If the length is outside its range.

        Examples
        --------
        >>> dynamic = {"rope_type": "dynamic", "factor": 2.0}
        >>> rope = Rope(4, rope_parameters=dynamic, max_position_embeddings=2048)
        >>> rope.inv_freq
        array([1.  , 0.01])
        >>> rope.for_length(4096).inv_freq.round(5)
        array([1.     , 0.00333])
        """
        return self._of(self._native, count("seq_len", seq_len))

    def tables(
        self,
        position_ids: Array,
        *,
        seq_len: SupportsIndex | None = None,
        dtype: Dtype = "float64",
    ) -> tuple[Floats, Floats]:
        """Returns the cosine and the sine of each rotating component, as a rotary module of transformers does.

        Both hold the attention factor. Angles are computed in float64 and rounded once, so they are right at any position.

        Parameters
        ----------
        position_ids
            Positions of any shape, also fractional. With ``mrope_section``, an array of two or more axes has one row
            each for time, row and column: ``[3, seq_len]`` or ``[3, batch, seq_len]``. One number, or one list of numbers,
            are positions of text, which are the same on all three.
        seq_len
            The length of the sequence; without one, that of :meth:`for_length`, or the largest position plus 1, as in
            transformers.
        dtype
            The format of the tables.

        Returns
        -------
        cos, sin : numpy.ndarray
            Shape ``[*position_ids.shape, rotary_dim]`` each, without the axis of M-RoPE. Both components of a pair have its number: a half-split table
            consists of two equal halves, and an interleaved one of equal neighbours.

        Raises
        ------
        ValueError
            If a number is not accepted.

        Examples
        --------
        >>> cos, sin = Rope(4).tables([0, 1])
        >>> sin.round(3)
        array([[0.   , 0.   , 0.   , 0.   ],
               [0.841, 0.01 , 0.841, 0.01 ]])
        """
        positions = reals("position_ids", position_ids)
        has_axes = self._has_axes("position_ids", positions)
        tables = empty((2, *positions.shape, self.rotary_dim), dtype)
        self._native.tables(positions, self._length(positions, seq_len), tables)
        axes = self._native.axes() if has_axes else None
        if axes is None:
            return tables[0], tables[1]
        # Each component takes the numbers of its own axis.
        taken = empty((2, *positions.shape[1:], self.rotary_dim), dtype)
        for axis in range(positions.shape[0]):
            own = np.equal(axes, axis)
            taken[..., own] = tables[:, axis][..., own]
        return taken[0], taken[1]

    def rotate(
        self, x: Array, positions: Array, *, seq_len: SupportsIndex | None = None
    ) -> npt.NDArray[np.float64]:
        """Returns queries or keys rotated to their positions, in float64. For speed, see :func:`rotate_`.

        Parameters
        ----------
        x
            Queries or keys, shape ``[..., head_dim]``.
        positions
            The position of each, of a shape that numpy broadcasts to that of ``x`` without its last axis: one number,
            ``[seq_len]`` for ``[n_heads, seq_len, head_dim]``. With ``mrope_section``, such shapes after the axis of M-RoPE,
            as in :meth:`tables`.
        seq_len
            The length of the sequence, as in :meth:`tables`.

        Returns
        -------
        numpy.ndarray
            The shape of ``x``. Components past ``rotary_dim`` do not change.

        Raises
        ------
        ValueError
            If a number or a shape is not accepted.

        Examples
        --------
        >>> Rope(2).rotate([1.0, 0.0], np.pi).round(3)
        array([-1.,  0.])
        """
        vectors = np.array(reals("x", x), order="C")
        if vectors.shape[-1:] != (self.head_dim,):
            raise ValueError(f"x must have the shape [..., {self.head_dim}], not {list(vectors.shape)}.")
        given = reals("positions", positions)
        length = self._length(given, seq_len)
        has_axes = self._has_axes("positions", given)
        axes = given if has_axes else given[None]
        try:
            each = np.stack([np.broadcast_to(axis, vectors.shape[:-1]) for axis in axes], axis=-1)
        except ValueError:
            shapes = list(given.shape), list(vectors.shape)
            raise ValueError("positions of shape {} do not fit x of shape {}.".format(*shapes)) from None
        rotate = self._native.rotate_on_axes if has_axes else self._native.rotate
        rotate(np.ascontiguousarray(each), length, vectors)
        return vectors

    def score(
        self,
        query: Array,
        key: Array,
        query_position: float,
        key_position: float,
        *,
        seq_len: SupportsIndex | None = None,
    ) -> float:
        """Returns the score before softmax and without a scale: the dot product of the rotated query and key.

        Parameters
        ----------
        query, key
            One query and one key, shape ``[head_dim]``.
        query_position, key_position
            Their positions, the same on all axes of M-RoPE. Only their difference matters.
        seq_len
            The length of the sequence, as in :meth:`tables`.

        Returns
        -------
        float
            The score.

        Raises
        ------
        ValueError
            If a number or a shape is not accepted.

        Examples
        --------
        >>> rope = Rope(4)
        >>> query, key = [1.0, 0.5, -0.3, 2.0], [0.2, 1.0, 0.7, -1.0]
        >>> round(rope.score(query, key, 3, 5), 9) == round(rope.score(query, key, 1003, 1005), 9)
        True
        """
        query, key = reals("query", query), reals("key", key)
        for name, vector in (("query", query), ("key", key)):
            if vector.ndim != 1:
                raise ValueError(f"{name} must have the shape [{self.head_dim}], not {list(vector.shape)}.")
        positions = reals("positions", [query_position, key_position])
        length = self._length(positions, seq_len)
        return self._native.score(query, key, (query_position, key_position), length)

    def _has_axes(self, name: str, positions: npt.NDArray[np.float64]) -> bool:
        """Returns whether the first axis of positions is that of M-RoPE."""
        sections = self.mrope_section
        if sections is None or positions.ndim < 2:
            return False
        if positions.shape[0] != len(sections):
            raise ValueError(
                f"{name} must have the shape [{len(sections)}, ...], a row each for time, rows and columns, or [seq_len] for "
                f"text, not {list(positions.shape)}."
            )
        return True

    def _length(self, positions: npt.NDArray[np.float64], seq_len: SupportsIndex | None) -> int | None:
        """Returns the length of a sequence with these positions."""
        if seq_len is not None:
            return count("seq_len", seq_len)
        return self._native.length_of(positions) if self._seq_len is None else self._seq_len


def _given(name: str, value: SupportsIndex | float | None) -> dict[str, object]:
    return {} if value is None else {name: value}


def _plain(value: object) -> object:
    """Returns what JSON can hold in place of a number or an array of numpy."""
    plain = getattr(value, "tolist", None)
    if plain is None:
        raise TypeError(f"`rope_parameters` must hold numbers, words and lists, not {type(value).__name__}.")
    return plain()
