"""Live figures in Sphinx and Jupyter Book 1.

In ``conf.py``: ``extensions = ["phasor.sphinx_ext"]``. The extension

- adds the directive ``phasor-figure``, which draws the picture while the book is built;
- copies the files of the element to ``_static/phasor``;
- adds the script to every page that has a figure, from the directive, from a cell of a notebook or from plain HTML.

In PDF, EPUB and text, a figure is its picture or its description.
"""

from __future__ import annotations

import hashlib
import os
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ._element import TAG
from ._placed import Placed
from .books import SCRIPT, copy_element

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["PhasorFigure", "phasor_figure", "setup"]

_VERSION = metadata.version("phasor")

_LOG = logging.getLogger(__name__)

# Options of the directive that are about the page. All others are attributes of the element. `label` is MyST's word for the
# `name` of docutils, so that a page builds with both.
_PAGE_OPTIONS = {
    "name": directives.unchanged,
    "label": directives.unchanged,
    "class": directives.class_option,
    "alt": directives.unchanged,
}


class _Options(dict[str, "Callable[[str], Any]"]):
    """Accepts every option: the figure itself judges its parameters."""

    def __missing__(self, option: str) -> Callable[[str], Any]:
        return directives.unchanged


class phasor_figure(nodes.General, nodes.Element):  # noqa: N801 - docutils names its nodes so
    """The element, whose child is the picture."""


class PhasorFigure(SphinxDirective):
    """The directive ``phasor-figure``: a figure's name, its parameters as options, and the caption as content."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = _Options(_PAGE_OPTIONS)

    def run(self) -> list[nodes.Node]:
        """Returns the figure, or nothing and a warning if the figure does not accept its name or a parameter."""
        attributes = {key: value or "" for key, value in self.options.items() if key not in _PAGE_OPTIONS}
        try:
            placed = Placed(self.arguments[0], attributes)
        except ValueError as error:
            _LOG.warning("%s", error, location=self.get_location(), type="phasor")
            return []
        image = nodes.image("", uri=self._picture(placed), alt=self.options.get("alt") or placed.alt)
        element = phasor_figure("", image, start_tag=placed.start_tag)
        whole: nodes.Element = nodes.figure("", element) if self.content else element
        if self.content:
            whole += self._caption()
        whole["classes"] += self.options.get("class", [])
        self.set_source_info(whole)
        if "label" in self.options:
            self.options.setdefault("name", self.options["label"])
        self.add_name(whole)
        return [whole]

    def _caption(self) -> list[nodes.Node]:
        first, *rest = self.parse_content_to_nodes()
        caption = nodes.caption("", "", *first.children)
        self.set_source_info(caption)
        return [caption, nodes.legend("", *rest)] if rest else [caption]

    def _picture(self, placed: Placed) -> str:
        """Draws the picture in every format that a builder may need, and returns its address for docutils."""
        drawn = hashlib.sha256(f"{_VERSION}\n{placed.start_tag}".encode()).hexdigest()[:12]
        folder = Path(self.env.doctreedir) / "phasor"
        picture = folder / f"{placed.name}-{drawn}"
        if not picture.with_suffix(".png").exists():
            folder.mkdir(parents=True, exist_ok=True)
            picture.with_suffix(".svg").write_text(placed.svg, encoding="utf-8")
            picture.with_suffix(".png").write_bytes(placed.png)
        page = Path(self.env.doc2path(self.env.docname)).parent
        return Path(os.path.relpath(picture.with_suffix(".*"), page)).as_posix()


def _is_live(builder: Any) -> bool:
    return bool(builder.format == "html" and builder.name != "epub")


def _start(translator: Any, node: nodes.Element) -> None:
    if _is_live(translator.builder):
        translator.body.append(node["start_tag"])


def _end(translator: Any, _: nodes.Element) -> None:
    if _is_live(translator.builder):
        translator.body.append(f"</{TAG}>\n")


def _nothing(_translator: Any, _node: nodes.Element) -> None:
    """The picture stands alone."""


def _start_text(translator: Any, _: nodes.Element) -> None:
    translator.new_state(0)


def _end_text(translator: Any, _: nodes.Element) -> None:
    translator.end_state()


def _copy(app: Sphinx) -> None:
    if _is_live(app.builder):
        copy_element(Path(app.outdir) / "_static" / "phasor")


def _add_script(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: nodes.document | None) -> None:
    if _is_live(app.builder) and f"<{TAG}" in context.get("body", ""):
        app.add_js_file(f"phasor/{SCRIPT}", type="module")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Registers the extension."""
    alone = (_nothing, _nothing)
    text = (_start_text, _end_text)
    app.add_node(phasor_figure, html=(_start, _end), latex=alone, text=text, man=alone, texinfo=alone)
    app.add_directive(TAG, PhasorFigure)
    app.connect("builder-inited", _copy)
    app.connect("html-page-context", _add_script)
    return {"version": _VERSION, "parallel_read_safe": True, "parallel_write_safe": True}
