"""Imports the handed-in files from memory, under their bare names.

A module that was made of a notebook runs as in Jupyter: up to the cell that fails. A script of the
lesson runs beside the student's module, as Run does, and prints as it goes.
"""

import importlib
import importlib.machinery
import importlib.util
import io
import linecache
import os
import sys
import tokenize  # noqa: F401 - decodes texts: loaded here once, and not in each child
import traceback
import types
from types import CodeType
from typing import Any, NoReturn

import msgspec

from grader.wire.finder import SourceFinder
from grader.wire.notebook import failure_line, is_lenient, is_notebook

_CO_COROUTINE = 0x80  # as inspect has it


class StagedFinder(SourceFinder):
    """Finder and loader of the student's modules and of the course's files."""

    def get_code(self, name: str) -> CodeType:
        file = self.file_of(name) or ""
        return _compile_staged(self.sources[file], file)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: types.ModuleType) -> None:
        file = self.file_of(module.__name__) or ""
        _run_staged(self.sources[file], file, module.__dict__)


def write_files(files: dict[str, bytes], folder: str = "") -> None:
    """Write files below a folder, by default the current one."""
    for name, data in files.items():
        path = os.path.join(folder, name)
        if os.path.dirname(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def import_again(name: str) -> Any:
    """Import a module as if for the first time."""
    sys.modules.pop(name, None)
    return importlib.import_module(name)


def run_as_script(
    finder: StagedFinder, file: str, run_name: str, argv: list[str]
) -> dict[str, Any]:
    """Run a staged file as Python runs a script; gives back its globals."""
    module = types.ModuleType(run_name)
    module.__file__ = file
    before, argv_before = sys.modules.get(run_name), sys.argv
    sys.modules[run_name], sys.argv = module, argv
    try:
        _run_staged(finder.sources[file], file, module.__dict__)
    finally:
        sys.argv = argv_before
        if before is not None:
            sys.modules[run_name] = before
        else:
            sys.modules.pop(run_name, None)
    return {k: v for k, v in vars(module).items() if not k.startswith("__")}


def run_command(
    finder: StagedFinder, file: str, argv: list[str], given: bytes
) -> tuple[bytes, bytes, int]:
    """Run a staged file as a command of its own would; gives output, errors and exit status."""
    before = (sys.stdin, sys.stdout, sys.stderr)
    modules = {name: sys.modules.pop(name) for name in list(sys.modules) if finder.file_of(name)}
    reading, out, err = (io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (given, b"", b""))
    sys.stdin, sys.stdout, sys.stderr = reading, out, err
    try:
        code = _run_to_end(finder, file, argv)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for name in filter(finder.file_of, list(sys.modules)):
            del sys.modules[name]
        sys.modules.update(modules)
    return _printed(out), _printed(err), code


def _run_to_end(finder: StagedFinder, file: str, argv: list[str]) -> int:
    try:
        run_as_script(finder, file, "__main__", argv)
    except SystemExit as end:
        return exit_status(end)
    except BaseException as error:
        sys.stderr.write("Traceback (most recent call last):\n")
        sys.stderr.write("".join(traceback.format_exception_only(error)))
        return 1
    return 0


def exit_status(end: SystemExit) -> int:
    """Give the status that an exit asks for, and print its text as Python does."""
    if isinstance(end.code, str):
        sys.stderr.write(f"{end.code}\n")
    return end.code if isinstance(end.code, int) else int(end.code is not None)


def _printed(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    kept = stream.buffer
    return kept.getvalue() if isinstance(kept, io.BytesIO) else b""


def _compile_staged(source: bytes, file: str) -> CodeType:
    """Compile a handed-in file; a notebook may await outside of functions."""
    flags = 0
    if is_notebook(source):
        import ast  # few are

        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    # dont_inherit: no future statement of ours may colour the student's code
    code: CodeType = compile(_text(source, file), file, "exec", flags, dont_inherit=True)
    return code


def _text(source: bytes, file: str) -> str:
    """Decode a handed-in file as a test that looks into it does, so that what is read is run.

    Given bytes, `compile` finds declarations of an encoding that nothing else finds.
    """
    try:
        return importlib.util.decode_source(source)
    except UnicodeDecodeError as error:
        raise SyntaxError(f"(unicode error) {error}", (file, 0, 0, None)) from None


def _run_staged(source: bytes, file: str, names: dict[str, Any]) -> None:
    """Run a handed-in file; of a lenient notebook what ran before an error counts."""
    if not is_lenient(source):
        _run(_compile_staged(source, file), names)
        return
    try:
        _run(_compile_staged(source, file), names)
    except MemoryError:
        raise  # what is left would not be the student's work
    except Exception as error:
        _tell(error, file)


def _run(code: CodeType, names: dict[str, Any]) -> None:
    result = eval(code, names)  # noqa: S307 - this is the jail
    if code.co_flags & _CO_COROUTINE:
        import asyncio

        asyncio.run(result)


def _tell(error: Exception, file: str) -> None:
    """Print what Jupyter shows, and a line that the other side finds."""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    if isinstance(error, SyntaxError):  # of the module as a whole, which no line of it raised
        lines.append(error.lineno or 0)
    sys.stderr.write("".join(traceback.format_exception_only(error)))
    sys.stderr.write(f"{failure_line(file, lines[0] if lines else 0, type(error).__name__)}\n")


_NO_KEYBOARD = (
    "There is no keyboard here, so input() has nothing to read. "
    "Hand values to your functions as arguments instead.\n"
)


class _Script(msgspec.Struct):
    """What the other side sends: the name of a file, and all files."""

    name: str
    sources: dict[str, bytes]


def run_alone(order: bytearray) -> NoReturn:
    """Run what the other side has sent; leave with the script's own exit status."""
    script = msgspec.msgpack.decode(order, type=_Script)
    write_files(script.sources)
    for printed in (sys.stdout, sys.stderr):
        if isinstance(printed, io.TextIOWrapper):
            printed.reconfigure(encoding="utf-8", errors="replace", line_buffering=True)
    code = _status_of(StagedFinder(script.sources), script.name)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _status_of(finder: StagedFinder, script: str) -> int:
    sys.meta_path.insert(0, finder)
    try:
        run_as_script(finder, script, "__main__", [script])
    except SystemExit as end:
        status = exit_status(end)
        if (place := _left_at(end, finder, script)) is not None:
            sys.stderr.write(f"{place} ended the run here, by exit(): nothing after it was run.\n")
            return 1
        return status
    except BaseException as error:
        _show(error, finder)
        return 1
    return 0


def _left_at(end: SystemExit, finder: StagedFinder, script: str) -> str | None:
    """Name the student's line that left; None where the script itself did, as scripts may."""
    frames = traceback.extract_tb(end.__traceback__)
    own = [one for one in frames if one.filename in finder.sources and one.filename != script]
    return f"{own[-1].filename}, line {own[-1].lineno}," if own else None


def _show(error: BaseException, finder: StagedFinder) -> None:
    """Print a traceback of the lines in the student's and the lesson's files, and of no others."""
    for name, data in finder.sources.items():  # they were compiled from memory
        lines = data.decode("utf-8", "replace").splitlines(keepends=True)
        linecache.cache[name] = (len(data), None, lines, name)
    told: traceback.TracebackException | None = traceback.TracebackException.from_exception(error)
    whole = told
    while told is not None:
        own = [frame for frame in told.stack if frame.filename in finder.sources]
        told.stack = traceback.StackSummary.from_list(own)
        told = told.__cause__ or told.__context__
    if whole is not None:
        sys.stderr.write("".join(whole.format()))
    if isinstance(error, EOFError):
        sys.stderr.write(_NO_KEYBOARD)
