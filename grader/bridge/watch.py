"""What a test changes around the student's code: patches, environment, seeds, files, stdin."""

import builtins
import contextlib
import os
import random
import sys
import time
import types
from collections.abc import Iterator
from operator import is_
from typing import Any

from grader.wire import cpython
from grader.wire.describe import is_standard
from grader.wire.file_states import Opened
from grader.wire.files import Row, open_up

from .file_guard import KeptFolder, SharedFolder

# from Python 3.13 on the module changes with its first text, and no test has patched it
random.Random("")  # noqa: S311
_ALWAYS = (builtins, time, random)
_UNSHARED = frozenset(
    "__builtins__ _ _inst __warningregistry__ stdout stderr __dict__ __weakref__ __doc__".split()
)
_MISSING = object()


class Watch:
    """Compares the surroundings with what the jail was last told."""

    def __init__(self, link: Any) -> None:
        self._link = link
        self._original: dict[str, dict[str, Any]] = {}
        self._told: dict[str, tuple[Any, ...]] = {}
        self._holders: dict[str, Any] = {}
        self._patched: dict[tuple[str, str], Any] = {}
        self._stdin = sys.stdin
        self._argv = sys.argv
        self._environ = _environ()
        self._seeds: dict[str, Any] = {}
        self._mirrors: dict[str, KeptFolder] = {}
        self._shared: list[SharedFolder] = []  # those that both sides see
        self.files_changed = False
        self._opened = Opened()
        self.is_at_files = False  # itself, and not a test
        self._places: dict[str, str] = {}  # what the jail calls a folder, by its resolved path here
        self._has_moved = False
        for module in _ALWAYS:
            self.add(module)

    def add(self, holder: Any) -> None:
        """Compare one more standard module, or class of one, from now on."""
        name = _name_of(holder)
        if name is not None and name not in self._holders and holder is not sys:
            self._holders[name] = holder
            self._original[name] = dict(vars(holder))
            self._told[name] = tuple(vars(holder).values())

    def seed(self, value: Any, kind: str = "seed") -> None:
        """Remember that `random`, or numpy's, was seeded."""
        self._seeds[kind] = value

    def mirror(self, name: str, root: str, place: str) -> None:
        """Keep a folder level, once something in it changes; `place` is its path in the jail."""
        self._mirrors[name] = KeptFolder(name, root, self._link)
        self._places[os.path.realpath(root)] = place

    def share(self, name: str, root: str) -> None:
        """Let the jail's user at a folder that both sides see."""
        self._shared.append(SharedFolder(name, root, self._link))
        self._places[os.path.realpath(root)] = root

    def move(self) -> None:
        """Note that a test changes the current folder, which may be new over there."""
        self._has_moved = self.files_changed = True

    def take_files(self, changed: Any) -> None:
        """Write what the submission wrote."""
        with self._at_files():
            for name, mirror in self._mirrors.items():
                mirror.apply(changed.get(name) if isinstance(changed, dict) else None)

    def look_at_files(self) -> None:
        """See what the submission changed where both sides see the same."""
        for shared in self._shared:
            with self._at_files():
                shared.look()

    def touch(self, *paths: Any) -> None:
        """Note that a test changes files."""
        self.files_changed = True
        for path in filter(None, map(_real, paths)):
            if path.startswith(tuple(self._places)):
                self._opened.note(path)
            for folder in self._folders():
                folder.touch(path)

    def is_spoiled(self, path: Any) -> bool:
        """Whether the submission changed a file that the test is about to read."""
        full = _real(path)
        return any(folder.is_spoiled(full) for folder in self._folders())

    def _folders(self) -> list[KeptFolder | SharedFolder]:
        return [*self._mirrors.values(), *self._shared]

    @contextlib.contextmanager
    def _at_files(self) -> Iterator[None]:
        self.is_at_files = True
        try:
            yield
        finally:
            self.is_at_files = False

    def _file_changes(self) -> dict[str, list[Row]]:
        self.files_changed = False
        with self._at_files():
            for shared in self._shared:
                open_up(shared.root)
            rows = {name: mirror.changes() for name, mirror in self._mirrors.items()}
        found = {name: changed for name, changed in rows.items() if changed}
        return found | {shared.name: [] for shared in self._shared if shared.holds_files()}

    def changes(self) -> dict[str, Any]:
        """Everything that the jail must know before the next message is read."""
        found: dict[str, Any] = {}
        if patches := self._patches():
            found["patches"] = patches
        if environ := self._environ_changes():
            found["environ"] = environ
        if self._seeds:
            found.update(self._seeds)
            self._seeds = {}
        with self._at_files():
            self.files_changed |= self._opened.have_changed()
        if self.files_changed and (files := self._file_changes()):
            found["files"] = files
        for shared in self._shared:
            with self._at_files():
                shared.settle()
        if self._has_moved and (folder := self._current_folder()) is not None:
            found["folder"] = folder
        self._has_moved = False
        return found

    def _current_folder(self) -> str | None:
        """Give the current folder's path in the jail; None where it is in no folder of both."""
        try:
            here = os.getcwd()
        except OSError:  # it was removed
            return None
        for root, place in self._places.items():
            if (here + os.sep).startswith(root + os.sep):
                return os.path.join(place, os.path.relpath(here, root))
        return None

    def _patches(self) -> list[tuple[str, str, bool, Any]]:
        found: list[tuple[str, str, bool, Any]] = []
        for name, holder in self._holders.items():
            values = vars(holder).values()
            told = self._told[name]
            if len(values) != len(told) or not all(map(is_, values, told)):
                found.extend(self._compare(name, holder))
                self._told[name] = tuple(vars(holder).values())
        if sys.stdin is not self._stdin:
            self._stdin = sys.stdin
            found.append(("sys", "stdin", sys.stdin is not sys.__stdin__, sys.stdin))
        if sys.argv is not self._argv:
            self._argv = sys.argv
            found.append(("sys", "argv", True, list(sys.argv)))
        return found

    def _compare(self, name: str, holder: Any) -> list[tuple[str, str, bool, Any]]:
        original, now = self._original[name], vars(holder)
        found: list[tuple[str, str, bool, Any]] = []
        for key in {**original, **now}:
            value = now.get(key, _MISSING)
            if key in _UNSHARED or isinstance(value, types.ModuleType):
                continue
            is_patched = value is not original.get(key, _MISSING)
            was = self._patched.get((name, key))
            if is_patched and value is not _MISSING and (was is None or was[0] is not value):
                self._patched[name, key] = (value,)
                found.append((name, key, True, value))
            elif not is_patched and was is not None:
                del self._patched[name, key]
                found.append((name, key, False, None))
        return found

    def _environ_changes(self) -> dict[str, str | None]:
        now = _environ()
        if now == self._environ:
            return {}
        before, self._environ = self._environ, now
        changed: dict[str, str | None] = {
            os.fsdecode(k): os.fsdecode(v) for k, v in now.items() if before.get(k) != v
        }
        changed.update((os.fsdecode(k), None) for k in before if k not in now)
        return changed


def _environ() -> dict[bytes, bytes]:
    now = cpython.environment()
    return {name: value for name, value in now.items() if not name.startswith(b"PYTEST_")}


def _name_of(holder: Any) -> str | None:
    if isinstance(holder, types.ModuleType):
        return holder.__name__ if is_standard(holder) else None
    if isinstance(holder, type):
        module = sys.modules.get(holder.__module__)
        if module is not None and is_standard(module):
            return f"{holder.__module__}:{holder.__qualname__}"
    return None


def _real(path: Any) -> str:
    is_path = isinstance(path, str | bytes | os.PathLike)
    return os.path.realpath(os.fsdecode(path)) if is_path else ""


def is_pytests_own(value: Any) -> bool:
    """Whether an object is one that pytest puts into place, which tells nothing of a test."""
    return type(value).__module__.partition(".")[0] == "_pytest"


def gives_something(changed: dict[str, Any]) -> bool:
    """Whether something of a test's is among what the jail is told."""
    if changed.keys() - {"files", "patches"}:
        return True
    patched = [value for _, _, _, value in changed.get("patches", ())]
    return "files" in changed or not all(map(is_pytests_own, patched))
