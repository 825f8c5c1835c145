"""A pen breaks lines where a reader expects it."""

import io

import pytest

from grader.feedback.pen import Pen
from grader.feedback.screen import Screen


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x" * 24 + " b c", ["x" * 12, "x" * 12, "b c"]),
        ("x" * 24 + " ", ["x" * 12, "x" * 12]),
        ("x" * 25 + "  b", ["x" * 12, "x" * 12, "x  b"]),
        ("漢" * 12 + " b", ["漢" * 6, "漢" * 6, "b"]),
    ],
)
def test_a_long_word_leaves_no_blank_behind(text: str, lines: list[str]) -> None:
    """What follows one that fills its lines begins a line of its own, at its beginning."""
    written = io.StringIO()

    Pen(Screen(written, 12)).write(text, indent=0)

    assert written.getvalue().split("\n") == [*lines, ""]


@pytest.mark.timeout(60)  # where each blank begins a search, it takes hours
@pytest.mark.parametrize("blank", [" ", "\t", "\N{NO-BREAK SPACE}"])
def test_blanks_without_end_are_nothing(blank: str) -> None:
    """A line of nothing but blanks, which a submission may print, is an empty one."""
    written = io.StringIO()

    Pen(Screen(written, 12)).write(f"a{blank * 1_000_000}\n{blank * 1_000_000}\nb", indent=0)

    assert written.getvalue() == "a\n\nb\n"
