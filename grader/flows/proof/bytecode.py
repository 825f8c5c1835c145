"""Reads Python's bytecode: what it says, and what it does; nothing of it is run."""

import dis
import importlib.util
import marshal
import warnings
from collections.abc import Iterator
from types import CodeType

from grader.model.similarity.near_copies import Spelling
from grader.model.similarity.tokens import sign_of

_HEADER = 16  # bytes before the code: the version, flags, and what it was made of
_MARK = b"\r\n"  # ends the version of every Python


def is_bytecode(name: str, data: bytes) -> bool:
    """Whether a file is bytecode by its name, or by how it begins."""
    is_named = name.endswith((".pyc", ".pyo")) and data[2:4] == _MARK
    return is_named or data.startswith(importlib.util.MAGIC_NUMBER)


def read_bytecode(data: bytes) -> CodeType | None:
    """Read a file's code, or return None for that of another Python, and for none."""
    if not data.startswith(importlib.util.MAGIC_NUMBER):
        return None
    try:
        code = marshal.loads(data[_HEADER:])  # noqa: S302 - makes values, and runs nothing
    except (ValueError, EOFError, TypeError):
        return None
    return code if isinstance(code, CodeType) else None


def compiled(source: str) -> CodeType | None:
    """Compile a program without running it; None for what is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(source, "", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def words_of(code: CodeType) -> str:
    """Write down the names and constants of some code, as text to search."""
    lines = []
    for each in _all_code(code):
        lines += [each.co_name, *each.co_names, *each.co_varnames]
        for constant in each.co_consts:
            if not isinstance(constant, CodeType):
                lines.append(constant if isinstance(constant, str) else repr(constant))
    return "\n".join(lines)


def operations(code: CodeType) -> Spelling:
    """Write what some code does as tokens: an operation each."""
    kinds, exact = [], []
    for each in _all_code(code):
        for step in dis.get_instructions(each):
            said = "" if isinstance(step.argval, CodeType) else repr(step.argval)
            kinds.append(sign_of(step.opname))
            exact.append(sign_of(f"{step.opname} {said}"))
    return Spelling("".join(kinds), "".join(exact))


def _all_code(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _all_code(constant)
