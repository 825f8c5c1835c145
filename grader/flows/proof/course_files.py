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
from grader.jail.packages import install_command, missing_packages
from grader.model.course import SCRIPT, Course
from grader.model.parsing import parse_source
from grader.model.text import placeholders

from .findings import Findings, Place
from .material import LessonMaterial
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
    place = material.manifest_place
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
    wanted: list[tuple[Path, str]] = [
        (exercise / TEXT, "the lesson's text"),
        (exercise / SCRIPT, "what Run runs"),
        (exercise / f"test_{material.lesson.id}.py", "public cases to try"),
    ]
    for path, what in wanted:
        is_there = path.is_file() or (
            path.name.startswith("test_") and any(exercise.glob("test_*.py"))
        )
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


def check_sources(material: LessonMaterial, findings: Findings) -> bool:
    """Name files that cannot be read, and where stub and reference do not fit together.

    Whether there is one that makes judging pointless, since all that it does would be told again.
    """
    findings = findings.of(SOURCES)
    files = [path for folder in material.folders for path in files_below(folder)]
    broken = {path for path in files if not _is_whole(path, findings)}
    names = [name for name in material.lesson.hand_in if name.endswith(".py")]
    texts = []
    for name in names:
        stub, reference = material.exercise / name, material.solution / name
        if stub in broken or reference in broken or not (stub.is_file() and reference.is_file()):
            return _keeps_from_judging(material, broken)
        texts.append(stub.read_text(encoding="utf-8", errors="replace"))
        _check_signatures(stub, reference, findings)
    if texts and not any("TODO" in text for text in texts):
        findings.error(
            "The stub holds no TODO, so a student is not told where to write.",
            Place(material.exercise / material.lesson.module_file),
        )
    _check_imports(material, findings)
    _check_packages(material, findings)
    return _keeps_from_judging(material, broken)


def _keeps_from_judging(material: LessonMaterial, broken: set[Path]) -> bool:
    lacks_packages = bool(missing_packages(material.lesson.installed))
    return lacks_packages or any(not path.is_relative_to(material.exercise) for path in broken)


def _is_whole(path: Path, findings: Findings) -> bool:
    try:
        data = read_course_file(findings.root, path)
        if path.suffix == ".py":
            parse_source(data)
    except SyntaxError as error:
        findings.error(
            f"{path.name} is not Python: {error.msg}.", Place(path, error.lineno or None)
        )
    except ValueError as error:
        findings.error(f"{path.name} is not Python: {error}.", Place(path))
    except ContentError as error:
        findings.error(str(error), Place(path))
    else:
        return True
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
            yield name, f"{word} {name}({_parameters(node.args)})", node.lineno


def _parameters(arguments: ast.arguments) -> str:
    # types may be left to the student; defaults are part of the task
    bare = copy.deepcopy(arguments)
    for node in ast.walk(bare):
        if isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(bare)


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
    module = material.lesson.module_file
    if not module.endswith(".py"):
        return
    offered = _offered_names((material.exercise / module).read_bytes())
    told: set[str] = set()
    for file, tree in material.hidden.trees.items():
        for name, line in _imported_names(tree, material.lesson.module):
            if name not in offered | told:
                told.add(name)
                findings.warn(
                    f"{file} imports {name}, which the stub does not mention.",
                    Place(material.hidden.folder / file, line),
                    advice="Put it into the stub, or say in the text that it is to be written.",
                )


def _offered_names(source: bytes) -> set[str]:
    names: set[str] = set()
    for node in parse_source(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        else:
            names |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            names |= {
                (a.asname or a.name).split(".")[0]
                for n in ast.walk(node)
                if isinstance(n, ast.Import | ast.ImportFrom)
                for a in n.names
            }
    return names


def _imported_names(tree: ast.AST, module: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == module and node.level == 0:
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name != "*")


def check_unfinished(material: LessonMaterial, findings: Findings) -> bool:
    """Name what is to be filled in, line by line; tell whether there is anything."""
    findings = findings.of(UNFINISHED)
    is_unfinished = False
    for path, text in _texts(material):
        for line, sentence in placeholders(text):
            is_unfinished = True
            said = sentence or "Write what belongs here."
            findings.error(f"Not filled in yet: {said}", Place(path, line))
    return is_unfinished


def _texts(material: LessonMaterial) -> Iterator[tuple[Path, str]]:
    for folder in material.folders:
        for path in files_below(folder):
            if path.suffix in _TEXTS and path.is_file():
                with suppress(OSError):  # the check of the sources says why
                    yield path, path.read_text(encoding="utf-8", errors="replace")
