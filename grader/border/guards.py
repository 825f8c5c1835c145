"""Keeps a submission's text and files from being run or taken for the test's, where the cases run.

Python's audit events say what is compiled, opened, unpickled or started: what the reference's run
did in the same case may be done, all else ends the case.
"""

import ast
import contextlib
import functools
import importlib
import importlib.util
import io
import linecache
import os
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from types import CodeType, FrameType
from typing import Any, ClassVar

from .client import Client
from .contract import Action
from .hidden_files import HiddenFiles
from .inert import CannotCross, Wrong, WrongResult
from .programs import Programs

# built-in types that a pickle may name: they are written in C, so that no pickle changes them
_PICKLED = {
    "builtins": "bool int float complex str bytes bytearray list tuple dict set frozenset range",
    "collections": "OrderedDict deque defaultdict",
    "datetime": "date datetime time timedelta timezone",
    "decimal": "Decimal",
    "_codecs": "encode",
}
_STARTS = (
    "subprocess.Popen os.system os.exec os.posix_spawn os.spawn os.startfile os.fork "
    "os.forkpty pty.spawn"
).split()
_FILE_EVENTS = "open os.link os.rename os.listdir os.scandir sqlite3.connect".split()
_IMPORTERS = frozenset(
    ("importlib", "_frozen_importlib", "_frozen_importlib_external", "zipimport")
)
# modules that compile what they read of a file themselves, or a text of nothing but names
_COMPILERS = _IMPORTERS | {"_pytest", "traceback", "dataclasses", "collections", "linecache"}
# modules that open hidden files to import them, or to show their lines in a report
_SOURCE_READERS = _COMPILERS | {"inspect", "pluggy"}
# modules that open or compile what their own caller names: that caller is asked about
_ACT_FOR_CALLER = frozenset(("ast", "codeop", "io", "pathlib", "tokenize"))


# whose own use of files says nothing of a test
_LEVEL_FOLDERS = frozenset(("grader.border.files", "grader.border.surroundings"))


class Guards:
    """What may be done where the cases of one submission run."""

    of_process: ClassVar["Guards"]  # those that the hooks of this process ask

    def __init__(self, client: Client, sources: dict[str, bytes], hidden_folder: str) -> None:
        self._client = client
        self._hidden_folder = hidden_folder.rstrip(os.sep) + os.sep
        self.programs = Programs(client, sources)
        client.sources = sources
        client.gate.hidden = HiddenFiles.of(hidden_folder)
        self._rows: dict[str, Callable[[str, tuple[Any, ...]], None]] = {
            "compile": self._check_text,
            "import": self._check_library,
            "pickle.find_class": self._check_pickled,
            "marshal.load": self._check_marshalled,
            "marshal.loads": self._check_marshalled,
            **dict.fromkeys(_FILE_EVENTS, self._check_file),
            **dict.fromkeys(_STARTS, self._refuse_program),
        }

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Look at one of Python's audit events."""
        client = self._client
        if client.broken is not None:
            return
        if event in self._rows:
            self._rows[event](event, args)
        client.surroundings.note_event(event, args)

    def _check_text(self, _event: str, args: tuple[Any, ...]) -> None:
        source, file = args[:2]
        if source is None or isinstance(source, CodeType) or self._is_only_parsed():
            return
        caller = _caller()
        is_own = isinstance(file, str | bytes) and self._client.surroundings.holds(file)
        if caller in _COMPILERS and not (caller in _IMPORTERS and is_own):
            return
        if isinstance(source, ast.AST):
            source = ast.dump(source)
        data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else bytes(source)
        if not self._client.terms.admits(Action.COMPILES, sha256(data).hexdigest()):
            self._refuse(Wrong.TEXT_RUN)

    def _is_only_parsed(self) -> bool:
        """Whether a hidden file itself, or Python's library for it, has a text parsed and not run.

        Who would run the tree compiles it, which is an event of its own.
        """
        parse, *callers = [frame for _, frame in zip(range(2), _frames_outside(), strict=False)]
        if _name_of(parse) != "ast" or parse.f_code.co_name != "parse" or not callers:
            return False
        caller = callers[0]
        is_hidden = caller.f_code.co_filename.startswith(self._hidden_folder)
        return is_hidden or _name_of(caller) == "inspect" or caller.f_code.co_name == "literal_eval"

    def _check_file(self, event: str, args: tuple[Any, ...]) -> None:
        path = "." if args[0] is None else args[0]
        actor = sys._getframe(2).f_back  # beyond what hears of the event
        is_ours = actor is not None and _name_of(actor) in _LEVEL_FOLDERS
        if isinstance(path, int) or is_ours:
            return
        client, caller = self._client, _caller()
        if caller in _SOURCE_READERS or caller.startswith("grader"):
            is_text = os.fsdecode(path).endswith(".py")
            if caller in _IMPORTERS and event == "open" and not is_text:
                self._check_library(event, (None, path))
            return
        name = client.gate.hidden.name_of(path)
        if name and not client.terms.admits(Action.OPENS, f"{name} by {event}"):
            self._refuse(Wrong.FILE_NAMED)

    def _check_library(self, _event: str, args: tuple[Any, ...]) -> None:
        """Refuse to load compiled code or an archive that a submission could have written."""
        if args[1] is not None and self._client.surroundings.holds(args[1]):
            self._refuse(Wrong.TEXT_RUN)

    def _check_pickled(self, _event: str, args: tuple[Any, ...]) -> None:
        module, name = args
        if name not in _PICKLED.get(module, "").split():
            raise CannotCross(
                f"A hidden case unpickles {module}.{name}: only plain data of built-in "
                'types is unpickled beside the cases. Write cases = "together" for others.'
            )

    def _check_marshalled(self, _event: str, _args: tuple[Any, ...]) -> None:
        if _caller() not in _COMPILERS:
            raise CannotCross("A hidden case reads a marshalled text.")

    def _refuse_program(self, _event: str, _args: tuple[Any, ...]) -> None:
        raise CannotCross(
            "A hidden case starts a program that is not the submission's: it would run "
            'beside the cases. Start the submission\'s own file, or write cases = "together".'
        )

    def _refuse(self, wrong: Wrong) -> None:
        self._client.gate.refuse(WrongResult(wrong, self._client.gate.latest))


def _frames_outside() -> Iterator[FrameType]:
    """Give the frames that led here, innermost first, without those of the border."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if not _name_of(frame).startswith("grader.border."):
            yield frame
        frame = frame.f_back


def _name_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _caller() -> str:
    """Name the top module that opens, compiles or starts something, and for no caller of its."""
    names = (_name_of(frame).partition(".")[0] for frame in _frames_outside())
    return next((name for name in names if name not in _ACT_FOR_CALLER), "")


def _lines_of(filename: str, module_globals: Any = None) -> list[str]:
    """Give the lines of a handed-in file as they were handed in, and not what lies there by now."""
    sources = Guards.of_process._client.sources
    if filename not in sources:
        return _UPDATE(filename, module_globals)
    with contextlib.suppress(SyntaxError, ValueError):  # of what is no text
        return list(io.StringIO(importlib.util.decode_source(sources[filename])))
    return []


_UPDATE = linecache.updatecache


def install_guards(guards: Guards) -> None:
    """Have the hooks of this process ask these guards; the hooks stay for those that follow."""
    is_first = not hasattr(Guards, "of_process")
    Guards.of_process = guards
    if is_first:
        linecache.updatecache = _lines_of
        for name in ("random", "numpy.random"):
            if name.partition(".")[0] in sys.modules:
                module: Any = importlib.import_module(name)  # which numpy loads when it is used
                module.seed = functools.partial(_seed, name, module.seed)
        sys.addaudithook(_audit)
    guards.programs.install()


def _audit(event: str, args: tuple[Any, ...]) -> None:
    Guards.of_process.audit(event, args)


def _seed(module: str, original: Callable[..., Any], *args: Any, **named: Any) -> None:
    """Seed a library's random numbers here, and have the jail do the same."""
    original(*args, **named)
    value = next(iter((*args, *named.values())), None)
    if isinstance(value, int | float | str | bytes | bytearray):
        Guards.of_process._client.surroundings.seeds[module] = value
