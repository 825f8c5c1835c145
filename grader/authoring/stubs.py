"""Makes a stub of a reference solution: its names and what they say, without what they do."""

import ast
import re

from grader.model.parsing import parse_source

_UNWRITTEN = ast.parse("raise NotImplementedError").body
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def stub_of(source: str, named: frozenset[str] = frozenset()) -> str:
    """Keep imports, classes and functions with their docstrings; raises SyntaxError.

    Functions behind an underscore go, since they tell how it is solved; so does what a name is
    set to, unless it is among the names that tests use, and what is run at the top.
    """
    tree = parse_source(source)
    tree.body = [one for node in tree.body if (one := _kept(node, named)) is not None]
    written = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    apart = re.sub(r"\n\n(?=@|def |class |async def )", "\n\n\n", written)
    return re.sub(r"(?m)^( *raise NotImplementedError)$", r"\1  # TODO", apart)


def with_todo(stub: str) -> str:
    """Say where to write, in a stub that does not."""
    if "TODO" in stub:
        return stub
    marked = re.sub(r"(?m)^( +(?:pass|\.\.\.|raise NotImplementedError\b.*))$", r"\1  # TODO", stub)
    return marked if "TODO" in marked else f"# TODO: write what is missing.\n{stub}"


def _kept(node: ast.stmt, named: frozenset[str], *, in_class: bool = False) -> ast.stmt | None:
    if isinstance(node, _Function):
        is_own = node.name.startswith("_") and not node.name.endswith("__")
        if is_own and node.name not in named:
            return None
        said = node.body[:1] if ast.get_docstring(node) is not None else []
        node.body = [*said, *_UNWRITTEN]
        return node
    if in_class:  # fields are what a class is made of
        return node
    if isinstance(node, ast.ClassDef):
        kept = (_kept(each, frozenset(), in_class=True) for each in node.body)
        node.body = [one for one in kept if one is not None] or [ast.Pass()]
        return node
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        is_used = any(isinstance(one, ast.Name) and one.id in named for one in targets)
        return node if is_used else None
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return node if is_docstring or isinstance(node, ast.Import | ast.ImportFrom) else None


def imported_by(source: str) -> set[str]:
    """Name the modules that a source imports, at any place, by their first part."""
    found = set()
    for node in ast.walk(parse_source(source)):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found
