"""Reads what students are to write, as an author says it: functions and classes.

"dcg(rels), ndcg_at_k(rels, k=10)", or "class Ledger(path): add(name, amount), balance()"; what
stands behind a class belongs to it, up to a semicolon.
"""

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.errors import UsageError
from grader.model.parsing import parse_source

_TAKEN = frozenset(("main", "pytest"))
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
    for part in _split(text, ";"):
        if part.strip().startswith("class "):
            headers.append(_class(part.strip()))
        elif part.strip():
            headers += _functions(part)
    if not headers:
        raise UsageError(
            "A lesson needs a function or more, like dcg(rels), ndcg_at_k(rels, k), or a class, "
            "like class Ledger(path): add(amount), balance()."
        )
    return _unlike(headers, "")


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
    return Header(node.name, f"{node.name}({ast.unparse(node.args)})")


def _split(text: str, mark: str) -> Iterator[str]:
    """Split a text where no bracket and no quote is open."""
    depth, quote, start = 0, "", 0
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and text[at - 1] != "\\" else quote
        elif sign in "'\"":
            quote = sign
        elif sign == mark and depth == 0:
            yield text[start:at]
            start = at + 1
        else:
            depth += (sign in "([{") - (sign in ")]}")
    yield text[start:]


def _class(text: str) -> Header:
    called, *rest = _split(text.removeprefix("class "), ":")
    called = called.strip()
    made = _header(called if called.endswith(")") else f"{called}()", is_of_class=False)
    if made is None or "->" in called:
        raise UsageError(
            f"{text[:60]!r} is no class. Write it like class Ledger(path): add(amount), balance()."
        )
    given = made.header.partition("(")[2]
    methods = _unlike(_functions(":".join(rest), is_of_class=True), f" of {made.name}")
    bound = []
    for method in (Header(_MAKES, f"{_MAKES}({given}"), *methods):
        name, _, given = method.header.partition("(")
        comma = "" if given.lstrip().startswith(")") else ", "
        bound.append(Header(name, f"{name}(self{comma}{given}"))
    return Header(made.name, made.header, tuple(bound))


def _unlike(headers: Sequence[Header], where: str) -> tuple[Header, ...]:
    names = [header.name for header in headers]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"The name {name}{where} is given twice.")
    return tuple(headers)


def _functions(text: str, *, is_of_class: bool = False) -> list[Header]:
    headers = []
    parts = list(_split(text, ","))
    if not parts[-1].strip():
        parts.pop()
    for part in parts:
        written = part.strip().removeprefix("def ").removesuffix(":").strip()
        header = _header(written, is_of_class=is_of_class)
        if header is None:
            raise UsageError(
                f"{written[:60]!r} is no function. Write it like ndcg_at_k(rels, k=10)."
            )
        headers.append(header)
    return headers


def _header(written: str, *, is_of_class: bool) -> Header | None:
    try:
        body = parse_source(f"def {written}: pass").body
        compile(f"def {written}: pass", "header", "exec")  # sees two parameters of one name
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    node = body[0]
    is_bare = isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Pass)
    if len(body) > 1 or not isinstance(node, ast.FunctionDef) or not is_bare or "\n" in written:
        return None
    _refuse_names(node, is_of_class=is_of_class)
    result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    plain = f"{node.name}({ast.unparse(node.args)}){result}"
    own = " ".join(written.split())
    # as the author spaced it, unless there is more to it than the header
    is_header = own.replace(" ", "") == plain.replace(" ", "")
    return Header(node.name, own if is_header else plain)


def _refuse_names(node: ast.FunctionDef, *, is_of_class: bool) -> None:
    is_special = is_of_class and node.name.startswith("__") and node.name.endswith("__")
    if not is_special and (node.name.startswith(("test", "_")) or node.name in _TAKEN):
        raise UsageError(
            f"A function cannot be called {node.name} here: names that begin with test or _ are "
            "passed over by tests, and some are taken."
        )
    for one in ast.walk(ast.FunctionDef(node.name, node.args, [], [], node.returns)):
        if isinstance(one, ast.Name) and not hasattr(builtins, one.id):
            raise UsageError(
                f"{node.name} uses {one.id}, which Python does not know without an import. "
                "Leave it out, and add it to the stub by hand."
            )
