"""A screen knows its columns and whether it has colours; its environment and its stream say so."""

import io
import sys
from pathlib import Path

import pytest

from grader.feedback.screen import Screen

TELLS = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM", "TTY_COMPATIBLE")


@pytest.fixture(autouse=True)
def untold(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in TELLS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize(
    ("told", "is_terminal", "expected"),
    [
        ({}, True, "\x1b[1;32mab\x1b[0m c\n"),
        ({}, False, "ab c\n"),
        ({}, None, "ab c\n"),
        ({"FORCE_COLOR": "1"}, None, "\x1b[1;32mab\x1b[0m c\n"),
        ({"FORCE_COLOR": ""}, None, "ab c\n"),
        ({"TTY_COMPATIBLE": "1"}, None, "\x1b[1;32mab\x1b[0m c\n"),
        ({"TTY_COMPATIBLE": "0", "FORCE_COLOR": "1"}, None, "ab c\n"),
        ({"NO_COLOR": "1"}, True, "\x1b[1mab\x1b[0m c\n"),
        ({"TERM": "dumb"}, True, "ab c\n"),
    ],
)
def test_styles(
    told: dict[str, str],
    is_terminal: bool | None,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Styles are for terminals that take them, and for whoever asks for them."""
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    written = io.StringIO()

    Screen(written, is_terminal=is_terminal).line(("ab", "bold green"), (" c", ""))

    assert written.getvalue() == expected


@pytest.mark.parametrize(("told", "columns"), [("33", 33), ("0", 80), ("wide", 80)])
def test_columns(told: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS says how wide it is; what is no width does not, nor do streams of another kind."""
    monkeypatch.setenv("COLUMNS", told)
    monkeypatch.setattr("os.get_terminal_size", _no_terminal)

    assert Screen(io.StringIO()).width == columns
    assert Screen(io.StringIO(), 12).width == 12


def _no_terminal(_stream: int) -> None:
    raise OSError


def test_the_stream_is_that_of_the_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen without a stream writes to what standard output or error is by then."""
    out, errors = Screen(), Screen(for_errors=True)
    put_there = io.StringIO()

    errors.line(("a", ""))
    out.line(("b", ""))
    monkeypatch.setattr(sys, "stdout", put_there)
    out.line(("c", ""))

    assert (capsys.readouterr(), put_there.getvalue()) == (("b\n", "a\n"), "c\n")


@pytest.mark.parametrize(("encoding", "is_ascii"), [("utf-8", False), ("latin-1", True)])
def test_encodings(encoding: str, is_ascii: bool, tmp_path: Path) -> None:
    """Symbols are for encodings that have them all."""
    with (tmp_path / "out").open("w", encoding=encoding) as file:
        assert Screen(file).is_ascii == is_ascii
    assert not Screen(io.StringIO()).is_ascii
