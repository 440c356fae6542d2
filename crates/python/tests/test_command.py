"""``python -m phasor``: exit statuses and standard streams are those of the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

MODULE = [sys.executable, "-m", "phasor"]
# Another build of the program, to compare with.
PROGRAM = os.environ.get("PHASOR_PROGRAM")

CASES = [
    ["--version"],
    ["--help"],
    [],
    ["figure"],
    ["figure", "sine-waves", "--help"],
    ["figure", "sine-wave", "-o", "a.svg"],
    ["figure", "sine-waves", "--dim", "7", "-o", "a.svg"],
    ["figure", "sine-waves", "-o", "a.svg", "--html"],
    ["figure", "sine-waves", "-o", "absent/a.svg"],
    ["table", "encoding", "--length", "3", "--dim", "4"],
    ["check", "absent.json"],
    ["check", "-"],
    ["check", "bad.json"],
    ["surprise"],
]


def run(arguments: list[str | bytes], folder: Path, *, program: list[str] = MODULE) -> subprocess.CompletedProcess[bytes]:
    (folder / "bad.json").write_text('{"model_type": "llama", "rope_theta": -1, "head_dim": 64}')
    return subprocess.run([*program, *arguments], cwd=folder, input=b"{}", capture_output=True, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(CASES[0], 0), (CASES[2], 2), (CASES[6], 2), (CASES[7], 0), (CASES[8], 1), (CASES[9], 0), (CASES[12], 1), (CASES[13], 2)],
)
def test_the_exit_status_is_that_of_the_command(arguments: list[str | bytes], status: int, tmp_path: Path) -> None:
    ended = run(arguments, tmp_path)
    assert ended.returncode == status, ended.stderr
    assert b"Traceback" not in ended.stderr
    if status == 2 and arguments:
        assert ended.stderr.startswith(b"phasor: ") and ended.stderr.count(b"\n") == 1


@pytest.mark.skipif(PROGRAM is None, reason="PHASOR_PROGRAM names no program to compare with")
@pytest.mark.parametrize("arguments", CASES, ids=repr)
def test_streams_are_those_of_the_program(arguments: list[str | bytes], tmp_path: Path) -> None:
    assert PROGRAM is not None
    ours, theirs = (run(arguments, tmp_path, program=program) for program in (MODULE, [PROGRAM]))
    assert (ours.returncode, ours.stdout, ours.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such arguments")
def test_an_argument_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    ended = run(["figure", b"\xff", "-o", "a.svg"], tmp_path)
    assert ended.returncode == 2 and b"sine-waves" in ended.stderr and b"Traceback" not in ended.stderr


def test_the_console_script_runs_the_same_function() -> None:
    from importlib.metadata import entry_points

    (script,) = (point for point in entry_points(group="console_scripts") if point.name == "phasor")
    assert script.value == "phasor.__main__:main"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    command = [*MODULE, "table", "encoding", "--length", "4096", "--dim", "512"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_control_c_ends_a_command_at_once(tmp_path: Path) -> None:
    # It waits for its input inside native code.
    with subprocess.Popen([*MODULE, "check", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT
        assert process.stderr.read() == b""
