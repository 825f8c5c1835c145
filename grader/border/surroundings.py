"""What a test changes around the student's code, as the jail is told of it, and what comes back."""

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
from operator import is_
from typing import Any

from .connection import Malformed
from .contract import Deed, Terms
from .files import Mirror, Row, may_change_files
from .shared_names import find_builtin

# from Python 3.13 on the module changes with its first text, and no test has patched it
random.Random("")  # noqa: S311
SEED_HERE = random.seed  # before it is hooked
# modules whose names a test patches; their names are compared by identity
_PATCHED = (
    "builtins time random math os os.path shutil json datetime sys getpass "
    "subprocess uuid secrets string platform tempfile logging threading glob statistics "
    "datetime:datetime pathlib:Path"
).split()
_UNSHARED = frozenset(
    "__builtins__ _ _inst __warningregistry__ stdin stdout stderr argv modules path meta_path "
    "last_traceback last_type last_value path_importer_cache __dict__ __weakref__ __doc__ "
    "flags __stdout__ __stderr__ environ environb _getframe tempdir dont_write_bytecode "
    "pycache_prefix ps1 ps2 seed _instance".split()
)
_MISSING = object()
_DRAWN = re.compile(r"tmp[a-z0-9_]{8}|\d+")  # what tempfile and pytest put into a name
_EXTRAS = frozenset(("printed", "warnings", "read", "files"))
Dump = Callable[[Any], Any]


class TooMuchPrinted(BaseException):
    """The submission printed beyond the cap."""


class Surroundings:
    """The examiner's half of what is level at both ends."""

    def __init__(self, terms: Terms, hidden_folder: str, most_printed: int) -> None:
        self._terms = terms
        self.hidden = os.path.realpath(hidden_folder) + os.sep
        self._most_printed = most_printed
        self.printed_size = 0
        self._kept: list[str] = []
        self._holders: dict[str, Any] = {}
        self._original: dict[str, dict[str, Any]] = {}
        self._told: dict[str, tuple[Any, ...]] = {}
        self._patched: dict[tuple[str, str], Any] = {}
        self._environ: dict[str, str] = {}
        self._argv: list[str] = []
        self._stdin: Any = None
        self._stdin_at = 0
        self._seeds: dict[str, Any] = {}
        self._folders: dict[str, KeptFolder] = {}
        self._places: dict[str, str] = {}
        self._files_changed = False
        self._has_moved = False
        self.is_busy = False  # with files of its own, so that it does not watch itself

    def begin(self) -> None:
        """Take what is here now for what the jail has, too."""
        for name in _PATCHED:
            with contextlib.suppress(ImportError):
                importlib.import_module(name.partition(":")[0])
            self._watch(name)
        self._environ = _environ()
        self._argv = list(sys.argv)
        self._stdin = sys.stdin

    def _watch(self, name: str) -> None:
        module, _, path = name.partition(":")
        holder: Any = sys.modules.get(module)
        for part in path.split(".") if path else []:
            holder = getattr(holder, part)
        if holder is not None:
            self._holders[name] = holder
            self._original[name] = dict(vars(holder))
            self._told[name] = tuple(vars(holder).values())

    def keep_level(
        self,
        name: str,
        root: str,
        place: str,
        *,
        fixed: frozenset[str] = frozenset(),
        is_shared: bool = False,
    ) -> None:
        """Keep a folder level with the jail's; `place` is where it lies there.

        A folder that both ends see is level by itself, and is looked at all the same.
        """
        self._folders[name] = KeptFolder(root, self._terms, fixed, is_shared=is_shared)
        self._places[os.path.realpath(root)] = place

    def seed(self, value: Any, kind: str = "seed") -> None:
        """Remember that `random`, or numpy's, was seeded."""
        self._seeds[kind] = value

    def note_event(self, event: str, args: tuple[Any, ...]) -> None:
        """Hear of an audit event that may change files, or the current folder."""
        if event == "os.chdir":
            self._has_moved = self._files_changed = True
        elif not self._files_changed and may_change_files(event, args):
            self._files_changed = True

    def is_spoiled(self, path: str) -> bool:
        """Whether a file holds what the submission wrote over what was not its own."""
        return any(path in folder.spoiled for folder in self._folders.values())

    def text(self) -> str:
        """Give what was printed, as far as it is kept."""
        return "".join(self._kept)

    # -- out

    def changes(self, dump: Dump) -> dict[str, Any]:
        """List what the jail must know before the frame is read."""
        told: dict[str, Any] = {}
        patches: list[list[Any]] = []
        for name, holder in self._holders.items():
            values, known = vars(holder).values(), self._told[name]
            if len(values) != len(known) or not all(map(is_, values, known)):
                patches += [
                    [name, key, is_patched, dump(value)]
                    for key, is_patched, value in self._changed_names(name, holder)
                ]
        if patches:
            told["patches"] = patches
        now = _environ()
        if now != self._environ:
            before, self._environ = self._environ, now
            told["environ"] = {
                **{name: value for name, value in now.items() if before.get(name) != value},
                **dict.fromkeys(before.keys() - now.keys()),
            }
        if sys.argv != self._argv:
            self._argv = list(sys.argv)
            told["argv"] = [str(one) for one in sys.argv]
        told.update({kind: dump(value) for kind, value in self._seeds.items()})
        self._seeds = {}
        self._tell_stdin(told)
        if self._files_changed:
            self._tell_files(told)
        return told

    def _changed_names(self, name: str, holder: Any) -> list[tuple[str, bool, Any]]:
        original, now = self._original[name], dict(vars(holder))
        self._told[name] = tuple(now.values())
        found: list[tuple[str, bool, Any]] = []
        for key in {**original, **now}:
            value = now.get(key, _MISSING)
            if key in _UNSHARED or isinstance(value, types.ModuleType):
                continue
            is_patched = value is not _MISSING and value is not original.get(key, _MISSING)
            known = self._patched.get((name, key), _MISSING)
            if is_patched and known is not value:
                self._patched[name, key] = value
                found.append((key, True, value))
            elif not is_patched and known is not _MISSING:
                del self._patched[name, key]
                found.append((key, False, None))
        return found

    def _tell_stdin(self, told: dict[str, Any]) -> None:
        """Send the text that is left to read, where a test has put a stream in place."""
        stream = sys.stdin
        if not isinstance(stream, io.StringIO | io.TextIOWrapper) or stream is sys.__stdin__:
            if stream is not self._stdin:
                self._stdin = stream
                told["stdin"] = ""
            return
        try:
            at = stream.tell()
            if stream is self._stdin and at == self._stdin_at:
                return
            self._stdin, self._stdin_at = stream, at
            told["stdin"] = stream.read()
            stream.seek(at)
        except (OSError, ValueError):
            return

    def _tell_files(self, told: dict[str, Any]) -> None:
        self.is_busy = True
        try:
            rows = {name: folder.changes() for name, folder in self._folders.items()}
            if any(rows.values()):
                told["files"] = {name: changed for name, changed in rows.items() if changed}
            if self._has_moved:
                self._has_moved = False
                here = os.getcwd() + os.sep
                for root, place in self._places.items():
                    if here.startswith(root + os.sep):
                        told["folder"] = os.path.join(place, os.path.relpath(here, root))
        except OSError:  # of a folder that is gone
            return
        finally:
            self.is_busy = False

    # -- in

    def take(self, extras: dict[str, Any], load: Callable[[Any], Any]) -> None:
        """Take over what the jail tells beside a frame; raises Malformed."""
        if self._files_changed:
            self.is_busy = True
            for folder in self._folders.values():
                folder.look()
            self.is_busy = False
        if not extras:
            return
        if not extras.keys() <= _EXTRAS:
            raise Malformed("something else beside an answer")
        for row in _rows(extras, "printed", 2):
            if row[0] not in (1, 2) or type(row[1]) is not str:
                raise Malformed("printed text that is none")
            self._print(*row)
        for row in _rows(extras, "warnings", 4):
            self._warn(*row)
        read = extras.get("read", 0)
        if type(read) is not int or read < 0:
            raise Malformed("a count that is none")
        if read and isinstance(self._stdin, io.StringIO | io.TextIOWrapper):
            self._stdin.seek(self._stdin_at)
            self._stdin.read(read)
            self._stdin_at = self._stdin.tell() - read
        if "files" in extras:
            self._take_files(extras["files"])

    def _take_files(self, files: Any) -> None:
        if type(files) is not dict:
            raise Malformed("files that are none")
        self.is_busy = True
        try:
            for name in files.keys() & self._folders.keys():
                self._folders[name].apply(files[name])
        finally:
            self.is_busy = False

    def _print(self, stream: int, text: str) -> None:
        self.printed_size += len(text)
        if self.printed_size > self._most_printed:
            raise TooMuchPrinted
        self._kept.append(text)
        (sys.stdout if stream == 1 else sys.stderr).write(text)

    def _warn(self, message: Any, names: Any, file: Any, line: Any) -> None:
        if type(message) is not str or type(line) is not int or type(names) is not list:
            raise Malformed("a warning that is none")
        category: type[Warning] = Warning
        for row in names:
            try:
                found = find_builtin(*row)
            except (Malformed, TypeError):
                continue
            if isinstance(found, type) and issubclass(found, Warning):
                category = found
                break
        warnings.warn_explicit(message, category, f"<{file}>", max(line, 0))


def _rows(extras: dict[str, Any], name: str, width: int) -> list[list[Any]]:
    rows = extras.get(name, [])
    if type(rows) is not list or not all(type(r) is list and len(r) == width for r in rows):
        raise Malformed(f"{name} that are none")
    return rows


def _environ() -> dict[str, str]:
    return {n: value for n, value in os.environ.items() if not n.startswith("PYTEST_")}


class KeptFolder(Mirror):
    """A folder in which a submission changes its own files, and what the reference changes."""

    def __init__(self, root: str, terms: Terms, fixed: frozenset[str], *, is_shared: bool) -> None:
        super().__init__(root)
        self._terms = terms
        self._is_shared = is_shared
        self._fixed = fixed  # handed-in modules, whose text is what was handed in
        self._made: set[str] = set()  # by the submission
        self.spoiled: set[str] = set()  # by it, where that was not its to change

    def changes(self) -> list[Row]:
        rows = super().changes()
        self._made -= {row[0] for row in rows}  # by the test
        self.spoiled -= {os.path.join(self.root, row[0]) for row in rows}
        return [] if self._is_shared else rows

    def look(self) -> None:
        """See what the submission changed where both ends see the same folder."""
        if self._is_shared:
            before = dict(self.known)
            for path, kind, content in super().changes():
                if path in before or path in self._made:
                    self.is_admitted(path, kind, content)
                else:
                    self._made.add(path)

    def is_admitted(self, path: str, kind: str, content: bytes) -> bool:
        full = os.path.join(self.root, path)
        if path in self._fixed:
            return False
        if path in self._made or not os.path.lexists(full):
            self._made.add(path)
            return True
        if self._terms.admits(Deed.CHANGES, _DRAWN.sub("#", path)):
            self.spoiled.discard(full)
            return True
        self.spoiled.add(full)
        return False
