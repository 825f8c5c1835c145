"""The files of a course must be there, be whole, and fit together.

The manifest and the three trees name the same lessons; a stub offers what the reference has, with a
TODO.
"""

import ast
import copy
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from grader.course.course_file import CACHES, files_below, read_course_file
from grader.course.handout import HINTS, TEXT, load_hints
from grader.course.lesson_files import has_cases
from grader.course.manifest import MANIFEST
from grader.errors import ContentError
from grader.model.course import SCRIPT, Course
from grader.model.parsing import parse_source
from grader.model.text import placeholders
from grader.sandbox.packages import install_command, missing_packages

from .material import Findings, LessonMaterial, Place
from .mutants import FILE as ALLOWED

TREES = "trees"
_TREES = ("exercises", "solutions", "tests/hidden")
_MISTAKES = "mistakes"
_MANIFEST_NAME = Path(MANIFEST).name
_PASSED_OVER = CACHES | {".gitkeep"}
SOURCES = "sources"
UNFINISHED = "unfinished"
_TEXTS = frozenset((".csv", ".json", ".md", ".py", ".svg", ".toml", ".txt"))


def check_trees(course: Course, findings: Findings) -> None:
    """Name folders without a lesson, lessons without a folder, and an order that cannot be."""
    findings = findings.of(TREES)
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
    findings = findings.of(TREES)
    for tree, folder in zip(_TREES, material.folders, strict=True):
        if not folder.is_dir():
            findings.error(
                f"{material.lesson.id} has no folder {tree}/{material.lesson.id}.",
                Place(folder),
                advice=f"Every lesson has a folder of its name in {', '.join(_TREES)}.",
            )
    if _is_module_misnamed(material, findings):
        return
    _check_needed(material, findings)
    _check_wanted(material, findings)
    lesson, exercise, solution = material.lesson, material.exercise, material.solution
    asked = {TEXT, SCRIPT, *(name.partition("/")[0] for name in (*lesson.hand_in, *lesson.files))}
    for path in _entries(exercise):
        is_shown = path.match("test_*.py") or path.suffix == ".svg"
        if not is_shown and path.name not in asked:
            findings.error(
                f"exercises/{lesson.id} holds {path.name}, which no student should find there.",
                Place(path),
                advice="Remove it, or list it under `files` in the manifest.",
            )
    asked = {HINTS, _MISTAKES, ALLOWED, *(name.partition("/")[0] for name in lesson.hand_in)}
    for path in _entries(solution):
        if path.name not in asked:
            findings.warn(
                f"solutions/{lesson.id} holds {path.name}, which nothing reads.", Place(path)
            )


def _is_module_misnamed(material: LessonMaterial, findings: Findings) -> bool:
    """Tell where the manifest names a module that nobody submits, or that no folder holds."""
    lesson, module = material.lesson, material.lesson.module_file
    folders = (material.exercise, material.solution)
    held = set.intersection(*({path.name for path in one.glob("*.py")} for one in folders))
    held -= {SCRIPT}
    if module.endswith(".py") and Path(module).stem not in (
        lesson.module.rpartition(".")[2],
        "__init__",
    ):
        sentence = f"the module is {lesson.module}, and hand_in begins with {module}."
        advice = "The first file that is submitted is the module that tests import."
    elif held and not any((one / module).exists() for one in folders):
        sentence = (
            f"the module is {module}, which neither exercises/{lesson.id} nor "
            f"solutions/{lesson.id} holds; they hold {', '.join(sorted(held))}."
        )
        advice = "Name the module in the manifest as the file is named, or rename the file."
    else:
        return False
    findings.error(f"{lesson.id}: {sentence}", material.manifest_place, advice=advice)
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
    if hidden.is_dir() and not any(has_cases(path.name) for path in files_below(hidden)):
        findings.error("There is no hidden file test_*.py.", Place(hidden))
    if (hidden / "__init__.py").is_file() and material.lesson.cases == "apart":
        findings.error(
            "The hidden files of a lesson cannot be a package: the examiner sees no folder above.",
            Place(hidden / "__init__.py"),
            advice="Remove __init__.py; the files of a folder can import each other without it.",
        )


def _check_wanted(material: LessonMaterial, findings: Findings) -> None:
    exercise, solution = material.exercise, material.solution
    has_cases_to_try = any(exercise.glob("test_*.py"))
    for name, what, is_there in (
        (TEXT, "the lesson's text", (exercise / TEXT).is_file()),
        (SCRIPT, "what Run runs", (exercise / SCRIPT).is_file()),
        (f"test_{material.lesson.id}.py", "public cases to try", has_cases_to_try),
    ):
        if exercise.is_dir() and not is_there:
            findings.warn(f"missing: {name}, {what}.", Place(exercise / name))
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


def _entries(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.name not in _PASSED_OVER)


def check_sources(material: LessonMaterial, findings: Findings) -> bool:
    """Name files that cannot be read, and where stub and reference do not fit together.

    Whether there is one that makes judging pointless, since all that it does would be told again.
    """
    findings = findings.of(SOURCES)
    files = [path for folder in material.folders for path in files_below(folder)]
    broken = {path for path in files if not _is_whole(path, findings)}
    is_pointless = bool(missing_packages(material.lesson.installed)) or any(
        not path.is_relative_to(material.exercise) for path in broken
    )
    texts = []
    for name in (name for name in material.lesson.hand_in if name.endswith(".py")):
        stub, reference = material.exercise / name, material.solution / name
        if broken & {stub, reference} or not (stub.is_file() and reference.is_file()):
            return is_pointless
        texts.append(stub.read_text(encoding="utf-8", errors="replace"))
        _check_signatures(stub, reference, findings)
    if texts and not any("TODO" in text for text in texts):
        findings.error(
            "The stub holds no TODO, so a student is not told where to write.",
            Place(material.exercise / material.lesson.module_file),
        )
    _check_imports(material, findings)
    _check_packages(material, findings)
    return is_pointless


def _is_whole(path: Path, findings: Findings) -> bool:
    line = None
    try:
        data = read_course_file(findings.root, path)
        if path.suffix == ".py":
            parse_source(data)
    except SyntaxError as error:
        sentence, line = f"{path.name} is not Python: {error.msg}.", error.lineno or None
    except ValueError as error:
        sentence = f"{path.name} is not Python: {error}."
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
        elif known[name] != text:
            sentence = f"The stub has {text} where the reference has {known[name]}."
        else:
            continue
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
            bare = copy.deepcopy(node.args)
            for one in ast.walk(bare):
                if isinstance(one, ast.arg):
                    one.annotation = None
            yield name, f"{word} {name}({ast.unparse(bare)})", node.lineno


def _check_packages(material: LessonMaterial, findings: Findings) -> None:
    """Name what the reference imports and the jail would not have."""
    files = map(Path, (*material.lesson.hand_in, *material.lesson.files))
    ours = {name for file in files for name in (file.stem, file.parts[0])}
    for package in missing_packages(material.lesson.installed):
        findings.error(
            f"{material.lesson.id}: the package {package} is not installed beside the grader.",
            material.manifest_place,
            advice=f"Correct its name in the manifest, or type: {install_command((package,))}",
        )
    known = {*sys.stdlib_module_names, *material.lesson.packages, *ours}
    for name in material.lesson.hand_in:
        path = material.solution / name
        if not name.endswith(".py"):
            continue
        for module, line in _imported_modules(parse_source(path.read_bytes())):
            if module not in known:
                findings.error(
                    f"The reference imports {module}, which a submission could not: it is neither "
                    f"of the standard library nor among the lesson's packages and files.",
                    Place(path, line),
                    advice=f'Write packages = ["{module}"] into the manifest, or do without it.',
                )


def _imported_modules(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], node.lineno


def _check_imports(material: LessonMaterial, findings: Findings) -> None:
    lesson, module = material.lesson, material.lesson.module_file
    if not module.endswith(".py"):
        return
    offered: set[str] = set()
    for node in parse_source((material.exercise / module).read_bytes()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            offered.add(node.name)
            continue
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                offered.add(part.id)
            elif isinstance(part, ast.alias):
                offered.add((part.asname or part.name).split(".")[0])
    for file, tree in material.hidden.trees.items():
        imports = (one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom))
        own = (one for one in imports if one.module == lesson.module and not one.level)
        for line, name in [(one.lineno, alias.name) for one in own for alias in one.names]:
            if name not in offered | {"*"}:
                offered.add(name)
                findings.warn(
                    f"{file} imports {name}, which the stub does not mention.",
                    Place(material.hidden.folder / file, line),
                    advice="Put it into the stub, or say in the text that it is to be written.",
                )


def check_unfinished(material: LessonMaterial, findings: Findings) -> bool:
    """Name what is to be filled in, line by line; tell whether there is anything."""
    findings = findings.of(UNFINISHED)
    is_unfinished = False
    for path in (one for folder in material.folders for one in files_below(folder)):
        if path.suffix not in _TEXTS or not path.is_file():
            continue
        with suppress(OSError):  # the check of the sources says why
            for line, sentence in placeholders(path.read_text(encoding="utf-8", errors="replace")):
                is_unfinished = True
                said = sentence or "Write what belongs here."
                findings.error(f"Not filled in yet: {said}", Place(path, line))
    return is_unfinished
