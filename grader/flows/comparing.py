"""Compares what a class has handed in: loads it, and what everybody was given, as text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.content.handout import load_handout
from grader.content.intake import Source, take_in
from grader.content.placing import People
from grader.content.source_text import code_blocks, source_text
from grader.errors import UsageError
from grader.model.course import Course, Lesson
from grader.model.similarity.compare import compare
from grader.model.similarity.findings import Comparison, Settings
from grader.model.similarity.works import Work
from grader.model.submission import Submission
from grader.store.attempts import list_attempts, read_submission
from grader.store.store import Store

from .class_people import NO_TABLES, PeopleFiles, read_people


@dataclass(frozen=True)
class CompareRequest:
    """What an instructor asks for."""

    course: Course
    lesson: Lesson
    submissions: Path | None = None  # None: the latest attempts on record
    against: tuple[Path, ...] = ()  # earlier submissions
    people: PeopleFiles = NO_TABLES
    settings: Settings = Settings()  # noqa: RUF009 - frozen


@dataclass(frozen=True)
class ComparedClass:
    """What came of it."""

    lesson: Lesson
    comparison: Comparison
    missing: Mapping[str, str]  # who has handed in nothing to compare, and why
    notes: tuple[str, ...]


def compare_class(request: CompareRequest, store: Store | None = None) -> ComparedClass:
    """Compare a class; raises UsageError where there is nothing to compare."""
    people = read_people(request.people, request.course)
    notes: list[str] = []
    own = _of_class(request, people, store, notes)
    earlier = [work for path in request.against for work in _earlier(path, request, notes)]
    works = [*_works(own, people), *earlier]
    if len(works) < 2:
        raise UsageError(_too_few(request, len(works)))
    missing = {
        str(one.student): one.refused or "Nothing was handed in." for one in own if not one.sources
    }
    given, has_reference = _given(request.course, request.lesson)
    if not has_reference:
        notes.append(
            f"solutions/{request.lesson.id} holds no reference: what is like it is told, too."
        )
    return ComparedClass(
        request.lesson, compare(works, given, request.settings), missing, tuple(notes)
    )


def _too_few(request: CompareRequest, count: int) -> str:
    place = request.submissions or "The record"
    found = "one submission" if count else "no submission"
    return (
        f"{place} holds {found} to {request.lesson.id} that can be compared, and two are needed. "
        "Name a folder of submissions, or earlier ones with --against."
    )


def _of_class(
    request: CompareRequest, people: People, store: Store | None, notes: list[str]
) -> list[Submission]:
    if request.submissions is None:
        return [] if store is None else _on_record(store, request.lesson)
    taken = take_in(Source(request.submissions), request.lesson, people)
    notes += [f"Not compared: {one.origin}: {one.why}." for one in taken.unplaced]
    notes += taken.notes
    return list(taken.submissions)


def _on_record(store: Store, lesson: Lesson) -> list[Submission]:
    with store.reading() as reading:
        latest = {row.student: row for row in list_attempts(reading, lesson=lesson.id)}
        return [read_submission(reading, row) for row in latest.values()]


def _works(submissions: Iterable[Submission], people: People) -> list[Work]:
    groups = {who: group for group, members in people.groups.items() for who in members}
    return [
        _work(one, str(one.student), _party(one, groups.get(one.student)))
        for one in submissions
        if one.sources
    ]


def _party(submission: Submission, group: str | None) -> str:
    team = group or submission.team
    return f"student {submission.student}" if team is None else f"team {team}"


def _work(submission: Submission, label: str, party: str, *, is_earlier: bool = False) -> Work:
    texts = {name: source_text(data) for name, data in submission.sources.items()}
    return Work(label, party, texts, submission.sha256() or "", is_earlier)


def _earlier(path: Path, request: CompareRequest, notes: list[str]) -> list[Work]:
    taken = take_in(Source(path), request.lesson)
    notes += [f"Not compared: {one.origin}: {one.why}." for one in taken.unplaced]
    names = [other.resolve().name for other in request.against]
    name = path.resolve().name
    shown = str(path) if names.count(name) > 1 else name
    return [
        _work(one, f"{shown}/{one.student}", f"earlier {path} {one.student}", is_earlier=True)
        for one in taken.submissions
        if one.sources
    ]


def _given(course: Course, lesson: Lesson) -> tuple[dict[str, str], bool]:
    """Read what everybody was given; the reference is nobody's own, either."""
    handout = load_handout(course, lesson)
    files = {**handout.for_student(), **_reference(course, lesson)}
    texts = {name: source_text(data) for name, data in files.items()}
    for number, block in enumerate(code_blocks(handout.text or "")):
        texts[f"text/{number}.py"] = block
    return texts, any(name.startswith("reference/") for name in texts)


def _reference(course: Course, lesson: Lesson) -> dict[str, bytes]:
    folder = course.solution_folder(lesson)
    return {
        f"reference/{name}": (folder / name).read_bytes()
        for name in lesson.hand_in
        if (folder / name).is_file()
    }
