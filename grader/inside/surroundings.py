"""Brings the jail level with the test: files, folder, seeds, patches, environment."""

import contextlib
import importlib
import os
import random
import site
import sys
import time
from typing import Any

from grader.wire.file_states import Opened
from grader.wire.files import Mirror, may_change_files

from .output import WarningsAndLogs


class JailSurroundings:
    """What the student's code finds around it."""

    def __init__(self) -> None:
        self._patches = _Patches()
        self._mirrors: dict[str, Mirror] = {}
        self._home = os.getcwd()
        self._files_changed = False
        self._opened = Opened()
        self._noted = WarningsAndLogs()

    def begin(self, cases: str) -> None:
        """Start to watch the working folder and, where it is not shared, the cases' folder."""
        self._mirrors["work"] = Mirror(self._home)
        if cases:
            self._mirrors["cases"] = Mirror(cases)
        self.install()
        self._files_changed = False
        self._opened = Opened()  # what was staged is closed: nobody writes to it unseen

    def install(self) -> None:
        """Put in place what stays in this process for good."""
        site.setquit()  # the jail's interpreter is started without site's additions
        sys.addaudithook(self._audit)
        self._noted.install()

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if may_change_files(event, args):
            self._files_changed = True
            if isinstance(args[0], str | bytes | os.PathLike):
                self._opened.note(os.path.abspath(os.fsdecode(args[0])))

    def told(self) -> dict[str, Any]:
        """What the test must know: files that were written, warnings, log records."""
        told: dict[str, Any] = self._noted.take()
        if self._opened.have_changed() or self._files_changed:
            self._files_changed = False
            changes = {name: mirror.changes() for name, mirror in self._mirrors.items()}
            told["files"] = {name: rows for name, rows in changes.items() if rows}
        return told

    def take(self, told: dict[str, Any]) -> None:
        """Take over what the test changed."""
        for name, rows in told.get("files", {}).items():
            if name in self._mirrors:
                self._mirrors[name].apply(rows)
                self._files_changed = False
        if "folder" in told:
            with contextlib.suppress(OSError):
                os.chdir(os.path.join(self._home, told["folder"]))
        if "seed" in told:
            random.seed(told["seed"])
        if "numpy.random" in sys.modules and "numpy_seed" in told:
            sys.modules["numpy.random"].seed(told["numpy_seed"])
        if "patches" in told:
            self._patches.apply(told["patches"])
        if "environ" in told:
            self._patches.set_environ(told["environ"])


class _Patches:
    """The standing patches, with what they hide."""

    def __init__(self) -> None:
        self._hidden: dict[tuple[str, str], tuple[bool, Any]] = {}

    def apply(self, patches: list[tuple[str, str, bool, Any]]) -> None:
        """Take over (module, name, is patched, value) rows; unpatched names get back their own."""
        for module_name, name, is_patched, value in patches:
            holder, _, path = module_name.partition(":")
            module: Any = importlib.import_module(holder)
            for part in path.split(".") if path else []:
                module = getattr(module, part)
            key = (module_name, name)
            if is_patched:
                if key not in self._hidden:
                    self._hidden[key] = (hasattr(module, name), getattr(module, name, None))
                setattr(module, name, value)
            elif key in self._hidden:
                was_there, own = self._hidden.pop(key)
                if was_there:
                    setattr(module, name, own)
                elif hasattr(module, name):
                    delattr(module, name)

    def set_environ(self, changes: dict[str, str | None]) -> None:
        """Set or, where the value is None, remove environment variables."""
        for name, value in changes.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if "TZ" in changes:
            time.tzset()  # as a test does that sets it
