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
_MANY = "st.lists(st.integers(0, 9), max_size=5)"
_GUESSES = {
    "int": "st.integers(0, 9)",
    "float": "st.sampled_from([0.0, 0.5, 1.0])",
    "bool": "st.booleans()",
    "str": 'st.text("abc", max_size=5)',
    "list": _MANY,
    "list[int]": _MANY,
    "list[float]": "st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=5)",
    "list[str]": 'st.lists(st.sampled_from(["a", "b", "c"]), max_size=5)',
}


@dataclass(frozen=True)
class Header:
    """A function or a class to be written."""

    name: str
    header: str  # as it is called: of a function what stands between `def` and the colon
    strategies: tuple[str, ...] = ()  # a first guess of what each argument may be
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
    _refuse_twice(headers, "")
    return tuple(headers)


def headers_of(source: str) -> tuple[Header, ...]:
    """Read them of a solution, without what stands behind an underscore; raises SyntaxError."""
    found = []
    for node in parse_source(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(_of_node(node))
        elif isinstance(node, ast.ClassDef):
            inside = [one for one in node.body if isinstance(one, ast.FunctionDef)]
            methods = tuple(_of_node(one) for one in inside if not one.name.startswith("_"))
            made = next((_of_node(one) for one in inside if one.name == _MAKES), None)
            own = "" if made is None else made.header.partition("(self")[2].lstrip(", ")[:-1]
            found.append(Header(node.name, f"{node.name}({own})", (), methods))
    return tuple(one for one in found if not one.name.startswith("_"))


def _of_node(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Header:
    header = f"{node.name}({ast.unparse(node.args)})"
    return Header(node.name, header, tuple(_strategies(node.args)))


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
    written, *rest = _split(text.removeprefix("class "), ":")
    called = written.strip()
    made = _header(called if called.endswith(")") else f"{called}()")
    if made is None or "->" in called:
        raise UsageError(
            f"{text[:60]!r} is no class. Write it like class Ledger(path): add(amount), balance()."
        )
    methods = _functions(":".join(rest), is_of_class=True)
    _refuse_twice(methods, f" of {made.name}")
    given = made.header.partition("(")[2]
    first = Header(_MAKES, f"{_MAKES}(self, {given}" if given != ")" else f"{_MAKES}(self)")
    bound = (_with_self(one) for one in methods)
    return Header(made.name, made.header, (), (first, *bound))


def _with_self(method: Header) -> Header:
    name, _, given = method.header.partition("(")
    comma = "" if given.lstrip().startswith(")") else ", "
    return Header(method.name, f"{name}(self{comma}{given}")


def _refuse_twice(headers: Sequence[Header], where: str) -> None:
    names = [header.name for header in headers]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"The name {name}{where} is given twice.")


def _functions(text: str, *, is_of_class: bool = False) -> list[Header]:
    headers: list[Header] = []
    pending = ""
    for part in text.split(","):
        # a comma may stand in brackets and quotes: what is no header yet goes on behind it
        pending = f"{pending},{part}" if pending else part
        written = pending.strip().removeprefix("def ").removesuffix(":").strip()
        header = _header(written, is_of_class=is_of_class)
        if header is not None:
            headers.append(header)
            pending = ""
    if pending.strip():
        written = pending.strip()[:60]
        raise UsageError(f"{written!r} is no function. Write it like ndcg_at_k(rels, k=10).")
    return headers


def _header(written: str, *, is_of_class: bool = False) -> Header | None:
    try:
        body = parse_source(f"def {written}: pass").body
        compile(f"def {written}: pass", "header", "exec")  # sees two parameters of one name
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    node = body[0]
    is_bare = isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Pass)
    if len(body) > 1 or not isinstance(node, ast.FunctionDef) or not is_bare or "\n" in written:
        return None
    _check_names(node, is_of_class=is_of_class)
    result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    plain = f"{node.name}({ast.unparse(node.args)}){result}"
    own = " ".join(written.split())
    # as the author spaced it, unless there is more to it than the header
    is_header = own.replace(" ", "") == plain.replace(" ", "")
    return Header(node.name, own if is_header else plain, tuple(_strategies(node.args)))


def _strategies(arguments: ast.arguments) -> Iterator[str]:
    """Guess by annotation, else by default, else by name: what is called like many is a list."""
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(arguments.defaults)
    defaults = [None] * missing + list(arguments.defaults)
    for one, default in zip(positional, defaults, strict=True):
        kind = "" if one.annotation is None else ast.unparse(one.annotation)
        if not kind and isinstance(default, ast.Constant):
            kind = type(default.value).__name__
        yield _GUESSES.get(kind) or (_MANY if one.arg.endswith("s") else _GUESSES["int"])


def _check_names(node: ast.FunctionDef, *, is_of_class: bool) -> None:
    is_special = is_of_class and node.name.startswith("__") and node.name.endswith("__")
    if not is_special and (node.name.startswith(("test", "_")) or node.name in _TAKEN):
        raise UsageError(
            f"A function cannot be called {node.name} here: names that begin with test or _ are "
            "passed over by tests, and some are taken."
        )
    asked = [node.args, *([] if node.returns is None else [node.returns])]
    for one in (each for part in asked for each in ast.walk(part)):
        if isinstance(one, ast.Name) and not hasattr(builtins, one.id):
            raise UsageError(
                f"{node.name} uses {one.id}, which Python does not know without an import. "
                "Leave it out, and add it to the stub by hand."
            )
