"""A stand-in for :mod:`phasor.figures` by the command line, until the package has that module."""

from __future__ import annotations

import base64
import functools
import html
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

Value = Union[bool, int, float, str]


@dataclass(frozen=True)
class Parameter:
    name: str
    help: str
    accepts: str
    default: Value | None
    choices: tuple[Value, ...]
    minimum: float | None

    def _value(self, text: str) -> Value:
        if self.minimum is not None:
            number = float(text)
            return int(number) if number.is_integer() else number
        return next((choice for choice in self.choices if _text(choice) == text), text)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


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
    for row in _list()["figures"]:
        if row["name"] == name:
            return row
    raise ValueError(f"There is no figure `{name}`.")


@functools.cache
def parameters(name: str) -> tuple[Parameter, ...]:
    rows = {row["name"]: row for row in _list()["parameters"]}
    return tuple(_parameter(rows[key]) for key in _row(name)["parameters"])


def _parameter(row: Any) -> Parameter:
    words = row["words"]
    choices: tuple[Value, ...] = tuple(words)
    if sorted(words) == ["off", "on"]:
        choices = (False, True)
    elif words and all(word.isdigit() for word in words):
        choices = tuple(int(word) for word in words)
    blank = Parameter(row["name"].replace("-", "_"), row["help"], row["accepts"], None, choices, 0 if row["is_number"] else None)
    default = None if row["default"] is None else blank._value(row["default"])
    return Parameter(**{**blank.__dict__, "default": default})


@functools.lru_cache(maxsize=256)
def _drawn(name: str, theme: str, values: tuple[tuple[str, str], ...]) -> str:
    flags = [f"--{key.replace('_', '-')}={value}" for key, value in values]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figure.svg"
        _run("figure", name, *flags, "--theme", theme, "-o", str(file))
        return file.read_text("utf8")


class Figure:
    def __init__(self, name: str, theme: str, values: Mapping[str, Any]) -> None:
        known = {row.name: row for row in parameters(name)}
        unknown = next((key for key in values if key not in known), None)
        if unknown is not None:
            raise TypeError(f"`{name}` has no parameter `{unknown}`; it has {', '.join(known)}.")
        self.name = name
        self._values = {key: _text(value) for key, value in values.items()}
        self._theme = theme
        self._document = _drawn(name, theme, tuple(self._values.items()))
        texts = {row.name: None if row.default is None else _text(row.default) for row in known.values()} | self._values
        self.parameters = {key: known[key]._value(text) for key, text in texts.items() if text is not None}
        self.title = _row(name)["title"]
        self.reading = html.unescape(self._document.partition("<desc>")[2].partition("</desc>")[0])

    def svg(self) -> str:
        return self._document

    def _repr_html_(self) -> str:
        given = {key.replace("_", "-"): text for key, text in self._values.items()}
        attributes = {"name": self.name, **({} if self._theme == "light" else {"theme": self._theme}), **given}
        element = " ".join(f'{key}="{html.escape(text)}"' for key, text in attributes.items())
        source = base64.b64encode(self._document.encode()).decode()
        return f'<phasor-figure {element}><img src="data:image/svg+xml;base64,{source}" alt="{html.escape(self.reading)}" style="max-width:100%;height:auto"></phasor-figure>'


def figure(name: str, *, theme: str = "light", **values: Any) -> Figure:
    return Figure(name, theme, values)
