"""The manifest and the three trees must agree: folders, files, and what the files are for."""

from collections.abc import Iterator
from pathlib import Path

from grader.course.handout import HINTS, TEXT, load_hints
from grader.course.manifest import MANIFEST
from grader.model.course import SCRIPT, Course

from .allowed_mutants import FILE as ALLOWED
from .findings import Findings, Place
from .material import LessonMaterial

CHECK = "trees"
_TREES = ("exercises", "solutions", "tests/hidden")
_MISTAKES = "mistakes"
_MANIFEST_NAME = Path(MANIFEST).name
_PASSED_OVER = frozenset(("__pycache__", ".DS_Store", ".gitkeep", ".pytest_cache"))


def check_trees(course: Course, findings: Findings) -> None:
    """Name folders without a lesson, lessons without a folder, and an order that cannot be."""
    findings = findings.of(CHECK)
    known = {str(lesson.id) for lesson in course.lessons}
    for tree in _TREES:
        folder = course.root / tree
        for path in _entries(folder):
            if path.is_dir() and path.name not in known:
                findings.error(
                    f"{tree}/{path.name} has no lesson in {MANIFEST}.",
                    Place(path),
                    advice="List the lesson, or remove the folder.",
                )
            elif tree == "exercises" and path.is_file() and path.name not in (_MANIFEST_NAME, TEXT):
                findings.warn(f"exercises/{path.name} belongs to no lesson.", Place(path))
    place = {str(lesson.id): number for number, lesson in enumerate(course.lessons)}
    for lesson in course.lessons:
        for needed in lesson.requires:
            if place[needed] > place[lesson.id]:
                findings.warn(
                    f"{lesson.id} requires {needed}, which stands after it.",
                    Place(course.root / MANIFEST),
                    advice="Put lessons in the order in which they are worked through.",
                )


def check_files(material: LessonMaterial, findings: Findings) -> None:
    """Name the files of one lesson that are missing, and those that nothing asks for."""
    findings = findings.of(CHECK)
    for tree, folder in zip(_TREES, material.folders, strict=True):
        if not folder.is_dir():
            findings.error(
                f"{material.lesson.id} has no folder {tree}/{material.lesson.id}.",
                Place(folder),
                advice=f"Every lesson has a folder of its name in {', '.join(_TREES)}.",
            )
    if not _is_module_named(material, findings):
        return
    _check_needed(material, findings)
    _check_wanted(material, findings)
    for path in _unasked_for(material.exercise, _in_exercise(material)):
        findings.error(
            f"exercises/{material.lesson.id} holds {path.name}, "
            "which no student should find there.",
            Place(path),
            advice="Remove it, or list it under `files` in the manifest.",
        )
    for path in _unasked_for(
        material.solution, {*material.lesson.hand_in, HINTS, _MISTAKES, ALLOWED}
    ):
        findings.warn(
            f"solutions/{material.lesson.id} holds {path.name}, which nothing reads.", Place(path)
        )


def _is_module_named(material: LessonMaterial, findings: Findings) -> bool:
    """Tell where the manifest names a module that nobody submits, or that no folder holds."""
    lesson, module = material.lesson, material.lesson.module_file
    place = material.manifest_place()
    last = lesson.module.rpartition(".")[2]
    if module.endswith(".py") and Path(module).stem not in (last, "__init__"):
        findings.error(
            f"{lesson.id}: the module is {lesson.module}, and hand_in begins with {module}.",
            place,
            advice="The first file that is submitted is the module that tests import.",
        )
        return False
    folders = (material.exercise, material.solution)
    held = set.intersection(*({path.name for path in one.glob("*.py")} for one in folders))
    held -= {SCRIPT}
    if held and not any((one / module).exists() for one in folders):
        findings.error(
            f"{lesson.id}: the module is {module}, which neither exercises/{lesson.id} nor "
            f"solutions/{lesson.id} holds; they hold {', '.join(sorted(held))}.",
            place,
            advice="Name the module in the manifest as the file is named, or rename the file.",
        )
        return False
    return True


def _check_needed(material: LessonMaterial, findings: Findings) -> None:
    for folder, what in ((material.exercise, "stub"), (material.solution, "reference solution")):
        for name in material.lesson.hand_in:
            if folder.is_dir() and not (folder / name).is_file():
                findings.error(f"The {what} is missing: {name}.", Place(folder / name))
    for name in material.lesson.files:
        if material.exercise.is_dir() and not (material.exercise / name).is_file():
            findings.error(
                f"{MANIFEST} lists the file {name}, which is missing.",
                Place(material.exercise / name),
            )
    hidden = material.hidden.folder
    if hidden.is_dir() and not any((*hidden.rglob("test_*.py"), *hidden.rglob("*_test.py"))):
        findings.error("There is no hidden file test_*.py.", Place(hidden))


def _check_wanted(material: LessonMaterial, findings: Findings) -> None:
    exercise, solution = material.exercise, material.solution
    wanted: list[tuple[Path, str]] = [
        (exercise / TEXT, "the lesson's text"),
        (exercise / SCRIPT, "what Run runs"),
        (exercise / f"test_{material.lesson.id}.py", "public cases to try"),
    ]
    for path, what in wanted:
        is_there = path.is_file() or (path.name.startswith("test_") and _any_case(exercise))
        if exercise.is_dir() and not is_there:
            findings.warn(f"missing: {path.name}, {what}.", Place(path))
    if not solution.is_dir():
        return
    hints = load_hints(material.course, material.lesson)
    if not hints:
        findings.warn(f"missing: {HINTS} with a step or more.", Place(solution / HINTS))
    for hint in hints:
        if not hint.text:
            findings.error(f"The hint {hint.title!r} is empty.", Place(solution / HINTS))
    if not any((solution / _MISTAKES).glob("*.py")):
        findings.warn("missing: a known mistake or more.", Place(solution / _MISTAKES))


def _any_case(folder: Path) -> bool:
    return any(folder.glob("test_*.py"))


def _in_exercise(material: LessonMaterial) -> set[str]:
    listed = {name.partition("/")[0] for name in (*material.lesson.hand_in, *material.lesson.files)}
    cases = {path.name for path in material.exercise.glob("test_*.py")}
    pictures = {path.name for path in material.exercise.glob("*.svg")}
    return listed | cases | pictures | {TEXT, SCRIPT}


def _unasked_for(folder: Path, asked: set[str]) -> Iterator[Path]:
    names = {name.partition("/")[0] for name in asked}
    return (path for path in _entries(folder) if path.name not in names)


def _entries(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.name not in _PASSED_OVER)
