"""Live figures in books: the files of the element ``<phasor-figure>``, and how they get into a book.

``phasor.figure(...)`` shows its picture wherever HTML is shown. On a page that loads the script of the element, the
picture becomes the live figure. Each tool for books gets the script in its own way:

- Sphinx and Jupyter Book 1: the extension :mod:`phasor.sphinx_ext`.
- MyST and Jupyter Book 2: the plugin that :func:`write_myst_plugin` writes.
- nbconvert: the exporter ``phasor_html``.
- Quarto, Hugo and all others: :func:`copy_element` beside the pages, and the script tag that it returns. If a page must be
  one file, :func:`embedded_script` inside it.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from . import _element

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

__all__ = ["copy_element", "element_files", "embedded_script", "script_tag", "write_myst_plugin"]

#: The script of the element. All other files lie beside it, or in folders beside it.
SCRIPT = "phasor.js"

# The script for pages that no address leads to the files of, and the folder of its workers.
_WIDGET = "phasor-widget"

_PLUGIN = '''#!/usr/bin/env python3
"""Draws the figures of this book, and makes them live. Written by `python -m phasor.books --myst`."""

from phasor.myst_plugin import main

main()
'''


def _all_files() -> dict[str, Traversable]:
    files = _element.files()
    if SCRIPT not in files:
        raise FileNotFoundError(
            "This installation of phasor does not contain the files of live figures. Install a wheel of phasor."
        )
    return files


def element_files() -> dict[str, bytes]:
    """
    Returns the files that a page with live figures needs.

    Returns
    -------
    dict of str to bytes
        The content of each file by its path, such as ``"phasor.js"`` and ``"words/words.bin"``.

    Raises
    ------
    FileNotFoundError
        If phasor was installed without these files.

    Examples
    --------
    >>> "phasor.js" in element_files()  # doctest: +SKIP
    True
    """
    return {path: file.read_bytes() for path, file in _all_files().items() if not path.startswith(_WIDGET)}


def script_tag(folder: str = "phasor") -> str:
    """
    Returns the tag that makes the figures of a page live.

    Parameters
    ----------
    folder
        The address of the folder with the element's files, as the page sees it.

    Examples
    --------
    >>> script_tag("../_static/phasor")
    '<script type="module" src="../_static/phasor/phasor.js"></script>'
    """
    return f'<script type="module" src="{folder.rstrip("/")}/{SCRIPT}"></script>'


# A page contains each file as base64 of gzip, and hands it to the script when the script wants it.
_SUPPLY = """\
const files = JSON.parse(document.getElementById("phasor-files").textContent);
const read = async (path) => {
  if (!Object.hasOwn(files, path)) {
    return undefined;
  }
  const packed = Uint8Array.from(atob(files[path]), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const script = new Blob([await read("phasor-widget.js")], { type: "text/javascript" });
const { supply } = await import(URL.createObjectURL(script));
supply(read);
"""


def embedded_script() -> str:
    """
    Returns the tags that make the figures of a page live without any other file.

    They have about 2 MB. Figures do everything but run a language model, whose files are not included.

    Raises
    ------
    FileNotFoundError
        If phasor was installed without these files.

    Examples
    --------
    >>> page = phasor.figure("sine-waves")._repr_html_() + embedded_script()  # doctest: +SKIP
    """
    scripts = ("phasor-widget.js", f"{_WIDGET}/")
    files = _all_files()
    if scripts[0] not in files:
        raise FileNotFoundError("This installation of phasor has no script for pages without other files.")
    wanted = {
        path: file
        for path, file in files.items()
        if "language-model" not in path and (path.startswith(scripts) or not path.endswith((".js", ".json")))
    }
    # The time in the header of gzip would make every page differ.
    packed = {path: base64.b64encode(gzip.compress(file.read_bytes(), mtime=0)).decode() for path, file in wanted.items()}
    return (
        f'<script type="application/json" id="phasor-files">{json.dumps(packed)}</script>\n'
        f'<script type="module">\n{_SUPPLY}</script>'
    )


def copy_element(folder: str | Path) -> str:
    """
    Copies the files of the element into the static files of a book.

    Files that are already there and equal are left alone, so that a server that watches the folder does not build
    again. Files of earlier versions stay, because a reader may have one of their pages open.

    Parameters
    ----------
    folder
        The folder to copy to, which is made if it is missing. It becomes part of the published book.

    Returns
    -------
    str
        The script tag for a page beside the folder.

    Raises
    ------
    FileNotFoundError
        If phasor was installed without these files.

    Examples
    --------
    >>> copy_element("_static/phasor")  # doctest: +SKIP
    '<script type="module" src="phasor/phasor.js"></script>'
    """
    target = Path(folder)
    for path, content in element_files().items():
        place = target / path
        if not (place.is_file() and place.read_bytes() == content):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    return script_tag(target.name)


def write_myst_plugin(folder: str | Path = ".") -> Path:
    """
    Writes the plugin for MyST and Jupyter Book 2 into a book.

    Parameters
    ----------
    folder
        The folder of the book, which contains ``myst.yml``.

    Returns
    -------
    Path
        The plugin. Name it in ``myst.yml`` as ``{type: executable, path: phasor_plugin.py}``.

    Examples
    --------
    >>> import tempfile
    >>> write_myst_plugin(tempfile.mkdtemp()).name
    'phasor_plugin.py'
    """
    plugin = Path(folder) / "phasor_plugin.py"
    plugin.write_text(_PLUGIN, encoding="utf-8")
    plugin.chmod(0o755)
    return plugin


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs ``python -m phasor.books``, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m phasor.books", description="Makes the figures of a book live.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("folder", nargs="?", help="copy the element's files into this folder, and print its script tag")
    what.add_argument("--embed", metavar="FILE", help="write a script tag with all files inside, about 2 MB, into this file")
    what.add_argument("--myst", metavar="BOOK", help="write the plugin for MyST and Jupyter Book 2 into this book")
    options = parser.parse_args(arguments)
    try:
        if options.myst is not None:
            print(write_myst_plugin(options.myst))
        elif options.embed is not None:
            Path(options.embed).write_text(embedded_script(), encoding="utf-8")
        else:
            print(copy_element(options.folder))
    except OSError as error:
        print(f"phasor.books: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
