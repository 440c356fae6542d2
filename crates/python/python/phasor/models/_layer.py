"""The rotary layers of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from phasor import _native

Pairing = Literal["half-split", "interleaved"]


@dataclass(frozen=True)
class Layer:
    """The layers of one type, which rotate alike.

    Attributes
    ----------
    layer_type : str or None
        The name of the type, such as ``sliding_attention``; None if all layers are alike.
    places : tuple of int or None
        Which layers these are, counted from 0; None if the file does not give the number of layers.
    base : float
        The base of the frequencies (``rope_theta``).
    head_dim : int
        The number of components of a head, or of its rotary part if that is separate.
    rotary_dim : int
        The number of components that rotate.
    pairing : {"half-split", "interleaved"}
        Which two components make a pair in the class of the model.
    rope_type : str
        The name of the scaling rule, ``default`` without one.
    original_length : float or None
        The original length in tokens, if the rule depends on it.
    attention_factor : float
        What multiplies cosines and sines, in a text within the original length.
    softmax_factor : float
        What also multiplies the scores of attention.
    sections : tuple of int or None
        The number of pairs of each axis of M-RoPE, as in a file.
    is_separate : bool
        Whether the rotary part of a head is separate from the rest (DeepSeek).
    rotates_last : bool
        Whether the last components of a head rotate, and not the first.
    rotates_values : bool
        Whether values rotate like keys.

    Examples
    --------
    >>> from phasor import models
    >>> layer, = models.read({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "rotary_dim": 64}).layers
    >>> layer.head_dim, layer.rotary_dim, layer.pairing
    (256, 64, 'interleaved')
    """

    layer_type: str | None
    places: tuple[int, ...] | None
    base: float
    head_dim: int
    rotary_dim: int
    pairing: Pairing
    rope_type: str
    original_length: float | None
    attention_factor: float
    softmax_factor: float
    sections: tuple[int, ...] | None
    is_separate: bool
    rotates_last: bool
    rotates_values: bool


def of_native(facts: _native.LayerFacts) -> Layer:
    """Returns the layers of the core."""
    return Layer(
        layer_type=facts.layer_type,
        places=None if facts.places is None else tuple(facts.places),
        base=facts.base,
        head_dim=facts.head_dim,
        rotary_dim=facts.rotary_dim,
        pairing=cast("Pairing", facts.pairing),
        rope_type=facts.rope_type,
        original_length=facts.original_length,
        attention_factor=facts.attention_factor,
        softmax_factor=facts.softmax_factor,
        sections=None if facts.sections is None else tuple(facts.sections),
        is_separate=facts.is_separate,
        rotates_last=facts.rotates_last,
        rotates_values=facts.rotates_values,
    )
