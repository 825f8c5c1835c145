"""A lesson can be read on any terminal."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from grader.feedback.lesson_terminal import code_text, print_lesson

EXERCISES = Path(__file__).parents[3] / "exercises"
ESCAPE = re.compile(r"\x1b\[[\d;]*m")


def printed(markdown: str, **settings: Any) -> str:
    """Print a lesson on a terminal with the given settings."""
    console = Console(**{"file": io.StringIO(), "width": 60, **settings})
    with console.capture() as captured:
        print_lesson(markdown, console)
    return captured.get()


def printed_in(encoding: str, markdown: str, width: int = 60) -> str:
    """Print a lesson where only this encoding can be written."""
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    print_lesson(markdown, Console(file=file, width=width))
    file.flush()
    assert isinstance(file.buffer, io.BytesIO)
    return file.buffer.getvalue().decode(encoding)


def test_lesson(golden: Path, pytestconfig: pytest.Config) -> None:
    """The terminal shows a lesson as reviewed."""
    text = printed_in("utf-8", (golden / "lesson.md").read_text("utf-8"), 80)
    text = "".join(f"{line.rstrip()}\n" for line in text.splitlines())

    path = golden / "lesson_80.txt"
    if pytestconfig.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [30, 80])
def test_lessons_of_the_course_fit(width: int) -> None:
    """No line is longer than the terminal is wide, and no formula is LaTeX."""
    for readme in EXERCISES.glob("*/README.md"):
        lines = printed(readme.read_text("utf-8"), width=width).splitlines()

        assert max(map(cell_len, lines)) <= width
        assert not any(mark in line for line in lines for mark in ("$", "\\frac"))


def test_colours_only_decorate() -> None:
    """With colours and without them the words are the same; code has colours."""
    markdown = "# A *b*\n\n**c** `d` ~~e~~ [f](https://g)\n\n```python\nreturn 1\n```\n"

    coloured = printed(markdown, force_terminal=True, color_system="standard")

    assert ESCAPE.sub("", coloured) == printed(markdown)
    assert "`d`" in printed(markdown)
    assert code_text("return 1").spans


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_old_encodings_are_written(encoding: str) -> None:
    """What cannot be encoded is an escape, a formula stays as it was written."""
    text = printed_in(encoding, "- caf日 $\\frac12 \\ne x$\n\n![A *bar*](a.svg)\n")

    assert "- caf\\u65e5 \\frac12 \\ne x" in text
    assert "[Picture: A bar]" in text


def test_control_characters_are_seen() -> None:
    """A terminal obeys nothing that a lesson's text holds."""
    assert "\x1b" not in printed("a \x1b[31m `\x1b]0;x\x07` $\x1b$\n\n```\n\x1b[2J\n```\n")


@given(
    st.text(alphabet=st.sampled_from("#*_`$\\|-+>![](){}<&;:1a \n\t~=") | st.characters()),
    st.integers(1, 120),
)
def test_any_text_is_printed(markdown: str, width: int) -> None:
    """No text makes it raise, on terminals of any width and encoding."""
    printed(markdown, width=width)
    printed_in("ascii", markdown, width)
