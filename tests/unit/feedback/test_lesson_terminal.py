"""A lesson can be read on any terminal.

`pytest tests/unit/feedback --update-golden` rewrites the files; review the change.
"""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from grader.feedback.lesson_terminal import print_lesson

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


@pytest.mark.parametrize(("width", "encoding"), [(40, "utf-8"), (80, "ascii")])
def test_lesson(width: int, encoding: str, golden: Path, pytestconfig: pytest.Config) -> None:
    """The terminal shows a lesson as reviewed, wide and narrow, in Unicode and in ASCII."""
    markdown = (golden / "lesson.md").read_text("utf-8")

    text = printed_in(encoding, markdown, width)

    path = golden / f"lesson_{width}_{encoding}.txt"
    if pytestconfig.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [30, 40, 80, 120])
def test_lessons_of_the_course_fit(width: int) -> None:
    """No line is longer than the terminal is wide or ends in spaces, and no formula is LaTeX."""
    for readme in EXERCISES.glob("*/README.md"):
        lines = printed(readme.read_text("utf-8"), width=width).splitlines()

        assert max(map(cell_len, lines)) <= width
        assert not any(line.endswith(" ") for line in lines)
        assert not any(mark in line for line in lines for mark in ("$", "\\frac", "\U0010ffff"))


def test_colours_only_decorate() -> None:
    """With colours, without them and on a dumb terminal the words are the same."""
    markdown = "# A *b*\n\n**c** `d` ~~e~~ [f](https://g)\n\n```python\nreturn 1\n```\n"

    plain = printed(markdown)
    colours = printed(markdown, force_terminal=True, color_system="standard")

    assert "\x1b[35mreturn" in colours
    assert ESCAPE.sub("", colours) == plain
    assert "\x1b" not in plain + printed(markdown, force_terminal=True, _environ={"TERM": "dumb"})


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "cp437"])
def test_old_encodings_are_written(encoding: str) -> None:
    """What cannot be encoded is an escape, never an error of ours."""
    assert "caf\\u65e5 -> 1/2 != x" in printed_in(encoding, "caf日 → $\\frac12 \\ne x$")


def test_long_lines_of_code_go_on_at_the_margin() -> None:
    """Nothing of a line of code is lost that is wider than the terminal."""
    text = printed("```python\nfirst = " + "x" * 60 + " + last\n```\n", width=40)

    assert text.count("x") == 60
    assert text.endswith(" + last\n")


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
