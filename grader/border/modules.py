"""Finds the modules of a submission among its files: in the jail to run them, else to ask for them.

A module that was made of a notebook runs as in Jupyter: up to the cell that fails.
"""

import importlib
import importlib.machinery
import importlib.util
import io
import os
import sys
import tokenize  # noqa: F401 - decodes texts: loaded here once, and not in each child
import traceback
import types
from collections.abc import Container, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any

from .notebook import failure_line, is_lenient, is_notebook

if TYPE_CHECKING:
    from .client import Client


def file_of(module: str, files: Container[str]) -> str | None:
    """Name the file of a module, where it is among those that were handed in."""
    path = module.replace(".", "/")
    return next((one for one in (f"{path}.py", f"{path}/__init__.py") if one in files), None)


def module_name(file: str) -> str:
    """The dotted name under which a handed-in file is imported."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class _Finder:
    """Finds the handed-in files under their bare names. Subclasses say how they are loaded."""

    def __init__(self, sources: dict[str, bytes]) -> None:
        self.sources = sources

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        file = file_of(name, self.sources)
        if file is None:
            return None
        spec = importlib.machinery.ModuleSpec(
            name,
            self,  # type: ignore[arg-type] # it has what Python asks of a loader
            origin=file,
            is_package=file.endswith("__init__.py"),
        )
        spec.has_location = True
        return spec

    def is_package(self, name: str) -> bool:
        return (file_of(name, self.sources) or "").endswith("__init__.py")

    def get_source(self, name: str) -> str:
        return importlib.util.decode_source(self.sources[file_of(name, self.sources) or ""])


class ExaminerFinder(_Finder):
    """Finder and loader that turn an import into a question to the jail."""

    def __init__(self, client: "Client", sources: dict[str, bytes]) -> None:
        super().__init__(sources)
        self._client = client
        self._imported: set[str] = set()

    def module_names(self) -> set[str]:
        """The names of the modules that live in the jail."""
        return {module_name(file) for file in self.sources if file.endswith(".py")}

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        again = spec.name in self._imported
        self._imported.add(spec.name)
        return self._client.import_module(spec.name, again=again)

    def exec_module(self, module: types.ModuleType) -> None:
        from .proxies import own_dict  # the jail's end has no proxies

        own = own_dict(module)
        if own.get("_grader_ready"):  # importlib.reload comes here a second time
            fresh = self._client.import_module(module.__name__, again=True)
            own["_grader_handle"] = own_dict(fresh)["_grader_handle"]
        own["_grader_ready"] = True


class JailFinder(_Finder):
    """Finder and loader of the student's modules and of the course's files."""

    def get_code(self, name: str) -> CodeType:
        file = file_of(name, self.sources) or ""
        return _compile(self.sources[file], file)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: types.ModuleType) -> None:
        run_file(self, file_of(module.__name__, self.sources) or "", vars(module))


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


def run_as_script(finder: JailFinder, file: str, argv: list[str]) -> None:
    """Run a staged file as Python runs a script."""
    module = types.ModuleType("__main__")
    module.__file__ = file
    before, argv_before = sys.modules.get("__main__"), sys.argv
    sys.modules["__main__"], sys.argv = module, argv
    try:
        run_file(finder, file, vars(module))
    finally:
        sys.argv = argv_before
        if before is not None:
            sys.modules["__main__"] = before


def run_command(
    finder: JailFinder, file: str, argv: list[str], given: bytes
) -> tuple[bytes, bytes, int]:
    """Run a staged file as a command of its own would; gives output, errors and exit status."""
    before = (sys.stdin, sys.stdout, sys.stderr)
    own = {name for name in sys.modules if file_of(name, finder.sources)}
    modules = {name: sys.modules.pop(name) for name in own}
    reading, out, err = (io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (given, b"", b""))
    sys.stdin, sys.stdout, sys.stderr = reading, out, err
    code = 0
    try:
        run_as_script(finder, file, argv)
    except SystemExit as end:
        code = exit_status(end)
    except BaseException as error:
        sys.stderr.write("Traceback (most recent call last):\n")
        sys.stderr.write("".join(traceback.format_exception_only(error)))
        code = 1
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for name in [name for name in sys.modules if file_of(name, finder.sources)]:
            del sys.modules[name]
        sys.modules.update(modules)
    return _printed(out), _printed(err), code


def exit_status(end: SystemExit) -> int:
    """Give the status that an exit asks for, and print its text as Python does."""
    if isinstance(end.code, str):
        sys.stderr.write(f"{end.code}\n")
    return end.code if isinstance(end.code, int) else int(end.code is not None)


def _printed(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    kept = stream.buffer
    return kept.getvalue() if isinstance(kept, io.BytesIO) else b""


def run_file(finder: JailFinder, file: str, names: dict[str, Any]) -> None:
    """Run a handed-in file among the names of its module."""
    source = finder.sources[file]
    if not is_notebook(source):
        exec(_compile(source, file), names)
        return
    try:
        result = eval(_compile(source, file), names)  # noqa: S307 - this is the jail
        if result is not None:  # a cell awaits
            import asyncio

            asyncio.run(result)
    except MemoryError:
        raise  # what is left would not be the student's work
    except Exception as error:
        if not is_lenient(source):
            raise
        lines = [n for f, n in traceback.walk_tb(error.__traceback__) if _file(f) == file]
        lines += [error.lineno or 0] if isinstance(error, SyntaxError) else []
        sys.stderr.write("".join(traceback.format_exception_only(error)))
        sys.stderr.write(f"{failure_line(file, (lines or [0])[0], type(error).__name__)}\n")


def _file(frame: types.FrameType) -> str:
    return frame.f_code.co_filename


def _compile(source: bytes, file: str) -> CodeType:
    """Compile a handed-in file from the text that a test reads of it.

    Given bytes, `compile` finds declarations of an encoding that nothing else finds.
    """
    try:
        text = importlib.util.decode_source(source)
    except UnicodeDecodeError as error:
        raise SyntaxError(f"(unicode error) {error}", (file, 0, 0, None)) from None
    # dont_inherit: no future statement of ours may colour the student's code
    flags = 0x2000 if is_notebook(source) else 0  # PyCF_ALLOW_TOP_LEVEL_AWAIT
    code: CodeType = compile(text, file, "exec", flags, dont_inherit=True)
    return code
