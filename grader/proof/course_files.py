"""The files of a course must be there, be whole, and fit together.

The manifest and the three trees name the same lessons; a stub offers what the reference has, with a
TODO.
"""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from grader.course.course_file import CACHES, files_below, read_course_file
from grader.course.handout import HINTS, TEXT, load_hints
from grader.course.lesson_files import has_cases
from grader.course.manifest import MANIFEST
from grader.errors import ContentError
from grader.model.course import SCRIPT, Course
from grader.model.parsing import parse_source, syntax_fault
from grader.model.text import placeholders
from grader.sandbox.packages import install_command, missing_packages

from .material import Findings, LessonMaterial, Place
from .mutants import FILE as ALLOWED

_TREES = ("exercises", "solutions", "tests/hidden")
_MISTAKES = "mistakes"
_PASSED_OVER = CACHES | {".gitkeep"}
_TEXTS = frozenset((".csv", ".json", ".md", ".py", ".svg", ".toml", ".txt"))


def check_trees(course: Course, findings: Findings) -> None:
    """Name folders and files that belong to no lesson."""
    findings = findings.of("trees")
    ids = [str(lesson.id) for lesson in course.lessons]
    for tree in _TREES:
        for path in _entries(course.root / tree):
            if path.is_dir() and path.name not in ids:
                findings.error(
                    f"{tree}/{path.name} has no lesson in {MANIFEST}.",
                    Place(path),
                    advice="List the lesson, or remove the folder.",
                )
            elif tree == "exercises" and path.is_file() and path.name not in (MANIFEST.name, TEXT):
                findings.warn(f"exercises/{path.name} belongs to no lesson.", Place(path))


def check_files(material: LessonMaterial, findings: Findings) -> None:
    """Name the files of one lesson that are missing, and those that nothing asks for."""
    findings, lesson = findings.of("trees"), material.lesson
    exercise, solution, hidden = material.folders
    stub, reference = ([folder / one for one in lesson.hand_in] for folder in (exercise, solution))
    needed = [
        *((path, "The stub is missing") for path in stub),
        *((path, "The reference solution is missing") for path in reference),
        *((exercise / one, f"{MANIFEST} lists what is not there") for one in lesson.files),
    ]
    for path, sentence in needed:
        if not path.is_file():
            findings.error(f"{sentence}: {path.name}.", Place(path))
    if not any(has_cases(path.name) for path in files_below(hidden)):
        findings.error("There is no hidden file test_*.py.", Place(hidden))
    public = f"test_{lesson.id}.py"
    for folder, pattern, name, what in (
        (exercise, TEXT, TEXT, f"{TEXT}, the lesson's text"),
        (exercise, SCRIPT, SCRIPT, f"{SCRIPT}, what Run runs"),
        (exercise, "test_*.py", public, f"{public}, public cases to try"),
        (solution, HINTS, HINTS, f"{HINTS} with a step or more"),
        (solution, f"{_MISTAKES}/*.py", _MISTAKES, "a known mistake or more"),
    ):
        is_there = any(path.is_file() for path in folder.glob(pattern))
        if not is_there or (name == HINTS and not load_hints(material.course, lesson)):
            findings.warn(f"missing: {what}.", Place(folder / name))
    handed_in = {name.partition("/")[0] for name in lesson.hand_in}
    asked = {TEXT, SCRIPT, *handed_in, *(name.partition("/")[0] for name in lesson.files)}
    for path in _entries(exercise):
        if not (path.match("test_*.py") or path.suffix == ".svg" or path.name in asked):
            findings.error(
                f"exercises/{lesson.id} holds {path.name}, which no student should find there.",
                Place(path),
                advice="Remove it, or list it under `files` in the manifest.",
            )
    for path in _entries(solution):
        if path.name not in {HINTS, _MISTAKES, ALLOWED, *handed_in}:
            sentence = f"solutions/{lesson.id} holds {path.name}, which nothing reads."
            findings.warn(sentence, Place(path))


def _entries(folder: Path) -> list[Path]:
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in found if path.name not in _PASSED_OVER)


def check_sources(material: LessonMaterial, findings: Findings) -> bool:
    """Name files that cannot be read, and where stub and reference do not fit together.

    Whether there is one that makes judging pointless, since all that it does would be told again.
    """
    findings, lesson = findings.of("sources"), material.lesson
    files = [path for folder in material.folders for path in files_below(folder)]
    broken = {path for path in files if not _is_whole(path, findings)}
    missing = missing_packages(lesson.installed)
    is_pointless = bool(missing) or any(
        not path.is_relative_to(material.exercise) for path in broken
    )
    names = [name for name in lesson.hand_in if name.endswith(".py")]
    pairs = [(material.exercise / name, material.solution / name) for name in names]
    if any(path in broken or not path.is_file() for pair in pairs for path in pair):
        return is_pointless
    for stub, reference in pairs:
        _check_signatures(stub, reference, findings)
    if pairs and not any(b"TODO" in stub.read_bytes() for stub, _ in pairs):
        findings.error(
            "The stub holds no TODO, so a student is not told where to write.", Place(pairs[0][0])
        )
    if pairs:
        _check_names(material, pairs[0][0], findings)
    for package in missing:
        findings.error(
            f"{lesson.id}: the package {package} is not installed beside the grader.",
            material.manifest_place,
            advice="Correct its name in the manifest, or type:",
            detail=install_command((package,)),
        )
    return is_pointless


def _is_whole(path: Path, findings: Findings) -> bool:
    line = None
    try:
        data = read_course_file(findings.root, path)
        if path.suffix == ".py":
            parse_source(data)
    except (SyntaxError, ValueError) as error:
        sentence, line = (
            f"{path.name} is not Python: {syntax_fault(error)}.",
            getattr(error, "lineno", None),
        )
    except ContentError as error:
        sentence = str(error)
    else:
        return True
    findings.error(sentence, Place(path, line))
    return False


def _check_signatures(stub: Path, reference: Path, findings: Findings) -> None:
    known = {name: text for name, text, _ in _signatures(parse_source(reference.read_bytes()))}
    for name, text, line in _signatures(parse_source(stub.read_bytes())):
        if name not in known:
            sentence = f"The stub has {text}, which the reference lacks."
            findings.error(sentence, Place(stub, line))
        elif known[name] != text:
            sentence = f"The stub has {text} where the reference has {known[name]}."
            findings.error(sentence, Place(stub, line))


def _signatures(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, str, int]]:
    """Yield each function and class by its whole name, with its signature and its line."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            name = f"{owner}{node.name}"
            yield name, f"class {name}", node.lineno
            yield from _signatures(node, f"{name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{owner}{node.name}"
            word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            # types may be left to the student; defaults are part of the task
            for one in ast.walk(node.args):
                if isinstance(one, ast.arg):
                    one.annotation = None
            yield name, f"{word} {name}({ast.unparse(node.args)})", node.lineno


def _check_names(material: LessonMaterial, stub: Path, findings: Findings) -> None:
    """Name what hidden files import from the module and the stub does not mention."""
    mentioned = {"*", *re.findall(r"\w+", stub.read_text(encoding="utf-8", errors="replace"))}
    for file, tree in material.hidden.trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == material.lesson.module:
                for name in sorted({alias.name for alias in node.names} - mentioned):
                    findings.warn(
                        f"{file} imports {name}, which the stub does not mention.",
                        Place(material.hidden.folder / file, node.lineno),
                        advice="Put it into the stub, or say in the text that it is to be written.",
                    )


def check_unfinished(material: LessonMaterial, findings: Findings) -> bool:
    """Name what is to be filled in, line by line; tell whether there is anything."""
    is_unfinished = False
    for path in (one for folder in material.folders for one in files_below(folder)):
        if path.suffix not in _TEXTS or not path.is_file():
            continue
        with suppress(OSError):  # the check of the sources says why
            for line, said in placeholders(path.read_text(encoding="utf-8", errors="replace")):
                is_unfinished = True
                sentence = f"Not filled in yet: {said or 'Write what belongs here.'}"
                findings.of("unfinished").error(sentence, Place(path, line))
    return is_unfinished
