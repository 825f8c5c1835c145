"""kill -9 at any moment of a submit loses nothing and doubles nothing."""

import signal
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import msgspec
import pytest

from grader.advice import lesson_judge
from grader.advice.lesson_judge import LessonJudge
from grader.cli import student
from grader.course.lesson_files import LessonFiles
from grader.model.course import Lesson
from grader.model.report import JudgedSubmission, Verdict
from grader.model.submission import Submission
from grader.record.store import FILE, open_store
from grader.study import enrolment, submit
from tests.integration.study.children import (
    command,
    forked,
    killed_at,
    killed_before_write,
)
from tests.integration.study.small_course import WRONG
from tests.integration.study.terminal import STUDENT, Terminal
from tests.unit.record.records import verdict_on

pytestmark = [pytest.mark.jail, pytest.mark.slow]

MOST_WRITES = 60
# the other lesson has no file: before that is said, what waits is judged
NEXT = {"another": ["submit", "once"], "submit": ["submit", "plain"]}


@dataclass(frozen=True)
class Step:
    """A function at whose call a submit is killed, and what is on record by then."""

    owner: Any
    name: str
    verdicts: list[str | None]


def check_sound(terminal: Terminal) -> list[dict[str, Any]]:
    """Look at the whole record; give the attempts."""
    with closing(sqlite3.connect(terminal.data / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        columns = "student, lesson, number, verdict, points, tries"
        rows = connection.execute(f"SELECT {columns} FROM attempts").fetchall()
    return [dict(zip(columns.split(", "), row, strict=True)) for row in rows]


def afresh(terminal: Terminal, name: str) -> Terminal:
    """Give the student a record of its own: opened once, so that its making is not counted."""
    here = replace(terminal, data=terminal.data.with_name(name))
    open_store(str(here.data)).close()
    return here


class _Ready:
    """Stands for a judge that has its verdict at once: here the writes are what is looked at."""

    verdict: ClassVar[JudgedSubmission]

    def __init__(self, _lesson: Lesson, files: LessonFiles, *_: Any) -> None:
        self._version = files.version

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def judge_one(self, _submission: Submission, **_: bool) -> JudgedSubmission:
        """Give the verdict that was made before, as one on the course as it is."""
        report = msgspec.structs.replace(self.verdict.report, course_version=self._version)
        return msgspec.structs.replace(self.verdict, report=report)


@pytest.fixture
def judged_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all children judge so."""
    _Ready.verdict = verdict_on(STUDENT, Verdict.FAILED, "0")
    monkeypatch.setattr(lesson_judge, "LessonJudge", _Ready)


@pytest.mark.usefixtures("judged_at_once")
def test_a_submit_killed_before_any_write_is_whole_after_the_next_submit(
    terminal: Terminal,
) -> None:
    """Before each statement that writes, and before each commit: one attempt, one verdict."""
    terminal.write("plain/plain.py", WRONG.format(n=1))
    were_on_record = []
    for nth in range(1, MOST_WRITES):
        here = afresh(terminal, f"record-{nth}")
        code = forked(killed_before_write(nth, command(here, "submit", "plain")))
        if code != -signal.SIGKILL:
            break
        left = check_sound(here)
        again = sorted(NEXT)[nth % 2]
        forked(command(here, *NEXT[again]))

        after = check_sound(here)
        were_on_record.append(bool(left))
        if left or again == "submit":
            check_once(after, f"write {nth}")
        else:
            assert after == []
    assert code == 1  # at last it lived, and was judged
    assert len(were_on_record) >= 10
    assert set(were_on_record) == {False, True}


def check_once(attempts: list[dict[str, Any]], where: str) -> None:
    """One attempt of the student's, numbered 1, with the verdict that it deserves."""
    assert [row["number"] for row in attempts] == [1], where
    assert attempts[0]["student"] == STUDENT
    assert (attempts[0]["verdict"], attempts[0]["points"]) == ("failed", "0"), where


@pytest.mark.parametrize(
    ("step", "again"),
    [
        (Step(submit, "record_attempt", []), "submit"),
        (Step(submit, "begin_judging", [None]), "another"),
        (Step(LessonJudge, "judge_one", [None]), "submit"),
        (Step(submit, "settle_attempt", [None]), "another"),
        (Step(enrolment.Enrolment, "shown", ["failed"]), "submit"),
        (Step(student, "print_report", ["failed"]), "another"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_submit_killed_at_a_step_is_whole_after_the_next_submit(
    terminal: Terminal, step: Step, again: str
) -> None:
    """Before it is recorded, begun, judged, settled, shown: one attempt, one verdict."""
    terminal.write("plain/plain.py", WRONG.format(n=1))
    here = afresh(terminal, "record")

    code = forked(killed_at(step.owner, step.name, command(here, "submit", "plain")))

    assert code == -signal.SIGKILL
    left = check_sound(here)
    assert [row["verdict"] for row in left] == step.verdicts
    forked(command(here, *NEXT[again]))
    check_once(check_sound(here), step.name)
