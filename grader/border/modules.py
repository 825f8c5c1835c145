"""Finds the modules of a submission: to run them in the jail, to ask for them elsewhere."""

import importlib.util
import io
import sys
import tokenize  # noqa: F401 - decodes texts: loaded here once, and not in each child
import traceback
import types
from collections.abc import Container, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from .inert import CannotCross
from .notebook import run_notebook

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
    """Finds the handed-in files under their bare names. Subclasses say how they are loaded.

    Extends no class of `importlib.abc`, which would have every jail load archives and more.
    """

    def __init__(self, sources: dict[str, bytes]) -> None:
        self.sources = sources

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        file = file_of(name, self.sources)
        if file is None:
            return None
        is_package = file.endswith("__init__.py")
        spec = ModuleSpec(name, self, origin=file, is_package=is_package)  # type: ignore[arg-type]
        spec.has_location = True
        return spec

    def get_source(self, name: str) -> str:
        return importlib.util.decode_source(self.sources[file_of(name, self.sources) or ""])


class ExaminerFinder(_Finder):
    """Turns an import into a question to the jail."""

    def __init__(self, client: "Client", sources: dict[str, bytes]) -> None:
        super().__init__(sources)
        self._client = client
        self._imported: set[str] = set()
        self._fresh: types.ModuleType | None = None  # which the jail has just run

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        again = spec.name in self._imported
        self._imported.add(spec.name)
        self._fresh = self._client.import_module(spec.name, again=again)
        return self._fresh

    def exec_module(self, module: types.ModuleType) -> None:
        from .proxies import own_dict  # the jail's end has no proxies

        if module is not self._fresh:  # importlib.reload runs a module that it does not create
            found = self._client.import_module(module.__name__, again=True)
            own_dict(module)["_grader_handle"] = own_dict(found)["_grader_handle"]
        self._fresh = None

    def get_code(self, name: str) -> NoReturn:
        """Refuse what runpy does with a module."""
        raise CannotCross(f"A hidden case runs the module {name} of the submission by its name.")


class JailFinder(_Finder):
    """Runs the student's modules and the course's files."""

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: types.ModuleType) -> None:
        self.run_file(file_of(module.__name__, self.sources) or "", vars(module))

    def run_file(self, file: str, names: dict[str, Any]) -> None:
        """Run a handed-in file among the names of its module."""
        # of bytes, `compile` finds declarations of an encoding that nothing else finds
        text = importlib.util.decode_source(self.sources[file])
        if not run_notebook(text, file, names):
            # dont_inherit: no future statement of ours may colour the student's code
            exec(compile(text, file, "exec", dont_inherit=True), names)

    def run_script(self, file: str, argv: list[str]) -> None:
        """Run a handed-in file as Python runs a script."""
        module = types.ModuleType("__main__")
        module.__file__ = file
        before, argv_before = sys.modules["__main__"], sys.argv
        sys.modules["__main__"], sys.argv = module, argv
        try:
            self.run_file(file, vars(module))
        finally:
            sys.modules["__main__"], sys.argv = before, argv_before

    def run_command(self, file: str, argv: list[str], given: bytes) -> tuple[bytes, bytes, int]:
        """Run a handed-in file as a command; gives output, errors and exit status."""
        stdin, stdout, stderr = (io.BytesIO(data) for data in (given, b"", b""))
        before = (sys.stdin, sys.stdout, sys.stderr)
        modules = self._forget_modules()
        streams = [
            io.TextIOWrapper(one, "utf-8", "replace", write_through=True)
            for one in (stdin, stdout, stderr)
        ]
        sys.stdin, sys.stdout, sys.stderr = streams
        code = 0
        try:
            self.run_script(file, argv)
        except SystemExit as end:
            code = exit_status(end)
        except BaseException as error:
            traceback.print_exception(error, limit=0, chain=False)
            code = 1
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
            self._forget_modules()
            sys.modules.update(modules)
        return stdout.getvalue(), stderr.getvalue(), code

    def _forget_modules(self) -> dict[str, types.ModuleType]:
        own = [name for name in sys.modules if file_of(name, self.sources)]
        return {name: sys.modules.pop(name) for name in own}


def write_files(files: dict[str, bytes], folder: str = "") -> None:
    """Write files below a folder, by default the current one."""
    for name, data in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def exit_status(end: SystemExit) -> int:
    """Give the status that an exit asks for, and print its text as Python does."""
    if isinstance(end.code, str):
        sys.stderr.write(f"{end.code}\n")
    return end.code if isinstance(end.code, int) else int(end.code is not None)
