"""``phasor.models``: what it reads, what it finds, and what it answers."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import phasor
from phasor import models

ROOT = Path(__file__).resolve().parents[3]
SHELF = ROOT / "assets" / "models"
GOLDEN = ROOT / "tests" / "golden"
CASES = [(case["file"], one) for case in json.loads((GOLDEN / "model_configs.json").read_text())["cases"]
         for one in case["cases"]]
LLAMA: dict[str, Any] = {"model_type": "llama", "head_dim": 64, "num_attention_heads": 4, "num_key_value_heads": 2,
                         "max_position_embeddings": 4096, "rope_theta": 500_000.0}


class Config:
    """A configuration as transformers has it."""

    def __init__(self, **keys: Any) -> None:
        self.keys = keys

    def to_dict(self) -> dict[str, Any]:
        return self.keys


@pytest.mark.parametrize(("file", "case"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_frequencies_are_the_golden_ones_of_transformers(file: str, case: dict[str, Any]) -> None:
    rope = models.read(SHELF / file, force=True).rope(case["layer_type"], seq_len=case["seq_len"])
    np.testing.assert_allclose(rope.inv_freq, case["inv_freq"], rtol=1e-14)
    assert rope.attention_factor == pytest.approx(case["attention_factor"], rel=1e-14)
    assert rope.softmax_factor == pytest.approx(case.get("softmax_factor", rope.softmax_factor), rel=1e-14)


def test_a_model_is_read_from_a_path_a_folder_a_dict_and_an_object(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps(LLAMA))
    sources: list[models.Source] = [tmp_path / "config.json", str(tmp_path), LLAMA, Config(**LLAMA)]
    layers = [models.read(source).layers for source in sources]
    assert all(one == layers[0] for one in layers)
    assert models.read(tmp_path).title == tmp_path.name
    assert models.read(tmp_path / "config.json").title == "config"
    assert models.read(LLAMA).title == "llama"


def test_other_formats_are_read(tmp_path: Path) -> None:
    flags = tmp_path / "run.sh"
    flags.write_text("--hidden-size 4096 --num-attention-heads 32 --rotary-base 500000")
    model = models.read(flags)
    assert model.layers[0].base == 500_000.0
    assert any("Megatron" in finding.key for finding in model.findings)


def test_values_that_json_lacks_are_read() -> None:
    keys = {**LLAMA, "rope_theta": np.float32(500_000.0), "head_dim": np.int64(64), "dtype": np.dtype("float32")}
    assert models.read(keys).layers == models.read(LLAMA).layers


def test_errors_have_the_sentence_of_the_command_line(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="Phasor downloads nothing: save the model’s config.json"):
        models.read("meta-llama/Llama-3.1-8B")
    with pytest.raises(FileNotFoundError, match="`gone.json` could not be read"):
        models.read("gone.json")
    (tmp_path / "list.json").write_text("[1]")
    with pytest.raises(ValueError, match="list.json`: "):
        models.read(tmp_path / "list.json")
    with pytest.raises(TypeError, match="`source` must be a path, a dict, or a configuration with `to_dict.*not `int`"):
        models.read(3)  # type: ignore[arg-type]
    gemma = models.read(SHELF / "gemma-3-1b.json")
    with pytest.raises(ValueError, match="`layer-type` must be full_attention or sliding_attention, not `main`."):
        gemma.rope("main")
    with pytest.raises(ValueError, match="`layer-type` must be left out, because all layers of the model are alike."):
        models.read(LLAMA).rope("full_attention")
    with pytest.raises(ValueError, match="The model has no inverse frequencies: it uses ALiBi."):
        models.read({"model_type": "bloom", "n_head": 32}).rope()
    model: Any = models.read(LLAMA)
    for method, value in (("settings", "vllm2"), ("code", "c"), ("what_if", 1)):
        with pytest.raises(ValueError, match="must be .*, not "):
            getattr(model, method)(value)


def test_a_file_with_errors_gives_no_answer_unless_it_is_forced() -> None:
    wrong = {**LLAMA, "rope_theta": -1}
    with pytest.raises(ValueError, match="may be wrong; mend the file, or read it with `force=True`."):
        models.read(wrong).rope()
    assert models.read(wrong, force=True).rope().inv_freq[0] == 1.0
    assert models.read(wrong).findings[0].severity == "error"


def test_findings_are_true_if_something_is_wrong() -> None:
    nothing = phasor.check(LLAMA)
    assert not nothing and len(nothing) == 0 and repr(nothing) == "No findings." == nothing._repr_html_()[3:-4]
    note = phasor.check({key: value for key, value in LLAMA.items() if key != "rope_theta"})
    assert not note and len(note) == 1
    warning = phasor.check({**LLAMA, "rope_teta": 1})
    assert warning and "rope_teta" in warning._repr_html_()
    assert warning[:1] == models.Findings(list(warning)[:1])


def test_a_missing_base_is_a_warning_where_all_published_models_state_theirs() -> None:
    lost = {key: value for key, value in LLAMA.items() if key != "rope_theta"}
    assert not phasor.check(lost)
    [warning] = phasor.check({**lost, "model_type": "qwen3", "num_attention_heads": 32})
    assert (warning.key, warning.severity) == ("rope_theta", "warning")
    assert "10,000" in warning.sentence and "1,000,000" in warning.sentence


def test_differences_from_the_nearest_published_model_are_notes() -> None:
    published = json.loads((SHELF / "llama-3.1-8b.json").read_text())
    assert len(phasor.check(published)) == 0
    findings = phasor.check({**published, "rope_theta": 600_000.0})
    assert not findings
    assert [(one.key, one.severity) for one in findings] == [("rope_theta", "note")]
    report = str(models.read({**published, "rope_theta": 600_000.0}).report())
    for number in ("600,000", "500,000", "Llama 3.1 8B"):
        assert number in findings[0].sentence and number in report


def test_a_rule_of_llama_3_needs_only_the_declared_length() -> None:
    published = json.loads((SHELF / "llama-3.1-8b.json").read_text())
    short = models.read({**published, "max_position_embeddings": 8192})
    [snippet] = short.settings("vllm", 131_072).snippets
    assert snippet.text == "--hf-overrides '{\"max_position_embeddings\":131072}' --max-model-len 131072"
    advised = models.read({**published, "max_position_embeddings": 131_072})
    assert np.array_equal(advised.rope(seq_len=131_072).inv_freq, models.read(published).rope(seq_len=131_072).inv_freq)


def test_a_finding_names_the_line_of_a_file_alone(tmp_path: Path) -> None:
    keys = {**LLAMA, "rope_teta": 1}
    (tmp_path / "config.json").write_text(json.dumps(keys, indent=1))
    assert phasor.check(tmp_path)[0].line == 8
    assert phasor.check(keys)[0].line is None


@pytest.mark.skipif(importlib.util.find_spec("phasor.__main__") is None, reason="the package has no command line")
@pytest.mark.parametrize("name", ["llama-3.1-8b", "gemma-3-1b", "phi-3.5-moe", "deepseek-v3", "bloom-560m"])
def test_reports_are_those_of_the_command_line(name: str) -> None:
    path = SHELF / f"{name}.json"

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "phasor", *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False).stdout

    model = models.read(path, force=True)
    assert run("check", str(path)) == f"{model.findings!r}\n"
    assert run("model", "--config", str(path), "--force") == str(model.report())
    assert run("plan", "--config", str(path), "--context", "131072", "--force") == str(model.what_if(131_072))
    if model.layers:
        arguments = ["--config", str(path), "--force"]
        assert run("settings", *arguments, "--context", "131072", "--engine", "vllm") == str(model.settings("vllm", 131_072))
        assert run("code", *arguments, "--language", "torch") == model.code("torch")
        assert run("permute", *arguments, "--to", "gguf") == str(model.layout("transformers", "gguf"))


def test_a_report_is_text_html_and_tables() -> None:
    report = models.read(LLAMA).what_if(8192)
    assert "<svg" in report._repr_html_() and "<script" not in report._repr_html_()
    assert report.tables[0].caption in str(report)
    assert all(len(row) == len(table.head) for table in report.tables for row in table.rows)
    model = models.read(LLAMA)
    assert model._repr_html_().count("<caption>") == 1 and "llama" in repr(model)


def test_a_rule_is_compared_in_the_words_of_transformers(tmp_path: Path) -> None:
    model = models.read(LLAMA)
    yarn = {"rope_type": "yarn", "factor": np.float32(4.0), "original_max_position_embeddings": 4096}
    names = [row[0] for row in model.what_if(16_384, rope_parameters=yarn).tables[0].rows]
    assert names[:2] == ["its own: no rule", "yours: YaRN × 4"]
    linear = {"type": "linear", "factor": 2.0}
    report = model.what_if(16_384, rope_scaling=linear)
    keys = tmp_path / "config.json"
    keys.write_text(json.dumps(LLAMA))
    command = ["plan", "--config", str(keys), "--context", "16k", "--rope-scaling", json.dumps(linear)]
    output = subprocess.run([sys.executable, "-m", "phasor", *command], capture_output=True, check=True, encoding="utf-8")
    assert output.stdout == str(report)
    with pytest.raises(ValueError, match=r"rope_parameters\.factor: Missing"):
        model.what_if(rope_parameters={"rope_type": "linear"})
    with pytest.raises(ValueError, match="both"):
        model.what_if(rope_parameters=linear, rope_scaling=linear)
    with pytest.warns(UserWarning, match="beta_fats"):
        model.what_if(rope_parameters={**linear, "beta_fats": 3})


def test_code_runs_and_gives_the_frequencies() -> None:
    model = models.read(SHELF / "llama-3.1-8b.json")
    names: dict[str, Any] = {}
    exec(model.code("numpy"), names)  # noqa: S102
    computed = [value for value in names.values() if isinstance(value, np.ndarray) and value.shape == (64,)]
    assert any(np.allclose(value, model.rope().inv_freq, rtol=1e-12) for value in computed)


def test_a_permutation_keeps_scores_and_its_inverse_returns() -> None:
    model = models.read(LLAMA)
    weight = np.random.default_rng(0).normal(size=(4 * 64, 8)).astype(np.float16)
    moved = model.permute(weight, from_="transformers", to="gguf")
    assert moved.dtype == np.float16 and not (moved == weight).all()
    assert (model.permute(moved, from_="gguf", to="transformers") == weight).all()
    assert (model.permute(weight, from_="transformers", to="mlx") == weight).all()
    assert sorted(model.permutation(128, from_="gguf", to="transformers", kind="key")) == list(range(128))
    with pytest.raises(ValueError, match="There must be 2 × 64 rows, not 256"):
        model.permutation(256, from_="gguf", to="transformers", kind="key")
    with pytest.raises(ValueError, match="How LitGPT would hold .* is not known here"):
        models.read(SHELF / "deepseek-v3.json").permutation(576, from_="litgpt", to="transformers", kind="key")


def test_the_rotary_part_of_latent_attention_moves_alone() -> None:
    model = models.read(SHELF / "deepseek-v3.json")
    order = model.permutation(576, from_="interleaved", to="half-split", kind="key")
    assert (order[:512] == np.arange(512)).all()
    assert (order[512:] == 512 + np.r_[0:64:2, 1:64:2]).all()
    queries = model.permutation(128 * 192, from_="interleaved", to="half-split").reshape(128, 192)
    assert (queries[1, :128] == 192 + np.arange(128)).all()
    assert (queries[1, 128:] == 192 + 128 + np.r_[0:64:2, 1:64:2]).all()


CHECKPOINTS = [case for case in json.loads((GOLDEN / "checkpoint.json").read_text())["cases"]
               if (GOLDEN / "checkpoints" / case["files"][0]).exists()]


@pytest.mark.parametrize("case", CHECKPOINTS, ids=lambda case: case["id"])
def test_norms_are_those_of_numpy(case: dict[str, Any]) -> None:
    files = [GOLDEN / "checkpoints" / file for file in case["files"]]
    norms = models.read(json.loads(case["config"])).norms(files)
    np.testing.assert_allclose(norms.queries, case["queries"], rtol=1e-6)
    np.testing.assert_allclose(norms.keys, case["keys"], rtol=1e-6)
    assert "norm" in str(norms)


def test_errors_of_weights_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="`gone.safetensors` could not be read"):
        models.read(LLAMA).norms("gone.safetensors")
    (tmp_path / "a.safetensors").write_bytes(b"GGUF1234")
    with pytest.raises(ValueError, match="cannot be read as weights. .*GGUF"):
        models.read(LLAMA).norms(tmp_path / "a.safetensors")


def test_vectors_are_right_and_rotated_as_the_model_does() -> None:
    model = models.read(SHELF / "phi-3.5-mini.json")
    vectors = model.vectors()
    assert {name.split("/")[1] for name in vectors} == {"short", "long"}
    assert vectors["all_layers/short/f32/cos"].dtype == np.float32
    mine = {name: array for name, array in vectors.items() if "f64" not in name and "angles" not in name}
    assert model.judge({name.replace("/f32/", "/"): array for name, array in mine.items()}).is_right


def test_judge_explains_a_mistake() -> None:
    model = models.read(LLAMA)
    positions = np.arange(40)
    angles = positions[:, None] * 10_000.0 ** -(np.arange(0, 64, 2) / 64)
    judgements = model.judge({"cos": np.cos(angles), "sin": np.sin(angles), "positions": positions, "bias": positions})
    (judgement,) = judgements
    assert not judgements.is_right and judgement.mistakes[0] == "base" and judgement.wrong == ("cos", "sin")
    assert str(judgement).startswith("`all_layers`: Your angles are those of base 10,000; this model’s base is 500,000.")
    assert "`bias`" in (judgements.left_out or "") and repr(judgements).splitlines()[0] == str(judgement)
    with pytest.raises(ValueError, match="No array has a known name"):
        model.judge({"bias": positions})
    with pytest.raises(ValueError, match="`dtype` must be int64, float64, .*, not `complex128`"):
        model.judge({"cos": np.exp(1j * angles)})


def test_position_ids_and_their_judge() -> None:
    ids = models.read(SHELF / "qwen2-vl-2b.json").position_ids("a <image 2x2> b")
    assert ids.axes == ("time", "row", "column") and ids.tokens[0] == "a"
    np.testing.assert_array_equal(np.asarray(ids, dtype=np.int64)[1], [0, 1, 1, 2, 2, 3])
    assert models.read(SHELF / "qwen2-vl-2b.json").judge_ids("a <image 2x2> b", ids.ids).is_right
    roberta = models.read({"model_type": "roberta", "hidden_size": 768, "pad_token_id": 1, "max_position_embeddings": 514})
    np.testing.assert_array_equal(roberta.position_ids("pad a b").ids, [[1, 2, 3]])
    with pytest.raises(ValueError, match="The model uses no position ids: it uses ALiBi."):
        models.read({"model_type": "bloom", "n_head": 32}).position_ids("a b")
    with pytest.raises(ValueError, match="in the layout must be"):
        models.read(LLAMA).position_ids("<image 2>")


def test_text_has_the_same_position_on_every_axis() -> None:
    rope = models.read(SHELF / "qwen2-vl-2b.json").rope()
    text = np.arange(6)[None]
    for one, three in zip(rope(text), rope(np.broadcast_to(text, (3, 1, 6))), strict=True):
        np.testing.assert_array_equal(one, three)
    cos, _ = rope([[[0, 5]], [[0, 7]], [[0, 9]]])
    expected = [rope([[0, axis]])[0][0, 1, pair] for axis, pair in ((5, 0), (7, 16), (9, 40))]
    np.testing.assert_array_equal(cos[0, 1, [0, 16, 40]], expected)


def test_no_tokens_have_no_rows() -> None:
    cos, sin = models.read(LLAMA).rope()(np.zeros((2, 0)))
    assert cos.shape[:2] == sin.shape[:2] == (2, 0)
    with pytest.raises(ValueError, match="must have the shape"):
        models.read(LLAMA).rope()(3)


def test_lengths_are_above_0() -> None:
    with pytest.raises(ValueError, match="`seq_len` must be a whole number from 1 to .*, not -1."):
        models.read(LLAMA).rope(seq_len=-1)
    with pytest.raises(ValueError, match="`seq_len` must be a whole number from 1 to .*, not 0."):
        models.read(LLAMA).rope()([1, 2], 0)
    with pytest.raises(ValueError, match="`context` must be a whole number from 2 to 10,485,760, not -3."):
        models.read(LLAMA).what_if(-3)


def test_many_positions_are_computed_in_parts() -> None:
    rope = models.read(SHELF / "phi-3.5-mini.json").rope()
    positions = np.arange(40_000)
    many = rope(positions)[0]
    np.testing.assert_array_equal(many[[0, 20_000, 39_999]], rope([0, 20_000, 39_999])[0])
    assert np.isfinite(rope([1e300, 7.5], angles="float64")[0]).all()


@settings(max_examples=60, deadline=None)
@given(
    n_pairs=st.integers(1, 64),
    base=st.floats(2.0, 1e9),
    positions=st.lists(st.integers(0, 1 << 20), min_size=1, max_size=5),
    dtype=st.sampled_from([np.float64, np.float32, np.float16]),
)
def test_exact_angles_are_those_of_numpy(n_pairs: int, base: float, positions: list[int], dtype: Any) -> None:
    rope = models.read({"model_type": "llama", "head_dim": 2 * n_pairs, "rope_theta": base}).rope()
    np.testing.assert_allclose(rope.inv_freq, base ** -(np.arange(n_pairs) / n_pairs), rtol=1e-14)
    angles = np.array(positions)[:, None] * np.tile(rope.inv_freq, 2)
    for given_, expected in zip(rope(positions, angles="float64", dtype=dtype), (np.cos(angles), np.sin(angles)), strict=True):
        assert given_.dtype == dtype
        np.testing.assert_allclose(given_, expected.astype(dtype), rtol=0, atol=np.finfo(dtype).eps)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-(1 << 40), 1 << 40) | st.text(max_size=8),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=8), values, max_size=3),
    max_leaves=6,
)
KEYS = ["head_dim", "hidden_size", "num_attention_heads", "rope_theta", "rope_scaling", "rope_parameters", "layer_types",
        "partial_rotary_factor", "max_position_embeddings", "text_config", "num_hidden_layers", "rope_type", "factor"]


@pytest.mark.filterwarnings("ignore::UserWarning")
@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(["llama", "gemma3_text", "qwen2_vl", "phi3", "deepseek_v3", "bloom", "unknown"]),
    keys=st.dictionaries(st.sampled_from(KEYS), JSON | st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4), max_size=6),
)
def test_any_configuration_is_a_model_or_a_sentence(kind: str, keys: dict[str, Any]) -> None:
    try:
        model = models.read({**keys, "model_type": kind}, force=True)
        for layer in model.layers:
            cos, _ = model.rope(layer.layer_type)([0, 7])
            assert cos.shape[0] == 2 and np.isfinite(cos).all()
        assert str(model.report()) and repr(model) and model._repr_html_()
    except ValueError as error:
        assert str(error).endswith(".")
