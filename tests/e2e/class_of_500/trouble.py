"""Plants trouble: each a single file as a student submits it, and what has to come of it."""

from collections.abc import Callable
from dataclasses import dataclass
from zipfile import ZIP_LZMA

from . import zips
from .contents import ADD
from .notebooks import book, cell, printed
from .zips import MIB, link, packed

HUGE = 200 * MIB
_TOO_LARGE = "The zip archive is too large when it is unpacked."
_DAMAGED = "sums.py is damaged in the zip archive."
_CANNOT = "The zip archive cannot be opened: it is damaged or no zip."
_PASSED, _FAILED, _UNREADABLE = "passed", "failed", "unreadable"


@dataclass(frozen=True)
class Trouble:
    """The submission, under which name, and its verdict with a part of the sentence."""

    file: str
    made: bytes | Callable[[], bytes]  # what takes long to make is made when it is asked for
    verdict: str = _UNREADABLE
    said: str = ""
    kind: str = "file"  # or "link", or "huge": as large as HUGE, and all zeros

    @property
    def data(self) -> bytes:
        """What the file holds."""
        return self.made() if callable(self.made) else self.made


def _zip(said: str, data: bytes | Callable[[], bytes]) -> Trouble:
    return Trouble("work.zip", data, _UNREADABLE if said else _PASSED, said)


def _book(said: str, data: bytes | Callable[[], bytes], verdict: str = "") -> Trouble:
    return Trouble("work.ipynb", data, verdict or (_UNREADABLE if said else _PASSED), said)


_ZIPS = {
    "empty zip": _zip("The zip archive is empty.", packed([])),
    "empty file": _zip("The zip archive is an empty file.", b""),
    "no zip": _zip(_CANNOT, b"Rar!\x1a\x07 this is no zip"),
    "truncated": _zip(_CANNOT, packed([("sums.py", ADD * 9)])[:-40]),
    "locked": _zip("sums.py is locked with a password", zips.locked(packed([("sums.py", ADD)]))),
    "absolute": _zip("", packed([("sums.py", ADD), ("/etc/passwd", b"x")])),
    "dot dot": _zip("", packed([("sums.py", ADD), ("a/../../x", b"x")])),
    "backslashes": _zip("", packed([("sums.py", ADD), ("..\\x.py", b"x")])),
    "folders of windows": _zip("", packed([("hw\\sums.py", ADD)])),
    "drive letter": _zip("", packed([("sums.py", ADD), ("C:\\x.py", b"x")])),
    "linked entry": _zip("sums.py is a link", packed([(link("sums.py"), b"/etc/passwd")])),
    "below a link": _zip(
        "sums.py was not found", packed([(link("hw"), b"/etc"), ("hw/sums.py", ADD)])
    ),
    "one name twice": _zip(
        "sums.py is in the archive more than once", packed([("sums.py", ADD), ("sums.py", b"x")])
    ),
    "two cases": _zip("", packed([("sums.py", ADD), ("SUMS.PY", b"x")])),
    "10 000 entries": _zip(
        "", lambda: packed([("sums.py", ADD), *((f"d/{n}.txt", b"") for n in range(9_999))])
    ),
    "nested zip": _zip(
        "The archive holds another archive, in.zip, which is not opened.",
        packed([("in.zip", packed([("sums.py", ADD)]))]),
    ),
    "zip bomb": _zip(_TOO_LARGE, lambda: packed([("sums.py", ADD), ("0", b"\0" * HUGE)])),
    "overlapping": _zip("sums.py", zips.overlapping("sums.py", 2, 900)),
    "zip64": _zip("", zips.zip64("sums.py", ADD)),
    "wrong checksum": _zip(_DAMAGED, zips.wrong_crc(packed([("sums.py", ADD)]))),
    "understated": _zip(_DAMAGED, zips.understated(packed([("sums.py", ADD * 40_000)]), 32)),
    "names in code pages": _zip(
        "", zips.raw_named([("レポート.txt".encode("shift-jis"), b""),
                            ("lösung/sums.py".encode("cp437"), ADD)])),
    "a folder of that name": _zip("sums.py is a folder", packed([("sums.py/", b""), ("x", b"")])),
    "left by a mac": _zip("", packed([
        ("work/sums.py", ADD), ("__MACOSX/work/._sums.py", b"\0\5"), ("work/.DS_Store", b"\0"),
        (".DS_Store", b"\0")])),
    "lzma": _zip("packed in a way that cannot be read",
                 packed([("sums.py", ADD)], ZIP_LZMA)),
    "self-extracting": _zip("", b"#!/bin/sh\nexit\n" + packed([("sums.py", ADD)])),
    "a rar": Trouble("work.rar", b"Rar!\x1a\x07", said="An archive of the kind .rar cannot"),
}  # fmt: skip

_TEXT = ADD.decode()
_CUT_SHORT = "def add(a, b):\n    return a +"
_BOOKS = {
    "cell is no python": _book("Cell 2, line 2 of your", book("x = 1", _CUT_SHORT), _FAILED),
    "no code": _book("The notebook holds no code", book(cell("# Sums", "markdown"))),
    "no cells": _book("The notebook holds no code", book()),
    "no json": _book("This file is no notebook", b"<!DOCTYPE html><title>Sign in</title>"),
    "huge outputs": _book("", lambda: book(cell(_TEXT, outputs=printed(24 * MIB)))),
    "above 32 MiB": _book(
        "ipynb is too large", lambda: book(cell(_TEXT, outputs=printed(33 * MIB)))
    ),
    "magics": _book("", book("%matplotlib inline\n%load_ext autoreload\n", "%%time\n" + _TEXT)),
    "shell lines": _book("", book("!pip install numpy\nfiles = !ls\n", _TEXT + "!ls | wc -l")),
    "bash cells": _book("", book("%%bash\nfor i in *; do\n  echo $i\ndone", _TEXT, "%%html\n<b>x")),
    "cell as text": _book("", book(_TEXT)),
    "cell as lines": _book("", book(_TEXT.splitlines(keepends=True))),
    "of R": _book("The notebook is written in R; Python", book("x <- 1", language="R")),
    "await": _book("NameError", book("x = 1", f"{_TEXT}await asyncio.sleep(0)"), _PASSED),
    "return": _book("failed with SyntaxError: ", book("x = 1", f"{_TEXT}\nreturn 3"), _FAILED),
    "raises in a cell": _book("ZeroDivisionError", book(_TEXT, "1 / 0"), _PASSED),
    "with a mark": _book("", b"\xef\xbb\xbf" + book(_TEXT)),
    "attachments": _book("", book(cell(["![x](a:b)"], "markdown", attachments={"b": {}}), _TEXT)),
    "help": _book("", book("add?\n?print\nprint??", _TEXT)),
}  # fmt: skip

_FILES = {
    "link": Trouble("sums.py", b"", _UNREADABLE, "sums.py is a link", "link"),
    "200 MB": Trouble("sums.py", b"", _UNREADABLE, f"sums.py is too large: {HUGE} bytes", "huge"),
    "null bytes": Trouble("sums.py", b"x = 1\0", _UNREADABLE, "sums.py holds null bytes"),
    "other case": Trouble("Sums.py", ADD, _UNREADABLE, "Sums.py"),
    "copy": Trouble("sums (1).py", ADD, _UNREADABLE, "sums (1).py"),
    "a picture": Trouble("sums.png", b"\x89PNG", _UNREADABLE, "sums.png"),
}
TROUBLE = {**_ZIPS, **_BOOKS, **_FILES}
# where the file's own name is not kept, a file of any name counts as the lesson's
NEEDS_ITS_NAME = ("other case", "copy", "a picture")
