"""The examiner's half of what is level at both ends beside calls and their results."""

import contextlib
import io
import os
import pkgutil
import random
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from operator import is_
from typing import Any

from .connection import Malformed
from .contract import Action, Terms
from .facts import FileChange, FromExaminer, FromJail, read
from .files import MOST_FILES, Mirror, may_change_files, open_up
from .shared_names import find_builtin

SEED_HERE = random.seed  # before it is hooked
# whose functions, classes, numbers and texts a test patches
_PATCHED = {
    name: pkgutil.resolve_name(name)
    for name in (
        "builtins time random math os os.path shutil json datetime sys getpass subprocess uuid "
        "secrets string platform tempfile logging threading glob statistics pathlib:Path"
    ).split()
}
_NO_INPUT = io.StringIO()
_MOST_BYTES = 256 * 1024 * 1024  # of a submission's files in one folder
_DRAWN = re.compile(r"tmp[a-z0-9_]{8}|\d+")  # what tempfile and pytest put into a name


class TooMuchPrinted(BaseException):
    """The submission printed beyond the cap."""


class Surroundings:
    """Tells the jail what a test changes, and takes over what the submission does."""

    def __init__(self, terms: Terms, most_printed: int) -> None:
        self._terms = terms
        self._most_printed = most_printed
        self.printed_size = 0
        self.printed: list[str] = []
        self._original: dict[str, dict[str, Any]] = {}
        self._names: dict[str, dict[str, Any]] = {}  # as the jail has them
        self._environ: dict[str, str] = {}
        self._raw_environ: dict[Any, Any] = {}
        self._argv: list[str] = []
        self._stdin: tuple[Any, int] = (_NO_INPUT, 0)
        self.seeds: dict[str, Any] = {}  # to be sent, by the module whose `seed` was called
        self._folders: dict[str, KeptFolder] = {}
        self._may_have_files = False
        self._has_moved = False
        self.has_lost_files = False  # that were not the submission's to remove
        self.is_busy = False  # with files of its own, so that it does not watch itself

    def begin(self, folders: dict[str, str]) -> None:
        """Take what is here now for what the jail has, too, and keep folders level from now on."""
        self._original = {name: dict(vars(holder)) for name, holder in _PATCHED.items()}
        self._names = {**self._original}
        self._environ, self._raw_environ = _environ(), _raw_environ()
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

    def is_spoiled(self, path: str) -> bool:
        """Whether a file holds what the submission wrote over what was not its own."""
        return any(path in folder.spoiled for folder in self._folders.values())

    # -- to the jail

    def changes(self, dump: Callable[[Any], Any]) -> FromExaminer:
        """List what the jail must know before the frame is read."""
        extras: FromExaminer = {}
        if patches := self._changed_names(dump):
            extras["patches"] = patches
        if (raw := _raw_environ()) != self._raw_environ:
            self._raw_environ = raw
            before, self._environ = self._environ, _environ()
            now = self._environ
            if names := [n for n in {**before, **now} if before.get(n) != now.get(n)]:
                extras["environ"] = {name: now.get(name) for name in names}
        if sys.argv != self._argv:
            extras["argv"] = self._argv = [str(one) for one in sys.argv]
        if (text := self._new_stdin()) is not None:
            extras["stdin"] = text
        if self.seeds:
            extras["seeds"] = {module: dump(value) for module, value in self.seeds.items()}
            self.seeds = {}
        if self._may_have_files:
            with self._busy():
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
        rows: list[list[Any]] = []
        for holder, original in self._original.items():
            now, before = vars(_PATCHED[holder]), self._names[holder]
            if len(now) == len(before) and all(map(is_, now.values(), before.values())):
                continue
            self._names[holder] = dict(now)
            for name, own in original.items():
                value = now.get(name, own)
                is_shared = callable(own) or isinstance(own, str | int | float | classmethod)
                if value is before.get(name, own) or name.startswith("_") or not is_shared:
                    continue
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
        extras = read(FromJail, wire) if wire else FromJail()
        if self._may_have_files or extras.files:
            with self._busy():
                for name, folder in self._folders.items():
                    if self._may_have_files:
                        folder.look()
                    if name in extras.files:
                        folder.apply(extras.files[name])
                    lost = {path for path in folder.spoiled if not os.path.lexists(path)}
                    folder.spoiled -= lost
                    self.has_lost_files = self.has_lost_files or bool(lost)
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

    @contextlib.contextmanager
    def _busy(self) -> Iterator[None]:
        self.is_busy = True
        try:
            yield
        finally:
            self.is_busy = False


def _environ() -> dict[str, str]:
    """Give the environment without what pytest says of the running case."""
    found = dict(os.environ)
    for name in list(found):
        if name.startswith("PYTEST_"):
            del found[name]
    return found


def _raw_environ() -> dict[Any, Any]:
    """Give the environment as it is kept: to decode it would take longer than a plain call."""
    return dict(getattr(os.environ, "_data", os.environ))


class KeptFolder(Mirror):
    """A folder in which a submission changes its own files, and what the reference changes."""

    def __init__(self, root: str, terms: Terms, is_of_cases: bool) -> None:
        super().__init__(root)
        self._terms = terms
        self._is_of_cases = is_of_cases  # which holds a folder for each case
        self._tests = set(self.known)  # what the course or the test wrote
        self.spoiled: set[str] = set()  # of this, what the submission changed, by its whole path

    def changes(self) -> list[FileChange]:
        """List what the test changed since the last look."""
        changed = self.compare()
        self.spoiled.difference_update(os.path.join(self.root, path) for path in changed)
        self._tests = (self._tests | set(changed)) & self.known.keys()
        for path in changed:
            open_up(os.path.join(self.root, path))
        return self.read(changed)

    def look(self) -> None:
        """See what the submission changed where both ends see the same folder."""
        changed = self.compare()
        # among too many files a change of the test's own is not seen
        for path in self._tests if len(self.known) >= MOST_FILES else changed:
            self.is_admitted(path)
            full = os.path.join(self.root, path)
            if os.path.islink(full):  # or another file could stand for the submission's work
                os.unlink(full)

    def apply(self, changes: list[FileChange]) -> None:
        """Take over changes; raises Malformed beyond what a jail's own bounds leave room for."""
        if len(changes) <= MOST_FILES:
            super().apply(changes)
        own = [look[1] for path, look in self.known.items() if look and path not in self._tests]
        is_full = len(self.known) >= MOST_FILES > len(self._tests)
        if len(changes) > MOST_FILES or is_full or sum(own) > _MOST_BYTES:
            raise Malformed("more files than a submission may write")

    def is_admitted(self, path: str) -> bool:
        name = _DRAWN.sub("#", path)
        is_own = path not in self._tests and not self._is_set_apart(path)
        is_admitted = is_own or self._terms.admits(Action.CHANGES, name)
        mark = self.spoiled.discard if is_admitted else self.spoiled.add
        mark(os.path.join(self.root, path))
        return is_admitted

    def _is_set_apart(self, path: str) -> bool:
        """Whether a test or a library keeps notes there: under a dotted name, or for all cases."""
        if path.startswith(".") or "/." in path:
            return True
        parts = path.split("/")
        top = "/".join(parts[: 1 + (parts[0] == "run")])  # the folder of a case, or of a test
        return self._is_of_cases and (top == path or top not in self._tests)
