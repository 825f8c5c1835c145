"""What stands in a hidden case is known again, and what could stand anywhere is not."""

from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import numpy as np
import pytest

from grader.judge.hidden_parts import digests_of, has, has_call


def hidden_of(*calls: tuple[str, Any]) -> set[str]:
    """Know calls of hidden cases."""
    return {digest for call in calls for digest in digests_of((call[0], *call[1]))}


HIDDEN = hidden_of(("f", ([3, 1], 2)), ("g", ("word", {"k": [7, 8, 9]})))
HIDDEN |= digests_of({"a": [4, 5]})


@pytest.mark.parametrize(
    ("arguments", "gives"),
    [
        (([3, 1], 2), True),  # the call
        (([3, 1], 5), True),  # a list of it
        (((3, 1), 5), True),  # the same as a tuple
        (([3.0, 1.0], 5), True),
        (([1, 3], 2), False),
        ((2,), False),  # a number stands everywhere
        (([], 2), False),  # and so does what is empty
        (("word",), True),
        (("words",), False),
        (({"x": [7, 8, 9]},), True),  # too particular to be in there by chance
        (({"x": [3, 1]},), False),
        (([4, 5],), True),  # of an answer
    ],
)
def test_what_stands_in_a_hidden_case_is_not_asked(
    arguments: tuple[Any, ...], *, gives: bool
) -> None:
    """Neither a hidden call nor what it holds is handed over, of whichever function it is."""
    assert has_call(HIDDEN, "f", arguments) is gives


def test_an_answer_of_a_hidden_case_is_not_told() -> None:
    """What hidden cases get or expect is no answer that is shown; numbers tell nothing."""
    assert has(HIDDEN, [4, 5])
    assert not has(HIDDEN, 2)
    assert not has(HIDDEN, [5, 4])


def test_a_file_counts_by_what_it_holds(tmp_path: Path) -> None:
    """A path that a hidden case hands over hides the text of its file."""
    given, other = tmp_path / "given.txt", tmp_path / "other.txt"
    given.write_text("one 1\n", encoding="utf-8")
    other.write_text("one 1\n", encoding="utf-8")
    hidden = hidden_of(("read", (given,)))

    assert has_call(hidden, "read", (other,))
    other.write_text("one 2\n", encoding="utf-8")
    assert not has_call(hidden, "read", (other,))


def test_what_is_no_data_tells_nothing_and_stops_nothing() -> None:
    """Mocks, classes and lists that hold themselves may stand in hidden calls."""
    circle: list[Any] = [1]
    circle.append(circle)

    no_data = (Mock(), MagicMock(spec=list), np.float32, circle, {"a": circle})
    hidden = hidden_of(("f", no_data))

    assert not has_call(hidden, "f", ([1, 2],))
    assert len(hidden_of(("f", ([[1, 2]] * 1_000_000,)))) < 5
    assert has_call(hidden_of(("f", (np.array([3, 1]),))), "g", ([3, 1],))
    assert has_call(hidden_of(("f", ({3, 1},))), "g", (frozenset((1, 3)),))
