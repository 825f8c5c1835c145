"""Warns where a hidden case hands what a submission gave to something that evaluates it.

What that evaluates runs beside the hidden cases, whatever guards the texts that Python compiles.
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
    meanings: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            meanings |= {one.asname or one.name: one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            meanings |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    theirs = {
        name for name, full in meanings.items() if {full, full.rpartition(".")[0]} & {*modules}
    }
    while more := {name for node in nodes for name in _bound(node, theirs)} - theirs:
        theirs |= more
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        given = [*node.args[:1], *(keyword.value for keyword in node.keywords)]
        is_given = any(_names(one) & theirs for one in given)
        top, _, rest = ast.unparse(node.func).partition(".")
        full = ".".join(filter(None, (meanings.get(top, top), rest)))
        module, _, name = full.rpartition(".")
        if is_given and name in _FUNCTIONS.get(module, "").split():
            yield node.lineno, full
        elif isinstance(node.func, ast.Attribute) and name not in methods:
            if name in ("format", "format_map") and _names(node.func.value) & theirs:
                yield node.lineno, "str.format"
            elif is_given and name in _METHODS and module not in _FUNCTIONS:
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
