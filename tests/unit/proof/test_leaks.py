"""Claims about how a literal of a hidden case is looked for in what students receive."""

import pytest

from grader.proof.leaks import stands_in


@pytest.mark.parametrize(
    ("secret", "text", "is_there"),
    [
        ((12345,), "x = 12345.", True),
        ((12345,), "9912345, 12345.5", False),
        ((-2.5,), "so -2.50 it is", True),
        ((-2.5,), "7-2.5", False),
        ((2, 1, 7), "[\n  2,\n  1,\n  7\n]", True),
        ((2, 1, 7), "( 2; 1; 7.0; )", True),
        ((1, 2, 3, 4), "the grades 1, 2,3 ,4 again", True),
        ((1, 2, 3, 4), "the grades 1, 2, 3, 42", False),
        ((1, 0, 1), "[0, 1, 0, 1], or 1, 0, 1", False),
        ("Not here", 'said "Not\n  here"', True),
    ],
)
def test_where_a_literal_stands(secret: str | tuple[float, ...], text: str, is_there: bool) -> None:
    """A number is found as a whole one, a list by its numbers, a text however it is broken."""
    assert stands_in(secret, f"first\n{text}") is is_there
