"""Grants, publications, remarks, hints and drafts do the same in a file and on a server."""

from datetime import timedelta
from fractions import Fraction

import pytest

from grader.model.deadlines import Attempt, Grant
from grader.model.report import Remark
from grader.record.attempts import list_attempts
from grader.record.grants import (
    add_grant,
    find_publication,
    publish,
    read_by_hand,
    read_history,
)
from grader.record.in_progress import (
    Draft,
    DraftChanged,
    hints_taken,
    read_draft,
    save_draft,
    take_hint,
)
from grader.record.remarks import add_remark, list_remarks, marked_rows, remove_remark
from grader.record.store import Store
from tests.unit.record.records import LOOPS, NOW, SUMS, record, settle, submission


def test_history_is_in_the_order_in_which_it_came(store: Store) -> None:
    """The rules read attempts and grants as they happened, not lesson by lesson."""
    for source, lesson in (("1", SUMS), ("2", LOOPS), ("3", SUMS)):
        settle(store, record(store, "ada", source, lesson))
    record(store, "ada", "waits")
    due = NOW + timedelta(days=1)
    with store.writing() as writing:
        add_grant(writing, "ada", Grant(SUMS, due=due), "teacher", "ill", NOW)
        add_grant(writing, "ada", Grant(LOOPS, opens=True, attempts=2), "teacher", "asked", NOW)
        add_grant(writing, "bob", Grant(LOOPS, opens=True), "teacher", "asked", NOW)

    with store.reading() as reading:
        history = read_history(reading, "ada")

    came = [(one.lesson, one.number) for one in history.attempts]
    assert came == [("sums", 1), ("loops", 1), ("sums", 2)]
    assert history.attempts[0] == Attempt(
        SUMS, 1, str(submission("ada", "1").sha256()), Fraction(1), Fraction(1), True, NOW
    )
    assert history.grants == (Grant(SUMS, due=due), Grant(LOOPS, opens=True, attempts=2))


@pytest.mark.parametrize("times", [1, 2])
def test_publishing(times: int, store: Store) -> None:
    """The first publication stays, whoever publishes again."""
    with store.writing() as writing:
        told = [publish(writing, SUMS, f"number {n}", NOW) for n in range(times)]
        found, out = find_publication(writing, SUMS), read_by_hand(writing).published

    assert told == [None, found][:times]
    assert (found.published_by if found else None, out) == ("number 0", frozenset([str(SUMS)]))


def add(store: Store, points: str | None, sha: str | None, student: str = "ann") -> None:
    """Put a remark on record."""
    with store.writing() as writing:
        add_remark(writing, student, SUMS, sha, Remark(None, points, "why", "Dr. Lee", NOW))


def test_remarks_are_read_and_taken_back(store: Store) -> None:
    """A remark comes back as it was, of a student or of a lesson."""
    add(store, "1/2", "ab")
    add(store, None, None, "ben")

    with store.writing() as writing:
        (ann,), everyone = list_remarks(writing, "ann"), list_remarks(writing, lesson=SUMS)
        remove_remark(writing, ann.id)
        left = list_remarks(writing)

    assert (ann.submission_sha256, ann.remark.points) == ("ab", "1/2")
    assert ann.remark.written_at == NOW
    assert [one.student for one in everyone] == ["ann", "ben"]
    assert left == everyone[1:]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ([("0", "own")], ("0", False, True)),
        ([("0", None)], ("0", False, True)),
        ([("1/2", None), ("1", "own")], ("1", True, True)),
        ([("1", "own"), ("1/2", None)], ("1/2", False, True)),
        ([("1/2", "another"), (None, None)], ("1", True, False)),
    ],
)
def test_marks_count_for_their_bytes(
    marks: list[tuple[str | None, str | None]],
    expected: tuple[str, bool, bool],
    store: Store,
) -> None:
    """The last mark on these bytes, or on all, stands for the points; what is on record stays."""
    judged = record(store, "ann")
    record(store, "ann", "waits\n")
    settle(store, judged)
    for points, sha in marks:
        add(store, points, judged.submission_sha256 if sha == "own" else sha)

    with store.reading() as reading:
        listed = list_attempts(reading)
        rows = marked_rows(reading, listed, {SUMS: 1.0})
        (attempt,) = read_history(reading, "ann").attempts

    assert (rows[0].points, rows[0].lesson_passed, rows[0].is_marked) == expected
    assert rows[1].points is None
    assert attempt.points == Fraction(expected[0])
    assert listed[0].points == "1"


def test_a_hint_is_taken_once(store: Store) -> None:
    """Reading a step again changes nothing, and steps are listed in order."""
    with store.writing() as writing:
        for step in (2, 1, 2):
            take_hint(writing, "ada", SUMS, step, NOW)
        take_hint(writing, "bob", LOOPS, 1, NOW)

    with store.reading() as reading:
        assert hints_taken(reading, "ada", SUMS) == [1, 2]
        assert hints_taken(reading, "ada", LOOPS) == []


def test_two_tabs_never_overwrite_each_other(store: Store) -> None:
    """A draft that is based on an earlier save is refused, unless it says the same."""
    with store.writing() as writing:
        first = save_draft(writing, "ada", SUMS, {"a.py": "1", "b.py": ""}, based_on=0)
        second = save_draft(writing, "ada", SUMS, {"a.py": "2"}, based_on=first)
        same = save_draft(writing, "ada", SUMS, {"a.py": "2"}, based_on=first)
        with pytest.raises(DraftChanged):
            save_draft(writing, "ada", SUMS, {"a.py": "3"}, based_on=first)

    with store.reading() as reading:
        assert read_draft(reading, "ada", SUMS) == Draft({"a.py": "2", "b.py": ""}, 2)
        assert read_draft(reading, "ada", LOOPS) == Draft({}, 0)
    assert (first, second, same) == (1, 2, 2)
