"""A pen breaks lines where a reader expects it."""

import io

import pytest
from rich.console import Console

from grader.feedback.pen import Pen


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x" * 24 + " ", ["x" * 12, "x" * 12]),
        ("x" * 25 + "  b", ["x" * 12, "x" * 12, "x  b"]),
        ("漢" * 13 + " b", ["漢" * 6, "漢" * 6, "漢 b"]),
    ],
)
def test_a_long_word_is_folded(text: str, lines: list[str]) -> None:
    """A word that is wider than a line goes on in the next, and others follow it."""
    written = io.StringIO()

    Pen(Console(file=written, width=12)).write(text, indent=0)

    assert written.getvalue().split("\n") == [*lines, ""]


@pytest.mark.timeout(60)  # where each blank begins a search, it takes hours
@pytest.mark.parametrize("blank", [" ", "\t", "\N{NO-BREAK SPACE}"])
def test_blanks_without_end_are_nothing(blank: str) -> None:
    """A line of nothing but blanks, which a submission may print, is an empty one."""
    written = io.StringIO()

    Pen(Console(file=written, width=12)).write(
        f"a{blank * 1_000_000}\n{blank * 1_000_000}\nb", indent=0
    )

    assert written.getvalue() == "a\n\nb\n"
