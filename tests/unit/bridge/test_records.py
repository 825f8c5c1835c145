"""Claims about the calls of a case as a fingerprint."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest

from grader.bridge.exceptions import SubmissionEnded, TooMuchPrinted
from grader.bridge.records import Records, normal, value_text
from grader.wire.conversation import Breach


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0.1 + 0.2, 0.3),
        (0.7941990625, 0.7941990624999999),  # a tie at the ninth digit, and a bit below it
        (2, 2.0),
        (np.float64(0.5), 0.5),
        (np.int64(3), 3),
        (np.array([0.1 + 0.2, 1.0]), np.array([0.3, 1.0])),
        (np.array([1, 2]), np.array([1.0, 2.0])),
        ({"a": 0.1 + 0.2}, {"a": 0.3}),
        ({3, 1}, {1, 3}),
        (pd.Series([0.1 + 0.2]), pd.Series([0.3])),
    ],
)
def test_rounding_makes_no_difference(one: object, other: object) -> None:
    """Values that differ by nothing but rounding are written alike."""
    assert normal(one) == normal(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0.5, 0.500001),
        ([1, 2], (1, 2)),
        (np.arange(300.0), np.append(np.arange(299.0), 7.0)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.zeros(10_000), np.ones(10_000)),
        (np.array([1.0]), [1.0]),
        (np.array(["a"]), np.array(["b"])),
        (10**400, 10**400 + 1),
        (float("nan"), None),
        (pd.DataFrame({"a": range(99)}), pd.DataFrame({"a": [*range(98), 0]})),
        (pd.DataFrame({"a": [1]}), pd.DataFrame({"b": [1]})),
    ],
)
def test_what_differs_is_told_apart(one: object, other: object) -> None:
    """Values that differ are written differently, also far behind in an array."""
    assert normal(one) != normal(other)


def test_a_number_too_long_to_write_is_no_error() -> None:
    """A value that Python refuses to show is named by its type."""
    assert normal(deque([10**5000])) == value_text(deque([10**5000])) == "<deque>"


def _one() -> Iterator[int]:
    yield 1


def test_an_address_makes_no_difference() -> None:
    """A function or generator of the test's is the same input, wherever it lies in memory."""
    functions, generators = [lambda: 1, lambda: 1], [_one(), _one()]

    assert normal(functions[0]) == normal(functions[1])
    assert normal(generators[0]) == normal(generators[1])


@pytest.mark.parametrize("kind", [str, PurePosixPath, lambda path: [path.encode()]])
def test_the_folder_of_a_run_makes_no_difference(kind: Callable[[str], object]) -> None:
    """The path of a case's own file is the same input, whichever jail or worker the case is in."""
    here, there, other = (
        kind(f"/tmp/grader-{name}/scratch/cases/case_c0_0/{file}.csv")
        for name, file in (("worker-x9_t2", "a"), ("jail-b81", "a"), ("jail-b81", "b"))
    )

    assert normal(here) == normal(there) != normal(other)


def test_the_number_of_a_mock_makes_no_difference() -> None:
    """A mock of the test's is the same input in each run; its name tells it from others."""
    assert normal(Mock(name="down")) == normal(Mock(name="down")) != normal(Mock(name="up"))


@pytest.mark.slow
def test_what_is_kept_of_a_case_is_bounded() -> None:
    """A value of millions of characters, given again and again, fills no memory."""
    records, row = Records(), ["x" * 1990] * 50

    for _ in range(100):
        records.record("f", ([row] * 50,), {}, lambda: [row] * 50)

    assert sum(len(part) for call in records.calls for part in call) < 250_000
    assert len(records.calls) + records.left_out == 100


@pytest.mark.parametrize(
    ("raised", "calls"),
    [
        (ValueError(3), [("add(1)", "raised ValueError")]),
        (SystemExit(3), [("add(1)", "raised SystemExit")]),
        (SubmissionEnded("ended"), []),
        (TooMuchPrinted(), []),
        (Breach(), []),
    ],
)
def test_a_call_that_raises_is_noted_where_the_submission_raised(
    raised: BaseException, calls: list[tuple[str, str]]
) -> None:
    """What the session itself raises is no result of the call."""
    records = Records()

    def call() -> None:
        raise raised

    with pytest.raises(type(raised)):
        records.record("add", (1,), {}, call)

    assert (records.calls, records.latest) == (calls, "add")


def test_arguments_are_known_again() -> None:
    """An object that was handed over and has changed since is known by identity."""
    records, same, other = Records(), [1, 2], [1, 2]

    records.record("add", (same, other), {"by": {"a": 1}}, lambda: other.append(3))

    assert [records.was_changed(one) for one in (same, other, [1, 2, 3])] == [False, True, False]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (np.float64(0.5), "0.5"),
        (np.float32(0.1), "0.10000000149011612"),
        (np.int32(3), "3"),
        (np.uint8(3), "3"),
        (np.bool_(True), "True"),
        ([np.float64(0.5), {"a": np.int64(2)}], "[0.5, {'a': 2}]"),
        (np.array([0.5]), "array([0.5])"),
        (np.array(0.5), "array(0.5)"),
        (np.str_("a"), "np.str_('a')"),
    ],
)
def test_numbers_of_numpy_are_numbers(value: object, shown: str) -> None:
    """A number is shown as a number, whoever made it; an array is shown as one."""
    assert value_text(value) == shown


@pytest.mark.parametrize("is_named", [False, True])
def test_the_clock_is_another_input_each_time(is_named: bool) -> None:
    """A number that is the same to nine digits behaves alike, and was not the same input."""
    first, second = Records(), Records()
    for records, now in ((first, 1_790_000_000.125), (second, 1_790_000_000.875)):
        args, named = () if is_named else (now,), {"x": now} if is_named else {}
        records.record("add", args, named, lambda: None)

    assert first.fingerprint() == second.fingerprint()
    assert first.inputs() != second.inputs()
