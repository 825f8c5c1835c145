"""A class is on record before it is judged; each verdict is written once."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader import __version__
from grader.grading.class_record import ClassOnRecord, left_unrecorded
from grader.model.course import LessonId, StudentId
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission
from grader.record.attempts import list_attempts
from grader.record.claims import FileClaims
from grader.record.store import Store, open_store
from tests.unit.judged_builders import judged

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
SUMS = LessonId("sums")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty record."""
    opened = open_store(str(tmp_path / "record"))
    yield opened
    opened.close()


def handed_in(student: str, text: str = "x = 1\n") -> Submission:
    """Hand in one file."""
    return Submission(StudentId(student), {"sums.py": text.encode()})


def on_record(store: Store, class_: Sequence[Submission], version: str = "1") -> ClassOnRecord:
    """Put a class on record."""
    return ClassOnRecord(store, SUMS, version, "full", class_, NOW)


def verdict(student: str, version: str = "1", **changes: Any) -> JudgedSubmission:
    """What judging comes to now."""
    made_by: dict[str, Any] = {"grader_version": __version__, "isolation": "full"}
    return judged(student, course_version=version, **made_by, **changes)


def test_nothing_is_judged_twice(store: Store) -> None:
    """More students than a transaction takes; another run knows each verdict that was written."""
    class_ = [handed_in(f"s{number:03}") for number in range(450)]
    first = on_record(store, class_)
    with store.reading() as reading:
        before = list_attempts(reading)
    with first:
        for one in class_[:440]:
            first.add(one.student, verdict(one.student))

    again = on_record(store, class_)

    assert [row.judged_at for row in before] == [None] * 450
    assert [one.student for one in again.left()] == [one.student for one in class_[440:]]
    assert not any(one.is_new for one in again.attempts.values())


def test_what_was_judged_otherwise_is_left_to_judge(store: Store) -> None:
    """Under another version, another grader or another isolation; the change is told."""
    class_ = [handed_in("ann")]
    first = on_record(store, class_)
    first.add("ann", verdict("ann"))
    first.write()

    newer = on_record(store, class_, "2")
    newer.add("ann", verdict("ann", "2", verdict=Verdict.PASSED, points="1"))
    newer.write()

    assert [one.before.points for one in newer.changes] == ["0"]
    assert [one.after.points for one in newer.changes] == ["1"]
    assert on_record(store, class_, "2").left() == []
    assert on_record(store, class_, "1").left() == class_


def test_a_fault_of_ours_is_no_verdict(store: Store) -> None:
    """The attempt waits, so that the next run judges it."""
    class_ = [handed_in("ann")]
    first = on_record(store, class_)
    first.add("ann", verdict("ann", verdict=Verdict.GRADER_FAULT))
    first.write()

    assert (first.left(), list(first.faults)) == ([], ["ann"])
    assert on_record(store, class_).left() == class_


def test_whoever_writes_first_is_believed(store: Store) -> None:
    """A verdict that another process wrote meanwhile is read, not overwritten."""
    class_ = [handed_in("ann")]
    ours, theirs = on_record(store, class_), on_record(store, class_)
    theirs.add("ann", verdict("ann", verdict=Verdict.PASSED, points="1"))
    theirs.write()
    ours.add("ann", verdict("ann"))
    ours.write()

    assert ours.judged["ann"].report.points == "1"


def test_who_handed_in_nothing_is_on_record_until_something_comes(store: Store) -> None:
    """The reason is kept, and known again as long as it is the same."""
    why = "Nothing was handed in."
    missing = Submission(StudentId("ben"), refused=why, refused_as=Verdict.MISSING)
    first = on_record(store, [missing])
    report = verdict("ben", verdict=Verdict.MISSING, cases=(), message=why)
    first.add("ben", report)
    first.write()

    again = on_record(store, [missing])
    later = on_record(store, [handed_in("ben")])

    assert (again.left(), again.judged["ben"].report.message) == ([], why)
    assert [one.student for one in later.left()] == ["ben"]
    assert on_record(store, [missing]).left() == [missing]


def test_only_what_is_claimed_is_judged(store: Store, tmp_path: Path) -> None:
    """One who handed in nothing needs no claim."""
    missing = Submission(StudentId("ben"), refused="Nothing.", refused_as=Verdict.MISSING)
    class_ = [handed_in("ann"), missing]
    known = on_record(store, class_)
    claims = FileClaims(tmp_path / "claims")

    mine = known.claim(class_, claims)
    known.let_go(mine, claims)
    claims.close()

    assert mine == class_


@pytest.mark.parametrize("name", ["n" * 201, "a\nb", ""])
def test_a_name_that_the_record_cannot_take(name: str) -> None:
    """It is said in a sentence what to do."""
    (said,) = left_unrecorded([name, "ann"])

    assert "is not recorded: a name on record has 1 to 200 characters" in said
