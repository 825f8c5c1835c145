"""Nothing that a student receives may hold what a hidden case keeps to itself.

That is its name, its sentence where students do not see it, and the literals in it that cannot
stand somewhere else by chance: lists of three numbers or more, numbers with four digits or more in
them, texts of eight characters or more. A case marked reveal("values") keeps nothing.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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

_LIST, _LONG_LIST = 3, 4  # numbers; so many are telling without brackets, too
_DISTINCT = 3  # of a list that is looked for in hints and sentences as well
_DIGITS = 4
_TEXT = 8
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])", re.IGNORECASE)
_OF_NUMBERS = frozenset("0123456789-., e")
_ALIKE = str.maketrans('()"`', "[]''")  # brackets and quotes


def check_leaks(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Look in what a student reads for what the hidden files hold."""
    findings = findings.of("leaks")
    infos = {case.id.partition("[")[0]: case for case in learned.knowledge.cases}
    secret = {case: info for case, info in infos.items() if info.reveal != Reveal.VALUES}
    texts = _texts(material)
    _check_literals(material, texts, _secrets(material, secret), findings)
    about = material.course.root / COURSE_TEXT
    if about.is_file():  # for all lessons: numbers may stand there by chance
        texts[about] = about.read_text(encoding="utf-8", errors="replace")
    _check_names_and_sentences(material, texts, secret, findings)


def _texts(material: LessonMaterial) -> dict[Path, str]:
    """Read what a student gets, with the hints and the sentence of each mistake; no pictures."""
    paths = [*files_below(material.exercise), material.solution / HINTS]
    texts = {path: path.read_bytes().decode("utf-8", "replace") for path in paths if path.is_file()}
    sentences = {material.mistake_path(one.name): one.sentence for one in material.files.mistakes}
    return texts | sentences


def _secrets(material: LessonMaterial, secret: Mapping[str, CaseInfo]) -> dict[str, str]:
    """Collect the telling literals of hidden files, each with the first case that uses it."""
    cases = {id(node): case for case, node in material.hidden.cases.items()}
    found: dict[str, str] = {}
    for tree in material.hidden.trees.values():
        bodies = [node.body if isinstance(node, ast.ClassDef) else [node] for node in tree.body]
        for node in (one for body in bodies for one in body):
            case = cases.get(id(node), "")
            if not case or case in secret:
                for text in _literals(node):
                    found.setdefault(text, case)
    return found


def _literals(node: ast.AST) -> Iterator[str]:
    """Yield the telling literals of a program in one form, outermost first."""
    skipped = docstrings(node)
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, CaseNode | ast.ClassDef):
            # what a mark says is no input; parameter sets are
            said = {id(mark) for mark in marks_of(one) if mark.attr != "parametrize"}
            functions = ((each, getattr(each, "func", each)) for each in one.decorator_list)
            pending += [*one.body, *(each for each, func in functions if id(func) not in said)]
            continue
        if isinstance(one, ast.expr) and id(one) not in skipped:
            try:
                value = ast.literal_eval(one)
            except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                value = None
            if _is_telling(value):
                yield _normal(value)
                continue
        pending += ast.iter_child_nodes(one)


def _is_telling(value: object) -> bool:
    """Whether a literal is too particular to stand somewhere by chance."""
    if isinstance(value, str):
        return len(value) >= _TEXT and not value.isidentifier()
    if isinstance(value, list | tuple):
        numbers = [v for v in value if isinstance(v, int | float)]
        return len(numbers) >= _LIST and len(set(numbers)) > 1
    if isinstance(value, float):
        return len(re.sub(r"\D", "", repr(value)).strip("0")) >= _DIGITS
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**_DIGITS


def _normal(value: object) -> str:
    """Write a literal in one form: tuples as lists, numbers by value."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_normal, value))}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return repr(value)


@lru_cache(10_000)
def _plain(text: str) -> str:
    """Write prose and data so that literals in them stand as `_normal` writes them."""

    def as_literal(found: re.Match[str]) -> str:
        try:
            return _normal(ast.literal_eval(found[0]))
        except (ValueError, SyntaxError):
            return found[0]

    text = re.sub(r"\s+", " ", text).translate(_ALIKE)
    text = re.sub(r" ?[,;] ?(?=[-\d.'\[])", ", ", text)
    text = re.sub(r"[ ,;]+\]", "]", text.replace("[ ", "["))
    return _NUMBER.sub(as_literal, text)


def stands_in(literal: str, text: str) -> bool:
    """Whether a literal stands in a text: a number as a whole, a long list also bare."""
    wanted, plain = _plain(literal), _plain(text)
    inner = wanted[1:-1]
    if inner.count(",") >= _LONG_LIST - 1 and _is_rare(wanted) and not set(inner) - _OF_NUMBERS:
        wanted = inner
    if wanted not in plain or not (wanted[0].isdigit() or wanted[0] == "-"):
        return wanted in plain
    return re.search(rf"(?<![\w.]){re.escape(wanted)}(?![\w.])", plain) is not None


def _is_rare(literal: str) -> bool:
    """Whether a literal is no list of a few grades, of which there are not many."""
    return not literal.startswith("[") or len(set(literal[1:-1].split(", "))) >= _DISTINCT


def _check_literals(
    material: LessonMaterial,
    texts: Mapping[Path, str],
    secrets: Mapping[str, str],
    findings: Findings,
) -> None:
    teaching = material.exercise / TEXT
    for literal, case in secrets.items():
        places = _places(texts, literal, stands_in)
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
                f"{where} {literal}, which {who} uses{_and_in(places[1:])}",
                Place(*places[0], case or None),
                advice='Use another value in the case, or mark it reveal("values").',
            )


def _places(
    texts: Mapping[Path, str], wanted: str, stands: Callable[[str, str], bool]
) -> list[tuple[Path, int | None]]:
    """Find every line that holds something; what stands on several has none."""
    found: list[tuple[Path, int | None]] = []
    for path in (path for path, text in texts.items() if stands(wanted, text)):
        lines = enumerate(texts[path].splitlines(), 1)
        found += [(path, n) for n, line in lines if stands(wanted, line)] or [(path, None)]
    return found


def _and_in(places: Sequence[tuple[Path, int | None]]) -> str:
    """End a sentence with the other places in which the same stands."""
    others = [path.name if line is None else f"{path.name}:{line}" for path, line in places]
    return f", also in {listed(others)}." if others else "."


def _check_names_and_sentences(
    material: LessonMaterial,
    texts: Mapping[Path, str],
    secret: Mapping[str, CaseInfo],
    findings: Findings,
) -> None:
    files = {Path(name).name for name in material.hidden.trees}
    files -= {"conftest.py", *(path.name for path in texts)}
    names = [f"hidden/{material.lesson.id}", *sorted(files), *sorted(secret)]
    said = {name: f"names {name}, which is hidden" for name in names}
    for case, info in secret.items():
        if info.visibility != Visibility.VISIBLE:  # else every student is shown its sentence
            kept = info.visibility.replace("_", " ")
            said[info.sentence] = f"holds the sentence of {case_name(case)}, which is kept {kept}"
    for hidden, what in said.items():
        if places := _places(texts, hidden, lambda wanted, text: wanted in text):
            sentence = f"{places[0][0].name} {what}{_and_in(places[1:])}"
            findings.error(sentence, Place(*places[0]))
