"""``phasor.testing`` and the fixtures of pytest."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from phasor.models import read
from phasor.testing import assert_rope_matches

pytest_plugins = ["pytester"]

LLAMA: dict[str, Any] = {"model_type": "llama", "head_dim": 8, "num_attention_heads": 4, "num_hidden_layers": 2,
                         "max_position_embeddings": 4096, "rope_theta": 500_000.0}
GEMMA: dict[str, Any] = {"model_type": "gemma3_text", "head_dim": 8, "hidden_size": 32, "num_attention_heads": 4,
                         "num_hidden_layers": 6, "max_position_embeddings": 4096}


def port(base: float, head_dim: int = 8) -> Any:
    """A port of half-split RoPE, as people write it."""

    def rotated(vectors: Any, positions: Any) -> Any:
        angles = positions[:, None, None] * base ** -(np.arange(0, head_dim, 2) / head_dim)
        first, second = np.split(vectors, 2, axis=-1)
        cos, sin = np.cos(angles), np.sin(angles)
        return np.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)

    def rotate(query: Any, key: Any, position_ids: Any) -> Any:
        return rotated(query, position_ids), rotated(key, position_ids)

    return rotate


def cos_and_sin(base: float) -> Any:
    def tables(position_ids: Any) -> Any:
        angles = position_ids[:, None] * base ** -(np.arange(0, 8, 2) / 8)
        angles = np.concatenate([angles, angles], axis=-1)
        return np.cos(angles), np.sin(angles)

    return tables


def test_a_right_port_passes_in_every_form() -> None:
    assert_rope_matches(port(500_000.0), LLAMA)
    assert_rope_matches(cos_and_sin(500_000.0), read(LLAMA))
    assert_rope_matches(lambda: 500_000.0 ** -(np.arange(0, 8, 2) / 8), LLAMA)
    assert_rope_matches({"inv_freq": 500_000.0 ** -(np.arange(0, 8, 2) / 8)}, LLAMA)
    assert_rope_matches(lambda position_ids, scale=1.0: cos_and_sin(500_000.0)(position_ids), LLAMA)


@pytest.mark.parametrize("form", [port, cos_and_sin])
def test_a_wrong_base_is_explained(form: Any) -> None:
    sentence = "Your angles are those of base 10,000; this model’s base is 500,000."
    with pytest.raises(AssertionError, match=sentence):
        assert_rope_matches(form(10_000.0), LLAMA)


def test_pairs_of_neighbours_are_explained() -> None:
    apart = np.r_[0:8:2, 1:8:2]

    def interleaved(query: Any, key: Any, position_ids: Any) -> Any:
        turned = port(500_000.0)(query[..., apart], key[..., apart], position_ids)
        return tuple(vectors[..., np.argsort(apart)] for vectors in turned)

    with pytest.raises(AssertionError, match="interleaved"):
        assert_rope_matches(interleaved, LLAMA)


def half_turned(x: Any) -> Any:
    first, second = np.split(x, 2, axis=-1)
    return np.concatenate([-second, first], axis=-1)


def neighbours_turned(x: Any) -> Any:
    return np.stack([-x[..., 1::2], x[..., ::2]], axis=-1).reshape(x.shape)


def in_halves(angles: Any) -> Any:
    return np.concatenate([angles, angles], axis=-1)


def side_by_side(angles: Any) -> Any:
    return np.repeat(angles, 2, axis=-1)


COMMAND = {**LLAMA, "model_type": "cohere"}


@pytest.mark.parametrize(
    ("model", "doubled", "turned", "words"),
    [
        (LLAMA, side_by_side, half_turned, ["rotation", "half-split", "as this model needs", "repeat_interleave"]),
        (LLAMA, in_halves, neighbours_turned, ["cosines and sines", "half-split", "as this model needs", "rotate_half"]),
        (COMMAND, in_halves, neighbours_turned, ["rotation", "interleaved", "as this model needs", "repeat_interleave"]),
        (COMMAND, side_by_side, half_turned, ["cosines and sines", "interleaved", "as this model needs", "rotate_half"]),
    ],
)
def test_tables_of_one_layout_in_the_rotation_of_the_other_are_explained(
    model: Any, doubled: Any, turned: Any, words: list[str]
) -> None:
    def rotate(query: Any, key: Any, position_ids: Any) -> Any:
        angles = doubled(position_ids[:, None] * 500_000.0 ** -(np.arange(0, 8, 2) / 8))[:, None]
        return tuple(x * np.cos(angles) + turned(x) * np.sin(angles) for x in (query, key))

    with pytest.raises(AssertionError) as error:
        assert_rope_matches(rotate, model)
    sentence, _, _ = str(error.value).partition(". Wrong")
    places = [sentence.index(word) for word in words]
    assert places == sorted(places), sentence


def test_layers_have_their_own_base() -> None:
    assert_rope_matches(port(10_000.0), GEMMA, layer="sliding_attention")
    assert_rope_matches(port(1_000_000.0), GEMMA)
    with pytest.raises(AssertionError, match="sliding_attention"):
        assert_rope_matches(port(10_000.0), GEMMA, layer="full_attention")


def test_a_rule_that_depends_on_the_length_is_called_for_both() -> None:
    scaled = {**LLAMA, "rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}
    rope = read(scaled).rope()
    assert_rope_matches(rope, scaled)
    assert_rope_matches(lambda position_ids: rope(position_ids, dtype=np.float64, angles="float64"), scaled)
    assert_rope_matches(lambda: rope.inv_freq, scaled)
    with pytest.raises(AssertionError, match="long"):
        assert_rope_matches(cos_and_sin(500_000.0), scaled)


def test_tensors_of_torch_may_be_returned() -> None:
    torch = pytest.importorskip("torch")

    def tables(position_ids: Any) -> Any:
        cos, sin = cos_and_sin(500_000.0)(position_ids)
        return torch.tensor(cos, requires_grad=True), torch.tensor(sin)

    assert_rope_matches(tables, LLAMA)


def test_other_functions_get_a_sentence() -> None:
    with pytest.raises(TypeError, match=r"must take \(query, key, position_ids\), .* not \(x, position_ids\)"):
        assert_rope_matches(lambda x, position_ids: x, LLAMA)
    with pytest.raises(ValueError, match="The model has no inverse frequencies: it uses ALiBi"):
        assert_rope_matches(port(1.0), {"model_type": "bloom", "n_head": 32})


PORT = """
    import numpy as np
    import pytest

    def port(base):
        def tables(position_ids):
            angles = position_ids[:, None] * base ** -(np.arange(0, 8, 2) / 8)
            return np.cos(angles), np.sin(angles)

        return tables

"""


def test_the_fixture_has_the_model_of_the_mark(pytester: pytest.Pytester) -> None:
    pytester.makefile(".json", config=json.dumps(LLAMA))
    pytester.makepyfile(
        PORT
        + """
    @pytest.mark.phasor_model("config.json")
    def test_right(assert_rope_matches):
        assert_rope_matches(port(500_000.0))

    @pytest.mark.phasor_model({"model_type": "llama", "head_dim": 8, "rope_theta": 500_000.0})
    def test_wrong(assert_rope_matches):
        assert_rope_matches(port(10_000.0))

    def test_without(phasor_model):
        pass
    """
    )
    result = pytester.runpytest("--strict-markers")
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*Your angles are those of base 10,000; this model*s base is 500,000.*"])
    result.stdout.no_fnmatch_line("*is_right*")
    result.stdout.fnmatch_lines(["*Name a model: *"])


def test_the_option_names_the_model_of_all_tests(pytester: pytest.Pytester) -> None:
    path = pytester.makefile(".json", config=json.dumps(LLAMA))
    pytester.makepyfile(
        PORT
        + """
    def test_right(assert_rope_matches, phasor_model):
        assert_rope_matches(port(500_000.0))
        assert phasor_model.layers[0].base == 500_000.0
    """
    )
    pytester.runpytest("--phasor-model", str(path)).assert_outcomes(passed=1)


def test_right_tables_in_another_order_are_a_warning() -> None:
    config = {"model_type": "llama", "head_dim": 64, "rope_theta": 500_000.0}

    def neighbours(position_ids: Any) -> Any:
        angles = np.repeat(np.multiply.outer(position_ids, 500_000.0 ** -(np.arange(0, 64, 2) / 64)), 2, axis=-1)
        return np.cos(angles), np.sin(angles)

    with pytest.warns(UserWarning, match="places of the pairs"):
        assert_rope_matches(neighbours, config)


def test_a_misspelled_key_is_a_warning_when_a_model_is_read() -> None:
    with pytest.warns(UserWarning, match="misspelling of `rope_theta`"):
        read({"model_type": "llama", "head_dim": 64, "rope_teta": 5e5})
