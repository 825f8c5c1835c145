"""Loads what is known of a class, lesson by lesson, and has it analyzed."""

import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from grader.course.handout import load_hints
from grader.errors import UsageError
from grader.exchange.report_lines import NAME, out_folders, read_lines
from grader.feedback.page_names import INSTRUCTOR_FOLDER, page_names
from grader.model.analysis import (
    HintStep,
    LessonAnalysis,
    LessonClass,
    analyze_lesson,
    attempts_needed,
    hint_steps,
)
from grader.model.behaviour import Sample
from grader.model.course import Course, Lesson
from grader.model.decoding import UNDECODABLE
from grader.model.phrases import count
from grader.model.report import Report
from grader.store.attempts import AttemptRow, facts, list_attempts, read_all_judged
from grader.store.connections import Connection
from grader.store.grants import HintTaken, hints_taken
from grader.store.place import has_record
from grader.store.store import open_store

from .class_reports import Source, refuse_doubles

TIMINGS = "timings.jsonl"


class _Timing(msgspec.Struct):
    student: str
    cases: dict[str, float]


_timing = msgspec.json.Decoder(_Timing)


def read_graded(source: Source, title: Callable[[str], str]) -> list[LessonClass]:
    """Read an out folder or a folder of several; raises UsageError where nothing is meant."""
    samples: defaultdict[str, list[Sample]] = defaultdict(list)
    notices: defaultdict[str, list[str]] = defaultdict(list)
    for folder in out_folders(source.folder):
        reports = read_lines(folder / NAME)
        times, notice = _times(folder)
        pages = page_names(report.student for report in reports)
        for report in reports:
            page = folder / INSTRUCTOR_FOLDER / pages[report.student]
            samples[report.lesson].append(_sample(report, folder, page, times))
        for lesson in {report.lesson for report in reports}:
            notices[lesson] += notice
    if source.lesson is not None and source.lesson not in samples:
        known = ", ".join(sorted(samples))
        raise UsageError(
            f"{source.folder} has no report of lesson {source.lesson}. It has: {known or 'none'}."
        )
    if not samples:
        raise UsageError(f"{source.folder} holds no report. Run grader grade first.")
    meant = [source.lesson] if source.lesson is not None else list(samples)
    for lesson in meant:
        refuse_doubles((one.report for one in samples[lesson]), source.folder)
    return [
        LessonClass(name, title(name), tuple(samples[name]), notices=tuple(notices[name]))
        for name in meant
    ]


def _sample(
    report: Report, folder: Path, page: Path, times: Mapping[str, dict[str, float]]
) -> Sample:
    look = str(page) if page.is_file() else f"{report.student} in {folder / NAME}"
    return Sample(report, times.get(report.student), look=look)


def _times(folder: Path) -> tuple[dict[str, dict[str, float]], list[str]]:
    path = folder / TIMINGS
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError:
        return {}, [f"{path} cannot be read: times are not known."]
    found, damaged = {}, 0
    for line in lines:
        if line.strip():
            try:
                timing = _timing.decode(line)
            except UNDECODABLE:
                damaged += 1
                continue
            found[timing.student] = {
                case: seconds for case, seconds in timing.cases.items() if isfinite(seconds)
            }
    return found, [f"{path}: {count(damaged, 'damaged line')} left out."] if damaged else []


Attempts = Literal["every", "first", "best"]


class ClassSource(Struct, frozen=True):
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
            return _in_order(found, wanted.course)
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
    return found


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
    told = f"{count(waiting, 'attempt')} not judged yet: left out."
    return LessonClass(
        lesson=name,
        title=wanted.title(name),
        samples=tuple(_samples(reading, chosen, name)),
        attempts=attempts_needed({one: facts(rows) for one, rows in judged.items()}, lesson),
        hints=_hints(taken, wanted.course, lesson),
        notices=(told,) if waiting else (),
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
        yield Sample(
            judged.report,
            {trace.id: trace.seconds for trace in judged.traces},
            row.number,
            f"grader history {name} --student {shlex.quote(row.student)} --attempt {row.number}",
        )


def _hints(
    taken: Sequence[HintTaken], course: Course | None, lesson: Lesson | None
) -> tuple[HintStep, ...]:
    known = len(load_hints(course, lesson)) if course and lesson else 0
    return hint_steps((one.step for one in taken), known)
