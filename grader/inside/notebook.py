"""Runs a module that was made of a notebook, as Jupyter does: up to the cell that fails."""

import ast
import inspect
import sys
import traceback
from types import CodeType
from typing import Any

from grader.wire.notebook import failure_line, is_lenient, is_notebook


def compile_staged(source: bytes, file: str) -> CodeType:
    """Compile a handed-in file; a notebook may await outside of functions."""
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if is_notebook(source) else 0
    # dont_inherit: no future statement of ours may colour the student's code
    code: CodeType = compile(source, file, "exec", flags, dont_inherit=True)
    return code


def run_staged(source: bytes, file: str, names: dict[str, Any]) -> None:
    """Run a handed-in file; of a lenient notebook what ran before an error counts."""
    if not is_lenient(source):
        _run(compile_staged(source, file), names)
        return
    try:
        _run(compile_staged(source, file), names)
    except MemoryError:
        raise  # what is left would not be the student's work
    except Exception as error:
        _tell(error, file)


def _run(code: CodeType, names: dict[str, Any]) -> None:
    result = eval(code, names)  # noqa: S307 - this is the jail
    if code.co_flags & inspect.CO_COROUTINE:
        import asyncio

        asyncio.run(result)


def _tell(error: Exception, file: str) -> None:
    """Print what Jupyter shows, and a line that the other side finds."""
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if _is(frame, file)]
    if isinstance(error, SyntaxError):  # of the module as a whole, which no line of it raised
        lines.append(error.lineno or 0)
    sys.stderr.write("".join(traceback.format_exception_only(error)))
    sys.stderr.write(f"{failure_line(file, lines[0] if lines else 0, type(error).__name__)}\n")


def _is(frame: Any, file: str) -> bool:
    return bool(frame.f_code.co_filename == file)
