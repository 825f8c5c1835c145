"""A case that looks for a bare number in what is printed is found; one that compares lines not."""

import ast

import pytest

from grader.proof.hidden_files import line_of_bare_number


def found(check: str) -> int | None:
    """Find the line in a case that reads what is printed."""
    source = f"def test(capsys):\n    show()\n    out = capsys.readouterr().out\n    {check}\n"
    return line_of_bare_number(ast.parse(source))


@pytest.mark.parametrize("check", ["assert '3' in out", "assert str(count) in out"])
def test_a_bare_number_is_found(check: str) -> None:
    """3 is in 13, so that nearly anything that is printed passes."""
    assert found(check) == 4


@pytest.mark.parametrize(
    "check",
    ["assert 'Mean: 2.50' in out", "assert out == '3\\n'", "assert 3 in numbers(out)", "pass"],
)
def test_whole_lines_are_not(check: str) -> None:
    """What says more than a number, or compares all, is fine."""
    assert found(check) is None


def test_a_case_that_reads_nothing_printed_may_look_for_numbers() -> None:
    """What a function gives is another matter."""
    assert line_of_bare_number(ast.parse("def test():\n    assert '3' in text(3)\n")) is None
