"""The hidden cases must catch every mutant of the reference that an author does not allow.

A mutant is a copy of a program that differs from it by one small slip, or in which one function
answers with nothing or is careless.
"""

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Annotated

import msgspec

from grader.judge.jobs import Run
from grader.model.course import Limits
from grader.model.parsing import parse_source
from grader.model.report import UNDECODABLE
from grader.model.soundness import MutantCount

from . import careless
from .lesson_runs import LessonRuns, Sources, Tell
from .material import Findings, LessonMaterial, Place
from .mutation_operators import PROBE, Cut, changes

FILE = "equivalent_mutants.toml"
_TYPED = frozenset(("annotation", "returns", "decorator_list", "type_comment", "type_params"))


class Allowed(msgspec.Struct, forbid_unknown_fields=True):
    """A survivor that an author allows; quotes a line, so that it stands when lines move."""

    line: Annotated[str, msgspec.Meta(min_length=1)]
    becomes: str
    reason: Annotated[str, msgspec.Meta(min_length=1)]
    function: str | None = None  # that holds it, where the line stands in several

    def covers(self, mutant: "Mutant") -> bool:
        """Whether this is the mutant, however it is indented."""
        pairs = ((self.line, mutant.before), (self.becomes, mutant.after))
        is_same = all(_plain(quoted) == _plain(text) for quoted, text in pairs)
        return is_same and self.function in (None, mutant.function)


class _AllowedFile(msgspec.Struct, forbid_unknown_fields=True):
    mutants: list[Allowed] = []


@dataclass(frozen=True)
class Mutant:
    """A changed program, with the lines that changed."""

    source: bytes
    line: int  # the first that changed
    before: str  # the changed lines, without the indentation that they share
    after: str  # the same, or what the function does of which `before` is the header
    function: str  # the innermost that holds the change; empty at the top
    is_wording: bool = False  # it changes what a raised exception says, and nothing else
    probe: bytes | None = None  # fails where the change could show; None: it could anywhere
    file: str = ""  # of the reference


def mutants_of(source: bytes) -> tuple[Mutant, ...]:
    """Make every mutant of a program, in the order of its lines; none of what is no Python."""
    try:
        tree = parse_source(source)
    except (SyntaxError, ValueError):
        return ()
    known = {ast.dump(tree)}
    words = _words_of_exceptions(tree)
    found = []
    for function, node in _places(tree, ""):
        for cut in changes(node):
            changed = _apply(source, cut)
            try:
                shape = ast.dump(parse_source(changed))
            except (SyntaxError, ValueError):
                continue
            if shape in known:
                continue
            known.add(shape)
            probe = cut.probe and _apply(source, cut._replace(text=cut.probe)) + PROBE.encode()
            lines = _changed_lines(source, changed)
            found.append(Mutant(changed, *lines, function, id(node) in words, probe or None))
    return tuple(sorted(found, key=lambda one: one.line))


def _places(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    yield function, node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for name, value in ast.iter_fields(node):
        if name in _TYPED:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_left_alone(child):
                yield from _places(child, function)


def _is_left_alone(node: ast.AST) -> bool:
    """Whether a change would be no slip: docstrings, imports, `if __name__`, f-strings."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))
    return isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Global | ast.Nonlocal)


def _words_of_exceptions(tree: ast.Module) -> set[int]:
    """Identify the texts that stand in a `raise`, or behind the comma of an `assert`."""
    said = [
        node.exc if isinstance(node, ast.Raise) else node.msg
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise | ast.Assert)
    ]
    parts = (part for one in said if one is not None for part in ast.walk(one))
    return {id(p) for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)}


def _apply(source: bytes, change: Cut) -> bytes:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    start, end = (starts[line - 1] + column for line, column in (change.start, change.end))
    text = change.text
    if change.symbol is not None:
        between = source[start:end].decode("utf-8", "replace")
        words = re.escape(change.symbol).replace(r"\ ", r"\s+")
        text = re.sub(words, lambda _: change.text, between, count=1)
    return source[:start] + text.encode() + source[end:]


def _changed_lines(source: bytes, changed: bytes) -> tuple[int, str, str]:
    """Give the number of the first line that changed, and the changed lines before and after."""
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (source, changed))
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    rest = min(len(old), len(new)) - same
    pairs = zip(reversed(old), reversed(new), strict=False)
    tail = min(rest, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
    before, after = old[same : len(old) - tail], new[same : len(new) - tail]
    return same + 1, _dedented(before), _dedented(after)


def _dedented(lines: list[str]) -> str:
    depth = min((len(one) - len(one.lstrip()) for one in lines if one.strip()), default=0)
    return "\n".join(one[depth:].rstrip() for one in lines)


MOST = 300  # mutants that are judged
_LEAST_SECONDS = 0.5
_TIMES_THE_REFERENCE = 20
_WALL_MULTIPLE = 6.0  # the processor's clock decides, unless a mutant sleeps
_CASES_THAT_HANG = 2


def make_mutants(material: LessonMaterial) -> tuple[list[Mutant], int]:
    """Make the mutants of a reference; beyond a number they are thinned evenly, and counted."""
    reference = material.files.reference
    modules = tuple(
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in reference
        if name.endswith(".py")
    )
    usable = {None, *material.lesson.packages}
    made = [
        replace(mutant, file=name)
        for name, source in reference.items()
        if name.endswith(".py")
        for mutant in (*mutants_of(source), *_of_functions(source, modules, usable))
    ]
    count = min(len(made), MOST)
    return [made[i * len(made) // count] for i in range(count)], len(made) - count


def _of_functions(
    source: bytes, modules: tuple[str, ...], usable: set[str | None]
) -> Iterator[Mutant]:
    """Change each function without decorators at the top of a module, in each careless way."""
    lines = source.decode("utf-8", "replace").splitlines()

    def changed(name: str, words: str, *, is_probe: bool) -> bytes:
        call = f"{name}, {modules!r}, {words!r}, is_probe={is_probe}"
        added = with_careless(f"{name} = _verify['careless']({call})")
        return source + f"\n\n{added}".encode()

    for node in parse_source(source).body:
        if not isinstance(node, ast.FunctionDef) or node.decorator_list:
            continue
        header = lines[node.lineno - 1].strip()
        for words, change in careless.CHANGES.items():
            if change.package in usable:
                mutant = changed(node.name, words, is_probe=False)
                probe = changed(node.name, words, is_probe=True)
                yield Mutant(mutant, node.lineno, header, words, node.name, probe=probe)


def with_careless(line: str) -> str:
    """Write a line that uses the functions of `careless` as `_verify`, and what it needs."""
    code = inspect.getsource(careless)
    return f"_verify = {{'__name__': '_verify'}}\nexec({code!r}, _verify)\n{line}\n"


@dataclass(frozen=True)
class Judged:
    """A mutant, and by which case it was caught; None: it passes every case."""

    mutant: Mutant
    caught_by: str | None = None

    @property
    def lives(self) -> bool:
        """Whether no hidden case catches it."""
        return self.caught_by is None


def judge_mutants(
    material: LessonMaterial, made: Sequence[Mutant], runs: LessonRuns, tell: Tell
) -> list[Judged]:
    """Judge mutants until a case catches them, without those that could show nowhere."""
    ran = runs.run([as_submission(material, one) for one in made], tell, until_failure=True)
    passes = list(map(runs.passes, ran))
    doubtful = {i: p for i, one in enumerate(made) if passes[i] and (p := one.probe)}
    probes = [{**material.files.reference, made[i].file: probe} for i, probe in doubtful.items()]
    probed = zip(doubtful, runs.run(probes, until_failure=True), strict=True)
    idle = {i for i, run in probed if runs.passes(run)}
    return [
        Judged(one, None if passes[i] else _caught_by(ran[i]))
        for i, one in enumerate(made)
        if i not in idle
    ]


def _caught_by(run: Run) -> str:
    """Name the case that a run failed; no case where none could be run."""
    failed = (case for case, result in run.results.items() if result.outcome != "passed")
    return next(failed, "")


def as_submission(material: LessonMaterial, one: Mutant) -> Sources:
    """Give the reference's files with the mutant in the place of one."""
    return {**material.files.reference, one.file: one.source}


def limits_for_mutants(limits: Limits, usual: Run) -> Limits:
    """Give a mutant that never ends little time: some times what the slowest case needs."""
    slowest = max((result.seconds for result in usual.results.values()), default=0.0)
    whole = sum(result.seconds for result in usual.results.values())
    for_case = min(limits.seconds_per_case, max(_LEAST_SECONDS, _TIMES_THE_REFERENCE * slowest))
    in_all = max(2 * _LEAST_SECONDS, _TIMES_THE_REFERENCE * whole) + _CASES_THAT_HANG * for_case
    return msgspec.structs.replace(
        limits,
        seconds_per_case=for_case,
        wall_multiple=max(limits.wall_multiple, _WALL_MULTIPLE),
        seconds_in_all=min(limits.seconds_in_all, in_all),
    )


def check_mutants(
    material: LessonMaterial,
    judged: Sequence[Judged],
    left_out: int,
    findings: Findings,
) -> MutantCount:
    """List the survivors with their diff, and the entries that allow nothing any more."""
    findings = findings.of("mutants")
    allowed = _allowed(material, findings)
    survivors = [one.mutant for one in judged if one.lives]
    bad = [
        one
        for one in survivors
        # most lessons leave the words of an exception to the student
        if not one.is_wording and not any(entry.covers(one) for entry in allowed)
    ]
    for one in bad:
        quoted = f"line = {_quoted(one.before)}\nbecomes = {_quoted(one.after)}"
        allow = f"[[mutants]]\n{quoted}\nreason = '...'"
        change = careless.CHANGES.get(one.after)
        if change is None:
            where = f" of {one.function}" if one.function else ""
            sentence = f"A mutant{where} passes every hidden case."
            removed = [f"- {line}" for line in one.before.split("\n")]
            diff = "\n".join([*removed, *(f"+ {line}" for line in one.after.split("\n"))])
            advice, detail = "Add a case that it fails.", f"{diff}\n\n{allow}"
        else:
            whose = f"A submission whose {one.function} {one.after}"
            sentence = f"{whose} passes every hidden case."
            advice, detail = change.advice, allow
        findings.error(
            sentence,
            Place(material.solution / one.file, one.line),
            advice=f"{advice} If it cannot be told from the reference, say why in "
            f"solutions/{material.lesson.id}/{FILE}.",
            detail=detail,
        )
    if left_out:
        findings.note(f"{left_out} mutants more were made and not judged: {MOST} are.")
    for entry in allowed:
        if not any(map(entry.covers, survivors)):
            is_killed = any(entry.covers(one.mutant) for one in judged)
            what = "a mutant that the cases catch" if is_killed else "no mutant any more"
            findings.error(
                f"The entry for {entry.becomes!r} allows {what}.",
                Place(material.solution / FILE, _line_of(material, entry.becomes)),
                advice="Remove it.",
            )
    killed = len(judged) - len(survivors)
    return MutantCount(len(judged), killed, len(survivors) - len(bad), left_out)


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def _allowed(material: LessonMaterial, findings: Findings) -> list[Allowed]:
    """Read the mutants that an author allows; a faulty file allows none."""
    path = material.solution / FILE
    try:
        data = path.read_bytes() if path.is_file() else b""
        return msgspec.toml.decode(data, type=_AllowedFile).mutants
    except UNDECODABLE as error:
        findings.error(f"{FILE} cannot be read: {error}.", Place(path))
        return []


def _quoted(text: str) -> str:
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    return "'''\n" + text + "'''" if "'''" not in text else '"""\n' + text + '"""'


def _line_of(material: LessonMaterial, quoted: str) -> int | None:
    """Find the line in which an entry quotes a text."""
    lines = (material.solution / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    first = quoted.strip().partition("\n")[0]
    return next((number for number, line in enumerate(lines, 1) if first in line), None)
