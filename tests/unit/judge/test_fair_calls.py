"""Fair calls are the smallest ones, and none that gives a hidden case away."""

from pathlib import Path
from typing import Any
from unittest.mock import MagicMock, Mock

import msgspec
import numpy as np
import pytest

from grader.border.records import call_text
from grader.judge.fair_calls import (
    MOST_CALLS,
    FairCall,
    choose,
    gives_away,
    hidden_parts,
    order_of,
    parts_of,
    plain_first,
    size_of,
    tells,
)


def call(*arguments: Any) -> FairCall:
    """Write a call of `f`."""
    return FairCall("f", b"", size_of(arguments), call_text("f", arguments, {}))


def test_small_calls_come_first() -> None:
    """Calls go by what there is to look at, then by how long they are written, then by that."""
    calls = [call([3, 1]), call("ab"), call([0.125]), call([2]), call([1]), call({"a": 1}, 2)]

    assert [one.text for one in sorted(calls, key=order_of)] == [
        "f([1])", "f([2])", "f([0.125])", "f('ab')", "f([3, 1])", "f({'a': 1}, 2)",
    ]  # fmt: skip


def test_of_many_calls_the_small_ones_are_kept_and_others_of_all_sizes() -> None:
    """A call is kept once; beyond the number the smaller half is whole, and the rest even."""
    calls = [call("a" * size) for size in range(3 * MOST_CALLS)]

    kept = choose([*reversed(calls), *calls])

    assert len(kept) == MOST_CALLS
    assert kept[: MOST_CALLS // 2] == calls[: MOST_CALLS // 2]
    assert kept[-1].size > 2.9 * MOST_CALLS


HIDDEN = (
    hidden_parts("f", ([3, 1], 2))
    | hidden_parts("g", ("word", {"k": [7, 8, 9]}))
    | parts_of([{"a": [4, 5]}])
)


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
    assert gives_away(HIDDEN, "f", arguments) is gives


def test_an_answer_of_a_hidden_case_is_not_told() -> None:
    """What hidden cases get or expect is no answer that is shown; numbers tell nothing."""
    assert tells(HIDDEN, [4, 5])
    assert not tells(HIDDEN, 2)
    assert not tells(HIDDEN, [5, 4])


def test_a_file_counts_by_what_it_holds(tmp_path: Path) -> None:
    """A path that a hidden case hands over hides the text of its file."""
    given, other = tmp_path / "given.txt", tmp_path / "other.txt"
    given.write_text("one 1\n", encoding="utf-8")
    other.write_text("one 1\n", encoding="utf-8")
    hidden = hidden_parts("read", (given,))

    assert gives_away(hidden, "read", (other,))
    other.write_text("one 2\n", encoding="utf-8")
    assert not gives_away(hidden, "read", (other,))


def test_what_is_no_data_tells_nothing_and_stops_nothing() -> None:
    """Mocks, classes and lists that hold themselves may stand in hidden calls."""
    circle: list[Any] = [1]
    circle.append(circle)

    hidden = hidden_parts("f", (Mock(), MagicMock(spec=list), np.float32, circle, {"a": circle}))

    assert not gives_away(hidden, "f", ([1, 2],))
    assert len(hidden_parts("f", ([[1, 2]] * 1_000_000,))) < 5
    assert gives_away(hidden_parts("f", (np.array([3, 1]),)), "g", ([3, 1],))
    assert gives_away(hidden_parts("f", ({3, 1},)), "g", (frozenset((1, 3)),))


def test_edges_are_asked_last() -> None:
    """What is empty comes behind what is not, and what the reference refuses behind both."""
    texts = {"f([1, 2])": 3, "f([])": 1, "f([[]])": 2, "f(1)": 1, "f(0)": 1}
    calls = [FairCall("f", b"", n, text) for text, n in texts.items()]
    calls[-1] = msgspec.structs.replace(calls[-1], raised="ValueError")

    found = sorted(calls, key=plain_first)

    assert [call.text for call in found] == ["f(1)", "f([1, 2])", "f([])", "f([[]])", "f(0)"]
