"""Keeps a submission's text and files from being run or taken for the test's, where the cases run.

Python's audit events say what is compiled, opened, unpickled or started: what the reference's run
did in the same case may be done, all else ends the case.
"""

import contextlib
import importlib.util
import io
import linecache
import os
import sys
from hashlib import sha256
from types import CodeType, FrameType
from typing import Any, NoReturn

import pytest

from . import surroundings
from .client import Client
from .contract import Deed
from .inert import CannotCross, Refusal, Wrong
from .programs import Programs

# built-in types that a pickle may name: they are written in C, so that no pickle changes them
_PICKLED = {
    "builtins": "bool int float complex str bytes bytearray list tuple dict set frozenset range",
    "collections": "OrderedDict deque defaultdict",
    "datetime": "date datetime time timedelta timezone",
    "decimal": "Decimal",
    "_codecs": "encode",
}
_STARTS = frozenset(
    "subprocess.Popen os.system os.exec os.posix_spawn os.spawn os.startfile os.fork "
    "os.forkpty pty.spawn".split()
)
_UNMARSHAL = frozenset(("marshal.load", "marshal.loads"))
# what compiles the text of files of its own, or a text of nothing but names
_COMPILERS = (
    "importlib._bootstrap",
    "_frozen_importlib",
    "_pytest.",
    "traceback",
    "dataclasses",
    "collections",
    "linecache",
    "zipimport",
)
_OPENERS = (*_COMPILERS, "inspect", "tokenize", "pluggy", "grader.judge.")


class Guards:
    """What may be done where the cases of one submission run."""

    def __init__(self, client: Client, sources: dict[str, bytes], hidden_folder: str) -> None:
        self._client = client
        self._hidden = hidden_folder.rstrip(os.sep) + os.sep
        self._resolved = os.path.realpath(hidden_folder) + os.sep
        self.programs = Programs(client, sources)
        client.gate.names_hidden = self.names_hidden
        client.sources = sources

    def names_hidden(self, text: str) -> bool:
        """Whether a text of the submission's is a path into the hidden folder."""
        if self._hidden in text or self._resolved in text:
            return True
        if ".." not in text or "\0" in text or len(text) > 4096:
            return False
        return (os.path.realpath(text) + os.sep).startswith(self._resolved)

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Look at one of Python's audit events."""
        client = self._client
        if client.surroundings.is_busy or client.broken is not None:
            return
        if event == "compile":
            self._check_text(args[0])
        elif event == "open":
            self._check_opened(args[0], args[2])
        elif event in _STARTS:
            raise CannotCross(
                "A hidden case starts a program that is not the submission's: it would run "
                'beside the cases. Start the submission\'s own file, or write cases = "together".'
            )
        elif event in _UNMARSHAL and not _caller().startswith(_COMPILERS):
            raise CannotCross("A hidden case reads a marshalled text.")
        elif event == "pickle.find_class" and args[1] not in _PICKLED.get(args[0], "").split():
            raise CannotCross(
                f"A hidden case unpickles {args[0]}.{args[1]}: only plain data of built-in "
                'types is unpickled beside the cases. Write cases = "together" for others.'
            )
        client.surroundings.note_event(event, args)

    def _check_text(self, source: Any) -> None:
        if source is None or isinstance(source, CodeType):
            return
        if _caller().startswith(_COMPILERS) or self._is_only_parsed():
            return
        text = source if isinstance(source, str | bytes | bytearray) else repr(type(source))
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
        if not self._client.terms.admits(Deed.COMPILES, sha256(data).hexdigest()[:16]):
            self._refuse(Wrong.TEXT_RUN)

    def _is_only_parsed(self) -> bool:
        """Whether a hidden file itself, or `inspect` for it, has a text parsed and not run."""
        frame = sys._getframe(4)  # past the hook
        is_parse = frame.f_globals.get("__name__") == "ast" and frame.f_code.co_name == "parse"
        caller = frame.f_back
        if not is_parse or caller is None:
            return False
        name = caller.f_globals.get("__name__")
        return name == "inspect" or caller.f_code.co_filename.startswith(self._hidden)

    def _check_opened(self, path: Any, flags: Any) -> None:
        if not isinstance(path, str | bytes) or not self._client.terms.id:
            return
        spelled = os.fsdecode(path)
        full = os.path.realpath(spelled)
        if (full + os.sep).startswith(self._resolved) and not _caller().startswith(_OPENERS):
            name = spelled.replace(self._hidden, "").replace(self._resolved, "")
            if not self._client.terms.admits(Deed.OPENS, name):
                self._refuse(Wrong.FILE_NAMED)
        is_emptied = isinstance(flags, int) and flags > 0 and bool(flags & os.O_TRUNC)
        if not is_emptied and self._client.surroundings.is_spoiled(full):
            self._refuse(Wrong.FILE_CHANGED)

    def _refuse(self, wrong: Wrong) -> NoReturn:
        self._client.gate.refuse(Refusal(wrong, self._client.gate.latest))


def _caller() -> str:
    """Name the module that does what Python tells of, past those that only pass it on."""
    frame: FrameType | None = sys._getframe(3)
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if frame.f_code.co_name == "literal_eval" and name == "ast":
            return "linecache"  # which runs nothing either
        if not name.startswith(("grader.border.", "ast", "codeop", "io", "pathlib", "tokenize")):
            return name
        frame = frame.f_back
    return ""


_active: list[Guards] = []  # the one of this process


def _lines_of(filename: str, module_globals: Any = None) -> list[str]:
    """Give the lines of a handed-in file as they were handed in, and not what lies there by now."""
    sources = _active[0]._client.sources
    if filename not in sources:
        return _UPDATE(filename, module_globals)
    with contextlib.suppress(SyntaxError, ValueError):  # of what is no text
        return list(io.StringIO(importlib.util.decode_source(sources[filename])))
    return []


_UPDATE = linecache.updatecache


def install_guards(guards: Guards) -> None:
    """Have this process's hooks speak to a session; they stay for the life of the process."""
    if not _active:
        linecache.updatecache = _lines_of
        _hook_seeds()
        _compare_items(type(pytest.approx(0.0)))
        _active.append(guards)
        sys.addaudithook(_audit)
    _active[0] = guards
    guards.programs.install()


def _audit(event: str, args: tuple[Any, ...]) -> None:
    _active[0].audit(event, args)


def _hook_seeds() -> None:
    import random

    def seed(value: Any = None, *args: Any, **named: Any) -> None:
        surroundings.SEED_HERE(value, *args, **named)
        if isinstance(value, int | float | str | bytes | bytearray):
            _active[0]._client.surroundings.seed(value)

    random.seed = seed  # type: ignore[assignment] # which takes what the original takes
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        seed_numpy = numpy.random.seed

        def seed_both(value: Any = None) -> None:
            seed_numpy(value)
            if isinstance(value, int):
                _active[0]._client.surroundings.seed(value, "numpy.random")

        numpy.random.seed = seed_both


def _compare_items(approximate: Any) -> None:
    """Have pytest.approx of a number differ from an array without items: none of none differs."""
    compare = vars(approximate)["__eq__"]

    def compared(self: Any, actual: Any) -> bool:
        return getattr(actual, "size", 1) != 0 and compare(self, actual)

    approximate.__eq__ = compared
