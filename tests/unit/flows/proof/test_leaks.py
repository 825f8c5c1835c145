"""Claims about how a literal of a hidden case is looked for in what students receive."""

import re
from pathlib import Path

import pytest

from grader.flows.proof.leaks import Given, _plain_text, _wanted

FOUND = [
    ("12345", "x = 12345;", True),
    ("12345", "9912345, 12345.5", False),
    ("-2.5", "so -2.50 it is", True),
    ("-2.5", "7-2.5", False),
    ("[1, 2, 3, 4]", "the grades 1, 2,3 ,4 again", True),
    ("[1, 2, 3, 4]", "the grades 1, 2, 3, 42", False),
    ("'Not here'", 'said "Not here"', True),
]


def given(text: str) -> Given:
    return Given(Path("data.csv"), text, _plain_text(text), is_python=False, has_lines=True)


@pytest.mark.parametrize(("literal", "text", "is_there"), FOUND)
def test_where_a_literal_stands(literal: str, text: str, is_there: bool) -> None:
    """A number is found as a whole one, a list also without its brackets, a text as it is."""
    assert given(f"first\n{text}").holds(_wanted(literal)) is is_there
    assert given(f"first\n{text}").line_with(_wanted(literal)) == (2 if is_there else None)


def test_a_large_file_is_not_searched_for_each_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no word of a file is known without reading it again: a search takes 0.1 s in 3 MB."""
    file = given("0.9912345, 3.14\n" * 9)
    file.holds(_wanted("3.15"))
    monkeypatch.setattr(re, "search", lambda *_: pytest.fail("it is searched"))

    assert not file.holds(_wanted("12345"))
