"""Brings lessons of other systems into a course: what came over, what did not, and why."""

import keyword
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from grader.course.manifest import load_course
from grader.errors import GraderError, UsageError
from grader.model.parsing import syntax_fault
from grader.model.text import PLACEHOLDER

from . import from_exercism, from_pytest
from .foreign import ForeignLesson, lesson_id
from .from_notebook import read_notebook
from .scaffolding import EXERCISES, HIDDEN, SOLUTIONS, Entry, add_lesson
from .stubs import has_headers_of, imported_by, stub_of, used_names, with_todo

_OF_TESTS = frozenset(("pytest", "unittest", "conftest", "gradescope_utils", "_pytest"))
_NOTEBOOK = ".ipynb"


class Brought(Struct, frozen=True):
    """A lesson that is now in the course."""

    id: str
    files: list[Path]  # below the course
    notes: list[str]


def import_lessons(
    source: Path, root: Path, new_course: str | None, *, called: str | None = None
) -> Iterator[Brought | str]:
    """Add each lesson of a source to a course; a sentence for each that cannot be brought along.

    With `new_course`, the title of a course, that is begun. Raises UsageError for a source that is
    of no kind that is known.
    """
    for found in _lessons_in(source):
        if isinstance(found, str):
            yield found
            continue
        try:
            brought = _bring(found, root, new_course, called)
        except GraderError as error:
            yield f"{found.name} was left out. {error}"
        else:
            yield brought
            new_course = None


def _lessons_in(source: Path) -> Iterable[ForeignLesson | str]:
    if not source.exists():
        raise UsageError(f"{source} is not there.")
    if source.suffix == _NOTEBOOK:
        return [read_notebook(source)]
    if source.is_dir():
        if (source / from_exercism.EXERCISE).is_file():
            return [from_exercism.read_exercise(source)]
        if (source / from_exercism.TRACK).is_file() and (source / "exercises").is_dir():
            return from_exercism.read_track(source)
        if from_pytest.test_files(source):
            return from_pytest.read_pytest(source)
        if notebooks := sorted(source.rglob("*.ipynb")):
            return _each_notebook(notebooks, source)
    raise UsageError(
        f"{source} is nothing that lessons can be made of: give a folder with test_*.py and the "
        "modules that they import, an exercise or a track of exercism's, or an assignment of "
        "nbgrader or otter (.ipynb) as its instructor has it."
    )


def _each_notebook(paths: list[Path], folder: Path) -> Iterator[ForeignLesson | str]:
    for path in paths:
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue  # Jupyter keeps these to itself
        try:
            yield read_notebook(path)
        except UsageError as error:
            yield str(error)


def _bring(found: ForeignLesson, root: Path, new_course: str | None, called: str | None) -> Brought:
    module = next(iter(found.reference)).removesuffix(".py")
    name = called or lesson_id(found.name)
    if keyword.iskeyword(name) or name in sys.stdlib_module_names:
        name = f"{name}_lesson"[:32]
    try:
        settings = dict(_settings(found, name, module))
        files = dict(_files(found, name))
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"Its solution is not Python: {syntax_fault(error)}.") from error
    notes, requires = found.notes, found.requires
    if requires is not None:
        there = {str(one.id) for one in load_course(root).lessons} if new_course is None else set()
        notes += [f"It requires {one}, which did not come over." for one in requires
                  if one not in there]  # fmt: skip
        requires = [one for one in requires if one in there]
    entry = Entry(name, found.title or name, None, requires, settings)
    return Brought(name, add_lesson(root, entry, files, new_course), notes)


def _stub(found: ForeignLesson, file: str, source: str, named: frozenset[str]) -> str:
    given = found.stub.get(file, "")
    if given.strip() and has_headers_of(given, source):
        return with_todo(given)
    if given.strip():
        found.notes.append(f"The stub {file} takes other arguments than the solution: made anew.")
    return with_todo(stub_of(source, named))


def _settings(
    found: ForeignLesson, name: str, module: str
) -> Iterator[tuple[str, str | list[str]]]:
    if module != name:
        yield "module", module
    if list(found.reference) != [f"{name}.py"]:
        yield "hand_in", list(found.reference)
    if found.files:
        yield "files", list(found.files)
    ours = {Path(one).stem for one in (*found.reference, *found.files, *found.hidden)}
    python = {**found.reference, **_python_of(found.files), **_python_of(found.hidden)}
    asked = {one for text in python.values() for one in imported_by(text)}
    if packages := sorted(asked - ours - _OF_TESTS - sys.stdlib_module_names):
        yield "packages", packages


def _python_of(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in files.items() if name.endswith(".py")}


def _files(found: ForeignLesson, name: str) -> Iterator[tuple[Path, bytes]]:
    exercise, solution, hidden = (Path(tree, name) for tree in (EXERCISES, SOLUTIONS, HIDDEN))
    named = frozenset[str]().union(*map(used_names, _python_of(found.hidden).values()))
    text = found.text or f"# {found.title or name}\n\n{PLACEHOLDER} say what is to be written.\n"
    yield exercise / "README.md", text.encode()
    for file, source in found.reference.items():
        yield solution / file, source.encode()
        yield exercise / file, _stub(found, file, source, named).encode()
    for file, data in found.files.items():
        yield exercise / file, data
    for file, data in found.hidden.items():
        yield hidden / file, data
    if found.public is not None:
        yield exercise / f"test_{name}.py", found.public.encode()
    if found.hints is not None:
        yield solution / "hints.md", found.hints.encode()
