"""Warns where a hidden case hands what a submission gave to something that evaluates it.

A table of names, looked for in the syntax trees of the hidden files. What they evaluate runs beside
the hidden cases, whatever guards the texts that Python itself compiles.
"""

import ast
from collections.abc import Collection, Iterator

from grader.advice.learning import Learned

from .material import Findings, LessonMaterial, Place

_FUNCTIONS = {  # of each module
    "pandas": "eval read_pickle read_sql read_sql_query",
    "logging.config": "dictConfig fileConfig",
    "sympy": "sympify parse_expr",
    "sympy.parsing.sympy_parser": "parse_expr",
    "numexpr": "evaluate",
    "jinja2": "Template",
    "pickle": "load loads",
    "yaml": "load unsafe_load",
}
_METHODS = {  # of whatever a case has
    "query": "DataFrame.query",
    "eval": "DataFrame.eval",
    "from_string": "a template",
    **dict.fromkeys(("execute", "executemany", "executescript"), "SQL"),
}
_FORMATS = ("format", "format_map")  # of a text of the submission's


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
    meanings = dict(pair for node in nodes for pair in _imported(node))
    theirs = {
        name
        for name, full in meanings.items()
        if full in modules or full.rpartition(".")[0] in modules
    }
    while more := {name for node in nodes for name in _bound(node, theirs)} - theirs:
        theirs |= more
    for node in nodes:
        if isinstance(node, ast.Call):
            given = [*node.args[:1], *(keyword.value for keyword in node.keywords)]
            is_given = any(_names(one) & theirs for one in given)
            top, _, rest = ast.unparse(node.func).partition(".")
            full = ".".join(filter(None, (meanings.get(top, top), rest)))
            module, _, name = full.rpartition(".")
            if name in _FUNCTIONS.get(module, "").split():
                if is_given:
                    yield node.lineno, full
            elif isinstance(node.func, ast.Attribute) and name not in methods:
                if name in _FORMATS and _names(node.func.value) & theirs:
                    yield node.lineno, "str.format"
                elif name in _METHODS and is_given:
                    yield node.lineno, _METHODS[name]


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each name that is imported, and what it means in full."""
    if isinstance(node, ast.Import):
        for one in node.names:
            top = one.name.partition(".")[0]
            yield (one.asname, one.name) if one.asname else (top, top)
    elif isinstance(node, ast.ImportFrom):
        for one in node.names:
            yield one.asname or one.name, f"{node.module}.{one.name}"


def _bound(node: ast.AST, theirs: set[str]) -> set[str]:
    """Name what a node binds to something of the submission's; a function by what it returns."""
    match node:
        case ast.Assign(targets=targets, value=value):
            bound = targets
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            bound = [target]
        case ast.NamedExpr(target=target, value=value) | ast.AugAssign(target=target, value=value):
            bound = [target]
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            bound = [target]
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            bound = [target]
        case ast.FunctionDef(name=name):  # which may be a fixture, asked for by its name
            given = [
                one.value
                for one in ast.walk(node)
                if isinstance(one, ast.Return | ast.Yield) and one.value is not None
            ]
            return {name} if any(_names(one) & theirs for one in given) else set()
        case _:
            return set()
    return set().union(*map(_names, bound)) if _names(value) & theirs else set()


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
