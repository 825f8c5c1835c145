"""Reads what students are to write, as an author says it: functions and classes.

"dcg(rels), ndcg_at_k(rels, k=10)", or "class Ledger(path): add(name, amount), balance()"; what
stands behind a class belongs to it, up to a semicolon.
"""

import ast
from dataclasses import dataclass

from grader.errors import UsageError
from grader.model.parsing import parse_source

_MAKES = "__init__"


@dataclass(frozen=True)
class Header:
    """A function or a class to be written."""

    name: str
    header: str  # as it is called: of a function what stands between `def` and the colon
    methods: "tuple[Header, ...] | None" = None  # of a class, the one that makes it first


def read_headers(text: str) -> tuple[Header, ...]:
    """Read them; raises UsageError for the first that no stub could have."""
    headers: list[Header] = []
    for part in map(str.strip, _split(text, ";")):
        if part.startswith("class "):
            called, *rest = _split(part.removeprefix("class "), ":")
            made = _function(called if called.rstrip().endswith(")") else f"{called}()")
            bound = [_method(_MAKES, made.header)]
            bound += [_method(one.name, one.header) for one in _functions(":".join(rest))]
            headers.append(Header(made.name, made.header, tuple(bound)))
        else:
            headers += _functions(part)
    if not headers:
        raise UsageError(
            "A lesson needs a function or more, like dcg(rels), ndcg_at_k(rels, k), or a class, "
            "like class Ledger(path): add(amount), balance()."
        )
    return tuple(headers)


def _method(name: str, header: str) -> Header:
    given = header.partition("(")[2]
    return Header(name, f"{name}(self{'' if given.startswith(')') else ', '}{given}")


def _functions(text: str) -> list[Header]:
    return [_function(part) for part in _split(text, ",") if part.strip()]


def _function(text: str) -> Header:
    written = text.strip().removeprefix("def ").removesuffix(":").strip()
    try:
        compile(f"def {written}: pass", "header", "exec")  # sees two parameters of one name
        [node] = parse_source(f"def {written}: pass").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        node = ast.Pass()
    if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[0], ast.Pass):
        raise UsageError(
            f"{written[:60]!r} is no function. Write it like ndcg_at_k(rels, k=10), and a class "
            "like class Ledger(path): add(amount), balance()."
        )
    return _of_node(node)


def _split(text: str, mark: str) -> list[str]:
    """Split a text where no bracket is open."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def headers_of(source: str) -> tuple[Header, ...]:
    """Read them of a solution, without what stands behind an underscore; raises SyntaxError."""
    found = []
    for node in parse_source(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(_of_node(node))
        elif isinstance(node, ast.ClassDef):
            inside = [_of_node(one) for one in node.body if isinstance(one, ast.FunctionDef)]
            made = next((one.header for one in inside if one.name == _MAKES), "")
            own = made.partition("(self")[2].lstrip(", ") or ")"
            methods = tuple(one for one in inside if not one.name.startswith("_"))
            found.append(Header(node.name, f"{node.name}({own}", methods))
    return tuple(one for one in found if not one.name.startswith("_"))


def _of_node(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Header:
    result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    return Header(node.name, f"{node.name}({ast.unparse(node.args)}){result}")
