"""What is printed is exact for a program, and harmless at a terminal."""

import io
import sys

import pytest

from grader.cli.screen import pour, progress_teller, say, say_json

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


class Clock:
    """Says what time it is said to be."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


@pytest.mark.parametrize("is_terminal", [False, True])
def test_how_far_work_is(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    """A line every ten seconds; a terminal has one line, written over and over, gone at the end."""
    stream, clock = Stream(is_terminal=is_terminal), Clock()
    monkeypatch.setattr(sys, "stderr", stream)
    tell = progress_teller(clock)

    for seconds, done in ((0, 0), (9, 3), (10, 4), (15, 6), (20, 8), (40, 16)):
        clock.now = 100.0 + seconds
        tell("sums", done, 16)

    told = stream.told().decode()
    if is_terminal:
        assert told.count("\n") == 0
        assert told.startswith("\r\x1b[KJudging sums: 0 of 16.\r")
        assert told.endswith("Judging sums: 8 of 16, about 20 s left.\r\x1b[K")
    else:
        assert told.splitlines() == [
            "Judging sums: 4 of 16, about 30 s left.",
            "Judging sums: 8 of 16, about 20 s left.",
        ]
