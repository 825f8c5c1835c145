"""The jail's half of what is level at both ends beside calls and their results."""

import contextlib
import importlib
import io
import os
import pkgutil
import random
import site
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

from .facts import FromExaminer, read
from .files import Mirror, may_change_files
from .shared_names import name_builtin

_FLUSH_AT = 64 * 1024
_MOST_WARNINGS = 200


class JailSurroundings:
    """Takes over what the test changes, and tells what the submission does."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._printed: list[tuple[int, str]] = []
        self._waiting = 0
        self._warnings: list[tuple[Any, ...]] = []
        self._stdin = io.StringIO()
        self._folders: dict[str, Mirror] = {}
        self._may_have_files = False
        self._own: dict[tuple[str, str], Any] = {}  # what patches hide

    def install(self) -> None:
        """Put in place what is there for every submission."""
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(_Output(self._print, stream), "utf-8", "replace", write_through=True)
            for stream in (1, 2)
        )
        sys.stdin = self._stdin
        site.setquit()  # the jail's interpreter is started without site's additions
        warnings.simplefilter("always")
        vars(warnings)["showwarning"] = self._warn
        sys.addaudithook(self._audit)

    def begin(self, seed: str, cases: str) -> None:
        """Keep the working folder and that of the cases level from now on."""
        self._folders = {"work": Mirror(os.getcwd()), "cases": Mirror(cases)}
        self._may_have_files = False
        random.seed(seed)

    def _audit(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._may_have_files:
            self._may_have_files = may_change_files(event, args)

    def _print(self, stream: int, text: str) -> None:
        for start in range(0, len(text), _FLUSH_AT):
            self._printed.append((stream, text[start : start + _FLUSH_AT]))
            self._waiting += len(self._printed[-1][1])
            if self._waiting >= _FLUSH_AT:
                self._tell()

    def _warn(self, message: Any, category: Any, file: str, line: int, *more: object) -> None:
        if len(self._warnings) < _MOST_WARNINGS:
            named = next(filter(None, map(name_builtin, category.__mro__)))
            self._warnings.append((str(message)[:2000], *named, os.path.basename(file), line))

    def printed(self) -> dict[str, Any]:
        """Hand over what was printed."""
        printed, self._printed, self._waiting = self._printed, [], 0
        return {"printed": printed} if printed else {}

    def changes(self) -> dict[str, Any]:
        """Hand over all that the test must know."""
        extras = self.printed()
        if self._warnings:
            extras["warnings"], self._warnings = self._warnings, []
        if not self._stdin.closed and self._stdin.tell():  # exit() closes it
            extras["read"] = self._stdin.tell()
        if self._may_have_files:
            folders = self._folders.items()
            extras["files"] = {name: folder.read(folder.changed()) for name, folder in folders}
        return extras

    def take(self, wire: dict[str, Any], load: Callable[[Any], Any]) -> None:
        """Take over what the test changed."""
        if not wire:
            return
        extras = read(FromExaminer, wire)
        for name, changes in extras.get("files", {}).items():
            self._folders[name].apply(changes)
        if "folder" in extras:
            name, below = extras["folder"]
            with contextlib.suppress(OSError):
                os.chdir(os.path.join(self._folders[name].root, below))
        for name, value in extras.get("environ", {}).items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
            time.tzset()
        sys.argv = extras.get("argv", sys.argv)
        if "stdin" in extras:
            sys.stdin = self._stdin = io.StringIO(extras["stdin"])
        for module, seed in extras.get("seeds", {}).items():
            if module.partition(".")[0] in sys.modules:
                importlib.import_module(module).seed(load(seed))
        for holder, name, *patch in extras.get("patches", ()):
            owner = pkgutil.resolve_name(holder)
            own = self._own.setdefault((holder, name), vars(owner).get(name))
            setattr(owner, name, load(patch[0]) if patch else own)


class _Output(io.RawIOBase):
    """What lies below sys.stdout or sys.stderr of the student's code."""

    name = "<output>"

    def __init__(self, add: Callable[[int, str], None], stream: int) -> None:
        super().__init__()
        self._add = add
        self._stream = stream

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._stream

    def write(self, data: Any) -> int:
        raw = bytes(data)
        self._add(self._stream, raw.decode("utf-8", "replace"))
        return len(raw)
