"""Releases what students receive of a course, once nothing hidden is found in it."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from grader.cases.case_info import CaseInfo
from grader.course.handout import COURSE_TEXT
from grader.course.hidden_source import CaseNode, HiddenSource
from grader.course.manifest import MANIFEST, find_lesson, load_course
from grader.errors import ContentError, GraderError
from grader.flows.proof.file_contents import Inside, look_inside
from grader.flows.proof.findings import Findings, Place
from grader.flows.proof.leaks import check_given
from grader.flows.proof.lesson_runs import Court, LessonRuns
from grader.flows.proof.material import LessonMaterial
from grader.model.course import Course, Lesson
from grader.model.report import Reveal, Visibility
from grader.model.soundness import Finding, Level

from .release_files import EXERCISES, ReleaseFiles, check_copies, release_files
from .release_target import README, check_target, release_readme, write_release


def _written_cases(hidden: HiddenSource) -> list[CaseInfo]:
    """List the cases with the marks that stand beside them; nothing is run."""
    trees = hidden.trees.items()
    return [one for file, tree in trees for one in _in_scope(tree, file, _of_module(tree))]


def _in_scope(
    scope: ast.Module | ast.ClassDef, place: str, around: Sequence[ast.expr]
) -> Iterator[CaseInfo]:
    for node in scope.body:
        if not isinstance(node, CaseNode | ast.ClassDef):
            continue
        case, marks = f"{place}::{node.name}", [*node.decorator_list, *around]
        if isinstance(node, ast.ClassDef):
            yield from _in_scope(node, case, marks)
        elif node.name.startswith("test"):
            sentence = (ast.get_docstring(node) or "").strip().partition("\n")[0].strip()
            reveal = _marked(marks, "reveal", Reveal.SENTENCE)
            visibility = _marked(marks, "visibility", Visibility.VISIBLE)
            yield CaseInfo(case, sentence or case, reveal=reveal, visibility=visibility)


def _marked(marks: Sequence[ast.expr], name: str, default: str) -> str:
    """Read a mark of the case, else of its class, else of its file."""
    for mark in marks:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == f"pytest.mark.{name}":
            value = mark.args[0] if mark.args else None
            return str(value.value) if isinstance(value, ast.Constant) else default
    return default


def _of_module(tree: ast.Module) -> list[ast.expr]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            value = node.value
            return value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
    return []


_CHECK = "release"
_SEARCHABLE = "Put what students need there as text, as a notebook or in a zip, or leave it out."


@dataclass(frozen=True)
class ReleaseRequest:
    """What an instructor asks for."""

    course_root: Path
    out: Path
    lesson_ids: Sequence[str] = ()  # none: all
    court: Court | None = None  # None: hidden cases are read as they are written


@dataclass(frozen=True)
class Released:
    """What came of it; with an error among the findings nothing was written."""

    findings: tuple[Finding, ...]
    files: tuple[str, ...]
    left_out: tuple[str, ...]
    lessons: tuple[Lesson, ...]

    @property
    def is_written(self) -> bool:
        """Whether the release is there."""
        return all(finding.level is not Level.ERROR for finding in self.findings)


def release_course(request: ReleaseRequest) -> Released:
    """Check and write a release; raises UsageError where it may not go, ContentError for gaps."""
    course = load_course(request.course_root)
    asked = {find_lesson(course, name).id for name in request.lesson_ids}
    lessons = tuple(one for one in course.lessons if not asked or one.id in asked)
    check_target(request.out, course.root)
    found = release_files(course, lessons)
    found.files[README] = release_readme(course, lessons).encode()
    released = Released(
        _search(course, lessons, found, request.court),
        tuple(sorted(found.files)),
        tuple(found.left_out),
        lessons,
    )
    if released.is_written:
        write_release(request.out, found.files)
    return released


def refuse_hidden(course: Course, lessons: Sequence[Lesson]) -> None:
    """Raise ContentError where students of these lessons would receive something hidden."""
    found = release_files(course, lessons)
    findings = _search(course, lessons, found, None)
    told = [
        f"{one.file or MANIFEST.as_posix()}: {one.sentence}"
        for one in findings
        if one.level is Level.ERROR
    ]
    if told:
        raise ContentError(
            "Students would receive something hidden, so nothing was written; grader release "
            "says more.\n" + "\n".join(told)
        )


def _search(
    course: Course, lessons: Sequence[Lesson], found: ReleaseFiles, court: Court | None
) -> tuple[Finding, ...]:
    findings = Findings(course.root)
    for name, (sentence, advice) in found.faults.items():
        place = Place(course.root / name)
        findings.of(_CHECK).error(f"{Path(name).name} {sentence}", place, advice=advice)
    for lesson in lessons:
        _check(LessonMaterial(course, lesson), court, found, findings)
    return _at_home(findings.found, course, found)


def _check(
    material: LessonMaterial, court: Court | None, found: ReleaseFiles, findings: Findings
) -> None:
    root = material.course.root
    folder = f"{EXERCISES}/{material.lesson.id}/"
    shared = (README, MANIFEST.as_posix(), COURSE_TEXT.as_posix())
    inside = {
        name: look_inside(Path(name).name, data)
        for name, data in found.files.items()
        if name.startswith(folder) or name in shared
    }
    own = {root / name: one for name, one in inside.items() if name.startswith(folder)}
    around = {root / name: inside[name] for name in shared if name in inside}
    cases = _cases(material, court)
    check_given(material, cases, own, findings, around)
    check_copies(material, cases, own | around, findings.of(_CHECK))
    _check_unread(own | around, findings.of(_CHECK))


def _check_unread(files: Mapping[Path, Inside], findings: Findings) -> None:
    """Name what could not be searched."""
    for path, inside in files.items():
        for place, why in inside.unread.items():
            findings.error(
                f"{place} cannot be searched, so it is not released: {why}.",
                Place(path),
                advice=_SEARCHABLE,
            )


def _cases(material: LessonMaterial, court: Court | None) -> list[CaseInfo]:
    """Collect the hidden cases as they are judged; where that cannot be, as they are written."""
    if court is not None:
        try:
            with LessonRuns(material, court) as runs:
                return runs.learn().knowledge.cases
        except GraderError:
            pass  # a lesson in the making, which `grader verify` has more to say about
    return _written_cases(material.hidden)


def _at_home(
    findings: Sequence[Finding], course: Course, found: ReleaseFiles
) -> tuple[Finding, ...]:
    """Name the manifest's lines as the author has them; they are written again for students."""
    name = MANIFEST.as_posix()
    written = found.files[name].decode().splitlines()
    authors = [line.strip() for line in (course.root / name).read_text("utf-8-sig").splitlines()]

    def at_home(one: Finding) -> Finding:
        if one.file != name or one.line is None:
            return one
        text = written[one.line - 1].strip()
        return replace(one, line=authors.index(text) + 1 if text in authors else None)

    return tuple(map(at_home, findings))
