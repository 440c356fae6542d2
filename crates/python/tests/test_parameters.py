"""The generated types of parameters are those of the core's table."""

from __future__ import annotations

import importlib.util
import keyword
from pathlib import Path

import pytest

import phasor
from phasor import figures

SCRIPT = Path(__file__).parents[1] / "parameters.py"


def test_the_generated_file_is_current() -> None:
    specification = importlib.util.spec_from_file_location("parameters", SCRIPT)
    assert specification is not None and specification.loader is not None
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    stored = Path(phasor.__file__).with_name("_parameters.pyi").read_text(encoding="utf-8")
    assert stored == script.stub(), "run `python parameters.py`"


@pytest.mark.parametrize("name", figures.names())
def test_every_name_can_be_a_keyword_argument(name: str) -> None:
    for row in figures.parameters(name):
        assert row.name.isidentifier() and not keyword.iskeyword(row.name)
        assert row.name not in ("self", "name", "width", "theme", "model", "layer")
        assert row.label and row.help.endswith(".") and row.accepts


WRONG = """
import phasor

phasor.figure("sine-waves", dim=8, base=500.5, order="concatenated").svg()
phasor.figure("sine-waves", training_length=4096)  # error
phasor.figure("sine-waves", dim="large")  # error
phasor.figure("sine-waves", order="up")  # error
phasor.figure("sine-wave")  # error
phasor.figure("sine-waves", theme="sepia")  # error
phasor.figure("scaled-angles", model="config.json", layer="full_attention", factor=2)
phasor.figure("integer-code", model="config.json")  # error
phasor.figure("integer-code", layer_norm=True, width=480).replace(theme="dark")
for name in phasor.figures.names():
    phasor.figure(name)
"""


def test_a_type_checker_finds_parameters_that_a_figure_does_not_have(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    printed, _, _ = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(file)])
    found = {int(line.split(":")[1]) for line in printed.splitlines() if ": error:" in line}
    assert found == {place for place, line in enumerate(WRONG.splitlines(), 1) if "# error" in line}, printed
