"""A class is on record before it is judged; each verdict is written once."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from grader import __version__
from grader.advice.lesson_judge import LessonJudge
from grader.errors import JailError
from grader.grading.class_judging import ClassOnRecord, left_unrecorded
from grader.model.course import LessonId, StudentId
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission
from grader.record.attempts import list_attempts, read_judged
from grader.record.claims import Claims, FileClaims
from grader.record.store import Store, open_store
from tests.unit.judged_builders import judged

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
SUMS = LessonId("sums")
MISSING = Submission(StudentId("ben"), refused="Nothing.", refused_as=Verdict.MISSING)
PASSED = {"verdict": Verdict.PASSED, "points": "1"}
Judge = Callable[[Submission], JudgedSubmission]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty record."""
    opened = open_store(str(tmp_path / "record"))
    yield opened
    opened.close()


@pytest.fixture
def claims(tmp_path: Path) -> Iterator[Claims]:
    """The claims of this process."""
    opened = FileClaims(tmp_path / "claims")
    yield opened
    opened.close()


class FakeJudge:
    """Judges by a function, and remembers whom."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.asked: list[str] = []

    def judge(self, submissions: Sequence[Submission]) -> Iterator[tuple[int, JudgedSubmission]]:
        """Judge them in their order."""
        for number, one in enumerate(submissions):
            self.asked.append(one.student)
            yield number, self._judge(one)


def handed_in(student: str, **changes: Any) -> Submission:
    """Hand in one file."""
    return replace(Submission(StudentId(student), {"sums.py": b"x = 1\n"}), **changes)


def on_record(store: Store, class_: Sequence[Submission], version: str = "1") -> ClassOnRecord:
    """Put a class on record."""
    return ClassOnRecord(store, SUMS, version, "full", class_, NOW)


def verdict(one: Submission, version: str = "1", **changes: Any) -> JudgedSubmission:
    """What judging comes to now."""
    made_by: dict[str, Any] = {"grader_version": __version__, "isolation": "full"}
    return judged(one.student, course_version=version, **made_by, **changes)


def judge_all(known: ClassOnRecord, claims: Claims, judge: Judge = verdict) -> list[str]:
    """Judge a class, and name who was judged."""
    fake = FakeJudge(judge)
    known.judge(cast(LessonJudge, fake), claims, 1, lambda _: None)
    return fake.asked


def test_nothing_is_judged_twice(store: Store, claims: Claims) -> None:
    """More students than a transaction takes; a run that is stopped keeps what was judged."""
    class_ = [handed_in(f"s{number:03}") for number in range(450)]

    def stopped(one: Submission) -> JudgedSubmission:
        if one.student == "s440":
            raise KeyboardInterrupt
        return verdict(one)

    first = on_record(store, class_)
    with store.reading() as reading:
        before = list_attempts(reading)
    with pytest.raises(KeyboardInterrupt):
        judge_all(first, claims, stopped)
    again = on_record(store, class_)

    assert [row.judged_at for row in before] == [None] * 450
    assert again.left() == class_[440:]
    assert judge_all(again, claims) == [one.student for one in class_[440:]]
    assert len(again.judged) == 450


def test_what_was_judged_otherwise_is_judged_anew(store: Store, claims: Claims) -> None:
    """Under another version, another grader or another isolation; the change is told."""
    class_ = [handed_in("ann")]
    judge_all(on_record(store, class_), claims)

    newer = on_record(store, class_, "2")
    judge_all(newer, claims, lambda one: verdict(one, "2", **PASSED))

    assert [(one.before.points, one.after.points) for one in newer.changes] == [("0", "1")]
    assert on_record(store, class_, "2").left() == []
    assert on_record(store, class_, "1").left() == class_
    assert ClassOnRecord(store, SUMS, "2", "reduced", class_, NOW).left() == class_


def test_a_fault_of_ours_is_no_verdict(store: Store, claims: Claims) -> None:
    """The attempt waits, so that the next run judges it."""
    class_ = [handed_in("ann")]
    first = on_record(store, class_)
    judge_all(first, claims, lambda one: verdict(one, verdict=Verdict.GRADER_FAULT))

    assert (first.left(), list(first.faults)) == ([], ["ann"])
    assert on_record(store, class_).left() == class_


def test_whoever_writes_first_is_believed(store: Store, claims: Claims) -> None:
    """A verdict that another process wrote meanwhile is read, not overwritten."""
    class_ = [handed_in("ann"), handed_in("cem")]
    ours, theirs = on_record(store, class_), on_record(store, class_)

    def overtaken(one: Submission) -> JudgedSubmission:
        if theirs.left():
            judge_all(theirs, claims, lambda one: verdict(one, **PASSED))
        return verdict(one)

    asked = judge_all(ours, claims, overtaken)

    assert asked == ["ann", "cem"]
    assert [one.report.points for one in ours.judged.values()] == ["1", "1"]


def test_what_was_judged_since_is_not_judged_again(store: Store, claims: Claims) -> None:
    """Two graders of one class share the work."""
    class_ = [handed_in("ann")]
    ours = on_record(store, class_)
    judge_all(on_record(store, class_), claims)

    assert judge_all(ours, claims) == []
    assert list(ours.judged) == ["ann"]


def test_a_student_who_is_forgotten_meanwhile_gets_no_verdict(store: Store, claims: Claims) -> None:
    """The class ends with a sentence, and not never."""
    ours = on_record(store, [handed_in("ann")])
    with store.writing() as writing:
        writing.exec_driver_sql("DELETE FROM attempts")

    with pytest.raises(JailError, match="No verdict came for ann"):
        judge_all(ours, claims)


def test_a_team_is_judged_once(store: Store, claims: Claims) -> None:
    """Each member has the verdict under their own name; others with the same bytes their own."""
    class_ = [handed_in("ann", team="1", name="Ann L."), handed_in("ben", team="1")]
    known = on_record(store, [*class_, handed_in("cem")])

    assert judge_all(known, claims) == ["ann", "cem"]
    names = {student: one.report.name for student, one in known.judged.items()}
    assert names == {"ann": "Ann L.", "ben": None, "cem": None}
    assert known.judged["ben"].report.student == "ben"


def test_who_handed_in_nothing_is_on_record_until_something_comes(
    store: Store, claims: Claims
) -> None:
    """The reason is kept, and known again as long as it is the same."""
    first = on_record(store, [MISSING])
    judge_all(
        first,
        claims,
        lambda one: verdict(one, verdict=Verdict.MISSING, cases=(), message="Nothing."),
    )

    again = on_record(store, [MISSING])
    otherwise = on_record(store, [replace(MISSING, refused="Two files.")])
    later = on_record(store, [handed_in("ben")])

    assert (again.left(), again.judged["ben"].report.message) == ([], "Nothing.")
    assert len(otherwise.left()) == len(later.left()) == 1
    assert on_record(store, [MISSING]).left() == [MISSING]


def test_a_name_that_comes_later_is_noted(store: Store, claims: Claims) -> None:
    """As the roster has it now; the verdict is not judged again for it."""
    judge_all(on_record(store, [handed_in("ann")]), claims)
    named = on_record(store, [handed_in("ann", name="Ann L.", origin="a/b.py")])

    assert judge_all(named, claims) == []
    named.note_names()

    with store.reading() as reading:
        judged = read_judged(reading, list_attempts(reading)[0])
    assert judged is not None
    assert (judged.report.name, judged.report.handed_in_as) == ("Ann L.", "a/b.py")


@pytest.mark.parametrize("name", ["n" * 201, "a\nb", ""])
def test_a_name_that_the_record_cannot_take(name: str) -> None:
    """It is said in a sentence what to do."""
    (said,) = left_unrecorded([name, "ann"])

    assert "is not recorded: a name on record has 1 to 200 characters" in said
