"""Makes the mutants of a reference, and names those that pass every hidden case.

A mutant is a copy of a program that differs from it by one small slip, or in which one function
answers with nothing or is careless.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from textwrap import dedent
from typing import Annotated

import msgspec

from grader.advice.learning import Learned
from grader.judge.jobs import Job, Run
from grader.judge.pool import Pool
from grader.model.course import Limits
from grader.model.parsing import parse_source
from grader.model.phrases import count, listed
from grader.model.report import UNDECODABLE
from grader.model.soundness import MutantCount

from . import careless
from .lesson_runs import Tell, case_name, counted_cases, failed_cases, fingerprint_of, run_all
from .material import Findings, LessonMaterial, Place
from .mutation_operators import Cut, changes

FILE = "equivalent_mutants.toml"
MOST = 300  # mutants that are judged
_LEAST_SECONDS = 0.5
_TIMES_THE_REFERENCE = 20
_WALL_MULTIPLE = 6.0  # the processor's clock decides, unless a mutant sleeps
_ENOUGH = 2  # cases that a mutant fails: that it fails more tells nothing
_FEW = 6  # wrong submissions, below which nothing can be said of the cases
_TYPED = frozenset(("annotation", "returns", "decorator_list", "type_comment", "type_params"))


@dataclass(frozen=True)
class Mutant:
    """A changed program, with the lines that changed."""

    source: bytes
    line: int  # the first that changed
    before: str  # the changed lines, without the indentation that they share
    after: str  # the same, or what the function does of which `before` is the header
    function: str  # the innermost that holds the change; empty at the top
    file: str = ""  # of the reference
    fails_in: frozenset[str] = frozenset()  # cases that count, once it was judged


def make_mutants(material: LessonMaterial) -> tuple[list[Mutant], int]:
    """Make the mutants of a reference; beyond a number they are thinned evenly, and counted."""
    sources = {k: data for k, data in material.files.reference.items() if k.endswith(".py")}
    modules = tuple(
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in sources
    )
    made = [
        replace(mutant, file=name)
        for name, source in sources.items()
        for mutant in (*mutants_of(source), *_careless_functions(source, modules))
    ]
    kept = min(len(made), MOST)
    return [made[i * len(made) // kept] for i in range(kept)], len(made) - kept


def mutants_of(source: bytes) -> list[Mutant]:
    """Make every mutant of a program by a slip, in the order of its lines."""
    tree = parse_source(source)
    known, found = {ast.dump(tree)}, []
    for function, node in _places(tree, ""):
        for cut in changes(node):
            changed = _apply(source, cut)
            try:
                shape = ast.dump(parse_source(changed))
            except (SyntaxError, ValueError):
                continue
            if shape not in known:
                known.add(shape)
                found.append(Mutant(changed, *_changed_lines(source, changed), function))
    return sorted(found, key=lambda one: one.line)


def _places(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield each node in which a slip could be made, with the function that holds it."""
    yield function, node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for name, value in ast.iter_fields(node):
        # most lessons leave the words of an exception to the student
        if name not in _TYPED and not isinstance(node, ast.Raise):
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
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    differing = [one for one in codes if one[0] != "equal"]
    _, start, _, new_start, _ = differing[0]
    _, _, end, _, new_end = differing[-1]
    before, after = (
        dedent("\n".join(map(str.rstrip, lines)))
        for lines in (old[start:end], new[new_start:new_end])
    )
    return start + 1, before, after


def _careless_functions(source: bytes, modules: tuple[str, ...]) -> Iterator[Mutant]:
    """Change each function without decorators at the top of a module, in each careless way."""
    lines = source.decode("utf-8", "replace").splitlines()
    code = f"_verify = {{'__name__': '_verify'}}\nexec({inspect.getsource(careless)!r}, _verify)\n"
    for node in parse_source(source).body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            for words in careless.CHANGES:
                call = f"_verify['careless']({node.name}, {modules!r}, {words!r})"
                mutant = source + f"\n\n{code}{node.name} = {call}\n".encode()
                yield Mutant(mutant, node.lineno, lines[node.lineno - 1].strip(), words, node.name)


def judge_mutants(
    material: LessonMaterial,
    made: Sequence[Mutant],
    pool: Pool,
    learned: Learned,
    reference: Run,
    tell: Tell,
) -> list[Mutant]:
    """Judge mutants, and leave out the careless ones that nothing told apart."""
    jobs = [
        Job(
            number,
            {**material.files.reference, one.file: one.source},
            most_failing=_ENOUGH,
        )
        for number, one in enumerate(made)
    ]
    given_lists = {
        call.partition("(")[0]
        for result in reference.results.values()
        for call, _ in result.calls
        if re.search(r"\[[^\[\]]+, [^\[\]]+\]", call)
    }
    judged = []
    for one, run in zip(made, run_all(pool, jobs, tell), strict=True):
        fails_in = frozenset(failed_cases(run, learned))
        if (
            fails_in
            or one.after not in careless.CHANGES
            or fingerprint_of(run, learned) != learned.fingerprints.reference
            # a fingerprint holds no argument as a call has left it
            or (one.after == careless.SORTS and one.function in given_lists)
        ):
            judged.append(replace(one, fails_in=fails_in))
    return judged


def limits_for_mutants(limits: Limits, usual: Run) -> Limits:
    """Give a mutant that never ends little time: some times what the slowest case needs."""
    slowest = max((result.seconds for result in usual.results.values()), default=0.0)
    for_case = min(limits.seconds_per_case, max(_LEAST_SECONDS, _TIMES_THE_REFERENCE * slowest))
    multiple = max(limits.wall_multiple, _WALL_MULTIPLE)
    return msgspec.structs.replace(limits, seconds_per_case=for_case, wall_multiple=multiple)


def check_needed(learned: Learned, failing: Iterable[frozenset[str]], findings: Findings) -> None:
    """Note the cases of which each that goes alone lets no known mistake and no mutant pass.

    `failing` says in which cases each wrong submission fails.
    """
    caught = [failed for failed in failing if failed]
    counted = counted_cases(learned)
    needed = {case for failed in caught if len(failed) == 1 for case in failed}
    idle = [case_name(case) for case in counted if case not in needed]
    if idle and len(counted) > 1 and len(caught) >= _FEW:
        findings.of("cases").note(
            f"Of {count(len(counted), 'hidden case')}, {len(idle)} could go one by one, and every "
            f"known mistake and every mutant would still fail another: {listed(idle)}.",
        )


class Allowed(msgspec.Struct, forbid_unknown_fields=True):
    """A survivor that an author allows; quotes a line, so that it stands when lines move."""

    line: Annotated[str, msgspec.Meta(min_length=1)]
    becomes: str
    reason: Annotated[str, msgspec.Meta(min_length=1)]

    def covers(self, mutant: Mutant) -> bool:
        """Whether this is the mutant, however it is indented."""
        pairs = ((self.line, mutant.before), (self.becomes, mutant.after))
        return all(_plain(quoted) == _plain(text) for quoted, text in pairs)


class _AllowedFile(msgspec.Struct, forbid_unknown_fields=True):
    mutants: list[Allowed] = []


def check_mutants(
    material: LessonMaterial, judged: Sequence[Mutant], left_out: int, findings: Findings
) -> MutantCount:
    """List the survivors with their diff, and the entries that allow nothing any more."""
    findings, path = findings.of("mutants"), material.solution / FILE
    allowed = list[Allowed]()
    try:
        data = path.read_bytes() if path.is_file() else b""
        allowed = msgspec.toml.decode(data, type=_AllowedFile).mutants
    except UNDECODABLE as error:
        findings.error(f"{FILE} cannot be read: {error}.", Place(path))
    survivors = [one for one in judged if not one.fails_in]
    bad = [one for one in survivors if not any(entry.covers(one) for entry in allowed)]
    for one in bad:
        _tell(material, one, findings)
    if left_out:
        findings.note(f"{left_out} mutants more were made and not judged: {MOST} are.")
    for entry in allowed:
        if not any(map(entry.covers, survivors)):
            findings.error(
                f"The entry for {entry.becomes!r} allows nothing: no such mutant survives.",
                Place(path),
                advice="Remove it.",
            )
    killed = len(judged) - len(survivors)
    return MutantCount(len(judged), killed, len(survivors) - len(bad), left_out)


def _tell(material: LessonMaterial, one: Mutant, findings: Findings) -> None:
    detail = f"[[mutants]]\nline = {_quoted(one.before)}\nbecomes = {_quoted(one.after)}\n"
    detail += "reason = '...'"
    if one.after in careless.CHANGES:
        whose = f"A submission whose {one.function} {one.after}"
        advice = careless.CHANGES[one.after].advice
    else:
        whose = f"A mutant of {one.function}" if one.function else "A mutant"
        advice = "Add a case that it fails."
        diff = [f"- {line}" for line in one.before.split("\n")]
        diff += [f"+ {line}" for line in one.after.split("\n")]
        detail = "\n".join((*diff, "", detail))
    findings.error(
        f"{whose} passes every hidden case.",
        Place(material.solution / one.file, one.line),
        advice=f"{advice} If it cannot be told from the reference, say why in "
        f"solutions/{material.lesson.id}/{FILE}.",
        detail=detail,
    )


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def _quoted(text: str) -> str:
    """Quote a text for TOML: as it is where that can be, else as JSON has it, on one line."""
    return json.dumps(text, ensure_ascii=False) if "'" in text or "\n" in text else f"'{text}'"
