"""
What the modules of `phasor` call; nobody else should.
"""

from _typeshed import SupportsGetItem
from numpy import float32, float64, int64, uint16
from numpy.typing import NDArray
from typing import SupportsFloat, SupportsIndex, final

__all__ = ["FigureState", "ParameterRow", "Rope", "alibi_bias", "alibi_slopes", "clipped_distances", "figure_parameters", "figures", "inv_freq", "position_ids", "read_rope", "rotate_bulk", "run", "similarity_curve", "similarity_matrix", "sinusoidal", "t5_bias", "t5_buckets", "wavelengths"]

@final
class FigureState:
    """
    A figure with a valid value of each of its parameters, its width and its colours.
    """
    def __new__(cls, /, name: str, values: SupportsGetItem[int, tuple[str, str]], width: SupportsFloat | SupportsIndex, theme: str) -> FigureState:
        """
        Returns the figure with these values, which are texts under the names of parameters, and every other parameter at its
        default.
        """
    def png(self, /, scale: SupportsFloat | SupportsIndex) -> bytes:
        """
        Returns the picture as a PNG file.
        """
    def reading(self, /) -> str:
        """
        Returns the reading.
        """
    def svg(self, /) -> tuple[str, str, tuple[float, float]]:
        """
        Returns the picture as an SVG document, its text, and its width and height in CSS pixels.
        """
    def table(self, /) -> "tuple[str, list[tuple[str, object]]]":
        """
        Returns what the rows of the numbers are, and the columns: a name and an array, which has two dimensions if the column
        has a vector in each row.
        """
    def values(self, /) -> list[tuple[str, str, bool]]:
        """
        Returns the name, the text and whether it differs from the default, of every parameter.
        """

@final
class ParameterRow:
    """
    A row of the table of parameters.
    """
    @property
    def accepts(self, /) -> str:
        """
        What it accepts, in words.
        """
    @property
    def default(self, /) -> str | None:
        """
        The text of the default; `None` if it follows from another parameter.
        """
    @property
    def help(self, /) -> str: ...
    @property
    def label(self, /) -> str: ...
    @property
    def name(self, /) -> str:
        """
        The name in Python.
        """
    @property
    def range(self, /) -> tuple[float, float, float] | None:
        """
        Smallest and largest number, and the number whose multiples are accepted, which is 0 if all are.
        """
    @property
    def unit(self, /) -> str: ...
    @property
    def words(self, /) -> list[str]:
        """
        The accepted words; empty if it is not a choice.
        """

@final
class Rope:
    """
    The rotation of one kind of layers. Its frequencies may depend on the length of the sequence.
    """
    def attention_factor(self, /, seq_len: SupportsIndex | None) -> float: ...
    @property
    def base(self, /) -> float: ...
    @property
    def head_dim(self, /) -> int: ...
    def inv_freq(self, /, seq_len: SupportsIndex | None) -> NDArray[float64]: ...
    def length_of(self, /, positions: NDArray[float64]) -> int | None:
        """
        Returns the length of a sequence with these positions, as transformers takes it: the largest plus 1. Returns nothing
        if the frequencies do not depend on it.
        """
    @property
    def original_length(self, /) -> float | None: ...
    @property
    def pairing(self, /) -> str: ...
    @property
    def rope_type(self, /) -> str: ...
    @property
    def rotary_dim(self, /) -> int:
        """
        The number of components in tables: those with a frequency, even if it is 0.
        """
    def rotate(self, /, positions: NDArray[float64], seq_len: SupportsIndex | None, vectors: NDArray[float64]) -> None:
        """
        Rotates each of `vectors` to its position in place.
        """
    def score(self, /, query: NDArray[float64], key: NDArray[float64], positions: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], seq_len: SupportsIndex | None) -> float:
        """
        Returns the score of a query and a key at their positions.
        """
    def tables(self, /, positions: NDArray[float64], seq_len: SupportsIndex | None, out: NDArray[float64] | NDArray[float32]) -> None:
        """
        Writes the cosines of all positions into the first half of `out`, and the sines into the second.
        """
    def wavelengths(self, /, seq_len: SupportsIndex | None) -> NDArray[float64]: ...

def alibi_bias(n_heads: SupportsIndex, lengths: tuple[SupportsIndex, SupportsIndex], past: SupportsIndex, out: NDArray[float64] | NDArray[float32]) -> None:
    """
    Writes the bias of each head, query and key into `out`, whose shape has `lengths` of queries and keys. The first query
    is at position `past`.
    """

def alibi_slopes(n_heads: SupportsIndex) -> NDArray[float64]:
    """
    Returns the slope of each head.
    """

def clipped_distances(relative_position: NDArray[int64], clip: SupportsIndex, out: NDArray[int64]) -> None:
    """
    Writes the row of Shaw's tables for each offset into `out`.
    """

def figure_parameters(name: str) -> list[ParameterRow]:
    """
    Returns the parameters of a figure.
    """

def figures() -> list[tuple[str, str, str]]:
    """
    Returns the name of every figure, its title and its caption.
    """

def inv_freq(dim: SupportsIndex, base: SupportsFloat | SupportsIndex) -> NDArray[float64]:
    """
    Returns the inverse frequency of each pair, in radians per position.
    """

def position_ids(layout: str, rule: str, padding: SupportsIndex | str, documents: str, past: str, patches: str) -> list[NDArray[int64]]:
    """
    Returns the position ids of the tokens of a layout on each axis.
    """

def read_rope(config: str, pairing: str) -> tuple[Rope, list[str]]:
    """
    Reads the rotation from the text of a `config.json` for one kind of layers, and returns it with what is odd in the text.

    # Errors
    `ValueError` for what transformers rejects.
    """

def rotate_bulk(vectors: NDArray[float32] | NDArray[uint16], format: str, shape: tuple[SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex], cos: NDArray[float32], sin: NDArray[float32], pairing: str) -> None:
    """
    Rotates vectors of shape `[n_tables, n_heads, n_positions, head_dim]` in place. Each table, of shape
    `[n_positions, rotary_dim]`, is for all heads of one group.
    """

def run(arguments: SupportsGetItem[int, str]) -> int:
    """
    Runs a command, whose first argument is the name of the program, and returns the exit status.
    """

def similarity_curve(dim: SupportsIndex, base: SupportsFloat | SupportsIndex, measure: str, out: NDArray[float64] | NDArray[float32]) -> None:
    """
    Writes the similarity of encodings that are 0, 1, 2 ... positions apart into `out`.
    """

def similarity_matrix(dim: SupportsIndex, base: SupportsFloat | SupportsIndex, measure: str, length: SupportsIndex, out: NDArray[float64] | NDArray[float32]) -> None:
    """
    Writes the similarity of every two positions into the square `out` with `length` rows.
    """

def sinusoidal(positions: NDArray[float64], dim: SupportsIndex, base: SupportsFloat | SupportsIndex, order: str, out: NDArray[float64] | NDArray[float32]) -> None:
    """
    Writes the encoding of each position into a row of `out`.
    """

def t5_bias(weight: NDArray[float64], buckets: tuple[bool, SupportsIndex, SupportsIndex], lengths: tuple[SupportsIndex, SupportsIndex], past: SupportsIndex, out: NDArray[float64] | NDArray[float32]) -> None:
    """
    Writes the bias of each head, query and key into `out`, from `weight` with a row for each bucket and a column for each
    head.
    """

def t5_buckets(relative_position: NDArray[int64], buckets: tuple[bool, SupportsIndex, SupportsIndex], out: NDArray[int64]) -> None:
    """
    Writes the bucket of each offset into `out`.
    """

def wavelengths(dim: SupportsIndex, base: SupportsFloat | SupportsIndex) -> NDArray[float64]:
    """
    Returns the wavelength of each pair, in positions for one full turn.
    """
