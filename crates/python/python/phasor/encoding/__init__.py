"""Positional encodings, exact in float64, as numpy arrays.

- Frequencies and the sinusoidal encoding: :func:`inv_freq`, :func:`wavelengths`, :func:`sinusoidal`,
  :func:`similarity_curve`, :func:`similarity_matrix`.
- RoPE with all scaling rules of Hugging Face transformers: :class:`Rope`, and :func:`rotate_` in place.
- Encodings of distances: :func:`alibi_slopes`, :func:`alibi_bias`, :func:`t5_buckets`, :func:`t5_bias`,
  :func:`clipped_distances`.
- Which position each token has: :func:`position_ids`.

Arguments may be anything that numpy can read: numbers, lists, arrays, tensors of torch or JAX. An offset, or relative
position, is key minus query. Angles are in radians. Errors are ``ValueError`` or ``TypeError``, with one sentence.
"""

from ._absolute import inv_freq, similarity_curve, similarity_matrix, sinusoidal, wavelengths
from ._arrays import Array, Dtype
from ._bulk import rotate_
from ._choices import Documents, Measure, Order, Padding, Pairing, Past, Patches
from ._positions import position_ids
from ._relative import alibi_bias, alibi_slopes, clipped_distances, t5_bias, t5_buckets
from ._rope import Rope

__all__ = [
    "Array",
    "Documents",
    "Dtype",
    "Measure",
    "Order",
    "Padding",
    "Pairing",
    "Past",
    "Patches",
    "Rope",
    "alibi_bias",
    "alibi_slopes",
    "clipped_distances",
    "inv_freq",
    "position_ids",
    "rotate_",
    "similarity_curve",
    "similarity_matrix",
    "sinusoidal",
    "t5_bias",
    "t5_buckets",
    "wavelengths",
]
