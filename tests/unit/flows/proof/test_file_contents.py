"""All text in a file is found, whatever the file is; what cannot be looked into is named."""

import json

import pytest

from grader.flows.proof.file_contents import look_inside
from tests.unit.intake.handed_in import notebook, tarred, zipped


def texts(name: str, data: bytes) -> dict[str, str]:
    """Find the texts in a file, by place."""
    return {one.place: one.text for one in look_inside(name, data).texts}


def test_entries_are_named_behind_their_archive() -> None:
    """A text in an archive in an archive bears the names of both, and the names are text too."""
    inner = tarred({"b/c.py": b"x = 1\n"})

    found = texts("a.zip", zipped({"inner.tgz": inner}))

    assert found["a.zip/inner.tgz/inner/b/c.py"] == "x = 1\n"
    assert "b/c.py" in [one.text for one in look_inside("t.tgz", inner).texts]


@pytest.mark.parametrize("links", [{}, {"a.py": "/etc/passwd"}])
def test_what_an_archive_holds_besides_files_is_named(links: dict[str, str]) -> None:
    """A link is no file, and what would lie outside is not passed over either."""
    found = look_inside("a.zip", zipped({"../b.py": b"x = 1\n"}, links))

    expected = {"a.zip/../b.py": "it would lie outside its archive"}
    if links:
        expected["a.zip/a.py"] = "a.py is a link, not a regular file. Submit the file itself"
    assert found.unread == expected


def test_a_notebooks_cells_are_programs() -> None:
    """A code cell is Python; what other cells and the outputs say is text."""
    cells = look_inside("n.ipynb", notebook(("markdown", "Hi\nthere"), "x = 1\ny = 2")).texts

    assert [(one.text, one.is_python) for one in cells[:1]] == [("x = 1\ny = 2", True)]
    assert "Hi\nthere" in cells[1].text
    assert not cells[1].is_python


def test_lines_of_a_notebook_without_ends() -> None:
    """A list of lines that lack their ends is lines all the same; numbers are kept as a list."""
    cell = {"cell_type": "code", "source": ["x = 1", "y = 2"], "outputs": [{"data": [1, 2, 3]}]}

    code, rest = look_inside("n.ipynb", json.dumps({"cells": [cell]}).encode()).texts

    assert code.text == "x = 1\ny = 2"
    assert "[1, 2, 3]" in rest.text


@pytest.mark.parametrize(
    "data",
    [b"\0" * 2048 + "x = 1\n".encode("utf-16"), bytes(range(256)), b"\x80\x04\x95\x0b\0\0\0\0\0"],
)
def test_bytes_that_are_no_text_are_named(data: bytes) -> None:
    """Nothing is taken for a text, or for an empty archive, that is none."""
    found = look_inside("data", data)

    assert (found.texts, list(found.unread)) == ([], ["data"])


def test_what_is_behind_an_archive_is_found() -> None:
    """Text beside the entries of an archive is text in the file."""
    found = look_inside("a.zip", zipped({"b": b"x"}) + b"print('behind it')\n")

    assert any("behind it" in one.text for one in found.texts)


@pytest.mark.parametrize("encoding", ["ascii", "utf-16-le", "utf-16-be"])
def test_text_in_a_picture(encoding: str) -> None:
    """What stands among a picture's bytes is text; sound and films are no pictures."""
    picture = b"RIFF\4\0\0\0WEBP\0\1" + "print('in it')".encode(encoding) + b"\0\0\1"

    assert "print('in it')" in texts("a.webp", picture)["a.webp"]
    assert list(look_inside("a.wav", picture.replace(b"WEBP", b"WAVE")).unread) == ["a.wav"]


def test_a_locked_archive_is_named() -> None:
    """What a password keeps shut cannot be searched."""
    data = bytearray(zipped({"b.py": b"x = 1\n"}))
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(mark) + offset] |= 1

    assert list(look_inside("a.zip", bytes(data)).unread) == ["a.zip/b.py"]


def test_nothing_is_found_in_nothing() -> None:
    """An empty file holds no text, and is not unread either."""
    found = look_inside("empty.csv", b"")

    assert (found.texts, found.unread) == ([], {})
