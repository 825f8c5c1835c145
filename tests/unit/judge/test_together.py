"""What a jail tells becomes events, sentences and values; out of turn it is a breach."""

import math

import msgspec
import pytest

from grader.cases.case_info import CaseInfo
from grader.cases.messages import (
    Began,
    Compared,
    Found,
    Line,
    Over,
    Side,
    Told,
    Trouble,
    Went,
    framed,
)
from grader.judge.events import CaseResult, Collected, Ended, Event, Failure, Finished, Started
from grader.judge.together import ToldEvents

HIDDEN = {"test_sums.py": b"def test_one():\n    assert add(1, 2) == 3\n"}
IN_CASE = Line(True, "test_sums.py", 2, "test_one")
IN_FILE = Line(False, "sums.py", 7, "add")
OF_FILE = Line(False, "sums.py", 1, "<module>")
FOUND = Found([CaseInfo("one", "adds")], {})


def events(*told: Told) -> list[Event]:
    """Read messages."""
    return ToldEvents(HIDDEN).feed(b"".join(map(framed, told)))


def result_of(trouble: Trouble) -> CaseResult:
    """Read how the one case went."""
    ended = events(FOUND, Began("one"), Went("one", "failed", 0.0, trouble))[-1]
    assert isinstance(ended, Ended)
    return ended.result


def trouble(*lines: Line, kind: str = "builtins.ValueError", text: str = "no") -> Trouble:
    """Describe an exception that passed these lines."""
    return Trouble([kind, "builtins.Exception"], text, list(lines), "Assertion" in kind)


def compared(got: Side, expected: Side, operator: str = "==") -> Trouble:
    """Describe a comparison that failed."""
    failed = trouble(IN_CASE, kind="builtins.AssertionError", text="assert")
    return msgspec.structs.replace(failed, compared=Compared(got, expected, operator))


def test_a_run_in_order() -> None:
    """Cases are collected, begin, go and are over."""
    found = events(FOUND, Began("one"), Went("one", "passed", 1e-9, share=0.25), Over())

    result = CaseResult("one", "passed", share=0.25, seconds=1e-9, fingerprint="passed")
    assert found == [
        Collected(FOUND.cases, {}, []),
        Started("one"),
        Ended(result),
        Finished("done", ""),
    ]


def test_a_full_process() -> None:
    """One that has no memory left is told from one that is done."""
    assert events(FOUND, Over(is_full=True))[-1] == Finished("memory", "")


@pytest.mark.parametrize(
    "told",
    [
        (Began("one"),),
        (FOUND, FOUND),
        (FOUND, Went("one", "passed", 0.0)),
        (FOUND, Began("two")),
        (FOUND, Began("one"), Began("one")),
        (FOUND, Began("one"), Went("two", "passed", 0.0)),
        (FOUND, Began("one"), Went("one", "passed", 0.0), Went("one", "passed", 0.0)),
    ],
)
def test_out_of_turn(told: tuple[Told, ...]) -> None:
    """A message that cannot come now is a breach, with a reason for the instructor."""
    last = events(*told)[-1]

    assert isinstance(last, Finished)
    assert last.why == "breach"
    assert "out of turn" in last.detail


def test_what_came_before_rubbish_stands() -> None:
    """Events before a breach are kept."""
    found = ToldEvents(HIDDEN).feed(framed(FOUND) + framed(Began("one")) + b"rubbish" * 9)

    assert [type(event) for event in found] == [Collected, Started, Finished]


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -1.0, 1e300])
def test_impossible_times(seconds: float) -> None:
    """A time that no clock shows, or that did not go by, is none."""
    ended = events(FOUND, Began("one"), Went("one", "passed", seconds))[-1]

    assert isinstance(ended, Ended)
    assert ended.result.seconds == 0.0


def test_raised_in_the_submission() -> None:
    """What the submission's own lines raised is said with the last of them."""
    result = result_of(trouble(IN_CASE, IN_FILE))

    types = "builtins.ValueError|builtins.Exception"
    assert result.failure == Failure("raised", types, text="no", file="sums.py", line=7)
    assert result.shown == (None, None, "ValueError: no")
    assert result.frames == [("test_sums.py", 2, "test_one", "assert add(1, 2) == 3")]
    assert result.text == "ValueError: no"


@pytest.mark.parametrize(
    ("told", "failure", "shown"),
    [
        (
            compared(Side("number", "4"), Side("number", "3")),
            Failure("wrong_value"),
            (None, "3", "4"),
        ),
        (
            compared(Side("list", "[3]"), Side("number", "3")),
            Failure("wrong_type", "list", "number"),
            (None, "3", "[3]"),
        ),
        (
            compared(Side("Own", "Own()"), Side("number", "3")),
            Failure("wrong_value"),
            (None, "3", "Own()"),
        ),
        (
            compared(Side("number", "4"), Side("number", "3"), "<"),
            Failure("wrong_value"),
            (None, "less than 3", "4"),
        ),
        (
            trouble(IN_CASE, kind="builtins.AssertionError", text="assert False"),
            Failure("asserted", text="assert False"),
            (None, None, None),
        ),
        (
            trouble(IN_CASE, kind="_pytest.outcomes.Failed", text="DID NOT RAISE TypeError"),
            Failure("not_raised"),
            (None, "TypeError to be raised", None),
        ),
        (
            trouble(IN_CASE, kind="builtins.TypeError", text="not iterable"),
            Failure("unusable", "TypeError", text="not iterable"),
            (None, None, None),
        ),
    ],
    ids=["value", "type", "own class", "order", "plain assert", "not raised", "unusable"],
)
def test_failures(
    told: Trouble, failure: Failure, shown: tuple[str | None, str | None, str | None]
) -> None:
    """What failed in the case itself is said in kinds, as in other lessons."""
    result = result_of(told)

    assert (result.failure, result.shown) == (failure, shown)


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (trouble(IN_CASE, OF_FILE), "import"),
        (trouble(IN_CASE, OF_FILE, IN_FILE), "import"),
        (trouble(IN_CASE, IN_FILE), "raised"),
        (trouble(IN_CASE), "test_error"),
        (msgspec.structs.replace(trouble(IN_CASE), is_import=True), "import"),
    ],
    ids=["at the top", "below the top", "in a function", "of the case", "no such name"],
)
def test_files_that_cannot_be_imported(told: Trouble, kind: str) -> None:
    """Only what happened while the submission was imported is said in full."""
    (collected,) = events(Found([], {"test_sums.py": told}))

    assert isinstance(collected, Collected)
    failure = collected.broken["test_sums.py"]
    assert failure.kind == kind
    assert ("no" in failure.text) == (kind != "test_error")


def test_frames_of_unknown_files() -> None:
    """A frame of a file that is not hidden here is left out, and control characters are seen."""
    odd = trouble(Line(True, "/etc/passwd", 1, "f"), Line(True, "test_sums.py", 9, "f\x1b[2J"))

    assert result_of(odd).frames == [("test_sums.py", 9, "f\\x1b[2J", "")]


def test_alike_and_not() -> None:
    """Equal failures have one fingerprint, other values another."""
    three = compared(Side("number", "3"), Side("number", "4"))
    five = compared(Side("number", "5"), Side("number", "4"))

    assert result_of(three).fingerprint == result_of(three).fingerprint
    assert result_of(three).fingerprint != result_of(five).fingerprint
