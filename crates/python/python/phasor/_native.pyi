"""
What the modules of `phasor` call; nobody else should.
"""

from _typeshed import SupportsGetItem
from numpy import float32, float64, int64, uint16
from numpy.typing import NDArray
from os import PathLike
from typing import SupportsFloat, SupportsIndex, final

__all__ = ["FigureState", "LayerFacts", "ModelReader", "ParameterRow", "Report", "Rope", "alibi_bias", "alibi_slopes", "clipped_distances", "figure_parameters", "figures", "inv_freq", "position_ids", "read_rope", "rotate_bulk", "run", "seq_len_of", "shows_models", "similarity_curve", "similarity_matrix", "sinusoidal", "t5_bias", "t5_buckets", "unknown_parameter", "wavelengths"]

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
class LayerFacts:
    """
    The rotary layers of one type.
    """
    @property
    def attention_factor(self, /) -> float: ...
    @property
    def base(self, /) -> float: ...
    @property
    def head_dim(self, /) -> int: ...
    @property
    def is_separate(self, /) -> bool: ...
    @property
    def layer_type(self, /) -> str | None: ...
    @property
    def original_length(self, /) -> float | None: ...
    @property
    def pairing(self, /) -> str: ...
    @property
    def places(self, /) -> list[int] | None: ...
    @property
    def rope_type(self, /) -> str: ...
    @property
    def rotary_dim(self, /) -> int: ...
    @property
    def rotates_last(self, /) -> bool: ...
    @property
    def rotates_values(self, /) -> bool: ...
    @property
    def sections(self, /) -> list[int] | None: ...
    @property
    def softmax_factor(self, /) -> float: ...

@final
class ModelReader:
    """
    A model, and what is odd about the file that describes it.
    """
    def code(self, /, language: str, layer: str | None, context: SupportsIndex | None) -> Report:
        """
        Returns a program that computes the frequencies and rotates a vector.
        """
    def diff(self, /, other: ModelReader, layer: str | None) -> Report:
        """
        Returns how the model differs from another one.
        """
    def figure_parameters(self, /, name: str, layer: str | None) -> list[tuple[str, str]]:
        """
        Returns the parameters of a figure that the layers of the model determine, as texts, where they differ from the
        defaults.
        """
    def findings(self, /) -> list[tuple[str, str, str, int | None]]:
        """
        Returns the findings, and what only the comparison with the nearest published model shows.
        """
    def frequencies(self, /, layer: str | None, seq_len: SupportsIndex | None) -> tuple[NDArray[float64], float, float]:
        """
        Returns the inverse frequency of each pair, the attention factor and the softmax factor.
        """
    @property
    def has_errors(self, /) -> bool:
        """
        Returns whether a finding is an error.
        """
    def judge(self, /, arrays: SupportsGetItem[int, tuple[str, SupportsGetItem[int, SupportsIndex], str, NDArray[float64]]], layer: str | None) -> tuple[list[tuple[str, str, str, bool, list[str], list[str]]], str | None]:
        """
        Returns a row for each group of arrays, and a sentence about those that were left out.
        """
    def judge_ids(self, /, layout: str, shape: SupportsGetItem[int, SupportsIndex], ids: NDArray[float64]) -> tuple[str, bool, list[str]]:
        """
        Returns the line about position ids, whether they are right, and the names of mistakes.
        """
    def layers(self, /) -> list[LayerFacts]:
        """
        Returns the rotary layers, one entry for each type.
        """
    def layout(self, /, from_: str, to: str, layer: str | None) -> Report:
        """
        Returns how rows move from one framework to another.
        """
    @property
    def max_position_embeddings(self, /) -> int | None:
        """
        Returns the longest text that the file declares, in tokens.
        """
    @property
    def model_type(self, /) -> str | None:
        """
        Returns the class of the model.
        """
    def moved_rows(self, /, from_: str, to: str, kind: str, n_rows: SupportsIndex, layer: str | None) -> NDArray[int64]:
        """
        Returns, for each row of a projection of queries (or keys), the row that it comes from.
        """
    def norms(self, /, files: SupportsGetItem[int, str | PathLike[str]], layer: str | None) -> tuple[Report, list[int], tuple[tuple[int, int, int], NDArray[float64]], tuple[tuple[int, int, int], NDArray[float64]], list[int]]:
        """
        Returns the report, the places of layers, the norms of queries and of keys, and the places of missing layers.
        """
    @staticmethod
    def of_json(text: str, force: bool) -> ModelReader:
        """
        Reads the text of a config.json that was made from an object.
        """
    @staticmethod
    def open(path: str | PathLike[str], title: str, force: bool) -> ModelReader:
        """
        Reads the file at a path; reports call the model by the title.
        """
    def overview(self, /, layer: str | None, context: SupportsIndex | None, layout: str | None) -> Report:
        """
        Returns what the positions of the model do.
        """
    def position_ids(self, /, layout: str) -> tuple[NDArray[float64], list[str], list[str]]:
        """
        Returns the ids of a layout on every axis, the names of the axes and those of the tokens.
        """
    @property
    def scheme(self, /) -> str:
        """
        Returns the name of the positional encoding.
        """
    def settings(self, /, engine: str | None, context: SupportsIndex | None, rule: str) -> Report:
        """
        Returns the settings of an engine, or of all.
        """
    def sizes(self, /, layer: str | None) -> tuple[int, int]:
        """
        Returns the number of axes of position ids, and that of cosines at one position.
        """
    @property
    def summary(self, /) -> str:
        """
        Returns the sentence that says it all.
        """
    @property
    def title(self, /) -> str:
        """
        Returns the name of the model in reports.
        """
    def turns(self, /, layer: str | None, axes: SupportsGetItem[int, NDArray[float64]], seq_len: SupportsIndex, angles: str) -> tuple[NDArray[float64], NDArray[float64]]:
        """
        Returns the cosines and sines of the tokens whose positions are given axis by axis, token by token.
        """
    def vectors(self, /, layer: str | None) -> tuple[list[tuple[str, list[int], str, NDArray[float64]]], str]:
        """
        Returns the arrays of the kit, and its text.
        """
    def wavelengths(self, /, layer: str | None, seq_len: SupportsIndex | None) -> NDArray[float64]:
        """
        Returns the wavelength of each pair, in positions.
        """
    def what_if(self, /, layer: str | None, context: SupportsIndex | None, rule: str | None) -> tuple[Report, list[str]]:
        """
        Returns what a text of that length would do under each rule, also under one in the words of transformers, and what is
        odd about that one.
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
class Report:
    """
    A report, written for each place where it is shown, because drawings stay in the thread that made them.
    """
    def html(self, /) -> str:
        """
        Returns HTML without scripts.
        """
    @staticmethod
    def of_table(caption: str, head: SupportsGetItem[int, str], rows: SupportsGetItem[int, SupportsGetItem[int, str]]) -> Report:
        """
        Returns a table of texts as a report.
        """
    def snippets(self, /) -> list[tuple[str, str, str]]:
        """
        Returns the texts to copy.
        """
    def tables(self, /) -> list[tuple[str, list[str], list[list[str]]]]:
        """
        Returns the tables.
        """
    def text(self, /) -> str:
        """
        Returns the text of the command line.
        """

@final
class Rope:
    """
    The rotation of one kind of layers. Its frequencies may depend on the length of the sequence.
    """
    def attention_factor(self, /, seq_len: SupportsIndex | None) -> float: ...
    def axes(self, /) -> list[int] | None:
        """
        Returns the axis that each component in tables follows. Returns nothing if there are no sections.
        """
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
    def mrope_section(self, /) -> list[int] | None:
        """
        The number of pairs that follow each axis of M-RoPE, in the order of `mrope_section`.
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
    def rotate_on_axes(self, /, positions: NDArray[float64], seq_len: SupportsIndex | None, vectors: NDArray[float64]) -> None:
        """
        Rotates each of `vectors` in place to its position on several axes, which follow each other: shape
        `[n_vectors, n_axes]`.
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

def seq_len_of(positions: NDArray[float64]) -> int:
    """
    Returns the length of a text that ends with the largest of these positions.
    """

def shows_models(figure: str) -> bool:
    """
    Returns whether the figure can show a model.
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

def unknown_parameter(figure: str, given: str, others: SupportsGetItem[int, str]) -> str:
    """
    Returns the sentence for a parameter that a figure does not have. `others` are names that are accepted in its place, but
    are no parameters.
    """

def wavelengths(dim: SupportsIndex, base: SupportsFloat | SupportsIndex) -> NDArray[float64]:
    """
    Returns the wavelength of each pair, in positions for one full turn.
    """
