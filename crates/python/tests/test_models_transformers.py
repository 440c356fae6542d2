"""``phasor.models`` against transformers: the configuration and the rotary embedding of every published model on the shelf."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from phasor import models

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", minversion="5.23")

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "golden"))
golden = pytest.importorskip("models", reason="tools/golden says which class reads a file")
sys.path.pop(0)

SHELF = sorted((ROOT / "assets" / "models").glob("*.json"))
POSITIONS = [0, 1, 2, 255, 256, 4095, 131_071]
# The distance of neighbouring float32, relative to a number.
EPSILON = 2.0**-23


def text_config(path: Path) -> Any:
    """The configuration of the text model as transformers reads it; skips a file whose model does not rotate."""
    config = golden.text_config(json.loads(path.read_text()))
    if not getattr(config, "rope_parameters", None):
        pytest.skip("nothing rotates by `rope_parameters`")
    return config


def layer_types(config: Any) -> list[str | None]:
    nested = [key for key, value in config.rope_parameters.items() if isinstance(value, dict)]
    return nested or [None]


def reference(config: Any, layer_type: str | None, position_ids: Any) -> tuple[Any, Any, Any]:
    """inv_freq, cosines and sines of the rotary embedding of transformers."""
    rotary = golden.rotary_class(type(config))(config)
    ids = torch.tensor(position_ids)
    made = rotary(torch.zeros(1, dtype=torch.float32), ids, *([layer_type] if layer_type else []))
    cos, sin = (made.real, made.imag) if torch.is_tensor(made) else made
    inv_freq = getattr(rotary, f"{layer_type}_inv_freq" if layer_type else "inv_freq")
    return inv_freq.numpy(), cos.numpy(), sin.numpy()


def assert_same(config: Any, layer_type: str | None, positions: list[int]) -> None:
    model = models.read(config)
    rope = model.rope(layer_type, seq_len=max(positions) + 1)
    inv_freq, cos, sin = reference(config, layer_type, [positions])
    # transformers raises the base to a float32 power, so that the rounding of the exponent counts ln(base) times, and
    # some rules round a few times more.
    base = next(layer.base for layer in model.layers if layer.layer_type == layer_type)
    relative = EPSILON * (math.log(base) / 2 + 4)
    np.testing.assert_allclose(rope.inv_freq, inv_freq, rtol=relative, atol=0)
    mine = rope([positions])
    # The angle is off by what inv_freq is off, and by its own rounding; cosine and sine are then rounded to float32.
    angles = np.abs(np.array(positions))[:, None] * np.abs(rope.inv_freq).max()
    bound = rope.attention_factor * (angles * (relative + EPSILON) + 2 * EPSILON)
    for given, expected in zip(mine, (cos, sin), strict=True):
        assert given.dtype == np.float32
        assert given.shape == expected.shape
        assert (np.abs(given - expected) <= bound).all()


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_rotary_embeddings_are_those_of_transformers(path: Path) -> None:
    config = text_config(path)
    for layer_type in layer_types(config):
        assert_same(config, layer_type, POSITIONS[:6] if "phimoe" in config.model_type else POSITIONS)


@pytest.mark.parametrize("path", SHELF, ids=lambda path: path.stem)
def test_configurations_of_transformers_give_no_findings_of_their_own(path: Path) -> None:
    """A configuration of transformers has the defaults of its class; none of them is odd."""
    config = text_config(path)
    ours = models.read(config).findings
    of_file = {finding.key.rpartition(".")[2] for finding in models.read(path).findings}
    new = [str(finding) for finding in ours if finding.severity != "note"]
    assert [line for line in new if line.split(": ")[1].rpartition(".")[2] not in of_file] == []


AXIAL = ["glm-4.1v-9b", "qwen2-vl-2b", "qwen2.5-vl-7b", "qwen3-vl-4b", "qwen3.5-9b", "qwen3.5-35b-a3b"]


@pytest.mark.parametrize("name", AXIAL)
def test_positions_on_several_axes_are_those_of_transformers(name: str) -> None:
    config = text_config(ROOT / "assets" / "models" / f"{name}.json")
    ids = np.random.default_rng(0).integers(0, 300, size=(3, 2, 5))
    _, cos, sin = reference(config, None, ids)
    mine = models.read(config).rope()(ids)
    for given, expected in zip(mine, (cos, sin), strict=True):
        assert given.shape == expected.shape
        # Angles of up to 300 radians, each rounded to float32 and made from a frequency that is off by a few roundings.
        np.testing.assert_allclose(given, expected, rtol=0, atol=300 * 12 * EPSILON)


@pytest.mark.parametrize("name", ["phi-3-mini-128k", "minicpm-2b-128k", "internlm2.5-7b"])
def test_the_largest_position_chooses_the_frequencies(name: str) -> None:
    config = text_config(ROOT / "assets" / "models" / f"{name}.json")
    longest = config.max_position_embeddings
    model = models.read(config)
    for end in (5, longest + 1000):
        positions = [[0, 1, end]]
        _, cos, _ = reference(config, None, positions)
        np.testing.assert_allclose(model.rope()(positions)[0][0, 1], cos[0, 1], rtol=0, atol=24 * EPSILON)
    short, long = (model.rope()([1, end])[0][0] for end in (5, longest + 1000))
    assert not np.array_equal(short, long)


@pytest.mark.parametrize(("from_", "to"), [("original", "transformers"), ("transformers", "original")])
def test_rows_move_as_transformers_moves_them(from_: models.Framework, to: models.Framework) -> None:
    """``PermuteForRope`` is what transformers converts the publisher's files of Llama with."""
    from transformers.core_model_loading import PermuteForRope

    config = golden.CONFIG_MAPPING["llama"](hidden_size=64, num_attention_heads=4, num_key_value_heads=2)
    model = models.read(config)
    weight = np.random.default_rng(0).normal(size=(64, 3)).astype(np.float32)
    for rows in (weight, weight[:, 0]):
        convert = PermuteForRope(inverse=from_ == "transformers")
        moved = convert._permute_for_rope(torch.from_numpy(rows.copy()), config)
        np.testing.assert_array_equal(model.permute(rows, from_=from_, to=to), moved.numpy())
