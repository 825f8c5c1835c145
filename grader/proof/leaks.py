"""Nothing that a student receives may hold what a hidden case keeps to itself.

That is its name, its sentence where students do not see it, and the literals in it that cannot
stand somewhere else by chance: lists of three numbers or more, numbers with four digits or more in
them, texts of eight characters or more. A case marked reveal("values") keeps nothing.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from grader.advice.learning import Learned
from grader.cases.events import CaseInfo
from grader.course.course_file import files_below
from grader.course.handout import COURSE_TEXT, HINTS, TEXT
from grader.course.hidden_source import CaseNode, marks_of
from grader.model.parsing import docstrings
from grader.model.phrases import listed
from grader.model.report import Reveal, Visibility

from .lesson_runs import case_name
from .material import Findings, LessonMaterial, Place

_LIST, _LONG_LIST, _DIGITS, _TEXT = 3, 4, 4, 8
_DISTINCT = 3  # values of a list that is looked for in hints and without brackets as well
_ONE = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
_ROW = rf"(?<![\w.])({_ONE}(?:\s*[,;]\s*{_ONE})*)(?!\w|\.\d)"
_ROWS = re.compile(rf"(?:([\[(])\s*)?{_ROW}(?:[\s,;]*[\])])?", re.IGNORECASE)
_Secret = str | tuple[float, ...]  # a text, or a row of numbers


def check_leaks(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Look in what a student reads for what the hidden files hold."""
    findings = findings.of("leaks")
    infos = {case.id.partition("[")[0]: case for case in learned.knowledge.cases}
    secret = {case: info for case, info in infos.items() if info.reveal != Reveal.VALUES}
    paths = [*files_below(material.exercise), material.solution / HINTS]
    texts = {path: path.read_bytes().decode("utf-8", "replace") for path in paths if path.is_file()}
    texts |= {material.mistake_path(one.name): one.sentence for one in material.files.mistakes}
    _check_literals(material, texts, secret, findings)
    about = material.course.root / COURSE_TEXT
    if about.is_file():  # for all lessons: numbers may stand there by chance
        texts[about] = about.read_text(encoding="utf-8", errors="replace")
    files = {Path(name).name for name in material.hidden.trees}
    files -= {"conftest.py", *(path.name for path in texts)}
    names = [f"hidden/{material.lesson.id}", *sorted(files), *sorted(secret)]
    said = {name: f"names {name}, which is hidden" for name in names}
    for case, info in secret.items():
        if info.visibility != Visibility.VISIBLE:  # else every student is shown its sentence
            kept = info.visibility.replace("_", " ")
            said[info.sentence] = f"holds the sentence of {case_name(case)}, which is kept {kept}"
    for hidden, what in said.items():
        if places := _places(texts, hidden):
            sentence = f"{places[0][0].name} {what}{_and_in(places[1:])}"
            findings.error(sentence, Place(*places[0]))


def _check_literals(
    material: LessonMaterial,
    texts: Mapping[Path, str],
    secret: Mapping[str, CaseInfo],
    findings: Findings,
) -> None:
    teaching = material.exercise / TEXT
    for literal, case in _secrets(material, secret).items():
        places = _places(texts, literal)
        if not _is_rare(literal):
            places = [place for place in places if place[0].is_relative_to(material.exercise)]
        # what the lesson itself shows is nowhere else a secret
        places.sort(key=lambda place: place[0] != teaching)
        if places:
            is_taught = places[0][0] == teaching
            tell = findings.warn if is_taught else findings.error
            where = "The lesson teaches with" if is_taught else f"{places[0][0].name} holds"
            who = case_name(case) if case else "a hidden file"
            tell(
                f"{where} {_shown(literal)}, which {who} uses{_and_in(places[1:])}",
                Place(*places[0], case or None),
                advice='Use another value in the case, or mark it reveal("values").',
            )


def _secrets(material: LessonMaterial, secret: Mapping[str, CaseInfo]) -> dict[_Secret, str]:
    """Collect the telling literals of hidden files, each with the first case that uses it."""
    cases = {id(node): case for case, node in material.hidden.cases.items()}
    found: dict[_Secret, str] = {}
    for tree in material.hidden.trees.values():
        bodies = [node.body if isinstance(node, ast.ClassDef) else [node] for node in tree.body]
        for node in (one for body in bodies for one in body):
            case = cases.get(id(node), "")
            if not case or case in secret:
                for literal in _literals(node):
                    found.setdefault(literal, case)
    return found


def _literals(node: ast.AST) -> Iterator[_Secret]:
    """Yield the telling literals of a program, outermost first."""
    skipped = docstrings(node)
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, CaseNode | ast.ClassDef):
            # what a mark says is no input; parameter sets are
            said = {id(mark) for mark in marks_of(one) if mark.attr != "parametrize"}
            marks = one.decorator_list
            given = (each for each in marks if id(getattr(each, "func", each)) not in said)
            pending += [*one.body, *given]
            continue
        value = None
        if isinstance(one, ast.expr) and id(one) not in skipped:
            with suppress(ValueError, TypeError, SyntaxError, ArithmeticError, RecursionError):
                value = _telling(ast.literal_eval(one))
        if value is None:
            pending += ast.iter_child_nodes(one)
        else:
            yield value


def _telling(value: object) -> _Secret | None:
    """Give a literal that is too particular to stand somewhere by chance."""
    if isinstance(value, str):
        return value if len(value) >= _TEXT and not value.isidentifier() else None
    if isinstance(value, list | tuple):
        numbers = tuple(float(one) for one in value if isinstance(one, int | float))
        is_row = len(numbers) == len(value) >= _LIST and len(set(numbers)) > 1
        return numbers if is_row else None
    if isinstance(value, float):
        digits = re.sub(r"\D", "", repr(value)).strip("0")
        return (value,) if len(digits) >= _DIGITS else None
    is_long = isinstance(value, int) and abs(value) >= 10**_DIGITS
    return (float(value),) if is_long else None  # type: ignore[arg-type] # it is a number


def stands_in(secret: _Secret, text: str) -> bool:
    """Whether a text holds another, however it is broken into lines, or a row of numbers."""
    if isinstance(secret, str):
        return " ".join(secret.split()) in " ".join(text.split())
    count, is_telling = len(secret), len(secret) >= _LONG_LIST and _is_rare(secret)
    return any(
        row[at : at + count] == secret
        for is_list, row in _rows(text)
        for at in range(len(row) - count + 1)
        if is_telling or count == 1 or (is_list and len(row) == count)
    )


@lru_cache(10_000)
def _rows(text: str) -> list[tuple[bool, tuple[float, ...]]]:
    """Read the rows of numbers in a text, each with whether it stands in brackets."""
    return [
        (bool(found[1]) and found[0][-1] in "])", tuple(map(float, re.split("[,;]", found[2]))))
        for found in _ROWS.finditer(text)
    ]


def _is_rare(secret: _Secret) -> bool:
    """Whether it is no list of a few grades, of which there are not many."""
    return not isinstance(secret, tuple) or len(secret) == 1 or len(set(secret)) >= _DISTINCT


def _shown(secret: _Secret) -> str:
    if isinstance(secret, str):
        return repr(secret)
    numbers = [f"{number:.15g}" for number in secret]
    return numbers[0] if len(numbers) == 1 else f"[{', '.join(numbers)}]"


def _places(texts: Mapping[Path, str], wanted: _Secret) -> list[tuple[Path, int | None]]:
    """Find every line that holds something; what stands on several has none."""
    found: list[tuple[Path, int | None]] = []
    for path in (path for path, text in texts.items() if stands_in(wanted, text)):
        lines = enumerate(texts[path].splitlines(), 1)
        found += [(path, n) for n, line in lines if stands_in(wanted, line)] or [(path, None)]
    return found


def _and_in(places: Sequence[tuple[Path, int | None]]) -> str:
    """End a sentence with the other places in which the same stands."""
    others = [path.name if line is None else f"{path.name}:{line}" for path, line in places]
    return f", also in {listed(others)}." if others else "."
