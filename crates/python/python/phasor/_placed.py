"""A figure as an author places it in a book: the attributes of the element, and the picture inside it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from . import figures
from ._element import TAG, start_tag

if TYPE_CHECKING:
    from collections.abc import Mapping

# What the element accepts apart from the parameters of figures.
LIVE = ("autoplay", "controls", "linked", "theme")


class Placed:
    """
    A figure with the settings that its author chose.

    Parameters
    ----------
    name
        The figure, such as ``"rotation-angles"``.
    attributes
        The attributes of the element by their names; an empty text stands for one without a value.

    Raises
    ------
    ValueError
        If there is no such figure, or if it does not accept a parameter or its value.
    """

    def __init__(self, name: str, attributes: Mapping[str, str]) -> None:
        self.name = name
        self.attributes = dict(attributes)
        parameters = {key.replace("-", "_"): value for key, value in attributes.items() if key not in LIVE}
        theme = attributes.get("theme", "")
        try:
            self._figure = figures.Figure(name, parameters, theme=theme if theme in ("light", "dark") else "light")
        except TypeError as error:
            raise ValueError(str(error)) from error

    @cached_property
    def svg(self) -> str:
        """The picture as SVG."""
        return self._figure.svg()

    @cached_property
    def png(self) -> bytes:
        """The picture as PNG, with two pixels for each CSS pixel."""
        return self._figure.png()

    @cached_property
    def alt(self) -> str:
        """What the figure shows, in words."""
        return self._figure.alt

    @property
    def start_tag(self) -> str:
        """The start of the element."""
        return start_tag({"name": self.name, **self.attributes})


@dataclass
class Element:
    """The element and the picture in it, as ``_repr_html_`` writes them."""

    attributes: dict[str, str]
    svg: str = ""
    alt: str = ""


class _Reader(HTMLParser):
    element: Element | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == TAG and self.element is None:
            self.element = Element(found)
        elif tag == "img" and self.element is not None and not self.element.svg:
            self.element.alt = found.get("alt", "")
            kind, _, data = found.get("src", "").partition(",")
            if kind == "data:image/svg+xml;base64":
                self.element.svg = base64.b64decode(data).decode()


def read_element(page: str) -> Element | None:
    """Returns the first figure in some HTML, or nothing if there is none with a picture."""
    reader = _Reader()
    reader.feed(page)
    return reader.element if reader.element and reader.element.svg else None
