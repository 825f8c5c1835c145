"""Reads a folder of plain pytest files with the solutions that they test."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from grader.model.parsing import parse_source, syntax_fault

from .foreign import (
    ForeignLesson,
    read_beside,
    read_text,
    test_file,
    title_of,
    under_title,
)
from .stubs import imported_by

_WITH_TESTS, _WITH_SOLUTIONS = ("", "tests", "test"), ("", "src", "solution", "solutions")
_NO_MODULES = frozenset(("conftest", "setup"))


def test_files(folder: Path) -> list[Path]:
    """Find the files in which pytest would look for tests."""
    return sorted(
        path
        for below in _WITH_TESTS
        for pattern in ("test_*.py", "*_test.py")
        for path in (folder / below).glob(pattern)
    )


def read_pytest(folder: Path) -> Iterator[ForeignLesson | str]:
    """Make a lesson of each module that tests import; a sentence for a file that imports none."""
    tests = test_files(folder)
    sources = {
        path.stem: read_text(path)
        for below in _WITH_SOLUTIONS
        for path in sorted((folder / below).glob("*.py"))
        if path not in tests and path.stem not in _NO_MODULES
    }
    by_module: dict[tuple[str, ...], list[Path]] = defaultdict(list)
    for path in tests:
        try:
            asked = imported_by(read_text(path)) & sources.keys()
        except (SyntaxError, ValueError) as error:
            yield f"{path.name} was left out: {syntax_fault(error)}."
            continue
        if asked:
            own = path.stem.removeprefix("test_").removesuffix("_test")
            by_module[tuple(sorted(asked, key=lambda one: (one != own, one)))].append(path)
        else:
            yield f"{path.name} was left out: it imports no module that lies beside it."
    for names, paths in by_module.items():
        try:
            lesson = _lesson(names, paths, sources)
        except (SyntaxError, ValueError) as error:
            yield f"{names[0]}.py was left out: {syntax_fault(error)}."
            continue
        if len(by_module) == 1 and (folder / "README.md").exists():
            lesson.text = under_title(lesson.title, read_text(folder / "README.md"))
        yield lesson


def _lesson(names: tuple[str, ...], tests: list[Path], sources: dict[str, str]) -> ForeignLesson:
    given: dict[str, bytes] = {}
    waiting = list(names)
    while waiting:  # what the solutions import is theirs to use, and no student's to write
        for name in sorted(imported_by(sources[waiting.pop()]) & sources.keys()):
            if name not in names and f"{name}.py" not in given:
                given[f"{name}.py"] = sources[name].encode()
                waiting.append(name)
    hidden = {test_file(path.name): path.read_bytes() for path in tests}
    for place in dict.fromkeys(path.parent for path in tests):
        hidden |= read_beside(place)
        if (place / "conftest.py").exists():
            hidden["conftest.py"] = (place / "conftest.py").read_bytes()
    title, said = title_of(names[0]), ast.get_docstring(parse_source(sources[names[0]]))
    return ForeignLesson(
        names[0],
        {f"{name}.py": sources[name] for name in names},
        hidden,
        title,
        under_title(title, said) if said else None,
        files=given,
    )
