"""The rotary embedding of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from phasor import _native

if TYPE_CHECKING:
    import numpy.typing as npt

Angles = Literal["float32", "float64"]

# The positions that are computed at once, so that the exact numbers need little memory beside the result.
_AT_ONCE = 1 << 14


class RotaryEmbedding:
    """The rotary embedding of the layers of one type, as transformers 5.23 computes it. :meth:`Model.rope` makes it.

    Attributes
    ----------
    layer_type : str or None
        The type of the layers; None for the most important ones.
    seq_len : int or None
        The length of the text in tokens, for rules that depend on it; None for one within the original length.
    inv_freq : ndarray of float64
        The inverse frequency of each pair, in radians per position. Shape ``[n_pairs]``.
    wavelengths : ndarray of float64
        The positions for one full turn of each pair, infinite for a pair that does not rotate. Shape ``[n_pairs]``.
    attention_factor : float
        What multiplies cosines and sines.
    softmax_factor : float
        What also multiplies the scores of attention.

    Examples
    --------
    >>> from phasor import models
    >>> rope = models.read({"model_type": "llama", "head_dim": 4}).rope()
    >>> rope.inv_freq
    array([1.  , 0.01])
    >>> rope([[0, 1, 2]])[0].shape
    (1, 3, 4)
    """

    def __init__(self, native: _native.ModelReader, layer_type: str | None, seq_len: int | None) -> None:
        self._native = native
        self.layer_type = layer_type
        self.seq_len = seq_len
        self.inv_freq, self.attention_factor, self.softmax_factor = native.frequencies(layer_type, seq_len)

    @property
    def wavelengths(self) -> npt.NDArray[np.float64]:
        """The positions for one full turn of each pair. Shape ``[n_pairs]``."""
        return self._native.wavelengths(self.layer_type, self.seq_len)

    def __call__(
        self,
        position_ids: npt.ArrayLike,
        seq_len: int | None = None,
        *,
        dtype: npt.DTypeLike = np.float32,
        angles: Angles = "float32",
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Returns the cosines and sines that the rotary embedding of the model's class returns.

        They are in the order of the class: most have all pairs and then all pairs again, some repeat each pair, and some
        have each pair once, such as GPT-OSS. Where a class returns complex numbers, their real parts are the cosines.

        Parameters
        ----------
        position_ids : array_like
            Positions, shape ``[..., seq]``. For M-RoPE, ``[n_axes, batch, seq]`` also works; other shapes are positions
            of text.
        seq_len : int, optional
            The length of the text in tokens, for rules that depend on it. Without it, it is that of the embedding, or
            else the largest position and 1, as in transformers.
        dtype : dtype, optional
            The format of the result, to which each number is rounded.
        angles : {"float32", "float64"}, optional
            The format of the angles. transformers has ``float32``, so that far away the fast pairs are wrong by up to
            ``position * 2**-24``; ``float64`` gives exact cosines and sines.

        Returns
        -------
        cos, sin : ndarray
            Each times the attention factor. Shape ``[..., seq, rotary_dim]``, or half as many for classes that have
            each pair once.

        Raises
        ------
        ValueError
            If the positions have no shape, the length is not above 0, or the sections of M-RoPE do not fit the pairs.

        Examples
        --------
        >>> from phasor import models
        >>> cos, sin = models.read({"model_type": "llama", "head_dim": 4}).rope()([0, 1])
        >>> sin.round(3)
        array([[0.   , 0.   , 0.   , 0.   ],
               [0.841, 0.01 , 0.841, 0.01 ]], dtype=float32)
        """
        positions = np.asarray(position_ids, dtype=np.float64)
        if positions.ndim == 0:
            raise ValueError("`position_ids` must have the shape [..., seq], and not be one number.")
        n_axes, width = self._native.sizes(self.layer_type)
        has_axes = n_axes > 1 and positions.ndim == 3 and positions.shape[0] == n_axes
        axes = np.ascontiguousarray(positions).reshape(n_axes if has_axes else 1, -1)
        seq_len = self.seq_len if seq_len is None else seq_len
        seq_len = _native.seq_len_of(axes.ravel()) if seq_len is None else seq_len
        shape = positions.shape[1:] if has_axes else positions.shape
        cos, sin = (np.empty((axes.shape[1], width), dtype=dtype) for _ in range(2))
        for start in range(0, axes.shape[1], _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            turns = self._native.turns(self.layer_type, [axis[part] for axis in axes], seq_len, angles)
            cos[part], sin[part] = (numbers.reshape(-1, width) for numbers in turns)
        return cos.reshape(*shape, width), sin.reshape(*shape, width)

    def __repr__(self) -> str:
        n_pairs = len(self.inv_freq)
        return f"RotaryEmbedding(layer_type={self.layer_type!r}, n_pairs={n_pairs}, attention_factor={self.attention_factor:g})"
