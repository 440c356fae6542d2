"""``phasor.figure``: pictures, texts and numbers are those of the command line."""

from __future__ import annotations

import copy
import csv
import json
import math
import pickle
import threading
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import phasor
from phasor import _native, figures

NAMES = figures.names()


def any_figure(name: str, **options: Any) -> figures.Figure:
    """Returns a figure whose name the type checker does not know."""
    return cast("figures.Figure", cast("Any", phasor.figure)(name, **options))


def test_a_name_that_is_known_only_at_run_time_makes_the_same_figure() -> None:
    figure = figures.Figure("sine-waves", {"dim": 8}, width=480, theme="dark")
    assert figure == phasor.figure("sine-waves", dim=8, width=480, theme="dark")


def command(*arguments: str | Path) -> None:
    assert _native.run(["phasor", *map(str, arguments)]) == 0


@pytest.mark.parametrize("name", NAMES)
def test_pictures_equal_those_of_the_command_line(name: str, tmp_path: Path) -> None:
    figure = any_figure(name)
    command("figure", name, "-o", tmp_path / "a.svg")
    assert figure.svg() == (tmp_path / "a.svg").read_bytes().decode()
    dark = figure.replace(width=358, theme="dark")
    command("figure", name, "-o", tmp_path / "a.svg", "--width", "358", "--theme", "dark")
    dark.svg(tmp_path / "b.svg")
    assert (tmp_path / "b.svg").read_bytes() == (tmp_path / "a.svg").read_bytes()


MODELS = Path(__file__).resolve().parents[3] / "assets" / "models"


@pytest.mark.parametrize("name", NAMES)
def test_a_model_is_shown_as_by_the_command_line(name: str, tmp_path: Path) -> None:
    if not _native.shows_models(name):
        with pytest.raises(ValueError, match=f"`{name}` shows no frequencies"):
            any_figure(name, model=MODELS / "llama-3-8b.json")
        return
    for file, layer in (("llama-3-8b", None), ("falcon3-7b", None), ("gemma-3-4b-it", "sliding_attention"), ("phi-2", None)):
        path, own = MODELS / f"{file}.json", {"base": 70_000}
        layers = [] if layer is None else ["--layer-type", layer]
        for given in ({}, own):
            flags = [f"--{key}={value}" for key, value in given.items()]
            command("figure", name, "-o", tmp_path / "a.svg", "--config", path, *layers, *flags)
            figure = any_figure(name, model=path, layer=layer, **given)
            assert figure.svg() == (tmp_path / "a.svg").read_bytes().decode(), file
            assert eval(repr(figure), {"phasor": phasor}) == figure  # noqa: S307


def test_a_model_may_be_a_path_keys_or_a_model() -> None:
    path = MODELS / "llama-3.1-8b.json"
    keys = json.loads(path.read_text())
    figure = phasor.figure("scaled-angles", model=path)
    assert figure.parameters["rule"] == "llama3" and figure.parameters["base"] == 500_000
    assert figure == phasor.figure("scaled-angles", model=keys)
    assert figure == phasor.figure("scaled-angles", model=phasor.models.read(keys))
    assert phasor.figure("scaled-angles", model=keys, base=1_000_000).parameters["base"] == 1_000_000


def test_a_model_that_a_figure_cannot_show_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match="use `scaled-angles`"):
        phasor.figure("rotation-angles", model=MODELS / "llama-3.1-8b.json")
    with pytest.raises(ValueError, match="ALiBi"):
        phasor.figure("rotation-angles", model={"model_type": "bloom", "n_head": 32})
    with pytest.raises(TypeError, match="`layer`"):
        phasor.figure("rotation-angles", layer="full_attention")


@pytest.mark.parametrize("name", ["sine-waves", "distance-heatmap", "order-blind"])
def test_pixels_equal_those_of_the_command_line(name: str, tmp_path: Path) -> None:
    command("figure", name, "-o", tmp_path / "a.png")
    assert any_figure(name).png(tmp_path / "b.png") == (tmp_path / "a.png").read_bytes()
    assert (tmp_path / "b.png").read_bytes() == (tmp_path / "a.png").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_numbers_equal_those_of_the_command_line(name: str, tmp_path: Path) -> None:
    table = any_figure(name).table()
    command("figure", name, "-o", tmp_path / "a.csv")
    with (tmp_path / "a.csv").open() as file:
        heads, *rows = csv.reader(file)
    columns = table.to_dict()
    assert list(columns) == heads
    expected = np.array([[float(cell) for cell in row] for row in rows])
    np.testing.assert_array_equal(np.column_stack(list(columns.values())), expected)


@pytest.mark.parametrize("name", NAMES)
def test_texts_are_those_of_the_picture(name: str) -> None:
    figure = any_figure(name)
    document = ElementTree.fromstring(figure.svg())
    space = "{http://www.w3.org/2000/svg}"
    assert document.findtext(f"{space}title") == figure.title
    assert document.findtext(f"{space}desc") == figure.reading
    assert figure.alt.startswith(figure.title) and figure.alt.endswith(figure.reading)
    assert figure.caption


def test_parameters_have_the_names_of_the_table_with_underscores(tmp_path: Path) -> None:
    figure = phasor.figure("scaled-angles", rule="yarn", factor=4, training_length=8192)
    command(
        "figure", "scaled-angles", "--rule", "yarn", "--factor", "4", "--training-length", "8192", "-o", tmp_path / "a.svg"
    )
    assert figure.svg() == (tmp_path / "a.svg").read_text()
    assert figure.parameters["training_length"] == 8192


@pytest.mark.parametrize("name", NAMES)
def test_the_values_of_a_figure_make_it_again(name: str) -> None:
    figure = any_figure(name)
    assert any_figure(name, **figure.parameters) == figure
    own = figures.parameters(name)
    assert [row.name for row in own if row.default is not None] == list(figure.parameters)
    assert {row.name: row.default for row in own if row.default is not None} == dict(figure.parameters)


def test_numbers_of_numpy_and_texts_are_values() -> None:
    figure = phasor.figure("sine-waves", dim=8, base=500.5, position=3)
    for values in (
        {"dim": np.int64(8), "base": np.float64(500.5), "position": np.float32(3)},
        {"dim": "8", "base": "500.5", "position": "3"},
        {"dim": 8.0, "base": np.array(500.5), "position": np.uint8(3)},
    ):
        assert any_figure("sine-waves", **values) == figure


def test_a_switch_is_a_truth_value() -> None:
    on = phasor.figure("integer-code", layer_norm=True)
    assert on.parameters["layer_norm"] is True
    assert on == any_figure("integer-code", layer_norm="on") == any_figure("integer-code", layer_norm=np.bool_(True))
    assert on != phasor.figure("integer-code", layer_norm=False)


def test_an_integer_beyond_all_positions_stays() -> None:
    figure = phasor.figure("binary-code", value=2**53 - 1, bits=53)
    assert figure.parameters["value"] == 2**53 - 1
    assert any_figure("binary-code", **figure.parameters) == figure
    assert "value" not in phasor.figure("binary-code", value=7).parameters


@pytest.mark.parametrize(
    ("name", "options", "error", "mentions"),
    [
        ("sine-wave", {}, ValueError, ["`sine-wave`", "sine-waves, "]),
        ("sine-waves", {"rank": 3}, TypeError, ["`sine-waves`", "`rank`", "base, dim, position", "far_offset"]),
        ("sine-waves", {"far-offset": 3}, TypeError, ["`far-offset`", "far_offset"]),
        ("sine-waves", {"dim": 7}, ValueError, ["`dim`", "an even number from 2 to 1,024", "`7`"]),
        ("sine-waves", {"dim": math.nan}, ValueError, ["`dim`", "`nan`"]),
        ("sine-waves", {"dim": 10**300}, ValueError, ["`dim`", "1000"]),
        ("sine-waves", {"dim": True}, ValueError, ["`dim`", "`True`"]),
        ("sine-waves", {"dim": None}, TypeError, ["`dim`", "NoneType"]),
        ("sine-waves", {"dim": 2j}, TypeError, ["`dim`", "complex"]),
        ("sine-waves", {"order": "up"}, ValueError, ["`order`", "interleaved or concatenated", "`up`"]),
        ("order-blind", {"sentence": "the unicorn"}, ValueError, ["`sentence`", "unicorn"]),
        ("sine-waves", {"width": 100}, ValueError, ["`width`", "240 to 4,096", "`100`"]),
        ("sine-waves", {"width": math.nan}, ValueError, ["`width`"]),
        ("sine-waves", {"theme": "sepia"}, ValueError, ["`theme`", "light or dark", "`sepia`"]),
    ],
)
def test_an_error_is_one_sentence(
    name: str, options: dict[str, object], error: type[Exception], mentions: list[str]
) -> None:
    with pytest.raises(error) as raised:
        any_figure(name, **options)
    sentence = str(raised.value)
    places = [sentence.find(mention) for mention in mentions]
    assert -1 not in places and places == sorted(places), sentence
    assert sentence.endswith(".") and "\n" not in sentence


@pytest.mark.parametrize("scale", [0, -1, math.nan, math.inf, 1e9])
def test_a_scale_without_a_picture_is_an_error(scale: float) -> None:
    with pytest.raises(ValueError, match="268,435,456"):
        phasor.figure("one-frequency").png(scale=scale)


def test_a_folder_that_is_absent_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        phasor.figure("one-frequency").svg(tmp_path / "absent" / "a.svg")


def test_a_figure_never_changes() -> None:
    figure = phasor.figure("one-frequency", base=500)
    with pytest.raises(TypeError):
        figure.parameters["base"] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        figure.title = "another"  # type: ignore[misc]
    other = figure.replace(pair=2, theme="dark")
    assert figure.parameters["pair"] == 3 and other.parameters["pair"] == 2
    assert other.parameters["base"] == 500 and other.theme == "dark"
    assert figure.replace(base=10_000) == phasor.figure("one-frequency")


def test_equal_figures_are_equal_also_after_copies() -> None:
    figure = phasor.figure("one-frequency", base=500, width=480, theme="dark")
    for other in (pickle.loads(pickle.dumps(figure)), copy.deepcopy(figure), eval(repr(figure))):
        assert other == figure and hash(other) == hash(figure) and other.svg() == figure.svg()
    assert figure != figure.replace(theme="light") and figure != "figure"


class Elements(HTMLParser):
    """Collects the tags of a text with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_notebook_gets_the_element_with_the_picture_inside() -> None:
    import base64

    figure = phasor.figure("scaled-angles", training_length=8192, theme="dark", width=480)
    element, image = Elements(figure._repr_html_()).found
    assert element == ("phasor-figure", {"name": "scaled-angles", "theme": "dark", "training-length": "8192"})
    assert image[0] == "img" and image[1]["alt"] == figure.alt and image[1]["width"] == "480"
    kind, data = (image[1]["src"] or "").split(",")
    assert kind == "data:image/svg+xml;base64" and base64.b64decode(data).decode() == figure.svg()


def test_a_notebook_may_choose_among_the_formats() -> None:
    figure = phasor.figure("one-frequency")
    assert figure._repr_svg_() == figure.svg()
    assert set(figure._repr_mimebundle_()) == {"text/plain", "image/svg+xml", "text/html"}
    assert set(figure._repr_mimebundle_(include={"text/html"})) == {"text/html"}
    assert "image/svg+xml" not in figure._repr_mimebundle_(exclude={"image/svg+xml"})
    json.dumps(figure._repr_mimebundle_())


def test_threads_draw_at_the_same_time() -> None:
    expected = {name: any_figure(name).svg() for name in NAMES[:6]}
    drawn: dict[str, str] = {}
    threads = [
        threading.Thread(target=lambda name=name: drawn.update({name: any_figure(name).svg()})) for name in NAMES[:6]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert drawn == expected


def values_of(row: figures.Parameter) -> st.SearchStrategy[object]:
    """Returns accepted values of a parameter, and wrong ones."""
    wrong: st.SearchStrategy[object] = st.one_of(st.text(max_size=20), st.floats(), st.integers(), st.booleans())
    if row.choices:
        return st.one_of(st.sampled_from(row.choices), wrong)
    if row.minimum is None or row.maximum is None:
        return st.one_of(st.just(row.default), wrong)
    # Larger pictures take long.
    low, high = row.minimum, min(row.maximum, 256) if row.name in ("length", "dim") else row.maximum
    if row.multiple_of is None:
        return st.one_of(st.floats(low, high), wrong)
    step = int(row.multiple_of)
    return st.one_of(st.integers(math.ceil(low / step), int(high) // step).map(lambda number: number * step), wrong)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_values_make_a_figure_or_an_error(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    rows = data.draw(st.lists(st.sampled_from(figures.parameters(name)), unique_by=lambda row: row.name, max_size=3))
    values = {row.name: data.draw(values_of(row), label=row.name) for row in rows}
    try:
        figure = any_figure(name, **values)
    except ValueError as error:
        assert str(error).endswith(".")
        return
    assert any_figure(name, **figure.parameters) == figure
    assert figure.svg().startswith("<svg") and figure.reading
    assert len(figure.table()) > 0
