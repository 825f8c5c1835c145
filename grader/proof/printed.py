"""Names the cases that are content with a program that prints everything, or nothing.

`assert "3" in printed` holds for a program that prints all numbers. Whether a case rests on a
number that is printed is told by a program that leaves them out.
"""

import ast
from collections.abc import Mapping

from grader.judge.jobs import Run
from grader.model.parsing import parse_source

from .careless import PRINTED
from .lesson_runs import LessonRuns, Sources, case_name
from .material import Findings, LessonMaterial
from .mutants import with_careless

_READERS = frozenset(
    "capsys capfd capsysbinary capfdbinary readouterr redirect_stdout StringIO "
    "run check_output communicate".split()
)


def printing_otherwise(material: LessonMaterial) -> dict[str, Sources]:
    """Make the reference print otherwise, in each way; in none where no case reads what it does."""
    if not any(map(_reads, material.hidden.trees.values())):
        return {}
    reference = material.files.reference
    modules = {name for name in reference if name.endswith(".py")}
    return {
        way: reference | {name: print_otherwise(reference[name], way) for name in modules}
        for way in PRINTED
    }


def check_printed(
    material: LessonMaterial,
    runs: LessonRuns,
    reference: Run,
    ran: Mapping[str, Run],
    findings: Findings,
) -> None:
    """Name each case, a parametrized one once."""
    passed = {
        way: {case for case, outcome in runs.outcomes(run).items() if outcome == "passed"}
        for way, run in ran.items()
    }
    of_numbers = passed["everything"] - passed["no number"]
    of_nothing = {
        case
        for case in passed["nothing"]
        if (result := reference.results.get(case)) and result.has_printed
        if (node := material.hidden.cases.get(case.partition("[")[0])) and _reads(node)
    }
    for cases, what, advice in (
        (of_numbers, "everything: each number from 0 to 999", "Compare the whole line."),
        (of_nothing, "nothing", "Compare what is printed."),
    ):
        for case in sorted({case.partition("[")[0] for case in cases}):
            findings.of("printed").warn(
                f"{case_name(case)} passes for a program that prints {what}.",
                material.case_place(case),
                advice=advice,
            )


def _reads(tree: ast.AST) -> bool:
    """Whether something reads what is printed."""
    nodes = list(ast.walk(tree))
    names = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    names |= {node.id for node in nodes if isinstance(node, ast.Name)}
    return bool(_READERS & (names | {node.arg for node in nodes if isinstance(node, ast.arg)}))


def print_otherwise(source: bytes, way: str) -> bytes:
    """Give a module a `print` of its own, below what must stand at its top."""
    first = next(
        (
            min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            for node in parse_source(source).body
            if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
            and not (isinstance(node, ast.ImportFrom) and node.module == "__future__")
        ),
        1,
    )
    lines = source.splitlines(keepends=True)
    lines.insert(first - 1, with_careless(f"print = _verify['printing']({way!r})").encode())
    return b"".join(lines)
