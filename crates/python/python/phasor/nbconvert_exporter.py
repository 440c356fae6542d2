"""Live figures in notebooks that nbconvert turns into HTML: ``jupyter nbconvert --to phasor_html notebook.ipynb``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nbconvert.exporters.html import HTMLExporter
from traitlets import Bool

from ._element import TAG
from .books import element_files, embedded_script, script_tag

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["PhasorHTMLExporter"]

_FOLDER = "phasor"
_WIDGET = "application/vnd.jupyter.widget-view+json"


def _prefer_html(notebook: NotebookNode) -> None:
    """Shows the element instead of the widget, whose state lives in a kernel that the page does not have."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if f"<{TAG}" in "".join(data.get("text/html", "")):
                data.pop(_WIDGET, None)


class PhasorHTMLExporter(HTMLExporter):
    """
    Writes a notebook as HTML in which Phasor's figures are live.

    The files of the element go into the folder ``phasor`` beside the page. Readers see the picture if scripts are off, and
    if they open the page from their disk, where browsers load no modules from other files; ``embed_figures`` mends that.
    """

    embed_figures = Bool(
        False, help="Whether the page contains the files of the live figures, about 2 MB, instead of a folder beside it."
    ).tag(config=True)

    export_from_notebook = "HTML with live figures of Phasor"

    def from_notebook_node(  # type: ignore[override]
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        """Returns the page, and the files beside it in ``resources["outputs"]``."""
        _prefer_html(nb)
        page, found = super().from_notebook_node(nb, resources, **kw)
        if f"<{TAG}" not in page:
            return page, found
        if self.embed_figures:
            script = embedded_script()
        else:
            script = script_tag(_FOLDER)
            outputs: dict[str, bytes] = found.setdefault("outputs", {})
            outputs.update({f"{_FOLDER}/{path}": content for path, content in element_files().items()})
        return page.replace("</head>", f"{script}\n</head>", 1), found
