"""Makes submissions from a reference in which one function gives other values than it should."""

import ast
from collections.abc import Sequence

from grader.model.parsing import parse_source

_ADDED = """

import functools as _verify_functools
import sys as _verify_sys


def _verify_changed(function, for_all):
    @_verify_functools.wraps(function)
    def changed(*args, **named):
        value = function(*args, **named)
        caller = _verify_sys._getframe(1).f_globals.get("__name__")
        is_inside = caller in _verify_modules
        return value if is_inside and not for_all else _verify_change(value, args)
    return changed


"""


def redefined(
    source: bytes, name: str, modules: Sequence[str], change: str, *, for_all: bool
) -> bytes:
    """Append to a module that one of its functions gives changed values.

    `change` is the source of a function _verify_change(value, args=()). The other modules of a
    submission get true values, as the function's own does, unless it is changed for all.
    """
    known = f"_verify_modules = {tuple(modules)!r}\n"
    last = f"{name} = _verify_changed({name}, {for_all})\n"
    return source + f"\n\n{change}{_ADDED}{known}{last}".encode()


def functions_of(source: bytes) -> list[str]:
    """Name the plain functions at the top of a module."""
    return [
        node.name
        for node in parse_source(source).body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list
    ]


def module_names(files: Sequence[str]) -> list[str]:
    """Name the modules that the files of a submission are imported as."""
    return [name.removesuffix(".py").replace("/", ".") for name in files]
