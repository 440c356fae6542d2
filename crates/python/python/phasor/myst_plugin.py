"""The plugin for MyST and Jupyter Book 2, which adds the directive ``phasor-figure``.

``python -m phasor.books --myst BOOK`` writes the file that MyST runs, in the folder of ``myst.yml``: once for a
description of the plugin, once for each directive, and once for each page, whose notebook outputs may contain figures.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import figures
from ._element import TAG
from ._placed import LIVE, Placed, read_element
from .books import copy_element

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["describe", "main", "run_directive", "run_transform"]

Node = dict[str, Any]

# MyST serves this folder while it previews a book, and copies it into the finished book.
_PUBLIC = Path("_build", "site", "public", "phasor")

# What we write for MyST to read. A leading slash means the folder of the book.
_OWN = Path("_build", "phasor")

# MyST runs each module in a shadow root, so the picture for PDF and for pages without scripts stands below the element
# instead of inside it. The element gets a copy of it, and the picture is hidden.
_MODULE = """\
const element = import(new URL("phasor/phasor.js", import.meta.url));

/** Returns the picture that stands below this figure. */
function picture(box, alt) {
  const isBelow = (image) => box.compareDocumentPosition(image) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...document.querySelectorAll("img")].find((image) => image.alt === alt && isBelow(image));
}

export default {
  async render({ model, el }) {
    await element;
    const figure = document.createElement("phasor-figure");
    for (const [name, value] of Object.entries(model.get("attributes"))) {
      figure.setAttribute(name, value);
    }
    const below = picture(el.getRootNode().host ?? el, model.get("alt"));
    if (below) {
      const copy = figure.appendChild(below.cloneNode());
      copy.style.width = "100%";
      below.style.display = "none";
    }
    el.append(figure);
    return () => {
      figure.remove();
      below?.style.removeProperty("display");
    };
  },
};
"""


def _attributes() -> list[str]:
    """Returns the attributes of the element other than its name, which MyST must know."""
    parameters = {parameter.name for name in figures.names() for parameter in figures.parameters(name)}
    return [*LIVE, *sorted(parameter.replace("_", "-") for parameter in parameters)]


def describe() -> Node:
    """Returns the description of the plugin in the form that MyST expects."""
    options = {name: {"type": "string"} for name in [*_attributes(), "alt"]}
    directive = {
        "name": TAG,
        "doc": "A live figure of Phasor. Options are its parameters, and the text is its caption.",
        "arg": {"type": "string", "required": True, "doc": "The name of the figure, such as rotation-angles."},
        "options": options | {"label": {"type": "string", "alias": ["name"]}},
        "body": {"type": "myst"},
    }
    transform = {"name": TAG, "doc": "Makes the figures in the outputs of notebooks live.", "stage": "document"}
    return {"name": "Phasor", "directives": [directive], "transforms": [transform]}


def _write(path: Path, content: str) -> str:
    """Writes a file of ours, and returns its address for MyST."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not (path.is_file() and path.read_text(encoding="utf-8") == content):
        path.write_text(content, encoding="utf-8")
    return f"/{path.as_posix()}"


def _nodes(attributes: dict[str, str], svg: str, alt: str) -> tuple[Node, Node]:
    """Returns a live figure and its picture, whose files it writes."""
    copy_element(_PUBLIC)
    drawn = hashlib.sha256(svg.encode()).hexdigest()[:12]
    picture = _write(_OWN / f"{attributes['name']}-{drawn}.svg", svg)
    model = {"attributes": attributes, "alt": alt}
    live = {"type": "anywidget", "esm": _write(_OWN / "phasor.mjs", _MODULE), "model": model, "id": f"phasor-{drawn}"}
    return live, {"type": "image", "url": picture, "alt": alt}


def run_directive(data: Node) -> list[Node]:
    """
    Returns the nodes of one figure, and writes its files.

    Parameters
    ----------
    data
        The directive as MyST has read it: ``arg``, ``options`` and ``body``.

    Raises
    ------
    ValueError
        If there is no such figure, or if it does not accept a parameter.
    """
    options = {key: str(value) for key, value in (data.get("options") or {}).items()}
    label, alt = options.pop("label", None), options.pop("alt", None)
    placed = Placed(data["arg"], options)
    live, image = _nodes({"name": placed.name, **options}, placed.svg, alt or placed.alt)
    if not data.get("body") and not label:
        return [live, image]
    caption = [{"type": "caption", "children": data["body"]}] if data.get("body") else []
    figure: Node = {"type": "container", "kind": "figure", "children": [image, *caption]}
    if label:
        figure |= {"label": label, "identifier": label.lower()}
    return [live, figure]


def _figure_of(output: Node) -> list[Node]:
    """Returns the nodes of the figure in an output of a notebook, or nothing if there is none."""
    found = output.get("jupyter_data", {}).get("data", {}).get("text/html", "")
    page = "".join(found)
    if f"<{TAG}" not in page:
        return []
    element = read_element(page)
    return list(_nodes(element.attributes, element.svg, element.alt)) if element else []


def run_transform(tree: Node) -> Node:
    """
    Makes the figures in the outputs of notebooks live.

    Parameters
    ----------
    tree
        A page as MyST has read it. Each figure moves from the outputs of its cell to the place below them.
    """
    children: list[Node] = []
    for child in tree.get("children", []):
        children.append(run_transform(child))
        if child["type"] == "outputs":
            figures = [(output, _figure_of(output)) for output in child["children"]]
            child["children"] = [output for output, figure in figures if not figure]
            children += [node for _, figure in figures for node in figure]
    if children:
        tree["children"] = children
    return tree


def main(arguments: Sequence[str] | None = None) -> None:
    """Answers MyST: describes the plugin without arguments, or runs ``--directive NAME`` or ``--transform NAME``."""
    what, *_ = [*(sys.argv[1:] if arguments is None else arguments), ""]
    if not what:
        json.dump(describe(), sys.stdout)
        return
    data = json.load(sys.stdin)
    try:
        nodes = run_transform(data) if what == "--transform" else run_directive(data)
    except (OSError, ValueError) as error:
        # MyST prints the file and this text.
        line = data.get("node", {}).get("position", {}).get("start", {}).get("line")
        sys.exit(f"{error} (line {line})" if line else str(error))
    json.dump(nodes, sys.stdout)
