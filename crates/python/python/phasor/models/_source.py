"""Where a model is read from."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from phasor import _native


class HasDict(Protocol):
    """A configuration of transformers, or another object that gives its keys."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the keys and their values."""
        ...


Source = str | os.PathLike[str] | Mapping[str, Any] | HasDict


def opened(source: Source, force: bool) -> _native.ModelReader:
    """Returns the model of the core, as :func:`phasor.models.read` documents it."""
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        title = path.stem
        if path.is_dir():
            path, title = path / "config.json", path.resolve().name
        return _native.ModelReader.open(path, title, force)
    if not isinstance(source, Mapping):
        if not callable(getattr(source, "to_dict", None)):
            kind = type(source).__name__
            raise TypeError(f"`source` must be a path, a dict, or a configuration with `to_dict()`, not `{kind}`.")
        source = source.to_dict()
    return _native.ModelReader.of_json(as_json(source), force)


def as_json(keys: Mapping[str, Any]) -> str:
    """Returns keys and their values as the core reads them."""
    return json.dumps(dict(keys), skipkeys=True, default=_plain)


def _plain(value: object) -> object:
    """Returns a value for JSON that it does not have: numbers of numpy and torch, sets, formats and the like."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "size", None) == 1:
        return item()
    to_dict = getattr(value, "to_dict", None)
    return to_dict() if callable(to_dict) else str(value)
