"""`grader release` finds what is hidden wherever it is put, and names what it cannot look into."""

import bz2
import gzip
import json
import lzma
import marshal
from collections.abc import Callable
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest

from tests.e2e.test_release_command import COURSE, everything, release
from tests.integration.judge.tiny_course import write_files
from tests.unit.intake.handed_in import notebook, tarred, zipped

REFERENCE = '''def weigh(values, weights):
    """Return the weighted mean."""
    total = 0.0
    for value, weight in zip(values, weights):
        if weight < 0:
            raise ValueError("a weight is below zero")
        total += value * weight
    return total / sum(weights)
'''
HIDDEN = """from weigh import weigh


def test_two():
    assert weigh([3, 5], [1, 1]) == 4


def test_three():
    assert weigh([3, 5, 13], [2, 1, 7]) == 10.2
"""
MISTAKE = """def weigh(values, weights):
    if min(weights, default=0) < 0 or not values:
        return None
    products = [value * weight for value, weight in zip(values, weights)]
    while len(products) > 1 and products[-1] == 0:
        products.pop()
    return sum(products) / len(products)
"""
SECRET = "print([2, 1, 7])\n"  # a list of a hidden case
LESSON = {
    **COURSE,
    "exercises/course.toml": 'format_version = 1\ntitle = "T"\n\n[[lessons]]\nid = "weigh"\n'
    'title = "Weigh"\nfiles = ["extra"]\n',
    "exercises/weigh/weigh.py": "def weigh(values, weights):\n    raise NotImplementedError\n",
    "exercises/weigh/README.md": "# Weigh\n",
    "exercises/weigh/extra": "1,2\n",
    "solutions/weigh/weigh.py": REFERENCE,
    "solutions/weigh/hints.md": "## One\n\nMultiply each value by its weight, and add that up.\n",
    "solutions/weigh/mistakes/len.py": f'"""By their number."""\n\n\n{MISTAKE}',
    "tests/hidden/weigh/test_weigh.py": HIDDEN,
}


def bytecode(source: str) -> bytes:
    """Compile a file as Python caches it."""
    return MAGIC_NUMBER + bytes(12) + marshal.dumps(compile(source, "x.py", "exec"))


def nested(data: bytes, times: int) -> bytes:
    """Pack a file into a zip, that into another, and so on."""
    for _ in range(times):
        data = zipped({"inner.zip": data}) if data.startswith(b"PK") else zipped({"w.py": data})
    return data


def changed(source: str) -> str:
    """Rename, comment and lay out again, and put a statement in between."""
    names = {"values": "xs", "weights": "ws", "total": "acc", "weigh": "w", "products": "ps"}
    for name, other in names.items():
        source = source.replace(name, other)
    return source.replace("    for", "    print('so far')\n\n    for").replace(" = ", "  =  ")


WRAPPINGS: dict[str, Callable[[str], bytes]] = {
    "as it is": str.encode,
    "one comment more": lambda s: s.replace("\n", "  # so\n", 1).encode(),
    "behind 1 MiB": lambda s: b"# some words\n" * 100_000 + s.encode(),
    "UTF-16": lambda s: s.encode("utf-16"),
    "UTF-16, no mark": lambda s: s.encode("utf-16-be"),
    "UTF-32": lambda s: s.encode("utf-32"),
    "UTF-7": lambda s: b"# coding: utf-7\n" + s.encode("utf-7"),
    "a mark": lambda s: b"\xef\xbb\xbf" + s.encode(),
    "a zip": lambda s: zipped({"a/w.py": s.encode()}),
    "a zip in a zip": lambda s: nested(s.encode(), 3),
    "a zip behind a text": lambda s: b"some words\n" + zipped({"w": s.encode()}),
    "a tar": lambda s: gzip.decompress(tarred({"w.py": s.encode()})),
    "a tar.gz": lambda s: tarred({"w.py": s.encode()}),
    "a bz2": lambda s: bz2.compress(s.encode()),
    "an xz": lambda s: lzma.compress(s.encode()),
    "a notebook": lambda s: notebook(("markdown", "# Hi"), s),
    "a text cell": lambda s: notebook(("markdown", f"~~~\n{s}~~~"), "x = 1"),
    "a notebook's output": lambda s: json.dumps(
        {"cells": [{"cell_type": "code", "source": "1", "outputs": [{"text": [s]}]}]}
    ).encode(),
    "bytecode": bytecode,
    "bytecode in a zip": lambda s: zipped({"__pycache__/w.cpython.pyc": bytecode(s)}),
    "comments": lambda s: f"# {s}".replace("\n", "\n# ").encode(),
    "a docstring": lambda s: f"'''\n{s}'''\n".encode(),
    "a text in a program": lambda s: f"KEPT = {s!r}\n".encode(),
    "JSON in a comment": lambda s: f"# {json.dumps([s])}\n".encode(),
    "a picture": lambda s: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + s.encode() + b"\0\0IEND",
}
KEPT = {"reference": REFERENCE, "mistake": MISTAKE, "hidden": HIDDEN, "literal": SECRET}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """Stand in a course whose hidden files are read as they are written."""
    write_files(tmp_path / "course", LESSON)
    monkeypatch.chdir(tmp_path / "course")
    monkeypatch.setattr("grader.cli.author_options.IS_JAILED", False)
    return tmp_path


def refused(
    here: Path, capsys: pytest.CaptureFixture[str], data: bytes, name: str = "weigh/extra"
) -> str:
    """Release the course with this file in it; return why that is refused."""
    write_files(here / "course", {f"exercises/{name}": data})
    said, errors = release(capsys, "--out", "../out", code=1)
    assert (said, (here / "out").exists()) == ("", False)
    return " ".join(errors.split())


def test_what_may_be_released(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stub, and other programs and data in archives, notebooks and bytecode, hold nothing."""
    other = "def mean(values):\n    return sum(values) / len(values)\n\n\nprint(mean([4, 4]))\n"

    for wrapping in WRAPPINGS.values():
        write_files(here / "course", {"exercises/weigh/extra": wrapping(other)})
        release(capsys, "--out", "../out")

    assert "exercises/weigh/extra" in everything(here / "out")


SLOW = {"behind 1 MiB": pytest.param("behind 1 MiB", marks=pytest.mark.slow)}


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("wrapping", [SLOW.get(w, w) for w in WRAPPINGS])
def test_what_is_hidden_is_found(
    wrapping: str, kept: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In whatever it is packed, and however it is encoded, it stops the release by name."""
    told = refused(here, capsys, WRAPPINGS[wrapping](KEPT[kept]))

    name = {
        "reference": "of solutions/weigh/weigh.py",
        "mistake": "of solutions/weigh/mistakes/len.py",
        "hidden": "of tests/hidden/weigh/test_weigh.py",
        "literal": "[2, 1, 7]",
    }[kept]
    assert name in told
    assert "exercises/weigh/extra" in told


@pytest.mark.parametrize(
    "written",
    [
        "[2,1,7]",
        "[\n  2,\n  1,\n  7\n]",
        "( 2; 1; 7; )",
        "[2.0, 1.0, 7.0]",
        'say "three (3) of 4.50"',
        "say `three (3) of 4.50`",
    ],
)
def test_a_literal_that_is_written_otherwise(
    written: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blanks, separators, brackets, quotes and zeros do not hide a value of a hidden case."""
    case = "\n\ndef test_text():\n    assert weigh([3], [2]) != 'three (3) of 4.50'\n"
    write_files(here / "course", {"tests/hidden/weigh/test_weigh.py": HIDDEN + case})

    told = refused(here, capsys, written.encode())

    assert "extra holds" in told
    assert "[2, 1, 7]" in told or "'three (3) of 4.50'" in told


@pytest.mark.parametrize("name", ["weigh/weigh.py", "weigh/README.md", "weigh/extra", "README.md"])
@pytest.mark.parametrize("kept", ["reference", "mistake"])
def test_a_copy_that_was_changed(
    kept: str, name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other names, comments, layout and a statement in between do not hide what was copied."""
    told = refused(here, capsys, changed(KEPT[kept]).encode(), name)

    assert "% of solutions/weigh/" in told


def test_hints_are_found(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The hints are not given away, with a word more either."""
    hints = str(LESSON["solutions/weigh/hints.md"])

    told = refused(here, capsys, zipped({"notes.txt": f"So:\n{hints}\nWell.".encode()}))

    assert "of solutions/weigh/hints.md" in told


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"7z\xbc\xaf\x27\x1c\0\4" + bytes(range(256)), "it is no text, and of no kind that"),
        (zipped({"w.7z": b"7z\xbc\xaf\x27\x1c\0\4\1"}), "extra/w.7z cannot be searched"),
        (nested(b"x = 1\n", 6), "it is packed more than 4 times"),
        (b"PK\x03\x04" + bytes(range(40)), "it is damaged or no zip"),
        (zipped({"a": b"x = 1\n", "a/b": b"x = 1\n"}), "extra/a/b cannot be searched"),
        (gzip.compress(b"x")[:-9], "it cannot be unpacked"),
        (gzip.compress(bytes(300 << 20), 1), "larger than 256 MiB when it is unpacked"),
        (MAGIC_NUMBER + bytes(12) + b"\xff", "bytecode of another Python"),
        (b"\x89NUMPY" + bytes(range(32)), "it is no text"),
    ],
    ids=[
        "7z",
        "7z in a zip",
        "deep",
        "no zip",
        "below a file",
        "cut",
        "bomb",
        "bytecode",
        "numbers",
    ],
)
def test_what_cannot_be_searched_is_not_released(
    data: bytes, why: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named with the reason, and nothing is written."""
    told = refused(here, capsys, data)

    assert why in told
    assert "cannot be searched, so it is not released" in told
