"""The files of a course that students receive: no links, no caches, nothing only its author has.

They are compared with the reference, the mistakes, the hints and the hidden cases, however these
were changed.
"""

import ast
import datetime
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from grader.cases.case_info import CaseInfo
from grader.course.handout import COURSE_TEXT, HINTS, TEXT, load_handout
from grader.course.lesson_files import has_cases
from grader.course.manifest import MANIFEST, manifest_data
from grader.flows.proof.bytecode import compiled, operations
from grader.flows.proof.file_contents import Inside, any_text
from grader.flows.proof.findings import Findings, Place
from grader.flows.proof.material import LessonMaterial
from grader.intake.file_tree import LEFT_BEHIND
from grader.model.course import Course, Lesson
from grader.model.parsing import parse_source
from grader.model.report import Reveal
from grader.model.similarity.near_copies import (
    A_COPY,
    Kept,
    Spelling,
    kept_source,
    kept_whole,
    shares,
    spell,
)

EXERCISES = "exercises"


Fault = tuple[str, str]  # why a file may not be released, and what to do


@dataclass
class ReleaseFiles:
    """What is released, by path, and what is not."""

    files: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, Fault] = field(default_factory=dict)  # by path
    left_out: list[str] = field(default_factory=list)  # lie beside, and nothing asks for them


def release_files(course: Course, lessons: Sequence[Lesson]) -> ReleaseFiles:
    """Gather the manifest and the lessons' files; raises ContentError for one that is missing."""
    found = ReleaseFiles()
    manifest = (course.root / MANIFEST).read_bytes()
    chosen = None if len(lessons) == len(course.lessons) else lessons
    found.files[MANIFEST.as_posix()] = released_manifest(manifest, chosen).encode()
    about = course.root / COURSE_TEXT
    if about.is_file():
        _add(found, course, COURSE_TEXT.as_posix(), about.read_bytes())
    for lesson in lessons:
        _add_lesson(found, course, lesson)
    return found


def _add_lesson(found: ReleaseFiles, course: Course, lesson: Lesson) -> None:
    handout = load_handout(course, lesson)
    files = {**handout.for_student(), **handout.pictures}
    if handout.text is not None:
        files[TEXT] = (course.exercise_folder(lesson) / TEXT).read_bytes()
    folder = f"{EXERCISES}/{lesson.id}"
    for name, data in files.items():
        _add(found, course, str(PurePosixPath(folder, name)), data)
    released = {str(PurePosixPath(name)) for name in files}
    here = course.exercise_folder(lesson)
    for path in sorted(here.rglob("*")):
        below = path.relative_to(here)
        is_noise = any(part.startswith(".") or part in LEFT_BEHIND for part in below.parts)
        if path.is_file() and not is_noise and below.as_posix() not in released:
            found.left_out.append(f"{folder}/{below.as_posix()}")


def _add(found: ReleaseFiles, course: Course, name: str, data: bytes) -> None:
    fault = _fault(course, name)
    if fault is None:
        found.files[name] = data
    else:
        found.faults[name] = fault


def _fault(course: Course, name: str) -> Fault | None:
    path = course.root / name
    exercises = (course.root / EXERCISES).resolve()
    parts = PurePosixPath(name).parts
    if any(part.startswith(".") or part in LEFT_BEHIND for part in parts):
        return "begins with a dot or lies in a cache; no release holds such files.", "Rename it."
    if not path.resolve().is_relative_to(exercises):
        sentence = f"comes by a link from outside of {EXERCISES}/."
        return sentence, "Put the file, or the folder that it lies in, there itself."
    return None


_LESSONS = "lessons"


def released_manifest(manifest: bytes, chosen: Sequence[Lesson] | None = None) -> str:
    """Write a sound manifest again; with `chosen`, only these lessons and what they require."""
    data = manifest_data(manifest)
    rows = data.pop(_LESSONS)
    if chosen is not None:
        rows = _only(rows, chosen)
    blocks = [_pairs(data), *(f"[[{_LESSONS}]]\n{_pairs(row)}" for row in rows)]
    return "\n".join(blocks)


def _only(rows: Sequence[Mapping[str, Any]], chosen: Sequence[Lesson]) -> list[dict[str, Any]]:
    known = {lesson.id: lesson for lesson in chosen}
    kept = []
    for row in rows:
        lesson = known.get(row["id"])
        if lesson is not None:
            # by default the lesson before it is required, and that may not be there now
            kept.append({**row, "requires": [one for one in lesson.requires if one in known]})
    return kept


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool | int | float):
        return str(value).lower()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


_QUOTED = re.compile(
    r"""\#(?P<comment>[^\n]*)
    |(?P<quotes>\"{3}|'{3})(?P<long>(?:[^\\]|\\.)*?)(?:(?P=quotes)|\Z)
    |(?P<quote>["'])(?P<short>(?:(?!(?P=quote))[^\\\n]|\\.)*)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_DEPTH = 3  # a quote in a comment in a quote
_SIGNS = {"n": "\n", "r": "\n", "t": "\t", "\n": ""}


def quoted_texts(text: str) -> Iterator[str]:
    """Yield what a text of any language holds in comments and quotes, then what that holds."""
    for _ in range(_DEPTH):
        text = "\n".join(_pieces(text))
        yield text


def _pieces(text: str) -> Iterator[str]:
    for found in _QUOTED.finditer(text):
        comment = found["comment"]
        if comment is not None:
            yield comment
        else:
            yield _ESCAPED.sub(_sign, found["long"] or found["short"] or "")


def _sign(escaped: re.Match[str]) -> str:
    code = escaped[1] or escaped[2]
    return chr(int(code, 16)) if code else _SIGNS.get(escaped[3], escaped[3])


_ADVICE = "Put the stub or file for students there, not what only you should have."


def check_copies(
    material: LessonMaterial,
    cases: Sequence[CaseInfo],
    files: Mapping[Path, Inside],
    findings: Findings,
) -> None:
    """Name files that hold most of a reference, a mistake, the hints or hidden cases."""
    kept = list(_kept(material, cases))
    for path, inside in files.items():
        for place, held in _spelled(inside).items():
            told = shares(kept, chain.from_iterable(held))
            name = max(told, key=lambda each: told[each], default="")
            if name and told[name] >= A_COPY:
                findings.error(
                    f"{Path(place).name} holds {told[name]:.0%} of {name}, which no student "
                    "receives.",
                    Place(path.parent / place, 1 if place == path.name else None),
                    advice=_ADVICE,
                )


def _spelled(inside: Inside) -> dict[str, list[Iterable[Spelling]]]:
    """Take the texts of a file apart: a notebook's cells count as one."""
    found: dict[str, list[Iterable[Spelling]]] = defaultdict(list)
    for one in inside.texts:
        done = [one.operations] if one.operations else spell(one.text, is_python=one.is_python)
        # code that was commented out, or is kept as a text, is code all the same
        quoted = [spell(text, is_python=False) for text in quoted_texts(one.text)]
        found[one.place] += [done, *quoted]
    return found


def _kept(material: LessonMaterial, cases: Sequence[CaseInfo]) -> Iterator[Kept]:
    root, solution = material.course.root, material.solution
    stub = [_decoded(data) for data in material.handout.stub.values()]
    paths = [solution / name for name in material.lesson.hand_in]
    for path in (*paths, *sorted((solution / "mistakes").glob("*.py"))):
        if path.is_file():
            source = _decoded(path.read_bytes())
            name = path.relative_to(root).as_posix()
            # a stub that lacks nothing of it holds it all
            yield kept_source(name, source, own_lines(source, stub) or every_line(source))
            yield from _bytecode(name, source)
    hints = solution / HINTS
    if hints.is_file():
        for spelling in spell(_decoded(hints.read_bytes()), is_python=False):
            yield kept_whole(hints.relative_to(root).as_posix(), spelling, is_exact=True)
    yield from _hidden(material, cases)


def _hidden(material: LessonMaterial, cases: Sequence[CaseInfo]) -> Iterator[Kept]:
    """Keep the hidden files but for cases whose values students see; other numbers, other cases."""
    shown: dict[str, set[int]] = defaultdict(set)
    for case in cases:
        file, line = case.id.partition("::")[0], material.hidden.line_of(case.id)
        if case.reveal == Reveal.VALUES and line is not None:
            shown[file].add(line)
    for name in material.hidden.trees:
        if not has_cases(name):
            continue  # what cases share may be among what students have
        path = material.hidden.folder / name
        source = _decoded(path.read_bytes())
        place = path.relative_to(material.course.root).as_posix()
        yield kept_source(place, source, own_lines(source, (), shown[name]), is_exact=True)
        yield from _bytecode(place, source, is_exact=True)


def _bytecode(name: str, source: str, *, is_exact: bool = False) -> Iterator[Kept]:
    code = compiled(source)
    if code is not None:
        yield kept_whole(name, operations(code), is_exact=is_exact)


def _decoded(data: bytes) -> str:
    return any_text(data) or ""


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def own_lines(source: str, given: Sequence[str], shown: Collection[int] = ()) -> set[int]:
    """List the lines of the statements that no given program has in the same place.

    Imports and statements that begin on one of the lines `shown` are none of them; of what is no
    Python every line is.
    """
    body = _parsed(source)
    if not body:
        return every_line(source)
    known = [statement for text in given for statement in _parsed(text)]
    own = [one for one in _own(body, known) if one.lineno not in shown]
    return {line for one in own for line in _lines(one)}


def every_line(source: str) -> set[int]:
    """List all lines of a text."""
    return set(range(1, source.count("\n") + 2))


def _parsed(source: str) -> list[ast.stmt]:
    try:
        return parse_source(source).body
    except (SyntaxError, ValueError, RecursionError):
        return []


def _own(body: Sequence[ast.stmt], given: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    same = {ast.dump(one) for one in given}
    twins = {_header(one): one for one in given if isinstance(one, _Definition)}
    for one in body:
        if ast.dump(one) in same or isinstance(one, ast.Import | ast.ImportFrom):
            continue
        twin = twins.get(_header(one)) if isinstance(one, _Definition) else None
        if isinstance(one, _Definition) and (twin is not None or isinstance(one, ast.ClassDef)):
            yield from _own(one.body, twin.body if twin else ())
        else:
            yield one


def _header(one: _Definition) -> str:
    if isinstance(one, ast.ClassDef):
        return f"class {one.name}"
    return f"def {one.name}({ast.dump(one.args)})"


def _lines(one: ast.stmt) -> range:
    first = min([one.lineno, *(each.lineno for each in getattr(one, "decorator_list", ()))])
    return range(first, (one.end_lineno or one.lineno) + 1)
