"""The figures and their parameters, as the core has them."""

from __future__ import annotations

import functools
import html
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True)
class Parameter:
    """A parameter of a figure."""

    name: str
    """Its name in addresses and as an attribute, such as ``far-offset``."""
    help: str
    accepts: str
    kind: Literal["whole", "number", "text"]
    default: int | float | str | None

    @property
    def trait(self) -> str:
        """Its name in Python."""
        return self.name.replace("-", "_")


def _run(*arguments: str) -> str:
    command = os.environ.get("PHASOR_COMMAND", "phasor")
    done = subprocess.run([command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip().removeprefix("phasor: "))
    return done.stdout


@functools.cache
def _list() -> Any:
    return json.loads(_run("list"))


def _row(name: str) -> Any:
    for figure in _list()["figures"]:
        if figure["name"] == name:
            return figure
    raise ValueError(f"There is no figure `{name}`.")


def title(name: str) -> str:
    """Returns the title of a figure."""
    return str(_row(name)["title"])


@functools.cache
def parameters(name: str) -> tuple[Parameter, ...]:
    """Returns the parameters of a figure, in the order of its controls, and last the speed of its clock."""
    rows = {row["name"]: row for row in _list()["parameters"]}
    return tuple(_parameter(rows[key]) for key in [*_row(name)["parameters"], "speed"])


def _parameter(row: Any) -> Parameter:
    accepts, default = row["accepts"], row["default"]
    kind: Literal["whole", "number", "text"] = "text"
    if row["is_number"]:
        kind = "number" if accepts.startswith("a number") else "whole"
    convert = {"whole": int, "number": float, "text": str}[kind]
    return Parameter(row["name"], row["help"], accepts, kind, None if default is None else convert(default))


@functools.lru_cache(maxsize=64)
def _svg(name: str, theme: str, values: tuple[tuple[str, str], ...]) -> str:
    flags = [part for key, value in values for part in (f"--{key}={value}",)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figure.svg"
        _run("figure", name, *flags, "--theme", theme, "-o", str(file))
        return file.read_text("utf8")


def svg(name: str, values: Mapping[str, Any], theme: Literal["light", "dark"] = "light") -> str:
    """Returns the picture of a figure, or raises ``ValueError`` with the sentence of the core for a wrong value."""
    rest = {key: value for key, value in values.items() if key != "speed"}
    return _svg(name, theme, tuple((key, _text(value)) for key, value in rest.items()))


def judge(name: str, values: Mapping[str, Any]) -> None:
    """Raises ``ValueError`` with the sentence of the core if a value is wrong."""
    svg(name, values)


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def text(value: Any) -> str:
    """Returns a value as in an attribute."""
    return _text(value)


def reading(name: str, values: Mapping[str, Any]) -> str:
    """Returns what a figure shows, in a sentence."""
    picture = svg(name, values)
    return html.unescape(picture.partition("<desc>")[2].partition("</desc>")[0])
