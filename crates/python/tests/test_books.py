"""Books: the files of the element, the extension of Sphinx, the plugin of MyST and the exporter of nbconvert."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from phasor import books

HAS_FILES = resources.files("phasor").joinpath("embed", "phasor.js").is_file()
needs_files = pytest.mark.skipif(not HAS_FILES, reason="the element is not built into this installation")

FIGURE = '<phasor-figure name="sine-waves" dim="8"><img src="data:image/svg+xml;base64,PHN2Zy8+" alt="Waves"></phasor-figure>'


@needs_files
def test_the_files_are_copied_once(tmp_path: Path) -> None:
    assert books.copy_element(tmp_path / "phasor") == '<script type="module" src="phasor/phasor.js"></script>'
    script = tmp_path / "phasor" / "phasor.js"
    written = script.stat().st_mtime_ns
    books.copy_element(tmp_path / "phasor")
    assert script.stat().st_mtime_ns == written
    names = {path.relative_to(tmp_path / "phasor").as_posix() for path in (tmp_path / "phasor").rglob("*") if path.is_file()}
    assert names == set(books.element_files())
    assert "words/words.bin" in names and "phasor-single.js" not in names


@needs_files
def test_an_embedded_script_has_the_files_that_figures_ask_for(tmp_path: Path) -> None:
    if not resources.files("phasor").joinpath("embed", "phasor-widget.js").is_file():
        pytest.skip("the element has no script for notebooks")
    assert books.main(["--embed", str(tmp_path / "head.html")]) == 0
    page = (tmp_path / "head.html").read_text("utf-8")
    files = json.loads(page.split('id="phasor-files">')[1].split("</script>")[0])
    script = gzip.decompress(base64.b64decode(files["phasor-widget.js"])).decode()
    wanted = set(re.findall(r'phasor://embed/([\w/.-]+\.(?:wasm|bin))"', script))
    assert wanted and wanted <= set(files)
    assert page == books.embedded_script()


@needs_files
def test_every_file_that_a_script_names_is_copied() -> None:
    files = books.element_files()
    listed = json.loads(resources.files("phasor").joinpath("embed", "integrity.json").read_text("utf-8"))
    text = json.dumps(listed)
    assert {path for path in files if path.endswith(".wasm") and path in text}
    script = files["phasor.js"].decode()
    wanted = [part.split('"')[0] for part in script.split('new URL("./')[1:]]
    assert wanted and set(wanted) <= set(files)


def test_without_the_files_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    assert books.main([str(tmp_path / "book")]) == 1
    assert capsys.readouterr().err.startswith("phasor.books: This installation of phasor")
    assert not (tmp_path / "book").exists()


def test_the_plugin_of_myst_is_executable(tmp_path: Path) -> None:
    plugin = books.write_myst_plugin(tmp_path)
    assert plugin.stat().st_mode & 0o111
    compile(plugin.read_text("utf-8"), plugin, "exec")


def run_plugin(folder: Path, *arguments: str, data: Any = None) -> subprocess.CompletedProcess[str]:
    plugin = books.write_myst_plugin(folder)
    return subprocess.run(
        [sys.executable, plugin, *arguments], input=json.dumps(data), cwd=folder, capture_output=True, text=True, check=False
    )


@needs_files
def test_the_plugin_of_myst_describes_itself(tmp_path: Path) -> None:
    described = json.loads(run_plugin(tmp_path).stdout)
    (directive,) = described["directives"]
    assert directive["name"] == "phasor-figure"
    assert {"base", "linked", "label"} <= set(directive["options"])


@needs_files
def test_a_directive_of_myst_is_a_widget_and_a_picture(tmp_path: Path) -> None:
    data = {"arg": "sine-waves", "options": {"dim": 8, "linked": "a"}}
    live, image = json.loads(run_plugin(tmp_path, "--directive", "phasor-figure", data=data).stdout)
    assert live["type"] == "anywidget"
    assert live["model"]["attributes"] == {"name": "sine-waves", "dim": "8", "linked": "a"}
    assert live["model"]["alt"] == image["alt"] != ""
    for address in (live["esm"], image["url"]):
        assert (tmp_path / address.removeprefix("/")).is_file()
    assert (tmp_path / "_build" / "site" / "public" / "phasor" / "phasor.js").is_file()


@needs_files
def test_a_wrong_value_in_myst_gets_the_sentence_and_the_line(tmp_path: Path) -> None:
    data = {"arg": "sine-waves", "options": {"dim": 7}, "node": {"position": {"start": {"line": 12}}}}
    result = run_plugin(tmp_path, "--directive", "phasor-figure", data=data)
    assert result.returncode == 1
    assert re.search(r"`dim`.*1,024.*`7`.*\(line 12\)", result.stderr)


@needs_files
def test_figures_in_outputs_of_notebooks_are_live_in_myst(tmp_path: Path) -> None:
    figure = {"type": "output", "jupyter_data": {"output_type": "display_data", "data": {"text/html": [FIGURE]}}}
    other = {"type": "output", "jupyter_data": {"output_type": "stream", "text": "x"}}
    tree = {"type": "root", "children": [{"type": "block", "children": [{"type": "outputs", "children": [other, figure]}]}]}
    page = json.loads(run_plugin(tmp_path, "--transform", "phasor-figure", data=tree).stdout)
    outputs, live, image = page["children"][0]["children"]
    assert outputs["children"] == [other]
    assert live["model"] == {"attributes": {"name": "sine-waves", "dim": "8"}, "alt": "Waves"}
    assert (tmp_path / image["url"].removeprefix("/")).read_text("utf-8") == "<svg/>"


@needs_files
def test_nbconvert_adds_the_script_only_where_a_figure_is() -> None:
    nbformat = pytest.importorskip("nbformat.v4")
    from phasor.nbconvert_exporter import PhasorHTMLExporter

    html = {"text/html": FIGURE, "application/vnd.jupyter.widget-view+json": {"model_id": "a"}}
    output = nbformat.new_output("display_data", html)
    cells = [nbformat.new_code_cell("figure", outputs=[output])]
    page, found = PhasorHTMLExporter().from_notebook_node(nbformat.new_notebook(cells=cells))  # type: ignore[no-untyped-call]
    assert '<script type="module" src="phasor/phasor.js"></script>' in page.split("</head>")[0]
    assert "<phasor-figure " in page
    assert "phasor/phasor.js" in found["outputs"]
    page, found = PhasorHTMLExporter().from_notebook_node(nbformat.new_notebook(cells=[nbformat.new_markdown_cell("text")]))  # type: ignore[no-untyped-call]
    assert "phasor.js" not in page and not found.get("outputs")


def build(folder: Path, builder: str) -> tuple[str, Path]:
    """Builds a book with Sphinx, and returns its warnings and the folder of its pages."""
    pytest.importorskip("sphinx")
    target = folder / builder
    command: list[str | Path] = [sys.executable, "-m", "sphinx", "-q", "-N", "-b", builder, "-d", folder / "doctrees", folder, target]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr, target


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "conf.py").write_text("extensions = ['phasor.sphinx_ext']\nexclude_patterns = ['doctrees']\n", "utf-8")
    (tmp_path / "index.rst").write_text("Book\n====\n\n.. toctree::\n\n   other\n\nSee :ref:`waves`.\n\n", "utf-8")
    (tmp_path / "other.rst").write_text("Other\n=====\n", "utf-8")
    return tmp_path


def add(book: Path, text: str) -> None:
    page = book / "index.rst"
    page.write_text(page.read_text("utf-8") + text, "utf-8")


@needs_files
@pytest.mark.parametrize("name", ["name", "label"])
def test_sphinx_puts_the_element_around_the_picture(book: Path, name: str) -> None:
    add(book, f".. phasor-figure:: sine-waves\n   :dim: 8\n   :linked: a\n   :{name}: waves\n\n   Eight *components*.\n")
    warnings, pages = build(book, "html")
    assert warnings == ""
    page = (pages / "index.html").read_text("utf-8")
    start = page.index('<phasor-figure name="sine-waves" dim="8" linked="a">')
    element = page[start : page.index("</phasor-figure>")]
    assert 'alt="Sine waves' in element and "_images/sine-waves-" in element
    assert "Eight <em>components</em>" in page
    assert '<script type="module" src="_static/phasor/phasor.js' in page
    assert "phasor.js" not in (pages / "other.html").read_text("utf-8")
    assert (pages / "_static" / "phasor" / "phasor.js").is_file()


@needs_files
@pytest.mark.parametrize(("builder", "pages", "words"), [("text", "index.txt", "[image: Sine waves"), ("latex", "*.tex", ".png}")])
def test_other_formats_have_the_picture_alone(book: Path, builder: str, pages: str, words: str) -> None:
    add(book, ".. phasor-figure:: sine-waves\n   :name: waves\n\n   Caption.\n")
    _, folder = build(book, builder)
    (page,) = folder.glob(pages)
    text = page.read_text("utf-8")
    assert words in text and "phasor-figure" not in text


@needs_files
@pytest.mark.parametrize(
    ("directive", "sentence"),
    [("sine-waves\n   :dim: 7", "`dim`.*1,024.*`7`"), ("sine-wave", "sine-waves"), ("sine-waves\n   :dimm: 8", "dimm")],
)
def test_a_mistake_in_sphinx_is_a_warning_with_its_line(book: Path, directive: str, sentence: str) -> None:
    add(book, f".. _waves:\n\nTitle\n-----\n\n.. phasor-figure:: {directive}\n")
    warnings, pages = build(book, "html")
    lines = (book / "index.rst").read_text("utf-8").splitlines()
    line = next(place for place, text in enumerate(lines, 1) if text.startswith(".. phasor-figure::"))
    assert re.search(rf"index.rst:{line}: WARNING: .*{sentence}", warnings)
    assert "<phasor-figure" not in (pages / "index.html").read_text("utf-8")
