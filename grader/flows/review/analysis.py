"""Loads what is known of a class, lesson by lesson, and has it analyzed."""

import shlex
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from grader.course.hints import load_hints
from grader.errors import UsageError
from grader.model.analysis import LessonAnalysis, LessonClass, analyze_lesson
from grader.model.attempts_needed import AttemptsNeeded, HintStep, attempts_needed, hint_steps
from grader.model.behaviour import Sample
from grader.model.course import Course, Lesson
from grader.model.phrases import count
from grader.store.attempts import AttemptRow, facts, list_attempts, read_all_judged
from grader.store.connections import Connection
from grader.store.grants import HintTaken, hints_taken
from grader.store.place import has_record
from grader.store.store import open_store

from .class_reports import Source
from .graded_samples import check_points, read_graded

Attempts = Literal["every", "first", "best"]


@dataclass(frozen=True)
class ClassSource:
    """Where to look, and which attempts of a student are meant where several are known."""

    source: Source
    course: Course | None
    attempts: Attempts = "every"

    def lesson(self, name: str) -> Lesson | None:
        """Find a lesson of the course; one that has left it is none."""
        lessons = self.course.lessons if self.course else ()
        return next((one for one in lessons if one.id == name), None)

    def title(self, name: str) -> str:
        """Return a lesson's title, else its id."""
        lesson = self.lesson(name)
        return lesson.title if lesson else name


def analyze_class(wanted: ClassSource) -> list[LessonAnalysis]:
    """Analyze every lesson that is meant; raises UsageError where there is nothing."""
    return [analyze_lesson(each) for each in load_class(wanted)]


def load_class(wanted: ClassSource) -> list[LessonClass]:
    """Load a class from the folder that is named, else from the record, else from grades/."""
    source = wanted.source
    if source.given is None:
        found = _from_record(wanted)
        if found:
            return found
        _insist_on_folder(source)
        source.tell(f"Results from the folder {source.folder}.")
    return _in_order(read_graded(source, wanted.title), wanted.course)


def _insist_on_folder(source: Source) -> None:
    if source.folder.exists():
        return
    looked = (
        f"no judged attempt on record in {source.record.data}" if source.record else "no record"
    )
    raise UsageError(
        f"There is {looked} and no folder {source.folder}. Name the folder that grader grade "
        "wrote with --from, or the place of a record with --data."
    )


def _in_order(found: Iterable[LessonClass], course: Course | None) -> list[LessonClass]:
    order = [str(lesson.id) for lesson in course.lessons] if course else []
    return sorted(
        found,
        key=lambda one: (
            order.index(one.lesson) if one.lesson in order else len(order),
            one.lesson,
        ),
    )


def _from_record(wanted: ClassSource) -> list[LessonClass]:
    place = wanted.source.record
    if place is None or not has_record(place.data):
        return []
    store = open_store(place.data, place.now)
    try:
        with store.reading() as reading:
            rows, taken = list_attempts(reading), hints_taken(reading)
            known = {row.lesson for row in rows if row.judged_at} | {one.lesson for one in taken}
            meant = _meant(known, wanted.source, store.where)
            found = [
                _recorded(
                    reading,
                    wanted,
                    [row for row in rows if row.lesson == name],
                    [one for one in taken if one.lesson == name],
                    name,
                )
                for name in meant
            ]
    finally:
        store.close()
    if found:
        wanted.source.tell(f"Results from the record {store.where}.")
    return _in_order(found, wanted.course)


def _meant(known: set[str], source: Source, where: str) -> list[str]:
    if source.lesson is None or source.lesson in known:
        return [source.lesson] if source.lesson else sorted(known)
    if not known or source.folder.exists():
        return []  # perhaps the folder has it
    shown = ", ".join(sorted(known))
    raise UsageError(
        f"The record {where} has no attempt at lesson {source.lesson}. It has: {shown}."
    )


def _recorded(
    reading: Connection,
    wanted: ClassSource,
    rows: Sequence[AttemptRow],
    taken: Sequence[HintTaken],
    name: str,
) -> LessonClass:
    judged = _by_student(row for row in rows if row.judged_at is not None)
    lesson = wanted.lesson(name)
    chosen = [row for each in judged.values() for row in _chosen(each, wanted.attempts)]
    waiting = sum(row.judged_at is None for row in rows)
    notices = []
    if waiting:
        notices.append(f"{count(waiting, 'attempt')} not judged yet: left out.")
    return LessonClass(
        lesson=name,
        title=wanted.title(name),
        samples=tuple(_samples(reading, chosen, name)),
        attempts=_needed(judged, lesson),
        hints=_hints(taken, wanted.course, lesson),
        notices=tuple(notices),
    )


def _by_student(rows: Iterable[AttemptRow]) -> dict[str, list[AttemptRow]]:
    found: defaultdict[str, list[AttemptRow]] = defaultdict(list)
    for row in sorted(rows, key=lambda one: (one.student, one.number)):
        found[row.student].append(row)
    return found


def _chosen(rows: list[AttemptRow], attempts: Attempts) -> list[AttemptRow]:
    # the same bytes were judged again by a newer course: the latest verdict on them stands
    rows = list({row.submission_sha256: row for row in rows}.values())
    if attempts == "every":
        return rows
    if attempts == "first":
        return rows[:1]
    points = {row.number: one.points for row, one in zip(rows, facts(rows), strict=True)}
    return [max(rows, key=lambda row: (points[row.number], row.number))]


def _samples(reading: Connection, rows: Sequence[AttemptRow], name: str) -> Iterable[Sample]:
    for row, judged in read_all_judged(reading, rows):
        check_points(judged.report, f"attempt {row.number} of {row.student} at {name}")
        yield Sample(
            judged.report,
            {trace.id: trace.seconds for trace in judged.traces},
            row.number,
            f"grader history {name} --student {shlex.quote(row.student)} --attempt {row.number}",
        )


def _needed(judged: dict[str, list[AttemptRow]], lesson: Lesson | None) -> AttemptsNeeded:
    return attempts_needed({one: facts(rows) for one, rows in judged.items()}, lesson)


def _hints(
    taken: Sequence[HintTaken], course: Course | None, lesson: Lesson | None
) -> tuple[HintStep, ...]:
    known = len(load_hints(course, lesson)) if course and lesson else 0
    return hint_steps((one.step for one in taken), known)
