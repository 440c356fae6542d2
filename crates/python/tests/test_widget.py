"""``phasor.Figure`` without a notebook: its traits, its links, and what it answers a page."""

from __future__ import annotations

from typing import Any, cast

import pytest

traitlets = pytest.importorskip("traitlets")
pytest.importorskip("anywidget")

from phasor import Figure, _element, widget  # noqa: E402


def values(figure: Figure) -> dict[str, Any]:
    return {name: getattr(figure, name) for name in figure._rows}


def test_every_parameter_is_a_trait_with_the_default_of_the_core() -> None:
    figure = Figure("sine-waves")
    assert values(figure) == {
        "base": 10000,
        "dim": 64,
        "position": 20,
        "offset": 2,
        "length": 128,
        "pairs": "auto",
        "far_offset": 60,
        "order": "interleaved",
    }
    assert set(values(figure)) <= set(figure.keys)
    assert figure.state == {}


def test_switches_are_truth_values_and_numbers_among_words_are_numbers() -> None:
    figure = Figure("integer-code", layer_norm=True)
    assert figure.state == {"layer_norm": True}
    assert Figure("real-model", model_factor=8).state == {"model_factor": 8}


def test_a_parameter_without_a_default_is_none_until_it_is_set() -> None:
    figure = Figure("binary-bits")
    assert figure.value is None
    for integer in (252, 2**40):
        figure.value = integer
        assert figure.state == {"value": integer}
    figure.value = None
    assert figure.state == {}


def test_the_parameter_layout_is_beside_the_layout_of_widgets() -> None:
    figure = Figure("token-positions", layout="pad*2 the dog")
    assert figure.state == {"layout_": "pad*2 the dog"}
    assert 'layout="pad*2 the dog"' in figure._html()
    figure.layout.width = "10em"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("position", "seven", "`position` must be a number from 0 to 10,000,000, not `seven`."),
        ("dim", 3, "The number of components (`dim`) must be an even number from 2 to 1,024, not `3`."),
        ("order", "sorted", "The component order (`order`) must be interleaved or concatenated, not `sorted`."),
        ("position", float("nan"), "`position` must be a number from 0 to 10,000,000, not `nan`."),
    ],
)
def test_a_wrong_value_gets_the_sentence_of_the_core_and_changes_nothing(name: str, value: Any, sentence: str) -> None:
    figure = Figure("sine-waves", position=7)
    with pytest.raises(traitlets.TraitError) as error:
        setattr(figure, name, value)
    assert str(error.value).lower() == sentence.lower()
    assert figure.state == {"position": 7}
    with pytest.raises(traitlets.TraitError):
        Figure("sine-waves", **{name: value})


def test_one_wrong_value_of_a_state_leaves_all_others_as_they_were() -> None:
    figure = Figure("sine-waves", position=7)
    with pytest.raises(traitlets.TraitError):
        figure.state = {"base": 500, "dim": 3}
    assert figure.state == {"position": 7}
    figure.state = {"base": 500}
    assert figure.state == {"base": 500}


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(TypeError, match=r"`sine-waves` has no parameter `speed_of`; it has base, dim"):
        Figure("sine-waves", speed_of=1)
    with pytest.raises(ValueError, match="sine-wave"):
        Figure("sine-wave")
    with pytest.raises(TypeError, match="name"):
        cast("Any", Figure)(nam="sine-waves")


@pytest.mark.parametrize(
    ("given", "meant"),
    [("bsae", "base"), ("positon", "position"), ("far-offset", "far_offset"), ("linkd", "linked"), ("thme", "theme")],
)
def test_a_misspelt_name_is_an_error_that_names_the_closest_one(given: str, meant: str) -> None:
    sentence = f"`sine-waves` has no parameter `{given}`, perhaps a misspelling of `{meant}`; it has base, dim, "
    values: dict[str, Any] = {given: 3}
    with pytest.raises(TypeError, match=sentence):
        Figure("sine-waves", **values)
    figure = Figure("sine-waves", position=7)
    with pytest.raises(AttributeError, match=sentence):
        setattr(figure, given, 3)
    with pytest.raises(AttributeError, match=sentence):
        figure.state = {given: 3, "position": 8}
    assert figure.state == {"position": 7}


def test_a_figure_has_only_its_own_parameters() -> None:
    Figure("distance-heatmap", zoom=2)
    with pytest.raises(AttributeError, match="`sine-waves` has no parameter `zoom`; it has"):
        Figure("sine-waves").zoom = 2


def test_what_every_widget_has_can_be_set() -> None:
    figure = Figure("sine-waves")
    setattr(figure, "layout", {"width": "10em"})
    figure.tooltip = "a figure"
    figure.tabbable = True
    figure._own = 1
    figure.comm = None
    assert (figure.layout.width, figure.tooltip, figure._own) == ("10em", "a figure", 1)


def test_observers_hear_of_changes() -> None:
    figure = Figure("sine-waves")
    heard: list[tuple[int, int]] = []
    figure.observe(lambda change: heard.append((change["old"], change["new"])), "position")
    figure.position = 21
    figure.position = 21
    assert heard == [(20, 21)]


def test_the_reading_follows_the_state() -> None:
    figure = Figure("sine-waves")
    assert "At position 20" in figure.reading
    figure.position = 7
    assert "At position 7" in figure.reading


def test_linked_figures_share_the_parameters_that_both_have() -> None:
    waves, heatmap = Figure("sine-waves", order="concatenated"), Figure("distance-heatmap", position=30, zoom=2)
    heatmap.link(waves)
    assert waves.state == {"position": 30, "order": "concatenated"}
    waves.position = 31
    assert heatmap.state == {"position": 31, "zoom": 2}
    heatmap.linked = None
    heatmap.position = 1
    assert waves.position == 31


def test_figures_with_one_name_are_linked() -> None:
    first, second = (Figure("sine-waves", linked="test of names", position=place) for place in (5, 6))
    assert second.position == 5
    second.position = 9
    assert first.position == 9


def sent(figure: Figure, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    messages: list[tuple[Any, Any]] = []
    monkeypatch.setattr(figure, "send", lambda content, buffers=None: messages.append((content, buffers)))
    return messages


def test_a_page_leaves_a_link_to_python_only_if_the_figures_are_on_different_pages() -> None:
    first, second = Figure("sine-waves", linked="pages"), Figure("sine-waves", linked="pages")
    first._answer(None, {"page": "one", "change": 1}, None)
    second._answer(None, {"page": "one", "change": 1}, None)
    first.set_state({"position": 40})
    assert (first.position, second.position) == (40, 20)
    second._answer(None, {"page": "one", "change": -1}, None)
    first.set_state({"position": 41})
    assert (first.position, second.position) == (41, 41)
    first.position = 42
    assert second.position == 42


@pytest.mark.skipif(not _element.files(), reason="the package was built without the element")
def test_a_page_gets_the_files_of_the_element_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = Figure("sine-waves")
    messages = sent(figure, monkeypatch)
    for path in ("phasor-widget.js", "words/words.bin", "../widget.py", "/etc/passwd", "absent.js"):
        figure._answer(None, {"file": path}, None)
    assert [content for content, _ in messages] == [
        {"file": "phasor-widget.js", "found": True},
        {"file": "words/words.bin", "found": True},
        {"file": "../widget.py", "found": False},
        {"file": "/etc/passwd", "found": False},
        {"file": "absent.js", "found": False},
    ]
    assert b"phasor-figure" in messages[0][1][0]
    assert [buffers for _, buffers in messages[2:]] == [[], [], []]


def test_messages_that_no_page_sends_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = Figure("sine-waves")
    messages = sent(figure, monkeypatch)
    for content in (None, "file", {}, {"file": 7}, {"page": 1, "change": "x"}, {"placed": 1}):
        figure._answer(None, content, None)
    assert messages == []
    assert not figure._pages


def test_the_html_is_the_element_with_the_picture_inside() -> None:
    figure = Figure("sine-waves", position=7, far_offset=61, controls="minimal", theme="dark", linked='a "link"', autoplay=True)
    page = figure._html()
    start = page[: page.index("><img")]
    for attribute in ('name="sine-waves"', 'position="7"', 'far-offset="61"', 'controls="minimal"', 'theme="dark"', 'autoplay="true"', 'linked="a &quot;link&quot;"'):
        assert attribute in start
    assert 'src="data:image/svg+xml;base64,' in page
    assert figure._repr_mimebundle_()[0]["text/html"] == page


def test_the_text_makes_the_same_figure() -> None:
    figure = Figure("sine-waves", position=7, order="concatenated")
    assert repr(figure) == "Figure('sine-waves', position=7, order='concatenated')"
    assert eval(repr(figure)).state == figure.state  # noqa: S307
