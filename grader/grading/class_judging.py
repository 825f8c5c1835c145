"""Puts a class on record and judges what has no verdict there, as others may do meanwhile."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from grader import __version__
from grader.errors import JailError
from grader.model.course import LONGEST_NAME, LessonId
from grader.model.phrases import FIRST, listed
from grader.model.regrade import AttemptChange
from grader.model.report import JudgedSubmission, Report, Verdict
from grader.model.submission import Submission
from grader.model.text import cut_text
from grader.record.attempts import (
    AttemptRow,
    list_attempts,
    list_not_judged,
    put_not_judged,
    read_all_judged,
    record_handed_in,
    rewrite_judged,
    settle_attempt,
    still_as_read,
)
from grader.record.claims import Claims
from grader.record.store import Store
from grader.sandbox.spec import Isolation

if TYPE_CHECKING:
    from grader.advice.lesson_judge import LessonJudge

_AT_ONCE = 200  # submissions a transaction: others who write wait no longer than for these
_SOON = 0.5  # seconds that a verdict waits to be written
_ROUNDS = 3  # in which nothing gets a verdict, before it is given up
_T = TypeVar("_T")


class ClassOnRecord:
    """The submissions of a class, each with its attempt; what is known, and what is to be judged.

    A verdict is known where these bytes have one under the lesson, the grader and the isolation
    as they are now.
    """

    def __init__(
        self,
        store: Store,
        lesson: LessonId,
        version: str,
        isolation: Isolation,
        submissions: Sequence[Submission],
        now: datetime,
    ) -> None:
        self._store, self._lesson, self._now = store, lesson, now
        self._made_by = (version, __version__, isolation)
        self.submissions = {str(one.student): one for one in submissions}
        self._rows: dict[str, AttemptRow] = {}  # by student, of those who handed in a file
        self._outdated: dict[str, Report] = {}  # what they had under an earlier course or grader
        self.judged: dict[str, JudgedSubmission] = {}  # what is known by now
        self.faults: dict[str, JudgedSubmission] = {}  # of ours: the attempts go on waiting
        self.changes: list[AttemptChange] = []  # of what was judged anew
        self._unwritten: list[tuple[str, JudgedSubmission]] = []
        self._written_at = time.monotonic()
        files = [one for one in submissions if one.sources]
        for some in _blocks(files):
            with store.writing() as writing:
                found = record_handed_in(writing, some, lesson, version)
            self._rows |= {str(row.student): row for row in found}
        self._read_known()

    def _read_known(self) -> None:
        """Read what has a verdict by now, by whoever judged it."""
        with self._store.reading() as reading:
            rows = {row.id: row for row in list_attempts(reading, lesson=self._lesson)}
            self._rows = {name: rows.get(row.id, row) for name, row in self._rows.items()}
            known = [one for _, one in read_all_judged(reading, list(self._rows.values()))]
            known += list_not_judged(reading, lesson=self._lesson)
        for judged in known:
            report, one = judged.report, self.submissions.get(judged.report.student)
            if one is None:
                continue
            is_now = (report.course_version, report.grader_version, report.isolation) == (
                self._made_by
            )
            why = (report.verdict, report.message)
            if is_now and (one.sources or why == (one.refused_as, one.refused)):
                self.judged[report.student] = judged
            else:
                self._outdated[report.student] = report

    def left(self) -> list[Submission]:
        """List what has no verdict yet."""
        done = self.judged.keys() | self.faults.keys()
        return [one for student, one in self.submissions.items() if student not in done]

    def judge(
        self, judge: "LessonJudge", claims: Claims, jobs: int, tell: Callable[[int], object]
    ) -> None:
        """Judge what is left, and tell how many have a verdict, after each.

        What another process is judging is waited for.
        """
        # in portions, so that other machines find some of it
        size = claims.at_once * jobs if claims.at_once else len(self.submissions)
        in_vain, todo = 0, self.left()
        while todo and in_vain < _ROUNDS:
            for teams in _blocks(teams_of(todo), size):
                mine = self._claim(teams, claims)
                self._judge_teams(judge, mine, tell)
                for one in (one for team in mine for one in team if one.sources):
                    claims.let_go(self._rows[one.student].id)
            if self.left():  # others may have judged it by now, or be at it
                self._read_known()
            left = self.left()
            if len(left) == len(todo) and (row := self._rows.get(left[0].student)):
                claims.wait_for(row.id)
                claims.let_go(row.id)
                self._read_known()
                left = self.left()
            in_vain = in_vain + 1 if len(left) == len(todo) else 0
            todo = left
        if todo:
            names = listed((str(one.student) for one in todo), FIRST)
            raise JailError(f"No verdict came for {names}. Grade the class again.")

    def _judge_teams(
        self, judge: "LessonJudge", teams: list[list[Submission]], tell: Callable[[int], object]
    ) -> None:
        try:
            for number, judged in judge.judge([team[0] for team in teams]):
                for member in teams[number]:
                    self._add(member, judged)
                tell(len(self.judged) + len(self.faults) + len(self._unwritten))
        finally:
            self._write()  # also where something stopped the rest

    def _claim(self, teams: Sequence[list[Submission]], claims: Claims) -> list[list[Submission]]:
        """Take on what no other process is judging, and none has judged since it was read."""
        rows = [self._rows[one.student] for team in teams for one in team if one.sources]
        taken = [row for row in rows if claims.take(row.id)]
        with self._store.reading() as reading:
            waiting = still_as_read(reading, taken)
        for row in taken:
            if row.id not in waiting:
                claims.let_go(row.id)
        mine = (
            [one for one in team if not one.sources or self._rows[one.student].id in waiting]
            for team in teams
        )
        return [team for team in mine if team]

    def _add(self, member: Submission, judged: JudgedSubmission) -> None:
        """Take on a verdict of a member of a team; it is written soon."""
        known = {"student": member.student, "name": member.name, "handed_in_as": member.origin}
        own = replace(judged, report=replace(judged.report, **known))
        self._unwritten.append((str(member.student), own))
        is_late = time.monotonic() - self._written_at > _SOON
        if is_late or len(self._unwritten) >= _AT_ONCE:
            self._write()

    def _write(self) -> None:
        """Write what was taken on; a verdict that another process has written first stands."""
        unwritten, self._unwritten = self._unwritten, []
        self._written_at = time.monotonic()
        if not unwritten:
            return
        with self._store.writing() as writing:
            for student, judged in unwritten:
                row = self._rows.get(student)
                if judged.report.verdict is Verdict.GRADER_FAULT:
                    self.faults[student] = judged
                elif row is None:
                    put_not_judged(writing, self._lesson, judged)
                    self.judged[student] = judged
                elif settle_attempt(writing, row, judged, self._now):
                    self.judged[student] = judged
                    if row.judged_at is not None:
                        before = self._outdated[student]
                        change = AttemptChange(
                            student, row.lesson, row.number, before, judged.report
                        )
                        self.changes.append(change)

    def note_names(self) -> None:
        """Keep on record what students are called, and what they handed in, as it is now."""
        changed = []
        for student, judged in self.judged.items():
            one, report = self.submissions[student], judged.report
            if (report.name, report.handed_in_as) != (one.name, one.origin):
                report = replace(report, name=one.name, handed_in_as=one.origin)
                changed.append(replace(judged, report=report))
        for some in _blocks(changed):
            with self._store.writing() as writing:
                for judged in some:
                    student = judged.report.student
                    self.judged[student] = judged
                    if student in self._rows:
                        rewrite_judged(writing, self._rows[student], judged)
                    else:
                        put_not_judged(writing, self._lesson, judged)


def teams_of(submissions: Iterable[Submission]) -> list[list[Submission]]:
    """Bring together who handed the same thing in together: it is judged once, for all."""
    teams: dict[tuple[str | None, ...], list[Submission]] = {}
    for one in submissions:
        alone = one.student if one.team is None else None
        teams.setdefault((one.team, alone, one.sha256(), one.refused), []).append(one)
    return list(teams.values())


def _blocks(whole: Sequence[_T], size: int = _AT_ONCE) -> Iterator[Sequence[_T]]:
    """Divide a sequence into blocks of a size."""
    for start in range(0, len(whole), size):
        yield whole[start : start + size]


def can_be_recorded(student: str) -> bool:
    """Tell whether the record can name a student."""
    return 0 < len(student) <= LONGEST_NAME and student.isprintable()


def left_unrecorded(students: Iterable[str]) -> list[str]:
    """Say of each student whom the record cannot name what to do."""
    return [
        f"{cut_text(one, 40)} is not recorded: a name on record has 1 to {LONGEST_NAME} "
        "characters that can be seen. Rename what was submitted."
        for one in students
        if not can_be_recorded(one)
    ]
