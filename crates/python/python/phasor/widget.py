"""A live figure in a notebook, whose parameters are traits of Python."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

from . import _element, _native, figures

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError('phasor.Figure needs the package anywidget: pip install "phasor[widget]"') from error

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Figure"]

_PACKAGE = resources.files("phasor")

#: What a figure accepts apart from its parameters.
_OPTIONS = ["linked", "theme", "controls", "autoplay", "state"]

_VIEW = "application/vnd.jupyter.widget-view+json"

#: Tells the linked figures of this process from those of other notebooks on the same page.
_KERNEL = uuid.uuid4().hex

#: The figures of each name of ``linked``.
_LINKED: dict[str, list[Figure]] = {}


class _Value(traitlets.TraitType[Any, Any]):
    """A parameter of a figure, checked by the core."""

    def __init__(self, figure: str, parameter: figures.Parameter) -> None:
        words = f"{parameter.help} Accepts {parameter.accepts}."
        super().__init__(parameter.default, help=words, allow_none=parameter.default is None)
        self._figure = figure
        self._parameter = parameter.name

    def validate(self, obj: Any, value: Any) -> Any:
        # A parameter that stands for another one, such as an integer for the position, is not among the values.
        return _judged(self._figure, {self._parameter: value}).parameters.get(self._parameter, value)


def _judged(name: str, values: Mapping[str, Any]) -> figures.Figure:
    """Returns a figure in a state, if the core accepts its values."""
    try:
        return figures.Figure(name, values)
    except (TypeError, ValueError) as error:
        raise traitlets.TraitError(str(error)) from None


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
    autoplay
        Whether it plays from the start, unless the reader asked for reduced motion.
    **parameters
        Its parameters; the others have their defaults. Every widget of Jupyter has a trait ``layout``, so the parameter
        ``layout`` of ``token-positions`` is the trait ``layout_``.

    Raises
    ------
    ValueError
        If there is no such figure.
    TypeError
        If the figure has no such parameter.
    traitlets.TraitError
        If a value is wrong; also later, when a trait is set. Nothing changes then.
    AttributeError
        If an attribute is set that the figure does not have, such as a misspelt parameter; also as a name in
        :attr:`state`.

    Examples
    --------
    >>> figure = Figure("rotation-angles", base=500_000)
    >>> figure.position
    20
    >>> figure.position = 7
    >>> figure.state
    {'base': 500000, 'position': 7}
    """

    _esm = (_PACKAGE / "widget.js").read_text("utf8")

    name = traitlets.Unicode(read_only=True, help="The figure.").tag(sync=True)
    linked = traitlets.Unicode(None, allow_none=True, help="Figures with the same name here share their parameters.").tag(sync=True)
    theme = traitlets.Enum(["auto", "light", "dark"], "auto", help="The colours.").tag(sync=True)
    controls = traitlets.Enum(["full", "leading", "minimal", "none"], "full", help="How many controls there are.").tag(sync=True)
    autoplay = traitlets.Bool(False, help="Whether the figure plays from the start.").tag(sync=True)
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
        autoplay: bool = False,
        **parameters: Any,
    ) -> None:
        rows = {_trait(row): row for row in figures.parameters(name)}
        names = {row.name for row in rows.values()}
        unknown = next((key for key in parameters if key not in names), None)
        if unknown is not None:
            raise TypeError(_native.unknown_parameter(name, unknown, _OPTIONS))
        values = {_trait_of(key): value for key, value in parameters.items()}
        drawn = _judged(name, parameters)
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
            autoplay=autoplay,
            _id=uuid.uuid4().hex,
            _title=drawn.title,
            _parameters={trait: _described(row) for trait, row in rows.items()},
            _picture=drawn.svg(),
            **values,
        )
        self.on_msg(self._answer)
        self.observe(self._lead, list(rows))
        self.observe(self._join, "linked")
        self.linked = linked

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None:
        # Traits and whatever else a widget lets others set are attributes of its class.
        if not name.startswith("_") and not hasattr(type(self), name):
            raise AttributeError(_native.unknown_parameter(self.name, name, _OPTIONS))
        super().__setattr__(name, value)

    @property
    def state(self) -> dict[str, Any]:
        """The parameters that differ from their defaults. Setting it gives all others their defaults."""
        return {trait: getattr(self, trait) for trait, row in self._rows.items() if getattr(self, trait) != row.default}

    @state.setter
    def state(self, state: Mapping[str, Any]) -> None:
        unknown = next((trait for trait in state if trait not in self._rows), None)
        if unknown is not None:
            raise AttributeError(_native.unknown_parameter(self.name, unknown, _OPTIONS))
        self._set({trait: state.get(trait, row.default) for trait, row in self._rows.items()})

    @property
    def reading(self) -> str:
        """What the figure shows now, in a sentence."""
        return figures.Figure(self.name, self._values()).reading

    def link(self, *others: Figure) -> Self:
        """Links figures, which share their parameters from then on: the others take those of this figure.

        >>> waves, heatmap = Figure("sine-waves"), Figure("distance-heatmap", position=30)
        >>> _ = heatmap.link(waves)
        >>> waves.position
        30
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
        """Returns the state by the names of parameters."""
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
                data = _element.files().get(path)
                self.send({"file": path, "found": data is not None}, [] if data is None else [data.read_bytes()])
            case {"page": str(page), "change": int(change)}:
                self._pages[page] += change
                self._pages = +self._pages
            case {"placed": True}:
                self._clear()

    # Display

    def _html(self) -> str:
        """Returns the figure as HTML: the element with its picture inside, which readers see without a kernel."""
        picture = figures.Figure(self.name, self._values(), theme="dark" if self.theme == "dark" else "light")
        own = {"data-phasor-figure": self._id}
        own |= {"linked": self.linked} if self.linked else {}
        own |= {"theme": "light"} if self.theme == "light" else {}
        own |= {} if self.controls == "full" else {"controls": self.controls}
        own |= {"autoplay": "true"} if self.autoplay else {}
        return picture._element(own)

    def __repr__(self) -> str:
        values = "".join(f", {trait}={value!r}" for trait, value in self.state.items())
        return f"Figure({self.name!r}{values})"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_() or ({}, {})
        return {**data, "text/html": self._html()}, metadata

    def _ipython_display_(self, **_: Any) -> None:
        """Displays the figure in one output, and in a second one what brings it to life.

        JupyterLab prefers a widget to all else in an output. Without its kernel it shows an error in place of the widget,
        so the picture has its own output, in which the figure comes to life.
        """
        from IPython.core.getipython import get_ipython

        data, metadata = self._repr_mimebundle_()
        view = data.pop(_VIEW)
        _display(data)
        kernel = getattr(get_ipython(), "kernel", None)
        # Programs that execute a notebook answer no questions, and nobody sees their output live.
        if kernel is not None and getattr(kernel, "_allow_stdin", True):
            self._outputs.append(uuid.uuid4().hex)
            _display({_VIEW: view}, metadata=metadata, display_id=self._outputs[-1])

    def _clear(self) -> None:
        """Empties the outputs that have brought the figure to life, so that a saved notebook has only its picture."""
        while self._outputs:
            _display({"text/html": ""}, display_id=self._outputs.pop(), update=True)


def _display(data: Mapping[str, Any], **options: Any) -> None:
    """Displays the same thing in several formats."""
    import IPython.display

    display: Any = IPython.display.display
    display(data, raw=True, **options)


def _trait_of(name: str) -> str:
    """Returns the trait of a parameter. Every widget of Jupyter has a trait ``layout``, its place on the page."""
    return "layout_" if name == "layout" else name


def _trait(parameter: figures.Parameter) -> str:
    return _trait_of(parameter.name)


def _described(parameter: figures.Parameter) -> dict[str, Any]:
    """Returns what the page must know of a parameter."""
    sample = parameter.default if parameter.minimum is None else 0
    kind = "truth" if isinstance(sample, bool) else "text" if isinstance(sample, str) else "number"
    return {"attribute": parameter.name.replace("_", "-"), "kind": kind, "default": parameter.default}
