"""``phasor.encoding`` against the golden files: 50-digit arithmetic, numpy, torch and transformers."""

from __future__ import annotations

from typing import Any, get_args

import golden
import numpy as np
import numpy.typing as npt
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from phasor import encoding
from phasor.encoding import Order, Pairing

PAIRINGS: dict[str, Pairing] = {"half_split": "half-split", "interleaved": "interleaved"}


def each_close(got: npt.NDArray[Any], expected: Any, tolerances: Any) -> None:
    """Compares rows, each with its own tolerance."""
    for row, wanted, tolerance in zip(got, expected, np.broadcast_to(tolerances, len(expected)), strict=True):
        assert_allclose(row, wanted, rtol=0, atol=tolerance)


@pytest.mark.parametrize("case", golden.cases("frequency"))
def test_frequencies(case: Any) -> None:
    dim, base, pairs = case["params"]["dim"], case["params"]["base"], case["input"]["pair_idx"]
    expected, tolerance = case["expected"], case["tolerance"]
    inv_freq = encoding.inv_freq(dim, base=base)[pairs]
    assert_allclose(inv_freq, expected["inv_freq"], rtol=tolerance["inv_freq_rel"])
    wavelengths = encoding.wavelengths(dim, base=base)[pairs]
    assert_allclose(wavelengths, expected["wavelength"], rtol=tolerance["wavelength_rel"])


@pytest.mark.parametrize("order", get_args(Order))
@pytest.mark.parametrize("case", golden.cases("sinusoidal"))
def test_sinusoidal(case: Any, order: Order) -> None:
    codes = encoding.sinusoidal(case["input"]["positions"], order=order, **case["params"])
    # Angle addition has three more roundings.
    each_close(codes, case["expected"][order], np.add(case["tolerance"]["abs"], 3e-16))


@pytest.mark.parametrize("case", golden.cases("precision"))
def test_float32_is_rounded_from_float64(case: Any) -> None:
    position, tolerance = case["input"]["position"], case["tolerance"]["f32_abs"]
    code = encoding.sinusoidal(position, dtype="float32", **case["params"])
    assert code.dtype == np.float32
    assert_allclose(code, case["expected"]["interleaved"], rtol=0, atol=tolerance)


@pytest.mark.parametrize("case", golden.cases("similarity"))
def test_similarity(case: Any) -> None:
    offsets = case["input"]["offsets"]
    for measure in get_args(encoding.Measure):
        name = measure.replace("-", "_")
        curve = encoding.similarity_curve(offsets[-1] + 1, measure=measure, **case["params"])
        assert_allclose(curve[offsets], case["expected"][name], rtol=0, atol=case["tolerance"][name])


@pytest.mark.parametrize("case", golden.cases("rope", kind="rotate"))
@pytest.mark.parametrize("name", PAIRINGS)
def test_rotations(case: Any, name: str) -> None:
    rope = encoding.Rope(case["params"]["dim"], base=case["params"]["base"], pairing=PAIRINGS[name])
    positions = case["input"]["positions"]
    x = np.tile(case["input"]["x"], (len(positions), 1))
    each_close(rope.rotate(x, positions), case["expected"][name], case["tolerance"]["abs"])


@pytest.mark.parametrize("case", golden.cases("rope", kind="score"))
@pytest.mark.parametrize("name", PAIRINGS)
def test_scores(case: Any, name: str) -> None:
    rope = encoding.Rope(case["params"]["dim"], base=case["params"]["base"], pairing=PAIRINGS[name])
    vectors = case["input"]["query"], case["input"]["key"]
    scores = [rope.score(*vectors, *places) for places in case["input"]["positions"]]
    assert_array_less_than(scores, case["expected"][name], case["tolerance"]["abs"])


def assert_array_less_than(got: Any, expected: Any, tolerances: Any) -> None:
    assert np.all(np.abs(np.subtract(got, expected)) <= tolerances), (got, expected)


@pytest.mark.parametrize("case", golden.cases("rotary", kind="partial"))
def test_partial_rotations(case: Any) -> None:
    params, expected, tolerance = case["params"], case["expected"], case["tolerance"]
    rope = encoding.Rope(
        params["head_dim"], base=params["base"], rotary_dim=params["rotary_dim"], pairing=PAIRINGS[params["pairing"]]
    )
    positions = case["input"]["positions"]
    x = np.tile(case["input"]["query"], (len(positions), 1))
    each_close(rope.rotate(x, positions), expected["rotated"], tolerance["abs"])
    vectors = case["input"]["query"], case["input"]["key"]
    scores = [rope.score(*vectors, *places) for places in case["input"]["places"]]
    assert_array_less_than(scores, expected["scores"], tolerance["score_abs"])


@pytest.mark.parametrize("case", golden.cases("rotary", kind="mrope"))
def test_sections_of_mrope(case: Any) -> None:
    params, expected = case["params"], case["expected"]
    x, places = np.array(case["input"]["x"]), np.array(case["input"]["positions"])
    rope = encoding.Rope(
        len(x),
        rope_parameters={
            "rope_type": "default",
            "rope_theta": params["base"],
            "mrope_section": params["sections"],
            "mrope_interleaved": params["order"] == "interleaved",
        },
        pairing=PAIRINGS[params["pairing"]],
    )
    rotated = rope.rotate(np.tile(x, (len(places), 1)), places.T)
    each_close(rotated, expected["rotated"], case["tolerance"]["abs"])
    # The same from tables, as transformers rotates: each component follows the axis of its pair.
    cos, sin = rope.tables(places.T[:, None])
    assert cos.shape == (1, len(places), len(x))
    if params["pairing"] == "half_split":
        turned = np.concatenate([-x[len(x) // 2 :], x[: len(x) // 2]])
        axes = np.tile(expected["axis_of_pair"], 2)
    else:
        turned = np.stack([-x[1::2], x[::2]], axis=-1).ravel()
        axes = np.repeat(expected["axis_of_pair"], 2)
    each_close((x * cos + turned * sin)[0], expected["rotated"], case["tolerance"]["abs"])
    plain = encoding.Rope(len(x), base=params["base"], pairing=PAIRINGS[params["pairing"]])
    for component, axis in enumerate(axes):
        assert_array_equal(cos[0, :, component], plain.tables(places[:, axis])[0][:, component])


@pytest.mark.parametrize("case", golden.cases("rotary", kind="table"))
def test_tables(case: Any) -> None:
    rope = encoding.Rope(case["params"]["dim"], base=case["params"]["base"])
    tables = rope.tables(range(case["input"]["seq_len"]))
    for table, name in zip(tables, ("cos", "sin"), strict=True):
        first, second = np.split(table, 2, axis=-1)
        assert_array_equal(first, second)
        assert_allclose(first, case["expected"][name], rtol=0, atol=1e-15)


@pytest.mark.parametrize("case", golden.cases("rotary", kind="yarn"))
def test_yarn(case: Any) -> None:
    params, expected = case["params"], case["expected"]
    rule = {key: params[key] for key in ("factor", "original_max_position_embeddings")}
    rope = encoding.Rope(
        params["dim"],
        pairing=PAIRINGS[params["pairing"]],
        rope_parameters={"rope_type": "yarn", "rope_theta": params["base"], **rule},
    )
    assert rope.attention_factor == pytest.approx(expected["attention_factor"], rel=1e-15)
    positions = case["input"]["positions"]
    x = np.tile(case["input"]["x"], (len(positions), 1))
    assert_allclose(rope.rotate(x, positions), expected["rotated"], rtol=0, atol=2e-10)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("file", ["rules", "rule_examples"])
def test_scaling_rules_are_those_of_transformers(file: str) -> None:
    stored = golden.read(file)
    tolerance = stored["tolerance"]
    for case in stored["cases"]:
        values = case["values"]
        head_dim = values.get("head_dim") or values["hidden_size"] // values["num_attention_heads"]
        known = {key: values[key] for key in ("max_position_embeddings", "partial_rotary_factor") if key in values}
        parameters = dict(values["rope_parameters"])
        if "original_max_position_embeddings" in values:
            parameters["original_max_position_embeddings"] = values["original_max_position_embeddings"]
        if not any(case["cases"][0]["inv_freq"]):
            with pytest.raises(ValueError, match="must be even and at least 2, not 0"):
                encoding.Rope(head_dim, rope_parameters=parameters, **known)
            continue
        rope = encoding.Rope(head_dim, rope_parameters=parameters, **known)
        for at in case["cases"]:
            scaled = rope if at["seq_len"] is None else rope.for_length(at["seq_len"])
            assert_allclose(scaled.inv_freq, at["inv_freq"], rtol=tolerance["inv_freq_rel"])
            expected = pytest.approx(at["attention_factor"], rel=tolerance["attention_factor_rel"])
            assert scaled.attention_factor == expected


def test_alibi() -> None:
    (case,) = golden.cases("relative", kind="alibi_slopes")
    for n_heads, slopes in zip(case["input"]["n_heads"], case["expected"]["slopes"], strict=True):
        assert_allclose(encoding.alibi_slopes(n_heads), slopes, rtol=case["tolerance"]["rel"])
    for case in golden.cases("relative", kind="alibi_bias"):
        bias = encoding.alibi_bias(case["input"]["n_heads"], case["input"]["length"])
        assert_allclose(bias, case["expected"]["bidirectional"], rtol=0, atol=case["tolerance"]["abs"])


@pytest.mark.parametrize("case", golden.cases("relative", kind="t5_buckets"))
def test_t5_buckets(case: Any) -> None:
    params, (first, last) = case["params"], case["input"].values()
    offsets = np.arange(first, last + 1)
    buckets = encoding.t5_buckets(
        offsets,
        bidirectional=params["bidirectional"],
        num_buckets=params["n_buckets"],
        max_distance=params["max_distance"],
    )
    changes = np.flatnonzero(np.diff(buckets, prepend=-1))
    assert [[int(offsets[at]), int(buckets[at])] for at in changes] == case["expected"]["runs"]


@pytest.mark.parametrize("case", golden.cases("relative", kind="shaw_index"))
def test_clipped_distances(case: Any) -> None:
    keys, queries = np.arange(case["input"]["n_keys"]), np.arange(case["input"]["n_queries"])
    rows = encoding.clipped_distances(keys - queries[:, None], clip=case["params"]["clip"])
    assert_array_equal(rows, case["expected"]["rows"])


def layout_text(layout: list[Any]) -> list[str]:
    """Returns the parts of a golden layout as ``position_ids`` reads them."""

    def piece(name: str, *sizes: Any) -> str:
        match name:
            case "text":
                return f"word*{sizes[0]}"
            case "padding":
                return f"pad*{sizes[0]}"
            case "document":
                return "|"
            case "image":
                rows, columns, merge, _ = sizes
                return f"<image {rows // merge}x{columns // merge}>"
        frames, rows, columns, merge, seconds, temporal, stamp = sizes
        grid = f"{frames // temporal}x{rows // merge}x{columns // merge}"
        return f"<video {grid} {seconds * temporal}s{f' time*{stamp}' if stamp else ''}>"

    return [piece(*part) for part in layout]


def test_position_ids_from_a_mask() -> None:
    for case in golden.cases("positions", kind="from_mask"):
        layout, expected = layout_text(case["input"]["layout"]), case["expected"]
        assert_array_equal(encoding.position_ids(layout), expected["position_ids"][0])
        assert_array_equal(encoding.position_ids(layout, padding="unfilled"), expected["unfilled"][0])
        assert_array_equal(encoding.position_ids(layout, padding="counted"), expected["counted"][0])


def test_position_ids_of_packed_documents() -> None:
    for case in golden.cases("positions", kind="packed"):
        ids = encoding.position_ids(layout_text(case["input"]["layout"]))
        assert_array_equal(ids, case["expected"]["position_ids"][0])


@pytest.mark.parametrize("rule", ["qwen2_vl", "qwen3_vl", "glm4v", "ernie4_5_vl_moe", "hunyuan_vl"])
def test_position_ids_of_pictures(rule: str) -> None:
    for case in golden.cases("positions", kind=rule):
        ids = encoding.position_ids(layout_text(case["input"]["layout"]), rule=rule)
        assert_array_equal(ids, case["expected"]["position_ids"])


def test_position_ids_of_videos_in_seconds() -> None:
    for case in golden.cases("positions", kind="qwen2_5_vl", tokens_per_second=2):
        ids = encoding.position_ids(layout_text(case["input"]["layout"]), rule="qwen2_5_vl")
        assert_array_equal(ids, case["expected"]["position_ids"])
