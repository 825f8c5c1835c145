"""The examiner's half of what is level at both ends beside calls and their results."""

import contextlib
import importlib
import io
import os
import random
import re
import sys
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .connection import Malformed
from .contract import Action, Terms
from .facts import FileChange, FromExaminer, FromJail, read
from .files import MOST_FILES, Mirror, may_change_files, open_up
from .shared_names import find_builtin

SEED_HERE = random.seed  # before it is hooked
# whose functions, classes, numbers and texts a test patches
_PATCHED = (
    "builtins time random math os posixpath shutil json datetime getpass subprocess uuid "
    "secrets string platform tempfile logging threading glob statistics"
).split()
for _name in _PATCHED:
    importlib.import_module(_name)
_HOLDERS: dict[str, Any] = {name: sys.modules[name] for name in (*_PATCHED, "sys")}
_HOLDERS["pathlib:Path"] = Path
_OF_PATH = dict(vars(Path))
_VALUES_OF_PATH = [*_OF_PATH.values()]
_NO_INPUT = io.StringIO()
_MOST_BYTES = 256 * 1024 * 1024  # of a submission's files in one folder
_DRAWN = re.compile(r"tmp[a-z0-9_]{8}|\d+")  # what tempfile and pytest put into a name


class _Patched(types.ModuleType):
    """A module of Python's own that notes which of its names are set: to compare all takes long."""

    def __new__(cls, name: str, doc: str | None = None) -> Any:
        """Make a plain module: Python makes each new one by the class of sys."""
        return types.ModuleType(name, doc)

    def __setattr__(self, name: str, value: object) -> None:
        _replaced.setdefault((self.__name__, name), vars(self).get(name))
        super().__setattr__(name, value)


_replaced: dict[tuple[str, str], Any] = {}  # by holder and name: what stood there


def watch_patched_modules() -> None:
    """Note from now on which names of Python's modules are set; once, not in each fork."""
    for name in (*_PATCHED, "sys"):
        if type(sys.modules[name]) is not _Patched:
            sys.modules[name].__class__ = _Patched


class TooMuchPrinted(BaseException):
    """The submission printed beyond the cap."""


class Surroundings:
    """Tells the jail what a test changes, and takes over what the submission does."""

    def __init__(self, terms: Terms, most_printed: int) -> None:
        self._terms = terms
        self._most_printed = most_printed
        self.printed_size = 0
        self.printed: list[str] = []
        self._patches: dict[tuple[str, str], Any] = {}  # as the jail has them
        self._may_path_be_patched = False
        self._environ: dict[bytes, bytes] = {}
        self._argv: list[str] = []
        self._stdin: tuple[Any, int] = (_NO_INPUT, 0)
        self.seeds: dict[str, Any] = {}  # to be sent, by the module whose `seed` was called
        self._folders: dict[str, KeptFolder] = {}
        self._may_have_files = False
        self._has_moved = False
        self.has_changed_others = False  # the submission: files that were not its own to change

    def begin(self, folders: dict[str, str]) -> None:
        """Take what is here now for what the jail has, too, and keep folders level from now on."""
        watch_patched_modules()
        _replaced.clear()
        self._environ = dict(vars(os.environ)["_data"])
        self._argv = list(sys.argv)
        self._folders = {
            name: KeptFolder(root, self._terms, name == "cases") for name, root in folders.items()
        }

    def note_event(self, event: str, args: tuple[Any, ...]) -> None:
        """Hear of an audit event that may change files, or the current folder."""
        if event == "os.chdir":
            self._has_moved = True
        elif not self._may_have_files:
            self._may_have_files = may_change_files(event, args)

    def holds(self, path: str | bytes) -> bool:
        """Whether a file lies where the submission writes."""
        full = os.path.realpath(os.fsdecode(path))
        return any(full.startswith(folder.root + os.sep) for folder in self._folders.values())

    # -- to the jail

    def changes(self, dump: Callable[[Any], Any]) -> FromExaminer:
        """List what the jail must know before the frame is read."""
        extras: FromExaminer = {}
        if patches := self._changed_names(dump):
            extras["patches"] = patches
        if (now := vars(os.environ)["_data"]) != self._environ:  # bytes: decoding takes long
            names = {os.fsdecode(name) for name, _ in now.items() ^ self._environ.items()}
            self._environ = dict(now)
            told = {name for name in names if not name.startswith("PYTEST_")}  # the running case
            if told:
                extras["environ"] = {name: os.environ.get(name) for name in sorted(told)}
        if sys.argv != self._argv:
            extras["argv"] = self._argv = [str(one) for one in sys.argv]
        if (text := self._new_stdin()) is not None:
            extras["stdin"] = text
        if self.seeds:
            extras["seeds"] = {module: dump(value) for module, value in self.seeds.items()}
            self.seeds = {}
        if self._may_have_files:
            changed = {name: folder.changes() for name, folder in self._folders.items()}
            if any(changed.values()):
                extras["files"] = changed
        if self._has_moved:
            self._has_moved = False
            here = os.path.realpath(".")
            for name, folder in self._folders.items():
                if (here + os.sep).startswith(folder.root + os.sep):
                    extras["folder"] = (name, os.path.relpath(here, folder.root))
        return extras

    def _changed_names(self, dump: Callable[[Any], Any]) -> list[list[Any]]:
        """List names that are patched, or are no longer; what begins with `_` is a module's own."""
        is_patched, self._may_path_be_patched = self._may_path_be_patched, True
        if is_patched or [*vars(Path).values()] != _VALUES_OF_PATH:  # may ask the submission
            for name, own in _OF_PATH.items():
                _replaced.setdefault(("pathlib:Path", name), own)
        else:
            self._may_path_be_patched = False
        rows: list[list[Any]] = []
        for (holder, name), own in _replaced.items():
            value = vars(_HOLDERS[holder]).get(name, own)
            is_shared = callable(own) or isinstance(own, str | int | float | classmethod)
            is_known = value is self._patches.get((holder, name), own)
            if is_known or name.startswith("_") or not is_shared:
                continue
            self._patches[holder, name] = value
            rows.append([holder, name, *([] if value is own else [dump(value)])])
        return rows

    def _new_stdin(self) -> str | None:
        """Give what is left to read, where a test has put a stream in place or read of it."""
        stream: Any = sys.stdin
        is_text = isinstance(stream, io.StringIO | io.TextIOWrapper) and stream is not sys.__stdin__
        if not is_text or stream.closed or not stream.seekable():
            stream = _NO_INPUT
        at = stream.tell()
        if (stream, at) == self._stdin:
            return None
        self._stdin = (stream, at)
        text: str = stream.read()
        stream.seek(at)
        return text

    # -- from the jail

    def take(self, wire: dict[str, Any]) -> None:
        """Take over what the jail tells beside a frame; raises Malformed."""
        if not (wire or self._may_have_files):
            return
        extras = read(FromJail, wire)
        if self._may_have_files or extras.files:
            for name, folder in self._folders.items():
                are_own = folder.take(extras.files.get(name, []))
                self.has_changed_others = self.has_changed_others or not are_own
        for stream, text in extras.printed:
            self.printed_size += len(text)
            if self.printed_size > self._most_printed:
                raise TooMuchPrinted
            self.printed.append(text)
            (sys.stdout if stream == 1 else sys.stderr).write(text)
        for message, module, name, file, line in extras.warnings:
            found: Any = None
            with contextlib.suppress(Malformed):
                found = find_builtin(module, name)
            is_warning = isinstance(found, type) and issubclass(found, Warning)
            category = found if is_warning else Warning
            warnings.warn_explicit(message, category, f"<{file}>", max(line, 0))
        if extras.read > 0:
            stream, at = self._stdin
            stream.seek(at)
            stream.read(extras.read)


class KeptFolder(Mirror):
    """A folder in which a submission changes its own files, and what the reference changes."""

    def __init__(self, root: str, terms: Terms, is_of_cases: bool) -> None:
        super().__init__(root)
        self._terms = terms
        self._is_of_cases = is_of_cases  # which holds a folder for each case
        # what the course or the test wrote, though the submission may have removed it since
        self._written_by_test = set(self.known)

    def changes(self) -> list[FileChange]:
        """List what the test changed while the submission waited."""
        changed = self.changed()
        for path in changed:
            is_there = path in self.known
            (self._written_by_test.add if is_there else self._written_by_test.discard)(path)
            open_up(os.path.join(self.root, path))
        return self.read(changed)

    def take(self, changes: list[FileChange]) -> bool:
        """Take over what the submission changed, and say whether all of it was its to change.

        Raises Malformed beyond what a jail's own bounds leave room for.
        """
        are_own = True
        for path in self.changed():  # both ends see the same folder
            is_own = self._may_change(path)
            are_own = are_own and is_own
            full = os.path.join(self.root, path)
            if os.path.islink(full) or not (is_own or os.path.isdir(full)):
                with contextlib.suppress(OSError):  # it is gone, or another user's
                    os.unlink(full)  # or it would stand for the test's, or another file for it
        if len(changes) <= MOST_FILES:
            own = [change for change in changes if self._may_change(change.path)]
            are_own = are_own and len(own) == len(changes)
            self.apply(own)
        test = self._written_by_test
        sizes = [state[1] for path, state in self.known.items() if state and path not in test]
        is_full = len(self.known) >= MOST_FILES > len(test)
        if len(changes) > MOST_FILES or is_full or sum(sizes) > _MOST_BYTES:
            raise Malformed("more files than a submission may write")
        return are_own

    def _may_change(self, path: str) -> bool:
        is_own = path not in self._written_by_test and not self._is_set_apart(path)
        return is_own or self._terms.admits(Action.CHANGES, _DRAWN.sub("#", path))

    def _is_set_apart(self, path: str) -> bool:
        """Whether a test or a library keeps notes there: under a dotted name, or for all cases."""
        if path.startswith(".") or "/." in path:
            return True
        parts = path.split("/")
        top = "/".join(parts[: 1 + (parts[0] == "run")])  # the folder of a case, or of a test
        return self._is_of_cases and (top == path or top not in self._written_by_test)
