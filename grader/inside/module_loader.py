"""Imports the handed-in files from memory, under their bare names."""

import importlib.abc
import importlib.machinery
import importlib.util
import io
import sys
import traceback
import types
from collections.abc import Sequence
from types import CodeType
from typing import Any

from .notebook import compile_staged, run_staged


class StagedFinder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finder and loader of the student's modules and of the course's files."""

    def __init__(self, sources: dict[str, bytes]) -> None:
        self.sources = sources

    def file_of(self, name: str) -> str | None:
        """Name the staged file of a module."""
        file = name.replace(".", "/") + ".py"
        if file in self.sources:
            return file
        package = name.replace(".", "/") + "/__init__.py"
        return package if package in self.sources else None

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        file = self.file_of(name)
        if file is None:
            return None
        is_package = file.endswith("__init__.py")
        spec = importlib.machinery.ModuleSpec(name, self, origin=file, is_package=is_package)
        spec.has_location = True
        return spec

    def is_package(self, name: str) -> bool:
        return (self.file_of(name) or "").endswith("__init__.py")

    def get_source(self, name: str) -> str:
        return importlib.util.decode_source(self.sources[self.file_of(name) or ""])

    def get_code(self, name: str) -> CodeType:
        file = self.file_of(name) or ""
        return compile_staged(self.sources[file], file)

    def exec_module(self, module: types.ModuleType) -> None:
        file = self.file_of(module.__name__) or ""
        run_staged(self.sources[file], file, module.__dict__)


def import_again(name: str) -> Any:
    """Import a module as if for the first time."""
    sys.modules.pop(name, None)
    return importlib.import_module(name)


def run_as_script(finder: StagedFinder, file: str, run_name: str) -> dict[str, Any]:
    """Run a staged file as Python runs a script; gives back its globals."""
    module = types.ModuleType(run_name)
    module.__file__ = file
    before = sys.modules.get(run_name)
    sys.modules[run_name] = module
    try:
        run_staged(finder.sources[file], file, module.__dict__)
    finally:
        if before is not None:
            sys.modules[run_name] = before
        else:
            sys.modules.pop(run_name, None)
    return {k: v for k, v in vars(module).items() if not k.startswith("__")}


def run_command(
    finder: StagedFinder, file: str, argv: list[str], given: bytes
) -> tuple[bytes, bytes, int]:
    """Run a staged file as a command of its own would; gives output, errors and exit status."""
    before = (sys.stdin, sys.stdout, sys.stderr, sys.argv)
    modules = {name: sys.modules.pop(name) for name in list(sys.modules) if finder.file_of(name)}
    reading, out, err = (io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (given, b"", b""))
    sys.stdin, sys.stdout, sys.stderr, sys.argv = reading, out, err, argv
    try:
        code = _run_to_end(finder, file)
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv = before
        for name in filter(finder.file_of, list(sys.modules)):
            del sys.modules[name]
        sys.modules.update(modules)
    return _printed(out), _printed(err), code


def _run_to_end(finder: StagedFinder, file: str) -> int:
    try:
        run_as_script(finder, file, "__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            sys.stderr.write(end.code + "\n")
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException as error:
        sys.stderr.write("Traceback (most recent call last):\n")
        sys.stderr.write("".join(traceback.format_exception_only(error)))
        return 1
    return 0


def _printed(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    kept = stream.buffer
    return kept.getvalue() if isinstance(kept, io.BytesIO) else b""
