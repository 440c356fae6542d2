"""Figures of positional encodings, as pictures and as numbers.

>>> import phasor
>>> figure = phasor.figure("rotation-angles", base=500_000)
>>> figure.title
'Rotation angles'
>>> figure.png()[1:4]
b'PNG'

A notebook shows a figure that is the last value of a cell.
"""

from __future__ import annotations

import base64
import html
import operator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex, cast

from . import _native
from ._element import TAG, start_tag
from .table import Table

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Mapping

    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._parameters import AnyParameters, FigureName
    from .models import Model
    from .models._source import Source

__all__ = ["Figure", "Parameter", "Table", "figure", "names", "parameters"]

Theme = Literal["light", "dark"]

Value = bool | int | float | str
"""The value of a parameter."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a figure.

    Attributes
    ----------
    name : str
        The name as a keyword argument of :func:`figure`.
    label, unit, help : str
        Its name on the page, its unit (empty if it has none) and its meaning in one sentence.
    accepts : str
        What it accepts, as a phrase that follows "must be".
    default : bool, int, float, str or None
        The default; None if it follows from another parameter.
    choices : tuple
        The accepted values, if they are few; otherwise empty.
    minimum, maximum : float or None
        The smallest and the largest number, if it is a number.
    multiple_of : float or None
        Only multiples of this number are accepted; None accepts fractions.
    """

    name: str
    label: str
    unit: str
    help: str
    accepts: str
    default: Value | None
    choices: tuple[Value, ...]
    minimum: float | None
    maximum: float | None
    multiple_of: float | None

    def _value(self, text: str) -> Value:
        """Returns the value for the text of the core."""
        if self.minimum is not None:
            try:
                return int(text)
            except ValueError:
                return float(text)
        matching = (choice for choice in self.choices if _word(choice) == text)
        return next(matching, text)

    def _text(self, value: object) -> str:
        """Returns the text that the core reads."""
        if isinstance(value, str):
            return value
        is_truth = isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"
        if is_truth:
            truth = bool(value)
            return _word(truth) if truth in self.choices and self.minimum is None else str(truth)
        try:
            return str(operator.index(cast("SupportsIndex", value)))
        except TypeError:
            pass
        try:
            number = float(cast("SupportsFloat", value))
        except TypeError:
            kind = type(value).__name__
            raise TypeError(f"`{self.name}` must be a number, a text or a truth value, not {kind}.") from None
        return str(int(number)) if number.is_integer() else repr(number)


def _word(choice: Value) -> str:
    """Returns the word of the core for a choice."""
    if isinstance(choice, bool):
        return "on" if choice else "off"
    return str(choice)


def _choices(words: list[str]) -> tuple[Value, ...]:
    """Returns the choices that have these words: truth values for a switch, and numbers where all are."""
    if sorted(words) == ["off", "on"]:
        return (False, True)
    if all(word.isdigit() for word in words):
        return tuple(int(word) for word in words)
    return tuple(words)


def _parameter(row: _native.ParameterRow) -> Parameter:
    minimum, maximum, multiple_of = row.range or (None, None, None)
    blank = Parameter(
        row.name,
        row.label,
        row.unit,
        row.help,
        row.accepts,
        None,
        _choices(row.words),
        minimum,
        maximum,
        multiple_of or None,
    )
    default = None if row.default is None else blank._value(row.default)
    return Parameter(**{**blank.__dict__, "default": default})


@lru_cache(maxsize=None)
def _rows(name: str) -> Mapping[str, Parameter]:
    rows = (_parameter(row) for row in _native.figure_parameters(name))
    return MappingProxyType({row.name: row for row in rows})


@lru_cache(maxsize=None)
def _texts() -> Mapping[str, tuple[str, str]]:
    """Returns title and caption of every figure."""
    return MappingProxyType({name: (title, caption) for name, title, caption in _native.figures()})


def names() -> tuple[FigureName, ...]:
    """Returns the names of all figures, in the order of the gallery.

    Examples
    --------
    >>> "sine-waves" in names()
    True
    """
    return cast("tuple[FigureName, ...]", tuple(_texts()))


def parameters(name: str) -> tuple[Parameter, ...]:
    """Returns the parameters of a figure.

    Parameters
    ----------
    name : str
        The name of the figure.

    Raises
    ------
    ValueError
        If there is no such figure; the message lists the names.

    Examples
    --------
    >>> dim = parameters("sine-waves")[1]
    >>> dim.name, dim.accepts, dim.default
    ('dim', 'an even number from 2 to 1,024', 64)
    """
    return tuple(_rows(name).values())


class Figure:
    """A figure in one state, which never changes.

    :func:`figure` makes one, and lets type checkers compare parameters with the name. This class takes names that are
    known only at run time.

    Parameters
    ----------
    name : str
        The name of the figure.
    parameters : mapping, optional
        Values of parameters that differ from their defaults.
    width, theme
        The same as for :func:`figure`, and so are the errors.

    Examples
    --------
    >>> Figure("one-frequency", {"dim": 8}).title
    'One frequency or many'
    """

    __slots__ = ("_picture", "_state", "_theme", "_values", "_width", "name")

    name: FigureName
    """The name of the figure."""

    def __init__(
        self,
        name: str,
        parameters: Mapping[str, object] | None = None,
        *,
        width: float = 760,
        theme: str = "light",
    ) -> None:
        known = _rows(name)
        given = {} if parameters is None else parameters
        texts = [(key, known[key]._text(value) if key in known else "") for key, value in given.items()]
        self.name = cast("FigureName", name)
        self._state = _native.FigureState(name, texts, width, theme)
        self._width = width
        self._theme = theme
        self._values = {key: (text, is_set) for key, text, is_set in self._state.values()}
        self._picture: tuple[str, str, tuple[float, float]] | None = None

    def _drawn(self) -> tuple[str, str, tuple[float, float]]:
        if self._picture is None:
            self._picture = self._state.svg()
        return self._picture

    @property
    def title(self) -> str:
        """The title of the figure."""
        return _texts()[self.name][0]

    @property
    def caption(self) -> str:
        """What the figure shows and how to read it, the same for every state."""
        return _texts()[self.name][1]

    @property
    def reading(self) -> str:
        """One or two sentences about this state, with its numbers."""
        return self._state.reading()

    @property
    def alt(self) -> str:
        """Title and reading, for readers who do not see the picture."""
        return self._drawn()[1]

    @property
    def width(self) -> float:
        """The width in CSS pixels."""
        return self._width

    @property
    def theme(self) -> Theme:
        """The colours, "light" or "dark"."""
        return cast("Theme", self._theme)

    @property
    def parameters(self) -> Mapping[str, Value]:
        """The value of every parameter.

        Examples
        --------
        >>> figure("one-frequency", base=500_000).parameters["base"]
        500000
        """
        known = _rows(self.name)
        return MappingProxyType({key: known[key]._value(text) for key, (text, _) in self._values.items()})

    @property
    def _given(self) -> dict[str, Value]:
        """The parameters that differ from their defaults."""
        return {key: value for key, value in self.parameters.items() if self._values[key][1]}

    def svg(self, path: str | os.PathLike[str] | None = None) -> str:
        """Returns the picture as an SVG document, the same as the command line writes.

        Parameters
        ----------
        path : path, optional
            A file to write as well.

        Raises
        ------
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> figure("one-frequency").svg()[:4]
        '<svg'
        """
        document = self._drawn()[0]
        if path is not None:
            Path(path).write_bytes(document.encode())
        return document

    def png(self, path: str | os.PathLike[str] | None = None, scale: float = 2) -> bytes:
        """Returns the picture as a PNG file.

        Parameters
        ----------
        path : path, optional
            A file to write as well.
        scale : float, default 2
            The number of pixels for each CSS pixel.

        Raises
        ------
        ValueError
            If the picture would have no pixels or more than 268,435,456.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> figure("one-frequency").png(scale=1)[:4]
        b'\\x89PNG'
        """
        pixels = self._state.png(scale)
        if path is not None:
            Path(path).write_bytes(pixels)
        return pixels

    def table(self) -> Table:
        """Returns the numbers of the figure.

        Examples
        --------
        >>> figure("one-frequency").table().columns
        ('distance', 'score of the pair alone', 'score of all pairs')
        """
        title, columns = self._state.table()
        return Table(title, cast("list[tuple[str, npt.NDArray[np.float64]]]", columns))

    def replace(
        self,
        *,
        width: float | None = None,
        theme: Theme | None = None,
        **parameters: Unpack[AnyParameters],
    ) -> Figure:
        """Returns the figure with other values.

        Parameters
        ----------
        width : float, optional
            Another width in CSS pixels.
        theme : {"light", "dark"}, optional
            Other colours.
        **parameters
            Other values of parameters. All that are not named stay as they are.

        Examples
        --------
        >>> figure("one-frequency", pair=3).replace(base=500_000)
        phasor.figure('one-frequency', base=500000)
        """
        given = {**self._given, **parameters}
        width = self._width if width is None else width
        return Figure(self.name, given, width=width, theme=self._theme if theme is None else theme)

    __replace__ = replace

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Figure) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return (self.name, self._width, self._theme, tuple(self._values.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return (_figure, (self.name, self._given, self._width, self._theme))

    def __repr__(self) -> str:
        options: dict[str, object] = {}
        if self._width != 760:
            options["width"] = self._width
        if self._theme != "light":
            options["theme"] = self._theme
        arguments = [repr(self.name), *(f"{key}={value!r}" for key, value in {**options, **self._given}.items())]
        return f"phasor.figure({', '.join(arguments)})"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """Returns the element of Phasor with the picture inside.

        A page that loads the script of the element makes it live; every other page shows the picture.
        """
        return self._element({})

    def _element(self, own: Mapping[str, str]) -> str:
        """Returns the element with the picture inside. `own` are attributes that are no parameters of the figure."""
        document, alt, (width, height) = self._drawn()
        given = {key.replace("_", "-"): text for key, (text, is_set) in self._values.items() if is_set}
        theme = {} if self._theme == "light" else {"theme": self._theme}
        source = base64.b64encode(document.encode()).decode()
        return (
            f'{start_tag({**own, "name": self.name, **theme, **given})}'
            f'<img src="data:image/svg+xml;base64,{source}" alt="{html.escape(alt)}" '
            f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto"></{TAG}>'
        )

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        kinds = {"text/plain": self.__repr__, "image/svg+xml": self._repr_svg_, "text/html": self._repr_html_}
        wanted = (kind for kind in kinds if (not include or kind in include) and kind not in (exclude or ()))
        return {kind: kinds[kind]() for kind in wanted}


def _figure(name: str, parameters: Mapping[str, object], width: float, theme: str) -> Figure:
    """Makes the figure of a pickle."""
    return Figure(name, parameters, width=width, theme=theme)


if TYPE_CHECKING:
    from ._parameters import figure as figure
else:

    def figure(
        name: str,
        *,
        width: float = 760,
        theme: Theme = "light",
        model: Model | Source | None = None,
        layer: str | None = None,
        **parameters: Any,
    ) -> Figure:
        """Returns a figure, which a notebook shows.

        Parameters
        ----------
        name : str
            The name of the figure; :func:`names` lists all.
        width : float, default 760
            The width in CSS pixels, a whole number from 240 to 4,096.
        theme : {"light", "dark"}, default "light"
            The colours.
        model : Model, or what :func:`phasor.models.read` accepts, optional
            A model, of which the figure has the base, the number of components, the pairing, and, if it shows them, the
            rule with its numbers.
        layer : str, optional
            The type of the layers of the model, such as ``sliding_attention``.
        **parameters
            Values of parameters that differ from their defaults, or from those of the model. :func:`parameters` lists
            those of a figure.

        Returns
        -------
        Figure
            Its picture, its sentence and its numbers.

        Raises
        ------
        ValueError
            If there is no such figure, or a parameter does not accept its value. The message names what is accepted. Also
            if the figure cannot show the model.
        TypeError
            If the figure has no such parameter, or its value is neither number nor text.

        Examples
        --------
        >>> waves = figure("sine-waves", dim=8, position=5)
        >>> waves.parameters["dim"]
        8
        >>> figure("sine-waves", dim=7)
        Traceback (most recent call last):
        ...
        ValueError: The number of components (`dim`) must be an even number from 2 to 1,024, not `7`.
        >>> figure("rotation-angles", model={"model_type": "llama", "head_dim": 128, "rope_theta": 5e5}, position=7)
        phasor.figure('rotation-angles', base=500000, dim=128, position=7)
        """
        from .models._figure import determined

        return Figure(name, {**determined(name, model, layer), **parameters}, width=width, theme=theme)
