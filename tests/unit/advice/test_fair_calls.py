"""Fair calls are the smallest ones, and those that are no edges."""

from typing import Any

import msgspec

from grader.advice.fair_calls import FairCall, Inputs
from grader.advice.interview import MOST_CALLS, choose, plain_first
from grader.judge.jobs import HiddenParts


def chosen(*calls: tuple[Any, ...]) -> list[str]:
    """Write the calls of `f` that are kept of these."""
    found = choose(Inputs("f", "close", list(calls)), HiddenParts(), [])
    return [call.text for call in found]


def test_short_calls_come_first() -> None:
    """Calls go by how long they are written, then by what is written."""
    calls = [([3, 1],), ("ab",), ([0.125],), ([2],), ([1],), ({"a": 1}, 2)]

    assert chosen(*calls) == [
        "f([1])", "f([2])", "f('ab')", "f([3, 1])", "f([0.125])", "f({'a': 1}, 2)",
    ]  # fmt: skip


def test_of_many_calls_the_small_ones_are_kept_and_others_of_all_sizes() -> None:
    """A call is kept once; beyond the number the smaller half is whole, and the rest even."""
    calls: list[tuple[Any, ...]] = [(number,) for number in range(3 * MOST_CALLS)]

    kept = chosen(*reversed(calls), *calls)

    assert len(kept) == MOST_CALLS
    assert kept[: MOST_CALLS // 2] == [f"f({number})" for number in range(MOST_CALLS // 2)]
    assert int(kept[-1][2:-1]) > 2.9 * MOST_CALLS


def test_edges_are_asked_last() -> None:
    """What is empty comes behind what is not, and what the reference refuses behind both."""
    texts = ["f([1, 2])", "f([])", "f([[]])", "f(1)", "f(0)"]
    calls = [FairCall("f", b"", text) for text in texts]
    calls[-1] = msgspec.structs.replace(calls[-1], raised="ValueError")

    found = sorted(calls, key=plain_first)

    assert [call.text for call in found] == ["f(1)", "f([1, 2])", "f([])", "f([[]])", "f(0)"]
