"""Which position each token has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from .. import _native

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._choices import Documents, Padding, Past, Patches

__all__ = ["position_ids"]


def position_ids(
    layout: str | Iterable[str],
    *,
    rule: str = "sequential",
    padding: Padding | int = "filled",
    documents: Documents = "reset",
    past: Past = "continued",
    patches: Patches = "by-rule",
) -> npt.NDArray[np.int64]:
    """Returns the position ids of a sequence of words, padding, images, videos and documents.

    The defaults number tokens as transformers does; each of the other words is a common way to differ.

    Parameters
    ----------
    layout
        The tokens as text, or a list of such texts: a word, ``pad``, either with a number as in ``pad*2``,
        ``<image 2x3>``, ``<video 4x2x3>``, ``|`` where a document ends, ``<system 5>``, ``<past>`` after what is in the
        cache. Rows, columns and frames are those that the language model gets.
    rule
        The rule of the model: ``"sequential"``, or a ``model_type`` such as ``"qwen2_vl"``.
    padding
        ``"filled"`` does not count padding and gives it 0; a number gives it that id. ``"unfilled"`` gives it the id
        before it, or −1. ``"counted"`` counts it like words.
    documents
        Whether each document counts from 0 (``"reset"``) or goes on (``"continued"``).
    past
        The id after the cache: ``"continued"``, ``"after-largest"``, ``"cache-length"`` or ``"reset"``.
    patches
        ``"by-rule"``, ``"area-after"`` (rows times columns count after an image), or ``"counted"`` like words.

    Returns
    -------
    numpy.ndarray
        Shape ``[n_tokens]`` if the rule has one axis, ``[n_axes, n_tokens]`` if it has several.

    Raises
    ------
    ValueError
        If a text or a word is not accepted.

    Examples
    --------
    >>> position_ids("pad*2 the dog | a cat")
    array([0, 0, 0, 1, 0, 1])
    >>> position_ids(["see", "<image 2x2>", "now"], rule="qwen2_vl")
    array([[0, 1, 1, 1, 1, 3],
           [0, 1, 1, 2, 2, 3],
           [0, 1, 2, 1, 2, 3]])
    """
    text = layout if isinstance(layout, str) else " ".join(layout)
    ids = _native.position_ids(text, rule, padding, documents, past, patches)
    return ids[0] if len(ids) == 1 else np.stack(ids)
