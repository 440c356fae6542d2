"""The numbers of a figure, for numpy, pandas and polars."""

from __future__ import annotations

import html
import importlib
import importlib.util
import sys
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Table"]

ROWS_IN_NOTEBOOKS = 10
NUMBERS_IN_NOTEBOOKS = 4


class Table:
    """Columns of numbers. A column may have a vector in each row.

    numpy, pandas and polars read it::

        numpy.asarray(table)                # a structured array
        pandas.DataFrame.from_arrow(table)  # pandas 3 with pyarrow
        pandas.DataFrame(table.to_dict())
        polars.DataFrame(table)

    Data frames have a column for each number of a vector, as CSV files do: ``encoding_0``, ``encoding_1``.

    Examples
    --------
    >>> import phasor
    >>> table = phasor.figure("one-frequency", length=4).table()
    >>> table["distance"]
    array([0., 1., 2., 3.])
    """

    __slots__ = ("_columns", "title")

    title: str
    """What the rows are."""

    def __init__(self, title: str, columns: list[tuple[str, npt.NDArray[np.float64]]]) -> None:
        self.title = title
        self._columns = dict(columns)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns; the last one is the most important."""
        return tuple(self._columns)

    def __getitem__(self, column: str) -> npt.NDArray[np.float64]:
        """Returns a column: an array of shape (rows,), or (rows, width) if it has vectors."""
        if column not in self._columns:
            raise ValueError(f"`{column}` is no column; the table has {', '.join(self._columns)}.")
        return self._columns[column]

    # Otherwise it would be iterable by the numbers of rows.
    __iter__ = None

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(next(iter(self._columns.values())))

    def __repr__(self) -> str:
        return f"<Table {self.title!r}: {len(self)} rows of {', '.join(self._columns)}>"

    def to_numpy(self) -> npt.NDArray[np.void]:
        """Returns a structured array with a field for each column.

        Examples
        --------
        >>> import phasor
        >>> phasor.figure("one-frequency", length=4).table().to_numpy().dtype.names
        ('distance', 'score of the pair alone', 'score of all pairs')
        """
        import numpy as np

        fields = [(name, "f8", column.shape[1:]) for name, column in self._columns.items()]
        rows = np.empty(len(self), dtype=fields)
        for name, column in self._columns.items():
            rows[name] = column
        return rows

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("A table becomes an array only as a copy.")
        rows = self.to_numpy()
        return rows if dtype is None else rows.astype(dtype)

    def to_dict(self) -> dict[str, npt.NDArray[np.float64]]:
        """Returns the columns under their names, with a column for each number of a vector.

        Examples
        --------
        >>> import phasor
        >>> list(phasor.figure("one-frequency").table().to_dict())
        ['distance', 'score of the pair alone', 'score of all pairs']
        """
        flat = {}
        for name, column in self._columns.items():
            if column.ndim == 1:
                flat[name] = column
            else:
                flat.update((f"{name}_{place}", numbers) for place, numbers in enumerate(column.T))
        return flat

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hands the columns over by Arrow's interface of capsules, through pyarrow or polars."""
        columns = self.to_dict()
        # The one that asks has usually loaded its own library.
        if "pyarrow" not in sys.modules and importlib.util.find_spec("polars"):
            frame = importlib.import_module("polars").DataFrame(columns)
        else:
            frame = importlib.import_module("pyarrow").table(columns)
        return cast("object", frame.__arrow_c_stream__(requested_schema))

    def _repr_html_(self) -> str:
        columns = self.to_dict()
        names = list(columns)
        if len(names) > 2 * NUMBERS_IN_NOTEBOOKS:
            names = [*names[:NUMBERS_IN_NOTEBOOKS], "…", *names[-NUMBERS_IN_NOTEBOOKS:]]
        heads = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        n_rows = min(len(self), ROWS_IN_NOTEBOOKS)
        rows = (
            "".join(f"<td>{columns[name][row]:.6g}</td>" if name in columns else "<td>…</td>" for name in names)
            for row in range(n_rows)
        )
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return (
            f"<table><caption>{html.escape(self.title)}: {len(self)} rows, {n_rows} of them here</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
        )
