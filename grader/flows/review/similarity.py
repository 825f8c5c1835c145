"""Compares what a class has submitted: loads it, and what everybody was given, as text."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from grader.course.handout import load_handout
from grader.errors import UsageError
from grader.flows.reading_room import ReadingRoom
from grader.intake.class_intake import Intake, Source, take_in
from grader.intake.class_people import NO_TABLES, PeopleFiles, read_people
from grader.intake.owners import People
from grader.intake.source_text import code_blocks, source_text
from grader.model.course import Course, Lesson
from grader.model.phrases import who
from grader.model.similarity.compare import compare
from grader.model.similarity.findings import Comparison, Settings
from grader.model.similarity.tokens import Tokens
from grader.model.similarity.works import Work
from grader.model.submission import Submission
from grader.store.attempts import list_attempts, read_submission
from grader.store.store import Store


class CompareRequest(Struct, frozen=True):
    """What an instructor asks for."""

    course: Course
    lesson: Lesson
    submissions: Path | None = None  # None: the latest attempts on record
    against: tuple[Path, ...] = ()  # earlier submissions
    people: PeopleFiles = NO_TABLES
    settings: Settings = Settings()


class ComparedClass(Struct, frozen=True):
    """What came of it."""

    lesson: Lesson
    comparison: Comparison
    missing: Mapping[str, str]  # who has submitted nothing to compare, and why
    notes: tuple[str, ...]


def compare_class(request: CompareRequest, store: Store | None = None) -> ComparedClass:
    """Compare a class; raises UsageError where there is nothing to compare."""
    with ReadingRoom() as room:
        return _Comparing(request, room).compare(store)


class _Comparing:
    """One comparison, with what it finds to tell."""

    def __init__(self, request: CompareRequest, room: ReadingRoom) -> None:
        self._request = request
        self._room = room
        self._people = read_people(request.people, request.course)
        self._notes: list[str] = []
        self._missing: dict[str, str] = {}  # why, by whose it is

    def compare(self, store: Store | None) -> ComparedClass:
        request = self._request
        works = self._works(self._of_class(store))
        for path in request.against:
            works += self._earlier(path)
        if len(works) < 2:
            raise UsageError(_too_few(request, len(works)))
        given, has_reference = _given(request.course, request.lesson)
        if not has_reference:
            self._notes.append(
                f"solutions/{request.lesson.id} holds no reference: what is like it is told, too."
            )
        comparison = compare(works, given, request.settings, self._tokens)
        return ComparedClass(request.lesson, comparison, self._missing, tuple(self._notes))

    def _of_class(self, store: Store | None) -> list[Submission]:
        request = self._request
        if request.submissions is None:
            return [] if store is None else _on_record(store, request.lesson)
        taken = self._take_in(request.submissions, self._people)
        self._notes += taken.notes
        return list(taken.submissions)

    def _take_in(self, path: Path, people: People | None = None) -> Intake:
        taken = take_in(Source(path), self._request.lesson, people, read=self._room.read)
        self._notes += [f"Not compared: {one.origin}: {one.why}." for one in taken.unplaced]
        return taken

    def _works(self, submissions: Iterable[Submission]) -> list[Work]:
        groups = {who: group for group, each in self._people.groups.items() for who in each}
        found = [
            self._work(one, str(one.student), _party(one, groups.get(one.student)))
            for one in submissions
        ]
        return [work for work in found if work is not None]

    def _earlier(self, path: Path) -> list[Work]:
        names = [other.resolve().name for other in self._request.against]
        name = path.resolve().name
        shown = str(path) if names.count(name) > 1 else name
        found = [
            self._work(one, f"{shown}/{one.student}", f"earlier {path} {one.student}")
            for one in self._take_in(path).submissions
            if one.sources
        ]
        return [replace(work, is_earlier=True) for work in found if work is not None]

    def _work(self, submission: Submission, label: str, party: str) -> Work | None:
        called = who(label, submission.name)
        if not submission.sources:
            self._missing[called] = submission.refused or "Nothing was submitted."
            return None
        texts = self._room.texts(submission.sources)
        if isinstance(texts, str):
            self._missing[called] = texts
            return None
        return Work(label, party, texts, submission.sha256() or "", name=submission.name)

    def _tokens(self, work: Work, most: int) -> Mapping[str, Tokens] | None:
        found = self._room.tokens(work.sources, most)
        if isinstance(found, str):
            self._missing[work.called] = found
            return None
        return found


def _too_few(request: CompareRequest, count: int) -> str:
    place = request.submissions or "The record"
    found = "one submission" if count else "no submission"
    return (
        f"{place} holds {found} to {request.lesson.id} that can be compared, and two are needed. "
        "Name a folder of submissions, or earlier ones with --against."
    )


def _on_record(store: Store, lesson: Lesson) -> list[Submission]:
    with store.reading() as reading:
        latest = {row.student: row for row in list_attempts(reading, lesson=lesson.id)}
        return [read_submission(reading, row) for row in latest.values()]


def _party(submission: Submission, group: str | None) -> str:
    team = group or submission.team
    return f"student {submission.student}" if team is None else f"team {team}"


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
