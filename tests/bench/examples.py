"""`python -m tests.bench.examples`: how many wrong submissions get an example, and is it true?

Judged are the known mistakes of each lesson and the mutants of its reference. Each example is tried
again in this process, beside the reference and after the calls that were asked before it.
"""

import ast
import contextlib
import io
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from grader.bridge.packed import unpack
from grader.bridge.records import normal
from grader.cases.fair_inputs import let_import
from grader.flows.proof.lesson_runs import Court, LessonRuns, Sources
from grader.flows.proof.material import LessonMaterial
from grader.flows.proof.mutants import as_submission, limits_for_mutants, make_mutants
from grader.judge.call_choice import what_to_ask
from grader.judge.fair_calls import FairCall
from grader.judge.interview import Answer, differs
from grader.judge.jobs import Knowledge, Run
from grader.judge.learning import Learned

from .lessons import named_lessons
from .table import say

_CHECKS = ("true", "no call before it differs", "no hidden literal")


@dataclass(frozen=True)
class Variant:
    """A submission that may be wrong."""

    kind: str
    name: str
    sources: Sources


def main(arguments: Sequence[str]) -> int:
    """Judge the variants of each lesson and print how many of the wrong ones get an example."""
    counts: Counter[tuple[str, str]] = Counter()
    for material, court in named_lessons(arguments, __doc__):
        here = measure(material, court)
        say(_row(f"`{material.lesson.id}`", here))
        counts += here
    say(_row("all", counts))
    for kind in ("mistake", "mutant"):
        told = ", ".join(f"{what}: {counts[kind, what]}" for what in (*_CHECKS, "takes a file"))
        say(f"{counts[kind, 'example']} examples of a {kind}; {told}")
    return 0


def measure(material: LessonMaterial, court: Court) -> Counter[tuple[str, str]]:
    """Judge the variants of one lesson, and try each example again."""
    counts: Counter[tuple[str, str]] = Counter()
    with LessonRuns(material, court) as runs:
        learned = runs.learn()
        usual = runs.run([material.files.reference])[0]
    limits = limits_for_mutants(material.lesson.limits, usual)
    let_import(material.hidden.folder)
    with LessonRuns(material, court, limits=limits) as runs:
        runs.be_taught(learned.knowledge)
        made = list(variants(material))
        for one, run in zip(made, runs.run_asking([each.sources for each in made]), strict=True):
            if not runs.passes(run):
                counts.update((one.kind, what) for what in tried(run, one, learned, material))
    return counts


def tried(run: Run, one: Variant, learned: Learned, material: LessonMaterial) -> Iterator[str]:
    """Yield what is so of one wrong submission; what is not is printed."""
    yield "wrong"
    if run.example is None:
        say(f"    no example: {material.lesson.id}, {one.kind} {one.name}")
        return
    yield "example"
    call = run.example.call
    if call.files:
        yield "takes a file"
        return
    literals = set(_literals(material.hidden.folder))
    checks = (
        is_true(call, one, material),
        is_least(run, one, learned.knowledge, material),
        literals.isdisjoint(map(repr, unpack(call.arguments))),
    )
    for check, holds in zip(_CHECKS, checks, strict=True):
        if holds:
            yield check
        else:
            say(f"    not {check}: {one.kind} {one.name}: {call.text}")


def variants(material: LessonMaterial) -> Iterator[Variant]:
    """Yield the known mistakes and the mutants of the reference."""
    for mistake in material.files.mistakes:
        yield Variant("mistake", mistake.name, mistake.sources)
    for one in make_mutants(material)[0]:
        name = f"in line {one.line}: {one.after!r}"
        yield Variant("mutant", name, as_submission(material, one))


def is_true(call: FairCall, one: Variant, material: LessonMaterial) -> bool:
    """Whether the call sets the variant apart from the reference, in a plain Python each."""
    right, wrong = _module(material.files.reference, material), _module(one.sources, material)
    return differs(call, answer(wrong, call)) and not differs(call, answer(right, call))


def is_least(run: Run, one: Variant, knowledge: Knowledge, material: LessonMaterial) -> bool:
    """Whether none of the calls that were asked before it goes wrong in the way of a case."""
    found = None if run.example is None else run.example.call
    wrong = _module(one.sources, material)
    asked = what_to_ask(knowledge, run, thoroughly=True)
    before = (
        (call, answer(wrong, call)) for call in takewhile(lambda call: call != found, asked.calls)
    )
    return not any(
        differs(call, given) and asked.allows(call, given.raised) for call, given in before
    )


def answer(module: dict[str, Any], call: FairCall) -> Answer:
    """Make a call in this process."""
    before, given = unpack(call.arguments), unpack(call.arguments)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            value = module[call.function](*given)
        value = list(value) if isinstance(value, Iterator) else value
    except Exception as error:  # noqa: BLE001 - a mutant may raise anything
        return Answer(raised=tuple(f"{c.__module__}.{c.__name__}" for c in type(error).__mro__))
    pairs = zip(before, given, strict=True)
    return Answer(value, changed=tuple(g for was, g in pairs if normal(was) != normal(g)))


def _module(sources: Sources, material: LessonMaterial) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": material.lesson.module}
    exec(compile(sources[material.lesson.module_file], material.lesson.module_file, "exec"), names)
    return names


def _literals(folder: Path) -> Iterator[str]:
    trees = [ast.parse(path.read_bytes()) for path in folder.glob("test_*.py")]
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.List | ast.Tuple | ast.Dict):
            with contextlib.suppress(ValueError):  # not of literals alone
                yield repr(ast.literal_eval(node) or None)


def _row(name: str, counts: Counter[tuple[str, str]]) -> str:
    cells = [
        f"{counts[kind, what]:,}" for kind in ("mistake", "mutant") for what in ("wrong", "example")
    ]
    return f"| {' | '.join([name, *cells])} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
