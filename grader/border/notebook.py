"""Marks a module that was made of a notebook, and runs its cells in the jail as Jupyter does.

The mark becomes a part of the module's first line, a comment, and moves no line. A submission that
writes it gets no more than a `try` around its code would give.
"""

import __future__

import ast
import builtins
import opcode
import re
import sys
import traceback
import types
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from typing import Any, Self

_ENDS = "; this cell was not run to its end."
_MARK = re.compile(r"# a notebook, (all|strict), with cells at (\d{1,7}(?: \d{1,7})*): ")
# what notebooks import for show, or to run tests of their own; a real package comes before it
_FOR_SHOW = "IPython google ipywidgets matplotlib nbgrader otter plotly seaborn".split()
_UNPACK = opcode.opmap["UNPACK_SEQUENCE"]


def mark(source: bytes, how: str, lines: Iterable[int]) -> bytes:
    """Mark a module whose first line is a comment; how cells that fail count, and where each is."""
    return f"# a notebook, {how}, with cells at {' '.join(map(str, lines))}: ".encode() + source


def failure_line(file: str, line: int, kind: str) -> str:
    """Word what is printed where a cell fails."""
    return f"{file}, line {line}: {kind}{_ENDS}"


def failed_line(file: str, printed: str) -> tuple[int, str] | None:
    """Find line and kind of error in what was printed; a submission may print the same."""
    pattern = rf"^{re.escape(file)}, line (\d{{1,7}}): (\w+){re.escape(_ENDS)}$"
    found = re.search(pattern, printed, re.MULTILINE | re.ASCII)
    return None if found is None else (int(found[1]), found[2])


def run_notebook(text: str, file: str, names: dict[str, Any]) -> bool:
    """Run a module that was made of a notebook, cell by cell; False where it is none."""
    marked = _MARK.match(text)
    if marked is None:
        return False
    if not hasattr(builtins, "get_ipython"):
        vars(builtins).update(get_ipython=Dummy(), display=Dummy())
        sys.meta_path.append(_DummyFinder())
    how, starts = marked[1], list(map(int, marked[2].split()))
    lines = text.split("\n")
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    for start, end in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
        try:
            cell = "\n" * (start - 1) + "\n".join(lines[start - 1 : end - 1])
            code = compile(cell, file, "exec", flags, dont_inherit=True)
            flags |= code.co_flags & __future__.annotations.compiler_flag
            awaited = eval(code, names)  # noqa: S307 - this is the jail
            if awaited is not None:
                import asyncio  # few notebooks await

                asyncio.run(awaited)
        except MemoryError:
            raise  # what is left would not be the student's work
        except (Exception, SystemExit) as error:
            if how == "strict":
                raise
            frames = traceback.walk_tb(error.__traceback__)
            own = (line for frame, line in frames if frame.f_code.co_filename == file)
            line = next(own, None) or getattr(error, "lineno", None) or start
            sys.stderr.write("".join(traceback.format_exception_only(error)))
            sys.stderr.write(f"{failure_line(file, line, type(error).__name__)}\n")
    return True


class Dummy:
    """Takes any use and does nothing."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        is_decorator = len(args) == 1 and not named and isinstance(args[0], types.FunctionType)
        return args[0] if is_decorator else self

    def __getattr__(self, name: str) -> Self:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, key: object) -> Self:
        return self

    def __setitem__(self, key: object, value: object) -> None:
        """Forget it."""

    def __iter__(self) -> Iterator[Self]:
        # `fig, (left, right) = plt.subplots(1, 2)` takes as many as it names
        frame = sys._getframe(1)
        operation, count = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 2]
        return iter([self] * count if operation == _UNPACK else [])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Let an error pass."""


class _DummyFinder:
    """Finds modules in which every name is a dummy."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in _FOR_SHOW:
            return None
        return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: types.ModuleType) -> None:
        vars(module)["__getattr__"] = Dummy().__getattr__
