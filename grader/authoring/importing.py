"""Brings lessons of other systems into a course: what came over, what did not, and why."""

import keyword
import re
import sys
from collections.abc import Iterator
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
from .stubs import imported_by, stub_of, with_todo

_OF_TESTS = frozenset(("pytest", "unittest", "conftest", "gradescope_utils", "_pytest"))


class Brought(Struct, frozen=True):
    """A lesson that is now in the course."""

    id: str
    files: list[Path]  # below the course
    notes: list[str]


def import_lessons(source: Path, root: Path, new_course: str | None) -> Iterator[Brought | str]:
    """Add each lesson of a source to a course; a sentence for each that cannot be brought along.

    With `new_course`, the title of a course, that is begun. Raises UsageError for a source that is
    of no kind that is known.
    """
    for found in _lessons_in(source):
        if isinstance(found, str):
            yield found
            continue
        try:
            brought = _bring(found, root, new_course)
        except (SyntaxError, ValueError) as error:
            yield f"{found.name} was left out. Its solution is not Python: {syntax_fault(error)}."
        except GraderError as error:
            yield f"{found.name} was left out. {error}"
        else:
            yield brought
            new_course = None


def _lessons_in(source: Path) -> Iterator[ForeignLesson | str]:
    if not source.exists():
        raise UsageError(f"{source} is not there.")
    notebooks = [source] if source.suffix == ".ipynb" else sorted(source.glob("*.ipynb"))
    if (source / from_exercism.EXERCISE).is_file():
        yield from_exercism.read_exercise(source)
    elif (source / from_exercism.TRACK).is_file() and (source / "exercises").is_dir():
        yield from from_exercism.read_track(source)
    elif from_pytest.test_files(source):
        yield from from_pytest.read_pytest(source)
    elif not notebooks:
        raise UsageError(
            f"{source} is nothing that lessons can be made of: give a folder with test_*.py and "
            "the modules that they import, an exercise or a track of exercism's, or an assignment "
            "of nbgrader or otter (.ipynb) as its instructor has it."
        )
    else:
        for path in notebooks:
            try:
                yield read_notebook(path)
            except UsageError as error:
                yield str(error)


def _bring(found: ForeignLesson, root: Path, new_course: str | None) -> Brought:
    """Write a lesson, with the modules and packages that it imports; raises SyntaxError."""
    module = next(iter(found.reference)).removesuffix(".py")
    name = lesson_id(found.name)
    if keyword.iskeyword(name) or name in sys.stdlib_module_names:
        name = f"{name}_lesson"[:32]
    cases = [data.decode() for file, data in found.hidden.items() if file.endswith(".py")]
    given = [data.decode() for file, data in found.files.items() if file.endswith(".py")]
    ours = {Path(one).stem for one in (*found.reference, *found.files, *found.hidden)}
    asked = set().union(*map(imported_by, (*found.reference.values(), *cases, *given)))
    settings = {
        "module": "" if module == name else module,
        "hand_in": [] if [*found.reference] == [f"{name}.py"] else [*found.reference],
        "files": [*found.files],
        "packages": sorted(asked - ours - _OF_TESTS - sys.stdlib_module_names),
    }
    requires = found.requires
    if requires:
        there = set() if new_course else {str(one.id) for one in load_course(root).lessons}
        gone = [one for one in requires if one not in there]
        found.notes.extend(f"It requires {one}, which did not come over." for one in gone)
        requires = [one for one in requires if one in there]
    title = found.title or name
    text = found.text or f"# {title}\n\n{PLACEHOLDER} say what is to be written.\n"
    exercise, solution, hidden = (Path(tree, name) for tree in (EXERCISES, SOLUTIONS, HIDDEN))
    files = {exercise / "README.md": text.encode()}
    named = frozenset(re.findall(r"\w+", "\n".join(cases)))
    for file, source in found.reference.items():
        files[solution / file] = source.encode()
        files[exercise / file] = with_todo(found.stub.get(file) or stub_of(source, named)).encode()
    files |= {exercise / file: data for file, data in found.files.items()}
    files |= {hidden / file: data for file, data in found.hidden.items()}
    if found.public is not None:
        files[exercise / f"test_{name}.py"] = found.public.encode()
    if found.hints is not None:
        files[solution / "hints.md"] = found.hints.encode()
    used = {key: value for key, value in settings.items() if value}
    entry = Entry(name, title, None, requires, used)
    return Brought(name, add_lesson(root, entry, files, new_course), found.notes)
