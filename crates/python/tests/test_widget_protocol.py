"""``phasor.Figure`` in a kernel, by the messages that a front end such as VS Code exchanges with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

manager = pytest.importorskip("jupyter_client.manager")
pytest.importorskip("ipykernel")
pytest.importorskip("anywidget")

from phasor import _element  # noqa: E402

SECONDS = 30
VIEW = "application/vnd.jupyter.widget-view+json"


class Front:
    """A front end with its client of a kernel."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def until(self, is_last: Callable[[Any], bool]) -> list[Any]:
        """Returns the messages of the kernel until one of them is the last."""
        messages = []
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            messages.append(message)
            if is_last(message):
                return messages
        raise AssertionError("the kernel sent no such message")

    def run(self, code: str, **options: Any) -> list[Any]:
        """Returns the messages of a cell."""
        request = self.client.execute(code, **options)
        return self.until(lambda message: is_idle(message) and message["parent_header"].get("msg_id") == request)

    def printed(self, code: str) -> str:
        texts = (message["content"] for message in self.run(f"print({code})"))
        return "".join(content["text"] for content in texts if content.get("name") == "stdout").strip()

    def comm(self, model: str, data: dict[str, Any]) -> list[Any]:
        """Sends a message to a model, and returns what the kernel answers."""
        message = self.client.session.msg("comm_msg", {"comm_id": model, "data": data})
        self.client.shell_channel.send(message)
        request = message["header"]["msg_id"]
        return self.until(lambda answer: is_idle(answer) and answer["parent_header"].get("msg_id") == request)


def is_idle(message: Any) -> bool:
    return message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"


def of(messages: list[Any], kind: str) -> list[Any]:
    return [message for message in messages if message["msg_type"] == kind]


@pytest.fixture(scope="module")
def front() -> Iterator[Front]:
    kernel, client = manager.start_new_kernel(startup_timeout=SECONDS)
    yield Front(client)
    client.stop_channels()
    kernel.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def shown(front: Front) -> list[Any]:
    return front.run("import phasor\nfigure = phasor.Figure('sine-waves', position=7)\nfigure", allow_stdin=True)


@pytest.fixture(scope="module")
def model(shown: list[Any]) -> str:
    """Returns the name of the figure's model; the other models are its place on the page."""
    opened = of(shown, "comm_open")
    models = [message["content"]["comm_id"] for message in opened if message["content"]["data"]["state"].get("_model_module") == "anywidget"]
    return str(models[0])


def test_the_model_opens_with_its_parameters_and_its_picture(shown: list[Any]) -> None:
    states = [message["content"]["data"]["state"] for message in of(shown, "comm_open")]
    (state,) = (state for state in states if state["_model_module"] == "anywidget")
    assert (state["name"], state["position"], state["far_offset"]) == ("sine-waves", 7, 60)
    assert state["_picture"].startswith("<svg")
    assert len(state["_esm"]) < 16_000
    assert "http" not in state["_esm"]


def test_a_person_gets_the_picture_and_the_view_in_two_outputs(shown: list[Any], model: str) -> None:
    picture, view = (message["content"]["data"] for message in of(shown, "display_data"))
    assert list(view) == [VIEW]
    assert view[VIEW]["model_id"] == model
    assert VIEW not in picture
    assert picture["text/html"].startswith("<phasor-figure ")


def test_a_program_gets_the_picture_alone(front: Front) -> None:
    (picture,) = of(front.run("figure", allow_stdin=False), "display_data")
    assert sorted(picture["content"]["data"]) == ["text/html", "text/plain"]


@pytest.mark.skipif(not _element.files(), reason="the package was built without the element")
def test_a_file_comes_as_one_binary_buffer(front: Front, model: str) -> None:
    (answer,) = of(front.comm(model, {"method": "custom", "content": {"file": "phasor-widget.js"}}), "comm_msg")
    assert answer["content"]["data"] == {"method": "custom", "content": {"file": "phasor-widget.js", "found": True}}
    (buffer,) = answer["buffers"]
    assert bytes(buffer) == _element.files()["phasor-widget.js"].read_bytes()


def test_a_change_on_the_page_is_a_change_in_python(front: Front, model: str) -> None:
    front.run("heard = []\nfigure.observe(lambda change: heard.append(change['new']), 'position')")
    front.comm(model, {"method": "update", "state": {"position": 33, "order": "concatenated"}, "buffer_paths": []})
    assert front.printed("figure.state, heard") == "{'position': 33, 'order': 'concatenated'} [33]"


def test_a_change_in_python_is_one_update(front: Front, model: str) -> None:
    updates = of(front.run("figure.state = {'base': 500, 'position': 8}"), "comm_msg")
    (state,) = (message["content"]["data"]["state"] for message in updates)
    assert state == {"base": 500, "position": 8, "order": "interleaved"}


def test_a_page_that_connects_later_gets_the_state(front: Front, model: str) -> None:
    (answer,) = of(front.comm(model, {"method": "request_state"}), "comm_msg")
    assert answer["content"]["data"]["state"]["base"] == 500


def test_a_page_that_has_the_figure_empties_the_output_of_the_view(front: Front, shown: list[Any], model: str) -> None:
    view = of(shown, "display_data")[1]["content"]["transient"]["display_id"]
    answers = of(front.comm(model, {"method": "custom", "content": {"placed": True}}), "update_display_data")
    assert [(answer["content"]["transient"]["display_id"], answer["content"]["data"]) for answer in answers] == [(view, {"text/html": ""})]
