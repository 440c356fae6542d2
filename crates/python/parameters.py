"""Writes ``python/phasor/_parameters.pyi``: the types of the figures' parameters, from the table of the core.

    python parameters.py

A test compares the file with the table.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from phasor import _native, figures

FILE = Path(__file__).parent / "python" / "phasor" / "_parameters.pyi"

HEAD = '''"""The parameters of every figure, for type checkers and editors.

`parameters.py` writes this file from the table of the core.
"""

from typing import Literal, TypedDict, overload

from typing_extensions import TypeAlias, Unpack

from .figures import Figure, Theme
from .models import Model
from .models._source import Source
'''


def class_name(figure: str) -> str:
    """Returns the name of the class with the parameters of a figure."""
    return "".join(word.capitalize() for word in figure.split("-"))


def type_of(parameter: figures.Parameter) -> str:
    """Returns the type of the values that a parameter accepts."""
    if parameter.choices == (False, True):
        return "bool"
    if parameter.choices:
        return f"Literal[{', '.join(map(quoted, parameter.choices))}]"
    if parameter.minimum is None:
        return "str"
    return "float" if parameter.multiple_of is None else "int"


def quoted(value: figures.Value) -> str:
    """Returns a value in Python, with the quotation marks of this project."""
    return f'"{value}"' if isinstance(value, str) else repr(value)


def documentation(text: str, indent: int) -> str:
    """Returns a docstring."""
    lines = textwrap.wrap(text, 116 - indent)
    stop = "" if len(lines) == 1 else "\n"
    return textwrap.indent('"""' + "\n".join(lines) + f'{stop}"""', " " * indent)


def rows(parameters: tuple[figures.Parameter, ...]) -> Iterator[str]:
    """Returns the lines of the fields of a class."""
    for row in parameters:
        unit = f" ({row.unit})" if row.unit else ""
        standard = "" if row.default is None else f" The default is {row.default}."
        yield f"    {row.name}: {type_of(row)}"
        yield documentation(f"{row.help} Accepts {row.accepts}{unit}.{standard}", 4)


def stub() -> str:
    """Returns the text of the file."""
    names = figures.names()
    listed = "\n".join(f'    "{name}",' for name in names)
    lines = [HEAD, f"FigureName: TypeAlias = Literal[\n{listed}\n]", '"""The name of a figure."""', ""]
    every: dict[str, figures.Parameter] = {}
    for name in names:
        own = figures.parameters(name)
        every.update((row.name, row) for row in own)
        lines += [f"class {class_name(name)}(TypedDict, total=False):"]
        lines += [documentation(f'The parameters of "{name}".', 4), "", *rows(own), ""]
    lines += ["class AnyParameters(TypedDict, total=False):", documentation("The parameters of all figures.", 4), ""]
    lines += [*rows(tuple(every.values())), ""]
    for name in names:
        caption = figures.figure(name).caption
        # Others have no frequencies, which are what a figure shows of a model.
        of_model = "    model: Model | Source | None = None,\n    layer: str | None = None,\n"
        of_model = of_model if _native.shows_models(name) else ""
        lines += [
            "@overload",
            "def figure(",
            f'    name: Literal["{name}"],',
            f"    *,\n    width: float = 760,\n    theme: Theme = \"light\",\n{of_model}    **parameters: Unpack[{class_name(name)}],",
            ") -> Figure:",
            documentation(caption, 4),
            "",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(stub(), encoding="utf-8")
