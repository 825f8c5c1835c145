"""Reads what an author says that a lesson's functions are: "dcg(rels), ndcg_at_k(rels, k=10)"."""

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from grader.errors import UsageError
from grader.model.parsing import parse_source

_TAKEN = frozenset(("main", "pytest"))
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
class FunctionHeader:
    """A function to be written."""

    name: str
    header: str  # as it stands between `def` and the colon
    strategies: tuple[str, ...] = ()  # a first guess of what each argument may be


def read_headers(text: str) -> tuple[FunctionHeader, ...]:
    """Read them; raises UsageError for the first that no stub could have."""
    headers: list[FunctionHeader] = []
    pending = ""
    for part in text.split(","):
        # a comma may stand in brackets and quotes: what is no header yet goes on behind it
        pending = f"{pending},{part}" if pending else part
        header = _header(pending.strip().removeprefix("def ").removesuffix(":").strip())
        if header is not None:
            headers.append(header)
            pending = ""
    if pending.strip():
        written = pending.strip()[:60]
        raise UsageError(f"{written!r} is no function. Write it like ndcg_at_k(rels, k=10).")
    if not headers:
        raise UsageError("A lesson needs a function or more, like dcg(rels), ndcg_at_k(rels, k).")
    names = [header.name for header in headers]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"The function {name} is named twice.")
    return tuple(headers)


def _header(written: str) -> FunctionHeader | None:
    try:
        body = parse_source(f"def {written}: pass").body
        compile(f"def {written}: pass", "header", "exec")  # sees two parameters of one name
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    node = body[0]
    is_bare = isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Pass)
    if len(body) > 1 or not isinstance(node, ast.FunctionDef) or not is_bare or "\n" in written:
        return None
    _check_names(node)
    result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    plain = f"{node.name}({ast.unparse(node.args)}){result}"
    own = " ".join(written.split())
    # as the author spaced it, unless there is more to it than the header
    is_header = own.replace(" ", "") == plain.replace(" ", "")
    return FunctionHeader(node.name, own if is_header else plain, tuple(_strategies(node.args)))


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


def _check_names(node: ast.FunctionDef) -> None:
    if node.name.startswith(("test", "_")) or node.name in _TAKEN:
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
