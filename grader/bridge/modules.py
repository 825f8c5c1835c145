"""Imports of the student's modules: a hidden case's import statement reaches the jail."""

import contextlib
import importlib
import importlib.machinery
import importlib.util
import io
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

from grader.wire import cpython
from grader.wire.atoms import Malformed
from grader.wire.describe import is_standard
from grader.wire.finder import SourceFinder, file_of
from grader.wire.standins import LINK, NUMBER, StandIn, number_of, own_dict

from .contract import Deed, Learned


class _Names(Mapping[str, Any]):
    """The names of a module of the submission, as `vars` shows them."""

    def __init__(self, module: "RemoteModule") -> None:
        self._module = module

    def __getitem__(self, name: str) -> Any:
        try:
            return getattr(self._module, name)
        except AttributeError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return (name for name in dir(self._module) if name not in ("__builtins__", "__cached__"))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def copy(self) -> dict[str, Any]:
        """Look all of them up, as doctest does."""
        return dict(self)


_NAMES = "_grader_names"
_IMPORT_NAMES = frozenset(
    "__path__ __file__ __spec__ __loader__ __package__ __cached__ __builtins__ __name__ "
    "__wrapped__ __bases__ __class__ __dict__ __getattr__ __dir__".split()
)


class RemoteModule(StandIn, types.ModuleType):
    """A module of the submission; its names are looked up there each time."""

    __dict__ = property(lambda self: own_dict(self)[_NAMES])  # its own dict stays hidden

    def __init__(self, link: Any, number: int, name: str, doc: Any = None) -> None:
        types.ModuleType.__init__(self, name, doc if isinstance(doc, str) else None)
        own_dict(self).update({NUMBER: number, LINK: link, _NAMES: _Names(self)})

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            names = self._public_names()
            return self._expected(names) if cpython.is_importing_all(cpython.frame(1)) else names
        if name == "pytest_plugins" or (name.startswith("__") and not self._is_told(name)):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return own_dict(self)[LINK].get(self, name)

    def _is_told(self, name: str) -> bool:
        # Python itself asks every module for many such names; a submission writes those it has
        written = name.encode() in b"\n".join(own_dict(self)[LINK].sources.values())
        return name == "__annotations__" or (written and name not in _IMPORT_NAMES)

    def _public_names(self) -> list[str]:
        link = own_dict(self)[LINK]
        try:
            return list(link.get(self, "__all__"))
        except AttributeError:
            return [n for n in dir(self) if not n.startswith("_")]

    def _expected(self, names: list[Any]) -> list[str]:
        # what else a submission has would take the place of names of the test's own
        admits, known = own_dict(self)[LINK].learned.admits, (n for n in names if type(n) is str)
        return [n for n in known if admits(Deed.STARS, f"{self.__name__}.{n}")]

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__") or name in (LINK, NUMBER, _NAMES):
            object.__setattr__(self, name, value)
        else:
            own_dict(self)[LINK].set(self, name, value)

    def __delattr__(self, name: str) -> None:
        own_dict(self)[LINK].delete(self, name)

    def __dir__(self) -> list[str]:
        return list(own_dict(self)[LINK].special(self, None, "__dir__", ()))


class StudentFinder(SourceFinder):
    """Finder and loader that turn an import into a question to the jail."""

    def __init__(self, link: Any, sources: dict[str, bytes]) -> None:
        super().__init__(sources)
        self._link = link
        self._imported: set[str] = set()

    def names(self) -> set[str]:
        """The names of the modules that live in the jail."""
        return {module_name(file) for file in self.sources if file.endswith(".py")}

    def get_source(self, name: str) -> str:
        """Give the text of the submission that is judged, also where others were collected for."""
        return importlib.util.decode_source(self._link.sources[self.file_of(name) or ""])

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        again = spec.name in self._imported
        self._imported.add(spec.name)
        return self._ask(spec.name, again)

    def exec_module(self, module: types.ModuleType) -> None:
        if own_dict(module).get("_grader_ready"):  # importlib.reload comes here a second time
            fresh = self._ask(module.__name__, True)
            own_dict(module)[NUMBER] = number_of(fresh)
        own_dict(module)["_grader_ready"] = True

    def _ask(self, name: str, again: bool) -> types.ModuleType:
        found = self._link.ask("import", (name, again))
        if isinstance(found, RemoteModule) and "_grader_ready" not in own_dict(found):
            return found
        return RemoteModule(self._link, number_of(found), name)


def standard_module(name: str, learned: Learned) -> types.ModuleType:
    """Find a module of a library that a submission uses; raises Malformed for another.

    What the reference does not use is loaded for no submission: importing it may do anything.
    """
    module = types.ModuleType(name)
    if not is_standard(module):
        raise Malformed("a module that is not known here")
    if name not in sys.modules and learned.admits(Deed.USES, name):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    return sys.modules.get(name, module)


def module_name(file: str) -> str:
    """The dotted name under which a handed-in file is imported."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def forget_modules(names: set[str]) -> None:
    """Drop modules, so that the next import asks again."""
    for name in names:
        sys.modules.pop(name, None)


def lines_of(source: bytes) -> list[str]:
    """Split a handed-in file into the lines that Python counts; none where it is no text."""
    try:
        return list(io.StringIO(importlib.util.decode_source(source)))
    except (SyntaxError, ValueError):
        return []


def names_used(sources: dict[str, bytes], module: str, name: str, line: int) -> tuple[str, ...]:
    """List the names that a function's code uses, as `__code__.co_names` does."""
    file = file_of(module, sources)
    if file is None:
        return ()
    try:
        text = importlib.util.decode_source(sources[file])
        whole = compile(text, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found = (code for code in _within(whole) if (code.co_name, code.co_firstlineno) == (name, line))
    return next((code.co_names for code in found), ())


def _within(code: types.CodeType) -> Iterator[types.CodeType]:
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield part
            yield from _within(part)
