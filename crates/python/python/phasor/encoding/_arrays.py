"""Arrays from anything that numpy can read, and arrays for results."""

from __future__ import annotations

import operator
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, Union

import numpy as np
import numpy.typing as npt

Dtype: TypeAlias = Literal["float32", "float64"]

Floats: TypeAlias = "npt.NDArray[np.floating[Any]]"


class _SupportsDlpack(Protocol):
    def __dlpack__(self) -> object: ...

    def __dlpack_device__(self) -> tuple[Any, Any]: ...


Array: TypeAlias = Union[npt.ArrayLike, _SupportsDlpack]
"""Numbers, nested lists, ranges, numpy arrays, and tensors with ``__array__`` or ``__dlpack__``."""


def _read(values: Any) -> npt.NDArray[Any]:
    if isinstance(values, range):
        return np.arange(values.start, values.stop, values.step)
    if hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
        return np.from_dlpack(values)
    return np.asarray(values)


def reals(name: str, values: Array) -> npt.NDArray[np.float64]:
    """Returns the values as a contiguous array of float64."""
    array = _read(values)
    if array.dtype.kind not in "iuf" and not _is_extension_float(array.dtype):
        raise TypeError(f"{name} must hold numbers, not {array.dtype}.")
    return np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)


def _is_extension_float(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "V" and dtype.fields is None and np.can_cast(dtype, np.float64)


def wholes(name: str, values: Array) -> npt.NDArray[np.int64]:
    """Returns the values as a contiguous array of int64."""
    array = _read(values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold whole numbers, not {array.dtype}.")
    return np.ascontiguousarray(array, dtype=np.int64).reshape(array.shape)


def count(name: str, value: SupportsIndex) -> int:
    """Returns the value if it is a whole number that lengths may have."""
    number = operator.index(value)
    if not 0 <= number < 1 << 32:
        raise ValueError(f"{name} must be a whole number from 0 to 4294967295, not {number}.")
    return number


def empty(shape: tuple[int, ...], dtype: Dtype) -> npt.NDArray[Any]:
    """Returns an array for results."""
    kind = np.dtype(dtype)
    if kind not in (np.dtype(np.float32), np.dtype(np.float64)):
        raise ValueError(f"dtype must be float32 or float64, not {kind}.")
    return np.empty(shape, kind)
