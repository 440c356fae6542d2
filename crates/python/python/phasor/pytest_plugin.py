"""Fixtures of pytest for authors of ports. They come with the package.

.. code-block:: python

    import pytest


    @pytest.mark.phasor_model("config.json")
    def test_my_rope(assert_rope_matches):
        assert_rope_matches(my_rope)

``pytest --phasor-model config.json`` gives the model to tests without the mark.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from phasor.models import Model


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that names the model of all tests."""
    group = parser.getgroup("phasor")
    text = "The config.json (or folder, GGUF file, params.json) of the model that `phasor_model` reads"
    group.addoption("--phasor-model", metavar="PATH", help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the mark."""
    text = "phasor_model(source): the model that the fixture `phasor_model` reads, a path or a configuration"
    config.addinivalue_line("markers", text)


@pytest.fixture
def phasor_model(request: pytest.FixtureRequest) -> Model:
    """The model that the mark ``phasor_model`` names, or else the option ``--phasor-model``."""
    from phasor.models import read

    mark = request.node.get_closest_marker("phasor_model")
    source = mark.args[0] if mark and mark.args else request.config.getoption("--phasor-model")
    if source is None:
        pytest.fail("Name a model: @pytest.mark.phasor_model(PATH), or pytest --phasor-model PATH.", pytrace=False)
    return read(source)


@pytest.fixture
def assert_rope_matches(phasor_model: Model) -> Callable[..., None]:
    """The function of :mod:`phasor.testing` for the model of ``phasor_model``."""
    from phasor import testing

    def assert_matches(function: Any, *, layer: str | None = None) -> None:
        __tracebackhide__ = True
        testing.assert_rope_matches(function, phasor_model, layer=layer)

    return assert_matches
