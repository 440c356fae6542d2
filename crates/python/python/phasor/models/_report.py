"""Reports on models: text on the command line, HTML in a notebook, and the tables and texts that they consist of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from phasor import _native

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Shaped = tuple[tuple[int, int, int], npt.NDArray[np.float64]]


@dataclass(frozen=True)
class Table:
    """A table of a report, whose first column names its rows.

    Attributes
    ----------
    caption : str
        What it shows.
    head : tuple of str
        The names of the columns.
    rows : tuple of tuple of str
        The cells, written for readers.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Snippet:
    """A text to copy.

    Attributes
    ----------
    label : str
        Where it belongs.
    text : str
        The text.
    remark : str
        Versions, sources, and what to watch; it may be empty.
    """

    label: str
    text: str
    remark: str


class Report:
    """A report. ``print(report)`` gives the text of the command line, and a notebook shows its drawings as well.

    Examples
    --------
    >>> from phasor import models
    >>> model = models.read({"model_type": "llama", "head_dim": 64, "max_position_embeddings": 4096})
    >>> report = model.what_if(8192)
    >>> str(report).splitlines()[0]
    '8,192 tokens are 2 times the declared length of 4,096; 9 of 32 pairs reach angles beyond those of the first 4,096 tokens.'
    >>> report.tables[0].head[:2]
    ('rule', 'new angles')
    """

    def __init__(self, native: _native.Report) -> None:
        self._native = native

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self._native.html()

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the report."""
        return tuple(
            Table(caption, tuple(head), tuple(map(tuple, rows))) for caption, head, rows in self._native.tables()
        )

    @cached_property
    def snippets(self) -> tuple[Snippet, ...]:
        """The texts to copy, such as flags of an engine."""
        return tuple(Snippet(*snippet) for snippet in self._native.snippets())


class Norms(Report):
    """The norm of each pair's two rows in the projections of queries and keys.

    Attributes
    ----------
    layers : tuple of int
        The layers in the order of their norms.
    queries : ndarray
        The norms of queries, shape ``[n_layers, n_heads, n_pairs]``.
    keys : ndarray
        The norms of keys, shape ``[n_layers, n_kv_heads, n_pairs]``.
    missing : tuple of int
        The layers that rotate but are not in the files.
    """

    layers: tuple[int, ...]
    queries: npt.NDArray[np.float64]
    keys: npt.NDArray[np.float64]
    missing: tuple[int, ...]

    def __init__(
        self,
        native: tuple[_native.Report, list[int], Shaped, Shaped, list[int]],
    ) -> None:
        report, layers, (of_queries, queries), (of_keys, keys), missing = native
        super().__init__(report)
        self.queries, self.keys = queries.reshape(of_queries), keys.reshape(of_keys)
        self.layers = tuple(layers)
        self.missing = tuple(missing)
