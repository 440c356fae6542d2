"""What a figure shows of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._model import Model
from ._read import read

if TYPE_CHECKING:
    from ._source import Source


def determined(name: str, model: Model | Source | None, layer: str | None) -> dict[str, str]:
    """Returns the parameters of a figure that a model determines, none without a model."""
    if model is None:
        if layer is not None:
            raise TypeError("`layer` is a type of layers of `model`, which is not given.")
        return {}
    known = model if isinstance(model, Model) else read(model)
    return dict(known._native.figure_parameters(name, layer))
