"""Reads hidden files: marks that do nothing, and evaluators.

What an evaluator evaluates runs beside the hidden cases, whatever guards the texts that Python
compiles; so a case should not hand it what a submission gave.
"""

import ast
import difflib
import re
from collections.abc import Collection, Iterator
from fractions import Fraction

from grader.cases.marks import MARKERS
from grader.course.hidden_source import CaseNode

from .material import Findings, LessonMaterial, Place

_OF_PYTEST = "parametrize skip skipif xfail usefixtures filterwarnings".split()
_KNOWN = {*_OF_PYTEST, *(line.partition("(")[0] for line in MARKERS)}
_FUNCTIONS = frozenset(  # with their module where others have such a name, too
    "read_pickle read_sql read_sql_query dictConfig fileConfig sympify parse_expr numexpr.evaluate "
    "jinja2.Template pickle.load pickle.loads yaml.load yaml.unsafe_load pandas.eval "
    "pd.eval".split()
)
_METHODS = {  # of whatever a case has
    "query": "DataFrame.query",
    "eval": "DataFrame.eval",
    "from_string": "a template",
    **dict.fromkeys(("execute", "executemany", "executescript"), "SQL"),
}


def check_hidden_files(material: LessonMaterial, findings: Findings) -> None:
    """Name marks that nobody knows, and points that are none."""
    findings = findings.of("marks")
    for file, tree in material.hidden.trees.items():
        path = material.hidden.folder / file
        # what a conftest registers with config.addinivalue_line("markers", "name: what it is for")
        texts = (one.value for one in ast.walk(tree) if isinstance(one, ast.Constant))
        own = {re.split(r"[:( ]", one)[0] for one in texts if isinstance(one, str)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "pytest.mark":
                near = difflib.get_close_matches(node.attr, _KNOWN, 1)
                if node.attr in _KNOWN | own or (material.lesson.plugins and not near):
                    continue  # a plugin may know it
                tell = findings.error if near else findings.warn
                tell(
                    f"The mark {node.attr} is unknown, so it does nothing.",
                    Place(path, node.lineno),
                    advice=f"Did you mean {near[0]}?" if near else None,
                )
            elif isinstance(node, CaseNode | ast.ClassDef):
                for line, worth in filter(None, map(_no_points, node.decorator_list)):
                    findings.error(f"{worth} is no number of points.", Place(path, line))


def _no_points(decorator: ast.expr) -> tuple[int, str] | None:
    """Give what is written as points and is none; gradescope-utils' weight has a bare name."""
    if not isinstance(decorator, ast.Call):
        return None
    home, _, name = ast.unparse(decorator.func).rpartition(".")
    given = [*decorator.args, *(keyword.value for keyword in decorator.keywords)]
    if name not in ("points", "weight") or home not in ("", "pytest.mark") or not given:
        return None
    try:
        is_fine = Fraction(str(ast.literal_eval(given[0]))) >= 0
    except (ValueError, TypeError, ZeroDivisionError):
        is_fine = not isinstance(given[0], ast.Constant)  # else it is computed
    return None if is_fine else (decorator.lineno, ast.unparse(given[0]))


def check_evaluators(material: LessonMaterial, findings: Findings) -> None:
    """Name each line at which a submission's data reaches an evaluator."""
    modules = {name.removesuffix(".py").replace("/", ".") for name in material.files.reference}
    for file, tree in material.hidden.trees.items():
        for line, evaluator in handed_over(tree, modules):
            findings.of("evaluators").warn(
                f"What a submission gives is handed to {evaluator}, which evaluates it beside the "
                "hidden cases.",
                Place(material.hidden.folder / file, line),
                advice="What is written for an evaluator could make wrong work pass. Let a "
                "function of the submission's call it, and compare what that gives.",
            )


def handed_over(tree: ast.Module, modules: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield line and evaluator of each call; what a submission's object does is run in its jail."""
    nodes = list(ast.walk(tree))
    theirs = set(modules)
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            home = getattr(node, "module", None)
            theirs |= {one.asname or one.name for one in node.names if {home, one.name} & theirs}
    while more := {name for node in nodes for name in _bound(node, theirs)} - theirs:
        theirs |= more
    for node in (one for one in nodes if isinstance(one, ast.Call)):
        given = [*node.args[:1], *(keyword.value for keyword in node.keywords)]
        is_given = any(_names(one) & theirs for one in given)
        full = ast.unparse(node.func)
        name = full.rpartition(".")[2]
        if is_given and {full, name} & _FUNCTIONS:
            yield node.lineno, full
        elif isinstance(node.func, ast.Attribute):
            is_own = bool(_names(node.func.value) & theirs)
            if is_own and name in ("format", "format_map"):
                yield node.lineno, "str.format"
            elif is_given and not is_own and name in _METHODS:
                yield node.lineno, _METHODS[name]


def _bound(node: ast.AST, theirs: set[str]) -> set[str]:
    """Name what a node binds to something of the submission's; a function by what it returns."""
    if isinstance(node, ast.FunctionDef):  # which may be a fixture, asked for by its name
        bound = {node.name}
        sources = [one.value for one in ast.walk(node) if isinstance(one, ast.Return | ast.Yield)]
    else:
        targets = getattr(node, "targets", None) or [
            getattr(node, name, None) for name in ("target", "optional_vars")
        ]
        bound = set().union(*(_names(one) for one in targets if one is not None))
        sources = [getattr(node, name, None) for name in ("value", "iter", "context_expr")]
    is_theirs = any(_names(one) & theirs for one in sources if isinstance(one, ast.AST))
    return bound if is_theirs else set()


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
