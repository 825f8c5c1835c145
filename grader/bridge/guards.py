"""Keeps a submission's text and files from being run on the trusted side by a test."""

import os
import sys
from hashlib import sha256
from inspect import cleandoc
from types import CodeType
from typing import Any

from grader.wire import cpython
from grader.wire.classes import RemoteMeta
from grader.wire.functions import RemoteFunction
from grader.wire.standins import CannotCross, number_of

from .contract import Deed, Learned
from .doctests import is_written_below
from .inert import Refusal, Wrong, WrongResult
from .modules import lines_of
from .programs import Programs, not_offered
from .questions import place_below
from .student_texts import Heard

# what a pickle of plain data names, in any protocol; nothing else is ever looked up for one
_PICKLED = {
    "builtins": "object bool int float complex str bytes bytearray list tuple dict set frozenset "
    "range slice",
    "collections": "OrderedDict Counter defaultdict deque",
    "datetime": "date datetime time timedelta timezone",
    "decimal": "Decimal",
    "fractions": "Fraction",
    "uuid": "UUID",
    "pathlib": "PurePath PurePosixPath Path PosixPath",
    "copyreg": "_reconstructor",
    "_codecs": "encode",
    "array": "array _array_reconstructor",
}
_PLAIN_PAIRS = frozenset(
    (module, name) for module, names in _PICKLED.items() for name in names.split()
)
_STARTS = frozenset(
    "subprocess.Popen os.system os.exec os.posix_spawn os.spawn os.startfile".split()
)
_RUNS_IT = (
    "A hidden case runs the submission's text with exec or import: that would run it on the "
    "trusted side. Import the module by its name, or use runpy.run_path."
)
_RUNS_TEXT = (
    "A hidden case runs a text that the submission gave, or one that it did not run with the "
    "reference: that would run it on the trusted side. eval of what the reference gave is "
    "answered by the jail; exec is not."
)
_IMPORTS = ("importlib._bootstrap", "_frozen_importlib")
_RUN_FILES = (*_IMPORTS, "_pytest.", "runpy")
# what writes a text of nothing but names, at which it or the wire has looked
_WRITE_NAMES = ("dataclasses", "collections", "unittest.mock")
_READ_TEXTS = ("grader.", "ast", "inspect", "tokenize")
_READ_SOURCES = (*_IMPORTS, "_pytest.", "linecache")
_MIN_LINE = 12  # shorter lines stand in many files


class Guards:
    """What a test may not do with a submission; each refusal is a sentence for its author."""

    def __init__(
        self, link: Any, sources: dict[str, bytes], hidden_folder: str, folders: tuple[str, ...]
    ) -> None:
        self._folders = tuple(folder + os.sep for folder in folders)  # where its files may lie
        self.link = link
        self.programs = Programs(link, sources)
        self._sources = sources
        self._hidden = hidden_folder
        self._lines: frozenset[str] | None = None
        self._has_seen_text = False
        self.heard = Heard()

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Look at one of Python's audit events."""
        if event == "compile":
            self._note_text(args[0])
            self._check_run(args[0])
        elif event == "exec":
            if self._is_of_submission(args[0]):
                raise CannotCross(_RUNS_IT)
            self._check_run(args[0])
            self._check_library(args[0])
        elif event == "open" and self._is_below(args[0]):
            if cpython.module_name(cpython.frame(2)).startswith(_IMPORTS):
                raise CannotCross(_RUNS_IT)  # bytecode names whatever file it likes
        elif event == "import" and self._is_below(args[1]):
            raise CannotCross(_RUNS_IT)  # of machine code
        elif event in _STARTS:
            raise not_offered(str(args[1] if event == "subprocess.Popen" else args[0]))
        elif event == "pickle.find_class":
            self._check_class(*args)

    def check_reading(self, path: Any, _mode: Any = None, flags: Any = 0, *_more: Any) -> None:
        """End a case that is led to what it must not read.

        That is a hidden file which the reference's run did not open there, or a file that the
        submission was not to change.
        """
        if isinstance(path, str | bytes) and self.link.learned.is_in_case():
            self._check_hidden(os.path.realpath(os.fsdecode(path)))
        is_emptied = isinstance(flags, int) and flags > 0 and bool(flags & os.O_TRUNC)
        if not is_emptied and self.link.watch.is_spoiled(path) and place_below(self._hidden) != "-":
            raise WrongResult(Refusal(Wrong.FILE_CHANGED))

    def _check_hidden(self, path: str) -> None:
        name = os.path.relpath(path, os.path.realpath(self._hidden))
        if name.split(os.sep)[0] == os.pardir or not self._is_opened_for_test():
            return
        if not self.link.learned.admits(Deed.OPENS, f"{place_below(self._hidden)}|{name}"):
            raise WrongResult(Refusal(Wrong.FILE_NAMED))

    def _is_opened_for_test(self) -> bool:
        """Whether a test opens a file, and not who imports one or shows where it failed."""
        for frame in cpython.frames(0):
            if frame.f_code.co_filename.startswith(self._hidden):
                return True
            if cpython.module_name(frame).startswith(_READ_SOURCES):
                return False
        return False

    def _note_text(self, source: Any) -> None:
        if self._has_seen_text or not isinstance(source, str | bytes) or not source:
            return
        text = _as_text(source)
        if self._lines is None:
            self._lines = frozenset(_long_lines(b"\n".join(self._sources.values())))
        found = self._lines.intersection(line.strip() for line in text.splitlines())
        is_only_read = cpython.module_name(cpython.frame(3)).startswith(_READ_TEXTS)
        self._has_seen_text = bool(found) and not is_only_read

    def _check_run(self, source: Any) -> None:
        if not isinstance(source, str | bytes | CodeType) or not self._is_called_by_test(4):
            return
        if not self._is_tests_own(source):
            raise CannotCross(_RUNS_TEXT)

    def _check_library(self, code: CodeType) -> None:
        """Refuse what a library runs for a test, as an annotation, where it did not before."""
        frames = ((cpython.module_name(one), one.f_code.co_filename) for one in cpython.frames(0))
        name, file = next(one for one in frames if not one[0].startswith("grader."))
        is_harmless = name in _WRITE_NAMES or name.startswith(_RUN_FILES)
        if is_harmless or file.startswith(self._hidden):  # a test's own was looked at already
            return
        if not self.link.learned.admits(Deed.RUNS, _digest(_as_text(code))):
            raise CannotCross(_RUNS_TEXT)

    def evaluate(self, source: Any) -> tuple[Any] | None:
        """Evaluate a text that came from the submission where it came from; None for others.

        Whose text it is the reference's run says: where that evaluated one of its own, so does
        this; elsewhere the test holds the text, and one that the reference's run did not
        evaluate is refused.
        """
        if isinstance(source, CodeType):
            self._check_run(source)
        if not isinstance(source, str | bytes | bytearray):
            return None
        text = _as_text(source)
        if not self._is_called_by_test() and not self.heard.are_in(text):
            return None
        if self._is_tests_own(text):
            return None
        if not self._is_asked_for("eval"):
            raise CannotCross(
                "A hidden case evaluates a text that the submission gave, where the reference "
                "gave none: that would run it on the trusted side."
            )
        module = next(f for f in self._sources if f.endswith(".py")).removesuffix(".py")
        return (self.link.ask("evaluate", (module.replace("/", "."), text)),)

    def lines_of(self, filename: Any, _module_globals: Any = None) -> list[str] | None:
        """Give the lines of a handed-in file as they were handed in; None for any other file.

        Python looks for a file of that name in the current folder, where a submission may write.
        """
        sources = self.link.sources
        return lines_of(sources[filename]) if filename in sources else None

    def hints_of(self, owner: Any, *spaces: Any, **named: Any) -> dict[str, Any] | None:
        """Have what annotates a class or function of the submission's resolved over there.

        None for what is not the submission's, or has no name there, and where the caller says in
        what names it is to be resolved.
        """
        is_class = isinstance(owner, RemoteMeta) and not owner._grader_local
        is_theirs = (is_class or isinstance(owner, RemoteFunction)) and number_of(owner) > 0
        name = str(owner.__qualname__) if is_theirs and not (spaces or named) else ""
        if not all(part.isidentifier() for part in name.split(".")):
            return None
        text = f"__import__('typing').get_type_hints({name})"
        hints: dict[str, Any] = self.link.ask("evaluate", (owner.__module__, text))
        return hints

    def module_of(self, doc: Any) -> str | None:
        """Name the module of the submission that a docstring came from; None for other texts."""
        module: str | None = self.link.docs.get(cleandoc(doc))
        is_own = self._is_admitted(doc) if module is None else is_written_below(self._hidden, doc)
        if is_own:
            return None
        if module is None or not self._is_asked_for("doctest"):
            raise CannotCross(
                "A hidden case runs examples that stand in the submission's docstring, where the "
                "reference has none: that would run them on the trusted side."
            )
        return module

    def _is_asked_for(self, what: str) -> bool:
        admits: bool = self.link.learned.admits_operator(f"{self.link.place()}|{what}")
        return admits

    def _is_tests_own(self, source: str | bytes | CodeType) -> bool:
        """Whether what is run is the test's: what was heard decides for the reference's run alone.

        A submission's text can come in pieces, as bytes or by a file, and nobody hears of it.
        """
        text, is_text = _as_text(source), not isinstance(source, CodeType)
        if is_text and self.link.learned.is_recording and self.heard.are_in(text):
            return False
        return self._is_admitted(text)

    def _is_admitted(self, text: str) -> bool:
        learned: Learned = self.link.learned
        if not learned.is_in_case():
            return not self.heard.are_in(text)
        return learned.admits(Deed.RUNS, _digest(text))

    def _is_of_submission(self, code: Any) -> bool:
        file = code.co_filename if isinstance(code, CodeType) else ""
        if self._is_below(file) and not file.startswith("<"):
            return True
        if not self._has_seen_text:
            return False
        caller = cpython.frame(3)
        imported = cpython.module_name(caller).startswith(("importlib", "runpy"))
        is_known = file.startswith((self._hidden, sys.prefix, sys.base_prefix, "<frozen"))
        return self._is_called_by_test(4) or (imported and not is_known)

    def _is_below(self, file: Any) -> bool:
        is_path = isinstance(file, str | bytes)
        return is_path and os.path.abspath(os.fsdecode(file)).startswith(self._folders)

    def _is_called_by_test(self, depth: int = 3) -> bool:
        frame = cpython.frame(depth)
        return frame.f_code.co_filename.startswith(self._hidden)

    def _check_class(self, module: str, name: str) -> None:
        if (module, name) in _PLAIN_PAIRS or self._is_hidden_class(module, name):
            return
        raise CannotCross(
            f"A hidden case unpickles {module}.{name}: only plain data and classes of the "
            "hidden cases are unpickled on the trusted side."
        )

    def _is_hidden_class(self, module: str, name: str) -> bool:
        loaded = sys.modules.get(module)
        found = vars(loaded).get(name) if loaded is not None else None
        is_hidden = str(getattr(loaded, "__file__", None) or "").startswith(self._hidden)
        return is_hidden and isinstance(found, type) and found.__module__ == module


def _as_text(source: str | bytes | bytearray | CodeType) -> str:
    if isinstance(source, CodeType):
        inner = [_as_text(c) if isinstance(c, CodeType) else repr(c) for c in source.co_consts]
        return "\n".join((source.co_code.hex(), *source.co_names, *map(_in_order, inner)))
    return source if isinstance(source, str) else source.decode("utf-8", "replace")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _in_order(text: str) -> str:
    return "".join(sorted(text)) if text.startswith("frozenset(") else text


def _long_lines(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "replace").splitlines()
    return [line.strip() for line in lines if len(line.strip()) >= _MIN_LINE]
