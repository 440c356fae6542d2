"""See and check how transformers know word order.

- :mod:`phasor.encoding`: positional encodings, exact in float64, as numpy arrays.
- :mod:`phasor.models`: what the files of a model say about its positions, and what follows from them.
- :func:`phasor.check`: what is odd about a ``config.json``.
- :mod:`phasor.testing`: is the rotation of a port that of the model?
- :mod:`phasor.figures`: figures as pictures and as numbers. :func:`phasor.figure` makes one.
- :class:`phasor.Figure`: a live figure in a notebook.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import encoding as encoding
    from . import figures as figures
    from . import models as models
    from . import testing as testing
    from .figures import figure as figure
    from .models import check as check
    from .widget import Figure as Figure

__all__ = ["Figure", "check", "encoding", "figure", "figures", "models", "testing"]

# Where a name comes from that is no module.
_ORIGINS = {"Figure": "widget", "check": "models", "figure": "figures"}


def __getattr__(name: str) -> object:
    """Imports a module when it is first used, so that ``import phasor`` costs almost nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'phasor' has no attribute {name!r}")
    module = importlib.import_module(f".{_ORIGINS.get(name, name)}", __name__)
    return getattr(module, name) if name in _ORIGINS else module
