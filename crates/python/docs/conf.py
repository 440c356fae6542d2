"""Settings of Sphinx. The reference of each module is made from its docstrings, so it is never out of date."""

from __future__ import annotations

import pkgutil
from importlib import metadata
from pathlib import Path

import phasor

project = "phasor"
author = "The Phasor developers"
project_copyright = author
version = release = metadata.version("phasor")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "phasor.sphinx_ext",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
doctest_global_setup = "import phasor"
doctest_test_doctest_blocks = ""

html_theme = "furo"
html_title = f"phasor {release}"
html_copy_source = False

# Modules that only tools import.
_FOR_TOOLS = {"myst_plugin", "nbconvert_exporter", "pytest_plugin"}

_REFERENCE = """\
# `{name}`

```{{eval-rst}}
.. automodule:: {name}
   :members:
```
"""


def _write_reference(folder: Path) -> None:
    """Writes a page for each public module."""
    folder.mkdir(exist_ok=True)
    modules = [module.name for module in pkgutil.iter_modules(phasor.__path__) if not module.name.startswith("_")]
    pages = {f"phasor.{name}" for name in modules if name not in _FOR_TOOLS}
    for page in folder.glob("*.md"):
        if page.stem not in pages:
            page.unlink()
    for name in sorted(pages):
        page, text = folder / f"{name}.md", _REFERENCE.format(name=name)
        if not page.exists() or page.read_text("utf-8") != text:
            page.write_text(text, "utf-8")


_write_reference(Path(__file__).parent / "reference")
