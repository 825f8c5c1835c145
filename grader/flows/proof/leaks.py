"""Nothing that a student receives may hold what a hidden case keeps to itself.

That is its calls with what they must give, its name, its sentence, and the literals in it that
cannot stand somewhere else by chance: lists of three numbers or more, numbers with four digits or
more in them, texts of eight characters or more. A case marked reveal("values") shows its values
anyway, so it keeps nothing.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from grader.cases.case_info import CaseInfo
from grader.course.handout import HINTS, TEXT
from grader.course.hidden_source import CaseNode, marks_of
from grader.judge.learning import Learned
from grader.model.parsing import docstrings, parse_source
from grader.model.report import Reveal, Visibility

from .file_contents import Inside, look_inside
from .findings import Findings, Place
from .lesson_runs import case_name
from .material import LessonMaterial

CHECK = "leaks"
_DISTINCT = 3
_OF_NUMBERS = frozenset("0123456789-., e")
_LONG_LIST = 4  # numbers that are telling without brackets, too
_LIST = 3
_DIGITS = 4
_TEXT = 8
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])", re.IGNORECASE)
_WORD = re.compile(r"[\w.]+")
_ALIKE = str.maketrans('()"`', "[]''")  # brackets and quotes


@dataclass(frozen=True)
class Given:
    """One text that a student receives: a file, or something in it."""

    path: Path
    text: str
    plain: str  # as literals are looked for in it
    is_python: bool
    has_lines: bool

    def line_of(self, text: str) -> int | None:
        """Find the line on which a text stands, where it stands on one."""
        return next((n for n, line in self._lines if text in line), None)

    def holds(self, wanted: "_Wanted") -> bool:
        """Whether a literal stands in it; in a large file most words are not there at all."""
        return wanted.words <= self._words and wanted.stands_in(self.plain)

    def line_with(self, wanted: "_Wanted") -> int | None:
        """Find the line on which a literal stands, where it stands on one."""
        return next((n for n, line in self._plain_lines if wanted.stands_in(line)), None)

    @cached_property
    def _words(self) -> set[str]:
        return set(_WORD.findall(self.plain))

    @property
    def _lines(self) -> Iterable[tuple[int, str]]:
        return enumerate(self.text.splitlines() if self.has_lines else (), 1)

    @cached_property
    def _plain_lines(self) -> list[tuple[int, str]]:
        return [(number, _plain_text(line)) for number, line in self._lines]


def check_leaks(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Compare what a student receives with what the hidden files hold."""
    paths = [path for path in sorted(material.exercise.rglob("*")) if path.is_file()]
    given = {path: path.read_bytes() for path in paths if "__pycache__" not in path.parts}
    given |= _told_by_feedback(material)
    inside = {path: look_inside(path.name, data) for path, data in given.items()}
    check_given(material, learned.knowledge.cases, inside, findings)


def _told_by_feedback(material: LessonMaterial) -> dict[Path, bytes]:
    """Collect what a student reads later: the hints, and the sentence of each mistake."""
    hints = material.solution / HINTS
    found = {hints: hints.read_bytes()} if hints.is_file() else {}
    for mistake in material.files.mistakes:
        path = material.mistake_place(mistake.name).path
        if path is not None:
            found[path] = mistake.sentence.encode()
    return found


def check_given(
    material: LessonMaterial,
    cases: Sequence[CaseInfo],
    files: Mapping[Path, Inside],
    findings: Findings,
    around: Mapping[Path, Inside] | None = None,
) -> None:
    """Compare files of a lesson with what its hidden files hold.

    What is given `around` the lesson, such as the manifest, holds numbers of its own: in it only
    sentences and names are looked for.
    """
    findings = findings.of(CHECK)
    given = [one for path, inside in files.items() for one in _given(path, inside)]
    infos = {case.id.partition("[")[0]: case for case in cases}
    secret = {case: info for case, info in infos.items() if info.reveal != Reveal.VALUES}
    asked = list(_check_questions(material, given, secret, findings))
    _check_literals(material, given, infos, (findings, asked))
    given += [one for path, inside in (around or {}).items() for one in _given(path, inside)]
    _check_sentences(given, secret, findings)
    public = {path.name for path in (*files, *(around or ()))}
    _check_names(material, (given, public), secret, findings)


def _given(path: Path, inside: Inside) -> Iterator[Given]:
    for one in inside.texts:
        place = path.parent / one.place
        yield Given(place, one.text, _plain_text(one.text), one.is_python, one.has_lines)


def _check_questions(
    material: LessonMaterial, given: list[Given], secret: dict[str, CaseInfo], findings: Findings
) -> Iterator[tuple[Path, int]]:
    """Tell of each question that stands in a student's file, and yield where it stands."""
    asked = {
        (question.call, question.expected): case
        for case in secret
        if case in material.hidden.cases
        for question in _questions_of(material.hidden.cases[case])
    }
    for file in given:
        if not file.is_python:
            continue
        for question in _questions_of(_parsed(file.text)):
            case = asked.get((question.call, question.expected))
            if case is not None:
                yield file.path, question.line
                line = question.line if file.has_lines else None
                findings.error(
                    f"{file.path.name} asks what {case_name(case)} asks, with the answer: "
                    f"{question.call} and {question.expected}.",
                    Place(file.path, line, case),
                    advice="Let the hidden case ask something else, or mark it "
                    'reveal("values") where it is meant to be known.',
                )


def _check_literals(
    material: LessonMaterial,
    given: list[Given],
    infos: dict[str, CaseInfo],
    telling: tuple[Findings, list[tuple[Path, int]]],
) -> None:
    findings, asked = telling
    advice = 'Use another value in the case, or mark it reveal("values").'
    for text, case in _secrets(material, infos).items():
        wanted = _wanted(text)
        holding = [file for file in given if file.holds(wanted)]
        if not _is_rare(text):
            holding = [file for file in holding if file.path.is_relative_to(material.exercise)]
        teaching = [file for file in holding if file.path == material.exercise / TEXT]
        who = case_name(case) if case else "a hidden file"
        for file in teaching or holding:
            place = Place(file.path, file.line_with(wanted), case or None)
            if (file.path, place.line) in asked:
                continue
            if teaching:
                findings.warn(
                    f"The lesson teaches with {text}, which {who} uses.", place, advice=advice
                )
            else:
                findings.error(
                    f"{file.path.name} holds {text}, which {who} uses.", place, advice=advice
                )


@dataclass(frozen=True)
class _Wanted:
    """A literal as it stands in a plain text."""

    text: str
    words: frozenset[str] = frozenset()  # of numbers, which are no part of longer ones

    def stands_in(self, plain: str) -> bool:
        """Whether it does."""
        if not self.words or self.text not in plain:
            return self.text in plain
        return re.search(rf"(?<![\w.]){re.escape(self.text)}(?![\w.])", plain) is not None


def _wanted(text: str) -> _Wanted:
    text = _plain_text(text)
    inner = text[1:-1]
    if inner.count(",") >= _LONG_LIST - 1 and _is_rare(text) and not set(inner) - _OF_NUMBERS:
        text = inner
    elif not text[0].isdigit() and text[0] != "-":
        return _Wanted(text)
    return _Wanted(text, frozenset(_WORD.findall(text)))


def _is_rare(text: str) -> bool:
    """Whether a literal is no list of a few grades, of which there are not many."""
    return not text.startswith("[") or len(set(text[1:-1].split(", "))) >= _DISTINCT


def _secrets(material: LessonMaterial, infos: dict[str, CaseInfo]) -> dict[str, str]:
    """Collect what hidden files hold outside of cases that reveal their values, by first case."""
    shown = {
        id(material.hidden.cases[case])
        for case, info in infos.items()
        if info.reveal == Reveal.VALUES and case in material.hidden.cases
    }
    names = {id(node): case for case, node in material.hidden.cases.items()}
    found: dict[str, str] = {}
    for tree in material.hidden.trees.values():
        for node in _pieces(tree):
            if id(node) not in shown:
                for text in _secrets_of(node):
                    found.setdefault(text, names.get(id(node), ""))
    return found


def _pieces(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from node.body
        else:
            yield node


def _check_sentences(given: list[Given], secret: dict[str, CaseInfo], findings: Findings) -> None:
    for case, info in secret.items():
        if info.visibility == Visibility.VISIBLE:
            continue  # its sentence is shown to every student
        for file in given:
            if info.sentence in file.text:
                findings.error(
                    f"{file.path.name} holds the sentence of {case_name(case)}, a case that is "
                    f"kept {info.visibility.replace('_', ' ')}.",
                    Place(file.path, file.line_of(info.sentence), case),
                )


def _check_names(
    material: LessonMaterial,
    texts: tuple[list[Given], set[str]],
    secret: dict[str, CaseInfo],
    findings: Findings,
) -> None:
    given, public = texts
    files = {Path(name).name for name in material.hidden.trees} - public - {"conftest.py"}
    marks = [f"hidden/{material.lesson.id}", *sorted(files), *sorted(secret)]
    for file in given:
        for mark in marks:
            if mark in file.text:
                findings.error(
                    f"{file.path.name} names {mark}, which is hidden.",
                    Place(file.path, file.line_of(mark)),
                )


def _parsed(text: str) -> ast.Module:
    try:
        return parse_source(text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


@dataclass(frozen=True)
class _Question:
    """A call whose arguments are written down, and a value that it is compared with."""

    call: str
    expected: str
    line: int


def _secrets_of(node: ast.AST) -> Iterator[str]:
    """Yield the literals of a program that could not stand elsewhere by chance, outermost first."""
    skipped = docstrings(node)
    pending = [node]
    while pending:
        one = pending.pop()
        text = None if id(one) in skipped else _literal_text(one)
        if text is not None and _is_telling(one):
            yield text
        elif isinstance(one, CaseNode | ast.ClassDef):
            marks = {id(mark) for mark in marks_of(one)}
            rest = [d for d in one.decorator_list if not _is_saying(d, marks)]
            pending += [*one.body, *rest]
        else:
            pending += ast.iter_child_nodes(one)


def _is_saying(decorator: ast.expr, marks: set[int]) -> bool:
    # what a mark says is no input; parameter sets are
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    is_mark = id(function) in marks
    return is_mark and isinstance(function, ast.Attribute) and function.attr != "parametrize"


def _literal_text(node: ast.AST) -> str | None:
    """Write a literal in one form: tuples as lists, numbers by value; None for no literal."""
    if not isinstance(node, ast.expr):
        return None
    try:
        return _normal(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _normal(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_normal, value))}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return repr(value)


def _is_telling(node: ast.AST) -> bool:
    """Whether a literal is too particular to stand somewhere by chance."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return False
    if isinstance(value, str):
        return len(value) >= _TEXT and not value.isidentifier()
    if isinstance(value, list | tuple):
        numbers = [v for v in value if isinstance(v, int | float)]
        return len(numbers) >= _LIST and len(set(numbers)) > 1
    if isinstance(value, float):
        return len(re.sub(r"\D", "", repr(value)).strip("0")) >= _DIGITS
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**_DIGITS


def _questions_of(node: ast.AST) -> Iterator[_Question]:
    """Yield the calls of plain names with literal arguments that an assert compares with values."""
    for one in ast.walk(node):
        if isinstance(one, ast.Compare):
            sides: Iterable[ast.expr] = [one.left, *one.comparators]
        elif isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            sides = one.args if one.func.attr.startswith("assert") else ()
        else:
            continue
        for side in sides:
            others = [other for other in sides if other is not side]
            yield from _asked(side, others)


def _asked(side: ast.expr, others: list[ast.expr]) -> Iterator[_Question]:
    if not isinstance(side, ast.Call) or not isinstance(side.func, ast.Name):
        return
    given = [_literal_text(argument) for argument in side.args]
    given += [_literal_text(keyword.value) for keyword in side.keywords]
    if not given or any(text is None for text in given):
        return
    call = f"{side.func.id}({', '.join(map(str, given))})"
    telling = any(_is_telling(argument) for argument in side.args)
    for other in others:
        for value in _values(other):
            if telling or _is_telling(value):
                yield _Question(call, str(_literal_text(value)), side.lineno)


def _values(side: ast.expr) -> Iterator[ast.expr]:
    # pytest.approx(1.5) and the like hold the value as their first argument
    if isinstance(side, ast.Call):
        side = side.args[0] if side.args else side
    if _literal_text(side) is not None:
        yield side


def _plain_text(text: str) -> str:
    """Write prose and data so that literals in them stand as `_literal_text` writes them."""
    text = re.sub(r"\s+", " ", text).translate(_ALIKE)
    text = re.sub(r" ?[,;] ?(?=[-\d.'\[])", ", ", text)
    text = re.sub(r"[ ,;]+\]", "]", text.replace("[ ", "["))
    return _NUMBER.sub(lambda found: _as_literal(found[0]), text)


def _as_literal(number: str) -> str:
    try:
        return _normal(ast.literal_eval(number))
    except (ValueError, SyntaxError):
        return number
