"""``phasor.models`` and configurations of transformers, which have the defaults of their classes as well. They need no torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from phasor import models

transformers = pytest.importorskip("transformers", minversion="5.23")

SHELF = sorted((Path(__file__).resolve().parents[3] / "assets" / "models").glob("*.json"))


def configuration(path: Path) -> Any:
    """The configuration of the whole model; skips classes that transformers does not have."""
    values = json.loads(path.read_text())
    model_type = values.pop("model_type", None)
    if model_type not in transformers.CONFIG_MAPPING:
        pytest.skip(f"transformers has no class {model_type}")
    try:
        return transformers.AutoConfig.for_model(model_type, **values)
    except Exception as error:
        pytest.skip(f"transformers does not read the file: {error}")


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_a_configuration_means_what_its_file_means(path: Path) -> None:
    config = configuration(path)
    of_config, of_file = models.read(config, force=True), models.read(path, force=True)
    assert of_config.scheme == of_file.scheme
    facts = [(layer.layer_type, layer.base, layer.rotary_dim, layer.pairing, layer.rope_type) for layer in of_file.layers]
    assert [(layer.layer_type, layer.base, layer.rotary_dim, layer.pairing, layer.rope_type)
            for layer in of_config.layers] == facts


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_defaults_of_a_class_are_not_odd(path: Path) -> None:
    config = configuration(path)
    known = {finding.key.rpartition(".")[2] for finding in models.read(path).findings}
    new = [finding for finding in models.read(config).findings if finding.severity != "note"]
    assert [str(finding) for finding in new if finding.key.rpartition(".")[2] not in known] == []
