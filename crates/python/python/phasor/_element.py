"""The element ``<phasor-figure>`` in HTML, and its files in the package."""

from __future__ import annotations

import html
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

#: The tag.
TAG = "phasor-figure"


def start_tag(attributes: Mapping[str, str]) -> str:
    """Returns the start of the element. An empty text stands for an attribute without a value."""
    words = [key if value == "" else f'{key}="{html.escape(value)}"' for key, value in attributes.items()]
    return f"<{TAG} {' '.join(words)}>"


def files() -> dict[str, Traversable]:
    """Returns the files of the element by their paths, none if phasor was installed without them."""
    folder = resources.files("phasor").joinpath("embed")
    return _walk(folder) if folder.is_dir() else {}


def _walk(folder: Traversable, path: str = "") -> dict[str, Traversable]:
    found: dict[str, Traversable] = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found |= _walk(entry, f"{path}{entry.name}/")
        else:
            found[f"{path}{entry.name}"] = entry
    return found
