"""See and check how transformers know word order.

- :mod:`phasor.encoding`: positional encodings, exact in float64, as numpy arrays.
"""

from __future__ import annotations

import importlib
from types import ModuleType

__all__ = ["encoding"]


def __getattr__(name: str) -> ModuleType:
    """Imports a module when it is first used, so that ``import phasor`` costs almost nothing."""
    if name in __all__:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module 'phasor' has no attribute {name!r}")
