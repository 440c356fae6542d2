"""The golden files of the repository, which the tests of the core read as well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "tests" / "golden"


def read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def cases(name: str, **params: object) -> list[Any]:
    """Returns the cases of a file whose parameters have these values."""
    found = [case for case in read(name)["cases"] if params.items() <= case.get("params", {}).items()]
    assert found, f"{name} has no case with {params}"
    return found
