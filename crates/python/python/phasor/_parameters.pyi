"""The parameters of every figure, for type checkers and editors.

`parameters.py` writes this file from the table of the core.
"""

from typing import Literal, TypedDict, overload

from typing_extensions import TypeAlias, Unpack

from .figures import Figure, Theme
from .models import Model
from .models._source import Source

FigureName: TypeAlias = Literal[
    "sine-waves",
    "binary-bits",
    "rotation-angles",
    "distance-heatmap",
    "clockwork",
    "order-blind",
    "integer-code",
    "normalised-code",
    "binary-code",
    "binary-path",
    "sinusoidal-path",
    "sines-only",
    "shift-rotation",
    "position-map",
    "biased-attention",
    "relative-bias",
    "blue-dog",
    "rope-forms",
    "rotary-lanes",
    "one-frequency",
    "distance-scatter",
    "learned-table",
    "telling-apart",
    "score-decay",
    "patches",
    "head-axes",
    "larger-pictures",
    "token-positions",
    "past-training",
    "training-race",
    "real-model",
    "scaled-angles",
    "short-formats",
    "scoreboard",
]
"""The name of a figure."""

class SineWaves(TypedDict, total=False):
    """The parameters of "sine-waves"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    pairs: str
    """Pairs drawn as waves, fastest first; auto spreads eight from the fastest to the slowest. Accepts auto or up to
    16 pair numbers from 0 to 511 such as 0,4,8-11. The default is auto.
    """
    far_offset: float
    """Third position minus first, among the sine waves. Accepts a number from −4,095 to 4,095 (tokens). The default is
    60.
    """
    order: Literal["interleaved", "concatenated"]
    """Order of sines and cosines in the vector. Accepts interleaved or concatenated. The default is interleaved."""

class BinaryBits(TypedDict, total=False):
    """The parameters of "binary-bits"."""

    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    bits: int
    """Digits of the binary counter. Accepts a whole number from 1 to 53 (digits). The default is 8."""
    corners: float
    """How sharp the corners of the bits are: 1 shows the bits; below, their corners round off; then their periods
    become the wavelengths of as many pairs, and 0 shows the waves of those pairs. Accepts a number from 0 to 1. The
    default is 1.
    """
    value: int
    """Integer to encode in bits; up to 10,000,000, it is the position. Accepts a whole number from 0 to
    9,007,199,254,740,991.
    """

class RotationAngles(TypedDict, total=False):
    """The parameters of "rotation-angles"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    angles_view: Literal["dials", "score", "components"]
    """What is shown of a rotated head: a dial for each pair, the score by offset, or the rotated components. Accepts
    dials, score or components. The default is dials.
    """
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""
    content: Literal["aligned", "tilted"]
    """The query and key before rotation, the same in every pair. Accepts aligned or tilted. The default is aligned."""
    pairing: Literal["half-split", "interleaved"]
    """Which two components form a pair. Accepts half-split or interleaved. The default is half-split."""

class DistanceHeatmap(TypedDict, total=False):
    """The parameters of "distance-heatmap"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    measure: Literal["cosine-distance", "cosine-similarity", "dot", "euclidean"]
    """How two encodings are compared. Accepts cosine-distance, cosine-similarity, dot or euclidean. The default is
    cosine-distance.
    """
    woven: float
    """How far the heatmap is woven from its rows, each of which begins as a curve: 0 shows the curve of the first row,
    1 the whole heatmap. Accepts a number from 0 to 1. The default is 1.
    """
    zoom: float
    """Magnification of the heatmap. Accepts a number from 1 to 512 (×). The default is 1."""
    view_row: float
    """First row in view when the heatmap is magnified, counted from the first shown position. Accepts a number from 0
    to 4,096 (tokens). The default is 0.
    """
    view_column: float
    """First column in view when the heatmap is magnified, counted from the first shown position. Accepts a number from
    0 to 4,096 (tokens). The default is 0.
    """

class Clockwork(TypedDict, total=False):
    """The parameters of "clockwork"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """

class OrderBlind(TypedDict, total=False):
    """The parameters of "order-blind"."""

    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    mask: Literal["none", "causal"]
    """The words that a word may attend to: all, or only itself and the words before it. Accepts none or causal. The
    default is none.
    """
    code: Literal["none", "learned"]
    """Whether the model’s own position vector is added to the vector of each word. Accepts none or learned. The
    default is none.
    """
    token: int
    """Place of the word in focus in the written sentence, counted from 0. Accepts a whole number from 0 to 9. The
    default is 1.
    """
    arrangement: int
    """Number of the order that is shown beside the written one; 0 is as written. Accepts a whole number from 0 to
    3,628,799. The default is 94.
    """
    shuffle: float
    """Progress of the words towards the other order: 0 is as written, 1 is rearranged. Accepts a number from 0 to 1.
    The default is 1.
    """

class IntegerCode(TypedDict, total=False):
    """The parameters of "integer-code"."""

    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    integer_view: Literal["arrows", "sea"]
    """What is shown of integers added to words: each word as an arrow, or many components as a sea. Accepts arrows or
    sea. The default is arrows.
    """
    layer_norm: bool
    """Whether the sum of word and position goes through LayerNorm, without trained weights. Accepts off or on. The
    default is False.
    """
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    token: int
    """Place of the word in focus in the written sentence, counted from 0. Accepts a whole number from 0 to 9. The
    default is 1.
    """

class NormalisedCode(TypedDict, total=False):
    """The parameters of "normalised-code"."""

    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    token: int
    """Place of the word in focus in the written sentence, counted from 0. Accepts a whole number from 0 to 9. The
    default is 1.
    """

class BinaryCode(TypedDict, total=False):
    """The parameters of "binary-code"."""

    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    bits: int
    """Digits of the binary counter. Accepts a whole number from 1 to 53 (digits). The default is 8."""
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    token: int
    """Place of the word in focus in the written sentence, counted from 0. Accepts a whole number from 0 to 9. The
    default is 1.
    """
    value: int
    """Integer to encode in bits; up to 10,000,000, it is the position. Accepts a whole number from 0 to
    9,007,199,254,740,991.
    """

class BinaryPath(TypedDict, total=False):
    """The parameters of "binary-path"."""

    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    turn: float
    """Rotation of paths in three dimensions about their upright axis. Accepts a number from −180 to 180 (degrees). The
    default is 32.
    """
    tilt: float
    """Tilt of paths in three dimensions; at 90, you look down on them. Accepts a number from −90 to 90 (degrees). The
    default is 18.
    """

class SinusoidalPath(TypedDict, total=False):
    """The parameters of "sinusoidal-path"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""
    turn: float
    """Rotation of paths in three dimensions about their upright axis. Accepts a number from −180 to 180 (degrees). The
    default is 32.
    """
    tilt: float
    """Tilt of paths in three dimensions; at 90, you look down on them. Accepts a number from −90 to 90 (degrees). The
    default is 18.
    """
    rise: float
    """What the height of the sinusoids' path is: 0 is the cosine of a slower pair, 1 the position, with the path lying
    on its side. Accepts a number from 0 to 1. The default is 0.
    """

class SinesOnly(TypedDict, total=False):
    """The parameters of "sines-only"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""
    order: Literal["interleaved", "concatenated"]
    """Order of sines and cosines in the vector. Accepts interleaved or concatenated. The default is interleaved."""
    sines_view: Literal["dot-products", "dial", "components"]
    """What is shown of sines and cosines: dot products over position, one pair on its dial, or every component.
    Accepts dot-products, dial or components. The default is dot-products.
    """
    components: Literal["sines", "cosines", "both"]
    """What an encoding keeps of every pair: its sine, its cosine, or both. Accepts sines, cosines or both. The default
    is sines.
    """

class ShiftRotation(TypedDict, total=False):
    """The parameters of "shift-rotation"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""
    step: int
    """The step of the derivation of a shift; 0 shows the dial alone. Accepts a whole number from 0 to 4. The default
    is 4.
    """

class PositionMap(TypedDict, total=False):
    """The parameters of "position-map"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    projection: Literal["pca", "umap"]
    """How encodings are projected to the plane. Accepts pca or umap. The default is pca."""

class BiasedAttention(TypedDict, total=False):
    """The parameters of "biased-attention"."""

    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    relative: Literal["plain", "shaw", "t5", "alibi"]
    """The scheme that gives a score the position of its key relative to its query. Accepts plain, shaw, t5 or alibi.
    The default is plain.
    """
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    token: int
    """Place of the word in focus in the written sentence, counted from 0. Accepts a whole number from 0 to 9. The
    default is 1.
    """
    mask: Literal["none", "causal"]
    """The words that a word may attend to: all, or only itself and the words before it. Accepts none or causal. The
    default is none.
    """
    bias: float
    """The number that Shaw or T5 adds to the score of each key in the row or bucket of the offset. Accepts a number
    from −6 to 6. The default is 3.
    """
    clip: int
    """The largest distance that Shaw’s scheme distinguishes. Accepts a whole number from 1 to 64 (tokens). The default
    is 2.
    """
    n_heads: int
    """Number of attention heads in a layer. Accepts a whole number from 1 to 64. The default is 12."""
    head: int
    """The head in focus, counted from 0. Accepts a whole number from 0 to 63. The default is 0."""

class RelativeBias(TypedDict, total=False):
    """The parameters of "relative-bias"."""

    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    relative: Literal["plain", "shaw", "t5", "alibi"]
    """The scheme that gives a score the position of its key relative to its query. Accepts plain, shaw, t5 or alibi.
    The default is plain.
    """
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    mask: Literal["none", "causal"]
    """The words that a word may attend to: all, or only itself and the words before it. Accepts none or causal. The
    default is none.
    """
    clip: int
    """The largest distance that Shaw’s scheme distinguishes. Accepts a whole number from 1 to 64 (tokens). The default
    is 2.
    """
    n_heads: int
    """Number of attention heads in a layer. Accepts a whole number from 1 to 64. The default is 12."""
    head: int
    """The head in focus, counted from 0. Accepts a whole number from 0 to 63. The default is 0."""

class BlueDog(TypedDict, total=False):
    """The parameters of "blue-dog"."""

    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """

class RopeForms(TypedDict, total=False):
    """The parameters of "rope-forms"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    rope_form: Literal["matrix", "elementwise"]
    """How the rotation is written: as a matrix or component by component. Accepts matrix or elementwise. The default
    is matrix.
    """
    pairing: Literal["half-split", "interleaved"]
    """Which two components form a pair. Accepts half-split or interleaved. The default is half-split."""
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""

class RotaryLanes(TypedDict, total=False):
    """The parameters of "rotary-lanes"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    partial_rotary_factor: float
    """Share of a head that rotates; under p-RoPE, the fastest pairs do. Accepts a number from 0 to 1. The default is
    0.25.
    """
    pairing: Literal["half-split", "interleaved"]
    """Which two components form a pair. Accepts half-split or interleaved. The default is half-split."""
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""

class OneFrequency(TypedDict, total=False):
    """The parameters of "one-frequency"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""

class DistanceScatter(TypedDict, total=False):
    """The parameters of "distance-scatter"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    measure: Literal["cosine-distance", "cosine-similarity", "dot", "euclidean"]
    """How two encodings are compared. Accepts cosine-distance, cosine-similarity, dot or euclidean. The default is
    cosine-distance.
    """

class LearnedTable(TypedDict, total=False):
    """The parameters of "learned-table"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    table_view: Literal["compared", "numbers"]
    """What is shown of a learned table: all rows compared with each other, or the numbers. Accepts compared or
    numbers. The default is compared.
    """

class TellingApart(TypedDict, total=False):
    """The parameters of "telling-apart"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    apart_view: Literal["plane", "read", "shares"]
    """What is shown of word and position: all sums above a floor, the words read from one sum, or the shares that
    directions hold. Accepts plane, read or shares. The default is plane.
    """
    directions: int
    """Directions set aside for positions when a word is read from its sum with a positional encoding. Accepts a whole
    number from 0 to 384 (of 384). The default is 44.
    """
    code_scale: float
    """Factor of a positional encoding before it is added to a word. Accepts a number from 0.01 to 100 (×). The default
    is 1.
    """
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    token: int
    """Place of the word in focus in the written sentence, counted from 0. Accepts a whole number from 0 to 9. The
    default is 1.
    """

class ScoreDecay(TypedDict, total=False):
    """The parameters of "score-decay"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    vectors: Literal["all", "equal", "random", "chosen"]
    """The vectors of query and key whose scores are shown. Accepts all, equal, random or chosen. The default is all."""
    peak: int
    """Offset at which the chosen query and key score most. Accepts a whole number from 0 to 4,095 (tokens). The
    default is 60.
    """

class Patches(TypedDict, total=False):
    """The parameters of "patches"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    axes: Literal["axial", "mrope", "interleaved", "all"]
    """How pairs are assigned to the axes of an image or a video; `all` compares the three ways. Accepts axial, mrope,
    interleaved or all. The default is axial.
    """
    query_row: float
    """The row of the query patch, counted from 0. Accepts a number from 0 to 7. The default is 2."""
    query_column: float
    """The column of the query patch, counted from 0. Accepts a number from 0 to 7. The default is 2."""
    key_row: float
    """The row of the key patch, counted from 0. Accepts a number from 0 to 7. The default is 4."""
    key_column: float
    """The column of the key patch, counted from 0. Accepts a number from 0 to 7. The default is 5."""
    frame: float
    """Frames of a video from query to key; axial RoPE has no time axis. Accepts a number from −16 to 16 (frames). The
    default is 0.
    """
    time_end: int
    """The pair at which rows follow time, in a head of 64 pairs in sections; other heads are divided in proportion.
    Accepts a whole number from 0 to 64. The default is 16.
    """
    row_end: int
    """The pair at which columns follow rows, in a head of 64 pairs in sections; other heads are divided in proportion.
    Accepts a whole number from 0 to 64. The default is 40.
    """

class HeadAxes(TypedDict, total=False):
    """The parameters of "head-axes"."""

    picture_model: Literal["flux-1", "flux-2", "qwen-image", "z-image", "ideogram-4", "hunyuan-video", "hunyuan-riflex", "wan", "cosmos", "qwen2-vl", "qwen3-vl", "dinov3", "eva-02", "sam-2"]
    """The image or video model whose head is drawn. Accepts flux-1, flux-2, qwen-image, z-image, ideogram-4, hunyuan-
    video, hunyuan-riflex, wan, cosmos, qwen2-vl, qwen3-vl, dinov3, eva-02 or sam-2. The default is flux-1.
    """
    frames_later: int
    """Latent frames from query to key, in models whose pairs follow frames: four frames of a video are one, in
    Qwen2-VL two. Accepts a whole number from 0 to 80 (frames). The default is 0.
    """
    query_row: float
    """The row of the query patch, counted from 0. Accepts a number from 0 to 7. The default is 2."""
    query_column: float
    """The column of the query patch, counted from 0. Accepts a number from 0 to 7. The default is 2."""
    key_row: float
    """The row of the key patch, counted from 0. Accepts a number from 0 to 7. The default is 4."""
    key_column: float
    """The column of the key patch, counted from 0. Accepts a number from 0 to 7. The default is 5."""

class LargerPictures(TypedDict, total=False):
    """The parameters of "larger-pictures"."""

    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""
    picture_rule: Literal["none", "interpolation", "ntk", "dype"]
    """What is done to the frequencies of rows and columns in a picture larger than in training. Accepts none,
    interpolation, ntk or dype. The default is none.
    """
    growth: float
    """How many times as many rows and columns of patches the picture has as those in training, which have 64. Accepts
    a number from 1 to 4. The default is 4.
    """
    diffusion_time: float
    """From 1, where all is noise, to 0, the finished picture; of the rules, only DyPE depends on it. Accepts a number
    from 0 to 1. The default is 1.
    """

class TokenPositions(TypedDict, total=False):
    """The parameters of "token-positions"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    layout: str
    """The tokens: words, pad*2, <image 2x3>, <video 2x2x2>, | between documents, <past> where the cache ends. Accepts
    1 to 20 tokens with words of at most 16 letters, as in pad*2 the dog <image 2x3> | it barks <past> loudly. The
    default is pad*3 The capital of France is.
    """
    padding: Literal["filled", "counted", "unfilled"]
    """The ids of padding: filled with 0, counted like words, or that of the token before. Accepts filled, counted or
    unfilled. The default is filled.
    """
    padding_mask: Literal["masked", "open"]
    """Whether padding is hidden from words. Accepts masked or open. The default is masked."""
    borders: Literal["reset", "continued"]
    """The ids after the border of a document: from 0 again, or counted on. Accepts reset or continued. The default is
    reset.
    """
    document_mask: Literal["masked", "open"]
    """Whether the words of other documents are hidden. Accepts masked or open. The default is masked."""
    patches: Literal["by-rule", "area-after", "counted"]
    """How the program numbers patches and what comes after them. Accepts by-rule, area-after or counted. The default
    is by-rule.
    """
    position_rule: Literal["qwen3-vl", "qwen2-vl", "qwen2-5-vl", "glm4v", "ernie4-5-vl-moe", "hunyuan-vl", "sequential"]
    """The rule by which the model numbers the patches of pictures. Accepts qwen3-vl, qwen2-vl, qwen2-5-vl, glm4v,
    ernie4-5-vl-moe, hunyuan-vl or sequential. The default is qwen3-vl.
    """
    past: Literal["continued", "after-largest", "cache-length", "reset"]
    """The first id after the cached tokens. Accepts continued, after-largest, cache-length or reset. The default is
    continued.
    """
    cache_event: Literal["none", "evicted", "reused", "grown", "overwritten"]
    """What has happened to the cached tokens: some were evicted, their keys come from another text, the text has grown
    past 8 tokens, where dynamic NTK changes the frequencies, or new keys have overwritten them. Accepts none,
    evicted, reused, grown or overwritten. The default is none.
    """
    first_tokens: int
    """Tokens at the start that are never evicted, or that stand before the reused keys. Accepts a whole number from 0
    to 8. The default is 1.
    """
    evicted: int
    """Tokens that were thrown away, after the first ones. Accepts a whole number from 1 to 12. The default is 4."""
    stored_keys: Literal["rotated-again", "unchanged"]
    """Whether keys are rotated again if their position or the frequencies have changed since they were computed.
    Accepts rotated-again or unchanged. The default is rotated-again.
    """
    query_token: int
    """Place of the query whose scores are drawn, counted from 0; later places stand for the last token. Accepts a
    whole number from 0 to 19. The default is 19.
    """
    tokens_read: float
    """How many tokens have arrived. Accepts a number from 1 to 20. The default is 20."""

class PastTraining(TypedDict, total=False):
    """The parameters of "past-training"."""

    context: int
    """Length of the text that a model reads. Accepts a multiple of 512 from 1,024 to 131,072 (tokens). The default is
    16384.
    """

class TrainingRace(TypedDict, total=False):
    """The parameters of "training-race"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    task: Literal["three-back", "latest-value", "next-letter", "first-letter", "left-neighbour"]
    """What tiny transformers learn in a race: with two layers for latest-value and next-letter, otherwise with one.
    Accepts three-back, latest-value, next-letter, first-letter or left-neighbour. The default is three-back.
    """
    racer: Literal["rope", "none", "learned", "sinusoidal", "t5", "alibi"]
    """The positional encoding of the transformer in focus. Two are adapted: T5’s numbers count tenfold, and sinusoids
    are halved. Accepts rope, none, learned, sinusoidal, t5 or alibi. The default is rope.
    """
    race_view: Literal["curves", "attention", "learned"]
    """What is shown of a race: its curves, an attention head, or what an encoding has learned. Accepts curves,
    attention or learned. The default is curves.
    """
    guess: Literal["none", "ask", "nope", "learned", "sinusoidal", "t5", "alibi", "rope"]
    """Which encoding will answer best at 8 times the training length; ask hides the results until you guess. Accepts
    none, ask, nope, learned, sinusoidal, t5, alibi or rope. The default is none.
    """
    progress: int
    """How much of the training is shown. Accepts a multiple of 5 from 0 to 100 (%). The default is 100."""
    attention_head: int
    """The attention head of the racer in focus, counted from 0 through all layers. Accepts a whole number from 0 to
    23. The default is 0.
    """
    back: int
    """How many places back the letter is that a racer should say. Accepts a whole number from 1 to 8 (tokens). The
    default is 3.
    """
    seed: int
    """The seed of a race: of the first weights and of the training texts. Accepts a whole number from 0 to 999. The
    default is 0.
    """
    head_dim: Literal[4, 8, 12, 16, 24]
    """Components of each attention head of a racer, of 48 in all. Accepts 4, 8, 12, 16 or 24 (components). The default
    is 12.
    """
    train_length: Literal[16, 32, 64]
    """Length of the texts in a race’s training; it is tested up to 8 times that. Accepts 16, 32 or 64 (tokens). The
    default is 32.
    """

class RealModel(TypedDict, total=False):
    """The parameters of "real-model"."""

    model_test: Literal["next-word", "copying", "text", "heads", "length"]
    """The test of a real model: the next word, a list to copy, the surprise of each token of a text, how far back
    heads attend, or perplexity by text length. Accepts next-word, copying, text, heads or length. The default is
    next-word.
    """
    prompt: Literal["bite", "weekday", "month", "count", "count-words", "letter", "alternation", "repetition", "code", "gift", "shortest", "chase", "hamlet", "tale", "capital", "planet", "water", "play", "opposite", "analogy"]
    """The beginning of a text, which a real model continues. Accepts bite, weekday, month, count, count-words, letter,
    alternation, repetition, code, gift, shortest, chase, hamlet, tale, capital, planet, water, play, opposite or
    analogy. The default is bite.
    """
    change: Literal["none", "rotation", "frozen", "shift", "base", "rule", "order"]
    """What is done to the positions of a real model. Accepts none, rotation, frozen, shift, base, rule or order. The
    default is rotation.
    """
    still_layers: Literal["all", "every-fourth", "first"]
    """The layers of a real model that do not rotate. Accepts all, every-fourth or first. The default is all."""
    frozen_pairs: Literal[1, 2, 4, 8, 12, 16, 20, 24, 28, 32]
    """How many of the 32 pairs of a real model do not rotate. Accepts 1, 2, 4, 8, 12, 16, 20, 24, 28 or 32. The
    default is 1.
    """
    frozen_end: Literal["fastest", "slowest"]
    """Whether the fastest or the slowest pairs of a real model are frozen. Accepts fastest or slowest. The default is
    fastest.
    """
    shift: Literal[0, 1000, 100000, 10000000]
    """The number that is added to every position of a real model. Accepts 0, 1000, 100000 or 10000000. The default is
    10000000.
    """
    angle_dtype: Literal["f64", "f32", "bf16"]
    """The floating-point format in which the angles of a real model are computed. Accepts f64, f32 or bf16. The
    default is f64.
    """
    model_base: Literal[100, 1000, 10000, 30000, 100000, 300000, 1000000]
    """The base of a real model, which was trained with 100,000. Accepts 100, 1000, 10000, 30000, 100000, 300000 or
    1000000. The default is 10000.
    """
    model_rule: Literal["yarn", "ntk", "llama3", "linear"]
    """The scaling rule that a real model gets, without any further training. Accepts yarn, ntk, llama3 or linear. The
    default is yarn.
    """
    model_factor: Literal[2, 4, 8]
    """How many times the original length the rule of a real model allows. Accepts 2, 4 or 8 (×). The default is 2."""
    position_order: Literal["reversed", "swapped", "shuffled", "twos", "fours"]
    """The order in which the tokens of a real model have their positions. Accepts reversed, swapped, shuffled, twos or
    fours. The default is reversed.
    """
    gap: Literal[0, 1000, 3000, 6000, 9000, 14000, 24000, 48000]
    """The positions that no token has, between a list and its copy. Accepts 0, 1000, 3000, 6000, 9000, 14000, 24000 or
    48000. The default is 0.
    """
    model_length: Literal[1024, 2048, 4096, 8192, 12288]
    """The length of a text that a real model reads. Accepts 1024, 2048, 4096, 8192 or 12288 (tokens). The default is
    12288.
    """

class ScaledAngles(TypedDict, total=False):
    """The parameters of "scaled-angles"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""
    rule_view: Literal["dials", "wavelengths", "rules"]
    """What is shown of scaling rules: dials with new angles, wavelengths before and after, or all rules compared.
    Accepts dials, wavelengths or rules. The default is dials.
    """
    rule: Literal["none", "linear", "ntk", "yarn", "llama3", "longrope", "proportional"]
    """How RoPE’s frequencies are changed for texts longer than those for which they were made. Accepts none, linear,
    ntk, yarn, llama3, longrope or proportional. The default is yarn.
    """
    factor: float
    """Length of the longer text divided by the original length. Accepts a number from 1 to 1,024 (×). The default is
    8.
    """
    training_length: int
    """Length of the longest text before a rule is applied (original_max_position_embeddings). Accepts a whole number
    from 1,024 to 10,000,000 (tokens). The default is 4096.
    """
    partial_rotary_factor: float
    """Share of a head that rotates; under p-RoPE, the fastest pairs do. Accepts a number from 0 to 1. The default is
    0.25.
    """

class ShortFormats(TypedDict, total=False):
    """The parameters of "short-formats"."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    rounding_view: Literal["positions", "angles"]
    """What is shown of low precision: positions that become one number, or the error of every angle. Accepts positions
    or angles. The default is positions.
    """
    dtype: Literal["f32", "f16", "bf16", "e4m3", "e5m2"]
    """The floating-point format of positions and angles. Accepts f32, f16, bf16, e4m3 or e5m2. The default is bf16."""

class Scoreboard(TypedDict, total=False):
    """The parameters of "scoreboard"."""

    candidate: Literal["none", "integer", "normalised", "binary", "sinusoidal", "learned", "shaw", "t5", "alibi", "rope", "p-rope"]
    """The positional scheme whose evidence is shown. Accepts none, integer, normalised, binary, sinusoidal, learned,
    shaw, t5, alibi, rope or p-rope. The default is rope.
    """
    property: Literal["unique", "bounded", "deterministic", "length-independent", "linear-shift", "distance-aware", "extrapolates", "many-axes"]
    """The property whose evidence is shown. Accepts unique, bounded, deterministic, length-independent, linear-shift,
    distance-aware, extrapolates or many-axes. The default is extrapolates.
    """

class AnyParameters(TypedDict, total=False):
    """The parameters of all figures."""

    base: float
    """Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position. Accepts
    a number from 2 to 10,000,000. The default is 10000.
    """
    dim: int
    """Components of an encoding or a head; there are half as many pairs. Accepts an even number from 2 to 1,024
    (components). The default is 64.
    """
    position: float
    """The position under the cursor; for a rotated head, the position of the query. Accepts a number from 0 to
    10,000,000 (tokens). The default is 20.
    """
    offset: float
    """Second position minus first; for a rotated head, key minus query. Accepts a number from −4,095 to 4,095
    (tokens). The default is 2.
    """
    length: int
    """Number of positions shown; in a table, number of rows. Accepts a whole number from 2 to 4,096 (tokens). The
    default is 128.
    """
    pairs: str
    """Pairs drawn as waves, fastest first; auto spreads eight from the fastest to the slowest. Accepts auto or up to
    16 pair numbers from 0 to 511 such as 0,4,8-11. The default is auto.
    """
    far_offset: float
    """Third position minus first, among the sine waves. Accepts a number from −4,095 to 4,095 (tokens). The default is
    60.
    """
    order: Literal["interleaved", "concatenated"]
    """Order of sines and cosines in the vector. Accepts interleaved or concatenated. The default is interleaved."""
    bits: int
    """Digits of the binary counter. Accepts a whole number from 1 to 53 (digits). The default is 8."""
    corners: float
    """How sharp the corners of the bits are: 1 shows the bits; below, their corners round off; then their periods
    become the wavelengths of as many pairs, and 0 shows the waves of those pairs. Accepts a number from 0 to 1. The
    default is 1.
    """
    value: int
    """Integer to encode in bits; up to 10,000,000, it is the position. Accepts a whole number from 0 to
    9,007,199,254,740,991.
    """
    angles_view: Literal["dials", "score", "components"]
    """What is shown of a rotated head: a dial for each pair, the score by offset, or the rotated components. Accepts
    dials, score or components. The default is dials.
    """
    pair: int
    """The pair in focus; 0 is the fastest. Accepts a whole number from 0 to 511. The default is 3."""
    content: Literal["aligned", "tilted"]
    """The query and key before rotation, the same in every pair. Accepts aligned or tilted. The default is aligned."""
    pairing: Literal["half-split", "interleaved"]
    """Which two components form a pair. Accepts half-split or interleaved. The default is half-split."""
    measure: Literal["cosine-distance", "cosine-similarity", "dot", "euclidean"]
    """How two encodings are compared. Accepts cosine-distance, cosine-similarity, dot or euclidean. The default is
    cosine-distance.
    """
    woven: float
    """How far the heatmap is woven from its rows, each of which begins as a curve: 0 shows the curve of the first row,
    1 the whole heatmap. Accepts a number from 0 to 1. The default is 1.
    """
    zoom: float
    """Magnification of the heatmap. Accepts a number from 1 to 512 (×). The default is 1."""
    view_row: float
    """First row in view when the heatmap is magnified, counted from the first shown position. Accepts a number from 0
    to 4,096 (tokens). The default is 0.
    """
    view_column: float
    """First column in view when the heatmap is magnified, counted from the first shown position. Accepts a number from
    0 to 4,096 (tokens). The default is 0.
    """
    sentence: str
    """The words that the attention head reads. Accepts 2 to 10 of 406 common English words. The default is the dog
    chased another dog.
    """
    mask: Literal["none", "causal"]
    """The words that a word may attend to: all, or only itself and the words before it. Accepts none or causal. The
    default is none.
    """
    code: Literal["none", "learned"]
    """Whether the model’s own position vector is added to the vector of each word. Accepts none or learned. The
    default is none.
    """
    token: int
    """Place of the word in focus in the written sentence, counted from 0. Accepts a whole number from 0 to 9. The
    default is 1.
    """
    arrangement: int
    """Number of the order that is shown beside the written one; 0 is as written. Accepts a whole number from 0 to
    3,628,799. The default is 94.
    """
    shuffle: float
    """Progress of the words towards the other order: 0 is as written, 1 is rearranged. Accepts a number from 0 to 1.
    The default is 1.
    """
    integer_view: Literal["arrows", "sea"]
    """What is shown of integers added to words: each word as an arrow, or many components as a sea. Accepts arrows or
    sea. The default is arrows.
    """
    layer_norm: bool
    """Whether the sum of word and position goes through LayerNorm, without trained weights. Accepts off or on. The
    default is False.
    """
    turn: float
    """Rotation of paths in three dimensions about their upright axis. Accepts a number from −180 to 180 (degrees). The
    default is 32.
    """
    tilt: float
    """Tilt of paths in three dimensions; at 90, you look down on them. Accepts a number from −90 to 90 (degrees). The
    default is 18.
    """
    rise: float
    """What the height of the sinusoids' path is: 0 is the cosine of a slower pair, 1 the position, with the path lying
    on its side. Accepts a number from 0 to 1. The default is 0.
    """
    sines_view: Literal["dot-products", "dial", "components"]
    """What is shown of sines and cosines: dot products over position, one pair on its dial, or every component.
    Accepts dot-products, dial or components. The default is dot-products.
    """
    components: Literal["sines", "cosines", "both"]
    """What an encoding keeps of every pair: its sine, its cosine, or both. Accepts sines, cosines or both. The default
    is sines.
    """
    step: int
    """The step of the derivation of a shift; 0 shows the dial alone. Accepts a whole number from 0 to 4. The default
    is 4.
    """
    projection: Literal["pca", "umap"]
    """How encodings are projected to the plane. Accepts pca or umap. The default is pca."""
    relative: Literal["plain", "shaw", "t5", "alibi"]
    """The scheme that gives a score the position of its key relative to its query. Accepts plain, shaw, t5 or alibi.
    The default is plain.
    """
    bias: float
    """The number that Shaw or T5 adds to the score of each key in the row or bucket of the offset. Accepts a number
    from −6 to 6. The default is 3.
    """
    clip: int
    """The largest distance that Shaw’s scheme distinguishes. Accepts a whole number from 1 to 64 (tokens). The default
    is 2.
    """
    n_heads: int
    """Number of attention heads in a layer. Accepts a whole number from 1 to 64. The default is 12."""
    head: int
    """The head in focus, counted from 0. Accepts a whole number from 0 to 63. The default is 0."""
    rope_form: Literal["matrix", "elementwise"]
    """How the rotation is written: as a matrix or component by component. Accepts matrix or elementwise. The default
    is matrix.
    """
    partial_rotary_factor: float
    """Share of a head that rotates; under p-RoPE, the fastest pairs do. Accepts a number from 0 to 1. The default is
    0.25.
    """
    table_view: Literal["compared", "numbers"]
    """What is shown of a learned table: all rows compared with each other, or the numbers. Accepts compared or
    numbers. The default is compared.
    """
    apart_view: Literal["plane", "read", "shares"]
    """What is shown of word and position: all sums above a floor, the words read from one sum, or the shares that
    directions hold. Accepts plane, read or shares. The default is plane.
    """
    directions: int
    """Directions set aside for positions when a word is read from its sum with a positional encoding. Accepts a whole
    number from 0 to 384 (of 384). The default is 44.
    """
    code_scale: float
    """Factor of a positional encoding before it is added to a word. Accepts a number from 0.01 to 100 (×). The default
    is 1.
    """
    vectors: Literal["all", "equal", "random", "chosen"]
    """The vectors of query and key whose scores are shown. Accepts all, equal, random or chosen. The default is all."""
    peak: int
    """Offset at which the chosen query and key score most. Accepts a whole number from 0 to 4,095 (tokens). The
    default is 60.
    """
    axes: Literal["axial", "mrope", "interleaved", "all"]
    """How pairs are assigned to the axes of an image or a video; `all` compares the three ways. Accepts axial, mrope,
    interleaved or all. The default is axial.
    """
    query_row: float
    """The row of the query patch, counted from 0. Accepts a number from 0 to 7. The default is 2."""
    query_column: float
    """The column of the query patch, counted from 0. Accepts a number from 0 to 7. The default is 2."""
    key_row: float
    """The row of the key patch, counted from 0. Accepts a number from 0 to 7. The default is 4."""
    key_column: float
    """The column of the key patch, counted from 0. Accepts a number from 0 to 7. The default is 5."""
    frame: float
    """Frames of a video from query to key; axial RoPE has no time axis. Accepts a number from −16 to 16 (frames). The
    default is 0.
    """
    time_end: int
    """The pair at which rows follow time, in a head of 64 pairs in sections; other heads are divided in proportion.
    Accepts a whole number from 0 to 64. The default is 16.
    """
    row_end: int
    """The pair at which columns follow rows, in a head of 64 pairs in sections; other heads are divided in proportion.
    Accepts a whole number from 0 to 64. The default is 40.
    """
    picture_model: Literal["flux-1", "flux-2", "qwen-image", "z-image", "ideogram-4", "hunyuan-video", "hunyuan-riflex", "wan", "cosmos", "qwen2-vl", "qwen3-vl", "dinov3", "eva-02", "sam-2"]
    """The image or video model whose head is drawn. Accepts flux-1, flux-2, qwen-image, z-image, ideogram-4, hunyuan-
    video, hunyuan-riflex, wan, cosmos, qwen2-vl, qwen3-vl, dinov3, eva-02 or sam-2. The default is flux-1.
    """
    frames_later: int
    """Latent frames from query to key, in models whose pairs follow frames: four frames of a video are one, in
    Qwen2-VL two. Accepts a whole number from 0 to 80 (frames). The default is 0.
    """
    picture_rule: Literal["none", "interpolation", "ntk", "dype"]
    """What is done to the frequencies of rows and columns in a picture larger than in training. Accepts none,
    interpolation, ntk or dype. The default is none.
    """
    growth: float
    """How many times as many rows and columns of patches the picture has as those in training, which have 64. Accepts
    a number from 1 to 4. The default is 4.
    """
    diffusion_time: float
    """From 1, where all is noise, to 0, the finished picture; of the rules, only DyPE depends on it. Accepts a number
    from 0 to 1. The default is 1.
    """
    layout: str
    """The tokens: words, pad*2, <image 2x3>, <video 2x2x2>, | between documents, <past> where the cache ends. Accepts
    1 to 20 tokens with words of at most 16 letters, as in pad*2 the dog <image 2x3> | it barks <past> loudly. The
    default is pad*3 The capital of France is.
    """
    padding: Literal["filled", "counted", "unfilled"]
    """The ids of padding: filled with 0, counted like words, or that of the token before. Accepts filled, counted or
    unfilled. The default is filled.
    """
    padding_mask: Literal["masked", "open"]
    """Whether padding is hidden from words. Accepts masked or open. The default is masked."""
    borders: Literal["reset", "continued"]
    """The ids after the border of a document: from 0 again, or counted on. Accepts reset or continued. The default is
    reset.
    """
    document_mask: Literal["masked", "open"]
    """Whether the words of other documents are hidden. Accepts masked or open. The default is masked."""
    patches: Literal["by-rule", "area-after", "counted"]
    """How the program numbers patches and what comes after them. Accepts by-rule, area-after or counted. The default
    is by-rule.
    """
    position_rule: Literal["qwen3-vl", "qwen2-vl", "qwen2-5-vl", "glm4v", "ernie4-5-vl-moe", "hunyuan-vl", "sequential"]
    """The rule by which the model numbers the patches of pictures. Accepts qwen3-vl, qwen2-vl, qwen2-5-vl, glm4v,
    ernie4-5-vl-moe, hunyuan-vl or sequential. The default is qwen3-vl.
    """
    past: Literal["continued", "after-largest", "cache-length", "reset"]
    """The first id after the cached tokens. Accepts continued, after-largest, cache-length or reset. The default is
    continued.
    """
    cache_event: Literal["none", "evicted", "reused", "grown", "overwritten"]
    """What has happened to the cached tokens: some were evicted, their keys come from another text, the text has grown
    past 8 tokens, where dynamic NTK changes the frequencies, or new keys have overwritten them. Accepts none,
    evicted, reused, grown or overwritten. The default is none.
    """
    first_tokens: int
    """Tokens at the start that are never evicted, or that stand before the reused keys. Accepts a whole number from 0
    to 8. The default is 1.
    """
    evicted: int
    """Tokens that were thrown away, after the first ones. Accepts a whole number from 1 to 12. The default is 4."""
    stored_keys: Literal["rotated-again", "unchanged"]
    """Whether keys are rotated again if their position or the frequencies have changed since they were computed.
    Accepts rotated-again or unchanged. The default is rotated-again.
    """
    query_token: int
    """Place of the query whose scores are drawn, counted from 0; later places stand for the last token. Accepts a
    whole number from 0 to 19. The default is 19.
    """
    tokens_read: float
    """How many tokens have arrived. Accepts a number from 1 to 20. The default is 20."""
    context: int
    """Length of the text that a model reads. Accepts a multiple of 512 from 1,024 to 131,072 (tokens). The default is
    16384.
    """
    task: Literal["three-back", "latest-value", "next-letter", "first-letter", "left-neighbour"]
    """What tiny transformers learn in a race: with two layers for latest-value and next-letter, otherwise with one.
    Accepts three-back, latest-value, next-letter, first-letter or left-neighbour. The default is three-back.
    """
    racer: Literal["rope", "none", "learned", "sinusoidal", "t5", "alibi"]
    """The positional encoding of the transformer in focus. Two are adapted: T5’s numbers count tenfold, and sinusoids
    are halved. Accepts rope, none, learned, sinusoidal, t5 or alibi. The default is rope.
    """
    race_view: Literal["curves", "attention", "learned"]
    """What is shown of a race: its curves, an attention head, or what an encoding has learned. Accepts curves,
    attention or learned. The default is curves.
    """
    guess: Literal["none", "ask", "nope", "learned", "sinusoidal", "t5", "alibi", "rope"]
    """Which encoding will answer best at 8 times the training length; ask hides the results until you guess. Accepts
    none, ask, nope, learned, sinusoidal, t5, alibi or rope. The default is none.
    """
    progress: int
    """How much of the training is shown. Accepts a multiple of 5 from 0 to 100 (%). The default is 100."""
    attention_head: int
    """The attention head of the racer in focus, counted from 0 through all layers. Accepts a whole number from 0 to
    23. The default is 0.
    """
    back: int
    """How many places back the letter is that a racer should say. Accepts a whole number from 1 to 8 (tokens). The
    default is 3.
    """
    seed: int
    """The seed of a race: of the first weights and of the training texts. Accepts a whole number from 0 to 999. The
    default is 0.
    """
    head_dim: Literal[4, 8, 12, 16, 24]
    """Components of each attention head of a racer, of 48 in all. Accepts 4, 8, 12, 16 or 24 (components). The default
    is 12.
    """
    train_length: Literal[16, 32, 64]
    """Length of the texts in a race’s training; it is tested up to 8 times that. Accepts 16, 32 or 64 (tokens). The
    default is 32.
    """
    model_test: Literal["next-word", "copying", "text", "heads", "length"]
    """The test of a real model: the next word, a list to copy, the surprise of each token of a text, how far back
    heads attend, or perplexity by text length. Accepts next-word, copying, text, heads or length. The default is
    next-word.
    """
    prompt: Literal["bite", "weekday", "month", "count", "count-words", "letter", "alternation", "repetition", "code", "gift", "shortest", "chase", "hamlet", "tale", "capital", "planet", "water", "play", "opposite", "analogy"]
    """The beginning of a text, which a real model continues. Accepts bite, weekday, month, count, count-words, letter,
    alternation, repetition, code, gift, shortest, chase, hamlet, tale, capital, planet, water, play, opposite or
    analogy. The default is bite.
    """
    change: Literal["none", "rotation", "frozen", "shift", "base", "rule", "order"]
    """What is done to the positions of a real model. Accepts none, rotation, frozen, shift, base, rule or order. The
    default is rotation.
    """
    still_layers: Literal["all", "every-fourth", "first"]
    """The layers of a real model that do not rotate. Accepts all, every-fourth or first. The default is all."""
    frozen_pairs: Literal[1, 2, 4, 8, 12, 16, 20, 24, 28, 32]
    """How many of the 32 pairs of a real model do not rotate. Accepts 1, 2, 4, 8, 12, 16, 20, 24, 28 or 32. The
    default is 1.
    """
    frozen_end: Literal["fastest", "slowest"]
    """Whether the fastest or the slowest pairs of a real model are frozen. Accepts fastest or slowest. The default is
    fastest.
    """
    shift: Literal[0, 1000, 100000, 10000000]
    """The number that is added to every position of a real model. Accepts 0, 1000, 100000 or 10000000. The default is
    10000000.
    """
    angle_dtype: Literal["f64", "f32", "bf16"]
    """The floating-point format in which the angles of a real model are computed. Accepts f64, f32 or bf16. The
    default is f64.
    """
    model_base: Literal[100, 1000, 10000, 30000, 100000, 300000, 1000000]
    """The base of a real model, which was trained with 100,000. Accepts 100, 1000, 10000, 30000, 100000, 300000 or
    1000000. The default is 10000.
    """
    model_rule: Literal["yarn", "ntk", "llama3", "linear"]
    """The scaling rule that a real model gets, without any further training. Accepts yarn, ntk, llama3 or linear. The
    default is yarn.
    """
    model_factor: Literal[2, 4, 8]
    """How many times the original length the rule of a real model allows. Accepts 2, 4 or 8 (×). The default is 2."""
    position_order: Literal["reversed", "swapped", "shuffled", "twos", "fours"]
    """The order in which the tokens of a real model have their positions. Accepts reversed, swapped, shuffled, twos or
    fours. The default is reversed.
    """
    gap: Literal[0, 1000, 3000, 6000, 9000, 14000, 24000, 48000]
    """The positions that no token has, between a list and its copy. Accepts 0, 1000, 3000, 6000, 9000, 14000, 24000 or
    48000. The default is 0.
    """
    model_length: Literal[1024, 2048, 4096, 8192, 12288]
    """The length of a text that a real model reads. Accepts 1024, 2048, 4096, 8192 or 12288 (tokens). The default is
    12288.
    """
    rule_view: Literal["dials", "wavelengths", "rules"]
    """What is shown of scaling rules: dials with new angles, wavelengths before and after, or all rules compared.
    Accepts dials, wavelengths or rules. The default is dials.
    """
    rule: Literal["none", "linear", "ntk", "yarn", "llama3", "longrope", "proportional"]
    """How RoPE’s frequencies are changed for texts longer than those for which they were made. Accepts none, linear,
    ntk, yarn, llama3, longrope or proportional. The default is yarn.
    """
    factor: float
    """Length of the longer text divided by the original length. Accepts a number from 1 to 1,024 (×). The default is
    8.
    """
    training_length: int
    """Length of the longest text before a rule is applied (original_max_position_embeddings). Accepts a whole number
    from 1,024 to 10,000,000 (tokens). The default is 4096.
    """
    rounding_view: Literal["positions", "angles"]
    """What is shown of low precision: positions that become one number, or the error of every angle. Accepts positions
    or angles. The default is positions.
    """
    dtype: Literal["f32", "f16", "bf16", "e4m3", "e5m2"]
    """The floating-point format of positions and angles. Accepts f32, f16, bf16, e4m3 or e5m2. The default is bf16."""
    candidate: Literal["none", "integer", "normalised", "binary", "sinusoidal", "learned", "shaw", "t5", "alibi", "rope", "p-rope"]
    """The positional scheme whose evidence is shown. Accepts none, integer, normalised, binary, sinusoidal, learned,
    shaw, t5, alibi, rope or p-rope. The default is rope.
    """
    property: Literal["unique", "bounded", "deterministic", "length-independent", "linear-shift", "distance-aware", "extrapolates", "many-axes"]
    """The property whose evidence is shown. Accepts unique, bounded, deterministic, length-independent, linear-shift,
    distance-aware, extrapolates or many-axes. The default is extrapolates.
    """

@overload
def figure(
    name: Literal["sine-waves"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[SineWaves],
) -> Figure:
    """Each pair of components is a sine (bold) and a cosine (thin). Curves show some pairs, ticks show all
    wavelengths, and strips show the whole encodings of three positions: A, B and C.
    """

@overload
def figure(
    name: Literal["binary-bits"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[BinaryBits],
) -> Figure:
    """Each bit of a counter is a square wave, shown with a smooth wave of the same period. The square wave is shaded
    wherever its bit is 1. Without corners, the lanes are the waves of as many pairs.
    """

@overload
def figure(
    name: Literal["rotation-angles"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[RotationAngles],
) -> Figure:
    """RoPE rotates each pair of the query (q) and of the key (k) by an angle set by position. Position affects the
    score only through the angles between the hands.
    """

@overload
def figure(
    name: Literal["distance-heatmap"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[DistanceHeatmap],
) -> Figure:
    """Each cell compares the encodings of two positions. Every diagonal from top left to bottom right has one colour,
    because only the offset counts.
    """

@overload
def figure(
    name: Literal["clockwork"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[Clockwork],
) -> Figure:
    """Every pair is a clock hand, the fastest at the top. Its tip draws the sine (bold) while the text passes; the
    thin wave is the cosine. The square compares every two positions: near ones are bright.
    """

@overload
def figure(
    name: Literal["order-blind"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[OrderBlind],
) -> Figure:
    """One attention head reads the same words in two orders. Stripes are the 32 numbers that each word gets; = marks a
    word that keeps them.
    """

@overload
def figure(
    name: Literal["integer-code"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[IntegerCode],
) -> Figure:
    """Each arrow is a word at the position: two of its 384 components, chosen so that words fan out. Words look alike
    if their cosine is above 0.99. The sea shows 48 components, above 0.1 on a logarithmic scale.
    """

@overload
def figure(
    name: Literal["normalised-code"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[NormalisedCode],
) -> Figure:
    """A text is a rubber band from 0 to 1 with a bead for each word. Pull the lower band down: the text gets longer,
    and the beads of the sentence are squeezed together.
    """

@overload
def figure(
    name: Literal["binary-code"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[BinaryCode],
) -> Figure:
    """A word’s 384 numbers lie on tiles, one for each bit of the position. A bit that is 1 lifts its tile, and all
    numbers on it, by 1. Press a tile to flip its bit.
    """

@overload
def figure(
    name: Literal["binary-path"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[BinaryPath],
) -> Figure:
    """The last three bits of a position are a corner of a cube. Counting goes from corner to corner, in jumps of
    unequal length.
    """

@overload
def figure(
    name: Literal["sinusoidal-path"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[SinusoidalPath],
) -> Figure:
    """Each dot is a position. One pair moves it round a circle; its height is a slower pair’s cosine or the position.
    The path has no jumps.
    """

@overload
def figure(
    name: Literal["sines-only"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[SinesOnly],
) -> Figure:
    """A pair is an arrow on a circle, its sine the shadow on the wall, its cosine that on the floor. From one shadow
    alone, two positions look alike; with both, dot products are the same everywhere.
    """

@overload
def figure(
    name: Literal["shift-rotation"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[ShiftRotation],
) -> Figure:
    """One pair at two positions, A and B. Four steps derive the matrix that leads from A to B."""

@overload
def figure(
    name: Literal["position-map"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[PositionMap],
) -> Figure:
    """Each dot is the sinusoidal encoding of a position from 0 to 999, placed on a plane by PCA or UMAP. Lines join A
    to the 14 encodings nearest to its own.
    """

@overload
def figure(
    name: Literal["biased-attention"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[BiasedAttention],
) -> Figure:
    """One word is the query, all words are keys. The bars add the bias of the scheme to the score of a real head
    without positions. The darker a word is marked, the more attention it gets.
    """

@overload
def figure(
    name: Literal["relative-bias"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[RelativeBias],
) -> Figure:
    """Each cell shows what the scheme assigns to one query and one key. That depends only on the offset, so it is the
    same along each diagonal from top left to bottom right.
    """

@overload
def figure(
    name: Literal["blue-dog"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[BlueDog],
) -> Figure:
    """Two invented word vectors, rotated by 10° per token (left) or with a sinusoidal encoding added (right). The
    curves show the score as both words move.
    """

@overload
def figure(
    name: Literal["rope-forms"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[RopeForms],
) -> Figure:
    """The vector x = (1, 2, …, 8) is rotated by the angles of a position, with a matrix or component by component.
    Each pair of components has its own colour.
    """

@overload
def figure(
    name: Literal["rotary-lanes"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[RotaryLanes],
) -> Figure:
    """The components of one head under three schemes. The taller and warmer a lane, the faster its pair rotates;
    hatched lanes stand still. A bracket joins the two components of a pair.
    """

@overload
def figure(
    name: Literal["one-frequency"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[OneFrequency],
) -> Figure:
    """Stripes mark distances whose score is within 0.01 of the largest."""

@overload
def figure(
    name: Literal["distance-scatter"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[DistanceScatter],
) -> Figure:
    """Each stalk is a position: its height and colour show how its encoding compares with A’s. The colours are a row
    of the distance heatmap. Inside the shaded band, farther always means less alike.
    """

@overload
def figure(
    name: Literal["learned-table"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[LearnedTable],
) -> Figure:
    """A model’s 512 learned positional encodings beside sinusoidal encodings. One view compares all rows; the other
    shows the numbers. The table ends with row 511.
    """

@overload
def figure(
    name: Literal["telling-apart"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[TellingApart],
) -> Figure:
    """Every sum of a word and a sinusoidal encoding: its shadow on the floor is the position, its height the word. A
    floor of a few directions holds almost all of the position and little of the word.
    """

@overload
def figure(
    name: Literal["score-decay"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[ScoreDecay],
) -> Figure:
    """RoPE’s score by offset, for equal, random and chosen vectors, and the upper bound for equal ones. The buttons
    below show one kind of vector, or all.
    """

@overload
def figure(
    name: Literal["patches"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[Patches],
) -> Figure:
    """The brighter a patch of the picture, the higher its score with patch q; each board has its own scale. The strip
    shows which pairs follow rows, columns and time, and the curves what each does to the score.
    """

@overload
def figure(
    name: Literal["head-axes"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[HeadAxes],
) -> Figure:
    """Each bar is a pair, coloured by its axis: how many patches it takes to turn once, and the cosine of its turn
    from q to k. The score, below for every patch, is the mean of all cosines.
    """

@overload
def figure(
    name: Literal["larger-pictures"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[LargerPictures],
) -> Figure:
    """FLUX.1 makes a picture larger than in training. Bars: the part of its circle that each pair of rows reaches.
    Below: the score of these pairs, by the rows between two patches. Columns are alike.
    """

@overload
def figure(
    name: Literal["token-positions"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[TokenPositions],
) -> Figure:
    """Above, the tokens with their position ids. Each row below is a query: its cells give the offset at which it sees
    each key. Red offsets are wrong; hatched ones should be hidden.
    """

@overload
def figure(
    name: Literal["past-training"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[PastTraining],
) -> Figure:
    """Perplexity of four published models by text length; lower is better. The windows of the three Mistrals are
    switched off. Bars at the foot mark how long the models’ training texts were.
    """

@overload
def figure(
    name: Literal["training-race"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[TrainingRace],
) -> Figure:
    """Six tiny transformers with one or two layers, equal except for their positional encoding, learn from short texts
    and are tested on longer ones. The vertical line marks the training length. With RoPE in focus, dashed curves
    show scaling rules.
    """

@overload
def figure(
    name: Literal["real-model"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[RealModel],
) -> Figure:
    """What SmolLM2-135M answers when its positions or rotations are changed and nothing else, beside what it answers
    as published. Its answers were computed beforehand; a model that you load here answers anything else.
    """

@overload
def figure(
    name: Literal["scaled-angles"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[ScaledAngles],
) -> Figure:
    """Every pair, fastest first: angles within the original length, and angles new in a longer text. Scaling rules
    lower frequencies to avoid new angles.
    """

@overload
def figure(
    name: Literal["short-formats"],
    *,
    width: float = 760,
    theme: Theme = "light",
    model: Model | Source | None = None,
    layer: str | None = None,
    **parameters: Unpack[ShortFormats],
) -> Figure:
    """How a number format rounds positions, or the angles computed from them. Positions that become one number are
    indistinguishable.
    """

@overload
def figure(
    name: Literal["scoreboard"],
    *,
    width: float = 760,
    theme: Theme = "light",
    **parameters: Unpack[Scoreboard],
) -> Figure:
    """Eleven schemes, tested for eight properties: a tick means yes, a cross no, a dash not applicable. Choose a cell
    to read the evidence.
    """
