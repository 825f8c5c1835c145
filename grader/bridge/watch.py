"""What a test changes around the student's code: patches, environment, seeds, files, stdin."""

import builtins
import os
import random
import sys
import time
import types
from operator import is_
from typing import Any

from grader.wire.files import Mirror

_ALWAYS = (builtins, time, random)
_UNSHARED = frozenset(("__builtins__", "_", "_inst", "stdout", "stderr", "__warningregistry__"))


class Watch:
    """Compares the surroundings with what the jail was last told."""

    def __init__(self) -> None:
        self._original: dict[str, dict[str, Any]] = {}
        self._told: dict[str, tuple[Any, ...]] = {}
        self._modules: dict[str, types.ModuleType] = {}
        self._patched: dict[tuple[str, str], Any] = {}
        self._stdin = sys.stdin
        self._argv = sys.argv
        self._environ = dict(os.environ)
        self._seed: Any = None
        self._mirror: Mirror | None = None
        self._mirror_root = ""
        self._folder = ""
        for module in _ALWAYS:
            self.add_module(module)

    def add_module(self, module: types.ModuleType) -> None:
        """Compare one more standard module from now on."""
        name = module.__name__
        if name not in self._modules and name not in ("sys", "os"):
            self._modules[name] = module
            self._original[name] = dict(vars(module))
            self._told[name] = tuple(vars(module).values())

    def seed(self, value: Any) -> None:
        """Remember that the test seeded `random`."""
        self._seed = (value,)

    def mirror(self, root: str) -> None:
        """Keep a folder of the running case level from now on."""
        if root != self._mirror_root:
            self._mirror_root = root
            self._mirror = None

    def folder(self, path: str) -> None:
        """Remember that the test changed the current folder."""
        self._folder = path

    def take_files(self, changed: Any) -> None:
        """Write what the submission wrote."""
        if self._mirror is not None and isinstance(changed, list):
            self._mirror.apply([row for row in changed if _is_row(row)])

    def changes(self) -> dict[str, Any]:
        """Everything that the jail must know before the next message is read."""
        found: dict[str, Any] = {}
        if patches := self._patches():
            found["patches"] = patches
        if environ := self._environ_changes():
            found["environ"] = environ
        if self._seed is not None:
            found["seed"], self._seed = self._seed[0], None
        if self._mirror_root:
            self._add_files(found)
        if self._folder:
            found["folder"], self._folder = self._folder, ""
        return found

    def _add_files(self, found: dict[str, Any]) -> None:
        if self._mirror is None:
            self._mirror = Mirror(self._mirror_root)
            self._mirror.forget()
            found["mirror"] = self._mirror_root
        if changed := self._mirror.changes():
            found["files"] = changed

    def _patches(self) -> list[tuple[str, str, bool, Any]]:
        found: list[tuple[str, str, bool, Any]] = []
        for name, module in self._modules.items():
            values = vars(module).values()
            told = self._told[name]
            if len(values) != len(told) or not all(map(is_, values, told)):
                found.extend(self._compare(name, module))
                self._told[name] = tuple(values)
        if sys.stdin is not self._stdin:
            self._stdin = sys.stdin
            found.append(("sys", "stdin", sys.stdin is not sys.__stdin__, sys.stdin))
        if sys.argv is not self._argv:
            self._argv = sys.argv
            found.append(("sys", "argv", True, list(sys.argv)))
        return found

    def _compare(self, name: str, module: types.ModuleType) -> list[tuple[str, str, bool, Any]]:
        original, now = self._original[name], vars(module)
        found: list[tuple[str, str, bool, Any]] = []
        for key in {**original, **now}:
            if key in _UNSHARED:
                continue
            value = now.get(key, None)
            is_patched = key not in original or value is not original[key]
            was = self._patched.get((name, key))
            if is_patched and (was is None or was[0] is not value):
                self._patched[name, key] = (value,)
                found.append((name, key, True, value))
            elif not is_patched and was is not None:
                del self._patched[name, key]
                found.append((name, key, False, None))
        return found

    def _environ_changes(self) -> dict[str, str | None]:
        now = dict(os.environ)
        now.pop("PYTEST_CURRENT_TEST", None)
        if now == self._environ:
            return {}
        changed: dict[str, str | None] = {k: v for k, v in now.items() if self._environ.get(k) != v}
        changed.update(dict.fromkeys(k for k in self._environ if k not in now))
        self._environ = now
        return changed


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 3
        and type(row[0]) is str
        and row[1] in ("file", "dir", "gone")
        and type(row[2]) is bytes
    )
