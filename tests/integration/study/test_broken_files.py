"""What a student may submit by mistake: each a sentence, and no attempt unless it was judged."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.integration.study.small_course import RIGHT
from tests.integration.study.terminal import Terminal

pytestmark = [pytest.mark.jail, pytest.mark.slow]

MINE = RIGHT.format(n=1).encode()


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere.py")


def _linked(path: Path) -> None:
    path.with_name("target.py").write_bytes(MINE)
    path.symlink_to("target.py")


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "other.txt").write_text("x", encoding="utf-8")


def _bytes(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


REFUSED = {
    "large": (_large, 1, "mine.py is too large"),
    "binary": (_bytes(b"\x7fELF\0\1\2"), 1, "mine.py holds null bytes, so it is not text."),
    "empty": (_bytes(b""), 1, "mine.py is empty."),
    "blank": (_bytes(b" \n\n"), 1, "mine.py is empty."),
    "latin-1": (_bytes(b"# \xe4\n" + MINE), 1, "mine.py is not UTF-8 text (line 1)."),
    "utf-16": (_bytes(MINE.decode().encode("utf-16")), 1, "mine.py is saved as UTF-16."),
    "folder": (_folder, 2, "mine.py/plain.py does not exist."),
    "link": (_linked, 1, "mine.py is a link, not a regular file."),
    "dangling": (_dangling, 2, "mine.py is a link to what does not exist."),
    "pipe": (os.mkfifo, 1, "mine.py is a named pipe, not a regular file."),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_judged_costs_no_attempt(kind: str, terminal: Terminal) -> None:
    """The sentence names the file as the student called it."""
    make, code, sentence = REFUSED[kind]
    make(terminal.folder / "mine.py")

    said = terminal.type("submit", "plain", "mine.py")

    assert (said.code, said.out) == (code, "")
    assert sentence in said.complaint
    assert terminal.attempts() == []


JUDGED = {
    "syntax": (b"def add(x)\n    return x\n", "SyntaxError in line 1"),
    "missing": (
        b"def sub(x):\n    return x\n",
        "add is not written yet. plain.py does not define it.",
    ),
    "loop": (b"def add(x):\n    while True: pass\n", "ran too long"),
    "endless import": (b"while True: pass\n", "ran too long"),
    "exit": (b"import sys\nsys.exit(0)\n", "SystemExit"),
}


@pytest.mark.parametrize("kind", JUDGED)
def test_what_is_judged_is_an_attempt(kind: str, terminal: Terminal) -> None:
    """Broken code is judged: its feedback says what is wrong, and how often is counted."""
    code, sentence = JUDGED[kind]
    (terminal.folder / "mine.py").write_bytes(code)

    said = terminal.type("submit", "plain", "mine.py")

    assert said.code == 1, said.err
    assert sentence in said.lines
    assert "This is attempt 1." in said.lines
    assert len(terminal.attempts()) == 1


def test_a_notebook_is_told_by_its_cells(terminal: Terminal) -> None:
    """An error's place is a cell and a line of it, as the student sees them."""
    sources = ["import math", "def add(x):\n    return x + nothing\n"]
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": text} for text in sources
    ]
    sheet = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    terminal.write("plain/plain.ipynb", json.dumps(sheet))

    said = terminal.type("submit", "plain", "plain/plain.ipynb")
    alone = terminal.type("submit", "plain")
    given_back = terminal.type("history", "plain", "--attempt", "1")

    for one in (said, given_back):
        assert "cell 2, line 2 of your notebook" in one.lines, one.lines + one.err
        assert "of plain.py" not in one.lines
    assert "cost no attempt" in alone.lines
