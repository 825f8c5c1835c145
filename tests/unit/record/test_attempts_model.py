"""Whatever is done in whatever order, the record answers as a few lists and sets would."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from grader.model.course import LessonId
from grader.model.report import Verdict
from grader.record.attempts import (
    AttemptRow,
    begin_judging,
    list_attempts,
    read_judged,
    read_submission,
    record_attempt,
    settle_attempt,
    waiting_attempts,
)
from grader.record.forgetting import forget_person
from grader.record.grants import hints_taken, read_history, take_hint
from grader.record.store import Store, open_store
from tests.unit.record.records import NOW, all_students, read_audit, submission, verdict_on

STUDENTS = st.sampled_from(["ada", "Bob", "çelik"])
LESSONS = st.sampled_from(["sums", "loops"]).map(LessonId)
SOURCES = st.sampled_from(["", "a", "b", "€" * 5000])
VERSIONS = st.sampled_from(["v1", "v2"])
VERDICTS = st.sampled_from([Verdict.PASSED, Verdict.FAILED, Verdict.GRADER_FAULT])
POINTS = st.fractions(min_value=0, max_value=9, max_denominator=99).map(str)


@dataclass
class Remembered:
    """One attempt, as the model knows it."""

    row: AttemptRow
    key: tuple[str, str, str, str]  # student, lesson, source, version
    tries: int = 0
    verdict: Verdict | None = None
    points: str | None = None


@dataclass
class Model:
    """What should be on record."""

    attempts: list[Remembered] = field(default_factory=list)
    hints: set[tuple[str, str, int]] = field(default_factory=set)
    students: set[str] = field(default_factory=set)
    events: list[tuple[str, str | None]] = field(default_factory=list)

    def of(self, student: str, lesson: str) -> list[Remembered]:
        """Return a student's attempts at a lesson."""
        return [one for one in self.attempts if one.key[:2] == (student, lesson)]


class RecordMachine(RuleBasedStateMachine):
    """Does what commands do, to a record and to the model."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="grader-model-")
        self.address = str(Path(self.folder.name) / "record")
        self.store: Store = open_store(self.address)
        self.model = Model()

    @rule(student=STUDENTS, lesson=LESSONS, source=SOURCES, version=VERSIONS)
    def record(self, student: str, lesson: LessonId, source: str, version: str) -> None:
        with self.store.writing() as writing:
            row = record_attempt(writing, submission(student, source), lesson, version, NOW, NOW)
        key = (student, str(lesson), source, version)
        known = [one for one in self.model.attempts if one.key == key]
        if known:
            assert row.id == known[0].row.id
            return
        assert row.number == len(self.model.of(student, lesson)) + 1
        self.model.attempts.append(Remembered(row, key))
        self.model.students.add(student)
        self.model.events.append(("submitted", student))

    @precondition(lambda self: self.model.attempts)
    @rule(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        one = data.draw(st.sampled_from(self.model.attempts))
        with self.store.writing() as writing:
            begin_judging(writing, one.row)
        one.tries += 1

    @precondition(lambda self: self.model.attempts)
    @rule(data=st.data(), verdict=VERDICTS, points=POINTS)
    def settle(self, data: st.DataObject, verdict: Verdict, points: str) -> None:
        one = data.draw(st.sampled_from(self.model.attempts))
        judged = verdict_on(one.key[0], verdict, points)
        with self.store.writing() as writing:
            settled = settle_attempt(writing, one.row, judged, NOW)
        assert settled == (one.verdict is None and verdict is not Verdict.GRADER_FAULT)
        if settled:
            one.verdict, one.points = verdict, points
            self.model.events.append(("judged", one.key[0]))

    @rule(student=STUDENTS, lesson=LESSONS, step=st.integers(1, 3))
    def hint(self, student: str, lesson: LessonId, step: int) -> None:
        with self.store.writing() as writing:
            take_hint(writing, student, lesson, step, NOW)
        self.model.students.add(student)
        if (student, lesson, step) not in self.model.hints:
            self.model.hints.add((student, lesson, step))
            self.model.events.append(("hint", student))

    @precondition(lambda self: self.model.students)
    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        student = data.draw(st.sampled_from(sorted(self.model.students)))
        with self.store.engine.begin() as writing:
            forget_person(writing, student, NOW)
        model = self.model
        model.students.discard(student)
        model.attempts = [one for one in model.attempts if one.key[0] != student]
        model.hints = {one for one in model.hints if one[0] != student}
        model.events = [(event, None if who == student else who) for event, who in model.events]
        model.events.append(("forgotten", None))

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = open_store(self.address)

    @invariant()
    def agrees(self) -> None:
        model = self.model
        by_place = sorted(model.attempts, key=lambda one: (*one.key[:2], one.row.number))
        with self.store.reading() as reading:
            rows = list_attempts(reading)
            waiting = [row.id for row in waiting_attempts(reading)]
            tried_once = [row.id for row in waiting_attempts(reading, None, 1)]
            taken = {(one.student, one.lesson, one.step) for one in hints_taken(reading)}
            trail = [(entry.event, entry.student) for entry in read_audit(reading)]
            assert all_students(reading) == sorted(model.students)
            for student in model.students:
                points = [
                    (str(one.lesson), str(one.points))
                    for one in read_history(reading, student).attempts
                ]
                assert points == [
                    (one.key[1], one.points)
                    for one in model.attempts
                    if one.key[0] == student and one.verdict is not None
                ]
        assert [(row.id, row.tries, row.verdict) for row in rows] == [
            (one.row.id, one.tries, one.verdict) for one in by_place
        ]
        unjudged = [one for one in model.attempts if one.verdict is None]
        assert waiting == [one.row.id for one in unjudged]
        assert tried_once == [one.row.id for one in unjudged if not one.tries]
        assert taken == model.hints
        assert trail == model.events

    def teardown(self) -> None:
        with self.store.reading() as reading:
            for one in self.model.attempts:
                row = next(r for r in list_attempts(reading) if r.id == one.row.id)
                assert read_submission(reading, row) == submission(one.key[0], one.key[2])
                judged = read_judged(reading, row)
                assert (judged and judged.report.verdict) == one.verdict
        self.store.close()
        self.folder.cleanup()


RecordMachine.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestRecord = RecordMachine.TestCase
