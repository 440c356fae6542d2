"""The numbers of a figure in numpy, pandas and polars."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import phasor
from phasor.figures import Table


@pytest.fixture
def table() -> Table:
    """Returns a table with a column of vectors."""
    return Table("positions", [("position", np.arange(5.0)), ("encoding", np.arange(15.0).reshape(5, 3))])


def test_numpy_gets_a_structured_array(table: Table) -> None:
    rows = np.asarray(table)
    assert rows.shape == (5,) and rows.dtype.names == table.columns
    for name in table.columns:
        np.testing.assert_array_equal(rows[name], table[name])
    with pytest.raises(ValueError, match="copy"):
        np.array(table, copy=False)


def test_a_column_of_vectors_has_two_dimensions(table: Table) -> None:
    assert table["position"].shape == (5,) and table["encoding"].shape == (5, 3)
    columns = table.to_dict()
    assert list(columns) == ["position", "encoding_0", "encoding_1", "encoding_2"]
    np.testing.assert_array_equal(columns["encoding_1"], table["encoding"][:, 1])


def test_an_unknown_column_is_an_error_that_lists_all(table: Table) -> None:
    with pytest.raises(ValueError, match=table.columns[0]):
        table["absent"]


def equals(frame: Any, expected: dict[str, npt.NDArray[np.float64]]) -> None:
    assert list(frame.columns) == list(expected)
    for name, numbers in expected.items():
        np.testing.assert_array_equal(np.asarray(frame[name]), numbers)


@pytest.mark.parametrize("loaded", ["pyarrow", "polars"])
def test_polars_reads_the_table_with_and_without_pyarrow(
    table: Table, loaded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    polars = pytest.importorskip("polars")
    if loaded == "pyarrow":
        pytest.importorskip("pyarrow")
    else:
        monkeypatch.delitem(sys.modules, "pyarrow", raising=False)
    equals(polars.DataFrame(table), table.to_dict())


def test_pandas_reads_the_columns(table: Table) -> None:
    pandas = pytest.importorskip("pandas")
    equals(pandas.DataFrame(table.to_dict()), table.to_dict())


def test_pandas_reads_the_table_by_pyarrow(table: Table) -> None:
    pandas = pytest.importorskip("pandas", minversion="3")
    pytest.importorskip("pyarrow")
    equals(pandas.DataFrame.from_arrow(table), table.to_dict())


def test_a_notebook_gets_the_first_rows(table: Table) -> None:
    text = phasor.figure("sine-waves", dim=64).table()._repr_html_()
    assert text.count("<tr>") == 11 and "32 rows" in text and "<th>…</th>" in text
    assert table._repr_html_().count("<tr>") == 6
