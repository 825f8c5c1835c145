"""Reads what a function uses from the text that was handed in; nothing of it is run."""

import types
from collections.abc import Iterator


def names_used(sources: dict[str, bytes], module: str, name: str, line: int) -> tuple[str, ...]:
    """List the names that a function's code uses, as `__code__.co_names` does."""
    path = module.replace(".", "/")
    data = sources.get(f"{path}.py", sources.get(f"{path}/__init__.py", b""))
    try:
        whole = compile(data, f"{path}.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found = (code for code in _within(whole) if (code.co_name, code.co_firstlineno) == (name, line))
    return next((code.co_names for code in found), ())


def _within(code: types.CodeType) -> Iterator[types.CodeType]:
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield part
            yield from _within(part)
