"""Tests for authors of ports: is a rotation that of the model, and if not, which mistake is it?

>>> import numpy as np
>>> from phasor.testing import assert_rope_matches
>>> config = {"model_type": "llama", "head_dim": 64, "rope_theta": 500_000.0}
>>> def cos_and_sin(position_ids):
...     angles = position_ids[:, None] * 10_000.0 ** -(np.arange(0, 64, 2) / 64)
...     return np.cos(angles), np.sin(angles)
>>> assert_rope_matches(cos_and_sin, config)
Traceback (most recent call last):
AssertionError: `all_layers`: Your angles are those of base 10,000; this model’s base is 500,000. Wrong: `cos`, `sin`.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from phasor.models import Model, read

if TYPE_CHECKING:
    import numpy.typing as npt

    from phasor.models import Source

__all__ = ["assert_rope_matches"]


def assert_rope_matches(
    function: Callable[..., Any] | Mapping[str, npt.ArrayLike],
    config: Source | Model,
    *,
    layer: str | None = None,
) -> None:
    """Raises an error that explains the mistake if a rotation is not that of a model.

    How close the numbers must be follows from their format: those of bf16, for example, may differ by what it rounds away, and
    angles in ``float32`` are right.

    Parameters
    ----------
    function : callable or mapping of str to array_like
        Your code, by the number of its parameters that have no default:

        - ``function(query, key, position_ids) -> (query, key)``: it rotates vectors of shape
          ``[seq, n_heads, head_dim]`` to positions of shape ``[seq]``.
        - ``function(position_ids) -> (cos, sin)``: their last axis is the pairs, or the components that rotate.
        - ``function() -> inv_freq``.

        Arrays are those of numpy; what it returns may also be a tensor on any device. A mapping has its results by their names,
        as :meth:`phasor.models.Model.judge` takes them.
    config : Model, or what :func:`phasor.models.read` accepts
        The model.
    layer : str, optional
        The type of the layers; without it, those with full attention, or the first ones.

    Raises
    ------
    AssertionError
        If the numbers are not those of the model, with the mistake that explains them if it is known.
    ValueError
        If the file has errors, nothing rotates, or a shape does not fit.
    TypeError
        If `function` has another number of parameters.

    Warns
    -----
    UserWarning
        If cosines and sines are right, but not in the order of the class in transformers. They are right for a rotation that
        has the same order, and wrong for any other.

    Examples
    --------
    >>> from phasor.testing import assert_rope_matches
    >>> assert_rope_matches(lambda: [1.0, 0.01], {"model_type": "llama", "head_dim": 4})
    """
    __tracebackhide__ = True
    model = config if isinstance(config, Model) else read(config)
    arrays = function if isinstance(function, Mapping) else _results(function, model, layer)
    judgements = model.judge(arrays, layer)
    wrong = [str(judgement) for judgement in judgements if not judgement.is_right]
    if wrong:
        raise AssertionError("\n".join(wrong))
    if _has_other_order(arrays, model):
        warnings.warn(_OTHER_ORDER, stacklevel=2)


_OTHER_ORDER = (
    "The cosines and sines are right, but the places of the pairs are not those of the model's class in transformers. They fit a "
    "rotation that pairs the same places; test that rotation too."
)


def _has_other_order(arrays: Mapping[str, npt.ArrayLike], model: Model) -> bool:
    """Returns whether tables of all components that rotate have their pairs at other places than the model's class has them."""
    for name, cos in arrays.items():
        prefix, _, array = name.rpartition("/")
        positions = arrays.get(f"{prefix}/positions")
        if array != "cos" or positions is None:
            continue
        layer = prefix.split("/")[0]
        expected, _ = model.rope(None if layer == "all_layers" else layer)(positions)
        given = np.asarray(cos, dtype=np.float64)
        if given.shape == expected.shape and not np.allclose(given, expected, atol=0.05):
            return True
    return False


def _results(function: Callable[..., Any], model: Model, layer: str | None) -> dict[str, npt.ArrayLike]:
    """Returns what the function computes for each set of the kit: one, or two where the length of the text matters."""
    layer = layer or model.rope().layer_type or _usual(model)
    kit = model.vectors(layer)
    results: dict[str, npt.ArrayLike] = {}
    for name in [name.removesuffix("/positions") for name in kit if name.endswith("/positions")]:
        given = {array: kit[f"{name}/{array}"] for array in ("positions", "query", "key")}
        computed = _computed(function, given)
        if "inv_freq" in computed and name.endswith("/long"):
            # A function without positions gives the frequencies of a text within the original length.
            continue
        results |= {f"{name}/{array}": numbers for array, numbers in computed.items()}
        results[f"{name}/positions"] = given["positions"]
    return results


def _usual(model: Model) -> str | None:
    """Returns the type of the most important layers; None if all are alike."""
    names = [layer.layer_type for layer in model.layers]
    return "full_attention" if "full_attention" in names else names[0]


def _computed(function: Callable[..., Any], given: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.ArrayLike]:
    parameters = inspect.signature(function).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [one for one in parameters if one.kind in kinds and one.default is inspect.Parameter.empty]
    if len(needed) == 0:
        return {"inv_freq": function()}
    if len(needed) == 1:
        cos, sin = function(given["positions"])
        return {"cos": cos, "sin": sin}
    if len(needed) == 3:
        query, key = function(given["query"], given["key"], given["positions"])
        return {"query_rotated": query, "key_rotated": key, "query": given["query"], "key": given["key"]}
    names = ", ".join(one.name for one in needed)
    raise TypeError(f"`function` must take (query, key, position_ids), (position_ids) or nothing, not ({names}).")
