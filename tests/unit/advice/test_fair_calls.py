"""Fair calls are the smallest ones, and those that are no edges."""

from typing import Any

import msgspec

from grader.advice.fair_calls import (
    MOST_CALLS,
    FairCall,
    choose,
    order_of,
    plain_first,
    size_of,
)
from grader.border.records import call_text


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


def test_edges_are_asked_last() -> None:
    """What is empty comes behind what is not, and what the reference refuses behind both."""
    texts = {"f([1, 2])": 3, "f([])": 1, "f([[]])": 2, "f(1)": 1, "f(0)": 1}
    calls = [FairCall("f", b"", n, text) for text, n in texts.items()]
    calls[-1] = msgspec.structs.replace(calls[-1], raised="ValueError")

    found = sorted(calls, key=plain_first)

    assert [call.text for call in found] == ["f(1)", "f([1, 2])", "f([])", "f([[]])", "f(0)"]
