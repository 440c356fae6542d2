"""A live figure in a notebook, whose parameters are traits of Python."""

from __future__ import annotations

import base64
import html
import sys
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import _table

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError('phasor.Figure needs the package anywidget: pip install "phasor[widget]"') from error

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Figure"]

_PACKAGE = resources.files(__package__)
_FILES = _PACKAGE / "embed"

_VIEW = "application/vnd.jupyter.widget-view+json"

#: Tells the linked figures of this process from those of other notebooks on the same page.
_KERNEL = uuid.uuid4().hex

#: The traits of a figure that are not parameters.
_OWN = ("theme", "controls", "linked")

#: The figures of each name of ``linked``.
_LINKED: dict[str, list[Figure]] = {}


class _Value(traitlets.TraitType[Any, Any]):
    """A parameter of a figure, checked by the core."""

    def __init__(self, figure: str, parameter: _table.Parameter) -> None:
        super().__init__(parameter.default, help=f"{parameter.help} Accepts {parameter.accepts}.", allow_none=parameter.default is None)
        self._figure = figure
        self._parameter = parameter

    def validate(self, obj: Any, value: Any) -> Any:
        parameter = self._parameter
        if isinstance(value, bool) and parameter.kind != "text":
            value = str(value)
        try:
            _table.judge(self._figure, {parameter.name: value})
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None
        return {"whole": int, "number": float, "text": str}[parameter.kind](value)


class Figure(anywidget.AnyWidget):
    """A live figure in a notebook.

    Every parameter is a trait with the name of its attribute, with underscores instead of hyphens. It follows what the
    reader does, and the figure follows what Python sets. ``phasor list`` and the gallery have the names.

    Parameters
    ----------
    name
        The figure, such as ``"rotation-angles"``.
    linked
        Figures with the same name here share their parameters.
    theme
        ``"auto"`` follows the notebook.
    controls
        How many controls the figure has.
    **parameters
        Its parameters; the others have their defaults. Every widget of Jupyter has a trait ``layout``, so the parameter
        ``layout`` of ``token-positions`` is the trait ``layout_``.

    Raises
    ------
    ValueError
        If there is no such figure.
    traitlets.TraitError
        If a value is wrong, or a parameter is not one of the figure; also later, when a trait is set. Nothing changes then.

    Examples
    --------
    >>> figure = Figure("rotation-angles", base=500_000)
    >>> figure.position
    20.0
    >>> figure.position = 7
    >>> figure.state
    {'base': 500000.0, 'position': 7.0}
    """

    _esm = (_PACKAGE / "widget.js").read_text("utf8")

    name = traitlets.Unicode(read_only=True, help="The figure.").tag(sync=True)
    linked = traitlets.Unicode(None, allow_none=True, help="Figures with the same name here share their parameters.").tag(sync=True)
    theme = traitlets.Enum(["auto", "light", "dark"], "auto", help="The colours.").tag(sync=True)
    controls = traitlets.Enum(["full", "leading", "minimal", "none"], "full", help="How many controls there are.").tag(sync=True)
    _id = traitlets.Unicode().tag(sync=True)
    _kernel = traitlets.Unicode(_KERNEL).tag(sync=True)
    _title = traitlets.Unicode().tag(sync=True)
    _picture = traitlets.Unicode().tag(sync=True)
    _parameters = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        name: str,
        *,
        linked: str | None = None,
        theme: Literal["auto", "light", "dark"] = "auto",
        controls: Literal["full", "leading", "minimal", "none"] = "full",
        **parameters: Any,
    ) -> None:
        rows = {_trait(row): row for row in _table.parameters(name)}
        values = {("layout_" if key == "layout" else key): value for key, value in parameters.items()}
        unknown = next((key for key in values if key not in rows), None)
        if unknown is not None:
            raise traitlets.TraitError(f"The figure `{name}` has no parameter `{unknown}`, only {', '.join(rows)}.")
        try:
            picture = _table.svg(name, {rows[trait].name: value for trait, value in values.items()})
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from None
        self._rows = rows
        #: The pages that show the figure, and in how many places.
        self._pages: Counter[str] = Counter()
        #: The outputs that only bring the figure to life.
        self._outputs: list[str] = []
        self._is_from_page = False
        self.add_traits(**{trait: _Value(name, row).tag(sync=True) for trait, row in rows.items()})
        self.set_trait("name", name)
        super().__init__(
            theme=theme,
            controls=controls,
            _id=uuid.uuid4().hex,
            _title=_table.title(name),
            _parameters={row.name: {"trait": trait, "kind": row.kind, "default": row.default} for trait, row in rows.items()},
            _picture=picture,
            **values,
        )
        self.on_msg(self._answer)
        self.observe(self._lead, list(rows))
        self.observe(self._join, "linked")
        self.linked = linked

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    @property
    def state(self) -> dict[str, Any]:
        """The parameters that differ from their defaults. Setting it gives all others their defaults."""
        return {trait: getattr(self, trait) for trait, row in self._rows.items() if getattr(self, trait) != row.default}

    @state.setter
    def state(self, state: Mapping[str, Any]) -> None:
        unknown = next((trait for trait in state if trait not in self._rows), None)
        if unknown is not None:
            raise traitlets.TraitError(f"The figure `{self.name}` has no parameter `{unknown}`.")
        self._set({trait: state.get(trait, row.default) for trait, row in self._rows.items()})

    @property
    def reading(self) -> str:
        """What the figure shows now, in a sentence."""
        return _table.reading(self.name, self._values())

    def link(self, *others: Figure) -> Self:
        """Links figures, which share their parameters from then on: the others take those of this figure.

        >>> waves, heatmap = Figure("sine-waves"), Figure("distance-heatmap", position=30)
        >>> _ = heatmap.link(waves)
        >>> waves.position
        30.0
        """
        self.linked = self.linked or self._id
        for other in others:
            other.linked = self.linked
        return self

    def play(self) -> None:
        """Starts the clock, unless the reader asked for reduced motion, or the race of a figure that has one."""
        self.send({"does": "play"})

    def pause(self) -> None:
        """Stops the clock."""
        self.send({"does": "pause"})

    def _values(self) -> dict[str, Any]:
        return {self._rows[trait].name: value for trait, value in self.state.items()}

    def _set(self, values: Mapping[str, Any]) -> None:
        """Sets several parameters at once, or none if one is wrong."""
        with self.hold_sync(), self.hold_trait_notifications():
            for trait, value in values.items():
                setattr(self, trait, value)

    # Links

    def _join(self, change: Mapping[str, Any]) -> None:
        for figures in _LINKED.values():
            if self in figures:
                figures.remove(self)
        if change["new"]:
            figures = _LINKED.setdefault(change["new"], [])
            if figures:
                self._set({trait: getattr(figures[0], trait) for trait in self._rows if trait in figures[0]._rows})
            figures.append(self)

    def _lead(self, change: Mapping[str, Any]) -> None:
        for other in list(_LINKED.get(self.linked or "", [])):
            # A page links its own figures faster than Python could.
            is_by_page = self._is_from_page and self._pages.keys() & other._pages.keys()
            if other is not self and change["name"] in other._rows and not is_by_page:
                setattr(other, change["name"], change["new"])

    # Messages of the page

    def set_state(self, sync_data: Any) -> None:
        """Takes what a page has changed."""
        self._is_from_page = True
        try:
            super().set_state(sync_data)
        finally:
            self._is_from_page = False

    def _answer(self, _widget: Any, content: Any, _buffers: Any) -> None:
        match content:
            case {"file": str(path)}:
                data = _files().get(path)
                self.send({"file": path, "found": data is not None}, [] if data is None else [data.read_bytes()])
            case {"page": str(page), "change": int(change)}:
                self._pages[page] += change
                self._pages = +self._pages
            case {"placed": True}:
                self._clear()

    # Display

    def _html(self) -> str:
        """Returns the figure as HTML: the element with its picture inside, which readers see without a kernel."""
        picture = base64.b64encode(_table.svg(self.name, self._values()).encode()).decode()
        attributes = {"name": self.name, **self._values(), **{key: getattr(self, key) for key in _OWN}, "data-phasor-figure": self._id}
        words = " ".join(f'{key}="{html.escape(_table.text(value))}"' for key, value in attributes.items() if value is not None)
        image = f'<img src="data:image/svg+xml;base64,{picture}" alt="{html.escape(self.reading)}" style="max-width: 100%">'
        return f"<phasor-figure {words}>{image}</phasor-figure>"

    def __repr__(self) -> str:
        values = "".join(f", {trait}={value!r}" for trait, value in self.state.items())
        return f"Figure({self.name!r}{values})"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_()
        return {**data, "text/html": self._html()}, metadata

    def _ipython_display_(self, **_: Any) -> None:
        """Displays the figure in one output, and in a second one what brings it to life.

        JupyterLab prefers a widget to all else in an output. Without its kernel it shows an error in place of the widget,
        so the picture has its own output, in which the figure comes to life.
        """
        from IPython.core.getipython import get_ipython
        from IPython.display import display

        data, metadata = self._repr_mimebundle_()
        view = data.pop(_VIEW)
        display(data, raw=True)
        kernel = getattr(get_ipython(), "kernel", None)
        # Programs that execute a notebook answer no questions, and nobody sees their output live.
        if kernel is not None and getattr(kernel, "_allow_stdin", True):
            handle = display({_VIEW: view}, metadata=metadata, raw=True, display_id=True)
            self._outputs.append(handle.display_id)

    def _clear(self) -> None:
        """Empties the outputs that have brought the figure to life, so that a saved notebook has only its picture."""
        from IPython.display import display

        while self._outputs:
            display({}, raw=True, display_id=self._outputs.pop(), update=True)


def _trait(parameter: _table.Parameter) -> str:
    return "layout_" if parameter.trait == "layout" else parameter.trait


def _walk(folder: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry


def _files() -> dict[str, Any]:
    """Returns the files of the element by their paths; a page can read no others."""
    if not _FILES.is_dir():
        return {}
    return dict(_walk(_FILES))
