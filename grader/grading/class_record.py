"""Puts a class on record before it is judged, and its verdicts as they come."""

import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Self

from msgspec.structs import replace

from grader import __version__
from grader.errors import StoreError
from grader.model.course import LONGEST_NAME, LessonId
from grader.model.regrade import AttemptChange
from grader.model.report import JudgedSubmission, Report, Verdict
from grader.model.submission import Submission
from grader.model.text import cut_text
from grader.record.attempts import (
    AttemptRow,
    HandedIn,
    drop_not_judged,
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
from grader.record.regrades import replace_verdicts
from grader.record.store import Store
from grader.sandbox.spec import Isolation

_AT_ONCE = 200  # submissions a transaction: others who write wait no longer than for these
_SOON = 0.5  # seconds that a verdict waits to be written


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
        self._store, self._lesson, self._version = store, lesson, version
        self._isolation, self._now = isolation, now
        self._submissions = {str(one.student): one for one in submissions}
        self.attempts: dict[str, HandedIn] = {}  # by student, of those who handed in a file
        self.judged: dict[str, JudgedSubmission] = {}  # what is known by now
        self.faults: dict[str, JudgedSubmission] = {}  # of ours: the attempts go on waiting
        self.changes: list[AttemptChange] = []  # of what was judged anew
        self._unwritten: list[tuple[str, JudgedSubmission]] = []
        self._written_at = time.monotonic()
        files = [one for one in submissions if one.sources]
        for start in range(0, len(files), _AT_ONCE):
            some = files[start : start + _AT_ONCE]
            with store.writing() as writing:
                for one in some:
                    drop_not_judged(writing, one.student, lesson)
                found = record_handed_in(writing, some, lesson, version, now)
            self.attempts |= {str(one.row.student): one for one in found}
        self.read_known()

    def read_known(self) -> None:
        """Read what has a verdict by now, by whoever judged it."""
        with self._store.reading() as reading:
            rows = {row.id: row for row in list_attempts(reading, lesson=self._lesson)}
            for student, one in self.attempts.items():
                self.attempts[student] = replace(one, row=rows.get(one.row.id, one.row))
            handed_in = [one.row for one in self.attempts.values()]
            known = [judged for _, judged in read_all_judged(reading, handed_in)]
            known += list_not_judged(reading, lesson=self._lesson)
        for judged in known:
            submission = self._submissions.get(judged.report.student)
            if submission is not None and self._is_now(judged.report, submission):
                self.judged[judged.report.student] = judged

    def _is_now(self, report: Report, submission: Submission) -> bool:
        made_by = (report.course_version, report.grader_version, report.isolation)
        is_same = made_by == (self._version, __version__, self._isolation)
        if submission.sources:
            return is_same
        return is_same and (report.verdict, report.message) == (
            submission.refused_as,
            submission.refused,
        )

    def left(self) -> list[Submission]:
        """List what has no verdict yet."""
        done = self.judged.keys() | self.faults.keys()
        return [one for student, one in self._submissions.items() if student not in done]

    def claim(self, submissions: Sequence[Submission], claims: Claims) -> list[Submission]:
        """Take on what no other process is judging, and none has judged since it was read."""
        rows = {
            str(one.student): self.attempts[one.student].row for one in submissions if one.sources
        }
        taken = {student: row for student, row in rows.items() if claims.take(row.id)}
        with self._store.reading() as reading:
            waiting = still_as_read(reading, list(taken.values()))
        for row in taken.values():
            if row.id not in waiting:
                claims.let_go(row.id)
        mine = {student for student, row in taken.items() if row.id in waiting}
        return [one for one in submissions if not one.sources or one.student in mine]

    def wait(self, submission: Submission, claims: Claims) -> None:
        """Wait until no other process is judging a submission."""
        if (one := self.attempts.get(submission.student)) is not None:
            claims.wait_for(one.row.id)
            claims.let_go(one.row.id)

    def let_go(self, submissions: Iterable[Submission], claims: Claims) -> None:
        """Give free what was taken on."""
        for one in submissions:
            if one.sources:
                claims.let_go(self.attempts[one.student].row.id)

    def add(self, student: str, judged: JudgedSubmission) -> None:
        """Take a verdict on; it is written soon."""
        self._unwritten.append((student, judged))
        is_late = time.monotonic() - self._written_at > _SOON
        if is_late or len(self._unwritten) >= _AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write what was taken on; a verdict that another process has written first stands."""
        unwritten, self._unwritten = self._unwritten, []
        self._written_at = time.monotonic()
        anew = []
        with self._store.writing() as writing:
            for student, judged in unwritten:
                if judged.report.verdict is Verdict.GRADER_FAULT:
                    self.faults[student] = judged
                elif student not in self.attempts:
                    put_not_judged(writing, self._lesson, judged, self._now)
                    self.judged[student] = judged
                elif self.attempts[student].row.judged_at is not None:
                    anew.append((student, judged))
                elif settle_attempt(writing, self.attempts[student].row, judged, self._now):
                    self.judged[student] = judged
        for student, judged in anew:
            self._replace(self.attempts[student].row, student, judged)
        if any(student not in self.judged | self.faults for student, _ in unwritten):
            self.read_known()

    def _replace(self, row: AttemptRow, student: str, judged: JudgedSubmission) -> None:
        with self._store.reading() as reading:
            ((_, before),) = read_all_judged(reading, [row])
        try:
            with self._store.writing() as writing:
                replace_verdicts(writing, [(row, judged)], self._now)
        except StoreError:
            self.read_known()  # another process was first
            if student in self.judged:
                return
            raise
        self.judged[student] = judged
        change = AttemptChange(student, row.lesson, row.number, before.report, judged.report)
        self.changes.append(change)

    def note_names(self) -> None:
        """Keep on record what students are called, and what they handed in, as it is now."""
        changed = []
        for student, judged in self.judged.items():
            one, report = self._submissions[student], judged.report
            if (report.name, report.handed_in_as) != (one.name, one.origin):
                report = replace(report, name=one.name, handed_in_as=one.origin)
                self.judged[student] = replace(judged, report=report)
                changed.append(student)
        for start in range(0, len(changed), _AT_ONCE):
            with self._store.writing() as writing:
                for student in changed[start : start + _AT_ONCE]:
                    judged = self.judged[student]
                    if student in self.attempts:
                        rewrite_judged(writing, self.attempts[student].row, judged)
                    else:
                        put_not_judged(writing, self._lesson, judged, self._now)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._unwritten:  # whatever stopped the rest
            self.write()


def left_unrecorded(students: Iterable[str]) -> list[str]:
    """Say of each student whom the record cannot name what to do."""
    return [
        f"{cut_text(one, 40)} is not recorded: a name on record has 1 to {LONGEST_NAME} "
        "characters that can be seen. Rename what was submitted."
        for one in students
        if not can_be_recorded(one)
    ]


def can_be_recorded(student: str) -> bool:
    """Tell whether the record can name a student."""
    return 0 < len(student) <= LONGEST_NAME and student.isprintable()
