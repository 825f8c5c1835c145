"""Attempts are judged again where the course has changed, each once, and taken as a whole."""

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from grader.advice.lesson_judge import LessonJudge
from grader.errors import ContentError, JailError, UsageError
from grader.grading import regrade
from grader.grading.regrade import Regrade, find_outdated, take
from grader.model.report import JudgedSubmission, Remark, Verdict
from grader.model.submission import Submission
from grader.model.unlocking import State
from grader.record.attempts import list_attempts, read_judged
from grader.record.remarks import add_remark
from tests.integration.regrade.recorded_class import FOR_TEXT, MORE, NOW, STRICTER, ClassOnRecord
from tests.unit.record.records import everything

pytestmark = [pytest.mark.jail, pytest.mark.slow]

OTHER = "test_first_hidden.py::test_of_another_kind"


@pytest.fixture
def judgings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the lesson of each judging."""
    noted: list[str] = []
    judge = LessonJudge.judge

    def counted(
        self: LessonJudge, submissions: Sequence[Submission], **options: bool
    ) -> Iterator[tuple[int, JudgedSubmission]]:
        noted.extend([self._lesson.id] * len(submissions))
        return judge(self, submissions, **options)

    monkeypatch.setattr(LessonJudge, "judge", counted)
    return noted


def points(regrade: Regrade) -> dict[str, tuple[str, str]]:
    return {
        one.student: (one.before.points, one.after.points)
        for one in regrade.changes
        if one.is_change
    }


def test_an_unchanged_course(on_record: ClassOnRecord, judgings: list[str]) -> None:
    """Nothing is judged again where nothing was edited that decides a verdict."""
    manifest = on_record.root / "exercises" / "course.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("adding 1", "adding one"), encoding="utf-8")

    with on_record.record() as store:
        outdated = on_record.outdated(store)
        assert on_record.judge(store).attempts == ()

    assert (outdated, judgings) == ([], [])


def test_a_case_that_was_added(on_record: ClassOnRecord, judgings: list[str]) -> None:
    """Each distinct submission of the edited lesson is judged once, and no verdict changes."""
    on_record.add_cases(MORE)
    with on_record.record() as store:
        before = everything(store)

        regrade = on_record.judge(store)

        after = everything(store)
        for rows in (before, after):  # what is proposed is no verdict
            rows["attempts"] = [row[:-1] for row in rows["attempts"]]
        assert after == before
    assert judgings == ["first"] * 4  # of five: two are the same
    assert points(regrade) == {
        "ann": ("2", "3"),
        "ben": ("2", "3"),
        "cleo": ("0", "0"),
        "dan": ("1", "1"),
        "eve": ("0", "0"),
    }
    causes = {one.change.student: one.change.causes for one in regrade.attempts}
    assert causes["ann"] == causes["ben"] == (f"{OTHER}: new, passed",)
    assert causes["cleo"] == (f"{OTHER}: new, failed",)
    assert {one.judged.report.student for one in regrade.attempts} == set(points(regrade))


def test_marks_by_hand_count_before_and_after(on_record: ClassOnRecord) -> None:
    """Points that an instructor gave stay, so a regrade changes nothing in them."""
    on_record.add_cases(MORE)
    remark = Remark(None, "1/2", "Half of it.", "bob", NOW)
    with on_record.record() as store:
        with store.writing() as writing:
            add_remark(writing, "cleo", "first", None, remark)

        regrade = on_record.judge(store)
        cleo = next(one for one in regrade.attempts if one.row.student == "cleo")

    assert (cleo.change.before.points, cleo.change.after.points) == ("1/2", "1/2")
    assert cleo.judged.report.remarks == ()
    assert cleo.judged.report.points != "1/2"


def test_taken_as_a_whole(on_record: ClassOnRecord, judgings: list[str]) -> None:
    """What is taken is on record, and is not judged again."""
    on_record.add_cases(MORE)
    with on_record.record() as store:
        regrade = on_record.judge(store)

        take(store, regrade, NOW)

        with store.reading() as reading:
            row = list_attempts(reading, "ann", "first")[0]
            judged = read_judged(reading, row)
        assert on_record.outdated(store) == []
    assert judged == next(one.judged for one in regrade.attempts if one.row.student == "ann")
    assert (row.points, row.judged_at) == ("3", NOW)
    del judgings[:]
    with on_record.record() as store:
        assert on_record.judge(store).attempts == ()
    assert judgings == []


def test_what_is_passed_stays_passed(on_record: ClassOnRecord) -> None:
    """Whoever had passed and now would not keeps the lesson, and what it opened, for good."""
    assert on_record.states("ben")["second"].state is State.OPEN
    on_record.write_reference(FOR_TEXT)
    for text in (STRICTER, STRICTER.replace("of_text", "of_more_text")):
        on_record.add_cases(text)
        with on_record.record() as store:
            regrade = on_record.judge(store)
            ben = next(one for one in regrade.attempts if one.row.student == "ben")
            take(store, regrade, NOW)

        assert ben.judged.report.lesson_passed is False
        states = on_record.states("ben")
        assert [one.state for one in states.values()] == [State.PASSED, State.OPEN]
        assert states["first"].counted is not None
        assert states["first"].counted.points == 2
    assert on_record.states("dan")["second"].state is State.LOCKED


def test_a_case_that_the_reference_fails(on_record: ClassOnRecord) -> None:
    """A new case that cannot be used stops it; where it is allowed, the author is told."""
    on_record.add_cases(STRICTER)

    with on_record.record() as store:
        with pytest.raises(ContentError, match="test_of_text is left out"):
            on_record.judge(store)
        regrade = on_record.judge(store, allows_left_out=True)

    assert points(regrade) == {}
    assert "test_of_text is left out" in regrade.warnings[0]


def test_a_notebook_is_told_its_cell_again(on_record: ClassOnRecord) -> None:
    """The message for a notebook names the cell as it did when the class was graded."""
    on_record.edit("Seven is the start.", "Seven plus one is eight.")

    with on_record.record() as store:
        regrade = on_record.judge(store)

    eve = next(one.change for one in regrade.attempts if one.row.student == "eve")
    assert eve.after.message == eve.before.message
    assert "Cell 3" in str(eve.after.message)


def test_another_grader(on_record: ClassOnRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version of the grader has judged is outdated too."""
    monkeypatch.setattr(regrade, "__version__", "99")

    with on_record.record() as store:
        assert sum(len(one.rows) for one in on_record.outdated(store)) == 6


def test_a_fault_of_the_graders_refuses_all(
    on_record: ClassOnRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the grader fails on one submission, nothing is given back that could be taken."""
    judge = LessonJudge.judge

    def failing(
        self: LessonJudge, submissions: Sequence[Submission], **options: bool
    ) -> Iterator[tuple[int, JudgedSubmission]]:
        for number, judged in judge(self, submissions, **options):
            report = msgspec.structs.replace(judged.report, verdict=Verdict.GRADER_FAULT)
            yield number, msgspec.structs.replace(judged, report=report)

    monkeypatch.setattr(LessonJudge, "judge", failing)
    on_record.add_cases(MORE)

    with on_record.record() as store, pytest.raises(JailError, match="Nothing has been changed"):
        on_record.judge(store)


def test_lessons_and_students_that_are_not_there(on_record: ClassOnRecord) -> None:
    """A lesson or a student of no such name is said; a lesson that has left is left alone."""
    with on_record.record() as store:
        with pytest.raises(UsageError, match="Did you mean first"):
            find_outdated(on_record.course, store, "frist")
        with pytest.raises(UsageError, match="zoe is not on record"):
            find_outdated(on_record.course, store, student="zoe")
        manifest = on_record.root / "exercises" / "course.toml"
        text = manifest.read_text(encoding="utf-8")
        manifest.write_text(text[: text.rindex("[[lessons]]")], encoding="utf-8")
        assert find_outdated(on_record.course, store) == []
        (on_record.root / "solutions" / "first" / "first.py").unlink()
        with pytest.raises(ContentError, match=r"first\.py cannot be read"):
            find_outdated(on_record.course, store)
