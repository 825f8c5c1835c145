"""Reads hidden files: marks that do nothing, numbers in what is printed, and evaluators.

What an evaluator evaluates runs beside the hidden cases, whatever guards the texts that Python
compiles; so a case should not hand it what a submission gave.
"""

import ast
import difflib
from collections.abc import Collection, Iterator
from fractions import Fraction

from grader.advice.learning import Learned
from grader.cases.marks import MARKERS
from grader.course.hidden_source import CaseNode

from .lesson_runs import case_name
from .material import Findings, LessonMaterial, Place

_OF_PYTEST = "parametrize skip skipif xfail usefixtures filterwarnings".split()
_KNOWN = {*_OF_PYTEST, *(line.partition("(")[0] for line in MARKERS)}
_WORTH = ("points", "weight")  # the second is gradescope-utils'
_READERS = frozenset(
    "capsys capfd capsysbinary capfdbinary readouterr redirect_stdout StringIO "
    "run check_output communicate".split()
)

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
    """Check the marks of each hidden file, and how its cases look at what is printed."""
    for file, tree in material.hidden.trees.items():
        _check_marks(material, file, tree, findings.of("marks"))
        _check_points(material, file, tree, findings.of("marks"))
    for case, node in material.hidden.cases.items():
        if line := line_of_bare_number(node):
            findings.of("printed").warn(
                f"{case_name(case)} looks for a number anywhere in what is printed: 3 is in 13.",
                material.case_place(case, line),
                advice="Compare the whole line.",
            )


def _check_marks(material: LessonMaterial, file: str, tree: ast.Module, findings: Findings) -> None:
    # what a conftest registers with config.addinivalue_line("markers", "name: what it is for")
    texts = (one.value for one in ast.walk(tree) if isinstance(one, ast.Constant))
    own = {one.partition(":")[0].partition("(")[0].strip() for one in texts if isinstance(one, str)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or ast.unparse(node.value) != "pytest.mark":
            continue
        near = difflib.get_close_matches(node.attr, _KNOWN, 1)
        if node.attr in _KNOWN | own or (material.lesson.plugins and not near):
            continue  # a plugin may know it
        tell = findings.error if near else findings.warn
        tell(
            f"The mark {node.attr} is unknown, so it does nothing.",
            Place(material.hidden.folder / file, node.lineno),
            advice=f"Did you mean {near[0]}?" if near else None,
        )


def _check_points(
    material: LessonMaterial, file: str, tree: ast.Module, findings: Findings
) -> None:
    for line, value in _points(tree):
        place = Place(material.hidden.folder / file, line)
        try:
            number = Fraction(str(ast.literal_eval(value)))
        except (ValueError, TypeError, ZeroDivisionError):
            if isinstance(value, ast.Constant):  # else it is computed
                findings.error(f"{ast.unparse(value)} is no number of points.", place)
            continue
        if number <= 0:
            tell = findings.error if number else findings.warn
            tell(
                f"This case is worth {number} points, so that it counts for nothing.",
                place,
                advice="Give it points above 0.",
            )


def _points(tree: ast.Module) -> Iterator[tuple[int, ast.expr]]:
    """Yield what marks give as points, and gradescope-utils' decorators, which have bare names."""
    for node in ast.walk(tree):
        owned = node.decorator_list if isinstance(node, CaseNode | ast.ClassDef) else []
        for call in (one for one in owned if isinstance(one, ast.Call)):
            home, _, name = ast.unparse(call.func).rpartition(".")
            if name in _WORTH and home in ("", "pytest.mark"):
                for value in [*call.args, *(keyword.value for keyword in call.keywords)][:1]:
                    yield call.lineno, value


def line_of_bare_number(case: ast.AST) -> int | None:
    """Find where a case that reads what is printed asks whether a bare number is in a text."""
    nodes = list(ast.walk(case))
    names = {getattr(node, "attr", None) or getattr(node, "id", None) for node in nodes}
    names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    if not names & _READERS:
        return None
    for node in nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In):
            wanted = node.left
            if isinstance(wanted, ast.Call) and ast.unparse(wanted.func) == "str":
                return node.lineno
            text = wanted.value if isinstance(wanted, ast.Constant) else ""
            if isinstance(text, str) and text.strip().isdecimal():
                return node.lineno
    return None


def check_evaluators(material: LessonMaterial, learned: Learned, findings: Findings) -> None:
    """Name each line at which a submission's data reaches an evaluator."""
    modules = {name.removesuffix(".py").replace("/", ".") for name in material.files.reference}
    contract = learned.knowledge.contract.cases.values()
    methods = {name.rpartition(".")[2] for case in contract for name in case.shapes}
    for file, tree in material.hidden.trees.items():
        for line, evaluator in handed_over(tree, modules, methods):
            findings.of("evaluators").warn(
                f"What a submission gives is handed to {evaluator}, which evaluates it beside the "
                "hidden cases.",
                Place(material.hidden.folder / file, line),
                advice="What is written for an evaluator could make wrong work pass. Let a "
                "function of the submission's call it, and compare what that gives.",
            )


def handed_over(
    tree: ast.Module, modules: Collection[str], methods: Collection[str]
) -> Iterator[tuple[int, str]]:
    """Yield line and evaluator of each call; `methods` are the submission's, run where it is."""
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
        elif isinstance(node.func, ast.Attribute) and name not in methods:
            if name in ("format", "format_map") and _names(node.func.value) & theirs:
                yield node.lineno, "str.format"
            elif is_given and name in _METHODS:
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
