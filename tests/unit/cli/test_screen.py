"""What is printed is exact for a program, and harmless at a terminal."""

import io
import json
import sys

import pytest
from rich.console import Console

from grader.cli.screen import console, pour, say, say_json, shown_progress, told_in_lines

HOSTILE = "a\x9b31m\x1b]0;x\x07\u202eb"
SEEN = r"a\x9b31m\x1b]0;x\x07\u202eb"


class Stream(io.TextIOWrapper):
    """Standard output, at a terminal or not."""

    def __init__(self, *, is_terminal: bool, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """Whether somebody looks at it."""
        return self._is_terminal

    def told(self) -> bytes:
        """Give what was written."""
        self.flush()
        whole = self.buffer
        assert isinstance(whole, io.BytesIO)
        return whole.getvalue()


def redirected(
    monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool, encoding: str = "utf-8"
) -> Stream:
    """Put a stream in the place of standard output."""
    stream = Stream(is_terminal=is_terminal, encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    console.cache_clear()
    return stream


def test_a_terminal_obeys_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines, JSON and tables show as escapes what a terminal would take for orders."""
    stream = redirected(monkeypatch, is_terminal=True)

    say(HOSTILE)
    say_json(HOSTILE)
    pour(f"x,{HOSTILE}\r\n".encode())

    lines = stream.told().decode().split("\n")
    assert lines[0] == SEEN
    assert lines[1] == f'"{SEEN}"'.replace(r"\x1b", r"\u001b").replace(r"\x07", r"\u0007")
    assert lines[2:] == [f"x,{SEEN}", ""]


def test_a_program_reads_every_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody looks nothing is changed, be it no text."""
    stream = redirected(monkeypatch, is_terminal=False)
    table = f"x,{HOSTILE}\r\n".encode() + b"\xff\n"

    say(HOSTILE)
    pour(table)

    assert stream.told() == HOSTILE.encode() + b"\n" + table


def test_a_path_that_is_no_text_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that has done its work does not fail as it says where."""
    stream = redirected(monkeypatch, is_terminal=False)

    say("caf\udce9/grader.db")

    assert stream.told() == b"caf\\udce9/grader.db\n"


def test_json_is_json_in_every_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the stream cannot hold is escaped as JSON has it, and not as Python does."""
    stream = redirected(monkeypatch, is_terminal=False, encoding="ascii")

    say_json({"name": "José \U0001f600"})

    assert json.loads(stream.told()) == {"name": "José \U0001f600"}


class Clock:
    """Says what time it is said to be."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


def test_a_line_every_ten_seconds() -> None:
    """Each says how many are done and about how long the rest takes; the end needs none."""
    written, clock = io.StringIO(), Clock()
    tell = told_in_lines(Console(file=written), clock)

    for seconds, done in ((0, 0), (9, 3), (10, 4), (15, 6), (20, 8), (40, 16)):
        clock.now = 100.0 + seconds
        tell("sums", done, 16)

    assert written.getvalue().splitlines() == [
        "Judging sums: 4 of 16, about 30 s left.",
        "Judging sums: 8 of 16, about 20 s left.",
    ]


def test_nothing_is_promised_before_the_first() -> None:
    """Where none is done, no time can be told."""
    written, clock = io.StringIO(), Clock()
    tell = told_in_lines(Console(file=written), clock)
    clock.now += 11

    tell("sums", 0, 16)

    assert written.getvalue() == "Judging sums: 0 of 16.\n"


@pytest.mark.parametrize("is_terminal", [False, True])
def test_only_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    """Where somebody looks, the number is shown at once; a file is written nothing to."""
    stream = Stream(is_terminal=is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    console.cache_clear()

    with shown_progress("Judging {task.description}") as tell:
        tell("sums", 1, 2)

    told = stream.told().decode()
    assert ("Judging sums" in told, "1/2" in told) == (is_terminal, is_terminal)
    assert is_terminal or not told
